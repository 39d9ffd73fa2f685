"""Measures that are averaged over a topic's judgment groups: several assessors side by side.

A group without a relevant document counts as the measure does for such a topic, and one that did
not judge the topic does not count.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from harness.core.arrays import Floats
from harness.core.grouped_run import GroupedRun
from harness.measures.ranked import CUTOFFS, average_precision, precision, r_precision_multiple
from harness.measures.registry import TrecName, find_family, measure

_declare = partial(measure, cite="trec_eval -R qrels_jg, https://github.com/usnistgov/trec_eval")


@_declare("AP_avgjg", trec_eval=TrecName("map_avgjg"))
def average_precision_of_groups(
    run: GroupedRun, *, rel: int = 1, cutoff: int | None = None
) -> Floats:
    """Mean over the judgment groups of the average precision by the judgments of each.

    Relevant for one is the document at rank 1, for the other that at rank 2: (1 + 1/2) / 2.

    >>> from harness.core.judged_run import JudgedRun
    >>> average_precision_of_groups(GroupedRun.of(JudgedRun.of([1, 0]), JudgedRun.of([0, 1])))
    array([0.75])
    """
    return run.mean(lambda part: average_precision(part, rel=rel, cutoff=cutoff).value)


@_declare("P_avgjg", trec_eval=TrecName("P_avgjg", "cutoff", CUTOFFS))
def precision_of_groups(run: GroupedRun, *, rel: int = 1, cutoff: int = 10) -> Floats:
    """Mean over the judgment groups of the precision at a cutoff by the judgments of each.

    >>> from harness.core.judged_run import JudgedRun
    >>> precision_of_groups(GroupedRun.of(JudgedRun.of([1, 1]), JudgedRun.of([0, 1])), cutoff=2)
    array([0.75])
    """
    return run.mean(lambda part: precision(part, rel=rel, cutoff=cutoff).value)


@_declare(
    "RprecMult_avgjg",
    suffix="factor",
    trec_eval=replace(find_family("RprecMult").trec_names[0], name="Rprec_mult_avgjg"),
)
def r_precision_multiple_of_groups(run: GroupedRun, *, rel: int = 1, factor: float = 1.0) -> Floats:
    """Mean over the judgment groups of the precision after x·R documents, R being each group's.

    R is 1 for both; only one has it at rank 1.

    >>> from harness.core.judged_run import JudgedRun
    >>> groups = GroupedRun.of(JudgedRun.of([1, 0]), JudgedRun.of([0, 1]))
    >>> r_precision_multiple_of_groups(groups)
    array([0.5])
    """
    return run.mean(lambda part: r_precision_multiple(part, rel=rel, factor=factor).value)
