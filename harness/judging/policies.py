"""Policies: rules that turn judgments of several assessors into one grade per document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.judging.judgments import NOT_RELEASED, UNIT, newest_votes, ratings
from harness.settings.names import ASSESSOR_KINDS, DEFAULT_AGREEING, DEFAULT_POLICY, PEOPLE
from harness.stats.dawid_skene import dawid_skene


@dataclass(frozen=True, slots=True)
class Policy:
    """Rule for one grade per document.

    ``name`` is one of `POLICIES`. ``agreeing`` is the m of ``m-of-n``. ``kinds`` are the kinds of
    assessors whose judgments count; models and simulated assessors must be named. Raises
    `EvaluationError` for wrong values.

    >>> Policy("majorty")
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: unknown policy 'majorty' (did you mean majority?)
    """

    name: str = DEFAULT_POLICY
    agreeing: int = DEFAULT_AGREEING
    kinds: tuple[str, ...] = PEOPLE

    def __post_init__(self) -> None:
        refuse(self._problems(), EvaluationError)

    def _problems(self) -> Iterator[Problem]:
        if self.name not in POLICIES:
            yield unknown("policy", self.name, POLICIES)
        if self.agreeing < 1:
            yield Problem(f"agreeing: {self.agreeing} is not allowed", hint="at least 1")
        for kind in self.kinds:
            if kind not in ASSESSOR_KINDS:
                yield unknown("kind of assessor", kind, ASSESSOR_KINDS)


@dataclass(frozen=True, eq=False)
class PolicyDecisions:
    """Grades decided by a policy.

    ``grades`` has topic, doc, kind, part, grade and ``judges`` (the number of votes). ``open`` has
    the undecided units, with the given grades.
    """

    grades: pl.DataFrame
    open: pl.DataFrame


def decide(judgments: pl.DataFrame, policy: Policy) -> PolicyDecisions:
    """Decide one grade per unit from the judgments of one dimension (`standing_judgments`).

    The newest judgment of each assessor is a vote. An adjudicator's grade is final, except with
    ``owner`` and ``last``, which take the judgment that they name.
    """
    released = judgments.filter(
        pl.col("assessor_kind").is_in(policy.kinds) & ~pl.col("reason").is_in(NOT_RELEASED)
    )
    votes = newest_votes(released)
    declared = POLICIES[policy.name]
    if declared.whose is not None:
        chosen = (
            declared.whose(released)
            .group_by(UNIT, maintain_order=True)
            .agg(pl.col("grade").last(), judges=pl.col("assessor").n_unique())
        )
        left = votes.join(chosen, on=UNIT, how="anti")
        return PolicyDecisions(chosen.sort(UNIT), _list_votes(left))
    adjudicated = votes.filter(pl.col("reason") == "adjudication")
    final = adjudicated.group_by(UNIT, maintain_order=True).agg(
        pl.col("grade").last(), judges=pl.len()
    )
    rest = votes.join(final, on=UNIT, how="anti")
    made = declared.of(rest, policy) if declared.of else rest.clear()
    grades = pl.concat([final, made.filter(pl.col("grade").is_not_null()).select(final.columns)])
    return PolicyDecisions(grades.sort(UNIT), _list_votes(rest.join(grades, on=UNIT, how="anti")))


def _list_votes(votes: pl.DataFrame) -> pl.DataFrame:
    return votes.group_by(UNIT).agg("assessor", "grade").sort(UNIT)


def _decide_by(grade: pl.Expr, votes: pl.DataFrame, _policy: Policy) -> pl.DataFrame:
    return votes.group_by(UNIT).agg(grade.cast(pl.Int64).alias("grade"), judges=pl.len())


def _commonest(votes: pl.DataFrame, least: int) -> pl.DataFrame:
    """Return the grade with the most votes, at least ``least`` and no tie; else null."""
    by_grade = votes.group_by([*UNIT, "grade"]).agg(votes=pl.len())
    most = pl.col("votes") == pl.col("votes").max()
    winner = (most.sum() == 1) & (pl.col("votes").max() >= least)
    return by_grade.group_by(UNIT).agg(
        pl.when(winner).then(pl.col("grade").filter(most).first()).alias("grade"),
        judges=pl.col("votes").sum().cast(pl.UInt32),
    )


def _most_probable(votes: pl.DataFrame, _policy: Policy) -> pl.DataFrame:
    """Return the most probable true grade by Dawid and Skene's model of all assessors.

    Raises `EvaluationError` if the model does not converge: grades would depend on the last
    iteration.
    """
    if votes.is_empty():
        return votes.with_columns(judges=pl.lit(0, pl.UInt32))
    units, _, grades = ratings(votes)
    fitted = dawid_skene(grades)
    if not fitted.converged:
        message = (
            f"dawid-skene: its estimates still change after {fitted.iterations:,} iterations: the "
            f"judgments of {count_noun(grades.shape[1], 'assessor')} cannot tell their errors apart"
        )
        hint = "give a document more than two assessors, or use policy: adjudicated or majority"
        raise EvaluationError(Problem(message, hint=hint))
    labels = fitted.labels.astype(np.int64)
    judges = (~np.isnan(grades)).sum(axis=1)
    return units.with_columns(grade=pl.Series(labels), judges=pl.Series(judges, dtype=pl.UInt32))


def _owners(judgments: pl.DataFrame) -> pl.DataFrame:
    """Return the judgments of the assigned assessor, else of the one who added the document."""
    owned = judgments.filter(pl.col("reason").is_in(("pool", "import")))
    owners = owned.sort(pl.col("reason") == "pool", "event").unique(UNIT, keep="last")
    return judgments.join(owners, on=[*UNIT, "assessor"], how="semi").sort("event")


@dataclass(frozen=True, slots=True)
class _PolicyRule:
    """Implementation of a policy: ``whose`` newest judgment counts, or a function ``of`` votes."""

    of: Callable[[pl.DataFrame, Policy], pl.DataFrame] | None = None
    whose: Callable[[pl.DataFrame], pl.DataFrame] | None = None


_SAME = pl.when(pl.col("grade").n_unique() == 1).then(pl.col("grade").first())
_MIDDLE = pl.col("grade").quantile(0.5, "lower")

#: Every policy, by its name.
POLICIES: dict[str, _PolicyRule] = {
    # An adjudicator's grade, else the unanimous one.
    "adjudicated": _PolicyRule(of=partial(_decide_by, _SAME)),
    # The assessor to whom the pool assigned the document, else the one who added it.
    "owner": _PolicyRule(whose=_owners),
    # The newest judgment of anybody.
    "last": _PolicyRule(whose=lambda judgments: judgments.sort("event")),
    # The grade with the most votes; a tie leaves it open.
    "majority": _PolicyRule(of=lambda votes, _policy: _commonest(votes, 1)),
    # The grade with the most votes, if at least `agreeing` gave it.
    "m-of-n": _PolicyRule(of=lambda votes, policy: _commonest(votes, policy.agreeing)),
    # The middle grade, the lower one of two.
    "median": _PolicyRule(of=partial(_decide_by, _MIDDLE)),
    "max": _PolicyRule(of=partial(_decide_by, pl.col("grade").max())),
    # The most probable true grade, by a model of each assessor's errors.
    "dawid-skene": _PolicyRule(of=_most_probable),
}
