"""The hot loops over the lines of files: in C where it is built, else in Python.

`engine` returns `Native`, which calls ``kernel.c`` by ctypes, or its oracle,
`harness.core.kernel_twin`. The twin is used where the kernel is not built, with
``HARNESS_KERNEL=0``, and for untrusted input: then no line of a stranger reaches C.
"""

from __future__ import annotations

import ctypes
import os
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.engines import Engine, ParsedLines, TextArray, WrittenNumbers
from harness.core.kernel_lines import PARSE_ARGUMENTS, find_address, parse_lines
from harness.core.trust import trust

#: The environment variable that, set to 0, selects the twin.
VARIABLE = "HARNESS_KERNEL"
_FOLDER = Path(__file__).parent
_LIBRARY, _SOURCE = _FOLDER / "_kernel.so", _FOLDER / "kernel.c"


def engine() -> Engine:
    """Return the kernel, or its twin where the kernel cannot be used.

    >>> engine().name in ("kernel", "twin")
    True
    """
    native = None if why_not() else _native()
    if native is not None:
        return native
    from harness.core.kernel_twin import TWIN

    return TWIN


def why_not() -> str:
    """Return the reason why the kernel is not used; empty if it is."""
    if os.environ.get(VARIABLE) == "0":
        return f"{VARIABLE}=0"
    if not trust().anywhere:
        return "the input is untrusted"
    return "" if _native() is not None else _fault()


def describe() -> str:
    """Describe in words which of the two is used."""
    reason = why_not()
    return f"twin ({reason})" if reason else "kernel"


@cache
def _fault() -> str:
    """Return the reason why the kernel's library cannot be used; empty if it can."""
    if not _LIBRARY.exists():
        return "the kernel was not built"
    try:
        library = ctypes.CDLL(str(_LIBRARY))
    except OSError as error:
        return f"the kernel cannot be loaded: {error}"
    library.kernel_source.restype = ctypes.c_uint32
    if library.kernel_source() != zlib.crc32(_SOURCE.read_bytes()):
        return "the kernel was built from another source"
    return ""


@cache
def _native() -> Native | None:
    return None if _fault() else Native(ctypes.CDLL(str(_LIBRARY)))


# --- the kernel -------------------------------------------------------------------------------

_Address, _Long = ctypes.c_void_p, ctypes.c_int64
#: The most bytes of a formatted number.
_LONGEST_NUMBER = 32
#: Types made once: for a small run, making them takes noticeable time.
_INT64, _INT32 = np.dtype(np.int64), np.dtype(np.int32)


class _Texts(ctypes.Structure):
    _fields_ = (
        ("text", ctypes.c_char_p),
        ("starts", _Address),
        ("lengths", _Address),
        ("count", _Long),
    )


class _Table(ctypes.Structure):
    _fields_ = (
        ("docs", _Texts),
        ("firsts", _Address),
        ("bases", _Address),
        ("masks", _Address),
        ("slots", _Address),
        ("topics", _Long),
        ("seed", ctypes.c_uint64),
    )


def _integers(values: npt.ArrayLike) -> Ints:
    return np.ascontiguousarray(values, _INT64)


def _held(texts: TextArray) -> _Texts:
    """Return texts as the kernel takes them, with references that keep their arrays alive."""
    starts, lengths = _integers(texts.starts), np.ascontiguousarray(texts.lengths, _INT32)
    held = _Texts(texts.content, find_address(starts), find_address(lengths), len(starts))
    held.arrays = starts, lengths
    return held


