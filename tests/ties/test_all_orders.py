"""What ties leave open, against all orders of the documents one by one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness.evaluation.ties.tie_report
from harness.core.dialects import VERSIONS, get_dialect
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.ties.tie_report import SUPPORTED, tie_report
from harness.measures import FAMILIES, Family, Measure
from harness.measures.bound import bind
from harness.measures.summaries import SUMMARIES
from tests.measures.drawn import measures_of
from tests.oracles import ORACLES, Topic
from tests.ties.worlds import make_qrels, make_run

PARAMETERS = {"max_grade": st.integers(3, 5)}
#: The last two are tied in single precision only, as are the first two.
SCORES = (16777217.0, 16777216.0, 3.0, 0.0, -0.0, -7.5, -7.5 - 1e-9)
TOPICS = ("1", "10", "2", "q-7")


@st.composite
def supported_measures(draw: st.DrawFn, family: Family) -> Measure:
    """A measure of the family; grades here do not pass 3, so that max_grade may be small."""
    measure = draw(measures_of(family))
    allowed = family.defaults.keys() - (family.exclusive if "gains" in measure.parameters else ())
    own = {name: draw(PARAMETERS[name]) for name in PARAMETERS if name in allowed}
    cutoff = {"cutoff": draw(st.integers(1, 9))} if "cutoff" in measure.parameters else {}
    return bind(family, {**measure.parameters, **cutoff, **own})


@st.composite
def collections(draw: st.DrawFn) -> tuple[list[Any], list[Any]]:
    """Rows of a run and of judgments: few documents with few scores, in any order.

    Topics may be without judgments, without documents of the run, or without relevant ones.
    """
    run, qrels = [], []
    for topic in draw(st.lists(st.sampled_from(TOPICS), min_size=1, max_size=3, unique=True)):
        scores = draw(st.lists(st.sampled_from(SCORES), max_size=6))  # at most 720 orders
        docs = draw(st.permutations([f"d{number}" for number in range(len(scores))]))
        run += [(topic, doc, score) for doc, score in zip(docs, scores, strict=True)]
        for number in range(len(scores) + 2):
            grade = draw(st.sampled_from((None, None, -1, 0, 0, 1, 1, 2, 3)))
            if grade is not None:
                qrels.append((topic, f"d{number}", grade))
    run.append(("common", "z", 1.0))
    qrels.append(("common", "z", draw(st.integers(0, 3))))
    return draw(st.permutations(run)), qrels


rule_sets = st.builds(
    lambda dialect, missing, cut: Rules(get_dialect(dialect), missing, **cut),
    st.sampled_from(sorted(VERSIONS)),
    st.sampled_from(["drop", "empty", "zero"]),
    st.one_of(
        st.just({}),
        st.integers(1, 6).map(lambda depth: {"depth": depth}),
        st.just({"judged_only": True}),
    ),
)


def orders(scored: list[tuple[float, int]]) -> Iterator[list[int]]:
    """The grades of one topic in every order that its scores allow, each order as often as it is.

    ``scored`` are pairs of score and grade.
    """
    values = sorted({score for score, _ in scored}, reverse=True)
    groups = [[grade for score, grade in scored if score == value] for value in values]
    for chosen in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield [grade for group in chosen for grade in group]


def slow_bounds(
    run: list[Any], qrels: list[Any], rules: Rules, measures: list[Measure]
) -> dict[str, list[tuple[float, float, float]]]:
    """Lowest, mean and highest value of each averaged topic, straight from the definitions."""
    found = {}
    for topic in sorted({row[0] for row in qrels}, key=str.encode):
        grades = {doc: grade for name, doc, grade in qrels if name == topic}
        judged = [grade for grade in grades.values() if grade >= 0]
        counts = {grade: judged.count(grade) for grade in set(judged)}
        precision = np.dtype(rules.dialect.score_type).type
        scored = [
            (float(precision(score)), grade if (grade := grades.get(doc, -1)) >= 0 else -1)
            for name, doc, score in run
            if name == topic
        ]
        if not scored and rules.missing == "drop":
            continue
        rankings = [
            [g for g in order if g >= 0] if rules.judged_only else order[: rules.depth]
            for order in orders(scored)
        ]
        topics = [Topic(ranking, counts) for ranking in rankings]
        zero = not scored and rules.missing == "zero"
        found[topic] = [slow_bound(topics, one, zero and one.summary != "sum") for one in measures]
    return found


def slow_bound(topics: list[Topic], measure: Measure, zero: bool) -> tuple[float, float, float]:
    if zero:
        return 0.0, 0.0, 0.0
    parameters = {
        name: dict(value) if name == "gains" else value
        for name, value in measure.parameters.items()
    }
    values = [float(ORACLES[measure.family.name](topic, **parameters)) for topic in topics]
    return min(values), math.fsum(values) / len(values), max(values)


SOME = {
    "found": ["P", "R", "RelP", "SetP", "NumRelRet", "Rprec", "RprecMult", "F"],
    "relevant": ["Success", "RR", "AP"],
    "graded": ["CG", "DCG", "nDCG", "RBP", "ERR", "nERR"],
}


def test_every_supported_measure_is_compared_with_all_orders():
    assert sorted(SUPPORTED) == sorted(name for names in SOME.values() for name in names)


@pytest.mark.parametrize("names", SOME.values(), ids=SOME)
@given(drawn=st.data(), rows=collections(), rules=rule_sets)
def test_bounds_and_mean_are_those_of_all_orders_one_by_one(names, drawn, rows, rules):
    run, qrels = rows
    measures = [drawn.draw(supported_measures(FAMILIES[name])) for name in names]
    report = tie_report(make_run(run), make_qrels(qrels), rules, measures=measures)
    slow = slow_bounds(run, qrels, rules, measures)
    assert report.topics == tuple(slow)
    for column, ties in enumerate(report.measures):
        for row, topic in enumerate(report.topics):
            ours = (ties.lowest[row], ties.expected[row], ties.highest[row])
            theirs = slow[topic][column]
            for one, other in zip(ours, theirs, strict=True):
                assert math.isclose(one, other, rel_tol=1e-12), (ties.measure, topic, ours, theirs)
            assert ties.undecided[row] == (theirs[2] - theirs[0] > 1e-11 * theirs[2])


@given(collections(), rule_sets, st.sampled_from([1, 7, 10**6]))
def test_the_ordinary_value_is_the_score_and_lies_within_the_bounds(rows, rules, max_cells):
    run, judged = make_run(rows[0]), make_qrels(rows[1])
    names = [
        "AP",
        "AP@3",
        "P@3",
        "Rprec",
        "RR@2",
        "nDCG",
        "NumRelRet@2",
        "nERR@3",
        "F",
        "0.3*F+R@2",
    ]
    measures = prepare_measures(names, rules)
    with pytest.MonkeyPatch.context() as patch:  # pieces of any size give the same
        patch.setattr(harness.evaluation.ties.tie_report, "MAX_CELLS", max_cells)
        report = tie_report(run, judged, rules, measures=measures, cutoffs=[1, 3])
    scores = score_run(run, judged, measures, rules)
    assert report.topics == scores.topics
    if not rules.judged_only:
        assert report.tied.sum() == scores.coverage.tied
    for column, ties in enumerate(report.measures):
        assert ties.ordered.tolist() == scores.values[:, column].tolist()
        assert (ties.lowest <= ties.expected).all()
        assert (ties.expected <= ties.highest).all()
        assert (ties.lowest <= ties.ordered).all()
        assert (ties.ordered <= ties.highest).all()
        summarise = SUMMARIES[ties.measure.summary]
        assert ties.average(ties.ordered) == summarise(scores.values[:, column])


@given(collections(), rule_sets, st.integers(1, 8))
def test_ties_across_a_cutoff_equal_those_counted_one_by_one(rows, rules, cutoff):
    run, qrels = rows
    report = tie_report(make_run(run), make_qrels(qrels), rules, cutoffs=[cutoff])
    inner = min(cutoff, rules.depth or cutoff)
    judged = {(topic, doc) for topic, doc, grade in qrels if grade >= 0}
    precision = np.dtype(rules.dialect.score_type).type
    for row, topic in enumerate(report.topics):
        scores = sorted(
            (
                float(precision(score))
                for name, doc, score in run
                if name == topic and (not rules.judged_only or (name, doc) in judged)
            ),
            reverse=True,
        )
        assert report.tied[row] == sum(scores.count(score) > 1 for score in scores)
        documents = inside = 0
        if len(scores) > inner and scores[inner - 1] == scores[inner]:
            documents = scores.count(scores[inner])
            inside = scores[:inner].count(scores[inner])
        across = report.cutoffs[cutoff]
        assert (across.documents[row], across.inside[row]) == (documents, inside)
