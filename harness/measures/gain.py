"""Measures of graded relevance: cumulated gain in its forms, and the G measures of trec_eval."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from harness.core.arrays import (
    Floats,
    Ints,
    by_element,
    discounts,
    divide,
    pick,
    running_sum,
    total,
)
from harness.core.batch import Gains, Judgments
from harness.core.errors import EvaluationError, Problem
from harness.core.judged_run import JudgedRun
from harness.measures.bound import Measure
from harness.measures.ranked import CUTOFFS
from harness.measures.registry import TrecName, measure
from harness.measures.summaries import Ratio

#: How gains are derived: their form ("linear", "exp"), and the table of ``gains={…}``.
Worth = tuple[str, Gains]

_JK = "Järvelin, Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 2002"
_BURGES = "Burges et al., Learning to rank using gradient descent, ICML 2005 (log2(rank + 1))"
_TREC = "trec_eval, https://github.com/usnistgov/trec_eval"
_POSITIVE = (0.0, float("inf"))
#: Logarithms of whole numbers up to this are looked up.
MAX_LOOKUP = 2**14
#: Higher grades have a gain 2^grade - 1 too large to be summed.
MAX_EXPONENT = 1000


def gain_table(gain: str, gains: Gains, judgments: Judgments) -> Gains:
    """Return the gain of each grade: the grade, 2^grade − 1 (``exp``), or as in the table."""
    if gain == "linear":
        return gains
    given = dict(gains or ())
    highest = max((int(g) for g in judgments.levels if int(g) not in given), default=0)
    if highest > MAX_EXPONENT:
        raise EvaluationError(
            Problem(
                f"the gain 2^grade - 1 of a document with the grade {highest} is too large",
                hint="give gains={grade: gain}, or use linear gains",
            )
        )
    return tuple((int(g), given.get(int(g), 2.0 ** int(g) - 1.0)) for g in judgments.levels)


def highest_gain(gains: tuple[tuple[int, float], ...], judgments: Judgments) -> float:
    """Return the highest listed gain, at least 1 if none is above 0; refuse unlisted grades."""
    highest = max(gain for _, gain in gains)
    above = judgments.levels[judgments.gain_levels(gains) > highest]
    if len(above):
        raise EvaluationError(
            Problem(
                f"the qrels have the grade {above[-1]}, for which no gain is given",
                hint=f"list every grade that can be given, as in gains={{1: 1, …, {above[-1]}: …}}",
            )
        )
    return highest if highest > 0 else 1.0


def refuse_grades_above(max_grade: int, judgments: Judgments, what: str) -> None:
    """Raise `EvaluationError` if judgments have a grade above a measure's highest."""
    highest = int(judgments.levels.max(initial=0))
    if highest > max_grade:
        hint = f"set the highest grade that can be given: max_grade={highest}"
        message = f"{what}: the qrels have the grade {highest}, above {max_grade}"
        raise EvaluationError(Problem(message, hint=hint))


def find_worth(measure: Measure) -> Worth:
    """Return the gains by which documents are better or worse: grades, unless the measure has
    gains.
    >>> from harness.measures import parse_measure
    >>> find_worth(parse_measure("AP")), find_worth(parse_measure("DCG(gains={1: 5.0})@3"))
    (('linear', None), ('linear', ((1, 5.0),)))
    """
    given = {**measure.family.defaults, **measure.parameters}
    if given.get("gains") is None:
        return "linear", None
    form = FORMS[given["dcg"]][0] if "dcg" in given else given.get("gain", "linear")
    return form, given["gains"]


def weigh_levels(worth: Worth, judgments: Judgments) -> Floats:
    """Return the worth of a document of each grade of ``judgments.levels`` [G]."""
    return judgments.gain_levels(gain_table(*worth, judgments))


def _parse_gains(text: str) -> Mapping[str, Any]:
    pairs = []
    for part in text.split(","):
        grade, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r} is not grade=gain, as in ndcg.1=3,2=9")
        pairs.append((int(grade), float(value)))
    return {"gains": tuple(sorted(pairs))}


#: The forms of DCG by their name in notation: gain function and discount.
FORMS = {"log2": ("linear", "log"), "exp-log2": ("exp", "ln"), "jk": ("linear", "jk")}
_FORM_NAMES = {"dcg": tuple(FORMS)}


def _dcg(
    run: JudgedRun, dcg: str, gains: Gains, base: float, cutoff: int | None
) -> tuple[Floats, Floats]:
    """Return DCG and ideal DCG [T] at a cutoff."""
    gain, form = FORMS[dcg]
    table = gain_table(gain, gains, run.judgments)
    reached = pick(run.running_dcg(table, (form, base)), run.gains(table)[0].within(cutoff))
    ideal = run.judgments.ideal_dcg(table, (form, base))
    last = ideal.shape[1] - 1
    return reached, ideal[:, last if cutoff is None else min(cutoff, last)]


