"""One run on one page for a participant and for proceedings: sections of tables and figures, which
each output format lays out in its own way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from harness.comparison.assurances import sentence
from harness.comparison.statements import QUESTIONS
from harness.config import ALL_TOPICS
from harness.core.arrays import Floats
from harness.core.coverage import averaged_note, coverage_notes, unjudged_counts
from harness.core.notes import Note, shorten_notes
from harness.diagnosis import PARTS, Rankings, missed_documents, non_relevant_documents
from harness.diagnosis.documents import BEYOND, SEEN
from harness.evaluation.curves import Curves
from harness.report.figures import Bars, Line, Lines, gap_figure
from harness.report.report import Report, ShownMeasure
from harness.report.table import Cell, Column, Table, complete_headings
from harness.report.verdict import group_by_type, ranks_text
from harness.results.manifest import caveats, rules_note

#: The heading of columns about all runs.
SPREAD = ("best", "median", "worst")
#: How many topics are listed as the hardest of a run, with how many documents of each kind.
HARDEST, _DOCUMENTS = 8, 2
#: The contents of a section.
Block: TypeAlias = Table | Lines | Bars


@dataclass(frozen=True, eq=False)
class Section:
    """A title, facts and sentences, rows of tables and figures, and notes on all of them.

    Rows are placed below each other, the blocks of a row side by side. If there is little room,
    tables before a figure are on its left and those after it on its right. Unknown data are left
    out.
    """

    title: str
    rows: tuple[tuple[Block, ...], ...] = ()
    facts: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    notes: tuple[Note | str, ...] = ()


def run_section(report: Report, run: str) -> Section:
    """Return the page of one run among all others, which are not named.

    It has counts, curve and losses; the run on each topic; its measures with their ranks; and its
    hardest topics. Data that a directory of results does not have are left out.
    """
    rows = (
        (_tabulate_counts(report, run), *_list_curves(report, run), *_tabulate_losses(report, run)),
        tuple(_draw_gaps(report, run)),
        (_tabulate_measures(report, run),),
        tuple(_tabulate_hardest(report, run)),
    )
    return Section(
        run,
        tuple(filter(None, rows)),
        facts=tuple(f"{name}: {value}" for name, value in report.attributes[run].items() if value),
        text=(_state_verdict(report, run),),
        notes=tuple(collect_notes(report, (run,))),
    )


def _tabulate_counts(report: Report, run: str) -> Table:
    cover = report.coverage[report.run(run)]
    known: list[tuple[Cell, ...]] = [
        ("topics", len(cover.averaged)),
        ("not answered", len(cover.missing) + len(cover.left_out)),
        ("retrieved", cover.retrieved),
        ("relevant", cover.relevant),
        ("relevant retrieved", cover.relevant_retrieved),
        *((words, count) for words, (count,) in unjudged_counts([cover]).items()),
        ("tied", cover.tied),
    ]
    part = report.results.subset != ALL_TOPICS  # of which not everything is known
    shown = [row for row in known if row[1] or not (part or row[0] == "not answered")]
    return Table((Column(""), Column("count")), shown, "Counts")


def _list_curves(report: Report, run: str) -> Iterator[Table | Lines]:
    """Yield precision at recall levels and cutoffs beside runs' medians, and the curve."""
    own = next((curves for curves in report.curves if curves.run == run), None)
    if own is None:
        return
    at_levels, at_cutoffs = _find_medians(report.curves)
    yield Table.of_columns(
        (Column("recall", 1), own.levels),
        (Column("precision", 4), own.precision_at_levels),
        (Column("median", 4), at_levels),
        title="Precision at recall",
    )
    lines = [
        Line(name, list(zip(own.levels.tolist(), values.tolist(), strict=True)))
        for name, values in ((run, own.precision_at_levels), ("median of runs", at_levels))
    ]
    title = f"{run}: precision at recall levels"
    yield Lines(title, "recall", "precision", lines, y_range=(0, 1), x_range=(0, 1))
    yield Table.of_columns(
        ("documents", own.cutoffs),
        (Column("precision", 4), own.precision_at_cutoffs),
        (Column("median", 4), at_cutoffs),
        (Column("recall", 4), own.recall_at_cutoffs),
        title="After so many documents",
    )


