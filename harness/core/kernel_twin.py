"""The kernel in plain Python: the oracle of the one in C, and its replacement without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.engines import (
    BLOCKS,
    DECIMAL,
    INTEGER,
    REST,
    SKIP,
    TEXT,
    ParsedLines,
    TextArray,
    WrittenNumbers,
    refuse_long_lines,
)
from harness.core.numbers import decimal, integer

_Field = tuple[int, int]
#: An odd multiplier that spreads the bits of numbers.
_ODD = np.uint64(0x9E3779B97F4A7C15)


class Twin:
    """The same functions as `harness.core.kernel.Native`, in Python."""

    name = "twin"

    def parse(
        self, content: bytes, kinds: Sequence[int], *, extra: bool, records: bool
    ) -> ParsedLines | None:
        """See `harness.core.engines.Engine.parse`."""
        refuse_long_lines(content)
        fields = len(kinds) - (REST in kinds)
        faults, longer, record, start = [], 0, 0, 0
        read = _Reader(content, kinds)
        while start < len(content):
            end = content.find(b"\n", start)
            end = len(content) if end < 0 else end
            line = content[start:end]
            if (
                not line.strip()
                or line.startswith((b"#", b"\xef"))
                or (not start and line[:1] == b"<")
            ):
                if not records:
                    return None
                if not line.strip():
                    start = end + 1
                    continue
            spans = list(_locate_fields(line, start))
            if len(spans) < fields or (len(spans) > fields and not extra):
                faults.append(record)
            else:
                longer += len(spans) > fields
                read.add(spans, fields)
            record += 1
            start = end + 1
        return read.lines(faults, longer, not content.isascii())

    def lines(self, texts: TextArray) -> bytes:
        """See `harness.core.engines.Engine.lines`."""
        return b"".join(text + b"\n" for text in _texts(texts))

    def decimals(self, values: Floats, decimals: npt.NDArray[np.int8]) -> WrittenNumbers:
        """See `harness.core.engines.Engine.decimals`."""
        finite = np.isfinite(values)
        texts = [
            (repr(value) if digits < 0 else f"{value:.{digits}f}").encode() if written else b""
            for value, digits, written in zip(
                values.tolist(), decimals.tolist(), finite.tolist(), strict=True
            )
        ]
        lengths = np.array(list(map(len, texts)), dtype=np.int32)
        starts = np.cumsum(lengths, dtype=np.int64) - lengths
        return b"".join(texts), starts, lengths, np.flatnonzero(~finite)

    def rows(self, columns: Sequence[TextArray], between: Sequence[bytes]) -> bytes:
        """See `harness.core.engines.Engine.rows`."""
        first, *others = between
        cells = zip(*map(_texts, columns), strict=True)
        return b"".join(
            first + b"".join(text + behind for text, behind in zip(row, others, strict=True))
            for row in cells
        )

    def hashes(self, texts: TextArray) -> npt.NDArray[np.uint64]:
        """See `harness.core.engines.Engine.hashes`."""
        last = [int.from_bytes(text[-8:], "little") for text in _texts(texts)]
        mixed = (np.array(last, dtype=np.uint64) ^ texts.lengths.astype(np.uint64)) * _ODD
        return np.asarray((mixed ^ (mixed >> np.uint64(32))) * _ODD)

    def table(self, docs: TextArray, firsts: Ints) -> TwinTable:
        """See `harness.core.engines.Engine.table`."""
        return TwinTable(docs, firsts)

    def repeated(self, docs: TextArray, keys: Any, sizes: Ints) -> bool:  # noqa: ARG002
        """See `harness.core.engines.Engine.repeated`."""
        texts = iter(_texts(docs))
        return any(len({next(texts) for _ in range(size)}) < size for size in sizes.tolist())

    def best_first(
        self, docs: TextArray, scores: Floats, sizes: Ints, chosen: Bools | None
    ) -> tuple[Ints | None, int]:
        """See `harness.core.engines.Engine.best_first`."""
        texts, values = list(_texts(docs)), scores.tolist()
        order: list[int] = []
        tied = start = 0
        for size in sizes.tolist():
            block = sorted(range(start, start + size), key=values.__getitem__, reverse=True)
            for _, equal in groupby(block, key=values.__getitem__):
                rows = list(equal)
                tied += len(rows) if len(rows) > 1 else 0
                if chosen is None or any(chosen[row] for row in rows):
                    rows.sort(key=texts.__getitem__, reverse=True)
                order += rows
            start += size
        return None if order == list(range(len(order))) else np.array(order, dtype=np.int64), tied


def _locate_fields(line: bytes, start: int) -> Iterator[_Field]:
    """Yield the start and end of each field of a line that starts there."""
    offset = 0
    for text in line.split():
        offset = line.index(text, offset)
        yield start + offset, start + offset + len(text)
        offset += len(text)


def _texts(column: TextArray) -> Iterator[bytes]:
    for start, length in zip(column.starts.tolist(), column.lengths.tolist(), strict=True):
        yield column.content[start : start + length]


class _Reader:
    """Collector of the fields of lines into columns."""

    def __init__(self, content: bytes, kinds: Sequence[int]) -> None:
        self._content, self._kinds, self._height = content, kinds, 0
        self._left: list[tuple[int, int, int, int]] = []
        self._columns: list[list[Any]] = [[] for _ in kinds]

    def add(self, spans: Sequence[_Field], fields: int) -> None:
        """Add a line by the spans of its fields; ``fields`` are declared."""
        rest = (spans[fields][0], spans[-1][1]) if len(spans) > fields else (0, 0)
        for number, (kind, column) in enumerate(zip(self._kinds, self._columns, strict=True)):
            start, end = rest if kind == REST else spans[number]
            text = self._content[start:end]
            if kind in (TEXT, REST):
                column.append((start, end - start))
            elif kind == BLOCKS:
                last = column[-1] if column else (0, -1, 0)
                if text != self._content[last[0] : last[0] + max(last[1], 0)] or not column:
                    column.append((start, end - start, self._height))
            elif kind in (DECIMAL, INTEGER):
                column.append(self._number(number, kind, start, text))
        self._height += 1

    def _number(self, field: int, kind: int, start: int, text: bytes) -> float | int:
        try:
            return (decimal if kind == DECIMAL else integer)(text.decode())
        except ValueError:
            self._left.append((self._height, field, start, len(text)))
            return 0

    def lines(self, faults: list[int], longer: int, beyond_ascii: bool) -> ParsedLines:
        """Return everything collected."""
        made: list[tuple[npt.NDArray[Any], ...]] = []
        for kind, column in zip(self._kinds, self._columns, strict=True):
            if kind == SKIP:
                made.append(())
            elif kind in (DECIMAL, INTEGER):
                made.append((np.array(column, np.float64 if kind == DECIMAL else np.int64),))
            else:
                table = np.array(column, dtype=np.int64).reshape(-1, 3 if kind == BLOCKS else 2)
                made.append((table[:, 0], table[:, 1].astype(np.int32), *table.T[2:]))
        return ParsedLines(
            made,
            self._height,
            np.array(faults, dtype=np.int64),
            np.array(self._left, dtype=np.int64).reshape(-1, 4),
            longer,
            beyond_ascii,
        )


class TwinTable:
    """Lookup table with a dictionary for each topic."""

    def __init__(self, docs: TextArray, firsts: Ints) -> None:
        texts = list(_texts(docs))
        bounds = firsts.tolist()
        self.repeated = -1
        self._rows: list[dict[bytes, int]] = []
        for first, last in pairwise(bounds):
            known: dict[bytes, int] = {}
            for row in range(first, last):
                if known.setdefault(texts[row], row) != row and self.repeated < 0:
                    self.repeated = row
            self._rows.append(known)

    def find(self, docs: TextArray, codes: Ints, sizes: Ints) -> tuple[Ints, None]:
        """See `harness.core.engines.DocumentTable.find`."""
        texts = iter(_texts(docs))
        rows = [
            self._rows[code].get(next(texts), -1)
            for code, size in zip(codes.tolist(), sizes.tolist(), strict=True)
            for _ in range(size)
        ]
        return np.array(rows, dtype=np.int64), None


TWIN = Twin()
