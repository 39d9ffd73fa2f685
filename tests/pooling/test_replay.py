"""Replays: the published shares on TREC-8, slow counts, and the rounds of `choose`."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.pooling import STRATEGIES, Plan, PoolStart, choose
from harness.pooling.replay import replay
from tests.each import each
from tests.pooling.worlds import DOCS, TOPICS, offered, qrels, rankings

AT = (50, 100, 200, 300, 500)

#: The mean over topics of the share of the relevant documents found on TREC-8 after `AT` judgments
#: a topic: the figures of one implementation.
SHARES = {
    "depth": (0.283, 0.385, 0.508, 0.595, 0.710),
    "rrf": (0.366, 0.474, 0.613, 0.704, 0.803),
    "borda": (0.365, 0.480, 0.619, 0.701, 0.787),
    "move-to-front": (0.389, 0.522, 0.660, 0.743, 0.840),
    "maxmean": (0.480, 0.623, 0.784, 0.863, 0.922),
    "maxmean-ns": (0.383, 0.526, 0.682, 0.763, 0.862),
    "thompson": (0.416, 0.577, 0.750, 0.837, 0.915),
}
HEDGE = (0.487, 0.610, 0.711, 0.750, 0.806)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARES)
def test_shares_found_on_trec_8_are_those_published(name, trec8, trec8_candidates):
    plans = {name: Plan.of(name, budget=500)}
    found = replay(trec8_candidates, plans, trec8.qrels, budgets=AT, seeds=(1, 2))
    assert found.num_rel.sum() == found.num_rel_offered.sum() == 4728
    assert found.unjudged.sum() == 0
    assert found.macro[0] == pytest.approx(SHARES[name], abs=0.02)


def rounded_hedge(topic, relevant, number):
    """Hedge with the weighted loss of every run added for every document, in plain float64."""
    size, runs = len(topic.docs), range(len(topic.runs))
    losses = 0.5 * np.log(size / np.arange(1, size + 1))
    absent = [losses[len(topic.lists[run]) :].mean() for run in runs]
    matrix = np.tile(absent, (size, 1))
    matrix[topic.doc, topic.run] = losses[topic.rank - 1]
    power, taken, order = np.zeros(len(runs)), np.zeros(size, bool), []
    for _ in range(number):
        values = np.where(taken, -np.inf, matrix @ np.exp(power - power.max()))
        code = int(values.argmax())
        taken[code] = True
        order.append(code)
        power += np.log(0.1) * (-1 if relevant[code] else 1) * matrix[code]
    return order


def test_hedge_finds_no_less_on_trec_8_than_published(trec8, trec8_candidates):
    plans = {"hedge": Plan.of("hedge", budget=500)}
    ours = replay(trec8_candidates, plans, trec8.qrels, budgets=AT).macro[0]
    assert (ours > np.array(HEDGE) - 0.02).all()
    # The figures published are those of sums in which the weights of all but the best run are
    # lost to rounding. The first judgments agree; with less lost, more is found.
    assert ours[:2] == pytest.approx(HEDGE[:2], abs=0.02)
    assert ours[2:] == pytest.approx((0.774, 0.847, 0.904), abs=0.001)


def test_hedge_with_its_rounding_errors_is_the_one_published(trec8, trec8_candidates):
    grades = {(t, d): g for t, d, g in trec8.qrels.frame.select("topic", "doc", "grade").rows()}
    shares = []
    for topic in trec8_candidates:
        relevant = np.array([grades[topic.topic, doc] >= 1 for doc in topic.docs])
        found = np.cumsum(relevant[rounded_hedge(topic, relevant, 500)])
        shares.append(found[np.array(AT) - 1] / relevant.sum())
    assert np.mean(shares, axis=0) == pytest.approx(HEDGE, abs=0.02)


# Small collections.

REPLAYED = sorted(name for name, one in STRATEGIES.items() if one.kind != "sample")

#: Grades above -1 for the documents; -1: not judged. One document is always relevant.
grades = st.fixed_dictionaries(
    {topic: st.fixed_dictionaries({doc: st.integers(-1, 2) for doc in DOCS}) for topic in TOPICS}
).map(lambda found: {**found, "1": {**found["1"], "x": 2}})
few = settings(max_examples=6)


@pytest.mark.parametrize("at_once", [1, 2, 3])
@pytest.mark.parametrize("name", REPLAYED)
@settings(max_examples=2)
@given(rankings, grades)
def test_what_is_found_is_what_rounds_of_choose_bring(name, at_once, rankings, grades):
    candidates = offered(rankings)
    adaptive = STRATEGIES[name].kind == "adaptive"
    options = {"batch": at_once} if adaptive else {}
    plan = Plan.of(name, budget=6, relevance_level=2, **options)
    truth = {t: {d: max(g, 0) for d, g in one.items()} for t, one in grades.items()}
    judged, pools = {topic: {} for topic in TOPICS}, []
    pooled = None
    for _ in range(6):
        rounds = Plan.of(name, budget=6, relevance_level=2, earlier="keep", **options)
        pooled = choose(candidates, rounds, before=PoolStart(qrels(judged), pooled))
        pools.append(pooled.frame.select("topic", "doc").rows())
        for topic, doc in pools[-1]:
            judged[topic][doc] = truth[topic][doc]
        if not adaptive:
            break
    at = [at_once * number for number in range(1, 7)] if adaptive else [6]
    replayed = replay(candidates, {"it": plan}, qrels(grades), budgets=at)
    for place, pool in enumerate(pools):
        for row, topic in enumerate(TOPICS):
            docs = [doc for name, doc in pool if name == topic]
            assert replayed.asked[0, row, place] == len(docs)
            assert replayed.num_found[0, row, place] == sum(grades[topic][d] >= 1 for d in docs)
            assert replayed.unjudged[0, row, place] == sum(grades[topic][d] < 0 for d in docs)


@few
@given(rankings, grades, st.integers(3, 7))
def test_a_uniform_sample_is_replayed_in_the_order_in_which_it_is_drawn(rankings, grades, number):
    candidates = offered(rankings)
    plan = Plan.of("uniform", budget=number, seed=4)
    drawn = choose(candidates, plan).frame.select("topic", "doc").rows()
    longer = Plan.of("uniform", budget=7)
    replayed = replay(candidates, {"u": longer}, qrels(grades), budgets=[number], seeds=[4])
    expected = [sum(grades[t][d] >= 1 for t, d in drawn if t == topic) for topic in TOPICS]
    assert replayed.num_found[0, :, 0].tolist() == expected


HAND = offered([{"1": "abc", "2": "de", "3": "f"}])
JUDGED = qrels({"1": {"a": 1, "b": 2, "x": 1}, "2": {"d": 0, "e": 1}, "3": {"f": 0}, "4": {"g": 1}})


def test_shares_by_hand():
    found = replay(HAND, {"ranks": Plan.of("depth")}, JUDGED, budgets=[3, 1, 2])
    assert found.topics == ("1", "2", "3")
    assert found.budgets == (1, 2, 3)
    assert found.unanswered == ("4",)
    assert found.num_rel.tolist() == [3, 1, 0]
    assert found.num_rel_offered.tolist() == [2, 1, 0]
    assert found.num_found.tolist() == [[[1, 2, 2], [0, 1, 1], [0, 0, 0]]]
    assert found.asked.tolist() == [[[1, 2, 3], [1, 2, 2], [1, 1, 1]]]
    assert found.unjudged.tolist() == [[[0, 0, 1], [0, 0, 0], [0, 0, 0]]]
    # Topic 3 has no relevant documents: (1/3 + 0)/2 after one judgment a topic, (2/3 + 1)/2 then.
    assert found.macro == pytest.approx(np.array([[1 / 6, 5 / 6, 5 / 6]]))
    assert found.micro == pytest.approx(np.array([[1 / 4, 3 / 4, 3 / 4]]))
    assert found.curve("ranks") == pytest.approx([0, 1 / 6, 5 / 6, 5 / 6])
    assert found.curve("ranks", "micro") == pytest.approx([0, 1 / 4, 3 / 4, 3 / 4])


def test_usual_budgets_are_those_of_the_figures():
    found = replay(HAND, {"ranks": Plan.of("depth")}, JUDGED)
    assert found.budgets == (10, 20, 50, 100, 200, 300, 500)


def test_another_relevance_level_counts_other_documents():
    found = replay(HAND, {"ranks": Plan.of("depth")}, JUDGED, budgets=[1, 2], relevance_level=2)
    assert found.num_rel.tolist() == [1, 0, 0]
    assert found.macro.tolist() == [[0, 1]]


def test_a_plan_stops_at_its_budget():
    plans = {"short": Plan.of("rrf", budget={"1": 1, "2": 2, "3": 1})}
    found = replay(HAND, plans, JUDGED, budgets=[1, 3])
    assert found.asked[0].tolist() == [[1, 1], [1, 2], [1, 1]]
    assert found.num_found[0].tolist() == [[1, 1], [0, 1], [0, 0]]


def test_chance_is_averaged_over_the_seeds_and_its_range_shown():
    plans = {"u": Plan.of("uniform", budget=3), "ranks": Plan.of("depth", seed=9)}
    together = replay(HAND, plans, JUDGED, budgets=[1, 2], seeds=range(8))
    alone = np.array(
        [replay(HAND, plans, JUDGED, budgets=[1, 2], seeds=[seed]).macro for seed in range(8)]
    )
    assert together.seeds == (tuple(range(8)), (9,))
    assert len({tuple(row) for row in alone[:, 0].tolist()}) > 1
    assert together.macro == pytest.approx(alone.mean(axis=0))
    assert together.lowest == pytest.approx(alone.min(axis=0))
    assert together.highest == pytest.approx(alone.max(axis=0))
    assert together.macro.shape == together.micro.shape == (2, 2)
    assert together.num_found.shape == (2, 3, 2)


def test_the_frame_has_a_row_for_each_plan_and_number():
    plans = {"ranks": Plan.of("depth"), "maxmean": Plan.of("maxmean", budget=3)}
    found = replay(HAND, plans, JUDGED, budgets=[1, 2], seeds=[1, 2])
    frame = found.to_frame()
    names = ["plan", "n", "macro", "lowest", "highest", "micro", "found", "asked", "unjudged"]
    assert list(frame.columns) == names
    assert frame[["plan", "n"]].values.tolist() == [
        ["ranks", 1],
        ["ranks", 2],
        ["maxmean", 1],
        ["maxmean", 2],
    ]
    assert frame["macro"].tolist() == found.macro.ravel().tolist()
    assert frame["asked"].tolist() == [3, 5, 3, 5]
    assert frame["found"].tolist()[:2] == [1, 3]


@each(
    [
        ({}, {}, "no plans to replay"),
        (
            {"mine": Plan.of("stratified", {"strata": "1:2:0.5"})},
            {},
            "plan 'mine': the strategy stratified draws a sample with unequal chances",
        ),
        ({"mine": Plan.of("rrf", budget={"9": 5})}, {}, "plan 'mine': a budget for topic '9'"),
        (None, {"budgets": []}, "budgets is empty"),
        (
            None,
            {"budgets": [0, 5]},
            "budgets: 0 is not allowed .it must be a whole number of at least 1",
        ),
        (None, {"seeds": []}, "seeds is empty"),
        (None, {"seeds": [1, -1]}, "seeds: -1 is not allowed"),
        (None, {"seeds": [1, 1]}, "seeds: 1 is there twice"),
        (None, {"relevance_level": 0}, "relevance_level: 0 is not allowed"),
        (None, {"relevance_level": 3}, "no relevant document for any topic of the candidates"),
    ],
    "plans",
    "options",
    "message",
)
def test_wrong_input_is_refused(plans, options, message):
    plans = {"ranks": Plan.of("depth")} if plans is None else plans
    with pytest.raises(EvaluationError, match=message):
        replay(HAND, plans, JUDGED, **options)


def test_a_curve_of_another_plan_or_average_is_refused():
    found = replay(HAND, {"ranks": Plan.of("depth")}, JUDGED)
    with pytest.raises(EvaluationError, match=r"unknown plan 'rank' .did you mean ranks"):
        found.curve("rank")
    with pytest.raises(EvaluationError, match=r"unknown average 'macros' .did you mean macro"):
        found.curve("ranks", "macros")
