"""How much there may be: of a file that is read, of what it unpacks to, and of memory.

By default a compressed file may unpack to 8 GB, and beyond 64 MB to at most 200 times its own
size. Both are far from what is real: the largest runs of shared tasks have a few hundred
megabytes, and pack 3 to 20 times. Measured on the most regular judgments one can make, documents
numbered from 1 with one grade: gzip 8, bzip2 20, xz 61, zstd -19 120. Equal lines in gzip have
about 1,000, in the others ten thousand and more. What is read piece by piece and never kept, the
texts of documents, has no default size: collections are larger than the memory.

Who reads says otherwise, by an option or the environment; a task file, which comes from others,
too, cannot. Where a process may take little memory, libraries are given few threads, or are not
loaded where they could not work.
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
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from harness.core import set_meanwhile
from harness.core.errors import HarnessError, InputError, Problem
from harness.core.identity import PACKED

#: How many bytes of address space a library takes to load and to work on small files.
_NEEDED = {"polars": 1_500_000_000, "matplotlib": 1_760_000_000}
#: Bytes to reserve for each thread: its stack and allocations.
_THREAD = 400_000_000
#: What tells libraries how many threads they may have.
_THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
#: Options of glibc's mallopt(3), and the bytes from which on memory goes back to the system: some
#: versions take no more for the second.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_KEPT = 2**25
_HINT = "raise ulimit -v, or the limit of the job"


def heed_limit() -> None:
    """Have libraries that are loaded from now on heed the limit of this process's address space.

    Those that cannot map what they need abort, or wait for threads that never start. They get as
    many threads as there is room for; where there is not enough for one, importing them raises
    `HarnessError`. Without a limit, or where the system has none, nothing happens.
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

    To get pages from the system time and again takes a tenth of the time of an evaluation.
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
    """Refuses to import what needs more than there may be."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def find_spec(self, name: str, *_: object) -> None:
        needed = _NEEDED.get(name, 0)
        if self._limit < needed:
            message = (
                f"there is not enough memory: this process may take {_size(self._limit)}, and "
                f"this command needs {_size(needed)} at least"
            )
            raise HarnessError(Problem(message, hint=_HINT))


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB"


def explain_memory_error(error: BaseException, where: str | None = None) -> Problem:
    """Return the problem that there is not enough memory; ``where`` is what was being read."""
    size = f" ({error})" if str(error) else ""
    what = "to read this" if where else "for this"
    hint = "try fewer runs at a time, --workers 1 or more memory"
    return Problem(f"there is not enough memory {what}{size}", where, hint=hint)


def is_lack_of_memory(error: BaseException) -> bool:
    """Whether an exception says that there is no memory, in any of the ways in which libraries do.

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
    """Return the limits that hold here: as set by `limited`, else as the environment says, else
    usual.
    """
    chosen = _SET.get()
    if chosen is not None:
        return chosen
    text = os.environ.get(VARIABLE)
    return parse_limits(text, VARIABLE) if text else Limits()


def parse_limits(text: str, key: str) -> Limits:
    """Return the limits that somebody chose, in words; ``key`` is where.

    A chosen size counts for every file, packed or not, and no ratio beside it.

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
    """Limits for everything that is read meanwhile; None leaves them as they are."""
    if chosen is None:
        yield
        return
    with set_meanwhile(_SET, chosen):
        yield


def too_large(where: str, most: int, packed: int | None = None) -> InputError:
    """Return the error of a file that is larger than allowed, ``packed`` or not."""
    if packed is None:
        message = f"the file is larger than {in_words(most)}"
    else:
        message = f"{in_words(packed)} unpack to more than {in_words(most)}, which is the limit"
    return InputError(Problem(message, where, hint=LIFT))


def check_size(
    pieces: Iterable[bytes], most: int | None, where: str, packed: int | None = None
) -> Iterator[bytes]:
    """Yield the pieces of a content; `InputError` with the first that makes more than so many
    bytes.

    >>> list(check_size([b"ab", b"cd"], 4, "a.run"))
    [b'ab', b'cd']
    """
    size = 0
    for piece in pieces:
        size += len(piece)
        if most is not None and size > most:
            raise too_large(where, most, packed)
        yield piece


def in_words(size: int) -> str:
    """Return a number of bytes as people write it.

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
    """Return a function that reads a file: lack of memory becomes an `InputError` that names it."""

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
