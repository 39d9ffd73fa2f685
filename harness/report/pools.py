"""Pools as neutral tables: what there is to judge, what it would cost, which strategies exist."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import polars as pl

from harness.core.notes import Note
from harness.pooling import STRATEGIES, Pool
from harness.pooling.plan import Costs
from harness.report.table import Cell, Column, Table, headed


def pool_table(pool: Pool, notes: Sequence[Note | str] = (), *, title: str = "") -> Table:
    """Facts about a pool: what it rests on, and how much there is to judge."""
    plan, sizes = pool.plan, pool.sizes()
    runs = plan["runs"]
    depths = sorted({run["depth"] for run in runs})
    parameters = ", ".join(f"{name}={value}" for name, value in plan["parameters"].items())
    facts: list[tuple[str, Cell]] = [
        ("strategy", plan["strategy"] + (f" ({parameters})" if parameters else "")),
        ("runs", f"{len(runs)} of {len({run['group'] for run in runs})} groups"),
        ("depth", str(depths[0]) if len(depths) == 1 else f"{depths[0]} to {depths[-1]}"),
        ("order of ties", plan["order"]),
        ("topics", str(len(sizes))),
        ("documents to judge", str(sum(sizes.values()) or "none")),
        ("a topic", _spread(list(sizes.values()))),
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
    """One row a topic: documents to judge, and how many of them one run or one group brought."""
    alone = pool.to_judge.group_by("topic").agg(
        (pl.col("runs").list.len() == 1).sum().alias("run"),
        (pl.col("groups").list.len() == 1).sum().alias("group"),
    )
    by_topic = {topic: (run, group) for topic, run, group in alone.rows()}
    rows = [(topic, size, *by_topic.get(topic, (0, 0))) for topic, size in pool.sizes().items()]
    return Table(headed("topic", "to judge", "by one run", "by one group"), rows)


def cost_table(costs: Costs, *, by_topic: bool, title: str = "") -> Table:
    """Documents to judge: a row an alternative; with ``by_topic`` a row a topic, and the total."""
    if by_topic:
        rows: list[tuple[Cell, ...]] = [
            (topic, *counts)
            for topic, counts in zip(costs.topics, costs.counts.tolist(), strict=True)
        ]
        rows.append(("all", *costs.totals.tolist()))
        return Table((Column("topic"), *map(Column, costs.alternatives)), rows, title)
    rows = []
    for column, name in enumerate(costs.alternatives):
        counts = costs.counts[:, column].tolist()
        rows.append((name, sum(counts), min(counts), median(counts), max(counts)))
    columns = headed("alternative", "documents to judge", "fewest", Column("median", 0), "most")
    return Table(columns, rows, title, ("fewest, median, most: documents of a topic",))


def strategies_table() -> Table:
    """One row a strategy: its name, kind, parameters with their defaults, and what it does."""
    kinds = ("order", "adaptive", "sample")
    listed = sorted(
        STRATEGIES.values(), key=lambda strategy: (kinds.index(strategy.kind), strategy.name)
    )
    return Table.of_records(
        listed,
        *(("strategy", "name"), "kind"),
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


def _spread(counts: Sequence[int]) -> str:
    if not counts:
        return "none"
    return f"{min(counts)} to {max(counts)}, median {median(counts):g}"