@measure(
    "CG",
    aliases=("CumulatedGain",),
    rising=True,
    bounds=_POSITIVE,
    cite=_JK,
    choices={"gain": ("linear", "exp")},
)
def cumulated_gain(
    run: JudgedRun, *, gain: str = "linear", gains: Gains = None, cutoff: int | None = None
) -> Floats:
    """Cumulated gain: the sum of the gains of the documents in the first k ranks.

    The gain is the grade (``linear``), 2^grade − 1 (``exp``), or set by ``gains={grade: gain}``.

    >>> cumulated_gain(JudgedRun.of([3, 2, 3, 0, 1, 2])).tolist()
    [11.0]
    """
    hits, values = run.gains(gain_table(gain, gains, run.judgments))
    return hits.sum(values, cutoff)


@measure(
    "DCG",
    variants={"dcg_burges": {"dcg": "exp-log2"}},
    trec_eval=TrecName("dcg", parse=_parse_gains),
    rising=True,
    bounds=_POSITIVE,
    cite=f"{_JK}; {_BURGES}",
    choices=_FORM_NAMES,
)
def discounted_cumulated_gain(
    run: JudgedRun,
    *,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    cutoff: int | None = None,
) -> Floats:
    """Discounted cumulated gain: gains divided by a logarithm of the rank, summed.

    ``dcg="log2"`` divides the grade by log2(rank + 1), ``"exp-log2"`` uses 2^grade − 1 as the gain,
    ``"jk"`` is the form of 2002: the grade, divided by log_b(rank) from rank b on. ``base`` is b;
    ``gains={grade: gain}`` replaces the gain function; a grade that is not listed keeps its gain.

    >>> discounted_cumulated_gain(JudgedRun.of([3, 2, 3, 0, 1, 2])).round(2).tolist()
    [6.86]
    """
    return _dcg(run, dcg, gains, base, cutoff)[0]


@measure(
    "IDCG",
    trec_eval=TrecName("ideal_dcg", parse=_parse_gains),
    bounds=_POSITIVE,
    cite=_JK,
    choices=_FORM_NAMES,
)
def ideal_discounted_cumulated_gain(
    run: JudgedRun,
    *,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    cutoff: int | None = None,
) -> Floats:
    """DCG of the best possible ranking of the judged documents; parameters as for DCG.

    >>> run = JudgedRun.of([0, 1], judged=[{1: 2, 0: 1}])
    >>> ideal_discounted_cumulated_gain(run).round(4).tolist()
    [1.6309]
    """
    return _dcg(run, dcg, gains, base, cutoff)[1]


@measure(
    "nDCG",
    aliases=("MSnDCG",),
    variants={"ndcg_burges": {"dcg": "exp-log2"}},
    trec_eval=(TrecName("ndcg", parse=_parse_gains), TrecName("ndcg_cut", "cutoff", CUTOFFS)),
    rising=True,
    cite=f"{_JK}; {_BURGES}",
    choices=_FORM_NAMES,
)
def normalised_dcg(
    run: JudgedRun,
    *,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    cutoff: int | None = None,
) -> Ratio:
    """DCG divided by that of the best possible ranking of the judged documents, also cut at k.

    The ideal comes from the judgments, not from what was retrieved. Relevance levels do not matter
    (``rel`` does not apply): every positive gain counts. Parameters as for DCG.

    >>> normalised_dcg(JudgedRun.of([3, 2, 3, 0, 1, 2])).value.round(3).tolist()
    [0.961]
    """
    return Ratio(*_dcg(run, dcg, gains, base, cutoff))


@measure("nDCGRel", trec_eval=TrecName("ndcg_rel", parse=_parse_gains), cite=_TREC)
def ndcg_at_relevant(run: JudgedRun, *, gains: Gains = None) -> Ratio:
    """Mean over the relevant documents of the nDCG at each one's rank.

    Relevant documents have a positive gain; ``gains={grade: gain}`` replaces the grades. A document
    that is not retrieved counts the DCG of the whole ranking over the ideal DCG. A sum below 0,
    which takes negative gains, counts as 0.

    >>> ndcg_at_relevant(JudgedRun.of([1, 0], judged=[{1: 2, 0: 1}])).value.round(4).tolist()
    [0.8066]
    """
    known, (hits, values) = run.judgments, run.gains(gains)
    ideal, reached, length = known.ideal_dcg(gains), run.running_dcg(gains), known.num_gains(gains)
    best = ideal[hits.topic, np.minimum(hits.position + 1, ideal.shape[1] - 1)]
    useful = values > 0
    missed = length - hits.sum(useful)
    at_hits = divide(np.where(useful, reached[:, 1:][hits.present], 0.0), best)
    summed = hits.sum(at_hits) + divide(missed * reached[:, -1], ideal[:, -1])
    return Ratio(np.maximum(summed, 0.0), length.astype(float))


