"""From a task, or a directory of results, to a `Report`: everything that can be shown of it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from harness.comparison import Comparison, Options, ScoreTable
from harness.comparison.options import CompareSettings
from harness.config import Task, load_task
from harness.config.report import ReportSettings
from harness.core.errors import EvaluationError
from harness.core.model import Texts
from harness.core.parallel import default_threads
from harness.diagnosis import DEPTH, Observing, Rankings
from harness.report.report import Report
from harness.results.directory import Results, read_results
from harness.results.score_tables import score_tables
from harness.workflows.compare import options_of_task
from harness.workflows.evaluate import Evaluation, run
from harness.workflows.inputs import texts_of_task
from harness.workflows.runs import Progress

#: Leaderboards of up to so many runs are made for every measure, as their pairs are few.
FEW_RUNS = 40

#: A page lists at most so many first documents, unless a depth is asked for.
MOST_DOCUMENTS = 40_000


@dataclass(frozen=True, slots=True)
class Reported:
    """A report, and why runs are not in it, a text each."""

    report: Report
    problems: tuple[str, ...] = ()


def report_of(
    place: str | os.PathLike[str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    documents: bool = True,
    **settings: Any,
) -> Reported:
    """The report of a task, which is evaluated in memory, or of a directory of results.

    ``settings`` come before those of the task's key ``report``; None leaves a key as it is. Of a
    directory, what the runs retrieved is not known. Without ``documents`` no texts are read.
    Raises `HarnessError` with what is wrong.
    """
    if Path(place).is_dir():
        given = {name: value for name, value in settings.items() if value is not None}
        results = _of_results(read_results(place), threads or default_threads())
        return replace(results, report=_titled(results.report, ReportSettings.of(**given)))
    task = load_task(place, report=settings)
    return report_of_task(task, threads=threads, progress=progress, documents=documents)


def _titled(report: Report, settings: ReportSettings) -> Report:
    """The report of a directory as the settings want it, as far as that can be."""
    absent = {"ROC curves": settings.roc, "first documents": settings.depth}
    warnings = (
        f"no {what}: a directory of results does not know the rankings"
        for what, wanted in absent.items()
        if wanted
    )
    title = settings.title or report.title
    return replace(report, title=title, warnings=(*report.warnings, *warnings))


def report_of_task(
    task: Task,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    documents: bool = True,
) -> Reported:
    """Evaluate a task and gather what its reports show."""
    options = options_of_task(task, threads)
    wanted = Observing(
        depth=task.report.depth or DEPTH,
        measure=next((one for one in task.measures if one.summary not in ("sum", "text")), None),
        roc=task.report.roc,
    )
    evaluation = run(task, threads=threads, progress=progress, observing=wanted)
    tables, why = _tables(evaluation, task.compare.topics)
    scores = evaluation.scores
    named = tuple(scores.labels[scores.column_of(one)] for one in task.compare.measures)
    report = _report(evaluation.results(), tables, why, options, task.compare.baselines, named)
    rankings = _cut(evaluation.rankings, task)
    wanted_docs = _shown(rankings) if documents else set()
    texts = texts_of_task(task, wanted_docs) if documents else Texts([])
    report = replace(
        report,
        rankings=rankings,
        texts=texts,
        warnings=tuple(_of_texts(texts, wanted_docs)),
        text_length=task.report.text,
        title=task.report.title or task.name,
        description=task.description,
    )
    problems = [str(problem) for one in evaluation.refused for problem in one.problems]
    return Reported(report, tuple(problems))


def _of_texts(texts: Texts, wanted: Collection[str]) -> Iterator[str]:
    """What is to be said of the texts of documents."""
    absent = len(set(wanted) - set(texts))
    if texts.source is not None and absent:
        yield f"{texts.source}: no text of {absent} of the {len(wanted)} documents shown"
    yield from texts.warnings


def _settings(results: Results) -> CompareSettings:
    """How the task of a directory says that runs are compared."""
    given = (results.manifest.get("config", {}).get("given") or {}).get("compare", {})
    try:
        return CompareSettings.model_validate(given)
    except ValidationError:  # of another version
        return CompareSettings()


def _of_results(results: Results, threads: int) -> Reported:
    settings = _settings(results)
    try:
        tables, why = score_tables(results, topics=settings.topics), ""
    except EvaluationError as error:
        tables, why = (), str(error.problems[0])
    options = Options(**dict(settings), threads=threads)
    named = tuple(one for one in settings.measures if one in results.measures)
    report = _report(results, tables, why, options, settings.baselines, named)
    refused = results.manifest.get("refused", ())
    problems = [problem for one in refused for problem in one["problems"]]
    description = results.manifest.get("config", {}).get("resolved", {}).get("description", "")
    return Reported(replace(report, description=description), tuple(problems))


def _tables(evaluation: Evaluation, topics: str) -> tuple[tuple[ScoreTable, ...], str]:
    """The score tables of an evaluation, or why there are none."""
    scores = evaluation.scores
    try:
        return tuple(ScoreTable.of(scores, one, topics=topics) for one in scores.measures), ""
    except EvaluationError as error:
        return (), str(error.problems[0])


def _report(
    results: Results,
    tables: Sequence[ScoreTable],
    why: str,
    options: Options,
    baselines: tuple[str, ...] = (),
    named: tuple[str, ...] = (),
) -> Report:
    if not tables:
        return Report(results, not_compared=why or "no measure has numbers to compare")
    comparison = Comparison(tuple(tables), options, baselines, named)
    return Report(results, comparison=comparison, leaders=_leaders(comparison))


def _leaders(comparison: Comparison) -> tuple[str, ...]:
    """The measures that are named; all where there are few runs, else the first; no counts."""
    if comparison.named:
        return comparison.named
    tables = [table for table in comparison.tables if table.summary != "sum"]
    few = bool(tables) and len(tables[0].runs) <= FEW_RUNS
    return tuple(table.measure for table in (tables if few else tables[:1]))


def _cut(rankings: Rankings | None, task: Task) -> Rankings | None:
    """The rankings with as many first documents as fit a page, where the task does not say."""
    if rankings is None or task.report.depth:
        return rankings
    lists = max(1, len(rankings.runs) * len(rankings.topics))
    return rankings.cut(int(np.clip(MOST_DOCUMENTS // lists, 1, DEPTH)))


def _shown(rankings: Rankings | None) -> set[str]:
    """The documents whose texts a report shows."""
    if rankings is None:
        return set()
    return {doc for one in rankings.runs for doc in one.docs} | set(rankings.relevant.docs)
