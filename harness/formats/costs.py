"""Reading what documents cost to read: their length, or the time that they take."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from harness.core.errors import InputError, Problem, refuse
from harness.formats.delimited import read_fields
from harness.formats.files import read_bytes
from harness.formats.line_fields import LineFields
from harness.formats.records import Records
from harness.formats.roles import is_path
from harness.formats.tables import repeated_rows

LAYOUT = LineFields(fields=("doc", "cost"), keep=("doc", "cost"), decimals=frozenset({"cost"}))


def read_costs(path: str | os.PathLike[str]) -> dict[str, float]:
    """The cost of each document of a file with ``document cost`` a line.

    Fields are separated by blanks or tabs; blank lines and lines that start with ``#`` are skipped.
    The file may be compressed or ``-`` (standard input). Raises `InputError` with file, line and
    column of up to 25 problems: missing fields, numbers that are none, costs that are not above 0,
    a document that has two lines; also when there is no line at all.
    """
    where = os.fspath(path)
    return parse_costs(read_bytes(where), where)


def parse_costs(content: bytes, where: str) -> dict[str, float]:
    r"""Costs from the content of a file; ``where`` names it in messages.

    >>> parse_costs(b"d1 300\nd2 12.5\n", "lengths.txt")
    {'d1': 300.0, 'd2': 12.5}
    """
    frame, _ = read_fields(content, where, LAYOUT)
    if frame.is_empty():
        raise InputError(Problem("there is no line with a cost", where, hint=f"layout: {LAYOUT}"))
    records, costs = Records(content, where), frame["cost"]

    refuse(
        records.problem(row, 1, f"the cost {costs[row]:g} is not above 0")
        for row in (costs <= 0).arg_true().to_list()
    )
    refuse(
        records.problem(
            later,
            0,
            f"{frame['doc'][later]} has a second line (first at line {records.number(first)})",
        )
        for first, later in repeated_rows(frame, ("doc",))
    )
    return dict(frame.rows())


def costs_given(given: Any) -> Mapping[str, float] | None:
    """Costs of a file, or the mapping of documents to costs that was given."""
    if given is None or not is_path(given):
        return None if given is None else {str(doc): float(cost) for doc, cost in given.items()}
    return read_costs(given)
