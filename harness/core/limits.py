"""How much a file may be and unpack to: what protects who reads the files of others.

By default a compressed file may unpack to 8 GB, and beyond 64 MB to at most 200 times its own
size. Both are far from what is real: the largest runs of shared tasks have a few hundred
megabytes, and pack 3 to 20 times. Measured on the most regular judgments one can make, documents
numbered from 1 with one grade: gzip 8, bzip2 20, xz 61, zstd -19 120. Equal lines in gzip have
about 1,000, in the others ten thousand and more. What is read piece by piece and never kept, the
texts of documents, has no default size: collections are larger than the memory.

Who reads says otherwise, by an option or the environment; a task file, which comes from others,
too, cannot.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from harness.core.errors import HarnessError, InputError, Problem
from harness.core.faults import lack_of_memory
from harness.core.identity import PACKED

P = ParamSpec("P")
R = TypeVar("R")

#: The environment variable for the largest size, where no option says one.
VARIABLE = "HARNESS_MAX_SIZE"
UNLIMITED = "none"


_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,3})?)\s*([KMGT]?B?)", re.IGNORECASE | re.ASCII)
_ALLOWED = "write a size such as 500MB or 20GB, or none"
#: How whoever trusts a file can have it read.
LIFT = f"if you trust it: --max-size SIZE, or --max-size {UNLIMITED}; also {VARIABLE}"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one file may unpack to: ``size`` bytes, and ``ratio`` times its own beyond ``free``.

    None is no limit. ``streamed`` is the size for what is read piece by piece and not kept;
    ``plain`` that of a file that is not packed at all.
    """

    size: int | None = 8 * 10**9
    ratio: int | None = 200
    free: int = 64 * 2**20
    streamed: int | None = None
    plain: int | None = None

    def allowed(self, packed: int, *, streamed: bool = False) -> int | None:
        """How many bytes may come out of so many packed ones; None for any number.

        >>> Limits().allowed(10**6), Limits().allowed(10**8), Limits().allowed(10**8, streamed=True)
        (200000000, 8000000000, 20000000000)
        """
        size = self.streamed if streamed else self.size
        if self.ratio is None:
            return size
        most = max(self.free, packed * self.ratio)
        return most if size is None else min(size, most)


_SET: ContextVar[Limits | None] = ContextVar("limits", default=None)


def limits() -> Limits:
    """The limits that hold here: as set by `limited`, else as the environment says, else usual."""
    chosen = _SET.get()
    if chosen is not None:
        return chosen
    text = os.environ.get(VARIABLE)
    return of_size(text, VARIABLE) if text else Limits()


def of_size(text: str, key: str) -> Limits:
    """The limits that somebody chose, in words; ``key`` is where.

    A chosen size counts for every file, packed or not, and no ratio beside it.

    >>> of_size("1.5 GB", "--max-size").size, of_size("none", "--max-size").size
    (1500000000, None)
    """
    if text.strip().lower() == UNLIMITED:
        return Limits(None, None)
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise HarnessError(Problem(f"{text!r} is no size", key=key, hint=_ALLOWED))
    unit = match[2].upper()
    size = int(float(match[1]) * _UNITS[unit if unit in _UNITS else f"{unit}B"])
    return Limits(size, None, streamed=size, plain=size)


@contextmanager
def limited(chosen: Limits | None) -> Iterator[None]:
    """Limits for everything that is read meanwhile; None leaves them as they are."""
    if chosen is None:
        yield
        return
    token = _SET.set(chosen)
    try:
        yield
    finally:
        _SET.reset(token)


def too_large(where: str, most: int, packed: int | None = None) -> InputError:
    """The error of a file that is larger than allowed, ``packed`` or not."""
    if packed is None:
        message = f"the file is larger than {in_words(most)}"
    else:
        message = f"{in_words(packed)} unpack to more than {in_words(most)}, which is the limit"
    return InputError(Problem(message, where, hint=LIFT))


def in_words(size: int) -> str:
    """A number of bytes as people write it.

    >>> in_words(1_250_000), in_words(8 * 10**9), in_words(17)
    ('1.2 MB', '8 GB', '17 bytes')
    """
    for unit in ("TB", "GB", "MB", "kB"):
        if size >= _UNITS[unit.upper()]:
            return f"{size / _UNITS[unit.upper()]:.1f}".removesuffix(".0") + f" {unit}"
    return f"{size} bytes"


def memory_explained(
    read: Callable[Concatenate[str | os.PathLike[str], P], R],
) -> Callable[Concatenate[str | os.PathLike[str], P], R]:
    """A function that reads a file: lack of memory becomes an `InputError` that names it."""

    @wraps(read)
    def reading(path: str | os.PathLike[str], /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return read(path, *args, **kwargs)
        except MemoryError as error:
            problem = lack_of_memory(error, os.fspath(path))
        raise InputError(problem)

    return reading


def num_bytes(path: str) -> float:
    """About how many bytes a file has, unpacked; infinitely many where none can be told."""
    try:
        size = os.stat(path).st_size  # noqa: PTH116
    except OSError:
        return math.inf
    return 4 * size if path.endswith(PACKED) else size
