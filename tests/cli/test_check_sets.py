"""Runs checked as a set: the organiser's whole one, and what a participant has."""

from __future__ import annotations

import json

import pytest

RUN = "1 Q0 a 1 2 {}\n1 Q0 b 2 1 {}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A task with three runs of two groups; two runs of one group have one tag."""
    monkeypatch.chdir(tmp_path)
    for name, tag in (("a", "bm25"), ("b", "bm25"), ("c", "rm3")):
        (tmp_path / f"{name}.run").write_text(RUN.format(tag, tag).replace(" a ", f" {name}1 "))
    (tmp_path / "task.yaml").write_text(
        "runs:\n- {path: a.run, name: a, group: us}\n- {path: b.run, name: b, group: us}\n"
        "- {path: c.run, group: them}\ncheck: {runs_per_group: 1}\n"
    )
    return tmp_path


def found(done) -> dict[str, list[str]]:
    return {
        one["file"]: [finding["code"] for finding in one["findings"]]
        for one in json.loads(done.out)["files"]
    }


def test_an_organiser_has_all_runs_of_the_task_compared(harness, folder):
    both = ["tag-twice", "too-many-runs"]
    done = harness("check", "task.yaml", "--format", "json")
    assert found(done) == {"a.run": both, "b.run": both, "c.run": []}
    assert (done.status, json.loads(done.out)["not_checked"]) == (1, [])


def test_equal_names_in_a_task_stop_no_check(harness, folder):
    (folder / "task.yaml").write_text("runs: [a.run, b.run, c.run]\n")
    (folder / "c.run").write_text("1 Q0 a 1 x rm3\n1 Q0 b 1 1 rm3\n")
    done = harness("check", "task.yaml")
    assert done.status == 1
    assert done.out.splitlines()[:4] == [
        "b.run: 1 error",
        (
            "  error set-aside  it is called 'bm25', as a.run is (give each its own: runs[].name, "
            "or run_pattern: (?P<name>[^/]+)$ for file names)"
        ),
        "c.run: 1 error",
        (
            "  error score-not-a-number  1:10: the score 'x' is not a number "
            "(repair: drop-unreadable-lines)"
        ),
    ]
    (folder / "q.txt").write_text("1 0 a1 1\n")
    (folder / "task.yaml").write_text("qrels: q.txt\nmeasures: [AP]\nruns: [a.run, b.run, c.run]\n")
    done = harness("run", "task.yaml")
    assert done.status == 1
    assert "bm25  " in done.out
    assert "2 of 3 runs are not evaluated" in done.err


def test_the_groups_may_stand_in_the_table_of_participants(harness, folder):
    (folder / "table.csv").write_text("run,group\nbm25,us\nb,us\nc,us\na,them\n")
    (folder / "task.yaml").write_text(
        "runs: [{path: a.run, name: a}, {path: b.run, name: b}, {path: c.run, name: c}]\n"
        "participants: table.csv\ncheck: {runs_per_group: 1, unique_tags: false}\n"
    )
    done = harness("check", "task.yaml", "--format", "json")
    assert found(done) == {"a.run": [], "b.run": ["too-many-runs"], "c.run": ["too-many-runs"]}


def test_a_participant_has_the_own_runs_compared_and_says_whose_they_are(harness, folder):
    done = harness("check", "task.yaml", "b.run", "c.run", "--group", "us", "--format", "json")
    assert found(done) == {"b.run": ["too-many-runs"], "c.run": ["too-many-runs"]}
    done = harness("check", "task.yaml", "a.run", "b.run", "--group", "us", "--format", "json")
    # They share a tag, and are called as their files, as when they are evaluated.
    assert found(done) == {file: ["too-many-runs"] for file in ("a.run", "b.run")}


def test_without_a_group_its_runs_are_said_not_to_be_counted(harness, folder):
    done = harness("check", "task.yaml", "b.run", "c.run")
    assert done.status == 0
    assert done.out.splitlines()[-2:] == [
        "not checked: runs of a group: no group is named (--group NAME)",
        "2 runs: 2 clean of what was checked",
    ]
    assert harness("check", "task.yaml", "b.run", "c.run", "--strict").status == 1


def test_without_a_task_runs_are_not_taken_for_a_set(harness, folder):
    assert harness("check", "a.run", "b.run").status == 0


def test_layouts_and_least_depth_are_asked_for_in_the_task(harness, folder):
    (folder / "task.yaml").write_text("check: {layout: trec, least_depth: 3}\n")
    (folder / "b.run").write_text("1\ta\t1\n1\tb\t2\n1\tc\t3\n")
    done = harness("check", "task.yaml", "a.run", "b.run", "--format", "json")
    assert found(done) == {"a.run": ["too-few-documents"], "b.run": ["layout"]}
    (folder / "task.yaml").write_text("check:\n  layout: [trek]\n  depth: 2\n  least_depth: 3\n")
    said = harness("check", "task.yaml", "a.run")
    assert said.status == 2
    assert "task.yaml:2:12: check.layout[0]: unknown layout 'trek' (did you mean trec?)" in said.err
    assert "task.yaml:4:16: check.least_depth: 3 is more than depth allows, which is 2" in said.err


def test_identical_runs_are_told_of_each_other_and_across_groups_warned_of(harness, folder):
    (folder / "b.run").write_text("1 Q0 b 2 3 x\n1 Q0 a1 1 4 x\n")  # a.run with other scores
    got = found(harness("check", "task.yaml", "--severity", "too-many-runs=off",
                        "--format", "json"))  # fmt: skip
    assert got == {
        "a.run": ["run-identical"],
        "b.run": ["score-order", "run-identical"],
        "c.run": [],
    }
    (folder / "c.run").write_text((folder / "a.run").read_text())
    done = harness("check", "task.yaml", "--format", "json")
    assert "run-identical-group" in found(done)["c.run"]
    assert done.status == 1


def test_a_run_that_is_set_aside_is_an_error_of_its_own(harness, folder):
    (folder / "task.yaml").write_text("runs: ['*.run']\nrun_pattern: '(?P<name>[ab])[.]run$'\n")
    got = found(harness("check", "task.yaml", "--format", "json"))
    assert got == {"a.run": [], "b.run": [], "c.run": ["set-aside"]}


@pytest.mark.long
def test_many_findings_are_said_by_their_causes_in_few_lines(harness, folder):
    (folder / "runs").mkdir()
    for number in range(60):
        twice = f"1 Q0 a 1 2 r{number}\n1 Q0 a 2 1 r{number}\n1 Q0 d{number} 3 0 r{number}\n"
        (folder / "runs" / f"{number}.run").write_text(twice)
    out = harness("check", "runs/*.run").out.splitlines()
    assert len(out) <= 40
    assert out[0] == "error document-twice: 60 of 60 runs"
    assert "drop-lower-duplicates" in out[1]
    assert out[2].startswith("  also in runs/1.run, ")
    (folder / "qrels.txt").write_text("1 0 a 1\n")
    (folder / "task.yaml").write_text("qrels: qrels.txt\nruns: [a.run, runs]\nmeasures: [AP]\n")
    (folder / "a.run").write_text("1 Q0 a 1 1 good\n")
    done = harness("run", "task.yaml")
    assert done.status == 1
    lines = done.err.splitlines()
    assert len(lines) <= 40
    assert "Error: 60 of 61 runs are not evaluated" in lines
    assert "error document-twice: 60 of 61 runs" in lines
