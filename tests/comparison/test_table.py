"""Score tables: what they are made of, and one test for each way of getting them wrong."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import harness
from harness.comparison import Comparison, Options, ScoreTable
from harness.stats.topics import STANDARDISATIONS, standardise
from tests.errors import problems_of

QRELS = {"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 1}}
RUNS = {
    "one": {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}, "3": {"b": 2.0, "a": 1.0}},
    "two": {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 1.0}, "3": {"a": 1.0}},
    "part": {"1": {"a": 1.0}, "2": {"b": 2.0, "a": 1.0}},
}
#: RR by hand; the run "part" does not answer topic 3.
RR = {"one": [1, 1, 0.5], "two": [0.5, 1, 1], "part": [1, 0.5, 0]}


@pytest.fixture(scope="module")
def answered():
    return harness.score(QRELS, RUNS, ["RR", "P@1"], topic_policy="answered")


def test_scores_results_and_frames_give_the_same_table():
    scores = harness.score(QRELS, RUNS, ["RR", "P@1"])
    tables = [
        ScoreTable.of(scores, "recip_rank"),  # trec_eval's name
        ScoreTable.of_frame(scores.per_topic("RR"), "RR"),
        ScoreTable.of_long(scores.per_topic(), "recip_rank"),
        ScoreTable.of_long(pl.DataFrame(scores.per_topic().to_dict("list")), "RR"),
    ]
    for table in tables:
        assert (table.measure, table.topics) == ("RR", ("1", "2", "3"))
        assert {run: table.select_run(run).tolist() for run in table.runs} == RR
    assert tables[0].dialect == "trec_eval-10"
    assert tuple(map(str, tables[0].notes)) == (
        "runs that do not answer all topics: part (1 missing)",
    )


def test_topics_that_not_all_runs_have_are_refused_with_the_option(answered):
    (said,) = problems_of(lambda: ScoreTable.of(answered, "RR"))
    assert said.startswith("RR: 1 of 3 topics was not evaluated for all runs: 3 (part lacks 1; ")
    assert 'topics="common" (the key compare.topics, --topics of harness compare and gate)' in said


@pytest.mark.parametrize(
    "make",
    [
        lambda scores: ScoreTable.of(scores, "RR", topics="common"),
        lambda scores: ScoreTable.of_frame(scores.per_topic("RR"), "RR", topics="common"),
        lambda scores: ScoreTable.of_long(scores.per_topic(), "RR", topics="common"),
    ],
)
def test_common_topics_are_those_of_all_runs_and_the_others_are_said(answered, make):
    table = make(answered)
    assert (table.topics, table.left_out) == (("1", "2"), ("3",))
    assert table.select_run("part").tolist() == RR["part"][:2]


def test_runs_can_be_chosen_and_only_their_topics_count(answered):
    table = ScoreTable.of(answered, "RR", runs=["two", "one"])
    assert (table.runs, table.topics, table.left_out) == (("two", "one"), ("1", "2", "3"), ())


def test_no_common_topic_is_an_error():
    import pandas as pd

    frame = pd.DataFrame({"x": [1.0, np.nan], "y": [np.nan, 1.0]}, index=["1", "2"])
    said = problems_of(lambda: ScoreTable.of_frame(frame, "AP", topics="common"))
    assert said == ["AP: no topic was evaluated for all 2 runs"]


def test_one_topic_and_one_run_are_refused_together(table_of):
    assert problems_of(lambda: table_of([[0.5]])) == [
        "AP: 1 run: at least two runs are needed for a comparison",
        "AP: 1 topic: at least two topics are needed for a comparison",
    ]


def test_missing_and_infinite_values_are_refused_each_with_its_place(table_of):
    assert problems_of(lambda: table_of([[0.5, np.nan], [np.inf, 0.1]])) == [
        "AP: the value of r1 on topic 100 is missing",
        "AP: the value of r0 on topic 101 is infinite",
    ]


def test_missing_values_of_a_long_frame_are_no_missing_topics():
    import pandas as pd

    frame = pd.DataFrame(
        {
            "run": ["x", "y", "x", "y", "y"],
            "topic": ["1", "1", "2", "2", "2"],
            "measure": "AP",
            "value": [0.5, 0.1, np.nan, 0.2, 0.3],
        }
    )
    for topics in ("all", "common"):
        said = problems_of(lambda topics=topics: ScoreTable.of_long(frame, topics=topics))
        assert said == [
            "AP: the value of x on topic 2 is missing",
            "AP: two values of y on topic 2",
        ]


def test_two_runs_of_one_name_are_refused():
    import pandas as pd

    frame = pd.DataFrame([[0.1, 0.2], [0.3, 0.4]], columns=["x", "x"])
    assert problems_of(lambda: ScoreTable.of_frame(frame)) == [
        "score: 2 runs have the run name 'x'"
    ]


def test_unknown_names_get_the_nearest(answered):
    said = problems_of(lambda: ScoreTable.of(answered, "RRR"))
    assert said == ["the measure 'RRR' was not computed (did you mean RR?)"]
    said = problems_of(lambda: ScoreTable.of(answered, runs=["onne", "twoo"]))
    assert said == [
        "unknown run 'onne' (did you mean one?)",
        "unknown run 'twoo' (did you mean two?)",
    ]
    said = problems_of(lambda: ScoreTable.of(answered, topics="comon"))
    assert said == ["unknown choice of topics 'comon' (did you mean common?)"]


def test_a_frame_of_texts_and_one_without_columns_are_explained():
    import pandas as pd

    frame = pd.DataFrame({"x": ["a", "b"], "y": [0.1, 0.2]})
    assert "does not hold numbers" in problems_of(lambda: ScoreTable.of_frame(frame))[0]
    said = problems_of(lambda: ScoreTable.of_long(frame))
    assert [text.split(" (")[0] for text in said] == [
        f"the frame has no column {name!r}" for name in ("run", "topic", "measure", "value")
    ]


def test_values_cannot_be_changed(table_of):
    given = np.array([[0.1, 0.2], [0.3, 0.4]])
    table = table_of(given)
    given[0, 0] = 9.0
    assert table.select_run("r0").tolist() == [0.1, 0.3]
    with pytest.raises(ValueError, match="read-only"):
        table.values[0, 0] = 1.0


def test_values_are_standardised_from_the_measures_own_however_often_it_is_asked(table_of):
    comparison = Comparison(
        (table_of([[0.1, 0.4, 0.3], [0.5, 0.2, 0.9]]),), Options(standardise="linear"), as_is=True
    )
    own = comparison.scores_by().values
    assert [note.code for note in comparison.scores_by("AP").notes] == ["not-standardised"]
    once = comparison.standardised()
    assert once.standardised().scores_by("AP").values.tolist() == once.scores_by().values.tolist()
    for by in STANDARDISATIONS:
        found = once.with_options(standardise=by).scores_by("AP")
        assert found.measure == f"AP ({by})"
        assert found.values.tolist() == standardise(own, by=by).tolist()
        assert [note.code for note in found.notes] == ["standardised"]
