"""Every significance test has an oracle of its own kind here: a new one is asked for by name."""

import itertools
import math

import numpy as np
import pytest
import scipy

from harness.comparison import ALL_CORRECTIONS, TESTS, Options
from tests.each import each

MINIMUM = 0.05
SAMPLES = 40_000
ALTERNATIVES = ("two-sided", "greater", "less")
CASES = [
    [0.1, -0.2, 0.3, 0.05, 0.4],
    [0.1, 0.1, 0.2, -0.1, 0.0, 0.3],
    [0.02, -0.04, 0.5, 0.6, -0.3],
    [-0.3, -0.1, -0.2, -0.25],
    [0.1, 0.2, 0.15, 0.3, 0.12, 0.2, 0.05, 0.11],
]


def share_as_extreme(values, observed, alternative, times=None):
    """How many of the values are as far out as the observed one, in 0 … 1.

    Each value is there once, or so many times.
    """
    if alternative == "less":
        values, observed = [-value for value in values], -observed
    elif alternative == "two-sided":
        values, observed = [abs(value) for value in values], abs(observed)
    times = times or [1] * len(values)
    return sum(
        count for value, count in zip(values, times, strict=True) if value >= observed - 1e-9
    ) / sum(times)


def all_signs(numbers):
    """The sums of the numbers with every choice of signs."""
    choices = itertools.product((1, -1), repeat=len(numbers))
    return [
        sum(sign * number for sign, number in zip(signs, numbers, strict=True)) for signs in choices
    ]


def by_signs(differences, alternative):
    return share_as_extreme(all_signs(differences), sum(differences), alternative)


def by_students_t(differences, alternative):
    """The density of Student's t, added up in small steps."""
    n = len(differences)
    mean = sum(differences) / n
    deviation = math.sqrt(sum((value - mean) ** 2 for value in differences) / (n - 1))
    t = mean / (deviation / math.sqrt(n))
    if alternative == "two-sided":
        t = abs(t)
    elif alternative == "less":
        t = -t
    factor = math.gamma(n / 2) / (math.sqrt((n - 1) * math.pi) * math.gamma((n - 1) / 2))
    steps = 200_000
    width = t / steps
    middles = ((step + 0.5) * width for step in range(steps))
    inner = sum(factor * (1 + x * x / (n - 1)) ** (-n / 2) for x in middles) * width
    return (0.5 - inner) * (2 if alternative == "two-sided" else 1)


def by_normal_effects(differences, alternative):
    """The density of t if the effect were normal, by that if there were none; added up by scipy."""
    n = len(differences)
    mean = sum(differences) / n
    t = mean / math.sqrt(sum((value - mean) ** 2 for value in differences) / (n - 1) / n)

    def density(effect):
        return scipy.stats.nct.pdf(t, n - 1, effect * math.sqrt(n)) * scipy.stats.norm.pdf(
            effect, scale=6**-0.5
        )

    evidence = scipy.integrate.quad(density, -8, 8, epsabs=1e-13)[0] / scipy.stats.t.pdf(t, n - 1)
    on_that_side = {"two-sided": True, "greater": mean > 0, "less": mean < 0}[alternative]
    return min(1.0, 1 / evidence) if on_that_side else 1.0


def by_signed_ranks(differences, alternative):
    kept = [value for value in differences if value]
    sizes = [round(abs(value), 9) for value in kept]
    ranks = [sum(other < size for other in sizes) + (sizes.count(size) + 1) / 2 for size in sizes]
    observed = sum(rank if value > 0 else -rank for rank, value in zip(ranks, kept, strict=True))
    return share_as_extreme(all_signs(ranks), observed, alternative)


def by_coins(differences, alternative, least=0.0):
    decided = [value for value in differences if value and abs(value) >= least - 1e-12]
    wins = sum(value > 0 for value in decided)
    most = {
        "greater": wins,
        "less": len(decided) - wins,
        "two-sided": max(wins, len(decided) - wins),
    }[alternative]
    tail = sum(math.comb(len(decided), heads) for heads in range(most, len(decided) + 1))
    return min(1.0, tail / 2 ** len(decided) * (2 if alternative == "two-sided" else 1))


def by_coins_of_clear_differences(differences, alternative):
    return by_coins(differences, alternative, MINIMUM)


def by_all_draws(studentised):
    """Every draw of n topics with replacement from the differences shifted to the mean 0.

    Draws that differ in their order only are looked at once: n! / (k! l! …) orders of k, l, …
    equal ones.
    """

    def statistic(values):
        mean = sum(values) / len(values)
        if not studentised or abs(mean) < 1e-12:
            return 0.0 if abs(mean) < 1e-12 else mean
        variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        if variance < 1e-20:
            return math.copysign(math.inf, mean)
        return mean / math.sqrt(variance / len(values))

    def p(differences, alternative):
        mean = sum(differences) / len(differences)
        shifted = [value - mean for value in differences]
        n = len(shifted)
        draws, times = [], []
        for topics in itertools.combinations_with_replacement(range(n), n):
            draws.append(statistic([shifted[topic] for topic in topics]))
            orders = math.factorial(n)
            for topic in set(topics):
                orders //= math.factorial(topics.count(topic))
            times.append(orders)
        assert sum(times) == n**n
        return share_as_extreme(draws, statistic(differences), alternative, times)

    return p


#: The oracle of each test, and whether the test samples what the oracle counts.
ORACLES = {
    "randomisation": (by_signs, False),
    "t": (by_students_t, False),
    "always-valid": (by_normal_effects, False),
    "wilcoxon": (by_signed_ranks, False),
    "sign": (by_coins, False),
    "bootstrap-t": (by_all_draws(studentised=True), True),
}


def test_every_test_has_an_oracle():
    assert set(TESTS) == set(ORACLES), "write the slow version of the new test"


@each(sorted(ORACLES), "name")
@each(ALTERNATIVES, "alternative")
def test_p_is_that_of_the_oracle(name, alternative):
    oracle, sampled = ORACLES[name]
    options = Options(samples=SAMPLES)
    for differences in CASES:
        expected = oracle(differences, alternative)
        p = float(TESTS[name].compute(np.array(differences), options, alternative).p)
        # Five standard deviations of a share of so many draws, and the one draw that is added.
        chance = 5 * math.sqrt(expected * (1 - expected) / SAMPLES) + 2 / SAMPLES
        assert p == pytest.approx(expected, abs=chance if sampled else 1e-9), differences


def test_every_test_and_correction_is_documented(demo):
    text = (demo / "docs/comparing.md").read_text(encoding="utf-8")
    for name, test in TESTS.items():
        assert f"| `{name}` | {test.label}: {test.question} |" in text
    for name in ALL_CORRECTIONS:
        assert f"`{name}`" in text
