"""Replays as neutral tables and a figure: the share of relevant documents after n judgments."""

from __future__ import annotations

from harness.core.notes import Note
from harness.pooling.replay import Replay
from harness.report.figures import Line, Lines
from harness.report.table import Cell, Column, Notes, Table, headed

_AVERAGES = {"macro": "mean over topics with relevant documents", "micro": "all topics together"}


def replay_table(replay: Replay, *, average: str = "macro", title: str = "") -> Table:
    """One row a plan, one column a number of judgments: the share of relevant documents found."""
    shares = getattr(replay, average)
    rows: list[tuple[Cell, ...]] = [
        (name, *row) for name, row in zip(replay.plans, shares.tolist(), strict=True)
    ]
    rows.sort(key=lambda row: [-float(share or 0) for share in row[1:]])
    columns = headed(Column("strategy"), *(f"{n} a topic" for n in replay.budgets), digits=3)
    return Table(columns, rows, title, _notes(replay, average))


def curve_table(replay: Replay, *, average: str = "macro") -> Table:
    """One row a number of judgments, one column a plan."""
    curves = [(name, replay.curve(name, average)) for name in replay.plans]
    judged = range(len(curves[0][1]) if curves else 0)
    return Table.of_columns(("judged a topic", judged), *curves)


def curve_figure(replay: Replay, *, average: str = "macro", title: str = "") -> Lines:
    """The share of relevant documents found, over the number of judgments a topic."""
    lines = [
        Line(name, list(enumerate(replay.curve(name, average).tolist()))) for name in replay.plans
    ]
    heading = f"{title}: relevant documents found" if title else "Relevant documents found"
    label = f"share found ({average} average)"
    return Lines(heading, "documents judged a topic", label, lines, (0.0, 1.0))


def _notes(replay: Replay, average: str) -> Notes:
    relevant, offered = int(replay.num_rel.sum()), int(replay.num_rel_offered.sum())
    notes: list[Note | str] = [
        f"share of the {relevant:,} relevant documents, {_AVERAGES[average]}",
        f"{offered:,} of them are among the candidates",
    ]
    drawn = [name for name, seeds in zip(replay.plans, replay.seeds, strict=True) if len(seeds) > 1]
    if drawn:
        count = max(map(len, replay.seeds))
        text = f"mean over {count} seeds: {', '.join(drawn)}"
        notes.append(Note("seed", text, numbers={"seeds": count}))
    unjudged = replay.unjudged[..., -1].sum(axis=1)
    if unjudged.any():
        most = int(unjudged.max())
        text = f"documents asked for that nobody judged count as not relevant: up to {most:,}"
        notes.append(Note("not-judged-yet", text, numbers={"most": most}))
    if replay.unanswered:
        text = f"topics with relevant documents that no run answers: {', '.join(replay.unanswered)}"
        notes.append(Note("topic-unanswered", text, numbers={"topics": len(replay.unanswered)}))
    return tuple(notes)
