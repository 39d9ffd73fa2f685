"""Open data files: plain, compressed, in an archive or standard input; whole or in pieces."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from harness.core.errors import InputError, Problem
from harness.core.limits import check_size, explain_memory, limits
from harness.core.locations import ARCHIVE, address_parts, anchor_path
from harness.core.notes import Note
from harness.formats.compression import (
    Compression,
    decompress,
    explain_damage,
    is_archive,
    recognise_compression,
    within,
)
from harness.formats.remote import beginning, is_url, source

#: A byte-order mark.
BOM = b"\xef\xbb\xbf"
#: The beginning of NTCIR's runs: a line with a description of the system.
DESCRIBED = b"<SYSDESC>"
#: Separators of fields: C's ``isspace`` in ASCII. Other Unicode blanks may be part of an id.
BLANKS = " \t\r\v\f"
#: Suffixes that show a layout where the content does not.
LAYOUT_SUFFIXES = {
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
#: Suffixes of tables.
TABLE_SUFFIXES = (".tsv", *LAYOUT_SUFFIXES)
#: Suffixes of task files.
TASK_SUFFIXES = (".yaml", ".yml")
#: The start of a Parquet file.
PARQUET = b"PAR1"
#: The start of UTF-16 text.
UTF16 = (b"\xff\xfe", b"\xfe\xff")
#: The packings of text files that are read.
READ = "plain, .gz, .bz2, .xz, .zst, or in a .zip or .tar"
#: The start of binary files that are not read, with message and hint.
_BINARY = (
    (
        b"\x04\x22\x4d\x18",
        "this is a binary file",  # ranx's own layout
        'LZ4 is not read; in ranx, Run.from_file("a.lz4").save("a.json") writes a file that is',
    ),
    (
        b"ARROW1",
        "this is an Arrow file (Feather)",
        'Parquet is read; in polars, read_ipc("a.arrow").write_parquet("a.parquet") writes it',
    ),
    (b"\xd0\xcf\x11\xe0", "this is a document of an office program", "save the sheet as CSV"),
    (b"%PDF", "this is a PDF document", "judgments and runs are plain text"),
    (b"", "this is a binary file", f"expected text: {READ}"),
)
_CHUNK = 1 << 16


@explain_memory
def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Read a whole file as text: `text_bytes` of its `raw_bytes`."""
    name = os.fspath(path)
    return text_bytes(raw_bytes(name), name)


@explain_memory
def raw_bytes(path: str | os.PathLike[str]) -> bytes:
    """Read a whole file, decompressed and otherwise unchanged; ``-`` is standard input.

    Of an archive (zip, tar) it reads the only data file. Raises `UnavailableError` for a missing or
    unreadable file, `InputError` for a directory, a damaged packed file, and one that unpacks
    beyond `harness.core.limits`.
    """
    name = os.fspath(path)
    raw = _raw(name)
    content = _decompress(name, raw, len(raw))
    if is_archive(content):
        from harness.formats.archives import only_member

        content = _decompress(name, only_member(content, len(raw), name), len(raw))
    return content


def read_utf8(path: str | os.PathLike[str]) -> str:
    """Read a text; raises `InputError` unless it is UTF-8."""
    content = without_mark(raw_bytes(path))
    if (start := foreign_byte(content)) is not None:
        line = content[:start].count(b"\n") + 1
        raise InputError(Problem("this is not UTF-8 text", os.fspath(path), line))
    return content.decode()


def metadata_bytes(path: str | os.PathLike[str]) -> bytes | None:
    """Read the ``ir-metadata.yml`` of an archive, or beside a file ``run.…``; None without one."""
    where = Path(path)
    if address_parts(str(where)) is not None:
        return None  # it does not tell which of several runs it describes
    if ARCHIVE.search(where.name):
        from harness.formats.archives import metadata_in

        packed = _raw(str(where))
        return metadata_in(_decompress(str(where), packed, len(packed)))
    if where.name.partition(".")[0] != "run":
        return None
    named = [where.with_name(f"ir-metadata.{suffix}") for suffix in ("yml", "yaml")]
    return next((_raw(str(file)) for file in named if anchor_path(file).is_file()), None)


