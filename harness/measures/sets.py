"""Measures of a retrieved set: F, and measures of the confusion matrix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from harness.core.arrays import Floats, divide
from harness.core.errors import EvaluationError, Problem
from harness.core.judged_run import JudgedRun
from harness.measures.registry import TrecName, measure
from harness.measures.summaries import Ratio

_RIJSBERGEN = "van Rijsbergen, Information Retrieval, 2nd edition, 1979, ch. 7"
_BOOK = "Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, ch. 8"
_FAWCETT = "Fawcett, An introduction to ROC analysis, Pattern Recognition Letters, 2006"
_MATTHEWS = "Matthews, Comparison of the predicted and observed secondary structure, BBA, 1975"


def _beta_squared(text: str) -> Mapping[str, Any]:
    return {"beta2": float(text)}


@measure(
    "F",
    trec_eval=TrecName("set_F", parse=_beta_squared),
    aliases=("SetF", "F1", "SetF1", "FMeasure"),
    exclusive=("beta", "alpha", "beta2"),
    rising=True,
    cite=_RIJSBERGEN,
)
def f_measure(
    run: JudgedRun,
    *,
    beta: float = 1.0,
    alpha: float | None = None,
    beta2: float | None = None,
    rel: int = 1,
    cutoff: int | None = None,
) -> Ratio:
    """F: the weighted harmonic mean of precision and recall, of the retrieved set or at a cutoff.

    (1 + β²)·P·R / (β²·P + R), which is (1 + β²)·(relevant retrieved) / (β²·R + n) with n documents
    retrieved; with a cutoff, P and R are P@k and R@k, so n is k. Recall counts β times as much as
    precision. Instead of ``beta``, give β² itself as ``beta2`` (trec_eval's ``set_F.x``), or the
    weight of precision as ``alpha``: F = 1 / (α/P + (1 − α)/R), so that β² = (1 − α)/α.

    It is 0 if nothing relevant is retrieved, even if precision or recall alone would be undefined;
    undefined (0) only if no document is retrieved and none is relevant.

    P = 1/2, R = 1/4: 2 · 1/8 / (3/4) = 1/3.

    >>> f_measure(JudgedRun.of([1, 0], judged=[{1: 4, 0: 1}])).value.round(4).tolist()
    [0.3333]
    >>> f_measure(JudgedRun.of([1, 0], judged=[{1: 4, 0: 1}]), alpha=1.0).value.tolist()
    [0.5]
    """
    weight = beta**2 if beta2 is None else beta2
    if alpha is not None:
        weight = (1 - alpha) / alpha
    hits = run.hits(rel).within(cutoff).astype(float)
    retrieved = np.asarray(run.num_ret if cutoff is None else cutoff, dtype=float)
    precision, recall = divide(hits, retrieved), divide(hits, run.num_rel(rel))
    # The operations of trec_eval, in their order: cancelling would change the last bit.
    value = divide((weight + 1) * precision * recall, weight * precision + recall)
    return Ratio((1 + weight) * hits, weight * run.num_rel(rel) + retrieved, rounded=value)


@dataclass(frozen=True, eq=False)
class Decisions:
    """The confusion matrix of each topic [T]: documents retrieved or not, relevant or not."""

    run: JudgedRun
    true_positives: Floats
    false_positives: Floats
    false_negatives: Floats

    @property
    def retrieved(self) -> Floats:
        """Documents retrieved."""
        return self.true_positives + self.false_positives

    @property
    def relevant(self) -> Floats:
        """Relevant documents."""
        return self.true_positives + self.false_negatives

    @property
    def nonrelevant(self) -> Floats:
        """Documents of the collection that are not relevant."""
        return self.false_positives + self.true_negatives

    @property
    def collection(self) -> Floats:
        """All documents of the collection, the same number for each topic."""
        return self.relevant + self.nonrelevant

    @property
    def left_out(self) -> Floats:
        """Documents of the collection that are not retrieved."""
        return self.false_negatives + self.true_negatives

    @cached_property
    def true_negatives(self) -> Floats:
        """Documents of the collection that are neither relevant nor retrieved."""
        size = self.run.collection_size
        if not size:
            message = "this measure needs the number of documents in the collection"
            raise EvaluationError(Problem(message, hint="set collection_size"))
        left = size - self.retrieved - self.false_negatives
        if (left < 0).any():
            topic, seen = self.run.topics[int(np.argmax(left < 0))], int(size - left.min())
            message = f"the collection_size {size} is too small: topic {topic} alone has {seen}"
            raise EvaluationError(Problem(f"{message} relevant or retrieved documents"))
        return left


def decisions(run: JudgedRun, rel: int = 1, cutoff: int | None = None) -> Decisions:
    """Return the confusion matrix of the retrieved set, or of its first ``cutoff`` documents.

    Unjudged documents count as non-relevant. A ranking shorter than the cutoff is not padded.
    """
    hits = run.hits(rel).within(cutoff)
    retrieved = run.num_ret if cutoff is None else np.minimum(run.num_ret, cutoff)
    return Decisions(
        run,
        hits.astype(float),
        (retrieved - hits).astype(float),
        (run.num_rel(rel) - hits).astype(float),
    )


@measure("Accuracy", needs_collection_size=True, rising=True, cite=_BOOK)
def accuracy(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Accuracy: the share of the collection that was rightly retrieved or rightly left out.

    (TP + TN) / collection. Unjudged documents count as non-relevant. Note that ir_measures gives
    this name to ``AUC(over="retrieved")``.

    2 of 3 documents right, in a collection of 10 with 4 relevant: (2 + 5) / 10.

    >>> accuracy(JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)).value.tolist()
    [0.7]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.true_positives + made.true_negatives, made.collection)


@measure("ErrorRate", needs_collection_size=True, falling=True, cite=_BOOK)
def error_rate(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Error rate: the share of the collection that was wrongly retrieved or wrongly left out.

    (FP + FN) / collection = 1 − accuracy.

    >>> error_rate(JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)).value.tolist()
    [0.3]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.false_positives + made.false_negatives, made.collection)


@measure(
    "BalancedAccuracy",
    needs_collection_size=True,
    rising=True,
    cite="Brodersen et al., The balanced accuracy and its posterior distribution, ICPR 2010",
)
def balanced_accuracy(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Balanced accuracy: the mean of recall and specificity.

    (TP/R + TN/N) / 2, N being the non-relevant documents of the collection; undefined (0) if either
    kind is missing. It has no micro average.

    (2/4 + 5/6) / 2.

    >>> run = JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)
    >>> balanced_accuracy(run).value.round(4).tolist()
    [0.6667]
    """
    made = decisions(run, rel, cutoff)
    shares = made.true_positives * made.nonrelevant + made.true_negatives * made.relevant
    return Ratio(shares, 2 * made.relevant * made.nonrelevant, additive=False)


@measure(
    "Fallout",
    aliases=("FPR",),
    needs_collection_size=True,
    falling=True,
    cite=_RIJSBERGEN,
)
def fallout(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Fall-out (false positive rate): the share of the non-relevant documents that were retrieved.

    FP / (FP + TN) = 1 − specificity; undefined (1) if every document of the collection is relevant.
    An empty ranking has fall-out 0: read it beside recall.

    >>> run = JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)
    >>> fallout(run).value.round(4).tolist()
    [0.1667]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.false_positives, made.nonrelevant, undefined=1.0)


