"""One test of what every case owes, in the place of a test of each case."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")


#: A case with marks, as `pytest.param` makes it.
Marked = type(pytest.param())


def each(
    cases: Iterable[Any] | Callable[[], list[Any]], *names: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a test on every case, and name all for which it fails.

    A case is the first parameter of the test, or those that are named. Cases that `tests/nightly`
    marks are for the night, in a second test. Cases that take time to make are given by a function,
    and made when they are tried. In the profile "deep", where a case takes long, each is a test of
    its own.
    """
    every = cases if callable(cases) else list(cases)

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        parameters = inspect.signature(test).parameters
        given = names or tuple(parameters)[:1]
        if PROFILE == "deep":
            rows = _rows(every() if callable(every) else every, given)
            return pytest.mark.parametrize(given, rows, ids=called)(test)
        known = [] if callable(every) else _rows(every, given)
        late = [row.values for row in known if isinstance(row, Marked)]
        now = [row for row in known if not isinstance(row, Marked)]

        @wraps(test)
        def on_each(*, at_night: bool = False, **fixtures: object) -> None:
            rows = _rows(every(), given) if callable(every) else late if at_night else now
            _try_all(test, given, rows, fixtures)

        others = [it for name, it in parameters.items() if name not in given]
        if late:
            others.append(inspect.Parameter("at_night", inspect.Parameter.KEYWORD_ONLY))
        on_each.__signature__ = inspect.Signature(others)
        when = [
            pytest.param(False, id="now"),
            pytest.param(True, id="night", marks=pytest.mark.slow),
        ]
        return pytest.mark.parametrize("at_night", when)(on_each) if late else on_each

    return decorated


def _rows(cases: list[Any], given: tuple[str, ...]) -> list[Any]:
    several = len(given) > 1
    return [case if several or isinstance(case, Marked) else (case,) for case in cases]


def _try_all(
    test: Callable[..., None],
    given: tuple[str, ...],
    rows: list[tuple[Any, ...]],
    fixtures: dict[str, object],
) -> None:
    failed, skipped = [], None
    for row in rows:
        try:
            test(**dict(zip(given, row, strict=True)), **fixtures)
        except pytest.skip.Exception as reason:  # of this case: others are tried
            skipped = reason
        except (Exception, pytest.fail.Exception) as error:  # an assertion, what is not raised
            error.add_note(f"{', '.join(given)}: {', '.join(map(called, row))}")
            failed.append(error)
    if len(failed) == 1:
        raise failed[0]
    if failed:
        raise BaseExceptionGroup(f"{len(failed)} of {len(rows)}", failed)
    if skipped:
        raise skipped


def called(case: Any) -> str:
    """The name of a case."""
    return str(getattr(case, "__qualname__", None) or getattr(case, "name", None) or case)
