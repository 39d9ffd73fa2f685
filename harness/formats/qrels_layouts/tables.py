"""Judgments as tables with named columns, and as JSON in which each topic lists its documents.

The latter are those of LoTTE, BRIGHT, BioASQ and TREC Fair Ranking.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from harness.formats.json_reading import document_of, has_grades, topic_lists
from harness.formats.layouts import Layout, Sample
from harness.formats.qrels_columns import GRADE_NAMES, QRELS_COLUMNS
from harness.formats.tablefiles import table_layouts
from harness.formats.tables import InputTable

_EXAMPLE: Mapping[str, Sequence[object]] = {
    "topic": ["701", "701"],
    "doc": ["GX000", "GX001"],
    "grade": [2, 0],
}

_PATHS = (("answer_pids",), ("gold_ids",), ("relevant",), ("documents",))
_LIST = re.compile(rb'"(?:answer_pids|gold_ids|relevant|questions)"\s*:\s*\[')
_BEGINNING = 65_536


def _read_lists(content: bytes, where: str) -> InputTable:
    """The documents of the lists; where none has a grade, each is relevant: 1."""
    lists, warnings = topic_lists(content, where, _PATHS)
    rows = [(topic, item) for topic, documents in lists for item in documents]
    topics, docs = [topic for topic, _ in rows], [document_of(item) for _, item in rows]
    grades = [_grade(item) for _, item in rows]
    if not any(grade is not None for grade in grades):
        grades = [1] * len(rows)
    columns = {"topic": topics, "doc": docs, "grade": grades}
    label = lambda row: f"topic {topics[row]!r}, document {docs[row]!r}"  # noqa: E731
    return InputTable(columns, where, label=label, warnings=tuple(warnings))


def _grade(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return None
    return next((item[name] for name in GRADE_NAMES if name in item), None)


def _has_lists(sample: Sample) -> bool:
    head = sample.content[:_BEGINNING].lstrip()
    return head[:1] in (b"{", b"[") and (_LIST.search(head) is not None or has_grades(head))


LAYOUTS: tuple[Layout, ...] = (
    *table_layouts(
        "judgments", QRELS_COLUMNS, _EXAMPLE, lambda qrels: qrels.frame, lambda _qrels: {}
    ),
    Layout(
        "judgments",
        "relevant",
        "JSON of topics, each with the list of its relevant documents (LoTTE: `answer_pids`, "
        "BRIGHT: `gold_ids`, BioASQ: `documents`, or `relevant`); the grade is 1, or what the "
        "objects in the list say (TREC Fair Ranking: `relevance`)",
        b'{"qid": 7, "query": "why?", "answer_pids": [12, 34]}\n'
        b'{"qid": 8, "query": "how?", "answer_pids": [56]}\n',
        read=_read_lists,
        recognises=_has_lists,
        turn=-1,
        unwritten="trec holds the same",
    ),
)
