"""Bounds that judging unjudged documents puts on values, and on the order of two runs.

An unjudged document counts as not relevant. Here each retrieved one is assumed to be not relevant,
or to have the highest grade of the judgments, in every combination that matters.

Moffat, Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008, bound
RBP in this way (its residual); Lu, Moffat, Culpepper, The effect of pooling and evaluation depth on
IR metrics, IRJ 2016, other measures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from heapq import merge
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.batch import Judgments
from harness.core.errors import MeasureError, Problem
from harness.core.judged_run import PADDING, UNJUDGED, JudgedRun
from harness.core.numbers import DECIMALS
from harness.core.packages import pl
from harness.core.parallel import pieces
from harness.evaluation.ranking import OrderedRun
from harness.evaluation.scales import find_scale
from harness.measures import AnyMeasure, Measure, Ratio
from harness.measures.bound import JUDGED_ONLY
from harness.measures.gain import find_worth, weigh_levels

#: So many grades are measured at a time, so that they stay in the processor's cache.
_CELLS = 1 << 16
#: So many documents of each topic are tried at first; more only where they could matter.
_FEW = 8
#: So many topics' documents are compared at a time.
_TOPICS = 1000


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
    return bool((np.diff(worth, prepend=0.0) >= 0).all()) and not worth[judgments.levels == 0].any()


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
    nth = np.where(unjudged, unjudged.cumsum(axis=1, dtype=np.int32), np.int32(0))
    versions = _Versions.of(joined, measure, grade, nth)
    falls = measure.family.falling
    for step in range((number + extra).max(initial=0) + 1):
        for extreme, further, bound, is_best in (
            (least, np.minimum, measure.bounds[0], falls),
            (greatest, np.maximum, measure.bounds[1], not falls),
        ):
            # Many topics are at the bound as judged, or with all documents relevant, tried first.
            rows = np.flatnonzero((number + extra >= step) & (extreme != bound))
            every, others = number[rows], extra[rows]
            relevant = np.where(is_best & (step <= every), every - step, step)
            # Of so many, as many as can be are the first, or elsewhere and the last.
            some = np.minimum(relevant, every) if is_best else np.maximum(relevant - others, 0)
            last = some if is_best else every
            tried = versions.evaluate(rows, last - some, last, relevant)
            extreme[rows] = further(extreme[rows], tried)
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
    falls = scale.lower_is_better
    lead = worse.least - better.greatest if falls else better.least - worse.greatest
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


def _unjudged(ordered: tuple[OrderedRun, OrderedRun]) -> pl.DataFrame:
    """Return the unjudged documents of two runs: the topic's row, and the rank in each, null if
    absent.

    In a topic those come first that the second run ranks higher, by difference of reciprocal ranks.
    """
    chosen = [np.flatnonzero(run.grades < 0) for run in ordered]
    columns = [(run.codes, run.ranks().astype(np.int32)) for run in ordered]
    gain = (1 / pl.col("rank_other")).fill_null(0) - (1 / pl.col("rank")).fill_null(0)
    parts = []
    for part in pieces(ordered[0].num_topics, _TOPICS):
        frames = []
        for run, documents, (rows, ranks) in zip(ordered, chosen, columns, strict=True):
            some = documents[slice(*rows[documents].searchsorted([part.start, part.stop]))]
            docs = run.docs(some).series()
            frames.append(pl.DataFrame({"row": rows[some], "doc": docs, "rank": ranks[some]}))
        parts.append(
            frames[0]
            .join(frames[1], on=["row", "doc"], how="full", coalesce=True, suffix="_other")
            .with_columns(gain=gain)
            .sort("row", "gain", "doc", descending=[False, True, False])
            .drop("doc")
        )
    return pl.concat(parts)


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
    helpful = unjudged.filter(pl.col("gain") > 0)
    of_topic = helpful["row"].to_numpy()
    heights = np.bincount(of_topic, minlength=len(most))
    versions = []
    for run, name in zip(joined, ("rank", "rank_other"), strict=True):
        nth = np.zeros((len(most), run.depth + 1), dtype=np.int32)
        nth[of_topic, helpful[name].fill_null(0)] = _count_up(heights) + 1
        versions.append(_Versions.of(run, measure, grade, nth[:, 1:]))

    def gaps_of(rows: Ints, numbers: Ints) -> Floats:
        after = _evaluate_first(versions, rows, numbers)
        return np.asarray(better(after[1]) - better(after[0]))

    def climb(row: int, gaps: Floats) -> Iterator[tuple[float, int, int]]:
        corners = _steepest(gaps, partial(gaps_of, np.array([row])), int(heights[row]), most[row])
        return ((slope, row, number) for slope, number in corners)

    topics = np.flatnonzero(heights)
    few = np.minimum(heights[topics], _FEW) + 1
    first = np.split(gaps_of(np.repeat(topics, few), _count_up(few)), np.cumsum(few)[:-1])
    steps = map(climb, topics.tolist(), first)
    gap = float((better(values[1]) - better(values[0])).sum())
    relevant = np.zeros(len(most), dtype=np.int64)
    for _, row, number in merge(*steps, key=lambda step: -step[0]):
        if round(gap, DECIMALS) > 0:
            break
        after = _evaluate_first(versions, np.array([row]), np.array([number]))[:, 0]
        gap += float(np.diff(better(after))[0] - np.diff(better(values[:, row]))[0])
        values[:, row], relevant[row] = after, number
    return values, int(relevant.sum())


def _evaluate_first(versions: list[_Versions], rows: Ints, numbers: Ints) -> Floats:
    """Return the values [2, K] of topics whose first unjudged documents are relevant."""
    rows = np.broadcast_to(rows, len(numbers))
    return np.stack([each.evaluate(rows, numbers * 0, numbers, numbers) for each in versions])


def _count_up(numbers: Ints) -> Ints:
    """Return 0, 1, … below each number.

    >>> _count_up(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    return np.arange(numbers.sum()) - np.repeat(np.cumsum(numbers) - numbers, numbers)


def _steepest(
    gaps: Floats, gaps_of: Callable[[Ints], Floats], number: int, most: float
) -> Iterator[tuple[float, int]]:
    """Yield the corners of the rising part of the upper hull of gaps: slope and position.

    These are the gaps at the first positions from 0 on; ``gaps_of`` returns those at others up to
    ``number``, none of them above ``most``. It is asked only while these could be steeper.

    >>> gaps = np.array([0.0, 1.0, 5.0, 6.0, 2.0])
    >>> list(_steepest(gaps[:1], gaps.take, 4, 6.0))
    [(2.5, 2), (1.0, 3)]
    """
    corner = 0
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


class _Versions(NamedTuple):
    """A run whose unjudged documents may be judged; ``nth`` [T, D] counts them, 0 for others."""

    joined: JudgedRun
    measure: Measure
    grade: int
    nth: npt.NDArray[np.int32]
    levels: Ints
    depth: int

    @classmethod
    def of(
        cls, joined: JudgedRun, measure: Measure, grade: int, nth: npt.NDArray[np.int32]
    ) -> _Versions:
        given: Mapping[str, Any] = {**measure.family.defaults, **measure.parameters}
        # Documents in the qrels with a negative grade are counted at any rank.
        uncut = (joined.grades == UNJUDGED).any() or not given.get("cutoff")
        depth = joined.depth if uncut else min(joined.depth, given["cutoff"])
        return cls(joined, measure, grade, nth, np.union1d(joined.judgments.levels, [grade]), depth)

    def evaluate(self, rows: Ints, above: Ints, last: Ints, relevant: Ints) -> Floats:
        """Return the measure of topics [K], given by their rows, in a version each.

        It gives the grade to the documents after number ``above`` [K] up to number ``last`` [K],
        and to so many that the run does not retrieve that ``relevant`` [K] have it.
        """
        joined, known = self.joined, self.joined.judgments
        values = np.empty(len(rows))
        for part in pieces(len(rows), max(_CELLS // max(self.depth, 1), 1)):
            chosen = rows[part]
            nth, grades = self.nth[chosen, : self.depth], joined.grades[chosen, : self.depth]
            inside = (nth > above[part, None]) & (nth <= last[part, None])
            counts = np.zeros((len(chosen), len(self.levels)), dtype=np.int64)
            counts[:, np.searchsorted(self.levels, known.levels)] = known.counts[chosen]
            counts[:, np.searchsorted(self.levels, self.grade)] += relevant[part]
            negative = known.num_negative[chosen] - (inside & (grades == UNJUDGED)).sum(axis=1)
            version = replace(
                joined,
                grades=np.where(inside, np.int32(self.grade), grades),
                num_ret=np.minimum(joined.num_ret[chosen], self.depth),
                judgments=Judgments(("",) * len(chosen), self.levels, counts, negative),
                answered=None,
                costs=None if joined.costs is None else joined.costs[chosen, : self.depth],
                _memo={},
            )
            values[part] = evaluate(self.measure, version)
        return values


def evaluate(measure: Measure, run: JudgedRun) -> Floats:
    """Return the values [T] of a measure."""
    result = measure.evaluate(run)
    return np.asarray(result.value if isinstance(result, Ratio) else result, dtype=np.float64)
