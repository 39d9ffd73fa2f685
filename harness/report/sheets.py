"""What one participant may be told: their own runs against all others, which are not named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from harness.arrays import Floats
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
from harness.errors import EvaluationError, Problem, nearest
from harness.report.figures import Figure, standing_figure
from harness.report.notes import notes
from harness.report.remarks import remarks, repairs_of, rules_line
from harness.report.table import Cell, Column, Table
from harness.report.whole import Report
from harness.stats.leaderboard import DECIMALS

#: So many documents of a kind are listed for each run.
MOST = 10


@dataclass(frozen=True, eq=False)
class Sheet:
    """The sheet of one participant: a group with all its runs, or a run that has no group.

    ``tables`` and ``figures`` name no other run and no other group. ``problems`` say why runs of
    the participant were not evaluated.
    """

    participant: str
    name: str
    runs: tuple[str, ...]
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]
    notes: tuple[str, ...]
    problems: tuple[str, ...] = ()


def participants(report: Report) -> tuple[str, ...]:
    """Everybody a sheet can be made for, in bytewise order: groups, and runs that have none."""
    names = {report.groups.get(run) or run for run in report.runs}
    return tuple(sorted(names | _refused(report).keys() - {""}, key=str.encode))


def sheet_of(report: Report, participant: str) -> Sheet:
    """The sheet of a group, or of one run.

    Raises `EvaluationError`, with the nearest name, for a participant that is not there.
    """
    runs = tuple(run for run in report.runs if report.groups.get(run) == participant)
    runs = runs or tuple(run for run in report.runs if run == participant)
    refused = _refused(report).get(participant, [])
    if not runs and not refused:
        known = participants(report)
        hint = nearest(participant, (*known, *report.runs)) or f"there are {', '.join(known[:5])}"
        raise EvaluationError(Problem(f"there is no participant {participant!r}", hint=hint))
    tables = [_standing(report, runs), *(_topics(report, run) for run in runs)]
    tables += [*_documents(report, participant, runs), _checks(report, runs)]
    return Sheet(
        participant=participant,
        name=report.name,
        runs=runs,
        tables=tuple(table for table in tables if table.rows),
        figures=tuple(_figures(report, runs)),
        notes=tuple(_notes(report, runs)),
        problems=tuple(problem for one in refused for problem in one["problems"]),
    )


def _refused(report: Report) -> dict[str, list[dict[str, Any]]]:
    """The runs that were not evaluated, by their group."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in report.results.manifest.get("refused", ()):
        found.setdefault(one.get("group", ""), []).append(one)
    return found


def _standing(report: Report, runs: tuple[str, ...]) -> Table:
    """Every measure of every run of theirs, its rank, and the best, median and worst of all."""
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for at, measure in enumerate(report.measures):
            column = report.summary[:, at]
            value = column[report.run(run)]
            rank = 1 + int((np.round(column, DECIMALS) > round(float(value), DECIMALS)).sum())
            rows.append(
                (run, measure.label, float(value), rank, *_spread(column), *_trust(report, run, at))
            )
    lead = (Column("run"), Column("measure"), Column("value", 4), Column("rank"))
    spread = tuple(Column(name, 4) for name in ("best", "median", "worst"))
    trust = (*(Column(name, 4) for name in ("low", "high")), Column("rank low"))
    columns = (*lead, *spread, *trust, Column("rank high"), Column("best?"))
    said = [
        f"rank: among {len(report.runs)} runs; best, median, worst: of all of them",
        *_of_boards(report),
    ]
    return Table(columns, rows, "Your runs", tuple(said))


def _trust(report: Report, run: str, at: int) -> tuple[Cell, ...]:
    """The intervals of a mean and of its rank, and whether it may be the best; where known."""
    board = report.boards.get(report.measures[at].label)
    if board is None:
        return (None,) * 5
    place = board.runs.index(run)
    means, ranks = board.means, board.ranks
    ends = (float(np.asarray(means.low)[place]), float(np.asarray(means.high)[place]))
    tied = "*" if board.tied[place] else ""
    return (*ends, int(np.asarray(ranks.low)[place]), int(np.asarray(ranks.high)[place]), tied)


def _of_boards(report: Report) -> Iterator[str]:
    for board in list(report.boards.values())[:1]:
        options, pairs = board.options, len(board.tukey.p)
        percent = f"{100 * options.confidence:g} %"
        yield f"low, high: {percent} interval of the mean by itself ({board.means.how})"
        yield f"rank low, rank high ({percent}): {board.ranks.how}"
        yield (
            f"best?: * does not differ significantly from the best run at alpha {options.alpha:g};"
            f" {board.tukey.test} of all {pairs} pairs ({board.tukey.how})"
        )


def _spread(column: Floats) -> tuple[float, float, float]:
    return float(np.max(column)), float(np.median(column)), float(np.min(column))


