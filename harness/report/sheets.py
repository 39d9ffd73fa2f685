"""What one participant may be told: their own runs against all others, which are not named."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from harness.comparison import Board
from harness.core.arrays import Floats
from harness.core.coverage import averaged_note, coverage_notes
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.identity import run_name
from harness.core.notes import Note, shortened
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
from harness.report.figures import Figure, standing_figure
from harness.report.figures.evaluation import stems
from harness.report.report import Report, ShownMeasure
from harness.report.table import Cell, Column, Table
from harness.results.caveats import caveats, repairs_made, rules_note

#: So many documents of a kind are listed for each run.
MOST = 10

#: So many characters of a text stand for a title.
_BEGINNING = 60

#: A name that is a file's as it is: not hidden, no option, and not ending as names with a hash do.
_PLAIN = re.compile(r"(?!.*-[0-9a-f]{8}$)[A-Za-z0-9_][A-Za-z0-9._-]{0,79}")


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
    notes: tuple[Note | str, ...]
    problems: tuple[str, ...] = ()


def participants(report: Report) -> tuple[str, ...]:
    """Everybody a sheet can be made for, in bytewise order: groups, and runs that have none.

    Raises `EvaluationError` where two are called the same: one would get the other's sheet.
    """
    owners: dict[str, dict[str, None]] = {}
    for run in report.runs:
        group = report.groups.get(run)
        owners.setdefault(group or run, {})[_called(group, f"the run {run!r}")] = None
    for name, refused in _refused(report).items():
        for refused_run in refused:
            notes = _called(refused_run.get("group"), f"the file {refused_run['path']!r}")
            owners.setdefault(name, {})[notes] = None
    refuse(_shared(owners), EvaluationError)
    return tuple(sorted(owners, key=str.encode))


def _called(group: str | None, alone: str) -> str:
    return f"the group {group!r}" if group else f"{alone}, which has no group"


def _shared(owners: Mapping[str, Mapping[str, None]]) -> Iterator[Problem]:
    for name, owned in owners.items():
        if len(owned) > 1:
            message = f"the participant {name!r} is not one: {'; '.join(owned)}"
            yield Problem(message, hint="rename one, or give each run without a group its own")


def sheet_stem(name: str, everybody: Sequence[str]) -> str:
    """What the file of a participant's sheet is called, without its ending.

    It is the name itself, where that can be a file's and nobody else has it when case is ignored;
    otherwise it ends with the beginning of the name's SHA-256. Who else is there changes nothing.

    >>> sheet_stem("NII_1.b", ["NII_1.b", "nii"]), sheet_stem("a b", ["a b", "a-b"])
    ('NII_1.b', 'a-b-c8687a08')
    """
    same = [other for other in everybody if other != name and other.lower() == name.lower()]
    if _PLAIN.fullmatch(name) and not same:
        return name
    digest = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()
    return f"{stems([name])[0]}-{digest[:8]}"


def sheet_of(report: Report, participant: str) -> Sheet:
    """The sheet of a group, or of one run.

    Raises `EvaluationError`, with the nearest name, for a participant that is not there, and as
    `participants` does.
    """
    known = participants(report)
    if participant in known:
        runs = tuple(run for run in report.runs if _owner(report, run) == participant)
    else:
        runs = tuple(run for run in report.runs if run == participant)
    refused = _refused(report).get(participant, [])
    if not runs and not refused:
        raise EvaluationError(unknown("participant", participant, (*known, *report.runs)))
    tables = [_standing(report, runs), *(_topics(report, run) for run in runs)]
    tables += [*_documents(report, participant, runs), _checks(report, runs)]
    return Sheet(
        participant=participant,
        name=report.name,
        runs=runs,
        tables=tuple(table for table in tables if table.rows),
        figures=tuple(_figures(report, runs)),
        notes=tuple(_notes(report, runs)),
        problems=tuple(problem for refused_run in refused for problem in refused_run["problems"]),
    )


def _owner(report: Report, run: str) -> str:
    return report.groups.get(run) or run


def _refused(report: Report) -> dict[str, list[dict[str, Any]]]:
    """The runs that were not evaluated, by whose they are."""
    by_owner: dict[str, list[dict[str, Any]]] = {}
    for refused_run in report.results.manifest.get("refused", ()):
        name = refused_run.get("name") or run_name(refused_run["path"])
        by_owner.setdefault(refused_run.get("group") or name, []).append(refused_run)
    return by_owner


def _standing(report: Report, runs: tuple[str, ...]) -> Table:
    """Every measure of every run of theirs, its rank, and the best, median and worst of all."""
    boards = _boards(report)
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for number, measure in enumerate(report.measures):
            column = report.summary[:, number]
            value = float(column[report.run(run)])
            rank = _rank(column, value, measure.scale)
            own, *spread = (
                _as_count(shown, measure) for shown in (value, *_spread(column, measure.scale))
            )
            trust = _trust(boards.get(measure.label), run)
            rows.append((run, measure.label, own, rank, *spread, *trust))
    lead = (Column("run"), Column("measure"), Column("value", 4), Column("rank"))
    spread_columns = tuple(Column(name, 4) for name in ("best", "median", "worst"))
    trust_columns = (*(Column(name, 4) for name in ("low", "high")), Column("rank low"))
    columns = (*lead, *spread_columns, *trust_columns, Column("rank high"), Column("best?"))
    notes = [
        f"rank: among {len(report.runs)} runs; best, median, worst: of all of them",
        *_of_boards(boards),
    ]
    if any(row[-1] is None for row in rows):
        notes.append("empty: not tested for this measure")
    return Table(columns, rows, "Your runs", tuple(notes))


def _as_count(value: float, measure: ShownMeasure) -> float | int:
    """A count without decimals, which the other numbers of its column have."""
    return value if measure.digits or value != value else round(value)


def _boards(report: Report) -> dict[str, Board]:
    """The leaderboards of what is summarised by its mean: their intervals are of means."""
    means = {
        measure.label for measure in report.measures if measure.summary in ("mean", "geometric")
    }
    return {label: board for label, board in report.boards.items() if label in means}


def _trust(board: Board | None, run: str) -> tuple[Cell, ...]:
    """The intervals of a mean and of its rank, and whether it may be the best; where known."""
    if board is None:
        return (None,) * 5
    row = board.runs.index(run)
    means, ranks = board.means, board.ranks
    ends = (float(np.asarray(means.low)[row]), float(np.asarray(means.high)[row]))
    tied = "*" if board.tied[row] else ""
    return (*ends, int(np.asarray(ranks.low)[row]), int(np.asarray(ranks.high)[row]), tied)


def _of_boards(boards: Mapping[str, Board]) -> Iterator[str]:
    for board in list(boards.values())[:1]:
        options, pairs = board.options, board.num_pairs
        percent = f"{100 * options.confidence:g} %"
        yield f"low, high: {percent} interval of the mean by itself ({board.means.how})"
        yield f"rank low, rank high ({percent}): {board.ranks.how}"
        yield (
            f"best?: * cannot be told from the best run at alpha {options.alpha:g},"
            f" all {pairs:,} pairs tested: {board.method}"
        )


def _spread(column: Floats, scale: Scale) -> tuple[float, float, float]:
    """The best, the median and the worst of the values that are defined."""
    there = column[~np.isnan(column)]
    median = float(np.median(there)) if there.size else float("nan")
    return scale.best(there), median, scale.worst(there)


def _rank(column: Floats, value: float, scale: Scale) -> int | None:
    """The rank that a value has among others; None where it is undefined."""
    return None if np.isnan(value) else int(scale.ranks([value, *column])[0])


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
        column = report.values[:, nth, number]
        own, there = float(column[position]), column[~np.isnan(column)]
        if own != own:
            continue
        best, median, worst = _spread(there, scale)
        rank = _rank(there, own, scale)
        lead = (topic, titles.get(topic), relevant.get(topic))
        parts = losses.get(topic, (None,) * len(PARTS))
        rows.append((*lead, own, own - median, best, median, worst, rank, *parts))
    gaps = -scale.better([float(str(row[4])) for row in rows])
    rows = [rows[number] for number in Scale().order(gaps, [str(row[0]) for row in rows])]
    columns = (
        *(Column("topic"), Column("title"), Column("relevant"), Column(label, digits)),
        *(Column(name, digits) for name in ("to the median", "best", "median", "worst")),
        Column("rank"),
        *(Column(name, 4) for name in PARTS),
    )
    notes = [f"{label} of {run} on each topic; the furthest below the median of all runs first"]
    if losses:
        notes.append(
            "missed, ranked low, unjudged on top: what it loses against a perfect ranking to"
            " relevant documents that it does not retrieve, to those below others, and to"
            " unjudged documents above judged ones; they add up to the loss"
        )
    return Table(columns, rows, f"{run} by topic", tuple(notes))


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
        (
            *_named(report, run, document),
            document.grade,
            document.rank,
            document.others,
            document.best,
        )
        for run in runs
        for document in islice(missed_documents(rankings, run), MOST)
    ]
    yield Table(
        tuple(map(Column, (*columns, "best rank"))),
        missed,
        "Relevant documents missed",
        (f"not retrieved, or ranked below {BEYOND}; {seen}, most first; best rank: of these",),
    )
    shown = min(SEEN, rankings.depth)
    wrong: list[tuple[Cell, ...]] = [
        (*_named(report, run, document), document.grade, document.rank, document.others)
        for run in runs
        for document in non_relevant_documents(rankings, run)[:MOST]
    ]
    yield Table(
        tuple(map(Column, columns)),
        wrong,
        "Non-relevant documents ranked first",
        (f"other runs: those that have the document within their first {shown}, too",),
    )
    yield _judged(report, participant, runs)


def _named(report: Report, run: str, document: Missed | NonRelevant) -> tuple[str, str, str, str]:
    known = report.texts.get(document.doc)
    length = min(_BEGINNING, report.text_length)
    title = "" if known is None else known.title or known.text[:length]
    return run, document.topic, document.doc, title


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
    for run, cover in zip(report.runs, report.coverage, strict=True):
        if run not in runs:
            continue
        file = described.get(run, {})
        by_owner = ", ".join(f"{code}: {count}" for code, count in file.get("findings", {}).items())
        unanswered = tuple(sorted((*cover.missing, *cover.left_out), key=str.encode))
        lists = (_listed(unanswered), _listed(cover.extra))
        seen = (
            ("not checked",) * 2
            if checked is None
            else (by_owner, repairs_made(file.get("repairs", {})))
        )
        rows.append((run, cover.tied, *lists, *seen))
    columns = ("run", "tied", "missing topics", "extra topics", "findings", "repairs")
    notes = ("tied: documents that share their score with another of their topic",)
    return Table(tuple(map(Column, columns)), rows, "Ties, topics, checks", notes)


def _listed(topics: tuple[str, ...]) -> str:
    return f"{len(topics)}: {', '.join(topics)}" if topics else "none"


def _figures(report: Report, runs: tuple[str, ...]) -> Iterator[Figure]:
    label = report.measures[report.measure()].label
    tables = () if report.comparison is None else report.comparison.tables
    for table in tables:
        if table.measure == label:
            unnamed = replace(table, notes=())  # which name other runs
            yield from (standing_figure(unnamed, run) for run in runs)


def _notes(report: Report, runs: tuple[str, ...]) -> Iterator[Note | str]:
    """What the numbers rest on, as far as it concerns these runs and the collection."""
    own = [cover for run, cover in zip(report.runs, report.coverage, strict=True) if run in runs]
    ordered = [run for run in report.runs if run in runs]
    manifest = report.results.manifest
    described = [entry for entry in manifest.get("runs", ()) if entry["name"] in runs]
    if own:  # whether runs can be compared is a matter of all of them
        yield averaged_note(report.coverage)
        yield from shortened(coverage_notes(ordered, own)[1:])
    yield rules_note(manifest)
    if report.rankings is None:
        yield "losses and documents are not known: these are results, the runs were not read"
    # Only what is named here: whatever else a manifest has may name others.
    public = {name: manifest[name] for name in ("inputs", "rules", "residual") if name in manifest}
    yield from shortened(caveats({**public, "runs": described}))
