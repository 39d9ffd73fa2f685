"""Large runs in pieces of whole topics: memory is bounded, and pieces are worked on side by side.

There is one reader: a piece is a content for `harness.formats.runs.parse_run`, or where it is
checked for `harness.formats.submissions.parse_submission`. What it says of a
piece is not what there is to say of the file, so that a file of which more is to be said than what
its beginning tells (an error, a warning, lines that are not UTF-8, several tags) is `Indivisible`:
it is read at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from harness.core.arrays import Floats
from harness.core.columns import changed
from harness.core.errors import UnusualError
from harness.core.model import Run
from harness.core.run_faults import has_parts
from harness.formats.files import has_records
from harness.formats.layouts import Sample, layout_for
from harness.formats.pieces import Before, contents
from harness.formats.runs import parse_run
from harness.formats.skipped import is_skip
from harness.formats.spans import Span


@dataclass(frozen=True, slots=True)
class Piece:
    """Some topics of a run, none of which is in another piece unless it comes back.

    ``where`` and ``format`` name the file and its layout; ``before`` are the lines of the file
    before it, or where it is if they are not counted. What can be read later is: by whoever works
    on the piece.
    """

    source: bytes | Span
    where: str
    format: str
    is_first: bool
    before: Before = 0

    @property
    def lines_before(self) -> int:
        """The lines of the file before it, where they are counted; else 0."""
        return self.before if isinstance(self.before, int) else 0

    def content(self) -> bytes:
        """The lines."""
        return self.source.read() if isinstance(self.source, Span) else self.source

    def run(self, *, ranks: bool = False) -> Run:
        """The run of these topics, called by its tag; `UnusualError` where that does not tell."""
        content = self.content()
        if not has_records(content):
            raise UnusualError("a piece has no records")
        run = parse_run(content, self.where, format=self.format, ranks=ranks)
        others = [note for note in run.warnings if note.code != "doubt" and not is_skip(note)]
        if self.is_constant(run.rows.numbers("score")) or others:
            raise UnusualError("there is something to say of it")
        if has_parts(run.names):
            raise UnusualError("it is of passages or elements")
        # A file is doubted for its beginning.
        kept = tuple(note for note in run.warnings if self.is_first or is_skip(note))
        return changed(run, warnings=kept)

    def is_constant(self, scores: Floats) -> bool:
        """Whether the file may have one score throughout."""
        return self.is_first and bool((scores == scores[0]).all())


def pieces_of(
    path: str | os.PathLike[str], *, format: str | None = None, counted: bool = False
) -> Iterator[Piece]:
    """The pieces of a file; with ``counted`` they know how many lines are before them.

    Raises `UnusualError` where the file is indivisible.
    """
    where = os.fspath(path)
    name = ""
    for source, before in contents(where, counted=counted):
        is_first = not name
        if isinstance(source, bytes) and is_first:
            layout, warnings = layout_for("runs", format, Sample(source, where))
            if warnings or layout.fields is None:
                raise UnusualError("its layout is in doubt, or not of lines")
            name = layout.name
        yield Piece(source, where, name, is_first, before)
