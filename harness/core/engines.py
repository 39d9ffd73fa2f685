"""The interface of the kernel and its twin: bytes and arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.errors import InputError, Problem

#: What becomes of a field, by its number in the kernel: nothing; its text; equal texts that follow
#: each other once; its value as a double, or as a whole number; what follows the last field.
SKIP, TEXT, BLOCKS, DECIMAL, INTEGER, REST = range(6)
#: Lines are shorter, because lengths of texts are numbers of 32 bits.
LONGEST = 2**31 - 1


class TextArray(Protocol):
    """N texts of a content in UTF-8, as `harness.core.columns.TextColumn` has them."""

    @property
    def content(self) -> bytes:
        """The bytes."""

    @property
    def starts(self) -> Ints:
        """The start of each text [N]."""

    @property
    def lengths(self) -> npt.NDArray[np.int32]:
        """The length of each text in bytes [N]."""

    def __len__(self) -> int:
        """How many texts."""


@dataclass(frozen=True, slots=True, eq=False)
class ParsedLines:
    """Lines taken apart.

    ``columns`` has what each field became: starts and lengths of texts, [N] or with the first row
    of each of B blocks, or values [N]; ``height`` is N. ``faults`` are the numbers of records with
    another number of fields, which are no rows; ``left`` [L, 4] are rows, fields, starts and
    lengths of numbers that are not read. ``longer`` lines have more fields than are declared.
    """

    columns: Sequence[tuple[npt.NDArray[Any], ...]]
    height: int
    faults: Ints
    left: Ints
    longer: int
    beyond_ascii: bool


class DocumentTable(Protocol):
    """Documents of topics, to be found by others.

    ``repeated`` is the first row that has the topic and document of an earlier one, or −1.
    """

    repeated: int

    def find(self, docs: TextArray, codes: Ints, sizes: Ints) -> tuple[Ints, Any]:
        """Return the row of each document, −1 for those not there, and its key.

        The documents are in blocks of these ``sizes`` [B], each of the topic in ``codes`` [B].
        """


@dataclass(frozen=True, slots=True, eq=False)
class WrittenNumbers:
    """Numbers as texts [N] of a content; those in the rows ``left`` are not written."""

    content: bytes
    starts: Ints
    lengths: npt.NDArray[np.int32]
    left: Ints


class Engine(Protocol):
    """The interface of kernel and twin: bytes and arrays in, arrays out."""

    name: str

    def parse(
        self, content: bytes, kinds: Sequence[int], *, extra: bool, records: bool
    ) -> ParsedLines | None:
        """Return the lines of a content as columns; ``kinds`` says what each field becomes.

        With ``extra`` lines may have more fields. None where a line may be no record (blank, or
        with a number sign, a mark or, at the top, ``<`` at its beginning), unless all ``records``
        are: of these blank ones are passed over.
        """

    def lines(self, texts: TextArray) -> bytes:
        """Texts one after the other, each with a line feed behind it."""

    def decimals(self, values: Floats, decimals: npt.NDArray[np.int8]) -> WrittenNumbers:
        """Return the text of each number [N] with so many decimals [N], as Python rounds.

        With −1 it is the shortest text that is read as the number again. What is not finite is
        left, and may be whatever is longer than usual.
        """

    def rows(self, columns: Sequence[TextArray], between: Sequence[bytes]) -> bytes:
        """Return the texts of columns [C] row by row, with those of ``between`` [C + 1] in front,
        between and behind.
        """

    def hashes(self, texts: TextArray) -> npt.NDArray[np.uint64]:
        """Return a number for each text [N]: of its last eight bytes and its length."""

    def table(self, docs: TextArray, firsts: Ints) -> DocumentTable:
        """Return the table of documents of which those of topic ``t`` begin at ``firsts[t]`` [T +
        1].
        """

    def repeated(self, docs: TextArray, keys: Any, sizes: Ints) -> bool:
        """Whether a block of documents, by its size, has one twice.

        ``keys`` are those of ``find``, or None.
        """

    def best_first(
        self, docs: TextArray, scores: Floats, sizes: Ints, chosen: Bools | None
    ) -> tuple[Ints | None, int]:
        """Return the order of each block by score, highest first, then by document, last one first.

        None where all is in order. Rows that are tied with none of the ``chosen`` [N] stay as they
        stand. The second value is the number of tied rows.
        """


def refuse_long_lines(content: bytes) -> None:
    """Raise `InputError` for a line as long as no text in it may be."""
    start = 0
    while len(content) - start > LONGEST:
        start = content.rfind(b"\n", start, start + LONGEST) + 1
        if not start:
            raise InputError(Problem("a line has more than two billion bytes"))
