"""Tables of where a run loses to another, and of rankings on one topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.core.judged_run import UNPOOLED
from harness.diagnosis import (
    SEEN,
    FoundDocument,
    TopicLoss,
    advantage,
    difference,
    found_by_one,
    relevant_documents,
    side_by_side,
)
from harness.report.diagnosis import TOPIC_NOTES, Diagnosis, basis, count_note, loss_table, meanings
from harness.report.report import Report
from harness.report.table import Cell, Column, Table, complete_headings
from harness.results.manifest import rules_note

#: Why a pair of runs has no ranks.
_NO_RANK = (
    "rank: none, as ranks are by means over all topics of a run, and the two have different ones"
)

#: A pair of runs on one topic, the first run's losses first.
Pair = tuple[TopicLoss, TopicLoss]


def pair_tables(
    report: Report, run: str, other: str, *, topics: int = 5, depth: int = 3
) -> dict[str, Table]:
    """Return the tables of a run against another by name: both, the topics lost and won, documents.

    At most ``topics`` topics are listed as lost, and as many as won. For each topic and run, at
    most ``depth`` documents are listed that only this run ranks near the top.
    """
    diagnosis = Diagnosis.of(report)
    pairs = side_by_side(diagnosis.list_losses(run), diagnosis.list_losses(other))
    worse = [pair for pair in pairs if advantage(*pair) < 0]
    better = [pair for pair in reversed(pairs) if advantage(*pair) > 0]
    both = _RunPair(diagnosis, run, other, depth)
    return {
        "summary": both.summary(pairs, len(better), len(worse)),
        "worse": both.topics(worse, topics, "loses most to"),
        "worse-documents": both.documents(worse[:topics], (other, run)),
        "better": both.topics(better, topics, "gains most over"),
        "better-documents": both.documents(better[:topics], (run, other)),
    }


def drop_empty(tables: Mapping[str, Table]) -> dict[str, Table]:
    """Return the tables that have rows; the summary names the empty ones."""
    return {
        part: table
        for part, table in tables.items()
        if tables[part.removesuffix("-documents")].rows
    }


@dataclass(frozen=True, slots=True)
class _RunPair:
    """The tables of two runs; ``depth`` limits the documents listed of each run on a topic."""

    diagnosis: Diagnosis
    run: str
    other: str
    depth: int

    def summary(self, pairs: Sequence[Pair], better: int, worse: int) -> Table:
        """Return both runs and their difference: means over the common topics."""
        diagnosis, table, runs = self.diagnosis, self.diagnosis.table, (self.run, self.other)
        common = [first.topic for first, _ in pairs]
        means = diagnosis.means(common)[[diagnosis.row(run) for run in runs]]
        first, second = (table.evaluated[diagnosis.row(run)] for run in runs)
        alike = bool((first == second).all())
        ranks = [table.rank(run) if alike else None for run in runs]
        rows: list[tuple[Cell, ...]] = [
            (run, rank, *values.tolist())
            for run, rank, values in zip(runs, ranks, means, strict=True)
        ]
        rows.append(("difference", None, *(means[0] - means[1]).tolist()))
        columns = (Column("run"), Column("rank"), *diagnosis.columns())
        equal = len(pairs) - better - worse
        notes = [
            f"{self.run} is better on {better} topics, worse on {worse}, equal on {equal}",
            f"difference: {self.run} minus {self.other}; parts above 0 are what it loses more",
            f"rank: of {len(table.runs)} runs" if alike else _NO_RANK,
            "whether two runs differ: harness compare TASK RUN RUN",
            *self._left_out(common),
            *basis(diagnosis, runs, None if alike else len(common)),
        ]
        notes[1:1] = [
            f"nothing to list where {self.run} {how} {self.other}"
            for how, count in (("loses to", worse), ("gains over", better))
            if not count
        ]
        title = f"{diagnosis.report.name}: {self.run} against {self.other}"
        return Table(columns, rows, title, tuple(notes))

    def _left_out(self, common: Sequence[str]) -> Iterator[str]:
        count = len(self.diagnosis.table.topics) - len(common)
        if count:
            yield f"topics left out because not both are evaluated there: {count}"

    def topics(self, pairs: Sequence[Pair], most: int, how: str) -> Table:
        """Return two rows per topic, one per run."""
        diagnosis = self.diagnosis
        more = {first.topic: difference(first, other) for first, other in pairs}
        digits = diagnosis.digits
        return loss_table(
            diagnosis,
            [loss for pair in pairs[:most] for loss in pair],
            "topic",
            "run",
            (Column(diagnosis.measure, digits), "value"),
            (
                Column("difference", digits),
                lambda loss: more[loss.topic] if loss.run == self.run else None,
            ),
            title=f"Where {self.run} {how} {self.other}",
            notes=(count_note(pairs, "topic", most), TOPIC_NOTES[1]),
        )

    def documents(self, pairs: Sequence[Pair], order: tuple[str, str]) -> Table:
        """Return the relevant documents that one run ranks near the top and the other does not."""
        rows: list[tuple[Cell, ...]] = []
        without, hidden = [], 0
        for first, _ in pairs:
            by_run = [(run, self._list_found_alone(first.topic, run)) for run in order]
            if not any(documents for _, documents in by_run):
                without.append(first.topic)
            for run, documents in by_run:
                hidden += max(0, len(documents) - self.depth)
                rows += [(first.topic, run, *loss) for loss in documents[: self.depth]]
        names = ("topic", f"only in the first {SEEN} of", "document", "grade", self.run, self.other)
        notes = [f"{self.run}, {self.other}: the ranks; none where it is not retrieved"]
        if hidden:
            notes.append(f"not listed: {hidden}; --depth lists more of each topic and run")
        if without:
            notes.append(f"no such documents on {', '.join(without)}: look below rank {SEEN}")
        title = f"Relevant documents that one of the two has in its first {SEEN}, the other not"
        return Table(complete_headings(*names, "title"), rows, title, tuple(notes)).without_empty(
            "title"
        )

    def _list_found_alone(self, topic: str, run: str) -> list[tuple[Cell, ...]]:
        """Return document, grade, the ranks in both runs, and title."""
        lacks = self.other if run == self.run else self.run
        documents = found_by_one(self.diagnosis.rankings, topic, run, lacks)
        turn = 1 if run == self.run else -1
        title = self.diagnosis.report.document_title
        return [(loss.doc, loss.grade, *loss.ranks[::turn], title(loss.doc)) for loss in documents]


def topic_tables(
    report: Report, topic: str, runs: Sequence[str], *, depth: int = 10
) -> dict[str, Table]:
    """Return the tables of one or two runs on a topic by name: its text, values and rankings.

    ``depth`` documents of each ranking are listed, and all relevant ones. Raises `EvaluationError`
    for a topic without judgments.
    """
    diagnosis = Diagnosis.of(report)
    diagnosis.rankings.code(topic)
    return {
        "topic": _tabulate_text(diagnosis, topic),
        "values": _tabulate_values(diagnosis, topic, runs),
        "ranking": _tabulate_ranking(diagnosis, topic, runs, depth),
        "relevant": _tabulate_relevant(diagnosis, topic, runs),
    }


def _tabulate_text(diagnosis: Diagnosis, topic: str) -> Table:
    """Return the text of the topic and its number of judged documents."""
    known = diagnosis.report.results.topics.rows_by_key("topic", named=True, unique=True)[topic]
    written: list[tuple[Cell, ...]] = [
        (part, " ".join(known[part].split()))
        for part in ("title", "description", "narrative")
        if known[part]
    ]
    written.append(("judgments", f"{known['judged']} judged, {known['relevant']} relevant"))
    title = f"{diagnosis.report.name}: topic {topic}"
    notes = rules_note(diagnosis.report.results.manifest)
    return Table((Column("part"), Column("text")), written, title, (notes,))


def _tabulate_values(diagnosis: Diagnosis, topic: str, runs: Sequence[str]) -> Table:
    """Return the values of the runs on the topic, in the form of `topics_table`, and ranks."""
    losses = [loss for run in runs for loss in diagnosis.list_losses(run) if loss.topic == topic]
    code, digits = diagnosis.rankings.code(topic), diagnosis.digits
    ranks = diagnosis.table.scale.ranks(diagnosis.table.values[:, code])
    evaluated = int(diagnosis.table.evaluated[:, code].sum())
    answering = {loss.run for loss in losses}
    missing = [run for run in runs if run not in answering]
    notes = [f"rank: of {evaluated} runs on the topic", *TOPIC_NOTES, *meanings(diagnosis, runs)]
    return loss_table(
        diagnosis,
        losses,
        "run",
        ("rank", lambda loss: int(ranks[diagnosis.row(loss.run)])),
        (Column(diagnosis.measure, digits), "value"),
        (Column("median", digits), "median"),
        (Column("best", digits), "best"),
        title=f"By {diagnosis.measure} on {topic}",
        notes=[*notes, *(f"{run} is not evaluated on the topic" for run in missing)],
    )


def _tabulate_ranking(diagnosis: Diagnosis, topic: str, runs: Sequence[str], depth: int) -> Table:
    """Return the first documents of each run side by side with judgments, then the titles."""
    code = diagnosis.rankings.code(topic)
    firsts = [diagnosis.rankings.select_run(run).first(code)[:depth] for run in runs]
    of = ("",) if len(runs) == 1 else tuple(f" ({run})" for run in runs)
    ranks = range(max(map(len, firsts)))
    padded = [[*first, *[None] * (len(ranks) - len(first))] for first in firsts]
    level, junk = diagnosis.rankings.relevance_level, diagnosis.rankings.junk
    title = diagnosis.report.document_title
    named = list(zip(runs, of, padded, strict=True))
    columns: list[tuple[str, Sequence[Cell]]] = [("rank", [rank + 1 for rank in ranks])]
    for run, which, first in named:
        columns.append((run, [entry and entry[0] for entry in first]))
        words = [entry and _describe_grade(entry[1], level, junk=junk) for entry in first]
        columns.append((f"judgment{which}", words))
    for _, which, first in named if diagnosis.report.texts else ():
        columns.append((f"title{which}", [entry and title(entry[0]) for entry in first]))
    heading = f"The first {depth} documents on {topic}"
    notes = ("judgment: with the grade in brackets",)
    return Table.of_columns(*columns, title=heading, notes=notes)


def _describe_grade(grade: int, level: int, *, junk: bool = False) -> str:
    """Put a document's grade into words.

    >>> [_describe_grade(grade, 2) for grade in (2, 1, -1, -2)]
    ['relevant (2)', 'not relevant (1)', 'unjudged', 'pooled, not judged']
    """
    if grade < 0:
        pooled = "judged as junk" if junk else "pooled, not judged"
        return "unjudged" if grade == UNPOOLED else pooled
    return f"{'relevant' if grade >= level else 'not relevant'} ({grade})"


def _tabulate_relevant(diagnosis: Diagnosis, topic: str, runs: Sequence[str]) -> Table:
    report = diagnosis.report
    return Table.of_records(
        relevant_documents(diagnosis.rankings, topic, runs),
        ("document", "doc"),
        "grade",
        *((run, lambda loss, i=i: loss.ranks[i]) for i, run in enumerate(runs)),
        ("missed" if len(runs) == 1 else "missed by", lambda loss: _name_missing(loss, runs)),
        ("runs", "high"),
        "best",
        ("title", lambda loss: report.document_title(loss.doc)),
        title=f"The relevant documents of {topic}",
        notes=(
            f"{', '.join(runs)}: the rank",
            f"runs: how many of all {len(diagnosis.table.runs)} have it in their first {SEEN}",
            "best: the best rank in any of them",
        ),
    ).without_empty("title")


def _name_missing(loss: FoundDocument, runs: Sequence[str]) -> str:
    """Return the runs that do not retrieve a document."""
    missing = [run for run, rank in zip(runs, loss.ranks, strict=True) if rank is None]
    if len(runs) == 1:
        return "missed" if missing else ""
    return "both" if len(missing) == 2 else "".join(missing)
