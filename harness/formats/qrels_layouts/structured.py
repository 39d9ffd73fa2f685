"""Structured judgments: INEX's passages and elements, tables, JSON with a list for each topic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from harness.core.errors import Problem, refuse
from harness.core.model import Qrels
from harness.core.numbers import decimal, integer
from harness.core.packages import pl
from harness.formats.json_reading import has_grades, read_document, topic_lists
from harness.formats.layouts import Layout, Locate, Sample, has_element, has_lines_of
from harness.formats.qrels_columns import (
    GRADE_NAMES,
    QRELS_COLUMNS,
    line_fields,
    many_records,
    write_fields,
)
from harness.formats.records import LineFields
from harness.formats.tablefiles import table_layouts
from harness.formats.tables import InputTable, parse_passage, passages_type
from harness.formats.writing import passage_text

if TYPE_CHECKING:
    from harness.formats.text_reading import Node, TextReading, XmlRow

_FIELDS = replace(
    line_fields(
        "topic iter doc relevant_chars doc_chars", integers="relevant_chars doc_chars", rest="rest"
    ),
    rest_like=re.compile(r"(?:\d+(?: \d+:\d+)+)?\Z", re.ASCII),
)
_ASSESSMENTS = "assessments"
#: The exhaustivity of an element too small to be judged by itself (2005).
_TOO_SMALL = "?"
#: The coverages of 2002 on the scale of specificity.
_COVERAGES = {"N": 0.0, "S": 1.0, "L": 2.0, "E": 3.0}
_ELEMENTS = LineFields.of(
    "topic iter doc path exhaustivity specificity",
    integers="exhaustivity",
    missing={"exhaustivity": frozenset({_TOO_SMALL})},
)


def _is_relevant() -> pl.Expr:
    return pl.col("relevant_chars") > 0


def _recognises(sample: Sample) -> bool:
    """Return whether a line has passages, perhaps late, after many non-relevant articles."""
    if not has_lines_of(_FIELDS, sample):
        return False
    records = sample.derive(many_records)
    longest = max(map(len, records), default=0)
    return longest > len(_FIELDS.fields) and all(map(_FIELDS.fits, records))


#: The highest exhaustivity and specificity.
_MOST = 3

_Passages = list[dict[str, int]]


def _from_passages(frame: pl.DataFrame, locate: Locate) -> pl.DataFrame:
    """Convert passages to grades: an article is relevant (grade 1) if some of its text is."""
    hint = "expected best_entry offset:length offset:length …, or nothing"
    problems: list[Problem] = []
    entries: list[int | None] = []
    passages: list[_Passages] = []
    for row, rest in enumerate(frame["rest"]):
        entry, listed, wrong = _best_entry_and_passages(rest.split(" ") if rest else [])
        entries.append(entry)
        passages.append(listed)
        first = len(_FIELDS.fields)
        problems += [locate(row, first + index, message, hint) for index, message in wrong]
    refuse(problems)
    frame = frame.drop("rest").with_columns(
        _is_relevant().cast(pl.Int64).alias("grade"),
        pl.Series("best_entry", entries, pl.Int64),
        pl.Series("passages", passages, passages_type()),
    )
    empty = (frame["grade"] == 1) & (frame["passages"].list.len() == 0)
    refuse(
        locate(row, "relevant_chars", "the article is relevant but no passage is given", hint)
        for row in empty.arg_true().to_list()
    )
    return frame


def _best_entry_and_passages(
    rest: list[str],
) -> tuple[int | None, _Passages, list[tuple[int, str]]]:
    """Parse the fields after the lengths of a line, with their problems by index."""
    if not rest:
        return None, [], []
    wrong: list[tuple[int, str]] = []
    passages: _Passages = []
    entry = None
    try:
        entry = integer(rest[0])
    except ValueError as error:
        wrong.append((0, f"the best_entry {rest[0]!r} {error}"))
    if entry is not None and not rest[0].isdigit():
        wrong.append((0, f"the best_entry {rest[0]!r} has a sign"))
    for index, text in enumerate(rest[1:], start=1):
        try:
            passages.append(parse_passage(text))
        except ValueError as error:
            wrong.append((index, str(error)))
    if len(rest) == 1 and not wrong:
        wrong.append((1, "no passage follows the best_entry"))
    return entry, passages, wrong


def _with_rest(qrels: Qrels) -> pl.DataFrame:
    frame = qrels.frame
    if not {"best_entry", "passages"} <= set(frame.columns):
        return frame
    rests = [
        "" if entry is None else f"{entry} {passage_text(passages)}"
        for entry, passages in zip(frame["best_entry"], frame["passages"].to_list(), strict=True)
    ]
    return frame.drop("best_entry", "passages").with_columns(pl.Series("rest", rests, pl.String))


def _has_elements(sample: Sample) -> bool:
    return bool(sample.records) and all(
        _ELEMENTS.fits(record) and record[3].startswith("/") for record in sample.records
    )


def _from_elements(frame: pl.DataFrame, locate: Locate) -> pl.DataFrame:
    """Convert elements to grades: the exhaustivity, 0 for elements too small to judge."""
    values: list[float | None] = []
    problems: list[Problem] = []
    for row, text in enumerate(frame["specificity"]):
        value = _COVERAGES.get(text)
        try:
            value = decimal(text) if value is None else value
        except ValueError:
            value = -1.0
        if not 0 <= value <= _MOST:
            message = f"the specificity {text!r} is neither from 0 to {_MOST} nor a coverage"
            problems.append(locate(row, "specificity", message, "the coverages are N, S, L, E"))
        values.append(value)
    refuse(problems)
    exhaustivity = frame["exhaustivity"]
    wrong = ((exhaustivity < 0) | (exhaustivity > _MOST)).arg_true().to_list()
    refuse(
        locate(row, "exhaustivity", f"{exhaustivity[row]} is not from 0 to {_MOST}", None)
        for row in wrong
    )
    return frame.with_columns(
        pl.Series("specificity", values, pl.Float64),
        pl.col("exhaustivity").fill_null(0).alias("grade"),
    )


def _with_specificity(qrels: Qrels) -> pl.DataFrame:
    """Return the columns in their written form."""
    if "exhaustivity" not in qrels.frame.columns:
        return qrels.frame
    return qrels.frame.with_columns(
        pl.col("exhaustivity").cast(pl.String).fill_null(_TOO_SMALL),
        pl.col("specificity").map_elements("{:g}".format, pl.String),
    )


def _read_assessments(content: bytes, where: str) -> InputTable:
    """Read the assessed elements of topics, with exhaustivity and specificity."""
    from harness.formats.text_reading import read_elements

    return read_elements(content, where, _ASSESSMENTS, _assessed)


def _assessed(assessments: Node, reading: TextReading) -> Iterator[XmlRow]:
    topic = assessments.attributes.get("topic", "").strip()
    if not topic:
        reading.problem("<assessments> without a topic", line=assessments.line)
    for file in assessments.called("file"):
        doc = file.attributes.get("name", file.attributes.get("file", ""))
        for element in file.called("element"):
            wanted = ("path", "exhaustivity", "specificity")
            absent = [name for name in wanted if not element.attributes.get(name)]
            if absent:
                reading.problem(f"an <element> without {', '.join(absent)}", line=element.line)
            values = {name: element.attributes.get(name) for name in wanted}
            if values["exhaustivity"] == _TOO_SMALL:
                values["exhaustivity"] = None
            grade = values["exhaustivity"] or "0"
            yield {"topic": topic, "doc": doc, "grade": grade, **values}, element.line


_OF_INEX: tuple[Layout, ...] = (
    Layout(
        "judgments",
        "inex",
        f"INEX 2007-2010: `{_FIELDS}`; the grade is 1 when relevant_chars is above 0",
        b"9 Q0 d1 60 100 1 1:10 20:50\n9 Q0 d2 0 30\n",
        fields=_FIELDS,
        derive=_from_passages,
        recognises=_recognises,
        write=partial(write_fields, prepare=_with_rest, grade_read=_is_relevant),
    ),
    Layout(
        "judgments",
        "inex-elements",
        f"INEX 2002-2005, elements: `{_ELEMENTS}`; both from 0 to 3 (specificity also as the "
        "coverage N, S, L, E of 2002); the grade is the exhaustivity",
        b"9 Q0 d1 /article[1] 3 2\n9 Q0 d1 /article[1]/sec[2] 2 3\n",
        fields=_ELEMENTS,
        derive=_from_elements,
        key=("topic", "doc", "path"),
        recognises=_has_elements,
        write=partial(
            write_fields,
            prepare=_with_specificity,
            grade_read=lambda: pl.col("exhaustivity").fill_null(0),
        ),
    ),
    Layout(
        "judgments",
        "inex-assessments",
        "INEX 2003-2005: assessed elements in XML, `<assessments topic=…><file name=…><element "
        "path=… exhaustivity=… specificity=…/>`",
        b'<assessments topic="9">\n<file name="d1">\n<element path="/article[1]" '
        b'exhaustivity="3" specificity="2"/>\n</file>\n</assessments>\n',
        read=_read_assessments,
        recognises=partial(has_element, _ASSESSMENTS),
        turn=0,
        suffixes=(".xml",),
        unwritten="inex-elements holds the same",
    ),
)


_EXAMPLE: Mapping[str, Sequence[object]] = {
    "topic": ["701", "701"],
    "doc": ["GX000", "GX001"],
    "grade": [2, 0],
}

_PATHS = (("answer_pids",), ("gold_ids",), ("relevant",), ("documents",))
_LIST = re.compile(rb'"(?:answer_pids|gold_ids|relevant|questions)"\s*:\s*\[')
_BEGINNING = 65_536


def _read_lists(content: bytes, where: str) -> InputTable:
    """Read the documents of the lists; without any grade each is relevant: 1."""
    lists, warnings = topic_lists(content, where, _PATHS)
    rows = [(topic, item) for topic, documents in lists for item in documents]
    topics, docs = [topic for topic, _ in rows], [read_document(item) for _, item in rows]
    grades = [_find_grade(item) for _, item in rows]
    if not any(grade is not None for grade in grades):
        grades = [1] * len(rows)
    columns = {"topic": topics, "doc": docs, "grade": grades}
    label = lambda row: f"topic {topics[row]!r}, document {docs[row]!r}"  # noqa: E731
    return InputTable(columns, where, label=label, warnings=tuple(warnings))


def _find_grade(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return None
    return next((item[name] for name in GRADE_NAMES if name in item), None)


def _has_lists(sample: Sample) -> bool:
    head = sample.content[:_BEGINNING].lstrip()
    return head[:1] in (b"{", b"[") and (_LIST.search(head) is not None or has_grades(head))


LAYOUTS: tuple[Layout, ...] = (
    *_OF_INEX,
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
