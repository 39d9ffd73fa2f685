"""Gate a candidate: two evaluations, or two runs of one, → verdicts by budget."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from harness.comparison import Options
from harness.comparison.table import ScoreTable, note_runs
from harness.config import Task, load_task
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    Problem,
    all_or_errors,
    attempt,
    refuse,
    refuse_unknown,
    some,
    unknown,
)
from harness.core.execution import Execution, Workers
from harness.core.packages import pl
from harness.diff.changes import find_changes
from harness.diff.evaluations import EvaluationPair
from harness.formats.files import TASK_SUFFIXES
from harness.formats.remote import keep_copies
from harness.gate.verdicts import Gate, GateContest, gate
from harness.inputs.chosen_runs import task_with
from harness.inputs.prepared import prepare
from harness.inputs.reading import Progress
from harness.inputs.runs import list_refused
from harness.measures import AnyMeasure, find_measure, numeric_measures
from harness.results.directory import Results, read_results
from harness.settings.gate import GateSettings, LossBudget, parse_budgets, parse_worst_losses
from harness.workflows.compare import read_options
from harness.workflows.evaluate import evaluate

#: Changes between two evaluations that make their values incomparable.
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
    runs: Sequence[str] = (),
    measures: Sequence[str] = (),
    workers: Workers = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Gate:
    """Test whether ``candidate`` is worse than a baseline by more than any of the ``budgets``.

    ``target`` is a task file or a directory of results. If ``candidate`` is one too, the runs of
    both are compared: each with the run of its name, or all with the run ``baseline`` of the
    target; ``runs`` selects some of them. Otherwise ``candidate`` is a run (a file or a name), and
    the baseline is ``baseline``, or else the task's (``gate.baseline``, then
    ``compare.baselines``). ``measures`` restricts the budgets to these measures. ``settings`` are
    keys of `GateSettings` and `Options`; the task has the defaults. Raises `HarnessError` with
    every problem: other topics, judgments or rules, runs that are refused or missing.
    """
    task = None if Path(target).is_dir() else load_task(target)
    given = {name: value for name, value in settings.items() if value is not None}
    own = {name: given.pop(name) for name in GateSettings.model_fields if name in given}
    rules = (GateSettings() if task is None else task.gate).model_copy(update=own)
    if Path(candidate).is_dir() or os.fspath(candidate).lower().endswith(TASK_SUFFIXES):
        wanted = _choose_budgets(budgets or rules.budgets, measures)

        def load(side: str | os.PathLike[str]) -> Results:
            if Path(side).is_dir():
                return read_results(side)
            chosen = load_task(side, compare=given)
            named = numeric_measures((budget.measure for budget in wanted), chosen.measures)
            return _evaluate([chosen], named, workers, progress)[0]

        before, after = all_or_errors(attempt(load, side) for side in (target, candidate))
        pairs = _gate_between(before, after, wanted, own.get("baseline"), runs)
    elif runs:
        hint = "it chooses among the runs of two evaluations; here the candidate is a run itself"
        raise EvaluationError(Problem(f"runs: {some(list(runs))} cannot be chosen", hint=hint))
    else:
        chosen = attempt(partial(_choose_budgets, measures=measures), budgets or rules.budgets)
        roles = (attempt(partial(_choose_baseline, task=task), rules), os.fspath(candidate))
        before, after, pair = _gate_within(target, task, roles, chosen, given, workers, progress)
        wanted, pairs = all_or_errors([chosen])[0], [pair]
    stated = parse_worst_losses(rules.worst_losses, wanted)
    contests = [
        GateContest(
            budget,
            _build_table(before, after, budget.measure, pair, given.get("topics", "all")),
            *pair,
            stated.get(budget.measure),
        )
        for pair in pairs
        for budget in wanted
    ]
    if task is None:
        options = Options(**given, workers=workers)
    else:
        options = read_options(load_task(target, compare=given), workers)
    return gate(contests, options, rules)


def _choose_budgets(texts: Sequence[str], measures: Sequence[str]) -> list[LossBudget]:
    """Return the budgets of these measures; all budgets if no measure is named."""
    budgets = parse_budgets(texts)
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


def _choose_baseline(rules: GateSettings, task: Task | None) -> str:
    """Return the name of the baseline."""
    known = task.compare.baselines if task is not None else ()
    chosen = next((name for name in (rules.baseline, *known) if name is not None), None)
    if chosen is None:
        hint = "name it (--baseline), or set the key gate.baseline of the task"
        raise EvaluationError(Problem("which run is the baseline?", hint=hint))
    return chosen


def _evaluate(
    tasks: Sequence[Task],
    measures: Sequence[AnyMeasure],
    workers: Workers,
    progress: Progress | None,
) -> list[Results]:
    """Evaluate tasks with the same judgments, which are read once."""
    work = Execution.of(workers)
    chosen = [task.model_copy(update={"measures": measures}) for task in tasks]
    with keep_copies():
        prepared = prepare(chosen[0])
        return all_or_errors(
            attempt(
                lambda each: evaluate(each, prepared, work, progress, hashed=False).results(), task
            )
            for task in chosen
        )


def _gate_within(
    target: str | os.PathLike[str],
    task: Task | None,
    roles: tuple[str | HarnessError, str],
    budgets: Sequence[LossBudget] | HarnessError,
    given: dict[str, Any],
    workers: Workers,
    progress: Progress | None,
) -> tuple[Results, Results, tuple[str, str]]:
    """Return the results with the baseline and with the candidate, and the names of both.

    Raises one error for all that is wrong with the ``roles`` and the ``budgets``.
    """
    named = [] if isinstance(budgets, HarnessError) else [budget.measure for budget in budgets]
    known = [role for role in roles if isinstance(role, str)]
    faults: list[object] = [budgets, *roles]
    if task is None:
        if Path(roles[1]).is_file():
            message = "a directory of results has no judgments for a run"
            hint = "give the task file in its place"
            raise EvaluationError(Problem(message, roles[1], hint=hint))
        results = read_results(target)
        faults += [attempt(partial(_find_run, names=results.runs), role) for role in known]
        faults += [attempt(results.label_of, name) for name in named]
        all_or_errors(faults)
        return results, results, (known[0], known[1])
    measures = attempt(partial(numeric_measures, own=task.measures), named)
    # Two versions of a system often have one name.
    tasks = [attempt(lambda role: task_with(target, [role], compare=given), role) for role in known]
    all_or_errors([*faults, *tasks, measures])
    before, after = _evaluate(all_or_errors(tasks), all_or_errors([measures])[0], workers, progress)
    refuse(_check_single(before, after, (known[0], known[1])), EvaluationError)
    return before, after, (before.runs[0], after.runs[0])


def _check_single(before: Results, after: Results, roles: tuple[str, str]) -> Iterator[Problem]:
    yield from _check_refused(before, after, ())
    for results, role in zip((before, after), roles, strict=True):
        if len(results.runs) > 1:
            hint = "name one baseline and one candidate"
            yield Problem(f"{role} is {len(results.runs)} runs: {some(results.runs)}", hint=hint)


def _gate_between(
    before: Results,
    after: Results,
    budgets: Sequence[LossBudget],
    baseline: str | None,
    runs: Sequence[str],
) -> list[tuple[str, str]]:
    """Return the pairs of runs of two evaluations made by the same rules."""
    names = [budget.measure for budget in budgets]
    pairs = attempt(
        lambda chosen: list(_pair_runs(before.runs, after.runs, baseline, chosen)), runs
    )
    all_or_errors([attempt(partial(_refuse_other_rules, before, after), names), pairs])
    refuse(_check_refused(before, after, (baseline, *runs) if runs else ()), EvaluationError)
    return all_or_errors([pairs])[0]


def _check_refused(
    before: Results, after: Results, chosen: Sequence[str | None]
) -> Iterator[Problem]:
    """Yield the problems of refused runs: a gate that left them out would not hold."""
    for results in (before, after):
        for refused in list_refused(results.manifest):
            if not chosen or refused.name in chosen:
                yield from refused.problems


def _refuse_other_rules(before: Results, after: Results, measures: Sequence[str]) -> None:
    """Raise `EvaluationError` with every rule that differs between two evaluations."""
    both = EvaluationPair.of(before, after, measures)
    refuse(
        (
            Problem(
                f"not the same rules: {change.what} {change.name}: "
                f"{change.before or 'none'} before, {change.after or 'none'} after"
            )
            for change in find_changes(both)
            if change.what in _RULES
        ),
        EvaluationError,
    )


def _find_run(name: str, names: Sequence[str]) -> str:
    """Return the name of a run; `EvaluationError` if it is unknown."""
    refuse_unknown("run", [name], names)
    return name


def _pair_runs(
    before: Sequence[str], after: Sequence[str], baseline: str | None, runs: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of runs to compare: by name, all with one baseline, or the only ones."""
    if baseline is not None:
        candidates = (attempt(partial(_find_run, names=after), name) for name in runs)
        all_or_errors([attempt(partial(_find_run, names=before), baseline), *candidates])
        yield from ((baseline, name) for name in runs or after)
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


def _build_table(
    before: Results, after: Results, measure: str, pair: tuple[str, str], policy: str
) -> ScoreTable:
    """Return the values of a baseline and a candidate on the same topics."""
    label, roles = before.label_of(measure), ("baseline", "candidate")
    named = list(zip(roles, (before, after), pair, strict=True))
    values = pl.concat(
        side.scores.filter(run=name, measure=side.label_of(measure)).select(
            pl.lit(role).alias("run"), "topic", pl.lit(label).alias("measure"), "value"
        )
        for role, side, name in named
    )
    return ScoreTable.of_long(
        values.sort("topic"),
        label,
        runs=roles,
        topics=policy,
        scale=before.scale,
        dialect=str(before.manifest.get("rules", {}).get("dialect", "")),
        notes=note_runs({f"{role} {name}": side.coverage([name])[0] for role, side, name in named}),
    )
