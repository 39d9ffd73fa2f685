"""The sheet of a participant: its runs compared, then topics, documents and findings.

Also who gets a sheet, and how its file is named.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

import numpy as np

from harness.comparison import every_pair
from harness.core.coverage import Coverage, unjudged_counts
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.harmless import ShownPath
from harness.core.identity import run_name
from harness.core.notes import Note
from harness.core.numbers import collect
from harness.diagnosis import (
    CUTOFFS,
    PARTS,
    missed_documents,
    non_relevant_documents,
    unique_relevant,
)
from harness.diagnosis.documents import BEYOND, SEEN
from harness.evaluation.scales import Scale
from harness.report.comparison import against_table
from harness.report.diagnosis import documents_table
from harness.report.names import stems
from harness.report.report import Report
from harness.report.sheets.run_page import SPREAD, Section, collect_notes, run_section
from harness.report.table import Column, Table, complete_headings
from harness.results.facts import RefusedFacts
from harness.results.manifest import format_repairs

#: Names that can be file names unchanged: not hidden, not an option, and not ending like a hashed
#: name.
_PLAIN = re.compile(r"(?!.*-[0-9a-f]{8}$)[A-Za-z0-9_][A-Za-z0-9._-]{0,79}")
#: The most documents of a kind that are listed for each run.
MOST = 10
#: The most runs of a participant for which all pairs are compared.
_MOST_COMPARED = 12


@dataclass(frozen=True, eq=False)
class Sheet:
    """The sheet of one participant: a group with all its runs, or a run that has no group.

    ``pages`` are the pages of its runs, the best first. ``side_by_side`` are the tables that
    compare them, if there are several; ``details`` are the tables behind them. None of them names
    another run or group. ``problems`` say why runs of the participant were not evaluated.
    """

    participant: str
    name: str
    pages: tuple[Section, ...]
    side_by_side: tuple[Table, ...]
    details: tuple[Table, ...]
    notes: tuple[Note | str, ...]
    problems: tuple[str, ...] = ()

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs."""
        return tuple(page.title for page in self.pages)


def make_sheet(report: Report, participant: str) -> Sheet:
    """Return the sheet of a group, or of one run.

    Raises `EvaluationError`, with the nearest name, for an unknown participant, and in the cases
    that `participants` lists.
    """
    runs, problems = list_runs(report, participant)
    details = _list_details(report, participant, runs)
    return Sheet(
        participant=participant,
        name=report.name,
        pages=tuple(run_section(report, run) for run in runs),
        side_by_side=tuple(_compare_runs(report, runs)) if len(runs) > 1 else (),
        details=tuple(table for table in details if table.rows),
        notes=tuple(collect_notes(report, runs)),
        problems=problems,
    )


def _compare_runs(report: Report, runs: tuple[str, ...]) -> Iterator[Table]:
    """Yield all measures of the participant's runs, and whether the runs differ."""
    rows = [report.run(run) for run in runs]
    columns = [
        (Column(measure.label, measure.digits), report.summary[rows, number])
        for number, measure in enumerate(report.measures)
    ]
    yield Table.of_columns(("run", runs), *columns, title="Your runs")
    table = report.compared(report.measures[report.measure()].label)
    if table is None or report.comparison is None or len(runs) > _MOST_COMPARED:
        return
    own = replace(table.only(runs), notes=())  # which name other runs
    pairs = every_pair(own, report.comparison.options)
    yield against_table(pairs, title="Your runs against each other", effects=False)


def _list_details(report: Report, participant: str, runs: tuple[str, ...]) -> Iterator[Table]:
    """Yield the tables of a participant's runs; none of them names another's."""
    yield from (_tabulate_topics(report, run) for run in runs)
    yield from _tabulate_documents(report, participant, runs)
    yield _tabulate_checks(report, runs)


