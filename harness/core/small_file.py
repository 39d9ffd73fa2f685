"""The fields of a small file as numbers, which need no library of frames."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Ints
from harness.core.ordering import Words

_WORD = 8  # bytes
#: What keeps the first 0 … 8 bytes of a word.
_FIRST_BYTES = np.array([256**8 - 256 ** (8 - count) for count in range(9)], dtype=np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class SmallFile:
    r"""The fields of a file of N lines: where each begins in its content, and its length [F, N].

    >>> starts, lengths = np.array([[0, 5], [2, 8]]), np.array([[1, 2], [2, 2]])
    >>> file = SmallFile(b"1 d1\n10 d2\n", starts, lengths)
    >>> file.texts(0), file.text(1, 1), [hex(word) for word in file.words(1)[0]]
    ([b'1', b'10'], b'd2', ['0x6431000000000000', '0x6432000000000000'])
    """

    content: bytes
    starts: Ints
    lengths: Ints

    def __len__(self) -> int:
        return int(self.starts.shape[1])

    def text(self, column: int, row: int) -> bytes:
        """One field."""
        start = int(self.starts[column, row])
        return self.content[start : start + int(self.lengths[column, row])]

    def texts(self, column: int) -> list[bytes]:
        """The fields of a column [N]."""
        words = self.words(column)
        padded = words.T.astype(">u8", order="C").view(f"S{_WORD * len(words)}")
        texts: list[bytes] = padded[:, 0].tolist()
        return texts

    def num_words(self, column: int) -> int:
        """How many words the longest field of a column takes."""
        return -(-int(self.lengths[column].max()) // _WORD)

    def words(self, column: int, count: int | None = None) -> Words:
        """The fields of a column as numbers of 64 bits [W, N], the first bytes in the first row.

        Bytes past the end of a field are 0, so that numbers are ordered as the fields are.
        """
        count = self.num_words(column) if count is None else count
        content = self.content + bytes(_WORD * (count + 1))
        shape = (len(content) - _WORD + 1,)
        every = np.ndarray(shape, dtype=">u8", buffer=content, strides=(1,))
        first = _WORD * np.arange(count)[:, None]
        kept = _FIRST_BYTES[np.clip(self.lengths[column] - first, 0, _WORD)]
        # Beyond a field there may be no content left, of which nothing is kept.
        begins = np.minimum(self.starts[column] + first, len(every) - 1)
        words: Words = every[begins].astype(np.uint64) & kept
        return words
