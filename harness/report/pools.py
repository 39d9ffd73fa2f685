"""Pools as neutral tables: documents to judge, cost, bias, and replays of strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from harness.core.coverage import coverage_notes
from harness.core.notes import Note, shorten_notes
from harness.core.packages import pl
from harness.evaluation.rules import Rules
from harness.evaluation.scales import find_scale
from harness.evaluation.scores import Scores
from harness.measures import AnyMeasure
from harness.pooling import STRATEGIES, Pool
from harness.pooling.plan import Costs
from harness.pooling.replay import Replay
from harness.report.inspection import spread_text
from harness.report.table import Cell, Column, Notes, Table, complete_headings
from harness.report.trec_eval import choose_measure_decimals

if TYPE_CHECKING:
    from harness.pooling.bias import LeaderboardComparison, LeaveOut, ScoreChange, Uniques
    from harness.report.figures import Lines


def pool_table(pool: Pool, notes: Sequence[Note | str] = (), *, title: str = "") -> Table:
    """Return facts about a pool: its runs and rules, and how much there is to judge."""
    plan, sizes = pool.plan, pool.sizes()
    runs = plan["runs"]
    depths = sorted({run["depth"] for run in runs})
    parameters = ", ".join(f"{name}={value}" for name, value in plan["parameters"].items())
    facts: list[tuple[str, Cell]] = [
        ("strategy", plan["strategy"] + (f" ({parameters})" if parameters else "")),
        ("runs", str(len(runs))),
        ("groups", str(len({run["group"] for run in runs}))),
        ("depth", str(depths[0]) if len(depths) == 1 else f"{depths[0]} to {depths[-1]}"),
        ("order of ties", plan["order"]),
        ("topics", str(len(sizes))),
        ("documents to judge", str(sum(sizes.values()) or "none")),
        ("a topic", spread_text(list(sizes.values()))),
    ]
    if plan["budget"] or plan["budgets"]:
        own = len(plan["budgets"])
        text = f"{plan['budget'] or 'none'} a topic" + (f", {own} topics their own" if own else "")
        facts.append(("budget", text))
    if "seed" in plan:
        facts.append(("seed", str(plan["seed"])))
    if (before := len(pool) - sum(sizes.values())) > 0:
        facts.append(("judged or pooled before", str(before)))
    if pool.left_out.height:
        facts.append(("in the draw, not drawn", str(pool.left_out.height)))
    facts.append(("batch", str(plan["batch"])))
    return Table.of_facts(facts, title, notes)


def pool_by_topic(pool: Pool) -> Table:
    """Return a row per topic: documents to judge, and how many only one run or group brought."""
    alone = pool.to_judge.group_by("topic").agg(
        (pl.col("runs").list.len() == 1).sum().alias("run"),
        (pl.col("groups").list.len() == 1).sum().alias("group"),
    )
    by_topic = {topic: (run, group) for topic, run, group in alone.rows()}
    rows = [(topic, size, *by_topic.get(topic, (0, 0))) for topic, size in pool.sizes().items()]
    return Table(complete_headings("topic", "to judge", "by one run", "by one group"), rows)


def cost_table(costs: Costs, *, by_topic: bool, title: str = "") -> Table:
    """Return the documents to judge: a row per alternative, or a row per topic and the total."""
    if by_topic:
        columns = zip(costs.alternatives, np.vstack([costs.counts, costs.totals]).T, strict=True)
        return Table.of_columns(("topic", [*costs.topics, "all"]), *columns, title=title)
    return Table.of_columns(
        ("alternative", costs.alternatives),
        ("documents to judge", costs.totals),
        ("fewest", costs.counts.min(axis=0)),
        (Column("median", 0), np.median(costs.counts, axis=0)),
        ("most", costs.counts.max(axis=0)),
        title=title,
        notes=("fewest, median, most: documents of a topic",),
    )


def strategies_table() -> Table:
    """Return a row per strategy: name, kind, parameters with defaults, and description."""
    kinds = ("order", "adaptive", "sample")
    listed = sorted(
        STRATEGIES.values(), key=lambda strategy: (kinds.index(strategy.kind), strategy.name)
    )
    return Table.of_records(
        listed,
        ("strategy", "name"),
        "kind",
        (
            "parameters",
            lambda strategy: ", ".join(
                name if default is None else f"{name}={default}"
                for name, default in strategy.defaults.items()
            ),
        ),
        ("how it chooses", "summary"),
        notes=(
            "order: documents are taken by a value that needs no judgments",
            "adaptive: asked again after each round of judgments (pool.judged, pool.batch)",
            "sample: documents are drawn by chance, their probabilities recorded",
        ),
    )


_AVERAGES = {"macro": "mean over topics with relevant documents", "micro": "all topics together"}


def replay_table(replay: Replay, *, average: str = "macro", title: str = "") -> Table:
    """Return the share of relevant documents found: a row per plan, a column per number of
    judgments.
    """
    shares = getattr(replay, average)
    order = sorted(range(len(shares)), key=lambda row: [-share or 0.0 for share in shares[row]])
    return Table.of_columns(
        ("strategy", [replay.plans[row] for row in order]),
        *zip(
            complete_headings(*(f"{n} a topic" for n in replay.budgets), digits=3),
            shares[order].T,
            strict=True,
        ),
        title=title,
        notes=_list_notes(replay, average),
    )


def curve_table(replay: Replay, *, average: str = "macro") -> Table:
    """Return a row per number of judgments and a column per plan."""
    curves = [(name, replay.curve(name, average)) for name in replay.plans]
    return Table.of_columns(("judged a topic", range(len(curves[0][1]) if curves else 0)), *curves)


def curve_figure(replay: Replay, *, average: str = "macro", title: str = "") -> Lines:
    """Return the share of relevant documents found, over the number of judgments per topic."""
    from harness.report.figures import Line, Lines  # few ask for a figure

    lines = [
        Line(name, list(enumerate(replay.curve(name, average).tolist()))) for name in replay.plans
    ]
    heading = f"{title}: relevant documents found" if title else "Relevant documents found"
    label = f"share found ({average} average)"
    return Lines(heading, "documents judged a topic", label, lines, (0.0, 1.0))


def _list_notes(replay: Replay, average: str) -> Notes:
    relevant, offered = int(replay.num_rel.sum()), int(replay.num_rel_offered.sum())
    notes: list[Note | str] = [
        f"share of the {relevant:,} relevant documents, {_AVERAGES[average]}",
        f"{offered:,} of them are among the candidates",
    ]
    drawn = [name for name, seeds in zip(replay.plans, replay.seeds, strict=True) if len(seeds) > 1]
    if drawn:
        count = max(map(len, replay.seeds))
        text = f"mean over {count} seeds: {', '.join(drawn)}"
        notes.append(Note("seed", text, numbers={"seeds": count}))
    unjudged = replay.unjudged[..., -1].sum(axis=1)
    if unjudged.any():
        most = int(unjudged.max())
        text = f"documents asked for that nobody judged count as not relevant: up to {most:,}"
        notes.append(Note("not-judged-yet", text, numbers={"most": most}))
    if replay.unanswered:
        text = f"topics with relevant documents that no run answers: {', '.join(replay.unanswered)}"
        notes.append(Note("topic-unanswered", text, numbers={"topics": len(replay.unanswered)}))
    return tuple(notes)


def uniques_table(uniques: Uniques, by: str = "group") -> Table:
    """Return a row per group (or run): documents that only it contributed, most relevant ones
    first.

    Ties are sorted by the number of such documents, then by name.
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
        (by, "name"),
        ("unique", "num_unique"),
        ("judged", "num_judged"),
        ("relevant", "num_relevant"),
        title=f"Documents that only one {by} contributed",
        notes=notes,
    )


