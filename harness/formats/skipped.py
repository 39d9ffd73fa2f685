"""Lines of a file that are no records: comments, blank lines, byte-order marks. One rule for all.

They are cut out of the content before it is parsed, and counted, so that every reader sees the same
records and every command reports the same skipped lines. trec_eval has no such rule: it refuses
blank lines, and takes the others for records.

A line that begins with ``#`` is a record if it has the fields of its layout: hashtags are topics in
collections of microblogs. A ``#`` alone always begins a comment, because no topic has this name and
``# pool depth 100`` has the fields of a judgment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Ints
from harness.core.notes import Note
from harness.formats.files import BLANKS, BOM, DESCRIBED, is_comment

_NEWLINE, _HASH, _MARK = 10, 35, BOM[0]
#: Whether each byte is a blank or a line feed.
IS_BLANK = np.isin(np.arange(256), [ord(blank) for blank in f"{BLANKS}\n"])
#: Bytes per block: a block stays in the processor's cache.
_PIECE = 2**18
_MARKS = re.compile(rb"(?:%s)*" % BOM)
_BLANK = re.compile(rb"[%s]*" % BLANKS.encode())
#: Blanks at the beginning of lines that are checked for all lines at once.
_STEPS = 8


class Skip(NamedTuple):
    """Kind of skipped lines: the code of its note, and its words for one and several."""

    code: str
    singular: str
    several: str


COMMENT = Skip("comments-skipped", "line that begins with # was", "lines that begin with # were")
BLANK = Skip("blank-lines-skipped", "blank line was", "blank lines were")
DESCRIPTION = Skip(
    "description-skipped",
    "line that describes the system (<SYSDESC>) was",
    "lines that describe the system (<SYSDESC>) were",
)
MARK = Skip(
    "mark-skipped", "byte-order mark at the start was", "byte-order marks at the start were"
)
INNER_MARK = Skip(
    "inner-marks-skipped",
    "byte-order mark within the file was",
    "byte-order marks within the file were",
)
#: All kinds by the codes of their notes, in the order of the notes.
SKIPS = {skip.code: skip for skip in (MARK, DESCRIPTION, COMMENT, BLANK, INNER_MARK)}


@dataclass(frozen=True, slots=True)
class SkippedLines:
    """Counts of skipped lines by kind (the codes of `SKIPS`), and the first line of each.

    >>> skipped = SkippedLines({"comments-skipped": (2, 1)})
    >>> print(*skipped.notes("qrels.txt"))
    qrels.txt: 2 lines that begin with # were skipped (first: line 1)
    >>> print(*(skipped + SkippedLines({"comments-skipped": (1, 3)}).after(10)).notes("qrels.txt"))
    qrels.txt: 3 lines that begin with # were skipped (first: line 1)
    """

    lines: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lines)

    def __add__(self, other: SkippedLines) -> SkippedLines:
        """Add the skipped lines of a later part."""
        together = dict(self.lines)
        for code, (count, first) in other.lines.items():
            before, earlier = together.get(code, (0, first))
            together[code] = before + count, earlier
        return SkippedLines(together)

    def after(self, before: int) -> SkippedLines:
        """Shift line numbers by so many lines of the file before the content."""
        if not before:
            return self
        moved = SkippedLines()
        for code, (count, first) in self.lines.items():
            inner = INNER_MARK.code if code == MARK.code else code
            moved += SkippedLines({inner: (count, first + before)})
        return moved

    def notes(self, where: str) -> tuple[Note, ...]:
        """Return a note for each kind; ``where`` names the file."""
        return tuple(
            Note(code, self.sentence(code), where, numbers={"lines": count, "line": first})
            for code in SKIPS
            if code in self.lines
            for count, first in (self.lines[code],)
        )

    def sentence(self, code: str) -> str:
        """Return the sentence on one kind."""
        count, first = self.lines[code]
        skip = SKIPS[code]
        if count == 1:
            return f"1 {skip.singular} skipped (line {first})"
        return f"{count:,} {skip.several} skipped (first: line {first})"

    @classmethod
    def of(cls, notes: Iterable[Note]) -> SkippedLines:
        """Read the skipped lines from notes; other notes are ignored.

        >>> SkippedLines.of(SkippedLines({"blank-lines-skipped": (1, 7)}).notes("a.run"))
        SkippedLines(lines={'blank-lines-skipped': (1, 7)})
        """
        return cls(
            {it.code: (it.numbers["lines"], it.numbers["line"]) for it in notes if it.code in SKIPS}
        )


def blank_lines(numbers: Sequence[int]) -> SkippedLines:
    """Return the record of skipped blank lines."""
    return SkippedLines({BLANK.code: (len(numbers), numbers[0])} if numbers else {})


def is_skip(note: Note) -> bool:
    """Return whether a note is about skipped lines."""
    return note.code in SKIPS


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """Content with records only, and the skipped lines with their positions.

    ``numbers`` are the missing lines [K], from 0, and ``cuts`` the positions in the content at
    which ``sizes`` bytes are missing [C].
    """

    content: bytes
    skipped: SkippedLines = SkippedLines()
    numbers: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    cuts: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    sizes: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def number(self, line: int) -> int:
        """Return the number of a line in the file, from 0."""
        before = self.numbers - np.arange(len(self.numbers))
        return line + int(np.searchsorted(before, line, side="right"))

    def offset(self, position: int) -> int:
        """Return the position in the file of a byte of the content."""
        return position + int(self.sizes[self.cuts <= position].sum())


def records_only(content: bytes, is_record: Callable[[bytes], bool]) -> Kept:
    r"""Cut lines that are no records out of a content.

    ``is_record`` tells whether a line that begins with ``#`` is a record. A content without such
    lines stays the same object.

    >>> content = b"# by hand\n#8 0 d1 1\n\n9 0 d1 1\n"
    >>> kept = records_only(content, lambda line: len(line.split()) == 4)
    >>> kept.content, kept.number(1), [str(note) for note in kept.skipped.notes("q")]
    ... # doctest: +NORMALIZE_WHITESPACE
    (b'#8 0 d1 1\n9 0 d1 1\n', 3,
     ['q: 1 line that begins with # was skipped (line 1)', 'q: 1 blank line was skipped (line 3)'])
    """
    starts = _doubtful(content)
    if not len(starts):
        return Kept(content)
    skips = list(_skips(content, starts, is_record))
    if not skips:
        return Kept(content)
    skipped: dict[str, tuple[int, int]] = {}
    parts: list[bytes] = []
    numbers, cuts, sizes = [], [], []
    left = line = counted = length = 0
    for start, stop, skip in skips:
        # Lines before the last cut are counted already.
        line += content.count(b"\n", counted, start)
        counted = start
        count, first = skipped.get(skip.code, (0, line + 1))
        skipped[skip.code] = count + 1, first
        parts.append(content[left:start])
        length += start - left
        cuts.append(length)
        sizes.append(stop - start)
        left = stop
        if skip not in (MARK, INNER_MARK):
            numbers.append(line)
    parts.append(content[left:])
    arrays = (np.array(values, dtype=np.int64) for values in (numbers, cuts, sizes))
    return Kept(b"".join(parts), SkippedLines(skipped), *arrays)


def _doubtful(content: bytes) -> Ints:
    """Return the starts of possible non-records: lines that begin with a blank, ``#`` or a mark."""
    values = np.frombuffer(content, dtype=np.uint8)
    has_marks = not content.isascii() and BOM in content
    positions = []
    for begin in range(0, len(values), _PIECE):
        piece = values[begin : begin + _PIECE + 1]
        after = piece[1:]
        odd = after <= _HASH
        if has_marks:
            odd |= after == _MARK
        odd &= piece[:-1] == _NEWLINE
        if odd.any():
            positions.append(np.flatnonzero(odd) + (begin + 1))
    if content and (values[0] <= _HASH or content.startswith((BOM, DESCRIBED))):
        positions.insert(0, np.zeros(1, dtype=np.int64))
    starts = np.concatenate([np.zeros(0, dtype=np.int64), *positions])
    blank = IS_BLANK[values[starts]]
    if blank.any():
        blank[blank] = _are_blank(content, values, starts[blank])
    first = values[starts]
    return np.asarray(starts[blank | (first == _HASH) | (first == _MARK) | (first == DESCRIBED[0])])


