"""Where runs lose, as neutral tables: all runs, one run, a pair of runs, one topic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Floats
from harness.core.coverage import averaged_note, coverage_notes
from harness.core.errors import EvaluationError, Problem, unknown
from harness.core.notes import Note, shorten_notes
from harness.core.numbers import count_noun
from harness.diagnosis import (
    BEYOND,
    PARTS,
    SEEN,
    TOLERANCE,
    LossTable,
    MisplacedDocument,
    Rankings,
    TopicLoss,
    furthest_below_median,
    lowest,
    missed_documents,
    non_relevant_documents,
    topic_losses,
)
from harness.report.report import Report
from harness.report.table import Cell, Column, Table
from harness.results.manifest import caveats, rules_note

#: Notes on the columns of a topic.
TOPIC_NOTES = (
    "median, best: of all runs on the topic",
    "relevant, found: the relevant documents, and those retrieved; first: the first one's rank",
)


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """Data behind the tables: a report, its runs' rankings, and their losses by one measure."""

    report: Report
    rankings: Rankings
    table: LossTable

    @classmethod
    def of(cls, report: Report) -> Diagnosis:
        """Return the diagnosis of a report; `EvaluationError` if the report has no rankings."""
        if report.rankings is None:
            raise EvaluationError("what the runs retrieved is not known")
        return cls(report, report.rankings, LossTable.of(report.rankings))

    @property
    def measure(self) -> str:
        """The label of the measure."""
        return self.table.measure

    @property
    def digits(self) -> int:
        """Decimals of values and losses; means of counts also have some."""
        return 2 if self.summary == "sum" else 4

    @property
    def summary(self) -> str:
        """How the measure is summarised elsewhere; the tables here show means."""
        return next(
            measure.summary for measure in self.report.measures if measure.label == self.measure
        )

    def row(self, run: str) -> int:
        """Return the index of a run in every array."""
        return self.rankings.names.index(run)

    def list_losses(self, run: str) -> list[TopicLoss]:
        """Return the result of a run on each topic."""
        return topic_losses(self.rankings, self.table, run)

    def means(self, over: Iterable[str] | None = None) -> Floats:
        """Return value, perfect value, parts and share of unjudged documents, by run [R, 6].

        The means are over all topics, or over those in ``over``.
        """
        wanted = None if over is None else np.isin(self.table.topics, list(over))
        shares = self.rankings.unjudged(wanted)[:, :1]
        return np.concatenate([self.table.means(wanted), shares], axis=1)

    def columns(self) -> tuple[Column, ...]:
        """Return the columns for `means`."""
        names = (self.measure, "perfect", *PARTS)
        return (*(Column(name, self.digits) for name in names), Column(f"unjudged@{SEEN}", 4))


def find_run(report: Report, name: str) -> str:
    """Return a run by its name, or by the name of a group with one run.

    Raises `EvaluationError` with the nearest name, or with the group's runs if there are several.
    """
    runs = report.results.runs
    if name in runs:
        return name
    of_group = [run for run in runs if report.groups.get(run) == name]
    if len(of_group) == 1:
        return of_group[0]
    if of_group:
        hint = f"name one of {', '.join(of_group)}"
        raise EvaluationError(Problem(f"the group {name!r} has {len(of_group)} runs", hint=hint))
    raise EvaluationError(unknown("run", name, (*runs, *report.groups.values())))


def overview_tables(report: Report) -> dict[str, Table]:
    """Return a row per run, in the order of the leaderboard, with its losses by cause."""
    diagnosis = Diagnosis.of(report)
    order = diagnosis.table.best_first()
    runs = [diagnosis.table.runs[row] for row in order]
    table = Table.of_columns(
        ("run", runs),
        ("group", [report.groups.get(run, "") for run in runs]),
        *zip(diagnosis.columns(), diagnosis.means()[order].T, strict=True),
        title=f"{report.name}: what runs lose by {diagnosis.measure}",
        notes=tuple(basis(diagnosis)),
    )
    return {"runs": table.without_empty("group")}