def leave_out_table(result: LeaveOut) -> Table:
    """Return a row per run: value and rank with and without the documents that only it contributed.

    Values are of the first measure. Documents are counted by group or by run. The largest drop
    comes first; ``tau`` is Kendall's τ-b between the leaderboards of all runs.
    """
    chosen = result.scores.measures[0]
    tau_of = dict(zip(result.contributors, result.tau[:, 0].tolist(), strict=True))
    own = coverage_notes(result.scores.runs, result.scores.coverage)
    return Table.of_records(
        result.changes(chosen),
        *([] if result.by == "run" else [(result.by, "contributor")]),
        "run",
        *(
            (Column(name, choose_measure_decimals(chosen)), name)
            for name in ("before", "after", "difference")
        ),
        ("rank before", "rank_before"),
        ("rank after", "rank_after"),
        (Column("tau", 4), lambda change: tau_of[change.contributor]),
        title=f"{chosen.label} without what only one {result.by} contributed",
        notes=(*_leave_out_notes(result, chosen), *shorten_notes(own)),
    )


def judged_table(scores: Scores, rules: Rules) -> Table:
    """Return the share judged, a row per run, a column per cutoff; the least judged by the last
    first.

    ``scores`` come from `harness.pooling.bias.measure_judged_share`.
    """
    shares = scores.summarise()
    order = sorted(
        range(len(scores.runs)), key=lambda row: (shares[row, -1], scores.runs[row].encode())
    )
    text = f"judged documents among the first k retrieved; {len(scores.runs)} runs"
    text += f", {_describe_rules(rules)}"
    own = coverage_notes(scores.runs, scores.coverage)
    return Table.of_columns(
        ("run", [scores.runs[row] for row in order]),
        *zip(complete_headings(*scores.labels, digits=4), shares[order].T, strict=True),
        title="Share of judged documents",
        notes=(text, *shorten_notes(own)),
    )


