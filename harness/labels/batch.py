"""One run beside the gold standard, item by item: what the measures of labels work on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.errors import Problem, some, suggest
from harness.core.labelling import Labelling
from harness.core.numbers import counted


@dataclass(frozen=True, eq=False)
class LabelBatch:
    """The ``gold`` and the ``run`` [N]: numbers, or the positions of labels.

    ``scores`` [N] are of the positive label, ``class_scores`` [N, K] of each.
    Labels of classes are positions in ``classes`` [K], K in a run where it has none; those of
    clusters just tell clusters apart. ``costs`` [K, K + 1] are those of each pair of gold and given
    label; ``weights`` [K] those of classes; ``vectors`` [N, D] those of items. ``clusters`` are the
    names of those of the gold standard and of the run.
    """

    gold: npt.NDArray[Any]
    run: npt.NDArray[Any]
    scores: Floats | None = None
    classes: tuple[str, ...] = ()
    positive: int | None = None
    costs: Floats | None = None
    weights: Floats | None = None
    vectors: Floats | None = None
    class_scores: Floats | None = None
    clusters: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @cached_property
    def matrix(self) -> Ints:
        """The confusion matrix [K, K + 1]: gold labels in rows; the last column has no label."""
        width = len(self.classes) + 1
        cells = np.bincount(self.gold * width + self.run, minlength=len(self.classes) * width)
        return cells.reshape(len(self.classes), width)

    @cached_property
    def shared(self) -> Ints:
        """How many items are in the gold cluster and in the cluster of each item [N]."""
        pairs = self.gold * (int(self.run.max()) + 1) + self.run
        _, pair, counts = np.unique(pairs, return_inverse=True, return_counts=True)
        return np.asarray(counts[pair])


def differences_in_items(
    gold: Labelling, run: Labelling, classes: Sequence[str]
) -> Iterator[tuple[str, Problem]]:
    """What a run has that it should not, and lacks: the code of a finding and where it is.

    ``item-missing`` is of the file; ``item-extra`` and ``label-unknown`` (where there are
    ``classes``) have their lines.
    """
    known, own = gold.position, run.position
    if missing := [item for item in gold.items if item not in own]:
        message = counted(len(missing), "item", "has no label", of=len(known))
        yield "item-missing", Problem(f"{message}: {some(missing)}", run.source)
    for row, item in enumerate(run.items):
        if item not in known:
            yield "item-extra", run.problem(row, f"the gold standard has no item {item!r}")
    allowed = set(classes)
    for row, label in enumerate(run.values if classes else ()):
        if label not in allowed:
            hint = suggest(label, classes)
            yield "label-unknown", replace(run.problem(row, f"unknown label {label!r}"), hint=hint)


def paired(gold: Labelling, run: Labelling, classes: tuple[str, ...], **more: Any) -> LabelBatch:
    """A run beside the gold standard; ``more`` are the further fields of a batch.

    Items that the gold standard lacks are left out. Of classes an item without label has none;
    of numbers and clusters every item must have one. Scores of missing items are 0.

    >>> gold = Labelling(("a", "b"), np.array(["yes", "no"], dtype=object))
    >>> run = Labelling(("b", "x"), np.array(["yes", "no"], dtype=object))
    >>> paired(gold, run, ("no", "yes")).matrix.tolist()
    [[0, 1, 0], [0, 0, 1]]
    """
    own = run.position
    rows = np.array([own.get(item, -1) for item in gold.items])
    scores = None if run.scores is None else np.where(rows < 0, 0.0, run.scores[rows])
    if run.class_scores is not None:
        own_scores = np.where(rows[:, None] < 0, 0.0, run.class_scores[rows])
        scores = None if more.get("positive") is None else own_scores[:, more["positive"]]
        more = {**more, "class_scores": own_scores}
    if classes:
        position = {label: number for number, label in enumerate(classes)}
        labels = np.array([position.get(label, len(classes)) for label in run.values])
        answers = np.where(rows < 0, len(classes), labels[rows])
        return LabelBatch(_numbered(gold.values, position), answers, scores, classes, **more)
    values, truth = run.values[rows], gold.values
    if truth.dtype == object:
        (truth, gold_names), (values, names) = map(_clusters, (truth, values))
        more = {**more, "clusters": (gold_names, names)}
    return LabelBatch(truth, values, scores, **more)


def _clusters(values: npt.NDArray[Any]) -> tuple[Ints, tuple[str, ...]]:
    """The cluster of each item as a number, in the order in which they come, and their names."""
    names = tuple(dict.fromkeys(values))
    return _numbered(values, {name: number for number, name in enumerate(names)}), names


def _numbered(values: npt.NDArray[Any], numbers: Mapping[Any, int]) -> Ints:
    return np.array([numbers[value] for value in values], dtype=np.int64)
