"""Rank-biased overlap: the items that two rankings share at each depth, first depths weighing most.

The rankings may differ in length and in their items, and each is a prefix of a longer one. An item
of a ranking has a contribution at each depth: 0 before its group of tied items begins, growing
linearly within the group, and 1 from its end on. The overlap at depth d is the sum, over the items
of both rankings, of the products of their contributions; the agreement is the overlap over d.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import collect, count_noun
from harness.stats.results import as_floats, check_count, check_range

#: Best first; a set, frozenset, list or tuple holds tied items, anything else is one item.
Ranking = Sequence[Hashable | set[Hashable] | list[Hashable]]


@dataclass(frozen=True, slots=True)
class Overlap:
    """Rank-biased overlap of two rankings: extrapolated, and its bounds over unseen items.

    ``min`` is the value if no item beyond the ends of the rankings is ever shared, ``max`` if items
    are shared as soon as possible. ``ext`` continues with the last agreement.
    """

    ext: float
    min: float
    max: float
    p: float


def rank_biased_overlap(x: Ranking, y: Ranking, *, p: float = 0.9) -> Overlap:
    """Return the rank-biased overlap (1 − p) · Σ p^(d − 1) · A(d) of two rankings, with its bounds.

    A(d) is the agreement at depth d; ``p`` is the probability that a reader continues to the next
    depth. Both rankings list their items best first. A set, list or tuple in them is a group of
    tied items of unknown order; any other value, such as a text, is one item. The result is the
    mean over all orders of tied items (exactly so for rankings of equal length).

    Beyond the end of the shorter ranking (length s) its unseen items are extrapolated to be shared
    as its items were at s: d − s times A(s) times the mean contribution of the longer ranking's
    items that the shorter one lacks. Beyond the end of the longer one the agreement stays.

    Raises `EvaluationError` for empty rankings and groups, items that a ranking has twice, and a p
    that is not between 0 and 1.

    Agreement 0, then 1 from depth 2 on: (1 − p) (p + p² + …) = p. All items are seen, but others
    may follow; at worst the agreement falls as 2/d.

    >>> overlap = rank_biased_overlap(["a", "b"], ["b", "a"], p=0.5)
    >>> overlap.ext, overlap.max, round(overlap.min, 4)  # 1/4 + 2 (ln 2 − 1/2 − 1/8)
    (0.5, 0.5, 0.3863)

    The order of a and b is not known. In half of the cases it is the same, and the overlap is 1,
    else it is 1/2:

    >>> rank_biased_overlap([{"a", "b"}], ["a", "b"], p=0.5).ext
    0.75

    Webber, Moffat and Zobel, A similarity measure for indefinite rankings, TOIS 2010; Corsi and
    Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024.
    """
    problems = [*_check_ranking("x", x), *_check_ranking("y", y), *check_range("p", p, 0, 1)]
    refuse(problems, EvaluationError)
    short, long = sorted((_TiedRanking.of(x), _TiedRanking.of(y)), key=len)
    return Overlap(
        ext=_extrapolated(short, long, p),
        min=_minimum(short, long, p),
        max=_maximum(short, long, p),
        p=p,
    )


def tied_groups(
    items: Sequence[Hashable], scores: npt.ArrayLike, *, decimals: int | None = None
) -> list[list[Hashable]]:
    """Group items [N] by their scores [N], highest first; equal scores make a group.

    ``decimals`` rounds the scores first, as is right for means of effectiveness, which differ in
    their last bits (10 decimals); scores of documents are used unrounded. Raises `EvaluationError`
    unless there is one finite score per item.

    >>> tied_groups(["a", "b", "c"], [0.5, 1.0, 0.5])
    [['b'], ['a', 'c']]
    """
    values = as_floats(scores, "scores")
    problems = [] if decimals is None else list(check_count("decimals", decimals))
    if values.shape != (len(items),):
        problems.append(Problem(f"{len(items)} items have scores of the shape {values.shape}"))
    if not np.isfinite(values).all():
        problems.append(Problem("scores that are not finite rank nothing"))
    refuse(problems, EvaluationError)
    values = values if decimals is None else np.round(values, decimals)
    order = np.argsort(-values, kind="stable").tolist()
    return list(collect((float(values[i]), items[i]) for i in order).values())


def _group(entry: object) -> list[Hashable]:
    return list(entry) if isinstance(entry, set | frozenset | list | tuple) else [entry]


def _check_ranking(name: str, ranking: Ranking) -> Iterator[Problem]:
    groups = [_group(entry) for entry in ranking]
    if not groups:
        yield Problem(f"ranking {name} is empty")
    empty = sum(not group for group in groups)
    if empty:
        yield Problem(f"ranking {name} has {count_noun(empty, 'group')} without items")
    for item, count in Counter(item for group in groups for item in group).items():
        if count > 1:
            yield Problem(f"ranking {name} has the item {item!r} {count} times")


@dataclass(frozen=True, eq=False)
class _TiedRanking:
    """The items of a ranking in order, and the first and last rank of each item's group [N].

    The group of the item at rank d covers depth d, so that the arrays are by item and by depth.
    """

    items: tuple[Hashable, ...]
    first: Ints
    last: Ints

    @classmethod
    def of(cls, ranking: Ranking) -> _TiedRanking:
        groups = [_group(entry) for entry in ranking]
        sizes = np.array([len(group) for group in groups])
        last = np.repeat(np.cumsum(sizes), sizes)
        items = tuple(item for group in groups for item in group)
        return cls(items, last - np.repeat(sizes, sizes) + 1, last)

    def __len__(self) -> int:
        return len(self.items)

    def lacks(self, other: _TiedRanking) -> list[int]:
        """Return the indices of another ranking's items that this one lacks."""
        known = set(self.items)
        return [i for i, item in enumerate(other.items) if item not in known]

    def followed_by(self, items: Sequence[Hashable]) -> _TiedRanking:
        """Return the ranking extended by items at ranks of their own."""
        ranks = np.arange(len(self) + 1, len(self) + len(items) + 1)
        first, last = (np.concatenate([known, ranks]) for known in (self.first, self.last))
        return _TiedRanking((*self.items, *items), first, last)

    def share(self) -> Floats:
        """Return the weight at depth d of an item of the group covering it [N], before its end."""
        depth = np.arange(1, len(self) + 1)
        return np.asarray((depth - self.first + 1) / (self.last - self.first + 1))


