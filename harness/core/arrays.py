"""Arrays of numbers as the measures use them: exact sums, safe quotients, discounts, chance."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
A = TypeVar("A", bound=np.generic)


#: Bytes per block: a block stays in the processor's cache.
_PIECE = 2**18
_CELLS = _PIECE // 8
#: So many rows are added at once, however long: of fewer the loops are too short.
_ROWS = 32


def num_newlines(text: bytes | memoryview) -> int:
    r"""Count line feeds; for so common a byte many times as fast as `bytes.count`.

    >>> num_newlines(b"a\n\nb")
    2
    """
    values = np.frombuffer(text, dtype=np.uint8)
    starts = range(0, len(values), _PIECE)
    return sum(int(np.count_nonzero(values[i : i + _PIECE] == 10)) for i in starts)


def freeze_array(values: npt.NDArray[A]) -> npt.NDArray[A]:
    """Return a read-only view of an array.

    >>> freeze_array(np.zeros(2)).flags.writeable
    False
    """
    if not values.flags.writeable:
        return values
    view = values.view()
    view.flags.writeable = False
    return view


class FrozenArrays:
    """A dataclass with read-only arrays, also after unpickling.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Pair(FrozenArrays):
    ...     both: Floats
    >>> Pair(np.zeros(2)).both.flags.writeable
    False
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:  # type: ignore[attr-defined]
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, freeze_array(value))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()