def _find_medians(curves: tuple[Curves, ...]) -> tuple[Floats, Floats]:
    """Return the medians over runs of all curves at each level and cutoff."""
    levels = np.stack([run.precision_at_levels for run in curves])
    cutoffs = np.stack([run.precision_at_cutoffs for run in curves])
    return np.median(levels, axis=0), np.median(cutoffs, axis=0)


def _tabulate_measures(report: Report, run: str) -> Table:
    """Return every measure of a run with rank, interval, and best, median and worst of all."""
    row, several = report.run(run), len(report.runs) > 1
    errors = report.sampling_errors[row]
    rows: list[tuple[Cell, ...]] = []
    for number, measure in enumerate(report.measures):
        values = report.summary[:, number].tolist()
        own, *spread = (  # a count has no decimals, which the others have
            value if measure.digits or value != value else round(value)
            for value in (values[row], *measure.scale.spread(report.summary[:, number]))
        )
        ends, rank = _find_interval(report, measure, run), _rank(report, report.runs, run, number)
        others = spread if several else [None] * len(SPREAD)
        rows.append((measure.label, own, *ends, float(errors[number]), rank, *others))
    ranks = f"rank: among {len(report.runs)} runs; best, median, worst: of all of them"
    notes = [ranks] if several else []
    if report.comparison is not None:
        tables, percent = report.comparison.tables, report.comparison.options.percent
        notes.append(f"low, high: {sentence('mean-interval', tables, percent=percent)}")
    if not np.isnan(errors).all():
        se = "se: standard error that the sample of judgments leaves in an estimate"
        notes.append(f"{se}, on these topics")
    columns = complete_headings(
        Column("measure"), "value", "low", "high", "se", Column("rank"), *SPREAD, digits=4
    )
    return Table(columns, rows, "Measures", tuple(notes)).without_empty("se", *SPREAD)


def _rank(report: Report, runs: Sequence[str], run: str, number: int) -> int | None:
    """Return the rank of a run among some runs by a measure; None if its value is undefined."""
    values = report.summary[[report.run(other) for other in runs], number]
    ranks, row = report.measures[number].scale.ranks(values), runs.index(run)
    return None if np.isnan(values[row]) else int(ranks[row])


def _find_interval(
    report: Report, measure: ShownMeasure, run: str
) -> tuple[float, float] | tuple[None, None]:
    """Return the interval of a mean; None for other summaries and measures not compared."""
    comparison = report.comparison
    table = report.compared(measure.label)
    if comparison is None or table is None or table.summary == "sum" or len(table.topics) < 2:
        return None, None
    if report.subset != report.results.subset:  # the value is over all topics
        return None, None
    values = table.compared[:, [table.column(run)]].T
    shown = table.scale.mean_intervals(values, comparison.options.confidence)
    return float(np.asarray(shown.low)[0]), float(np.asarray(shown.high)[0])


def _state_verdict(report: Report, run: str) -> str:
    """Return a sentence on the rank of a run by the first measure, among all runs and those of its
    type.
    """
    number = report.measure()
    measure, value = report.measures[number], report.summary[report.run(run), number]
    rank = _rank(report, report.runs, run, number)
    if rank is None:
        return f"{measure.label} is not defined."
    text = f"{measure.label} {value:.{measure.digits}f}: rank {rank} of {len(report.runs)} runs"
    if (board := report.boards.get(measure.label)) is None:
        text += "."
    else:
        row, best = board.runs.index(run), QUESTIONS["best"]
        known = best.not_shown if board.could_be_best[row] else f"is {best.shown}"
        text += f"; its true rank is {ranks_text(board, row)}. It {known}."
    kind = report.type_of.get(run, "")
    runs = group_by_type(report).get(kind, ())
    if len(runs) > 1:
        of_type = _rank(report, runs, run, number)
        text += f" Among the {len(runs)} {kind} runs it has rank {of_type}."
    return text


