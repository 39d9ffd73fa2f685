"""Values and errors that everything else is made of; no file is opened here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_LOADERS: list[Callable[[str], Any]] = []


def public_by(load: Callable[[str], Any]) -> None:
    """Set what loads a public name of the package when a value below it is first asked for it."""
    _LOADERS[:] = [load]


def public(name: str) -> Any:
    """Load what a value offers, and rooms above it make: figures, tables, files, other forms."""
    return _LOADERS[-1](name)
