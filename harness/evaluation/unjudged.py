"""Bounds that judging unjudged documents puts on values, and on the order of two runs.

An unjudged document counts as not relevant. Here each retrieved one is assumed to be not relevant,
or to have the highest grade of the judgments, in every combination that matters.

Moffat, Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008, bound
RBP in this way (its residual); Lu, Moffat, Culpepper, The effect of pooling and evaluation depth on
IR metrics, IRJ 2016, other measures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints
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
    documents must stay in the ranking, since judgments would put them back.
    """
    if isinstance(measure, Measure) and measure.summary == "mean":
        family = measure.family
        ordered = family.rising or family.falling
        rises = judgments is None or _rises(measure, judgments)
        if ordered and rises and not measure.parameters.get(JUDGED_ONLY):
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
    best with relevant documents on top, only the first and the last m need to be tried, for each m.

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
    for row in np.flatnonzero((number > 0) | (extra > 0)):
        nth = np.where(unjudged[row], np.cumsum(unjudged[row]), 0)
        first = np.arange(number[row] + 1)[:, None]
        top = (nth > 0) & (nth <= first)
        relevant = np.concatenate([top, nth > number[row] - first] * 2)
        others = np.repeat([0, extra[row]], 2 * len(first))
        tried = evaluate(measure, regrade_topic(joined, int(row), relevant, others, grade))
        least[row], greatest[row] = tried.min(), tried.max()
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
    turned, documents = _turn_order(joined, known, grade, unjudged)
    bound = _end(better, least=not scale.lower_is_better) - _end(worse, least=scale.lower_is_better)
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
        cannot_turn=round(float(scale.better(bound).mean()), DECIMALS) >= 0,
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
    joined: tuple[JudgedRun, JudgedRun], measure: Measure, grade: int, unjudged: pl.DataFrame
) -> tuple[Floats, int]:
    """Return values [2, T] after few documents put the second run first, and their number.

    These documents are judged relevant. In each topic they are the first that the second run ranks
    higher, by difference of reciprocal ranks; topics that gain most per document come first.
    """
    scale = find_scale(measure)
    values = np.stack([evaluate(measure, run) for run in joined])
    gains = (1 / pl.col("rank_other")).fill_null(0) - (1 / pl.col("rank")).fill_null(0)
    helpful = unjudged.with_columns(gain=gains).filter(pl.col("gain") > 0)
    helpful = helpful.sort("row", "gain", "doc", descending=[False, True, False])
    steps: list[tuple[float, int, int, Floats]] = []
    for key, part in helpful.group_by("row", maintain_order=True):
        row = int(str(key[0]))
        versions = [
            _first_relevant(run, row, part[name], grade)
            for run, name in zip(joined, ("rank", "rank_other"), strict=True)
        ]
        tried = np.stack([evaluate(measure, version) for version in versions])
        gaps = scale.better(tried[1]) - scale.better(tried[0])
        steps += [(slope, row, m, tried[:, m]) for slope, m in _steepest(gaps)]
    gap = float((scale.better(values[1]) - scale.better(values[0])).sum())
    relevant: dict[int, int] = {}
    for _, row, number, after in sorted(steps, key=lambda step: -step[0]):
        if round(gap, DECIMALS) > 0:
            break
        before = scale.better(values[:, row])
        gap += float(np.diff(scale.better(after))[0] - np.diff(before)[0])
        values[:, row], relevant[row] = after, number
    return values, sum(relevant.values())


def _steepest(gaps: Floats) -> Iterator[tuple[float, int]]:
    """Yield the corners of the rising part of the upper hull of gaps: slope and position.

    >>> list(_steepest(np.array([0.0, 1.0, 5.0, 6.0, 2.0])))
    [(2.5, 2), (1.0, 3)]
    """
    position = 0
    while position + 1 < len(gaps):
        slopes = (gaps[position + 1 :] - gaps[position]) / np.arange(1, len(gaps) - position)
        best = int(np.argmax(slopes))
        if slopes[best] <= 0:
            return
        position += best + 1
        yield float(slopes[best]), position


def _first_relevant(joined: JudgedRun, row: int, ranks: pl.Series, grade: int) -> JudgedRun:
    """Return one topic in versions with the first 0, 1, 2 … of some unjudged documents relevant."""
    number = len(ranks)
    positions = ranks.fill_null(0).to_numpy() - 1
    relevant = np.zeros((number + 1, joined.depth), dtype=bool)
    for index, position in enumerate(positions.tolist()):
        if position >= 0:
            relevant[index + 1 :, position] = True
    elsewhere = np.concatenate([[0], np.cumsum(positions < 0)])
    return regrade_topic(joined, row, relevant, elsewhere, grade)


def regrade_topic(
    joined: JudgedRun, row: int, relevant: Bools, elsewhere: Ints, grade: int
) -> JudgedRun:
    """Return one topic in K versions, with the grade for documents [K, D] and for others [K]."""
    known, number = joined.judgments, len(relevant)
    levels = np.union1d(known.levels, [grade])
    counts = np.zeros((number, len(levels)), dtype=np.int64)
    counts[:, np.searchsorted(levels, known.levels)] = known.counts[row]
    counts[:, np.searchsorted(levels, grade)] += relevant.sum(axis=1) + elsewhere
    pooled = joined.grades[row] == UNJUDGED
    negative = known.num_negative[row] - (relevant & pooled).sum(axis=1)
    judgments = Judgments((known.topics[row],) * number, levels, counts, negative)
    grades = np.where(relevant, np.int32(grade), joined.grades[row])
    length = np.repeat(joined.num_ret[row], number)
    costs = None if joined.costs is None else np.repeat(joined.costs[[row]], number, axis=0)
    return replace(
        joined,
        grades=grades,
        num_ret=length,
        judgments=judgments,
        answered=None,
        costs=costs,
        _memo={},
    )


def evaluate(measure: Measure, run: JudgedRun) -> Floats:
    """Return the values [T] of a measure."""
    result = measure.evaluate(run)
    return np.asarray(result.value if isinstance(result, Ratio) else result, dtype=np.float64)
