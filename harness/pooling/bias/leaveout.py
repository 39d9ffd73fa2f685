"""Scoring runs as if one group, or one run, had not contributed to the pool.

Every run is joined with the judgments once. The code of a judged document says its grade and who
alone contributed it, so that leaving someone out is another look-up of the same codes, and only
topics that lose a document are evaluated again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints
from harness.core.batch import Grades, Judgments
from harness.core.errors import (
    EvaluationError,
    Problem,
    all_or_errors,
    attempt,
    look_up,
    suggest,
    unknown,
)
from harness.core.judged_run import PADDING, UNJUDGED, UNPOOLED, JudgedRun
from harness.core.model import Qrels, Run
from harness.core.packages import pl
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import judge_run
from harness.evaluation.scales import Scale, find_scale
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import RunScores, join_scores, prepare_measures, score_judged
from harness.evaluation.views import require_documents
from harness.measures import AnyMeasure, numeric_measures
from harness.measures.summaries import SUMMARIES
from harness.pooling import Candidates
from harness.pooling.bias.leaderboards import (
    CONTRIBUTORS,
    refuse_names,
    require_common,
    sole_contributor,
)
from harness.settings.names import UNCONTRIBUTED
from harness.stats.correlation import leaderboard_tau


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One run, scored with and without the documents that its group (or it) alone contributed.

    Both ranks are among all scored runs, from 1; equal values have equal ranks.
    """

    contributor: str
    run: str
    before: float
    after: float
    rank_before: int
    rank_after: int

    @property
    def difference(self) -> float:
        """The rise of its value; below 0 where it falls."""
        return self.after - self.before


@dataclass(frozen=True, eq=False)
class LeaveOut(FrozenArrays):
    """R runs scored with all judgments, and again without each of L contributors.

    ``by`` says whether ``contributors`` [L] are groups or runs, in bytewise order; ``own`` [R]
    is the contributor that each scored run belongs to, −1 for none. ``scores`` are those with all
    judgments, ``before`` [R, M] their summaries, ``after`` [L, R, M] the same without each
    contributor, and ``tau`` [L, M] Kendall's τ-b between the two leaderboards. ``num_dropped`` and
    ``num_relevant`` [L] count the judged documents that are lost and the relevant ones among them.
    ``num_uncontributed`` judged documents come from no pooled run; ``uncontributed`` says what
    became of them.
    """

    by: str
    contributors: tuple[str, ...]
    own: Ints
    scores: Scores
    before: Floats
    after: Floats
    tau: Floats
    num_dropped: Ints
    num_relevant: Ints
    num_uncontributed: int
    uncontributed: str
    rules: Rules

    def changes(self, measure: str | AnyMeasure | None = None) -> tuple[ScoreChange, ...]:
        """Return the loss of each run without its own contributor, the largest drop first.

        Equal differences are sorted by run, bytewise. Without ``measure``, by the first one.
        """
        column = 0 if measure is None else self.scores.column_of(measure)
        before = self.before[:, column]
        scale = find_scale(self.scores.measures[column])
        rank_before = scale.ranks(before)
        changed = []
        for index, contributor in enumerate(self.contributors):
            after = self.after[index, :, column]
            rank_after = scale.ranks(after)
            changed += [
                ScoreChange(
                    contributor,
                    self.scores.runs[row],
                    float(before[row]),
                    float(after[row]),
                    int(rank_before[row]),
                    int(rank_after[row]),
                )
                for row in np.flatnonzero(self.own == index)
            ]
        return tuple(
            changed[i]
            for i in Scale().order(
                -scale.better([change.difference for change in changed]),
                [change.run for change in changed],
            )
        )

    def largest_drop(self, measure: str | AnyMeasure | None = None) -> ScoreChange:
        """Return the run that loses most with its own contributor."""
        return self.changes(measure)[0]