def _topics(report: Report, run: str) -> Table:
    """One run on every topic, the ones furthest below the median first."""
    at, place = report.measure(), report.run(run)
    label, losses = report.measures[at].label, _losses(report, run)
    titles = dict(report.results.topics.select("topic", "title").rows())
    relevant = dict(report.results.topics.select("topic", "relevant").rows())
    rows: list[tuple[Cell, ...]] = []
    for nth, topic in enumerate(report.topics):
        column = report.values[:, nth, at]
        own, there = float(column[place]), column[~np.isnan(column)]
        if own != own:
            continue
        best, median, worst = _spread(there)
        rank = 1 + int((np.round(there, DECIMALS) > round(own, DECIMALS)).sum())
        lead = (topic, titles.get(topic), relevant.get(topic))
        parts = losses.get(topic, (None,) * len(PARTS))
        rows.append((*lead, own, own - median, best, median, worst, rank, *parts))
    rows.sort(key=lambda row: (round(float(str(row[4])), DECIMALS), str(row[0]).encode()))
    columns = (
        *(Column("topic"), Column("title"), Column("relevant"), Column(label, 4)),
        *(Column(name, 4) for name in ("to the median", "best", "median", "worst")),
        Column("rank"),
        *(Column(name, 4) for name in PARTS),
    )
    said = [f"{label} of {run} on each topic; the furthest below the median of all runs first"]
    if losses:
        said.append(
            "missed, ranked low, unjudged on top: what it loses against a perfect ranking to"
            " relevant documents that it does not retrieve, to those below others, and to"
            " unjudged documents above judged ones; they add up to the loss"
        )
    return Table(columns, rows, f"{run} by topic", tuple(said))


def _losses(report: Report, run: str) -> dict[str, tuple[float, ...]]:
    """The parts of the loss on each topic, where they are those of the first measure."""
    found = None if report.rankings is None else report.rankings.of_run(run).losses
    if found is None or found.measure != report.measures[report.measure()].label:
        return {}
    return {
        topic: tuple(parts) for topic, parts in zip(found.topics, found.parts.tolist(), strict=True)
    }


def _documents(report: Report, participant: str, runs: tuple[str, ...]) -> Iterator[Table]:
    """The documents that explain values, and how much of what was retrieved is judged."""
    rankings = report.rankings
    if rankings is None or not runs:
        return
    columns = ("run", "topic", "document", "title", "grade", "rank", "other runs")
    seen = f"other runs: those that have the document within their first {SEEN}"
    missed: list[tuple[Cell, ...]] = [
        (*_named(report, run, one), one.grade, one.rank, one.others, one.best)
        for run in runs
        for one in islice(missed_documents(rankings, run), MOST)
    ]
    yield Table(
        tuple(map(Column, (*columns, "best rank"))),
        missed,
        "Relevant documents missed",
        (f"not retrieved, or ranked below {BEYOND}; {seen}, most first; best rank: of these",),
    )
    wrong: list[tuple[Cell, ...]] = [
        (*_named(report, run, one), one.grade, one.rank, one.others)
        for run in runs
        for one in non_relevant_documents(rankings, run)[:MOST]
    ]
    yield Table(
        tuple(map(Column, columns)),
        wrong,
        "Non-relevant documents ranked first",
        (f"other runs: those that have the document within their first {rankings.depth}, too",),
    )
    yield _judged(report, participant, runs)


def _named(report: Report, run: str, one: Missed | NonRelevant) -> tuple[str, str, str, str]:
    known = report.texts.get(one.doc)
    title = "" if known is None else known.title or known.text[:60]
    return run, one.topic, one.doc, title


def _judged(report: Report, participant: str, runs: tuple[str, ...]) -> Table:
    rankings = report.rankings
    shares = {} if rankings is None else dict(zip(rankings.names, rankings.unjudged(), strict=True))
    rows: list[tuple[Cell, ...]] = [
        (run, cover.retrieved, cover.unjudged, *shares[run].tolist())
        for run, cover in zip(report.runs, report.coverage, strict=True)
        if run in runs and run in shares
    ]
    columns = (
        *(Column("run"), Column("retrieved"), Column("unjudged")),
        *(Column(f"unjudged@{cutoff}", 4) for cutoff in CUTOFFS),
    )
    said = [f"unjudged@{CUTOFFS[0]}: the share of unjudged documents among the first of all topics"]
    if rankings is not None and participant in set(report.groups.values()):
        alone = unique_relevant(rankings, report.groups)[participant]
        said.append(f"relevant documents that only your runs have within rank {BEYOND}: {alone}")
    return Table(columns, rows, "Judgments", tuple(said))


def _checks(report: Report, runs: tuple[str, ...]) -> Table:
    """What was noticed in their files."""
    described = {one["name"]: one for one in report.results.manifest.get("runs", ())}
    rows: list[tuple[Cell, ...]] = []
    for run, cover in zip(report.runs, report.coverage, strict=True):
        if run not in runs:
            continue
        file = described.get(run, {})
        findings = ", ".join(f"{code}: {count}" for code, count in file.get("findings", {}).items())
        lists = (_listed(cover.missing), _listed(cover.extra))
        rows.append((run, cover.tied, *lists, findings, repairs_of(file)))
    columns = ("run", "tied", "missing topics", "extra topics", "findings", "repairs")
    said = ("tied: documents that share their score with another of their topic",)
    return Table(tuple(map(Column, columns)), rows, "Ties, topics, checks", said)


def _listed(topics: tuple[str, ...]) -> str:
    return f"{len(topics)}: {', '.join(topics)}" if topics else "none"


def _figures(report: Report, runs: tuple[str, ...]) -> Iterator[Figure]:
    label = report.measures[report.measure()].label
    tables = () if report.comparison is None else report.comparison.tables
    for table in tables:
        if table.measure == label:
            unnamed = replace(table, notes=())  # which name other runs
            yield from (standing_figure(unnamed, run) for run in runs)


def _notes(report: Report, runs: tuple[str, ...]) -> Iterator[str]:
    """What the numbers rest on, as far as it concerns these runs and the collection."""
    own = [cover for run, cover in zip(report.runs, report.coverage, strict=True) if run in runs]
    ordered = [run for run in report.runs if run in runs]
    manifest = report.results.manifest
    described = [one for one in manifest.get("runs", ()) if one["name"] in runs]
    yield from notes(ordered, own) if own else ()
    yield rules_line(manifest)
    yield from remarks({**manifest, "runs": described, "refused": ()})