def same_values(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> bool:
    """Return whether two arrays of numbers are equal, NaN to NaN."""
    return a.shape == b.shape and bool(((a == b) | ((a != a) & (b != b))).all())


def running_sum(values: npt.ArrayLike) -> Floats:
    """Sum along the last axis, strictly left to right in float64.

    numpy's own ``sum`` adds pairwise, which differs from the field's evaluators in the last bit.
    """
    return np.asarray(values, dtype=np.float64).cumsum(axis=-1)


def running_sum_from_0(values: Floats) -> Floats:
    """Return the sums of the first 0, 1, 2, … values of each row, added left to right [T, 1 + N].

    >>> running_sum_from_0(np.array([[0.5, 0.25]])).tolist()
    [[0.0, 0.5, 0.75]]
    """
    sums = np.zeros((values.shape[0], values.shape[1] + 1))
    values.cumsum(axis=1, out=sums[:, 1:])
    return sums


def total(values: npt.ArrayLike) -> Floats:
    """Return the sum over the last axis, added strictly left to right; 0 over nothing.

    >>> total([[0.5, 0.25], [1.0, 2.0]]).tolist()
    [0.75, 3.0]
    """
    numbers = np.asarray(values, dtype=np.float64)
    shape, length = numbers.shape[:-1], numbers.shape[-1]
    if not length:
        return np.zeros(shape)
    rows = numbers.reshape(-1, length)
    sums = np.empty(len(rows))
    at_once = len(rows) if rows.T.flags.c_contiguous else max(_ROWS, _CELLS // length)
    for start in range(0, len(rows), at_once or 1):
        some = slice(start, start + at_once)
        columns = np.ascontiguousarray(rows[some].T)
        if columns.shape[1] == 1:  # numpy would add pairs
            sums[some] = running_sum(columns[:, 0])[-1]
        else:
            # Where the sum is over the slow axis, numpy adds whole rows one after the other; from
            # -0.0 on, as to 0.0 the sum of negative zeros would be another.
            sums[some] = np.add.reduce(columns, axis=0, initial=-0.0)
    return sums.reshape(shape)


def pick(values: npt.NDArray[Any], column: Ints | int) -> npt.NDArray[Any]:
    """Return the entry of each row of ``values`` [T, K] at its ``column`` [T], or at one for all.

    >>> pick(np.array([[1, 2], [3, 4]]), np.array([1, 0])).tolist()
    [2, 3]
    """
    return np.asarray(values[np.arange(len(values)), column])


def by_element(function: Callable[[float], float], values: npt.ArrayLike) -> Floats:
    """Apply a function of the C library, such as `math.log`, to every element.

    numpy's own logarithms may differ in the last bit, on some processors.

    >>> by_element(math.log2, [[1.0, 8.0]]).tolist()
    [[0.0, 3.0]]
    """
    numbers = np.asarray(values, dtype=np.float64)
    flat = np.fromiter(map(function, numbers.ravel().tolist()), np.float64, numbers.size)
    return flat.reshape(numbers.shape)


def powers(base: float, count: int) -> Floats:
    """Return the powers 0 … count of ``base``, multiplied step by step [count + 1].

    >>> powers(0.5, 2).tolist()
    [1.0, 0.5, 0.25]
    """
    factors = np.full(count + 1, float(base))
    factors[0] = 1.0
    return np.cumprod(factors)


def divide(
    numerator: npt.ArrayLike, denominator: npt.ArrayLike, *, otherwise: float = 0.0
) -> Floats:
    """Elementwise quotient; ``otherwise`` where the denominator is 0, NaN where a number is NaN.

    >>> divide([1, 2], [2, 0]).tolist()
    [0.5, 0.0]
    """
    top = np.asarray(numerator, dtype=np.float64)
    bottom = np.asarray(denominator, dtype=np.float64)
    if np.count_nonzero(bottom) == bottom.size:
        return np.asarray(top / bottom)
    undefined = bottom == 0
    return np.where(undefined & ~np.isnan(top), otherwise, top / np.where(undefined, 1.0, bottom))


#: Form and base of a rank discount: ("log", b) is log_b(rank + 1), and so is ("ln", b), as the
#: quotient of two natural logarithms; ("jk", b) is the form of Järvelin and Kekäläinen 2002,
#: log_b(rank) from rank b on and no discount before.
Discount = tuple[str, float]

_DISCOUNTS: dict[Discount, Floats] = {}


def _divisor(form: str, base: float, rank: int) -> float:
    if form == "jk":
        return 1.0 if rank < base else math.log(rank) / math.log(base)
    if form == "log" and base == 2:
        return math.log2(rank + 1)
    return math.log(rank + 1) / math.log(base)


def discounts(depth: int, discount: Discount = ("log", 2.0)) -> Floats:
    """Return the discounts of ranks 1 … depth, with the logarithm of the C library.

    >>> discounts(3).round(4).tolist()
    [1.0, 1.585, 2.0]
    >>> discounts(4, ("jk", 2.0)).round(4).tolist()
    [1.0, 1.0, 1.585, 2.0]
    """
    known = _DISCOUNTS.get(discount)
    if known is None or len(known) < depth:
        form, base = discount
        known = np.array([_divisor(form, base, rank) for rank in range(1, max(depth, 1024) + 1)])
        known.flags.writeable = False
        _DISCOUNTS[discount] = known
    return known[:depth]


def discounted(gains: Floats, divisors: Floats, discount: Discount) -> Floats:
    """Discount gains by `discounts` of their ranks, as the evaluator that uses the form does.

    trec_eval and gdeval divide; NTCIREVAL, whose form is ``jk``, multiplies by 1 / log.

    >>> discounted(np.array([3.0]), np.array([1.5]), ("jk", 2.0)).tolist()
    [2.0]
    """
    return np.asarray(gains * (1.0 / divisors) if discount[0] == "jk" else gains / divisors)


def generator(seed: int, *purpose: str) -> np.random.Generator:
    """Return a generator of its own for each purpose (a strategy, a topic, …) under one seed.

    Draws for one topic therefore depend neither on the other topics nor on the order or number of
    threads. Philox (Salmon et al., SC 2011), keyed by a hash of seed and purpose.

    >>> first, again, other = (generator(7, topic).integers(10**9) for topic in ("1", "1", "2"))
    >>> bool(first == again), bool(first == other)
    (True, False)
    """
    import hashlib

    text = "\0".join((str(seed), *purpose))
    key = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
    return np.random.Generator(np.random.Philox(key=key))