def _tabulate_topics(report: Report, run: str) -> Table:
    """Return one run on every topic, the topics furthest below the median first."""
    number, position = report.measure(), report.run(run)
    label, digits = report.measures[number].label, report.measures[number].digits
    own, losses = report.values[position, :, number], _find_losses(report, run)
    gaps = own - report.spreads[:, 1]
    order = Scale().order(-report.measures[number].scale.better(gaps), report.topics)
    there = [topic for topic in order if not np.isnan(own[topic])]
    topics = [report.topics[topic] for topic in there]
    relevant = dict(report.results.topics.select("topic", "relevant").rows())
    parts = np.array([losses.get(topic, (np.nan,) * len(PARTS)) for topic in topics])
    notes = [f"{label} of {run} on each topic; the furthest below the median of all runs first"]
    if losses:
        notes.append(
            "missed, ranked low, unjudged on top: what it loses against a perfect ranking to"
            " relevant documents that it does not retrieve, to those below others, and to"
            " unjudged documents above judged ones; they add up to the loss"
        )
    return Table.of_columns(
        ("topic", topics),
        ("title", list(map(report.topic_titles.get, topics))),
        ("relevant", list(map(relevant.get, topics))),
        (Column(label, digits), own[there]),
        (Column("to the median", digits), gaps[there]),
        *zip(complete_headings(*SPREAD, digits=digits), report.spreads[there].T, strict=True),
        ("rank", report.topic_ranks[position, there]),
        *zip(complete_headings(*PARTS, digits=4), parts.reshape(-1, len(PARTS)).T, strict=True),
        title=f"{run} by topic",
        notes=notes,
    ).without_empty("title", *PARTS)


def _find_losses(report: Report, run: str) -> dict[str, tuple[float, ...]]:
    """Return the parts of the loss on each topic; empty if losses are not by the first measure."""
    lost = None if report.rankings is None else report.rankings.select_run(run).losses
    if lost is None or lost.measure != report.measures[report.measure()].label:
        return {}
    return {
        topic: tuple(parts) for topic, parts in zip(lost.topics, lost.parts.tolist(), strict=True)
    }


def _tabulate_documents(report: Report, participant: str, runs: tuple[str, ...]) -> Iterator[Table]:
    """Yield the documents that explain values, and how much of what was retrieved is judged."""
    rankings = report.rankings
    if rankings is None or not runs:
        return
    missed = (islice(missed_documents(rankings, run), MOST) for run in runs)
    seen = f"others: how many other runs have the document within their first {SEEN}"
    yield documents_table(
        report,
        list(chain.from_iterable(missed)),
        "best",
        by_run=True,
        title="Relevant documents missed",
        notes=(
            f"not retrieved, or ranked below {BEYOND}; {seen}, most first; best: their best rank",
        ),
    )
    wrong = [doc for run in runs for doc in non_relevant_documents(rankings, run)[:MOST]]
    shown = min(SEEN, rankings.depth)
    yield documents_table(
        report,
        wrong,
        by_run=True,
        title="Non-relevant documents ranked first",
        notes=(f"others: how many other runs have the document within their first {shown}, too",),
    )
    yield _tabulate_judged(report, participant, runs)


def _tabulate_judged(report: Report, participant: str, runs: tuple[str, ...]) -> Table:
    rankings = report.rankings
    shares = {} if rankings is None else dict(zip(rankings.names, rankings.unjudged(), strict=True))
    shown = [run for run in report.runs if run in runs and run in shares]
    covers = [report.coverage[report.run(run)] for run in shown]
    columns: list[tuple[Column | str, Any]] = [
        ("run", shown),
        ("retrieved", [cover.retrieved for cover in covers]),
        *unjudged_counts(covers).items(),
    ]
    columns += (
        (Column(f"unjudged@{cutoff}", 4), [shares[run][column] for run in shown])
        for column, cutoff in enumerate(CUTOFFS)
    )
    notes = [
        f"unjudged@{CUTOFFS[0]}: the share of unjudged documents among the first of all topics"
    ]
    if rankings is not None and participant in set(report.groups.values()):
        alone = unique_relevant(rankings, report.groups)[participant]
        notes.append(f"relevant documents that only your runs have within rank {BEYOND}: {alone}")
    return Table.of_columns(*columns, title="Judgments", notes=notes)


