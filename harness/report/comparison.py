"""Comparisons of runs as neutral tables, with everything in the notes that a p-value rests on."""

from __future__ import annotations

import math
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
from harness.comparison.board import stretches
from harness.comparison.family import ComparisonFamily
from harness.comparison.pair import Counts
from harness.core.errors import some
from harness.measures.summaries import GEOMETRIC_FLOOR
from harness.report.table import Cell, Column, Table, shown
from harness.stats.results import Interval

#: Below so many topics, intervals of ranks and P(best) say too much (docs/calibration.md).
MIN_TOPICS_RANKS = 10

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
            board.run_letters() if board.letters else alike_runs(board),
            board.tied.tolist(),
            strict=True,
        )
    ]
    digits = digits_of(board.table)
    columns = (
        Column("run"),
        *(Column(name, digits) for name in (board.table.measure, "low", "high")),
        *(Column(name) for name in ("rank", "rank low", "rank high")),
        Column("expected", 1),
        Column("P(best)", 3),
        Column("letters" if board.letters else "alike"),
        Column("best"),
    )
    return Table(columns, rows, title, tuple(_of_board(board)))


def digits_of(*tables: ScoreTable) -> int:
    """The decimals of means: four, or as many as show three digits of the largest.

    >>> import numpy as np
    >>> table = ScoreTable("Fallout", ("x", "y"), ("1", "2"), np.array([[1, 2], [2, 4]]) * 1e-5)
    >>> digits_of(table)
    7
    """
    largest = min(float(np.abs(table.means).max(initial=0.0)) for table in tables)
    return max(4, 2 - math.floor(math.log10(largest))) if largest > 0 else 4


def alike_runs(board: Board) -> list[str]:
    """The rows of the runs that each run cannot be told from, as stretches; 1 is the first row."""
    return [
        stretches(row + 1 for row in board.alike(index) if row != index) or "–"
        for index in range(len(board.runs))
    ]


def _of_board(board: Board) -> Iterator[str]:
    options, pairs = board.options, board.num_pairs
    percent = f"{100 * options.confidence:g} %"
    yield from table_notes(board.table)
    yield f"low, high: {percent} interval of each mean by itself ({board.means.how})"
    which = "all at once" if options.simultaneous else "each by itself"
    yield f"rank low, rank high ({percent}, {which}), expected rank: {board.ranks.how}"
    yield (
        "P(best): the share of those draws of topics in which the run is first; it describes these"
        " topics and is no test"
    )
    yield from few_topics(board.table)
    if board.letters:
        says = "letters: runs that share one cannot be told apart"
    else:
        says = "alike: the rows of the runs that a run cannot be told from, 1 being the first"
    yield f"{says} at alpha {options.alpha:g}, all {pairs:,} pairs tested: {board.method}"
    yield "best: * cannot be told from the best run, by the same test"
    yield f"{board.num_significant:,} of {pairs:,} pairs differ significantly: {means_apart(board)}"
    yield from board.family.limits(options)
    yield from _omnibus(board)


def few_topics(table: ScoreTable) -> Iterator[str]:
    """What bootstraps of few topics are not worth."""
    if len(table.topics) < MIN_TOPICS_RANKS:
        yield (
            f"with {len(table.topics)} topics, intervals of ranks are too narrow and P(best) is too"
            f" sure of itself: below {MIN_TOPICS_RANKS} they are no more than a description"
        )


def _omnibus(board: Board) -> Iterator[str]:
    """The tests that all runs are the same."""
    effect, table = board.anova.systems, board.anova
    freedom = f"{effect.degrees_of_freedom}, {table.degrees_of_freedom}"
    of = "runs, topics; of logarithms" if board.table.scale.geometric else "runs, topics"
    sign = "<" if effect.p <= sys.float_info.min else "="  # there is no smaller number
    error = shown(table.error_variance, Column("", 6, small=True))
    yield (
        f"ANOVA ({of}): V_E {error}, F({freedom}) = {effect.f:.4f}, p {sign} {shown(effect.p, P)};"
        f" Friedman: χ²({effect.degrees_of_freedom}) = {float(board.friedman.statistic):.4f},"
        f" p = {shown(float(board.friedman.p), P)}"
    )


def means_apart(board: Board) -> str:
    """How far apart the means of a pair must be to differ significantly, in words."""
    needed = f"{board.needed:.{digits_of(board.table)}f}"
    if board.table.scale.geometric:
        return f"all geometric means whose ratio is more than {needed}"
    return f"all means that are more than {needed} apart"


