"""The workflow from a task, or a directory of results, to a `Report` and its pages."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from pydantic import ValidationError

from harness.comparison import Comparison, Options
from harness.config import ALL_TOPICS, Task
from harness.core.errors import EvaluationError, InputError, Problem
from harness.core.execution import Execution, Workers
from harness.core.notes import Note
from harness.core.texts import Texts
from harness.diagnosis import DEPTH, Rankings, RetentionOptions
from harness.evaluation.views import find_main_measure
from harness.formats.unfinished import atomic_write
from harness.inputs.chosen_runs import task_with, with_measures
from harness.inputs.prepared import prepare, read_task_texts
from harness.inputs.reading import Progress
from harness.inputs.runs import Outcome, list_refused, refuse_runs, warn_about_refused
from harness.report.report import Report
from harness.results.directory import Results, read_results
from harness.settings.compare import CompareSettings
from harness.settings.task import ReportSettings
from harness.workflows.compare import read_options
from harness.workflows.evaluate import Evaluation, evaluate
from harness.workflows.given import make_tables

#: The information on documents that a report needs.
Needs: TypeAlias = Literal["documents", "rankings", "scores"]

#: The most measures with leaderboards, unless some are named.
MOST_LEADERS = 10

#: The most first documents listed on a page, unless a depth is given.
MOST_DOCUMENTS = 35_000


def make_report(
    target: str | os.PathLike[str] | Task,
    runs: Sequence[str] = (),
    *,
    output: str | os.PathLike[str] | None = None,
    force: bool = False,
    backend: str | None = None,
    workers: Workers = None,
    scheduler: str | None = None,
) -> Report:
    """Make the report of a task, or of a directory of results.

    Parameters
    ----------
    target
        The YAML file of a task, which is evaluated in memory, a `Task`, or a directory.
    runs
        Runs in place of the task's own.
    output
        The file to write the page to, one HTML file.
    force
        Replace a file that is not such a page, or was changed.
    backend, workers, scheduler
        The workers; no number depends on them.

    Returns
    -------
    Report
        Tables, comparisons, curves and rankings, with figures. Runs with errors are left out, with
        a `HarnessWarning`.

    Raises
    ------
    HarnessError
        With every problem.

    Examples
    --------
    >>> print(str(make_report("configs/demo.yaml")).splitlines()[0])
    Report of demo: 9 runs
    """
    workers = Execution.of(workers, backend, scheduler)
    if output is not None:
        check_page(Path(output), force=force)  # before the runs are read
    if isinstance(target, Task):
        outcome = report_task(target, workers=workers)
    else:
        outcome = gather_report(target, runs, workers=workers)
    warn_about_refused(outcome)
    if output is not None:
        from harness.report.page import render_page

        put_page(render_page(outcome.value), Path(output))
    return outcome.value


def gather_report(
    target: str | os.PathLike[str],
    runs: Sequence[str] = (),
    *,
    workers: Workers = None,
    progress: Progress | None = None,
    needs: Needs = "documents",
    topics: str | None = None,
    measures: Sequence[str] = (),
    **settings: Any,
) -> Outcome[Report]:
    """Gather the report of a task, which is evaluated in memory, or of a directory of results.

    ``topics`` limits it to the topics of that subset, ``measures`` and ``runs`` replace the task's.
    ``settings`` override the task's key ``report``; None leaves a key unchanged. A directory has no
    rankings. The output ``needs`` the texts of "documents", the "rankings" without them, or
    "scores" alone, which is fastest. Raises `HarnessError` with every problem.
    """
    if not Path(target).is_dir():
        task = task_with(target, runs, report=settings, compare={"topics": topics})
        task = with_measures(task, measures)
        made = report_task(task, workers=workers, progress=progress, needs=needs)
        made = replace(made, value=replace(made.value, source=os.fspath(target)))
        return made if topics is None else replace(made, value=made.value.of_subset(topics))
    refuse_runs(target, runs)
    if measures:
        message = "a directory of results has the measures that it was made with"
        raise EvaluationError(Problem(message, str(target), hint="name the YAML file of the task"))
    given = {name: value for name, value in settings.items() if value is not None}
    results = read_results(target)
    own, about = _settings(results), results.facts.config.resolved.description
    if topics is not None:
        own = own.model_copy(update={"topics": topics})
    report = _compare(
        results,
        results,
        Options(**dict(own), workers=workers),
        tuple(map(results.label_of, own.measures)),
    )
    report = replace(report, description=about, source=os.fspath(target))
    report = _set_title(report, ReportSettings.of(**given))
    report = report if topics is None else report.of_subset(topics)
    return Outcome(report, report.name, list_refused(results.manifest))


def _set_title(report: Report, settings: ReportSettings) -> Report:
    """Apply settings to the report of a directory, with a note on those that need rankings."""
    absent = {"ROC curves": settings.roc, "first documents": settings.depth}
    notes = (
        Note("not-kept", f"no {what}: a directory of results has no rankings")
        for what, wanted in absent.items()
        if wanted
    )
    title = settings.title or report.title
    return replace(report, title=title, warnings=(*report.warnings, *notes))


def report_task(
    task: Task,
    *,
    workers: Workers = None,
    progress: Progress | None = None,
    needs: Needs = "documents",
) -> Outcome[Report]:
    """Evaluate a task and gather what its reports show; for ``needs`` see `gather_report`."""
    options = read_options(task, workers)
    wanted = RetentionOptions(
        depth=task.report.depth or DEPTH,
        measure=find_main_measure(task.measures),
        roc=task.report.roc,
    )
    retention = wanted if wanted.roc or needs != "scores" else None
    evaluation = evaluate(task, prepare(task), workers, progress, retention, hashed=False)
    scores = evaluation.scores
    labels = tuple(scores.labels[scores.column_of(name)] for name in options.measures)
    report = _compare(evaluation.results(), evaluation, options, labels)
    rankings = _limit_documents(evaluation.rankings, task)
    shown = _list_shown(rankings) if needs == "documents" else set()
    texts = read_task_texts(task, shown) if needs == "documents" else Texts([])
    report = replace(
        report,
        rankings=rankings,
        texts=texts,
        warnings=tuple(_note_texts(texts, shown)),
        text_length=task.report.text,
        title=task.report.title or task.name,
        description=task.description,
    )
    return Outcome(report, task.name, evaluation.refused, task)


def _note_texts(texts: Texts, wanted: Collection[str]) -> Iterator[Note]:
    """Yield notes on the texts of documents."""
    absent = len(set(wanted) - set(texts))
    if texts.source is not None and absent:
        text = f"no text of {absent} of the {len(wanted)} documents shown"
        numbers = {"documents": absent, "of": len(wanted)}
        yield Note("texts-missing", text, texts.source, numbers=numbers)
    yield from texts.warnings


def _settings(results: Results) -> CompareSettings:
    """Return the settings of comparison of a directory's task."""
    given = (results.facts.config.given or {}).get("compare", {})
    try:
        return CompareSettings.model_validate(given)
    except ValidationError:  # of another version
        return CompareSettings()


