"""Fields of a text as numbers of 64 bits, which need no library of frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
#: Positions in a text.
Positions: TypeAlias = npt.NDArray[np.int32]
#: The numbers of rows, a mask of them, or a slice.
Rows: TypeAlias = npt.NDArray[Any] | slice

WORD = 8  # bytes
#: So many rows are worked on together: what is computed of them stays in the cache.
BLOCK = 2**14
#: The longest field, in bytes, of which all words can be read.
LONGEST = 128
#: What keeps the first 0 … 8 bytes of a word, of which the first byte is the lowest.
_FIRST_BYTES = np.array([256**count - 1 for count in range(WORD + 1)], dtype=np.uint64)
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Text:
    """The bytes of a text, and the word that begins at each of them, the first byte the lowest.

    Zeros follow the text, so that there are words to read at its end, too.
    """

    def __init__(self, content: bytes) -> None:
        self.bytes = np.frombuffer(content + bytes(LONGEST + WORD), dtype=np.uint8)
        words = (len(content) + LONGEST + 1,)
        self.words = np.ndarray(words, dtype="<u8", buffer=self.bytes, strides=(1,))


@dataclass(frozen=True, eq=False)
class TextColumn:
    r"""N fields of a text: where each begins, and its length in bytes, at most `LONGEST`.

    >>> docs = TextColumn(Text(b"d1\nd20\n"), np.int32([0, 3]), np.int32([2, 3]))
    >>> docs.texts(), [hex(word) for word in docs.word(0)], docs.ordered().shape
    ([b'd1', b'd20'], ['0x3164', '0x303264'], (1, 2))
    """

    text: Text
    starts: Positions
    lengths: Positions

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, rows: Rows) -> TextColumn:
        return TextColumn(self.text, self.starts[rows], self.lengths[rows])

    def blocks(self) -> Iterator[tuple[slice, TextColumn]]:
        """All rows, some after the other."""
        for start in range(0, len(self), BLOCK):
            rows = slice(start, start + BLOCK)
            yield rows, self[rows]

    def field(self, row: int) -> bytes:
        """One field."""
        start = int(self.starts[row])
        return self.text.bytes[start : start + int(self.lengths[row])].tobytes()

    def texts(self) -> list[bytes]:
        """All fields."""
        padded = self.ordered().T.astype(">u8", order="C").view(f"S{WORD * self.width}")
        texts: list[bytes] = padded[:, 0].tolist()
        return texts

    @cached_property
    def longest(self) -> int:
        """The length of the longest field."""
        return int(self.lengths.max(initial=0))

    @property
    def width(self) -> int:
        """How many words the longest field takes, at least one."""
        return max(1, -(-self.longest // WORD))

    def word(self, number: int) -> Words:
        """The word of that number, from 0, of each field; bytes past the end of a field are 0."""
        first = WORD * number
        words: Words = self.text.words[self.starts + np.int32(first)]
        shortest, longest = int(self.lengths.min(initial=LONGEST)), self.longest
        if shortest == longest:
            words &= _FIRST_BYTES[min(max(0, shortest - first), WORD)]
        elif shortest < first + WORD:
            words &= _FIRST_BYTES[np.clip(self.lengths - np.int32(first), 0, WORD)]
        return words

    def ordered(self) -> Words:
        """All words [W, N], the first byte the highest: they are ordered as the fields are."""
        return np.stack([self.word(number).byteswap() for number in range(self.width)])

    def is_constant(self) -> bool:
        """Whether all fields are the first one."""
        if int(self.lengths.min()) < self.longest:
            return False
        words = (self.word(number) for number in range(self.width))
        return all(bool((word == word[0]).all()) for word in words)

    def changes(self) -> npt.NDArray[np.int64]:
        """The rows, but the first, whose field is not that of the row before."""
        differ = self.lengths[1:] != self.lengths[:-1]
        for number in range(self.width):
            word = self.word(number)
            differ |= word[1:] != word[:-1]
        return np.flatnonzero(differ) + 1

    def hashes(self, width: int, seeds: Words) -> Words:
        """A number for each field and seed [N]: equal ones have equal numbers for one ``width``.

        Fields of more than ``width`` words are of no other's number only by chance.
        """
        numbers = np.empty(len(self), dtype=np.uint64)
        for rows, block in self.blocks():
            numbers[rows] = _mixed(seeds[rows], block, range(width))
            if block.width > width:
                long = np.flatnonzero(block.lengths > WORD * width)
                more = range(width, block.width)
                numbers[rows][long] = _mixed(numbers[rows][long], block[long], more)
        return numbers


def _mixed(numbers: Words, column: TextColumn, words: range) -> Words:
    """The numbers, each with some words of its field in it."""
    for number in words:
        numbers = numbers ^ column.word(number)
        numbers *= _MIX
        numbers ^= numbers >> np.uint64(29)
    return numbers
