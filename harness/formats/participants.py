"""The table of the runs that take part: who submitted each, with which priority, and what else."""

from __future__ import annotations

import os
from collections.abc import Mapping

from harness.core.errors import InputError, Problem, refuse
from harness.core.identity import suffix_of
from harness.formats.tablefiles import TABLE_READERS, content_of, table_format
from harness.formats.tables import InputColumn, matched

_RUN = InputColumn("run", ("tag", "run_id", "runid", "run_name", "name"))
_GROUP = InputColumn("group", ("team", "participant", "organisation", "organization"))
_PRIORITY = InputColumn("priority")


def read_participants(path: str | os.PathLike[str]) -> dict[str, Mapping[str, str]]:
    """Each run's row, as ``{column: text}``, from a CSV, TSV, JSON, JSON lines or Parquet file.

    The column with the run's name is called ``run`` (or ``tag``, ``run_id``, ``name``); ``group``
    (``team``, ``participant``) and ``priority`` go by these names, all other columns by their own.
    Empty cells are left out. Raises `InputError` when there is no column with runs, and for every
    row without a run and every run with two rows.
    """
    where = os.fspath(path)
    content = content_of(where)
    known = (_RUN, _GROUP, _PRIORITY)
    kind = table_format(content, suffix_of(where), known) or "csv"
    table = TABLE_READERS[kind](content, where, "priority")
    names = [str(name) for name in table.columns]
    own = matched(names, known)
    if "run" not in own:
        hint = f"expected {', '.join((_RUN.name, *_RUN.aliases))}; there are {', '.join(names)}"
        raise InputError(Problem("there is no column for the run", where, hint=hint))
    called = {theirs: ours for ours, theirs in own.items()}
    columns = {called.get(name, name): list(table.columns[name]) for name in names}
    rows: dict[str, Mapping[str, str]] = {}
    problems: list[Problem] = []
    for row, name in enumerate(columns["run"]):
        if name is None or str(name) in rows:
            message = "the row names no run" if name is None else f"the run {name!r} has two rows"
            problems.append(table.problem(row, message))
            continue
        cells = ((column, values[row]) for column, values in columns.items())
        rows[str(name)] = {column: str(cell) for column, cell in cells if cell is not None}
    refuse(problems)
    return rows
