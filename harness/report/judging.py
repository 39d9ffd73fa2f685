"""Tables of judging: progress, what came back, agreement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from harness.judging.agreeing import AgreementReport, LeaderboardEffect
from harness.judging.assignments import Assignments
from harness.judging.incoming import Preview
from harness.report.table import Column, Table

_COUNTS = ("assigned", "judged", "skipped", "closed", "left")


def assignments_table(assigned: Assignments) -> Table:
    """One row an assessor: topics, documents shown, and how many of them for the second time."""
    reasons = ("pool", "overlap", "repeat")
    counts = assigned.table.group_by("assessor").agg(
        pl.col("topic").n_unique(), *((pl.col("reason") == it).sum().alias(it) for it in reasons)
    )
    by_name = {name: tuple(rest) for name, *rest in counts.rows()}
    rows = [(name, shown, *by_name.get(name, (0,) * 4)) for name, shown in assigned.loads.items()]
    names = ("assessor", "documents shown", "topics", "first", "overlap", "repeats")
    notes = [
        "overlap: another assessor judges them too; repeats: the same assessor, a second time",
        f"seed {assigned.plan['seed']}",
    ]
    return Table(tuple(Column(name) for name in names), rows, "Assessors", tuple(notes))


def progress_table(frame: pl.DataFrame, title: str) -> Table:
    """How far each assessor is, a row each; `harness.judging.judgments.progress`."""
    rows = frame.group_by("assessor", maintain_order=True).agg(
        pl.len().alias("topics"), *(pl.col(name).sum() for name in _COUNTS)
    )
    columns = (Column("assessor"), *(Column(name) for name in ("topics", *_COUNTS)))
    return Table(columns, rows.rows(), title=title)


def previews_table(previews: Sequence[Preview], title: str) -> Table:
    """What files bring, a row a sheet."""
    names = (
        "judgments",
        "changed",
        "skips",
        "notes",
        "same",
        "blank",
        "closed",
        "outside",
        "new_units",
    )
    heads = (
        "new",
        "changed",
        "skips",
        "notes",
        "known",
        "blank",
        "closed",
        "outside",
        "new documents",
    )
    columns = (Column("assessor"), Column("file"), *(Column(name) for name in heads))
    rows = [(it.assessor, it.source, *(getattr(it, name) for name in names)) for it in previews]
    return Table(columns, rows, title=title)


def agreement_tables(report: AgreementReport) -> dict[str, Table]:
    """The agreement of all, of pairs and of each assessor with earlier judgments, as tables."""
    share = f"{report.confidence:.0%}"
    overall = [
        (
            name,
            it.agreement.value,
            it.low,
            it.high,
            it.agreement.units,
            it.agreement.pairs,
            it.agreement.reason or "",
        )
        for name, it in report.overall.items()
    ]
    interval = f"{share} intervals over topics, {report.samples:,} samples, seed {report.seed}"
    pairs = [
        (
            it.first,
            it.second,
            it.units,
            it.coefficients["percent agreement"].value,
            it.coefficients["Cohen's κ"].value,
            it.coefficients["Cohen's κ (quadratic)"].value,
            it.overlap.overlap,
            it.difference,
        )
        for it in report.pairs
    ]
    own = [(name, it.units, it.value) for name, it in report.consistency.items()]
    numbers = ("value", "low", "high")
    return {
        "overall": Table(
            (
                Column("coefficient"),
                *(Column(name, 4) for name in numbers),
                Column("documents"),
                Column("pairs"),
                Column("why not"),
            ),
            overall,
            title=f"Agreement on {report.dimension}",
            notes=(interval,),
        ),
        "pairs": Table(
            (
                Column("first"),
                Column("second"),
                Column("documents"),
                Column("same grade", 4),
                Column("Cohen's κ", 4),
                Column("quadratic κ", 4),
                Column("overlap", 4),
                Column("difference", 4),
            ),
            pairs,
            title="Pairs of assessors",
            notes=("difference: the mean grade of the first less that of the second",),
        ),
        "consistency": Table(
            (Column("assessor"), Column("documents"), Column("same grade", 4)),
            own,
            title="Each assessor on what was shown again",
        ),
    }


def effects_table(effects: Mapping[str, LeaderboardEffect], measure: str) -> Table:
    """What the leaderboard owes to each assessor, a row each."""
    columns = (
        Column("assessor"),
        Column("judged"),
        Column("other grade"),
        Column("τ", 4),
        Column("swaps"),
        Column("largest move"),
        Column("significant"),
        Column("lost"),
        Column("reversed"),
    )
    rows = [
        (
            *(name, it.judged, it.changed, it.tau, it.swaps, it.moved),
            *(it.significant, it.lost, it.reversed),
        )
        for name, it in effects.items()
    ]
    note = "where the assessor judged, his or her grade stands; against the leaderboard as released"
    pairs = (
        "significant: pairs of runs as released; lost, reversed: of these, with his or her grades"
    )
    return Table(columns, rows, title=f"Leaderboards by {measure}", notes=(note, pairs))


def changes_table(frame: pl.DataFrame, before: str, after: str) -> Table:
    """Every document that two releases grade differently."""
    columns = (Column("topic"), Column("doc"), Column("before"), Column("after"))
    title = f"{frame.height} grades changed from {before} to {after}"
    return Table(columns, frame.rows(), title=title)
