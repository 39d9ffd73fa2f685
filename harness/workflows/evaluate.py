"""The way of an evaluation on one page: a task becomes an `Evaluation`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import polars as pl

from harness.config import ALL_TOPICS, Task, load_task
from harness.config.subsets import Subset, find_subsets
from harness.core.arrays import Floats
from harness.core.errors import (
    ConfigError,
    EvaluationError,
    Problem,
    nearest,
)
from harness.core.identity import require_unique_names
from harness.core.model import Topics
from harness.core.notes import Note
from harness.diagnosis import Observing, Rankings, Relevant, RunRanking, observe
from harness.evaluation.curves import Curves, precision_recall_curves
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.scores import RunScores, Scores
from harness.evaluation.scoring import (
    Rules,
    join_run,
    order_run,
    prepare_measures,
    score_judged,
    unlikely,
)
from harness.measures import AnyMeasure
from harness.results.caveats import evaluation_notes
from harness.results.directory import TOPICS, Results
from harness.results.manifest import build_manifest, describe_coverage
from harness.results.tables import curves_table, scores_table, summary_table, topics_table
from harness.workflows.inputs import Inputs, read_inputs
from harness.workflows.runs import Progress, Refused, TaskRun, refusal, runs_of_task


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What every run of a task is evaluated with."""

    task: Task
    judged: JudgedTopics
    measures: tuple[AnyMeasure, ...]
    rules: Rules
    relevant: Relevant
    observing: Observing | None


@dataclass(frozen=True, slots=True)
class EvaluatedRun:
    """One run's scores and curves, what the manifest says about its file, what was kept of it."""

    scores: RunScores
    curves: Curves
    file: Mapping[str, Any]
    ranking: RunRanking | None = None


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Everything that follows from a task.

    ``refused`` are the runs with errors, which are not evaluated. ``groups`` maps the runs that
    have one to their group; ``subsets`` starts with all judged topics; ``curves`` [R] are in the
    order of the runs. ``judged_topics`` are their texts and judgments, as `topics_table` has them.
    """

    task: Task
    topics: Topics
    scores: Scores
    groups: Mapping[str, str]
    subsets: tuple[Subset, ...]
    curves: tuple[Curves, ...]
    manifest: Mapping[str, Any]
    refused: tuple[Refused, ...] = ()
    rankings: Rankings | None = None
    judged_topics: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=TOPICS))

    def summarise(self, kind: str | None = None, subset: str = ALL_TOPICS) -> Floats:
        """One number for each run and measure over a subset, as `Scores.summarise` [R, M].

        Raises `EvaluationError` for an unknown kind or subset.
        """
        judged = {one.name: one.judged for one in self.subsets}
        if subset not in judged:
            hint = nearest(subset, judged) or f"there are {', '.join(judged)}"
            raise EvaluationError(Problem(f"there is no subset {subset!r}", hint=hint))
        return self.scores.summarise(kind, set(judged[subset]) & set(self.scores.topics))

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader of the numbers must know; the manifest has the same."""
        return tuple(map(Note.of, self.manifest["notes"]))

    def results(self) -> Results:
        """The same as tables, ready to be written."""
        return Results(
            scores_table(self.scores, self.groups),
            summary_table(self.scores, self.groups, self.subsets, self.task.summaries),
            curves_table(self.curves, self.groups),
            self.manifest,
            self.judged_topics,
        )