@measure(
    "Specificity",
    aliases=("TNR", "Selectivity"),
    needs_collection_size=True,
    rising=True,
    cite=_FAWCETT,
)
def specificity(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Specificity (true negative rate): the share of the non-relevant documents that were left out.

    TN / (FP + TN) = 1 − fall-out; undefined (0) if every document of the collection is relevant. An
    empty ranking has specificity 1: read it beside recall.

    >>> run = JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)
    >>> specificity(run).value.round(4).tolist()
    [0.8333]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.true_negatives, made.nonrelevant)


@measure(
    "NPV",
    aliases=("NegativePredictiveValue",),
    needs_collection_size=True,
    rising=True,
    cite=_FAWCETT,
)
def negative_predictive_value(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Negative predictive value: the share of the documents left out that are non-relevant.

    TN / (TN + FN); undefined (0) when the whole collection was retrieved.

    >>> run = JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)
    >>> negative_predictive_value(run).value.round(4).tolist()
    [0.7143]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.true_negatives, made.left_out)


@measure("FDR", aliases=("FalseDiscoveryRate",), falling=True, cite=_FAWCETT)
def false_discovery_rate(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """False discovery rate: the share of the retrieved documents that are non-relevant.

    FP / (TP + FP) = 1 − precision; undefined (1) when nothing was retrieved.

    >>> false_discovery_rate(JudgedRun.of([1, 1, 0, -1])).value.tolist()
    [0.5]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.false_positives, made.retrieved, undefined=1.0)


@measure(
    "FOR",
    aliases=("FalseOmissionRate",),
    needs_collection_size=True,
    falling=True,
    cite=_FAWCETT,
)
def false_omission_rate(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """False omission rate: the share of the documents left out that are relevant.

    FN / (TN + FN) = 1 − NPV; undefined (1) when the whole collection was retrieved.

    >>> run = JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)
    >>> false_omission_rate(run).value.round(4).tolist()
    [0.2857]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.false_negatives, made.left_out, undefined=1.0)


