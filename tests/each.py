"""One test of what every case owes, in the place of a test of each case."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")


def each(cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a test on every case, its first parameter, and name all for which it fails.

    In the profile "deep", where a case takes long, each is a test of its own.
    """
    every = list(cases)

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        first, *others = inspect.signature(test).parameters.values()
        if PROFILE == "deep":
            return pytest.mark.parametrize(first.name, every, ids=called)(test)

        @wraps(test)
        def on_each(**fixtures: object) -> None:
            failed = []
            for case in every:
                try:
                    test(case, **fixtures)
                except Exception as error:  # an assertion, too
                    error.add_note(f"{first.name}: {called(case)}")
                    failed.append(error)
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(every)}", failed)

        on_each.__signature__ = inspect.Signature(others)
        return on_each

    return decorated


def called(case: Any) -> str:
    """The name of a case."""
    return str(getattr(case, "__qualname__", None) or getattr(case, "name", None) or case)
