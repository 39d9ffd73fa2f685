"""What tests of exact p-values share."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np

from harness.stats import randomisation, sign_test, signed_ranks

ALTERNATIVES = ("two-sided", "greater", "less")


def matrix(num_topics, num_runs, seed=1):
    """Random scores [T, R]."""
    return np.random.default_rng(seed).beta(0.8, 2.0, (num_topics, num_runs))


def by_chance(exact, samples):
    """How far a share of so many samples may be off: five standard errors."""
    return 5 * np.sqrt(exact * (1 - exact) / samples) + 1 / samples


def counted_p(numbers):
    """The same, two-sided, with a count of sign vectors for each sum in Python's whole numbers."""
    counts = Counter({0: 1})
    for number in numbers:
        grown = Counter()
        for value, count in counts.items():
            grown[value + number] += count
            grown[value - number] += count
        counts = grown
    observed = abs(sum(numbers))
    reached = sum(count for value, count in counts.items() if abs(value) >= observed)
    return Fraction(reached, 2 ** len(numbers))


EXACT = {
    "randomisation": randomisation,
    "signed ranks": signed_ranks,
    "asymptotic": lambda values, **how: signed_ranks(values, method="asymptotic", **how),
    "sign": sign_test,
}
