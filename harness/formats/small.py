"""The fields of a small regular file, for the one way that does without polars.

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
from harness.core.limits import SMALL, num_bytes
from harness.core.notes import Note
from harness.core.small_file import SmallFile
from harness.core.soundness import FEW, is_likely
from harness.formats.files import first_records, foreign_byte, read_bytes

#: How names end by which a layout is recognised, before or after what they were packed with.
_NAMED = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xml")
#: How content starts that is no lines of fields, or has comments.
_FOREIGN = b'{[<"#'
_SPACE, _TAB, _NEWLINE = b" \t\n"
_BETWEEN = (_SPACE, _TAB)
#: Longer fields, in bytes, would make every field of their column take as much memory.
_LONGEST = 128


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


def doubts_about(run: SmallFile, where: str) -> tuple[Note, ...] | None:
    """What looks wrong with a run that begins as few do; None for one that nobody reads here.

    Only of such a run more than the first lines is looked at.
    """
    if is_likely(first_records(run.content, FEW)):
        return ()
    from harness.hypotheses import Evidence, doubts

    notes = doubts(Evidence("run", run.content), where)
    # Other scores follow further down.
    return None if any(note.subject == "scores-constant" for note in notes) else notes
