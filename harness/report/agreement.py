"""Agreement of measures, risk, and repeated evaluations, as neutral tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from harness.comparison import Agreement, Measures
from harness.comparison.assurances import rate_notes
from harness.comparison.baseline import RunRisks
from harness.comparison.between import Replicability
from harness.core.errors import some
from harness.core.notes import Note, note_lines
from harness.report.comparison import (
    P,
    choose_mean_decimals,
    join_table_notes,
    pairs_text,
    statistics_notes,
    table_notes,
)
from harness.report.table import Column, Table, finite


def measures_table(measures: Measures, *, title: str = "") -> Table:
    """Return a table with a row per measure: discriminative power, needed difference and each τ."""
    share = f"of {measures.pairs:,} pairs, those with corrected p below {measures.options.alpha:g}"
    notes: list[Note | str] = [
        *join_table_notes(measures.tables, measures=False),
        Note("test", f"share (discriminative power): {share}: {measures.families[0].method}"),
        _describe_needed(measures),
        *_note_rates(measures),
        "τ: Kendall's τ-b between the leaderboards of two measures",
    ]
    if len(measures.tables) > 1 and np.isnan(measures.tau).any():
        notes.append("τ is undefined where a measure ties all runs")
    return Table.of_columns(
        ("measure", measures.names),
        ("significant pairs", measures.significant),
        (Column("share", 4), measures.power),
        (Column("needed", 4), list(map(finite, measures.needed.tolist()))),
        *((Column(f"τ {name}", 4), measures.tau[:, n]) for n, name in enumerate(measures.names)),
        title=title,
        notes=notes,
    )


def _note_rates(measures: Measures) -> Iterator[Note]:
    """Yield the simulated rates at which the correction over all pairs holds, from the nearest
    cells.
    """
    assured = [family.assurance for family in measures.families if family.assurance]
    yield from rate_notes(assured, measures.tables)


def asl_table(measures: Measures, *, title: str = "") -> Table:
    """Return the achieved significance levels: a row per pair by rank, a column per measure."""
    curves, test = measures.asl_curves(), measures.families[0].test
    text = f"p of {pairs_text(measures.pairs)}, each by itself, the highest first: {test}"
    return Table.of_columns(
        ("pair", range(1, measures.pairs + 1)),
        *(
            (replace(P, name=name), curve)
            for name, curve in zip(measures.names, curves, strict=True)
        ),
        title=title,
        notes=(*join_table_notes(measures.tables, measures=False), Note("test", text)),
    )


def _describe_needed(measures: Measures) -> str:
    text = "needed: the difference of means above which all pairs are significant; ∞: none is"
    ratios = [table.measure for table in measures.tables if table.scale.geometric]
    return f"{text}; of {some(ratios)} the ratio of geometric means" if ratios else text


def agreement_table(agreement: Agreement, first: str, second: str) -> Table:
    """Return a row per run: its mean and rank in two leaderboards, ``first`` and ``second``."""
    overlap, tau, tau_ap = agreement.overlap, agreement.tau, agreement.tau_ap
    bounds = f"at least {overlap.min:.4f}, at most {overlap.max:.4f}"
    order = f"τ_AP of the second against the first {tau_ap:.4f} (ties: mean over orders)"
    overlaps = f"({bounds}; p {overlap.p:g}, ties: mean over orders)"
    return Table.of_columns(
        ("run", agreement.runs),
        (Column("first", 4), agreement.mean_first),
        ("rank first", agreement.rank_first),
        (Column("second", 4), agreement.mean_second),
        ("rank second", agreement.rank_second),
        ("up", agreement.rank_first - agreement.rank_second),
        notes=(
            f"first: {first}: {'; '.join(note_lines(table_notes(agreement.first)))}",
            f"second: {second}: {'; '.join(note_lines(table_notes(agreement.second)))}",
            Note(
                "agreement",
                f"Kendall's τ-b {tau:.4f}; {order}",
                numbers={"tau": tau, "tau_ap": tau_ap},
            ),
            Note(
                "agreement",
                f"rank-biased overlap {overlap.ext:.4f} {overlaps}",
                numbers={"overlap": overlap.ext, "p": overlap.p},
            ),
            "up: ranks gained in the second leaderboard",
        ),
    )


def risk_table(risks: RunRisks, *, title: str = "") -> Table:
    """Return a table with a row per run, the least risky first."""
    table, risk = risks.table, risks.risk
    digits, undefined = choose_mean_decimals(table), np.full(len(table.runs), np.nan)
    geo = undefined if risks.geo is None else risks.geo
    notes: list[Note | str] = [*statistics_notes(table)]
    notes += [
        (
            f"URisk: mean difference from {risks.baseline}, losses weighing {1 + risk.alpha:g}"
            f" times as much as gains (alpha {risk.alpha:g})"
        ),
        (
            "TRisk: URisk over its standard error; no test: of runs that are equally good it is"
            " below 0, too, where alpha is above 0"
        ),
        "gain, loss: what won and lost topics add to the mean difference",
    ]
    if risks.geo is None:
        notes.append("GeoRisk is defined for means of values from 0 on of which more is better")
    else:
        notes.append(f"GeoRisk: among all {len(table.runs)} runs, without a baseline")
    return Table.of_columns(
        ("run", table.runs),
        (Column(table.measure, digits), table.means),
        (Column("URisk", digits), risk.u_risk),
        (Column("TRisk", 4), risk.t_risk),
        ("wins", risk.wins),
        ("losses", risk.losses),
        (Column("gain", digits), risk.gain),
        (Column("loss", digits), risk.loss),
        (Column("GeoRisk", 4), geo),
        title=title,
        notes=tuple(notes),
    )


def replicability_table(replicated: Replicability, first: str, second: str) -> Table:
    """Return a row per run that is in both evaluations, called ``first`` and ``second``."""
    digits = choose_mean_decimals(replicated.original, replicated.repeated)
    test = "paired t test" if replicated.same_topics else "t test of two samples, for other topics"
    notes: list[Note | str] = [
        f"original: {first}; repeated: {second}",
        *statistics_notes(replicated.original),
        f"p: {test}, two-sided; a large p does not show that the means are the same",
    ]
    if replicated.same_topics:
        notes.append("RMSE: root of the mean squared difference of values by topic")
    else:
        notes.append("RMSE is of the same topics, and these are not")
    if replicated.baseline is not None:
        notes.append(
            f"ER: effect ratio, the improvement over {replicated.baseline} repeated over the"
            " original"
            " one (1: the same); ΔRI: relative improvement, original less repeated (0: the same)"
        )
    if replicated.alone:
        notes.append(f"in one evaluation only: {some(replicated.alone)}")
    return Table.of_records(
        replicated.runs,
        "run",
        (Column("original", digits), "original"),
        (Column("repeated", digits), "repeated"),
        (Column("RMSE", digits), "rmse"),
        (P, "p"),
        (Column("ER", 4), lambda row: row.effect.effect_ratio if row.effect else None),
        (Column("ΔRI", 4), lambda row: row.effect.delta if row.effect else None),
        notes=tuple(notes),
    )
