"""What is found in several runs of a task together."""

from __future__ import annotations

import pytest

from harness.validation import CHECKS, Requirements, check_run, check_together

RUN = "1 Q0 a 1 2 {}\n1 Q0 b 2 1 {}\n"


@pytest.fixture
def runs(tmp_path):
    """``runs(a="bm25", b="bm25")``: checked files of these names, with these tags."""

    def made(**tags: str):
        for name, tag in tags.items():
            (tmp_path / name).write_text(RUN.format(tag, tag))
        return [check_run(tmp_path / name) for name in tags]

    return made


def codes(checked) -> list[list[str]]:
    return [[finding.code for finding in one.findings] for one in checked]


def test_equal_names_are_errors_that_name_the_other_files(runs):
    checked = check_together(runs(a="bm25", b="rm3", c="bm25"), Requirements())
    assert codes(checked) == [["name-twice"], [], ["name-twice"]]
    first, clean, _ = checked
    assert first.findings[0].message.startswith("the name 'bm25' is also that of ")
    assert first.findings[0].message.endswith("/c")
    assert (first.worst, first.run, first.counts) == ("error", None, {"name-twice": 1})
    assert [fold.code for fold in first.folds] == ["name-twice"]
    assert clean.run is not None


def test_equal_tags_of_runs_with_names_of_their_own_are_a_warning(tmp_path, runs):
    runs(a="bm25", b="bm25")
    named = [check_run(tmp_path / name, name=name) for name in "ab"]
    checked = check_together(named, Requirements())
    assert codes(checked) == [["tag-twice"], ["tag-twice"]]
    assert [one.worst for one in checked] == ["warning", "warning"]
    assert all(one.run is not None for one in checked)
    assert codes(check_together(named, Requirements(unique_tags=False))) == [[], []]


def test_tags_are_those_of_the_files_not_of_their_repair(tmp_path, runs):
    runs(a="x", b="x")
    asked = Requirements(tag_is_file_name=True, repairs=("tag-from-file-name",))
    checked = [check_run(tmp_path / name, asked) for name in "ab"]
    assert [one.name for one in checked] == ["a", "b"]
    found = check_together(checked, asked)
    assert codes(found) == [["tag-not-file-name", "tag-twice"]] * 2


def test_every_run_of_a_group_that_has_too_many_is_found(runs):
    checked = runs(a="1", b="2", c="3", d="4")
    groups = ("us", "them", "us", None)
    found = check_together(checked, Requirements(runs_per_group=1), groups)
    assert codes(found) == [["too-many-runs"], [], ["too-many-runs"], []]
    assert found[0].findings[0].message == "group 'us' has 2 runs; at most 1 are allowed"
    assert codes(check_together(checked, Requirements(runs_per_group=2), groups)) == [[]] * 4


def test_severities_are_those_that_the_task_says(runs):
    checked = runs(a="1", b="2")
    asked = Requirements(runs_per_group=1, severity={"too-many-runs": "error"})
    assert [one.worst for one in check_together(checked, asked, ("us", "us"))] == ["error"] * 2
    asked = Requirements(runs_per_group=1, severity={"too-many-runs": "off"})
    assert codes(check_together(checked, asked, ("us", "us"))) == [[], []]


def test_what_is_worse_comes_first(tmp_path):
    (tmp_path / "a").write_text("1 9 a 1 1 x\n")
    (tmp_path / "b").write_text("1 Q0 a 1 1 x\n")
    one, _ = check_together([check_run(tmp_path / "a"), check_run(tmp_path / "b")], Requirements())
    assert [fold.code for fold in one.folds] == ["name-twice", "iter-not-q0"]
    assert list(one.tallies) == [code for code in CHECKS if code in one.tallies]
