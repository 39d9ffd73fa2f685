"""Score runs as if one group, or one run, had not contributed to the pool.

Every run is joined with the judgments once. The code of a judged document encodes its grade and its
sole contributor, so that leaving a contributor out is another look-up of the same codes, and only
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
from harness.evaluation.run_scores import join_scores, judge_run
from harness.evaluation.scales import Scale, find_scale
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import RunScores, prepare_measures, score_judged
from harness.evaluation.views import require_documents
from harness.measures import AnyMeasure, numeric_measures
from harness.measures.summaries import SUMMARIES
from harness.pooling import Candidates
from harness.pooling.bias.leaderboards import (
    CONTRIBUTORS,
    find_sole_contributor,
    refuse_names,
    require_common,
)
from harness.settings.names import UNCONTRIBUTED
from harness.stats.correlation import leaderboard_tau


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One run, scored with and without the documents that only its contributor brought.

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
        """The rise of the run's value; below 0 if it falls."""
        return self.after - self.before


@dataclass(frozen=True, eq=False)
class LeaveOut(FrozenArrays):
    """R runs scored with all judgments, and again without each of L contributors.

    ``by`` is ``group`` or ``run``, the kind of ``contributors`` [L], which are in bytewise order;
    ``own`` [R] is the index of each scored run's contributor, −1 for none. ``scores`` are with all
    judgments, ``before`` [R, M] their summaries, ``after`` [L, R, M] the summaries without each
    contributor, and ``tau`` [L, M] Kendall's τ-b between the two leaderboards. ``num_dropped`` and
    ``num_relevant`` [L] count the judged documents lost, and the relevant ones among them.
    ``num_uncontributed`` judged documents come from no pooled run; they are kept or dropped, as
    ``uncontributed`` says.
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
        """Return the change of each run without its own contributor, the largest drop first.

        Equal differences are sorted by run, bytewise. The default measure is the first one.
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
        """Return the change of the run that loses most without its own contributor."""
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
    """Score all runs again without the documents that only one group (or ``run``) contributed.

    Judged documents, relevant or not, that only this group's runs have among their pooled ones are
    removed from the judgments, as if they had not been judged; everything else stays. All values
    equal those with qrels without these rows, except that a topic that loses all of its judgments
    is still averaged, without relevant documents: topics do not come and go with a group.

    ``candidates`` are the runs that make up the pool, with their groups and depths; ``runs`` are
    scored and ranked, pooled or not; ``groups`` names the groups of runs that were not pooled.
    Judged documents that no pooled run contributed (pooled at another depth or order, or in earlier
    rounds) stay with ``uncontributed="keep"``; with ``"drop"`` exactly the other groups'
    contributions are left.

    Raises `EvaluationError` for an unknown ``by`` or ``uncontributed``, two runs with one name, no
    scored run of any contributor, and no judged document from any of them; `MeasureError` for a
    measure whose values are texts; and the problems of all runs, like `ranking.judge`.

    Run a alone found the relevant document x; without it, x is not known to be relevant:

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
    own = _find_owners([part.run for part, _ in scored], candidates, by, groups, names)
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

    ``table`` is the grade of each code; ``known`` holds the remaining judgments of all topics, and
    ``changed`` [T] marks the topics whose values may differ.
    """

    table: Grades
    known: Judgments
    changed: Bools


@dataclass(frozen=True, eq=False)
class _CodedJudgments:
    """Judgments with codes as grades: the sole contributor of the document, and its real grade.

    A code is owner × (1 + G) + level. Owner 0 means several contributors, 1 … L a single one, L + 1
    none; level 0 means a negative grade, 1 … G an index into ``levels`` [G]. ``counts`` [T, L + 2,
    1 + G] counts the documents of each topic by owner and level.
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
        """Replace the grades of judgments by codes."""
        column = pl.col(CONTRIBUTORS[by])
        code_of = {name: 1 + number for number, name in enumerate(names)}
        alone = find_sole_contributor(by).replace_strict(code_of, default=0, return_dtype=pl.Int64)
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
        """The judgments with all contributors."""
        return self._without([])

    def reduced(self, contributor: int) -> _ReducedJudgments:
        """Return the judgments without the contributor at an index."""
        return self._without([1 + contributor, *([-1] if self.drop_uncontributed else [])])

    def _without(self, owners: list[int]) -> _ReducedJudgments:
        grades = np.tile(np.concatenate([[UNJUDGED], self.levels]), (self.counts.shape[1], 1))
        grades[owners] = UNPOOLED
        # Negative numbers are no codes: indexing from the end, they map to themselves.
        table = np.concatenate([grades.ravel(), [PADDING, UNJUDGED, UNPOOLED]]).astype(np.int32)
        lost = self.counts[:, owners].sum(axis=1)
        left = self.counts.sum(axis=1) - lost
        remaining = left[:, 1:].any(axis=0)
        known = Judgments(
            self.judged.topics, self.levels[remaining], left[:, 1:][:, remaining], left[:, 0]
        )
        # If a grade vanishes, a measure that looks at all grades may change on every topic.
        return _ReducedJudgments(table, known, lost.any(axis=1) | (not remaining.all()))


def _score(
    run: Run,
    coded: _CodedJudgments,
    reductions: list[_ReducedJudgments],
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
) -> tuple[RunScores, Floats]:
    """Score a run with all judgments, and summarise it [L, M] without each contributor."""
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
    """Return some topics of a run with the grades that remain."""
    grades, num_ret = reduction.table[joined.grades[rows]], joined.num_ret[rows]
    judgments = reduction.known.rows(topics[rows], tuple(joined.topics[row] for row in rows))
    answered = None if joined.answered is None else joined.answered[rows]
    decoded = replace(
        joined, grades=grades, num_ret=num_ret, judgments=judgments, answered=answered, _memo={}
    )
    return decoded.condensed() if rules.judged_only else decoded


def _map_contributors(candidates: Candidates, by: str) -> dict[str, str]:
    """Return the contributor of each pooled run."""
    names = candidates.groups if by == "group" else candidates.runs
    return dict(zip(candidates.runs, names, strict=True))


def _find_owners(
    runs: list[str],
    candidates: Candidates,
    by: str,
    groups: Mapping[str, str] | None,
    names: tuple[str, ...],
) -> Ints:
    """Return the index of each scored run's contributor, −1 for none."""
    pooled = _map_contributors(candidates, by)
    of_run = {**(groups or {}), **pooled} if by == "group" else pooled
    code_of = {name: number for number, name in enumerate(names)}
    own = np.array([code_of.get(of_run.get(run, ""), -1) for run in runs])
    if (own < 0).all():
        hint = suggest(runs[0], candidates.runs)
        what = f"none of the scored runs belongs to a {by} that was pooled"
        raise EvaluationError(Problem(what, hint=hint))
    return own
