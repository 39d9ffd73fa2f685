"""Comparisons of runs as neutral tables, with notes on how each p-value was computed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, SupportsFloat

import numpy as np

from harness.comparison import BaselineFamily, Options, ScoreTable
from harness.comparison.assurances import count_at_floor, rate_notes, sentence
from harness.comparison.baseline import BaselineComparison
from harness.comparison.board import estimate_difference_errors
from harness.comparison.family import ComparisonFamily
from harness.comparison.statements import FIRST_WAS_CHOSEN, Assurance, test_assurance
from harness.core.errors import some
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.measures.summaries import GEOMETRIC_FLOOR
from harness.report.table import Column, Notes, Table, finite, render_cell
from harness.stats.results import LEAST_P

#: The format of p-values: four decimals, and small ones never as 0.
P = Column("p", 4, small=True)


def p_text(p: SupportsFloat) -> str:
    """Return a p-value for a sentence, or an upper bound if it is too small to be written.

    >>> p_text(0.25), p_text(1.78e-15), p_text(0.0)
    ('p = 0.2500', 'p = 1.8e-15', 'p < 1e-300')
    """
    return f"p = {render_cell(float(p), P)}" if float(p) > LEAST_P else f"p < {LEAST_P:g}"


def pairs_text(count: int) -> str:
    """Return a phrase with the number of pairs of runs.

    >>> pairs_text(8256), pairs_text(1)
    ('all 8,256 pairs', 'the one pair')
    """
    return f"all {count:,} pairs" if count > 1 else "the one pair"


def stack_tables(tables: Mapping[str, Table]) -> Table:
    """Return the tables of several measures as one, with the measure in the first column.

    A column named after the measure is renamed to mean. Differences and ratios share a column.
    """
    measure, first = next(iter(tables.items()))
    columns = [
        replace(column, name="mean" if column.name == measure else _choose_name(names))
        for column, *names in zip(
            first.columns,
            *([column.name for column in table.columns] for table in tables.values()),
            strict=True,
        )
    ]
    rows = [(measure, *row) for measure, table in tables.items() for row in table.rows]
    common = [note for note in first.notes if all(note in each.notes for each in tables.values())]
    own = [
        _label_note(note, measure)
        for measure, table in tables.items()
        for note in table.notes
        if note not in common
    ]
    return Table((Column("measure"), *columns), rows, first.title, (*own, *common))


def _label_note(note: Note | str, measure: str) -> Note | str:
    """Return a note with the measure that it is about, for use among notes of other measures."""
    if isinstance(note, str):
        return f"{measure}: {note}"
    if note.code in _BY_MEASURE:  # their texts begin with it
        return note
    return replace(note, text=f"{measure}: {note.text}", subject=measure)


def _choose_name(names: Sequence[str]) -> str:
    """Return the common name of a column: the first table's, or both names of a difference."""
    kinds = {"difference", "ratio"} & set(names)
    return " or ".join(sorted(kinds)) if kinds else names[0]


_EFFECTS: Final = (
    (Column("d_z", 3, minor=True), lambda row: finite(row.d_z)),
    (Column("gap/√V_E", 3, minor=True), lambda row: finite(row.gap)),
)


def against_table(pairs: BaselineFamily, *, title: str = "", effects: bool = True) -> Table:
    """Return a row per comparison: difference with interval, p-values, effect size, wins and
    losses.

    ``effects`` adds effect sizes; sheets leave them out.
    """
    several, options = len(pairs.tables) > 1, pairs.options
    digits = choose_mean_decimals(*pairs.tables)
    return Table.of_records(
        pairs.rows,
        *(["measure"] if several else []),
        "run",
        ("baseline" if pairs.baselines else "other", "baseline"),
        (Column("mean" if several else pairs.tables[0].measure, digits), "mean"),
        (Column(difference_name(*pairs.tables), digits), "difference"),
        *((Column(name, digits, minor=True), name) for name in ("low", "high")),
        *_sample_column(pairs, digits),
        (replace(P, minor=True), "p"),
        (replace(P, name="corrected p"), "corrected"),
        (
            "significant",
            lambda row: "identical" if row.identical else "*" if row.significant else "",
        ),
        *(_EFFECTS if effects else ()),
        (Column("wins", minor=True), lambda row: row.wins),
        (Column("ties", minor=True), lambda row: row.ties),
        (Column("losses", minor=True), lambda row: row.losses),
        title=title,
        notes=(
            *join_table_notes(pairs.tables),
            *family_notes(pairs.family),
            alpha_note(f"significant: * corrected p below alpha {options.alpha:g}", options),
            *pairs.family.limits(options),
            Note(
                "intervals",
                f"low, high: {pairs.intervals}",
                numbers={"confidence": options.confidence},
            ),
            *_note_equal_differences(pairs),
            *_note_first_run(pairs),
            *_sample_notes(pairs),
            *against_rates(pairs),
            *(["d_z: difference / deviation of the differences; V_E: ANOVA of all runs"] * effects),
        ),
    )


