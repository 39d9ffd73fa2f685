"""How runs are compared: the test, the correction, and everything else that changes a p-value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from harness.comparison.significance import TESTS
from harness.core.errors import EvaluationError, Problem, refuse
from harness.stats.checking import check_choice, check_count, check_range, check_seed
from harness.stats.corrections import CORRECTIONS

#: The correction that is a test of its own: its permutations know how the comparisons depend.
MAX_T = "maxt"

#: What may be done about many comparisons.
ALL_CORRECTIONS = (*CORRECTIONS, MAX_T)

#: Draws of topics for intervals and ranks, and permuted tables for Tukey's test and maxT.
DRAWS = 10_000

#: Random sign vectors, and draws for a bootstrap test.
FLIPS = 100_000


@dataclass(frozen=True, slots=True)
class Options:
    """What a comparison of runs is made with; all of it is stated beside the results.

    ``test`` is that of pairs and baselines, by name (`significance.TESTS`), ``correction`` what is
    done about many of them; differences are significant below ``alpha``. ``confidence`` is that of
    intervals. ``samples`` are those of whatever is random, None for 10,000 draws of topics or
    permuted tables and 100,000 sign vectors or draws of a bootstrap test. ``minimum`` is the least
    difference that the sign test counts, ``equivalence`` the largest that is none in practice.
    Results do not depend on ``threads``.

    Raises `EvaluationError` with all that is wrong.

    >>> Options(test="t", samples=500).draws
    500
    >>> Options(test="student", alpha=5)
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: unknown test 'student' (known: randomisation, ...)
    alpha: 5 is not allowed (it must be above 0 and below 1)
    """

    alpha: float = 0.05
    confidence: float = 0.95
    test: str = "randomisation"
    samples: int | None = None
    seed: int = 1
    correction: str = "holm"
    minimum: float = 0.01
    equivalence: float = 0.01
    threads: int = 1

    def __post_init__(self) -> None:
        refuse(self._problems(), EvaluationError)

    def _problems(self) -> Iterator[Problem]:
        yield from check_choice("test", self.test, tuple(TESTS))
        yield from check_choice("correction", self.correction, ALL_CORRECTIONS)
        for name, value, low_allowed, high in (
            ("alpha", self.alpha, False, 1.0),
            ("confidence", self.confidence, False, 1.0),
            ("minimum", self.minimum, True, float("inf")),
            ("equivalence", self.equivalence, True, float("inf")),
        ):
            yield from _check_number(name, value, low_allowed, high)
        yield from () if self.samples is None else check_count("samples", self.samples)
        yield from check_seed(self.seed)
        yield from check_count("threads", self.threads)

    @property
    def draws(self) -> int:
        """How many draws of topics, or permuted tables, are made."""
        return self.samples or DRAWS

    @property
    def flips(self) -> int:
        """How many sign vectors, or draws for a bootstrap test, are made."""
        return self.samples or FLIPS


def _check_number(name: str, value: Any, low_allowed: bool, high: float) -> Iterator[Problem]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield Problem(f"{name}: {value!r} is not a number")
    else:
        yield from check_range(name, value, 0, high, low_allowed=low_allowed)
