"""Measures of relevance together with another dimension, as CLEF eHealth has them."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, powers
from harness.core.judged_topics import Gains
from harness.core.several_grades import CredibilityRun, DimensionRun, UnderstandabilityRun
from harness.measures.registry import measure

_CITE = "Zuccon, Understandability biased evaluation for information retrieval, ECIR 2016"


def _biased(run: DimensionRun, p: float, rel: int, gains: Gains, cutoff: int | None) -> Floats:
    """(1 − p) Σ p^(rank − 1) · the gain of each relevant document in the dimension [T]."""
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

    (1 − p) Σ p^(rank − 1) over the relevant documents, each times its gain in understandability:
    1 for a grade above 0, or what ``gains={grade: gain}`` says, from 0 to 1, for graded uRBP. A
    document that was not judged for it has none.

    Both are relevant, and the first is hard to understand: ½ · ½.

    >>> run = UnderstandabilityRun.of([1, 1], [0, 2])
    >>> understandability_biased(run, p=0.5).tolist()
    [0.25]
    >>> understandability_biased(run, p=0.5, gains=((0, 0.0), (2, 0.4))).tolist()
    [0.1]
    """
    return _biased(run, p, rel, gains, cutoff)


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

    As uRBP, with credibility in the place of understandability. Parameters as for uRBP.

    >>> credibility_biased(CredibilityRun.of([1, 0, 1], [1, 1, 1]), p=0.5).tolist()
    [0.625]
    """
    return _biased(run, p, rel, gains, cutoff)
