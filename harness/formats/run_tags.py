"""The tag of a run file, for which its first lines are enough."""

from __future__ import annotations

import contextlib
import os

from harness.core.errors import InputError, Problem
from harness.core.numbers import is_read, score
from harness.formats.files import first_records
from harness.formats.layouts import Layout, Sample, layout_for
from harness.formats.line_fields import LineFields
from harness.formats.records import Records
from harness.formats.run_columns import run_columns
from harness.formats.streams import opened
from harness.formats.tablefiles import table_or_lines

#: Tables whose first lines are a table, too.
_BY_LINE = ("csv", "jsonl")
#: More records than the beginning of a file has.
_ALL = 1 << 20


def first_tag(path: str | os.PathLike[str], *, format: str | None = None) -> str | None:
    """The first tag of a run file, as `harness.read_run` takes it for the run's name.

    Lines before it that cannot be used (a header, too few fields) are passed over, as repairs
    would. None where the layout has no tag. Raises `InputError` for a file that cannot be read, for
    a damaged table, and where the first 64 kB have no line that can be used.
    """
    where = os.fspath(path)
    with opened(where, briefly=True) as stream:
        if stream.fault:
            raise InputError(Problem(stream.fault, where))
        head = table_or_lines(stream.head, where)
        layout, _ = layout_for("runs", format, Sample(head, where))
        if layout.fields is not None:
            return _in_fields(head, where, layout.fields)
        if layout.name in _BY_LINE:
            with contextlib.suppress(InputError):  # a quoted line end may be torn
                has_tags, tag = _in_table(head, where, layout)
                if tag is not None or not has_tags:
                    return tag
        return _in_table(stream.content(), where, layout)[1]


def _in_fields(head: bytes, where: str, line: LineFields) -> str | None:
    if "tag" not in line.fields:
        return None
    tag, number = line.fields.index("tag"), line.fields.index("score")
    records = Records(head, where, line)
    content = records.content.decode(records.encoding, "replace").encode()
    for count in (1, _ALL):  # nearly always the first record will do
        for record in first_records(content, count):
            if len(record) >= len(line.fields) and is_read(score, record[number]):
                return record[tag]
    raise InputError(Problem("there is no line with results", where, hint=f"layout: {line}"))


def _in_table(content: bytes, where: str, layout: Layout) -> tuple[bool, str | None]:
    """Whether a table has a column of tags, and the first of them."""
    frame, _ = run_columns(layout.call_read(content, where))
    if "tag" not in frame.columns:
        return False, None
    return True, next(iter(frame["tag"].drop_nulls()), None)
