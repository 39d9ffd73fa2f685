"""Runs and judgments from the frames, dictionaries and tuples of other tools."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from harness.core.columns import Blocks, Columns, extract_columns
from harness.core.errors import InputError, Problem, refuse
from harness.core.framed import replace_fields
from harness.core.identity import require_unique_names
from harness.core.kernel import engine
from harness.core.model import Qrels, Run
from harness.core.numbers import find_repeated, integer, score
from harness.core.ordering import infinite_scores
from harness.core.packages import pl, require_threads
from harness.core.run_faults import has_parts, repeated_rows
from harness.formats.nested import (
    NAMELESS,
    are_columns,
    are_runs,
    held_run,
    nested_judgments,
    nested_run,
    score_notes,
)
from harness.formats.qrels_columns import qrels_columns
from harness.formats.run_columns import RUN_COLUMNS, run_columns
from harness.formats.tablefiles import nested, record_columns
from harness.formats.tables import InputTable, Values, match_columns
from harness.hypotheses import Evidence, doubts

if TYPE_CHECKING:
    import pandas as pd

#: The columns that name the run of a row, in a frame of several runs.
_RUN_NAMES = next(column for column in RUN_COLUMNS if column.name == "tag")


def qrels_from(obj: Any, *, name: str = "the qrels") -> Qrels:
    """Return judgments from the values of other tools; ``name`` names them in messages.

    Accepted are a pandas or polars frame with named columns (PyTerrier's ``qid docno label``,
    ir_datasets' ``query_id doc_id relevance``, or ours), a nested dictionary ``{topic: {document:
    grade}}`` (pytrec_eval), an iterable of named tuples (ir_datasets), of dictionaries or of bare
    tuples ``(topic, document, grade)``, a ``Qrels`` of ranx, and `Qrels`. Identifiers that are
    whole numbers become text (7 → ``"7"``). Raises `InputError` naming column and row of up to 25
    values that are missing or of a wrong type, and of documents judged twice.

    >>> qrels_from({"1": {"d1": 2, "d2": 0}}).frame.rows()
    [('1', 'd1', 2), ('1', 'd2', 0)]
    """
    obj = _ready(obj, "qrels_iter")
    if isinstance(obj, Qrels):
        return obj
    obj = nested_judgments(obj) or obj
    kind, table = _table(obj, "grade", name)
    frame, warnings = qrels_columns(table)
    if frame.is_empty():
        raise InputError(Problem("there is no judgment", name))
    return Qrels(frame, source=name, format=kind, warnings=warnings)


def run_from(obj: Any, name: str | None = None) -> Run:
    """Return a run from the values of other tools.

    As `qrels_from`, with scores (PyTerrier's ``qid docno score rank``, ir_datasets' scored
    documents, ``{topic: {document: score}}``); without scores the ranks order the documents. The
    run is called ``name``, else as in the frame's ``tag`` column, else ``run``. Scores that are NaN
    or missing, and documents retrieved twice in a topic, are errors.

    >>> run_from({"1": {"d1": 2.5}}, "bm25")
    Run('bm25', 1 documents, source=None)
    """
    if isinstance(obj, Run):
        return obj if name is None else rename(obj, name)
    nested_scores = nested_run(obj)
    held = None if nested_scores is None else held_run(nested_scores, name or NAMELESS)
    if held is not None and len(held):
        return replace_fields(held, warnings=score_notes(held))
    if _is_of_ranx(obj):
        name = name or obj.name
    kind, table = _table(_ready(nested_scores or obj, "scoreddocs_iter"), "score", name)
    frame, warnings = run_columns(table)
    if frame.is_empty():
        raise InputError(Problem("there is no retrieved document", name))
    tags: list[str] = []
    if "tag" in frame.columns:
        tags = frame["tag"].drop_nulls().unique(maintain_order=True).to_list()
        frame = frame.drop("tag")
        if name is None and len(tags) > 1:
            raise InputError(
                Problem(f"several runs in one: {', '.join(tags[:5])}", hint="runs_from")
            )
    rows = frame if has_parts(frame.columns) else _distinct(frame, table)
    name = name or next(iter(tags), NAMELESS)
    warnings = (*warnings, *doubts(Evidence("run", frame=rows), name))
    warnings = (*warnings, *infinite_scores(frame["score"].to_numpy(), name))
    # Decimals mean scores: they tell a run from judgments (`roles`).
    own = match_columns([str(column) for column in table.columns], RUN_COLUMNS).get("score")
    integers = own is not None and _all_integers(table.columns[own])
    return Run(name, rows, None, warnings, {"format": kind, "whole_numbers": integers})


def rename(run: Run, name: str) -> Run:
    """Return the run with another name, also in its notes."""
    notes = (replace(it, where=name) if it.where == run.name else it for it in run.warnings)
    return replace_fields(run, name=name, warnings=tuple(notes))


def _distinct(frame: pl.DataFrame, table: InputTable) -> Columns:
    """Return the columns of a run; raises `InputError` for documents retrieved twice."""
    rows = Columns(extract_columns(frame).columns, distinct=True)
    topics, docs = rows.topics(), rows.texts("doc")
    if not find_repeated(topics.names) and not engine().repeated(docs, None, topics.sizes):
        return rows
    refuse(
        table.problem(
            later,
            f"document {frame['doc'][later]!r} is retrieved twice in topic "
            f"{frame['topic'][later]!r} (first in {table.row_name(first)})",
        )
        for first, later in repeated_rows(frame, ["topic", "doc"])
    )
    return rows


def load_run(given: Any, name: str | None) -> Run:
    """Read a run from a path, or from a value as `run_from` does."""
    if isinstance(given, str | os.PathLike):
        from harness.formats.runs import read_run

        return read_run(given, name=name)
    return run_from(given, name)


def runs_from(obj: Any) -> list[Run]:
    """Return runs from ``{name: run}``, a list of `Run`, a frame with a column of run names, or
    one.

    Each may be anything that `run_from` takes. Raises `EvaluationError` for equal names.

    >>> runs_from({"bm25": {"1": {"d1": 2.5}}, "dense": {"1": {"d1": 0.5}}})
    [Run('bm25', 1 documents, source=None), Run('dense', 1 documents, source=None)]
    """
    if not _is_of_ranx(obj):  # ranx's object has the run's name
        obj = _ready(obj, "scoreddocs_iter")
    if isinstance(obj, Mapping) and are_runs(obj):
        runs = [run_from(run, str(name)) for name, run in obj.items()]
    elif isinstance(obj, list | tuple) and any(isinstance(run, Run) for run in obj):
        runs = [run_from(run) for run in obj]
    else:
        runs = _by_tag(obj)
    require_unique_names((run.name, run.source) for run in runs)
    return runs


def _is_of_ranx(obj: Any) -> bool:
    """Return whether a value is a `Run` or `Qrels` of ranx, without importing ranx."""
    return type(obj).__module__.partition(".")[0] == "ranx" and hasattr(obj, "to_dict")


def _ready(obj: Any, rows: str) -> Any:
    """Unpack a lazy frame, an object of ranx, a dataset or an Arrow stream; else unchanged.

    ``rows`` is the kind to take from a dataset of ir_datasets.
    """
    if isinstance(obj, Qrels | Run):
        return obj
    require_threads()
    if isinstance(obj, pl.LazyFrame):
        return obj.collect()
    if are_columns(obj):
        lengths = {name: len(column) for name, column in obj.items()}
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"{name} {length}" for name, length in lengths.items())
            raise InputError(Problem(f"columns of different lengths: {listed}"))
        return pl.DataFrame(dict(obj))
    if _is_of_ranx(obj):
        return obj.to_dict()
    if hasattr(obj, rows):
        return getattr(obj, rows)()
    if hasattr(obj, "__arrow_c_stream__") and not _is_frame(obj):
        return _read_stream(obj)
    return obj


def _read_stream(obj: Any) -> pl.DataFrame:
    try:
        return pl.DataFrame(obj)
    except pl.exceptions.SchemaError:  # a column alone
        raise _unusable(obj, None) from None


def _by_tag(obj: Any) -> list[Run]:
    if isinstance(obj, Run) or not _is_frame(obj):
        return [run_from(obj)]
    own = match_columns([str(name) for name in obj.columns], [_RUN_NAMES]).get("tag")
    if own is None or not len(obj):  # without rows it is one empty run, not no run
        return [run_from(obj)]
    if obj[own].is_null().any() if isinstance(obj, pl.DataFrame) else obj[own].isna().any():
        raise InputError(Problem(f"the column {own!r} has rows without the name of a run"))
    if isinstance(obj, pl.DataFrame):
        parts = obj.partition_by(own, maintain_order=True, as_dict=True).items()
        return [run_from(part, str(key[0])) for key, part in parts]
    return [run_from(part, str(key)) for key, part in obj.groupby(own, sort=False)]


def _is_frame(obj: Any) -> bool:
    return isinstance(obj, pl.DataFrame) or _is_pandas(obj)


def _is_pandas(obj: Any) -> bool:
    """Return whether a value is a pandas frame, without importing pandas."""
    return type(obj).__module__.partition(".")[0] == "pandas" and hasattr(obj, "columns")


def _table(obj: Any, value: str, where: str | None) -> tuple[str, InputTable]:
    """Return the kind of a value and its columns."""
    if isinstance(obj, pl.DataFrame):
        return "polars", InputTable({series.name: series for series in obj}, where)
    if _is_pandas(obj):
        return "pandas", InputTable(_pandas_columns(obj, where), where)
    if isinstance(obj, Mapping):
        return "dict", nested(obj, where, value)
    if isinstance(obj, Iterable) and not isinstance(obj, str | bytes):
        return "records", InputTable(
            record_columns(_records(list(obj), where, value), where), where
        )
    raise _unusable(obj, where)


def _unusable(obj: Any, where: str | None) -> InputError:
    hint = "expected a pandas or polars frame, {topic: {document: …}} or named tuples"
    message = f"neither judgments nor a run can be made of {type(obj).__name__}"
    return InputError(Problem(message, where, hint=hint))


def _pandas_columns(frame: pd.DataFrame, where: str | None) -> dict[str, Values]:
    names = [str(name) for name in frame.columns]
    twice = sorted(find_repeated(names))
    if twice:
        raise InputError(Problem(f"several columns are called {', '.join(twice)}", where))
    return {
        name: _pandas_values(frame[own]) for name, own in zip(names, frame.columns, strict=True)
    }


def _pandas_values(series: pd.Series[Any]) -> Values:
    kind = getattr(series.dtype, "kind", "O")
    if kind in "iufb" and hasattr(series.dtype, "newbyteorder"):
        return pl.Series(series.to_numpy())
    if hasattr(series, "cat"):
        names = _pandas_values(type(series)(series.cat.categories))
        codes = series.cat.codes.to_numpy()
        if isinstance(names, pl.Series) and codes.min(initial=0) >= 0:  # -1 is a missing value
            return names.gather(pl.Series(codes.astype(np.uint32)))
    # Series of Arrow arrays and of pandas' own texts, if pyarrow is installed to pass them on.
    if kind != "O" or str(series.dtype) in ("str", "string"):
        with suppress(ImportError, pl.exceptions.PolarsError):
            return pl.from_pandas(series)
    values = series.to_numpy(dtype=object)
    with suppress(TypeError, ValueError, pl.exceptions.PolarsError):
        if len(set(values[:1000])) < 100 < len(values):  # as for topics, whose rows are consecutive
            firsts = np.flatnonzero(np.append(True, values[1:] != values[:-1]))
            texts = Blocks(values[firsts].tolist(), np.diff(firsts, append=len(values))).series()
        else:
            texts = pl.Series(values, dtype=pl.String)
        if not texts.null_count():  # polars checked that all are texts
            return texts
    return list(series.tolist())


#: The fields of bare rows: three, or TREC's.
_BARE = {
    ("grade", 3): ("topic", "doc", "grade"),
    ("grade", 4): ("topic", "", "doc", "grade"),
    ("score", 3): ("topic", "doc", "score"),
    ("score", 6): ("topic", "", "doc", "rank", "score", "tag"),
}
#: The parsers of their numbers.
_WRITTEN: dict[str, Callable[[str], float]] = {"grade": integer, "rank": integer, "score": score}


def _records(records: list[Any], where: str | None, value: str) -> list[Mapping[Any, Any]]:
    rows = [_as_mapping(record, value) for record in records]
    hint = f"bare rows are (topic, document, {value})"
    refuse(
        Problem(f"row {number}: {records[number]!r} has no names", where, hint=hint)
        for number, row in enumerate(rows)
        if row is None
    )
    return [row for row in rows if row is not None]


def _as_mapping(record: Any, value: str) -> Mapping[Any, Any] | None:
    if isinstance(record, Mapping):
        return record
    if hasattr(record, "_asdict"):
        return cast("Mapping[Any, Any]", record._asdict())
    names = _BARE.get((value, len(record))) if isinstance(record, tuple | list) else None
    if names is None:
        return None
    return {
        name: _parse_number(name, part) for name, part in zip(names, record, strict=True) if name
    }


def _parse_number(name: str, part: Any) -> Any:
    """Parse the number in a field of a split line, which is text; other values are unchanged."""
    read = _WRITTEN.get(name) if isinstance(part, str) else None
    if read is not None:
        with suppress(ValueError):
            return read(part)
    return part


def _all_integers(values: Iterable[object]) -> bool:
    """Return whether all values are whole numbers, without decimals."""
    if isinstance(values, pl.Series) and values.dtype.is_numeric():
        return values.dtype.is_integer()
    return all(
        isinstance(value, Integral)
        or (isinstance(value, str) and value.removeprefix("-").isdecimal())
        for value in values
    )
