"""What a test, and an interval, hand back: frozen arrays with a line that says how."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats

#: The least p-value that is told from 0: no distribution is known so far out.
LEAST_P = 1e-300


@dataclass(frozen=True, eq=False)
class TestResult:
    """The outcome of one test on one pair (shape ``[]``) or on many (shape ``[...]``).

    ``test`` is the test's name, ``statistic`` what it rests on and ``p`` its p-values, of the
    same shape; p is in (0, 1], never 0 and never NaN. ``alternative`` is "two-sided", "greater"
    (the differences are above 0) or "less". ``n`` counts the topics. ``how`` says in plain words
    what was computed, for a caption. ``seed`` and ``samples`` are those of random tests, and None
    for the others. ``bound`` is the most by which rounding may have moved each p-value of an exact
    test, None where nothing is rounded.
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
class Interval:
    """Estimates with their confidence intervals.

    ``estimate``, ``low`` and ``high`` have one shape. ``confidence`` (.95) is that of each interval
    by itself, not of all at once. ``how`` says in plain words what was computed. ``seed`` and
    ``samples`` are those of random intervals, and None for the others.
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
        """The ends as they are drawn: those of the estimate where there is no interval (NaN).

        >>> none = np.array(np.nan)
        >>> [float(end) for end in Interval(np.array(2.5), none, none, 0.95, 3, "t").drawn_ends]
        [2.5, 2.5]
        """
        low, high = (np.where(np.isnan(end), self.estimate, end) for end in (self.low, self.high))
        return low, high


def as_p(values: npt.ArrayLike) -> Floats:
    """Probabilities as p-values: none is below `LEAST_P`, what rounding put above 1 is 1.

    >>> as_p([0.0, 0.05, 1.0000000000000002]).tolist()
    [1e-300, 0.05, 1.0]
    """
    return np.asarray(np.clip(values, LEAST_P, 1.0), dtype=np.float64)
