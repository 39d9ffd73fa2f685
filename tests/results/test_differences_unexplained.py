"""Values that nothing explains: tampered, blanked, of other versions, of damaged results."""

from __future__ import annotations

import dataclasses
import math

import polars as pl
import pytest

from harness.core.errors import EvaluationError, InputError
from harness.diff.differences import UNEXPLAINED, differences
from harness.results import read_results
from tests.results.differences_cases import (
    QRELS,
    RUNS,
    causes_of,
    changes_of,
    compared,
    found_differing,
    manifest_of,
    recount,
    scores_of,
    slow_differing,
    tamper,
    why,
    write_manifest,
)


@pytest.mark.parametrize("value", [0.5555, None, float("nan")])
def test_a_value_that_was_tampered_with_is_unexplained(task, base, value):
    after = task.evaluate()
    tamper(after, "two", "AP", "3", value)
    found = compared(base, after)
    if value == value:
        recount(found, base, after)
    assert found.values.select("run", "measure", "topic", "causes").rows() == [
        ("two", "AP", "3", [])
    ]
    assert found.unexplained.rows() == [(UNEXPLAINED, "a bug, or damaged results", 1, 1, 0, 0)]
    assert found.why.row(0)[0] == UNEXPLAINED


def test_other_changes_do_not_excuse_a_value_they_cannot_explain(task, base):
    after = task.evaluate(
        {**QRELS, "2": {"a": 1, "d": 0}}, {**RUNS, "one": {**RUNS["one"], "1": "ca"}}
    )
    tamper(after, "three", "RR", "3", 0.9)
    found = compared(base, after)
    recount(found, base, after)
    assert found.unexplained["values"].to_list() == [1]
    nothing = found.values.filter(pl.col("causes").list.len() == 0)
    assert nothing.select("run", "measure", "topic").rows() == [("three", "RR", "3")]


def test_a_summary_that_does_not_follow_is_unexplained(task, base):
    after = task.evaluate()
    summary = pl.read_parquet(after / "summary.parquet")
    row = pl.int_range(pl.len()) == 3
    summary = summary.with_columns(value=pl.when(row).then(0.99).otherwise("value"))
    summary.write_parquet(after / "summary.parquet")
    found = compared(base, after)
    assert not found.equal
    assert found.values.is_empty()
    assert found.unexplained.rows() == [(UNEXPLAINED, "a bug, or damaged results", 1, 0, 0, 1)]


def test_other_versions_explain_any_value_and_are_named(task, base):
    after = task.evaluate()
    described = manifest_of(after)
    described["versions"]["numpy"] = "9.9"
    write_manifest(after, described)
    tamper(after, "two", "AP", "3", 0.5555)
    found = compared(base, after)
    assert causes_of(found) == {("versions",)}
    assert why(found)["versions"]["what"].endswith("→ 9.9")
    assert changes_of(found)["version", "numpy"][1] == "9.9"


def test_rounding_is_counted_apart_and_is_a_difference(task, base):
    after = task.evaluate()
    value = scores_of(base)["two", "AP", "1"]
    tamper(after, "two", "AP", "1", value + 2e-13)
    tamper(after, "one", "AP", "1", scores_of(base)["one", "AP", "1"] + 2e-12)
    found = compared(base, after)
    recount(found, base, after)
    assert not found.equal
    row = found.measures.filter(pl.col("measure") == "AP").row(0, named=True)
    assert (row["differ"], row["rounding"]) == (1, 1)


# Damaged directories


def test_a_manifest_that_says_nothing_leaves_only_the_numbers(task, base):
    bare = dataclasses.replace(read_results(task.evaluate()), manifest={})
    found = differences(bare, bare)
    assert found.equal
    assert found.inputs.is_empty()