def _compare(
    results: Results, scores: Results | Evaluation, options: Options, labels: tuple[str, ...]
) -> Report:
    """Return the report with the comparison of its scores, or the reason for none."""
    try:
        tables, why = (
            make_tables(scores, topics=options.topics),
            "no measure has numbers to compare",
        )
    except EvaluationError as error:
        tables, why = (), str(error.problems[0])
    subset = options.topics if options.topics in results.facts.subsets else ALL_TOPICS
    if not tables:
        return Report(results, not_compared=why, subset=subset)
    comparison = Comparison(tables, options, options.baselines, labels, as_is=True)
    return Report(results, comparison=comparison, leaders=_leaders(comparison), subset=subset)


def _leaders(comparison: Comparison) -> tuple[str, ...]:
    """Return the named measures, or the first ten that are no counts."""
    numbers = (table.measure for table in comparison.tables if table.summary != "sum")
    return comparison.named or tuple(islice(numbers, MOST_LEADERS))


def _limit_documents(rankings: Rankings | None, task: Task) -> Rankings | None:
    """Limit the first documents of rankings to what fits a page, unless the task sets a depth."""
    if rankings is None or task.report.depth:
        return rankings
    lists = max(1, len(rankings.runs) * len(rankings.topics))
    return rankings.cut(int(np.clip(MOST_DOCUMENTS // lists, 1, DEPTH)))


def _list_shown(rankings: Rankings | None) -> set[str]:
    """Return the documents whose texts a report shows."""
    if rankings is None:
        return set()
    return {doc for ranking in rankings.runs for doc in ranking.docs} | set(rankings.relevant.docs)


#: The mark near the beginning of every page of ours.
_MADE_HERE = b'<meta name="generator" content="harness '


def check_page(path: Path, *, force: bool) -> None:
    """Raise `InputError` for an existing file that is not an unchanged page of ours.

    By force any regular file is replaced, but no directory or pipe.
    """
    message, hint = "", None
    try:
        if path.exists() and not path.is_file():  # not opened: a pipe would wait for ever
            message = "this is not a regular file"
        elif path.exists() and not force:
            message, hint = _not_ours(path.read_bytes()), "--force replaces it"
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
    if message:
        raise InputError(Problem(message, str(path), hint=hint))


def _not_ours(content: bytes) -> str:
    """Return the reason why a file must not be replaced; empty for an unchanged page."""
    if _MADE_HERE not in content[:4096]:
        return "the file exists, and is not a page of this kind"
    page, _, last = content.removesuffix(b"\n").rpartition(b"\n")
    if last != _seal(page + b"\n"):
        return "the page was changed since it was written"
    return ""


def _seal(page: bytes) -> bytes:
    """Return the last line of a page: a comment that shows whether it is unchanged."""
    return f"<!-- sha256 {hashlib.sha256(page).hexdigest()} -->".encode()


def put_page(text: str, path: Path) -> None:
    """Write a page in one piece, and make its directory if needed."""
    page = text.encode() if text.endswith("\n") else text.encode() + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the directory cannot be made: {error.strerror}"
        raise InputError(Problem(message, str(path.parent))) from None
    atomic_write(str(path), page + _seal(page) + b"\n")
