"""Tied documents, and the mean of measures over all their orders, in closed form.

All orders of a group are equally likely, and groups are independent. Each document of a group then
has each of its ranks with equal probability, which gives sums over ranks; each pair of documents
has each pair of ranks with equal probability, which gives average precision; the first relevant
document follows the negative hypergeometric distribution. McSherry and Najork, Computing
information retrieval performance measures efficiently in the presence of tied scores, ECIR 2008. No
order is sampled or enumerated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Discount, Floats, Ints, discounts, divide, pick, total
from harness.core.dialects import Dialect
from harness.core.judged_run import JudgedRun, pad
from harness.core.model import Run
from harness.core.ordering import by_score, comparable_scores
from harness.evaluation.ranking import topic_codes
from harness.measures import Measure, Ratio
from harness.measures.gain import FORMS, Worth, gain_table
from harness.measures.users import chances_to_satisfy, divide_by_highest


@dataclass(frozen=True, slots=True, eq=False)
class TiedRun:
    """A judged run whose tied documents may come in any order.

    ``run`` holds whole rankings, ``groups`` their ties; ``depth`` is the number of documents of a
    topic to evaluate (None: all), and may cut through a group.
    """

    run: JudgedRun
    groups: TieGroups
    depth: int | None = None

    def ordered(self, by: npt.NDArray[Any] | None = None) -> JudgedRun:
        """Return the run, cut at the depth, with groups unchanged or sorted.

        ``by`` [T, D] sorts each group ascending.
        """
        run = self.run
        if by is None and self.depth is None:
            return run
        grades = run.grades if by is None else self.groups.arranged(run.grades, by)
        num_ret = run.num_ret
        if self.depth is not None:
            grades, num_ret = grades[:, : self.depth], np.minimum(num_ret, self.depth)
        return replace(run, grades=grades, num_ret=num_ret, _memo={})

    def worth(self, worth: Worth = ("linear", None)) -> Floats:
        """Return the gain at each rank [T, D]; 0 for unjudged documents."""
        form, gains = worth
        hits, values = self.run.gains(gain_table(form, gains, self.run.judgments))
        gains_ = np.zeros(self.run.grades.shape)
        gains_[hits.topic, hits.position] = values
        return gains_

    def relevant(self, rel: int) -> Bools:
        """Return whether the document at each rank is relevant [T, D]."""
        return np.asarray(self.run.grades >= rel)

    def limit(self, measure: Measure) -> Floats:
        """Return the last rank that the measure sees [T]; infinite without a cutoff or depth."""
        given = _parameters(measure)
        of_topic = _LIMITS.get(measure.family.name)
        limit = given.get("cutoff") if of_topic is None else of_topic(self.run, given)
        limit = np.inf if limit is None else limit
        limit = np.minimum(limit, np.inf if self.depth is None else self.depth)
        return np.broadcast_to(np.asarray(limit, dtype=np.float64), (len(self.run.topics),))


#: Measures with a cutoff per topic.
_LIMITS: dict[str, Callable[[JudgedRun, Mapping[str, Any]], npt.NDArray[Any]]] = {
    "Rprec": lambda run, given: run.num_rel(given["rel"]),
    "RprecMult": lambda run, given: np.floor(given["factor"] * run.num_rel(given["rel"]) + 0.9),
}


def _parameters(measure: Measure) -> dict[str, Any]:
    return {**measure.family.defaults, **measure.parameters}


def expected(tied: TiedRun, measure: Measure) -> Floats:
    """Return the mean of a measure over all orders of the tied documents [T].

    The measure must be one of `SUPPORTED`. Denominators are the measure's own, as none depends on
    the order.

    Two tied documents, one of them relevant, stand above an untied relevant one. AP is
    (1 + 2/3) / 2 or (1/2 + 2/3) / 2, RR 1 or 1/2.

    >>> from harness.measures import parse_measure
    >>> groups = TieGroups.of(np.array([[5.0, 5.0, 4.0]]))
    >>> tied = TiedRun(JudgedRun.of([0, 1, 1]), groups)
    >>> expected(tied, parse_measure("AP")).round(4).tolist()
    [0.7083]
    >>> expected(tied, parse_measure("RR")).tolist()
    [0.75]
    """
    mean = SUPPORTED[measure.family.name](tied, tied.limit(measure), _parameters(measure))
    result = measure.evaluate(tied.ordered())
    return divide(mean, result.denominator) if isinstance(result, Ratio) else mean


def _ranks(tied: TiedRun) -> Floats:
    return np.arange(1.0, tied.run.depth + 1)


def _within(tied: TiedRun, limit: Floats, values: Floats) -> Floats:
    """Return the sum of ``values`` [T, D] over the ranks up to each topic's limit [T]."""
    return total(np.where(_ranks(tied) <= limit[:, None], values, 0.0))


