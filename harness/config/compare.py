"""What is wrong with the keys that say how runs are compared, seen together with the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.comparison.options import CompareSettings
from harness.config.yaml_positions import Complaint, YamlDocument
from harness.core.errors import MeasureError, Problem, suggest
from harness.core.identity import RunFile
from harness.measures import AnyMeasure, parse_measures


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


def _unknown_measures(
    settings: CompareSettings, measures: Sequence[AnyMeasure]
) -> Iterator[Complaint]:
    labels = [measure.label for measure in measures]
    known = {*labels, *(measure.notation for measure in measures)}
    for index, name in enumerate(settings.measures):
        if measures and name not in known and not _notations(name) <= known:
            hint = suggest(name, labels)
            yield ("measures", index), f"{name!r} is not a measure of the task", hint
        if name in settings.measures[:index]:
            yield ("measures", index), f"the measure {name!r} is named twice", None


def _notations(name: str) -> set[str]:
    """What a measure's name stands for; the name itself where it is none."""
    try:
        return {measure.notation for measure in parse_measures(name)}
    except MeasureError:
        return {name}


def _runs(settings: CompareSettings, runs: Sequence[RunFile]) -> Iterator[Complaint]:
    names = [run.run_name for run in runs]
    for index, name in enumerate(settings.baselines):
        if runs and name not in names:
            hint = suggest(name, names)
            yield ("baselines", index), f"there is no run {name!r}", hint
        if name in settings.baselines[:index]:
            yield ("baselines", index), f"the baseline {name!r} is named twice", None