def comparison_table(result: LeaderboardComparison, a: str = "a", b: str = "b") -> Table:
    """Return a row per run: value and rank on both leaderboards, in the order of the first one.

    Equal values are sorted by name. ``a`` and ``b`` are the names of the two leaderboards.
    """
    order = sorted(range(len(result.runs)), key=lambda row: (result.rank_a[row], result.runs[row]))
    of_a, of_b = _describe_rules(result.rules_a), _describe_rules(result.rules_b)
    rules = of_a if of_a == of_b else f"{a}: {of_a}; {b}: {of_b}"
    notes = (
        f"Kendall's tau-b between {a} and {b}: {result.tau:.6f}",
        f"pairs of runs with equal values: {result.tied_a} in {a}, {result.tied_b} in {b}",
        f"{result.measure.label}, {len(result.runs)} runs; {rules}",
    )
    digits = choose_measure_decimals(result.measure)
    return Table.of_columns(
        ("run", [result.runs[row] for row in order]),
        (Column(a, digits), result.a[order]),
        (Column(b, digits), result.b[order]),
        (f"rank {a}", result.rank_a[order]),
        (f"rank {b}", result.rank_b[order]),
        title=f"{result.measure.label} under two sets of judgments",
        notes=notes,
    )


def _leave_out_notes(result: LeaveOut, measure: AnyMeasure) -> tuple[str, ...]:
    column = result.scores.column_of(measure)
    by, number = result.by, len(result.contributors)
    fall = "rise (less is better)" if find_scale(measure).lower_is_better else "drop"
    lines = [
        f"{measure.label}, {len(result.scores.runs)} runs, {_describe_rules(result.rules)}",
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


def _describe_rules(rules: Rules) -> str:
    """Return the rules of an evaluation in a few words."""
    topics = "topics that a run answers" if rules.missing == "drop" else "all judged topics"
    parts = [f"dialect {rules.dialect.name}", topics]
    if rules.relevance_level > 1:
        parts.append(f"relevant from grade {rules.relevance_level} on")
    if rules.depth is not None:
        parts.append(f"first {rules.depth} documents")
    if rules.judged_only:
        parts.append("judged documents only")
    return ", ".join(parts)
