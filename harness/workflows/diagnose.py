"""From a task to what its runs lose by one measure, and the documents that explain it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from harness.config import Task, load_task
from harness.core.errors import EvaluationError, Problem
from harness.diagnosis import SEEN, Observing
from harness.measures import AnyMeasure, parse_measure
from harness.report.report import Report
from harness.workflows.evaluate import run
from harness.workflows.inputs import texts_of_task
from harness.workflows.runs import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """A task that was evaluated by one measure, with what its runs retrieved and lose.

    ``problems`` say why runs were not evaluated, a text each.
    """

    task: Task
    report: Report
    problems: tuple[str, ...] = ()

    def with_texts(self, runs: Iterable[str]) -> Report:
        """The report with the texts of what these runs have first, and of the relevant documents.

        The texts are as far as the task has any. Raises `HarnessError` as reading them does.
        """
        rankings = self.report.rankings
        if rankings is None or self.task.documents is None:
            return self.report
        wanted = {doc for name in runs for doc in rankings.of_run(name).docs}
        return replace(
            self.report, texts=texts_of_task(self.task, wanted | set(rankings.relevant.docs))
        )


def observe_task(
    place: str | os.PathLike[str],
    *,
    measure: str | None = None,
    depth: int = SEEN,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Observed:
    """Evaluate the task of a YAML file by one measure; nothing is written.

    The measure is the task's first that is no count, unless another is named, which need not be
    among the task's. ``depth`` documents of each topic are kept, 10 at least. Raises `HarnessError`
    with what is wrong.
    """
    if Path(place).is_dir():
        message = "a directory of results does not say which documents the runs retrieved"
        raise EvaluationError(Problem(message, str(place), hint="name the YAML file of the task"))
    task = load_task(place)
    chosen = _measure(measure, task)
    wanted = Observing(depth=max(depth, SEEN), measure=chosen)
    only = task.model_copy(update={"measures": (chosen,)})
    evaluation = run(only, threads=threads, progress=progress, observing=wanted)
    report = Report(
        evaluation.results(),
        rankings=evaluation.rankings,
        text_length=task.report.text,
        title=task.report.title or task.name,
    )
    problems = [str(problem) for one in evaluation.refused for problem in one.problems]
    return Observed(task, report, tuple(problems))


def _measure(name: str | None, task: Task) -> AnyMeasure:
    """The measure of that name, as the task has it if it does; else the task's first."""
    own = {one.label: one for one in task.measures}
    if name is not None:
        found = own.get(name) or parse_measure(name)
    else:
        numbers = (one for one in task.measures if one.summary != "text")
        found = min(numbers, key=lambda one: one.summary == "sum", default=task.measures[0])
    if found.summary == "text":
        raise EvaluationError(Problem(f"{found.label} is a text, of which nothing can be lost"))
    return found
