"""The documents of a pool that only one group, or only one run, contributed."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from harness.core.errors import EvaluationError, Problem, unknown
from harness.core.model import Qrels
from harness.evaluation.rules import Rules
from harness.pooling import Candidates

#: Who contributes to a pool, with the column of the candidates that says so.
CONTRIBUTORS = {"group": "groups", "run": "runs"}


@dataclass(frozen=True, slots=True)
class Contribution:
    """The documents that one group or run alone contributed: ``num_unique`` of all topics.

    ``num_judged`` of them were judged, ``num_relevant`` of these are relevant.
    """

    name: str
    num_unique: int
    num_judged: int
    num_relevant: int


@dataclass(frozen=True, eq=False)
class Uniques:
    """Contributions of each group and each run alone, both in bytewise order of their names.

    ``num_pooled`` documents were contributed in all; ``num_judged`` and ``num_relevant`` are those
    of the judgments, whoever contributed them.
    """

    groups: tuple[Contribution, ...]
    runs: tuple[Contribution, ...]
    num_pooled: int
    num_judged: int
    num_relevant: int

    def by(self, contributor: str) -> tuple[Contribution, ...]:
        """Those of the groups (``group``) or of the runs (``run``)."""
        require_contributor(contributor)
        return self.groups if contributor == "group" else self.runs


def unique_documents(candidates: Candidates, qrels: Qrels, *, relevance_level: int = 1) -> Uniques:
    """Find the documents that each group and each run alone contributed to a pool.

    A document counts for a group when runs of no other group have it among their pooled ones; for a
    run when no other run has. The candidates decide who contributes: gather all runs to see what a
    group found alone among all that took part, the judged runs to see what the pool owes to it.
    Judged are documents with a grade of at least 0, relevant those from ``relevance_level`` on.
    Groups and runs without such documents count 0. Raises `EvaluationError` for a level
    below 1 and when candidates and judgments have no document in common.

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
    grades = qrels.frame.group_by("topic", "doc").agg(pl.col("grade").max())
    pooled = candidates.union.join(grades, on=["topic", "doc"], how="left")
    require_common(pooled["grade"].count(), qrels)
    return Uniques(
        groups=_contributions(pooled, candidates.groups, "group", relevance_level),
        runs=_contributions(pooled, candidates.runs, "run", relevance_level),
        num_pooled=pooled.height,
        num_judged=int((grades["grade"] >= 0).sum()),
        num_relevant=int((grades["grade"] >= relevance_level).sum()),
    )


def sole_contributor(by: str) -> pl.Expr:
    """The only group or run that contributed a row of the candidates; null where several did."""
    names = pl.col(CONTRIBUTORS[by])
    return pl.when(names.list.len() == 1).then(names.list.first())


def require_contributor(by: str) -> None:
    """Raise `EvaluationError` unless ``by`` is ``group`` or ``run``."""
    if by not in CONTRIBUTORS:
        raise EvaluationError(unknown("contributor", by, CONTRIBUTORS))


def require_common(num_common: int, qrels: Qrels) -> None:
    """Raise `EvaluationError` unless pooled runs contributed some judged document."""
    if not num_common:
        message = "no judged document was contributed by any of the pooled runs"
        hint = "are these the judgments of this pool?"
        raise EvaluationError(Problem(message, qrels.source, hint=hint))


def _contributions(
    pooled: pl.DataFrame, names: tuple[str, ...], by: str, relevance_level: int
) -> tuple[Contribution, ...]:
    alone = pooled.with_columns(sole_contributor(by).alias("name")).drop_nulls("name")
    grade = pl.col("grade")
    counted = alone.group_by("name").agg(
        pl.len(),
        (grade >= 0).sum().alias("judged"),
        (grade >= relevance_level).sum().alias("relevant"),
    )
    counts = {name: tuple(numbers) for name, *numbers in counted.rows()}
    in_order = sorted(set(names), key=str.encode)
    return tuple(Contribution(name, *counts.get(name, (0, 0, 0))) for name in in_order)
