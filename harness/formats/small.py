"""The columns of a small regular file, for the one way that does without polars.

Loading polars takes longer than evaluating a run of fifty topics. What is regular is narrower here
than for the other ways; whatever else a file is, it is read by them, and they say what there is to
say of it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import numpy as np

from harness.core.errors import HarnessError
from harness.formats.files import foreign_byte, read_bytes

#: Polars is the faster one with files of more bytes, and with compressed ones of a quarter of it.
_MOST = 2**22
_PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip", ".tar")
#: How names end by which a layout is recognised, before or after what they were packed with.
_NAMED = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xml")
#: How content starts that is no lines of fields, or has comments.
_FOREIGN = b'{[<"#'
_SPACE, _TAB, _NEWLINE = b" \t\n"
_BETWEEN = (_SPACE, _TAB)

Columns = list[list[bytes]]


def small_columns(path: str, fields: int) -> Columns | None:
    """The columns of a small file in which each line has so many fields; None for any other."""
    content = _content(path)
    return None if content is None else columns_of(content, fields)


def _content(path: str) -> bytes | None:
    suffixes = [suffix.lower() for suffix in Path(path).suffixes[-2:]]
    most = _MOST // 4 if suffixes[-1:] and suffixes[-1] in _PACKED else _MOST
    if not os.path.isfile(path) or os.path.getsize(path) > most:  # noqa: PTH113, PTH202
        return None
    if any(suffix in _NAMED for suffix in suffixes):
        return None
    with suppress(HarnessError):  # the other ways say it
        content = read_bytes(path)
        return content if len(content) <= _MOST else None
    return None


def columns_of(content: bytes, fields: int) -> Columns | None:
    r"""The columns of lines that are separated by one space each, or one tab; None otherwise.

    >>> columns_of(b"1 0 d1 1\n1 0 d2 0\n", 4)
    [[b'1', b'1'], [b'0', b'0'], [b'd1', b'd2'], [b'1', b'0']]
    >>> columns_of(b"1 0 d1 1\n1 0  d2 0\n", 4)
    """
    content = content if content.endswith(b"\n") else content + b"\n"
    values = np.frombuffer(content, dtype=np.uint8)
    ends = np.flatnonzero(values <= _SPACE)  # controls are none
    if content[0] in _FOREIGN or len(ends) % fields or (np.diff(ends, prepend=-1) < 2).any():
        return None
    blanks = values[ends].reshape(-1, fields)
    between = blanks[0, 0]
    if (
        between not in _BETWEEN
        or (blanks[:, :-1] != between).any()
        or (blanks[:, -1] != _NEWLINE).any()
        or b"\n#" in content
        or foreign_byte(content) is not None
    ):
        return None
    texts = content.split()
    return [texts[index::fields] for index in range(fields)]
