"""Orders that need no judgments: against their definitions, worked by hand, and on TREC-8."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.core.model import Run
from harness.pooling import Plan, choose, gather
from harness.pooling.strategies import get_strategy
from tests.each import each


def make(contents):
    """Runs of one topic from (document → score); ``a`` is the first run."""
    return [
        Run(
            "abcdefgh"[number],
            pl.DataFrame(
                {"topic": ["1"] * len(scores), "doc": list(scores), "score": list(scores.values())},
                schema={"topic": pl.String, "doc": pl.String, "score": pl.Float64},
            ),
        )
        for number, scores in enumerate(contents)
    ]


def values_in(topic, name, **parameters):
    plan = Plan.of(name, parameters, budget=1)
    found = plan.strategy.function(topic, **plan.parameters)
    return dict(zip(topic.docs, found.tolist(), strict=True))


def values(name, contents, *, depth=100, **parameters):
    (topic,) = gather(make(contents), depth=depth)
    return values_in(topic, name, **parameters)


# --- the definitions, slowly -----------------------------------------------------------------


def rankings(contents, depth):
    """Each run's first documents, best first."""
    return [
        sorted(scores, key=lambda doc: (scores[doc], doc), reverse=True)[:depth]
        for scores in contents
    ]


def slow_rrf(contents, depth):
    def value(doc):
        lists = rankings(contents, depth)
        return sum(Fraction(1, 60 + docs.index(doc) + 1) for docs in lists if doc in docs)

    return value


def slow_borda(contents, depth):
    lists = rankings(contents, depth)
    everything = {doc for docs in lists for doc in docs}

    def points(docs, doc):
        available = list(range(len(everything), 0, -1))
        given = dict(zip(docs, available, strict=False))
        left = available[len(docs) :]
        return Fraction(given[doc]) if doc in given else Fraction(sum(left), len(left))

    return lambda doc: sum(points(docs, doc) for docs in lists)


def slow_scaled(contents, depth, doc):
    for scores, docs in zip(contents, rankings(contents, depth), strict=True):
        if doc in docs:
            offered = [Fraction(scores[other]) for other in docs]
            low, high = min(offered), max(offered)
            yield (Fraction(scores[doc]) - low) / (high - low) if high > low else Fraction(1)


def slow_combsum(contents, depth):
    return lambda doc: sum(slow_scaled(contents, depth, doc))


def slow_combmnz(contents, depth):
    return lambda doc: sum(scaled := list(slow_scaled(contents, depth, doc))) * len(scaled)


def slow_rbp(contents, depth):
    def value(doc):
        lists = rankings(contents, depth)
        p = Fraction(4, 5)
        return sum((1 - p) * p ** docs.index(doc) for docs in lists if doc in docs)

    return value


def slow_dcg(contents, depth):
    def value(doc):
        lists = rankings(contents, depth)
        return math.fsum(1 / math.log2(docs.index(doc) + 2) for docs in lists if doc in docs)

    return value


SLOW = {
    "rrf": slow_rrf,
    "borda": slow_borda,
    "combsum": slow_combsum,
    "combmnz": slow_combmnz,
    "rbp": slow_rbp,
    "dcg": slow_dcg,
}
scores = st.integers(-5, 5).map(float) | st.floats(-1e6, 1e6, width=32)
rankings_of_a_run = st.dictionaries(st.sampled_from("stuvwxyz"), scores, min_size=1)
several = st.lists(rankings_of_a_run, min_size=1, max_size=6)


@given(several, st.integers(1, 8))
def test_values_are_those_of_the_definition(contents, depth):
    (topic,) = gather(make(contents), depth=depth)
    for name, slow_version in SLOW.items():
        slow = slow_version(contents, depth)
        expected = {doc: pytest.approx(float(slow(doc)), rel=1e-12) for doc in topic.docs}
        assert values_in(topic, name) == expected, name


@given(several, st.randoms())
def test_which_run_brings_a_document_makes_no_difference_to_the_last_bit(contents, random):
    shuffled = list(contents)
    random.shuffle(shuffled)
    (topic,), (other,) = gather(make(contents)), gather(make(shuffled))
    for name in SLOW:
        assert values_in(topic, name) == values_in(other, name), name