class Native:
    """The kernel in C."""

    name = "kernel"

    def __init__(self, library: ctypes.CDLL) -> None:
        def function(name: str, *types: Any, gives: Any = None) -> Callable[..., int]:
            called = getattr(library, name)
            called.argtypes, called.restype = types, gives
            return cast("Callable[..., int]", called)

        texts, table = ctypes.POINTER(_Texts), ctypes.POINTER(_Table)
        self._parse = function("kernel_parse", *PARSE_ARGUMENTS)
        self._gather = function("kernel_gather", texts, _Address, _Long, _Address)
        self._decimals = function(
            "kernel_decimals",
            *(_Address,) * 2,
            _Long,
            *(_Address,) * 4,
            ctypes.POINTER(_Long),
            gives=_Long,
        )
        self._rows = function("kernel_rows", texts, _Long, texts, _Long, _Address)
        self._hashes = function("kernel_hashes", texts, _Address)
        self._fill = function("kernel_fill", table, gives=_Long)
        self._find = function(
            "kernel_find", table, texts, _Long, _Address, _Address, _Address, _Address
        )
        self._keys = function("kernel_keys", texts, ctypes.c_uint64, _Address)
        self._repeated = function(
            "kernel_repeated", texts, _Address, _Long, _Address, _Address, _Long, gives=_Long
        )
        self._order = function(
            "kernel_order",
            texts,
            _Address,
            _Long,
            _Address,
            _Address,
            _Address,
            _Address,
            ctypes.POINTER(_Long),
            gives=_Long,
        )
        #: One seed per process, so that nobody can craft a file whose hashes collide.
        self._seed = int.from_bytes(os.urandom(8), "little")

    def parse(
        self, content: bytes, kinds: Sequence[int], *, extra: bool, records: bool
    ) -> ParsedLines | None:
        """See `Engine.parse`."""
        return parse_lines(self._parse, content, kinds, extra=extra, records=records)

    def lines(self, texts: TextArray) -> bytes:
        """See `Engine.lines`."""
        held = _held(texts)
        out = np.empty(int(texts.lengths.sum(dtype=np.int64)) + len(texts), dtype=np.uint8)
        self._gather(ctypes.byref(held), None, len(texts), find_address(out))
        return out.tobytes()

    def decimals(self, values: Floats, decimals: npt.NDArray[np.int8]) -> WrittenNumbers:
        """See `Engine.decimals`."""
        count = len(values)
        numbers = np.ascontiguousarray(values, np.float64)
        decimals = np.ascontiguousarray(decimals, np.int8)
        out, lengths = np.empty(_LONGEST_NUMBER * count, np.uint8), np.empty(count, np.int32)
        starts, left = np.empty(count, np.int64), np.empty(count, np.int64)
        leaves = _Long()
        size = self._decimals(
            find_address(numbers),
            find_address(decimals),
            count,
            find_address(out),
            find_address(starts),
            find_address(lengths),
            find_address(left),
            ctypes.byref(leaves),
        )
        return out[:size].tobytes(), starts, lengths, left[: leaves.value]

    def rows(self, columns: Sequence[TextArray], between: Sequence[bytes]) -> bytes:
        """See `Engine.rows`."""
        kept = list(map(_held, columns))
        held = (_Texts * len(columns))(*kept)
        rows, lengths = len(columns[0]), np.array(list(map(len, between)), np.int32)
        starts = np.cumsum(lengths, dtype=np.int64) - lengths
        around = _Texts(
            b"".join(between), find_address(starts), find_address(lengths), len(between)
        )
        texts = sum(int(column.lengths.sum(dtype=np.int64)) for column in columns)
        out = np.empty(texts + rows * int(lengths.sum()), dtype=np.uint8)
        self._rows(held, len(columns), ctypes.byref(around), rows, find_address(out))
        return out.tobytes()

    def hashes(self, texts: TextArray) -> npt.NDArray[np.uint64]:
        """See `Engine.hashes`."""
        held, hashes = _held(texts), np.empty(len(texts), dtype=np.uint64)
        self._hashes(ctypes.byref(held), find_address(hashes))
        return hashes

    def table(self, docs: TextArray, firsts: Ints) -> _NativeTable:
        """See `Engine.table`."""
        return _NativeTable(docs, firsts, self._seed, self._fill, self._find)

    def repeated(self, docs: TextArray, keys: npt.NDArray[np.uint64] | None, sizes: Ints) -> bool:
        """See `Engine.repeated`."""
        held, sizes = _held(docs), _integers(sizes)
        if keys is None:
            keys = np.empty(len(docs), dtype=np.uint64)
            self._keys(ctypes.byref(held), self._seed, find_address(keys))
        keys = np.ascontiguousarray(keys)
        slots = 2 ** max(4, (2 * int(sizes.max(initial=0)) - 1).bit_length())
        spare = np.empty(slots, dtype=np.uint32)
        given = ctypes.byref(held), find_address(keys), len(sizes), find_address(sizes)
        return self._repeated(*given, find_address(spare), slots - 1) >= 0

    def best_first(
        self, docs: TextArray, scores: Floats, sizes: Ints, chosen: Bools | None
    ) -> tuple[Ints | None, int]:
        """See `Engine.best_first`."""
        held, sizes = _held(docs), _integers(sizes)
        values = np.ascontiguousarray(scores, dtype=np.float64)
        order, spare = np.empty(len(docs), np.int64), np.empty(len(docs) // 2 + 1, np.int64)
        mask = None if chosen is None else np.ascontiguousarray(chosen).view(np.uint8)
        moved = _Long()
        tied = self._order(
            ctypes.byref(held),
            find_address(values),
            len(sizes),
            find_address(sizes),
            None if mask is None else find_address(mask),
            find_address(order),
            find_address(spare),
            ctypes.byref(moved),
        )
        return order if moved.value else None, tied


class _NativeTable:
    """Documents in slots by their hashes; each topic has slots of its own."""

    def __init__(
        self,
        docs: TextArray,
        firsts: Ints,
        seed: int,
        fill: Callable[..., int],
        find: Callable[..., int],
    ) -> None:
        self._held, self._firsts, self._find = _held(docs), _integers(firsts), find
        counts = np.diff(self._firsts)
        # At least four slots for three documents, and one free slot.
        sizes = 2 ** np.ceil(np.log2(np.maximum(counts * (4 / 3) + 1, 4))).astype(np.int64)
        self._masks, self._bases = sizes - 1, np.cumsum(sizes) - sizes
        self._slots = np.zeros(int(sizes.sum()), dtype=np.uint64)
        self._table = _Table(
            self._held,
            *map(find_address, (self._firsts, self._bases, self._masks, self._slots)),
            len(counts),
            seed,
        )
        self.repeated = fill(ctypes.byref(self._table))

    def find(
        self, docs: TextArray, codes: Ints, sizes: Ints
    ) -> tuple[Ints, npt.NDArray[np.uint64]]:
        """See `DocumentTable.find`."""
        held, codes, sizes = _held(docs), _integers(codes), _integers(sizes)
        keys, rows = np.empty(len(docs), np.uint64), np.empty(len(docs), np.int64)
        given = ctypes.byref(self._table), ctypes.byref(held)
        self._find(*given, len(codes), *map(find_address, (codes, sizes, keys, rows)))
        return rows, keys
