"""The measures of labels, numbers and clusters as ``harness measures`` lists and explains them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from harness.core.errors import MeasureError
from harness.core.labelling import LABEL_KINDS
from harness.labels.measures import LABEL_MEASURES, LabelMeasure, label_measure

#: Families with a parameter, by what stands for all of them.
_FAMILIES = {
    "classification": ("F1", "F1_macro", "F1_micro", "F1_weighted"),
    "clustering": ("B3_F1",),
}


def label_measures_about(text: str) -> list[LabelMeasure]:
    """The measures whose names or definitions have a text, whatever the case; kind by kind."""
    families = [label_measure(name, kind) for kind, names in _FAMILIES.items() for name in names]
    return [
        own
        for kind in LABEL_KINDS
        for own in (*LABEL_MEASURES.values(), *families)
        if own.kind == kind and text.lower() in f"{own.name} {own.summary} {own.cite}".lower()
    ]


def listed_label_measures(measures: Iterable[LabelMeasure]) -> Iterator[str]:
    """The measures of each kind of task, a line each."""
    measures = list(measures)
    for kind in LABEL_KINDS:
        if own := [measure for measure in measures if measure.kind == kind]:
            yield f"Tasks with `kind: {kind}`"
            for measure in own:
                text = textwrap.shorten(measure.summary, 52, placeholder=" …")
                yield f"  {measure.name:<24}  {text}"
            yield ""


def label_measures_called(name: str) -> list[LabelMeasure]:
    """The measures of that name, of any kind of task."""
    called = []
    for kind in LABEL_KINDS:
        try:
            called.append(label_measure(name, kind))
        except MeasureError:
            continue
    return called


def explained_label_measure(measure: LabelMeasure) -> str:
    """The definition of a measure and everything its declaration says, as text."""
    low, high = ("−∞" if measure.bounds[0] < -1 else f"{measure.bounds[0]:g}"), measure.bounds[1]
    facts = {
        "of": f"tasks with `kind: {measure.kind}`",
        "range": f"{low} to {'∞' if high > 1 else f'{high:g}'}",
        "better": "lower" if measure.lower_is_better else "higher",
        "needs": ", ".join(measure.needs),
        "intervals": "" if measure.counted else "none: it is no matter of single items",
        "source": measure.cite,
    }
    lines = [
        measure.name,
        "",
        *textwrap.wrap(
            f"{measure.summary[0].upper()}{measure.summary[1:]}.",
            78,
            initial_indent="  ",
            subsequent_indent="  ",
        ),
        "",
    ]
    return "\n".join([*lines, *(f"  {name}: {fact}" for name, fact in facts.items() if fact), ""])