def matrix_table(found: Against, field: str, *, title: str = "") -> Table:
    """A field of all pairs of one measure, a row and a column a run, the best first."""
    table = found.tables[0]
    frame = found.matrix(field)
    digits = digits_of(table)
    column = Column("", digits) if field == "difference" else P
    columns = (Column("run"), *(replace(column, name=run) for run in frame.columns))
    rows: list[tuple[Cell, ...]] = [
        (run, *map(finite, values))
        for run, values in zip(frame.index, frame.to_numpy().tolist(), strict=True)
    ]
    what = {
        "p": f"p: {found.family.test}, two-sided, each comparison by itself",
        "corrected": f"corrected p: {found.family.method}",
        "difference": f"{difference_name(table)}: the row's run and the column's",
    }
    notes = (*table_notes(table), what[field], *found.family.limits(found.options))
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
    several, digits = len(found.tables) > 1, digits_of(*found.tables)
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
        Column("mean" if several else found.tables[0].measure, digits),
        *(Column(name, digits) for name in (difference_name(*found.tables), "low", "high")),
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
    notes.append(f"low, high: {found.intervals}")
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
            finite(float(outcome.two_sided.statistic)),
            float(outcome.two_sided.p),
            float(outcome.greater.p),
            float(outcome.less.p),
            outcome.floor or None,
            TESTS[name].question,
            outcome.two_sided.how,
        )
        for name, outcome in pair.tests.items()
    ]
    columns = (
        Column("test"),
        Column("chosen"),
        Column("statistic", 4),
        P,
        p_column("p better"),
        p_column("p worse"),
        p_column("least p"),
        Column("question"),
        Column("how"),
    )
    chosen = f"* the chosen test ({options.test}): p = {shown(pair.p, P)}"
    samples = f"samples: {options.flips:,} of tests, {options.draws:,} of intervals"
    least = f"minimum difference {options.minimum:g}"
    notes = [
        *table_notes(pair.table, runs=f"{a} against {b}"),
        f"{chosen}, alpha {options.alpha:g}; a family of 1 comparison, not corrected",
        f"p: two-sided; p better, p worse: one-sided, {a} is better or worse than {b}",
        "least p: what the test can reach with these topics; of t there is none",
        *(f"not offered: {text}" for text in pair.not_offered),
        *_limits(pair),
        *_of_statistics(pair),
        f"seed {options.seed}; {least}; {samples}",
    ]
    if pair.identical:
        notes.insert(0, f"{a} and {b} are identical: the same value on every topic")
    return Table(columns, rows, title or f"{a} against {b}", tuple(notes))


def _limits(pair: PairComparison) -> Iterator[str]:
    alpha, floor = pair.options.alpha, pair.tests[pair.options.test].floor
    if floor >= alpha and not pair.identical:
        yield (
            f"with so few topics the chosen test cannot be significant at alpha {alpha:g}: its"
            f" least p is {shown(floor, P)}; --test t has no such limit"
        )


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
        *(
            [(f"{difference}, {percent} bootstrap (BCa)", pair.difference, *_bounds(bootstrap))]
            if (bootstrap := pair.bootstrap)
            else []
        ),
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
        Column("value", digits_of(pair.table), small=True),
        Column("low", digits_of(pair.table)),
        Column("high", digits_of(pair.table)),
    )
    counted = f"wins/ties/losses of {pair.a}: {_record(pair.counts)}"
    notes = (
        f"{counted}; with at least {pair.options.minimum:g}: {_record(pair.clear)}",
        *of_logarithms(pair.table),
        *([f"bootstrap: {bootstrap.how}"] if bootstrap else pair.not_offered[-1:]),
        f"{known.how}; equivalence {r:g}",
    )
    return Table(columns, rows, "Estimates and effect sizes", notes)


def _topics_table(pair: PairComparison) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (one.topic, one.a, one.b, one.difference) for one in pair.by_topic
    ]
    columns = (
        Column("topic"),
        *(Column(n, digits_of(pair.table)) for n in (pair.a, pair.b, difference_name(pair.table))),
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
    yield from family.limits(options)


def _bounds(interval: Interval) -> tuple[float, float]:
    return float(interval.low), float(interval.high)


def _record(counts: Counts) -> str:
    return f"{counts.wins}/{counts.ties}/{counts.losses}"


def finite(number: float) -> Cell:
    """A number, or the sign of infinity as a text: not every format has a number for it."""
    return number if abs(number) != float("inf") else ("∞" if number > 0 else "-∞")