@given(several, st.integers(6, 9))
def test_a_pool_holds_the_highest_values_then_the_best_ranks_then_the_first_names(contents, budget):
    candidates = gather(make(contents))
    best = {}
    for docs in rankings(contents, 100):
        for rank, doc in enumerate(docs, start=1):
            best[doc] = min(rank, best.get(doc, rank))
    for name in SLOW:
        pool = choose(candidates, Plan.of(name, budget=budget))
        (topic,) = candidates
        found = values_in(topic, name)
        expected = sorted(found, key=lambda doc: (-found[doc], best[doc], doc))[:budget]
        assert pool.frame["doc"].to_list() == sorted(expected), name
        assert pool.frame["probability"].unique().to_list() == [1.0]
        assert len(pool.left_out) == 0
        assert "seed" not in pool.plan


# --- by hand ---------------------------------------------------------------------------------

#: x, y, z; z, y; and one that knows only w.
BY_HAND = [{"x": 9.0, "y": 8.0, "z": 5.0}, {"z": 2.0, "y": 1.0}, {"w": 7.0}]


@each(
    [
        ("rrf", {}, {"w": 1 / 61, "x": 1 / 61, "y": 1 / 62 + 1 / 62, "z": 1 / 63 + 1 / 61}),
        ("rrf", {"k": "0"}, {"w": 1.0, "x": 1.0, "y": 1.0, "z": 1 / 3 + 1}),
        # Points 4 3 2 1. The first run leaves 1; the second 2 + 1 for two; the third 3 + 2 + 1.
        ("borda", {}, {"w": 1 + 1.5 + 4, "x": 4 + 1.5 + 2, "y": 3 + 3 + 2, "z": 2 + 4 + 2}),
        # 9, 8, 5 become 1, 3/4, 0; 2, 1 become 1, 0; a single score becomes 1.
        ("combsum", {}, {"w": 1.0, "x": 1.0, "y": 0.75, "z": 1.0}),
        ("combmnz", {}, {"w": 1.0, "x": 1.0, "y": 1.5, "z": 2.0}),
        ("rbp", {"p": 0.5}, {"w": 0.5, "x": 0.5, "y": 0.5, "z": 0.125 + 0.5}),
        ("dcg", {}, {"w": 1.0, "x": 1.0, "y": 2 / math.log2(3), "z": 1.5}),
    ],
    "name",
    "parameters",
    "expected",
)
def test_values_worked_by_hand(name, parameters, expected):
    assert values(name, BY_HAND, **parameters) == pytest.approx(expected, rel=1e-15)


def test_rank_biased_precision_has_a_persistence_of_four_fifths_unless_told():
    assert values("rbp", [{"x": 2.0, "y": 1.0}]) == pytest.approx({"x": 0.2, "y": 0.16})


def test_a_run_without_the_topic_gives_all_its_candidates_the_same_points():
    other = Run("z", pl.DataFrame({"topic": ["2"], "doc": ["v"], "score": [1.0]}))
    first, _ = gather([*make([{"x": 2.0, "y": 1.0}]), other])
    assert get_strategy("borda").function(first).tolist() == [2 + 1.5, 1 + 1.5]


@pytest.mark.parametrize("name", ["combsum", "combmnz"])
def test_scores_count_where_they_contradict_the_ranks(name):
    columns = {"topic": ["1"] * 3, "doc": ["x", "y", "z"], "score": [1.0, 2.0, 3.0]}
    run = Run("a", pl.DataFrame(columns | {"rank": [1, 2, 3]}))
    (topic,) = gather([run], order="rank")
    assert topic.rank[topic.doc.argsort()].tolist() == [1, 2, 3]
    assert get_strategy(name).function(topic).tolist() == [0, 0.5, 1]


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_document_without_the_rank_that_orders_it_is_refused(missing):
    ranks = pl.Series([1.0, missing, 3.0], dtype=pl.Float64)
    columns = {"topic": ["1"] * 3, "doc": ["x", "y", "z"], "score": [1.0, 2.0, 3.0]}
    with pytest.raises(EvaluationError) as caught:
        gather([Run("a", pl.DataFrame(columns | {"rank": ranks}))], order="rank")
    assert str(caught.value) == "a: document 'y' has no rank in topic '1'"


