"""Measures of INEX 2002 for ranked elements: precision by expected search length, over recall."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, divide, total
from harness.core.inex_runs import QUANTISATIONS, ElementRun
from harness.measures.ratio import Ratio
from harness.measures.registry import measure

_CITE = (
    "Gövert, Kazai, Overview of INEX 2002; Raghavan, Bollmann, Jung, A critical investigation of "
    "recall and precision as measures of retrieval system performance, TOIS 1989; quantisations: "
    "Gövert, Fuhr, Lalmas, Kazai, Evaluating the effectiveness of content-oriented XML retrieval "
    "methods, Information Retrieval 2006"
)
_CHOICES = {"quantisation": tuple(QUANTISATIONS)}
#: Sums of quarters times levels of recall are whole up to so much.
_NEARLY = 1e-9


def _precisions(run: ElementRun, quantisation: str, levels: Floats) -> Floats:
    """P(relevant | retrieved) at levels of recall above 0 [T, L]; see `precision_by_length`."""
    ties, relevant = run.ties(quantisation), run.total(quantisation)[:, None]
    rows = np.arange(len(run.topics))
    wanted = levels * relevant
    # A user stops at a whole element, or at all there is.
    stop = np.minimum(np.ceil(wanted - _NEARLY), relevant)
    # The first scores at which so much is retrieved, of all topics at once.
    step = float(relevant.max(initial=0.0)) + 1.0
    reached = ties.topic * step + ties.above + ties.within
    index = np.searchsorted(reached, rows[:, None] * step + stop - _NEARLY)
    within = np.minimum(index, max(len(reached) - 1, 0))
    retrieved = (index < len(reached)) & (
        ties.topic[within] == rows[:, None] if len(reached) else False
    )
    columns = (ties.above, ties.within, ties.nonrel_above, ties.nonrel_within)
    # All that is not retrieved is one more group, the last.
    num_ret = np.bincount(run.topic, minlength=len(rows))[:, None]
    above = np.bincount(ties.topic, ties.within, len(rows))[:, None]
    size = run.collection_size or np.inf
    rest = (above, relevant - above, num_ret - above, size - num_ret - (relevant - above))
    k, r, j, i = (
        np.where(retrieved, column[within] if len(column) else 0.0, other)
        for column, other in zip(columns, rest, strict=True)
    )
    length = j + divide((stop - k) * np.where(stop > k, np.maximum(i, 0.0), 0.0), r + 1)
    return np.where(relevant > 0, divide(wanted, wanted + length), 0.0)


@measure("PRR", suffix="level", choices=_CHOICES, cite=_CITE)
def precision_by_length(
    run: ElementRun, *, quantisation: str = "strict", level: float = 0.1
) -> Floats:
    """Precision of ranked elements at a level of recall, by the expected search length.

    The probability that an element which is retrieved is relevant, when the user stops at that
    level: x·n / (x·n + esl), where n is the relevance of all judged elements, x the level, and
    esl = j + s·i / (r + 1) the elements that are not relevant and that the user expects to see
    until then. At the score at which ⌈x·n⌉ is reached, r is the relevance and i what is not
    relevant; j is what is not relevant above it and s the relevance still to be found there.
    Elements of equal scores are in no order. What is not retrieved comes last, as one group; its
    size follows from ``collection_size``, the number of elements in the collection, without which
    precision is 0 there.

    ``quantisation`` makes one relevance of exhaustivity and specificity (in 2002: relevance and
    coverage). "strict" is 1 for (3, 3) alone; "generalised" is 1 for (3, 3), .75 for (2, 3), (3, 2)
    and (3, 1), .5 for (1, 3), (2, 2) and (2, 1), .25 for (1, 2) and (1, 1): the function f_gen of
    INEX 2003 and 2004, in which the coverages "too small" and "too large" of 2002 count alike.

    Recall 1 is reached among two elements of one score, below one that is not relevant:
    2 / (2 + 1 + 1·1/(1 + 1)).

    >>> run = ElementRun.of([(3, 3)], [(0, 0)], [(3, 3), (1, 1)])
    >>> precision_by_length(run, level=1).round(4).tolist()
    [0.5714]
    """
    return _precisions(run, quantisation, np.array([level]))[:, 0]


@measure("AvgPRR", choices=_CHOICES, cite=_CITE)
def average_precision_by_length(
    run: ElementRun, *, quantisation: str = "strict", points: int = 100
) -> Ratio:
    """Average precision of ranked elements, as in INEX 2002: the mean of PRR over levels of recall.

    The levels are 1/points, 2/points, …, 1; ``quantisation`` as for PRR. Undefined (0) without a
    relevant element.

    A half of the relevance is at the top (precision 1), the other half was missed.

    >>> run = ElementRun.of([(3, 3)], missed=[(3, 3)])
    >>> average_precision_by_length(run).value.tolist()
    [0.5]
    """
    levels = np.arange(1, points + 1) / points
    sums = total(_precisions(run, quantisation, levels))
    return Ratio(sums, np.where(run.total(quantisation) > 0, float(points), 0.0), additive=False)