def run_tables(report: Report, run: str, *, topics: int = 5, depth: int = 10) -> dict[str, Table]:
    """Return the tables of one run by name: its losses, hardest topics, and documents behind them.

    ``topics`` and ``depth`` limit how many topics and documents a table lists.
    """
    diagnosis = Diagnosis.of(report)
    losses = diagnosis.list_losses(run)
    below, low = furthest_below_median(losses), lowest(losses)
    median = count_note(below, "topic", topics, f" of {len(losses)} below the median of all runs")
    last = [count_note(low, "topic", topics)]
    left_out = [loss for loss in losses if loss not in low]
    if left_out:
        last.append(
            f"left out because nothing can be gained there: {count_note(left_out, 'topic')}"
        )
    value, middle, best = (
        (Column(name, diagnosis.digits), attribute)
        for name, attribute in (
            (diagnosis.measure, "value"),
            ("median", "median"),
            ("best", "best"),
        )
    )
    columns = ("topic", value, middle, best)
    return {
        "summary": _tabulate_summary(diagnosis, run, losses),
        "below": loss_table(
            diagnosis,
            below[:topics],
            *columns,
            title=f"Where {run} is furthest below the median",
            notes=(median, *TOPIC_NOTES),
        ),
        "lowest": loss_table(
            diagnosis, low[:topics], *columns, title=f"Where {run} is lowest", notes=last
        ),
        "missed": _tabulate_missed(diagnosis, run, depth),
        "nonrelevant": _tabulate_non_relevant(diagnosis, run, depth),
    }


def _tabulate_summary(diagnosis: Diagnosis, run: str, losses: Sequence[TopicLoss]) -> Table:
    """Return the rows of the run, the best run and the mean of all."""
    means, table = diagnosis.means(), diagnosis.table
    best = table.runs[table.best_first()[0]]
    rows: list[tuple[Cell, ...]] = [
        (name, table.rank(name), *means[diagnosis.row(name)].tolist())
        for name in dict.fromkeys((run, best))
    ]
    rows.append(
        (f"mean of {count_noun(len(table.runs), 'run')}", None, *means.mean(axis=0).tolist())
    )
    columns = (Column("run"), Column("rank"), *diagnosis.columns())
    rank_in_words = f"{table.rank(run)} of {len(table.runs)} by {diagnosis.measure}"
    unevaluated = len(table.topics) - len(losses)
    notes: list[Note | str] = [*_describe_shares(diagnosis, run)]
    notes += (
        [f"{run} is not evaluated on {count_noun(unevaluated, 'judged topic')}"]
        if unevaluated
        else []
    )
    notes += basis(diagnosis, (run,))
    return Table(columns, rows, f"{diagnosis.report.name}: {run}, {rank_in_words}", tuple(notes))


def _describe_shares(diagnosis: Diagnosis, run: str) -> Iterator[str]:
    """Return the share of a run's loss by cause."""
    _, perfect, *parts, _ = diagnosis.means()[diagnosis.row(run)].tolist()
    lost = math.fsum(parts)
    if lost > TOLERANCE and min(parts) > -TOLERANCE:
        percents = zip(_round_percents(parts), PARTS, strict=True)
        named = ", ".join(f"{percent} % {name}" for percent, name in percents)
        digits = diagnosis.digits
        yield f"{run} loses {lost:.{digits}f} of {perfect:.{digits}f}: {named}"


def _round_percents(parts: Sequence[float]) -> list[int]:
    """Return parts as whole percentages that add up to 100, rounding up the largest fractions.

    >>> _round_percents([0.266, 0.725, 0.009])
    [27, 72, 1]
    """
    exact = [100 * max(part, 0.0) / math.fsum(parts) for part in parts]
    percents = list(map(int, exact))
    nearest = sorted(range(len(exact)), key=lambda part: percents[part] - exact[part])
    for part in nearest[: 100 - sum(percents)]:
        percents[part] += 1
    return percents


def loss_table(
    diagnosis: Diagnosis,
    losses: Sequence[TopicLoss],
    *columns: str | tuple[Column | str, str | Callable[[TopicLoss], Cell]],
    title: str,
    notes: Sequence[str] = (),
) -> Table:
    """Return a row per loss: the given ``columns``, what is lost by cause, and the relevant
    documents.

    In tables by topic the titles of the topics come last, if there are any.
    """
    digits = diagnosis.digits
    titles = diagnosis.report.topic_titles if "topic" in columns else {}
    return Table.of_records(
        losses,
        *columns,
        (Column("perfect", digits), "perfect"),
        *(
            (Column(part, digits), lambda loss, number=number: loss.parts[number])
            for number, part in enumerate(PARTS)
        ),
        "relevant",
        ("found", "num_rel_ret"),
        "first",
        ("title", lambda loss: titles.get(loss.topic)),
        title=title,
        notes=notes,
    ).without_empty("title")


