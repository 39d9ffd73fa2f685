"""The outcome of an evaluation in a few sentences: the leader, the certainty, the caveats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from harness.comparison import RankedRuns
from harness.comparison.assurances import Circumstances, sentence
from harness.comparison.statements import AS_GOOD, QUESTIONS
from harness.core.coverage import note_without_relevant
from harness.core.errors import some
from harness.core.numbers import count_noun
from harness.diagnosis import CUTOFFS
from harness.report.report import Report

#: The type of runs that were made without people.
AUTOMATIC = "automatic"
#: The most types, and the most pairs of runs for which runs of a type are ranked among each other.
MOST_TYPES, MOST_TYPE_PAIRS = 6, 100_000

#: The ranking of runs within a type: by subset ("" for all topics) and type, then by measure.
RankedTypes: TypeAlias = Mapping[tuple[str, str], Mapping[str, RankedRuns]]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, the section of the page with its evidence, and its type of runs."""

    text: str
    section: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of topics, a type of runs and a measure, for which tests were made.

    ``subset`` and ``type`` are "" for all topics and all runs.
    """

    subset: str
    type: str
    measure: int


def verdict(report: Report) -> list[Statement]:
    """Summarise a report in statements, the most important first; unknown facts are omitted.

    The leader and the differences are by the first measure, or by the first one that is compared;
    the evidence is from the leaderboard, see `comparison.leaderboard`.
    """
    label = report.measures[report.measure()].label
    board = report.boards.get(label) or next(iter(report.boards.values()), None)
    leading = _state_untested(report) if board is None else _state_leaders(report, board)
    return [*leading, *to_mind(report)]


def to_mind(report: Report) -> list[Statement]:
    """State general caveats: unjudged documents, ties, gaps."""
    return [*_state_judged(report), *_describe_notes(report)]


def group_by_type(report: Report) -> dict[str, tuple[str, ...]]:
    """Return the runs of each type, in the order of the report; empty for a single type or too
    many.
    """
    names = sorted(set(report.type_of.values()))
    if not 2 <= len(names) <= MOST_TYPES:
        return {}
    return {name: report.select_type(name) for name in names}


def ranked_types(report: Report) -> RankedTypes:
    """Rank the runs within each type of two or more, as the leaderboards rank all runs."""
    types = {name: runs for name, runs in group_by_type(report).items() if len(runs) > 1}
    wholes = {"": report.boards, **report.subset_boards}
    pairs = sum(math.comb(len(runs), 2) for runs in types.values())
    if report.comparison is None or pairs * sum(map(len, wholes.values())) > MOST_TYPE_PAIRS:
        return {}
    compared = {"": report.comparison} | {
        name: report.comparison.of_subset(name, report.subsets[name])
        for name in report.subset_boards
    }
    return {
        (subset, name): {
            label: compared[subset].ranked_among(runs, label)
            for label, board in boards.items()
            if set(runs) <= set(board.runs)
        }
        for subset, boards in wholes.items()
        for name, runs in types.items()
    }


def verdicts(report: Report, ranked: RankedTypes) -> dict[Choice, list[Statement]]:
    """State the leader and its certainty for every tested choice.

    The choices are all measures with a leaderboard, over all topics and each subset, for all runs
    and for each type of runs among each other (`ranked_types`).
    """
    made = {}
    for subset, boards in {"": report.boards, **report.subset_boards}.items():
        for label, board in boards.items():
            measure = report.measure(label)
            made[Choice(subset, "", measure)] = list(_state_leaders(report, board))
            for name, runs in group_by_type(report).items():
                among = ranked.get((subset, name), {}).get(label)
                if among is not None:
                    made[Choice(subset, name, measure)] = list(_state_leaders(report, among, name))
                elif len(runs) == 1:
                    text = f"{runs[0]} is the only {name} run."
                    made[Choice(subset, name, measure)] = [Statement(text, "leaderboard", name)]
    return made


def _state_leaders(report: Report, ranked: RankedRuns, kind: str = "") -> Iterator[Statement]:
    """State the first run, the runs that could be as good, and the best automatic run."""
    first = ranked.ranks.rank == 1
    table = ranked.table
    named = some([_add_type(report, table.runs[row], kind) for row in np.flatnonzero(first)])
    among = f" of the {count_noun(len(table.runs), f'{kind} run')}" if kind else ""
    is_first = f"is first{among}" if first.sum() == 1 else f"are first{among}, equal"
    mean = "geometric mean of " if table.scale.geometric else ""
    values = table.means.tolist()
    text = f"{named} {is_first}: {mean}{table.measure} {values[0]:.4f}."
    yield Statement(text, "leaderboard", kind)
    confidence = sentence("could-be-best", table, percent=ranked.options.percent)
    others = len(table.runs) - first.sum()
    if near := [table.runs[row] for row in np.flatnonzero(ranked.could_be_best & ~first)]:
        text = f"{count_noun(len(near), 'other run')} {AS_GOOD} ({confidence}): {some(near)}."
    elif others == 1:
        text = f"The other run is shown to be worse ({confidence})."
    else:
        text = f"Every other run is {QUESTIONS['best'].shown} ({confidence})."
    if others:
        yield Statement(text, "leaderboard", kind)
    automatic = (row for row, run in enumerate(table.runs) if report.type_of.get(run) == AUTOMATIC)
    row = next(automatic, 0)
    if not kind and not first[row]:
        value = f"{table.measure} {values[row]:.4f}, rank {ranked.ranks.rank[row]} of all"
        text = f"Best automatic run: {table.runs[row]} ({value}; its true rank is "
        yield Statement(f"{text}{ranks_text(ranked, row)}).", "leaderboard", AUTOMATIC)


def _state_untested(report: Report) -> Iterator[Statement]:
    """State the best value if runs are not compared: a single run, or a single topic."""
    if not report.measures or not report.runs:
        return
    number = report.measure()
    measure, values = report.measures[number], report.summary[:, number]
    if np.isnan(values).all():
        return
    row = int(measure.scale.order(values, report.runs)[0])
    value = f"{measure.label} {values[row]:.{measure.digits}f}"
    topics = count_noun(len(report.topics), "topic")
    if len(report.runs) == 1:
        yield Statement(f"{report.runs[row]}: {value} over {topics}.", "leaderboard")
        yield from _state_interval(report, number)
        return
    yield Statement(f"{report.runs[row]} is first: {value} over {topics}.", "leaderboard")
    if len(report.topics) == 1:
        yield Statement("Runs are not compared: that needs two topics at least.", "leaderboard")
    elif report.not_compared:
        yield Statement(f"Runs are not compared: {report.not_compared}.", "leaderboard")


def _state_interval(report: Report, number: int) -> Iterator[Statement]:
    """State the t interval of a single run's mean, if it has one."""
    measure, values = report.measures[number], report.values[:, :, number]
    ends = measure.mean_intervals(values)
    if ends is None:
        return
    low, high = (float(np.asarray(end)[0]) for end in (ends.low, ends.high))
    known = Circumstances.of_values(values, measure.scale)
    words = sentence("mean-interval", known, percent="95 %")
    yield Statement(f"{words}: {low:.4f} to {high:.4f}.", "leaderboard")


