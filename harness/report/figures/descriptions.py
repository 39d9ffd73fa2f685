"""The words of an evaluation's figures, which are the same in print and on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from harness.comparison.statements import NEITHER_WORSE


@dataclass(frozen=True, slots=True)
class Description:
    """The title of a figure, the names of its axes, and what its marks mean.

    What is in braces is filled in where the figure is drawn.
    """

    title: str
    x: str
    y: str
    key: Mapping[str, str] = field(default_factory=dict)

    def filled(self, **names: str) -> Description:
        """With names in the place of what is in braces.

        >>> Description("{measure} by run", "{measure}", "run").filled(measure="AP").title
        'AP by run'
        """
        title, x, y = (text.format(**names) for text in (self.title, self.x, self.y))
        key = {mark: words.format(**names) for mark, words in self.key.items()}
        return Description(title, x, y, key)


_BOX = {
    "box": "quartiles",
    "tick": "median",
    "point": "mean",
    "whisker": "reach, within 1.5 box lengths",
    "outliers": "values beyond",
}
#: By the kinds of figures that `evaluation_figures` names.
DESCRIPTIONS = {
    "levels": Description(
        "Interpolated precision at recall levels", "recall", "interpolated precision"
    ),
    "cutoffs": Description("Precision and recall at document cutoffs", "recall", "precision"),
    "roc": Description("ROC curves", "false positive rate", "true positive rate"),
    "leaderboard": Description(
        "{measure}: leaderboard",
        "{summary} {measure}",
        "run",
        {
            "point": "{summary}",
            "whisker": "{confidence} interval of each mean by itself",
            "group": NEITHER_WORSE,
        },
    ),
    "runs": Description("{measure} by run", "{measure}", "run", _BOX),
    "topics": Description("{measure} by topic", "{measure}", "topic", _BOX),
    "heat-map": Description(
        "{measure} of every run on every topic", "topic, {topics}", "run, {runs}"
    ),
    "difference": Description(
        "{measure}: {run} against {other}", "{measure} of {run} minus that of {other}", "topic"
    ),
}
