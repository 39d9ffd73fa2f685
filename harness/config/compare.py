"""What is wrong with the keys that say how runs are compared, seen together with the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.comparison.options import CompareSettings
from harness.config.sources import RunFile
from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import MeasureError, Problem, nearest
from harness.measures import AnyMeasure, parse_measures

_Said = tuple[KeyPath, str, str | None]


def compare_problems(
    settings: CompareSettings,
    measures: Sequence[AnyMeasure],
    runs: Sequence[RunFile],
    document: YamlDocument,
) -> Iterator[Problem]:
    """What is wrong with the key ``compare`` as far as the runs need not be read for it."""
    if "compare" not in document.root:
        return
    for steps, message, hint in (*_unknown_measures(settings, measures), *_runs(settings, runs)):
        yield document.problem(document.given(("compare", *steps)), message, hint=hint)


def _unknown_measures(settings: CompareSettings, measures: Sequence[AnyMeasure]) -> Iterator[_Said]:
    labels = [measure.label for measure in measures]
    known = {*labels, *(measure.notation for measure in measures)}
    for place, name in enumerate(settings.measures):
        if measures and name not in known and not _notations(name) <= known:
            hint = nearest(name, labels) or f"the task has {', '.join(labels)}"
            yield ("measures", place), f"{name!r} is not a measure of the task", hint
        if name in settings.measures[:place]:
            yield ("measures", place), f"the measure {name!r} is named twice", None


def _notations(name: str) -> set[str]:
    """What a measure's name stands for; the name itself where it is none."""
    try:
        return {measure.notation for measure in parse_measures(name)}
    except MeasureError:
        return {name}


def _runs(settings: CompareSettings, runs: Sequence[RunFile]) -> Iterator[_Said]:
    names = [run.run_name for run in runs]
    for place, name in enumerate(settings.baselines):
        if runs and name not in names:
            hint = nearest(name, names) or f"there are {', '.join(names[:5])}"
            yield ("baselines", place), f"there is no run {name!r}", hint
        if name in settings.baselines[:place]:
            yield ("baselines", place), f"the baseline {name!r} is named twice", None
