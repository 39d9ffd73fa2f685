"""Cases of a parametrised test, of which every change runs some and the night the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest


def unless(case: Any, now: bool) -> Any:
    """A case, marked as one for the night unless it is one for every change."""
    values = case if isinstance(case, tuple) else (case,)
    return case if now else pytest.param(*values, marks=pytest.mark.slow)


def one_in(step: int, cases: Iterable[Any]) -> list[Any]:
    """The first of every ``step`` cases for every change, the others for the night."""
    return [unless(case, number % step == 0) for number, case in enumerate(cases)]


def now(chosen: Collection[Any] | Callable[[Any], bool], cases: Iterable[Any]) -> list[Any]:
    """The chosen cases for every change, the others for the night."""
    choose = chosen if callable(chosen) else chosen.__contains__
    return [unless(case, choose(case)) for case in cases]
