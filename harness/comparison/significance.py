"""The tests of two runs by the names under which they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from harness.core.arrays import Floats
from harness.stats.bootstrap import bootstrap_shift
from harness.stats.results import Tested
from harness.stats.sign import sign_test
from harness.stats.sign_flips import randomisation, sampled_randomisation
from harness.stats.student import paired_t
from harness.stats.wilcoxon import signed_ranks


class Settings(Protocol):
    """What tests need to know of a comparison's options."""

    @property
    def seed(self) -> int:
        """The seed of random tests."""

    @property
    def flips(self) -> int:
        """How many sign vectors, or draws for a bootstrap test, are made."""

    @property
    def minimum(self) -> float:
        """The least difference that the sign test counts."""

    @property
    def threads(self) -> int:
        """On how many threads."""


@dataclass(frozen=True, slots=True)
class SignificanceTest:
    """A test of differences by topic: its name for people, what it asks, and how it is computed.

    ``compute`` takes differences [..., T], options and an alternative; p has the shape [...].
    """

    label: str
    question: str
    compute: Callable[[Floats, Settings, str], Tested]


#: An exact test that may be off by more, since it had to round, is none: it is sampled.
_MOST_OFF = 0.01
#: Of so many topics every lattice is too coarse.
_MOST_EXACT = 2**14


def _randomisation(differences: Floats, options: Settings, alternative: str) -> Tested:
    if differences.shape[-1] <= _MOST_EXACT:
        tested = randomisation(differences, alternative=alternative, threads=options.threads)
        if tested.bound is None or float(np.max(tested.bound, initial=0.0)) <= _MOST_OFF:
            return tested
    sampled = _sampled(differences, options, alternative)
    return replace(sampled, how=f"{sampled.how}; too many topics for all of them")


def _sampled(differences: Floats, options: Settings, alternative: str) -> Tested:
    return sampled_randomisation(
        differences,
        seed=options.seed,
        samples=options.flips,
        alternative=alternative,
        threads=options.threads,
    )


def _t(differences: Floats, _options: Settings, alternative: str) -> Tested:
    return paired_t(differences, alternative=alternative)


def _wilcoxon(differences: Floats, options: Settings, alternative: str) -> Tested:
    return signed_ranks(differences, alternative=alternative, threads=options.threads)


def _sign(differences: Floats, _options: Settings, alternative: str) -> Tested:
    return sign_test(differences, alternative=alternative)


def _sign_minimum(differences: Floats, options: Settings, alternative: str) -> Tested:
    return sign_test(differences, minimum=options.minimum, alternative=alternative)


def _bootstrap(statistic: str) -> Callable[[Floats, Settings, str], Tested]:
    def compute(differences: Floats, options: Settings, alternative: str) -> Tested:
        return bootstrap_shift(
            differences,
            seed=options.seed,
            samples=options.flips,
            statistic=statistic,
            alternative=alternative,
            threads=options.threads,
        )

    return compute


#: Every test of two runs, by name; the first is the default.
TESTS: dict[str, SignificanceTest] = {
    "randomisation": SignificanceTest(
        "randomisation, exact",
        "are the signs of the differences chance?",
        _randomisation,
    ),
    "t": SignificanceTest("Student's paired t", "is the mean difference 0?", _t),
    "wilcoxon": SignificanceTest(
        "Wilcoxon signed ranks", "are the differences symmetric around 0?", _wilcoxon
    ),
    "sign": SignificanceTest("sign", "are wins as likely as losses?", _sign),
    "sign-minimum": SignificanceTest(
        "sign, minimum difference", "are clear wins as likely as clear losses?", _sign_minimum
    ),
    "bootstrap": SignificanceTest(
        "bootstrap shift, mean", "is the mean difference 0?", _bootstrap("mean")
    ),
    "bootstrap-t": SignificanceTest(
        "bootstrap shift, studentised", "is the mean difference 0?", _bootstrap("t")
    ),
    "randomisation-sampled": SignificanceTest(
        "randomisation, sampled",
        "are the signs of the differences chance?",
        _sampled,
    ),
}