@pytest.mark.parametrize("name", ["combsum", "combmnz"])
def test_scores_are_scaled_over_the_candidates_not_over_the_whole_run(name):
    assert values(name, [{"x": 9.0, "y": 8.0, "z": 0.0}], depth=2) == {"x": 1, "y": 0}


def test_scores_at_both_ends_of_what_a_number_can_be_are_scaled():
    largest = np.finfo(float).max
    contents = [{"x": largest, "y": 0.0, "z": -largest}]
    assert values("combsum", contents) == {"x": 1, "y": 0.5, "z": 0}


@pytest.mark.parametrize(
    ("scores", "scaled"),
    [
        ({"x": np.inf, "y": 7.0, "z": -np.inf}, {"x": 1, "y": 0.5, "z": 0}),
        ({"x": 9.0, "y": 8.0, "z": -np.inf}, {"x": 1, "y": 1, "z": 0}),
        ({"x": -np.inf, "y": -np.inf}, {"x": 1, "y": 1}),
        ({"x": np.inf}, {"x": 1}),
    ],
)
def test_infinite_scores_are_scaled_as_the_ends_of_what_a_number_can_be(scores, scaled):
    assert values("combsum", [scores]) == scaled
    for name in SLOW:
        assert np.isfinite(list(values(name, [scores, {"x": 1.0}]).values())).all()


@each(
    [
        ("rrf", {"k": -1}, "k = -1 is not allowed in the strategy rrf .it must be .* at least 0"),
        ("rrf", {"k": 1.5}, "k = 1.5 is not allowed"),
        ("rbp", {"p": 1}, "p = 1 is not allowed in the strategy rbp .* above 0 and below 1"),
        ("rbp", {"p": 0}, "p = 0 is not allowed"),
        ("rbp", {"k": 60}, "the strategy rbp has no parameter 'k' .known are p"),
        ("dcg", {"p": 0.8}, "the strategy dcg has no parameter 'p' .it takes none"),
    ],
    "name",
    "parameters",
    "message",
)
def test_wrong_parameters_are_refused(name, parameters, message):
    with pytest.raises(EvaluationError, match=message):
        Plan.of(name, parameters, budget=10)


@each(SLOW)
def test_an_order_needs_a_budget(name):
    with pytest.raises(EvaluationError, match=f"the strategy {name} needs a budget"):
        Plan.of(name)


# --- TREC-8 ----------------------------------------------------------------------------------

JUDGMENTS = (50, 100, 200, 300, 500)


def found_shares(trec8, candidates, name):
    """The mean over the topics of the share of their relevant documents that is found early."""
    relevant = set(trec8.qrels.frame.filter(pl.col("grade") > 0).select("topic", "doc").rows())
    assert len(relevant) == 4_728
    plan = Plan.of(name, budget=100)
    rows = []
    for topic in candidates:
        asked = [
            (topic.topic, topic.docs[code]) in relevant
            for code in plan.strategy.requests(topic, plan)
        ]
        assert len(asked) == len(topic.docs)
        rows.append([sum(asked[:number]) / sum(asked) for number in JUDGMENTS])
    return np.mean(rows, axis=0).tolist()


@pytest.mark.parametrize(
    ("name", "published", "tolerance"),
    [
        # By best rank and RRF leave nothing to choose: they agree in every digit that is given.
        ("depth", (0.283, 0.385, 0.508, 0.595, 0.710), 0.0005),
        ("rrf", (0.366, 0.474, 0.613, 0.704, 0.803), 0.0005),
        # Implementations differ in the points of documents that a run does not bring.
        ("borda", (0.365, 0.480, 0.619, 0.701, 0.787), 0.02),
    ],
)
def test_relevant_documents_are_found_as_early_as_others_found_them(
    trec8, trec8_candidates, name, published, tolerance
):
    shares = found_shares(trec8, trec8_candidates, name)
    assert shares == pytest.approx(published, abs=tolerance)


@pytest.mark.parametrize("name", ["combsum", "combmnz", "rbp", "dcg"])
def test_every_fusion_finds_more_than_the_best_ranks_do(trec8, trec8_candidates, name):
    shares = found_shares(trec8, trec8_candidates, name)
    by_best_rank = found_shares(trec8, trec8_candidates, "depth")
    assert all(ours > theirs for ours, theirs in zip(shares, by_best_rank, strict=True))
