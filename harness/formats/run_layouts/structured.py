"""Structured runs: tables, search engines' answers in JSON, MTEB's predictions, INEX's XML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from harness.core.errors import InputError, Problem, refuse, some
from harness.core.model import Run
from harness.core.notes import Note
from harness.core.packages import pl
from harness.formats.files import decode
from harness.formats.json_reading import has_grades, parse_json, read_document, topic_lists
from harness.formats.layouts import FileContent, Layout, Sample, has_element
from harness.formats.run_columns import RUN_COLUMNS, in_evaluation_order, without_header
from harness.formats.tablefiles import nested, table_layouts
from harness.formats.tables import InputTable
from harness.formats.writing import count_unheld, nested_json

if TYPE_CHECKING:
    from harness.formats.text_reading import Node, TextReading, XmlRow


def _frame(run: Run) -> pl.DataFrame:
    frame = in_evaluation_order(run).with_columns(pl.lit(run.name).alias("tag"))
    first = ("topic", "doc", "rank", "score", "tag")
    return frame.select(*first, *(name for name in frame.columns if name not in first))


_EXAMPLE: Mapping[str, Sequence[object]] = {
    "topic": ["701", "701"],
    "doc": ["GX000", "GX001"],
    "rank": [1, 2],
    "score": [2.5, 1.25],
    "tag": ["bm25", "bm25"],
}

_TABLES = (
    *table_layouts("runs", RUN_COLUMNS, _EXAMPLE, _frame, lambda run: without_header(run.details)),
)


#: Paths to lists: of Elasticsearch and OpenSearch, Solr, Vespa, RankLLM, iKAT, and others with the
#: same names, such as BioASQ.
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
#: The bytes within which a list begins: engines put little before it.
_BEGINNING = 4096


def _read_hits(content: bytes, where: str) -> InputTable:
    """Read all lists, in order; the position is the rank; scores count if all have one."""
    lists, warnings = topic_lists(content, where, _PATHS)
    hits = [
        (topic, rank, item) for topic, documents in lists for rank, item in enumerate(documents, 1)
    ]
    topics, ranks = [topic for topic, _, _ in hits], [rank for _, rank, _ in hits]
    docs, scores = [read_document(item) for *_, item in hits], [_score(item) for *_, item in hits]
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


def _has_hits(sample: Sample) -> bool:
    head = sample.content[:_BEGINNING]
    listed = _JSON.match(head) is not None and _LIST.search(head) is not None
    return listed and not has_grades(head)


# --- MTEB: rankings under a subset and a split, beside who made them -----------------------------

#: The member that describes the model of the predictions; every other one is a subset.
_META, _MODEL = "mteb_model_meta", "model_name"
_START = re.compile(rb'\s*\{\s*"mteb_model_meta"\s*:')
_EXPECTED = f"expected {{{_META}: …, subset: {{split: {{topic: {{document: score}}}}}}}}"


def _read_mteb(content: bytes, where: str) -> InputTable:
    """Read all subsets and splits together; a topic in two of them is an error.

    The tag is the model's name. MTEB keeps every subset and split of a task in one file; those
    without judged topics do not count.
    """
    text, warnings = decode(content, where)
    document = parse_json(text, where)
    if not isinstance(document, dict):
        raise InputError(Problem(f"this is {document!r:.40}, not an object", where, hint=_EXPECTED))
    parts = list(_parts(document, where))
    first: dict[str, int] = {}
    problems = (
        Problem(
            f"topic {topic!r} is in {parts[first[topic]][0]} and in {name}",
            where,
            hint="keep one subset and split: a run answers each topic once",
        )
        for index, (name, rankings) in enumerate(parts)
        for topic in rankings
        if first.setdefault(topic, index) != index
    )
    refuse(problems)
    if len(parts) > 1:
        note = f"read as mteb: {some([name for name, _ in parts], 3)} together"
        warnings = (*warnings, Note("layout", note, where, "mteb"))
    rankings = {topic: docs for _, part in parts for topic, docs in part.items()}
    table = nested(rankings, where, "score", warnings=warnings)
    meta = document.get(_META)
    name = meta.get(_MODEL) if isinstance(meta, Mapping) else None
    if not isinstance(name, str) or not name:
        return table
    return table._replace(columns={**table.columns, "tag": [name] * len(table.columns["topic"])})


def _parts(document: Mapping[str, Any], where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rankings of each ``subset/split``; raises `InputError` for other members."""
    for subset, splits in document.items():
        if subset == _META:
            continue
        if not isinstance(splits, Mapping):
            message = f"subset {subset!r}: {type(splits).__name__} where splits are expected"
            raise InputError(Problem(message, where, hint=_EXPECTED))
        for split, rankings in splits.items():
            if not isinstance(rankings, Mapping):
                message = f"{subset}/{split}: {type(rankings).__name__} where topics are expected"
                raise InputError(Problem(message, where, hint=_EXPECTED))
            yield f"{subset}/{split}", rankings


