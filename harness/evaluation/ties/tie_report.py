"""Report ties: how many cross a cutoff, and how far scores depend on their order.

Documents with equal scores have no order of their own; every evaluator gives them one by a rule
that has nothing to do with relevance. The values of a measure under the worst, the best and a
random order show how much of a score is due to that rule.

The worst and the best value come from one order for all measures: each group sorted by grade (or
gain, if a measure has its own), ascending or descending. Every order becomes the descending one by
swapping neighbours of which the lower is better, and no such swap lowers a supported measure:

- P, R, RelP, SetP, F, Rprec, RprecMult, NumRelRet, Success: only relevant documents within a cutoff
  count, and a swap removes none;
- RR: the first relevant document does not move down;
- AP: the precision of the moved relevant document rises, all others stay;
- CG, DCG, nDCG, RBP: the larger gain gets the larger weight, as weights fall with the rank;
- ERR, nERR: for probabilities a ≥ b of neighbours, a/r + (1 − a)·b/(r + 1) ≥
  b/r + (1 − b)·a/(r + 1), since the two differ by (a − b)·(1/r − 1/(r + 1)); the probability of
  passing both stays.

McSherry and Najork, Computing information retrieval performance measures efficiently in the
presence of tied scores, ECIR 2008; Cabanac, Hubert, Boughanem and Chrisment, Tie-breaking bias:
effect of an uncontrolled parameter on information retrieval evaluation, CLEF 2010.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.judged_run import MAX_CELLS, pad
from harness.core.model import Run
from harness.core.notes import Note
from harness.core.numbers import check_whole, collect
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import judge_run
from harness.evaluation.scoring import score_judged
from harness.evaluation.ties.expected import (
    SUPPORTED,
    Across,
    TiedRun,
    TieGroups,
    expected,
    scores_by_rank,
)
from harness.measures import AnyMeasure, Combination, Measure
from harness.measures.bound import JUDGED_ONLY
from harness.measures.gain import find_worth
from harness.measures.summaries import SUMMARIES

#: Values closer than this, relative to their size, are equal but for rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class MeasureTies(FrozenArrays):
    """The range of one measure over all orders of tied documents.

    ``lowest``, ``expected`` and ``highest`` [T] are the least, the mean and the greatest value over
    all orders; ``ordered`` [T] is the ordinary score, in the dialect's order. ``across`` has the
    ties across the measure's own cutoff (R for R-precision, the largest one of a sum); a measure
    without a cutoff has none, but its value may depend on every tie, as that of nDCG@10 may on ties
    among the first ten.
    """

    measure: AnyMeasure
    across: Across
    lowest: Floats
    expected: Floats
    highest: Floats
    ordered: Floats

    @property
    def undecided(self) -> Bools:
        """Whether each topic's value depends on the order of tied documents [T]."""
        return np.asarray(self.lowest < self.highest)

    def average(self, values: Floats) -> float:
        """Summarise values [T] as the measure is: their mean, or the sum of a count.

        Topics' extremes are independent, so the average of the lowest values is the lowest average.
        """
        return float(SUMMARIES[self.measure.summary](values))


@dataclass(frozen=True, slots=True, eq=False)
class TieReport(FrozenArrays):
    """The ties of one run.

    ``tied`` [T] counts the tied documents of each of the ``topics`` [T], at any rank; ``cutoffs``
    has the ties across each requested cutoff, ``measures`` the range of each measure. ``rules``
    give the dialect, whose precision decides ties, and the topic policy. With judgments
    (``judged``) ``topics`` are the averaged ones, otherwise the run's. ``known`` counts documents
    removed because they were judged before. ``warnings`` are the run's.
    """

    run: str
    topics: tuple[str, ...]
    rules: Rules
    judged: bool
    tied: Ints
    cutoffs: Mapping[int, Across] = field(default_factory=dict)
    measures: tuple[MeasureTies, ...] = ()
    known: int = 0
    warnings: tuple[Note, ...] = ()


