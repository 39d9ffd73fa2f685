"""``harness check`` as organisers and participants use it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from urllib.parse import unquote, urlparse

import pytest

from harness.core.errors import EvaluationError
from harness.report.findings import Checks, as_json, text
from harness.report.sarif import sarif
from harness.validation import CHECKS, REPAIRS, Requirements, check_run

GOOD = "1 Q0 a 1 2 me\n1 Q0 b 2 1 me\n2 Q0 a 1 2 me\n"
TIED = GOOD.replace("2 1 me", "2 2 me") + "1 Q0 c 3 1 me\n"
#: Its scores do not descend.
MIXED = "1 Q0 b 2 1 me\n1 Q0 a 1 2 me\n2 Q0 b 2 1 me\n2 Q0 a 1 2 me\n"
TWICE = GOOD.replace("me", "two") + "2 Q0 a 2 1 two\n"
TASK = """\
qrels: qrels.txt
runs: [good.run, {path: "other/*.run", name: twice}]
topics: topics.tsv
check: {depth: 10}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A task with runs, judgments and topics, in the working directory."""
    (tmp_path / "other").mkdir()
    for name, content in (
        ("good.run", GOOD),
        ("tied.run", TIED),
        ("mixed.run", MIXED),
        ("other/twice.run", TWICE),
        ("bad.run", GOOD + "3 Q0 a first x me\n3 Q0\n"),
        ("qrels.txt", "1 0 a 1\n"),
        ("topics.tsv", "1\tpearls\n2\tlights\n"),
        ("task.yaml", TASK),
    ):
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# The exit status


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["good.run"], 0),
        (["tied.run"], 0),  # a note
        (["mixed.run"], 1),  # a warning
        (["other/twice.run"], 1),  # an error
        (["good.run", "mixed.run"], 1),
        (["other/twice.run", "--repair", "drop-lower-duplicates"], 0),
        (["mixed.run", "--severity", "score-order=note"], 0),
        (["mixed.run", "--severity", "score-order=off"], 0),
        (["mixed.run", "--repair", "rerank-by-score"], 0),
        (["mixed.run", "--repair", "rerank-by-score", "--strict"], 1),
        (["good.run", "--strict"], 0),
        (["tied.run", "--strict"], 0),
        (["task.yaml", "good.run", "--strict"], 0),
        (["mixed.run", "--quiet"], 1),
        (["mixed.run", "--statistics"], 1),
        (["mixed.run", "--all", "--format", "json"], 2),
        (["other", "good.run"], 2),
        (["tied.run", "--severity", "score-tied=warning"], 1),
        (["good.run", "--depth", "1"], 1),
        (["good.run", "--depth", "1", "--repair", "cut-to-depth"], 0),
        (["bad.run"], 1),
        (["none.run"], 2),
        (["none.run", "good.run"], 2),
        (["task.yaml"], 1),
        (["task.yaml", "good.run"], 0),
        (["good.run", "task.yaml"], 0),
        (["none.yaml", "good.run"], 2),
        (["task.yaml", "task.yml"], 2),
        (["--severity", "rank-start", "good.run"], 2),
        (["--severity", "rank-strat=off", "good.run"], 2),
        (["--severity", "document-twice=off", "good.run"], 2),
        (["--repair", "everything", "good.run"], 2),
        (["--from", "trek", "good.run"], 2),
        ([], 2),
    ],
)
def test_the_exit_status_says_how_it_went(harness, folder, arguments, status):
    done = harness("check", *arguments)
    assert done.status == status
    assert "Traceback" not in done.err


def test_the_status_is_that_of_the_process(folder):
    for file, status in (("good.run", 0), ("mixed.run", 1), ("none.run", 2)):
        command = [sys.executable, "-m", "harness", "check", file]
        assert subprocess.run(command, capture_output=True, check=False).returncode == status


def test_a_wrong_option_is_explained_with_the_nearest_name(harness, folder):
    assert "did you mean rank-start?" in harness("check", "--severity", "rank-strat=off", "x").err
    said = harness("check", "--repair", "cut-to-dept", "good.run").err
    assert "unknown repair 'cut-to-dept' (did you mean cut-to-depth?)" in said
    assert "write CODE=SEVERITY" in harness("check", "--severity", "off", "good.run").err
    assert "one task at a time" in harness("check", "task.yaml", "b.yml").err


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
    lines = [f"1 0 d{n} {n + 1} {-(n // 2)} me\n" for n in range(100)]
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
    done = harness("check", "other", "no*.run", "bad.run", "good.run", "--format", "json")
    assert done.status == 2
    said = {one["file"]: one["findings"] for one in json.loads(done.out)["files"]}
    assert "directory" in said["other"][0]["message"]
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


# Tasks


def test_a_task_alone_has_its_runs_checked_under_its_names(harness, folder):
    done = harness("check", "task.yaml", "--format", "json")
    files = json.loads(done.out)["files"]
    assert [(one["file"], one["run"], one["worst"]) for one in files] == [
        ("good.run", "me", None),
        ("other/twice.run", "twice", "error"),
    ]


def test_a_task_elsewhere_names_its_runs_from_there(harness, folder, monkeypatch):
    (folder / "configs").mkdir()
    (folder / "configs/task.yaml").write_text("qrels: x\nruns: ../good.run\n")
    done = harness("check", "configs/task.yaml")
    assert done.out.splitlines()[0] == "good.run: nothing found"


def test_a_task_whose_runs_are_not_there_is_wrong(harness, folder):
    (folder / "good.run").unlink()
    done = harness("check", "task.yaml")
    assert done.status == 2
    assert "Error: task.yaml:2:8: runs[0]" in done.err
    assert "there is no file good.run" in done.err


def test_a_participant_checks_with_the_task_file_alone(harness, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "task.yaml").write_text(
        TASK.replace("depth: 10", "depth: 1, documents: docs.txt.gz, repairs: cut-to-depth")
        + "measures: [Nonsense]\nmeasure_modules: ours.py\n"
    )
    (tmp_path / "mine.run").write_text(GOOD)
    done = harness("check", "task.yaml", "mine.run")
    assert done.status == 0
    assert done.out.splitlines() == [
        "mine.run: 1 repaired; will be repaired: cut-to-depth 1 line",
        (
            "  repaired too-many-documents  2:1: topic '1' has 2 documents; at most 1 are allowed "
            "(repaired by cut-to-depth)"
        ),
        "not checked: topics: there is no file topics.tsv",
        "not checked: documents: there is no file docs.txt.gz",
        "will be repaired: cut-to-depth: 1 line of 1 run",
        "1 run: 1 will be repaired, 0 clean",
    ]
    short = (tmp_path / "short.run").write_text("1 Q0 a 1 2 me\n2 Q0 a 1 2 me\n")
    assert short
    done = harness("check", "task.yaml", "short.run")
    assert (done.status, done.out.splitlines()[-1]) == (0, "1 run: 1 clean of what was checked")
    assert harness("check", "task.yaml", "short.run", "--strict").status == 1


def test_options_are_added_to_what_the_task_says(harness, folder):
    (folder / "task.yaml").write_text(
        "check: {severity: {rank-start: off}, repairs: drop-unreadable-lines, topics: 1-2}\n"
    )
    (folder / "odd.run").write_text("1 Q0 a 0 2 me\n2 Q0 a 0 2 me\n2 Q0 a 1 1 me\n2 Q0\n")
    done = harness("check", "task.yaml", "odd.run", "--repair", "drop-lower-duplicates")
    assert done.status == 0
    assert "repaired: drop-unreadable-lines 1 line, drop-lower-duplicates 1 line" in done.out


def test_the_same_is_said_on_any_number_of_workers(harness, folder):
    runs = ["good.run", "bad.run", "mixed.run", "x", "tied.run", "other/twice.run"] * 3
    said = {harness("check", *runs, "--workers", count).out for count in (1, 2, 5)}
    assert len(said) == 1


def test_standard_input_is_checked_too(harness, folder):
    done = harness("check", "-", stdin=TWICE.encode())
    assert done.status == 1
    assert done.out.startswith("-: 1 error\n  error document-twice  4:6: document 'a' again")


# JSON and SARIF


def test_json_has_everything(harness, folder):
    done = harness("check", "bad.run", "mixed.run", "x", "--format", "json")
    assert done.status == 2
    said = json.loads(done.out)
    assert (said["format"], said["not_checked"]) == ("harness check 2", [])
    bad, late, absent = said["files"]
    assert bad["counts"]["fields"] == {"severity": "error", "standing": 1, "repaired": 0}
    assert late["findings"][0] == {
        "code": "score-order",
        "severity": "warning",
        "message": "the score 2.0 is above that of the line before, 1.0",
        "file": "mixed.run",
        "line": 2,
        "column": 10,
        "repair": "rerank-by-score",
    }
    assert late["folded"] == [
        {
            "code": "score-order",
            "severity": "warning",
            "count": 2,
            "message": "the score 2.0 is above that of the line before, 1.0",
            "inside": 2,
            "of": 2,
            "topics": ["1", "2"],
            "lines": [2, 4],
            "columns": [10, 10],
            "repair": "rerank-by-score",
        }
    ]
    assert (late["run"], late["format"], late["worst"]) == ("me", "trec", "warning")
    assert (absent["readable"], absent["run"], absent["state"]) == (False, None, "unreadable")
    codes = said["summary"].pop("codes")
    assert [tuple(one.values()) for one in codes] == [
        ("error", "unreadable", 1, 1),
        ("error", "fields", 1, 1),
        ("error", "score-not-a-number", 1, 1),
        ("warning", "score-order", 1, 2),
    ]
    assert said["summary"] == {
        "files": 3, "clean": 0, "repaired": 0, "warnings": 1, "errors": 1, "unreadable": 1,
        "repairable": 1, "repairs": {"drop-unreadable-lines": 1},
    }  # fmt: skip


#: The members that SARIF 2.1.0 (sections 3.13 to 3.52) has for what is written here, and which
#: of them are required.
SARIF = {
    "log": ({"$schema", "version", "runs"}, {"version", "runs"}),
    "run": ({"tool", "columnKind", "invocations", "results", "properties"}, {"tool"}),
    "driver": ({"name", "version", "rules"}, {"name"}),
    "rule": ({"id", "shortDescription", "defaultConfiguration", "properties"}, {"id"}),
    "invocation": (
        {"executionSuccessful", "exitCode", "toolExecutionNotifications"},
        {"executionSuccessful"},
    ),
    "result": (
        {
            *("ruleId", "ruleIndex", "level", "message", "locations", "properties"),
            *("fixes", "partialFingerprints"),
        },
        {"message"},
    ),
    "fix": ({"description", "artifactChanges"}, {"artifactChanges"}),
    "change": ({"artifactLocation", "replacements"}, {"artifactLocation", "replacements"}),
    "replacement": ({"deletedRegion", "insertedContent"}, {"deletedRegion"}),
    "place": ({"artifactLocation", "region"}, {"artifactLocation"}),
    "region": ({"startLine", "startColumn", "endLine", "endColumn"}, {"startLine"}),
}


def assert_members(kind: str, members: dict[str, object]) -> None:
    allowed, required = SARIF[kind]
    assert required <= members.keys() <= allowed


def test_sarif_has_the_members_and_values_of_the_standard(harness, folder):
    (folder / "a b.run").write_text(MIXED)
    done = harness("check", "bad.run", "a b.run", "x", "--format", "sarif",
                   "--repair", "drop-unreadable-lines")  # fmt: skip
    log = json.loads(done.out)
    assert_members("log", log)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert_members("run", run)
    assert run["columnKind"] == "unicodeCodePoints"
    assert_members("driver", run["tool"]["driver"])
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        assert_members("rule", rule)
        assert rule["defaultConfiguration"]["level"] in ("note", "warning", "error")
        assert rule["shortDescription"]["text"].endswith(".")
    assert [rule["id"] for rule in rules] == list(CHECKS)
    for invocation in run["invocations"]:
        assert_members("invocation", invocation)
    assert run["invocations"][0]["exitCode"] == done.status == 2
    assert not run["invocations"][0]["executionSuccessful"]
    for result in run["results"]:
        assert_members("result", result)
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("note", "warning", "error")
        place = result["locations"][0]["physicalLocation"]
        assert_members("place", place)
        if "region" in place:
            assert_members("region", place["region"])
            assert min(place["region"].values()) >= 1
        for fix in result.get("fixes", ()):
            assert_members("fix", fix)
            for change in fix["artifactChanges"]:
                assert_members("change", change)
                assert change["artifactLocation"] == place["artifactLocation"]
                for replacement in change["replacements"]:
                    assert_members("replacement", replacement)
                    assert_members("region", replacement["deletedRegion"])
    prints = [one["partialFingerprints"]["harnessCheck/v1"] for one in run["results"]]
    assert len(set(prints)) == len(prints) > 4
    assert run["properties"]["counts"]["a b.run"] == {"score-order": 2}


def test_sarif_says_where_and_how_bad(harness, folder):
    (folder / "a b.run").write_text(MIXED)
    done = harness("check", "bad.run", "a b.run", "x", "--format", "sarif",
                   "--repair", "drop-unreadable-lines")  # fmt: skip
    found = [
        (
            one["ruleId"],
            one["level"],
            one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            one["locations"][0]["physicalLocation"].get("region"),
            one.get("properties"),
        )
        for one in json.loads(done.out)["runs"][0]["results"]
    ]
    repaired = {"repaired": True, "repair": "drop-unreadable-lines"}
    advice = {"repair": "rerank-by-score"}
    assert found == [
        ("fields", "note", "bad.run", {"startLine": 5, "startColumn": 5}, repaired),
        ("score-not-a-number", "note", "bad.run", {"startLine": 4, "startColumn": 14}, repaired),
        ("score-order", "warning", "a%20b.run", {"startLine": 2, "startColumn": 10}, advice),
        ("score-order", "warning", "a%20b.run", {"startLine": 4, "startColumn": 10}, advice),
        ("unreadable", "error", "x", None, None),
    ]


def fixed(text: str, results: list[dict]) -> str:
    """A text after the fixes of SARIF results, made as the standard says, the last line first."""
    lines = text.splitlines(keepends=True)
    regions = [
        one["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]
        for one in results
        if "fixes" in one
    ]
    for region in sorted(regions, key=lambda one: -one["startLine"]):
        first = region["startLine"]
        if "endLine" in region:
            assert (region["startColumn"], region["endColumn"]) == (1, 1)
            del lines[first - 1 : region["endLine"] - 1]
        else:  # the line without its end
            assert not lines[first - 1].endswith("\n")
            lines[first - 1] = ""
    return "".join(lines)


@pytest.mark.parametrize("end", ["\n", ""])
def test_the_fixes_of_sarif_are_the_repairs(harness, folder, end):
    text = f"1 Q0\n{GOOD}2 Q0 a 2 1 me\n2 Q0 z 2 1 me\n3 Q0 a 1 x me\n3 Q0 b 1 1 me\n4{end}"
    (folder / "a.run").write_text(text)
    (folder / "task.yaml").write_text("check: {documents: {pattern: '[ab]'}}\n")
    said = harness("check", "task.yaml", "a.run", "--format", "sarif").out
    after = fixed(text, json.loads(said)["runs"][0]["results"])
    assert after == f"{GOOD}3 Q0 b 1 1 me\n"
    (folder / "a.run").write_text(after)
    assert harness("check", "task.yaml", "a.run").status == 0


def test_only_a_plain_text_has_fixes(harness, folder):
    (folder / "a.run.gz").write_bytes(gzip.compress(TWICE.encode()))
    (folder / "b.csv").write_text("qid,docno,score\n1,a,2\n1,a,1\n")
    (folder / "c.run").write_bytes(TWICE.replace("\n", "\r").encode())
    said = json.loads(harness("check", "a.run.gz", "b.csv", "c.run", "--format", "sarif").out)
    results = said["runs"][0]["results"]
    assert [one["ruleId"] for one in results if one["level"] == "error"] == ["document-twice"] * 3
    assert not any("fixes" in one for one in results)


def test_fingerprints_stay_when_lines_are_added_above(harness, folder):
    def prints() -> list[str]:
        said = json.loads(harness("check", "a.run", "--format", "sarif").out)
        results = said["runs"][0]["results"]
        return [one["partialFingerprints"]["harnessCheck/v1"] for one in results]

    (folder / "a.run").write_text(TWICE)
    before = prints()
    (folder / "a.run").write_text(f"0 Q0 a 1 1 two\n{TWICE}")
    assert prints() == before
    (folder / "a.run").write_text(f"{TWICE}2 Q0 a 3 .5 two\n")
    assert len({*prints(), *before}) == 2


def test_topics_left_out_are_one_result_that_lists_them(harness, folder):
    (folder / "task.yaml").write_text("check: {topics: [1-40]}\n")
    said = json.loads(harness("check", "task.yaml", "good.run", "--format", "sarif").out)
    (result,) = said["runs"][0]["results"]
    listed = ", ".join(str(number) for number in range(3, 41))
    assert result["message"]["text"] == f"no document: topics {listed}"
    assert said["runs"][0]["properties"]["counts"] == {"good.run": {"topic-unanswered": 38}}
    (line,) = harness("check", "task.yaml", "good.run").out.splitlines()[1:2]
    assert line == "  warning topic-unanswered  38 of 40 topics (3, 4, 5 and 35 more): no document"


def test_an_absolute_path_is_a_file_uri(folder):
    path = folder / "é 1.run"
    path.write_text(MIXED)
    said = json.loads(sarif(Checks([check_run(path)])))
    place = said["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    uri = urlparse(place["artifactLocation"]["uri"])
    assert (uri.scheme, unquote(uri.path)) == ("file", str(path))


def test_what_was_not_checked_is_in_every_output():
    checks = Checks([], ("topics: there is no file t.txt",))
    assert text(checks) == "not checked: topics: there is no file t.txt\n"
    assert (checks.status, Checks([], checks.not_checked, strict=True).status) == (0, 1)
    assert json.loads(as_json(checks))["not_checked"] == ["topics: there is no file t.txt"]
    (invocation,) = json.loads(sarif(checks))["runs"][0]["invocations"]
    assert invocation["toolExecutionNotifications"] == [
        {"level": "note", "message": {"text": "not checked: topics: there is no file t.txt"}}
    ]


def test_an_output_file_is_written_and_the_status_stays(harness, folder):
    done = harness("check", "mixed.run", "--format", "sarif", "--output", "out.sarif")
    assert (done.status, done.out) == (1, "")
    assert json.loads((folder / "out.sarif").read_text())["version"] == "2.1.0"
    assert harness("check", "mixed.run", "-o", "no/such/dir/x").status == 2


# What the documentation says


def test_the_documentation_lists_every_check_and_every_repair(demo):
    said = (demo / "docs/checking.md").read_text(encoding="utf-8")
    rest, repairs = said.split("## What can be repaired")
    _, checks = rest.split("## What is checked")
    assert [line for line in checks.splitlines() if line.startswith("| ")][2:] == [
        f"| {check.code} | {check.severity}{' (always)' if check.vital else ''} | {check.summary} "
        f"| {', '.join(check.repairs)} |"
        for check in CHECKS.values()
    ]
    assert [line for line in repairs.splitlines() if line.startswith("| ")][2:][: len(REPAIRS)] == [
        f"| {repair.name} | {repair.summary} |" for repair in REPAIRS.values()
    ]


def test_the_example_of_the_documentation_is_what_is_printed(harness, folder, demo):
    said = (demo / "docs/checking.md").read_text(encoding="utf-8")
    example = said.split("$ harness check my.run\n", 1)[1].split("```")[0]
    lines = "1 Q0 a 1 3 me\n1 Q0 b 2 abc me\n1 Q0 c 3 2 me\n1 Q0 a 4 1 me\n"
    (folder / "my.run").write_text(lines)
    assert harness("check", "my.run").out == example


def test_the_demo_task_passes_but_for_the_topic_that_one_run_leaves_out(harness, demo):
    done = harness("check", demo / "configs/demo.yaml")
    assert done.status == 1
    assert done.out.splitlines()[-1] == "9 runs: 1 with warnings, 8 clean"


def test_help_explains_the_command(harness):
    assert "check" in harness("--help").out
    said = harness("check", "--help").out
    assert "The exit status is 0" in said
    assert all(name in said.replace("\n", "").replace(" ", "") for name in REPAIRS)


def test_requirements_problems_name_their_key():
    with pytest.raises(EvaluationError, match="severity: unknown code 'x'"):
        Requirements(severity={"x": "off"})


def test_what_is_checked_is_never_written_to(harness, tmp_path):
    run = tmp_path / "a.run"
    run.write_text("1 Q0 d 1 1 a\n")
    for force in ([], ["--force"]):
        got = harness("check", run, "-o", run, *force)
        assert got.status == 2
        assert run.read_text() == "1 Q0 d 1 1 a\n"
    other = tmp_path / "said.txt"
    other.write_text("mine")
    assert harness("check", run, "-o", other).status == 2
    assert other.read_text() == "mine"
    assert harness("check", run, "-o", other, "--force").status == 0
