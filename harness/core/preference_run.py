"""Batch of preference measures: preferences between documents, and a run's ranks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.core.batch import ChosenTopics, Remembering, remembered


@dataclass(frozen=True, eq=False)
class Preferences(Remembering):
    """Preferences of the judgment groups of T topics, independent of any run.

    There are D judged documents. A *member* [N] is a document in a judgment group: ``member_doc``
    is its document, ``member_group`` its group, ``level`` its level (in the last of several
    subgroups). Members are sorted by group and identifier. A *preference* [P] prefers the member
    ``better`` to the member ``worse`` of the same group. ``group_topic`` [G] is the topic of each
    group, ``partial`` [G] whether the group has subgroups. ``pair`` [P] numbers the unordered pairs
    of documents; ``pair_topic`` [Q] is the topic of each.
    """

    topics: tuple[str, ...]
    num_docs: int
    group_topic: Ints
    partial: Bools
    member_doc: Ints
    member_group: Ints
    level: Floats
    better: Ints
    worse: Ints

    @property
    @remembered
    def relevant(self) -> Bools:
        """Whether each member's level is above 0 [N]."""
        return np.asarray(self.level > 0)

    @property
    @remembered
    def nonrelevant(self) -> Bools:
        """Whether each member counts as non-relevant [N]: at level 0, without subgroups also below.

        A group with subgroups leaves open how a document below 0 compares with one at 0.
        """
        undivided = ~self.partial[self.member_group]
        return np.asarray((self.level == 0) | ((self.level < 0) & undivided))

    @property
    @remembered
    def lowest(self) -> Bools:
        """Whether each member is at the lowest level of its group, with subgroups at 0 [N]."""
        least = np.full(len(self.partial), np.inf)
        np.minimum.at(least, self.member_group, self.level)
        least[self.partial] = 0.0
        return np.asarray(self.level == least[self.member_group])

    @property
    @remembered
    def group(self) -> Ints:
        """The group of each preference [P]."""
        return self.member_group[self.better]

    @remembered
    def pairs(self) -> tuple[Ints, Ints]:
        """Return the pair of each preference [P], and the topic of each pair [Q]."""
        better, worse = self.member_doc[self.better], self.member_doc[self.worse]
        keys = np.minimum(better, worse) * self.num_docs + np.maximum(better, worse)
        _, first, pair = np.unique(keys, return_index=True, return_inverse=True)
        return pair, self.group_topic[self.group[first]]

    def per_group(self, chosen: Bools) -> Floats:
        """Count the chosen preferences [P] of each group [G]."""
        return np.bincount(self.group[chosen], minlength=len(self.partial)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class PreferenceRun(ChosenTopics):
    """One run's ranks of the documents with preferences.

    ``rank`` [D] is each document's rank, ``inf`` if not retrieved; ``chosen`` [T] are the batch's
    topics among the topics of the preferences.
    """

    preferences: Preferences
    rank: Floats

    @classmethod
    def of(cls, *groups: Mapping[str, float], ranking: Sequence[str]) -> PreferenceRun:
        """Return a run of one topic from each group's levels, for examples and experiments.

        >>> run = PreferenceRun.of({"a": 1, "b": 0}, {"b": 3, "c": 2}, ranking=["b", "a"])
        >>> run.fulfilled.tolist()
        [False, True]
        """
        docs = sorted({doc for levels in groups for doc in levels})
        members = [(group, doc) for group, levels in enumerate(groups) for doc in sorted(levels)]
        stated = [
            (i, j)
            for (i, (group, above)), (j, (other, below)) in permutations(enumerate(members), 2)
            if group == other and groups[group][above] > groups[group][below]
        ]
        better, worse = np.array(stated, dtype=np.int64).reshape(-1, 2).T
        known = Preferences(
            topics=("1",),
            num_docs=len(docs),
            group_topic=np.zeros(len(groups), dtype=np.int64),
            partial=np.zeros(len(groups), dtype=bool),
            member_doc=np.array([docs.index(doc) for _, doc in members], dtype=np.int64),
            member_group=np.array([group for group, _ in members], dtype=np.int64),
            level=np.array([groups[group][doc] for group, doc in members], dtype=np.float64),
            better=better,
            worse=worse,
        )
        rank_of = {doc: float(number) for number, doc in enumerate(ranking, start=1)}
        rank = np.array([rank_of.get(doc, np.inf) for doc in docs])
        return cls(np.zeros(1, dtype=np.int64), known, rank)

    @property
    def judged_topics(self) -> tuple[str, ...]:
        """All topics of the preferences."""
        return self.preferences.topics

    @property
    @remembered
    def retrieved(self) -> Bools:
        """Whether each member's document is retrieved [N]."""
        return np.isfinite(self.rank[self.preferences.member_doc])

    @property
    @remembered
    def fulfilled(self) -> Bools:
        """Whether the run ranks the better document above the worse one [P].

        A retrieved document is above one that is not; of two that are not, none is above.
        """
        known = self.preferences
        rank = self.rank[known.member_doc]
        return np.asarray(rank[known.better] < rank[known.worse])

    @remembered
    def within(self, scope: str) -> Bools:
        """Return whether each preference counts [P].

        In the scope ``retrieved`` both documents must be retrieved, in ``implied`` at least one;
        in ``all`` every preference counts.
        """
        known = self.preferences
        better, worse = self.retrieved[known.better], self.retrieved[known.worse]
        if scope == "retrieved":
            return np.asarray(better & worse)
        return np.asarray(better | worse) if scope == "implied" else np.ones(len(better), bool)

    @remembered
    def counts(self, scope: str) -> tuple[Floats, Floats]:
        """Count the fulfilled preferences and all that count, of each group [G]."""
        within, known = self.within(scope), self.preferences
        return known.per_group(self.fulfilled & within), known.per_group(within)

    def group_sums(self, values: Floats | Bools) -> Floats:
        """Return the sum over each topic's groups [T] of a value of each group [G]."""
        return self.sums(self.preferences.group_topic, values)

    def group_means(self, values: Floats) -> Floats:
        """Average values of groups [G] over each topic's groups [T]; 0 without groups."""
        counts = self.group_sums(np.ones(len(values)))
        return np.asarray(self.group_sums(values) / np.maximum(counts, 1))
