"""How two evaluations are shown: any values, hostile names, long lists, programs."""

from __future__ import annotations

import json

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from harness.diff.differences import differences
from harness.report.differences import PARTS, DifferenceView, difference_tables
from harness.report.table import RENDERERS, render
from harness.results import Results
from tests.results.differences_cases import QRELS, TOPICS, compared, found_differing

# Any values at all

_NUMBERS = st.sampled_from([0.0, 0.25, 0.25 + 1e-13, 0.5, 1.0, float("nan")])

_KEYS = st.tuples(st.sampled_from("rst"), st.sampled_from(["AP", "P@5"]), st.sampled_from("1234"))

_TABLES = st.dictionaries(_KEYS, _NUMBERS, min_size=1)


def results_of(values: dict[tuple[str, str, str], float]) -> Results:
    """Results that hold these values and nothing else."""
    rows = [(run, "", topic, measure, value) for (run, measure, topic), value in values.items()]
    text = dict.fromkeys(("run", "group", "topic", "measure"), pl.String)
    scores = pl.DataFrame(rows, {**text, "value": pl.Float64}, orient="row")
    summary = pl.DataFrame(
        schema={
            **dict.fromkeys(("run", "measure", "subset", "summary"), pl.String),
            "own": pl.Boolean,
            "value": pl.Float64,
        }
    )
    return Results(scores, summary, scores, {})


@given(_TABLES, _TABLES)
def test_of_any_values_those_that_are_not_the_same_float_differ(old, new):
    found = differences(results_of(old), results_of(new))
    runs = {key[0] for key in old} & {key[0] for key in new}
    measures = {key[1] for key in old} & {key[1] for key in new}
    every = {k for k in {**old, **new} if k[0] in runs and k[1] in measures}
    expected = {k for k in every if repr(old.get(k)) != repr(new.get(k))}
    assert set(found_differing(found)) == expected
    assert found.num_values == len(every)
    small = {k for k in expected if k in old and k in new and abs(new[k] - old[k]) < 1e-12}
    rows = found.values.filter("rounding").select("run", "measure", "topic").rows()
    assert set(rows) == small
    back = differences(results_of(new), results_of(old))
    assert set(found_differing(back)) == expected
    if expected:
        assert found.unexplained["values"].to_list() == [len(expected)]


# How it is shown


def test_tables_for_programs_are_complete_and_exact(task, base):
    after = task.evaluate({**QRELS, "1": {"a": 2, "b": 1}, "2": {"a": 1, "d": 0}}, depth="2")
    found = compared(base, after)
    frames = {name: getattr(found, name) for name in PARTS}
    every = tuple(found.measures["measure"].to_list())
    tables = difference_tables(
        frames, DifferenceView("x", "y", every, everything=True, complete=True)
    )
    rows = json.loads(render(tables["summary"], "json"))
    columns = ("run", "measure", "before", "after", "difference", "differ", "largest")
    assert [tuple(row[name] for name in columns) for row in rows] == sorted(
        found.summary.select(columns).rows(),
        key=lambda row: (every.index(row[1]), -abs(row[4]), found.runs.index(row[0])),
    )
    assert len(json.loads(render(tables["topics"], "json"))) == 4 * 6
    for style in RENDERERS:
        for table in tables.values():
            assert render(table, style)


def test_long_texts_and_long_lists_are_cut_for_people_who_are_told(task):
    topics = {str(number): {"a": 1} for number in range(100, 130)}
    runs = {"one": dict.fromkeys(topics, "ab")}
    before = task.evaluate(topics, runs, topics=TOPICS.replace('"1"', '"100"'), subsets=None)
    changed = {topic: {"a": 1, "b": 1} for topic in topics}
    title = TOPICS.replace('"1"', '"100"').replace("pearl", "pearl " * 30)
    after = task.evaluate(changed, runs, topics=title, subsets=None)
    found = compared(before, after)
    frames = {name: getattr(found, name) for name in PARTS}
    people = difference_tables(frames, DifferenceView("x", "y", ("P@2",)))
    assert "judgments of topic: 20 more; --all lists them" in list(map(str, people["inputs"].notes))
    assert max(len(str(cell)) for row in people["inputs"].rows for cell in row) <= 40
    assert len(people["topics"].rows) == 20
    assert str(people["topics"].notes[0]) == (
        "P@2: 30 of 30 topics changed, the first 20 are shown; --all shows all"
    )
    everything = difference_tables(frames, DifferenceView("x", "y", ("P@2",), everything=True))
    assert len(everything["inputs"].rows) == found.inputs.height == 33
    assert len(everything["topics"].rows) == 30
