"""What stands behind a sheet: every topic, the documents, what was noticed in the files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from harness.core.coverage import Coverage
from harness.diagnosis import (
    CUTOFFS,
    PARTS,
    Missed,
    NonRelevant,
    missed_documents,
    non_relevant_documents,
    unique_relevant,
)
from harness.diagnosis.documents import BEYOND, SEEN
from harness.evaluation.scales import Scale
from harness.report.report import Report
from harness.report.table import Cell, Column, Table, headed
from harness.results.caveats import repairs_made

#: So many documents of a kind are listed for each run.
MOST = 10

#: So many characters of a text stand for a title.
_BEGINNING = 60


def detail_tables(report: Report, participant: str, runs: tuple[str, ...]) -> Iterator[Table]:
    """The tables of a participant's runs; none of them names another's."""
    yield from (_topics(report, run) for run in runs)
    yield from _documents(report, participant, runs)
    yield _checks(report, runs)


def _topics(report: Report, run: str) -> Table:
    """One run on every topic, the ones furthest below the median first."""
    number, position = report.measure(), report.run(run)
    label, digits = report.measures[number].label, report.measures[number].digits
    scale = report.measures[number].scale
    losses = _losses(report, run)
    titles = dict(report.results.topics.select("topic", "title").rows())
    relevant = dict(report.results.topics.select("topic", "relevant").rows())
    rows: list[tuple[Cell, ...]] = []
    for nth, topic in enumerate(report.topics):
        own, rank = float(report.values[position, nth, number]), report.topic_ranks[position, nth]
        if own != own:
            continue
        best, median, worst = report.spreads[nth].tolist()
        lead = (topic, titles.get(topic), relevant.get(topic))
        parts = losses.get(topic, (None,) * len(PARTS))
        rows.append((*lead, own, own - median, best, median, worst, int(rank), *parts))
    gaps = -scale.better([float(str(row[4])) for row in rows])
    rows = [rows[number] for number in Scale().order(gaps, [str(row[0]) for row in rows])]
    columns = (
        *headed("topic", "title", "relevant"),
        *headed(label, "to the median", "best", "median", "worst", digits=digits),
        *headed(Column("rank"), *PARTS, digits=4),
    )
    notes = [f"{label} of {run} on each topic; the furthest below the median of all runs first"]
    if losses:
        notes.append(
            "missed, ranked low, unjudged on top: what it loses against a perfect ranking to"
            " relevant documents that it does not retrieve, to those below others, and to"
            " unjudged documents above judged ones; they add up to the loss"
        )
    return Table(columns, rows, f"{run} by topic", tuple(notes)).without_empty("title", *PARTS)


def _losses(report: Report, run: str) -> dict[str, tuple[float, ...]]:
    """The parts of the loss on each topic, where they are those of the first measure."""
    lost = None if report.rankings is None else report.rankings.of_run(run).losses
    if lost is None or lost.measure != report.measures[report.measure()].label:
        return {}
    return {
        topic: tuple(parts) for topic, parts in zip(lost.topics, lost.parts.tolist(), strict=True)
    }


def _documents(report: Report, participant: str, runs: tuple[str, ...]) -> Iterator[Table]:
    """The documents that explain values, and how much of what was retrieved is judged."""
    rankings = report.rankings
    if rankings is None or not runs:
        return
    columns = ("run", "topic", "document", "title", "grade", "rank", "other runs")
    seen = f"other runs: those that have the document within their first {SEEN}"
    missed: list[tuple[Cell, ...]] = [
        (*_named(report, run, missing), missing.best)
        for run in runs
        for missing in islice(missed_documents(rankings, run), MOST)
    ]
    yield Table(
        headed(*columns, "best rank"),
        missed,
        "Relevant documents missed",
        (f"not retrieved, or ranked below {BEYOND}; {seen}, most first; best rank: of these",),
    ).without_empty("title")
    shown = min(SEEN, rankings.depth)
    wrong: list[tuple[Cell, ...]] = [
        _named(report, run, document)
        for run in runs
        for document in non_relevant_documents(rankings, run)[:MOST]
    ]
    yield Table(
        headed(*columns),
        wrong,
        "Non-relevant documents ranked first",
        (f"other runs: those that have the document within their first {shown}, too",),
    ).without_empty("title")
    yield _judged(report, participant, runs)


def _named(report: Report, run: str, document: Missed | NonRelevant) -> tuple[Cell, ...]:
    """A document with its title, and what is known of its ranks."""
    known = report.texts.get(document.doc)
    length = min(_BEGINNING, report.text_length)
    title = "" if known is None else known.title or known.text[:length]
    named = (run, document.topic, document.doc, title)
    return (*named, document.grade, document.rank, document.others)


def _judged(report: Report, participant: str, runs: tuple[str, ...]) -> Table:
    rankings = report.rankings
    shares = {} if rankings is None else dict(zip(rankings.names, rankings.unjudged(), strict=True))
    rows: list[tuple[Cell, ...]] = [
        (run, cover.retrieved, cover.unjudged, *shares[run].tolist())
        for run, cover in zip(report.runs, report.coverage, strict=True)
        if run in runs and run in shares
    ]
    columns = (
        *headed("run", "retrieved", "unjudged"),
        *headed(*(f"unjudged@{cutoff}" for cutoff in CUTOFFS), digits=4),
    )
    notes = [
        f"unjudged@{CUTOFFS[0]}: the share of unjudged documents among the first of all topics"
    ]
    if rankings is not None and participant in set(report.groups.values()):
        alone = unique_relevant(rankings, report.groups)[participant]
        notes.append(f"relevant documents that only your runs have within rank {BEYOND}: {alone}")
    return Table(columns, rows, "Judgments", tuple(notes))


def _checks(report: Report, runs: tuple[str, ...]) -> Table:
    """What was noticed in their files."""
    described = {entry["name"]: entry for entry in report.results.manifest.get("runs", ())}
    checked = (report.results.manifest.get("config", {}).get("resolved") or {}).get("check")
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        file = described.get(run, {})
        cover = Coverage.of(file, ())  # of all its topics
        by_owner = ", ".join(f"{code}: {count}" for code, count in file.get("findings", {}).items())
        unanswered = tuple(sorted((*cover.missing, *cover.left_out), key=str.encode))
        lists = (_listed(unanswered), _listed(cover.extra))
        seen = (
            ("not checked",) * 2
            if checked is None
            else (by_owner, repairs_made(file.get("repairs", {})))
        )
        rows.append((run, cover.tied, *lists, *seen))
    columns = headed("run", "tied", "missing topics", "extra topics", "findings", "repairs")
    notes = ("tied: documents that share their score with another of their topic",)
    return Table(columns, rows, "Ties, topics, checks", notes)


def _listed(topics: tuple[str, ...]) -> str:
    return f"{len(topics)}: {', '.join(topics)}" if topics else "none"
