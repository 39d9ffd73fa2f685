"""Diagnose the losses of runs, of a task or given, and the effects of tied documents."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias, Unpack

from harness.config import ALL_TOPICS, Task
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Execution, Workers
from harness.core.identity import RunFile
from harness.core.locations import is_path
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.texts import DocumentText, Topic
from harness.diagnosis import (
    DEPTH,
    SEEN,
    RetentionOptions,
    RunRanking,
)
from harness.evaluation.curves import Curves, curve_rows, curves_by_subset
from harness.evaluation.judgments import JudgedTopics, KnownJudgments
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.ties.tie_report import TieReport, is_supported, tie_report
from harness.evaluation.views import find_main_measure, require_documents
from harness.formats.texts import read_texts
from harness.formats.topics import read_topics
from harness.inputs.blocks import TaskRun
from harness.inputs.chosen_runs import task_with
from harness.inputs.prepared import prepare, read_task_texts
from harness.inputs.reading import Progress, RunReader, all_or_raise
from harness.inputs.runs import Outcome, map_runs, split_accepted, warn_about_refused
from harness.measures import AnyMeasure, single_measure
from harness.report.report import Report
from harness.report.run_diagnosis import RunDiagnosis
from harness.results.manifest import repaired_note
from harness.settings.names import CURVE_CUTOFFS, RECALL_LEVELS
from harness.workflows.evaluate import KeptRankings, evaluate
from harness.workflows.evaluator import Evaluator
from harness.workflows.given import (
    JudgmentOptions,
    MeasureLike,
    PathLike,
    QrelsLike,
    RunsLike,
    open_runs,
    refuse_options,
)


def add_texts(diagnosed: Outcome[Report], runs: Iterable[str]) -> Report:
    """Add the texts of these runs' first documents, and of relevant ones, to the report.

    Only texts that the task has are added. Raises `HarnessError` as reading them does.
    """
    report, task = diagnosed.value, diagnosed.task
    rankings = report.rankings
    if rankings is None or task is None or task.documents is None:
        return report
    wanted = {doc for name in runs for doc in rankings.select_run(name).docs}
    return replace(report, texts=read_task_texts(task, wanted | set(rankings.relevant.docs)))


def diagnose(
    target: str | os.PathLike[str],
    runs: Sequence[str] = (),
    *,
    measure: str | None = None,
    depth: int = SEEN,
    backend: str | None = None,
    workers: Workers = None,
    scheduler: str | None = None,
) -> Report:
    """Find the losses of a task's runs by one measure, and the documents that explain them.

    `harness.diagnose_runs` does this for values in memory; `Scores` and `Results` are not enough:
    they lack the documents that runs retrieved.

    Parameters
    ----------
    target
        The YAML file of a task.
    runs
        Runs in place of the task's own.
    measure
        The measure, which need not be among the task's; None for the task's first that is no count.
    depth
        The number of documents of each topic to keep, at least 10.
    backend, workers, scheduler
        The workers; no number depends on them.

    Returns
    -------
    Report
        Its ``rankings`` hold the documents that every run retrieved; `harness.report.diagnosis`
        makes tables of it. Runs with errors are left out, with a `HarnessWarning`.

    Raises
    ------
    HarnessError
        With every problem.

    Examples
    --------
    >>> report = diagnose("configs/demo.yaml", measure="AP")
    >>> report.name, len(report.runs), report.rankings is None
    ('demo', 9, False)
    """
    if not is_path(target):
        message = f"{type(target).__name__} where the YAML file of a task is expected"
        hint = "harness.diagnose_runs takes judgments and runs"
        raise EvaluationError(Problem(message, hint=hint))
    workers = Execution.of(workers, backend, scheduler)
    outcome = diagnose_task(target, runs, measure=measure, depth=depth, workers=workers)
    warn_about_refused(outcome)
    return outcome.value


def diagnose_task(
    target: str | os.PathLike[str],
    runs: Sequence[str] = (),
    *,
    measure: str | None = None,
    depth: int = SEEN,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Outcome[Report]:
    """Evaluate the task of a YAML file by one measure, with rankings and losses of its runs.

    ``runs`` replace the task's own; nothing is written. The measure need not be among the task's;
    by default it is the task's first that is no count. ``depth`` documents of each topic are kept,
    at least 10. Raises `HarnessError` with every problem.
    """
    if Path(target).is_dir():
        message = "a directory of results does not say which documents the runs retrieved"
        raise EvaluationError(Problem(message, str(target), hint="name the YAML file of the task"))
    task = task_with(target, runs)
    chosen = _measure(measure, task)
    require_documents([chosen], "a diagnosis")
    wanted = RetentionOptions(depth=max(depth, SEEN), measure=chosen)
    only = task.model_copy(update={"measures": (chosen,)})
    evaluation = evaluate(only, prepare(only), workers, progress, wanted, hashed=False)
    report = Report(
        evaluation.results(),
        rankings=evaluation.rankings,
        text_length=task.report.text,
        title=task.report.title or task.name,
    )
    return Outcome(report, task.name, evaluation.refused, task)


def _measure(name: str | None, task: Task) -> AnyMeasure:
    """Return the measure with a name, from the task if it has it; by default the task's first."""
    if name is not None:
        return single_measure(name, task.measures)
    numbers = [measure for measure in task.measures if measure.summary != "text"]
    return find_main_measure(task.measures) or single_measure((numbers or task.measures)[0])


