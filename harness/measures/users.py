"""Measures of a model user who walks down the ranking: RBP, ERR; by time or text read: TBG, U.

The cost of each document, its length, may be known (`JudgedRun.costs`): in words for TBG, in
characters for U. Other documents have the length given by a parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from harness.core.arrays import Floats, by_element, powers, total
from harness.core.batch import Gains
from harness.core.judged_run import UNPOOLED, JudgedRun
from harness.measures.gain import gain_table, highest_gain, refuse_grades_above
from harness.measures.registry import TrecName, measure
from harness.measures.summaries import Ratio

_ANY = (0.0, float("inf"))


def _lengths(run: JudgedRun, length: float) -> Floats:
    """Return the length of each document retrieved [T, D]."""
    if run.costs is None:
        return np.full(run.grades.shape, length)
    return np.where(np.isnan(run.costs), length, run.costs)


@measure(
    "TBG",
    aliases=("TimeBiasedGain",),
    bounds=_ANY,
    cite="Smucker, Clarke, Time-based calibration of effectiveness measures, SIGIR 2012",
)
def time_biased_gain(
    run: JudgedRun, *, rel: int = 1, halflife: float = 224.0, length: float = 500.0
) -> Floats:
    """Time-biased gain: relevant documents saved by users who leave as time passes.

    A rank takes 4.4 s for its summary, and 0.018·length + 7.8 s for reading the document, whose
    length is in words, with the probability of a click: 0.64 if it is relevant, 0.39 if not. A
    relevant document is clicked and then saved with probability 0.64 · 0.77; half of the users are
    gone after each ``halflife`` seconds. The value is the sum over the relevant documents of the
    probability to save them and to be there still. All numbers are the paper's. ``length`` is for
    documents of unknown length.

    The second document is reached after 4.4 + 0.39 · (9 + 7.8) s: 0.4928 · 2^(−10.952 / 224).

    >>> time_biased_gain(JudgedRun.of([0, 1])).round(4).tolist()
    [0.4764]
    """
    relevant = run.grades >= rel
    seconds = 4.4 + (0.018 * _lengths(run, length) + 7.8) * np.where(relevant, 0.64, 0.39)
    before = np.cumsum(seconds, axis=1) - seconds
    return total(np.where(relevant, 0.64 * 0.77 * 2.0 ** (-before / halflife), 0.0))


@measure(
    "U",
    aliases=("UMeasure",),
    bounds=_ANY,
    cite="Sakai, Dou, Summaries, ranked retrieval and sessions: a unified framework for "
    "information access evaluation, SIGIR 2013; Sakai, U-measure, Encyclopedia of Database Systems "
    "2018",
)
def u_measure(
    run: JudgedRun,
    *,
    max_grade: int = 4,
    L: float = 132000.0,  # noqa: N803 (the name of the paper)
    snippet: float = 200.0,
    length: float = 3000.0,
) -> Floats:
    """U-measure: gains that fade with the text that a user has read to get them.

    Users read the ``snippet`` of 200 characters of each document, and a fifth of each relevant one.
    A document of grade g gives (2^g − 1) / 2^max_grade, times 1 − (characters read so far) / L, and
    nothing after L characters (132,000, as in the paper); ``max_grade`` is the highest possible
    grade. A document of unknown length has ``length`` characters.

    The relevant document ends after 200 + 200 + 600 characters: 1/2 · (1 − 1000 / 132000).

    >>> u_measure(JudgedRun.of([0, 1]), max_grade=1).round(4).tolist()
    [0.4962]
    """
    refuse_grades_above(max_grade, run.judgments, "U-measure")
    grades = np.maximum(run.grades, 0)
    read = snippet + np.where(grades > 0, 0.2 * _lengths(run, length), 0.0)
    gains = (2.0**grades - 1) / 2.0**max_grade
    return total(gains * np.maximum(0.0, 1 - np.cumsum(read, axis=1) / L))


_RBP = "Moffat, Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008"
_ERR = (
    "Chapelle, Metzler, Zhang, Grinspan, Expected reciprocal rank for graded relevance, CIKM 2009"
)


def _persistence(text: str) -> Mapping[str, Any]:
    name, equals, value = text.partition("=")
    if equals and name != "p":
        raise ValueError("only p can be set, as in rbp.p=0.8")
    return {"p": float(value if equals else text)}


@measure(
    "RBP",
    trec_eval=TrecName("rbp", parse=_persistence, fixed={"p": 0.9}),
    cite=_RBP,
    rising=True,
    exclusive=("rel", "gains"),
)
def rank_biased_precision(
    run: JudgedRun,
    *,
    p: float = 0.8,
    rel: int | None = None,
    gains: Gains = None,
    cutoff: int | None = None,
) -> Floats:
    """Rank-biased precision: the rate of gain of a user who continues to the next rank with chance
    p.

    (1 − p) Σ gain · p^(rank − 1). The gain is the grade, divided by the topic's highest grade if
    that is above 1; negative grades have no gain. With ``rel`` it is 1 for grades of at least that,
    else 0; with ``gains={grade: gain}`` it is the gain, divided by the highest one listed.

    >>> rank_biased_precision(JudgedRun.of([1, 0, 1]), p=0.5).tolist()
    [0.625]
    """
    if rel is not None:
        hits, values = run.hits(rel), np.ones(len(run.hits(rel).topic))
    else:
        hits, values = run.gains(gains)
        values = divide_by_highest(run, hits.padded(values), gains)[hits.present]
    weights = powers(p, run.depth)
    if gains:  # NTCIREVAL's powers are the C library's, and its ranks have shares
        weights = (1 - p) * by_element(lambda above: p**above, np.arange(run.depth + 1))
    return (1.0 if gains else 1 - p) * hits.sum(values * weights[hits.position], cutoff)


@measure(
    "RBPResidual", trec_eval=TrecName("rbp_resid", parse=_persistence, fixed={"p": 0.9}), cite=_RBP
)
def rank_biased_residual(run: JudgedRun, *, p: float = 0.8) -> Floats:
    """How much higher rank-biased precision could be if every unjudged document were relevant.

    p^n for the ranks below the end, plus (1 − p) Σ p^(rank − 1) over the unjudged ranks.

    >>> rank_biased_residual(JudgedRun.of([1, -1]), p=0.5).tolist()
    [0.5]
    """
    unjudged = (run.grades < 0) & (run.grades >= UNPOOLED - 1)
    steps = powers(p, run.depth)
    residual = steps[run.num_ret] + (1 - p) * total(np.where(unjudged, steps[:-1], 0.0))
    if run.dialect.residual_needs_unjudged:
        return np.where(unjudged.any(axis=1), residual, 0.0)
    return np.asarray(residual)


def divide_by_highest(run: JudgedRun, values: Floats, gains: Gains) -> Floats:
    """Divide gains by the highest listed, or judged, one: the shares that count in RBP."""
    if gains:
        return np.maximum(values, 0.0) / highest_gain(gains, run.judgments)
    known = run.judgments
    highest = np.where(known.counts > 0, known.levels, 0).max(axis=1, initial=0)
    return np.asarray(values / np.maximum(highest, 1)[:, None])


def chances_to_satisfy(run: JudgedRun, values: Floats, gains: Gains, max_grade: int) -> Floats:
    """Return the probability that each gain satisfies the user: gain / (highest gain + 1)."""
    if gains:
        return np.maximum(values, 0.0) / (highest_gain(gains, run.judgments) + 1.0)
    refuse_grades_above(max_grade, run.judgments, "expected reciprocal rank")
    return values / 2.0**max_grade


def _cascade(chances: Floats, ranks: Floats, gains: Gains) -> Floats:
    """Sum chance/rank over documents, times the probability that none above satisfied [T].

    The operations are gdeval's, or with ``gains`` NTCIREVAL's.
    """
    goes_on = np.cumprod(1 - chances, axis=1)[:, :-1]
    arrives = np.concatenate([np.ones((len(chances), 1)), goes_on], axis=1)[:, : chances.shape[1]]
    return total(chances * (1 / ranks * arrives) if gains else chances * arrives / ranks)


def _expect_satisfaction(
    run: JudgedRun, gains: Gains, max_grade: int, cutoff: int | None
) -> Floats:
    hits, values = run.gains(gains or gain_table("exp", None, run.judgments))
    chances = chances_to_satisfy(run, hits.padded(values), gains, max_grade)
    return _cascade(chances, np.where(hits.ranks <= (cutoff or np.inf), hits.ranks, np.inf), gains)


@measure("ERR", rising=True, exclusive=("gains", "max_grade"), cite=_ERR)
def expected_reciprocal_rank(
    run: JudgedRun, *, gains: Gains = None, max_grade: int = 4, cutoff: int | None = None
) -> Floats:
    """Expected reciprocal rank: 1/rank at which a user who reads from the top is satisfied.

    A document of grade g satisfies with probability (2^g − 1) / 2^max_grade, and the user then
    stops; the value is the sum over the ranks of the probability to stop there, divided by the
    rank. ``max_grade`` is the highest grade that assessors could give, whether or not it occurs: 4
    as in gdeval and ir_measures. A higher grade in the qrels is an error. Unjudged documents never
    satisfy.

    With ``gains={grade: gain}``, which lists every possible grade, the probability is the gain
    divided by one more than the highest gain, as in NTCIREVAL.

    With max_grade 1 every relevant document satisfies with the chance 1/2: 1/2 · 1/2 + 1/4 · 1/3.

    >>> expected_reciprocal_rank(JudgedRun.of([0, 1, 1]), max_grade=1).round(4).tolist()
    [0.3333]
    """
    return _expect_satisfaction(run, gains, max_grade, cutoff)


@measure(
    "nERR",
    rising=True,
    exclusive=("gains", "max_grade"),
    cite=f"{_ERR}; normalised as by ndeval",
)
def normalised_expected_reciprocal_rank(
    run: JudgedRun, *, gains: Gains = None, max_grade: int = 4, cutoff: int | None = None
) -> Ratio:
    """Expected reciprocal rank divided by that of the best ranking of the judged documents.

    The ideal is cut at k too. Parameters as for ERR; undefined (0) without relevant documents.

    The ideal ranking has 1/2 + 1/4 · 1/2: 0.3333 / 0.625.

    >>> run = JudgedRun.of([0, 1, 1])
    >>> normalised_expected_reciprocal_rank(run, max_grade=1).value.round(4).tolist()
    [0.5333]
    """
    reached = _expect_satisfaction(run, gains, max_grade, cutoff)
    ideal = run.judgments.ideal_gains(gains or gain_table("exp", None, run.judgments))[:, :cutoff]
    chances = chances_to_satisfy(run, ideal, gains, max_grade)
    return Ratio(reached, _cascade(chances, np.arange(1.0, ideal.shape[1] + 1), gains))
