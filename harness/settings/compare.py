"""How runs are compared: the test, the correction, and everything else that changes a p-value."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

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
from harness.settings.names import ALL_CORRECTIONS, STANDARDISATIONS, TEST_NAMES, TOPIC_CHOICES

#: Draws of topics for intervals and ranks, and permuted tables for Tukey's test and maxT.
DRAWS = 10_000

#: Random sign vectors, and draws for a bootstrap test.
FLIPS = 100_000

#: Drawn topics of one test, unless a number of samples is asked for; and the fewest samples.
MOST_DRAWN = 10**8
FEWEST = 1000


class CompareSettings(SettingsModel):
    """How runs are compared: by which measures and tests, against what."""

    measures: Names = Field(
        default=(), description="The measures to compare by, of the task's. Default: the first."
    )
    baselines: Texts = Field(
        default=(), description="The runs that all others are compared with, by name."
    )
    test: Annotated[Text, OneOf("test", TEST_NAMES)] = Field(
        default="t", description="The test of two runs."
    )
    correction: Annotated[Text, OneOf("correction", ALL_CORRECTIONS)] = Field(
        default="holm", description="What is done about many comparisons."
    )
    per_measure: bool = Field(
        default=False, description="Correct the comparisons of each measure by themselves."
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
        description="How many samples whatever is random draws. Default: 10,000 of topics and of "
        "permuted tables, 100,000 of sign vectors and for bootstrap tests; of thousands of topics "
        "fewer: 10^8 / topics, at least 1,000.",
    )
    seed: Natural = Field(default=1, description="The seed of everything that is drawn by chance.")
    minimum: Annotated[float, Within(0, closed=True)] = Field(
        default=0.01, description="The least difference that counts in the test `sign-minimum`."
    )
    equivalence: Annotated[float, Within(0, closed=True)] = Field(
        default=0.01,
        description="Differences up to this are none in practice (tests of equivalence and "
        "non-inferiority).",
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


def _execution(workers: Any) -> Execution:
    try:
        return Execution.of(workers)
    except EvaluationError as error:
        problem = error.problems[0]
        raise wrong(problem.message, problem.hint) from None


class Options(CompareSettings):
    """What a comparison of runs is made with; all of it is stated beside the results.

    Results do not depend on ``workers``. Raises `EvaluationError` with all that is wrong.

    >>> Options(test="t", samples=500).draws(50)
    500
    >>> Options(test="student", alpha=5)
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: test: unknown test 'student' (known are t, ...)
    alpha: '5' is not allowed: it must be a number above 0 and below 1
    """

    workers: Annotated[Execution, BeforeValidator(_execution)] = Execution(workers=1)

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise EvaluationError(complaints(error, type(self))) from None

    def draws(self, num_topics: int) -> int:
        """How many draws of so many topics, or permuted tables, are made.

        Of thousands of topics there are fewer, unless a number of samples is asked for.

        >>> [Options().draws(n) for n in (50, 100_000)]
        [10000, 1000]
        """
        return self.samples or _affordable(DRAWS, num_topics)

    def flips(self, num_topics: int) -> int:
        """How many sign vectors of so many topics, or draws for a bootstrap test, are made."""
        return self.samples or _affordable(FLIPS, num_topics)


def _affordable(samples: int, num_topics: int) -> int:
    return min(samples, max(FEWEST, MOST_DRAWN // num_topics))
