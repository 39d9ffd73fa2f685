"""Values and errors that everything else is made of; no file is opened here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

_LOADERS: list[Callable[[str], Any]] = []


def public_by(load: Callable[[str], Any]) -> None:
    """Set what loads a public name of the package when a value below it is first asked for it."""
    _LOADERS[:] = [load]


def public(name: str) -> Any:
    """Load what a value offers, and rooms above it make: figures, tables, files, other forms."""
    return _LOADERS[-1](name)


@contextmanager
def set_meanwhile(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Set a variable for what is done inside."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
