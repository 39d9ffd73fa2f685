"""Measures of graded relevance from NTCIR: average precision blended with the gain so far.

The *blended ratio* at a rank is (relevant so far + β·cg) / (rank + β·ideal cg), cg being the
cumulated gain of the ranking and of the ideal ranking there. With β = 0 it is precision. Relevant
documents have a positive gain; a gain is the grade unless ``gains={grade: gain}`` replaces it. The
operations and their order are pyNTCIREVAL's, which multiplies each ratio by the probability to
stop.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Bools, Floats, by_element, divide, running_sum, total
from harness.core.batch import Gains, Hits
from harness.core.judged_run import JudgedRun
from harness.measures.registry import measure
from harness.measures.summaries import Ratio

_ONE_DOCUMENT = (
    "Sakai, On the properties of evaluation metrics for finding one highly relevant document, "
    "IPSJ TOD, 2007"
)


def _gains(run: JudgedRun, gains: Gains) -> tuple[Hits, Floats]:
    """Return the documents with a gain, and the gains as a matrix [T, H]."""
    hits, values = run.gains(gains)
    return hits, hits.padded(values)


def _blend_ratio(run: JudgedRun, gains: Gains, beta: float) -> tuple[Bools, Floats]:
    """Return the relevant hits, and the blended ratio at their ranks, 0 at others, both [T, H]."""
    hits, values = _gains(run, gains)
    ideal = running_sum(run.judgments.ideal_gains(gains))
    useful = values > 0
    if not useful.any():
        return useful, np.zeros(values.shape)
    reached = np.cumsum(useful, axis=1) + beta * running_sum(np.where(useful, values, 0.0))
    best = np.take_along_axis(ideal, np.minimum(hits.index, ideal.shape[1] - 1), axis=1)
    return useful, reached / np.where(useful, hits.ranks + beta * best, np.inf)


@measure(
    "Q",
    aliases=("QMeasure", "Q_measure"),
    cite="Sakai, New performance metrics based on multigrade relevance, NTCIR-4, 2004",
)
def q_measure(
    run: JudgedRun, *, beta: float = 1.0, gains: Gains = None, cutoff: int | None = None
) -> Ratio:
    """Q-measure: average precision in which each precision is blended with the gain so far.

    Over the relevant documents (those with a positive gain) retrieved, the sum of the blended
    ratios (relevant so far + β·cg) / (rank + β·ideal cg), divided by R; cg is the cumulated gain
    at that rank, of the ranking and of the ideal ranking. With β = 0 it is average precision; a
    larger β weighs grades more. A gain is the grade unless ``gains={grade: gain}`` replaces it. Q@k
    divides by min(k, R), as NTCIREVAL does. Undefined (0) without relevant documents.

    Ideal cg 2, 3, 3; relevant at ranks 2 (grade 1) and 3 (grade 2):
    ((1 + 1)/(2 + 3) + (2 + 3)/(3 + 3)) / 2.

    >>> q_measure(JudgedRun.of([0, 1, 2])).value.round(4).tolist()
    [0.6167]
    """
    ratios, hits = _blend_ratio(run, gains, beta)[1], run.gains(gains)[0]
    relevant, limit = run.judgments.num_gains(gains), np.inf if cutoff is None else cutoff
    within = np.where(hits.ranks <= limit, ratios, 0.0)
    most = np.minimum(relevant, limit).astype(float)
    return Ratio(total(within), most, rounded=total(within * divide(1.0, most)[:, None]))


@measure("O", aliases=("OMeasure", "O_measure"), cite=_ONE_DOCUMENT)
def o_measure(run: JudgedRun, *, beta: float = 1.0, gains: Gains = None) -> Floats:
    """O-measure: the blended ratio at the first relevant document, for searches that need just one.

    (1 + β·g) / (rank + β·ideal cg), g being that document's gain: reciprocal rank that sees grades.
    With β = 0 it is reciprocal rank. ``gains={grade: gain}`` replaces the grades. 0 without
    relevant documents.

    Ideal cg 2, 3; the first relevant document, of grade 1, is at rank 2: (1 + 1) / (2 + 3).

    >>> o_measure(JudgedRun.of([0, 1, 2])).tolist()
    [0.4]
    """
    useful, ratios = _blend_ratio(run, gains, beta)
    return total(np.where(useful & (np.cumsum(useful, axis=1) == 1), ratios, 0.0))


def _up_to_best(run: JudgedRun, gains: Gains) -> tuple[Bools, Bools]:
    """Return the first hit with the highest retrieved gain, and all relevant ones down to it [T,
    H].
    """
    values = _gains(run, gains)[1]
    is_best = (values == values.max(axis=1, initial=0.0)[:, None]) & (values > 0)
    first = is_best & (np.cumsum(is_best, axis=1) == 1)
    return first, (values > 0) & (np.cumsum(is_best, axis=1) - is_best == 0)


@measure("PMeasure", aliases=("P_measure",), cite=_ONE_DOCUMENT)
def p_measure(run: JudgedRun, *, beta: float = 1.0, gains: Gains = None) -> Floats:
    """P-measure: the blended ratio at the preferred rank, that of the best document retrieved.

    The preferred rank is that of the first document with the highest gain in the ranking, whatever
    was not retrieved: a user who looks for one highly relevant document stops there.
    ``gains={grade: gain}`` replaces the grades, β weighs them. 0 without relevant documents.

    Ideal cg 2, 3, 3; the grade 2 is at rank 3: (2 + 3) / (3 + 3).

    >>> p_measure(JudgedRun.of([0, 1, 2])).round(4).tolist()
    [0.8333]
    """
    return total(np.where(_up_to_best(run, gains)[0], _blend_ratio(run, gains, beta)[1], 0.0))


@measure("PPlus", aliases=("PPlusMeasure", "P_plus"), cite=_ONE_DOCUMENT)
def p_plus(run: JudgedRun, *, beta: float = 1.0, gains: Gains = None) -> Floats:
    """P⁺: the mean blended ratio over the relevant documents down to the preferred rank.

    Users may stop at any relevant document down to the best one retrieved, as for PMeasure, whose
    parameters β and ``gains`` it takes. 0 without relevant documents.

    Ideal cg 2, 3, 4; the best one is at rank 3, which leaves rank 4 out:
    ((1 + 1)/(2 + 3) + (2 + 3)/(3 + 4)) / 2.

    >>> p_plus(JudgedRun.of([0, 1, 2, 1])).round(4).tolist()
    [0.5571]
    """
    counted = _up_to_best(run, gains)[1]
    chances = counted * divide(1.0, counted.sum(axis=1))[:, None]
    return total(chances * _blend_ratio(run, gains, beta)[1])


def _graded_stops(run: JudgedRun, gains: Gains, stops: Gains) -> tuple[Floats, Floats]:
    known, hits = run.judgments, run.gains(gains)[0]
    stop = np.where(known.gain_levels(gains) > 0, known.gain_levels(stops or gains), 0.0)
    grades = run.grades[hits.topic, hits.position]
    return hits.padded(stop[np.searchsorted(known.levels, grades)]), total(known.counts * stop)


def _ranked_stops(run: JudgedRun, gains: Gains, gamma: float) -> tuple[Floats, Floats]:
    useful, relevant = _gains(run, gains)[1] > 0, run.judgments.num_gains(gains)
    number = max(useful.shape[1], int(relevant.max(initial=0)), 1)
    weights = by_element(lambda before: gamma**before, np.arange(number))
    sums = np.append(0.0, running_sum(weights))
    return weights[np.maximum(np.cumsum(useful, axis=1) - 1, 0)], sums[relevant]


@measure(
    "NCU",
    choices={"stop": ("gu", "rb"), "utility": ("BR", "P")},
    variants={
        f"NCU{stop}{join}{utility}": {"stop": stop, "utility": utility}
        for join in ("", "_")
        for stop in ("gu", "rb")
        for utility in ("P", "BR")
    },
    cite="Sakai, Robertson, Modelling a user population for designing information retrieval "
    "metrics, EVIA 2008",
)
def normalised_cumulative_utility(
    run: JudgedRun,
    *,
    stop: str = "gu",
    utility: str = "BR",
    beta: float = 1.0,
    gamma: float = 0.95,
    gains: Gains = None,
    stops: Gains = None,
) -> Ratio:
    """Normalised cumulative utility: the utility of users who stop at different relevant documents.

    Σ over the relevant documents retrieved of the probability to stop there, times the ``utility``:
    the blended ratio ("BR", with β as for Q) or precision ("P"). ``stop`` is the distribution of
    stops: "gu" (graded-uniform) in proportion to the document's grade, or to ``stops={grade:
    weight}``; "rb" (rank-biased) at the n-th relevant document in proportion to γ^(n − 1),
    ``gamma`` being γ. The probabilities of all relevant documents, retrieved or not, sum to 1. If
    all are equal it is Q, or average precision. ``gains={grade: gain}`` replaces the grades.
    Undefined (0) without relevant documents.

    Grades 1 and 2 at ranks 2 and 3: 1/3 · (1 + 1)/(2 + 3) + 2/3 · (2 + 3)/(3 + 3).

    >>> normalised_cumulative_utility(JudgedRun.of([0, 1, 2])).value.round(4).tolist()
    [0.6889]
    """
    useful, ratios = _blend_ratio(run, gains, beta if utility == "BR" else 0.0)
    if stop == "gu":
        chances, of_all = _graded_stops(run, gains, stops)
    else:
        chances, of_all = _ranked_stops(run, gains, gamma)
    value = total(np.where(useful, divide(chances, of_all[:, None]) * ratios, 0.0))
    return Ratio(total(np.where(useful, chances * ratios, 0.0)), of_all, rounded=value)
