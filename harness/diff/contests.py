"""Contests of a gate: runs of two evaluations, by the same rules and on the same topics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.comparison.gate import GateContest
from harness.comparison.table import ScoreTable, notes_of_runs
from harness.core.errors import EvaluationError, Problem, refuse, some, unknown
from harness.core.packages import pl
from harness.diff.changes import find_changes
from harness.diff.evaluations import EvaluationPair
from harness.results.directory import Results
from harness.settings.compare import LossBudget

#: Changes between two evaluations after which their numbers are not of the same thing.
_RULES = {
    "rule",
    "known judgments",
    "judgments of topic",
    "measure",
    "summary of measure",
    "code of measure",
}


def refuse_other_rules(before: Results, after: Results, measures: Sequence[str]) -> None:
    """Raise `EvaluationError` with every rule that is not the same in two evaluations."""
    both = EvaluationPair.of(before, after, measures)
    rules = _RULES if both.recorded else {*_RULES, "file of judgments"}
    refuse(
        (
            Problem(
                f"not the same rules: {change.what} {change.name}: "
                f"{change.before or 'none'} before, {change.after or 'none'} after"
            )
            for change in find_changes(both)
            if change.what in rules
        ),
        EvaluationError,
    )


def known_run(name: str, names: Sequence[str]) -> str:
    """Return the name of a run; `EvaluationError` where it is none of these."""
    if name not in names:
        raise EvaluationError(unknown("run", name, names))
    return name


def paired_runs(
    before: Sequence[str], after: Sequence[str], baseline: str | None, runs: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Which runs are compared: by name, all with one baseline, or the only ones."""
    if baseline is not None:
        first = known_run(baseline, before)
        yield from ((first, known_run(name, after)) for name in runs or after)
        return
    if not runs and len(before) == len(after) == 1:
        yield before[0], after[0]
        return
    chosen = list(runs or before)
    roles = (("baseline", before), ("candidate", after))
    refuse(
        (
            Problem(f"the {which} has no run {name!r}", hint=f"its runs: {some(list(names))}")
            for name in chosen
            for which, names in roles
            if name not in names
        ),
        EvaluationError,
    )
    yield from ((name, name) for name in chosen)


def contest_of(
    before: Results, after: Results, budget: LossBudget, pair: tuple[str, str], policy: str
) -> GateContest:
    """Return the table of a baseline and a candidate on the same topics."""
    label, roles = before.label_of(budget.measure), ("baseline", "candidate")
    named = list(zip(roles, (before, after), pair, strict=True))
    values = pl.concat(
        side.scores.filter(run=name, measure=side.label_of(budget.measure)).select(
            pl.lit(role).alias("run"), "topic", pl.lit(label).alias("measure"), "value"
        )
        for role, side, name in named
    )
    table = ScoreTable.of_long(
        values.sort("topic"),
        label,
        runs=roles,
        topics=policy,
        scale=before.scale,
        dialect=str(before.manifest.get("rules", {}).get("dialect", "")),
        notes=notes_of_runs(
            {f"{role} {name}": side.coverage([name])[0] for role, side, name in named}
        ),
    )
    return GateContest(budget, table, *pair)
