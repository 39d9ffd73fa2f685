"""Data on documents for the page's scripts, available only if the runs themselves were read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from harness.diagnosis import (
    CUTOFFS,
    PARTS,
    LossTable,
    Rankings,
    RunRanking,
    missed_documents,
    unique_relevant,
)
from harness.report.page.rounding import multiples, round_values
from harness.report.report import Report

#: The parts that `describe_documents` returns.
NAMES = ("first", "losses", "missed", "unjudged", "uniques", "relevance_level")

#: The most missed documents shown for each run.
_MISSED = 10


def describe_documents(report: Report, unit: int) -> dict[str, Any]:
    """Return first documents, losses, missed and unjudged documents and uniques; null if unknown.

    ``first`` has for each topic its documents in the order in which runs name them, their grades,
    and the indices of each run's first documents. ``losses`` are whole numbers of 1/``unit``
    [T][R], null where not evaluated: the parts *missed* and *unjudged on top*; *ranked low* is the
    rest up to ``perfect`` [T], so that the three add up. ``missed`` are for each run [topic,
    document, grade, rank or null, other runs, best rank]; see `diagnosis.MisplacedDocument`.
    ``unjudged`` are shares within cutoffs [R][C]: documents ``outside`` the judgments, and
    documents with a ``negative`` grade, which are ``junk`` or were not judged.
    """
    rankings = report.rankings
    if rankings is None:
        return dict.fromkeys(NAMES)
    runs = [rankings.select_run(run) for run in report.runs]
    shares = {
        name: dict(zip(rankings.names, part, strict=True))
        for name, part in (("outside", rankings.not_in_pool()), ("negative", rankings.negative()))
    }
    return {
        "first": {"depth": rankings.depth, "topics": _list_first(report, rankings, runs)},
        "losses": _list_losses(report, rankings, unit),
        "missed": [_list_missed(report, rankings, run) for run in report.runs],
        "unjudged": {
            "cutoffs": list(CUTOFFS),
            "junk": rankings.junk,
            **{
                name: [round_values(of_run[run], 4) for run in report.runs]
                for name, of_run in shares.items()
            },
        },
        "uniques": unique_relevant(rankings, report.groups),
        "relevance_level": rankings.relevance_level,
    }


def _list_first(
    report: Report, rankings: Rankings, runs: Sequence[RunRanking]
) -> list[dict[str, list[Any]]]:
    topics: list[dict[str, list[Any]]] = []
    codes = {topic: code for code, topic in enumerate(rankings.topics)}
    for topic in report.topics:
        firsts = [ranking.first(codes[topic]) for ranking in runs]
        grades = {doc: grade for first in firsts for doc, grade in first}
        number = {doc: index for index, doc in enumerate(grades)}
        topics.append(
            {
                "docs": list(grades),
                "grades": list(grades.values()),
                "runs": [[number[doc] for doc, _ in first] for first in firsts],
            }
        )
    return topics


def _list_losses(report: Report, rankings: Rankings, unit: int) -> dict[str, Any] | None:
    if any(run.losses is None for run in rankings.runs):
        return None
    table = LossTable.of(rankings)
    runs = [table.runs.index(run) for run in report.runs]
    topics = [table.topics.index(topic) for topic in report.topics]
    missed, _, unjudged = np.moveaxis(table.parts[np.ix_(runs, topics)], 2, 0)
    perfect = np.fmax.reduce(table.perfect[np.ix_(runs, topics)])
    return {
        "measure": report.measure(table.measure),
        "parts": list(PARTS),
        "perfect": multiples(perfect, unit),
        "missed": multiples(missed.T, unit),
        "unjudged": multiples(unjudged.T, unit),
    }


def _list_missed(report: Report, rankings: Rankings, run: str) -> list[list[Any]]:
    missed = (loss for loss in missed_documents(rankings, run) if loss.topic in report.topics)
    return [
        [report.topic(it.topic), it.doc, it.grade, it.rank, it.others, it.best]
        for it in islice(missed, _MISSED)
    ]


def shorten_texts(report: Report, shown: dict[str, Any]) -> dict[str, list[str]]:
    """Return title and beginning of the text of each document in ``shown``, if known."""
    first, missed = shown["first"] or {"topics": ()}, shown["missed"] or ()
    named = {doc for topic in first["topics"] for doc in topic["docs"]}
    named |= {document[1] for of_run in missed for document in of_run}
    return {
        doc: [text.title or "", _shorten(text.text, report.text_length)]
        for doc, text in sorted(report.texts.items())
        if doc in named
    }


def _shorten(text: str, length: int) -> str:
    """Return the beginning of a text, with a sign if it is cut; nothing if the length is 0."""
    if len(text) <= length:
        return text
    beginning = text[:length].rstrip()
    return f"{beginning}…" if beginning else ""
