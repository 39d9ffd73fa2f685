"""What runs risk against a baseline, and among each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.evaluation.scales import Scale
from harness.stats.risk import Risk, geo_risk, risk_of


@dataclass(frozen=True, eq=False)
class RunRisks:
    """The risk of every run of a table against one of them, the least risky run first.

    ``risk`` is of `ScoreTable.compared`, so that losses are losses whichever values are better.
    ``geo`` [R] is GeoRisk among all runs of the table, None where it is not defined: of measures of
    which less is better, of logarithms and of negative values.
    """

    table: ScoreTable
    baseline: str
    risk: Risk
    geo: Floats | None


def risks_of(table: ScoreTable, baseline: str, *, alpha: float = 1.0) -> RunRisks:
    """The risk of all runs of a table; `EvaluationError` for an unknown baseline or alpha.

    >>> values = np.array([[0.5, 0.6, 0.8], [0.5, 0.6, 0.3]])
    >>> table = ScoreTable("AP", ("base", "safe", "bold"), ("1", "2"), values)
    >>> found = risks_of(table, "base", alpha=1)
    >>> found.table.runs, found.risk.u_risk.round(4).tolist()
    (('safe', 'base', 'bold'), [0.1, 0.0, -0.05])
    """
    given = risk_of(_differences(table, baseline), alpha=alpha).u_risk
    order = Scale().order(given, table.runs)
    ordered = table.only([table.runs[i] for i in order])
    scale, values = table.scale, ordered.values
    defined = not scale.lower_is_better and not scale.geometric and values.min() >= 0
    return RunRisks(
        ordered,
        baseline,
        risk_of(_differences(ordered, baseline), alpha=alpha),
        geo_risk(values, alpha=alpha) if defined else None,
    )


def _differences(table: ScoreTable, baseline: str) -> Floats:
    """How much better each run is than the baseline on each topic [R, T]."""
    column = table.compared[:, table.column(baseline)]
    return np.ascontiguousarray((table.compared - column[:, None]).T)
