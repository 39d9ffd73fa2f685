"""Compatibility: how near a ranking comes to the ideal one, which need not be numbers of gain."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, Ints, divide, powers, total
from harness.core.batch import Hits
from harness.core.judged_run import JudgedRun
from harness.measures.ratio import Ratio
from harness.measures.registry import measure


def _ideal_ranks(run: JudgedRun, hits: Hits) -> Ints:
    """The rank of each hit in the ideal ranking [N]: by grade, then in the order of the run, and
    then what the run lacks.
    """
    levels, counts = run.judgments.levels, run.judgments.counts
    grades = run.grades[hits.topic, hits.position]
    higher = counts.sum(axis=1, keepdims=True) - np.cumsum(counts, axis=1)
    above = higher[hits.topic, np.searchsorted(levels, grades)] if len(levels) else hits.position
    in_order = np.lexsort((hits.position, -grades, hits.topic))
    group = np.stack([hits.topic, grades])[:, in_order]
    begins = np.ones(len(in_order), dtype=bool)
    begins[1:] = (group[:, 1:] != group[:, :-1]).any(axis=0)
    number = np.arange(len(in_order))
    nth = np.empty_like(number)
    nth[in_order] = number - np.maximum.accumulate(np.where(begins, number, 0))
    return np.asarray(above + nth + 1)


@measure(
    "Compat",
    aliases=("Compatibility",),
    cite="Clarke, Vtyurina, Smucker, Assessing top-k preferences, TOIS 2021",
)
def compatibility(run: JudgedRun, *, p: float = 0.95, normalize: bool = True) -> Ratio:
    """Compatibility: the rank-biased overlap of the ranking with the ideal one nearest to it.

    Σ p^(d − 1) · (documents that both have in their first d) / d, divided by Σ p^(d − 1), over all
    depths d to the end of the longer one. The ideal ranking has the relevant documents alone, by
    grade; those of one grade in the order of the run, and then those that it lacks. With
    ``normalize`` the value is divided by that of the ideal ranking itself, so that 1 can be reached
    when it is short. Undefined (0) without relevant documents.

    Ideal: b, a, of the grades 2 and 1. The ranking a, b shares 0 of 1 and 2 of 2:
    (0 + 0.5 · 1) / (1 + 0.5).

    >>> compatibility(JudgedRun.of([1, 2]), p=0.5).value.round(4).tolist()
    [0.3333]
    """
    hits, relevant = run.hits(1), run.num_rel(1)
    ends = np.maximum(run.num_ret, relevant)[:, None]
    depths = np.arange(1, int(ends.max(initial=0)) + 1)
    shared_from = np.maximum(hits.position + 1, _ideal_ranks(run, hits))
    shared = np.zeros((len(ends), len(depths)))
    np.add.at(shared, (hits.topic, shared_from - 1), 1.0)
    weights = np.where(depths <= ends, powers(p, len(depths))[:-1], 0.0)
    reached = _overlap(np.cumsum(shared, axis=1), depths, weights)
    if not normalize:
        return Ratio(reached, np.where(relevant > 0, total(weights), 0.0), additive=False)
    best = _overlap(np.minimum(depths, relevant[:, None]), depths, weights)
    return Ratio(reached, best, additive=False)


def _overlap(shared: Floats | Ints, depths: Ints, weights: Floats) -> Floats:
    return total(weights * divide(shared, depths))
