"""Risk, and repeated evaluations, as neutral tables."""

from __future__ import annotations

import numpy as np

from harness.comparison.baseline import RunRisks
from harness.comparison.between import Replicability
from harness.core.errors import some
from harness.core.notes import Note
from harness.report.comparison import P, digits_of, statistics_notes
from harness.report.table import Column, Table


def risk_table(risks: RunRisks, *, title: str = "") -> Table:
    """One row a run, the least risky first."""
    table, risk = risks.table, risks.risk
    digits, undefined = digits_of(table), np.full(len(table.runs), np.nan)
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


def replicability_table(
    replicated: Replicability, first: str, second: str, *, title: str = ""
) -> Table:
    """One row a run that both evaluations have, called ``first`` and ``second``."""
    digits = digits_of(replicated.original, replicated.repeated)
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
        *(
            "run",
            (Column("original", digits), "original"),
            (Column("repeated", digits), "repeated"),
        ),
        *((Column("RMSE", digits), "rmse"), (P, "p")),
        (Column("ER", 4), lambda row: row.effect.effect_ratio if row.effect else None),
        (Column("ΔRI", 4), lambda row: row.effect.delta if row.effect else None),
        title=title,
        notes=tuple(notes),
    )
