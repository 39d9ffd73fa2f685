"""The way of an evaluation on one page: a task becomes an `Evaluation`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import polars as pl

from harness.arrays import Floats
from harness.config import ALL_TOPICS, RunFile, Task, load_task
from harness.curves import Curves, precision_recall_curves
from harness.diagnosis import Observing, Rankings, Relevant, RunRanking, observe
from harness.errors import (
    ConfigError,
    EvaluationError,
    HarnessError,
    Problem,
    nearest,
)
from harness.execution import map_ordered
from harness.formats.runs import locate_duplicates
from harness.measures import AnyMeasure
from harness.model import Topics
from harness.pipeline.inputs import Inputs, read_checked, read_inputs
from harness.pipeline.requirements import requirements_of
from harness.ranking import DuplicateDocumentsError, JudgedTopics
from harness.results.directory import TOPICS, Results
from harness.results.manifest import build_manifest, describe_coverage, fingerprint, portable
from harness.results.tables import curves_table, scores_table, summary_table, topics_table
from harness.scores import RunScores, Scores
from harness.scoring import Rules, join_run, order_run, prepare_measures, score_judged
from harness.subsets import Subset, find_subsets
from harness.validation import Requirements

#: Called after each run with the number of runs done and of all runs.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What every run of a task is evaluated with."""

    task: Task
    judged: JudgedTopics
    measures: tuple[AnyMeasure, ...]
    rules: Rules
    requirements: Requirements | None
    relevant: Relevant
    observing: Observing | None


@dataclass(frozen=True, slots=True)
class EvaluatedRun:
    """One run's scores and curves, what the manifest says about its file, what was kept of it."""

    scores: RunScores
    curves: Curves
    file: Mapping[str, Any]
    ranking: RunRanking | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A run that is not evaluated, and why."""

    path: str
    group: str
    problems: tuple[Problem, ...]


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
        None if task.check is None else requirements_of(task, inputs.topics),
        Relevant.of(inputs.qrels, judged, rules.relevance_level),
        _ready(observing, rules),
    )
    evaluated, refused = evaluate_runs(prepared, threads=threads, progress=progress)
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
    prepared: Prepared, *, threads: int | None = None, progress: Progress | None = None
) -> tuple[tuple[EvaluatedRun, ...], tuple[Refused, ...]]:
    """The runs of the task that can be evaluated, and those that cannot, in its order.

    Raises `EvaluationError` with the problems of all when none can, or two have one name. A run is
    read, scored and forgotten before its place in memory goes to another one.
    """
    work = partial(_evaluate, prepared=prepared)
    files = prepared.task.runs
    evaluated: list[EvaluatedRun] = []
    refused: list[Refused] = []
    for done, outcome in enumerate(map_ordered(work, files, threads), start=1):
        if isinstance(outcome, EvaluatedRun):
            evaluated.append(outcome)
        else:
            refused.append(outcome)
        if progress is not None:
            progress(done, len(files))
    problems = list(_same_names(evaluated))
    if problems or not evaluated:
        problems += [problem for one in refused for problem in one.problems]
        raise EvaluationError(problems)
    return tuple(evaluated), tuple(refused)


def describe(
    task: Task,
    inputs: Inputs,
    rules: Rules,
    evaluated: Iterable[EvaluatedRun],
    refused: Iterable[Refused],
    subsets: tuple[Subset, ...],
) -> dict[str, Any]:
    """The manifest: what the numbers rest on."""
    runs = [
        {"name": one.scores.run, **one.file, **describe_coverage(one.scores.coverage)}
        for one in evaluated
    ]
    named = {subset.name: subset.judged for subset in subsets}
    manifest = build_manifest(task, inputs.topics, inputs.qrels, rules, runs, named)
    manifest["refused"] = [
        {
            "path": one.path,
            "group": one.group,
            "problems": portable(map(str, one.problems), task.place(one.path), one.path),
        }
        for one in refused
    ]
    return manifest


def _evaluate(file: RunFile, prepared: Prepared) -> EvaluatedRun | Refused:
    """One run from its file to its scores; what is wrong is returned, so that others go on."""
    task, rules, observing = prepared.task, prepared.rules, prepared.observing
    place = task.place(file.path)
    try:
        found = fingerprint(place, file.path)
        ranked, checked = read_checked(file, place, prepared.requirements)
        ordered = order_run(ranked, prepared.judged, rules)
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
    except DuplicateDocumentsError as error:
        problems = locate_duplicates(place, error.pairs, format=file.format)
        return Refused(file.path, file.group, tuple(problems) or error.problems)
    except HarnessError as error:
        return Refused(file.path, file.group, error.problems)
    said = portable(ranked.warnings, place, file.path)
    layout = ranked.details.get("format")
    described = {**found, "group": file.group, "format": layout, "warnings": said, **checked}
    return EvaluatedRun(scores, curves, described, ranking)


def _same_names(evaluated: Iterable[EvaluatedRun]) -> Iterator[Problem]:
    """A table with two runs of one name cannot be read; tags often are not unique."""
    first: dict[str, str] = {}
    for one in evaluated:
        name, path = one.scores.run, one.file["path"]
        if first.setdefault(name, path) != path:
            hint = "give it a name of its own: runs[].name or run_pattern"
            yield Problem(f"the run is called {name!r}, as is {first[name]}", path, hint=hint)
