"""Which runs of a task are pooled, and how deep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.config.pool import PoolSettings
from harness.config.yaml_positions import Complaint, YamlDocument
from harness.core.errors import EvaluationError, Problem, suggester
from harness.core.identity import RunFile
from harness.pooling import Plan
from harness.pooling.plan import Budget


@dataclass(frozen=True, slots=True)
class PooledRun:
    """A run that is pooled: its first ``depth`` documents of each topic."""

    file: RunFile
    depth: int


def pooled_runs(settings: PoolSettings, runs: Sequence[RunFile]) -> list[PooledRun]:
    """The runs that are pooled, in the order of the task.

    They are of the named groups, have the wanted attributes and one of the named priorities; of
    each group the first ``per_group`` by priority, then in the order of the task. A depth of a
    run's own comes first, then that of its priority.
    """
    chosen = [run for run in runs if _is_wanted(run, settings)]
    if settings.per_group is not None:
        chosen = [run for run in chosen if _rank_in_group(run, chosen) < settings.per_group]
    return [PooledRun(run, _depth(run, settings)) for run in chosen]


def plan_of(settings: PoolSettings, relevance_level: int = 1) -> Plan:
    """How documents are chosen; `EvaluationError` with all that is wrong.

    ``relevance_level`` is the task's: the lowest grade that adaptive strategies take for relevant.
    """
    return Plan.of(
        settings.strategy,
        settings.parameters,
        budget=Budget(settings.budget, settings.budgets),
        batch=settings.batch,
        seed=settings.seed,
        relevance_level=relevance_level,
        earlier=settings.earlier,
    )


def _is_wanted(run: RunFile, settings: PoolSettings) -> bool:
    if settings.groups and run.group not in settings.groups:
        return False
    if settings.priority_depths and str(run.priority) not in settings.priority_depths:
        return False
    attributes = run.attributes
    return all(attributes.get(name) in values for name, values in settings.where.items())


def _rank_in_group(run: RunFile, runs: Sequence[RunFile]) -> int:
    """The place of a run among those of its group, from 0."""
    group = [other for other in runs if other.group == run.group]
    # Sorting is stable; runs without a priority come last.
    return sorted(group, key=lambda run: (run.priority is None, run.priority or 0)).index(run)


def _depth(run: RunFile, settings: PoolSettings) -> int:
    own = settings.run_depths.get(run.run_name)
    return own or settings.priority_depths.get(str(run.priority), settings.depth)


def pool_problems(
    settings: PoolSettings, runs: Sequence[RunFile], document: YamlDocument
) -> Iterator[Problem]:
    """What is wrong with the key ``pool`` as far as the runs need not be read for it."""
    if "pool" not in document.root:
        return
    checks = (_unknown, _unknown_attributes, _incomplete)
    complaints = [complaint for check in checks for complaint in check(settings, runs)]
    if runs and not complaints and not pooled_runs(settings, runs):
        complaints.append(((), "no run is left to be pooled", None))
    try:
        plan_of(settings)
    except EvaluationError as error:
        complaints += [((), problem.message, problem.hint) for problem in error.problems]
    yield from document.problems("pool", complaints)


def _unknown(settings: PoolSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    groups = {run.group for run in runs if run.group}
    nearest_group = suggester(groups)
    for index, group in enumerate(settings.groups):
        if group not in groups:
            yield ("groups", index), f"no run is of the group {group!r}", nearest_group(group)
    names = {run.run_name for run in runs}
    nearest_run = suggester(names)
    for name in settings.run_depths:
        if name not in names:
            yield ("run_depths", name), f"unknown run {name!r}", nearest_run(name)


def _unknown_attributes(settings: PoolSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    columns = {name for run in runs for name in run.attributes}
    nearest_column = suggester(columns, "the table of participants has it")
    for name, wanted in settings.where.items():
        if name not in columns:
            hint = nearest_column(name)
            yield ("where", name), f"no run has the attribute {name!r}", hint
            continue
        values = {run.attributes.get(name, "") for run in runs}
        nearest_value = suggester(values)
        for value in wanted:
            if value not in values:
                hint = nearest_value(value)
                yield ("where", name), f"no run has {value!r} as its {name}", hint


def _incomplete(settings: PoolSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    without = [run.run_name for run in runs if run.priority is None]
    for name in settings.priority_depths:
        if not (name.isascii() and name.isdigit() and name[0] != "0"):
            hint = "priorities are whole numbers from 1"
            yield ("priority_depths", name), f"{name!r} is no priority", hint
    if settings.priority_depths and without:
        hint = "runs[].priority or the column priority of the table of participants say it"
        yield ("priority_depths",), f"runs without a priority: {', '.join(without[:5])}", hint
    alone = [run.run_name for run in runs if not run.group]
    if alone and (settings.per_group or settings.groups or len(alone) < len(runs)):
        hint = "runs[].group, run_pattern or the table of participants say it"
        yield (), f"runs in no group: {', '.join(alone[:5])}", hint
