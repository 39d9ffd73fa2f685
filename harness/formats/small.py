"""The fields of a small regular file, for the one way that does without polars.

Loading polars takes longer than evaluating a run of fifty topics. What is regular is narrower here
than for the other ways; whatever else a file is, it is read by them, and they say what there is to
say of it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from harness.core.arrays import Ints
from harness.core.errors import HarnessError
from harness.core.limits import SMALL, num_bytes
from harness.core.ordering import Words
from harness.formats.files import foreign_byte, read_bytes

#: How names end by which a layout is recognised, before or after what they were packed with.
_NAMED = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xml")
#: How content starts that is no lines of fields, or has comments.
_FOREIGN = b'{[<"#'
_SPACE, _TAB, _NEWLINE = b" \t\n"
_BETWEEN = (_SPACE, _TAB)
_WORD = 8  # bytes
#: Longer fields, in bytes, would make every field of their column take as much memory.
_LONGEST = 16 * _WORD
#: What keeps the first 0 … 8 bytes of a word.
_FIRST_BYTES = np.array([256**8 - 256 ** (8 - count) for count in range(9)], dtype=np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class SmallFile:
    r"""The fields of a file of N lines: where each begins in its content, and its length [F, N].

    >>> file = fields_of(b"1 0 d1 1\n10 0 d2 -1\n", 4)
    >>> file.texts(0), file.text(2, 1), file.words(3).tolist()
    ([b'1', b'10'], b'd2', [[3530822107858468864], [3256155514090553344]])
    """

    content: bytes
    starts: Ints
    lengths: Ints

    def __len__(self) -> int:
        return self.starts.shape[1]

    def text(self, column: int, row: int) -> bytes:
        """One field."""
        start = int(self.starts[column, row])
        return self.content[start : start + int(self.lengths[column, row])]

    def texts(self, column: int) -> list[bytes]:
        """The fields of a column [N]."""
        words = self.words(column)
        texts: list[bytes] = words.T.astype(">u8", order="C").view(f"S{_WORD * len(words)}")
        return texts[:, 0].tolist()

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


def read_small(path: str, fields: int) -> SmallFile | None:
    """The fields of a small file in which each line has so many; None for any other."""
    content = _content(path)
    return None if content is None else fields_of(content, fields)


def _content(path: str) -> bytes | None:
    suffixes = [suffix.lower() for suffix in Path(path).suffixes[-2:]]
    if num_bytes(path) > SMALL or not os.path.isfile(path):  # noqa: PTH113
        return None
    if any(suffix in _NAMED for suffix in suffixes):
        return None
    with suppress(HarnessError):  # the other ways say it
        content = read_bytes(path)
        return content if len(content) <= SMALL else None
    return None


def fields_of(content: bytes, fields: int) -> SmallFile | None:
    r"""The fields of lines that are separated by one space each, or one tab; None otherwise.

    >>> fields_of(b"1 0 d1 1\n1 0 d2 0\n", 4).texts(2)
    [b'd1', b'd2']
    >>> fields_of(b"1 0 d1 1\n1 0  d2 0\n", 4)
    """
    content = content if content.endswith(b"\n") else content + b"\n"
    values = np.frombuffer(content, dtype=np.uint8)
    ends = np.flatnonzero(values <= _SPACE)  # controls are none
    if content[0] in _FOREIGN or len(ends) % fields:
        return None
    starts = np.concatenate([[0], ends[:-1] + 1])
    lengths = ends - starts
    between = content[ends[0]]
    line = np.array([*[between] * (fields - 1), _NEWLINE], dtype=np.uint8)
    if (
        between not in _BETWEEN
        or (values[ends].reshape(-1, fields) != line).any()
        or not 0 < lengths.min() <= lengths.max() <= _LONGEST
        or b"\n#" in content
        or foreign_byte(content) is not None
    ):
        return None
    return SmallFile(content, starts.reshape(-1, fields).T, lengths.reshape(-1, fields).T)
