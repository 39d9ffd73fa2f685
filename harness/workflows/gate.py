"""Gate a candidate: two evaluations, or two runs of one, → verdicts by budget."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from harness.comparison import Options
from harness.comparison.gate import Gate, GateContest, gate
from harness.comparison.table import ScoreTable, notes_of_runs
from harness.config import Task, load_task
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    Problem,
    all_or_errors,
    outcome_of,
    refuse,
    some,
    unknown,
)
from harness.core.execution import Execution, Workers
from harness.core.numbers import counted
from harness.diff.changes import find_changes
from harness.diff.evaluations import EvaluationPair
from harness.formats.files import TASK_SUFFIXES
from harness.formats.remote import copies_kept
from harness.measures import find_measure, numeric_measures
from harness.results.directory import Results, read_results
from harness.settings.compare import GateSettings, LossBudget, parse_budgets, parse_worst_losses
from harness.workflows.chosen_runs import task_with
from harness.workflows.compare import options_of_task
from harness.workflows.evaluate import evaluate
from harness.workflows.inputs import Prepared, prepare
from harness.workflows.reading import Progress
from harness.workflows.runs import refused_in

#: Changes between two evaluations after which their numbers are not of the same thing.
_RULES = {
    "rule",
    "known judgments",
    "judgments of topic",
    "measure",
    "summary of measure",
    "code of measure",
}


def gate_target(
    target: str | os.PathLike[str],
    candidate: str | os.PathLike[str],
    budgets: Sequence[str] = (),
    *,
    baseline: str | None = None,
    runs: Sequence[str] = (),
    fail_on: str | None = None,
    worst_losses: Sequence[str] = (),
    measures: Sequence[str] = (),
    workers: Workers = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Gate:
    """Say whether ``candidate`` is worse than a baseline beyond any of the ``budgets``.

    Settings that are not given are those of the key ``gate`` of a task.
    ``target`` is a task file or a directory of results. Where ``candidate`` is one of these too,
    the runs of both are compared, each with that of its name, or all with the run ``baseline`` of
    the target; ``runs`` takes some of them. Otherwise it is a run, a file or a name, and the
    baseline is the one named, by the task at last (``gate.baseline``, ``compare.baselines``).
    With ``measures`` only their budgets count. ``worst_losses`` say the most that a topic can
    lose. Raises `HarnessError` with what is wrong: other topics, judgments or rules, runs that are
    refused or not there.
    """
    task = None if Path(target).is_dir() else load_task(target)
    known = GateSettings() if task is None else task.gate
    wanted = _of_measures(parse_budgets(budgets or known.budgets), measures)
    stated = parse_worst_losses(worst_losses or known.worst_losses, wanted)
    given = {name: value for name, value in settings.items() if value is not None}
    if _is_evaluation(candidate):
        both = (_results(each, wanted, given, workers, progress) for each in (target, candidate))
        before, after = all_or_errors(chain.from_iterable(both))
        contests = _of_two(before, after, wanted, baseline, runs, given)
    else:
        refuse(_check_runs_option(runs), EvaluationError)
        role = _baseline(baseline, task)
        contests = _of_one(target, os.fspath(candidate), wanted, role, given, workers, progress)
    contests = [replace(each, stated=stated.get(each.budget.measure)) for each in contests]
    options = _options(target, given, workers)
    return gate(contests, options, fail_on=fail_on or known.fail_on)


def _of_measures(budgets: Sequence[LossBudget], measures: Sequence[str]) -> list[LossBudget]:
    """The budgets of these measures, or all."""
    known = [budget.measure for budget in budgets]
    numbers = [find_measure(name, known) for name in measures]
    refuse(
        (
            unknown("measure with a budget", name, known)
            for name, number in zip(measures, numbers, strict=True)
            if number is None
        ),
        EvaluationError,
    )
    return [budgets[number] for number in numbers if number is not None] or list(budgets)


def _baseline(named: str | None, task: Task | None) -> str:
    """The run that a candidate is compared with."""
    known = (task.gate.baseline, *task.compare.baselines) if task is not None else ()
    chosen = next((name for name in (named, *known) if name is not None), None)
    if chosen is None:
        hint = "name it (--baseline), or set the key gate.baseline of the task"
        raise EvaluationError(Problem("which run is the baseline?", hint=hint))
    return chosen


def _is_evaluation(path: str | os.PathLike[str]) -> bool:
    return Path(path).is_dir() or os.fspath(path).lower().endswith(TASK_SUFFIXES)


def _check_runs_option(runs: Sequence[str]) -> Iterator[Problem]:
    if runs:
        hint = "it chooses among the runs of two evaluations; here the candidate is a run itself"
        yield Problem(f"runs: {some(list(runs))} cannot be chosen", hint=hint)


def _options(target: str | os.PathLike[str], given: dict[str, Any], workers: Workers) -> Options:
    """How the task compares; what is given comes before it."""
    if Path(target).is_dir():
        return Options(**given, workers=workers)
    return options_of_task(load_task(target, compare=given), workers)


def _results(
    side: str | os.PathLike[str],
    budgets: Sequence[LossBudget],
    given: dict[str, Any],
    workers: Workers,
    progress: Progress | None,
    runs: Sequence[Sequence[str]] = ((),),
) -> list[Results | HarnessError]:
    """The results of a directory, or of a task by the measures of the budgets.

    Of a task they are those of each choice of ``runs``, with its judgments read once.
    """
    if Path(side).is_dir():
        return [outcome_of(read_results, side)]
    named = [budget.measure for budget in budgets]

    def chosen(names: Sequence[str]) -> Task:
        task = task_with(side, names, compare=given)
        return task.model_copy(update={"measures": numeric_measures(named, task.measures)})

    work = Execution.of(workers)
    try:
        tasks = all_or_errors(outcome_of(chosen, names) for names in runs)
        with copies_kept():
            prepared = prepare(tasks[0])
            made = partial(_evaluated, prepared=prepared, work=work, progress=progress)
            return [outcome_of(made, task) for task in tasks]
    except HarnessError as error:
        return [error]


def _evaluated(
    task: Task, prepared: Prepared, work: Execution, progress: Progress | None
) -> Results:
    return evaluate(task, prepared, work, progress).results()


def _of_one(
    target: str | os.PathLike[str],
    candidate: str,
    budgets: Sequence[LossBudget],
    baseline: str,
    given: dict[str, Any],
    workers: Workers,
    progress: Progress | None,
) -> list[GateContest]:
    """Two runs of one evaluation."""
    policy, roles = given.get("topics", "all"), (baseline, candidate)
    if Path(target).is_dir():
        refuse(_check_file(candidate), EvaluationError)
        before = after = read_results(target)
        pair = (_known(baseline, before.runs), _known(candidate, before.runs))
    else:  # each by itself, since two versions of a system often have one name
        chosen = [(role,) for role in roles]
        before, after = all_or_errors(_results(target, budgets, given, workers, progress, chosen))
        refuse(_check_single(before, after, roles), EvaluationError)
        pair = (before.runs[0], after.runs[0])
    return [_contest(before, after, budget, pair, policy) for budget in budgets]


def _check_single(before: Results, after: Results, roles: tuple[str, str]) -> Iterator[Problem]:
    for results, role in zip((before, after), roles, strict=True):
        for refused in refused_in(results.manifest):
            yield from refused.problems
        if len(results.runs) > 1:
            hint = "name one baseline and one candidate"
            yield Problem(f"{role} is {len(results.runs)} runs: {some(results.runs)}", hint=hint)


def _check_file(candidate: str) -> Iterator[Problem]:
    if Path(candidate).is_file():
        hint = "give the task file in its place"
        yield Problem("a directory of results has no judgments for a run", candidate, hint=hint)


def _known(name: str, names: Sequence[str]) -> str:
    if name not in names:
        raise EvaluationError(unknown("run", name, names))
    return name


def _of_two(
    before: Results,
    after: Results,
    budgets: Sequence[LossBudget],
    baseline: str | None,
    runs: Sequence[str],
    given: dict[str, Any],
) -> list[GateContest]:
    """The runs of two evaluations, which must have been made by the same rules."""
    both = EvaluationPair.of(before, after, [budget.measure for budget in budgets])
    rules = _RULES if both.recorded else {*_RULES, "file of judgments"}
    changes = [change for change in find_changes(both) if change.what in rules]
    refuse(
        (
            Problem(
                f"not the same rules: {change.what} {change.name}: "
                f"{change.before or 'none'} before, {change.after or 'none'} after"
            )
            for change in changes
        ),
        EvaluationError,
    )
    refuse(_check_refused(before, after, (baseline, *runs) if runs else ()), EvaluationError)
    pairs = list(_pairs(before.runs, after.runs, baseline, runs))
    policy = given.get("topics", "all")
    return [_contest(before, after, budget, pair, policy) for pair in pairs for budget in budgets]


def _check_refused(
    before: Results, after: Results, chosen: Sequence[str | None]
) -> Iterator[Problem]:
    """Runs that were not evaluated because of errors: a gate that left them out would not hold."""
    for results in (before, after):
        for refused in refused_in(results.manifest):
            if not chosen or refused.name in chosen:
                yield from refused.problems


def _pairs(
    before: Sequence[str], after: Sequence[str], baseline: str | None, runs: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Which runs are compared: by name, all with one baseline, or the only ones."""
    if baseline is not None:
        first = _known(baseline, before)
        yield from ((first, _known(name, after)) for name in runs or after)
        return
    if not runs and len(before) == len(after) == 1:
        yield before[0], after[0]
        return
    chosen = list(runs or before)
    roles = (("baseline", before), ("candidate", after))
    refuse(
        (
            Problem(f"the {which} has no run {name!r}", hint=f"its runs: {some(list(names))}")
            for name in chosen
            for which, names in roles
            if name not in names
        ),
        EvaluationError,
    )
    yield from ((name, name) for name in chosen)