def _note_equal_differences(pairs: BaselineFamily) -> Iterator[Note]:
    """Yield the sentence on what is shown instead of t."""
    if pairs.interval_assurance != "always-valid" and any(row.is_constant for row in pairs.rows):
        yield Note("intervals", sentence("equal-differences", pairs.tables))


def _note_first_run(pairs: BaselineFamily) -> Iterator[Note]:
    """Yield a note on a baseline with the best mean: only stars allow for choosing it late."""
    firsts = {table.best_first().runs[0] for table in pairs.tables if len(table.runs) > 2}
    for run in pairs.baselines:
        if run in firsts:
            yield Note("test", FIRST_WAS_CHOSEN.format(run=run))


def against_rates(pairs: BaselineFamily) -> Iterator[Note]:
    """Return the rates of a family's assurances in the nearest simulations."""
    family = pairs.family
    corrected = [family.assurance] if family.assurance and family.size > 1 else []
    assured: list[Assurance | str] = [
        pairs.interval_assurance,
        test_assurance(pairs.options.test),
        *corrected,
    ]
    yield from rate_notes(assured, pairs.tables)


#: How the two errors, of topics and of the sample of judgments, relate.
BOTH_PARTS = (
    "each sampled topic brings both, so that tests and intervals over topics hold them together;"
    " that of the sample alone is of other judgments of the same topics"
)


def _sample_column(
    pairs: BaselineFamily, digits: int
) -> list[tuple[Column, Callable[[BaselineComparison], float | None]]]:
    """Return the column of sampling errors of differences, if there is a sample of judgments."""
    tables = {table.measure: table for table in pairs.tables}
    if all(table.errors is None for table in tables.values()):
        return []

    def error(row: BaselineComparison) -> float | None:
        parts = estimate_difference_errors(tables[row.measure], row.run, row.baseline)
        return None if parts is None else float(parts.sample)

    return [(Column("se sample", digits), error)]


def _sample_notes(pairs: BaselineFamily) -> Iterator[Note]:
    if any(table.errors is not None for table in pairs.tables):
        text = "se sample: standard error of the difference by the chance of the sample, which both"
        yield Note("sample-errors", f"{text} runs share; {BOTH_PARTS}")


def matrix_table(pairs: BaselineFamily, field: str, *, title: str = "") -> Table:
    """Return one field of all pairs of runs, with a row and a column per run, the best first."""
    table, frame = pairs.tables[0], pairs.matrix(field)
    column = Column("", choose_mean_decimals(table)) if field == "difference" else P
    family = pairs.family
    explained: dict[str, Note | str] = {
        "p": family_notes(family)[0],
        "corrected": Note(
            "correction", f"corrected p: {family.method}", numbers={"family": family.size}
        ),
        "difference": f"{difference_name(table)}: the row's run and the column's",
    }
    return Table.of_columns(
        ("run", frame.index),
        *(
            (replace(column, name=run), list(map(finite, frame[run].tolist())))
            for run in frame.columns
        ),
        title=title,
        notes=(*table_notes(table), explained[field], *family.limits(pairs.options)),
    )


#: Codes of notes that begin with the measure.
_BY_MEASURE = ("basis", "lower-is-better", "geometric", "means-compared", "logarithms")


def basis_note(table: ScoreTable, measures: str | None = None, runs: str | None = None) -> Note:
    """Return the note on the measure (or ``measures``), runs and topics of a score table."""
    name = measures or table.measure
    numbers = {"topics": len(table.topics), "runs": len(table.runs)}
    return Note("basis", f"{name}: {'; '.join(basis_words(table, runs=runs))}", None, name, numbers)