@measure(
    "Rndcg",
    trec_eval=TrecName("Rndcg", parse=_parse_gains),
    aliases=("RnDCG",),
    rising=True,  # as the DCG of each rank is, and ideals depend on the judgments alone
    cite=_TREC,
)
def r_ndcg(run: JudgedRun, *, gains: Gains = None, rel: int = 1) -> Ratio:
    """Mean of the nDCG at each rank where the ideal ranking's gain drops, and of the whole ranking.

    With binary grades these are two: nDCG after R documents, and nDCG. As in trec_eval, the second
    counts only for a ranking that is longer than the ideal one by more than one document. 0 for a
    topic without any document of grade ``rel``, which has no other effect. ``gains={grade: gain}``
    replaces the grades.

    >>> r_ndcg(JudgedRun.of([0, 1, 0])).value.round(4).tolist()
    [0.3155]
    """
    known = run.judgments
    values, counts = known.gain_levels(gains), known.counts
    ideal, hits, reached = known.ideal_dcg(gains), run.gains(gains)[0], run.running_dcg(gains)
    summed = np.zeros(len(run.topics))
    points = np.zeros(len(run.topics))
    for gain in sorted({value for value in values.tolist() if value > 0}, reverse=True):
        rank = counts[:, values >= gain].sum(axis=1)
        drops = counts[:, values == gain].sum(axis=1) > 0
        dcg, best = pick(reached, hits.within(rank)), pick(ideal, rank)
        summed = summed + np.where(drops, divide(dcg, best), 0.0)
        points = points + drops
    goes_on = (run.num_ret > known.num_gains(gains) + 1) & (ideal[:, -1] > 0)
    summed = summed + np.where(goes_on, divide(reached[:, -1], ideal[:, -1]), 0.0)
    points = points + goes_on
    has_relevant = run.num_rel(rel) > 0
    return Ratio(np.where(has_relevant, summed, 0.0), np.where(has_relevant, points, 0.0))


@measure("binG", trec_eval=TrecName("binG"), rising=True, cite=_TREC)
def binary_g(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Mean over the relevant documents of 1 / log2(2 + non-relevant documents above).

    >>> binary_g(JudgedRun.of([0, 0, 1])).value.tolist()
    [0.5]
    """
    hits = run.hits(rel)
    others_above = hits.position + 1 - hits.number
    return Ratio(hits.sum(1.0 / discounts(run.depth)[others_above]), run.num_rel(rel).astype(float))


@measure("G", trec_eval=TrecName("G", parse=_parse_gains), cite=_TREC)
def graded_g(run: JudgedRun, *, gains: Gains = None) -> Ratio:
    """Gain over the logarithm of effort: each gain is divided by log2(2 + cost − gain so far).

    Reading down to a rank costs, for each rank, the ideal ranking's gain there, at least 1. The sum
    is divided by the total gain. ``gains={grade: gain}`` replaces the grades.

    >>> graded_g(JudgedRun.of([0, 0, 1])).value.tolist()
    [0.5]
    """
    hits, values = run.gains(gains)
    known = run.judgments
    spent = _extend_by_ones(known.ideal_effort(gains), hits.topic, hits.position + 1)
    effort = _log2(2.0 + spent - running_sum(hits.padded(values))[hits.present])
    return Ratio(hits.sum(values / effort), total(known.ideal_gains(gains)))


def _extend_by_ones(sums: Floats, row: Ints, column: Ints) -> Floats:
    """Return entries [N] of running sums [T, 1 + K] that go on with ones, added one by one.

    >>> _extend_by_ones(np.array([[0.0, 2.0]]), np.array([0, 0]), np.array([1, 3])).tolist()
    [2.0, 4.0]
    """
    last = sums.shape[1] - 1
    summed, beyond = sums[row, np.minimum(column, last)], np.maximum(column - last, 0)
    if (sums[:, last] % 1 == 0).all():  # whole numbers need not be added one by one
        return np.asarray(summed + beyond)
    further = np.ones((len(sums), 1 + int(beyond.max(initial=0))))
    further[:, 0] = sums[:, last]
    return np.asarray(np.where(beyond > 0, running_sum(further)[row, beyond], summed))


def _log2(values: Floats) -> Floats:
    """Return the C library's logarithm; looked up if all values are small whole numbers."""
    integers = values.astype(np.int64)
    if (
        values.size
        and (integers == values).all()
        and integers.min() >= 2
        and integers.max() <= MAX_LOOKUP
    ):
        return discounts(MAX_LOOKUP)[integers - 2]
    return by_element(math.log2, values)
