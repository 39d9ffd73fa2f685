"""The notes that keep a table honest: topics, ties and unjudged documents behind its numbers."""

from __future__ import annotations

from collections.abc import Sequence

from harness.core.coverage import Coverage, alarms, known_note
from harness.core.errors import some


def notes(runs: Sequence[str], covers: Sequence[Coverage]) -> tuple[str, ...]:
    """What a reader of these runs' numbers must know beside them, one line each.

    ``runs`` [R] are the names, ``covers`` [R] what each run's averages rest on.
    """
    lines = [topic_counts(covers), *alarms(runs, covers)]
    for what, then, counts in (
        ("do not answer all topics", "missing", [len(one.missing) for one in covers]),
        ("do not answer all judged topics", "left out", [len(one.left_out) for one in covers]),
        ("answer topics without judgments", "ignored", [len(one.extra) for one in covers]),
    ):
        named = [f"{run} ({n} {then})" for run, n in zip(runs, counts, strict=True) if n]
        if named:
            lines.append(f"{len(named)} of {len(runs)} runs {what}: {some(named)}")
    if known := known_note(len(runs), [one.known for one in covers]):
        lines.append(known)
    without = {topic for one in covers for topic in one.without_relevant}
    if without:
        named = sorted(without, key=str.encode)
        lines.append(f"topics without relevant documents, averaged as they score: {some(named)}")
    tied = [one.tied for one in covers if one.tied]
    if tied:
        count = f"{len(tied)} of {len(runs)} runs, {sum(tied)} documents"
        lines.append(f"ties: {count}; broken by document identifier, descending")
    retrieved, unjudged = sum(one.retrieved for one in covers), sum(one.unjudged for one in covers)
    if dropped := sum(one.dropped for one in covers):
        lines.append(f"dropped, as nobody judged them: {dropped} documents")
    if unjudged:
        share = 100 * unjudged / retrieved
        lines.append(f"unjudged: {unjudged} of {retrieved} retrieved documents ({share:.1f} %)")
    return tuple(lines)


def topic_counts(covers: Sequence[Coverage]) -> str:
    """How many topics were averaged, and whether the runs can be compared at all."""
    counts = sorted({len(one.averaged) for one in covers})
    if len(counts) == 1:
        return "averaged over 1 topic" if counts[0] == 1 else f"averaged over {counts[0]} topics"
    return f"averaged over {counts[0]} to {counts[-1]} topics: the runs are NOT comparable"
