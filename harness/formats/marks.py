"""The byte-order mark at the start of a file, which reading drops without a word."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from harness.formats.files import STDIN

MARK = b"\xef\xbb\xbf"


def _zstd(path: str) -> IO[bytes]:
    import zstandard

    opened: IO[bytes] = zstandard.open(path, "rb")
    return opened


#: How compressed files start, and what opens them.
_OPENERS: dict[bytes, Callable[[str], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
    b"\x28\xb5\x2f\xfd": _zstd,
}


def has_mark(path: str) -> bool:
    """Whether a file, which can be read, starts with a byte-order mark, compressed or not.

    Always False for standard input and pipes: what is read of them once is gone.
    """
    if path == STDIN or not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        start = file.read(8)
    # A text may start as a compressed file does ("BZh …"): it has no mark then anyway.
    opener = next((opener for magic, opener in _OPENERS.items() if start.startswith(magic)), None)
    if opener is None:
        return start.startswith(MARK)
    try:
        with opener(path) as unpacked:
            return bool(unpacked.read(len(MARK)) == MARK)
    except OSError:
        return False
