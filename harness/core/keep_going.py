"""Going on without runs that could not be had, which has to be asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ASKED: ContextVar[bool] = ContextVar("keep going", default=False)


def keeps_going() -> bool:
    """Whether runs that could not be had are left out, and said to be."""
    return _ASKED.get()


@contextmanager
def keep_going() -> Iterator[None]:
    """Leave out runs that could not be had (`harness.UnavailableError`), and say so.

    Without it they are an error of all that is done with the runs: who is missing from a
    leaderboard because a server was busy has not been beaten.

    Returns
    -------
    context manager
        It holds for what is done inside.

    Examples
    --------
    >>> with keep_going():
    ...     keeps_going()
    True
    """
    token = _ASKED.set(True)
    try:
        yield
    finally:
        _ASKED.reset(token)
