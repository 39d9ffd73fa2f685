"""The byte-order mark at the start of a file, which reading drops without a word."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from harness.errors import InputError
from harness.formats.compression import compression_of, damage_explained, decompressed
from harness.formats.files import BOM, STDIN

_PIECE = 1 << 16


def has_mark(path: str) -> bool:
    """Whether a file, which can be read, starts with a byte-order mark, compressed or not.

    Always False for standard input and pipes: what is read of them once is gone.
    """
    if path == STDIN or not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        pieces = iter(partial(file.read, _PIECE), b"")
        start = next(pieces, b"")
        kind = compression_of(start[:16])
        if kind is None:
            return start.startswith(BOM)
        file.seek(0)
        try:
            with damage_explained(path, kind.name):
                contents = decompressed(pieces, kind.new)
                return next(filter(None, contents), b"").startswith(BOM)
        except InputError:
            return False
