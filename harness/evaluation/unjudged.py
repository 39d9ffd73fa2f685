"""Bounds that judging unjudged documents puts on values, and on the order of two runs.

An unjudged document counts as not relevant. Here each retrieved one is assumed to be not relevant,
or to have the highest grade of the judgments, in every combination that matters.

Moffat, Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008, bound
RBP in this way (its residual); Lu, Moffat, Culpepper, The effect of pooling and evaluation depth on
IR metrics, IRJ 2016, other measures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from heapq import merge
from typing import TypeAlias

import numpy as np

from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.batch import Judgments
from harness.core.errors import MeasureError, Problem
from harness.core.judged_run import PADDING, UNJUDGED, JudgedRun
from harness.core.numbers import DECIMALS
from harness.core.packages import pl
from harness.evaluation.ranking import OrderedRun
from harness.evaluation.scales import find_scale
from harness.measures import AnyMeasure, Measure, Ratio
from harness.measures.bound import JUDGED_ONLY
from harness.measures.gain import find_worth, weigh_levels

#: So many grades are measured at a time, so that they stay in the processor's cache.
_CELLS = 1 << 16
#: So many documents are tried before it is known whether more could help.
_FEW = 8

#: Values [2, K] of both runs after the first K numbers of documents of a topic became relevant.
_Tried: TypeAlias = Callable[[Ints], Floats]


@dataclass(frozen=True, eq=False)
class PossibleValues(FrozenArrays):
    """The values [T] of one run as judged, and their ``least`` and ``greatest`` possible values.

    ``unjudged`` [T] counts the retrieved documents that are not judged.
    """

    run: str
    values: Floats
    least: Floats
    greatest: Floats
    unjudged: Ints


@dataclass(frozen=True, eq=False)
class PairOrder(FrozenArrays):
    """Whether judging unjudged documents could reverse the order of two runs.

    ``runs`` are the better and the worse one as judged. ``turned`` [2, T] are the values of both
    after the fewest unjudged documents found to put the worse one first became relevant; these are
    ``documents`` of the ``unjudged`` ones that either run retrieves. ``could_turn`` says that such
    judgments exist, ``cannot_turn`` that they do not. If neither holds, none were found.
    """

    measure: Measure
    topics: tuple[str, ...]
    runs: tuple[PossibleValues, PossibleValues]
    turned: Floats
    documents: int
    unjudged: int
    grade: int
    could_turn: bool
    cannot_turn: bool


def refuse_unbounded(measure: AnyMeasure, judgments: Judgments | None = None) -> Measure:
    """Return the measure; `MeasureError` unless moving a relevant document up never makes it worse.

    Only then are its extremes reached with relevant documents at the top or at the end. Its own
    gains must therefore rise with the grades of the judgments, if these are known, and unjudged
    documents must stay in the ranking, since judgments would put them back. Users who may read on
    because they found something (IFT, and BPM with limits that move) have no such extremes.
    """
    if isinstance(measure, Measure) and measure.summary == "mean":
        ordered = measure.family.rising or measure.family.falling
        rises = judgments is None or _rises(measure, judgments)
        leave = not re.search(r"(?i)ift|\bh[bc]\b", measure.parameters.get("user", ""))
        if ordered and rises and leave and not measure.parameters.get(JUDGED_ONLY):
            return measure
    message = f"the bounds of {measure.label} are not known"
    hint = "they are of measures like AP, nDCG, P, R, RBP, RR, with gains that rise with the grades"
    raise MeasureError(Problem(message, hint=hint))


def _rises(measure: Measure, judgments: Judgments) -> bool:
    """Return whether worth never falls from one grade to the next, and is 0 for grade 0."""
    worth = weigh_levels(find_worth(measure), judgments)
    rising = np.diff(worth, prepend=0.0) >= 0
    return bool(rising.all()) and not worth[judgments.levels == 0].any()


def possible_values(
    joined: JudgedRun, measure: Measure, grade: int, elsewhere: Ints | None = None
) -> PossibleValues:
    """Return the least and the greatest value of each topic that judging can give.

    Each unjudged document of the run is not relevant or has the ``grade``, and so is each of the
    ``elsewhere`` [T] documents that it does not retrieve (none by default). For measures that are
    best with relevant documents on top, only the first and the last m need to be tried, for each m,
    with documents elsewhere relevant only after, or before, all of those.

    >>> from harness.measures import parse_measure
    >>> run = JudgedRun.of([1, -1, 0, -1], judged=[{1: 1, 0: 1}])
    >>> known = possible_values(run, parse_measure("P@4"), 1)
    >>> known.values.tolist(), known.least.tolist(), known.greatest.tolist()
    ([0.25], [0.25], [0.75])
    """
    unjudged = (joined.grades < 0) & (joined.grades != PADDING)
    number = unjudged.sum(axis=1)
    extra = np.zeros(len(number), dtype=np.int64) if elsewhere is None else elsewhere
    values = evaluate(measure, joined)
    least, greatest = values.copy(), values.copy()
    low, high = measure.bounds
    for row in np.flatnonzero((number > 0) | (extra > 0)).tolist():
        nth = np.where(unjudged[row], np.cumsum(unjudged[row]), 0)
        # Of so many relevant documents, as many as can be are the first, or elsewhere and the last.
        most, others = np.arange(number[row], -1, -1), np.arange(extra[row] + 1)
        first = np.append(most, 0 * others[1:] + number[row])
        last = np.append(most, 0 * others[1:])
        best = 0 * first, first, first + np.append(0 * most, others[1:])
        worst = (
            number[row] - last,
            0 * last + number[row],
            last + np.append(0 * most + extra[row], others[:-1]),
        )
        for extreme, further, bound, (above, upto, relevant) in (
            (least, np.minimum, low, best if measure.family.falling else worst),
            (greatest, np.maximum, high, worst if measure.family.falling else best),
        ):
            # The first versions, or even the value as judged, may be at the bound already.
            tried = _try_versions(joined, measure, row, nth, above, upto, relevant, grade)
            while extreme[row] != bound and (part := next(tried, None)) is not None:
                extreme[row] = further(extreme[row], further.reduce(part))
    return PossibleValues(joined.name, values, least, greatest, number)


def bound_order(
    ordered: tuple[OrderedRun, OrderedRun], joined: tuple[JudgedRun, JudgedRun], measure: AnyMeasure
) -> PairOrder:
    """Decide whether judging unjudged documents could reverse the order of two runs.

    Both are joined with all judged topics, so that the row of a topic is its code. Raises
    `MeasureError` like `refuse_unbounded`.
    """
    known = refuse_unbounded(measure, joined[0].judgments)
    scale = find_scale(known)
    means = [scale.better(evaluate(known, run)).mean() for run in joined]
    if means[1] > means[0]:
        ordered, joined = ordered[::-1], joined[::-1]
    given = {**known.family.defaults, **known.parameters}
    grade = max(int(joined[0].judgments.levels.max(initial=1)), given.get("rel") or 1)
    unjudged = _unjudged(ordered)
    alone = [
        np.bincount(
            unjudged["row"].filter(unjudged[rank].is_null()), minlength=len(joined[0].topics)
        )
        for rank in ("rank", "rank_other")
    ]
    better, worse = (
        possible_values(run, known, grade, elsewhere)
        for run, elsewhere in zip(joined, alone, strict=True)
    )
    bound = _end(better, least=not scale.lower_is_better) - _end(worse, least=scale.lower_is_better)
    lead = scale.better(bound)
    turned, documents = _turn_order(joined, known, grade, unjudged, -lead)
    gap = (scale.better(turned[1]) - scale.better(turned[0])).mean()
    return PairOrder(
        measure=known,
        topics=joined[0].topics,
        runs=(better, worse),
        turned=turned,
        documents=documents,
        unjudged=unjudged.height,
        grade=grade,
        could_turn=round(float(gap), DECIMALS) > 0,
        cannot_turn=round(float(lead.mean()), DECIMALS) >= 0,
    )


def _end(values: PossibleValues, *, least: bool) -> Floats:
    return values.least if least else values.greatest


def _unjudged(ordered: tuple[OrderedRun, OrderedRun]) -> pl.DataFrame:
    """Return the unjudged documents of two runs: the topic's row, and the rank in each, null if
    absent.
    """
    frames = []
    for run in ordered:
        chosen = np.flatnonzero(run.grades < 0)
        columns = {"row": run.codes[chosen], "doc": run.docs(chosen).series()}
        frames.append(pl.DataFrame(columns | {"rank": run.ranks()[chosen]}))
    return frames[0].join(frames[1], on=["row", "doc"], how="full", coalesce=True, suffix="_other")


def _turn_order(
    joined: tuple[JudgedRun, JudgedRun],
    measure: Measure,
    grade: int,
    unjudged: pl.DataFrame,
    most: Floats,
) -> tuple[Floats, int]:
    """Return values [2, T] after few documents put the second run first, and their number.

    These documents are judged relevant. In each topic they are the first that the second run ranks
    higher, by difference of reciprocal ranks; topics that gain most per document come first.
    ``most`` [T] is how far ahead the second run can be.
    """
    better = find_scale(measure).better
    values = np.stack([evaluate(measure, run) for run in joined])
    gains = (1 / pl.col("rank_other")).fill_null(0) - (1 / pl.col("rank")).fill_null(0)
    helpful = unjudged.with_columns(gain=gains).filter(pl.col("gain") > 0)
    helpful = helpful.sort("row", "gain", "doc", descending=[False, True, False])

    def climb(row: int, chosen: pl.DataFrame) -> Iterator[tuple[float, int, int, _Tried]]:
        tried = partial(_try_first, joined, measure, row, chosen, grade)
        for slope, number in _steepest(
            lambda numbers: np.diff(better(tried(numbers)), axis=0)[0], len(chosen), most[row]
        ):
            yield slope, row, number, tried

    topics = helpful.group_by("row", maintain_order=True)
    steps = [climb(int(str(key[0])), chosen) for key, chosen in topics]
    gap = float((better(values[1]) - better(values[0])).sum())
    relevant: dict[int, int] = {}
    for _, row, number, tried in merge(*steps, key=lambda step: -step[0]):
        if round(gap, DECIMALS) > 0:
            break
        after = tried(np.array([number]))[:, 0]
        gap += float(np.diff(better(after))[0] - np.diff(better(values[:, row]))[0])
        values[:, row], relevant[row] = after, number
    return values, sum(relevant.values())


def _steepest(
    gaps_of: Callable[[Ints], Floats], number: int, most: float
) -> Iterator[tuple[float, int]]:
    """Yield the corners of the rising part of the upper hull of gaps: slope and position.

    ``gaps_of`` returns the gaps at positions from 0 to ``number``, of which none is above ``most``.
    It is asked for further ones only while they could be steeper.

    >>> list(_steepest(np.array([0.0, 1.0, 5.0, 6.0, 2.0]).take, 4, 6.0))
    [(2.5, 2), (1.0, 3)]
    """
    gaps, corner = gaps_of(np.arange(min(_FEW, number + 1))), 0
    while corner < number:
        slopes = (gaps[corner + 1 :] - gaps[corner]) / np.arange(1, len(gaps) - corner)
        best = slopes.max(initial=0)
        further = np.arange(len(gaps), min(2 * len(gaps), number + 1))
        if len(further) and best < (most - gaps[corner]) / (len(gaps) - corner):
            gaps = np.concatenate([gaps, gaps_of(further)])
        elif best <= 0:
            return
        else:
            corner += int(slopes.argmax()) + 1
            yield float(best), corner


def _try_first(
    joined: tuple[JudgedRun, JudgedRun],
    measure: Measure,
    row: int,
    chosen: pl.DataFrame,
    grade: int,
    numbers: Ints,
) -> Floats:
    """Return the values [2, K] of a topic with the first of some unjudged documents relevant."""
    values = []
    for run, name in zip(joined, ("rank", "rank_other"), strict=True):
        nth = np.zeros(run.depth + 1, dtype=np.int64)
        nth[chosen[name].fill_null(0).to_numpy()] = np.arange(1, len(chosen) + 1)
        versions = (nth[1:], numbers * 0, numbers, numbers, grade)
        values.append(np.concatenate([*_try_versions(run, measure, row, *versions)]))
    return np.stack(values)


def _try_versions(
    joined: JudgedRun,
    measure: Measure,
    row: int,
    nth: Ints,
    above: Ints,
    last: Ints,
    relevant: Ints,
    grade: int,
) -> Iterator[Floats]:
    """Yield the values of one topic in K versions, of some versions at a time.

    ``nth`` [D] counts its unjudged documents, with 0 for others. A version gives the grade to those
    after number ``above`` [K] up to number ``last`` [K], and to so many others that ``relevant``
    [K] have it. Ranks below the measure's cutoff are left out: no measure looks at them.
    """
    known = joined.judgments
    depth = {**measure.family.defaults, **measure.parameters}.get("cutoff") or joined.depth
    of_topic = joined.grades[row, :depth]
    costs = None if joined.costs is None else joined.costs[[row], :depth]
    levels = np.union1d(known.levels, [grade])
    judged = np.zeros(len(levels), dtype=np.int64)
    judged[np.searchsorted(levels, known.levels)] = known.counts[row]
    pooled = np.sort(nth[joined.grades[row] == UNJUDGED])
    size = max(_CELLS // max(len(of_topic), 1), 1)
    for start in range(0, len(relevant), size):
        after, upto = above[start : start + size], last[start : start + size]
        number = len(upto)
        counts = np.tile(judged, (number, 1))
        counts[:, np.searchsorted(levels, grade)] += relevant[start : start + size]
        regraded = pooled.searchsorted(upto, "right") - pooled.searchsorted(after, "right")
        negative = known.num_negative[row] - regraded
        inside = (nth[:depth] > after[:, None]) & (nth[:depth] <= upto[:, None])
        version = replace(
            joined,
            grades=np.where(inside, np.int32(grade), of_topic),
            num_ret=np.repeat(np.minimum(joined.num_ret[row], depth), number),
            judgments=Judgments((known.topics[row],) * number, levels, counts, negative),
            answered=None,
            costs=None if costs is None else np.repeat(costs, number, axis=0),
            _memo={},
        )
        yield evaluate(measure, version)


def evaluate(measure: Measure, run: JudgedRun) -> Floats:
    """Return the values [T] of a measure."""
    result = measure.evaluate(run)
    return np.asarray(result.value if isinstance(result, Ratio) else result, dtype=np.float64)
