"""Limits: the size of a file, of its unpacked content, and of memory.

By default a compressed file may unpack to 8 GB, and beyond 64 MB to at most 200 times its own size.
Real files are far below both: the largest runs of shared tasks have a few hundred megabytes, and
pack 3 to 20 times. Measured on the most regular judgments possible, documents numbered from 1 with
one grade: gzip 8, bzip2 20, xz 61, zstd -19 120. Equal lines reach about 1,000 in gzip, ten
thousand and more in the others. Texts of documents, which are streamed and never kept, have no
default limit: collections are larger than memory.

The user changes the limits by an option or the environment; a task file, which may come from
others, cannot. Where a process may use little memory, libraries get few threads, or are not loaded
if they could not work.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from harness.core import set_meanwhile
from harness.core.errors import HarnessError, InputError, Problem
from harness.core.identity import PACKED

#: Bytes of address space that a library needs to load and to work on small files.
_NEEDED = {"polars": 1_500_000_000, "matplotlib": 1_760_000_000}
#: Bytes to reserve for each thread: its stack and allocations.
_THREAD = 400_000_000
#: Environment variables that limit the threads of libraries.
_THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
#: Options of glibc's mallopt(3), and the bytes from which on memory goes back to the system: some
#: versions take no more for the second.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_KEPT = 2**25
_HINT = "raise ulimit -v, or the limit of the job"


def heed_limit() -> None:
    """Fit libraries that are loaded from now on into the limit of this process's address space.

    Libraries that cannot map enough memory abort, or wait for threads that never start. They get as
    many threads as there is room for; without room for one, importing them raises `HarnessError`.
    Without a limit nothing happens.
    """
    limit = _address_space()
    if limit is None:
        return
    threads = max(1, (limit - max(_NEEDED.values())) // _THREAD)
    if threads < (os.cpu_count() or 1):
        for name in _THREADS:
            os.environ.setdefault(name, str(threads))
    if limit < max(_NEEDED.values()) and not any(
        isinstance(i, _ImportGuard) for i in sys.meta_path
    ):
        sys.meta_path.insert(0, _ImportGuard(limit))


def keep_freed_memory() -> None:
    """Let the C library keep freed memory: the next run needs as much.

    Getting pages from the system again and again takes a tenth of the time of an evaluation.
    """
    import ctypes

    with contextlib.suppress(AttributeError, TypeError):  # musl, macOS and Windows have none
        change = ctypes.CDLL(None).mallopt
        for option in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
            change(option, _KEPT)


def _address_space() -> int | None:
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        return None if limit == resource.RLIM_INFINITY else limit
    return None


class _ImportGuard:
    """Import hook that refuses libraries without room in memory."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def find_spec(self, name: str, *_: object) -> None:
        needed = _NEEDED.get(name, 0)
        if self._limit < needed:
            message = (
                f"there is not enough memory: this process may take {format_size(self._limit)}, "
                f"and this command needs {format_size(needed)} at least"
            )
            raise HarnessError(Problem(message, hint=_HINT))


def explain_memory_error(error: BaseException, where: str | None = None) -> Problem:
    """Return the problem that there is not enough memory; ``where`` is what was being read."""
    size = f" ({error})" if str(error) else ""
    what = "to read this" if where else "for this"
    hint = "try fewer runs at a time, --workers 1 or more memory"
    return Problem(f"there is not enough memory {what}{size}", where, hint=hint)


