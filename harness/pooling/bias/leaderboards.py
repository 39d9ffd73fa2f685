"""Compare leaderboards under two sets of judgments; count unique documents of contributors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError, Problem, look_up, refuse
from harness.core.identity import NAME_IN_PYTHON, find_name_clashes
from harness.core.model import Qrels, Run
from harness.core.numbers import DECIMALS
from harness.core.packages import pl
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_scores, score_run
from harness.evaluation.scales import find_scale
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import prepare_measures
from harness.measures import AnyMeasure, single_measure
from harness.pooling import Candidates
from harness.stats.correlation import leaderboard_tau

#: Default cutoffs for the share of judged documents.
CUTOFFS = (10, 20, 50, 100)


@dataclass(frozen=True, eq=False)
class LeaderboardComparison(FrozenArrays):
    """The leaderboards of R runs under judgments a and b.

    ``a`` and ``b`` [R] are the values that are compared, ``rank_a`` and ``rank_b`` [R] the ranks
    from 1 for the best; equal values have equal ranks. ``tau`` is Kendall's τ-b between ``a`` and
    ``b``; ``tied_a`` and ``tied_b`` count the pairs of runs with equal values in each.
    """

    runs: tuple[str, ...]
    measure: AnyMeasure
    a: Floats
    b: Floats
    rank_a: Ints
    rank_b: Ints
    tau: float
    tied_a: int
    tied_b: int
    scores_a: Scores
    scores_b: Scores
    rules_a: Rules
    rules_b: Rules


def compare_leaderboards(
    runs: Iterable[Run],
    qrels_a: Qrels,
    qrels_b: Qrels,
    measure: str | AnyMeasure,
    rules: Rules,
    *,
    rules_b: Rules | None = None,
) -> LeaderboardComparison:
    """Compare the leaderboards under two sets of judgments.

    ``rules_b`` evaluates the second set by other rules: a shallow pool is often scored on judged
    documents only. Raises `MeasureError` unless ``measure`` is one measure with numbers, and
    `EvaluationError` for two runs with one name.

    >>> from harness.formats.frames import qrels_from, runs_from
    >>> runs = runs_from({"one": {"1": {"x": 2.0, "y": 1.0}}, "two": {"1": {"y": 2.0, "x": 1.0}}})
    >>> a, b = qrels_from({"1": {"x": 1, "y": 0}}), qrels_from({"1": {"x": 0, "y": 1}})
    >>> compared = compare_leaderboards(runs, a, b, "RR", Rules())
    >>> compared.a.tolist(), compared.b.tolist(), compared.tau
    ([1.0, 0.5], [0.5, 1.0], -1.0)
    """
    rules_b = rules if rules_b is None else rules_b
    measure_a, measure_b = _measure(measure, rules), _measure(measure, rules_b)
    judged_a, judged_b = JudgedTopics(qrels_a), JudgedTopics(qrels_b)
    pairs = [
        (score_run(run, judged_a, measure_a, rules), score_run(run, judged_b, measure_b, rules_b))
        for run in runs
    ]
    refuse_names([scored.run for scored, _ in pairs])
    scores_a = join_scores([scored for scored, _ in pairs], rules.dialect.name)
    scores_b = join_scores([scored for _, scored in pairs], rules_b.dialect.name)
    a, b = (scores.summarise()[:, 0] for scores in (scores_a, scores_b))
    return LeaderboardComparison(
        runs=scores_a.runs,
        measure=measure_a[0],
        a=a,
        b=b,
        rank_a=find_scale(measure_a[0]).ranks(a),
        rank_b=find_scale(measure_b[0]).ranks(b),
        tau=leaderboard_tau(a, b),
        tied_a=_count_tied_pairs(a),
        tied_b=_count_tied_pairs(b),
        scores_a=scores_a,
        scores_b=scores_b,
        rules_a=rules,
        rules_b=rules_b,
    )


def measure_judged_share(
    runs: Iterable[Run], qrels: Qrels, rules: Rules, *, cutoffs: Sequence[int] = CUTOFFS
) -> Scores:
    """Return the share of judged documents among the first k of each run, ``Judged@k``.

    A run with unjudged documents at the top is underestimated: only documents that others found
    were judged. The measures are in the order of ``cutoffs``;
    ``measure_judged_share(…).summarise()`` [R, K] is the mean over topics.

    >>> from harness.formats.frames import qrels_from, run_from
    >>> run = run_from({"1": {"x": 3.0, "y": 2.0, "z": 1.0}}, "mine")
    >>> qrels = qrels_from({"1": {"x": 0, "z": 1}})
    >>> measure_judged_share([run], qrels, Rules(), cutoffs=[1, 2]).summarise()
    array([[1. , 0.5]])
    """
    measures = prepare_measures([f"Judged@{cutoff}" for cutoff in cutoffs], rules)
    judged = JudgedTopics(qrels)
    parts = [score_run(run, judged, measures, rules) for run in runs]
    refuse_names([part.run for part in parts])
    return join_scores(parts, rules.dialect.name)


def _measure(measure: str | AnyMeasure, rules: Rules) -> tuple[AnyMeasure, ...]:
    """Prepare the single measure of a leaderboard for its rules."""
    return prepare_measures([single_measure(measure)], rules)


def refuse_names(names: list[str]) -> None:
    """Raise `EvaluationError` if there are no runs, or for names of several runs."""
    problems = [] if names else [Problem("no runs given")]
    problems += find_name_clashes(((name, None) for name in names), NAME_IN_PYTHON)
    refuse(problems, EvaluationError)


def _count_tied_pairs(values: Floats) -> int:
    _, sizes = np.unique(np.round(values, DECIMALS), return_counts=True)
    return int((sizes * (sizes - 1) // 2).sum())


#: Kinds of contributors, with the column of the candidates that names them.
CONTRIBUTORS = {"group": "groups", "run": "runs"}


@dataclass(frozen=True, slots=True)
class Contribution:
    """The documents that only one group or run contributed: ``num_unique`` over all topics.

    ``num_judged`` of these were judged, and ``num_relevant`` are relevant.
    """

    name: str
    num_unique: int
    num_judged: int
    num_relevant: int


@dataclass(frozen=True, eq=False)
class Uniques:
    """The unique contributions of all groups and all runs, in bytewise order of their names.

    ``num_pooled`` counts all contributed documents; ``num_judged`` and ``num_relevant`` count
    judgments, whoever contributed their documents.
    """

    groups: tuple[Contribution, ...]
    runs: tuple[Contribution, ...]
    num_pooled: int
    num_judged: int
    num_relevant: int

    def by(self, contributor: str) -> tuple[Contribution, ...]:
        """Return the contributions of the groups (``group``) or of the runs (``run``)."""
        return look_up("contributor", contributor, {"group": self.groups, "run": self.runs})


def unique_documents(candidates: Candidates, qrels: Qrels, *, relevance_level: int = 1) -> Uniques:
    """Count the documents that only one group, or only one run, contributed to a pool.

    A document is unique to a group if no other group's run has it among its pooled documents, and
    to a run if no other run has. The candidates decide who contributes: gather all runs to see what
    a group found alone among all participants, only the judged runs to see what the pool owes to
    it. Judged documents have a grade of at least 0, relevant ones of at least ``relevance_level``.
    Groups and runs without such documents count 0. Raises `EvaluationError` for a level below 1 and
    if candidates and judgments have no document in common.

    Of four documents, b alone found y and z:

    >>> from harness.formats.frames import qrels_from, runs_from
    >>> from harness.pooling import gather
    >>> runs = runs_from({"a": {"1": {"w": 2.0, "x": 1.0}}, "b": {"1": {"x": 3, "y": 2, "z": 1}}})
    >>> found = unique_documents(gather(runs), qrels_from({"1": {"w": 0, "x": 1, "y": 1}}))
    >>> found.runs[1]
    Contribution(name='b', num_unique=2, num_judged=1, num_relevant=1)

    Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR
    1998; Voorhees and Harman, Overview of the Eighth Text REtrieval Conference, 2000.
    """
    Rules(relevance_level=relevance_level)  # refuses what is no such level
    grades = qrels.documents.frame.select("topic", "doc", "grade")
    pooled = candidates.union.join(grades, on=["topic", "doc"], how="left")
    require_common(pooled["grade"].count(), qrels)
    return Uniques(
        groups=_list_contributions(pooled, candidates.groups, "group", relevance_level),
        runs=_list_contributions(pooled, candidates.runs, "run", relevance_level),
        num_pooled=pooled.height,
        num_judged=int((grades["grade"] >= 0).sum()),
        num_relevant=int((grades["grade"] >= relevance_level).sum()),
    )


def find_sole_contributor(by: str) -> pl.Expr:
    """Return the only group or run that contributed each row of the candidates; null if several."""
    names = pl.col(CONTRIBUTORS[by])
    return pl.when(names.list.len() == 1).then(names.list.first())


def require_common(num_common: int, qrels: Qrels) -> None:
    """Raise `EvaluationError` if no judged document was contributed by a pooled run."""
    if not num_common:
        message = "no judged document was contributed by any of the pooled runs"
        hint = "are these the judgments of this pool?"
        raise EvaluationError(Problem(message, qrels.source, hint=hint))


def _list_contributions(
    pooled: pl.DataFrame, names: tuple[str, ...], by: str, relevance_level: int
) -> tuple[Contribution, ...]:
    alone = pooled.with_columns(find_sole_contributor(by).alias("name")).drop_nulls("name")
    grade = pl.col("grade")
    counted = alone.group_by("name").agg(
        pl.len(),
        (grade >= 0).sum().alias("judged"),
        (grade >= relevance_level).sum().alias("relevant"),
    )
    counts = {name: tuple(numbers) for name, *numbers in counted.rows()}
    in_order = sorted(set(names), key=str.encode)
    return tuple(Contribution(name, *counts.get(name, (0, 0, 0))) for name in in_order)