def _write_mteb(run: Run, _layout: Layout) -> FileContent:
    """Write the run as MTEB's predictions of the subset ``default``, split ``test``."""
    frame = in_evaluation_order(run)
    content = nested_json(
        frame,
        "score",
        "mteb",
        run.source,
        lambda rankings: {
            _META: {_MODEL: run.name, "revision": None},
            "default": {"test": rankings},
        },
    )
    lost = without_header(run.details) | count_unheld(frame, {"topic", "doc", "rank", "score"})
    return FileContent(content, lost)


_WITHOUT_XML: tuple[Layout, ...] = (
    Layout(
        "runs",
        "hits",
        "what engines answer, Elasticsearch, OpenSearch, Solr, Vespa, or RankLLM, and runs of "
        "BioASQ and iKAT: JSON of topics, each with the list of its documents (`hits`, `docs`, "
        "`candidates`, …)",
        b'{"701": {"hits": {"hits": [{"_id": "GX000", "_score": 2.5},\n'
        b'{"_id": "GX001", "_score": 1.25}]}}}\n',
        read=_read_hits,
        recognises=_has_hits,
        turn=-1,
        unwritten="json and jsonl hold the same",
    ),
    Layout(
        "runs",
        "mteb",
        "MTEB's saved predictions: `{mteb_model_meta: …, subset: {split: {topic: {document: "
        "score}}}}`",
        b'{"mteb_model_meta": {"model_name": "org/m", "revision": "a1"},\n'
        b'"default": {"test": {"q1": {"d1": 0.75, "d2": 0.5}}}}\n',
        read=_read_mteb,
        recognises=lambda sample: _START.match(sample.content) is not None,
        turn=-1,
        write=_write_mteb,
    ),
    *_TABLES,
)


_SUBMISSION = "inex-submission"
#: Elements of ad-hoc search, of instance search, and of the earlier search task.
_TOPIC = re.compile(rb"<video\w*SearchTopicResult\s")
#: The bytes within which the element begins: descriptions of the system come before it.
_XML_BEGINNING = 65_536


def _read_shots(content: bytes, where: str) -> InputTable:
    """Read the shots of all topics of the only run; ``seqNum`` is the rank."""
    from harness.formats.text_reading import TextReading, as_text, parse

    reading = TextReading(where)
    root = parse(as_text(content, reading), reading)
    for again in [node for node in root.walk() if node.name.endswith("SearchRunResult")][1:]:
        reading.problem("a second run", line=again.line, hint="each run is a file of its own")
    rows = list(_shots(root, reading))
    reading.check()
    columns: dict[str, list[str]] = {
        name: [item.attributes[key].strip() for _, item in rows]
        for name, key in (("doc", "shotId"), ("rank", "seqNum"))
    }
    columns["topic"] = [topic.attributes["tNum"].strip() for topic, _ in rows]
    lines = [item.line for _, item in rows]
    notes = tuple(reading.warnings)
    return InputTable(columns, where, line=lines.__getitem__, warnings=notes, written=True)


