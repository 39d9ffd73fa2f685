"""Topics, one per line: ``id:text``, tab-separated, comma-separated with a header, or ids alone."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from urllib.parse import unquote

from harness.core.errors import Problem
from harness.core.numbers import find_repeated
from harness.core.texts import Topic
from harness.formats.layouts import Layout, Sample
from harness.formats.tablefiles import csv_rows
from harness.formats.text_reading import (
    IsRecord,
    TextReading,
    collapse,
    enumerate_lines,
    read_record_lines,
    record_lines,
)
from harness.formats.topics import Dropped, drop, topics_writer
from harness.formats.topics.json_topics import topic_object
from harness.formats.topics.topic_builder import Draft, choose_id, is_title

#: The start of a line of the Million Query track, for recognition only: the id must have a digit,
#: or "enwiki:Aftertaste", a TREC CAR id, would fit.
_NUMBERED = re.compile(r"\s*[^\s:\d]*\d[^\s:]*:")
#: The start of markup, which is not lines: "<topics/>" could be an id otherwise.
_MARKUP = re.compile(r"\s*<[?!/A-Za-z]")
_SHOWN = 40
#: Names of columns that no topic has: ``tweet_id`` and a word.
_NAMES = re.compile(r"[a-z]+[_ -]id\t[a-z_-]+", re.IGNORECASE)


def _has_colon(line: bytes) -> bool:
    return b":" in line


def _has_tab(line: bytes) -> bool:
    return line.count(b"\t") == 1


def _is_word(line: bytes) -> bool:
    return len(line.split()) == 1


def _read_million_query(text: str, reading: TextReading) -> Iterator[Draft]:
    for number, line in read_record_lines(text, reading, _has_colon):
        topic_id, colon, query = line.partition(":")
        if colon:
            yield _text_draft(number, topic_id, query, "id:text")
        else:
            reading.problem(f"no colon in {line[:_SHOWN]!r}", line=number, hint="expected id:text")


def _read_tsv(text: str, reading: TextReading) -> list[Draft]:
    """Read two columns; a double quote is an ordinary character (as in NTCIR and MS MARCO)."""
    drafts: list[Draft] = []
    for number, line in read_record_lines(text, reading, _has_tab):
        columns = line.split("\t")
        if not drafts and _is_header(columns):
            names = ", ".join(column.strip() for column in columns)
            reading.warn(f"the first line names the columns ({names}): not a topic", line=number)
        elif len(columns) != 2:
            message = f"{len(columns)} tab-separated columns in {line[:_SHOWN]!r}"
            reading.problem(message, line=number, hint="expected 2: id<TAB>text")
        else:
            drafts.append(_text_draft(number, columns[0], columns[1], "id<TAB>text"))
    return drafts


def _text_draft(line: int, topic_id: str, query: str, layout: str) -> Draft:
    return Draft(line, id=topic_id, id_name=layout, elements=[("text", query)])


def _is_header(columns: list[str]) -> bool:
    """Return whether two columns are names, such as ``qid`` and ``query``, not a topic."""
    if len(columns) != 2:
        return False
    known = choose_id(columns[:1])[0] is not None and is_title(columns[1])
    return known or _NAMES.fullmatch("\t".join(map(str.strip, columns))) is not None


def _read_csv(text: str, reading: TextReading) -> Iterator[Draft]:
    """Read a header, then a topic per row; a double quote opens a field that may hold commas."""
    sheet, delimiter = io.StringIO(text, newline=""), _delimiter(text)
    rows = csv_rows(sheet, reading.source, delimiter, reading.problems)
    header = next((row for _, row in rows if row), [])
    id_name = _check_header(header, reading)
    for start, row in rows:
        if any(cell.strip() for cell in row):
            yield from _csv_draft(header, row, id_name, start, reading)
    reading.check()


def _delimiter(text: str) -> str:
    """Return the tab for a header of three names with tabs, or with none before the first tab."""
    header = text.partition("\n")[0]
    return "\t" if header.startswith("\t") or header.count("\t") > 1 else ","


def _name_columns(header: list[str]) -> list[str]:
    """Name the columns; what pandas writes as an index without a name is the id.

    >>> _name_columns(["", "tweet_content"]), _name_columns(["", "qid", " query "])
    (['id', 'text'], ['', 'qid', 'query'])
    """
    names = [name.strip() for name in header]
    if names[:1] == [""] and choose_id(names)[0] is None:
        return ["id", "text"] if len(names) == 2 else ["id", *names[1:]]
    return names


def _check_header(header: list[str], reading: TextReading) -> str:
    unnamed, header[:] = header[:1] == [""], _name_columns(header)
    id_name, possible = choose_id(header)
    if unnamed and header[0]:
        reading.warn("the first column has no name: it is read as the id", line=1)
    twice = sorted(find_repeated(header))
    if twice:
        reading.problem(f"the column {twice[0]!r} occurs twice", line=1)
    elif len(possible) > 1:
        listed = " and ".join(map(repr, possible))
        reading.problem(f"{listed} could each be the topic id", line=1, hint="keep one of them")
    elif id_name is None:
        names = ", ".join(header)[:_SHOWN]
        hint = "expected a header with a column such as id, qid or topic_id"
        reading.problem(f"no column for the topic id in {names!r}", line=1, hint=hint)
    reading.check()
    return id_name or ""


def _csv_draft(
    header: list[str], row: list[str], id_name: str, line: int, reading: TextReading
) -> list[Draft]:
    if len(row) != len(header):
        message = f"{len(row)} columns, the header has {len(header)}"
        reading.problem(message, line=line, hint='a text with a comma stands in "…"')
        return []
    cells = dict(zip(header, row, strict=True))
    draft = Draft(line, id=cells[id_name], id_name=id_name)
    draft.elements = list(cells.items())
    return [draft]


def _read_ids(text: str, reading: TextReading) -> Iterator[Draft]:
    for number, line in read_record_lines(text, reading, _is_word):
        topic_id = line.strip()
        if len(topic_id.split()) > 1:
            message = f"more than an id in {topic_id[:_SHOWN]!r}"
            reading.problem(message, line=number, hint="expected one id per line")
        yield Draft(
            number,
            id=topic_id,
            id_name="id",
            title=decode_title(topic_id),
            elements=[("id", topic_id)],
        )


def decode_title(topic_id: str) -> str:
    """Decode a TREC CAR id to its heading; empty for an id without one.

    >>> decode_title("enwiki:Aftertaste/Flavor%20and%20taste"), decode_title("enwiki:Aftertaste")
    ('Flavor and taste', 'Aftertaste')
    >>> decode_title("401")
    ''
    """
    page, slash, heading = topic_id.rpartition("/")
    if slash:
        return unquote(heading)
    _site, colon, page = topic_id.partition(":")
    return unquote(page) if colon else ""


def _fits_csv(lines: list[str]) -> int:
    """Return all lines or none: quoted texts may span lines, so that only the header is checked."""
    try:
        delimiter = _delimiter(lines[0]) if lines else ","
        header = _name_columns(next(csv.reader(lines[:1], delimiter=delimiter, strict=True), []))
    except csv.Error:
        return 0
    known = len(header) > 1 and choose_id(header)[0] is not None and any(map(is_title, header))
    return len(lines) if known else 0


def _count_leading(fits: Callable[[str], object], lines: list[str]) -> int:
    """Count the lines that fit, from the first one on."""
    return next((count for count, line in enumerate(lines) if not fits(line)), len(lines))


#: Counter of the first lines that fit a layout, and the test of its records against comments.
_FITS: dict[str, tuple[Callable[[list[str]], int], IsRecord | None]] = {
    "million-query": (partial(_count_leading, _NUMBERED.match), _has_colon),
    "tsv": (
        partial(
            _count_leading, lambda line: line.count("\t") == 1 and line.partition("\t")[0].strip()
        ),
        _has_tab,
    ),
    "csv": (_fits_csv, None),
    "id-only": (partial(_count_leading, lambda line: len(line.split()) == 1), _is_word),
}


def _find_fitting(sample: Sample) -> list[str]:
    """Return the layouts that all lines fit; near misses are kept as problems."""
    if _MARKUP.match(sample.text):
        return []
    fitting, lines = [], {}
    for name, (fits, is_record) in _FITS.items():
        if is_record is None:
            numbered = list(enumerate_lines(sample.text))
        else:
            numbered, _ = record_lines(sample.text, is_record)
        count = fits([line for _, line in numbered])
        if count == len(numbered) > 0:
            fitting.append(name)
        elif count:
            lines[name] = numbered[count][0]
    if lines and not fitting:
        # Not a fit, but worth reporting: most likely one line of the file is wrong.
        furthest = max(lines.values())
        closest = [name for name, line in lines.items() if line == furthest]
        message = f"{' and '.join(closest)} would fit up to here"
        sample.problems.append(Problem(message, sample.where, furthest))
    return fitting


def _fits(name: str, sample: Sample) -> bool:
    return name in sample.derive(_find_fitting)


# --- writing ---------------------------------------------------------------------------------


def _lines(separator: str, topics: Sequence[Topic], dropped: Dropped) -> str:
    for topic in topics:
        drop(topic, dropped)
    return "".join(f"{topic.id}{separator}{collapse(topic.title or '')}\n" for topic in topics)


def _csv(topics: Sequence[Topic], dropped: Dropped) -> str:
    rows: list[dict[str, str]] = []
    columns: dict[str, None] = dict.fromkeys(("id", "title"))
    for topic in topics:
        members = topic_object(topic, dropped)
        for part in ("attributes", "subtopics"):
            dropped.update([part] if members.pop(part, None) else [])
        row = {
            name: value if isinstance(value, str) else "\n".join(value)
            for name, value in members.items()
        }
        columns |= dict.fromkeys(row)
        rows.append(row)
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return sheet.getvalue()


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "topics",
        "million-query",
        "1:after school program",
        b"1:after school program\n002:time 12:30 at noon\n",
        read=_read_million_query,
        recognises=partial(_fits, "million-query"),
        turn=3,
        write=topics_writer(
            partial(_lines, ":"),
            lambda topic: "its id has a colon" if ":" in topic.id else None,
        ),
    ),
    Layout(
        "topics",
        "tsv",
        "id<TAB>text, quotes are part of the text",
        b'q1\tthe film "Alone"\n007\tgoldfish\n',
        read=_read_tsv,
        recognises=partial(_fits, "tsv"),
        turn=3,
        suffixes=(".tsv",),
        write=topics_writer(
            partial(_lines, "\t"),
            lambda topic: (
                "the line would be taken for a header"
                if _is_header([topic.id, topic.title or ""])
                else None
            ),
        ),
    ),
    Layout(
        "topics",
        "csv",
        "a header (id,title,…) and rows, separated by commas or tabs",
        b'id,title,desc\n001,"pearls, farmed",How?\n2,oysters,\n',
        read=_read_csv,
        recognises=partial(_fits, "csv"),
        turn=3,
        suffixes=(".csv",),
        write=topics_writer(_csv),
    ),
    Layout(
        "topics",
        "id-only",
        "one id per line (TREC CAR)",
        b"enwiki:Taste\nenwiki:Taste/Flavor%20of%20caf%C3%A9\n",
        read=_read_ids,
        recognises=partial(_fits, "id-only"),
        turn=3,
        unwritten="it has no texts",
    ),
)
