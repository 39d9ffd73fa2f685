"""Files of numbers by their keys: what documents cost to read, and standards for z-scores.

Fields are separated by blanks or tabs; blank lines and comments are skipped (`skipped`). A
file may be compressed or ``-`` (standard input). `InputError` has file, line and column of up to 25
problems: missing fields, numbers that are none or not allowed, a key that has two lines; it is
raised, too, when there is no line at all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from harness.core.errors import InputError, Problem, refuse
from harness.core.frames import pl
from harness.formats.delimited import read_fields
from harness.formats.files import read_bytes
from harness.formats.line_fields import LineFields
from harness.formats.records import Records
from harness.formats.roles import is_path
from harness.formats.tables import repeated_rows

_COSTS = LineFields.of("doc cost", decimals="cost")
ZSCORES = LineFields.of("topic measure mean deviation", decimals="mean deviation")

#: Mean and standard deviation by topic and measure, the latter named as trec_eval prints it.
Standards = dict[tuple[str, str], tuple[float, float]]


def read_costs(path: str | os.PathLike[str]) -> dict[str, float]:
    """The cost of each document, a length or a time above 0: ``document cost`` a line."""
    where = os.fspath(path)
    frame = _parse(
        read_bytes(where), where, _COSTS, "a cost", lambda costs: costs <= 0, "not above 0"
    )
    return dict(frame.rows())


def costs_given(given: Any) -> Mapping[str, float] | None:
    """Costs of a file, or the mapping of documents to costs that was given."""
    if given is None or not is_path(given):
        return None if given is None else {str(doc): float(cost) for doc, cost in given.items()}
    return read_costs(given)


def read_zscores(path: str | os.PathLike[str]) -> Standards:
    """The file of trec_eval's option ``-Z``: ``topic measure mean standard-deviation`` a line."""
    where = os.fspath(path)
    return parse_zscores(read_bytes(where), where)


def parse_zscores(content: bytes, where: str) -> Standards:
    r"""Means and deviations from the content of a file; ``where`` names it in messages.

    >>> parse_zscores(b"301 map 0.25 0.1\n", "z.txt")
    {('301', 'map'): (0.25, 0.1)}
    """
    what = "a mean and a deviation"
    frame = _parse(content, where, ZSCORES, what, lambda deviations: deviations < 0, "negative")
    return {(topic, name): (mean, deviation) for topic, name, mean, deviation in frame.rows()}


def _parse(
    content: bytes,
    where: str,
    fields: LineFields,
    what: str,
    is_wrong: Callable[[pl.Series], pl.Series],
    why: str,
) -> pl.DataFrame:
    """The lines of a file, of which the last field is not wrong and each key has one."""
    records = Records(content, where, fields)
    frame, _ = read_fields(records, fields)
    if frame.is_empty():
        raise InputError(Problem(f"there is no line with {what}", where, hint=f"layout: {fields}"))
    *_, last = fields.fields
    values, keys = frame[last], [name for name in fields.fields if name not in fields.decimals]
    repeated: list[Problem] = []
    refuse(
        records.problem(row, len(fields.fields) - 1, f"the {last} {values[row]:g} is {why}")
        for row in is_wrong(values).arg_true().to_list()
    )
    *scopes, key = keys
    for first, later in repeated_rows(frame, keys):
        of = "".join(f" for {scope} {frame[scope][later]}" for scope in scopes)
        message = (
            f"{frame[key][later]} has a second line{of} (first at line {records.number(first)})"
        )
        repeated.append(records.problem(later, len(scopes), message))
    refuse(repeated)
    return frame