@pytest.mark.parametrize(
    "change",
    [
        {"rules": 3},
        {"runs": [{"name": 7}]},
        {"subsets": {"all": 5}},
        {"measures": [{"label": "AP"}]},
        {"config": {"resolved": 5}},
        {"versions": []},
    ],
)
def test_a_damaged_manifest_is_refused(task, base, change):
    after = task.evaluate()
    write_manifest(after, {**manifest_of(after), **change})
    with pytest.raises(InputError, match="damaged results") as caught:
        compared(base, after)
    assert str(after / "manifest.json") in str(caught.value)


def test_damaged_tables_are_refused(base):
    good = read_results(base)
    twice = dataclasses.replace(good, scores=pl.concat([good.scores, good.scores.head(1)]))
    renamed = dataclasses.replace(good, scores=good.scores.rename({"value": "worth"}))
    texts = dataclasses.replace(good, summary=good.summary.with_columns(value=pl.lit("x")))
    for damaged, said in (
        (twice, "two values of 'one' on topic '1' for 'AP'"),
        (renamed, "scores has no proper columns value"),
        (texts, "summary has no proper columns value"),
    ):
        with pytest.raises(InputError, match=said):
            differences(good, damaged)


def test_a_measure_that_is_not_in_both_is_refused_with_the_nearest(task, base):
    after = task.evaluate(measures="[AP, P@3, nDCG, RR]")
    with pytest.raises(EvaluationError, match=r"'nDGC' was not .* \(did you mean nDCG\?\)"):
        compared(base, after, measures=["nDGC"])
    with pytest.raises(EvaluationError, match=r"'P@3' was not computed in both \(only after"):
        compared(base, after, measures=["P@3"])


def test_the_mean_of_a_topic_is_that_of_the_runs_that_have_it_in_both(task, base):
    after = task.evaluate({**QRELS, "1": {"a": 0, "b": 2, "c": 2}}, topic_policy="answered")
    found = compared(base, after)
    for row in found.topics.iter_rows(named=True):
        own = [
            new - old
            for (_, measure, topic), (old, new) in slow_differing(base, after).items()
            if (measure, topic) == (row["measure"], row["topic"]) and None not in (old, new)
        ]
        assert row["mean"] == (math.fsum(own) / len(own) if own else None)


def test_a_changed_run_does_not_excuse_a_value_that_is_not_there(task, base):
    """All judged topics are averaged, whatever the run answers."""
    after = task.evaluate(runs={**RUNS, "two": {**RUNS["two"], "1": "abxc"}})
    tamper(after, "two", "AP", "1", None)
    found = compared(base, after)
    gone = found.values.filter(pl.col("after").is_null())
    assert gone.select("run", "topic", "causes").rows() == [("two", "1", [])]


def test_a_run_that_answers_another_topic_explains_a_mean_over_other_topics(task):
    before = task.evaluate(topic_policy="answered")
    runs = {**RUNS, "three": {**RUNS["three"], "4": "ab"}}
    after = task.evaluate(runs=runs, topic_policy="answered")
    found = compared(before, after)
    recount(found, before, after)
    assert {key[::2] for key in found_differing(found)} == {("three", "4")}
    assert causes_of(found) == {("run file",)}
    assert UNEXPLAINED not in why(found)


def test_a_topic_policy_does_not_excuse_a_topic_that_the_run_answers(task, base):
    after = task.evaluate(topic_policy="answered")
    tamper(after, "one", "RR", "1", 0.9)
    found = compared(base, after)
    recount(found, base, after)
    assert found.values.filter(pl.col("run") == "one")["causes"].to_list() == [[]]


def test_a_value_that_was_blanked_differs(base):
    good = read_results(base)
    first = pl.int_range(pl.len()) == 0
    blank = pl.when(first).then(None).otherwise("value")
    found = differences(
        good, dataclasses.replace(good, scores=good.scores.with_columns(value=blank))
    )
    assert found.values.select("after", "causes").rows() == [(None, [])]
    assert found.measures["differ"].sum() == 1
