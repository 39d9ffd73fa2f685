"""Non-inferiority and equivalence: that a difference is not below, or within, a margin.

A p-value above alpha does not say that two runs are equally good. These tests turn the question
round: what they reject is that the mean difference is at least as bad as the margin.

Schuirmann, A comparison of the two one-sided tests procedure and the power approach for assessing
the equivalence of average bioavailability, J. Pharmacokinetics and Biopharmaceutics 1987.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import Workers
from harness.stats.checking import as_floats, check_choice, check_differences
from harness.stats.sign_flips import randomisation
from harness.stats.student import paired_t

#: The tests of a mean that have a counterpart here.
EQUIVALENCE_TESTS: dict[str, Callable[..., Any]] = {"t": paired_t, "randomisation": randomisation}


@dataclass(frozen=True, eq=False)
class Equivalence:
    """Whether mean differences [...] are within ``margin`` of 0.

    ``p_above`` is the p-value of a mean above −margin (non-inferiority), ``p_below`` that of a mean
    below +margin (non-superiority). ``p``, the larger of both, is that of equivalence: two tests at
    alpha each, of which both must reject, need no correction.
    """

    margin: Floats
    p_above: Floats
    p_below: Floats
    n: int
    how: str

    @property
    def p(self) -> Floats:
        """The p-value of equivalence."""
        return np.maximum(self.p_above, self.p_below)


def equivalence(
    differences: npt.ArrayLike, margin: npt.ArrayLike, *, test: str = "t", workers: Workers = 1
) -> Equivalence:
    """The two one-sided tests (TOST) that the means of differences [..., T] are within a margin.

    The margin is one for all, or one for each mean. ``test`` is "t", Student's, or
    "randomisation", the exact test over the signs of differences ± margin: what it takes for
    chance is that these are symmetric around 0. Raises `EvaluationError` for margins that are not
    above 0, and as these tests do.

    Mean 0 and deviation 1 over 4 topics; with the margin 1, t = 1 / (1 / √4) = 2, whose p with 3
    degrees of freedom is .0697:

    >>> x = (3 / 4) ** 0.5
    >>> float(equivalence([x, -x, x, -x], 1).p_above.round(4))
    0.0697

    >>> found = equivalence([0.01, -0.01, 0.0, 0.02, -0.02], 0.03, test="randomisation")
    >>> found.p_above.tolist(), found.p_below.tolist(), found.how
    (0.03125, 0.03125, 'two one-sided tests (randomisation)')
    """
    above = _shifted(differences, margin, "greater", test, workers)
    below = _shifted(differences, -np.asarray(margin), "less", test, workers)
    n = np.shape(differences)[-1]
    return Equivalence(np.asarray(margin), above, below, n, f"two one-sided tests ({test})")


def _shifted(
    differences: npt.ArrayLike, margin: npt.ArrayLike, alternative: str, test: str, workers: Workers
) -> Floats:
    values, size = as_floats(differences), as_floats(margin, "margins")
    problems = [
        *check_differences(values),
        *_check_margin(np.abs(size) if alternative == "less" else size),
        *check_choice("test", test, tuple(EQUIVALENCE_TESTS)),
    ]
    refuse(problems, EvaluationError)
    more = {"workers": workers} if test == "randomisation" else {}
    shifted = values + size[..., None]
    return np.asarray(EQUIVALENCE_TESTS[test](shifted, alternative=alternative, **more).p)


def _check_margin(margin: Floats) -> Iterator[Problem]:
    bad = margin[~((margin > 0) & np.isfinite(margin))]
    if bad.size:
        yield Problem(f"margin: {bad[0]:g} is not allowed", hint="it must be above 0 and finite")
