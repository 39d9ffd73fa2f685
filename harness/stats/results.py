"""Checks of the arguments of statistics, and the results of tests and intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays
from harness.core.errors import EvaluationError, HarnessError, Problem, refuse, unknown
from harness.core.execution import Execution
from harness.core.numbers import agree_verb, check_whole, count_noun

#: The alternatives of a test: a difference either way, above 0, or below 0.
ALTERNATIVES = ("two-sided", "greater", "less")


def as_floats(values: npt.ArrayLike, what: str = "differences") -> Floats:
    """Return the numbers as one contiguous float64 array; `EvaluationError` if they are not
    numbers.
    """
    try:
        return np.ascontiguousarray(values, dtype=np.float64).reshape(np.shape(values))
    except (TypeError, ValueError) as error:
        message = f"the {what} are not one array of numbers: {error}"
        raise EvaluationError(Problem(message)) from None


def as_differences(
    values: npt.ArrayLike, *problems: Iterable[Problem], least: int = 2, what: str = "differences"
) -> Floats:
    """Return differences [..., T] as floats; topics are the last axis.

    Raises `EvaluationError` with every problem of the values, for fewer topics than ``least``, and
    with other ``problems``.

    >>> as_differences([0.1, 0.2]).tolist()
    [0.1, 0.2]
    >>> as_differences([0.1])
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: differences of 1 topic (topics are the last axis; ...)
    """
    differences = as_floats(values, what)
    refuse(chain(_check_differences(differences, least), *problems), EvaluationError)
    return differences


def as_scores(values: npt.ArrayLike, *problems: Iterable[Problem], what: str = "scores") -> Floats:
    """Return scores [T, R], topics × runs, as floats; otherwise like `as_differences`.

    >>> as_scores([[0.5, 0.1]])
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: scores of the shape 1 × 2 (a matrix of topics × runs ...)
    """
    scores = as_floats(values, what)
    refuse(chain(_check_scores(scores), *problems), EvaluationError)
    return scores


def _check_differences(differences: Floats, least: int) -> Iterator[Problem]:
    topics = differences.shape[-1] if differences.ndim else 0
    if topics < least:
        hint = f"topics are the last axis; at least {least} are needed"
        yield Problem(f"differences of {count_noun(topics, 'topic')}", hint=hint)
    yield from check_finite(differences, "differences")


def _check_scores(scores: Floats) -> Iterator[Problem]:
    if scores.ndim != 2 or min(scores.shape) < 2:
        shape = " × ".join(str(length) for length in scores.shape) or "one number"
        hint = "a matrix of topics × runs is needed, at least two of each"
        yield Problem(f"scores of the shape {shape}", hint=hint)
    yield from check_finite(scores, "scores")


def check_finite(values: Floats, what: str) -> Iterator[Problem]:
    """Yield the problem of numbers that must be finite."""
    bad = int(np.count_nonzero(~np.isfinite(values)))
    if bad:
        bad_values = f"{count_noun(bad, 'value')} that {agree_verb('is', bad)} not finite"
        yield Problem(f"the {what} hold {bad_values} (NaN or infinite)")


def check_choice(what: str, value: Any, allowed: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem unless a value is one of the allowed ones.

    >>> [str(problem) for problem in check_choice("alternative", "twosided", ALTERNATIVES)]
    ["unknown alternative 'twosided' (did you mean two-sided?)"]
    """
    if value not in allowed:
        yield unknown(what, value, allowed)


def check_count(what: str, value: Any) -> Iterator[Problem]:
    """Yield a problem unless a number is whole and at least 1."""
    yield from check_whole(value, 1, f"{what}: {value!r}")


def check_sizes(sizes: Sequence[Any], most: int, hint: str) -> Iterator[Problem]:
    """Yield problems of sizes of topic sets: whole from 1 to ``most``, for the reason ``hint``."""
    if not len(sizes):
        yield Problem("no sizes of topic sets given")
    for size in sizes:
        wrong = list(check_count("size", size))
        yield from wrong
        if not wrong and size > most:
            yield Problem(f"size: {size!r} is not allowed", hint=hint)


