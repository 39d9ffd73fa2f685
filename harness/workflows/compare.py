"""What is to be compared, read: a task, evaluated in memory, or a directory of results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.comparison import Comparison, Options, ScoreTable
from harness.config import Task, load_task
from harness.core.errors import EvaluationError, Problem
from harness.core.parallel import default_threads
from harness.measures import AnyMeasure, parse_measures
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
    every_measure: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Target:
    """Read a directory of results, or evaluate the task of a YAML file; nothing is written.

    The key ``compare`` of a task says how its runs are compared; what is given here comes before
    it, and None leaves a key as it is. Of a task only the named measures are computed, which need
    not be among its own; of a directory they must be there. ``every_measure`` takes all of the
    task's where none is named, whatever its key says. Raises `HarnessError` with what is wrong.
    """
    given = {name: value for name, value in settings.items() if value is not None}
    if Path(place).is_dir():
        options = Options(**given, baselines=tuple(baselines), threads=threads or default_threads())
        return _of_results(place, measures, options)
    task = load_task(place, compare=given)
    options = options_of_task(task, threads)
    asked = list(measures or (() if every_measure else options.measures))
    if asked:
        task = task.model_copy(update={"measures": _measures(asked, task)})
    evaluation = run(task, threads=options.threads, progress=progress)
    tables = tuple(
        ScoreTable.of(evaluation.scores, measure, topics=options.topics)
        for measure in evaluation.scores.measures
    )
    named = tuple(table.measure for table in tables) if asked else ()
    based = tuple(baselines or options.baselines)
    problems = [str(problem) for one in evaluation.refused for problem in one.problems]
    return Target(task.name, Comparison(tables, options, based, named), tuple(problems))


def options_of_task(task: Task, threads: int | None = None) -> Options:
    """What the runs of a task are compared with, on so many threads, or as many as it says."""
    threads = threads or task.execution.threads or default_threads()
    return Options(**dict(task.compare), threads=threads)


def _of_results(place: str | os.PathLike[str], measures: Sequence[str], options: Options) -> Target:
    results = read_results(place)
    tables = score_tables(results, list(measures) or None, topics=options.topics)
    named = tuple(table.measure for table in tables) if measures else ()
    refused = results.manifest.get("refused", ())
    problems = [problem for one in refused for problem in one["problems"]]
    comparison = Comparison(tables, options, options.baselines, named)
    return Target(results.manifest.get("task", ""), comparison, tuple(problems))


def _measures(asked: Sequence[str], task: Task) -> tuple[AnyMeasure, ...]:
    """The measures by their names; those of the task as it has them."""
    own = {measure.label: measure for measure in task.measures}
    found = [
        measure
        for name in asked
        for measure in ((own[name],) if name in own else parse_measures(name))
    ]
    texts = [measure.label for measure in found if measure.summary == "text"]
    if texts:
        raise EvaluationError(Problem(f"{label} is a text, which has no mean") for label in texts)
    return tuple(found)
