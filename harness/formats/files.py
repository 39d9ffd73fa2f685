"""Opening data files: plain, compressed, in an archive or standard input, as bytes or as text."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from harness.core.errors import InputError, Problem, suggest
from harness.core.limits import limits, memory_explained, too_large
from harness.core.notes import Note
from harness.formats.archives import is_archive, metadata_in, only_member
from harness.formats.compression import compression_of, damage_explained, decompressed, within
from harness.formats.remote import local

STDIN = "-"
#: How the names of task files end.
TASK_SUFFIXES = (".yaml", ".yml")
#: A byte-order mark.
BOM = b"\xef\xbb\xbf"
#: How a Parquet file starts.
PARQUET = b"PAR1"
#: How UTF-16 text starts.
UTF16 = (b"\xff\xfe", b"\xfe\xff")
#: What a file of text may be packed in.
READ = "plain, .gz, .bz2, .xz, .zst, or alone in a .zip or .tar"
#: How an LZ4 file starts, and what to do about it: ranx has a binary layout of its own in such.
_LZ4_MAGIC = b"\x04\x22\x4d\x18"
_LZ4 = 'LZ4 is not read; in ranx, Run.from_file("a.lz4").save("a.json") writes a file that is'
_CHUNK = 1 << 16
_ARCHIVE = re.compile(r"(?i)\.(zip|tar|tgz|tar\.\w+)$")
_COMMENT = re.compile(rb"^#[^\n]*", re.MULTILINE)
#: How NTCIR has runs begin: a line with a description of the system.
_DESCRIBED = b"<SYSDESC>"


@memory_explained
def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The whole content of a file, as `text_bytes` makes it of what `raw_bytes` reads."""
    name = os.fspath(path)
    return text_bytes(raw_bytes(name), name)


@memory_explained
def raw_bytes(path: str | os.PathLike[str]) -> bytes:
    """The whole content of a file, decompressed and otherwise as it is; ``-`` is standard input.

    Of an archive (zip, tar) it is that of the one file of data in it. Raises `InputError` for a
    missing file, a directory, a file that may not be read, what is packed and damaged, and what
    unpacks to more than `harness.core.limits` allow.
    """
    name = os.fspath(path)
    raw = _raw(name)
    content = _decompressed(name, raw, len(raw))
    if is_archive(content):
        content = _decompressed(name, only_member(content, len(raw), name), len(raw))
    return content


def metadata_bytes(path: str | os.PathLike[str]) -> bytes | None:
    """What stands in ``ir-metadata.yml`` in an archive, or in the folder of a file ``run.…``."""
    where = Path(path)
    if _ARCHIVE.search(where.name):
        packed = _raw(str(where))
        return metadata_in(_decompressed(str(where), packed, len(packed)))
    if where.name.partition(".")[0] != "run":
        return None
    named = [where.with_name(f"ir-metadata.{suffix}") for suffix in ("yml", "yaml")]
    return next((file.read_bytes() for file in named if file.is_file()), None)


def text_bytes(content: bytes, name: str) -> bytes:
    r"""A raw content without a byte-order mark, its lines ending in line feeds.

    Where there are only carriage returns (classic Mac OS), they are line ends; this is decided
    here, once, for all that read the content. Raises `InputError` when it is empty or binary.

    >>> text_bytes(b"1 0 d1 1\r1 0 d2 0\r", "a.qrels")
    b'1 0 d1 1\n1 0 d2 0\n'
    """
    content = without_mark(content)
    if not content or content.isspace():
        raise InputError(Problem("the file is empty", where=name))
    _refuse_binary(name, content)
    return content if b"\n" in content else content.replace(b"\r", b"\n")


def without_mark(content: bytes) -> bytes:
    r"""The beginning of a text without a byte-order mark; NTCIR's description is a comment.

    >>> without_mark(b"\xef\xbb\xbf<SYSDESC>BM25</SYSDESC>\n0001 0 d1 1 2 us\n")
    b'#SYSDESC>BM25</SYSDESC>\n0001 0 d1 1 2 us\n'
    """
    content = content.removeprefix(BOM)
    return b"#" + content[1:] if content.startswith(_DESCRIBED) else content


def decode(content: bytes, name: str) -> tuple[str, tuple[Note, ...]]:
    """The content as text, and a warning when it had to be read as latin-1.

    >>> text, notes = decode("é".encode("latin-1"), "a.txt")
    >>> print(text, *notes)
    é a.txt: not UTF-8 (byte 0xe9 at offset 0); read as latin-1
    """
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        return content.decode("latin-1"), (_as_latin_1(content, error.start, name),)


def foreign_byte(content: bytes) -> int | None:
    """Where the first byte stands for which records are not UTF-8, if there is one.

    Comments, the lines that start with ``#``, do not decide how identifiers are decoded.
    """
    if content.isascii():
        return None
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        try:
            _COMMENT.sub(lambda comment: b"#" * len(comment[0]), content).decode("utf-8")
        except UnicodeDecodeError as error:
            return error.start
    return None


