"""``harness check`` as organisers and participants use it."""

from __future__ import annotations

import json
import subprocess
import sys
from urllib.parse import unquote, urlparse

import pytest

from harness.errors import EvaluationError
from harness.report.findings import Checks, as_json, text
from harness.report.sarif import sarif
from harness.validation import CHECKS, REPAIRS, Requirements, check_run

GOOD = "1 Q0 a 1 2 me\n1 Q0 b 2 1 me\n2 Q0 a 1 2 me\n"
TIED = GOOD.replace("2 1 me", "2 2 me")
LATE = GOOD.replace("a 1", "a 0").replace("b 2", "b 1")
TWICE = GOOD + "2 Q0 a 2 1 me\n"
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
        ("late.run", LATE),
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
        (["late.run"], 1),  # a warning
        (["other/twice.run"], 1),  # an error
        (["good.run", "late.run"], 1),
        (["other/twice.run", "--repair", "drop-later-duplicates"], 0),
        (["late.run", "--severity", "rank-start=note"], 0),
        (["late.run", "--severity", "rank-start=off"], 0),
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
        (["--layout", "trek", "good.run"], 2),
        ([], 2),
    ],
)
def test_the_exit_status_says_how_it_went(harness, folder, arguments, status):
    done = harness("check", *arguments)
    assert done.status == status
    assert "Traceback" not in done.err


def test_the_status_is_that_of_the_process(folder):
    for file, status in (("good.run", 0), ("late.run", 1), ("none.run", 2)):
        command = [sys.executable, "-m", "harness", "check", file]
        assert subprocess.run(command, capture_output=True, check=False).returncode == status


def test_a_wrong_option_is_explained_with_the_nearest_name(harness, folder):
    assert "did you mean rank-start?" in harness("check", "--severity", "rank-strat=off", "x").err
    said = harness("check", "--repair", "cut-to-dept", "good.run").err
    assert "unknown repair 'cut-to-dept' (did you mean cut-to-depth?)" in said
    assert "write CODE=SEVERITY" in harness("check", "--severity", "off", "good.run").err
    assert "one task at a time" in harness("check", "task.yaml", "b.yml").err


# Text


def test_the_text_has_a_line_for_each_finding_each_file_and_all(harness, folder):
    done = harness("check", "good.run", "tied.run", "late.run", "bad.run", "other/twice.run", "x")
    assert done.out.splitlines() == [
        "good.run: nothing found",
        "tied.run:1:10: note: the score 2.0 is also that of other documents [score-tied]",
        "tied.run: 2 notes; not listed: score-tied 1",
        (
            "late.run:1:8: warning: the ranks of topic '1' start at 0, not at 1 [rank-start] "
            "(repair: rerank-by-score)"
        ),
        (
            "late.run:3:8: warning: the ranks of topic '2' start at 0, not at 1 [rank-start] "
            "(repair: rerank-by-score)"
        ),
        "late.run: 2 warnings",
        (
            "bad.run:5:5: error: 2 fields where 6 are expected: topic iter doc rank score tag "
            "[fields] (repair: drop-unreadable-lines)"
        ),
        (
            "bad.run:4:14: error: the score 'x' is not a finite number [score-not-a-number] "
            "(repair: drop-unreadable-lines)"
        ),
        "bad.run: 2 errors",
        (
            "other/twice.run:4:6: error: document 'a' again in topic '2' (first in line 3) "
            "[document-twice] (repair: drop-later-duplicates)"
        ),
        "other/twice.run: 1 error",
        "x: error: no such file [unreadable]",
        "x: 1 error",
        "6 runs: 2 clean, 1 with warnings, 2 with errors, 1 unreadable",
        (
            "repairs would settle all errors of 2 of 2 runs with errors: drop-unreadable-lines (1), "
            "drop-later-duplicates (1)"
        ),
    ]
    assert done.err == ""


def test_what_was_repaired_is_said(harness, folder):
    done = harness("check", "other/twice.run", "--repair", "drop-later-duplicates")
    assert done.out.splitlines() == [
        (
            "other/twice.run:4:6: repaired: document 'a' again in topic '2' (first in line 3) "
            "[document-twice] (repaired by drop-later-duplicates)"
        ),
        "other/twice.run: 1 repaired; repairs: drop-later-duplicates 1 line",
        "1 run: 1 clean",
    ]


def test_what_is_not_listed_is_counted(harness, folder):
    lines = [f"1 0 d{n} {n + 1} {-(n // 2)} me\n" for n in range(100)]
    (folder / "many.run").write_text("".join(lines))
    done = harness("check", "many.run")
    said = done.out.splitlines()
    assert sum("[iter-not-q0]" in line for line in said) == 25
    assert "many.run: 100 warnings, 100 notes; not listed: iter-not-q0 75, score-tied 99" in said


