"""Judgments as the relevant documents of each topic, in JSON: LoTTE, BRIGHT, BioASQ."""

from __future__ import annotations

import re

from harness.formats.layouts import Layout, Sample
from harness.formats.listed import document_of, topic_lists
from harness.formats.tables import InputTable

_PATHS = (("answer_pids",), ("gold_ids",), ("relevant",), ("documents",))
_LIST = re.compile(rb'"(?:answer_pids|gold_ids|relevant|questions)"\s*:\s*\[')
_BEGINNING = 65_536


def _read(content: bytes, where: str) -> InputTable:
    """Each document of a list is relevant, with the grade 1; nothing else was judged."""
    lists, warnings = topic_lists(content, where, _PATHS)
    rows = [(topic, document_of(item)) for topic, documents in lists for item in documents]
    topics, docs = [topic for topic, _ in rows], [doc for _, doc in rows]
    columns = {"topic": topics, "doc": docs, "grade": [1] * len(rows)}
    label = lambda row: f"topic {topics[row]!r}, document {docs[row]!r}"  # noqa: E731
    return InputTable(columns, where, label=label, warnings=tuple(warnings))


def _recognises(sample: Sample) -> bool:
    head = sample.content[:_BEGINNING].lstrip()
    return head[:1] in (b"{", b"[") and _LIST.search(head) is not None


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "judgments",
        "relevant",
        "JSON of topics, each with the list of its relevant documents (LoTTE: `answer_pids`, "
        "BRIGHT: `gold_ids`, BioASQ: `documents`, or `relevant`); the grade is 1",
        b'{"qid": 7, "query": "why?", "answer_pids": [12, 34]}\n'
        b'{"qid": 8, "query": "how?", "answer_pids": [56]}\n',
        read=_read,
        recognises=_recognises,
        turn=-1,
        unwritten="trec holds the same",
    ),
)