def _shots(root: Node, reading: TextReading) -> Iterator[tuple[Node, Node]]:
    """Yield each topic with each of its shots; a missing attribute is a problem."""
    for topic in root.walk():
        if not topic.name.endswith("SearchTopicResult"):
            continue
        _ask(topic, ("tNum",), reading)
        for item in (child for child in topic.children if child.name == "item"):
            _ask(item, ("seqNum", "shotId"), reading)
            yield topic, item


def _ask(node: Node, names: tuple[str, ...], reading: TextReading) -> None:
    absent = [name for name in names if not node.attributes.get(name, "").strip()]
    if absent:
        reading.problem(f"a <{node.name}> without {', '.join(absent)}", line=node.line)


# --- INEX: results are elements, passages or files -----------------------------------------------


def _read_submission(content: bytes, where: str) -> InputTable:
    """Read the results of a submission: a path, a passage (``fol``), or a whole file each.

    They are ordered by scores (``rsv``), else by ranks, else as in the file.
    """
    from harness.formats.text_reading import read_elements

    return read_elements(content, where, _SUBMISSION, _results)


def _results(submission: Node, reading: TextReading) -> Iterator[XmlRow]:
    tag = submission.attributes.get("run-id", "")
    orders = {"rsv", "rank"} & {node.name for node in submission.walk()}
    for topic in submission.called("topic"):
        name = topic.attributes.get("topic-id", "").strip()
        if not name:
            reading.problem("a <topic> without topic-id", line=topic.line)
        for rank, result in enumerate(topic.called("result"), start=1):
            values = {child.name: child.text.strip() for child in result.children}
            if not values.get("file"):
                reading.problem("a <result> without <file>", line=result.line)
            if "passage" in values:
                message = "a <passage> from one element to another: its characters are not known"
                hint = "a passage is <fol offset=… length=…/>"
                reading.problem(message, line=result.line, hint=hint)
            row: dict[str, str | None] = {"topic": name, "doc": values.get("file", "")}
            if "rsv" in orders:
                row["score"] = values.get("rsv")
            else:
                row["rank"] = values.get("rank") if orders else str(rank)
            yield row | _part(result, values) | {"tag": tag}, result.line


def _part(result: Node, values: Mapping[str, str]) -> dict[str, str | None]:
    """Return the part of its file that a result is: an element, a passage, or all of it."""
    passage = next(iter(result.called("fol")), None)
    if passage is not None:
        return {name: passage.attributes.get(name) for name in ("offset", "length")}
    return {"path": values["path"]} if "path" in values else {}


LAYOUTS: tuple[Layout, ...] = (
    *_WITHOUT_XML,
    Layout(
        "runs",
        "inex-xml",
        "INEX: a submission in XML, `<inex-submission run-id=…><topic topic-id=…><result><file>…`, "
        "with a `<path>` or a `<fol offset=… length=…/>` in each result",
        b'<inex-submission run-id="thorough">\n<topic topic-id="9">\n<result><file>d1</file>'
        b"<path>/article[1]</path><rsv>2.5</rsv></result>\n</topic>\n</inex-submission>\n",
        read=_read_submission,
        recognises=partial(has_element, _SUBMISSION),
        turn=0,
        suffixes=(".xml",),
        unwritten="inex and inex-elements hold the same",
    ),
    Layout(
        "runs",
        "trecvid-xml",
        "TRECVID: a run of video search in XML, `<video…SearchTopicResult tNum=…>` with "
        "`<item seqNum=… shotId=…/>`; the score is the negative rank",
        b'<videoAdhocSearchResults>\n<videoAdhocSearchRunResult pid="me" priority="1">\n'
        b'<videoAdhocSearchTopicResult tNum="1501">\n<item seqNum="1" shotId="shot1_2"/>\n'
        b"</videoAdhocSearchTopicResult>\n</videoAdhocSearchRunResult>\n"
        b"</videoAdhocSearchResults>\n",
        read=_read_shots,
        recognises=lambda sample: _TOPIC.search(sample.content[:_XML_BEGINNING]) is not None,
        turn=0,
        suffixes=(".xml",),
        unwritten="trec and msmarco hold the same",
    ),
)
