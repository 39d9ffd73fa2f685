"""Measures of several grades per document: averaged over judgment groups, or biased by a dimension.

A group without a relevant document counts as the measure does for such a topic; a group that did
not judge the topic does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from harness.core.arrays import Floats, powers
from harness.core.batch import Gains
from harness.core.judged_run import JudgedRun
from harness.core.subtopic_run import (
    CredibilityRun,
    DimensionRun,
    GroupJudgedRun,
    UnderstandabilityRun,
)
from harness.measures.notation import parse_measure
from harness.measures.ranked import CUTOFFS, average_precision, precision, r_precision_multiple
from harness.measures.registry import TrecName, find_family, measure
from harness.measures.summaries import Ratio

_declare = partial(measure, cite="trec_eval -R qrels_jg, https://github.com/usnistgov/trec_eval")


@_declare("AP_avgjg", trec_eval=TrecName("map_avgjg"))
def average_precision_of_groups(
    run: GroupJudgedRun, *, rel: int = 1, cutoff: int | None = None
) -> Floats:
    """Mean over the judgment groups of the average precision by the judgments of each.

    One group finds the document at rank 1 relevant, the other the one at rank 2: (1 + 1/2) / 2.

    >>> from harness.core.judged_run import JudgedRun
    >>> average_precision_of_groups(GroupJudgedRun.of(JudgedRun.of([1, 0]), JudgedRun.of([0, 1])))
    array([0.75])
    """
    return run.mean(lambda part: average_precision(part, rel=rel, cutoff=cutoff).value)


@_declare("P_avgjg", trec_eval=TrecName("P_avgjg", "cutoff", CUTOFFS))
def precision_of_groups(run: GroupJudgedRun, *, rel: int = 1, cutoff: int = 10) -> Floats:
    """Mean over the judgment groups of the precision at a cutoff by the judgments of each.

    >>> from harness.core.judged_run import JudgedRun
    >>> precision_of_groups(GroupJudgedRun.of(JudgedRun.of([1, 1]), JudgedRun.of([0, 1])), cutoff=2)
    array([0.75])
    """
    return run.mean(lambda part: precision(part, rel=rel, cutoff=cutoff).value)


@_declare(
    "RprecMult_avgjg",
    suffix="factor",
    trec_eval=replace(find_family("RprecMult").trec_names[0], name="Rprec_mult_avgjg"),
)
def r_precision_multiple_of_groups(
    run: GroupJudgedRun, *, rel: int = 1, factor: float = 1.0
) -> Floats:
    """Mean over the judgment groups of the precision after x·R documents, R being each group's.

    R is 1 for both; only one has it at rank 1.

    >>> from harness.core.judged_run import JudgedRun
    >>> groups = GroupJudgedRun.of(JudgedRun.of([1, 0]), JudgedRun.of([0, 1]))
    >>> r_precision_multiple_of_groups(groups)
    array([0.5])
    """
    return run.mean(lambda part: r_precision_multiple(part, rel=rel, factor=factor).value)


#: Statistics of the values of a topic's groups.
_TAKEN: Mapping[str, Callable[[Floats], Any]] = {
    "mean": np.mean,
    "sd": lambda values: float(np.std(values, ddof=1)) if len(values) > 1 else 0.0,
    "lowest": np.min,
    "highest": np.max,
}


@_declare("OverGroups", bounds=(-np.inf, np.inf), choices={"take": tuple(_TAKEN)})
def over_groups(run: GroupJudgedRun, *, measure: str = "AP", take: str = "sd") -> Floats:
    """Another measure by the judgments of each group alone: its spread over a topic's groups.

    ``measure`` is the notation of a measure of documents; ``take`` is the statistic of its values:
    the standard deviation (sd: 0 for one group), the mean, the lowest or the highest.

    One group's precision at 1 is 1, the other's 0.

    >>> from harness.core.judged_run import JudgedRun
    >>> run = GroupJudgedRun.of(JudgedRun.of([1, 0]), JudgedRun.of([0, 1]))
    >>> over_groups(run, measure="P@1", take="highest"), over_groups(run, measure="P@1").round(4)
    (array([1.]), array([0.7071]))
    """
    inner = parse_measure(measure)

    def evaluate_part(part: JudgedRun) -> Floats:
        result = inner.evaluate(part)
        return np.asarray(result.value if isinstance(result, Ratio) else result, dtype=float)

    by_topic = (values[~np.isnan(values)] for values in run.each(evaluate_part).T)
    return np.array([_TAKEN[take](values) if len(values) else 0.0 for values in by_topic])


_CITE = "Zuccon, Understandability biased evaluation for information retrieval, ECIR 2016"


def _weigh_dimension(
    run: DimensionRun, p: float, rel: int, gains: Gains, cutoff: int | None
) -> Floats:
    """Return (1 − p) Σ p^(rank − 1) · the gain of each relevant document in the dimension [T]."""
    hits = run.relevance.hits(rel)
    grades = run.grades[hits.topic, hits.position]
    worth = np.where(grades > 0, 1.0, 0.0)
    for grade, gain in gains or ():
        worth[grades == grade] = gain
    worth[hits.position >= (cutoff or np.inf)] = 0.0
    return (1 - p) * hits.sum(worth * powers(p, run.relevance.depth)[hits.position])


@measure("uRBP", cite=_CITE)
def understandability_biased(
    run: UnderstandabilityRun,
    *,
    p: float = 0.8,
    rel: int = 1,
    gains: Gains = None,
    cutoff: int | None = None,
) -> Floats:
    """Understandability-biased RBP: rank-biased precision of documents that can be understood.

    (1 − p) Σ p^(rank − 1) over the relevant documents, each times its gain in understandability: 1
    for a grade above 0, or set by ``gains={grade: gain}``, from 0 to 1, for graded uRBP. Documents
    that were not judged for it have none.

    Both are relevant, and the first is hard to understand: ½ · ½.

    >>> run = UnderstandabilityRun.of([1, 1], [0, 2])
    >>> understandability_biased(run, p=0.5).tolist()
    [0.25]
    >>> understandability_biased(run, p=0.5, gains=((0, 0.0), (2, 0.4))).tolist()
    [0.1]
    """
    return _weigh_dimension(run, p, rel, gains, cutoff)


@measure("cRBP", cite=f"{_CITE}; Goeuriot et al., Consumer health search at CLEF eHealth 2021")
def credibility_biased(
    run: CredibilityRun,
    *,
    p: float = 0.8,
    rel: int = 1,
    gains: Gains = None,
    cutoff: int | None = None,
) -> Floats:
    """Credibility-biased RBP: rank-biased precision of documents that are credible.

    Like uRBP, with credibility in place of understandability. Parameters as for uRBP.

    >>> credibility_biased(CredibilityRun.of([1, 0, 1], [1, 1, 1]), p=0.5).tolist()
    [0.625]
    """
    return _weigh_dimension(run, p, rel, gains, cutoff)
