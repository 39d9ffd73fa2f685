"""Losses of a run against a perfect ranking, in three parts that add up."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.batch import Judgments, remembered
from harness.core.dialects import Dialect
from harness.core.errors import EvaluationError, Problem
from harness.core.judged_run import PADDING, UNJUDGED, JudgedRun, pad
from harness.evaluation.rules import Rules
from harness.evaluation.scales import find_scale
from harness.evaluation.scoring import score_judged
from harness.measures import AnyMeasure, Combination
from harness.measures.gain import find_worth, weigh_levels

#: The parts of a loss, in the order of `Losses.parts`.
PARTS = ("missed", "ranked low", "unjudged on top")


@dataclass(frozen=True, slots=True, eq=False)
class Losses(FrozenArrays):
    """Losses of a run by one measure on each topic, by cause.

    ``value`` [T] is the run's, ``perfect`` [T] a perfect ranking's. ``parts`` [T, 3] add up to the
    difference (see `measure_losses`), which is below 0 if lower values are better.
    """

    measure: str
    topics: tuple[str, ...]
    value: Floats
    perfect: Floats
    parts: Floats
    lower_is_better: bool = False

    @property
    def total(self) -> Floats:
        """The whole loss on each topic [T]."""
        return np.asarray(self.perfect - self.value)

    def select_topics(self, topics: Collection[str]) -> Losses:
        """Return the losses on some of the topics."""
        rows = np.flatnonzero(np.isin(self.topics, list(topics)))
        left = {name: getattr(self, name)[rows] for name in ("value", "perfect", "parts")}
        return replace(self, topics=tuple(self.topics[row] for row in rows.tolist()), **left)


def measure_losses(run: JudgedRun, measure: AnyMeasure, rules: Rules | None = None) -> Losses:
    """Split the loss of a run by a measure into its parts, on each topic.

    Four rankings are measured:

    * a perfect ranking: the best, on each topic, of all documents with at least grade (or gain) l,
      best first, for each level l above 0, and no documents at all. (For most measures the longest
      one is best; set measures count lower grades against it.) ``rules.depth`` cuts it like the
      run. Costs of its documents are unknown, even if the run's are known;
    * the judged documents of the run in the best order, by gain if the measure has gains, else by
      grade;
    * the judged documents of the run in their order (documents judged as junk are kept, and come
      last in the best order);
    * the run.

    The differences between neighbours are the losses to relevant documents *missed*, to relevant
    documents *ranked low*, and to *unjudged* documents above judged ones. They add up to the whole
    loss for every measure of a ranking. A part is below 0 if dropping a document costs something
    (set measures), and 0 if the measure does not look at it. For measures where less is better
    (`Family.falling`) the perfect value is the least, and losses are below 0. ``rules`` are the
    rules the run was joined by. Raises `EvaluationError` for a measure whose values are texts.

    A relevant, an unjudged and a non-relevant document before the second of three relevant ones:

    >>> from harness.measures import parse_measures
    >>> run = JudgedRun.of([1, -1, 0, 1], judged=[{1: 3, 0: 5}])
    >>> found = measure_losses(run, parse_measures("AP")[0])
    >>> found.value.round(4).tolist(), found.perfect.tolist(), found.parts.round(4).tolist()
    ([0.5], [1.0], [[0.3333, 0.1111, 0.0556]])
    """
    if measure.summary == "text":
        raise EvaluationError(Problem(f"{measure.label} is a text, and has no losses"))
    rules = rules or Rules(dialect=run.dialect)
    judged = run.only((run.grades >= 0) | (run.grades == UNJUDGED) & run.judgments.junk)
    worth = _find_worth(run.judgments, measure)
    values = [
        _compute_values(batch, measure, rules)
        for batch in (_sort_by_worth(judged, worth), judged, run)
    ]
    values.insert(
        0, _compute_perfect(run.judgments, run.dialect, run.collection_size, measure, rules)
    )
    parts = np.stack([above - below for above, below in itertools.pairwise(values)], 1)
    lower = find_scale(measure).lower_is_better
    return Losses(measure.label, run.topics, values[-1], values[0], parts, lower)


def _compute_values(run: JudgedRun, measure: AnyMeasure, rules: Rules) -> Floats:
    return score_judged(run, (measure,), rules).values[:, 0]


def _find_worth(judgments: Judgments, measure: AnyMeasure) -> Floats:
    """Return the worth of each level to the measure [G]; the grade if terms disagree."""
    terms = measure.terms if isinstance(measure, Combination) else ((1.0, measure),)
    worths = {find_worth(term) for _, term in terms}
    return weigh_levels(worths.pop() if len(worths) == 1 else ("linear", None), judgments)


def _sort_by_worth(judged: JudgedRun, worth: Floats) -> JudgedRun:
    """Sort the judged documents of a run by worth, then by grade, highest first."""
    levels = judged.judgments.levels
    known = np.searchsorted(levels, judged.grades)
    known[judged.grades < 0] = len(levels)  # junk is worth nothing
    known[judged.grades == PADDING] = len(levels) + 1
    best = np.lexsort((-np.append(levels, [UNJUDGED, PADDING]), -np.append(worth, [0.0, -np.inf])))
    rank = np.argsort(best).astype(np.min_scalar_type(len(best)))  # small numbers sort fast
    return judged.arranged(np.argsort(rank[known], axis=1, kind="stable"))


@remembered
def _compute_perfect(
    judgments: Judgments, dialect: Dialect, collection_size: int, measure: AnyMeasure, rules: Rules
) -> Floats:
    """Return the value of a perfect ranking on each topic [T].

    It is the same for all runs that answer the same topics.
    """
    worth = _find_worth(judgments, measure)
    useful = np.flatnonzero(worth > 0)
    useful = useful[np.lexsort((-useful, -worth[useful]))]
    ideal, levels = (
        _rank_ideally(judgments, useful, dialect, collection_size),
        judgments.levels[useful],
    )
    within = np.arange(ideal.depth) < (ideal.depth if rules.depth is None else rules.depth)
    rankings = [
        ideal.only(np.isin(ideal.grades, levels[:number]) & within)
        for number in range(len(levels) + 1)
    ]
    values = np.stack([_compute_values(ranking, measure, rules) for ranking in rankings])
    lower = find_scale(measure).lower_is_better
    return np.asarray(values.min(axis=0) if lower else values.max(axis=0))


def _rank_ideally(
    judgments: Judgments, useful: Ints, dialect: Dialect, collection_size: int
) -> JudgedRun:
    """Rank all documents of the levels [U], the first level first; every topic is answered."""
    counts = judgments.counts[:, useful]
    levels = np.broadcast_to(judgments.levels[useful], counts.shape)
    grades = np.repeat(levels.ravel(), counts.ravel()).astype(np.int32)
    num_ret = counts.sum(axis=1)
    answered = np.ones(len(judgments.topics), dtype=bool)
    ranked = pad(num_ret, grades)
    return JudgedRun(ranked, num_ret, judgments, dialect, collection_size, answered=answered)
