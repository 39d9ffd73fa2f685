"""What is to be compared, read: a task, evaluated in memory, or a directory of results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harness.comparison import Comparison, ScoreTable
from harness.config import load_task
from harness.config.compare import CompareSettings
from harness.core.parallel import default_threads
from harness.measures import numeric_measures
from harness.results.directory import read_results
from harness.results.score_tables import score_tables
from harness.workflows.evaluate import run
from harness.workflows.runs import Progress


@dataclass(frozen=True, eq=False)
class Target:
    """An evaluation that is ready to be compared.

    ``problems`` say why runs were not evaluated, a text each.
    """

    name: str
    comparison: Comparison
    problems: tuple[str, ...] = ()


def read_target(
    place: str | os.PathLike[str],
    *,
    measures: Sequence[str] = (),
    baselines: Sequence[str] = (),
    topics: str | None = None,
    every_measure: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Target:
    """Read a directory of results, or evaluate the task of a YAML file; nothing is written.

    The key ``compare`` of a task says how its runs are compared; what is given here comes before
    it, and None leaves a key as it is. Of a task only the named measures are computed, which need
    not be among its own; of a directory they must be there. ``every_measure`` takes all of the
    task's where none is named, whatever its key says. Raises `HarnessError` with what is wrong.
    """
    given = {name: value for name, value in options.items() if value is not None}
    given["threads"] = threads or default_threads()
    if Path(place).is_dir():
        return _of_results(place, CompareSettings(), measures, baselines, topics, given)
    task = load_task(place)
    settings = task.compare
    chosen = settings.options(**given)  # wrong options are refused before runs are read
    asked = list(measures or (() if every_measure else settings.measures))
    if asked:
        task = replace(task, measures=numeric_measures(asked, task.measures))
    evaluation = run(task, threads=threads, progress=progress)
    policy = topics or settings.topics
    tables = tuple(
        ScoreTable.of(evaluation.scores, measure, topics=policy)
        for measure in evaluation.scores.measures
    )
    named = tuple(table.measure for table in tables) if asked else ()
    based = tuple(baselines or settings.baselines)
    problems = [str(problem) for one in evaluation.refused for problem in one.problems]
    return Target(task.name, Comparison(tables, chosen, based, named), tuple(problems))


def _of_results(
    place: str | os.PathLike[str],
    settings: CompareSettings,
    measures: Sequence[str],
    baselines: Sequence[str],
    topics: str | None,
    given: dict[str, Any],
) -> Target:
    chosen = settings.options(**given)
    results = read_results(place)
    policy = topics or settings.topics
    tables = score_tables(results, list(measures) or None, topics=policy)
    named = tuple(table.measure for table in tables) if measures else ()
    refused = results.manifest.get("refused", ())
    problems = [problem for one in refused for problem in one["problems"]]
    comparison = Comparison(tables, chosen, tuple(baselines), named)
    return Target(results.manifest.get("task", ""), comparison, tuple(problems))