def _tabulate_losses(report: Report, run: str) -> Iterator[Table]:
    """Yield the run's losses against perfect rankings, as means over topics."""
    lost = None if report.rankings is None else report.rankings.select_run(run).losses
    if lost is None or not len(lost.topics):
        return
    means = lost.parts.mean(axis=0)
    total = float(means.sum())
    yield Table.of_columns(
        ("to", PARTS),
        (Column(lost.measure, 4), means),
        (Column("%", 0), 100 * means / total if total else [None] * len(PARTS)),
        title=f"Loss of {lost.measure}: {total:.4f}",
        notes=(
            "missed: relevant documents that are not retrieved",
            "ranked low: relevant ones below others",
            f"{PARTS[-1]}: above judged ones",
        ),
    )


def _tabulate_hardest(report: Report, run: str) -> Iterator[Table]:
    """Yield the topics furthest below the median, and the documents that explain them."""
    number = report.measure()
    measure = report.measures[number]
    own, medians = report.values[report.run(run), :, number], report.spreads[:, 1]
    behind = measure.scale.better(own) - measure.scale.better(medians)
    order = [i for i in np.argsort(behind, kind="stable").tolist() if behind[i] < 0][:HARDEST]
    if not order:
        return
    topics = [report.topics[i] for i in order]
    documents = (
        {} if report.rankings is None else _list_documents(report.rankings, run, set(topics))
    )
    missed = f"missed: relevant documents beyond rank {BEYOND} that others have within {SEEN}"
    wrong = f"misleading: documents judged not relevant within rank {SEEN}, with their ranks"
    yield Table.of_columns(
        ("topic", topics),
        ("title", list(map(report.topic_titles.get, topics))),
        (Column(measure.label, measure.digits), own[order]),
        (Column("median", measure.digits), medians[order]),
        *(
            (kind, [", ".join(documents.get((topic, kind), [])[:_DOCUMENTS]) for topic in topics])
            for kind in ("missed", "misleading")
        ),
        title="Furthest below the median",
        notes=(missed, wrong),
    ).without_empty("title")


def _list_documents(
    rankings: Rankings, run: str, topics: set[str]
) -> dict[tuple[str, str], list[str]]:
    """Return the missed documents of each topic, and the misleading ones with their ranks."""
    listed: dict[tuple[str, str], list[str]] = defaultdict(list)
    for missed in missed_documents(rankings, run):
        if missed.topic in topics:
            listed[missed.topic, "missed"].append(missed.doc)
    for wrong in non_relevant_documents(rankings, run):
        listed[wrong.topic, "misleading"].append(f"{wrong.doc} ({wrong.rank})")
    return listed


def _draw_gaps(report: Report, run: str) -> Iterator[Bars]:
    table = report.compared(report.measures[report.measure()].label)
    if table is not None:
        # The notes of a table name other runs.
        yield gap_figure(replace(table, notes=()), run)


def collect_notes(report: Report, runs: tuple[str, ...]) -> Iterator[Note | str]:
    """Return the notes on the numbers of these runs and of the collection."""
    own = [cover for run, cover in zip(report.runs, report.coverage, strict=True) if run in runs]
    ordered = [run for run in report.runs if run in runs]
    manifest = report.results.manifest
    described = [entry for entry in manifest.get("runs", ()) if entry["name"] in runs]
    if own:  # whether runs can be compared is a matter of all of them
        yield averaged_note(report.coverage)
        yield from shorten_notes(coverage_notes(ordered, own)[1:])
    yield rules_note(manifest)
    if (subset := report.results.subset) != ALL_TOPICS:
        yield f"topics: the subset {subset}; ties and checks are those of whole files"
    elif report.subset != ALL_TOPICS:
        of = f"the topics of the subset {report.subset}"
        yield f"curves, other topics and differences are over {of}"
    tables = () if report.comparison is None else report.comparison.tables
    for note in tables[0].notes if tables else ():
        if note.code == "not-standardised":
            yield note
    if report.rankings is None:
        yield "losses and documents are not known: these are results, the runs were not read"
    # An allow-list: other parts of a manifest may name other participants.
    public = {name: manifest[name] for name in ("inputs", "rules", "residual") if name in manifest}
    yield from shorten_notes(caveats({**public, "runs": described}))
