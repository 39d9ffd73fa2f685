"""One run as a participant and the proceedings want to see it: what fits on one page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.comparison.assurances import sentence
from harness.comparison.statements import QUESTIONS
from harness.config import ALL_TOPICS
from harness.core.arrays import Floats
from harness.core.coverage import averaged_note, coverage_notes, unjudged_counts
from harness.core.notes import Note, shortened
from harness.diagnosis import PARTS, Rankings, missed_documents, non_relevant_documents
from harness.diagnosis.documents import BEYOND, SEEN
from harness.evaluation.curves import Curves
from harness.evaluation.scales import Scale
from harness.report.figures import Bars, Grid, Line, Lines, gap_figure
from harness.report.report import Report, ShownMeasure
from harness.report.sheets.participants import owner_of
from harness.report.table import Cell, Column, Table, headed
from harness.report.verdict import ranks_text, types_of
from harness.results.manifest import caveats, rules_note

#: How what all runs have is headed.
SPREAD = ("best", "median", "worst")
#: So many topics are listed as the hardest of a run, with so many documents of each kind.
HARDEST, _DOCUMENTS = 8, 2


@dataclass(frozen=True, eq=False)
class RunPage:
    """One run among all others, none of which is named.

    ``verdict`` says in words where it stands, ``attributes`` are what the table of participants
    says of it. The page has tables on the ``left`` and on the ``right`` of a ``figure``, figures
    ``across`` its width, and ``lower`` tables. ``notes`` say what all this rests on. What is not
    known is left out.
    """

    run: str
    group: str
    verdict: str
    attributes: tuple[tuple[str, str], ...]
    left: tuple[Table, ...]
    right: tuple[Table, ...]
    lower: tuple[Table, ...]
    notes: tuple[Note | str, ...]
    figure: Lines | Grid | None = None
    across: tuple[Bars | Lines, ...] = ()


def run_page(report: Report, run: str) -> RunPage:
    """Return the page of one run: its curve, its measures with their ranks, its losses, hardest
    topics.

    What a directory of results does not know is empty.
    """
    levels, cutoffs, curve = _curves(report, run)
    owner, gaps = owner_of(report, run), _gaps(report, run)
    return RunPage(
        run=run,
        group="" if owner == run else owner,
        verdict=_verdict(report, run),
        attributes=tuple((name, value) for name, value in report.attributes[run].items() if value),
        left=(_counts(report, run), levels),
        right=(cutoffs, _losses(report, run)),
        lower=(_measures(report, run), _hardest(report, run)),
        notes=tuple(notes_of(report, (run,))),
        figure=curve,
        across=() if gaps is None else (gaps,),
    )


def _counts(report: Report, run: str) -> Table:
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


def _curves(report: Report, run: str) -> tuple[Table, Table, Lines | None]:
    """Precision at recall levels and at cutoffs, with the medians of all runs, and their curve."""
    empty = Table((), ())
    own = next((curves for curves in report.curves if curves.run == run), None)
    if own is None:
        return empty, empty, None
    at_levels, at_cutoffs = _medians(report.curves)
    levels = Table.of_columns(
        (Column("recall", 1), own.levels),
        (Column("precision", 4), own.precision_at_levels),
        (Column("median", 4), at_levels),
        title="Precision at recall",
    )
    cutoffs = Table.of_columns(
        ("documents", own.cutoffs),
        (Column("precision", 4), own.precision_at_cutoffs),
        (Column("median", 4), at_cutoffs),
        (Column("recall", 4), own.recall_at_cutoffs),
        title="After so many documents",
    )
    lines = [
        Line(name, list(zip(own.levels.tolist(), values.tolist(), strict=True)))
        for name, values in ((run, own.precision_at_levels), ("median of runs", at_levels))
    ]
    title = f"{run}: precision at recall levels"
    curve = Lines(title, "recall", "precision", lines, y_range=(0, 1), x_range=(0, 1))
    return levels, cutoffs, curve


def _medians(curves: tuple[Curves, ...]) -> tuple[Floats, Floats]:
    """Return the medians over runs of what the curves of all have, at each level and cutoff."""
    levels = np.stack([run.precision_at_levels for run in curves])
    cutoffs = np.stack([run.precision_at_cutoffs for run in curves])
    return np.median(levels, axis=0), np.median(cutoffs, axis=0)


def _measures(report: Report, run: str) -> Table:
    """Every measure of a run, its rank and interval, and the best, median and worst of all."""
    row, errors = report.run(run), report.sampling_errors
    standings = [_standing(report, run, number) for number in range(len(report.measures))]
    rows = [
        standing.cells(_interval(report, measure, run), float(error))
        for measure, standing, error in zip(report.measures, standings, errors[row], strict=True)
    ]
    notes = []
    if report.comparison is not None:
        tables, percent = report.comparison.tables, report.comparison.options.percent
        notes = [f"low, high: {sentence('mean-interval', tables, percent=percent)}"]
    if not np.isnan(errors[row]).all():
        se = "se: standard error that the sample of judgments leaves in an estimate"
        notes.append(f"{se}, on these topics")
    return measures_table(rows, len(report.runs), notes)


def _standing(report: Report, run: str, number: int) -> Standing:
    measure = report.measures[number]
    values = report.summary[:, number]
    return Standing(measure.label, values, report.run(run), measure.scale, measure.digits)


@dataclass(frozen=True, eq=False)
class Standing:
    """The standing of the run of a ``row`` among the values [R] of all runs by a measure."""

    measure: str
    values: Floats
    row: int
    scale: Scale
    digits: int = 4

    @property
    def rank(self) -> int | None:
        """The rank of the run; None where its value is undefined."""
        undefined = np.isnan(self.values[self.row])
        return None if undefined else int(self.scale.ranks(self.values)[self.row])

    def cells(self, ends: Sequence[float | None], error: float | None = None) -> tuple[Cell, ...]:
        """Return the row of `measures_table`; a count has no decimals, which the others have."""
        own, *spread = (
            value if self.digits or value != value else round(value)
            for value in (float(self.values[self.row]), *self.scale.spread(self.values))
        )
        others = spread if len(self.values) > 1 else [None] * len(SPREAD)
        return (self.measure, own, *ends, error, self.rank, *others)

    def sentence(self, between: str = "", *, could_be_best: bool | None = None) -> str:
        """Return the verdict: value and rank, and whether the run could be the best,
        where known.
        """
        if self.rank is None:
            return f"{self.measure} is not defined."
        text = f"{self.measure} {self.values[self.row]:.{self.digits}f}: rank {self.rank}"
        text += f" of {len(self.values)} runs{between}."
        if could_be_best is None:
            return text
        best = QUESTIONS["best"]
        return f"{text} It {best.not_shown if could_be_best else 'is ' + best.shown}."


def measures_table(rows: Sequence[tuple[Cell, ...]], runs: int, notes: Sequence[str]) -> Table:
    """Values by measure, their intervals, errors of a sample where there are any, and ranks."""
    columns = headed(
        Column("measure"), "value", "low", "high", "se", Column("rank"), *SPREAD, digits=4
    )
    ranks = f"rank: among {runs} runs; best, median, worst: of all of them"
    below = (ranks, *notes) if runs > 1 else tuple(notes)
    return Table(columns, rows, "Measures", below).without_empty("se", *SPREAD)


def _interval(
    report: Report, measure: ShownMeasure, run: str
) -> tuple[float, float] | tuple[None, None]:
    """Return the interval of a mean; None for what is no mean, and where nothing can be
    compared.
    """
    comparison = report.comparison
    table = report.compared(measure.label)
    if comparison is None or table is None or table.summary == "sum" or len(table.topics) < 2:
        return None, None
    if report.subset != report.results.subset:  # the value is over all topics
        return None, None
    values = table.compared[:, [table.column(run)]].T
    shown = table.scale.mean_intervals(values, comparison.options.confidence)
    return float(np.asarray(shown.low)[0]), float(np.asarray(shown.high)[0])


def _verdict(report: Report, run: str) -> str:
    """Return the standing of a run by the first measure, among all runs and those of its type."""
    standing = _standing(report, run, report.measure())
    board = report.boards.get(standing.measure)
    if board is None:
        return standing.sentence() + _among_type(report, run)
    row = board.runs.index(run)
    between = f"; its true rank is {ranks_text(board, row)}"
    could_be_best = bool(board.could_be_best[row])
    return standing.sentence(between, could_be_best=could_be_best) + _among_type(report, run)


def _among_type(report: Report, run: str) -> str:
    """Return the rank of a run among those of its type by the first measure, where there are
    several.
    """
    kind = report.type_of.get(run, "")
    runs = types_of(report).get(kind, ())
    number = report.measure()
    values = report.summary[[report.run(other) for other in runs], number]
    if len(runs) < 2 or np.isnan(values[runs.index(run)]):
        return ""
    rank = int(report.measures[number].scale.ranks(values)[runs.index(run)])
    return f" Among the {len(runs)} {kind} runs it has rank {rank}."


def _losses(report: Report, run: str) -> Table:
    """Return the run's losses against perfect rankings, as means over topics."""
    lost = None if report.rankings is None else report.rankings.of_run(run).losses
    if lost is None or not len(lost.topics):
        return Table((), ())
    means = lost.parts.mean(axis=0)
    total = float(means.sum())
    return Table.of_columns(
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


def _hardest(report: Report, run: str) -> Table:
    """Return the topics on which the run is furthest below the median, and the documents behind
    that.
    """
    number = report.measure()
    measure = report.measures[number]
    own, medians = report.values[report.run(run), :, number], report.spreads[:, 1]
    behind = measure.scale.better(own) - measure.scale.better(medians)
    order = [i for i in np.argsort(behind, kind="stable").tolist() if behind[i] < 0][:HARDEST]
    topics = [report.topics[i] for i in order]
    documents = {} if report.rankings is None else _documents(report.rankings, run, set(topics))
    missed = f"missed: relevant documents beyond rank {BEYOND} that others have within {SEEN}"
    wrong = f"misleading: documents judged not relevant within rank {SEEN}, with their ranks"
    return Table.of_columns(
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


def _documents(rankings: Rankings, run: str, topics: set[str]) -> dict[tuple[str, str], list[str]]:
    """Return the documents missed, and the misleading ones with their ranks, of each topic."""
    listed: dict[tuple[str, str], list[str]] = defaultdict(list)
    for missed in missed_documents(rankings, run):
        if missed.topic in topics:
            listed[missed.topic, "missed"].append(missed.doc)
    for wrong in non_relevant_documents(rankings, run):
        listed[wrong.topic, "misleading"].append(f"{wrong.doc} ({wrong.rank})")
    return listed


def _gaps(report: Report, run: str) -> Bars | None:
    table = report.compared(report.measures[report.measure()].label)
    # The notes of a table name other runs.
    return None if table is None else gap_figure(replace(table, notes=()), run)


def notes_of(report: Report, runs: tuple[str, ...]) -> Iterator[Note | str]:
    """Return the notes on the numbers of these runs and of the collection."""
    own = [cover for run, cover in zip(report.runs, report.coverage, strict=True) if run in runs]
    ordered = [run for run in report.runs if run in runs]
    manifest = report.results.manifest
    described = [entry for entry in manifest.get("runs", ()) if entry["name"] in runs]
    if own:  # whether runs can be compared is a matter of all of them
        yield averaged_note(report.coverage)
        yield from shortened(coverage_notes(ordered, own)[1:])
    yield rules_note(manifest)
    if (subset := report.results.subset) != ALL_TOPICS:
        yield f"topics: the subset {subset}; ties and checks are those of whole files"
    elif report.subset != ALL_TOPICS:
        of = f"the topics of the subset {report.subset}"
        yield f"curves, and what is said of other topics and of differences, are over {of}"
    tables = () if report.comparison is None else report.comparison.tables
    for note in tables[0].notes if tables else ():
        if note.code == "not-standardised":
            yield note
    if report.rankings is None:
        yield "losses and documents are not known: these are results, the runs were not read"
    # Only what is named here: whatever else a manifest has may name others.
    public = {name: manifest[name] for name in ("inputs", "rules", "residual") if name in manifest}
    yield from shortened(caveats({**public, "runs": described}))
