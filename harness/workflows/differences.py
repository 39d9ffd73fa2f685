"""Two evaluations → what differs between them, and what explains it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeAlias

from harness.core.errors import HarnessError, all_or_errors
from harness.diff.differences import Differences, differences
from harness.results.directory import Results, read_results
from harness.workflows.evaluate import Evaluation

EvaluationLike: TypeAlias = "str | os.PathLike[str] | Results | Evaluation"


def find_differences(
    before: EvaluationLike, after: EvaluationLike, measures: Sequence[str] | None = None
) -> Differences:
    """Find the differences of two evaluations: which values differ, and what explains each.

    Parameters
    ----------
    before, after
        Directories of results, or what `harness.run` and `harness.read_results` return.
    measures
        Those to compare; all if None.

    Returns
    -------
    Differences
        What changed, which values differ, and what explains each.

    Raises
    ------
    HarnessError
        With the problems of both.

    Examples
    --------
    >>> from harness.workflows.evaluate import run
    >>> evaluation = run("configs/demo.yaml")
    >>> find_differences(evaluation, evaluation).equal
    True
    """
    return differences(*all_or_errors([_results(before), _results(after)]), measures=measures)


def _results(given: EvaluationLike) -> Results | HarnessError:
    if isinstance(given, Results):
        return given
    if isinstance(given, Evaluation):
        return given.results()
    try:
        return read_results(given)
    except HarnessError as error:
        return error
