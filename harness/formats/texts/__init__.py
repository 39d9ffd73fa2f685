"""Reading the texts of documents, of a few that are wanted or of all there are.

A collection may be larger than the memory: files are read piece
by piece, only wanted texts are kept, and reading stops when all of them are found.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from harness.core.errors import InputError, Problem, refuse
from harness.core.listing import below, is_pattern, matching
from harness.core.notes import Note
from harness.core.texts import DocumentText, Texts
from harness.formats.files import Stream, decode, open_pieces
from harness.formats.layouts import (
    KINDS,
    Layout,
    Sample,
    layout_named,
    layout_names,
    package_problems,
    recognise_layout,
)
from harness.formats.opening import is_broken_link
from harness.formats.remote import expand_urls, is_url
from harness.formats.text_reading import TextReading

#: A document's identifier, and what makes its text for those who want it.
Offer = tuple[str, Callable[[], DocumentText]]


class Decoder:
    """Decodes the pieces of one file: UTF-8, or latin-1 where a piece is not, which is counted."""

    __slots__ = ("_first", "_others", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._others = 0
        self._first = 0

    def text(self, content: bytes, line: int) -> str:
        """Return a piece that starts in a line."""
        text, warnings = decode(content, "")
        if warnings:
            self._first = self._first or line
            self._others += 1
        return text

    def report(self, reading: TextReading) -> None:
        """Note how many pieces were not UTF-8."""
        if self._others:
            message = f"{self._what} that are not UTF-8, read as latin-1: {self._others}"
            reading.warn(message, line=self._first)


class _NoDocumentsError(InputError):
    """A file that is not taken for one with documents: in a directory there may be others."""


def read_texts(
    path: str | os.PathLike[str],
    wanted: Collection[str] | None = None,
    *,
    format: str | None = None,
) -> Texts:
    r"""Return the texts of the documents in a file, in a directory, or in the files that fit a
    pattern.

    ``wanted`` lists the documents to keep; None keeps all. Those that are nowhere are no error:
    they are missing from the result. What is kept does not depend on the order of ``wanted``.
    ``format`` is the name of a layout; None looks at the content.

    ``sgml`` is TREC's: ``<DOC><DOCNO> d1 </DOCNO>``, an element TITLE, HEADLINE, HL or TTL, and
    TEXT; pages of the web (``<DOCHDR>``) without their headers. Tags are taken out, references
    replaced. The other layouts have a row a document: a column ``doc``, ``docno``, ``doc_id``, …
    or ``id``, and title and text as `DocumentText.of` finds them, markup and all; ``csv`` may
    have tabs, ``tsv`` has no header: ``id<TAB>text`` or ``id<TAB>url<TAB>title<TAB>body``.

    A directory stands for all files in it and below, in bytewise order, but hidden ones; those
    that are no documents (a readme) are skipped, with a warning. Files may be compressed. Where
    a document (of SGML) or a line (of others) is not UTF-8 it is read as latin-1, with a warning.
    Of a document that occurs again while files are read the first text counts, with a warning.

    Raises `InputError` with up to 25 problems, with their lines: files that cannot be read, an
    unknown layout, no document in a file, documents without identifier or not closed, rows that
    are damaged, no column with a text.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "docs.csv")
    ...     _ = path.write_text("id,title,text\nd1,Pearls,On  oysters\nd2,,More\n")
    ...     read_texts(path, ["d1", "d9"])["d1"]
    DocumentText(id='d1', title='Pearls', text='On oysters')
    """
    name = os.fspath(path)
    layout = None if format is None else layout_named("documents", format, name)
    kept = _Kept(wanted)
    problems: list[Problem] = []
    skipped: list[_NoDocumentsError] = []
    for file in _files(name):
        if kept.complete:
            break
        try:
            _read(file, layout, kept)
        except _NoDocumentsError as error:
            skipped.append(error)
        except InputError as error:
            problems += error.problems
    if not Path(name).is_dir() or not kept.formats:
        problems += (problem for error in skipped for problem in error.problems)
    refuse(problems)
    formats = ", ".join(sorted(kept.formats)) or None
    warnings = (*kept.warnings, *kept.repeated(name), *_note_skipped(name, skipped))
    return Texts(kept.texts.values(), source=name, format=formats, warnings=warnings)


class _Kept:
    """The texts that were wanted and are found, and what was noted while files were read."""

    def __init__(self, wanted: Collection[str] | None) -> None:
        self.wanted = None if wanted is None else frozenset(wanted)
        self.texts: dict[str, DocumentText] = {}
        self.again: list[str] = []
        self.formats: set[str] = set()
        self.warnings: list[Note] = []

    @property
    def complete(self) -> bool:
        """Whether there is no need to read on."""
        return self.wanted is not None and len(self.texts) == len(self.wanted)

    def wants(self, doc_id: str) -> bool:
        """Whether a text is to be made; a document that is there already is noted."""
        if self.wanted is not None and doc_id not in self.wanted:
            return False
        if doc_id in self.texts:
            self.again.append(doc_id)
            return False
        return True

    def repeated(self, name: str) -> Iterator[Note]:
        """Yield the warning about documents that were there before."""
        if self.again:
            what = "documents that occur again, of which the first text counts"
            text = f"{what}: {len(self.again)} ({_some(self.again)})"
            yield Note("documents-repeated", text, name, numbers={"documents": len(self.again)})


def _read(file: str, layout: Layout | None, kept: _Kept) -> None:
    reading = TextReading(file)
    with open_pieces(file) as stream:
        if stream.fault:
            raise _NoDocumentsError(Problem(stream.fault, file))
        layout = layout or _recognise(stream)
        empty = True
        with layout.guarded():
            for doc_id, text in layout.call_read(stream, reading):
                empty = False
                if kept.wants(doc_id):
                    kept.texts[doc_id] = text()
                    if kept.complete:
                        break
    reading.check()
    if empty:
        raise _NoDocumentsError(Problem("there is no document in it", file))
    kept.formats.add(layout.name)
    kept.warnings += reading.warnings


def _recognise(stream: Stream) -> Layout:
    layout, _ = recognise_layout("documents", Sample(stream.head, stream.name))
    if layout is None:
        hint = f"known are {', '.join(layout_names('documents'))}; {KINDS['documents'].naming}"
        problem = Problem("no layout of documents fits", stream.name, hint=hint)
        raise _NoDocumentsError([problem, *package_problems()])
    return layout


def _files(name: str) -> list[str]:
    """Return the files that a path or pattern names, in bytewise order."""
    path = Path(name)
    if is_url(name):
        return expand_urls(name)
    if path.is_dir():
        files = [os.fspath(file) for file in below(path) if file.is_file() or is_broken_link(file)]
        if not files:
            raise InputError(Problem("there is no file in this directory", name))
    elif is_pattern(name) and not path.exists():
        files = [file for file in matching(name) if not Path(file).is_dir()]
        if not files:
            raise InputError(Problem("no file matches", name))
    else:
        return [name]
    return sorted(files, key=os.fsencode)


def _note_skipped(name: str, errors: list[_NoDocumentsError]) -> Iterator[Note]:
    if errors:
        files = [os.path.relpath(error.problems[0].where or "", name) for error in errors]
        text = f"files that are no documents, and skipped: {len(files)} ({_some(files)})"
        yield Note("files-skipped", text, name, numbers={"files": len(files)})


def _some(names: list[str]) -> str:
    listed = list(dict.fromkeys(names))
    return ", ".join(listed[:3]) + (", …" if len(listed) > 3 else "")
