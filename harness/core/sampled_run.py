"""A run joined with a sample of judgments: the documents drawn, their probabilities and ranks.

The documents of a sample are all that could have been drawn, judged or not. The value under
complete judgments is estimated from the drawn ones, each standing for 1 / (its inclusion
probability) documents. The error of an estimate follows from its *influence*: its derivative with
respect to the weight of each document (Taylor linearisation; Särndal, Swensson, Wretman, Model
Assisted Survey Sampling, 1992, chapter 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, divide
from harness.core.batch import Remembering, SmallBatch, remembered


@dataclass(frozen=True, eq=False)
class JudgedSample(Remembering):
    """The documents [N] of T topics that could have been drawn, topic by topic.

    ``topic`` [N] is the row of each document's topic; ``group`` [N] numbers, over all topics, the
    documents drawn together: a stratum, or all of a topic with a probability below 1;
    ``probability`` [N] is the probability of being drawn; ``grade`` [N] is −1 if not drawn or not
    judged. ``topics_of_groups`` [G] is the row of each group's topic.

    Joint probabilities are exact for strata with equal probabilities (simple random samples). For
    others they are Hájek's approximation, good for designs with much randomness. ``by_chance`` is
    the sample without documents judged for another reason than chance, if there are any. ``model``
    [N] are the grades that a model gave to all documents, drawn or not; −1 for none.
    """

    topics: tuple[str, ...]
    topic: Ints
    group: Ints
    probability: Floats
    grade: Ints
    by_chance: JudgedSample | None = None
    model: Ints | None = None

    @remembered
    def select_topics(self, rows: tuple[int, ...]) -> JudgedSample:
        """Return the sample of some of the topics, in ascending order."""
        if len(rows) == len(self.topics):
            return self
        kept = self.mask_rows(rows)
        row = np.full(len(self.topics), -1)
        row[list(rows)] = np.arange(len(rows))
        group = np.unique(self.group[kept], return_inverse=True)[1]
        own = (self.probability[kept], self.grade[kept])
        by_chance = self.by_chance and self.by_chance.select_topics(rows)
        names = tuple(self.topics[i] for i in rows)
        model = None if self.model is None else self.model[kept]
        return JudgedSample(names, row[self.topic[kept]], group, *own, by_chance, model)

    def mask_rows(self, rows: tuple[int, ...]) -> Bools:
        """Return whether each document is of one of the topics [N]."""
        return np.isin(self.topic, rows)

    @property
    def drawn(self) -> Bools:
        """Whether each document was drawn and judged [N]."""
        return self.grade >= 0

    @property
    @remembered
    def weight(self) -> Floats:
        """The number of documents that each drawn one stands for [N]; 0 for the others."""
        return np.where(self.drawn, divide(1.0, self.probability), 0.0)

    @property
    @remembered
    def topics_of_groups(self) -> Ints:
        """The row of each group's topic [G]."""
        rows = np.zeros(int(self.group.max(initial=-1)) + 1, dtype=np.int64)
        rows[self.group] = self.topic
        return rows

    def by_topic(self, values: Floats) -> Floats:
        """Sum values [N] over each topic's documents [T]."""
        return np.bincount(self.topic, values, len(self.topics)).astype(np.float64)

    def by_group(self, values: Floats) -> Floats:
        """Sum values [N] over each group's documents [G]."""
        return np.bincount(self.group, values, len(self.topics_of_groups)).astype(np.float64)

    def total(self, values: Floats | Bools) -> SampleEstimate:
        """Return the Horvitz–Thompson estimate of each topic's sum of values [N]."""
        known = np.where(self.drawn, values, 0.0).astype(np.float64)
        return SampleEstimate(self.by_topic(known * self.weight), known)

    def ratio(
        self, numerator: SampleEstimate, denominator: SampleEstimate, *, corrected: bool = False
    ) -> SampleEstimate:
        """Return the ratio of two estimates, 0 where the denominator is 0.

        ``corrected`` removes most of the bias of a ratio of unbiased estimates: times 1 + Cov /
        (numerator · denominator) − Var / denominator².

        Tin, Comparison of some ratio estimators, JASA 1965.
        """
        value = divide(numerator.value, denominator.value)
        residual = numerator.influence - value[self.topic] * denominator.influence
        influence = divide(residual, denominator.value[self.topic])
        if corrected:
            over, under = (self.deviations(part.influence) for part in (numerator, denominator))
            product = numerator.value * denominator.value
            value = value * (
                1
                + divide(self.by_topic(over * under), product)
                - divide(self.by_topic(under**2), denominator.value**2)
            )
        return SampleEstimate(value, influence, denominator.value)

    @property
    @remembered
    def group_sizes(self) -> tuple[Floats, Floats]:
        """The number of documents of each group, and of drawn ones [G]."""
        return self.by_group(np.ones(len(self.group))), self.by_group(self.drawn.astype(np.float64))

    @property
    @remembered
    def mean_weight(self) -> Floats:
        """The mean weight of the documents drawn from each group [G]; 1 without any."""
        return divide(self.by_group(self.weight), self.group_sizes[1], otherwise=1.0)

    @property
    @remembered
    def even(self) -> Bools:
        """Whether each drawn document of a group stands for size / number drawn [G]."""
        each = divide(*self.group_sizes)[self.group]
        apart = self.drawn & (np.abs(self.weight - each) > 1e-9 * each)
        return np.asarray(self.by_group(apart.astype(np.float64)) == 0)

    @property
    @remembered
    def units(self) -> Floats:
        """The weight of each document divided by the mean of its group [N]: 1 in even groups."""
        shares = self.weight / self.mean_weight[self.group]
        return np.where(self.even[self.group], self.drawn.astype(np.float64), shares)

    def stand_for(self, units: Floats) -> Floats:
        """Return the number of documents that so many units of each group stand for [G].

        For even groups it is units · size / number drawn, in this order, as in sample_eval.
        """
        size, number = self.group_sizes
        return np.where(self.even, divide(units * size, number), units * self.mean_weight)

    def over_groups(self, values: Floats) -> Floats:
        """Sum values [G] over each topic's groups, in their order [T]."""
        return np.bincount(self.topics_of_groups, values, len(self.topics)).astype(np.float64)

    @property
    @remembered
    def pair_factor(self) -> Floats:
        """The factor that turns π_i π_j into the probability of drawing both of a pair in a group
        [G].

        n(n − 1) / (n² − Σ π²) over the group, which is n(n − 1) N² / (n² N(N − 1)) for simple
        random samples, and otherwise lets the joint probabilities sum to n(n − 1), as they must.
        Without pairs, if a single document was drawn, it is 1.
        """
        left = self.left_to_chance
        n = self.by_group(left.astype(float))
        squares = self.by_group(np.where(left, self.probability, 0.0))
        return np.where(n > 1, divide(n * (n - 1), n**2 - squares, otherwise=1.0), 1.0)

    @property
    def left_to_chance(self) -> Bools:
        """Whether each document was judged only because it was drawn by chance [N]."""
        return self.drawn & (self.probability < 1)

    def deviations(self, influence: Floats) -> Floats:
        """Return numbers [N] whose sum of squares over a topic is the variance of its estimate.

        Products of the deviations of two estimates from one sample sum to their covariance, and so
        the deviations of a difference are the differences of deviations. It is √(n / (n − 1) · (1 −
        π)) (z/π − B) with B the mean of z/π in the group, weighted by 1 − π: Cochran's variance for
        simple random samples, Hájek's for others. A single document drawn of several counts as
        drawn independently (n / (n − 1) = 1, B = 0).

        Hájek, Asymptotic theory of rejective sampling with varying probabilities from a finite
        population, Annals of Mathematical Statistics 1964; Cochran, Sampling Techniques, 3rd
        edition 1977, chapter 5.

        >>> half, grades = np.full(4, 0.5), np.array([1, 0, -1, -1])
        >>> sample = JudgedSample(("1",), np.zeros(4, int), np.zeros(4, int), half, grades)
        >>> total = sample.total(grades > 0)
        >>> total.value.tolist(), float(sum(sample.deviations(total.influence) ** 2))
        ([2.0], 2.0)
        >>> 4**2 * (1 - 0.5) * 0.5 / 2  # N² (1 − n/N) s² / n
        2.0
        """
        left = self.left_to_chance
        share = np.where(left, 1.0 - self.probability, 0.0)
        n = self.by_group(left.astype(float))
        several = n > 1
        stands_for = influence * self.weight
        mean = divide(self.by_group(share * stands_for), self.by_group(share)) * several
        scale = np.where(several, divide(n, n - several), 1.0)
        return np.asarray(np.sqrt(share * scale[self.group]) * (stands_for - mean[self.group]))


