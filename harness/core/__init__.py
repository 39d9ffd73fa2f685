"""Values and errors that all rooms share; no file is opened here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

_LOADERS: list[Callable[[str], Any]] = []


def register_public(load: Callable[[str], Any]) -> None:
    """Register the loader of public names that rooms above core provide."""
    _LOADERS[:] = [load]


def public(name: str) -> Any:
    """Load a public name that a room above core provides: a figure, table, file or other form."""
    return _LOADERS[-1](name)


@contextmanager
def set_meanwhile(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Set a context variable inside the block."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