def _tabulate_missed(diagnosis: Diagnosis, run: str, depth: int) -> Table:
    missed = list(missed_documents(diagnosis.rankings, run))
    others = count_noun(len(diagnosis.table.runs) - 1, "other run")
    notes = (
        count_note(missed, "document", depth),
        f"rank: that in {run}, beyond {BEYOND}; none where it is not retrieved",
        f"others: how many of the {others} have it in their first {SEEN}",
        "best: the best rank in any of them",
    )
    title = f"Relevant documents that {run} misses and others have in their first {SEEN}"
    return documents_table(diagnosis.report, missed[:depth], "best", title=title, notes=notes)


def _tabulate_non_relevant(diagnosis: Diagnosis, run: str, depth: int) -> Table:
    on_top = non_relevant_documents(diagnosis.rankings, run)
    others = count_noun(len(diagnosis.table.runs) - 1, "other run")
    notes = (
        count_note(on_top, "document", depth, f" in the first {SEEN} of all topics"),
        f"others: how many of the {others} have it in their first {SEEN}; fewest first",
    )
    title = f"Documents judged not relevant that {run} ranks first"
    return documents_table(diagnosis.report, on_top[:depth], title=title, notes=notes)


def documents_table(
    report: Report,
    documents: Sequence[MisplacedDocument],
    *further: str,
    by_run: bool = False,
    title: str,
    notes: Sequence[str],
) -> Table:
    """Return a row per document: grade, rank, number of other runs with it, title if known."""
    return Table.of_records(
        documents,
        *(["run"] if by_run else []),
        "topic",
        ("document", "doc"),
        "grade",
        "rank",
        "others",
        *further,
        ("title", lambda document: report.document_title(document.doc)),
        title=title,
        notes=notes,
    ).without_empty("title")


def basis(
    diagnosis: Diagnosis, runs: Sequence[str] | None = None, common: int | None = None
) -> Iterator[Note | str]:
    """Return the notes on means of some runs, or of all: measure, topics, dialect, columns.

    Ranks compare all runs, so the note on comparability is about all of them. Means over the topics
    that the runs have in ``common`` are comparable, but have no ranks.
    """
    report = diagnosis.report
    yield f"{diagnosis.measure}: means over topics" + (
        ""
        if diagnosis.summary == "mean"
        else f"; elsewhere it is summarised as {diagnosis.summary}"
    )
    covers = dict(zip(report.runs, report.coverage, strict=True))
    chosen = report.runs if runs is None else runs
    if common is None:
        yield averaged_note(report.coverage)
    else:
        text = f"averaged over the {count_note(range(common), 'topic')} of both"
        yield Note("topics-averaged", text, numbers={"fewest": common, "most": common})
    yield from shorten_notes(coverage_notes(chosen, [covers[run] for run in chosen])[1:])
    yield rules_note(report.results.manifest)
    if runs is None:
        manifest = {**report.results.manifest, "warnings": ()}  # commands print those of the task
        yield from shorten_notes(caveats(manifest))
    yield from meanings(diagnosis, chosen)
    which = "all" if common is None else "these"
    yield f"unjudged@{SEEN}: the share of unjudged documents in the first {SEEN} of {which} topics"


def meanings(diagnosis: Diagnosis, runs: Sequence[str]) -> Iterator[str]:
    """Explain the columns of these runs' losses, a line each."""
    yield f"perfect − {diagnosis.measure} = {' + '.join(PARTS)}"
    yield "perfect: the documents with the highest grades first, as many of them as score best"
    yield "missed: lost to relevant documents that are not retrieved"
    yield "ranked low: lost because the judged documents retrieved are not in the best order"
    yield "unjudged on top: lost to unjudged documents, which push judged ones down"
    rows = [diagnosis.row(run) for run in runs]
    if (diagnosis.table.values[rows] > diagnosis.table.perfect[rows] + TOLERANCE).any():
        yield (
            f"parts below 0: {diagnosis.measure} scores less by the perfect ranking: for a measure "
            "where less is better, read them with the opposite sign"
        )


def show_alone(tables: Mapping[str, Table], part: str) -> Table:
    """Return one of several tables with all the notes that it needs when shown alone."""
    table, first = tables[part], next(iter(tables.values()))
    return table.noted(*[note for note in first.notes if note not in table.notes])


def count_note(every: Sequence[object], noun: str, most: int | None = None, where: str = "") -> str:
    """Return how many there are, and how many of them are listed if that is fewer.

    >>> count_note("ab", "topic"), count_note("ab", "document", 1)
    ('2 topics', '2 documents; 1 listed, --depth lists more')
    """
    notes = f"{count_noun(len(every), noun)}{where}"
    if most is None or len(every) <= most:
        return notes
    option = "--topics" if noun == "topic" else "--depth"
    return f"{notes}; {most} listed, {option} lists more"