def _num_rel_ret(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    """Count the relevant documents up to the limit."""
    return _within(tied, limit, tied.groups.means(tied.relevant(given["rel"])))


def _f(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    weight = given["beta"] ** 2 if given["beta2"] is None else given["beta2"]
    if given["alpha"] is not None:
        weight = (1 - given["alpha"]) / given["alpha"]
    return np.asarray((1 + weight) * _num_rel_ret(tied, limit, given))


def _first_relevant(tied: TiedRun, rel: int) -> tuple[Floats, Floats]:
    """Return the possible ranks of the first relevant document [T, W], and their probabilities.

    With t relevant documents among the n of its group, it is the first document with probability
    t/n; from one document to the next the probability falls by (n − t − i + 1)/(n − i).
    """
    relevant = tied.relevant(rel)
    if not relevant.any():
        nothing = np.zeros((len(relevant), 0))
        return nothing, nothing
    first = relevant.argmax(axis=1)
    size, start = pick(tied.groups.size, first)[:, None], pick(tied.groups.first, first)[:, None]
    good = pick(tied.groups.sums(relevant), first)[:, None]
    nth = np.arange(1, int((size - good).max()) + 2)
    left = np.maximum(size - good - nth[:-1] + 1, 0) / np.maximum(size - nth[:-1], 1)
    chances = good / size * np.cumprod(np.concatenate([np.ones(size.shape), left], axis=1), axis=1)
    return (start + nth).astype(float), chances


def _success(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    ranks, chances = _first_relevant(tied, given["rel"])
    return total(np.where(ranks <= limit[:, None], chances, 0.0))


def _reciprocal_rank(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    ranks, chances = _first_relevant(tied, given["rel"])
    return total(np.where(ranks <= limit[:, None], chances / ranks, 0.0))


def _sum_precisions(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    """Sum each rank's probability of being relevant, times the precision there if it is.

    With t relevant documents among the n of its group, the probability is t/n. If the i-th document
    of the group is relevant, each of the i − 1 before it is so with probability (t − 1)/(n − 1).
    """
    groups, relevant = tied.groups, tied.relevant(given["rel"])
    good = groups.sums(relevant)
    above_: Ints = np.cumsum(relevant, axis=1) - relevant
    above: Ints = np.take_along_axis(above_, groups.first, axis=1)
    before = above + (np.arange(tied.run.depth) - groups.first) * divide(good - 1, groups.size - 1)
    return _within(tied, limit, good / groups.size * ((before + 1) / _ranks(tied)))


def _gains(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    return _within(tied, limit, tied.groups.means(tied.worth((given["gain"], given["gains"]))))


def _discounted_gains(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    gain, form = FORMS[given["dcg"]]
    discount: Discount = (form, given["base"])
    means = tied.groups.means(tied.worth((gain, given["gains"])))
    return _within(tied, limit, means / discounts(tied.run.depth, discount))


def _rank_biased(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    p, rel = given["p"], given["rel"]
    if rel is None:
        own = given["gains"]
        gains = divide_by_highest(tied.run, tied.worth(("linear", own)), own)
    else:
        gains = tied.relevant(rel).astype(float)
    weights = p ** (_ranks(tied) - 1)
    return np.asarray((1 - p) * _within(tied, limit, tied.groups.means(gains) * weights))


def _expected_reciprocal_rank(tied: TiedRun, limit: Floats, given: Mapping[str, Any]) -> Floats:
    """Sum the probabilities of reaching a group times those of stopping at each document in it."""
    groups = tied.groups
    own = given["gains"]
    gains = tied.worth(("linear" if own else "exp", own))
    chances = chances_to_satisfy(tied.run, gains, own, given["max_grade"])
    goes_on = np.cumprod(1 - chances, axis=1)
    arrives = np.concatenate([np.ones((len(chances), 1)), goes_on[:, :-1]], axis=1)
    arrives = np.take_along_axis(arrives[:, : tied.run.depth], groups.first, axis=1)
    begins = groups.first == np.arange(tied.run.depth)
    stops = chances.copy()
    counts = begins & (_ranks(tied) <= limit[:, None])
    for row, start in np.argwhere(counts & (groups.size > 1) & (groups.sums(chances) > 0)):
        end = start + groups.size[row, start]
        seen = int(min(end, limit[row]))
        stops[row, start:seen] = chances_to_stop(chances[row, start:end], seen - start)
    return _within(tied, limit, arrives * stops / _ranks(tied))


def chances_to_stop(chances: Floats, depth: int) -> Floats:
    """Return the probability of stopping at each document, in random order.

    ``chances`` [n] are the documents' own probabilities of stopping the user. The result
    [min(depth, n)] is the probability of stopping at the 1st, 2nd, … document read, averaged over
    all orders. Documents with the most common probability are placed at once, as equal ones are
    simple; the others are added one by one, at any position with equal probability.

    With the chances 1/2 and 0: at the first document (1/2 + 0) / 2, at the second (0 + 1/2) / 2.

    >>> chances_to_stop(np.array([0.5, 0.0]), 2).tolist()
    [0.25, 0.25]
    >>> chances_to_stop(np.array([0.5, 0.5]), 9).tolist()
    [0.5, 0.25]
    """
    different, counts = np.unique(chances, return_counts=True)
    common, most = different[counts.argmax()], counts.max()
    ranks = np.arange(1.0, min(depth, len(chances)) + 1)
    # Rows: the probability of stopping at each position, of reaching it; 0 past the last document.
    reach = np.where(ranks <= most + 1, (1 - common) ** (ranks - 1), 0.0)
    both = np.stack([np.where(ranks <= most, common * reach, 0.0), reach])
    before, behind = ranks[:-1], np.stack([-ranks, 1 - ranks])
    for count, chance in enumerate(chances[chances != common].tolist(), start=int(most) + 1):
        added = (count + behind) * both  # the new document comes later,
        added[:, 1:] += (1 - chance) * before * both[:, :-1]  # earlier,
        added[0] += chance * both[1]  # or is the one to stop at
        both = added / count
    return np.asarray(both[0])


#: The mean over all orders, of the value or of a ratio's numerator, by the measure's name. A
#: measure belongs here only if better documents first in each group make it highest, and last
#: lowest; `harness.evaluation.ties.tie_report` gives the reason for each.
SUPPORTED: dict[str, Callable[[TiedRun, Floats, Mapping[str, Any]], Floats]] = {
    "P": _num_rel_ret,
    "R": _num_rel_ret,
    "RelP": _num_rel_ret,
    "SetP": _num_rel_ret,
    "NumRelRet": _num_rel_ret,
    "Rprec": _num_rel_ret,
    "RprecMult": _num_rel_ret,
    "F": _f,
    "Success": _success,
    "RR": _reciprocal_rank,
    "AP": _sum_precisions,
    "CG": _gains,
    "DCG": _discounted_gains,
    "nDCG": _discounted_gains,
    "RBP": _rank_biased,
    "ERR": _expected_reciprocal_rank,
    "nERR": _expected_reciprocal_rank,
}


@dataclass(frozen=True, slots=True, eq=False)
class Across:
    """Ties across a cutoff.

    ``documents`` [T] is the size of the tied group with ranks on both sides of the cutoff,
    ``inside`` [T] the number of its documents within. Both are 0 for a topic without one.
    """

    documents: Ints
    inside: Ints

    @property
    def num_topics(self) -> int:
        """The number of topics with a tie across the cutoff."""
        return int((self.documents > 0).sum())


@dataclass(frozen=True, slots=True, eq=False)
class TieGroups:
    """The groups of documents with equal scores, by rank.

    ``first`` [T, D] is the position (rank − 1) at which each rank's group begins, ``size`` [T, D]
    its number of documents: 1 for an untied document, and past the end of a ranking.
    """

    first: Ints
    size: Ints

    @classmethod
    def of(cls, scores: Floats) -> TieGroups:
        """Group rankings by scores [T, D], highest first, NaN past the end.

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
        """Return the groups of some topics, whose rankings are at most ``depth`` long."""
        return TieGroups(self.first[topics, :depth], self.size[topics, :depth])

    @property
    def num_tied(self) -> Ints:
        """The number of tied documents of each topic [T]."""
        return np.asarray((self.size > 1).sum(axis=1))

    def sums(self, values: npt.NDArray[Any]) -> Floats:
        """Return the sum of ``values`` [T, D] over the group of each rank [T, D]."""
        flat = _flat(self.first)
        summed = np.bincount(flat.ravel(), weights=values.ravel(), minlength=flat.size)
        return np.asarray(summed[flat], dtype=np.float64)

    def means(self, values: npt.NDArray[Any]) -> Floats:
        """Return the mean of ``values`` [T, D] over the group of each rank [T, D].

        It is the expected value at the rank when tied documents come in random order.
        """
        return np.asarray(self.sums(values) / self.size)

    def arranged(self, table: npt.NDArray[Any], by: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a copy of ``table`` [T, D] with each group sorted by ``by``, ascending."""
        result = table.copy()
        positions = np.flatnonzero(self.size > 1)
        order = np.lexsort((by.ravel()[positions], _flat(self.first).ravel()[positions]))
        result.ravel()[positions] = table.ravel()[positions[order]]
        return result

    def across(self, cutoffs: npt.ArrayLike) -> Across:
        """Return the ties across one cutoff for all topics, or across a cutoff per topic [T].

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
    """Return a number for each group of a table, at each of its ranks [T, D]."""
    num_topics, depth = first.shape
    return np.asarray(first + np.arange(num_topics)[:, None] * depth)


def scores_by_rank(run: Run, topics: Sequence[str], dialect: Dialect) -> Floats:
    """Return the scores of topics in the dialect's precision [T, D]: highest first, then NaN.

    Raises `InputError` for a score of NaN.
    """
    run = run.documents
    codes = topic_codes(run.rows.topics(), {topic: row for row, topic in enumerate(topics)})
    scores = comparable_scores(run, dialect)
    known = codes >= 0
    if not known.all():
        codes, scores = codes[known], scores[known]
    order = by_score(codes, scores)
    if order is not None:
        scores = scores[order]
    return pad(np.bincount(codes, minlength=len(topics)), scores.astype(np.float64), np.nan)
