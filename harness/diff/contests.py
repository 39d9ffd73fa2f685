"""Contests of a gate: runs of two evaluations, by the same rules and on the same topics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from harness.comparison.gate import GateContest
from harness.comparison.table import ScoreTable, notes_of_runs
from harness.core.errors import EvaluationError, Problem, refuse, some, unknown
from harness.core.numbers import counted
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
    """The name of a run; `EvaluationError` where it is none of these."""
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
    """The table of a baseline and a candidate on the same topics."""
    both = [_values(side, name, budget) for side, name in zip((before, after), pair, strict=True)]
    if policy == "all":
        refuse(_check_topics(budget, pair, *both), EvaluationError)
    topics = sorted(both[0].keys() & both[1].keys(), key=str.encode)
    label = before.label_of(budget.measure)
    roles = ("baseline", "candidate")
    covers = {
        f"{role} {name}": side.coverage([name])[0]
        for role, side, name in zip(roles, (before, after), pair, strict=True)
    }
    table = ScoreTable(
        label,
        roles,
        tuple(topics),
        np.array([[side[topic] for side in both] for topic in topics]).reshape(-1, 2),
        scale=before.scale(label),
        dialect=str(before.manifest.get("rules", {}).get("dialect", "")),
        notes=notes_of_runs(covers),
    )
    return GateContest(budget, table, *pair)


def _values(results: Results, run_name: str, budget: LossBudget) -> dict[str, float]:
    """The values of a run by topic."""
    wanted = (pl.col("run") == run_name) & (pl.col("measure") == results.label_of(budget.measure))
    return dict(results.scores.filter(wanted).select("topic", "value").iter_rows())


def _check_topics(
    budget: LossBudget, pair: tuple[str, str], first: dict[str, float], second: dict[str, float]
) -> Iterator[Problem]:
    for name, own, other in (
        (f"the baseline {pair[0]}", first, second),
        (f"the candidate {pair[1]}", second, first),
    ):
        if lacking := sorted(other.keys() - own.keys(), key=str.encode):
            hint = "topics: common compares on those that both have (--topics common)"
            message = f"{name} has no value on {counted(len(lacking), 'topic')}: {some(lacking)}"
            yield Problem(message, key=budget.measure, hint=hint)