def basis_words(table: ScoreTable, *, runs: str | None = None) -> list[str]:
    """Return the mean and its topics, the runs, and then all else that a score table depends on."""
    mean = "geometric mean" if table.scale.geometric else "mean"
    parts = [
        f"{mean} over {count_noun(len(table.topics), 'topic')}",
        count_noun(len(table.runs), "run") if runs is None else runs,
    ]
    parts += [f"dialect {table.dialect}"] if table.dialect else []
    gaps = table.left_out or any(note.code == "topics-missing" for note in table.notes)
    return parts + ([] if gaps else ["every run has a value on every topic"])


def table_notes(table: ScoreTable, *, runs: str | None = None) -> Notes:
    """Return the notes on a score table: measure, topics, dialect, missing topics."""
    return basis_note(table, runs=runs), *_further_notes(table)


def _further_notes(table: ScoreTable) -> Iterator[Note]:
    """Yield notes on topics left out, and on comparisons not by means of which more is better."""
    measure, left = table.measure, len(table.left_out)
    if left:
        count = count_noun(left, "topic", of=left + len(table.topics))
        text = f"left out because not all runs have them: {count}, {some(table.left_out)}"
        yield Note("topics-common", text, numbers={"topics": left})
    if table.scale.lower_is_better:
        text = f"{measure}: less is better; runs are in order from the least mean"
        yield Note("lower-is-better", text, subject=measure)
    if table.scale.geometric:
        text = f"{measure}: compared are natural logarithms, values below {GEOMETRIC_FLOOR:.5f}"
        text += " counting as that; means are geometric means, differences their ratios (1: equal)"
        floored = count_at_floor(table)
        text += (
            f"; {count_noun(floored, 'topic', 'has', of=len(table.topics))} such a value of a run"
        )
        numbers = {"floor": GEOMETRIC_FLOOR, "topics": floored}
        yield Note("geometric", text, subject=measure, numbers=numbers)
    elif table.summary != "mean":
        text = f"{measure} is summarised as {table.summary} elsewhere; compared are means"
        yield Note("means-compared", text, subject=measure)
    yield from table.notes


def join_table_notes(tables: Sequence[ScoreTable], *, measures: bool = True) -> Notes:
    """Return the notes of several tables, common ones once."""
    if measures or len({table.topics for table in tables}) > 1:
        return tuple(dict.fromkeys(note for table in tables for note in table_notes(table)))
    # If several measures have the same topics, geometric means get a note of their own.
    lead = next((table for table in tables if not table.scale.geometric), tables[0])
    further = dict.fromkeys(note for table in tables for note in _further_notes(table))
    return basis_note(lead, ", ".join(table.measure for table in tables)), *further


def logarithm_notes(table: ScoreTable) -> Notes:
    """Return the note on numbers that stay on the scale of logarithms, if the table has any."""
    if not table.scale.geometric:
        return ()
    text = "statistics, variances, effect sizes and least differences are of natural logarithms"
    text = f"{table.measure}: {text}; 0.01 is about 1 %"
    return (Note("logarithms", text, subject=table.measure),)


def statistics_notes(table: ScoreTable) -> Notes:
    """Return the notes on statistics of a score table, and on their scale."""
    return *table_notes(table), *logarithm_notes(table)


def choose_mean_decimals(*tables: ScoreTable) -> int:
    """Return the decimals of means: four, or enough for three digits of the largest.

    >>> import numpy as np
    >>> table = ScoreTable("Fallout", ("x", "y"), ("1", "2"), np.array([[1, 2], [2, 4]]) * 1e-5)
    >>> choose_mean_decimals(table)
    7
    """
    largest = min(float(np.abs(table.means).max(initial=0.0)) for table in tables)
    return max(4, 2 - math.floor(math.log10(largest))) if largest > 0 else 4


def difference_name(*tables: ScoreTable) -> str:
    """Name the column of differences: ratios of geometric means, differences of others."""
    return " or ".join(sorted({"ratio" if t.scale.geometric else "difference" for t in tables}))


def family_notes(family: ComparisonFamily, how: str = ", each comparison by itself") -> list[Note]:
    """Return the notes on the test behind the p-values and on their correction."""
    numbers = {"family": family.size}
    return [
        Note("test", f"p: {family.test}, two-sided{how}"),
        Note("correction", f"corrected p: {family.correction}", numbers=numbers),
    ]


def alpha_note(text: str, options: Options) -> Note:
    """Describe the level of significance."""
    return Note("alpha", text, numbers={"alpha": options.alpha})
