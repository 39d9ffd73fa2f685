"""What measures see of one run and its judgments, whatever kind of judgments these are.

Its methods remember what they computed, once for each object and arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints


class _Remembers(Protocol):
    @property
    def _memo(self) -> dict[Any, Any]: ...


S = TypeVar("S", bound=_Remembers)
P = ParamSpec("P")
R = TypeVar("R")


def _freeze(value: object) -> None:
    """Make arrays read-only, those inside a tuple or a record with slots too: they are shared."""
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, tuple):
        for part in value:
            _freeze(part)
    else:
        for name in getattr(value, "__slots__", ()):
            _freeze(getattr(value, name))


def remembered(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Compute a method once for each object and arguments; arrays come back read-only."""

    @wraps(method)
    def once(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (method, args, tuple(kwargs.items())) if kwargs else (method, args)
        memo = self._memo
        if key not in memo:
            value = method(self, *args, **kwargs)
            _freeze(value)
            memo[key] = value
        result: R = memo[key]
        return result

    return once


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """The relevant documents a run retrieved, as a compact matrix and as a list.

    ``ranks`` [T, H] is the rank (from 1) of each topic's 1st, 2nd, … relevant document; it ends
    with ``inf``, so that everything divided by a rank is 0 past the end. ``nth`` [H] is 1, 2, …;
    ``index`` [T, H] is rank − 1 as an integer, 0 past the end, for looking other arrays up;
    ``present`` [T, H] tells the two apart, and ``matrix[present]`` makes a list of a matrix.

    The list has the N documents of all topics, topic by topic: ``topic`` [N] is the row,
    ``position`` [N] the rank − 1, ``number`` [N] 1 for a topic's first relevant document, 2 for its
    second, ….
    """

    ranks: Floats
    index: Ints
    present: Bools
    nth: Floats
    topic: Ints
    position: Ints
    number: Ints

    def within(self, cutoff: npt.ArrayLike | None) -> Ints:
        """How many relevant documents each topic has within the first ``cutoff`` ranks [T].

        ``cutoff`` is one number, one a topic, or None for the whole ranking.
        """
        if cutoff is None:
            return np.asarray(self.present.sum(axis=1))
        limit = np.asarray(cutoff)
        return np.asarray((self.ranks <= (limit[:, None] if limit.ndim else limit)).sum(axis=1))

    def sum(self, values: npt.NDArray[Any]) -> Floats:
        """The sum of each topic's entries of a list [N], added left to right [T]."""
        sums = np.bincount(self.topic, weights=values, minlength=len(self.ranks))
        return np.asarray(sums, dtype=np.float64)

    def look_up(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Each hit's entry of ``values`` [T, D]; 0 past the end."""
        if not self.index.shape[1]:
            return np.zeros(self.index.shape, dtype=values.dtype)
        picked = np.take_along_axis(values, self.index, axis=1)
        return np.where(self.present, picked, picked.dtype.type(0))


class Batch(Protocol):
    """All topics of one run at once, joined with what was judged of them.

    ``topics`` [T] are the identifiers, in the order of every array's rows; ``answered`` [T] tells
    which of them the run really answered (None: all of them).
    """

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""

    @property
    def name(self) -> str:
        """The name of the run."""

    @property
    def answered(self) -> Bools | None:
        """Which topics the run answered [T]."""

    def batches(self, max_cells: int, /) -> Iterator[Self]:
        """The same in pieces of about so many cells, in order; what is small is one piece."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SmallBatch:
    """Attributes that every small batch has, whatever kind of judgments it is of.

    ``_memo`` keeps what its methods have remembered.
    """

    name: str = ""
    answered: Bools | None = None
    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    def batches(self, _: int, /) -> Iterator[Self]:
        """Everything at once."""
        yield self


@dataclass(frozen=True, eq=False)
class ChosenTopics(SmallBatch):
    """A batch of some of the topics of its judgments.

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
        """The sum [T] of values [N] over each topic; ``of_topic`` [N] are theirs among all."""
        sums = np.bincount(of_topic, values, minlength=len(self.judged_topics))
        return sums[self.chosen].astype(np.float64)
