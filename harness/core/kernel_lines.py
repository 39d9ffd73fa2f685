"""Lines parsed by the kernel: the pieces of a large content by several threads."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harness.core.arrays import num_newlines
from harness.core.engines import (
    BLOCKS,
    DECIMAL,
    INTEGER,
    REST,
    TEXT,
    ParsedLines,
    refuse_long_lines,
)

_PLACED = (TEXT, BLOCKS, REST)
#: Contents of more bytes are parsed in pieces of so many.
_PIECE = 2**24
#: An empty view of an array and its address: the address of the array.
_seen, _start = (ctypes.c_char * 0).from_buffer, ctypes.addressof
_Address, _Long = ctypes.c_void_p, ctypes.c_int64
_Arrays = tuple[npt.NDArray[Any], ...]


class _Column(ctypes.Structure):
    _fields_ = (
        ("kind", _Long),
        ("starts", _Address),
        ("lengths", _Address),
        ("values", _Address),
        ("count", _Long),
    )


class _LineCounts(ctypes.Structure):
    _fields_ = tuple(
        (name, _Long) for name in ("rows", "faults", "left", "longer", "beyond_ascii", "stop")
    )


#: The arguments of the kernel's function.
PARSE_ARGUMENTS = (
    *(_Address, _Long, _Long, ctypes.POINTER(_Column), _Long, _Long, _Address, _Address),
    ctypes.POINTER(_LineCounts),
)


def find_address(array: npt.NDArray[Any]) -> int:
    """Return the address of an array's numbers."""
    try:
        return _start(_seen(array))  # type: ignore[arg-type]
    except TypeError:  # slower, but works for read-only arrays too
        return array.ctypes.data


class _Piece(NamedTuple):
    """Whole lines of a content, from byte ``start`` to ``stop``.

    At most ``most`` lines, whose numbers go into arrays from row ``first`` on.
    """

    start: int
    stop: int
    first: int
    most: int


def parse_lines(
    parse: Callable[..., int], content: bytes, kinds: Sequence[int], *, extra: bool, records: bool
) -> ParsedLines | None:
    """Parse lines by the kernel's function; see `harness.core.engines.Engine.parse`."""
    refuse_long_lines(content)
    text, pieces = np.frombuffer(content, dtype=np.uint8), _cut_lines(content)
    arrays = [_make_arrays(kind, pieces[-1].first + pieces[-1].most) for kind in kinds]

    def parse_piece(piece: _Piece) -> ParsedLines | None:
        rows = slice(piece.first, piece.first + piece.most)
        made = [
            _make_arrays(kind, piece.most)
            if kind == BLOCKS
            else tuple(array[rows] for array in of_kind)
            for kind, of_kind in zip(kinds, arrays, strict=True)
        ]
        part = _parse(
            parse, text[piece.start : piece.stop], piece.most, kinds, made, extra, records
        )
        if part is not None and piece.start:
            part.left[:, 2] += piece.start
            for kind, of_kind in zip(kinds, part.columns, strict=True):
                if kind in _PLACED:
                    of_kind[0][:] += piece.start
        return part

    if len(pieces) == 1:
        return parse_piece(pieces[0])
    from harness.core.execution import default_workers
    from harness.core.parallel import collect_arrays

    parts = collect_arrays(parse_piece, pieces, default_workers())
    known = [part for part in parts if part is not None]
    return _join(content, kinds, arrays, pieces, known) if len(known) == len(parts) else None


