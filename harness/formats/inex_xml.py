"""What INEX kept in XML: submissions of runs (2002 to 2009) and assessments of elements (to 2005).

Both are read as tables; a row has the line of its element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from harness.formats.layouts import Sample
from harness.formats.tables import InputTable
from harness.formats.topics.reading import TextReading, as_text
from harness.formats.topics.xmltree import Node, parse

SUBMISSION, ASSESSMENTS = "inex-submission", "assessments"

#: A row under our names, and its line.
_Row = tuple[Mapping[str, str | None], int]
#: The exhaustivity of an element that is too small to be judged by itself (2005).
TOO_SMALL = "?"


def has_root(name: str, sample: Sample) -> bool:
    """Whether a content begins as XML and has an element of this name."""
    start = sample.content.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] == b"<" and f"<{name}".encode() in start


def submission_table(content: bytes, where: str) -> InputTable:
    """The results of a submission: a path, a passage (``fol``), or a whole file each.

    They are ordered by scores (``rsv``), else by ranks; as in the file where there are neither.
    """
    return _table(content, where, SUBMISSION, _results)


def assessments_table(content: bytes, where: str) -> InputTable:
    """The assessed elements of one or several topics, with exhaustivity and specificity."""
    return _table(content, where, ASSESSMENTS, _assessed)


def _table(
    content: bytes, where: str, name: str, rows_of: Callable[[Node, TextReading], Iterator[_Row]]
) -> InputTable:
    reading = TextReading(where)
    root = parse(as_text(content, reading), reading)
    parts = [node for node in root.walk() if node.name == name]
    if not parts:
        reading.problem(f"there is no element <{name}>", line=root.line)
    rows = [row for part in parts for row in rows_of(part, reading)]
    reading.check()
    names = dict.fromkeys(name for values, _ in rows for name in values)
    for values, line in rows:
        for name in (name for name in names if name not in values):
            message = f"there is no {name} here, as other results have"
            reading.problem(message, line=line, hint="elements and passages are runs of their own")
    reading.check()
    lines = [line for _, line in rows]
    return InputTable(
        {name: [values[name] for values, _ in rows] for name in names},
        where,
        line=lines.__getitem__,
        warnings=tuple(reading.warnings),
        written=True,
    )


def _results(submission: Node, reading: TextReading) -> Iterator[_Row]:
    tag = submission.attributes.get("run-id", "")
    orders = {"rsv", "rank"} & {node.name for node in submission.walk()}
    for topic in _named(submission, "topic"):
        name = topic.attributes.get("topic-id", "").strip()
        if not name:
            reading.problem("a <topic> without topic-id", line=topic.line)
        for rank, result in enumerate(_named(topic, "result"), start=1):
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
    passage = next(iter(_named(result, "fol")), None)
    if passage is not None:
        return {name: passage.attributes.get(name) for name in ("offset", "length")}
    return {"path": values["path"]} if "path" in values else {}


def _assessed(assessments: Node, reading: TextReading) -> Iterator[_Row]:
    topic = assessments.attributes.get("topic", "").strip()
    if not topic:
        reading.problem("<assessments> without a topic", line=assessments.line)
    for file in _named(assessments, "file"):
        doc = file.attributes.get("name", file.attributes.get("file", ""))
        for element in _named(file, "element"):
            wanted = ("path", "exhaustivity", "specificity")
            absent = [name for name in wanted if not element.attributes.get(name)]
            if absent:
                reading.problem(f"an <element> without {', '.join(absent)}", line=element.line)
            values = {name: element.attributes.get(name) for name in wanted}
            if values["exhaustivity"] == TOO_SMALL:
                values["exhaustivity"] = None
            grade = values["exhaustivity"] or "0"
            yield {"topic": topic, "doc": doc, "grade": grade, **values}, element.line


def _named(node: Node, name: str) -> list[Node]:
    return [child for child in node.children if child.name == name]
