"""Read the texts of documents, of wanted ones or of all.

A collection may be larger than memory: files are read piece by piece, only wanted texts are kept,
and reading stops when all are found.
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
    get_layout,
    layout_names,
    package_problems,
    recognise_layout,
)
from harness.formats.opening import is_broken_link
from harness.formats.remote import expand_urls, is_url
from harness.formats.text_reading import TextReading

#: A document's identifier, and the function that makes its text if wanted.
Offer = tuple[str, Callable[[], DocumentText]]


class Decoder:
    """Decoder of the pieces of one file: UTF-8, or latin-1 for others, which are counted."""

    __slots__ = ("_first", "_others", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._others = 0
        self._first = 0

    def text(self, content: bytes, line: int) -> str:
        """Decode a piece that starts in a line."""
        text, warnings = decode(content, "")
        if warnings:
            self._first = self._first or line
            self._others += 1
        return text

    def report(self, reading: TextReading) -> None:
        """Note the number of pieces that were not UTF-8."""
        if self._others:
            message = f"{self._what} that are not UTF-8, read as latin-1: {self._others}"
            reading.warn(message, line=self._first)


class _NoDocumentsError(InputError):
    """File without documents, as a directory may have beside those with documents."""


def read_texts(
    path: str | os.PathLike[str],
    wanted: Collection[str] | None = None,
    *,
    format: str | None = None,
) -> Texts:
    r"""Read the texts of the documents in a file, a directory, or the files of a pattern.

    ``wanted`` lists the documents to keep, in any order; None keeps all. Documents that are not
    found are no error: they are missing from the result. ``format`` is the name of a layout; None
    recognises it.

    ``sgml`` is TREC's: ``<DOC><DOCNO> d1 </DOCNO>``, an element TITLE, HEADLINE, HL or TTL, and
    TEXT; pages of the web (``<DOCHDR>``) without their headers. Tags are taken out, references
    replaced. The other layouts have a row per document: a column ``doc``, ``docno``, ``doc_id``, …
    or ``id``, and title and text as `DocumentText.of` finds them, markup and all; ``csv`` may
    have tabs, ``tsv`` has no header: ``id<TAB>text`` or ``id<TAB>url<TAB>title<TAB>body``.

    A directory stands for all files in it and below, in bytewise order, except hidden ones; files
    without documents (a readme) are skipped, with a warning. Files may be compressed. A document
    (of SGML) or a line (of others) that is not UTF-8 is read as latin-1, with a warning. The first
    text of a repeated document counts, with a warning.

    Raises `InputError` with up to 25 problems, with their lines: files that cannot be read, an
    unknown layout, no document in a file, documents without identifier or not closed, damaged rows,
    no column with a text.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "docs.csv")
    ...     _ = path.write_text("id,title,text\nd1,Pearls,On  oysters\nd2,,More\n")
    ...     read_texts(path, ["d1", "d9"])["d1"]
    DocumentText(id='d1', title='Pearls', text='On oysters')
    """
    name = os.fspath(path)
    layout = None if format is None else get_layout("documents", format, name)
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


def read_first_document(path: str | os.PathLike[str]) -> str | None:
    """Return the identifier of the first document of a file; raises `InputError` as above."""
    reading = TextReading(os.fspath(path))
    with open_pieces(reading.source) as stream:
        return next((name for name, _ in _recognise(stream).call_read(stream, reading)), None)


class _Kept:
    """Wanted texts found so far, and the notes of reading."""

    def __init__(self, wanted: Collection[str] | None) -> None:
        self.wanted = None if wanted is None else frozenset(wanted)
        self.texts: dict[str, DocumentText] = {}
        self.again: list[str] = []
        self.formats: set[str] = set()
        self.warnings: list[Note] = []

    @property
    def complete(self) -> bool:
        """Whether all wanted texts are found."""
        return self.wanted is not None and len(self.texts) == len(self.wanted)

    def wants(self, doc_id: str) -> bool:
        """Return whether a text is wanted; a repeated document is noted."""
        if self.wanted is not None and doc_id not in self.wanted:
            return False
        if doc_id in self.texts:
            self.again.append(doc_id)
            return False
        return True

    def repeated(self, name: str) -> Iterator[Note]:
        """Yield the warning about repeated documents, if any."""
        if self.again:
            what = "documents that occur again, of which the first text counts"
            text = f"{what}: {len(self.again)} ({_some(self.again)})"
            yield Note("documents-repeated", text, name, numbers={"documents": len(self.again)})


def _read(file: str, layout: Layout | None, kept: _Kept) -> None:
    reading = TextReading(file)
    with open_pieces(file) as stream:
        if problem := stream.find_fault(file):
            raise _NoDocumentsError(problem)
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
    """Return the files of a path or pattern, in bytewise order."""
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
