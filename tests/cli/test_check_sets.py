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
        (tmp_path / f"{name}.run").write_text(RUN.format(tag, tag))
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
    assert done.out.splitlines()[:6] == [
        "a.run: 1 error",
        "  error name-twice  the name 'bm25' is also that of b.run",
        "b.run: 1 error",
        "  error name-twice  the name 'bm25' is also that of a.run",
        "c.run: 1 error",
        (
            "  error score-not-a-number  1:10: the score 'x' is not a number "
            "(repair: drop-unreadable-lines)"
        ),
    ]
    assert harness("run", "task.yaml").status == 2  # which has no way to tell them apart


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
    assert found(done) == {file: ["name-twice", "too-many-runs"] for file in ("a.run", "b.run")}


def test_without_a_group_its_runs_are_said_not_to_be_counted(harness, folder):
    done = harness("check", "task.yaml", "b.run", "c.run")
    assert done.status == 0
    assert done.out.splitlines()[-2:] == [
        "not checked: runs of a group: nothing says whose these are (--group NAME)",
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
