"""Comparisons of runs as neutral tables, with everything in the notes that a p-value rests on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from harness.comparison import (
    TESTS,
    Against,
    Board,
    Options,
    PairComparison,
    ScoreTable,
)
from harness.comparison.family import ComparisonFamily
from harness.comparison.pair import Counts
from harness.core.errors import some
from harness.measures.summaries import GEOMETRIC_FLOOR
from harness.report.table import Cell, Column, Table, shown
from harness.stats.results import Interval

#: How p-values are shown: four decimals, and small ones never as 0.
P = Column("p", 4, small=True)


def p_column(name: str) -> Column:
    """A column of p-values."""
    return Column(name, P.digits, small=P.small)


def leaderboard_table(board: Board, *, title: str = "") -> Table:
    """One row a run, the best first: mean, rank and letters, with the intervals of both."""
    rows: list[tuple[Cell, ...]] = [
        (run, *values, letters, "*" if tied else "")
        for run, *values, letters, tied in zip(
            board.runs,
            board.means.estimate.tolist(),
            board.means.low.tolist(),
            board.means.high.tolist(),
            board.ranks.rank.tolist(),
            board.ranks.low.tolist(),
            board.ranks.high.tolist(),
            board.ranks.expected.tolist(),
            board.ranks.best.tolist(),
            board.letters.of_runs(),
            board.tied.tolist(),
            strict=True,
        )
    ]
    columns = (
        Column("run"),
        Column(board.table.measure, 4),
        Column("low", 4),
        Column("high", 4),
        Column("rank"),
        Column("rank low"),
        Column("rank high"),
        Column("expected", 1),
        Column("P(best)", 3),
        Column("letters"),
        Column("best"),
    )
    return Table(columns, rows, title, tuple(_of_board(board)))


def _of_board(board: Board) -> Iterator[str]:
    options, num_runs = board.options, len(board.runs)
    pairs = num_runs * (num_runs - 1) // 2
    percent = f"{100 * options.confidence:g} %"
    yield from table_notes(board.table)
    yield f"low, high: {percent} interval of each mean by itself ({board.means.how})"
    yield f"rank low, rank high ({percent}), expected rank, P(best): {board.ranks.how}"
    yield (
        f"letters: runs that share one do not differ significantly at alpha {options.alpha:g};"
        f" {board.tukey.test} of all {pairs} pairs ({board.tukey.how})"
    )
    yield "best: * does not differ significantly from the best run, by the same test"
    yield f"{board.num_significant} of {pairs} pairs differ significantly: {means_apart(board)}"
    effect, table = board.anova.systems, board.anova
    freedom = f"{effect.degrees_of_freedom}, {table.degrees_of_freedom}"
    of = "runs, topics; of logarithms" if board.table.scale.geometric else "runs, topics"
    sign = "<" if effect.p <= sys.float_info.min else "="  # there is no smaller number
    yield (
        f"ANOVA ({of}): V_E {table.error_variance:.6f}, F({freedom}) = {effect.f:.4f},"
        f" p {sign} {shown(effect.p, P)}"
    )


def means_apart(board: Board) -> str:
    """How far apart the means of a pair must be to differ significantly, in words."""
    if board.table.scale.geometric:
        return f"geometric means whose ratio is more than {board.needed:.4f}"
    return f"means that are more than {board.needed:.4f} apart"


def pairs_table(board: Board, found: Against, *, title: str = "") -> Table:
    """The p-values of all pairs in long form: those of the leaderboard's test, and of the chosen.

    ``found`` are the same pairs, in the order of the board.
    """
    tukey = board.p[np.triu_indices(len(board.runs), 1)].tolist()
    alpha = board.options.alpha
    rows: list[tuple[Cell, ...]] = [
        (
            *(row.run, row.baseline, row.difference, row.low, row.high, p),
            "identical" if row.identical else "*" if p < alpha else "",
            *(row.p, row.corrected, finite(row.d_z), finite(row.gap)),
            *(row.wins, row.ties, row.losses),
        )
        for row, p in zip(found.rows, tukey, strict=True)
    ]
    columns = (
        *(Column("run"), Column("other")),
        *(Column(name, 4) for name in (difference_name(board.table), "low", "high")),
        *(p_column("Tukey p"), Column("significant"), P, p_column("corrected p")),
        *(Column("d_z", 3), Column("gap/√V_E", 3)),
        *(Column(name) for name in ("wins", "ties", "losses")),
    )
    percent = f"{100 * found.options.confidence:g} %"
    notes = (
        *table_notes(board.table),
        f"Tukey p: {board.tukey.test}, family of all {len(rows)} pairs ({board.tukey.how})",
        f"significant: * Tukey p below alpha {alpha:g}, as the letters of the leaderboard",
        f"p: {found.family.test}, two-sided, each comparison by itself",
        f"corrected p: {found.family.correction}",
        f"low, high: {percent} t interval of each difference by itself",
    )
    return Table(columns, rows, title, notes)


def stacked(tables: Mapping[str, Table]) -> Table:
    """The tables of several measures as one, with the measure in the first column.

    A column that is called by the measure is called mean. Differences and ratios share a column.
    """
    first = next(iter(tables.values()))
    name = next(iter(tables))
    columns = [
        replace(one, name="mean" if one.name == name else _shared(names))
        for one, *names in zip(
            first.columns,
            *([one.name for one in table.columns] for table in tables.values()),
            strict=True,
        )
    ]
    rows = [(measure, *row) for measure, table in tables.items() for row in table.rows]
    common = [note for note in first.notes if all(note in one.notes for one in tables.values())]
    own = [
        note if note.startswith(f"{measure}: ") else f"{measure}: {note}"
        for measure, table in tables.items()
        for note in table.notes
        if note not in common
    ]
    return Table((Column("measure"), *columns), rows, first.title, (*own, *common))


def _shared(names: Sequence[str]) -> str:
    """The name of a column in several tables: that of the first, or both of a difference."""
    kinds = {"difference", "ratio"} & set(names)
    return " or ".join(sorted(kinds)) if kinds else names[0]


def against_table(found: Against, *, title: str = "") -> Table:
    """One row a comparison: difference with interval, p-values, effect size, wins and losses."""
    several = len(found.tables) > 1
    lead = [Column("measure")] if several else []
    rows: list[tuple[Cell, ...]] = [
        (
            *([row.measure] if several else []),
            row.run,
            row.baseline,
            row.mean,
            row.difference,
            row.low,
            row.high,
            row.p,
            row.corrected,
            "identical" if row.identical else "*" if row.significant else "",
            finite(row.d_z),
            finite(row.gap),
            row.wins,
            row.ties,
            row.losses,
        )
        for row in found.rows
    ]
    columns = (
        *lead,
        Column("run"),
        Column("baseline" if found.baselines else "other"),
        Column("mean" if several else found.tables[0].measure, 4),
        Column(difference_name(*found.tables), 4),
        Column("low", 4),
        Column("high", 4),
        P,
        p_column("corrected p"),
        Column("significant"),
        Column("d_z", 3),
        Column("gap/√V_E", 3),
        Column("wins"),
        Column("ties"),
        Column("losses"),
    )
    notes = [*notes_of_tables(found.tables), *_of_family(found.family, found.options)]
    percent = f"{100 * found.options.confidence:g} %"
    notes.append(f"low, high: {percent} t interval of each difference by itself")
    notes.append("d_z: difference / deviation of the differences; V_E: ANOVA of all runs")
    return Table(columns, rows, title, tuple(notes))


def pair_tables(pair: PairComparison, *, title: str = "") -> dict[str, Table]:
    """The tables of a pair by name: its tests, its estimates and effects, its topics."""
    return {
        "tests": _tests_table(pair, title),
        "estimates": _estimates_table(pair),
        "topics": _topics_table(pair),
    }


def _tests_table(pair: PairComparison, title: str) -> Table:
    a, b, options = pair.a, pair.b, pair.options
    rows: list[tuple[Cell, ...]] = [
        (
            TESTS[name].label,
            "*" if name == options.test else "",
            finite(float(one.two_sided.statistic)),
            float(one.two_sided.p),
            float(one.greater.p),
            float(one.less.p),
            one.two_sided.how,
        )
        for name, one in pair.tests.items()
    ]
    columns = (
        Column("test"),
        Column("chosen"),
        Column("statistic", 4),
        P,
        p_column("p better"),
        p_column("p worse"),
        Column("how"),
    )
    chosen = f"* the chosen test ({options.test}): p = {shown(pair.p, P)}"
    samples = f"samples: {options.flips:,} of tests, {options.draws:,} of intervals"
    least = f"minimum difference {options.minimum:g}"
    notes = [
        *table_notes(pair.table, runs=f"{a} against {b}"),
        f"{chosen}, alpha {options.alpha:g}; a family of 1 comparison, not corrected",
        f"p: two-sided; p better, p worse: one-sided, {a} is better or worse than {b}",
        *_of_statistics(pair),
        f"seed {options.seed}; {least}; {samples}",
    ]
    if pair.identical:
        notes.insert(0, f"{a} and {b} are identical: the same value on every topic")
    return Table(columns, rows, title or f"{a} against {b}", tuple(notes))


def _of_statistics(pair: PairComparison) -> Iterator[str]:
    """What statistics and thresholds are of, where that is not the difference of the values."""
    yield from of_logarithms(pair.table)
    if pair.table.scale.lower_is_better:
        yield f"statistic: of differences with their sign turned, above 0 where {pair.a} is better"


def _estimates_table(pair: PairComparison) -> Table:
    percent = f"{100 * pair.options.confidence:g} %"
    known, effects = pair.posterior, pair.effects
    r, difference = known.equivalence, difference_name(pair.table)
    of = "log ratio" if pair.table.scale.geometric else "difference"
    listed: list[tuple[str, float | None, float | None, float | None]] = [
        (f"mean {pair.a}", pair.mean_a, None, None),
        (f"mean {pair.b}", pair.mean_b, None, None),
        (f"{difference}, {percent} t", pair.difference, *_bounds(pair.t_interval)),
        (f"{difference}, {percent} bootstrap (BCa)", pair.difference, *_bounds(pair.bootstrap)),
        ("d_z: difference / deviation of differences", effects.d_z, None, None),
        ("g_z: d_z without bias", effects.g_z, None, None),
        (f"Glass: difference / deviation of {pair.b}", effects.glass, None, None),
        ("gap/√V_E, of all runs", effects.gap, None, None),
        (f"P({of} > 0), posterior", float(known.positive), None, None),
        (f"P({of} < -{r:g}), posterior", float(known.below), None, None),
        (f"P(within ±{r:g}), posterior", float(known.inside), None, None),
        (f"P({of} > {r:g}), posterior", float(known.above), None, None),
    ]
    rows: list[tuple[Cell, ...]] = [
        (name, *(None if one is None else finite(one) for one in rest)) for name, *rest in listed
    ]
    columns = (
        Column("estimate"),
        Column("value", 4, small=True),
        Column("low", 4),
        Column("high", 4),
    )
    counted = f"wins/ties/losses of {pair.a}: {_record(pair.counts)}"
    notes = (
        f"{counted}; with at least {pair.options.minimum:g}: {_record(pair.clear)}",
        *of_logarithms(pair.table),
        f"bootstrap: {pair.bootstrap.how}",
        f"{known.how}; equivalence {r:g}",
    )
    return Table(columns, rows, "Estimates and effect sizes", notes)


def _topics_table(pair: PairComparison) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (one.topic, one.a, one.b, one.difference) for one in pair.by_topic
    ]
    columns = (
        Column("topic"),
        Column(pair.a, 4),
        Column(pair.b, 4),
        Column(difference_name(pair.table), 4),
    )
    return Table(columns, rows, f"{pair.table.measure} by topic, best for {pair.a} first")


def table_notes(table: ScoreTable, *, runs: str | None = None) -> tuple[str, ...]:
    """What the numbers of a score table rest on: measure, topics, dialect, what is missing."""
    who = f"{len(table.runs)} runs" if runs is None else runs
    mean = "geometric mean" if table.scale.geometric else "mean"
    said = [f"{table.measure}: {mean} over {len(table.topics)} topics", who]
    said += [f"dialect {table.dialect}"] if table.dialect else []
    lines = ["; ".join(said)]
    if table.left_out:
        every = len(table.left_out) + len(table.topics)
        count = f"{len(table.left_out)} of {every} topics"
        lines.append(f"left out because not all runs have them: {count}, {some(table.left_out)}")
    else:
        lines[0] += "; every run has a value on every topic"
    return (*lines, *_of_scale(table), *table.notes)


def _of_scale(table: ScoreTable) -> Iterator[str]:
    """How the measure is compared, where that is not by means of which more is better."""
    if table.scale.lower_is_better:
        yield f"{table.measure}: less is better; runs are in order from the least mean"
    if table.scale.geometric:
        yield (
            f"{table.measure}: compared are natural logarithms, values below {GEOMETRIC_FLOOR:.5f}"
            " counting as that; means are geometric means, differences their ratios (1: equal)"
        )
    elif table.summary != "mean":
        yield f"{table.measure} is summarised as {table.summary} elsewhere; compared are means"


def of_logarithms(table: ScoreTable) -> tuple[str, ...]:
    """The note of tables with numbers that stay on the scale of logarithms, where there is one."""
    if not table.scale.geometric:
        return ()
    said = "statistics, variances, effect sizes and least differences are of natural logarithms"
    return (f"{table.measure}: {said}; 0.01 is about 1 %",)


def difference_name(*tables: ScoreTable) -> str:
    """What the column of differences holds: ratios of geometric means, differences of others."""
    kinds = dict.fromkeys("ratio" if one.scale.geometric else "difference" for one in tables)
    return " or ".join(sorted(kinds))


def notes_of_tables(tables: Sequence[ScoreTable], *, measures: bool = True) -> Iterator[str]:
    """The notes of several tables; what they have in common is said once."""
    if measures or len({table.topics for table in tables}) > 1:
        yield from dict.fromkeys(line for table in tables for line in table_notes(table))
        return
    named = ", ".join(table.measure for table in tables)
    # Of several measures the geometric means are named apart, in a note of their own.
    lead = next((table for table in tables if not table.scale.geometric), tables[0])
    yield table_notes(lead)[0].replace(f"{lead.measure}: ", f"{named}: ", 1)
    yield from dict.fromkeys(line for table in tables for line in table_notes(table)[1:])


def _of_family(family: ComparisonFamily, options: Options) -> Iterator[str]:
    yield f"p: {family.test}, two-sided, each comparison by itself"
    yield f"corrected p: {family.correction}"
    yield f"significant: * corrected p below alpha {options.alpha:g}"


def _bounds(interval: Interval) -> tuple[float, float]:
    return float(interval.low), float(interval.high)


def _record(counts: Counts) -> str:
    return f"{counts.wins}/{counts.ties}/{counts.losses}"


def finite(number: float) -> Cell:
    """A number, or the sign of infinity as a text: not every format has a number for it."""
    return number if abs(number) != float("inf") else ("∞" if number > 0 else "-∞")
