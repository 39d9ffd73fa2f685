"""TRECVID: a run of video search in XML, in which each topic lists its shots."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.formats.layouts import Layout, Sample
from harness.formats.tables import InputTable
from harness.formats.topics.reading import TextReading, as_text
from harness.formats.topics.xmltree import Node, parse

#: Of ad-hoc search, of instance search, and of the search task before.
_TOPIC = re.compile(rb"<video\w*SearchTopicResult\s")
#: It begins within so many bytes: descriptions of the system stand before it.
_BEGINNING = 65_536


def _read(content: bytes, where: str) -> InputTable:
    """The shots of all topics of the only run; ``seqNum`` is the rank."""
    reading = TextReading(where)
    root = parse(as_text(content, reading), reading)
    for again in [node for node in root.walk() if node.name.endswith("SearchRunResult")][1:]:
        reading.problem("a second run", line=again.line, hint="each run is a file of its own")
    rows = list(_rows(root, reading))
    reading.check()
    columns: dict[str, list[str]] = {
        name: [item.attributes[key].strip() for _, item in rows]
        for name, key in (("doc", "shotId"), ("rank", "seqNum"))
    }
    columns["topic"] = [topic.attributes["tNum"].strip() for topic, _ in rows]
    lines = [item.line for _, item in rows]
    notes = tuple(reading.warnings)
    return InputTable(columns, where, line=lines.__getitem__, warnings=notes, written=True)


def _rows(root: Node, reading: TextReading) -> Iterator[tuple[Node, Node]]:
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


def _recognises(sample: Sample) -> bool:
    return _TOPIC.search(sample.content[:_BEGINNING]) is not None


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "trecvid-xml",
        "TRECVID: a run of video search in XML, `<video…SearchTopicResult tNum=…>` with "
        "`<item seqNum=… shotId=…/>`; the score is the negative rank",
        b'<videoAdhocSearchResults>\n<videoAdhocSearchRunResult pid="me" priority="1">\n'
        b'<videoAdhocSearchTopicResult tNum="1501">\n<item seqNum="1" shotId="shot1_2"/>\n'
        b"</videoAdhocSearchTopicResult>\n</videoAdhocSearchRunResult>\n"
        b"</videoAdhocSearchResults>\n",
        read=_read,
        recognises=_recognises,
        turn=0,
        suffixes=(".xml",),
        unwritten="trec and msmarco hold the same",
    ),
)