def _parse(
    parse: Callable[..., int],
    text: npt.NDArray[np.uint8],
    most: int,
    kinds: Sequence[int],
    made: Sequence[_Arrays],
    extra: bool,
    records: bool,
) -> ParsedLines | None:
    """Parse the lines of a text, so many at most, into arrays."""
    fields = len(kinds) - (REST in kinds)
    columns = (_Column * (fields + 1))()
    for kind, column, arrays in zip(kinds, columns, made, strict=False):
        column.kind = kind
        if kind in _PLACED:
            column.starts, column.lengths = find_address(arrays[0]), find_address(arrays[1])
        if arrays and kind not in (TEXT, REST):
            column.values = find_address(arrays[-1])
    numbers = sum(kind in (DECIMAL, INTEGER) for kind in kinds)
    faults = np.empty(most, dtype=np.int64)
    left = np.empty((most * numbers, 4), dtype=np.int64)
    parsed = _LineCounts()
    parse(
        find_address(text),
        len(text),
        fields,
        columns,
        int(extra),
        int(records),
        find_address(faults),
        find_address(left),
        ctypes.byref(parsed),
    )
    if parsed.stop >= 0:
        return None
    ends = [
        column.count if kind == BLOCKS else parsed.rows
        for kind, column in zip(kinds, columns, strict=False)
    ]
    return ParsedLines(
        [tuple(array[:end] for array in arrays) for arrays, end in zip(made, ends, strict=True)],
        parsed.rows,
        faults[: parsed.faults],
        left[: parsed.left],
        parsed.longer,
        bool(parsed.beyond_ascii),
    )


def _cut_lines(content: bytes) -> list[_Piece]:
    pieces: list[_Piece] = []
    start = first = 0
    while start < len(content) or not pieces:
        stop = content.find(b"\n", start + _PIECE) + 1 or len(content)
        most = num_newlines(memoryview(content)[start:stop]) + (stop == len(content))
        pieces.append(_Piece(start, stop, first, most))
        start, first = stop, first + most
    return pieces


def _make_arrays(kind: int, most: int) -> _Arrays:
    """Allocate the arrays of a field for so many lines; unwritten pages take no memory."""
    texts = (np.empty(most, np.int64), np.empty(most, np.int32)) if kind in _PLACED else ()
    if kind == DECIMAL:
        return (np.empty(most, np.float64),)
    return (*texts, np.empty(most, np.int64)) if kind in (BLOCKS, INTEGER) else texts


def _join(
    content: bytes,
    kinds: Sequence[int],
    arrays: Sequence[_Arrays],
    pieces: Sequence[_Piece],
    parts: Sequence[ParsedLines],
) -> ParsedLines:
    """Join the pieces, whose rows are in the arrays, with gaps where lines are no rows."""
    row = record = 0
    for piece, part in zip(pieces, parts, strict=True):
        for kind, of_kind, own in zip(kinds, arrays, part.columns, strict=True):
            if kind == BLOCKS:
                own[-1][:] += row
            elif row < piece.first:
                for array, values in zip(of_kind, own, strict=True):
                    array[row : row + part.height] = values
        part.left[:, 0] += row
        part.faults[:] += record
        row += part.height
        record += part.height + len(part.faults)
    columns = [
        _join_blocks(content, [part.columns[number] for part in parts])
        if kind == BLOCKS
        else tuple(array[:row] for array in of_kind)
        for number, (kind, of_kind) in enumerate(zip(kinds, arrays, strict=True))
    ]
    return ParsedLines(
        columns,
        row,
        np.concatenate([part.faults for part in parts]),
        np.concatenate([part.left for part in parts]),
        sum(part.longer for part in parts),
        any(part.beyond_ascii for part in parts),
    )


def _join_blocks(content: bytes, parts: Sequence[_Arrays]) -> _Arrays:
    """Join blocks of equal texts; one that goes on in the next piece is one block."""
    starts, lengths, rows = map(np.concatenate, zip(*parts, strict=True))
    new = np.ones(len(starts), dtype=bool)
    for first in np.cumsum([len(part[0]) for part in parts[:-1]]).tolist():
        if 0 < first < len(starts):
            before, text = (
                content[starts[block] : starts[block] + lengths[block]]
                for block in (first - 1, first)
            )
            new[first] = text != before
    return starts[new], lengths[new], rows[new]