@measure("FNR", aliases=("MissRate",), falling=True, cite=_FAWCETT)
def false_negative_rate(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """False negative rate (miss rate): the share of the relevant documents that were left out.

    FN / R = 1 − recall; undefined (1) without relevant documents.

    >>> false_negative_rate(JudgedRun.of([1, 0], judged=[{1: 4, 0: 1}])).value.tolist()
    [0.75]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.false_negatives, made.relevant, undefined=1.0)


@measure(
    "MCC",
    aliases=("Matthews", "Phi"),
    needs_collection_size=True,
    bounds=(-1.0, 1.0),
    rising=True,
    cite=_MATTHEWS,
)
def matthews_correlation(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Matthews correlation coefficient (φ) between being retrieved and being relevant.

    (TP·TN − FP·FN) / √((TP + FP)·(TP + FN)·(TN + FP)·(TN + FN)); from −1 to 1, 0 for a random set.
    Undefined (0) if a sum under the root is 0: nothing or everything was retrieved, or is relevant.
    It has no micro average.

    (2·5 − 1·2) / √(3·4·6·7).

    >>> run = JudgedRun.of([1, 1, 0], judged=[{1: 4}], collection_size=10)
    >>> matthews_correlation(run).value.round(4).tolist()
    [0.3563]
    """
    made = decisions(run, rel, cutoff)
    product = made.true_positives * made.true_negatives
    product -= made.false_positives * made.false_negatives
    # Two roots: the product of all four sums may exceed 2**53, and lose digits.
    spread = np.sqrt(made.retrieved * made.left_out) * np.sqrt(made.relevant * made.nonrelevant)
    return Ratio(product, spread, additive=False)


@measure(
    "Jaccard",
    aliases=("CriticalSuccessIndex",),
    rising=True,
    cite="Jaccard, The distribution of the flora in the alpine zone, New Phytologist, 1912",
)
def jaccard(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Jaccard coefficient of the retrieved and the relevant set: their overlap over their union.

    TP / (TP + FP + FN); undefined (0) when both are empty.

    >>> jaccard(JudgedRun.of([1, 1, 0], judged=[{1: 4, 0: 1}])).value.tolist()
    [0.4]
    """
    made = decisions(run, rel, cutoff)
    return Ratio(made.true_positives, made.retrieved + made.false_negatives)


@measure("Generality", aliases=("Prevalence",), needs_collection_size=True, cite=_RIJSBERGEN)
def generality(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Generality: the share of the collection that is relevant.

    It depends on the topic, not on the run.

    >>> generality(JudgedRun.of([1], judged=[{1: 4}], collection_size=10)).value.tolist()
    [0.4]
    """
    made = decisions(run, rel)
    return Ratio(made.relevant, made.collection)