class SampleEstimate(NamedTuple):
    """Estimate of each topic's value [T], and the influence of each document [N].

    ``denominator`` [T] is the denominator of a ratio, whose value is 0 where it is 0.
    """

    value: Floats
    influence: Floats
    denominator: Floats | None = None


@dataclass(frozen=True, eq=False)
class SampledRun(SmallBatch):
    """One run and a sample, all topics at once.

    ``rank`` [N] is the rank of each document of the sample, infinite if not retrieved; ``num_ret``
    [T] the length of each ranking. Documents that could not have been drawn only take up ranks:
    like documents outside a pool, they count as not relevant. ``answered`` [T] marks the topics
    that the run answered.
    """

    sample: JudgedSample
    rank: Floats
    num_ret: Ints

    @classmethod
    def of(
        cls,
        *documents: tuple[int, float, float],
        strata: Sequence[int] | None = None,
        length: int,
        model: Sequence[int] | None = None,
    ) -> SampledRun:
        """Return a run of one topic from grade (−1: not drawn), probability and rank of documents.

        ``model`` are the grades that a model gave them.

        >>> run = SampledRun.of((1, 0.5, 2), (0, 1.0, np.inf), (-1, 0.5, 1), length=2)
        >>> run.sample.total(run.relevant()).value.tolist()
        [2.0]
        """
        grade, probability, rank = (np.array(column) for column in zip(*documents, strict=True))
        group = np.array(strata) if strata else (probability >= 1).astype(np.int64)
        topic = np.zeros(len(documents), dtype=np.int64)
        _, numbers = np.unique(group, return_inverse=True)
        sample = JudgedSample(("1",), topic, numbers, probability.astype(np.float64), grade)
        if model is not None:
            sample = replace(sample, model=np.array(model))
        return cls(sample, rank.astype(np.float64), np.array([length]))

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""
        return self.sample.topics

    @property
    @remembered
    def order(self) -> Ints:
        """The retrieved documents of the sample, topic by topic, best first [M]."""
        rows = np.flatnonzero(np.isfinite(self.rank))
        return rows[np.lexsort((self.rank[rows], self.sample.topic[rows]))]

    def relevant(self, rel: int = 1) -> Floats:
        """Return 1 for documents judged relevant [N], else 0."""
        return (self.sample.grade >= rel).astype(float)

    def within(self, cutoff: int | None) -> Floats:
        """Return 1 for documents in the first ``cutoff`` ranks (None: retrieved) [N], else 0."""
        return (self.rank < np.inf if cutoff is None else self.rank <= cutoff).astype(float)
