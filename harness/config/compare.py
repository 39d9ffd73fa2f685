"""The keys of a task file that say how runs are compared with each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field, field_validator

from harness.comparison.options import ALL_CORRECTIONS, Options
from harness.comparison.significance import TESTS
from harness.comparison.table import TOPICS
from harness.config.parts import Count, Part, Text, Texts, known_name
from harness.config.sources import RunFile
from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import EvaluationError, Problem, suggest
from harness.measures import AnyMeasure, find_measure


class CompareSettings(Part):
    """How runs are compared: by which measures and tests, against what."""

    measures: Texts = Field(
        default=(), description="The measures to compare by, of the task's. Default: the first."
    )
    baselines: Texts = Field(
        default=(), description="The runs that all others are compared with, by name."
    )
    test: Text = Field(
        default=Options().test,
        description="The test of two runs: `randomisation`, `t`, `wilcoxon`, `sign`, "
        "`sign-minimum`, `bootstrap`, `bootstrap-t`, `randomisation-sampled`.",
    )
    correction: Text = Field(
        default=Options().correction,
        description="What is done about many comparisons: `bonferroni`, `holm`, `hochberg`, "
        "`hommel`, `benjamini-hochberg`, `benjamini-yekutieli`, `maxt`.",
    )
    alpha: float = Field(
        default=Options().alpha, description="Differences with a p-value below this are marked."
    )
    confidence: float = Field(
        default=Options().confidence, description="The confidence of intervals."
    )
    samples: Count | None = Field(
        default=None,
        description="How many samples whatever is random draws. Default: 10,000 of topics and of "
        "permuted tables, 100,000 of sign vectors and for bootstrap tests.",
    )
    seed: Annotated[int, Field(ge=0)] = Field(
        default=Options().seed, description="The seed of everything that is drawn by chance."
    )
    minimum: float = Field(
        default=Options().minimum,
        description="The least difference that counts in the test `sign-minimum`.",
    )
    equivalence: float = Field(
        default=Options().equivalence,
        description="Differences up to this are none in practice (posterior of a pair).",
    )
    topics: Text = Field(
        default=TOPICS[0],
        description="`all`: every run must have been evaluated on the same topics; `common`: "
        "compare on those that all runs have.",
    )

    @field_validator("test")
    @classmethod
    def _known_test(cls, value: str) -> str:
        return known_name(value, "test", tuple(TESTS))

    @field_validator("correction")
    @classmethod
    def _known_correction(cls, value: str) -> str:
        return known_name(value, "correction", ALL_CORRECTIONS)

    @field_validator("topics")
    @classmethod
    def _known_choice(cls, value: str) -> str:
        return known_name(value, "choice of topics", TOPICS)

    def options(self, **replaced: Any) -> Options:
        """What comparisons are made with; ``replaced`` comes before the keys.

        Raises `EvaluationError` with all that is wrong.
        """
        keys = Options.__dataclass_fields__.keys() & CompareSettings.model_fields.keys()
        return Options(**{**{key: getattr(self, key) for key in keys}, **replaced})


_Said = tuple[KeyPath, str, str | None]


def compare_problems(
    settings: CompareSettings,
    measures: Sequence[AnyMeasure],
    runs: Sequence[RunFile],
    document: YamlDocument,
) -> Iterator[Problem]:
    """What is wrong with the key ``compare`` as far as the runs need not be read for it."""
    if "compare" not in document.root:
        return
    for steps, message, hint in (*_unknown_measures(settings, measures), *_runs(settings, runs)):
        yield document.problem(document.given(("compare", *steps)), message, hint=hint)
    try:
        settings.options()
    except EvaluationError as error:
        for problem in error.problems:
            key = problem.message.partition(":")[0]
            steps = ("compare", key) if key in CompareSettings.model_fields else ("compare",)
            yield document.problem(document.given(steps), problem.message, hint=problem.hint)


def _unknown_measures(settings: CompareSettings, measures: Sequence[AnyMeasure]) -> Iterator[_Said]:
    for place, name in enumerate(settings.measures):
        if measures and find_measure(name, measures) is None:
            hint = suggest(name, measures)
            yield ("measures", place), f"{name!r} is not a measure of the task", hint
        if name in settings.measures[:place]:
            yield ("measures", place), f"the measure {name!r} is named twice", None


def _runs(settings: CompareSettings, runs: Sequence[RunFile]) -> Iterator[_Said]:
    names = [run.run_name for run in runs]
    for place, name in enumerate(settings.baselines):
        if runs and name not in names:
            hint = suggest(name, names)
            yield ("baselines", place), f"unknown run {name!r}", hint
        if name in settings.baselines[:place]:
            yield ("baselines", place), f"the baseline {name!r} is named twice", None
