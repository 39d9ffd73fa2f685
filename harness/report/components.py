"""The components of runs as neutral tables: effects, means of levels, and variances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from harness.comparison.assurances import Circumstances, rates_note, sentence
from harness.comparison.components import RunComponents
from harness.comparison.statements import NOT_WORSE
from harness.core.errors import some
from harness.core.notes import Note
from harness.report.comparison import P, digits_of, finite, statistics_notes
from harness.report.table import Cell, Column, Table, headed
from harness.stats.anova import OTHER, RUN, FactorialAnova, Term
from harness.stats.mixed import MixedModel

#: Sums of squares, mean squares and variances.
_SQUARES = Column("", 6, small=True)


def components_tables(components: RunComponents, *, title: str = "") -> dict[str, Table]:
    """The tables of components by name: effects, means, cells where there are two factors or more.

    Of a mixed model the variances come second.
    """
    anova, mixed = components.anova, components.mixed
    tables = {}
    if anova is not None:
        tables["effects"] = _effects_table(components, anova, title)
    if mixed is not None:
        if anova is None:
            tables["effects"] = _wald_table(components, mixed, title)
        tables["variances"] = _variances_table(mixed)
    tables["means"] = _means_table(components)
    if len(components.levels) > 1:
        tables["cells"] = _cells_table(components)
    return tables


def _words(term: Term) -> str:
    return "other differences of runs" if term == (RUN, OTHER) else " × ".join(term)


def _effects_table(components: RunComponents, anova: FactorialAnova, title: str) -> Table:
    left = "topic × run" if components.num_shards == 1 else "topic × shard × run"
    own = anova.own
    effects = Table.of_records(
        anova.effects.items(),
        ("effect", lambda row: _words(row[0])),
        ("df", lambda row: row[1].degrees_of_freedom),
        (replace(_SQUARES, name="sum of squares"), lambda row: row[1].sum_of_squares),
        (replace(_SQUARES, name="mean square"), lambda row: row[1].mean_square),
        *((Column("F", 4), lambda row: finite(row[1].f)), (P, lambda row: finite(row[1].p))),
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
    yield (
        "F, p: against the residual, which pools the errors of all effects: supposes that all"
        " differences vary as much over topics, which those of runs do not"
    )
    own = sentence("own-F", Circumstances.of(components.table))
    yield f"{own}; where both differ, believe this"
    yield "partial η²: SS / (SS + SS of the residual); partial ω²: the same without its bias"
    yield "partial ω² by custom: .01 small, .06 medium, .14 large"
    if note := rates_note(["own-F"], components.table):
        yield note


def _design_notes(components: RunComponents) -> Iterator[Note | str]:
    table, shards = components.table, components.num_shards
    yield from statistics_notes(table)
    factors = [f"{name} ({len(levels)})" for name, levels in components.levels.items()]
    counts = sorted({len(runs) for runs in components.cells.values()})
    each = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    design = f"factors: {' × '.join(factors)}; runs of each combination: {each}"
    yield f"{design}; {shards} shards" if shards > 1 else design
    yield "topics are blocks: all runs have the same"


def _wald_table(components: RunComponents, mixed: MixedModel, title: str) -> Table:
    return Table.of_records(
        list(mixed.effects.items()),
        ("effect", lambda row: _words(row[0])),
        ("df", lambda row: row[1].degrees_of_freedom),
        ("df of error", lambda row: row[1].denominator),
        (Column("F", 3), lambda row: row[1].f),
        (P, lambda row: row[1].p),
        title=title,
        notes=(
            *_design_notes(components),
            "fixed: factors and their interactions; random: topics and how levels vary over topics",
            sentence("mixed-F", Circumstances.of(components.table)),
            *_convergence(mixed),
        ),
    )


def _convergence(mixed: MixedModel) -> Iterator[Note]:
    """Whether the fit converged, and what it says else."""
    how = "mixed model by restricted maximum likelihood (statsmodels)"
    if mixed.converged:
        text = f"{how}: converged, two optimisers agree; log-likelihood {mixed.log_likelihood:.4f}"
        yield Note("mixed-model", text, numbers={"log_likelihood": mixed.log_likelihood})
    else:
        text = f"{how}: not converged, and nothing of it can be relied on"
        yield Note("mixed-model-doubtful", text)
    for warning in mixed.warnings:
        yield Note("mixed-model-doubtful", f"statsmodels: {warning}")


def _variances_table(mixed: MixedModel) -> Table:
    total = sum(mixed.variances.values())
    return Table.of_records(
        list(mixed.variances.items()),
        ("variance of", lambda row: _words(row[0])),
        (replace(_SQUARES, name="variance"), lambda row: row[1]),
        (Column("share", 4), lambda row: row[1] / total),
        title="Variances",
        notes=("topic × factor: how much the effects of its levels vary from topic to topic",),
    )


def _interval_words(components: RunComponents) -> str:
    known = Circumstances.of(components.table)
    return sentence("mean-interval", known, percent=components.options.percent)


def _means_table(components: RunComponents) -> Table:
    digits = digits_of(components.table)
    words = _interval_words(components)
    columns = (
        *headed("factor", "level", "runs"),
        *headed(components.table.measure, "low", "high", digits=digits),
    )
    if components.mixed is not None and components.boards is None:
        rows: list[tuple[Cell, ...]] = []
        for name, interval in components.mixed.means.items():
            shown = components.table.scale.shown_means(interval)
            numbers = np.stack([shown.estimate, shown.low, shown.high], axis=1).tolist()
            for level, row in zip(components.levels[name], numbers, strict=True):
                rows.append((name, level, len(components.runs_of({name: level})), *row))
        words = sentence(
            "mixed-interval",
            Circumstances.of(components.table),
            percent=components.options.percent,
        )
        how = f"means as if all combinations were there once; low, high: {words}"
        return Table(columns, rows, "Means of levels", (how,))
    rows = [
        (
            name,
            level,
            len(components.runs_of({name: level})),
            *(float(ends[i]) for ends in (board.means.estimate, board.means.low, board.means.high)),
            letters,
        )
        for name, board in (components.boards or {}).items()
        for i, (level, letters) in enumerate(zip(board.runs, board.run_letters(), strict=True))
    ]
    notes: list[Note | str] = ["means over the other factors, topic by topic, the best level first"]
    notes.append(f"low, high: {words}")
    for board in list((components.boards or {}).values())[:1]:
        text = (
            f"letters: levels of a factor that share one are {NOT_WORSE} than each other at alpha"
        )
        text += f" {board.options.alpha:g}, all pairs of its levels tested: {board.family.test}"
        notes.append(Note("letters", f"{text}; {board.family.procedure}, each factor by itself"))
    return Table((*columns, Column("letters")), rows, "Means of levels", tuple(notes))


def _cells_table(components: RunComponents) -> Table:
    digits = digits_of(components.table)
    empty = [" × ".join(cell) for cell, runs in components.cells.items() if not runs]
    return Table.of_records(
        list(components.means_of_pairs()),
        ("factors", lambda row: " × ".join(row[0])),
        ("levels", lambda row: " × ".join(row[0].values())),
        ("runs", lambda row: len(components.runs_of(row[0]))),
        (Column(components.table.measure, digits), lambda row: float(row[1].estimate)),
        (Column("low", digits), lambda row: float(row[1].low)),
        (Column("high", digits), lambda row: float(row[1].high)),
        title="Means of two factors",
        notes=(
            f"low, high: {_interval_words(components)}",
            *([f"no run is {some(empty)}"] if empty else []),
        ),
    )
