"""Little memory: libraries are given few threads, or not loaded where they could not work."""

from __future__ import annotations

import contextlib
import os
import sys

from harness.core.errors import HarnessError, Problem

#: How many bytes of address space a library takes to load and to work on small files.
_NEEDED = {"polars": 1_500_000_000, "matplotlib": 1_760_000_000}
#: How many further bytes a thread is counted with: its stack, and what is allocated for it.
_THREAD = 400_000_000
#: What tells libraries how many threads they may have.
_THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_HINT = "ulimit -v, or the limit of a job, is to be higher"


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
    if limit < max(_NEEDED.values()) and not any(isinstance(i, _Refusing) for i in sys.meta_path):
        sys.meta_path.insert(0, _Refusing(limit))


def _address_space() -> int | None:
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        return None if limit == resource.RLIM_INFINITY else limit
    return None


class _Refusing:
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
