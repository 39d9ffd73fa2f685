"""Values and errors that everything else is made of; no file is opened here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_LOADERS: list[Callable[[], Any]] = []


def draw_by(load: Callable[[], Any]) -> None:
    """Name the loader of what draws results: an object with ``plots`` and ``to_latex``."""
    _LOADERS[:] = [load]


def drawing() -> Any:
    """The module that draws results, loaded when it is first asked for."""
    return _LOADERS[-1]()
