"""Estimates from samples: against all samples that there are, simulated ones, complete judgments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.judged_run import JudgedRun
from harness.core.sampled_run import JudgedSample, SampledRun
from harness.measures import FAMILIES, Ratio, estimates, parse_measure
from harness.measures.sample_evaluators import (
    extended_inferred_ap,
    inferred_ndcg,
    statistical_ap,
    statistical_r_precision,
)
from scripts.calibration.judgments import (
    DESIGNS,
    ESTIMATORS,
    TOTALS,
    Behaviour,
    JudgedPool,
    behaviour,
)
from tests.each import each
from tests.nightly import now

#: A pool of two strata, from which three of four and two of five documents are drawn.
STRATUM = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1])
NUMBERS = (3, 2)
GRADES = np.array([2, 0, 1, 1, 1, 0, 0, 2, 0])
RANKS = np.array([[1, 2, 4, 5, 3, 7, 8, np.inf, 10], [3, 1, 9, 2, 7, 4, np.inf, 5, 6]])


def every_sample() -> JudgedSample:
    """All 40 samples, as so many topics."""
    parts = [
        list(combinations(np.flatnonzero(stratum == STRATUM), number))
        for stratum, number in enumerate(NUMBERS)
    ]
    chosen = [sum(sample, ()) for sample in product(*parts)]
    grades = np.full((len(chosen), len(GRADES)), -1)
    for row, docs in zip(grades, chosen, strict=True):
        row[list(docs)] = GRADES[list(docs)]
    topic = np.repeat(np.arange(len(chosen)), len(GRADES))
    probability = np.array([3 / 4, 2 / 5])[STRATUM]
    group = topic * 2 + np.tile(STRATUM, len(chosen))
    names = tuple(map(str, range(len(chosen))))
    return JudgedSample(names, topic, group, np.tile(probability, len(chosen)), grades.ravel())


def whole(grades: np.ndarray) -> JudgedSample:
    """The sample that is the pool."""
    size = len(grades)
    return JudgedSample(("1",), np.zeros(size, int), np.zeros(size, int), np.ones(size), grades)


def run_of(sample: JudgedSample, ranks: np.ndarray) -> SampledRun:
    number = len(sample.topics)
    return SampledRun(sample, np.tile(ranks, number), np.full(number, 10))


@pytest.mark.parametrize("name", [*TOTALS, "estRBP"])
def test_over_all_samples_totals_have_the_true_mean_and_their_variance(name):
    sample, estimator = every_sample(), ESTIMATORS[name]
    first, second = (estimator(run_of(sample, ranks)) for ranks in RANKS)
    truth = [float(estimator(run_of(whole(GRADES), ranks)).value[0]) for ranks in RANKS]
    assert first.value.mean() == pytest.approx(truth[0], rel=1e-12)
    difference = first.value - second.value
    assert difference.mean() == pytest.approx(truth[0] - truth[1], abs=1e-12)
    deviations = [sample.deviations(estimate.influence) for estimate in (first, second)]
    for values, deviation in (
        (first.value, deviations[0]),
        (difference, deviations[0] - deviations[1]),
    ):
        assert sample.by_topic(deviation**2).mean() == pytest.approx(values.var(), abs=1e-12)


def test_over_all_samples_the_sum_of_precisions_has_the_true_mean():
    sample, relevant = every_sample(), run_of(every_sample(), RANKS[0]).relevant()
    run = run_of(sample, RANKS[0])
    found = estimates.precisions_by_weights(run, relevant, sample.pair_factor)
    complete = run_of(whole(GRADES), RANKS[0])
    truth = estimates.precisions_by_weights(complete, complete.relevant(), np.ones(1))
    assert found.value.mean() == pytest.approx(float(truth.value[0]), rel=1e-12)
    # Without the joint probabilities it is too low.
    alone = estimates.precisions_by_weights(run, relevant, np.ones(len(sample.pair_factor)))
    assert alone.value.mean() < truth.value[0] - 0.01


def test_the_influence_on_a_sum_of_precisions_is_its_derivative_by_the_weights():
    sample, step = every_sample(), 0.25
    run = run_of(sample, RANKS[0])
    relevant = run.relevant()
    found = estimates.precisions_by_weights(run, relevant, sample.pair_factor).influence
    for place in np.flatnonzero(relevant * sample.drawn):
        sums = []
        for change in (step, -step):
            probability = sample.probability.copy()
            probability[place] = 1 / (1 / probability[place] + change)
            other = run_of(replace(sample, probability=probability, _memo={}), RANKS[0])
            changed = estimates.precisions_by_weights(other, relevant, sample.pair_factor)
            sums.append(changed.value.sum())
        # The sum is of the second degree: differences of it are exact.
        assert (sums[0] - sums[1]) / (2 * step) == pytest.approx(found[place], rel=1e-9)


def with_any_weights(random: np.random.Generator) -> SampledRun:
    """Two topics of two strata each, whose documents had other chances each."""
    group = np.repeat([0, 1, 2, 3], [4, 5, 3, 5])
    grade = random.choice([-1, 0, 1, 2], len(group), p=[0.2, 0.3, 0.3, 0.2])
    model = random.integers(0, 3, len(group))
    chances = random.uniform(0.2, 0.9, len(group))
    sample = JudgedSample(("1", "2"), group // 2, group, chances, grade, model=model)
    rank = np.concatenate([random.permutation(12)[:9], random.permutation(12)[:8]]) + 1.0
    return SampledRun(sample, np.where(rank > 10, np.inf, rank), np.array([10, 11]))


#: The values of others are corrected for bias, count whole documents, or have no influences.
NEARLY = {"estR", "estnDCG", "estAP", "infNDCG", "statRprec", "statAPVar", "infIPrec"}
SMOOTH = sorted({name for name, it in FAMILIES.items() if it.sees == "SampledRun"} - NEARLY)
OF_FEW = {name: [f"{name}@5"] for name in SMOOTH if FAMILIES[name].suffix == "cutoff"}
# With R above the cutoff, the sum is divided by the cutoff.
OF_FEW["xinfAP"] = ["xinfAP(cutoff=3)", 'xinfAP(version="trecvid2016", cutoff=3)']


@each([(name, seed) for name in SMOOTH for seed in range(2)], "name", "seed")
def test_an_influence_is_the_derivative_by_the_weight_of_a_document(name, seed):
    run, step = with_any_weights(np.random.default_rng(seed)), 1e-6
    sample = run.sample
    for measure in map(parse_measure, [name, *OF_FEW.get(name, ())]):
        found = measure.evaluate(run).influence
        for place, topic in enumerate(sample.topic):
            values = []
            for change in (step, -step):
                probability = sample.probability.copy()
                probability[place] = 1 / (1 / probability[place] + change)
                other = replace(sample, probability=probability, _memo={})
                values.append(measure.evaluate(replace(run, sample=other)).value[topic])
            # Smoothing, of 0.00001, is left out of some influences.
            assert (values[0] - values[1]) / (2 * step) == pytest.approx(found[place], abs=2e-5)


@pytest.mark.parametrize("cutoff", [None, 3])
def test_the_slope_of_discounts_is_that_of_their_sum(cutoff):
    numbers = np.array([0.2, 0.7, 1.5, 2.9, 3.1, 4.5, 9.25])
    _, slope = estimates._sum_discounts(numbers, ("log", 2.0), cutoff)
    low, high = (
        estimates._sum_discounts(numbers + step, ("log", 2.0), cutoff)[0] for step in (-0.05, 0.05)
    )
    assert slope == pytest.approx((high - low) / 0.1, abs=1e-9)


def test_the_chance_of_pairs_is_exact():
    sample = every_sample()
    assert sample.pair_factor[:2] == pytest.approx([(3 * 2 / 12) / (3 / 4) ** 2, (2 / 20) * 6.25])


rankings = st.integers(1, 12).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, 3), min_size=size, max_size=size),
        st.permutations(range(size)),
        st.integers(0, size),
        st.lists(st.integers(0, 2), min_size=size, max_size=size),
    )
)


@given(rankings)
def test_with_all_probabilities_1_an_estimate_is_the_measure(drawn):
    grades, order, retrieved, holes = drawn
    ranks, ranking = np.full(len(grades), np.inf), []
    for document, hole in list(zip(order, holes, strict=True))[:retrieved]:
        ranking += [-1] * hole + [grades[document]]
        ranks[document] = len(ranking)
    counted = {grade: grades.count(grade) for grade in set(grades)}
    judged = JudgedRun.of(ranking, judged=[counted])
    sample = whole(np.array(grades))
    run = SampledRun(sample, ranks, np.array([len(ranking)]))
    for name, values in complete_values(run):
        result = parse_measure(name).evaluate(judged)
        wanted = result.value if isinstance(result, Ratio) else result
        assert values.value[0] == pytest.approx(float(wanted[0]), abs=1e-12), name
        assert not sample.deviations(values.influence).any()


def complete_values(run: SampledRun) -> Iterator[tuple[str, estimates.SampleEstimate]]:
    for estimator in ("ht", "hajek"):
        yield "P@5", estimates.estimated_precision(run, estimator=estimator, cutoff=5)
        yield "R@3", estimates.estimated_recall(run, estimator=estimator, cutoff=3)
        yield "AP", estimates.estimated_ap(run, estimator=estimator)
        yield "AP(rel=2)", estimates.estimated_ap(run, estimator=estimator, rel=2)
        yield "DCG@4", estimates.estimated_dcg(run, estimator=estimator, cutoff=4)
        yield "nDCG", estimates.estimated_ndcg(run, estimator=estimator)
        yield 'nDCG(dcg="jk")', estimates.estimated_ndcg(run, dcg="jk", estimator=estimator)
        yield (
            'nDCG(dcg="exp-log2")@4',
            estimates.estimated_ndcg(run, dcg="exp-log2", estimator=estimator, cutoff=4),
        )
        gains = ((1, 5.0), (2, 1.0))
        yield (
            "nDCG(gains={1: 5, 2: 1})",
            estimates.estimated_ndcg(run, gains=gains, estimator=estimator),
        )
    yield "NumRel", estimates.estimated_num_rel(run)
    yield "AP", statistical_ap(run)
    yield "Rprec", statistical_r_precision(run)
    yield "nDCG", inferred_ndcg(run)


def test_xinfap_of_complete_judgments_is_ap_but_for_its_smoothing():
    run = run_of(whole(GRADES), RANKS[0])
    smoothed, plain = extended_inferred_ap(run).value[0], estimates.estimated_ap(run).value[0]
    assert 0 < abs(smoothed - plain) < 1e-4


@pytest.fixture(scope="module", params=now(lambda name: not name.startswith("uniform"), DESIGNS))
def simulated(request: pytest.FixtureRequest) -> dict[str, Behaviour]:
    """The estimates of means over eight topics, drawn 400 times."""
    random = np.random.default_rng(8)
    pools = [JudgedPool.made(random, 150) for _ in range(8)]
    return behaviour(pools, [DESIGNS[request.param](pool) for pool in pools], 400, random)


@pytest.mark.long
def test_estimates_are_unbiased_and_their_intervals_cover(simulated):
    assert set(simulated) == set(ESTIMATORS)
    for name, known in simulated.items():
        exact = name in TOTALS
        if known.covered < 1:  # whatever is all judged has no error
            assert abs(known.bias) < (4 * known.sure if exact else 0.8), (name, known)
            assert known.covered > (0.9 if exact else 0.8), (name, known)
            assert (0.9 if exact else 0.7) < known.error < 1.15, (name, known)
        if known.difference_covered < 1:
            assert known.difference_covered > (0.88 if exact else 0.78), (name, known)
            assert 0.7 < known.error_of_difference < 1.2, (name, known)


@pytest.mark.long
def test_estimates_with_their_bias_taken_away_are_closer_than_those_without(simulated):
    bias = {name: abs(known.bias) for name, known in simulated.items()}
    assert bias["estAP"] < 0.2
    assert bias["estAP"] < bias["statAP"] + 0.05
    assert bias["estnDCG"] < 0.25


def test_every_estimate_with_a_standard_error_was_calibrated():
    run = run_of(every_sample(), RANKS[0])
    known = {name.partition("(")[0].partition("@")[0] for name in ESTIMATORS}
    for family in FAMILIES.values():
        if family.sees == "SampledRun" and not family.name.startswith("ppi"):
            made = parse_measure(family.name).evaluate(run)
            assert isinstance(made, estimates.SampleEstimate) <= (family.name in known), family.name
