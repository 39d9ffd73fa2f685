"""What the topics of an evaluation are worth, as neutral tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.comparison.collection import Power, Reliabilities, Variants
from harness.comparison.options import Options
from harness.comparison.table import ScoreTable
from harness.core.errors import some
from harness.core.notes import Note
from harness.report.comparison import finite, logarithm_notes, table_notes
from harness.report.table import Cell, Column, Notes, Table
from harness.stats.swaps import Swaps
from harness.stats.topics import TopicStatistics


def topics_table(table: ScoreTable, found: TopicStatistics, *, title: str = "") -> Table:
    """One row a topic, the hardest first: how hard it is, and how well it separates the runs."""
    rows: list[tuple[Cell, ...]] = []
    means = table.scale.shown(found.mean).tolist()
    for at in found.hardest().tolist():
        defined = bool(found.defined[at])
        rows.append(
            (
                table.topics[at],
                means[at],
                float(found.deviation[at]),
                float(found.item_rest[at]) if defined else None,
                float(found.tau[at]) if defined else None,
                float(found.share[at]),
            )
        )
    columns = (
        Column("topic"),
        Column(f"mean {table.measure}", 4),
        Column("deviation", 4),
        Column("item-rest", 4),
        Column("τ rest", 4),
        Column("share", 4),
    )
    best = [table.topics[at] for at in found.most_discriminating().tolist() if found.defined[at]]
    notes: list[Note | str] = [
        *table_notes(table),
        *logarithm_notes(table),
        "mean, deviation: of the topic's scores over the runs; hardest first",
        "item-rest, τ rest: correlation (Pearson's, Kendall's τ-b) with the means over the others",
        "share: the topic's part in the variance of the runs' means; 1 in all",
        f"what separates the runs best, by item-rest: {some(best) or 'nothing'}",
    ]
    if not found.defined.all():
        notes.append("no correlation: all runs are alike on the topic, or on all others")
    return Table(columns, rows, title, tuple(notes))


def reliability_tables(
    table: ScoreTable, found: Reliabilities, *, title: str = ""
) -> dict[str, Table]:
    """The tables of a G- and D-study by name: components, coefficients, topics needed."""
    parts = found.components
    whole = parts.system + parts.topic + parts.residual
    shares: list[tuple[Cell, ...]] = [
        (name, value, value / whole if whole else None)
        for name, value in (
            ("systems", parts.system),
            ("topics", parts.topic),
            ("residual", parts.residual),
        )
    ]
    notes: list[Note | str] = [*table_notes(table), *logarithm_notes(table)]
    if parts.num_systems < len(table.runs):
        kept = f"{parts.num_systems} of {len(table.runs)} runs"
        notes.append(f"{kept}: the worst {100 * found.drop:g} % by their means are left out")
    if parts.negative:
        notes.append(f"estimated below 0 and given as 0: {', '.join(parts.negative)}")
    confidence = f"{100 * found.confidence:g} %"
    relative, absolute = found.by_topics.generalizability, found.by_topics.dependability
    said = (
        f"Eρ²: order and distances of systems; {confidence} interval, {relative.how}",
        f"Φ: the means themselves; {confidence} interval, {absolute.how}",
    )
    first = (Column("of"), Column("variance", 6), Column("share", 4))
    return {
        "components": Table(first, shares, title or "Variance components", tuple(notes)),
        "coefficients": Table(
            (Column("topics"), *_coefficients(4)),
            _rows(found.sizes, found, needed=False),
            "Reliability of means over so many topics",
            said,
        ),
        "needed": Table(
            (Column("target", 2), *_coefficients(0)),
            _rows(found.targets, found, needed=True),
            "Topics needed",
            (*said, "∞: no number of topics does"),
        ),
    }


def _coefficients(digits: int) -> tuple[Column, ...]:
    names = ("Eρ²", "Eρ² low", "Eρ² high", "Φ", "Φ low", "Φ high")
    return tuple(Column(name, digits) for name in names)


def _rows(lead: Sequence[float], found: Reliabilities, *, needed: bool) -> list[tuple[Cell, ...]]:
    both = found.needed if needed else found.by_topics
    columns = [
        values
        for one in (both.generalizability, both.dependability)
        for values in (one.estimate, one.low, one.high)
    ]
    return [
        (first, *(finite(float(column[at])) for column in columns)) for at, first in enumerate(lead)
    ]


def power_tables(table: ScoreTable, found: Power, *, title: str = "") -> dict[str, Table]:
    """The tables of a power analysis by name: topics needed, and what these topics can tell."""
    rows: list[tuple[Cell, ...]] = [
        (difference, *counts)
        for difference, counts in zip(found.differences, found.topics.tolist(), strict=True)
    ]
    percent = f"{100 * found.power:g} %"
    options = found.options
    variances = ", ".join(
        f"{name} {variance:.6f}"
        for name, variance in zip(found.kinds, found.variances.tolist(), strict=True)
    )
    test = f"the paired t test at alpha {options.alpha:g}"
    notes: Notes = (
        *table_notes(table),
        *logarithm_notes(table),
        f"topics with which {test} finds such a difference with a chance of {percent}",
        f"variances of differences over all pairs of runs: {variances}; the mean is 2 V_E",
        "variances are estimates from these scores, and the numbers as uncertain as they are",
    )
    detectable: list[tuple[Cell, ...]] = [
        (name, *values)
        for name, *values in zip(
            found.kinds,
            found.variances.tolist(),
            found.detectable.tolist(),
            found.width.tolist(),
            strict=True,
        )
    ]
    said = (
        f"detectable: the least difference found with a chance of {percent}",
        f"width: that of the {100 * options.confidence:g} % t interval of a difference, on average",
    )
    columns = (
        Column("pairs"),
        Column("variance", 6),
        Column("detectable", 4),
        Column("width", 4),
    )
    return {
        "topics": Table(
            (Column("difference"), *(Column(f"topics, {name}") for name in found.kinds)),
            rows,
            title or "Topics needed",
            notes,
        ),
        "detectable": Table(columns, detectable, f"What {len(table.topics)} topics can tell", said),
    }


def swaps_table(table: ScoreTable, found: Swaps, rate: float, *, title: str = "") -> Table:
    """One row a size of the topic sets, one column a bin of differences: the share of swaps."""
    rates = found.rates(otherwise=np.nan).tolist()
    required = found.required(rate).tolist()
    rows: list[tuple[Cell, ...]] = [
        (size, finite(needed), *row)
        for size, needed, row in zip(found.sizes.tolist(), required, rates, strict=True)
    ]
    columns = (
        Column("topics"),
        Column("required", 4),
        *(Column(f"≥ {edge:g}", 3) for edge in np.round(found.edges, 10).tolist()),
    )
    notes: Notes = (
        *table_notes(table),
        *logarithm_notes(table),
        f"share of pairs of runs in the opposite order on a second set of topics: {found.how}",
        "≥: the least difference of the means on the first set; empty where no pair has it",
        f"required: no larger difference is swapped more often than {rate:g}; ∞: none",
    )
    return Table(columns, rows, title, notes)


def variants_tables(found: Variants, options: Options, *, title: str = "") -> dict[str, Table]:
    """The tables of cross-validated variants by name: the variants, and what fewer topics tell."""
    crossed, table = found.crossed, found.table
    times = np.bincount(crossed.chosen.ravel(), minlength=len(table.runs)).tolist()
    rows: list[tuple[Cell, ...]] = [
        (run, mean, count, "*" if at == crossed.best else "")
        for at, (run, mean, count) in enumerate(
            zip(table.runs, table.means.tolist(), times, strict=True)
        )
    ]
    scale = table.scale
    naive, held_out = scale.shown([crossed.naive, crossed.held_out.mean()]).tolist()
    notes: Notes = (
        *table_notes(table),
        f"chosen: how often a variant was best on the topics outside of a fold; {crossed.how}",
        f"mean of the best variant {naive:.4f}: not the system's, it was chosen on this",
        f"mean on topics that a variant was not chosen on {held_out:.4f}",
        f"what choosing seemed to win {scale.apart(crossed.optimism):.4f}",
    )
    curve, agreement = found.curve, found.agreement
    points: list[tuple[Cell, ...]] = [
        (size, *values, None if agreement is None else float(agreement.mean[at]))
        for at, (size, *values) in enumerate(
            zip(
                curve.sizes.tolist(),
                *(
                    column.tolist()
                    for column in (curve.mean, curve.deviation, curve.low, curve.high)
                ),
                strict=True,
            )
        )
    ]
    said: list[Note | str] = [
        f"mean of {table.runs[crossed.best]} over fewer topics; {curve.how}",
        *logarithm_notes(table),
        f"low, high: the middle {100 * options.confidence:g} % of the draws",
        "τ: not defined, all variants have one mean" if agreement is None else agreement.how,
    ]
    columns = (
        Column("topics"),
        Column("mean", 4),
        Column("deviation", 4),
        Column("low", 4),
        Column("high", 4),
        Column("τ", 4),
    )
    return {
        "variants": Table(
            (Column("variant"), Column(table.measure, 4), Column("chosen"), Column("best")),
            rows,
            title,
            notes,
        ),
        "curve": Table(columns, points, "Learning curve", tuple(said)),
    }
