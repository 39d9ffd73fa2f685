"""Runs, given as values or files → where they lose, with the texts of topics and documents."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias, Unpack

from harness.config import ALL_TOPICS
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Execution
from harness.core.locations import is_path
from harness.core.texts import DocumentText, Topic
from harness.diagnosis import (
    DEPTH,
    Rankings,
    Relevant,
    RetentionOptions,
    RunRanking,
    summarise_ranking,
)
from harness.evaluation.curves import Curves, curve_rows, curves_by_subset
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.views import main_of_documents, require_documents
from harness.formats.texts import read_texts
from harness.formats.topics import read_topics
from harness.report.run_diagnosis import RunDiagnosis
from harness.settings.names import CURVE_CUTOFFS, RECALL_LEVELS
from harness.workflows.evaluator import Evaluator
from harness.workflows.given import (
    JudgmentOptions,
    MeasureLike,
    Path,
    QrelsLike,
    RunsLike,
    opened_runs,
    refuse_options,
)
from harness.workflows.read_blocks import TaskRun
from harness.workflows.reading import Reading, all_or_raise

#: Texts by identifier: plain, or records of topics and documents; a path, or a dataset.
TextsLike: TypeAlias = "Path | Mapping[str, Any] | Any"


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
    """Find where runs lose by one measure, and the documents that explain it.

    `harness.diagnose` does this for a task file, as a report.

    Parameters
    ----------
    qrels, runs
        As `harness.score` takes them.
    measure
        The measure; the first of the usual ones that is no count if None.
    topics
        The texts of topics: ``{topic: text}``, a path, or a dataset of ir_datasets.
    documents
        The texts of documents: ``{document: text}``, or fields by name; a path, or a dataset of
        ir_datasets. Those are looked up that runs have first, and the relevant ones.
    keep
        So many first documents of each topic are kept.
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
        With the problems of judgments, runs and texts, and for a measure that is not of documents.

    Examples
    --------
    >>> texts = {"a": "On oysters", "b": {"title": "Harbours", "text": "Of the sea."}}
    >>> found = diagnose_runs({"1": {"a": 1, "b": 0}}, {"x": {"1": ["b", "a"]}}, documents=texts)
    >>> found.first("x", "1").to_frame("polars").rows()
    [(1, 'b', 0, 'Harbours'), (2, 'a', 1, 'On oysters')]
    """
    refuse_options(diagnose_runs, options, JudgmentOptions)
    given = opened_runs(runs)
    evaluator = Evaluator(qrels, measure, **options)
    chosen = main_of_documents(evaluator.prepared.measures)
    if measure is None and chosen is not None:
        evaluator = Evaluator(qrels, chosen, **options)
    prepared = evaluator.prepared
    (ready,) = prepared.measures
    require_documents([ready], "a diagnosis")
    rules, judged = prepared.rules, prepared.judged
    relevant = Relevant.of(prepared.inputs.qrels.documents, judged, rules.relevance_level)
    kept = RetentionOptions(depth=keep, measure=ready)
    # Of a sample there are no curves: they would take it for all judgments.
    sampled = prepared.inputs.qrels.sample_note is not None
    levels = () if sampled else RECALL_LEVELS
    cutoffs = () if sampled else CURVE_CUTOFFS

    def observed(read: TaskRun) -> tuple[RunRanking, tuple[Curves, ...]]:
        ordered = order_run(read.run, judged, rules)
        joined = join_run(ordered, judged, rules)
        ranking = summarise_ranking(ordered, joined, relevant, kept, rules)
        rows = curve_rows(joined, rules.relevance_level, levels, cutoffs)
        subsets = {ALL_TOPICS: joined.topics}
        return ranking, tuple(
            curves_by_subset(read.run.name, joined.topics, rows, levels, cutoffs, subsets)
        )

    scores = evaluator.score_runs(given, Execution.of(None))
    reading = Reading(
        known=prepared.inputs.known,
        ranks=rules.dialect.by_rank,
        ignore_identical=options.get("ignore_identical", False),
    )
    made = all_or_raise(reading.each(given, observed, workers=Execution.of(None)))
    rankings = Rankings(
        judged.topics, relevant, tuple(each for each, _ in made), keep, rules.relevance_level
    )
    wanted = {doc for each in rankings.runs for doc in each.docs} | set(relevant.docs)
    return RunDiagnosis(
        scores,
        rankings,
        tuple(curve for _, curves in made for curve in curves),
        _topics(topics),
        _documents(documents, wanted),
    )


def _topics(given: Any) -> Mapping[str, Topic]:
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


def _documents(given: Any, wanted: Collection[str]) -> Mapping[str, DocumentText]:
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
