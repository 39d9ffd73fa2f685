"""What judgments of unjudged documents could do, against every judgment there is."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.dialects import DEFAULT_DIALECT
from harness.core.errors import MeasureError
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels, Run
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import join, order
from harness.evaluation.unjudged import (
    _steepest,
    bound_order,
    evaluate,
    possible_values,
    refuse_unbounded,
)
from harness.measures import parse_measure
from tests.each import each

DOCS = "abcdefgh"
MEASURES = (
    "AP",
    "nDCG",
    "nDCG(gains={1: 3})@2",
    "ERR",
    "nDCG@3",
    "P@3",
    "R@4",
    "RBP",
    "RR",
    "Rprec",
    "RprecMult@0.6",
    "Rndcg",
    "Compat(p=0.5)",
    "NERR8@3",
    "NERR9@4",
    "NERR10(p=0.5)",
    "NERR11",
    "FNR",
)


def batches(qrels: dict[str, dict[str, int]], rankings: list[dict[str, str]]) -> tuple[Any, Any]:
    """Runs, each a ranking a topic, ordered and joined with judgments."""
    rows = [(topic, doc, grade) for topic, docs in qrels.items() for doc, grade in docs.items()]
    columns = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    judged = JudgedTopics(Qrels(pl.DataFrame(rows, columns, orient="row")))
    ordered = []
    for name, ranking in zip(("x", "y"), rankings, strict=True):
        lines = [
            (topic, doc, float(-i)) for topic, docs in ranking.items() for i, doc in enumerate(docs)
        ]
        frame = pl.DataFrame(lines, ["topic", "doc", "score"], orient="row")
        ordered.append(order(Run(name, frame), judged))
    rules = {"dialect": DEFAULT_DIALECT, "missing": "empty", "collection_size": 0}
    return tuple(ordered), tuple(join(one, judged, **rules) for one in ordered)


rankings_of_a_topic = st.permutations(DOCS).flatmap(
    lambda docs: st.integers(1, 5).map(lambda n: "".join(docs[:n]))
)


@given(
    st.sampled_from(MEASURES),
    st.lists(rankings_of_a_topic, min_size=2, max_size=2),
    st.dictionaries(st.sampled_from(DOCS[:5]), st.integers(0, 1), min_size=1),
)
def test_bounds_and_verdicts_hold_for_every_judgment(
    name: str, ranked: list[str], grades: dict[str, int]
) -> None:
    measure = parse_measure(name)
    rankings = [{"1": docs} for docs in ranked]
    grades = {**grades, "judged elsewhere": 1}
    known = bound_order(*batches({"1": grades}, rankings), measure)
    unjudged = sorted({doc for docs in ranked for doc in docs} - set(grades))
    assert known.unjudged == len(unjudged)
    by_name: dict[str, list[float]] = {"x": [], "y": []}
    for chosen in product((0, 1), repeat=len(unjudged)):
        _, joined = batches({"1": grades | dict(zip(unjudged, chosen, strict=True))}, rankings)
        for run in joined:
            by_name[run.name].append(float(evaluate(measure, run)[0]))
    for values in known.runs:
        assert min(by_name[values.run]) == pytest.approx(values.least[0], abs=1e-12)
        assert max(by_name[values.run]) == pytest.approx(values.greatest[0], abs=1e-12)
    sign = -1 if name == "FNR" else 1
    better, worse = (np.array(by_name[values.run]) * sign for values in known.runs)
    turned = bool((worse > better + 1e-12).any())
    assert not (known.could_turn and not turned)
    assert not (known.cannot_turn and turned)
    if name in ("P@3", "RBP"):  # linear: nothing is left open
        assert known.could_turn == turned


def test_of_the_relevant_documents_elsewhere_any_number_is_possible() -> None:
    # With the third document and one of two elsewhere R is 3, and precision there 1/3.
    run = JudgedRun.of([0, 0, -1, 0], judged=[{0: 5, 1: 1}])
    known = possible_values(run, parse_measure("Rprec"), 1, np.array([2]))
    assert (known.least.tolist(), known.greatest.tolist()) == ([0.0], [pytest.approx(1 / 3)])


def test_of_two_topics_the_means_decide() -> None:
    qrels = {"1": {"a": 1, "z": 0}, "2": {"b": 1, "z": 0}}
    rankings = [{"1": "ac", "2": "bd"}, {"1": "ec", "2": "zb"}]
    known = bound_order(*batches(qrels, rankings), parse_measure("P@1"))
    assert (known.runs[0].run, known.could_turn, known.cannot_turn) == ("x", False, True)
    assert known.runs[1].greatest.tolist() == [1.0, 0.0]
    # One document of topic 1 is worth more than what the first run is ahead in topic 2.
    rankings = [{"1": "ca", "2": "bz"}, {"1": "eza", "2": "zb"}]
    known = bound_order(*batches(qrels, rankings), parse_measure("RR"))
    assert (known.runs[0].run, known.could_turn, known.documents) == ("x", False, 1)
    known = bound_order(*batches({"1": {"a": 1}}, [{"1": "ca"}, {"1": "eza"}]), parse_measure("RR"))
    assert (known.could_turn, known.documents, known.turned.tolist()) == (True, 1, [[0.5], [1.0]])


def precision_averaged(relevant: set[int], judged: int) -> float:
    """AP of relevant ranks, by hand."""
    ordered = sorted(relevant)
    return sum(number / rank for number, rank in enumerate(ordered, 1)) / judged


def test_every_number_of_relevant_documents_is_tried_in_long_rankings() -> None:
    rankings = [{"1": [f"{run}{rank}" for rank in range(1, 401)]} for run in "ab"]
    qrels = {"1": {"a3": 1, "a350": 1, "b2": 0, "elsewhere": 1}}
    known = bound_order(*batches(qrels, rankings), parse_measure("AP"))  # type: ignore[arg-type]
    assert (known.unjudged, known.runs[0].run) == (797, "x")
    for values, fixed, not_relevant, others in (
        (known.runs[0], {3, 350}, set(), 399),
        (known.runs[1], set(), {2}, 398),
    ):
        free = [rank for rank in range(1, 401) if rank not in fixed | not_relevant]
        possible = [
            precision_averaged(fixed | set(chosen), 3 + len(chosen) + elsewhere)
            for number in range(len(free) + 1)
            for chosen in (free[:number], free[len(free) - number :])
            for elsewhere in (0, others)
        ]
        assert values.least[0] == pytest.approx(min(possible), abs=1e-12)
        assert values.greatest[0] == pytest.approx(max(possible), abs=1e-12)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=60), st.integers(0, 3))
def test_only_documents_that_could_be_steeper_are_looked_at(numbers: list[int], spare: int) -> None:
    gaps, corners, at = np.array([0.0, *numbers]), [], 0
    while at + 1 < len(gaps):
        slopes = (gaps[at + 1 :] - gaps[at]) / np.arange(1, len(gaps) - at)
        if (best := float(slopes.max())) <= 0:
            break
        at += int(slopes.argmax()) + 1
        corners.append((best, at))
    most = float(gaps.max() + spare)
    assert list(_steepest(gaps[:1], gaps.take, len(numbers), most)) == corners
    asked: list[int] = []
    list(_steepest(gaps[:1], lambda at: asked.extend(at) or gaps.take(at), len(numbers), most))  # type: ignore[func-returns-value]
    assert asked == list(range(1, len(asked) + 1))
    assert list(_steepest(np.arange(0.0, -8.0, -1.0), pytest.fail, 1000, 0.0)) == []


@pytest.mark.parametrize(
    "name",
    [
        *("GMAP", "NumRet", "0.5*AP + 0.5*RR", "Judged@10"),
        *('ED(user="IFT(T=1)")', 'ETC(user="BPM(hc=5)@2")'),
    ],
)
def test_measures_without_bounds_are_refused(name: str) -> None:
    with pytest.raises(MeasureError, match="are not known"):
        refuse_unbounded(parse_measure(name))


@each(("AP", "Efficiency", "PrecisionAtRecall@0.5", "RR", "SDCG@3", "nDCG@10"))
def test_the_bounds_of_measures_that_rise_are_known(name: str) -> None:
    assert refuse_unbounded(parse_measure(name)) == parse_measure(name)
