"""Comparisons: of the runs of an evaluation, of two evaluations, and what is unjudged in them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack

from harness.comparison import Comparison, Options, ScoreTable
from harness.comparison.table import LONG
from harness.config import Task
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    Problem,
    all_or_errors,
    refuse,
    unknown,
)
from harness.core.execution import Execution, Workers
from harness.core.judged_run import JudgedRun
from harness.core.notes import Note, shortened
from harness.diff.differences import Differences, differences
from harness.evaluation.ranking import Ordered
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.unjudged import PairOrder, order_of, refuse_unbounded
from harness.formats.skipped import is_skip
from harness.measures import numeric_measures
from harness.results.directory import Results, read_results
from harness.results.tables import score_tables
from harness.settings.names import TOPIC_CHOICES
from harness.workflows.chosen_runs import task_with
from harness.workflows.evaluate import Evaluation, run
from harness.workflows.evaluator import refuse_options
from harness.workflows.inputs import prepare
from harness.workflows.reading import Progress, TaskRun
from harness.workflows.runs import Outcome, naming_refused, refused_in, runs_of_task, some_accepted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

#: What holds the scores of an evaluation.
HoldsScores: TypeAlias = (
    "Scores | Evaluation | Results | str | os.PathLike[str] | pd.DataFrame | pl.DataFrame"
    " | Mapping[str, Mapping[str, Any]]"
)


TestName: TypeAlias = Literal[
    "t",
    "randomisation",
    "wilcoxon",
    "sign",
    "bootstrap-t",
    "always-valid",
]
CorrectionName: TypeAlias = Literal[
    "none",
    "bonferroni",
    "holm",
    "hommel",
    "benjamini-hochberg",
    "benjamini-yekutieli",
    "joint",
    "tukey",
    "nemenyi",
]


class CompareOptions(TypedDict, total=False):
    """How runs are compared; `harness.settings.compare.CompareSettings` describes each.

    runs : sequence of str
        Some of the runs.
    topics : str
        ``"all"``: all runs must have the same topics; ``"common"``: those that all have; or the
        name of a subset of the evaluation.
    lower_is_better : str or sequence of str
        Measures, by their names, of which less is better.
    attributes : mapping
        What each run is made of, for `Comparison.components`; `Results` have those of the table of
        participants.
    """

    baselines: str | Sequence[str] | None
    runs: Sequence[str] | None
    topics: str
    lower_is_better: str | Sequence[str]
    attributes: Mapping[str, Mapping[str, str]] | None
    over_measures: bool
    simultaneous: bool
    alpha: float
    confidence: float
    samples: int | None
    seed: int
    equivalence: float
    standardise: Literal["none", "z", "normal", "linear", "empirical"]
    backend: str | None
    workers: Workers
    scheduler: str | None


#: Names by which other tools call tests.
_TESTS_ELSEWHERE = {
    "ttest": "t",
    "t-test": "t",
    "student": "t",
    "fisher": "randomisation",
    "permutation": "randomisation",
}


def compare(
    scores: HoldsScores,
    *,
    measures: str | Sequence[str] | None = None,
    baseline: str | Sequence[str] | None = None,
    test: TestName = "t",
    correction: CorrectionName | None = "holm",
    **options: Unpack[CompareOptions],
) -> Comparison:
    """Compare the runs of an evaluation: leaderboard, pairs, baselines, measures.

    Which values are better, and whether geometric means are compared, is what a measure of that
    name declares.

    Parameters
    ----------
    scores
        `Scores`, an `Evaluation`, the `Results` of a directory or its path, ``{run: {topic:
        value}}`` of one measure or ``{run: {topic: {measure: value}}}``, a pandas frame of one
        measure with a row a topic and a column a run, or a pandas or polars frame with the columns
        run, topic, measure and value (PyTerrier's name, qid, measure and value, too).
    measures
        Those to compare by, all unless named; for values of one measure, what it is called.
    baseline
        The run or runs that `Comparison.against` compares the others with, by all measures that
        are named, or by the first.
    test
        The test of two runs.
    correction
        What is done about many comparisons; None only where there is one: it was planned.
    options
        `CompareOptions`: runs, topics, lower_is_better, attributes, over_measures, simultaneous,
        alpha, confidence, samples, seed, equivalence, standardise; backend, workers,
        scheduler, on which no number depends.

    Raises
    ------
    EvaluationError
        With all that is wrong.

    Examples
    --------
    >>> values = {"x": {"1": 0.5, "2": 0.7, "3": 0.6}, "y": {"1": 0.4, "2": 0.3, "3": 0.5}}
    >>> pair = compare(values, measures="AP").pair("x", "y")
    >>> round(pair.difference, 4), round(pair.p, 4)
    (0.2, 0.1835)
    """
    refuse_options(compare, options, CompareOptions)
    given: dict[str, Any] = dict(options)
    if test in _TESTS_ELSEWHERE:
        hint = f"here it is called {_TESTS_ELSEWHERE[test]}"
        raise EvaluationError(Problem(f"unknown test {test!r}", hint=hint))
    names = [measures] if isinstance(measures, str) else None if measures is None else [*measures]
    chosen = baseline if baseline is not None else given.pop("baselines", None)
    based = (chosen,) if isinstance(chosen, str) else tuple(chosen or ())
    if isinstance(scores, str | os.PathLike):
        scores = read_results(scores)
    work = Execution.of(
        given.pop("workers", 1), given.pop("backend", None), given.pop("scheduler", None)
    )
    runs, topics = given.pop("runs", None), given.pop("topics", "all")
    attributes, lower = given.pop("attributes", None), given.pop("lower_is_better", ())
    given.pop("baselines", None)
    tables = _turned(tables_of(scores, names, runs, topics), lower)
    asked = () if names is None else tuple(table.measure for table in tables)
    if correction is None or correction == "none":
        _refuse_several(tables, based, len(asked) or 1)
        correction = "holm"  # of one comparison it is the p-value itself
    settings = Options(**given, test=test, correction=correction, workers=work)
    known = _attributes(getattr(scores, "manifest", {})) if attributes is None else attributes
    return Comparison(tables, settings, based, asked, known)


def _refuse_several(tables: Sequence[ScoreTable], baselines: Sequence[str], measures: int) -> None:
    """Raise `EvaluationError` unless there is one comparison, which needs no correction."""
    runs = len(tables[0].runs)
    pairs = len(baselines) * (runs - 1) if baselines else runs * (runs - 1) // 2
    if pairs * measures > 1:
        hint = "name two runs (runs=) and one measure, or a correction"
        message = f"{pairs * measures} comparisons without a correction"
        raise EvaluationError(Problem(message, hint=hint))


def _attributes(manifest: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The attributes of the runs in the table of participants, and their groups."""
    return {
        run["name"]: {**run.get("attributes", {}), "group": run.get("group", "")}
        for run in manifest.get("runs", ())
    }


def _turned(tables: Sequence[ScoreTable], lower: str | Sequence[str]) -> tuple[ScoreTable, ...]:
    """The tables, with less being better by the measures that are named."""
    labels = {lower} if isinstance(lower, str) else set(lower)
    known = [table.measure for table in tables]
    absent = sorted(labels.difference(known))
    refuse((unknown("measure", label, known) for label in absent), EvaluationError)
    return tuple(
        replace(table, scale=replace(table.scale, lower_is_better=True))
        if table.measure in labels
        else table
        for table in tables
    )


def tables_of(
    scores: Any,
    measures: Sequence[str] | None = None,
    runs: Sequence[str] | None = None,
    topics: str = "all",
) -> tuple[ScoreTable, ...]:
    """The score tables of whatever holds the scores of an evaluation, all unless some are named.

    ``topics`` may be the name of a subset of the evaluation.
    """
    if topics in TOPIC_CHOICES:
        tables, skips = _tables_of(scores, measures, runs, topics), _skips(scores)
        return tuple(replace(table, notes=(*table.notes, *skips)) for table in tables)
    subsets = getattr(scores, "manifest", {}).get("subsets", {})
    if topics not in subsets:
        raise EvaluationError(unknown("choice of topics", topics, [*TOPIC_CHOICES, *subsets]))
    tables = tables_of(scores, measures, runs)
    return tuple(table.of_subset(topics, subsets[topics]) for table in tables)


def _skips(scores: Any) -> tuple[Note, ...]:
    """The lines skipped in the files that were evaluated, as manifests have them."""
    notes = map(Note.of, getattr(scores, "manifest", {}).get("notes", ()))
    return shortened(filter(is_skip, notes))


def _tables_of(
    scores: Any, measures: Sequence[str] | None, runs: Sequence[str] | None, topics: str
) -> tuple[ScoreTable, ...]:
    if isinstance(scores, Results):
        return score_tables(scores, measures, runs=runs, topics=topics)
    if isinstance(scores, Evaluation):
        scores = scores.scores
    if isinstance(scores, Scores):
        chosen = scores.measures if measures is None else measures
        return tuple(ScoreTable.of(scores, name, runs=runs, topics=topics) for name in chosen)
    scores = _our_frame(scores, (measures or ("",))[0])
    columns = [str(name) for name in getattr(scores, "columns", ())]
    if set(LONG) <= set(columns):
        every = list(dict.fromkeys(scores["measure"].to_list()))
        names = every if measures is None else measures
        return tuple(ScoreTable.of_long(scores, name, runs=runs, topics=topics) for name in names)
    if hasattr(scores, "index") and columns:
        if measures is not None and len(measures) != 1:
            hint = "the frame holds one measure"
            raise EvaluationError(Problem(f"{len(measures)} measures are named", hint=hint))
        name = "" if measures is None else measures[0]
        return (ScoreTable.of_frame(scores, name, runs=runs, topics=topics),)
    hint = "Scores, an Evaluation, Results, the path of a directory of results, or a frame"
    raise EvaluationError(Problem(f"{type(scores).__name__} holds no scores", hint=hint))


#: The columns of a frame that PyTerrier's Experiment returns with perquery=True.
_OF_PYTERRIER = {"name": "run", "qid": "topic", "measure": "measure", "value": "value"}


def _our_frame(scores: Any, measure: str) -> Any:
    """A frame with our columns, of dictionaries and of frames of PyTerrier; else as it is."""
    if isinstance(scores, Mapping):
        return _long_frame(scores, measure)
    if not set(_OF_PYTERRIER) <= {str(name) for name in getattr(scores, "columns", ())}:
        return scores
    if hasattr(scores, "with_columns"):
        return scores.rename(_OF_PYTERRIER)
    return scores.rename(columns=_OF_PYTERRIER)


def _long_frame(values: Mapping[Any, Any], measure: str) -> Any:
    """The values ``{run: {topic: value}}``, or ``{run: {topic: {measure: value}}}``, as a frame."""
    import polars as pl

    if not all(isinstance(topics, Mapping) for topics in values.values()):
        hint = "{run: {topic: value}}, or {run: {topic: {measure: value}}}"
        raise EvaluationError(Problem("a dictionary holds no scores", hint=f"expected {hint}"))
    rows = [
        (str(run), str(topic), str(name), float(value))
        for run, topics in values.items()
        for topic, given in topics.items()
        for name, value in (given if isinstance(given, Mapping) else {measure: given}).items()
    ]
    return pl.DataFrame(rows, schema=list(LONG), orient="row")


def compare_target(
    target: str | os.PathLike[str],
    *,
    runs: Sequence[str] = (),
    measures: Sequence[str] = (),
    baselines: Sequence[str] = (),
    every_measure: bool = False,
    workers: Workers = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Outcome[Comparison]:
    """Compare the runs of a directory of results, or of a task file; nothing is written.

    The key ``compare`` of a task says how its runs are compared; what is given here comes before
    it, and None leaves a key as it is. Of a task only the named measures are computed, which need
    not be among its own, and only the given ``runs``; of a directory they must be there.
    ``every_measure`` takes all of the task's where none is named, whatever its key says. Raises
    `HarnessError` with what is wrong.
    """
    given = {name: value for name, value in settings.items() if value is not None}
    if Path(target).is_dir():
        options = Options(**given, baselines=tuple(baselines), workers=workers)
        results = read_results(target)
        tables = tables_of(results, list(measures) or None, runs or None, options.topics)
        labels = tuple(table.measure for table in tables) if measures else ()
        manifest = results.manifest
        comparison = Comparison(tables, options, options.baselines, labels, _attributes(manifest))
        return Outcome(comparison, manifest.get("task", ""), refused_in(manifest))
    task = task_with(target, runs, compare=given)
    options = options_of_task(task, workers)  # wrong ones are refused before runs are read
    asked = list(measures or (() if every_measure else options.measures))
    if asked:
        task = task.model_copy(update={"measures": numeric_measures(asked, task.measures)})
    evaluation = run(task, workers=options.workers, progress=progress)
    based = tuple(baselines or options.baselines)
    with naming_refused(evaluation.refused):
        tables = tables_of(evaluation, topics=options.topics)
        labels = tuple(table.measure for table in tables) if asked else ()
        comparison = Comparison(tables, options, based, labels, _attributes(evaluation.manifest))
    return Outcome(comparison, task.name, evaluation.refused, task)


def options_of_task(task: Task, workers: Workers = None) -> Options:
    """The options of a task's comparison, on so many workers, or as it says."""
    return Options(**dict(task.compare), workers=Execution.of(workers))


#: A run in order, and its batch of all judged topics.
Joined: TypeAlias = tuple[Ordered, JudgedRun]


def order_of_runs(
    target: Task | str | os.PathLike[str],
    runs: Sequence[str],
    measures: Sequence[str] = (),
    *,
    workers: Workers = None,
) -> Outcome[tuple[PairOrder, ...]]:
    """Whether judgments of unjudged documents could turn the order of two runs of a task.

    By each of the ``measures``, those of the key compare.measures or else the first of the task.
    All judged topics count, unanswered ones as empty rankings. Raises `EvaluationError` for runs
    that are not there, `MeasureError` for measures whose bounds are not known.
    """
    task = task_with(target) if not isinstance(target, Task) else target
    prepared = prepare(task)
    rules = prepared.rules
    named = list(measures or task.compare.measures or task.measures[:1])
    if rules.judged_only:
        hint = "leave judged_only away"
        raise EvaluationError(Problem("judged_only takes unjudged documents out", hint=hint))
    chosen = [refuse_unbounded(measure) for measure in prepare_measures(named, rules)]

    def joined(read: TaskRun) -> tuple[str, Joined | None]:
        if read.run.name not in runs:
            return read.run.name, None
        ordered = order_run(read.run, prepared.judged, rules)
        batch = join_run(ordered, prepared.judged, replace(rules, missing="empty"))
        return read.run.name, (ordered, batch)

    inputs = prepared.inputs
    outcomes = runs_of_task(task, joined, topics=inputs.topics, known=inputs.known, workers=workers)
    accepted, refused = some_accepted(outcomes, task)
    names = [name for name, _ in accepted]
    batches = {name: pair for name, pair in accepted if pair is not None}
    problems = [unknown("run", name, names) for name in runs if name not in batches]
    if len(set(runs)) != 2:
        problems.append(Problem(f"{len(set(runs))} runs are named", hint="name two"))
    with naming_refused(refused):
        refuse(problems, EvaluationError)
    (first, of_first), (second, of_second) = (batches[name] for name in runs)
    orders = (order_of((first, second), (of_first, of_second), measure) for measure in chosen)
    return Outcome(tuple(orders), task.name, refused, task)


EvaluationLike: TypeAlias = "str | os.PathLike[str] | Results | Evaluation"


def find_differences(
    before: EvaluationLike, after: EvaluationLike, measures: Sequence[str] | None = None
) -> Differences:
    """Find the differences of two evaluations: which values differ, and what explains each.

    Both are directories of results, or what `harness.run` returns. ``measures`` are compared, all
    unless some are named. Raises `HarnessError` with the problems of both.

    >>> from harness.workflows.evaluate import run
    >>> evaluation = run("configs/demo.yaml")
    >>> find_differences(evaluation, evaluation).equal
    True
    """
    return differences(*all_or_errors([_results(before), _results(after)]), measures=measures)


def _results(given: EvaluationLike) -> Results | HarnessError:
    if isinstance(given, Results):
        return given
    if isinstance(given, Evaluation):
        return given.results()
    try:
        return read_results(given)
    except HarnessError as error:
        return error