@dataclass(frozen=True, slots=True)
class TaskTies:
    """Ties in the runs of a task, and the ranges of measures over them.

    ``left_out`` are its measures without a closed form; ``repairs`` are notes on repairs.
    """

    reports: tuple[TieReport, ...]
    left_out: tuple[AnyMeasure, ...] = ()
    repairs: tuple[Note, ...] = ()


def report_task_ties(
    task: Task, cutoffs: Sequence[int], *, workers: Workers = None
) -> Outcome[TaskTies]:
    """Return a report of the ties of each checked run, by the task's measures with closed forms.

    Raises `EvaluationError` if no run can be used.
    """
    prepared = prepare(task)
    inputs, rules = prepared.inputs, prepared.rules
    supported = [measure for measure in prepared.measures if is_supported(measure)]

    def report(read: TaskRun) -> tuple[TieReport, Mapping[str, int]]:
        made = tie_report(read.run, prepared.judged, rules, measures=supported, cutoffs=cutoffs)
        return made, read.facts.get("repairs", {})

    outcomes = map_runs(
        task, report, topics=inputs.topics, known=inputs.known, hashed=False, workers=workers
    )
    accepted, refused = split_accepted(outcomes, task)
    ties = TaskTies(
        tuple(made for made, _ in accepted),
        tuple(measure for measure in prepared.measures if not is_supported(measure)),
        tuple(repaired_note(made.run, repaired) for made, repaired in accepted if repaired),
    )
    return Outcome(ties, task.name, refused, task)


def report_run_ties(
    paths: Iterable[str],
    qrels: Qrels | None,
    measures: Sequence[str],
    cutoffs: Sequence[int],
    rules: Rules,
    *,
    known: KnownJudgments | None = None,
    ignore_identical: bool = False,
    workers: Workers = None,
) -> list[TieReport]:
    """Return a report of each run file; without judgments it only counts documents.

    Documents ``known`` from earlier rounds are first removed from runs and judgments, and with
    ``ignore_identical`` documents with the identifier of their topic from the runs.
    """
    prepared = prepare_measures(measures, rules) if measures else ()
    if known is not None and qrels is not None:
        qrels = known.leave_judgments(qrels)
    judged = None if qrels is None else JudgedTopics(qrels)

    def report(read: TaskRun) -> TieReport:
        return tie_report(read.run, judged, rules, measures=prepared, cutoffs=cutoffs)

    files = [RunFile(path) for path in paths]
    reading = RunReader(known=known, ranks=rules.dialect.by_rank, ignore_identical=ignore_identical)
    return all_or_raise(reading.each(files, report, workers=workers))


#: Texts by identifier: plain, or records of topics and documents; a path, or a dataset.
TextsLike: TypeAlias = "PathLike | Mapping[str, Any] | Any"


