"""The bias of a pool as neutral tables: what each group found alone, and what depends on it."""

from __future__ import annotations

from harness.core.coverage import coverage_notes
from harness.core.notes import shortened
from harness.evaluation.rules import Rules
from harness.evaluation.scales import scale_of
from harness.evaluation.scores import Scores
from harness.measures import AnyMeasure
from harness.pooling.bias import LeaderboardComparison, LeaveOut, ScoreChange, Uniques
from harness.report.leaderboard import digits_of
from harness.report.table import Column, Table, headed


def uniques_table(uniques: Uniques, by: str = "group") -> Table:
    """One row a group (or run): the documents that it alone contributed, most relevant ones first.

    Equal ones are sorted by the number of such documents, then by name.
    """
    entries = sorted(uniques.by(by), key=lambda entry: (-entry.num_relevant, -entry.num_unique))
    unique = sum(entry.num_unique for entry in entries)
    judged = sum(entry.num_judged for entry in entries)
    relevant = sum(entry.num_relevant for entry in entries)
    runs, groups = len(uniques.runs), len(uniques.groups)
    only = f"from one {by} only"
    notes = (
        f"{runs} runs of {groups} groups contributed {uniques.num_pooled:,} documents",
        (
            f"{only}: {unique:,} of these, {judged:,} of {uniques.num_judged:,} judged and "
            f"{relevant:,} of {uniques.num_relevant:,} relevant documents"
        ),
    )
    return Table.of_records(
        entries,
        *((by, "name"), ("unique", "num_unique"), ("judged", "num_judged")),
        ("relevant", "num_relevant"),
        title=f"Documents that only one {by} contributed",
        notes=notes,
    )


def leave_out_table(result: LeaveOut, measure: str | AnyMeasure | None = None) -> Table:
    """One row a run: its value and rank with its own group's (or its own) documents and without.

    The largest drop comes first; ``tau`` is Kendall's τ-b between the leaderboards of all runs.
    Without ``measure``, for the first one.
    """
    column = 0 if measure is None else result.scores.column_of(measure)
    chosen, tau = result.scores.measures[column], result.tau[:, column]
    tau_of = dict(zip(result.contributors, tau.tolist(), strict=True))
    own = coverage_notes(result.scores.runs, result.scores.coverage)
    return Table.of_records(
        result.changes(chosen),
        *([] if result.by == "run" else [(result.by, "contributor")]),
        "run",
        *((Column(name, digits_of(chosen)), name) for name in ("before", "after", "difference")),
        *(("rank before", "rank_before"), ("rank after", "rank_after")),
        (Column("tau", 4), lambda change: tau_of[change.contributor]),
        title=f"{chosen.label} without what only one {result.by} contributed",
        notes=(*_leave_out_notes(result, chosen), *shortened(own)),
    )


def judged_table(scores: Scores, rules: Rules) -> Table:
    """One row a run, one column a cutoff: the share judged; the least judged at the last one first.

    ``scores`` are those of `harness.pooling.bias.judged_at`.
    """
    shares = scores.summarise()
    order = sorted(
        range(len(scores.runs)), key=lambda row: (shares[row, -1], scores.runs[row].encode())
    )
    text = f"judged documents among the first k retrieved; {len(scores.runs)} runs"
    text += f", {_rules_in_words(rules)}"
    own = coverage_notes(scores.runs, scores.coverage)
    return Table.of_columns(
        ("run", [scores.runs[row] for row in order]),
        *zip(headed(*scores.labels, digits=4), shares[order].T, strict=True),
        title="Share of judged documents",
        notes=(text, *shortened(own)),
    )


def comparison_table(result: LeaderboardComparison, a: str = "a", b: str = "b") -> Table:
    """One row a run: value and rank on both leaderboards, in the order of the first one.

    Equal values are sorted by name. ``a`` and ``b`` are what the two are called.
    """
    order = sorted(range(len(result.runs)), key=lambda row: (result.rank_a[row], result.runs[row]))
    rounded = "" if result.digits is None else f", values rounded to {result.digits} decimals"
    of_a, of_b = _rules_in_words(result.rules_a), _rules_in_words(result.rules_b)
    rules = of_a if of_a == of_b else f"{a}: {of_a}; {b}: {of_b}"
    notes = (
        f"Kendall's tau-b between {a} and {b}: {result.tau:.6f}{rounded}",
        f"pairs of runs with equal values: {result.tied_a} in {a}, {result.tied_b} in {b}",
        f"{result.measure.label}, {len(result.runs)} runs; {rules}",
    )
    digits = digits_of(result.measure)
    return Table.of_columns(
        ("run", [result.runs[row] for row in order]),
        *((Column(a, digits), result.a[order]), (Column(b, digits), result.b[order])),
        *((f"rank {a}", result.rank_a[order]), (f"rank {b}", result.rank_b[order])),
        title=f"{result.measure.label} under two sets of judgments",
        notes=notes,
    )


def _leave_out_notes(result: LeaveOut, measure: AnyMeasure) -> tuple[str, ...]:
    column = result.scores.column_of(measure)
    by, number = result.by, len(result.contributors)
    fall = "rise (less is better)" if scale_of(measure).lower_is_better else "drop"
    lines = [
        f"{measure.label}, {len(result.scores.runs)} runs, {_rules_in_words(result.rules)}",
        f"left out one by one: {number} {by}s; what only one {by} contributed becomes unjudged",
        f"largest {fall}: {_drop(result.largest_drop(measure))}",
    ]
    taus = dict(zip(result.tau[:, column].tolist(), result.contributors, strict=True))
    known = [tau for tau in taus if tau == tau]
    if known:
        lines.append(
            "Kendall's tau-b with the leaderboard by all judgments: "
            f"at least {min(known):.4f} (without {taus[min(known)]})"
        )
    homeless = int((result.own < 0).sum())
    if homeless:
        scored = f"{homeless} of {len(result.own)} scored runs"
        lines.append(f"{scored} belong to no pooled {by}: ranked, not listed")
    if result.num_uncontributed:
        became = {"keep": "stay", "drop": "are left out too"}[result.uncontributed]
        what = f"{result.num_uncontributed:,} judged documents come from no pooled run"
        lines.append(f"{what}: they {became}")
    return tuple(lines)


def _drop(change: ScoreChange) -> str:
    ranks = f"rank {change.rank_before} to {change.rank_after}"
    return f"{change.run} {change.difference:+.4f}, {ranks}"


def _rules_in_words(rules: Rules) -> str:
    """The rules of an evaluation in a few words."""
    topics = "topics that a run answers" if rules.missing == "drop" else "all judged topics"
    parts = [f"dialect {rules.dialect.name}", topics]
    if rules.relevance_level > 1:
        parts.append(f"relevant from grade {rules.relevance_level} on")
    if rules.depth is not None:
        parts.append(f"first {rules.depth} documents")
    if rules.judged_only:
        parts.append("judged documents only")
    return ", ".join(parts)