def records_of(content: bytes) -> Iterator[list[str]]:
    r"""The fields of one record after the other, for recognising a layout.

    >>> list(records_of(b"# comment\n\n1\t0  d1 1\n"))
    [['1', '0', 'd1', '1']]
    """
    for line in io.BytesIO(content):  # it is neither copied nor split as a whole
        if not line.startswith(b"#") and (fields := line.split()):
            yield b"\n".join(fields).decode("utf-8", "replace").split("\n")


def first_records(content: bytes, count: int) -> list[list[str]]:
    """The fields of the first so many records."""
    return list(islice(records_of(content), count))


def decode_records(content: bytes, name: str) -> tuple[str, tuple[Note, ...]]:
    """As `decode`, for content in which lines that start with ``#`` are no records."""
    encoding, notes = encoding_of(content, name)
    return content.decode(encoding, "replace"), notes


def encoding_of(content: bytes, name: str) -> tuple[str, tuple[Note, ...]]:
    """How records are decoded, and a warning when that is not UTF-8."""
    offset = foreign_byte(content)
    return ("utf-8", ()) if offset is None else ("latin-1", (_as_latin_1(content, offset, name),))


def _as_latin_1(content: bytes, offset: int, name: str) -> Note:
    byte = f"byte 0x{content[offset]:02x} at offset {offset}"
    text = f"not UTF-8 ({byte}); read as latin-1"
    return Note("encoding", text, name, numbers={"offset": offset})


def _refuse_binary(name: str, content: bytes) -> None:
    if content.startswith(UTF16):
        raise InputError(Problem("this is UTF-16 text", where=name, hint="save it as UTF-8"))
    if b"\0" in content[:65536]:
        hint = _LZ4 if content.startswith(_LZ4_MAGIC) else f"expected text: {READ}"
        raise InputError(Problem("this is a binary file", where=name, hint=hint))


def _raw(name: str) -> bytes:
    if name == STDIN:
        return _standard_input()
    with local(name) as path:
        return _content(path, name)


def _content(path: Path, name: str) -> bytes:
    most = limits().plain
    try:
        if most is None:
            return path.read_bytes()
        with path.open("rb") as file:
            return _all_of(file, most, name)
    except FileNotFoundError:
        raise InputError(_not_there(path, name)) from None
    except IsADirectoryError:
        raise InputError(Problem("this is a directory, not a file", where=name)) from None
    except OSError as error:
        loop = error.errno == errno.ELOOP
        link = "this is a symbolic link that leads to itself"
        message = link if loop else f"cannot be read: {error.strerror}"
        raise InputError(Problem(message, where=name)) from None
    except ValueError as error:  # a path with a NUL in it
        raise InputError(Problem(f"not a file name: {error}", where=repr(name))) from None


def _standard_input() -> bytes:
    # None when a program without a terminal (a service, pythonw) starts us.
    if sys.stdin is None:
        raise InputError(Problem("there is no standard input", where=STDIN))
    try:
        return _all_of(sys.stdin.buffer, limits().plain, STDIN)
    except (OSError, ValueError) as error:  # ValueError: it was closed
        raise InputError(Problem(f"cannot be read: {error}", where=STDIN)) from None


def _all_of(file: BinaryIO, most: int | None, name: str) -> bytes:
    """The whole content, or the error that it is more than so many bytes."""
    if most is None:
        return file.read()
    pieces: list[bytes] = []
    size = 0
    while piece := file.read(_CHUNK):
        pieces.append(piece)
        size += len(piece)
        if size > most:
            raise too_large(name, most)
    return b"".join(pieces)


def is_broken_link(path: str | os.PathLike[str]) -> bool:
    """Whether this is a symbolic link that leads to nothing."""
    return Path(path).is_symlink() and not Path(path).exists()


def _not_there(path: Path, name: str) -> Problem:
    if is_broken_link(path):
        message = f"this is a broken symbolic link: there is no {path.readlink()}"
        return Problem(message, where=name)
    return Problem("no such file", where=name, hint=_nearest_file(path))


def _nearest_file(path: Path) -> str | None:
    if not path.parent.is_dir():
        return f"there is no directory {path.parent}"
    try:
        names = [entry.name for entry in path.parent.iterdir() if entry.name != path.name]
        return suggest(path.name, names, "")
    except OSError:  # a directory that may be entered but not listed
        return None


def _decompressed(name: str, content: bytes, packed: int) -> bytes:
    """The content of a compressed file, which ``packed`` bytes bound; of any other as it is."""
    kind = compression_of(content[:16])
    if kind is None:
        return content
    with damage_explained(name, kind.name):
        pieces = (content[start : start + _CHUNK] for start in range(0, len(content), _CHUNK))
        return b"".join(within(decompressed(pieces, kind.new), packed, name))
