"""What a run loses, and to what: against definitions, slow oracles and brute force."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.dialects import DIALECTS
from harness.core.errors import EvaluationError
from harness.core.judged_run import JudgedRun
from harness.diagnosis import PARTS, measure_losses
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures, score_judged
from harness.measures import Family, parse_measure
from tests.diagnosis.worlds import World, observed, worlds
from tests.each import each
from tests.measures.batches import COLLECTION, batch_of, batches
from tests.measures.drawn import measures_of, of_documents
from tests.oracles import ORACLES, Topic, unfrozen

AP = parse_measure("AP")

#: tests/measures compares every measure with its oracle at length.
few = settings(max_examples=5)


def worth_of_grades(parameters: Mapping[str, Any]) -> Callable[[int], tuple[float, int]]:
    """By what a better document is told from a worse one: its gain and its grade."""
    gains = parameters.get("gains") or {}
    exponential = "exp" in (parameters.get("gain"), parameters.get("dcg", "").split("-")[0])

    def worth(grade: int) -> tuple[float, int]:
        if not gains:
            return grade, grade
        return gains.get(grade, 2.0**grade - 1 if exponential else grade), grade

    return worth


def four_rankings(topic: Topic, depth: int | None = None, worth: Any = None) -> list[Topic]:
    """The perfect ranking, the judged documents in the best order, those, and all: by hand."""
    judged = [grade for grade in topic.grades if grade >= 0]
    perfect = [grade for grade in topic.judged_grades if grade > 0][:depth]
    rankings = (perfect, sorted(judged, key=worth, reverse=True), judged, topic.grades)
    return [replace(topic, grades=list(ranking)) for ranking in rankings]


def perfect_rankings(topic: Topic, depth: int | None, worth: Any) -> list[Topic]:
    """All documents from each level that is worth something on, and none: one of them is perfect."""
    useful = sorted((g for g in topic.judged_grades if worth(g)[0] > 0), key=worth, reverse=True)
    rankings = [[]] + [
        [grade for grade in useful if worth(grade) >= worth(level)][:depth] for level in set(useful)
    ]
    return [replace(topic, grades=list(ranking)) for ranking in rankings]


# By hand


def test_a_relevant_document_that_is_not_retrieved_is_missed():
    found = measure_losses(JudgedRun.of([1], judged=[{1: 4}]), AP)
    assert (found.value.tolist(), found.perfect.tolist()) == ([0.25], [1.0])
    assert found.parts.tolist() == [[0.75, 0.0, 0.0]]
    assert found.total.tolist() == [0.75]


def test_a_relevant_document_below_a_non_relevant_one_is_ranked_low():
    assert measure_losses(JudgedRun.of([0, 1]), AP).parts.tolist() == [[0.0, 0.5, 0.0]]


def test_an_unjudged_document_on_top_costs_what_dropping_it_would_give():
    for unjudged in (-1, -2):
        assert measure_losses(JudgedRun.of([unjudged, 1]), AP).parts.tolist() == [[0.0, 0.0, 0.5]]


def test_the_highest_grades_come_first_in_the_best_order():
    found = measure_losses(JudgedRun.of([1, 2]), parse_measure("nDCG@10"))
    lost = 1 - (1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3))
    assert found.parts[0] == pytest.approx([0, lost, 0])


def test_what_a_cutoff_cannot_hold_is_not_lost():
    found = measure_losses(JudgedRun.of([1, 0], judged=[{1: 3, 0: 1}]), parse_measure("P@10"))
    assert (found.value.tolist(), found.perfect.tolist()) == ([0.1], [0.3])
    assert found.parts[0] == pytest.approx([0.2, 0, 0])


def test_what_the_depth_of_the_rules_cannot_hold_is_not_lost():
    run = JudgedRun.of([1, 0], judged=[{1: 4, 0: 1}])
    found = measure_losses(run, AP, Rules(depth=2))
    assert (found.value.tolist(), found.perfect.tolist()) == ([0.25], [0.5])
    assert found.parts.tolist() == [[0.25, 0.0, 0.0]]


def test_of_a_topic_without_relevant_documents_nothing_is_lost():
    found = measure_losses(JudgedRun.of([0, -1], judged=[{0: 2}]), AP)
    assert (found.value.tolist(), found.perfect.tolist()) == ([0.0], [0.0])
    assert found.parts.tolist() == [[0.0, 0.0, 0.0]]


def test_only_grades_from_the_relevance_level_on_are_relevant():
    rules = Rules(relevance_level=2)
    (measure,) = prepare_measures(["AP"], rules)
    # Of grades 1 2 only the second is relevant; the best order has it first.
    found = measure_losses(JudgedRun.of([1, 2], judged=[{1: 3, 2: 2}]), measure, rules)
    assert (found.value.tolist(), found.perfect.tolist()) == ([0.25], [1.0])
    assert found.parts.tolist() == [[0.5, 0.25, 0.0]]


def test_a_perfect_set_has_no_documents_of_lower_grades():
    rules = Rules(relevance_level=2)
    measures = prepare_measures(["SetP", "nDCG"], rules)
    run = JudgedRun.of([2, 0], [1], judged=[{1: 3, 2: 1, 0: 1}, {1: 2, 2: 2}])
    # Only documents of grade 2 are relevant, but all grades have a gain.
    of_sets, of_gains = (measure_losses(run, measure, rules) for measure in measures)
    assert (of_sets.value.tolist(), of_sets.perfect.tolist()) == ([0.5, 0.0], [1.0, 1.0])
    assert of_gains.perfect.tolist() == [1.0, 1.0]


def test_the_perfect_value_of_an_error_is_the_least():
    run = JudgedRun.of([1, 0], judged=[{1: 1, 2: 1, 0: 1}], collection_size=10)
    for name in ("ErrorRate", "FNR", "FDR", "Fallout"):
        found = measure_losses(run, parse_measure(name))
        assert found.perfect.tolist() == [0.0]
        assert found.total[0] < 0
    # Where no document is relevant, nothing is to be retrieved.
    none = JudgedRun.of([1], judged=[{1: 2}], collection_size=10)
    assert measure_losses(none, parse_measure("ErrorRate(rel=2)")).perfect.tolist() == [0.0]
    assert measure_losses(none, parse_measure("Specificity(rel=2)")).perfect.tolist() == [1.0]


#: A text; costs that are 1 for each document; what is not known, of which neither end is better.
NEITHER = ("RelString", "EC", "Residual")


@each(family for family in of_documents() if family.name not in NEITHER)
def test_less_is_better_where_a_relevant_document_alone_has_less_than_another_one(family: Family):
    parameters = {name: unfrozen(value) for name, value in family.defaults.items()}
    if "cutoff" in parameters and family.suffix == "cutoff":
        parameters["cutoff"] = 1
    if "max_grade" in parameters:
        parameters["max_grade"] = 4
    try:
        relevant, other = (
            ORACLES[family.name](Topic([grade], {0: 1, 2: 1}, COLLECTION), **parameters)
            for grade in (2, 0)
        )
    except TypeError:  # a parameter without a default: none of these is an error
        assert not family.falling
        return
    assert (relevant < other) == family.falling


def test_no_topic_is_no_error():
    assert measure_losses(JudgedRun.of(), AP).parts.shape == (0, len(PARTS))


def test_of_a_text_nothing_can_be_lost():
    with pytest.raises(EvaluationError, match="is a text"):
        measure_losses(JudgedRun.of([1]), parse_measure("RelString"))


# AP, straight from its definition


def ap_losses(grades: list[int], num_rel: int, level: int) -> list[Fraction]:
    """Missed, ranked low and unjudged, from the ranks with and without unjudged documents."""
    lost = [Fraction(0)] * 3
    if not num_rel:
        return lost
    ranks = [rank for rank, grade in enumerate(grades, 1) if grade >= level]
    lost[0] = Fraction(num_rel - len(ranks), num_rel)
    for nth, rank in enumerate(ranks, 1):
        without = rank - sum(grade < 0 for grade in grades[:rank])
        lost[1] += (1 - Fraction(nth, without)) / num_rel
        lost[2] += (Fraction(nth, without) - Fraction(nth, rank)) / num_rel
    return lost


@given(batches(), st.integers(1, 3))
def test_the_parts_of_ap_are_those_of_its_definition(drawn, level):
    rows, run = drawn
    rules = Rules(dialect=run.dialect, relevance_level=level)
    (measure,) = prepare_measures(["AP"], rules)
    found = measure_losses(run, measure, rules)
    for row, parts in zip(rows, found.parts, strict=True):
        expected = ap_losses(row.grades, row.relevant(level), level)
        assert parts == pytest.approx([float(part) for part in expected], abs=1e-12)


# Every measure


@each([family for family in of_documents() if family.name not in NEITHER])
@few
@given(drawn=st.data())
def test_the_parts_are_the_differences_of_four_rankings_by_the_slow_oracle(
    family: Family, drawn: st.DataObject
):
    rows, run = drawn.draw(batches())
    measure = drawn.draw(measures_of(family))
    depth = drawn.draw(st.sampled_from((None, None, 1, 3)))
    before = run.grades.copy()
    found = measure_losses(run, measure, Rules(dialect=run.dialect, depth=depth))
    parameters = {name: unfrozen(value) for name, value in measure.parameters.items()}
    best, worth = min if family.falling else max, worth_of_grades(parameters)
    for at, row in enumerate(rows):
        values = [
            ORACLES[family.name](one, **parameters) for one in four_rankings(row, depth, worth)
        ]
        values[0] = best(
            ORACLES[family.name](one, **parameters) for one in perfect_rankings(row, depth, worth)
        )
        expected = [above - below for above, below in itertools.pairwise(values)]
        assert found.parts[at] == pytest.approx(expected, rel=1e-9, abs=1e-9), (measure, row)
        assert found.perfect[at] == pytest.approx(values[0], rel=1e-9, abs=1e-12)
        assert found.value[at] == pytest.approx(values[3], rel=1e-9, abs=1e-12)
    assert (run.grades == before).all()


@pytest.mark.parametrize(
    "name", ["AP", "nDCG@10", "P@10", "RR", "Rprec", "GMAP", "0.8*AP + 0.2*RR"]
)
@given(drawn=batches())
def test_the_parts_add_up_to_the_whole_loss(name, drawn):
    _, run = drawn
    measure = parse_measure(name)
    found = measure_losses(run, measure)
    own = score_judged(run, (measure,), Rules(dialect=run.dialect)).values[:, 0]
    assert found.value.tolist() == own.tolist()
    assert found.value + found.parts.sum(axis=1) == pytest.approx(found.perfect, abs=1e-12)
    assert found.total == pytest.approx(found.parts.sum(axis=1), abs=1e-12)


#: Measures that moving a better document up never lowers.
ORDERED = ("AP", "nDCG@3", "P@2", "RR", "Rprec", "ERR(max_grade=3)", "RBP(p=0.5)")


@pytest.mark.parametrize("name", ORDERED)
@given(st.lists(st.integers(-2, 3), max_size=5), st.lists(st.integers(0, 3), max_size=2))
def test_no_order_of_the_judged_documents_is_better_than_the_best(name, grades, further):
    judged = [grade for grade in grades if grade >= 0]
    every = [*judged, *further]
    known = {grade: every.count(grade) for grade in set(every)}
    measure = parse_measure(name)

    def value(ranking: list[int]) -> float:
        run = batch_of([Topic(ranking, known, COLLECTION)])
        return float(score_judged(run, (measure,), Rules()).values[0, 0])

    found = measure_losses(batch_of([Topic(grades, known, COLLECTION)]), measure)
    best = max(value(list(order)) for order in set(itertools.permutations(judged)))
    assert found.value[0] + found.parts[0, 1:].sum() == pytest.approx(best, abs=1e-12)
    # All documents that can be retrieved, in any order; those of no use change nothing at the end.
    best = max(
        value(list(order)) for order in set(itertools.permutations(every, min(4, len(every))))
    )
    assert found.perfect[0] >= best - 1e-12
    assert (found.parts[0] >= -1e-12).all()


# The rules of an evaluation


@given(worlds(), st.sampled_from(["AP", "nDCG@10", "P@10"]))
def test_losses_follow_the_rules_of_the_evaluation(world, name):
    """Depth, judged documents only, topics in any order, ties, unanswered topics, any level."""
    family, parameters = {
        "AP": ("AP", {"rel": world.rules.relevance_level}),
        "nDCG@10": ("nDCG", {"cutoff": 10}),
        "P@10": ("P", {"rel": world.rules.relevance_level, "cutoff": 10}),
    }[name]
    for one in observed(world, measure=name).runs:
        losses = one.losses
        assert losses is not None
        answered = [topic for topic in world.topics if world.runs[one.run].get(topic)]
        dropped = world.rules.missing == "drop"
        assert list(losses.topics) == (answered if dropped else world.topics)
        for at, topic in enumerate(losses.topics):
            grades = [world.grade(topic, doc) for doc in world.ranking(one.run, topic)]
            known = [grade for grade in world.qrels[topic].values() if grade >= 0]
            row = Topic(grades, {grade: known.count(grade) for grade in set(known)})
            values = [
                ORACLES[family](ranking, **parameters)
                for ranking in four_rankings(row, world.rules.depth)
            ]
            expected = [above - below for above, below in itertools.pairwise(values)]
            assert losses.parts[at] == pytest.approx(expected, abs=1e-12)


QRELS = {"1": {"a": 1, "b": 1}, "2": {"a": 1, "b": 0}}
ANSWERS_ONE = {"r": {"1": {"b": 2.0, "x": 3.0}}}


@pytest.mark.parametrize(
    ("missing", "topics", "parts"),
    [
        ("drop", ("1",), [[0.5, 0.0, 0.25]]),
        ("empty", ("1", "2"), [[0.5, 0.0, 0.25], [1.0, 0.0, 0.0]]),
        ("zero", ("1", "2"), [[0.5, 0.0, 0.25], [1.0, 0.0, 0.0]]),
    ],
)
def test_everything_is_missed_on_an_unanswered_topic_that_counts(missing, topics, parts):
    dialect = DIALECTS["trec_eval-9" if missing == "zero" else "trec_eval-10"]
    rules = Rules(dialect=dialect, missing=missing)
    losses = observed(World(QRELS, ANSWERS_ONE, rules), measure="AP").runs[0].losses
    assert losses is not None
    assert (losses.topics, losses.parts.tolist()) == (topics, parts)


def test_a_topic_that_counts_as_zero_is_zero_by_the_measures_of_the_evaluator():
    # log((1 + 0) / (1 + R)) is below 0, by the policy it is 0; trec_eval has no specificity.
    values = {}
    for missing, name in itertools.product(("empty", "zero"), ("YAAP", "Specificity")):
        rules = Rules(missing=missing, collection_size=10)
        losses = observed(World(QRELS, ANSWERS_ONE, rules), measure=name).runs[0].losses
        assert losses is not None
        values[missing, name] = losses.value[1]
    assert values["empty", "YAAP"] < 0 == values["zero", "YAAP"]
    assert values["empty", "Specificity"] == values["zero", "Specificity"] == 1


def test_unjudged_documents_that_the_rules_drop_cost_nothing():
    world = World(QRELS, ANSWERS_ONE, Rules(judged_only=True))
    losses = observed(world, measure="AP").runs[0].losses
    assert losses is not None
    assert losses.parts[0].tolist() == [0.5, 0.0, 0.0]


def test_what_is_perfect_is_computed_once_for_runs_of_the_same_topics():
    run = JudgedRun.of([1, 0], [2], judged=[{1: 2, 0: 1}, {2: 1}])
    other = replace(run, grades=run.grades[:, ::-1].copy(), _memo={})
    assert measure_losses(other, AP).perfect is measure_losses(run, AP).perfect
    by_two = measure_losses(run, AP, Rules(relevance_level=2, depth=1))
    assert by_two.perfect.tolist() != measure_losses(run, AP).perfect.tolist()
