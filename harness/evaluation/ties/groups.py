"""Tied documents: which ranks they hold together, and how many stand across a cutoff."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints, pick
from harness.core.dialects import Dialect
from harness.core.model import Run
from harness.core.ordering import by_score, comparable_scores
from harness.evaluation.ranking import topic_codes


@dataclass(frozen=True, slots=True, eq=False)
class Across:
    """Tied documents on both sides of a cutoff.

    ``documents`` [T] is the size of the group of equal scores that holds both the last rank inside
    the cutoff and the first one outside it, ``inside`` [T] how many of its documents get in. Both
    are 0 for a topic without such a group.
    """

    documents: Ints
    inside: Ints

    @property
    def num_topics(self) -> int:
        """Topics with a tie across the cutoff."""
        return int((self.documents > 0).sum())


@dataclass(frozen=True, slots=True, eq=False)
class TieGroups:
    """The groups of documents with equal scores, as the ranks that they hold.

    ``first`` [T, D] is the place (rank − 1) at which the group of each rank begins, ``size`` [T, D]
    the number of its documents: 1 for a document that is not tied, and past the end of a ranking.
    """

    first: Ints
    size: Ints

    @classmethod
    def of(cls, scores: Floats) -> TieGroups:
        """The groups of rankings of the given scores [T, D], highest first, NaN past the end.

        >>> groups = TieGroups.of(np.array([[9.0, 7.0, 7.0, 7.0, np.nan]]))
        >>> groups.first.tolist(), groups.size.tolist()
        ([[0, 1, 1, 1, 4]], [[1, 3, 3, 3, 1]])
        """
        begins = np.ones(scores.shape, dtype=bool)
        begins[:, 1:] = scores[:, 1:] != scores[:, :-1]
        first = np.maximum.accumulate(np.where(begins, np.arange(scores.shape[1]), 0), axis=1)
        flat = _flat(first)
        return cls(first, np.bincount(flat.ravel(), minlength=flat.size)[flat])

    def rows(self, topics: slice, depth: int) -> TieGroups:
        """The groups of some topics, none of which has a ranking longer than ``depth``."""
        return TieGroups(self.first[topics, :depth], self.size[topics, :depth])

    @property
    def num_tied(self) -> Ints:
        """Documents of each topic whose score another one of that topic has too [T]."""
        return np.asarray((self.size > 1).sum(axis=1))

    def sums(self, values: npt.NDArray[Any]) -> Floats:
        """The sum of ``values`` [T, D] over the group of each rank [T, D]."""
        flat = _flat(self.first)
        summed = np.bincount(flat.ravel(), weights=values.ravel(), minlength=flat.size)
        return np.asarray(summed[flat], dtype=np.float64)

    def means(self, values: npt.NDArray[Any]) -> Floats:
        """The mean of ``values`` [T, D] over the group of each rank [T, D].

        It is what the rank holds on average when the tied documents come in random order.
        """
        return np.asarray(self.sums(values) / self.size)

    def arranged(self, table: npt.NDArray[Any], by: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A copy of ``table`` [T, D] with each group's entries in ascending order of ``by``."""
        result = table.copy()
        positions = np.flatnonzero(self.size > 1)
        order = np.lexsort((by.ravel()[positions], _flat(self.first).ravel()[positions]))
        result.ravel()[positions] = table.ravel()[positions[order]]
        return result

    def across(self, cutoffs: npt.ArrayLike) -> Across:
        """The ties across a cutoff: one for all topics, or one a topic [T].

        >>> groups = TieGroups.of(np.array([[9.0, 7.0, 7.0, 7.0], [9.0, 8.0, 7.0, 7.0]]))
        >>> across = groups.across(2)
        >>> across.documents.tolist(), across.inside.tolist()
        ([3, 0], [1, 0])
        """
        num_topics, depth = self.first.shape
        if not depth:
            return Across(np.zeros(num_topics, np.int64), np.zeros(num_topics, np.int64))
        inner = np.minimum(np.broadcast_to(cutoffs, (num_topics,)), depth).astype(np.int64)
        outside = np.minimum(inner, depth - 1)
        first = pick(self.first, outside)
        straddles = (inner < depth) & (first < inner)
        documents = np.where(straddles, pick(self.size, outside), 0)
        return Across(documents, np.where(straddles, inner - first, 0))


def _flat(first: Ints) -> Ints:
    """One number for each group of a table, the same at all its ranks [T, D]."""
    num_topics, depth = first.shape
    return np.asarray(first + np.arange(num_topics)[:, None] * depth)


def scores_by_rank(run: Run, topics: Sequence[str], dialect: Dialect) -> Floats:
    """The scores of the given topics in the dialect's precision [T, D]: highest first, then NaN.

    Raises `InputError` when a score is NaN.
    """
    run = run.documents
    codes, _ = topic_codes(run.frame["topic"], {topic: row for row, topic in enumerate(topics)})
    scores = comparable_scores(run, dialect)
    known = codes >= 0
    if not known.all():
        codes, scores = codes[known], scores[known]
    order = by_score(codes, scores)
    if order is not None:
        scores = scores[order]
    num_ret = np.bincount(codes, minlength=len(topics))
    table = np.full((len(topics), int(num_ret.max(initial=1))), np.nan)
    table[np.arange(table.shape[1]) < num_ret[:, None]] = scores
    return table
