"""Settings of the comparison of runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from harness.core.errors import EvaluationError
from harness.core.execution import Execution
from harness.settings.model import (
    Count,
    Names,
    Natural,
    OneOf,
    SettingsModel,
    Text,
    Texts,
    Within,
    complaints,
    wrong,
)
from harness.settings.names import (
    ALL_CORRECTIONS,
    STANDARDISATIONS,
    TEST_NAMES,
    TOPIC_CHOICES,
)

#: Draws of topics for intervals and ranks.
DRAWS = 10_000

#: Random sign vectors, and draws for a bootstrap test.
FLIPS = 100_000

#: Drawn topics of one test, unless a number of samples is given; and the fewest samples.
MOST_DRAWN = 10**8
FEWEST = 1000


class CompareSettings(SettingsModel):
    """Settings of a comparison: measures, tests, baselines."""

    measures: Names = Field(
        default=(), description="The measures to compare by, of the task's. Default: the first."
    )
    baselines: Texts = Field(
        default=(), description="The runs that all others are compared with, by name."
    )
    test: Annotated[Text, OneOf("test", TEST_NAMES)] = Field(
        default="t", description="The test of two runs."
    )
    correction: Annotated[Text, OneOf("correction", (*ALL_CORRECTIONS, "none"))] = Field(
        default="holm",
        description="The correction for many comparisons; `none`: each p by itself.",
    )
    over_measures: bool = Field(
        default=False,
        description="Correct the comparisons of all measures together, not each measure by itself.",
    )
    simultaneous: bool = Field(
        default=False,
        description="Intervals of differences and ranks that hold all at once, not each by itself.",
    )
    alpha: Annotated[float, Within(0, 1)] = Field(
        default=0.05, description="Differences with a p-value below this are marked."
    )
    confidence: Annotated[float, Within(0, 1)] = Field(
        default=0.95, description="The confidence of intervals."
    )
    samples: Count | None = Field(
        default=None,
        description="The number of random samples. Default: 10,000 of topics, "
        "100,000 of sign vectors and for bootstrap tests; of thousands of topics "
        "fewer: 10^8 / topics, at least 1,000.",
    )
    seed: Natural = Field(default=1, description="The seed of all random draws.")
    equivalence: Annotated[float, Within(0, closed=True)] = Field(
        default=0.01,
        description="The largest difference that does not matter (tests of equivalence "
        "and non-inferiority).",
    )
    standardise: Annotated[Text, OneOf("standardisation", STANDARDISATIONS)] = Field(
        default="none",
        description="How values are standardised by topic, among the runs that are compared; pages "
        "and sheets compare them as they are, and say so.",
    )
    topics: Text = Field(
        default=TOPIC_CHOICES[0],
        description="`all`: every run must have been evaluated on the same topics; `common`: "
        "compare on those that all runs have; the name of a subset: on its topics.",
    )


class OwnTest(str):
    """Name of a user's test function: ``wilcoxon()`` is none of ours.

    The function takes the differences of two runs by topic [T], and returns p, two-sided, or an
    object with ``pvalue``, like the results of scipy's tests.

    >>> OwnTest.of(min), OwnTest.of(min).function([2, 1])
    ('min()', 1)
    """

    function: Callable[..., Any]

    @classmethod
    def of(cls, function: Callable[..., Any]) -> OwnTest:
        """Return the test of a function."""
        own = cls(f"{getattr(function, '__name__', type(function).__name__)}()")
        own.function = function
        return own


def _or_function(given: Any, known: ValidatorFunctionWrapHandler) -> Any:
    """Return the name of a known test, or of a function."""
    if isinstance(given, OwnTest):
        return given
    return OwnTest.of(given) if callable(given) else known(given)


def _execution(workers: Any) -> Execution:
    try:
        return Execution.of(workers)
    except EvaluationError as error:
        problem = error.problems[0]
        raise wrong(problem.message, problem.hint) from None


class Options(CompareSettings):
    """Options of a comparison of runs, all of which are stated beside the results.

    Results do not depend on ``workers``. Raises `EvaluationError` with every problem.

    >>> Options(test="t", samples=500).draws(50)
    500
    >>> Options(test="student", alpha=5)
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: test: unknown test 'student' (here it is called t)
    alpha: '5' is not allowed: it must be a number above 0 and below 1
    """

    test: Annotated[Text, OneOf("test", TEST_NAMES), WrapValidator(_or_function)] = Field(
        default="t", description="The test of two runs; in Python it may be a function."
    )
    workers: Annotated[Execution, BeforeValidator(_execution)] = Execution(workers=1)

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise EvaluationError(complaints(error, type(self))) from None

    def draws(self, num_topics: int) -> int:
        """Return the number of draws of so many topics.

        Thousands of topics have fewer, unless a number of samples is given.

        >>> [Options().draws(n) for n in (50, 100_000)]
        [10000, 1000]
        """
        return self.samples or _affordable(DRAWS, num_topics)

    @property
    def percent(self) -> str:
        """The confidence of intervals in words.

        >>> Options(confidence=0.9).percent
        '90 %'
        """
        return f"{100 * self.confidence:g} %"

    def flips(self, num_topics: int) -> int:
        """Return the number of sign vectors of so many topics, or of draws for a bootstrap test."""
        return self.samples or _affordable(FLIPS, num_topics)


def _affordable(samples: int, num_topics: int) -> int:
    return min(samples, max(FEWEST, MOST_DRAWN // num_topics))
