"""Reading the means and standard deviations from which standard scores (z-scores) are computed."""

from __future__ import annotations

import os

from harness.core.errors import InputError, Problem, refuse
from harness.formats.delimited import read_fields
from harness.formats.files import read_bytes
from harness.formats.line_fields import LineFields
from harness.formats.records import Records
from harness.formats.tables import repeated_rows

LAYOUT = LineFields(
    fields=("topic", "measure", "mean", "deviation"),
    keep=("topic", "measure", "mean", "deviation"),
    decimals=frozenset({"mean", "deviation"}),
)

#: Mean and standard deviation by topic and measure, the latter named as trec_eval prints it.
Standards = dict[tuple[str, str], tuple[float, float]]


def read_zscores(path: str | os.PathLike[str]) -> Standards:
    """The file of trec_eval's option ``-Z``: ``topic measure mean standard-deviation`` a line.

    Fields are separated by blanks or tabs; blank lines and lines that start with ``#`` are skipped.
    The file may be compressed or ``-`` (standard input). Raises `InputError` with file, line and
    column of up to 25 problems: missing fields, numbers that are none, negative deviations,
    a measure that has two lines for one topic; also when there is no line at all.
    """
    where = os.fspath(path)
    return parse_zscores(read_bytes(where), where)


def parse_zscores(content: bytes, where: str) -> Standards:
    r"""Means and deviations from the content of a file; ``where`` names it in messages.

    >>> parse_zscores(b"301 map 0.25 0.1\n", "z.txt")
    {('301', 'map'): (0.25, 0.1)}
    """
    frame, _ = read_fields(content, where, LAYOUT)
    if frame.is_empty():
        hint = f"layout: {LAYOUT}"
        raise InputError(Problem("there is no line with a mean and a deviation", where, hint=hint))
    records = Records(content, where)

    def locate(row: int, column: str, message: str) -> Problem:
        return records.problem(row, LAYOUT.fields.index(column), message)

    deviations = frame["deviation"]
    negative = (deviations < 0).arg_true().to_list()
    refuse(
        locate(row, "deviation", f"the deviation {deviations[row]:g} is negative")
        for row in negative
    )
    refuse(
        locate(
            later,
            "measure",
            f"{frame['measure'][later]} has a second line for topic {frame['topic'][later]}"
            f" (first at line {records.number(first)})",
        )
        for first, later in repeated_rows(frame, ("topic", "measure"))
    )
    return {(topic, name): (mean, deviation) for topic, name, mean, deviation in frame.rows()}
