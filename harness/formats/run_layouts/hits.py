"""Runs as search engines and toolkits answer: JSON, in which each topic lists its documents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from harness.formats.json_text import parse_json
from harness.formats.layouts import Layout, Sample
from harness.formats.listed import document_of, has_grades, topic_lists
from harness.formats.tables import InputTable

#: Where lists are: Elasticsearch and OpenSearch, Solr, Vespa, RankLLM, iKAT, and whatever names
#: them so, as BioASQ does.
_PATHS = (
    ("hits", "hits"),
    ("response", "docs"),
    ("root", "children"),
    ("candidates",),
    ("responses", "passage_provenance"),
    ("hits",),
    ("results",),
    ("documents",),
    ("docs",),
)
_SCORES = ("score", "_score", "relevance")
_LIST = re.compile(
    rb'"(?:%s)"\s*:\s*\[' % b"|".join(sorted({path[-1].encode() for path in _PATHS}))
)
_NAME = re.compile(rb'"run_name"\s*:\s*("(?:[^"\\]|\\.)+")')
_JSON = re.compile(rb"\s*[{\[]")
#: A list begins within so many bytes: engines put little before it.
_BEGINNING = 4096


def _read(content: bytes, where: str) -> InputTable:
    """All lists, in their order: the position is the rank; a score where every document has one."""
    lists, warnings = topic_lists(content, where, _PATHS)
    hits = [
        (topic, rank, item) for topic, documents in lists for rank, item in enumerate(documents, 1)
    ]
    topics, ranks = [topic for topic, _, _ in hits], [rank for _, rank, _ in hits]
    docs, scores = [document_of(item) for *_, item in hits], [_score(item) for *_, item in hits]
    columns: dict[str, list[Any]] = {"topic": topics, "doc": docs, "rank": ranks}
    if None not in scores:
        columns["score"] = scores
    if name := _NAME.search(content[:_BEGINNING]):
        columns["tag"] = [parse_json(name[1].decode(), where)] * len(hits)
    label = lambda row: f"topic {topics[row]!r}, document {ranks[row]}"  # noqa: E731
    return InputTable(columns, where, label=label, warnings=tuple(warnings))


def _score(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return None
    return next((item[name] for name in _SCORES if item.get(name) is not None), None)


def _recognises(sample: Sample) -> bool:
    head = sample.content[:_BEGINNING]
    listed = _JSON.match(head) is not None and _LIST.search(head) is not None
    return listed and not has_grades(head)


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "hits",
        "what engines answer, Elasticsearch, OpenSearch, Solr, Vespa, or RankLLM, and runs of "
        "BioASQ and iKAT: JSON of topics, each with the list of its documents (`hits`, `docs`, "
        "`candidates`, …)",
        b'{"701": {"hits": {"hits": [{"_id": "GX000", "_score": 2.5},\n'
        b'{"_id": "GX001", "_score": 1.25}]}}}\n',
        read=_read,
        recognises=_recognises,
        turn=-1,
        unwritten="json and jsonl hold the same",
    ),
)
