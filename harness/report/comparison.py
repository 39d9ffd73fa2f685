"""Comparisons of runs as neutral tables, with everything in the notes that a p-value rests on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isinf

import numpy as np

from harness.comparison import TESTS, Against, Board, Options, PairComparison, ScoreTable
from harness.comparison.family import ComparisonFamily
from harness.comparison.pair import Counts
from harness.core.errors import some
from harness.core.notes import Note
from harness.measures.summaries import GEOMETRIC_FLOOR
from harness.report.table import Cell, Column, Notes, Table, headed, shown

#: How p-values are shown: four decimals, and small ones never as 0.
P = Column("p", 4, small=True)


def leaderboard_table(board: Board, *, title: str = "") -> Table:
    """One row a run, the best first: mean, rank and letters, with the intervals of both."""
    means, ranks = board.means, board.ranks
    return Table.of_columns(
        ("run", board.runs),
        (Column(board.table.measure, 4), means.estimate),
        (Column("low", 4), means.low),
        (Column("high", 4), means.high),
        ("rank", ranks.rank),
        ("rank low", ranks.low),
        ("rank high", ranks.high),
        (Column("expected", 1), ranks.expected),
        (Column("P(best)", 3), ranks.best),
        ("letters", board.letters.of_runs()),
        ("best", ["*" if tied else "" for tied in board.tied.tolist()]),
        title=title,
        notes=_board_notes(board),
    )


def _board_notes(board: Board) -> Notes:
    percent, pairs = f"{100 * board.options.confidence:g} %", _pairs(board)
    intervals = f"low, high: {percent} interval of each mean by itself ({board.means.how})"
    apart = f"{board.num_significant} of {pairs} pairs differ significantly: {means_apart(board)}"
    return (
        *table_notes(board.table),
        Note("intervals", intervals),
        Note(
            "rank-intervals",
            f"rank low, rank high ({percent}), expected rank, P(best): {board.ranks.how}",
        ),
        letters_note(board),
        "best: * does not differ significantly from the best run, by the same test",
        Note(
            "significant-pairs",
            apart,
            subject=board.table.measure,
            numbers={"pairs": board.num_significant, "of": pairs, "needed": board.needed},
        ),
        _anova_note(board),
    )


def _pairs(board: Board) -> int:
    return len(board.runs) * (len(board.runs) - 1) // 2


def letters_note(board: Board) -> Note:
    """What the letters of a leaderboard say, and by which test."""
    alpha = board.options.alpha
    text = f"letters: runs that share one do not differ significantly at alpha {alpha:g};"
    text += f" {board.tukey.test} of all {_pairs(board)} pairs ({board.tukey.how})"
    return Note("letters", text, numbers={"alpha": alpha, "pairs": _pairs(board)})


def _anova_note(board: Board) -> Note:
    effect, table = board.anova.systems, board.anova
    freedom = f"{effect.degrees_of_freedom}, {table.degrees_of_freedom}"
    sources = "runs, topics; of logarithms" if board.table.scale.geometric else "runs, topics"
    sign = "<" if effect.p <= sys.float_info.min else "="  # there is no smaller number
    text = f"ANOVA ({sources}): V_E {table.error_variance:.6f}, F({freedom}) = {effect.f:.4f},"
    numbers = {"error_variance": table.error_variance, "f": effect.f, "p": effect.p}
    subject = board.table.measure
    return Note("anova", f"{text} p {sign} {shown(effect.p, P)}", None, subject, numbers)


def means_apart(board: Board) -> str:
    """How far apart the means of a pair must be to differ significantly, in words."""
    if board.table.scale.geometric:
        return f"geometric means whose ratio is more than {board.needed:.4f}"
    return f"means that are more than {board.needed:.4f} apart"


def pairs_table(board: Board, pairs: Against, *, title: str = "") -> Table:
    """The p-values of all pairs in long form: those of the leaderboard's test, and of the chosen.

    ``pairs`` are the same pairs, in the order of the board.
    """
    alpha = board.options.alpha
    tukey = board.p[np.triu_indices(len(board.runs), 1)].tolist()
    family = f"{board.tukey.test}, family of all {len(pairs.rows)} pairs ({board.tukey.how})"
    return Table.of_records(
        list(zip(pairs.rows, tukey, strict=True)),
        ("run", lambda row: row[0].run),
        ("other", lambda row: row[0].baseline),
        (Column(difference_name(board.table), 4), lambda row: row[0].difference),
        (Column("low", 4), lambda row: row[0].low),
        (Column("high", 4), lambda row: row[0].high),
        (replace(P, name="Tukey p"), lambda row: row[1]),
        (
            "significant",
            lambda row: "identical" if row[0].identical else "*" if row[1] < alpha else "",
        ),
        (P, lambda row: row[0].p),
        (replace(P, name="corrected p"), lambda row: row[0].corrected),
        (Column("d_z", 3), lambda row: finite(row[0].d_z)),
        (Column("gap/√V_E", 3), lambda row: finite(row[0].gap)),
        ("wins", lambda row: row[0].wins),
        ("ties", lambda row: row[0].ties),
        ("losses", lambda row: row[0].losses),
        title=title,
        notes=(
            *table_notes(board.table),
            Note("test", f"Tukey p: {family}", numbers={"family": len(pairs.rows)}),
            f"significant: * Tukey p below alpha {alpha:g}, as the letters of the leaderboard",
            *family_notes(pairs.family),
            _interval_note(pairs.options),
        ),
    )


def stacked(tables: Mapping[str, Table]) -> Table:
    """The tables of several measures as one, with the measure in the first column.

    A column that is called by the measure is called mean. Differences and ratios share a column.
    """
    measure, first = next(iter(tables.items()))
    columns = [
        replace(column, name="mean" if column.name == measure else _shared(names))
        for column, *names in zip(
            first.columns,
            *([column.name for column in table.columns] for table in tables.values()),
            strict=True,
        )
    ]
    rows = [(measure, *row) for measure, table in tables.items() for row in table.rows]
    common = [note for note in first.notes if all(note in each.notes for each in tables.values())]
    own = [
        _of_measure(note, measure)
        for measure, table in tables.items()
        for note in table.notes
        if note not in common
    ]
    return Table((Column("measure"), *columns), rows, first.title, (*own, *common))


def _of_measure(note: Note | str, measure: str) -> Note | str:
    """A note among those of other measures: it says which measure it is of."""
    if isinstance(note, str):
        return f"{measure}: {note}"
    if note.code in _BY_MEASURE:  # their texts begin with it
        return note
    return replace(note, text=f"{measure}: {note.text}", subject=measure)


def _shared(names: Sequence[str]) -> str:
    """The name of a column in several tables: that of the first, or both of a difference."""
    kinds = {"difference", "ratio"} & set(names)
    return " or ".join(sorted(kinds)) if kinds else names[0]


def against_table(pairs: Against, *, title: str = "") -> Table:
    """One row a comparison: difference with interval, p-values, effect size, wins and losses."""
    several, options = len(pairs.tables) > 1, pairs.options
    return Table.of_records(
        pairs.rows,
        *([("measure", lambda row: row.measure)] if several else []),
        ("run", lambda row: row.run),
        ("baseline" if pairs.baselines else "other", lambda row: row.baseline),
        (Column("mean" if several else pairs.tables[0].measure, 4), lambda row: row.mean),
        (Column(difference_name(*pairs.tables), 4), lambda row: row.difference),
        (Column("low", 4), lambda row: row.low),
        (Column("high", 4), lambda row: row.high),
        (P, lambda row: row.p),
        (replace(P, name="corrected p"), lambda row: row.corrected),
        (
            "significant",
            lambda row: "identical" if row.identical else "*" if row.significant else "",
        ),
        (Column("d_z", 3), lambda row: finite(row.d_z)),
        (Column("gap/√V_E", 3), lambda row: finite(row.gap)),
        ("wins", lambda row: row.wins),
        ("ties", lambda row: row.ties),
        ("losses", lambda row: row.losses),
        title=title,
        notes=(
            *notes_of_tables(pairs.tables),
            *family_notes(pairs.family),
            _alpha_note(f"significant: * corrected p below alpha {options.alpha:g}", options),
            _interval_note(options),
            "d_z: difference / deviation of the differences; V_E: ANOVA of all runs",
        ),
    )


def pair_tables(pair: PairComparison, *, title: str = "") -> dict[str, Table]:
    """The tables of a pair by name: its tests, its estimates and effects, its topics."""
    return {
        "tests": _tests_table(pair, title),
        "estimates": _estimates_table(pair),
        "topics": Table.of_records(
            pair.by_topic,
            ("topic", lambda row: row.topic),
            (Column(pair.a, 4), lambda row: row.a),
            (Column(pair.b, 4), lambda row: row.b),
            (Column(difference_name(pair.table), 4), lambda row: row.difference),
            title=f"{pair.table.measure} by topic, best for {pair.a} first",
        ),
    }


def _tests_table(pair: PairComparison, title: str) -> Table:
    a, b, options = pair.a, pair.b, pair.options
    chosen = f"* the chosen test ({options.test}): p = {shown(pair.p, P)}, alpha {options.alpha:g}"
    samples = f"samples: {options.flips:,} of tests, {options.draws:,} of intervals"
    identical = f"{a} and {b} are identical: the same value on every topic"
    return Table.of_records(
        list(pair.tests.items()),
        ("test", lambda row: TESTS[row[0]].label),
        ("chosen", lambda row: "*" if row[0] == options.test else ""),
        (Column("statistic", 4), lambda row: finite(float(row[1].two_sided.statistic))),
        (P, lambda row: float(row[1].two_sided.p)),
        (replace(P, name="p better"), lambda row: float(row[1].greater.p)),
        (replace(P, name="p worse"), lambda row: float(row[1].less.p)),
        ("how", lambda row: row[1].two_sided.how),
        title=title or f"{a} against {b}",
        notes=(
            *([Note("identical", identical, subject=f"{a}, {b}")] if pair.identical else ()),
            *table_notes(pair.table, runs=f"{a} against {b}"),
            _alpha_note(f"{chosen}; a family of 1 comparison, not corrected", options),
            f"p: two-sided; p better, p worse: one-sided, {a} is better or worse than {b}",
            *logarithm_notes(pair.table),
            *_turned(pair),
            Note(
                "seed",
                f"seed {options.seed}; minimum difference {options.minimum:g}; {samples}",
                numbers={"seed": options.seed, "flips": options.flips, "draws": options.draws},
            ),
        ),
    )


def _turned(pair: PairComparison) -> Iterator[str]:
    if pair.table.scale.lower_is_better:
        yield f"statistic: of differences with their sign turned, above 0 where {pair.a} is better"


def _estimates_table(pair: PairComparison) -> Table:
    percent = f"{100 * pair.options.confidence:g} %"
    posterior, effects, none = pair.posterior, pair.effects, (None, None)
    r, difference = posterior.equivalence, difference_name(pair.table)
    change = "log ratio" if pair.table.scale.geometric else "difference"
    t, bca = pair.t_interval, pair.bootstrap
    listed: list[tuple[str, float | None, float | None, float | None]] = [
        (f"mean {pair.a}", pair.mean_a, *none),
        (f"mean {pair.b}", pair.mean_b, *none),
        (f"{difference}, {percent} t", pair.difference, float(t.low), float(t.high)),
        (
            f"{difference}, {percent} bootstrap (BCa)",
            pair.difference,
            float(bca.low),
            float(bca.high),
        ),
        ("d_z: difference / deviation of differences", effects.d_z, *none),
        ("g_z: d_z without bias", effects.g_z, *none),
        (f"Glass: difference / deviation of {pair.b}", effects.glass, *none),
        ("gap/√V_E, of all runs", effects.gap, *none),
        (f"P({change} > 0), posterior", float(posterior.positive), *none),
        (f"P({change} < -{r:g}), posterior", float(posterior.below), *none),
        (f"P(within ±{r:g}), posterior", float(posterior.inside), *none),
        (f"P({change} > {r:g}), posterior", float(posterior.above), *none),
    ]
    rows: list[tuple[Cell, ...]] = [
        (name, *(None if number is None else finite(number) for number in numbers))
        for name, *numbers in listed
    ]
    counted = f"wins/ties/losses of {pair.a}: {_record(pair.counts)}"
    notes: Notes = (
        f"{counted}; with at least {pair.options.minimum:g}: {_record(pair.clear)}",
        *logarithm_notes(pair.table),
        Note("intervals", f"bootstrap: {pair.bootstrap.how}"),
        f"{posterior.how}; equivalence {r:g}",
    )
    columns = headed(
        "estimate", Column("value", 4, small=True), Column("low", 4), Column("high", 4)
    )
    return Table(columns, rows, "Estimates and effect sizes", notes)


#: The notes whose texts begin with the measure.
_BY_MEASURE = ("basis", "lower-is-better", "geometric", "means-compared", "logarithms")


def basis_note(table: ScoreTable, measures: str | None = None, runs: str | None = None) -> Note:
    """Of which measure (or ``measures``), runs and topics a table of scores is."""
    name, mean = measures or table.measure, "geometric mean" if table.scale.geometric else "mean"
    parts = [
        f"{name}: {mean} over {len(table.topics)} topics",
        f"{len(table.runs)} runs" if runs is None else runs,
    ]
    parts += [f"dialect {table.dialect}"] if table.dialect else []
    parts += [] if table.left_out else ["every run has a value on every topic"]
    numbers = {"topics": len(table.topics), "runs": len(table.runs)}
    return Note("basis", "; ".join(parts), None, name, numbers)


def table_notes(table: ScoreTable, *, runs: str | None = None) -> Notes:
    """What the numbers of a score table rest on: measure, topics, dialect, what is missing."""
    return basis_note(table, runs=runs), *_further_notes(table)


def _further_notes(table: ScoreTable) -> Iterator[Note]:
    """What is left out, and how the measure is compared where that is not by means of which more
    is better.
    """
    measure, left = table.measure, len(table.left_out)
    if left:
        count = f"{left} of {left + len(table.topics)} topics, {some(table.left_out)}"
        text = f"left out because not all runs have them: {count}"
        yield Note("topics-common", text, numbers={"topics": left})
    if table.scale.lower_is_better:
        text = f"{measure}: less is better; runs are in order from the least mean"
        yield Note("lower-is-better", text, subject=measure)
    if table.scale.geometric:
        text = f"{measure}: compared are natural logarithms, values below {GEOMETRIC_FLOOR:.5f}"
        text += " counting as that; means are geometric means, differences their ratios (1: equal)"
        yield Note("geometric", text, subject=measure, numbers={"floor": GEOMETRIC_FLOOR})
    elif table.summary != "mean":
        text = f"{measure} is summarised as {table.summary} elsewhere; compared are means"
        yield Note("means-compared", text, subject=measure)
    yield from table.notes


def notes_of_tables(tables: Sequence[ScoreTable], *, measures: bool = True) -> Notes:
    """The notes of several tables; what they have in common is said once."""
    if measures or len({table.topics for table in tables}) > 1:
        return tuple(dict.fromkeys(note for table in tables for note in table_notes(table)))
    # Of several measures the geometric means are named apart, in a note of their own.
    lead = next((table for table in tables if not table.scale.geometric), tables[0])
    further = dict.fromkeys(note for table in tables for note in _further_notes(table))
    return basis_note(lead, ", ".join(table.measure for table in tables)), *further


def logarithm_notes(table: ScoreTable) -> Notes:
    """The note of tables with numbers that stay on the scale of logarithms, where there is one."""
    if not table.scale.geometric:
        return ()
    text = "statistics, variances, effect sizes and least differences are of natural logarithms"
    text = f"{table.measure}: {text}; 0.01 is about 1 %"
    return (Note("logarithms", text, subject=table.measure),)


def difference_name(*tables: ScoreTable) -> str:
    """What the column of differences holds: ratios of geometric means, differences of others."""
    return " or ".join(sorted({"ratio" if t.scale.geometric else "difference" for t in tables}))


def family_notes(family: ComparisonFamily, how: str = ", each comparison by itself") -> list[Note]:
    """Which test gave the p-values, and how they are corrected."""
    numbers = {"family": family.size}
    return [
        Note("test", f"p: {family.test}, two-sided{how}"),
        Note("correction", f"corrected p: {family.correction}", numbers=numbers),
    ]


def _alpha_note(text: str, options: Options) -> Note:
    return Note("alpha", text, numbers={"alpha": options.alpha})


def _interval_note(options: Options) -> Note:
    text = f"low, high: {100 * options.confidence:g} % t interval of each difference by itself"
    return Note("intervals", text, numbers={"confidence": options.confidence})


def _record(counts: Counts) -> str:
    return f"{counts.wins}/{counts.ties}/{counts.losses}"


def finite(number: float) -> Cell:
    """A number, or the sign of infinity as a text: not every format has a number for it."""
    return ("∞" if number > 0 else "-∞") if isinf(number) else number
