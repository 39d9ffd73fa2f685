"""The components of runs as neutral tables: effects, and means of levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from harness.comparison.assurances import Circumstances, rate_notes, sentence
from harness.comparison.components import RunComponents
from harness.comparison.statements import NOT_WORSE
from harness.core.notes import Note
from harness.report.comparison import P, choose_mean_decimals, statistics_notes
from harness.report.table import Cell, Column, Table, complete_headings, finite
from harness.stats.anova import OTHER, RUN

#: Sums of squares and mean squares.
_SQUARES = Column("", 6, small=True)


def components_tables(components: RunComponents, *, title: str = "") -> dict[str, Table]:
    """Return the tables of components by name: effects, means, and cells of two factors."""
    tables = {"effects": _effects_table(components, title), "means": _means_table(components)}
    if len(components.levels) > 1:
        tables["cells"] = _cells_table(components)
    return tables


def _effects_table(components: RunComponents, title: str) -> Table:
    anova = components.anova
    left = "topic × run" if components.num_shards == 1 else "topic × shard × run"
    own = anova.own
    effects = Table.of_records(
        anova.effects.items(),
        (
            "effect",
            lambda row: (
                "other differences of runs" if row[0] == (RUN, OTHER) else " × ".join(row[0])
            ),
        ),
        ("df", lambda row: row[1].degrees_of_freedom),
        (replace(_SQUARES, name="sum of squares"), lambda row: row[1].sum_of_squares),
        (replace(_SQUARES, name="mean square"), lambda row: row[1].mean_square),
        (Column("F", 4), lambda row: finite(row[1].f)),
        (P, lambda row: finite(row[1].p)),
        (Column("partial η²", 4), lambda row: anova.partial_eta_squared(row[0])),
        (Column("partial ω²", 4), lambda row: anova.partial_omega_squared(row[0])),
        (Column("own F", 4), lambda row: finite(own[row[0]].f) if row[0] in own else None),
        (Column("ε", 4), lambda row: own[row[0]].epsilon if row[0] in own else None),
        (replace(P, name="own p"), lambda row: finite(own[row[0]].p) if row[0] in own else None),
        title=title,
        notes=tuple(_effect_notes(components)),
    )
    freedom = anova.degrees_of_freedom
    error = (freedom, anova.residual, anova.residual / freedom)
    return replace(effects, rows=[*effects.rows, (f"residual ({left})", *error, *[None] * 7)])


def _effect_notes(components: RunComponents) -> Iterator[Note | str]:
    yield from _design_notes(components)
    known = Circumstances.of(components.table)
    yield sentence("F", known)
    yield f"{sentence('own-F', known)}; where both differ, believe this"
    yield "partial η²: SS / (SS + SS of the residual); partial ω²: the same without its bias"
    yield "partial ω² by custom: .01 small, .06 medium, .14 large"
    yield from rate_notes(["F", "own-F"], components.table)


def _design_notes(components: RunComponents) -> Iterator[Note | str]:
    table, shards = components.table, components.num_shards
    yield from statistics_notes(table)
    factors = [f"{name} ({len(levels)})" for name, levels in components.levels.items()]
    each = len(next(iter(components.cells.values())))
    design = f"factors: {' × '.join(factors)}; runs of each combination: {each}"
    yield f"{design}; {shards} shards" if shards > 1 else design
    yield "topics are blocks: all runs have the same"


def _interval_note(components: RunComponents) -> str:
    words = sentence("mean-interval", components.table, percent=components.options.percent)
    return f"low, high: {words}"


def _means_table(components: RunComponents) -> Table:
    digits = choose_mean_decimals(components.table)
    columns = (
        *complete_headings("factor", "level", "runs"),
        *complete_headings(components.table.measure, "low", "high", digits=digits),
        Column("letters"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            level,
            len(components.select_runs({name: level})),
            *(float(ends[i]) for ends in (board.means.estimate, board.means.low, board.means.high)),
            letters,
        )
        for name, board in components.boards.items()
        for i, (level, letters) in enumerate(zip(board.runs, board.run_letters(), strict=True))
    ]
    notes: list[Note | str] = ["means over the other factors, topic by topic, the best level first"]
    notes.append(_interval_note(components))
    board = next(iter(components.boards.values()))
    text = f"letters: levels of a factor that share one are {NOT_WORSE} than each other at alpha"
    text += f" {board.options.alpha:g}, all pairs of its levels tested: {board.family.test}"
    notes.append(Note("letters", f"{text}; {board.family.procedure}, each factor by itself"))
    letters = [board.family.assurance] if board.family.assurance else []
    notes += rate_notes(["mean-interval", *letters], components.table)
    return Table(columns, rows, "Means of levels", tuple(notes))


def _cells_table(components: RunComponents) -> Table:
    digits = choose_mean_decimals(components.table)
    return Table.of_records(
        list(components.average_pairs()),
        ("factors", lambda row: " × ".join(row[0])),
        ("levels", lambda row: " × ".join(row[0].values())),
        ("runs", lambda row: len(components.select_runs(row[0]))),
        (Column(components.table.measure, digits), lambda row: float(row[1].estimate)),
        (Column("low", digits), lambda row: float(row[1].low)),
        (Column("high", digits), lambda row: float(row[1].high)),
        title="Means of two factors",
        notes=(
            _interval_note(components),
            *rate_notes(["mean-interval"], components.table),
        ),
    )
