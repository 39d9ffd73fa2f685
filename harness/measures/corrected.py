"""Sums by a model's grades, corrected by people's judgments on a sample.

With y the gain of people's grade, f the gain of the model's, w the known weight of the document's
rank and π its probability of being drawn, the sum of w·y over all documents is estimated by ::

    Σ w (β + λ f)  +  Σ over those drawn  w (y − β − λ f) / π

The first sum is known, and the second has the error of the first as its mean, whatever β and λ are:
with λ = β = 0 it is the Horvitz–Thompson estimate from people alone, with λ = 1 the model's grades
plus the estimated error of the model. β and λ are chosen to minimise the variance in the other
topics, by the design of the sample; as topics are drawn independently, the estimate of a topic
stays unbiased. λ is kept between 0 and 1, as in PPI++: a useless model gets about 0, and people
alone count.

Cassel, Särndal, Wretman, Some results on generalized difference estimation and generalized
regression estimation for finite populations, Biometrika 1976; Särndal, Swensson, Wretman, Model
Assisted Survey Sampling, 1992, chapter 6; Angelopoulos, Bates, Fannjiang, Jordan, Zrnic,
Prediction-powered inference, Science 2023; Angelopoulos, Duchi, Zrnic, PPI++: efficient
prediction-powered inference, 2023.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, Ints, divide
from harness.core.batch import Gains
from harness.core.errors import MeasureError, Problem
from harness.core.sampled_run import JudgedSample, SampledRun, SampleEstimate
from harness.measures.estimates import (
    compute_gains,
    discount_ranks,
    rbp_weights,
)
from harness.measures.gain import FORMS
from harness.measures.registry import measure, refuse_names

#: A variance below this share of another one counts as 0.
_NOTHING = 1e-9


_ANY = (-float("inf"), float("inf"))
_PPI = (
    "Angelopoulos, Duchi, Zrnic, PPI++: efficient prediction-powered inference, 2023; Cassel, "
    "Särndal, Wretman, Some results on generalized difference estimation, Biometrika 1976"
)

#: Measures that are not sums over ranks, so that nothing here estimates them, and the reason.
_RATIOS = dict.fromkeys(
    ("ppiAP", "ppinDCG", "ppiR", "ppiRprec", "ppiRR"),
    "it divides by something that the judgments must tell (R, an ideal ranking, the first relevant"
    " rank), and no calibration shows that a corrected estimate of that holds; ppiP, ppiDCG and"
    " ppiRBP are sums over ranks",
)
refuse_names(_RATIOS)
#: The families that need a model's grades.
CORRECTED = {"ppiP", "ppiDCG", "ppiRBP"}


@measure("ppiP", bounds=_ANY, across_topics=True, cite=_PPI)
def corrected_precision(run: SampledRun, *, rel: int = 1, cutoff: int = 10) -> SampleEstimate:
    """Precision in the first k ranks by a model's grades, corrected by people's on a sample.

    The difference (prediction-powered) estimate, tuned by the other topics: never much further off
    than estP from people alone, and much closer if the model is good. Needs the model's grade of
    every document, drawn or not. May be below 0 or above 1.

    >>> documents = (1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4)
    >>> run = SampledRun.of(*documents, length=4, model=[1, 1, 0, 0])
    >>> corrected_precision(run, cutoff=2).value.tolist()  # of one topic: people alone
    [1.5]
    """
    labelled = (model_grades(run.sample, "ppiP") >= rel).astype(float)
    return corrected_sum(run.sample, run.relevant(rel), labelled, run.within(cutoff) / cutoff)


@measure("ppiDCG", bounds=_ANY, across_topics=True, cite=_PPI, choices={"dcg": tuple(FORMS)})
def corrected_dcg(
    run: SampledRun,
    *,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    cutoff: int | None = None,
) -> SampleEstimate:
    """DCG in the first k ranks by a model's grades, corrected by people's on a sample, like ppiP.

    The form ``dcg``, ``gains`` and ``base`` are as in DCG.

    >>> documents = (1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4)
    >>> run = SampledRun.of(*documents, length=4, model=[1, 1, 0, 0])
    >>> corrected_dcg(run, cutoff=1).value.tolist()  # of one topic: people alone
    [1.0]
    """
    labelled = compute_gains(model_grades(run.sample, "ppiDCG"), dcg, gains)
    inside = run.within(cutoff)
    weight = inside / discount_ranks(run, (FORMS[dcg][1], base), inside)
    return corrected_sum(run.sample, compute_gains(run.sample.grade, dcg, gains), labelled, weight)


@measure("ppiRBP", bounds=_ANY, across_topics=True, cite=_PPI)
def corrected_rbp(
    run: SampledRun, *, p: float = 0.8, rel: int = 1, cutoff: int | None = None
) -> SampleEstimate:
    """RBP of binary relevance by a model's grades, corrected by people's on a sample, like ppiP.

    >>> documents = (1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4)
    >>> run = SampledRun.of(*documents, length=4, model=[1, 1, 0, 0])
    >>> corrected_rbp(run, p=0.5).value.tolist()  # of one topic: people alone
    [1.0]
    """
    labelled = (model_grades(run.sample, "ppiRBP") >= rel).astype(float)
    return corrected_sum(run.sample, run.relevant(rel), labelled, rbp_weights(run, p, cutoff))


def corrected_sum(
    sample: JudgedSample, gain: Floats, predicted: Floats, weight: Floats
) -> SampleEstimate:
    """Return the sum of weight times gain over each topic's documents, corrected by the sample.

    ``gain`` [N] is by people's grades, known where drawn; ``predicted`` [N] by the model's. With a
    single topic nothing determines β and λ, and people alone count.

    >>> topic, half = np.repeat([0, 1], 4), np.full(8, 0.5)
    >>> grades = np.array([1, 0, -1, -1, 1, 0, -1, -1])
    >>> model = np.array([1, 0, 1, 1, 1, 0, 0, 0])  # it is always right where people looked
    >>> sample = JudgedSample(("1", "2"), topic, topic, half, grades, model=model)
    >>> found = corrected_sum(sample, grades * 1.0, model * 1.0, np.ones(8))
    >>> found.value.tolist(), sample.by_topic(sample.deviations(found.influence) ** 2).tolist()
    ([3.0, 1.0], [0.0, 0.0])
    """
    known = np.stack([weight, weight * predicted])
    people = sample.total(weight * gain)
    drawn = [sample.total(values) for values in known]
    slopes = _slopes(sample, people, drawn)
    value, influence = people.value, people.influence
    for slope, values, estimate in zip(slopes, known, drawn, strict=True):
        value = value + slope * (sample.by_topic(values) - estimate.value)
        influence = influence - slope[sample.topic] * estimate.influence
    return SampleEstimate(value, influence)


def _slopes(
    sample: JudgedSample, people: SampleEstimate, drawn: list[SampleEstimate]
) -> tuple[Floats, Floats]:
    """Return β and λ of each topic [T], which minimise the sum of variances of all other topics."""
    goal, rank, model = (sample.deviations(each.influence) for each in (people, *drawn))

    def others(first: Floats, second: Floats) -> Floats:
        """Return the covariance of two estimates, summed over all topics but each [T]."""
        own = sample.by_topic(first * second)
        sums: Floats = own.sum() - own
        return np.where(np.abs(sums) > _NOTHING * np.abs(own).sum(), sums, 0.0)

    ranks = others(rank, rank)
    goal_by_rank, model_by_rank = (divide(others(it, rank), ranks) for it in (goal, model))
    left = others(model, model) - model_by_rank * others(model, rank)
    left = np.where(left > _NOTHING * others(model, model), left, 0.0)
    use = np.clip(divide(others(goal, model) - goal_by_rank * others(model, rank), left), 0.0, 1.0)
    return goal_by_rank - use * model_by_rank, use


def model_grades(sample: JudgedSample, what: str) -> Ints:
    """Return the grades of the model [N], 0 where missing; `MeasureError` if all are."""
    if sample.model is None:
        hint = "the judgments need a column 'model', as of harness judge release --model NAME"
        raise MeasureError(Problem(f"{what} needs the grades of a model", hint=hint))
    return np.maximum(sample.model, 0)
