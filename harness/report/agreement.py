"""Measures and leaderboards beside each other, as neutral tables."""

from __future__ import annotations

from harness.comparison import Agreement, Measures
from harness.core.errors import some
from harness.report.comparison import finite, notes_of_tables, p_column, table_notes
from harness.report.table import Cell, Column, Table


def measures_table(found: Measures, *, title: str = "") -> Table:
    """One row a measure: discriminative power, needed difference, and τ with every measure."""
    rows: list[tuple[Cell, ...]] = [
        (name, count, power, finite(needed), *taus)
        for name, count, power, needed, taus in zip(
            found.names,
            found.significant.tolist(),
            found.power.tolist(),
            found.needed.tolist(),
            found.tau.tolist(),
            strict=True,
        )
    ]
    columns = (
        Column("measure"),
        Column("significant pairs"),
        Column("share", 4),
        Column("needed", 4),
        *(Column(f"τ {name}", 4) for name in found.names),
    )
    options = found.options
    test = found.families[0].method
    share = f"of {found.pairs:,} pairs, those with corrected p below {options.alpha:g}"
    notes = [
        *notes_of_tables(found.tables, measures=False),
        f"share (discriminative power): {share}: {test}",
        _needed(found),
        "τ: Kendall's τ-b between the leaderboards of two measures",
    ]
    if len(found.tables) > 1 and (found.tau != found.tau).any():
        notes.append("τ is undefined where a measure ties all runs")
    return Table(columns, rows, title, tuple(notes))


def asl_table(found: Measures, *, title: str = "") -> Table:
    """Achieved significance levels: one row a pair by rank, one column a measure."""
    curves = found.asl_curves()
    rows: list[tuple[Cell, ...]] = [(i, *row) for i, row in enumerate(curves.T.tolist(), start=1)]
    columns = (Column("pair"), *(p_column(name) for name in found.names))
    test = found.families[0].test
    note = f"p of all {found.pairs:,} pairs, each by itself, the highest first: {test}"
    return Table(columns, rows, title, (*notes_of_tables(found.tables, measures=False), note))


def _needed(found: Measures) -> str:
    said = "needed: the difference of means above which all pairs are significant"
    ratios = [table.measure for table in found.tables if table.scale.geometric]
    return f"{said}; of {some(ratios)} the ratio of geometric means" if ratios else said


def agreement_table(found: Agreement, first: str, second: str, *, title: str = "") -> Table:
    """One row a run: mean and rank in two leaderboards, called ``first`` and ``second``."""
    rows: list[tuple[Cell, ...]] = [
        (run, a, i, b, j, i - j)
        for run, a, i, b, j in zip(
            found.runs,
            found.mean_first.tolist(),
            found.rank_first.tolist(),
            found.mean_second.tolist(),
            found.rank_second.tolist(),
            strict=True,
        )
    ]
    columns = (
        Column("run"),
        Column("first", 4),
        Column("rank first"),
        Column("second", 4),
        Column("rank second"),
        Column("up"),
    )
    overlap = found.overlap
    bounds = f"at least {overlap.min:.4f}, at most {overlap.max:.4f}"
    order = f"τ_AP of the second against the first {found.tau_ap:.4f} (ties: mean over orders)"
    notes = (
        f"first: {first}: {'; '.join(table_notes(found.first))}",
        f"second: {second}: {'; '.join(table_notes(found.second))}",
        f"Kendall's τ-b {found.tau:.4f}; {order}",
        f"rank-biased overlap {overlap.ext:.4f} ({bounds}; p {overlap.p:g}, ties: {overlap.ties})",
        "up: ranks gained in the second leaderboard",
    )
    return Table(columns, rows, title, notes)
