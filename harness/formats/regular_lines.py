"""The fields of regular lines, for the one way that does without polars.

Loading polars takes longer than evaluating a run of fifty topics, and what measures need of a line
is little. What is regular is narrower here than for the other ways; whatever else a file is, it is
read by them, and they say what there is to say of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from harness.core.decimals import decimals
from harness.core.errors import UnusualError
from harness.core.identity import suffix_of
from harness.core.lines import Blocks, QrelsLines, RunLines
from harness.core.notes import Note
from harness.core.soundness import FEW, is_likely
from harness.core.text_columns import LONGEST, Positions, Text, TextColumn
from harness.formats.files import BOM, TABLE_SUFFIXES, first_records, foreign_byte
from harness.formats.four_fields import has_letters, may_have_documents_second

#: How content starts that is no lines of fields, or whose first line may be no record.
_FOREIGN = b'{[<"#'
_HASH = ord("#")
_SPACE, _TAB, _NEWLINE = b" \t\n"
#: So many records of judgments are looked at for other layouts, as `layouts.Sample` does.
_FIRST = 100
#: So many bytes are looked at together: they stay in the processor's cache.
_BLOCK = 2**17
#: Positions in a content are numbers of 32 bits.
_MOST = 2**30
_GRADE = re.compile(rb"-?\d{1,4}\Z")


def is_named_otherwise(path: str) -> bool:
    """Whether a file's name says that it is of another layout."""
    return suffix_of(path) in TABLE_SUFFIXES


def qrels_lines(content: bytes) -> QrelsLines:
    r"""The judgments in a content; `UnusualError` unless it has nothing but usual grades.

    >>> qrels = qrels_lines(b"1 0 d1 1\n1 0 d2 0\n")
    >>> qrels.topics, qrels.docs.texts(), qrels.grades.tolist()
    ({b'1': 2}, [b'd1', b'd2'], [1, 0])
    """
    topic, doc, grade = columns(content, 4, (0, 2, 3))
    records = first_records(content, _FIRST)
    if has_letters(records) or may_have_documents_second(records):
        raise UnusualError("it may have another layout")
    if grade.width > 1:
        raise UnusualError("its grades are unusual")
    written = grade.word(0)
    ascending = np.sort(written)
    distinct = ascending[np.flatnonzero(np.diff(ascending, prepend=0))]
    texts = [word.to_bytes(8, "little").rstrip(b"\0") for word in distinct.tolist()]
    if not all(map(_GRADE.match, texts)):
        raise UnusualError("its grades are unusual")
    values = np.array([int(text) for text in texts], dtype=np.int32)
    return QrelsLines(_blocks(topic), doc, values[np.searchsorted(distinct, written)])


def run_lines(content: bytes) -> RunLines:
    r"""The results in a content; `UnusualError` unless scores are finite and all tags are one.

    >>> run = run_lines(b"1 Q0 d1 1 2.5 me\n1 Q0 d2 2 2 me\n")
    >>> run.docs.texts(), run.scores.tolist(), run.tag
    ([b'd1', b'd2'], [2.5, 2.0], 'me')
    """
    topic, doc, score, tag = columns(content, 6, (0, 2, 4, 5))
    scores = decimals(score)
    if scores is None or not tag.is_constant():
        raise UnusualError("its scores or tags are unusual")
    return RunLines(_blocks(topic), doc, scores, tag.field(0).decode())


def columns(content: bytes, fields: int, wanted: Sequence[int]) -> list[TextColumn]:
    r"""Some fields of lines that are separated by one space each, or one tab, by column.

    >>> [column.texts() for column in columns(b"1 0\n2 0\n", 2, (0, 1))]
    [[b'1', b'2'], [b'0', b'0']]
    >>> columns(b"1 0\n2  0\n", 2, (0, 1))
    Traceback (most recent call last):
    harness.core.errors.UnusualError: its lines are not regular
    """
    if not content.endswith(b"\n"):
        content += b"\n"
    if len(content) > _MOST or content[0] in _FOREIGN or foreign_byte(content) is not None:
        raise UnusualError("its content is unusual")
    text = Text(content)
    positions = np.concatenate(list(_positions(content, text, fields, wanted)), axis=2)
    starts, lengths = positions
    first = text.bytes[starts[0]]
    if lengths.max() > LONGEST or ((first == _HASH) | (first == BOM[0])).any():
        raise UnusualError("it has long fields, or what may be no record")
    return [TextColumn(text, *column) for column in zip(starts, lengths, strict=True)]


def _positions(
    content: bytes, text: Text, fields: int, wanted: Sequence[int]
) -> Iterator[Positions]:
    """Where the wanted fields of each line start, and their lengths [2, W, N], block by block."""
    separator = _TAB if b"\t" in content[: content.index(b"\n")] else _SPACE
    start = 0
    while start < len(content):
        stop = len(content)
        if stop - start > _BLOCK:
            stop = content.rfind(b"\n", start, start + _BLOCK) + 1
        block = text.bytes[start:stop]
        is_blank = block <= _SPACE  # controls too
        ends = np.flatnonzero(is_blank)
        lines, left = divmod(len(ends), fields)
        if (
            left
            or not lines
            or is_blank[0]
            or bool((is_blank[1:] & is_blank[:-1]).any())
            or np.count_nonzero(block == separator) != lines * (fields - 1)
            or bool((block[ends[fields - 1 :: fields]] != _NEWLINE).any())
        ):
            raise UnusualError("its lines are not regular")
        positions = np.empty((2, len(wanted), lines), dtype=np.int32)
        for row, field in enumerate(wanted):
            if field:
                positions[0, row] = ends[field - 1 :: fields]
            else:
                positions[0, row, 0], positions[0, row, 1:] = -1, ends[fields - 1 : -1 : fields]
            positions[0, row] += 1
            np.subtract(
                ends[field::fields], positions[0, row], out=positions[1, row], casting="unsafe"
            )
        positions[0] += start
        yield positions
        start = stop


def _blocks(topics: TextColumn) -> Blocks:
    """The topics; `UnusualError` where a topic's lines have others between them."""
    begins = np.concatenate([[0], topics.changes(), [len(topics)]])
    names = [topics.field(row) for row in begins[:-1].tolist()]
    blocks = dict(zip(names, np.diff(begins).tolist(), strict=True))
    if len(blocks) < len(names):
        raise UnusualError("its topics come back")
    return blocks


def doubts_about(content: bytes, where: str) -> tuple[Note, ...]:
    """What looks wrong with a run that begins as few do; only of such more than that is looked at.

    `UnusualError` for one that nobody reads here.
    """
    if is_likely(first_records(content, FEW)):
        return ()
    from harness.hypotheses import Evidence, doubts

    notes = doubts(Evidence("run", content), where)
    if any(note.subject == "scores-constant" for note in notes):
        raise UnusualError("other scores follow further down")
    return notes
