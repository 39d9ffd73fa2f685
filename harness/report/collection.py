"""Neutral tables about the topics of an evaluation: difficulty, reliability, power, variants."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from harness.comparison.assurances import Circumstances, rate_notes, sentence
from harness.comparison.collection import Design, Power, Reliabilities, Variants
from harness.comparison.table import ScoreTable
from harness.core.arrays import Bools, Floats, Ints
from harness.core.errors import some
from harness.core.notes import Note
from harness.report.comparison import logarithm_notes, statistics_notes, table_notes
from harness.report.table import Cell, Column, Table, finite
from harness.settings.compare import Options
from harness.stats.gtheory import Reliability
from harness.stats.swaps import Swaps
from harness.stats.topics import TopicStatistics

#: A caution beside the topic numbers of a power analysis.
_ESTIMATES = "variances are estimates from these scores, and the numbers as uncertain as they are"


def topics_table(table: ScoreTable, statistics: TopicStatistics, *, title: str = "") -> Table:
    """Return a row per topic, the hardest first: its difficulty, and how well it separates the
    runs.
    """
    order, topics = statistics.hardest(), np.array(table.topics, dtype=object)
    defined = statistics.defined
    helpful = defined & (statistics.item_rest > 0)
    best = topics[[row for row in statistics.most_discriminating() if helpful[row]]].tolist()
    undefined = "no correlation: all runs are alike on the topic, or on all others"
    return Table.of_columns(
        ("topic", topics[order]),
        (Column(f"mean {table.measure}", 4), table.scale.shown(statistics.mean)[order]),
        (Column("deviation", 4), statistics.deviation[order]),
        (Column("item-rest", 4), _select_values(statistics.item_rest, order, defined)),
        (Column("τ rest", 4), _select_values(statistics.tau, order, defined)),
        (Column("share", 4), statistics.share[order]),
        title=title,
        notes=(
            *statistics_notes(table),
            "mean, deviation: of the topic's scores over the runs; hardest first",
            (
                "item-rest, τ rest: correlation (Pearson's, Kendall's τ-b) with the means over the"
                " others"
            ),
            "share: the topic's part in the variance of the runs' means; 1 in all",
            f"topics that separate the runs best, by item-rest above 0: {some(best) or 'nothing'}",
            *(() if defined.all() else (undefined,)),
        ),
    )


def _select_values(values: Floats, order: Ints, defined: Bools) -> list[float | None]:
    """Return the values in an order; None where a value is not defined."""
    return [float(values[row]) if defined[row] else None for row in order.tolist()]


def reliability_tables(
    table: ScoreTable, reliabilities: Reliabilities, *, title: str = ""
) -> dict[str, Table]:
    """Return the tables of a G- and D-study by name: components, coefficients, topics needed."""
    parts = reliabilities.components
    variances = (parts.system, parts.topic, parts.residual)
    total = math.fsum(variances)
    notes: list[Note | str] = [*statistics_notes(table)]
    if parts.num_systems < len(table.runs):
        kept = f"{parts.num_systems} of {len(table.runs)} runs"
        notes.append(
            f"{kept}: the worst {100 * reliabilities.drop:g} % by their means are left out"
        )
    if parts.negative:
        notes.append(f"estimated below 0 and given as 0: {', '.join(parts.negative)}")
    by_topics, known = reliabilities.by_topics, Circumstances.of(table)
    relative, absolute = (
        sentence(
            "reliability", known, percent=f"{100 * reliabilities.confidence:g} %", how=each.how
        )
        for each in (by_topics.generalizability, by_topics.dependability)
    )
    meanings = (
        f"Eρ²: order and distances of systems; {relative}",
        f"Φ: the means themselves; {absolute}",
    )
    notes += rate_notes(["reliability"], table)
    return {
        "components": Table.of_columns(
            ("of", ("systems", "topics", "residual")),
            (Column("variance", 6), variances),
            (Column("share", 4), [value / total if total else None for value in variances]),
            title=title or "Variance components",
            notes=notes,
        ),
        "coefficients": Table.of_columns(
            ("topics", reliabilities.sizes),
            *_list_coefficients(reliabilities.by_topics, 4),
            title="Reliability of means over so many topics",
            notes=meanings,
        ),
        "needed": Table.of_columns(
            (Column("target", 2), reliabilities.targets),
            *_list_coefficients(reliabilities.needed, 0),
            title="Topics needed",
            notes=(*meanings, "∞: no number of topics does"),
        ),
    }


def _list_coefficients(both: Reliability, digits: int) -> Iterator[tuple[Column, list[Cell]]]:
    """Yield the columns of two coefficients, each with its interval."""
    for name, coefficient in (("Eρ²", both.generalizability), ("Φ", both.dependability)):
        ends = {"": coefficient.estimate, " low": coefficient.low, " high": coefficient.high}
        for end, values in ends.items():
            yield Column(f"{name}{end}", digits), list(map(finite, np.asarray(values).tolist()))


def power_tables(table: ScoreTable, power: Power, *, title: str = "") -> dict[str, Table]:
    """Return the tables of a power analysis by name: topics needed, and what can be detected."""
    percent, options = f"{100 * power.power:g} %", power.options
    variances = ", ".join(
        f"{name} {variance:.6f}"
        for name, variance in zip(power.kinds, power.variances.tolist(), strict=True)
    )
    test = f"the paired t test at alpha {options.alpha:g}"
    return {
        "topics": Table.of_columns(
            ("difference", power.differences),
            *((f"topics, {name}", power.topics[:, kind]) for kind, name in enumerate(power.kinds)),
            ("interval, mean", power.for_width),
            title=title or "Topics needed",
            notes=(
                *statistics_notes(table),
                f"topics with which {test} finds such a difference with a chance of {percent}",
                f"interval: with which the {options.percent} t interval is on average no wider",
                f"variances of differences over all pairs of runs: {variances}; the mean is 2 V_E",
                _ESTIMATES,
            ),
        ),
        "power": Table.of_columns(
            ("difference", power.differences),
            *(
                (Column(f"{size} topics", 4), power.chances[:, column])
                for column, size in enumerate(power.sizes)
            ),
            title="The chance to find a difference",
            notes=(f"of {test}, by the mean variance",),
        ),
        "detectable": Table.of_columns(
            ("pairs", power.kinds),
            (Column("variance", 6), power.variances),
            (Column("detectable", 4), power.detectable),
            (Column("width", 4), power.width),
            title=f"What {len(table.topics)} topics can tell",
            notes=(
                f"detectable: the least difference found with a chance of {percent}",
                (f"width: that of the {options.percent} t interval of a difference, on average"),
                *(["∞: more than two runs can differ"] if np.isinf(power.detectable).any() else []),
            ),
        ),
    }


def design_tables(design: Design) -> dict[str, Table]:
    """Return the tables of a design by name: the topics needed by three kinds of test, and the
    power.
    """
    kinds = ("t test", *(f"ANOVA, {count} runs" for count in design.systems))
    cells = design.chances.reshape(-1, len(kinds))
    chances = Table.of_columns(
        ("topics", [size for size in design.sizes for _ in design.differences]),
        ("difference", [*design.differences] * len(design.sizes)),
        *((Column(kind, 4), cells[:, column]) for column, kind in enumerate(kinds)),
        title="The chance to find a difference",
        notes=("of the same tests and variances",),
    )
    return {"topics": _tabulate_design(design), "power": chances}


def _tabulate_design(design: Design) -> Table:
    options, percent = design.options, f"{100 * design.power:g} %"
    return Table.of_columns(
        ("difference", design.differences),
        ("t test", design.t),
        *(
            (f"ANOVA, {count} runs", design.anova[:, column])
            for column, count in enumerate(design.systems)
        ),
        ("interval", design.width),
        title="Topics needed",
        notes=(
            f"variance of a run's values {design.variance:g}, of differences twice that",
            (
                f"t test: topics that find the difference of two means with a chance of {percent},"
                f" alpha {options.alpha:g}, two-sided"
            ),
            "ANOVA: that find, likewise, so many runs whose best and worst differ by it (one-way)",
            (
                f"interval: with which the {options.percent} t interval of a difference is on"
                " average no wider"
            ),
        ),
    )


def swaps_table(table: ScoreTable, swaps: Swaps, rate: float, *, title: str = "") -> Table:
    """Return the share of swaps: a row per topic set size, a column per bin of differences."""
    rates, edges = swaps.rates(otherwise=np.nan), np.round(swaps.edges, 10).tolist()
    return Table.of_columns(
        ("topics", swaps.sizes),
        (Column("required", 4), list(map(finite, swaps.required(rate).tolist()))),
        *((Column(f"≥ {edge:g}", 3), rates[:, number]) for number, edge in enumerate(edges)),
        title=title,
        notes=(
            *statistics_notes(table),
            "share of pairs of runs in the opposite order on a second set of topics: " + swaps.how,
            "≥: the least difference of the means on the first set; empty where no pair has it",
            f"required: no larger difference is swapped more often than {rate:g}; ∞: none",
        ),
    )


def variants_tables(variants: Variants, options: Options, *, title: str = "") -> dict[str, Table]:
    """Return the tables of cross-validated variants by name: the variants, and fewer topics."""
    crossed, table, scale = variants.crossed, variants.table, variants.table.scale
    curve, agreement = variants.curve, variants.agreement
    naive, held_out = scale.shown([crossed.naive, crossed.held_out.mean()]).tolist()
    none = [None] * len(curve.sizes)
    return {
        "variants": Table.of_columns(
            ("variant", table.runs),
            (Column(table.measure, 4), table.means),
            ("chosen", np.bincount(crossed.chosen.ravel(), minlength=len(table.runs))),
            ("best", ["*" if run == table.runs[crossed.best] else "" for run in table.runs]),
            title=title,
            notes=(
                *table_notes(table),
                "chosen: how often a variant was best on the topics outside of a fold; "
                + crossed.how,
                f"mean of the best variant {naive:.4f}: not the system's, it was chosen on this",
                f"mean on topics that a variant was not chosen on {held_out:.4f}",
                f"apparent gain by choosing {scale.apart(crossed.optimism):.4f}",
            ),
        ),
        "curve": Table.of_columns(
            ("topics", curve.sizes),
            (Column("mean", 4), curve.mean),
            (Column("deviation", 4), curve.deviation),
            (Column("low", 4), curve.low),
            (Column("high", 4), curve.high),
            (Column("τ", 4), none if agreement is None else agreement.mean),
            title="Learning curve",
            notes=(
                f"mean of {table.runs[crossed.best]} over fewer topics; {curve.how}",
                *logarithm_notes(table),
                f"low, high: the middle {options.percent} of the draws from these topics alone",
                "τ: not defined, all variants have one mean"
                if agreement is None
                else agreement.how,
            ),
        ),
    }