def leave_out(
    runs: Iterable[Run],
    candidates: Candidates,
    qrels: Qrels,
    measures: str | Iterable[str | AnyMeasure],
    rules: Rules,
    *,
    by: str = "group",
    groups: Mapping[str, str] | None = None,
    uncontributed: str = "keep",
) -> LeaveOut:
    """All runs, scored again without what each group (or ``run``) alone contributed to the pool.

    Judged documents, relevant or not, that only this group's runs have among their pooled ones are
    taken out of the judgments, as if nobody had looked at them; everything else stays. All values
    are those of qrels without these rows, except that a topic which loses all of its judgments is
    averaged nevertheless, without relevant documents: topics do not come and go with a group.

    ``candidates`` are the runs that make up the pool, with their groups and depths; ``runs`` are
    scored and ranked, pooled or not, and ``groups`` names the group of those that were not pooled.
    Judged documents that no pooled run contributed (those of another depth or order, or of earlier
    rounds) stay with ``uncontributed="keep"``; with ``"drop"`` what is left is exactly what the
    other groups contributed.

    Raises `EvaluationError` for an unknown ``by`` or ``uncontributed``, two runs with one name, no
    scored run of any contributor, and no judged document from any of them; `MeasureError` for a
    measure whose values are texts; and the problems of all runs, as `ranking.judge`.

    Run a alone found the relevant document x; without it nobody knows that x is relevant:

    >>> from harness.formats.frames import qrels_from, runs_from
    >>> from harness.pooling import gather
    >>> runs = runs_from({"a": {"1": {"x": 2.0, "y": 1.0}}, "b": {"1": {"y": 2.0, "z": 1.0}}})
    >>> qrels = qrels_from({"1": {"x": 1, "y": 1, "z": 0}})
    >>> without = leave_out(runs, gather(runs), qrels, "AP", Rules(), by="run")
    >>> without.changes()[0]
    ScoreChange(contributor='a', run='a', before=1.0, after=0.5, rank_before=1, rank_after=2)
    >>> without.before[:, 0].tolist(), without.after[0, :, 0].tolist(), without.tau.tolist()
    ([1.0, 0.5], [0.5, 1.0], [[-1.0], [1.0]])

    Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR
    1998 (each run); Voorhees and Harman, Overview of the Eighth Text REtrieval Conference, 2000,
    and Büttcher et al., Reliable information retrieval evaluation with incomplete and biased
    judgements, SIGIR 2007 (each group).
    """
    look_up("contributor", by, CONTRIBUTORS)
    if uncontributed not in UNCONTRIBUTED:
        what = "treatment of uncontributed documents"
        raise EvaluationError(unknown(what, uncontributed, UNCONTRIBUTED))
    chosen = numeric_measures(prepare_measures(measures, rules))
    require_documents(chosen, "the bias of a pool")
    names = tuple(sorted(set(_map_contributors(candidates, by).values()), key=str.encode))
    coded = _CodedJudgments.of(candidates, qrels, by, names, uncontributed)
    reductions = [coded.reduced(i) for i in range(len(names))]
    score = partial(_score, coded=coded, reductions=reductions, measures=chosen, rules=rules)
    scored = all_or_errors(attempt(score, run) for run in runs)
    refuse_names([part.run for part, _ in scored])
    own = _owners([part.run for part, _ in scored], candidates, by, groups, names)
    scores = join_scores([part for part, _ in scored], rules.dialect.name)
    before, after = scores.summarise(), np.stack([summary for _, summary in scored], axis=1)
    lost = coded.counts[:, 1 : 1 + len(names), 1:].sum(axis=0)
    relevant = coded.levels >= rules.relevance_level
    return LeaveOut(
        by=by,
        contributors=names,
        own=own,
        scores=scores,
        before=before,
        after=after,
        tau=np.array(
            [
                [leaderboard_tau(*pair) for pair in zip(before.T, values.T, strict=True)]
                for values in after
            ]
        ),
        num_dropped=lost.sum(axis=1),
        num_relevant=lost[:, relevant].sum(axis=1),
        num_uncontributed=int(coded.counts[:, -1, 1:].sum()),
        uncontributed=uncontributed,
        rules=rules,
    )


@dataclass(frozen=True, eq=False)
class _ReducedJudgments:
    """The judgments without one contributor.

    ``table`` gives the grade of each code; ``known`` is what remains of all topics, and ``changed``
    [T] the topics whose values may differ.
    """

    table: Grades
    known: Judgments
    changed: Bools


