"""Methods that are computed once for each object and arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import numpy as np


class _Remembers(Protocol):
    @property
    def _memo(self) -> dict[Any, Any]: ...


S = TypeVar("S", bound=_Remembers)
P = ParamSpec("P")
R = TypeVar("R")


def _freeze(value: object) -> None:
    """Make arrays read-only, those inside a tuple or a record with slots too: they are shared."""
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, tuple):
        for part in value:
            _freeze(part)
    else:
        for name in getattr(value, "__slots__", ()):
            _freeze(getattr(value, name))


def remembered(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Compute a method once for each object and arguments; arrays come back read-only."""

    @wraps(method)
    def once(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (method, args, tuple(kwargs.items())) if kwargs else (method, args)
        memo = self._memo
        if key not in memo:
            value = method(self, *args, **kwargs)
            _freeze(value)
            memo[key] = value
        result: R = memo[key]
        return result

    return once