def ranks_text(ranked: RankedRuns, row: int) -> str:
    """Return the confidence set of a run's rank in words."""
    low, high = int(ranked.ranks.low[row]), int(ranked.ranks.high[row])
    confidence = sentence("could-be-best", ranked.table, percent=ranked.options.percent)
    return f"{low} to {high} with {confidence}" if low < high else f"{low} with {confidence}"


def _add_type(report: Report, run: str, known: str) -> str:
    """Return the name of a run, with its type unless that is already known."""
    kind = report.type_of.get(run)
    return f"{run} ({kind})" if kind and not known else run


def _state_judged(report: Report) -> Iterator[Statement]:
    """State how far the first documents of runs are judged."""
    if report.rankings is None:
        return
    shares = np.nan_to_num(report.rankings.unjudged()[:, 0])
    partly = int((shares > 0).sum())
    first = f"the first {CUTOFFS[0]} documents"
    if not partly:
        yield Statement(f"All of {first} of every run are judged.", "coverage")
        return
    worst = int(np.argmax(shares))
    run, most = report.rankings.names[worst], f"{100 * shares[worst]:.1f} %"
    text = f"Of {first} {most} are unjudged."
    if len(shares) > 1:
        has = f"has unjudged documents among the first {CUTOFFS[0]}"
        which = f"most in {run}" if partly > 1 else run
        runs = count_noun(partly, "run", has, of=len(shares))
        if partly == len(shares):
            runs = f"All {count_noun(partly, 'run', has)}"
        text = f"{runs}: {which}, {most}."
    yield Statement(text, "coverage")


def _describe_notes(report: Report) -> Iterator[Statement]:
    """State topics without relevant documents, ties, repairs, missing topics and refused runs."""
    for note in note_without_relevant(report.coverage):
        yield Statement(f"{note.text}.", "topics")
    counts = {
        "has documents with equal scores": sum(cover.tied > 0 for cover in report.coverage),
        "does not answer every topic": sum(
            bool(cover.missing or cover.left_out) for cover in report.coverage
        ),
        "was repaired": sum(bool(run.repairs) for run in report.results.facts.runs),
    }
    for words, count in counts.items():
        if count:
            yield Statement(f"{count_noun(count, 'run', words)}.", "repairs")
    if refused := len(report.refused):
        yield Statement(f"{count_noun(refused, 'run', 'was refused')}.", "about")