def _tabulate_checks(report: Report, runs: tuple[str, ...]) -> Table:
    """Return the findings in the runs' files."""
    files = report.results.described
    covers = {run: Coverage.of(files[run], ()) for run in runs}  # of all its topics
    checked = report.results.facts.settings.get("check") is not None

    def seen(counts: Mapping[str, int], words: Callable[[Mapping[str, int]], str]) -> str:
        return words(counts) if checked else "not checked"

    return Table.of_records(
        runs,
        ("run", str),
        ("tied", lambda run: covers[run].tied),
        ("missing topics", lambda run: _list_topics((*covers[run].missing, *covers[run].left_out))),
        ("extra topics", lambda run: _list_topics(covers[run].extra)),
        ("findings", lambda run: seen(files[run].findings, _format_counts)),
        ("repairs", lambda run: seen(files[run].repairs, format_repairs)),
        title="Ties, topics, checks",
        notes=("tied: documents that share their score with another of their topic",),
    )


def _format_counts(findings: Mapping[str, int]) -> str:
    return ", ".join(f"{code}: {count}" for code, count in findings.items())


def _list_topics(topics: tuple[str, ...]) -> str:
    return f"{len(topics)}: {', '.join(sorted(topics, key=str.encode))}" if topics else "none"


# --- who gets a sheet ---------------------------------------------------------------------------


def participants(report: Report) -> tuple[str, ...]:
    """Return everyone who can get a sheet, in bytewise order: groups, and runs without a group.

    Raises `EvaluationError` if two have the same name, because one would get the other's sheet.
    """
    owners: dict[str, dict[str, None]] = {}
    for run in report.runs:
        group = report.groups.get(run)
        owners.setdefault(group or run, {})[_name_owner(group, f"the run {run!r}")] = None
    for name, refused in group_refused(report).items():
        for refused_run in refused:
            notes = _name_owner(refused_run.group, f"the file {refused_run.path!r}")
            owners.setdefault(name, {})[notes] = None
    refuse(_find_shared(owners), EvaluationError)
    return tuple(sorted(owners, key=str.encode))


def _name_owner(group: str | None, alone: str) -> str:
    return f"the group {group!r}" if group else f"{alone}, which has no group"


def _find_shared(owners: Mapping[str, Mapping[str, None]]) -> Iterator[Problem]:
    for name, owned in owners.items():
        if len(owned) > 1:
            message = f"the participant {name!r} is not one: {'; '.join(owned)}"
            yield Problem(message, hint="rename one, or give each run without a group its own")


def sheet_stem(name: str, everybody: Sequence[str]) -> str:
    """Return the name of a participant's sheet without its suffix.

    This is the name itself if it is a valid file name that differs from all others when case is
    ignored. Otherwise it ends with the beginning of the name's SHA-256. It does not depend on who
    else takes part.

    >>> sheet_stem("NII_1.b", ["NII_1.b", "nii"]), sheet_stem("a b", ["a b", "a-b"])
    ('NII_1.b', 'a-b-c8687a08')
    """
    same = [other for other in everybody if other != name and other.lower() == name.lower()]
    if _PLAIN.fullmatch(name) and not same:
        return name
    digest = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()
    return f"{stems([name])[0]}-{digest[:8]}"


def find_owner(report: Report, run: str) -> str:
    """Return the owner of a run: its group, or the run itself if it has no group."""
    return report.groups.get(run) or run


def list_runs(report: Report, participant: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the runs of a participant, or the run of that name, and why others were not evaluated.

    Raises `EvaluationError`, with the nearest name, for an unknown participant, and in the cases
    that `participants` lists.
    """
    known = participants(report)
    runs = tuple(run for run in report.runs if find_owner(report, run) == participant)
    if not runs and participant not in known:
        runs = tuple(run for run in report.runs if run == participant)
    refused = group_refused(report).get(participant, [])
    if not runs and not refused:
        raise EvaluationError(unknown("participant", participant, (*known, *report.runs)))
    return runs, tuple(problem for entry in refused for problem in entry.problems)


def group_refused(report: Report) -> dict[str, list[RefusedFacts]]:
    """Return the refused runs by participant."""
    return collect(
        (run.group or run.name or run_name(ShownPath(run.path)), run) for run in report.refused
    )
