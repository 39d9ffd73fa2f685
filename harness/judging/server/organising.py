"""The pages of organisers and adjudicators: progress, agreement, conflicts, lists."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from harness.core.errors import EvaluationError, InputError, Problem
from harness.core.packages import pl
from harness.judging.access import Person
from harness.judging.agreeing import agreement_report
from harness.judging.assessors import exclude_groups, find_holders, holders
from harness.judging.judgments import (
    NOT_RELEASED,
    document_judgments,
    gold_drift,
    notes,
    progress,
    standing_judgments,
    standing_skips,
)
from harness.judging.ledger import known_assessor, now
from harness.judging.policies import Policy, decide
from harness.judging.recording import Entry, record_assignment, record_entry
from harness.judging.server.assessing import show_topic
from harness.judging.server.site import Site
from harness.judging.stopping import recall_so_far, stopping_advice

#: Resamples of topics for the intervals on the page.
_SAMPLES = 200


def overview(site: Site, _person: Person, _request: Any, _body: Any) -> dict[str, Any]:
    """Return progress by assessor and topic, speed, drift, recall, skips and open conflicts."""
    ledger = site.reading
    decided = decide(document_judgments(ledger), Policy("adjudicated", kinds=site.kinds))
    asked = stopping_advice(ledger, site.live.policy) if site.live else []
    # The judged documents are a random sample only if no strategy chose them by earlier judgments.
    recalls = [] if site.live else recall_so_far(ledger, site.kinds)
    return {
        "title": site.title,
        "position": ledger.position,
        "progress": progress(ledger).rows(named=True),
        "speed": _speed(standing_judgments(ledger)),
        "gold": [asdict(row) for row in gold_drift(ledger)],
        "recall": [asdict(row) for row in recalls],
        "stopping": [asdict(row) for row in asked],
        "skips": standing_skips(ledger).rows(named=True),
        "notes": notes(ledger),
        "conflicts": decided.open.height,
        "has_leaderboard": site.leaderboard is not None,
    }


def agreement(site: Site, _person: Person, _request: Any, _body: Any) -> dict[str, Any]:
    """Return the agreement of assessors: of all, of pairs, and of each with own repeats."""
    ledger = site.reading
    judgments = standing_judgments(ledger)
    judgments = judgments.filter(pl.col("assessor_kind").is_in(site.kinds))
    report = agreement_report(judgments, ledger.guidelines[1].dimension(), samples=_SAMPLES)
    return {
        "dimension": report.dimension,
        "confidence": report.confidence,
        "overall": {name: asdict(estimate) for name, estimate in report.overall.items()},
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "units": pair.units,
                "difference": pair.difference,
                "overlap": pair.overlap.overlap,
                **{name: asdict(coefficient) for name, coefficient in pair.coefficients.items()},
            }
            for pair in report.pairs
        ],
        "consistency": {name: asdict(it) for name, it in report.consistency.items()},
    }


def leaderboard(site: Site, _person: Person, _request: Any, _body: Any) -> Mapping[str, Any]:
    """Return the leaderboard by the judgments so far; raises `EvaluationError` without one."""
    if site.leaderboard is None:
        raise EvaluationError("this task has no leaderboard")
    return site.leaderboard(site.reading)


def conflicts(site: Site, _person: Person, _request: Any, _body: Any) -> dict[str, Any]:
    """Return undecided documents on which assessors differ, with all their grades."""
    ledger = site.reading
    decided = decide(document_judgments(ledger), Policy("adjudicated", kinds=site.kinds))
    units = decided.open.select("topic", "doc").rows()
    numbers = {
        (topic, doc): number
        for number, topic, doc in ledger.rows(
            "SELECT id, topic, doc FROM unit WHERE kind = 'document'"
        )
    }
    counted = ~pl.col("reason").is_in(NOT_RELEASED) & (pl.col("kind") == "document")
    judgments = standing_judgments(ledger).filter(counted)
    given = judgments.partition_by("topic", "doc", as_dict=True, include_key=False)
    listed = []
    for topic, doc in units:
        content, has_pdf = site.collection.content(doc), site.collection.pdf(doc) is not None
        columns = ("assessor", "dimension", "grade", "judged_at")
        listed.append(
            {
                "topic": topic,
                "doc": doc,
                "title": content.title if content else "",
                "text": content.text if content else "",
                "pdf": f"/api/documents/{numbers[topic, doc]}/pdf" if has_pdf else None,
                "judgments": given[topic, doc].select(columns).rows(named=True),
            }
        )
    return {
        "guidelines": ledger.guidelines[1].model_dump(mode="json"),
        "topics": {topic: show_topic(site, topic) for topic in dict.fromkeys(t for t, _ in units)},
        "conflicts": listed,
    }


def adjudicate(site: Site, person: Person, _request: Any, body: Any) -> dict[str, Any]:
    """Record the grade that decides a conflict. ``body``: topic, doc, grades, key, text."""
    given = _object(body, {"topic": str, "doc": str, "grades": dict, "key": str})
    query = "SELECT id FROM unit WHERE topic = ? AND doc = ? AND kind = 'document'"
    with site.transaction() as writing:
        row = writing.execute(query, (given["topic"], given["doc"])).fetchone()
        if row is None:
            raise EvaluationError(Problem(f"there is no document {given['doc']!r}"))
        known = writing.execute(
            "SELECT assignment FROM event WHERE key = ? AND actor = ?",
            (given["key"], person.number),
        ).fetchone()
        if known is None:
            number = record_assignment(writing, row[0], person.number, "adjudication")
        else:
            number = known[0]
        entry = Entry("judged", given["key"], given["grades"], source="page")
        return {"event": record_entry(writing, number, entry, actor=person.number)}


def close(site: Site, person: Person, _request: Any, body: Any) -> dict[str, Any]:
    """Close the open documents of an assessor's topics. ``body``: assessor, topics, text."""
    given = _object(body, {"assessor": str, "topics": list, "text": str})
    closed = 0
    with site.transaction() as writing:
        for topic in given["topics"]:
            for number, _, _, _ in _list_left(writing, given["assessor"], topic):
                entry = Entry("closed", f"closed-{secrets.token_hex(12)}", text=given["text"])
                record_entry(writing, number, entry, actor=person.number)
                closed += 1
    return {"closed": closed}


