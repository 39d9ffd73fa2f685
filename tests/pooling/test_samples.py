"""Samples: their probabilities against exact ones, and what they estimate against the truth."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.arrays import generator
from harness.core.model import Qrels, Run
from harness.evaluation.views.samples import derive_sample
from harness.pooling import Plan, Pool, blank_qrels, choose, gather
from harness.pooling.strategies.samples import ap_prior, systematic_sample
from tests.nightly import one_in

from .sampled import PLANS, RUNS, run


def draw(plan, topic, seed):
    random = generator(seed, "a test")
    return plan.strategy.function(topic, random, plan.budget.default, **plan.parameters)


@pytest.fixture(scope="module")
def topic():
    (topic,) = gather(RUNS)
    assert len(topic.docs) == 13
    return topic


# --- each draw -------------------------------------------------------------------------------

orders = st.permutations("abcdefgh").flatmap(
    lambda docs: st.integers(1, 8).map(lambda number: docs[:number])
)
several = st.lists(orders, min_size=1, max_size=4)


@given(several, st.integers(4, 10), st.integers(0, 99))
def test_the_probabilities_sum_to_what_is_taken(contents, budget, seed):
    (topic,) = gather([run(f"r{number}", docs) for number, docs in enumerate(contents)])
    size = len(topic.docs)
    for name in ("uniform", "proportional"):
        drawn = draw(Plan.of(name, budget=budget), topic, seed)
        assert drawn.taken.sum() == min(budget, size)
        assert math.fsum(drawn.probability) == pytest.approx(min(budget, size), rel=1e-14)
        assert 0 < drawn.probability.min() <= drawn.probability.max() <= 1
        assert drawn.taken[drawn.probability == 1].all()
    strata = draw(Plan.of("stratified", {"strata": "1:2:1,3:7:0.3"}), topic, seed)
    for number in (1, 2):
        inside = strata.stratum == number
        assert math.fsum(strata.probability[inside]) == pytest.approx(strata.taken[inside].sum())
    assert not strata.taken[strata.stratum == 0].any()


def test_a_uniform_sample_is_one_stratum_and_gives_every_document_n_of_d(topic):
    drawn = draw(PLANS["uniform"], topic, 1)
    assert set(drawn.probability.tolist()) == {5 / 13}
    assert set(drawn.stratum.tolist()) == {1}


def test_strata_are_those_of_the_best_ranks(topic):
    drawn = draw(PLANS["stratified"], topic, 1)
    ranks = dict(zip(topic.docs, topic.best_rank.tolist(), strict=True))
    assert ranks == dict(zip("abcdefghijklm", [1, 2, 3, 1, 5, 6, 7, 7, 6, 5, 4, 3, 2], strict=True))
    expected = {"abdm": 1, "cefijkl": 2, "gh": 0}
    stratum = {doc: number for docs, number in expected.items() for doc in docs}
    assert dict(zip(topic.docs, drawn.stratum.tolist(), strict=True)) == stratum
    # 4 of 4, and 3 of 7 (2.8 rounded up).
    assert drawn.probability[drawn.stratum == 1].tolist() == [1] * 4
    assert drawn.probability[drawn.stratum == 2].tolist() == [3 / 7] * 7


def test_certain_documents_of_a_proportional_sample_are_in_stratum_1(topic):
    drawn = draw(Plan.of("proportional", budget=9), topic, 1)
    assert ((drawn.probability == 1) == (drawn.stratum == 1)).all()
    assert set(drawn.stratum.tolist()) == {1, 2}
    assert "d" in [topic.docs[code] for code in np.flatnonzero(drawn.stratum == 1)]


# --- the proportional sample against the exact distribution ----------------------------------


def pair_prior(length):
    """The share of each rank in the pairs of ranks that average precision sums."""
    share = [Fraction(0)] * length
    for larger in range(1, length + 1):
        for smaller in range(1, larger + 1):
            weight = Fraction(1, larger * length)
            share[larger - 1] += weight / 2
            share[smaller - 1] += weight / 2
    return share


@pytest.mark.parametrize("length", [1, 2, 3, 7, 40])
def test_the_prior_is_the_share_of_a_rank_in_the_pairs_of_average_precision(length):
    exact = pair_prior(length)
    assert sum(exact) == 1
    assert ap_prior(length).tolist() == pytest.approx([float(one) for one in exact], rel=1e-14)


def slow_probabilities(weights, number):
    """In proportion to the weights; whoever would be above 1 is certain, one after the other."""
    certain = set()
    while True:
        rest = [place for place in range(len(weights)) if place not in certain]
        total = sum(weights[place] for place in rest)
        left = number - len(certain)
        above = [place for place in rest if left * weights[place] >= total]
        if not above:
            break
        certain.add(max(above, key=lambda place: weights[place]))
    return [
        Fraction(1) if place in certain else Fraction(left * weights[place]) / total
        for place in range(len(weights))
    ]


@pytest.mark.parametrize("number", [1, 3, 5, 9, 12, 13, 20])
def test_probabilities_are_in_proportion_to_the_mean_prior_capped_at_1(topic, number):
    weights = [Fraction(0)] * 13
    for docs in ("abcdefghij", "dblkjihg", "dmc"):
        for doc, share in zip(docs, pair_prior(len(docs)), strict=True):
            weights[topic.docs.index(doc)] += share / 3
    exact = slow_probabilities(weights, number)
    assert sum(exact) == min(number, 13)
    drawn = draw(Plan.of("proportional", budget=number), topic, 1)
    assert drawn.probability.tolist() == pytest.approx([float(one) for one in exact], rel=1e-7)


class Scripted:
    """Random numbers that are given, so that all there are can be gone through."""

    def __init__(self, order, start):
        self.order, self.start = order, start

    def permutation(self, size):
        assert size == len(self.order)
        return np.array(self.order)

    def integers(self, total):
        assert self.start < total
        return self.start


@pytest.mark.parametrize(
    ("weights", "number"),
    [([1], 1), ([1, 1, 1], 2), ([5, 3, 2, 1, 1], 2), ([3, 3, 2, 1], 3), ([4, 3, 2, 1, 2], 3)],
)
def test_over_all_random_numbers_each_document_is_taken_in_proportion_to_its_weight(
    weights, number
):
    total, taken, draws = sum(weights), np.zeros(len(weights), dtype=int), 0
    for order in itertools.permutations(range(len(weights))):
        for start in range(total):
            sample = systematic_sample(Scripted(order, start), np.array(weights), number)
            assert sample.sum() == number
            taken += sample
            draws += 1
    assert [Fraction(int(count), draws) for count in taken] == [
        Fraction(number * weight, total) for weight in weights
    ]


def slow_systematic(probabilities):
    """The probability of each sample of a systematic draw in random order."""
    size = len(probabilities)
    samples = Counter()
    for order in itertools.permutations(range(size)):
        ends = list(itertools.accumulate(probabilities[place] for place in order))
        breaks = [*sorted({end % 1 for end in ends} | {Fraction(0)}), Fraction(1)]
        for low, high in itertools.pairwise(breaks):
            start = (low + high) / 2
            places = [math.ceil(end - start) for end in ends]  # the points below each end
            sample = frozenset(
                place
                for place, before, after in zip(order, [0, *places], places, strict=False)
                if after > before
            )
            samples[sample] += (high - low) / math.factorial(size)
    return samples


# --- many draws ------------------------------------------------------------------------------

SEEDS = range(3000)


@pytest.mark.parametrize("name", one_in(2, PLANS))
def test_each_document_is_taken_as_often_as_its_probability_says(topic, name):
    drawn = [draw(PLANS[name], topic, seed) for seed in SEEDS]
    probability = drawn[0].probability
    assert all((one.probability == probability).all() for one in drawn)
    chance = drawn[0].stratum > 0
    taken = sum(one.taken.astype(int) for one in drawn)
    assert not taken[~chance].any()
    spread = np.sqrt(len(SEEDS) * probability * (1 - probability))
    assert (np.abs(taken - len(SEEDS) * probability)[chance] <= 4 * spread[chance]).all()


def test_every_pair_is_taken_together_as_often_as_in_a_simple_sample(topic):
    taken = np.array([draw(PLANS["uniform"], topic, seed).taken for seed in SEEDS], dtype=int)
    together = (taken.T @ taken)[np.triu_indices(13, 1)]
    expected = len(SEEDS) * (5 * 4) / (13 * 12)
    assert np.abs(together - expected).max() <= 4.5 * math.sqrt(expected)


def simple_variance(relevant, number):
    """Of the estimated total of a simple random sample (Cochran 1977, theorem 2.2)."""
    size = len(relevant)
    if number == size:
        return 0.0
    return size**2 * (1 - number / size) / number * np.var(relevant, ddof=1)


def stratified_variance(drawn, relevant):
    strata = [drawn.stratum == number for number in set(drawn.stratum.tolist()) - {0}]
    return sum(simple_variance(relevant[one], drawn.taken[one].sum()) for one in strata)


def systematic_variance(drawn, relevant):
    """Over all samples that can be drawn of the documents that are not certain."""
    others = np.flatnonzero(drawn.probability < 1)
    exact = [Fraction(one).limit_denominator(10**9) for one in drawn.probability[others].tolist()]
    exact[-1] = round(sum(exact)) - sum(exact[:-1])
    hits = relevant[others].tolist()
    samples = slow_systematic(exact)
    return float(
        sum(
            chance * (sum(hits[one] / exact[one] for one in sample) - sum(hits)) ** 2
            for sample, chance in samples.items()
        )
    )


def drawn_again_and_again(plan, topic):
    """The first draw, and a pool with a topic for each: the same documents, other samples."""
    drawn = [draw(plan, topic, seed) for seed in SEEDS]
    size = len(topic.docs)
    frame = pl.DataFrame(
        {
            "topic": np.repeat([str(seed) for seed in SEEDS], size),
            "doc": list(topic.docs) * len(SEEDS),
            "probability": np.concatenate([one.probability for one in drawn]),
            "taken": np.concatenate([one.taken for one in drawn]),
            "stratum": np.concatenate([one.stratum for one in drawn]),
            "batch": np.ones(size * len(SEEDS), dtype=int),
        }
    )
    left_out = frame.filter(~pl.col("taken") & (pl.col("stratum") > 0))
    return drawn[0], Pool(frame.filter("taken"), left_out)


def estimated(pool: Pool, judgments: pl.DataFrame) -> np.ndarray:
    """The estimated number of relevant documents of each topic."""
    grades = judgments.select("topic", "doc", "grade")
    frame = pool.frame.select("topic", "doc", "probability", "stratum")
    sample = derive_sample(Qrels(frame.join(grades, on=["topic", "doc"])))
    return sample.total(sample.grade >= 1).value


@pytest.mark.slow
@pytest.mark.long
def test_after_a_second_draw_the_estimate_is_right_on_average_too():
    columns = {"topic": ["1"] * 8, "doc": list("abcdefgh"), "score": [-float(n) for n in range(8)]}
    candidates = gather([Run("a", pl.DataFrame(columns))])
    grades = {"topic": ["1"] * 8, "doc": columns["doc"], "grade": [1, 0, 1, 0, 0, 1, 0, 1]}
    relevant = Qrels(pl.DataFrame(grades))
    for strategy in ("uniform", "proportional"):
        estimates = []
        for seed in range(150):
            first = choose(candidates, Plan.of(strategy, budget=2, seed=seed))
            again = Plan.of(strategy, budget=3, seed=1000 + seed, earlier="keep")
            second = choose(candidates, again, before=first)
            assert second.frame["batch"].value_counts().sort("batch").rows() == [(1, 2), (2, 3)]
            blank = blank_qrels(second)
            drawn = blank.frame.filter(pl.col("grade") == -2)
            known = Qrels(relevant.frame.join(drawn, on=["topic", "doc"], how="semi"))
            sample = derive_sample(blank_qrels(second, known))
            estimates.append(float(sample.total(sample.grade >= 1).value[0]))
        assert abs(np.mean(estimates) - 4) < 3 * np.std(estimates) / math.sqrt(150)


@pytest.mark.parametrize("name", one_in(2, PLANS))
def test_the_estimated_number_of_relevant_documents_is_right_on_average(name):
    (topic,) = gather([run("a", "abcdef"), run("b", "dbg"), run("c", "dc")])
    plan = PLANS[name]
    if name in ("uniform", "proportional"):
        plan = Plan.of(name, budget=3)
    first, pool = drawn_again_and_again(plan, topic)
    relevant = np.array([int(doc in "adfg") for doc in topic.docs])
    grades = dict(zip(topic.docs, relevant.tolist(), strict=True))
    judgments = pool.frame.select("topic", "doc", grade=pl.col("doc").replace_strict(grades))
    estimates = estimated(pool, judgments)
    assert len(estimates) == len(SEEDS)
    exact = systematic_variance if name == "proportional" else stratified_variance
    variance = exact(first, relevant)
    assert variance > 0.1
    truth = relevant[first.stratum > 0].sum()
    standard_score = (np.mean(estimates) - truth) / math.sqrt(variance / len(SEEDS))
    assert abs(standard_score) < 3
    assert np.var(estimates) == pytest.approx(variance, rel=0.1)


def test_the_slow_systematic_draw_has_the_probabilities_it_is_given():
    exact = [Fraction(3, 5), Fraction(1, 2), Fraction(1, 2), Fraction(2, 5)]
    samples = slow_systematic(exact)
    assert sum(samples.values()) == 1
    for place, probability in enumerate(exact):
        assert sum(chance for sample, chance in samples.items() if place in sample) == probability


def test_samples_of_a_systematic_draw_come_as_often_as_they_should():
    weights = np.array([6, 5, 5, 4])
    samples = slow_systematic([Fraction(3, 5), Fraction(1, 2), Fraction(1, 2), Fraction(2, 5)])
    drawn = Counter(
        frozenset(np.flatnonzero(systematic_sample(generator(seed), weights, 2)).tolist())
        for seed in SEEDS
    )
    assert set(drawn) == set(samples)
    chi_square = sum(
        float((drawn[sample] - chance * len(SEEDS)) ** 2 / (chance * len(SEEDS)))
        for sample, chance in samples.items()
    )
    assert chi_square < 20.5  # 5 degrees of freedom, p = 0.001


@pytest.mark.parametrize(
    "plan",
    [
        Plan.of("uniform", budget=200),
        Plan.of("stratified", {"strata": "1:10:1,11:100:0.1"}),
        Plan.of("stratified", {"strata": "1:3:1,4:100:0.5"}, budget=300),
    ],
    ids=["uniform", "stratified", "with a budget"],
)
def test_samples_of_trec_8_estimate_its_4728_relevant_documents(trec8, trec8_candidates, plan):
    pool = choose(trec8_candidates, plan)
    estimate = estimated(pool, trec8.qrels.frame).sum()
    assert max(pool.sizes().values()) <= (plan.budget.default or 10_000)
    rows = pl.concat([pool.frame.with_columns(taken=True), pool.left_out.with_columns(taken=False)])
    assert len(rows) == 86_830
    strata = rows.join(trec8.qrels.frame, on=["topic", "doc"]).partition_by("topic", "stratum")
    variance = sum(
        simple_variance((one["grade"] > 0).to_numpy(), one["taken"].sum()) for one in strata
    )
    assert 1 < math.sqrt(variance) < 500
    assert abs(estimate - 4_728) < 3 * math.sqrt(variance)