def is_lack_of_memory(error: BaseException) -> bool:
    """Return whether an exception means lack of memory, in any of the ways of libraries.

    >>> is_lack_of_memory(MemoryError()), is_lack_of_memory(RuntimeError("can't start new thread"))
    (True, True)
    >>> is_lack_of_memory(RuntimeError("dictionary changed size during iteration"))
    False
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, ImportError):
        return "failed to map segment" in str(error) or "cannot allocate memory" in str(error)
    return isinstance(error, RuntimeError) and "can't start new thread" in str(error)


P = ParamSpec("P")
R = TypeVar("R")

#: The environment variable for the largest size, if no option sets it.
VARIABLE = "HARNESS_MAX_SIZE"
UNLIMITED = "none"


_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,3})?)\s*([KMGT]?B?)", re.IGNORECASE | re.ASCII)
_ALLOWED = "write a size such as 500MB or 20GB, or none"
#: The hint on how to read a trusted file all the same.
LIFT = f"if you trust it: --max-size SIZE, or --max-size {UNLIMITED}; also {VARIABLE}"


class Limits(NamedTuple):
    """Limits of one file's unpacked size: ``size`` bytes, and ``ratio`` times its own beyond
    ``free``.

    None is no limit. ``streamed`` is the limit for content that is not kept, ``plain`` for files
    that are not packed.
    """

    size: int | None = 8 * 10**9
    ratio: int | None = 200
    free: int = 64 * 2**20
    streamed: int | None = None
    plain: int | None = None

    def allowed(self, packed: int, *, streamed: bool = False) -> int | None:
        """Return the most bytes that so many packed bytes may unpack to; None without a limit.

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
    """Return the limits in force: from `limited`, else the environment, else the default."""
    chosen = _SET.get()
    if chosen is not None:
        return chosen
    text = os.environ.get(VARIABLE)
    return parse_limits(text, VARIABLE) if text else Limits()


def parse_limits(text: str, key: str) -> Limits:
    """Parse a size that the user chose; ``key`` is the option or variable.

    It limits every file, packed or not, and replaces the ratio.

    >>> parse_limits("1.5 GB", "--max-size").size, parse_limits("none", "--max-size").size
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
    """Set limits for reading inside the block; None leaves them unchanged."""
    if chosen is None:
        yield
        return
    with set_meanwhile(_SET, chosen):
        yield


def too_large(where: str, most: int, packed: int | None = None) -> InputError:
    """Return the error of a file beyond ``most`` bytes; ``packed`` is its size if packed."""
    if packed is None:
        message = f"the file is larger than {format_size(most)}"
    else:
        size = format_size(most)
        message = f"{format_size(packed)} unpack to more than {size}, which is the limit"
    return InputError(Problem(message, where, hint=LIFT))


def check_size(
    pieces: Iterable[bytes], most: int | None, where: str, packed: int | None = None
) -> Iterator[bytes]:
    """Yield the pieces of a content; raises `InputError` beyond ``most`` bytes.

    >>> list(check_size([b"ab", b"cd"], 4, "a.run"))
    [b'ab', b'cd']
    """
    size = 0
    for piece in pieces:
        size += len(piece)
        if most is not None and size > most:
            raise too_large(where, most, packed)
        yield piece


def format_size(size: int) -> str:
    """Format a number of bytes for people.

    >>> format_size(1_250_000), format_size(8 * 10**9), format_size(17)
    ('1.2 MB', '8 GB', '17 bytes')
    """
    for unit in ("TB", "GB", "MB", "kB"):
        if size >= _UNITS[unit.upper()]:
            return f"{size / _UNITS[unit.upper()]:.1f}".removesuffix(".0") + f" {unit}"
    return f"{size} bytes"


def explain_memory(
    read: Callable[Concatenate[str | os.PathLike[str], P], R],
) -> Callable[Concatenate[str | os.PathLike[str], P], R]:
    """Wrap a function that reads a file: lack of memory becomes an `InputError` that names the
    file.
    """

    @wraps(read)
    def reading(path: str | os.PathLike[str], /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return read(path, *args, **kwargs)
        except MemoryError as error:
            problem = explain_memory_error(error, os.fspath(path))
        raise InputError(problem)

    return reading


def num_bytes(path: str) -> float:
    """Estimate the unpacked size of a file in bytes; infinite if unknown."""
    try:
        size = os.stat(path).st_size  # noqa: PTH116
    except OSError:
        return math.inf
    return 4 * size if path.endswith(PACKED) else size