def diagnose_runs(
    qrels: QrelsLike,
    runs: RunsLike,
    measure: MeasureLike | None = None,
    *,
    topics: TextsLike | None = None,
    documents: TextsLike | None = None,
    keep: int = DEPTH,
    **options: Unpack[JudgmentOptions],
) -> RunDiagnosis:
    """Find the losses of runs by one measure, and the documents that explain them.

    `harness.diagnose` does this for a task file, as a report.

    Parameters
    ----------
    qrels, runs
        As `harness.score` takes them.
    measure
        The measure; None for the first default measure that is no count.
    topics
        The texts of topics: ``{topic: text}``, a path, or a dataset of ir_datasets.
    documents
        The texts of documents: ``{document: text}``, or fields by name; a path, or a dataset of
        ir_datasets. Only the runs' first documents, and relevant ones, are looked up.
    keep
        The number of first documents of each topic to keep.
    options
        `harness.workflows.given.JudgmentOptions`.

    Returns
    -------
    RunDiagnosis
        `worst` topics, `missed` and `first` documents, each printed and as a frame; and
        ``plot.precision_recall()``.

    Raises
    ------
    HarnessError
        With the problems of judgments, runs and texts, and for a measure not of documents.

    Examples
    --------
    >>> texts = {"a": "On oysters", "b": {"title": "Harbours", "text": "Of the sea."}}
    >>> found = diagnose_runs({"1": {"a": 1, "b": 0}}, {"x": {"1": ["b", "a"]}}, documents=texts)
    >>> found.first("x", "1").to_frame("polars").rows()
    [(1, 'b', 0, 'Harbours'), (2, 'a', 1, 'On oysters')]
    """
    refuse_options(diagnose_runs, options, JudgmentOptions)
    given = open_runs(runs)
    evaluator = Evaluator(qrels, measure, **options)
    chosen = find_main_measure(evaluator.prepared.measures)
    if measure is None and chosen is not None:
        evaluator = Evaluator(qrels, chosen, **options)
    prepared = evaluator.prepared
    (ready,) = prepared.measures
    require_documents([ready], "a diagnosis")
    rules, judged = prepared.rules, prepared.judged
    kept = KeptRankings.of(RetentionOptions(depth=keep, measure=ready), prepared)
    # A sample has no curves: they would treat it as complete judgments.
    sampled = prepared.inputs.qrels.sample_note is not None
    levels = () if sampled else RECALL_LEVELS
    cutoffs = () if sampled else CURVE_CUTOFFS

    def observed(read: TaskRun) -> tuple[RunRanking, tuple[Curves, ...]]:
        ordered = order_run(read.run, judged, rules)
        joined = join_run(ordered, judged, rules)
        rows = curve_rows(joined, rules.relevance_level, levels, cutoffs)
        subsets = {ALL_TOPICS: joined.topics}
        return kept.ranking(ordered, joined), tuple(
            curves_by_subset(read.run.name, joined.topics, rows, levels, cutoffs, subsets)
        )

    scores = evaluator.score_runs(given, Execution.of(None))
    reading = RunReader(
        known=prepared.inputs.known,
        ranks=rules.dialect.by_rank,
        ignore_identical=options.get("ignore_identical", False),
    )
    made = all_or_raise(reading.each(given, observed, workers=Execution.of(None)))
    rankings = kept.rankings(each for each, _ in made)
    wanted = {doc for each in rankings.runs for doc in each.docs} | set(rankings.relevant.docs)
    return RunDiagnosis(
        scores,
        rankings,
        tuple(curve for _, curves in made for curve in curves),
        _topic_texts(topics),
        _document_texts(documents, wanted),
    )


def _topic_texts(given: Any) -> Mapping[str, Topic]:
    if given is None:
        return {}
    if is_path(given):
        return read_topics(given)
    if hasattr(given, "queries_iter"):
        given = {query.query_id: query.default_text() for query in given.queries_iter()}
    if not isinstance(given, Mapping):
        raise _no_texts(given, "topics")
    return {
        str(name): text if isinstance(text, Topic) else Topic(str(name), title=str(text))
        for name, text in given.items()
    }


def _document_texts(given: Any, wanted: Collection[str]) -> Mapping[str, DocumentText]:
    if given is None:
        return {}
    if is_path(given):
        return read_texts(given, wanted)
    if hasattr(given, "docs_store"):
        records = given.docs_store().get_many(sorted(wanted))
        return {doc: DocumentText.of(doc, record._asdict()) for doc, record in records.items()}
    if not isinstance(given, Mapping):
        raise _no_texts(given, "documents")
    there = ((doc, given[doc]) for doc in sorted(wanted) if doc in given)
    return {doc: _document(doc, text) for doc, text in there}


def _document(doc: str, given: Any) -> DocumentText:
    if isinstance(given, DocumentText):
        return given
    return DocumentText.of(doc, given if isinstance(given, Mapping) else {"text": str(given)})


def _no_texts(given: object, what: str) -> EvaluationError:
    hint = "{identifier: text}, a path, or a dataset of ir_datasets"
    return EvaluationError(Problem(f"{type(given).__name__} has no texts of {what}", hint=hint))
