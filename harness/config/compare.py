"""What is wrong with the keys of comparisons and gates, seen together with the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.comparison.budgets import GateSettings
from harness.comparison.options import CompareSettings
from harness.config.yaml_positions import Complaint, YamlDocument
from harness.core.errors import Problem, suggest, suggester
from harness.core.identity import RunFile
from harness.measures import AnyMeasure, find_measure


def compare_problems(
    settings: CompareSettings,
    measures: Sequence[AnyMeasure],
    runs: Sequence[RunFile],
    document: YamlDocument,
) -> Iterator[Problem]:
    """What is wrong with the key ``compare`` as far as the runs need not be read for it."""
    if "compare" in document.root:
        yield from document.problems("compare", _unknown_measures(settings, measures))
        yield from document.problems("compare", _runs(settings, runs))


def gate_problems(
    settings: GateSettings, runs: Sequence[RunFile], document: YamlDocument
) -> Iterator[Problem]:
    """What is wrong with the key ``gate`` as far as the runs need not be read for it."""
    names = [run.run_name for run in runs]
    if runs and settings.baseline is not None and settings.baseline not in names:
        hint = suggest(settings.baseline, names)
        message = f"unknown run {settings.baseline!r}"
        yield from document.problems("gate", [(("baseline",), message, hint)])


def _unknown_measures(
    settings: CompareSettings, measures: Sequence[AnyMeasure]
) -> Iterator[Complaint]:
    nearest_label = suggester(measure.label for measure in measures)
    before: set[str] = set()
    for index, name in enumerate(settings.measures):
        if measures and find_measure(name, measures) is None:
            hint = nearest_label(name)
            yield ("measures", index), f"{name!r} is not a measure of the task", hint
        if name in before:
            yield ("measures", index), f"the measure {name!r} is named twice", None
        before.add(name)


def _runs(settings: CompareSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    names = dict.fromkeys(run.run_name for run in runs)
    nearest_run = suggester(names)
    before: set[str] = set()
    for index, name in enumerate(settings.baselines):
        if runs and name not in names:
            hint = nearest_run(name)
            yield ("baselines", index), f"unknown run {name!r}", hint
        if name in before:
            yield ("baselines", index), f"the baseline {name!r} is named twice", None
        before.add(name)