@dataclass(frozen=True, eq=False)
class _CodedJudgments:
    """Judgments whose grade is a code: who alone contributed the document, and its real grade.

    A code is owner × (1 + G) + level. Owner 0 stands for several contributors, 1 … L for one alone,
    L + 1 for none; level 0 for a negative grade, 1 … G for ``levels`` [G]. ``counts``
    [T, L + 2, 1 + G] tells how many documents each topic has of each.
    """

    judged: JudgedTopics
    levels: Ints
    counts: Ints
    drop_uncontributed: bool

    @classmethod
    def of(
        cls,
        candidates: Candidates,
        qrels: Qrels,
        by: str,
        names: tuple[str, ...],
        uncontributed: str,
    ) -> _CodedJudgments:
        """Return the judgments with codes in place of grades."""
        column = pl.col(CONTRIBUTORS[by])
        code_of = {name: 1 + number for number, name in enumerate(names)}
        alone = sole_contributor(by).replace_strict(code_of, default=0, return_dtype=pl.Int64)
        owner = pl.when(column.is_null()).then(1 + len(names)).otherwise(alone)
        rows = qrels.frame.select("topic", "doc", "grade").join(
            candidates.union.select("topic", "doc", CONTRIBUTORS[by]),
            on=["topic", "doc"],
            how="left",
            maintain_order="left",
        )
        owners, grades = rows.select(owner.alias("owner"))["owner"].to_numpy(), rows["grade"]
        require_common((owners <= len(names)).sum(), qrels)
        levels = np.unique(grades.filter(grades >= 0).to_numpy())
        level = np.searchsorted(levels, grades.to_numpy(), side="right")
        code = pl.Series("grade", owners * (1 + len(levels)) + level)
        judged = JudgedTopics(replace(qrels, frame=rows.select("topic", "doc", code)))
        present = judged.judgments
        shape = (len(judged.topics), 2 + len(names), 1 + len(levels))
        counts = np.zeros((shape[0], shape[1] * shape[2]), dtype=np.int64)
        counts[:, present.levels] = present.counts
        return cls(judged, levels, counts.reshape(shape), uncontributed == "drop")

    @cached_property
    def complete(self) -> _ReducedJudgments:
        """All judgments."""
        return self._without([])

    def reduced(self, contributor: int) -> _ReducedJudgments:
        """Return the judgments without one contributor, given by its place."""
        return self._without([1 + contributor, *([-1] if self.drop_uncontributed else [])])

    def _without(self, owners: list[int]) -> _ReducedJudgments:
        shape = self.counts.shape[1:]
        grades = np.tile(np.concatenate([[UNJUDGED], self.levels]), (shape[0], 1))
        grades[owners] = UNPOOLED
        # Negative codes are no codes but mean the same as negative grades: they find themselves.
        table = np.concatenate([grades.ravel(), [PADDING, UNJUDGED, UNPOOLED]]).astype(np.int32)
        lost = self.counts[:, owners].sum(axis=1)
        left = self.counts.sum(axis=1) - lost
        remaining = left[:, 1:].any(axis=0)
        known = Judgments(
            self.judged.topics, self.levels[remaining], left[:, 1:][:, remaining], left[:, 0]
        )
        # Where a grade dies out, a measure that looks at all grades may change in every topic.
        return _ReducedJudgments(table, known, lost.any(axis=1) | (not remaining.all()))


def _score(
    run: Run,
    coded: _CodedJudgments,
    reductions: list[_ReducedJudgments],
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
) -> tuple[RunScores, Floats]:
    """Return a run's values with all judgments, and its summaries [L, M] without each
    contributor.
    """
    joined = judge_run(run, coded.judged, replace(rules, judged_only=False))
    topics = np.array([coded.judged.code[topic] for topic in joined.topics])
    everything = _decode(joined, coded.complete, topics, np.arange(len(topics)), rules)
    full = score_judged(everything, measures, rules)
    values = np.repeat(full.values[None], len(reductions), axis=0)
    for index, reduction in enumerate(reductions):
        rows = np.flatnonzero(reduction.changed[topics])
        if len(rows):
            part = _decode(joined, reduction, topics, rows, rules)
            values[index, rows] = score_judged(part, measures, rules).values
    summaries = [SUMMARIES[measure.summary](values[:, :, i]) for i, measure in enumerate(measures)]
    return full, np.stack(summaries, axis=1)


def _decode(
    joined: JudgedRun, reduction: _ReducedJudgments, topics: Ints, rows: Ints, rules: Rules
) -> JudgedRun:
    """Return some topics of a run with the grades that are left."""
    grades, num_ret = reduction.table[joined.grades[rows]], joined.num_ret[rows]
    known = reduction.known
    judgments = known.rows(topics[rows], tuple(joined.topics[row] for row in rows))
    answered = None if joined.answered is None else joined.answered[rows]
    decoded = replace(
        joined, grades=grades, num_ret=num_ret, judgments=judgments, answered=answered, _memo={}
    )
    return decoded.condensed() if rules.judged_only else decoded


def _map_contributors(candidates: Candidates, by: str) -> dict[str, str]:
    """Return the contributor that each pooled run belongs to."""
    names = candidates.groups if by == "group" else candidates.runs
    return dict(zip(candidates.runs, names, strict=True))


def _owners(
    runs: list[str],
    candidates: Candidates,
    by: str,
    groups: Mapping[str, str] | None,
    names: tuple[str, ...],
) -> Ints:
    """Return the place of each scored run's contributor, −1 where it has none."""
    pooled = _map_contributors(candidates, by)
    of_run = {**(groups or {}), **pooled} if by == "group" else pooled
    code_of = {name: number for number, name in enumerate(names)}
    own = np.array([code_of.get(of_run.get(run, ""), -1) for run in runs])
    if (own < 0).all():
        hint = suggest(runs[0], candidates.runs)
        what = f"none of the scored runs belongs to a {by} that was pooled"
        raise EvaluationError(Problem(what, hint=hint))
    return own
