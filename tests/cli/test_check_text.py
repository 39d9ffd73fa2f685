"""What `harness check` says in its text."""

from __future__ import annotations

import json

import pytest

from tests.cli.check_cases import made_folder

folder = pytest.fixture(made_folder)

# Text

RUNS = ("good.run", "tied.run", "mixed.run", "bad.run", "other/twice.run", "x")

BY_CODE = """
severity   code                 runs   findings
───────────────────────────────────────────────
error      unreadable              1          1
error      fields                  1          1
error      score-not-a-number      1          1
error      document-twice          1          1
warning    score-order             1          2
note       score-tied              1          2

"""

VERDICT = """\
6 runs: 1 unreadable, 2 with errors, 1 with warnings, 2 clean by the rules that hold everywhere
unreadable: x
with errors: bad.run, twice.run
repairs settle all errors of 2 of 2 runs with errors, tried out: drop-unreadable-lines (1), \
drop-lower-duplicates (1)
"""


def test_the_text_has_a_line_for_each_code_of_a_file_those_with_errors_first(harness, folder):
    done = harness("check", *RUNS)
    assert (
        done.out
        == f"""\
x: 1 error
  error unreadable  no such file
bad.run: 2 errors
  error fields              5:5: 2 fields where 6 are expected \
(layout: topic iter doc rank score tag) \
(repair: drop-unreadable-lines)
  error score-not-a-number  4:14: the score 'x' is not a number \
(repair: drop-unreadable-lines)
  advice: --repair drop-unreadable-lines leaves 2 of 2 topics, 3 of 3 documents
other/twice.run: 1 error
  error document-twice  4:6: document 'a' again in topic '2' (first in line 3) \
(repair: drop-lower-duplicates)
  advice: --repair drop-lower-duplicates leaves 2 of 2 topics, 3 of 4 documents
mixed.run: 2 warnings
  warning score-order  all 2 topics, lines 2, 4: the score 2.0 is above that of the line before, \
1.0 (repair: rerank-by-score)
good.run: nothing found
tied.run: 2 notes: score-tied 2
{BY_CODE}{VERDICT}"""
    )
    assert done.err == ""


def test_quiet_has_the_errors_and_the_verdict_only(harness, folder):
    done = harness("check", *RUNS, "--quiet")
    assert [line[:22] for line in done.out.splitlines()[:7]] == [
        "x: 1 error",
        "  error unreadable  no",
        "bad.run: 2 errors",
        "  error fields        ",
        "  error score-not-a-nu",
        "other/twice.run: 1 err",
        "  error document-twice",
    ]
    assert done.out.endswith(f"(repair: drop-lower-duplicates)\n{VERDICT}")


def test_statistics_are_of_codes_over_all_runs(harness, folder):
    assert harness("check", *RUNS, "--statistics").out == BY_CODE.lstrip("\n") + VERDICT
    one = harness("check", "mixed.run", "--statistics").out.splitlines()
    assert one[2].split() == ["warning", "score-order", "1", "2"]


def test_all_has_a_line_for_each_finding_with_its_place(harness, folder):
    done = harness("check", "tied.run", "mixed.run", "--all")
    assert done.out.splitlines()[:6] == [
        (
            "mixed.run:2:10: warning: the score 2.0 is above that of the line before, 1.0 "
            "[score-order] (repair: rerank-by-score)"
        ),
        (
            "mixed.run:4:10: warning: the score 2.0 is above that of the line before, 1.0 "
            "[score-order] (repair: rerank-by-score)"
        ),
        "mixed.run: 2 warnings",
        "tied.run:1:10: note: the score 2.0 is also that of other documents [score-tied]",
        "tied.run:2:10: note: the score 2.0 is also that of other documents [score-tied]",
        "tied.run: 2 notes",
    ]
    quiet = harness("check", "mixed.run", "bad.run", "--all", "--quiet").out.splitlines()
    assert [line.split(":")[0] for line in quiet[:4]] == ["bad.run", "bad.run", "bad.run", "2 runs"]


def test_what_all_does_not_list_is_counted(harness, folder):
    lines = [f"1 9 d{n} {n + 1} {-(n // 2)} me\n" for n in range(100)]
    (folder / "many.run").write_text("".join(lines))
    said = harness("check", "many.run", "--all").out.splitlines()
    assert sum("[iter-not-q0]" in line for line in said) == 25
    assert "many.run: 100 warnings, 100 notes; not listed: iter-not-q0 75, score-tied 75" in said


def test_the_same_of_every_topic_is_one_line(harness, folder):
    """However many topics and runs there are: what a run is about is a few lines."""
    lines = [f"{topic} Q0 d{n} {n} 1 me\n" for topic in range(401, 451) for n in range(100)]
    (folder / "flat.run").write_text("".join(lines))
    assert harness("check", "flat.run").out.splitlines() == [
        "flat.run: 50 warnings, 5,050 notes",
        (
            "  warning score-constant  all 50 topics, lines 1, 101, 201, …: all scores are 1.0: "
            "they order nothing (repair: rescore-by-rank)"
        ),
        "  note    rank-start      all 50 topics: ranks start at 0, not at 1",
        "  note    score-tied      5,000 in all 50 topics: documents have the score of others",
        "1 run: 1 with warnings, 0 clean",
    ]


def test_what_was_repaired_is_said_and_is_not_clean(harness, folder):
    done = harness("check", "other/twice.run", "--repair", "drop-lower-duplicates")
    assert done.out.splitlines() == [
        "other/twice.run: 1 repaired; will be repaired: drop-lower-duplicates 1 line",
        (
            "  repaired document-twice  4:6: document 'a' again in topic '2' (first in line 3) "
            "(repaired by drop-lower-duplicates)"
        ),
        "will be repaired: drop-lower-duplicates: 1 line of 1 run",
        "1 run: 1 will be repaired, 0 clean",
    ]


def test_a_directory_among_the_runs_stops_none_of_the_others(harness, folder):
    (folder / "empty").mkdir()
    done = harness("check", "empty", "other", "no*.run", "bad.run", "good.run", "--format", "json")
    assert done.status == 2
    said = {one["file"]: one["findings"] for one in json.loads(done.out)["files"]}
    assert "this is a directory" in said["empty"][0]["message"]
    assert [one["code"] for one in said["other/twice.run"]] == ["document-twice"]
    assert "no file matches" in said["no*.run"][0]["message"]
    assert [one["code"] for one in said["bad.run"]] == ["fields", "score-not-a-number"]
    assert said["good.run"] == []


def test_an_error_that_nothing_repairs_is_not_said_to_be_repairable(harness, folder):
    (folder / "task.yaml").write_text(
        "runs: x\ncheck: {severity: {topic-unanswered: error}, topics: 1-3}"
    )
    done = harness("check", "task.yaml", "good.run", "other/twice.run")
    assert "repairs settle" not in done.out
    assert "advice" not in done.out


def test_files_of_one_name_are_told_apart(harness, folder):
    (folder / "other" / "bad.run").write_bytes((folder / "bad.run").read_bytes())
    done = harness("check", "bad.run", "other/bad.run", "other/twice.run")
    assert "\nwith errors: bad.run, other/bad.run, twice.run\n" in done.out
