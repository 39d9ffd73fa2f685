"""One test of what every case owes, in the place of a test of each case."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")


def each(cases: Iterable[Any], *names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a test on every case, and name all for which it fails.

    A case is the first parameter of the test, or those that are named. In the profile "deep", where
    a case takes long, each is a test of its own.
    """
    every = list(cases)

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        parameters = inspect.signature(test).parameters
        given = names or tuple(parameters)[:1]
        if PROFILE == "deep":
            rows = every if len(given) > 1 else [(case,) for case in every]
            return pytest.mark.parametrize(given, rows, ids=called)(test)

        @wraps(test)
        def on_each(**fixtures: object) -> None:
            _try_all(test, given, every, fixtures)

        others = [it for name, it in parameters.items() if name not in given]
        on_each.__signature__ = inspect.Signature(others)
        return on_each

    return decorated


def _try_all(
    test: Callable[..., None], given: tuple[str, ...], every: list[Any], fixtures: dict[str, object]
) -> None:
    failed, skipped = [], None
    for case in every:
        row = case if len(given) > 1 else (case,)
        try:
            test(**dict(zip(given, row, strict=True)), **fixtures)
        except pytest.skip.Exception as reason:  # of this case: others are tried
            skipped = reason
        except Exception as error:  # an assertion, too
            error.add_note(f"{', '.join(given)}: {called(case)}")
            failed.append(error)
    if len(failed) == 1:
        raise failed[0]
    if failed:
        raise ExceptionGroup(f"{len(failed)} of {len(every)}", failed)
    if skipped:
        raise skipped


def called(case: Any) -> str:
    """The name of a case."""
    return str(getattr(case, "__qualname__", None) or getattr(case, "name", None) or case)
