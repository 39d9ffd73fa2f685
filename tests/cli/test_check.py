"""``harness check`` as organisers and participants use it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from harness.report.findings import Checks, as_json, text
from harness.report.sarif import sarif
from tests.cli.check_cases import GOOD, TASK, TWICE, made_folder

folder = pytest.fixture(made_folder)


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
        (["mixed.run", "--diff"], 1),
        (["mixed.run", "--diff", "--format", "json"], 2),
        (["mixed.run", "--diff", "--all"], 2),
        (["other", "good.run"], 1),
        (["other/none", "good.run"], 2),
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
    # Both files have the tag "me": they are called as their files.
    assert (late["run"], late["format"], late["worst"]) == ("mixed", "trec", "warning")
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


def test_the_example_of_the_documentation_is_what_is_printed(harness, folder, demo):
    said = (demo / "docs/checking.md").read_text(encoding="utf-8")
    example, diff = (
        said.split(f'$ harness check my.run{more}; echo "status $?"\n', 1)[1].split("status")[0]
        for more in ("", " --diff")
    )
    lines = "1 Q0 a 1 3 me\n1 Q0 b 2 abc me\n1 Q0 c 3 2 me\n1 Q0 a 4 1 me\n"
    (folder / "my.run").write_text(lines)
    assert harness("check", "my.run").out == example
    assert harness("check", "my.run", "--diff").out == diff


def test_the_demo_task_passes_but_for_the_topic_that_one_run_leaves_out(harness, demo):
    done = harness("check", demo / "configs/demo.yaml")
    assert done.status == 1
    assert done.out.splitlines()[-1] == "9 runs: 1 with warnings, 8 clean"


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


def test_the_diff_shows_repairs_asked_for_and_recommended_and_changes_no_file(harness, folder):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    got = harness("check", "good.run", "other/twice.run", "--diff")
    assert got.out.splitlines()[:3] == [
        "--- other/twice.run",
        "+++ other/twice.run\trepaired by drop-lower-duplicates",
        "@@ -1,4 +1,3 @@",
    ]
    assert "-2 Q0 a 2 1 two" in got.out.splitlines()
    got = harness("check", "mixed.run", "--diff", "--repair", "rerank-by-score")
    assert got.status == 0
    assert [line for line in got.out.splitlines() if line.startswith("+1")] == ["+1 Q0 a 1 2 me"]
    assert harness("check", "good.run", "--diff").out == ""
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_column_without_a_name_is_said_not_to_be_used(harness, tmp_path):
    run = tmp_path / "index.csv"  # as pandas writes it with its index
    run.write_text(",topic,doc,score\n0,1,a,2\n1,1,b,1\n")
    assert "columns that are not used: one without a name" in harness("check", run).out
