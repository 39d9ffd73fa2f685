"""The significance tests of two runs, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem
from harness.settings.compare import Options, OwnTest
from harness.stats.bootstrap import bootstrap_shift
from harness.stats.ranks import ranks_with_signs, sign_test, signed_ranks
from harness.stats.results import Interval, TestResult
from harness.stats.sampling import choose_tolerance
from harness.stats.sequential import always_valid_floor, always_valid_interval, always_valid_t
from harness.stats.sign_flips import randomisation, sampled_randomisation
from harness.stats.student import paired_t, t_interval


@dataclass(frozen=True, slots=True)
class SignificanceTest:
    """A test of differences by topic: its label, its question, and its computation.

    ``compute`` takes differences [..., T], options and an alternative; p has the shape [...].
    ``floor`` returns the least two-sided p [...] that the test can reach with as many differing
    topics, without sampling; it takes the result, too. ``signed`` returns the numbers [..., T]
    whose signs the test takes for chance, None for other tests. ``interval`` is the interval of a
    mean difference shown with the test. Below ``min_topics`` the test is not offered, for the
    reason ``unreliable``: the figures are in docs/calibration.md. With ``each_alone`` nothing is
    drawn, and pairs of runs do not affect each other.
    """

    label: str
    question: str
    compute: Callable[[Floats, Options, str], TestResult]
    floor: Callable[[TestResult, Floats, Options], Floats]
    signed: Callable[[Floats, Options], Floats] | None = None
    interval: Callable[..., Interval] = t_interval
    min_topics: int = 2
    unreliable: str = ""
    each_alone: bool = False

    def least_p(self, tested: TestResult, differences: Floats, options: Options) -> Floats:
        """Return the least two-sided p [...] that the test can reach with its number of draws.
        >>> from harness.settings.compare import Options
        >>> exact, options = TESTS["randomisation"], Options(samples=999)
        >>> few, many = np.array([[0.1, 0.2]]), np.linspace(0.1, 1, 20_000)[None]
        >>> [float(exact.least_p(exact.compute(d, options, "two-sided"), d, options)[0])
        ...  for d in (few, many)]
        [0.5, 0.001]
        """
        drawn = 1 / (tested.samples + 1) if tested.samples else 0.0
        return np.maximum(self.floor(tested, differences, options), drawn)


def significance_test(name: str) -> SignificanceTest:
    """Return the test of a name, which may be a user's function."""
    return _wrap_function(name) if isinstance(name, OwnTest) else TESTS[name]


def refuse_few_topics(name: str, num_topics: int) -> None:
    """Raise `EvaluationError` if a test is not offered for so few topics.

    >>> refuse_few_topics("t", 3)
    >>> refuse_few_topics("bootstrap-t", 9)
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: the test bootstrap-t needs at least 10 topics, and ...
    """
    test = significance_test(name)
    if num_topics < test.min_topics:
        message = f"the test {name} needs at least {test.min_topics} topics, and there are"
        hint = f"{test.unreliable}; t and randomisation are for fewer topics"
        raise EvaluationError(Problem(f"{message} {num_topics}", hint=hint))


def _sign_floor(_tested: TestResult, differences: Floats, _options: Options) -> Floats:
    # The least two-sided p over all sign vectors of k numbers: 2 of 2^k, 1 of none.
    signs = np.count_nonzero(_signs(differences), axis=-1)
    return np.minimum(1.0, 2.0 ** (1.0 - np.asarray(signs, dtype=np.float64)))


def _no_floor(_tested: TestResult, differences: Floats, _options: Options) -> Floats:
    return np.zeros(differences.shape[:-1])


def _signs(differences: Floats) -> Floats:
    """Return the signs of differences; 0 for rounding noise."""
    noise = choose_tolerance(np.abs(differences).max(axis=-1, initial=0.0))[..., None]
    return np.sign(differences) * (np.abs(differences) >= noise)


def _as_they_are(differences: Floats, _options: Options) -> Floats:
    return differences


#: An exact test with a larger error by rounding is replaced by sampling.
_MOST_OFF = 0.01
#: With more topics than this every lattice is too coarse.
_MOST_EXACT = 2**14


