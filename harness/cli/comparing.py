"""What the commands of ``harness compare`` share: options, and reading a target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from harness.cli.options import (
    execution_options,
    keep_going_option,
    measure_option,
    only_given,
    options_of,
    table_options,
    target_argument,
    together,
)
from harness.cli.output import progress_bar
from harness.comparison import Comparison
from harness.settings.compare import CompareSettings
from harness.workflows.compare import compare_target
from harness.workflows.runs import Outcome

F = TypeVar("F", bound=Callable[..., Any])


def target_options(*, several: bool = False) -> Callable[[F], F]:
    """The options of whatever reads a target; ``several`` measures may be named, or one."""
    return together(
        measure_option("The measure. [what the task says, or its first]", several=several),
        options_of(CompareSettings, "topics", "standardise", "seed", "confidence", page="compare"),
        execution_options,
        keep_going_option,
        table_options,
        target_argument,
    )


#: The options of whatever tests.
test_options = options_of(
    CompareSettings,
    *("test", "correction", "over_measures", "simultaneous", "alpha"),
    *("samples", "equivalence"),
    page="compare",
)


def read(
    target: str, *, measure: str | None = None, measures: Sequence[str] = (), **given: Any
) -> Outcome[Comparison]:
    """A target by the options of the command line."""
    named = [measure] if measure is not None else list(measures)
    with progress_bar(target=target) as progress:
        return compare_target(target, measures=named, progress=progress, **only_given(given))
