"""Runs in XML: submissions to INEX (2002 to 2009), and TRECVID's runs of video search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from harness.formats.layouts import Layout, Sample
from harness.formats.tables import InputTable
from harness.formats.text_reading import (
    Node,
    TextReading,
    XmlRow,
    as_text,
    has_root,
    named_children,
    parse,
    table_of_elements,
)

_SUBMISSION = "inex-submission"
#: Of ad-hoc search, of instance search, and of the search task before.
_TOPIC = re.compile(rb"<video\w*SearchTopicResult\s")
#: It begins within so many bytes: descriptions of the system stand before it.
_BEGINNING = 65_536


def _read_shots(content: bytes, where: str) -> InputTable:
    """The shots of all topics of the only run; ``seqNum`` is the rank."""
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
    """Each topic with each of its shots; an attribute that is not there is a problem."""
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


def _has_shots(sample: Sample) -> bool:
    return _TOPIC.search(sample.content[:_BEGINNING]) is not None


# --- INEX: results are elements, passages or files -----------------------------------------------


def _read_submission(content: bytes, where: str) -> InputTable:
    """The results of a submission: a path, a passage (``fol``), or a whole file each.

    They are ordered by scores (``rsv``), else by ranks; as in the file where there are neither.
    """
    return table_of_elements(content, where, _SUBMISSION, _results)


def _results(submission: Node, reading: TextReading) -> Iterator[XmlRow]:
    tag = submission.attributes.get("run-id", "")
    orders = {"rsv", "rank"} & {node.name for node in submission.walk()}
    for topic in named_children(submission, "topic"):
        name = topic.attributes.get("topic-id", "").strip()
        if not name:
            reading.problem("a <topic> without topic-id", line=topic.line)
        for rank, result in enumerate(named_children(topic, "result"), start=1):
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
    """Which part of its file a result is: the element of a path, a passage, or all of it."""
    passage = next(iter(named_children(result, "fol")), None)
    if passage is not None:
        return {name: passage.attributes.get(name) for name in ("offset", "length")}
    return {"path": values["path"]} if "path" in values else {}


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "inex-xml",
        "INEX: a submission in XML, `<inex-submission run-id=…><topic topic-id=…><result><file>…`, "
        "with a `<path>` or a `<fol offset=… length=…/>` in each result",
        b'<inex-submission run-id="thorough">\n<topic topic-id="9">\n<result><file>d1</file>'
        b"<path>/article[1]</path><rsv>2.5</rsv></result>\n</topic>\n</inex-submission>\n",
        read=_read_submission,
        recognises=partial(has_root, _SUBMISSION),
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
        recognises=_has_shots,
        turn=0,
        suffixes=(".xml",),
        unwritten="trec and msmarco hold the same",
    ),
)