def test_an_error_that_nothing_repairs_is_not_said_to_be_repairable(harness, folder):
    (folder / "task.yaml").write_text(
        "runs: x\ncheck: {severity: {topic-unanswered: error}, topics: 1-3}"
    )
    done = harness("check", "task.yaml", "good.run", "other/twice.run")
    assert done.out.splitlines()[-1] == (
        "repairs would settle all errors of 0 of 2 runs with errors: drop-later-duplicates (1)"
    )


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
        "not checked: topics: there is no file topics.tsv",
        "not checked: documents: there is no file docs.txt.gz",
        (
            "mine.run:2:1: repaired: topic '1' has 2 documents; at most 1 are allowed "
            "[too-many-documents] (repaired by cut-to-depth)"
        ),
        "mine.run: 1 repaired; repairs: cut-to-depth 1 line",
        "1 run: 1 clean",
    ]


def test_options_are_added_to_what_the_task_says(harness, folder):
    (folder / "task.yaml").write_text(
        "check: {severity: {rank-start: off}, repairs: drop-unreadable-lines, topics: 1-2}\n"
    )
    (folder / "odd.run").write_text("1 Q0 a 0 2 me\n2 Q0 a 0 2 me\n2 Q0 a 1 1 me\n2 Q0\n")
    done = harness("check", "task.yaml", "odd.run", "--repair", "drop-later-duplicates")
    assert done.status == 0
    assert "repairs: drop-unreadable-lines 1 line, drop-later-duplicates 1 line" in done.out


def test_the_same_is_said_on_any_number_of_threads(harness, folder):
    runs = ["good.run", "bad.run", "late.run", "x", "tied.run", "other/twice.run"] * 3
    said = {harness("check", *runs, "--threads", count).out for count in (1, 2, 5)}
    assert len(said) == 1


def test_standard_input_is_checked_too(harness, folder):
    done = harness("check", "-", stdin=TWICE.encode())
    assert done.status == 1
    assert done.out.startswith("-:4:6: error: document 'a' again")


# JSON and SARIF


def test_json_has_everything(harness, folder):
    done = harness("check", "bad.run", "late.run", "x", "--format", "json")
    assert done.status == 2
    said = json.loads(done.out)
    assert (said["format"], said["not_checked"]) == ("harness check 1", [])
    bad, late, absent = said["files"]
    assert bad["counts"]["fields"] == {"severity": "error", "standing": 1, "repaired": 0}
    assert late["findings"][0] == {
        "code": "rank-start",
        "severity": "warning",
        "message": "the ranks of topic '1' start at 0, not at 1",
        "file": "late.run",
        "line": 1,
        "column": 8,
        "repair": "rerank-by-score",
    }
    assert (late["run"], late["format"], late["worst"]) == ("me", "trec", "warning")
    assert (absent["readable"], absent["run"], absent["worst"]) == (False, None, "error")
    assert said["summary"] == {
        "files": 3, "clean": 0, "warnings": 1, "errors": 1, "unreadable": 1,
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
    "result": ({"ruleId", "ruleIndex", "level", "message", "locations", "properties"}, {"message"}),
    "place": ({"artifactLocation", "region"}, {"artifactLocation"}),
    "region": ({"startLine", "startColumn"}, {"startLine"}),
}


def assert_members(kind: str, members: dict[str, object]) -> None:
    allowed, required = SARIF[kind]
    assert required <= members.keys() <= allowed


def test_sarif_has_the_members_and_values_of_the_standard(harness, folder):
    (folder / "a b.run").write_text(LATE)
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
    assert run["properties"]["counts"]["a b.run"] == {"rank-start": 2}


def test_sarif_says_where_and_how_bad(harness, folder):
    (folder / "a b.run").write_text(LATE)
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
        ("rank-start", "warning", "a%20b.run", {"startLine": 1, "startColumn": 8}, advice),
        ("rank-start", "warning", "a%20b.run", {"startLine": 3, "startColumn": 8}, advice),
        ("unreadable", "error", "x", None, None),
    ]


def test_an_absolute_path_is_a_file_uri(folder):
    path = folder / "é 1.run"
    path.write_text(LATE)
    said = json.loads(sarif(Checks([check_run(path)])))
    place = said["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    uri = urlparse(place["artifactLocation"]["uri"])
    assert (uri.scheme, unquote(uri.path)) == ("file", str(path))


def test_what_was_not_checked_is_in_every_output():
    checks = Checks([], ("topics: there is no file t.txt",))
    assert text(checks) == "not checked: topics: there is no file t.txt\n"
    assert json.loads(as_json(checks))["not_checked"] == ["topics: there is no file t.txt"]
    (invocation,) = json.loads(sarif(checks))["runs"][0]["invocations"]
    assert invocation["toolExecutionNotifications"] == [
        {"level": "note", "message": {"text": "not checked: topics: there is no file t.txt"}}
    ]


def test_an_output_file_is_written_and_the_status_stays(harness, folder):
    done = harness("check", "late.run", "--format", "sarif", "--output", "out.sarif")
    assert (done.status, done.out) == (1, "")
    assert json.loads((folder / "out.sarif").read_text())["version"] == "2.1.0"
    assert harness("check", "late.run", "-o", "no/such/dir/x").status == 2


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
    assert done.out.splitlines()[-1] == "9 runs: 8 clean, 1 with warnings"


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
