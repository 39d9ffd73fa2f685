"""Compare the runs of an evaluation, and find the differences of two evaluations."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack

from harness.comparison import Comparison, Options, ScoreTable
from harness.config import Task
from harness.core.errors import (
    all_or_errors,
    attempt,
    refuse_unknown,
)
from harness.core.execution import Execution, Workers
from harness.core.notes import asks_for_a_look, warn_about
from harness.inputs.chosen_runs import task_with
from harness.inputs.prepared import prepare
from harness.inputs.reading import Progress
from harness.inputs.runs import Outcome, explain_refused, list_refused
from harness.measures import numeric_measures
from harness.results.directory import Results, read_results
from harness.workflows.evaluate import Evaluation, evaluate
from harness.workflows.given import HoldsScores, make_tables, refuse_options

if TYPE_CHECKING:
    from harness.diff.differences import Differences


TestName: TypeAlias = Literal[
    "t",
    "randomisation",
    "wilcoxon",
    "sign",
    "bootstrap-t",
    "always-valid",
]
#: A user's test: the differences of two runs by topic [T] → p, or an object with ``pvalue``.
OwnTestLike: TypeAlias = Callable[[Any], Any]
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
    """Options of a comparison; `harness.settings.compare.CompareSettings` describes each.

    runs : sequence of str
        Some of the runs.
    topics : str
        ``"all"``: all runs must have the same topics; ``"common"``: the topics that all runs have;
        or the name of a subset of the evaluation.
    lower_is_better : str or sequence of str
        Names of measures for which less is better.
    attributes : mapping
        The components of each run, for `Comparison.components`; `Results` have those of the table
        of participants.
    """

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


def compare(
    scores: HoldsScores,
    *,
    measures: str | Sequence[str] | None = None,
    baseline: str | Sequence[str] | None = None,
    test: TestName | OwnTestLike = "t",
    correction: CorrectionName | None = "holm",
    **options: Unpack[CompareOptions],
) -> Comparison:
    """Compare the runs of an evaluation: leaderboard, pairs, baselines, measures.

    The measure with a name declares which values are better, and whether geometric means are
    compared.

    Parameters
    ----------
    scores
        `Scores`, an `Evaluation`, the `Results` of a directory or its path, ``{run: {topic:
        value}}`` of one measure or ``{run: {topic: {measure: value}}}``, a pandas frame of one
        measure with a row per topic and a column per run, or a pandas or polars frame with the
        columns run, topic, measure and value (PyTerrier's name, qid, measure and value, too).
    measures
        The measures to compare by; all if None. For values of one measure, its name.
    baseline
        The run or runs that `Comparison.against` compares the others with, by all named measures,
        or by the first.
    test
        The test of two runs: its name, or a function of the differences of two runs by topic [T],
        such as ``scipy.stats.wilcoxon``, which returns p, two-sided, or something that has it as
        ``pvalue``; a one-sided p of such a test is half of it.
    correction
        The correction for many comparisons; None for uncorrected p-values.
    options
        `CompareOptions`: runs, topics, lower_is_better, attributes, over_measures, simultaneous,
        alpha, confidence, samples, seed, equivalence, standardise; backend, workers,
        scheduler, on which no number depends.

    Returns
    -------
    Comparison
        Leaderboards, pairs, baselines, tables and figures, each a method. `Comparison.notes` are
        notes on the runs; those that need a look are in one `HarnessWarning`, too.

    Raises
    ------
    EvaluationError
        With every problem.

    Examples
    --------
    >>> values = {"x": {"1": 0.5, "2": 0.7, "3": 0.6}, "y": {"1": 0.4, "2": 0.3, "3": 0.5}}
    >>> pair = compare(values, measures="AP").pair("x", "y")
    >>> round(pair.difference, 4), round(pair.p, 4)
    (0.2, 0.1835)
    """
    refuse_options(compare, options, CompareOptions)
    given: dict[str, Any] = dict(options)
    names = [measures] if isinstance(measures, str) else None if measures is None else [*measures]
    based = (baseline,) if isinstance(baseline, str) else tuple(baseline or ())
    if isinstance(scores, str | os.PathLike):
        scores = read_results(scores)
    work = Execution.of(
        given.pop("workers", 1), given.pop("backend", None), given.pop("scheduler", None)
    )
    runs, topics = given.pop("runs", None), given.pop("topics", "all")
    attributes, lower = given.pop("attributes", None), given.pop("lower_is_better", ())
    tables = _turn_signs(make_tables(scores, names, runs, topics), lower)
    asked = () if names is None else tuple(table.measure for table in tables)
    settings = Options(**given, test=test, correction=correction or "none", workers=work)
    known = _attributes(getattr(scores, "manifest", {})) if attributes is None else attributes
    made = Comparison(tables, settings, based, asked, known)
    warn_about(filter(asks_for_a_look, made.notes), stacklevel=2)
    return made


def _attributes(manifest: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the attributes of runs from the table of participants, and their groups."""
    return {
        run["name"]: {**run.get("attributes", {}), "group": run.get("group", "")}
        for run in manifest.get("runs", ())
    }


def _turn_signs(tables: Sequence[ScoreTable], lower: str | Sequence[str]) -> tuple[ScoreTable, ...]:
    """Return the tables, with less being better for the named measures."""
    labels = {lower} if isinstance(lower, str) else set(lower)
    refuse_unknown("measure", sorted(labels), [table.measure for table in tables])
    return tuple(
        replace(table, scale=replace(table.scale, lower_is_better=True))
        if table.measure in labels
        else table
        for table in tables
    )


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

    Settings override the task's key ``compare``; None leaves a key unchanged. For a task only the
    named measures, which need not be among its own, and ``runs`` are computed; a directory must
    have them. ``every_measure`` takes all measures of the task if none is named, whatever its key
    says. Raises `HarnessError` with every problem.
    """
    given = {name: value for name, value in settings.items() if value is not None}
    if Path(target).is_dir():
        options = Options(**given, baselines=tuple(baselines), workers=workers)
        results = read_results(target)
        tables = make_tables(results, list(measures) or None, runs or None, options.topics)
        labels = tuple(table.measure for table in tables) if measures else ()
        manifest = results.manifest
        comparison = Comparison(tables, options, options.baselines, labels, _attributes(manifest))
        return Outcome(comparison, manifest.get("task", ""), list_refused(manifest))
    task = task_with(target, runs, compare=given)
    options = read_options(task, workers)  # wrong ones are refused before runs are read
    asked = list(measures or (() if every_measure else options.measures))
    if asked:
        task = task.model_copy(update={"measures": numeric_measures(asked, task.measures)})
    evaluation = evaluate(task, prepare(task), options.workers, progress, hashed=False)
    based = tuple(baselines or options.baselines)
    with explain_refused(evaluation.refused):
        tables = make_tables(evaluation, topics=options.topics)
        labels = tuple(table.measure for table in tables) if asked else ()
        comparison = Comparison(tables, options, based, labels, _attributes(evaluation.manifest))
    return Outcome(comparison, task.name, evaluation.refused, task)


def read_options(task: Task, workers: Workers = None) -> Options:
    """Return the options of a task's comparison, with these workers or the task's."""
    return Options(**dict(task.compare), workers=Execution.of(workers))


EvaluationLike: TypeAlias = "str | os.PathLike[str] | Results | Evaluation"


def find_differences(
    before: EvaluationLike, after: EvaluationLike, measures: Sequence[str] | None = None
) -> Differences:
    """Find the differences of two evaluations: which values differ, and what explains each.

    Parameters
    ----------
    before, after
        Directories of results, or what `harness.run` and `harness.read_results` return.
    measures
        The measures to compare; all if None.

    Returns
    -------
    Differences
        The changes, the differing values, and the explanation of each.

    Raises
    ------
    HarnessError
        With the problems of both.

    Examples
    --------
    >>> from harness.workflows.evaluate import run
    >>> evaluation = run("configs/demo.yaml")
    >>> find_differences(evaluation, evaluation).equal
    True
    """
    from harness.diff.differences import differences

    both = all_or_errors(attempt(_take_results, given) for given in (before, after))
    return differences(*both, measures=measures)


def _take_results(given: EvaluationLike) -> Results:
    if isinstance(given, Results):
        return given
    if isinstance(given, Evaluation):
        return given.results()
    return read_results(given)
