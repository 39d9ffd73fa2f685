"""The interface of the kernel and its twin: bytes and arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.errors import InputError, Problem

#: How a field is parsed, by its number in the kernel: skipped; as text; as blocks of equal texts;
#: as a double; as a whole number; as the rest of the line.
SKIP, TEXT, BLOCKS, DECIMAL, INTEGER, REST = range(6)
#: The longest line: lengths of texts are 32-bit numbers.
LONGEST = 2**31 - 1


class TextArray(Protocol):
    """N texts of a content in UTF-8, as `harness.core.columns.TextColumn` has them."""

    @property
    def content(self) -> bytes:
        """The content."""

    @property
    def starts(self) -> Ints:
        """The start of each text [N]."""

    @property
    def lengths(self) -> npt.NDArray[np.int32]:
        """The length of each text in bytes [N]."""

    def __len__(self) -> int:
        """Return the number of texts."""


class ParsedLines(NamedTuple):
    """Parsed lines.

    ``columns`` holds each field: starts and lengths of texts, [N] or with the first row of each of
    B blocks, or values [N]; ``height`` is N. ``faults`` numbers the records with a wrong number of
    fields, which become no rows; ``left`` [L, 4] has row, field, start and length of each number
    that could not be parsed. ``longer`` counts lines with more fields than declared.
    """

    columns: Sequence[tuple[npt.NDArray[Any], ...]]
    height: int
    faults: Ints
    left: Ints
    longer: int
    beyond_ascii: bool


class DocumentTable(Protocol):
    """Lookup table of the documents of each topic.

    ``repeated`` is the first row that has the topic and document of an earlier one, or −1.
    """

    repeated: int

    def find(self, docs: TextArray, codes: Ints, sizes: Ints) -> tuple[Ints, Any]:
        """Return the row of each document, −1 for unknown ones, and its key.

        The documents come in blocks of ``sizes`` [B], each of the topic in ``codes`` [B].
        """


#: Numbers as texts [N]: their content, starts and lengths, and the rows that are left.
WrittenNumbers = tuple[bytes, Ints, npt.NDArray[np.int32], Ints]


class Engine(Protocol):
    """The interface of kernel and twin: bytes and arrays in, arrays out."""

    name: str

    def parse(
        self, content: bytes, kinds: Sequence[int], *, extra: bool, records: bool
    ) -> ParsedLines | None:
        """Parse the lines of a content into columns; ``kinds`` says how each field is parsed.

        With ``extra`` lines may have more fields. None if a line may be no record: blank, or
        beginning with a number sign, a byte-order mark or, at the top, ``<``. With ``records`` all
        lines but blank ones are records.
        """

    def lines(self, texts: TextArray) -> bytes:
        """Join the texts, with a line feed after each."""

    def decimals(self, values: Floats, decimals: npt.NDArray[np.int8]) -> WrittenNumbers:
        """Format each number [N] with so many decimals [N], as Python rounds.

        −1 gives the shortest text that is read as the same number. Numbers that are not finite are
        left; unusually long ones may be.
        """

    def rows(self, columns: Sequence[TextArray], between: Sequence[bytes]) -> bytes:
        """Join columns [C] row by row, with ``between`` [C + 1] in front, between and behind."""

    def hashes(self, texts: TextArray) -> npt.NDArray[np.uint64]:
        """Return a hash of each text [N], of its last eight bytes and its length."""

    def table(self, docs: TextArray, firsts: Ints) -> DocumentTable:
        """Build the lookup table; documents of topic ``t`` begin at ``firsts[t]`` [T + 1]."""

    def repeated(self, docs: TextArray, keys: Any, sizes: Ints) -> bool:
        """Return whether a block of documents, by ``sizes``, has one twice.

        ``keys`` are the keys from ``find``, or None.
        """

    def best_first(
        self, docs: TextArray, scores: Floats, sizes: Ints, chosen: Bools | None
    ) -> tuple[Ints | None, int]:
        """Return the order of each block by score, highest first, then by document, descending.

        None where all is in order. Ties without a ``chosen`` [N] row may keep their order. The
        second value is the number of tied rows.
        """


def refuse_long_lines(content: bytes) -> None:
    """Raise `InputError` for a line of more than 2^31 − 1 bytes."""
    start = 0
    while len(content) - start > LONGEST:
        start = content.rfind(b"\n", start, start + LONGEST) + 1
        if not start:
            raise InputError(Problem("a line has more than two billion bytes"))