def text_bytes(content: bytes, name: str) -> bytes:
    r"""Return raw content as text without a byte-order mark; see `lines_bytes`.

    >>> text_bytes(b"\xef\xbb\xbf1 0 d1 1\n", "a.qrels")
    b'1 0 d1 1\n'
    """
    return without_mark(lines_bytes(content, name))


def lines_bytes(content: bytes, name: str) -> bytes:
    r"""Return raw content as text whose lines end in line feeds.

    If there are only carriage returns (classic Mac OS), they become line feeds; all readers rely on
    this one place. A byte-order mark stays, for `Records` to count. Raises `InputError` for empty
    or binary content.

    >>> lines_bytes(b"1 0 d1 1\r1 0 d2 0\r", "a.qrels")
    b'1 0 d1 1\n1 0 d2 0\n'
    """
    if problem := _find_fault(without_mark(content), name):
        raise InputError(problem)
    return content if b"\n" in content else content.replace(b"\r", b"\n")


def without_mark(content: bytes) -> bytes:
    """Strip a byte-order mark."""
    return content.removeprefix(BOM)


def decode(content: bytes, name: str) -> tuple[str, tuple[Note, ...]]:
    """Decode the content; with a warning if it had to be read as latin-1.

    >>> text, notes = decode("é".encode("latin-1"), "a.txt")
    >>> print(text, *notes)
    é a.txt: not UTF-8 (byte 0xe9 at offset 0); read as latin-1
    """
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        return content.decode("latin-1"), (as_latin_1(content[error.start], error.start, name),)


def foreign_byte(content: bytes) -> int | None:
    """Return the position of the first byte that is not UTF-8; None without one."""
    if content.isascii():
        return None
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def numbered_records(content: bytes) -> Iterator[tuple[int, list[str]]]:
    r"""Yield line number and fields of each line that may be a record, to recognise a layout.

    Lines that begin with ``#`` are used only if there are no others: the layout decides whether
    they are records.

    >>> list(numbered_records(b"#8 0 d1 1\n\n1\t0  d1 1\n")), list(numbered_records(b"#8 0 d1\n"))
    ([(3, ['1', '0', 'd1', '1'])], [(1, ['#8', '0', 'd1'])])
    """
    has_records = False
    for number, line in _enumerate_lines(content):
        if not line.startswith(b"#") and (fields := line.split()):
            has_records = True
            yield number, _texts(fields)
    for number, line in () if has_records else _enumerate_lines(content):
        if line.startswith(b"#") and not is_comment(line):
            yield number, _texts(line.split())


def is_comment(line: bytes) -> bool:
    r"""Return whether a line that begins with ``#`` is a comment whatever its fields.

    >>> is_comment(b"# pool depth 100"), is_comment(b"#8 0 d1 1"), is_comment(b"#\n")
    (True, False, True)
    """
    return not line[1:2].strip()