def is_supported(measure: AnyMeasure) -> bool:
    """Return whether `tie_report` supports the measure.

    >>> from harness.measures import parse_measures
    >>> [is_supported(measure) for measure in parse_measures(["AP", "Bpref", "0.5*AP + 0.5*RR"])]
    [True, False, True]
    """
    return _explain_unsupported(measure) is None


def tie_report(
    run: Run,
    judged: JudgedTopics | None = None,
    rules: Rules | None = None,
    *,
    measures: Iterable[AnyMeasure] = (),
    cutoffs: Sequence[int] = (),
) -> TieReport:
    """Report the ties of a run, and the effect of their order on its scores.

    Without judgments tied documents are only counted. ``measures`` come from
    `scoring.prepare_measures`, each of a family in `SUPPORTED` or a sum of such with positive
    weights and equal gains. Documents are tied if their scores are equal in the dialect's
    precision. A depth cuts each ranking after its tied documents were ordered, in each possible
    order, and a cutoff below it acts as that depth. ``judged_only`` removes unjudged documents
    first, so that they are neither tied nor counted.

    Raises `EvaluationError` for unsupported measures, measures without judgments, cutoffs below 1,
    and rules with both a depth and ``judged_only``, which make even the number of evaluated
    documents depend on the order; otherwise the errors of `ranking.judge` for the whole run,
    whatever the depth.

    b and c are tied, and only c is relevant. It is at rank 2, or at rank 3:

    >>> import polars as pl
    >>> from harness.measures import parse_measures
    >>> from harness.core.model import Qrels
    >>> ranked = {"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [2.0, 1.0, 1.0]}
    >>> qrels = pl.DataFrame({"topic": ["1"], "doc": ["c"], "grade": [1]})
    >>> run, judged = Run("bm25", pl.DataFrame(ranked)), JudgedTopics(Qrels(qrels))
    >>> report = tie_report(run, judged, measures=parse_measures(["P@2", "RR"]), cutoffs=[2])
    >>> across = report.cutoffs[2]
    >>> report.tied.tolist(), across.documents.tolist(), across.inside.tolist()
    ([2], [2], [1])
    >>> for ties in report.measures:
    ...     bounds = (ties.lowest, ties.expected, ties.highest, ties.ordered)
    ...     print(ties.measure, *(ties.average(values) for values in bounds))
    P@2 0.0 0.25 0.5 0.5
    RR 0.3333333333333333 0.41666666666666663 0.5 0.5
    """
    measures, rules = tuple(measures), rules or Rules()
    refuse(_problems(judged, rules, measures, cutoffs), EvaluationError)
    if judged is None:
        groups = TieGroups.of(scores_by_rank(run, run.topics, rules.dialect))
        across = _across(groups, cutoffs, rules)
        return TieReport(
            run.name,
            run.topics,
            rules,
            False,
            groups.num_tied,
            across,
            known=run.known,
            warnings=run.warnings,
        )
    joined = judge_run(run, judged, replace(rules, depth=None, judged_only=False))
    scores = scores_by_rank(run, joined.topics, rules.dialect)
    if rules.judged_only:
        kept = joined.grades >= 0
        joined = joined.condensed()
        scores = pad(joined.num_ret, scores[kept], np.nan)
    groups = TieGroups.of(scores)
    return TieReport(
        run=run.name,
        topics=joined.topics,
        rules=rules,
        judged=True,
        tied=groups.num_tied,
        cutoffs=_across(groups, cutoffs, rules),
        measures=_measure_ties(TiedRun(joined, groups, rules.depth), measures, rules),
        known=run.known,
        warnings=run.warnings,
    )


def _problems(
    judged: JudgedTopics | None,
    rules: Rules,
    measures: tuple[AnyMeasure, ...],
    cutoffs: Sequence[int],
) -> Iterator[Problem]:
    for cutoff in cutoffs:
        yield from check_whole(cutoff, 1, f"the cutoff {cutoff!r}")
    if rules.judged_only and rules.depth is not None:
        hint = "leave out one of them"
        yield Problem("ties: depth and judged_only do not go together", hint=hint)
    if measures and judged is None:
        yield Problem("ties: measures need judgments", hint="without them, give cutoffs only")
    for measure in measures:
        problem = _explain_unsupported(measure)
        if problem is not None:
            yield problem


