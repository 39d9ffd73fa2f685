"""The workflow of an evaluation: from a task to an `Evaluation`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING, Any

from harness.config import ALL_TOPICS, Task, load_task
from harness.config.task import Subset, find_subsets
from harness.core.arrays import Floats
from harness.core.errors import look_up, some
from harness.core.execution import Execution, Workers
from harness.core.harmless import shown_path, visible
from harness.core.identity import require_unique_names
from harness.core.judged_run import JudgedRun
from harness.core.notes import Note
from harness.core.packages import pl, require_threads
from harness.core.texts import Topics
from harness.evaluation.curves import Curves, curve_rows, curves_by_subset
from harness.evaluation.ranking import OrderedRun, in_one_order
from harness.evaluation.run_scores import join_run, join_scores
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import RunScores, prepare_measures, score_judged
from harness.evaluation.views import build_batches
from harness.formats.remote import keep_copies
from harness.inputs.blocks import TaskRun
from harness.inputs.prepared import EvaluationSetup, Order, prepare
from harness.inputs.reading import Progress, RefusedRun
from harness.inputs.runs import identical_runs, map_runs, ranking_digest, split_accepted
from harness.results.directory import Results
from harness.results.manifest import build_manifest, evaluation_notes
from harness.results.tables import (
    curves_table,
    errors_table,
    scores_table,
    summary_table,
    topics_table,
)

if TYPE_CHECKING:
    from harness.diagnosis import Rankings, RelevantDocuments, RetentionOptions, RunRanking


@dataclass(frozen=True, slots=True)
class EvaluatedRun:
    """Evaluated run: its scores, its curves over each subset, facts of its file, kept ranking."""

    scores: RunScores
    curves: tuple[Curves, ...]
    file: Mapping[str, Any]
    ranking: RunRanking | None = None


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Evaluation of a task.

    Attributes
    ----------
    task, topics
        The evaluated task, and its topics.
    scores, refused, rankings
        The values of all runs without errors, the runs with errors, and the kept rankings.
    groups, subsets
        The group of each run that has one; the set of all judged topics, then the task's subsets.
    subset_curves
        The curves of each run, in order, over every subset with some of its topics.
    manifest
        The inputs, rules and versions behind the numbers, as in a directory of results.
    describe_topics
        The function behind ``judged_topics``.

    Examples
    --------
    >>> import harness
    >>> evaluation = harness.run("configs/demo.yaml")
    >>> evaluation.scores.runs[:2], evaluation.results().measures[:2]
    (('atlantic-bm25t', 'atlantic-bm25td'), ('AP', 'nDCG@10'))
    """

    task: Task
    topics: Topics
    scores: Scores
    groups: Mapping[str, str]
    subsets: tuple[Subset, ...]
    subset_curves: tuple[Curves, ...]
    manifest: Mapping[str, Any]
    describe_topics: Callable[[], pl.DataFrame]
    refused: tuple[RefusedRun, ...] = ()
    rankings: Rankings | None = None

    def __repr__(self) -> str:
        return f"{self._line()}\n{self.scores!r}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._line())}</p>{self.scores.face().html()}"

    def _line(self) -> str:
        refused = f"; refused: {some([run.name for run in self.refused])}" if self.refused else ""
        return f"Evaluation of {visible(self.task.name)}{refused}"

    def summarise(self, kind: str | None = None, subset: str = ALL_TOPICS) -> Floats:
        """Return one number for each run and measure; raises `EvaluationError` for unknown names.

        Parameters
        ----------
        kind, subset
            As in `Scores.summarise`, over a subset of the topics.

        Returns
        -------
        array
            [R, M].
        """
        judged = {known.name: known.judged for known in self.subsets}
        topics = set(look_up("subset", subset, judged)) & set(self.scores.topics)
        return self.scores.summarise(kind, topics)

    @property
    def curves(self) -> tuple[Curves, ...]:
        """The curves of the runs over all topics [R]."""
        return tuple(curves for curves in self.subset_curves if curves.subset == ALL_TOPICS)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes for readers of the numbers, as in the manifest."""
        return tuple(map(Note.of, self.manifest["notes"]))

    @cached_property
    def judged_topics(self) -> pl.DataFrame:
        """Texts and judgments of the judged topics, as from `topics_table`."""
        return self.describe_topics()

    def results(self) -> Results:
        """Return the evaluation as tables, ready to be written."""
        return Results(
            scores_table(self.scores, self.groups),
            summary_table(self.scores, self.groups, self.subsets, self.task.summaries),
            curves_table(self.subset_curves, self.groups),
            self.manifest,
            self.judged_topics,
            errors_table(self.scores),
        )


@keep_copies()
def run(
    task: Task | str | os.PathLike[str],
    *,
    backend: str | None = None,
    workers: Workers = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    retention: RetentionOptions | None = None,
) -> Evaluation:
    """Evaluate a task, or the task of a file: read, judge and score every run, summarise, describe.

    A run with errors (an unreadable file, documents retrieved twice, no topic in common with the
    judgments; anything that the key ``check`` makes an error and no repair mends) is refused, and
    the result names it. A run that could not be had fails the whole, unless inside
    `harness.keep_going`.

    Parameters
    ----------
    task
        A task, or its YAML file.
    backend, workers, scheduler
        The workers (`harness.core.execution.Execution`); no number depends on them.
    progress
        Function called with the number of runs done.
    retention
        The parts of the runs to keep: the result then has ``rankings``, as far as reports show
        them.

    Returns
    -------
    Evaluation
        Scores, curves, subsets, the manifest and its notes, and the runs that were refused.

    Raises
    ------
    HarnessError
        With all problems of the topics, judgments and subsets, or else of all runs if none is left
        or two have one name.

    Examples
    --------
    >>> evaluation = run("configs/demo.yaml")
    >>> evaluation.scores.values.shape  # runs, topics, measures
    (9, 15, 8)
    """
    execution = Execution.of(workers, backend, scheduler)
    if not isinstance(task, Task):
        task = load_task(task)
    return evaluate(task, prepare(task), execution, progress, retention)


def evaluate(
    task: Task,
    prepared: EvaluationSetup,
    workers: Workers,
    progress: Progress | None = None,
    retention: RetentionOptions | None = None,
    hashed: bool = True,
) -> Evaluation:
    """Evaluate the runs of a task with its prepared judgments, measures and rules.

    Unless ``hashed``, the manifest has no sizes and hashes of the files of runs.
    """
    require_threads()
    inputs, rules, judged = prepared.inputs, prepared.rules, prepared.judged
    subsets = find_subsets(task, inputs.topics, judged.topics)
    judged_of = {subset.name: subset.judged for subset in subsets}
    kept = None if retention is None else KeptRankings.of(retention, prepared)
    depth = None if kept is None else kept.retention.depth
    # A sample has no curves: they would treat it as complete judgments.
    sampled = inputs.qrels.sample_note is not None
    points = ((), ()) if sampled else (task.curves.recall_levels, task.curves.cutoffs)

    def observed(read: TaskRun, blocks: Sequence[Order]) -> EvaluatedRun:
        """Evaluate one run, from its rankings to its scores."""
        ordered = in_one_order(blocks, judged, depth or 0)
        joined = join_run(ordered, judged, rules)
        seen = build_batches(ordered, joined, judged, prepared.measures, rules)
        scores = score_judged(joined, prepared.measures, rules, seen)
        rows = curve_rows(joined, rules.relevance_level, *points)
        curves = tuple(curves_by_subset(scores.run, scores.topics, rows, *points, judged_of))
        ranking = None if kept is None else kept.ranking(ordered, joined)
        path = read.file.path
        unlike = prepared.unlikely(read, scores.coverage)
        doubts = [note.about(task.input(path), path).record() for note in unlike]
        warnings = [*read.facts["warnings"], *doubts]
        return EvaluatedRun(scores, curves, {**read.facts, "warnings": warnings}, ranking)

    work = prepared.ordering(observed, depth=depth)
    outcomes = map_runs(
        task,
        work,
        topics=inputs.topics,
        known=inputs.known,
        hashed=hashed,
        workers=workers,
        progress=progress,
    )
    evaluated, refused = split_accepted(outcomes, task)
    require_unique_names((run.scores.run, run.file["path"]) for run in evaluated)
    return Evaluation(
        task,
        inputs.topics,
        join_scores([run.scores for run in evaluated], rules.dialect.name),
        {run.scores.run: run.file["group"] for run in evaluated if run.file["group"]},
        subsets,
        tuple(curves for run in evaluated for curves in run.curves),
        describe(task, prepared, evaluated, refused, subsets),
        partial(
            topics_table,
            inputs.topics,
            inputs.qrels.documents,
            rules.relevance_level,
            junk=judged.judgments.junk,
        ),
        refused,
        None if kept is None else kept.rankings([run.ranking for run in evaluated]),
    )


def describe(
    task: Task,
    prepared: EvaluationSetup,
    evaluated: Iterable[EvaluatedRun],
    refused: Iterable[RefusedRun],
    subsets: tuple[Subset, ...],
) -> dict[str, Any]:
    """Return the manifest: the basis of the numbers."""
    inputs = prepared.inputs
    runs = [
        {"name": run.scores.run, **run.file, **run.scores.coverage.record()} for run in evaluated
    ]
    topics = {subset.name: subset.judged for subset in subsets}
    manifest = build_manifest(
        task, inputs.topics, inputs.judgments, prepared.rules, runs, topics, known=inputs.known
    )
    inputs.unchanged()  # hashes and values are of one content
    manifest["refused"] = [
        {
            "name": run.name,
            "path": run.path,
            "group": run.group,
            "problems": [
                str(problem).replace(shown_path(task.input(run.path)), run.path)
                for problem in run.problems
            ],
            **({"unavailable": True} if run.is_unavailable else {}),
        }
        for run in refused
    ]
    if same := _identical(task, prepared, evaluated):
        manifest["identical"] = same
    names, covers = zip(*((run.scores.run, run.scores.coverage) for run in evaluated), strict=True)
    manifest["notes"] = [note.record() for note in evaluation_notes(names, covers, manifest)]
    return manifest


def _identical(
    task: Task, prepared: EvaluationSetup, evaluated: Iterable[EvaluatedRun]
) -> list[dict[str, list[str]]]:
    """Return the runs with equal rankings, and their groups, among those with equal values."""
    runs = {run.scores.run: run for run in evaluated}
    files = {file.path: file for file in task.runs}

    def digest(name: str) -> str | None:
        chosen = [files[runs[name].file["path"]]]
        inputs = prepared.inputs
        read = map_runs(
            task,
            lambda read: ranking_digest(read.run),
            files=chosen,
            topics=inputs.topics,
            known=inputs.known,
            hashed=False,
        )
        return next((made for made in read if isinstance(made, str)), None)

    alike = (
        (name, (run.scores.topics, run.scores.values.tobytes(), str(run.scores.coverage.record())))
        for name, run in runs.items()
    )
    return [
        {"runs": same, "groups": sorted({runs[name].file["group"] for name in same} - {""})}
        for same in identical_runs(alike, digest)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class KeptRankings:
    """Part of each ranking that reports show; only it loads `harness.diagnosis`."""

    retention: RetentionOptions
    relevant: RelevantDocuments
    prepared: EvaluationSetup

    @classmethod
    def of(cls, retention: RetentionOptions, prepared: EvaluationSetup) -> KeptRankings:
        """Return the part to keep, with the measure prepared for the rules."""
        from harness.diagnosis import RelevantDocuments

        rules, judged = prepared.rules, prepared.judged
        if retention.measure is not None:
            retention = replace(retention, measure=prepare_measures([retention.measure], rules)[0])
        relevant = RelevantDocuments.of(
            prepared.inputs.qrels.documents, judged, rules.relevance_level
        )
        return cls(retention, relevant, prepared)

    def ranking(self, ordered: OrderedRun, joined: JudgedRun) -> RunRanking:
        """Return the part of one run."""
        from harness.diagnosis import summarise_ranking

        return summarise_ranking(
            ordered, joined, self.relevant, self.retention, self.prepared.rules
        )

    def rankings(self, runs: Iterable[RunRanking | None]) -> Rankings:
        """Return the parts of all runs together."""
        from harness.diagnosis import Rankings

        return Rankings(
            self.prepared.judged.topics,
            self.relevant,
            tuple(run for run in runs if run is not None),
            self.retention.depth,
            self.prepared.rules.relevance_level,
            self.prepared.judged.judgments.junk,
        )