def _enumerate_lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers, without marks, one by one: the content may be large."""
    for number, line in enumerate(io.BytesIO(content), start=1):
        if number > 1 or not line.startswith(DESCRIBED):
            yield number, line.removeprefix(BOM)


def _texts(fields: list[bytes]) -> list[str]:
    return b"\n".join(fields).decode("utf-8", "replace").split("\n")


def split_records(content: bytes) -> Iterator[list[str]]:
    r"""Yield the fields of each line that may be a record, to recognise a layout.

    >>> list(split_records(b"# comment\n\n1\t0  d1 1\n"))
    [['1', '0', 'd1', '1']]
    """
    return (fields for _, fields in numbered_records(content))


def has_records(content: bytes) -> bool:
    r"""Return whether a line is a record in any layout: not blank, without ``#``.

    >>> has_records(b"#8 0 d1 1\n\n"), has_records(b"# 1 2\n3 4\n")
    (False, True)
    """
    return any(not line.startswith(b"#") and line.strip() for _, line in _enumerate_lines(content))


def first_records(content: bytes, count: int) -> list[list[str]]:
    """Return the fields of the first records."""
    return list(islice(split_records(content), count))


def as_latin_1(byte: int, offset: int, name: str) -> Note:
    """Return the warning that a file was read as latin-1 because of one byte."""
    text = f"not UTF-8 (byte 0x{byte:02x} at offset {offset}); read as latin-1"
    return Note("encoding", text, name, numbers={"offset": offset})


def _find_fault(content: bytes, name: str) -> Problem | None:
    """Return the reason why content cannot be text; None if it can."""
    if not content or content.isspace():
        return Problem("the file is empty", name)
    if content.startswith(UTF16):
        return Problem("this is UTF-16 text", name, hint="save it as UTF-8")
    if b"\0" not in content[:_CHUNK]:
        return None
    _, message, hint = next(known for known in _BINARY if content.startswith(known[0]))
    return Problem(message, name, hint=hint)


def _raw(name: str) -> bytes:
    with source(name) as file:
        return _read_all(file, limits().plain, name)


def _read_all(
    file: BinaryIO, most: int | None, name: str, start: bytes = b"", packed: int | None = None
) -> bytes:
    """Return ``start`` and the rest of a file; raises `InputError` beyond ``most`` bytes."""
    if most is None:
        return start + file.read()
    pieces = chain([start], iter(partial(file.read, _CHUNK), b""))
    return b"".join(check_size(pieces, most, name, packed))


def _decompress(name: str, content: bytes, packed: int) -> bytes:
    """Decompress content within the limits for ``packed`` bytes; other content is unchanged."""
    kind = recognise_compression(content[:16])
    if kind is None:
        return content
    with explain_damage(name, kind.name):
        pieces = (content[start : start + _CHUNK] for start in range(0, len(content), _CHUNK))
        return b"".join(within(decompress(pieces, kind), packed, name))


# --- piece by piece, because a file may be larger than the memory --------------------------------


class Stream(NamedTuple):
    """An open file, decompressed: its ``head`` (some lines, all of a short file) and the ``rest``.

    ``plain`` is set for an uncompressed file on disk, ``marked`` if a byte-order mark stood before
    the head; ``size`` is the size of the file.
    """

    name: str
    head: bytes
    rest: BinaryIO
    plain: bool = False
    marked: bool = False
    size: int = 0

    def find_fault(self, name: str) -> Problem | None:
        """Return the reason why it can be neither text nor Parquet; ``name`` is of the file."""
        return None if self.head.startswith(PARQUET) else _find_fault(self.head, name)

    def lines(self) -> Iterator[bytes]:
        """Yield every line with its line end; only line feeds end lines."""
        return chain(io.BytesIO(self.head), self.rest)

    def content(self) -> bytes:
        """Read all of it, without a byte-order mark."""
        return without_mark(self.raw())

    def raw(self) -> bytes:
        """Read all of it, as `raw_bytes` does."""
        most = limits().plain if self.plain else limits().allowed(self.size)
        start = BOM * self.marked + self.head
        return _read_all(self.rest, most, self.name, start, None if self.plain else self.size)


@contextmanager
def open_pieces(name: str, *, briefly: bool = False) -> Iterator[Stream]:
    """Open a file to read piece by piece, compressed or not; ``-`` is standard input.

    The file in an archive is read at once. With ``briefly`` no more of a URL is fetched than is
    read. Raises `UnavailableError` for a file that cannot be had, and, while reading, `InputError`
    for a damaged or truncated one.
    """
    with _file(name, briefly) as (file, size):
        kind = recognise_compression(file.peek(16))
        rest: BinaryIO = file if kind is None else _unpack(file, name, kind, size)
        head = rest.read(_CHUNK) + rest.readline()
        plain = kind is None
        if is_archive(head):
            head, rest, plain = raw_bytes(name), io.BytesIO(), False
        yield Stream(name, without_mark(head), rest, plain, head.startswith(BOM), size)


@contextmanager
def _file(name: str, briefly: bool) -> Iterator[tuple[io.BufferedReader, int]]:
    """Yield an open file and its size, 0 if unknown."""
    if briefly and is_url(name):
        with beginning(name) as pieces:
            yield io.BufferedReader(_Pieces(pieces)), 0
        return
    with source(name) as file:
        yield file, os.fstat(file.fileno()).st_size


class _Pieces(io.RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = memoryview(b"")

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes into a buffer; 0 at the end."""
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def _unpack(file: BinaryIO, name: str, kind: Compression, packed: int) -> BinaryIO:
    def pieces() -> Iterator[bytes]:
        contents = decompress(iter(partial(file.read, _CHUNK), b""), kind)
        with explain_damage(name, kind.name):
            yield from within(contents, packed, name, streamed=True)

    return io.BufferedReader(_Pieces(pieces()))