def _randomisation(differences: Floats, options: Options, alternative: str) -> TestResult:
    if differences.shape[-1] <= _MOST_EXACT:
        tested = randomisation(differences, alternative=alternative, workers=options.workers)
        if tested.bound is None or float(np.max(tested.bound, initial=0.0)) <= _MOST_OFF:
            return tested
    sampled = _by_draws(sampled_randomisation, differences, options, alternative)
    return replace(sampled, how=f"{sampled.how}; too many topics for all of them")


def _t_floor(tested: TestResult, differences: Floats, options: Options) -> Floats:
    equal = np.isnan(tested.statistic)
    floors = np.zeros(equal.shape)
    floors[equal] = _sign_floor(tested, differences[equal], options)
    return floors


def _by_draws(
    test: Callable[..., TestResult], differences: Floats, options: Options, alternative: str
) -> TestResult:
    """Run the test with the draws of the options."""
    return test(
        differences,
        seed=options.seed,
        samples=options.flips(differences.shape[-1]),
        alternative=alternative,
        workers=options.workers,
    )


def _wrap_function(name: OwnTest) -> SignificanceTest:
    def compute(differences: Floats, _options: Options, alternative: str) -> TestResult:
        pairs = differences.reshape(-1, differences.shape[-1])
        p = np.array([_compute_p(name, pair, alternative) for pair in pairs])
        p = p.reshape(differences.shape[:-1])
        return TestResult(name, p, p, alternative, differences.shape[-1], "a function")

    question = "whatever the function asks of the differences"
    return SignificanceTest(name, question, compute, _no_floor, each_alone=True)


def _compute_p(name: OwnTest, differences: Floats, alternative: str) -> float:
    """Return the p of one pair; one-sided it is half of the two-sided p, or 1 minus that."""
    returned = name.function(differences.copy())
    p = getattr(returned, "pvalue", returned)
    if not np.isscalar(p) or not 0 <= float(np.real(p)) <= 1:
        message = f"the test {name} returned {returned!r} of {len(differences)} differences"
        hint = "it must be p, a number from 0 to 1, or have one as pvalue"
        raise EvaluationError(Problem(message, hint=hint))
    two_sided = max(float(np.real(p)), np.finfo(float).tiny)
    if alternative == "two-sided":
        return two_sided
    above = differences.sum() > 0
    return two_sided / 2 if above == (alternative == "greater") else 1 - two_sided / 2


#: Every test of two runs, by name; the first is the default.
TESTS: dict[str, SignificanceTest] = {
    "t": SignificanceTest(
        "Student's paired t",
        "is the mean difference 0?",
        lambda differences, _options, alternative: paired_t(differences, alternative=alternative),
        _t_floor,
        _as_they_are,
        each_alone=True,
    ),
    "randomisation": SignificanceTest(
        "randomisation, exact",
        "are the signs of the differences chance?",
        _randomisation,
        _sign_floor,
        _as_they_are,
    ),
    "wilcoxon": SignificanceTest(
        "Wilcoxon signed ranks",
        "are the differences symmetric around 0? (not of the mean)",
        lambda differences, options, alternative: signed_ranks(
            differences, alternative=alternative, workers=options.workers
        ),
        _sign_floor,
        lambda differences, _options: ranks_with_signs(differences),
    ),
    "sign": SignificanceTest(
        "sign",
        "are wins as likely as losses? (not of the mean)",
        lambda differences, _options, alternative: sign_test(differences, alternative=alternative),
        _sign_floor,
        lambda differences, _options: _signs(differences),
        each_alone=True,
    ),
    "bootstrap-t": SignificanceTest(
        "bootstrap shift, studentised",
        "is the mean difference 0?",
        partial(_by_draws, bootstrap_shift),
        _no_floor,
        min_topics=10,
        unreliable="with fewer, it calls equal means different too often",
    ),
    "always-valid": SignificanceTest(
        "Student's t, always valid",
        "is the mean difference 0? (whenever one looks while topics arrive)",
        lambda differences, _options, way: always_valid_t(differences, alternative=way),
        lambda _tested, differences, _options: np.full(
            differences.shape[:-1], always_valid_floor(differences.shape[-1])
        ),
        interval=always_valid_interval,
        min_topics=20,
        unreliable="the first look must be at that many, or values that happen to be equal mislead",
    ),
}
