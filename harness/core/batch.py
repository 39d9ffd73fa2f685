"""Batch: one run joined with judgments of any kind, as measures see it.

Methods compute their results once for each object and arguments, and remember them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from harness.core.arrays import (
    Bools,
    Discount,
    Floats,
    Ints,
    discounted,
    discounts,
    running_sum_from_0,
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Remembering:
    """A record that keeps the results of its methods that are `remembered`."""

    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)


S = TypeVar("S", bound=Remembering)
P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A", bound=np.generic)


def _freeze(value: object) -> None:
    """Make arrays read-only, also those inside a tuple or a record with slots: they are shared."""
    if isinstance(value, np.ndarray):
        value.setflags(write=False)
    elif isinstance(value, tuple):
        for part in value:
            _freeze(part)
    elif not isinstance(value, Hits):  # these are read-only from the start
        for name in getattr(value, "__slots__", ()):
            _freeze(getattr(value, name))


def remembered(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Compute a method once for each object and arguments; arrays come back read-only."""

    @wraps(method)
    def remember(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (method, args, tuple(kwargs.items())) if kwargs else (method, args)
        memo = self._memo
        try:
            result: R = memo[key]
        except KeyError:
            memo[key] = result = method(self, *args, **kwargs)
            _freeze(result)
        return result

    return remember


@dataclass(frozen=True, slots=True, eq=False)
class Hits(Remembering):
    """The relevant documents a run retrieved, as a list and, on request, as a matrix.

    The list has the N documents of all T topics, topic by topic: ``topic`` [N] is the row,
    ``position`` [N] the rank − 1, ``number`` [N] 1 for a topic's first relevant document, 2 for its
    second, …; ``counts`` [T] is their number in each topic, ``before`` [T] in the topics above it.
    ``cells`` [N], ascending, are topic · ``depth`` + position.

    ``ranks`` [T, H] is the rank (from 1) of each topic's 1st, 2nd, … relevant document, then
    ``inf``, so that a quotient by rank is 0 past the end. ``nth`` [H] is 1, 2, …; ``index`` [T, H]
    is rank − 1 as an integer, 0 past the end, to index other arrays; ``present`` [T, H] marks real
    documents, and ``matrix[present]`` turns a matrix into a list.
    """

    topic: Ints
    position: Ints
    counts: Ints
    before: Ints
    cells: Ints
    depth: int

    @classmethod
    def where(cls, wanted: Bools) -> Hits:
        """Return the marked documents [T, D]."""
        num_topics, depth = wanted.shape
        cells = wanted.ravel().nonzero()[0]
        ends = cells.searchsorted(np.arange(num_topics + 1) * depth)
        before, counts = ends[:-1], np.diff(ends)
        topic = np.repeat(np.arange(num_topics), counts)
        arrays = topic, cells - topic * depth, counts, before, cells
        _freeze(arrays)
        return cls(*arrays, depth)

    @property
    @remembered
    def number(self) -> Ints:
        """1 for a topic's first relevant document, 2 for its second, … [N]."""
        return np.asarray(np.arange(1, len(self.topic) + 1) - self.before[self.topic])

    @property
    @remembered
    def nth(self) -> Floats:
        """1, 2, … [H]."""
        return np.arange(1.0, self.counts.max(initial=0) + 1)

    @property
    @remembered
    def present(self) -> Bools:
        """Whether a cell of the matrix has a document [T, H]."""
        return np.asarray(self.nth <= self.counts[:, None])

    @property
    @remembered
    def index(self) -> Ints:
        """The rank − 1 of each document, 0 past the end [T, H]."""
        return self.padded(self.position)

    @property
    @remembered
    def ranks(self) -> Floats:
        """The rank of each document, ``inf`` past the end [T, H]."""
        return np.where(self.present, self.index + 1.0, np.inf)

    def padded(self, values: npt.NDArray[A]) -> npt.NDArray[A]:
        """Return a list [N] as a matrix that is 0 past the end [T, H]."""
        matrix = np.zeros(self.present.shape, dtype=values.dtype)
        matrix[self.present] = values
        return matrix

    def within(self, cutoff: npt.ArrayLike | None) -> Ints:
        """Count the relevant documents of each topic within the first ``cutoff`` ranks [T].

        ``cutoff`` is one number, one a topic, or None for the whole ranking.
        """
        if cutoff is None:
            return self.counts
        limits = np.minimum(np.maximum(cutoff, 0), self.depth)
        ends = np.arange(len(self.counts)) * self.depth + limits
        return self.cells.searchsorted(ends) - self.before

    def sum(self, values: npt.NDArray[Any], cutoff: int | None = None) -> Floats:
        """Return the sum of each topic's entries of a list [N], added left to right [T].

        Only the first ``cutoff`` ranks count, if given.
        """
        if cutoff is not None:
            values = values * (self.position < cutoff)
        return np.bincount(self.topic, values, len(self.counts)).astype(np.float64)


class Batch(Protocol):
    """All topics of one run at once, joined with their judgments.

    ``topics`` [T] are the identifiers, in the order of every array's rows; ``answered`` [T] marks
    the topics that the run answered (None: all).
    """

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""

    @property
    def name(self) -> str:
        """The name of the run."""

    @property
    def answered(self) -> Bools | None:
        """Whether the run answered each topic [T]; None where it answered all."""

    def batches(self, max_cells: int, /) -> Iterator[Self]:
        """Return the batch in pieces of about ``max_cells`` cells, in order."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SmallBatch(Remembering):
    """Attributes of every small batch, for any kind of judgments."""

    name: str = ""
    answered: Bools | None = None

    def batches(self, _: int, /) -> Iterator[Self]:
        """Return the whole batch as one piece."""
        yield self


@dataclass(frozen=True, eq=False)
class ChosenTopics(SmallBatch):
    """A batch that holds some topics of its judgments.

    ``chosen`` [T] are its topics among ``judged_topics``.
    """

    chosen: Ints

    @property
    def judged_topics(self) -> tuple[str, ...]:
        """All topics of the judgments."""
        raise NotImplementedError

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""
        judged = self.judged_topics
        return tuple(judged[code] for code in self.chosen.tolist())

    def sums(self, of_topic: Ints, values: Floats | Bools) -> Floats:
        """Sum values [N] over each topic [T]; ``of_topic`` [N] indexes ``judged_topics``."""
        sums = np.bincount(of_topic, values, minlength=len(self.judged_topics))
        return sums[self.chosen].astype(np.float64)


#: Runs that answer different topics need different `Judgments`; at most this many are kept.
_MOST_BATCHES = 32
#: Grades below this are counted without looking for those that occur.
_FEW_LEVELS = 16
#: Grades [N], in the smallest integer type that holds them.
Grades = npt.NDArray[np.signedinteger[Any]]
#: Gains by grade: None is "the grade itself"; pairs are listed so that the value can be a key.
Gains = tuple[tuple[int, float], ...] | None


@dataclass(frozen=True, eq=False)
class Judgments(Remembering):
    """Judgments of T topics, independent of any run.

    ``levels`` [G] lists the distinct grades >= 0 in ascending order, ``counts`` [T, G] the number
    of documents of each topic with each of them, ``num_negative`` [T] the number with a negative
    grade: judged as ``junk`` where that is set, else pooled and not judged.
    """

    topics: tuple[str, ...]
    levels: Ints
    counts: Ints
    num_negative: Ints
    junk: bool = False
    _batches: dict[bytes, Judgments] = field(default_factory=dict, repr=False)

    def rows(self, chosen: Ints | slice, topics: tuple[str, ...] | None = None) -> Judgments:
        """Return the judgments of chosen topics; ``topics`` are their identifiers, if known
        already.
        """
        if topics is None:
            topics = tuple(np.array(self.topics, dtype=object)[chosen])
        counts, negative = self.counts[chosen], self.num_negative[chosen]
        return Judgments(topics, self.levels, counts, negative, self.junk)

    def batch(self, codes: Ints) -> Judgments:
        """Return the judgments of the topics with these codes, ascending.

        The same topics give the same object, so that all runs share its remembered results.
        """
        if len(codes) == len(self.topics):
            return self
        key = codes.tobytes()
        if key not in self._batches:
            if len(self._batches) >= _MOST_BATCHES:
                self._batches.clear()
            self._batches[key] = self.rows(codes)
        return self._batches[key]

    @remembered
    def repeated(self, times: int) -> Judgments:
        """Return the judgments of the same topics several times, one time after the other."""
        return self.rows(np.tile(np.arange(len(self.topics)), times))

    @remembered
    def num_rel(self, rel: int = 1) -> Ints:
        """Count the documents with a grade of at least ``rel`` (R) [T]."""
        return np.asarray(self.counts[:, self.levels >= rel].sum(axis=1))

    @remembered
    def num_nonrel(self, rel: int = 1) -> Ints:
        """Count the judged documents (grade >= 0) below ``rel`` (N) [T]."""
        return np.asarray(self.counts[:, self.levels < rel].sum(axis=1))

    @remembered
    def gain_levels(self, gains: Gains = None) -> Floats:
        """Return the gain of each grade in ``levels`` [G]; by default the grade itself."""
        table = dict(gains or ())
        return np.array([float(table.get(int(level), level)) for level in self.levels])

    @remembered
    def relevant_gain(self, gains: Gains = None) -> bool:
        """Return whether exactly the documents with a grade above 0 have a gain."""
        return bool(((self.gain_levels(gains) != 0) == (self.levels > 0)).all())

    @remembered
    def ideal_gains(self, gains: Gains = None) -> Floats:
        """Return the positive gains of each topic's judged documents, best first [T, K], then 0."""
        values = self.gain_levels(gains)
        order = np.argsort(-values, kind="stable")
        order = order[values[order] > 0]
        counts = self.counts[:, order]
        ends = counts.cumsum(axis=1)
        width = int(ends[:, -1].max(initial=0)) if ends.shape[1] else 0
        ideal = np.zeros((len(self.topics), width))
        positions = np.arange(width)
        for column, level in enumerate(order):
            start = ends[:, column] - counts[:, column]
            inside = (positions >= start[:, None]) & (positions < ends[:, column][:, None])
            ideal[inside] = values[level]
        return ideal

    @remembered
    def num_gains(self, gains: Gains = None) -> Ints:
        """Return the number of documents with a positive gain [T]."""
        return np.asarray((self.ideal_gains(gains) > 0).sum(axis=1))

    @remembered
    def ideal_dcg(self, gains: Gains = None, discount: Discount = ("log", 2.0)) -> Floats:
        """Return the running DCG of the ideal ranking [T, 1 + K], from 0 documents on."""
        ideal = self.ideal_gains(gains)
        return running_sum_from_0(discounted(ideal, discounts(ideal.shape[1], discount), discount))

    @remembered
    def ideal_effort(self, gains: Gains = None) -> Floats:
        """Return the running sum of the ideal ranking's gains, each at least 1 [T, 1 + K], from 0
        documents on.
        """
        return running_sum_from_0(np.maximum(self.ideal_gains(gains), 1.0))


def count_grades(codes: Iterable[Ints], grades: Grades, topics: tuple[str, ...]) -> Judgments:
    """Count N grades by topic; ``codes`` are the topics of all grades, some at a time.

    >>> count_grades([np.array([0, 0, 1])], np.int32([2, -2, 0]), ("x", "y")).counts
    array([[0, 1],
           [1, 0]])
    """
    highest = int(grades.max(initial=0))
    few = highest < _FEW_LEVELS  # then each is its own number, and none need be looked for
    levels = np.arange(highest + 1) if few else np.unique(grades[grades >= 0]).astype(np.int64)
    counts = np.zeros((len(topics), len(levels) + 1), dtype=np.int64)
    start = 0
    for some_codes in codes:  # intermediate arrays stay in the cache
        some = grades[start : start + len(some_codes)]  # 0 is the number of all below 0
        start += len(some)
        level = np.maximum(some, -1) + 1 if few else levels.searchsorted(some, side="right")
        cells = some_codes * (len(levels) + 1) + level
        counts += np.bincount(cells, minlength=counts.size).reshape(counts.shape)
    there = counts[:, 1:].any(axis=0)
    return Judgments(topics, levels[there], counts[:, 1:][:, there], counts[:, 0])