def answer(site: Site, person: Person, _request: Any, body: Any) -> dict[str, Any]:
    """Answer the note of an assessor. ``body``: assignment, text, key."""
    given = _object(body, {"assignment": int, "text": str, "key": str})
    with site.transaction() as writing:
        entry = Entry("noted", given["key"], text=given["text"])
        event = record_entry(writing, given["assignment"], entry, actor=person.number)
    return {"event": event}


def reassign(site: Site, person: Person, _request: Any, body: Any) -> dict[str, Any]:
    """Reassign the open documents of an assessor's topics. ``body``: assessor, topics, to, text.

    Documents that the other may not hold, or has already, stay and are counted (``kept``).
    """
    given = _object(body, {"assessor": str, "topics": list, "to": str, "text": str})
    moved = kept = 0
    with site.transaction() as writing:
        other, role = known_assessor(writing, given["to"])
        if role != "assessor":
            raise InputError(f"{given['to']!r} is no assessor, but {role}")
        known = {holder.number: holder for holder in holders(writing, now(), site.rules)}
        for topic in given["topics"]:
            for number, unit, reason, batch in _list_left(writing, given["assessor"], topic):
                having, groups = (
                    find_holders(writing, unit),
                    exclude_groups(writing, unit, site.rules),
                )
                holder = known.get(other)
                if other in having or (holder and not holder.may_hold(topic, having, groups)):
                    kept += 1
                    continue
                key = f"moved-{secrets.token_hex(12)}"
                entry = Entry("closed", key, text=given["text"], source="move")
                record_entry(writing, number, entry, actor=person.number)
                record_assignment(writing, unit, other, reason, batch=batch)
                moved += 1
    return {"moved": moved, "kept": kept}


def _list_left(writing: Any, assessor: str, topic: str) -> list[tuple[int, int, str, int | None]]:
    """Return an assessor's open documents of a topic: assignment, unit, reason, batch."""
    query = """
        SELECT a.id, a.unit, a.reason, a.batch FROM assignment a
        JOIN unit u ON u.id = a.unit JOIN assessor s ON s.id = a.assessor
        LEFT JOIN standing ON standing.assignment = a.id
        WHERE s.name = ? AND u.topic = ? AND standing.event IS NULL ORDER BY a.position
    """
    return list(writing.execute(query, (assessor, topic)))


def _speed(judgments: pl.DataFrame) -> list[dict[str, Any]]:
    """Count each assessor's judgments, with the median seconds from showing to judging."""
    times = judgments.unique("event").with_columns(
        pl.col("shown_at").str.to_datetime(strict=False, time_zone="UTC"),
        pl.col("judged_at").str.to_datetime(strict=False, time_zone="UTC"),
    )
    seconds = (pl.col("judged_at") - pl.col("shown_at")).dt.total_milliseconds() / 1000
    grouped = times.group_by("assessor").agg(
        judgments=pl.len(),
        median_seconds=seconds.median(),
        median_active_seconds=pl.col("active_ms").median() / 1000,
    )
    return grouped.sort("assessor").rows(named=True)


def _object(body: Any, fields: dict[str, type]) -> dict[str, Any]:
    """Return the body of a request, with fields of these types; raises `EvaluationError`."""
    wrong = [
        name
        for name, kind in fields.items()
        if not isinstance(body, dict) or not isinstance(body.get(name), kind)
    ]
    if wrong:
        raise EvaluationError(Problem(f"the request lacks {', '.join(wrong)}"))
    return dict(body)
