"""Rules of an evaluation: what they refuse, and what they do to measures, topics and summaries."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

import harness
from harness.core import judged_run
from harness.core.dialects import get_dialect
from harness.core.errors import EvaluationError, InputError
from harness.core.judged_run import JudgedRun
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures
from harness.measures import Measure
from tests.each import each


class ScoredDoc(NamedTuple):
    query_id: str
    doc_id: str
    score: float


class Qrel(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int


QRELS = {"1": {"a": 1, "b": 2, "c": 0}, "2": {"a": 1}, "3": {"d": 1}}
RUN = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}


@each(
    [
        ("depth", 0),
        ("depth", -1),
        ("depth", 1.5),
        ("depth", "5"),
        ("relevance_level", 0),
        ("relevance_level", -3),
        ("relevance_level", 1.5),
        ("relevance_level", "x"),
        ("collection_size", -1),
        ("workers", 0),
        ("workers", "a"),
    ],
    "name",
    "value",
)
def test_senseless_values_are_refused_by_name(name, value):
    with pytest.raises(EvaluationError, match=f"^{name}( =|:) .* is not allowed"):
        harness.score(QRELS, RUN, ["AP"], **{name: value})


def test_several_senseless_values_are_told_together():
    with pytest.raises(EvaluationError) as caught:
        Rules(depth=0, relevance_level=0)
    assert len(caught.value.problems) == 2


def test_a_level_that_is_written_down_wins_over_the_tasks():
    scores = harness.score(QRELS, RUN, ["P(rel=1)@2", "P@2"], relevance_level=2)
    table = scores.per_topic()
    values = table[table["topic"] == "1"].set_index("measure")["value"]
    assert values.tolist() == [1.0, 0.5]


def test_two_spellings_of_one_measure_are_two_columns_computed_once(monkeypatch):
    names = ["AP", "map", "AP(rel=2)", "0.5*AP + 0.5*map", "relstring", "RelString@10"]
    asked = prepare_measures(names, Rules(relevance_level=2))
    assert [measure.label for measure in asked][:4] == names[:4]
    assert {measure.notation for measure in asked[:3]} == {"AP(rel=2)"}
    computed = []
    evaluate = Measure.evaluate
    monkeypatch.setattr(
        Measure, "evaluate", lambda self, run: computed.append(self) or evaluate(self, run)
    )
    scores = harness.score(QRELS, RUN, names, relevance_level=2)
    assert sorted(map(str, computed)) == ["AP(rel=2)", "RelString@10"]
    assert scores.labels == tuple(names[:4])
    assert len({tuple(scores.per_topic(name)["run"]) for name in names[:4]}) == 1
    assert len(scores.texts) == 2


def test_unanswered_topics_are_zero_in_trec_eval_9_and_empty_rankings_in_10():
    measures = ["YAAP", "FNR", "P@5"]
    got = {
        version: harness.score(
            QRELS, RUN, measures, dialect=f"trec_eval-{version}", collection_size=10
        )
        for version in (9, 10)
    }
    assert got[10].per_topic("FNR")["run"].tolist() == [0.0, 1.0, 1.0]
    assert got[9].per_topic("FNR")["run"].tolist() == [0.0, 1.0, 1.0]  # trec_eval has no FNR
    assert got[10].per_topic("YAAP")["run"].tolist()[1:] == [math.log(1 / 2), math.log(1 / 2)]
    assert got[9].per_topic("YAAP")["run"].tolist()[1:] == [0.0, 0.0]
    for scores in got.values():
        assert (
            scores.summary("micro").loc["run", "P@5"] == 2 / 15
        )  # unanswered ones have a denominator


def test_the_policies_of_a_task_and_of_the_api_are_the_same():
    for name, missing in (("trec_eval-9", "zero"), ("trec_eval-10", "empty")):
        assert Rules.of("judged", get_dialect(name)).missing == missing
        assert Rules.of("answered", get_dialect(name)).missing == "drop"


def test_topics_that_are_left_out_are_told():
    (cover,) = harness.score(QRELS, RUN, ["AP"], topic_policy="answered").coverage
    assert (cover.averaged, cover.left_out, cover.missing) == (("1",), ("2", "3"), ())


def test_averages_over_no_topic_and_deviations_of_one_are_undefined():
    scores = harness.score(QRELS, RUN, ["P@2", "NumRel"], topic_policy="answered")
    assert np.isnan(scores.summary("sd").loc["run", "P@2"])
    nothing = {
        kind: scores.summary(kind, topics=[]).loc["run", "P@2"]
        for kind in ("mean", "micro", "median", "sd", "geometric", "sum")
    }
    assert nothing.pop("sum") == 0
    assert all(np.isnan(value) for value in nothing.values())


def test_a_nan_in_a_run_of_ones_own_is_refused():
    import polars as pl

    frame = pl.DataFrame({"topic": ["1"], "doc": ["a"], "score": [float("nan")]})
    with pytest.raises(InputError, match="a score is NaN"):
        harness.score(QRELS, harness.Run("mine", frame), ["AP"])


def test_an_empty_run_is_refused():
    import polars as pl

    frame = pl.DataFrame({"topic": [], "doc": [], "score": []}, schema_overrides={"score": float})
    empty = harness.Run("mine", frame.cast({"topic": pl.String, "doc": pl.String}))
    with pytest.raises(InputError, match="mine: there is no retrieved document"):
        harness.score(QRELS, empty, ["AP"])


def test_scores_beyond_float32_keep_their_order_in_trec_eval_9_up_to_infinity():
    run = {"1": {"a": 1e40, "b": 1e39, "c": 1e30}}
    scores = harness.score(QRELS, run, ["RelString"], dialect="trec_eval-9")
    assert scores.per_topic("RelString")["run"]["1"] == "210"  # a and b tie at infinity: b first


def test_what_measures_share_cannot_be_changed():
    run = JudgedRun.of([1, 0, 2])
    for array in (run.hits(1).ranks, run.hits(1).position, run.gains()[1], run.running_dcg()):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1


def test_measures_that_are_texts_are_kept_beside_the_numbers():
    scores = harness.score(QRELS, RUN, ["AP", "relstring"])
    assert scores.labels == ("AP",)
    assert scores.per_topic("relstring")["run"].tolist() == ["120", "", ""]


@pytest.mark.parametrize("asked", ["0.8*AP+0.2*RR", "F1@10", "MRR", "map"])
def test_a_measure_is_found_by_the_name_it_was_asked_for(asked):
    scores = harness.score(QRELS, RUN, [asked])
    assert len(scores.per_topic(asked)) == 3


def test_named_tuples_are_taken_from_a_list_too():
    scores = harness.score([Qrel("1", "a", 1)], [ScoredDoc("1", "a", 1.0)], ["AP"])
    assert scores.summary().iloc[0, 0] == 1.0


@pytest.mark.parametrize(("most", "sizes"), [(2, [1, 1]), (100, [2])])
def test_measures_see_grades_of_32_bits_however_large_the_run(monkeypatch, most, sizes):
    monkeypatch.setattr(judged_run, "MAX_CELLS", 2)
    judgments = JudgedRun.of([1, 2], [0]).judgments
    grades, num_ret = np.array([1, 2, 0], dtype=np.int8), np.array([2, 1])
    run = judged_run.join_run(num_ret, grades, np.array([True, True]), judgments)
    assert run.grades.dtype == np.int8  # in little memory until measures need them
    pieces = [*run.batches(most)]
    assert [len(piece.topics) for piece in pieces] == sizes
    assert {piece.grades.dtype for piece in pieces} == {np.dtype(np.int32)}
    rows = [row.tolist() for piece in pieces for row in piece.grades]
    assert [row[:length] for row, length in zip(rows, (2, 1), strict=True)] == [[1, 2], [0]]