def _terms(measure: AnyMeasure) -> tuple[tuple[float, Measure], ...]:
    return measure.terms if isinstance(measure, Combination) else ((1.0, measure),)


def _explain_unsupported(measure: AnyMeasure) -> Problem | None:
    for weight, term in _terms(measure):
        name = term.family.name
        if name not in SUPPORTED:
            what = f"{measure.label}: the effect of ties on {name} is not known"
            return Problem(what, hint=f"supported: {', '.join(SUPPORTED)}")
        if term.parameters.get(JUDGED_ONLY):
            what = f"{measure.label}: ties are not known for {JUDGED_ONLY} of one measure"
            return Problem(what, hint=f"the rule {JUDGED_ONLY} of all measures does the same")
        if weight < 0:
            what = f"{measure.label}: ties are not known for a difference of measures"
            return Problem(what, hint="give its terms one by one")
    if len({find_worth(term) for _, term in _terms(measure)}) > 1:
        what = f"{measure.label}: its terms do not agree which documents are better"
        return Problem(what, hint="give its terms one by one")
    return None


def _across(groups: TieGroups, cutoffs: Sequence[int], rules: Rules) -> dict[int, Across]:
    return {
        cutoff: groups.across(cutoff if rules.depth is None else min(cutoff, rules.depth))
        for cutoff in cutoffs
    }


def _measure_ties(
    tied: TiedRun, measures: tuple[AnyMeasure, ...], rules: Rules
) -> tuple[MeasureTies, ...]:
    if not measures:
        return ()
    parts: list[Floats] = []
    start = 0
    for batch in tied.run.batches(MAX_CELLS):
        rows = slice(start, start + len(batch.topics))
        start = rows.stop
        part = TiedRun(batch, tied.groups.rows(rows, batch.depth), tied.depth)
        parts.append(_bounds(part, measures, rules))
    values = np.concatenate(parts, axis=1)
    limits = [
        np.max([tied.limit(term) for _, term in _terms(measure)], axis=0) for measure in measures
    ]
    return tuple(
        MeasureTies(measure, tied.groups.across(limit), *values[:, :, column])
        for column, (measure, limit) in enumerate(zip(measures, limits, strict=True))
    )


def _bounds(tied: TiedRun, measures: tuple[AnyMeasure, ...], rules: Rules) -> Floats:
    """Return lowest, expected, highest and ordinary values, in that order [4, T, M]."""
    ordered = score_judged(tied.ordered(), measures, rules).values
    lowest, highest = np.empty(ordered.shape), np.empty(ordered.shape)
    by_worth = collect((find_worth(_terms(it)[0][1]), i) for i, it in enumerate(measures))
    for worth, columns in by_worth.items():
        chosen = tuple(measures[column] for column in columns)
        gains = tied.worth(worth)
        lowest[:, columns] = score_judged(tied.ordered(gains), chosen, rules).values
        highest[:, columns] = score_judged(tied.ordered(-gains), chosen, rules).values
    sums = [
        sum((weight * expected(tied, term) for weight, term in _terms(measure)), np.zeros(1))
        for measure in measures
    ]
    # The dialect's order is one of all, and a mean lies between the extremes. Equal sums of
    # different orders may differ in their last bits, which must not look like a difference.
    lowest, highest = np.minimum(lowest, ordered), np.maximum(highest, ordered)
    decided = np.isclose(lowest, highest, rtol=_ROUNDING, atol=0)
    lowest, highest = np.where(decided, ordered, lowest), np.where(decided, ordered, highest)
    return np.stack([lowest, np.clip(np.stack(sums, axis=1), lowest, highest), highest, ordered])