def run(
    task: Task | str | os.PathLike[str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    observing: Observing | None = None,
) -> Evaluation:
    """Evaluate a task, or that of a file: read, judge and score every run, summarise, describe.

    With ``observing`` the result also has ``rankings``: what the runs retrieved, as far as reports
    show it.

    A run with errors (a file that cannot be read, documents retrieved twice, no topic in common
    with the judgments; whatever the key ``check`` makes an error and no repair settles) is not
    evaluated, which the result says. The result does not depend on ``threads``. Raises
    `HarnessError` with all problems of the topics, judgments and subsets, or else with those of all
    runs together when none is left or two have one name.
    """
    if not isinstance(task, Task):
        task = load_task(task)
    inputs = read_inputs(task)
    judged = JudgedTopics(inputs.qrels)
    subsets = all_subsets(task, inputs.topics, judged.topics)
    rules = task.rules(inputs.collection_size)
    prepared = Prepared(
        task,
        judged,
        prepare_measures(task.measures, rules),
        rules,
        Relevant.of(inputs.qrels, judged, rules.relevance_level),
        _ready(observing, rules),
    )
    evaluated, refused = evaluate_runs(prepared, inputs, threads=threads, progress=progress)
    scores = Scores.of([one.scores for one in evaluated], rules.dialect.name)
    groups = {one.scores.run: one.file["group"] for one in evaluated if one.file["group"]}
    curves = tuple(one.curves for one in evaluated)
    manifest = describe(task, inputs, rules, evaluated, refused, subsets)
    rankings = _rankings(prepared, evaluated)
    described = topics_table(inputs.topics, inputs.qrels, rules.relevance_level)
    return Evaluation(
        task, inputs.topics, scores, groups, subsets, curves, manifest, refused, rankings, described
    )


def _ready(observing: Observing | None, rules: Rules) -> Observing | None:
    """What is to be observed, its measure ready for the rules."""
    if observing is None or observing.measure is None:
        return observing
    return replace(observing, measure=prepare_measures([observing.measure], rules)[0])


def _rankings(prepared: Prepared, evaluated: Sequence[EvaluatedRun]) -> Rankings | None:
    observing = prepared.observing
    if observing is None:
        return None
    kept = tuple(one.ranking for one in evaluated if one.ranking is not None)
    level = prepared.rules.relevance_level
    return Rankings(prepared.judged.topics, prepared.relevant, kept, observing.depth, level)


def all_subsets(task: Task, topics: Topics, judged: tuple[str, ...]) -> tuple[Subset, ...]:
    """All topics as a subset, then those that the task asks for."""
    subsets, problems = find_subsets(task, topics, judged)
    if problems:
        raise ConfigError(problems)
    return Subset(ALL_TOPICS, None, judged), *subsets


def evaluate_runs(
    prepared: Prepared,
    inputs: Inputs,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[tuple[EvaluatedRun, ...], tuple[Refused, ...]]:
    """The runs of the task that can be evaluated, and those that cannot, in its order.

    Raises `EvaluationError` with the problems of all when none can, or two have one name.
    """
    evaluated: list[EvaluatedRun] = []
    refused: list[Refused] = []
    work = partial(_evaluate, prepared=prepared)
    outcomes = runs_of_task(
        prepared.task,
        work,
        topics=inputs.topics,
        known=inputs.known,
        threads=threads,
        progress=progress,
    )
    for outcome in outcomes:
        if isinstance(outcome, EvaluatedRun):
            evaluated.append(outcome)
        else:
            refused.append(outcome)
    if not evaluated:
        raise refusal(refused, len(refused), prepared.task)
    require_unique_names((one.scores.run, one.file["path"]) for one in evaluated)
    return tuple(evaluated), tuple(refused)


def describe(
    task: Task,
    inputs: Inputs,
    rules: Rules,
    evaluated: Sequence[EvaluatedRun],
    refused: Iterable[Refused],
    subsets: tuple[Subset, ...],
) -> dict[str, Any]:
    """The manifest: what the numbers rest on."""
    runs = [
        {"name": one.scores.run, **one.file, **describe_coverage(one.scores.coverage)}
        for one in evaluated
    ]
    named = {subset.name: subset.judged for subset in subsets}
    manifest = build_manifest(
        task, inputs.topics, inputs.judgments, rules, runs, named, known=inputs.known
    )
    manifest["refused"] = [
        {
            "name": one.name,
            "path": one.path,
            "group": one.group,
            "problems": [
                str(problem).replace(str(task.place(one.path)), one.path)
                for problem in one.problems
            ],
        }
        for one in refused
    ]
    names, covers = zip(*((one.scores.run, one.scores.coverage) for one in evaluated), strict=True)
    manifest["notes"] = [note.record() for note in evaluation_notes(names, covers, manifest)]
    return manifest


def _evaluate(checked: TaskRun, prepared: Prepared) -> EvaluatedRun:
    """One run from its ranking to its scores."""
    task, rules, observing = prepared.task, prepared.rules, prepared.observing
    ordered = order_run(checked.run, prepared.judged, rules)
    joined = join_run(ordered, prepared.judged, rules)
    scores = score_judged(joined, prepared.measures, rules)
    curves = precision_recall_curves(
        joined,
        rel=rules.relevance_level,
        levels=task.curves.recall_levels,
        cutoffs=task.curves.cutoffs,
    )
    ranking = None
    if observing is not None:
        ranking = observe(ordered, joined, prepared.relevant, observing, rules)
    unlike = unlikely(checked.run, prepared.judged, scores.coverage)
    path = checked.facts["path"]
    doubts = [note.about(task.place(path), path).record() for note in unlike]
    facts = {**checked.facts, "warnings": [*checked.facts["warnings"], *doubts]}
    return EvaluatedRun(scores, curves, facts, ranking)
