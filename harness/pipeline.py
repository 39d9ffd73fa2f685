"""The way of the data on one page: a task becomes an `Evaluation`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from harness.arrays import Floats
from harness.config import ALL_TOPICS, RunFile, Task, load_task
from harness.curves import Curves, precision_recall_curves
from harness.datasets import documents_count, load_qrels, load_topics
from harness.errors import (
    ConfigError,
    EvaluationError,
    HarnessError,
    InputError,
    Problem,
    nearest,
)
from harness.execution import map_ordered
from harness.formats.qrels import read_qrels
from harness.formats.runs import locate_duplicates, read_run
from harness.formats.topics import read_topics
from harness.measures import AnyMeasure
from harness.model import Qrels, Topics
from harness.ranking import DuplicateDocumentsError, JudgedTopics
from harness.results.directory import Results
from harness.results.manifest import build_manifest, describe_coverage, fingerprint, portable
from harness.results.tables import curves_table, scores_table, summary_table
from harness.scores import RunScores, Scores
from harness.scoring import Rules, judge_run, prepare_measures, score_judged
from harness.subsets import Subset, find_subsets

T = TypeVar("T")

#: The columns of judgments that an evaluation uses.
_GRADED = ("topic", "doc", "grade")

#: Called after each run with the number of runs done and of all runs.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a task names, read: everything but the runs."""

    topics: Topics
    qrels: Qrels
    collection_size: int = 0


@dataclass(frozen=True, slots=True)
class EvaluatedRun:
    """One run's scores and curves, and what the manifest says about its file."""

    scores: RunScores
    curves: Curves
    file: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Everything that follows from a task.

    ``groups`` maps the runs that have one to their group; ``subsets`` starts with all judged
    topics; ``curves`` [R] are in the order of the runs.
    """

    task: Task
    topics: Topics
    scores: Scores
    groups: Mapping[str, str]
    subsets: tuple[Subset, ...]
    curves: tuple[Curves, ...]
    manifest: Mapping[str, Any]

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
        )


def run(
    task: Task | str | os.PathLike[str],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Evaluate a task, or that of a file: read, judge and score every run, summarise, describe.

    The result does not depend on ``threads``. Raises `HarnessError` with all problems of the
    topics, judgments and subsets, or else with those of all runs together: files that cannot be
    read, documents retrieved twice, no topic in common with the judgments, one name for two runs.
    """
    if not isinstance(task, Task):
        task = load_task(task)
    inputs = read_inputs(task)
    judged = JudgedTopics(inputs.qrels)
    subsets = all_subsets(task, inputs.topics, judged.topics)
    rules = task.rules(inputs.collection_size)
    measures = prepare_measures(task.measures, rules)
    evaluated = evaluate_runs(task, judged, measures, rules, threads=threads, progress=progress)
    scores = Scores.of([one.scores for one in evaluated], rules.dialect.name)
    groups = {one.scores.run: one.file["group"] for one in evaluated if one.file["group"]}
    curves = tuple(one.curves for one in evaluated)
    manifest = describe(task, inputs, rules, evaluated, subsets)
    return Evaluation(task, inputs.topics, scores, groups, subsets, curves, manifest)


def read_inputs(task: Task) -> Inputs:
    """The topics, judgments and collection size; all their problems together."""
    problems: list[Problem] = []
    topics = _tried(lambda: _read_topics(task), problems)
    qrels = _tried(lambda: _read_qrels(task), problems)
    size = _tried(lambda: _collection_size(task), problems)
    if topics is None or qrels is None or size is None:
        raise EvaluationError(problems)
    if topics and topics.keys().isdisjoint(qrels.topics):
        raise EvaluationError(_nothing_in_common(topics, qrels))
    return Inputs(topics, qrels, size)


def all_subsets(task: Task, topics: Topics, judged: tuple[str, ...]) -> tuple[Subset, ...]:
    """All topics as a subset, then those that the task asks for."""
    subsets, problems = find_subsets(task, topics, judged)
    if problems:
        raise ConfigError(problems)
    return Subset(ALL_TOPICS, None, judged), *subsets