def _contest(
    before: Results, after: Results, budget: LossBudget, pair: tuple[str, str], policy: str
) -> GateContest:
    """The table of a baseline and a candidate on the same topics."""
    both = [_values(side, name, budget) for side, name in zip((before, after), pair, strict=True)]
    if policy == "all":
        refuse(_check_topics(budget, pair, *both), EvaluationError)
    topics = sorted(both[0].keys() & both[1].keys(), key=str.encode)
    label = before.label_of(budget.measure)
    roles = ("baseline", "candidate")
    covers = {
        f"{role} {name}": side.coverage([name])[0]
        for role, side, name in zip(roles, (before, after), pair, strict=True)
    }
    table = ScoreTable(
        label,
        roles,
        tuple(topics),
        np.array([[side[topic] for side in both] for topic in topics]).reshape(-1, 2),
        scale=before.scale(label),
        dialect=str(before.manifest.get("rules", {}).get("dialect", "")),
        notes=notes_of_runs(covers),
    )
    return GateContest(budget, table, *pair)


def _values(results: Results, run_name: str, budget: LossBudget) -> dict[str, float]:
    """The values of a run by topic."""
    wanted = (pl.col("run") == run_name) & (pl.col("measure") == results.label_of(budget.measure))
    return dict(results.scores.filter(wanted).select("topic", "value").iter_rows())


def _check_topics(
    budget: LossBudget, pair: tuple[str, str], first: dict[str, float], second: dict[str, float]
) -> Iterator[Problem]:
    for name, own, other in (
        (f"the baseline {pair[0]}", first, second),
        (f"the candidate {pair[1]}", second, first),
    ):
        if lacking := sorted(other.keys() - own.keys(), key=str.encode):
            hint = "topics: common compares on those that both have (--topics common)"
            message = f"{name} has no value on {counted(len(lacking), 'topic')}: {some(lacking)}"
            yield Problem(message, key=budget.measure, hint=hint)
