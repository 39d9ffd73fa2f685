"""Problems of the keys of checks, pools, comparisons and gates, in the context of other keys.

The rooms of checks and pools are imported only if a task file has the key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.config.yaml_positions import Complaint, YamlDocument
from harness.core.errors import EvaluationError, Problem, find_unknown, suggest, suggester
from harness.core.identity import RunFile
from harness.measures import AnyMeasure, find_measure
from harness.settings.check import CheckSettings
from harness.settings.compare import CompareSettings
from harness.settings.gate import GateSettings
from harness.settings.pool import PoolSettings, pooled_runs
from harness.settings.sources import range_problem


def check_problems(settings: CheckSettings | None, document: YamlDocument) -> Iterator[Problem]:
    """Yield the problems of the key ``check`` that need no file."""
    return iter(()) if settings is None else document.problems("check", _wrong_checks(settings))


def _wrong_checks(settings: CheckSettings) -> Iterator[Complaint]:
    from harness.validation.requirements import (
        depth_problems,
        layout_problems,
        pattern_problem,
        repair_problems,
        severity_problems,
    )

    yield from pattern_problem(("tag",), settings.tag)
    if settings.documents and settings.documents.pattern:
        yield from pattern_problem(("documents", "pattern"), settings.documents.pattern)
    for index, text in enumerate(settings.topics):
        if problem := range_problem(text):
            yield ("topics", index), *problem
    yield from severity_problems(settings.severity)
    yield from repair_problems(settings.repairs, settings.depth)
    yield from depth_problems(settings.depth, settings.least_depth)
    yield from layout_problems(settings.layout)


def pool_problems(
    settings: PoolSettings, runs: Sequence[RunFile], document: YamlDocument
) -> Iterator[Problem]:
    """Yield the problems of the key ``pool`` that need no run."""
    if "pool" not in document.root:
        return
    checks = (_unknown_pooled, _unknown_attributes, _incomplete)
    complaints = [complaint for check in checks for complaint in check(settings, runs)]
    if runs and not complaints and not pooled_runs(settings, runs):
        complaints.append(((), "no run is left to be pooled", None))
    complaints += _wrong_plan(settings)
    yield from document.problems("pool", complaints)


def _wrong_plan(settings: PoolSettings) -> Iterator[Complaint]:
    """Yield the problems of the strategy; the default one has none, and is not loaded."""
    if (settings.strategy, settings.parameters, settings.batch) == ("depth", {}, None):
        return
    from harness.pooling.plan import parse_plan

    try:
        parse_plan(settings)
    except EvaluationError as error:
        for problem in error.problems:
            yield (), problem.message, problem.hint


def _unknown_pooled(settings: PoolSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    groups = dict.fromkeys(run.group for run in runs if run.group)
    for index, group, hint in find_unknown(settings.groups, groups):
        yield ("groups", index), f"no run is of the group {group!r}", hint
    for _, name, hint in find_unknown(settings.run_depths, [run.run_name for run in runs]):
        yield ("run_depths", name), f"unknown run {name!r}", hint


def _unknown_attributes(settings: PoolSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    columns = dict.fromkeys(name for run in runs for name in run.attributes)
    for _, name, hint in find_unknown(settings.where, columns, "the table of participants has it"):
        yield ("where", name), f"no run has the attribute {name!r}", hint
    for name in (name for name in settings.where if name in columns):
        values = dict.fromkeys(run.attributes.get(name, "") for run in runs)
        for _, value, hint in find_unknown(settings.where[name], values):
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


def compare_problems(
    settings: CompareSettings,
    measures: Sequence[AnyMeasure],
    runs: Sequence[RunFile],
    document: YamlDocument,
) -> Iterator[Problem]:
    """Yield the problems of the key ``compare`` that need no run."""
    if "compare" in document.root:
        yield from document.problems("compare", _unknown_measures(settings, measures))
        yield from document.problems("compare", _runs(settings, runs))


def gate_problems(
    settings: GateSettings, runs: Sequence[RunFile], document: YamlDocument
) -> Iterator[Problem]:
    """Yield the problems of the key ``gate`` that need no run."""
    names = [run.run_name for run in runs]
    if runs and settings.baseline is not None and settings.baseline not in names:
        hint = suggest(settings.baseline, names)
        message = f"unknown run {settings.baseline!r}"
        yield from document.problems("gate", [(("baseline",), message, hint)])


def _unknown_measures(
    settings: CompareSettings, measures: Sequence[AnyMeasure]
) -> Iterator[Complaint]:
    nearest_label = suggester(measure.label for measure in measures)
    for index, name in enumerate(settings.measures):
        if measures and find_measure(name, measures) is None:
            yield ("measures", index), f"{name!r} is not a measure of the task", nearest_label(name)
        if name in settings.measures[:index]:
            yield ("measures", index), f"the measure {name!r} is named twice", None


def _runs(settings: CompareSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    names = dict.fromkeys(run.run_name for run in runs)
    for index, name, hint in find_unknown(settings.baselines if runs else (), names):
        yield ("baselines", index), f"unknown run {name!r}", hint
    for index, name in enumerate(settings.baselines):
        if name in settings.baselines[:index]:
            yield ("baselines", index), f"the baseline {name!r} is named twice", None