def spread_sizes(most: int) -> list[int]:
    """Return sizes of topic sets: 5, 10, … and ``most``, a hundred at most or little more.

    >>> spread_sizes(12), spread_sizes(1234)[:3], len(spread_sizes(1234))
    ([5, 10, 12], [15, 30, 45], 83)
    """
    step = 5 * (1 + most // 501)
    return [*range(step, most, step), most]


def check_workers(workers: Any) -> Iterator[Problem]:
    """Yield problems of a number of workers, or an `Execution`."""
    try:
        Execution.of(workers)
    except HarnessError as error:
        yield from error.problems


def check_seed(seed: Any) -> Iterator[Problem]:
    """Yield a problem unless a seed is a whole number."""
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool):
        yield Problem(f"seed: {seed!r} is not allowed", hint="it must be a whole number")


def check_range(
    what: str, value: float, low: float, high: float = math.inf, *, low_allowed: bool = False
) -> Iterator[Problem]:
    """Yield a problem unless a number is finite and strictly between bounds, or at ``low`` if
    allowed.

    >>> [str(problem) for problem in check_range("confidence", 95, 0, 1)]
    ['confidence: 95 is not allowed (it must be above 0 and below 1)']
    """
    if not (low < value < high or (low_allowed and value == low)):
        lower = f"at least {low:g}" if low_allowed else f"above {low:g}"
        upper = f" and below {high:g}" if math.isfinite(high) else " and finite"
        yield Problem(f"{what}: {value!r} is not allowed", hint=f"it must be {lower}{upper}")


#: The least p-value shown: no distribution is accurate beyond.
LEAST_P = 1e-300


@dataclass(frozen=True, eq=False)
class TestResult(FrozenArrays):
    """The outcome of one test on one pair (shape ``[]``) or on many (shape ``[...]``).

    ``test`` is the test's name, ``statistic`` its statistic and ``p`` its p-values, of the same
    shape; p is in (0, 1], never 0 and never NaN. ``alternative`` is "two-sided", "greater" (the
    differences are above 0) or "less". ``n`` counts the topics. ``how`` describes the method in
    words, for a caption. ``seed`` and ``samples`` are of random tests, None for others. ``bound``
    is the most by which rounding may have moved each p-value of an exact test, None without
    rounding.
    """

    __test__ = False  # a name that begins like this is a test's to pytest, wherever it is imported

    test: str
    statistic: Floats
    p: Floats
    alternative: str
    n: int
    how: str
    seed: int | None = None
    samples: int | None = None
    bound: Floats | None = None


@dataclass(frozen=True, eq=False)
class Interval(FrozenArrays):
    """Estimates with their confidence intervals.

    ``estimate``, ``low`` and ``high`` have one shape. ``confidence`` (.95) is of each interval by
    itself, not of all at once. ``how`` describes the method in words. ``seed`` and ``samples`` are
    of random intervals, None for others.
    """

    estimate: Floats
    low: Floats
    high: Floats
    confidence: float
    n: int
    how: str
    seed: int | None = None
    samples: int | None = None

    @property
    def drawn_ends(self) -> tuple[Floats, Floats]:
        """The ends to draw: the estimate where there is no interval (NaN).

        >>> none = np.array(np.nan)
        >>> [float(end) for end in Interval(np.array(2.5), none, none, 0.95, 3, "t").drawn_ends]
        [2.5, 2.5]
        """
        low, high = (np.where(np.isnan(end), self.estimate, end) for end in (self.low, self.high))
        return low, high


def as_p(values: npt.ArrayLike) -> Floats:
    """Clip probabilities to p-values between `LEAST_P` and 1.

    >>> as_p([0.0, 0.05, 1.0000000000000002]).tolist()
    [1e-300, 0.05, 1.0]
    """
    return np.asarray(np.clip(values, LEAST_P, 1.0), dtype=np.float64)