def evaluate_runs(
    task: Task,
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[EvaluatedRun, ...]:
    """Every run of the task, in its order; `EvaluationError` with the problems of all of them.

    A run is read, scored and forgotten before its place in memory goes to another one.
    """
    work = partial(_evaluate, task=task, judged=judged, measures=measures, rules=rules)
    evaluated: list[EvaluatedRun] = []
    problems: list[Problem] = []
    for done, outcome in enumerate(map_ordered(work, task.runs, threads), start=1):
        if isinstance(outcome, EvaluatedRun):
            evaluated.append(outcome)
        else:
            problems += outcome.problems
        if progress is not None:
            progress(done, len(task.runs))
    problems += _same_names(evaluated)
    if problems:
        raise EvaluationError(problems)
    return tuple(evaluated)


def describe(
    task: Task,
    inputs: Inputs,
    rules: Rules,
    evaluated: Iterable[EvaluatedRun],
    subsets: tuple[Subset, ...],
) -> dict[str, Any]:
    """The manifest: what the numbers rest on."""
    runs = [
        {"name": one.scores.run, **one.file, **describe_coverage(one.scores.coverage)}
        for one in evaluated
    ]
    named = {subset.name: subset.judged for subset in subsets}
    return build_manifest(task, inputs.topics, inputs.qrels, rules, runs, named)


def _evaluate(
    file: RunFile,
    *,
    task: Task,
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
) -> EvaluatedRun | HarnessError:
    """One run from its file to its scores; an error is returned, so that others go on."""
    place = task.place(file.path)
    try:
        found = fingerprint(place, file.path)
        ranked = read_run(place, name=file.name, format=file.format)
        joined = judge_run(ranked, judged, rules)
        scores = score_judged(joined, measures, rules)
        curves = precision_recall_curves(
            joined,
            rel=rules.relevance_level,
            levels=task.curves.recall_levels,
            cutoffs=task.curves.cutoffs,
        )
    except DuplicateDocumentsError as error:
        return InputError(
            locate_duplicates(place, error.pairs, format=file.format) or error.problems
        )
    except HarnessError as error:
        return error
    said = portable(ranked.warnings, place, file.path)
    layout = ranked.details.get("format")
    described = {**found, "group": file.group, "format": layout, "warnings": said}
    return EvaluatedRun(scores, curves, described)


def _same_names(evaluated: Iterable[EvaluatedRun]) -> Iterator[Problem]:
    """A table with two runs of one name cannot be read; tags often are not unique."""
    first: dict[str, str] = {}
    for one in evaluated:
        name, path = one.scores.run, one.file["path"]
        if first.setdefault(name, path) != path:
            hint = "give it a name of its own: runs[].name or run_pattern"
            yield Problem(f"the run is called {name!r}, as is {first[name]}", path, hint=hint)


def _nothing_in_common(topics: Topics, qrels: Qrels) -> Problem:
    ours, theirs = ", ".join(list(topics)[:3]), ", ".join(qrels.topics[:3])
    hint = f"the topics have {ours}, …; the judgments have {theirs}, …"
    return Problem(f"no topic in common with {qrels.source}", topics.source, hint=hint)


def _read_topics(task: Task) -> Topics:
    source = task.topics
    if source is None:
        return Topics([])
    if source.dataset is not None:
        return load_topics(source.dataset)
    return read_topics(task.place(source.path or ""), format=source.format)


def _read_qrels(task: Task) -> Qrels:
    source = task.qrels
    if source.dataset is not None:
        qrels = load_qrels(source.dataset)
    else:
        qrels = read_qrels(task.place(source.path or ""), format=source.format)
    if (
        qrels.frame.width > len(_GRADED)
        and qrels.frame.select("topic", "doc").is_duplicated().any()
    ):
        further = ", ".join(name for name in qrels.frame.columns if name not in _GRADED)
        message = "a document is judged more than once in a topic, which a task cannot evaluate"
        raise InputError(Problem(message, qrels.source, hint=f"{qrels.format} has {further}"))
    return qrels


def _collection_size(task: Task) -> int:
    size = task.collection_size
    if size is None:
        return 0
    if size.dataset is not None:
        return documents_count(size.dataset)
    return size.documents or 0


def _tried(read: Callable[[], T], problems: list[Problem]) -> T | None:
    """What ``read`` returns; None, and its problems with the others, when it fails."""
    try:
        return read()
    except HarnessError as error:
        problems += error.problems
        return None