def _count_covering(start: Ints, stop: Ints, depth: int) -> Ints:
    """Count the ranges start … stop − 1 that contain each of the depths 1 … depth."""
    some = start < stop
    begun = np.bincount(np.minimum(start[some], depth + 1), minlength=depth + 2)
    ended = np.bincount(np.minimum(stop[some], depth + 1), minlength=depth + 2)
    return np.asarray(np.cumsum(begun - ended)[1 : depth + 1], dtype=np.int64)


def _overlap(x: _TiedRanking, y: _TiedRanking) -> Floats:
    """Return the sum of products of contributions at each depth, for rankings of equal length [N].

    At any depth only one group of each ranking is partly in: items are counted by whether they are
    in it, and the counts weighted by its share.
    """
    position = {item: number for number, item in enumerate(y.items)}
    pairs = [(number, position[item]) for number, item in enumerate(x.items) if item in position]
    in_x, in_y = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    first_x, full_x = x.first[in_x], x.last[in_x]
    first_y, full_y = y.first[in_y], y.last[in_y]
    depth = len(x)
    both = _count_covering(np.maximum(full_x, full_y), np.full(len(in_x), depth + 1), depth)
    part_x = _count_covering(np.maximum(first_x, full_y), full_x, depth)
    part_y = _count_covering(np.maximum(first_y, full_x), full_y, depth)
    parts = _count_covering(np.maximum(first_x, first_y), np.minimum(full_x, full_y), depth)
    share_x, share_y = x.share(), y.share()
    return both + part_x * share_x + part_y * share_y + parts * share_x * share_y


def _append_unseen(short: _TiedRanking, long: _TiedRanking) -> _TiedRanking:
    """Return the shorter ranking, extended to the length of the longer one by unique items."""
    return short.followed_by([object() for _ in range(len(long) - len(short))])


def _weights(depth: int, p: float) -> Floats:
    return (1 - p) * p ** np.arange(depth, dtype=np.float64)


def _extrapolated(short: _TiedRanking, long: _TiedRanking, p: float) -> float:
    padded, depth, seen = _append_unseen(short, long), len(long), len(short)
    overlap, best = _overlap(padded, long), np.arange(1.0, depth + 1)
    lacking = np.array(short.lacks(long), dtype=np.int64)
    if depth > seen:
        first, full = long.first[lacking], long.last[lacking]
        wholly = _count_covering(full, np.full(len(full), depth + 1), depth)
        partly = _count_covering(first, full, depth)
        # The longer ranking has d items or more at depth d; the shorter one lacks some of them.
        mean = (wholly + partly * long.share())[seen:] / (wholly + partly)[seen:]
        agreed = overlap[seen - 1] / best[seen - 1]
        overlap[seen:] += np.arange(1, depth - seen + 1) * agreed * mean
    agreement = overlap / best
    return float(total(agreement * _weights(depth, p)) + agreement[-1] * p**depth)


def _minimum(short: _TiedRanking, long: _TiedRanking, p: float) -> float:
    """Return the least overlap: beyond the end it stays, and the agreement falls as 1/d."""
    padded, depth = _append_unseen(short, long), len(long)
    overlap, depths = _overlap(padded, long), np.arange(1.0, depth + 1)
    seen = total(overlap / depths * _weights(depth, p))
    # Σ p^d / d over all d is −ln(1 − p). The rest after the first terms is less than if all were
    # divided by the last d: without that bound, long rankings would show the errors of floats.
    left = -math.log1p(-p) - math.fsum(p**depths / depths)
    tail = min(max(left, 0.0), p ** (depth + 1) / (1 - p) / depth)
    return float(seen + overlap[-1] * (1 - p) / p * tail)


def _maximum(short: _TiedRanking, long: _TiedRanking, p: float) -> float:
    """Return the greatest overlap: each ranking continues with the other's items, then agrees."""
    longer = short.followed_by([long.items[i] for i in short.lacks(long)])
    other = long.followed_by([short.items[i] for i in long.lacks(short)])
    depth = len(longer)
    agreement = _overlap(longer, other) / np.arange(1.0, depth + 1)
    return float(total(agreement * _weights(depth, p)) + p**depth)