def _are_blank(
    content: bytes, values: npt.NDArray[np.uint8], starts: Ints
) -> npt.NDArray[np.bool_]:
    """Return whether each of the lines with these starts is blank."""
    blank = np.ones(len(starts), dtype=bool)
    left = np.arange(len(starts))
    for step in range(_STEPS):
        left = left[starts[left] + step < len(values)]
        byte = values[starts[left] + step]
        blank[left[~IS_BLANK[byte]]] = False
        left = left[IS_BLANK[byte] & (byte != _NEWLINE)]
    for row in left.tolist():
        blanks = _BLANK.match(content, int(starts[row]))
        end = blanks.end() if blanks else 0
        blank[row] = content[end : end + 1] in (b"", b"\n")
    return blank


def _skips(
    content: bytes, starts: Ints, is_record: Callable[[bytes], bool]
) -> Iterator[tuple[int, int, Skip]]:
    """Yield the bytes to cut out, from start to stop, and their kind."""
    for start in starts.tolist():
        end = content.find(b"\n", start) + 1 or len(content)
        marks = _MARKS.match(content, start, end)
        begin = start if marks is None else marks.end()
        skip = MARK if not start else INNER_MARK
        for offset in range(start, begin, len(BOM)):
            yield offset, offset + len(BOM), skip if offset == start else INNER_MARK
        line = content[begin:end]
        if not line.strip():
            if begin < end:
                yield begin, end, BLANK
        elif not start and line.startswith(DESCRIBED):
            yield begin, end, DESCRIPTION
        elif line.startswith(b"#") and (is_comment(line) or not is_record(line)):
            yield begin, end, COMMENT
