"""Runs and judgments from the frames, dictionaries and tuples of other tools, and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

import polars as pl

from harness.core.errors import InputError, Problem, refuse
from harness.core.identity import require_unique_names
from harness.core.model import Qrels, Run
from harness.formats.qrels import qrels_columns
from harness.formats.role_numbers import all_whole
from harness.formats.runs import RUN_COLUMNS, infinite_scores, run_columns
from harness.formats.tablefiles import nested
from harness.formats.tables import InputTable, Values, matched, repeated_rows
from harness.formats.writers import in_evaluation_order

if TYPE_CHECKING:
    import pandas as pd

#: Columns that say which run a row belongs to, in a frame that holds several.
_RUN_NAMES = next(column for column in RUN_COLUMNS if column.name == "tag")


def qrels_from(obj: Any, *, name: str = "the qrels") -> Qrels:
    """Judgments from what other tools use; ``name`` is what messages call them.

    Accepted are a pandas or polars frame with named columns (PyTerrier's ``qid docno label``,
    ir_datasets' ``query_id doc_id relevance``, or ours), a nested dictionary ``{topic: {document:
    grade}}`` (pytrec_eval, ranx), an iterable of named tuples (ir_datasets) or dictionaries, and
    `Qrels`. Identifiers that are whole numbers become text (7 → ``"7"``). Raises `InputError`
    naming column and row of up to 25 values that are missing or of a wrong type, and of documents
    judged twice.

    >>> qrels_from({"1": {"d1": 2, "d2": 0}}).frame.rows()
    [('1', 'd1', 2), ('1', 'd2', 0)]
    """
    if isinstance(obj, Qrels):
        return obj
    kind, table = _table(obj, "grade", name)
    frame, warnings = qrels_columns(table)
    if frame.is_empty():
        raise InputError(Problem("there is no judgment", name))
    return Qrels(frame, source=name, format=kind, warnings=warnings)


def run_from(obj: Any, name: str | None = None) -> Run:
    """A run from what other tools use.

    As `qrels_from`, with scores (PyTerrier's ``qid docno score rank``, ir_datasets' scored
    documents, ``{topic: {document: score}}``); without scores the ranks order the documents. The
    name is ``name``, else what the frame's ``tag`` column says, else ``run``. Scores that are NaN
    or missing, and documents retrieved twice in a topic, are errors.

    >>> run_from({"1": {"d1": 2.5}}, "bm25")
    Run('bm25', 1 documents, source=None)
    """
    if isinstance(obj, Run):
        return obj if name is None else dataclasses.replace(obj, name=name)
    kind, table = _table(obj, "score", name)
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
    if "offset" not in frame.columns:
        _refuse_duplicates(frame, table)
    name = name or next(iter(tags), "run")
    warnings = (*warnings, *infinite_scores(frame["score"], name))
    # Whoever writes decimals means scores: it tells a run from judgments (`roles`).
    own = matched([str(column) for column in table.columns], RUN_COLUMNS).get("score")
    whole = own is not None and all_whole(table.columns[own])
    return Run(name, frame, None, warnings, {"format": kind, "whole_numbers": whole})


def _refuse_duplicates(frame: pl.DataFrame, table: InputTable) -> None:
    refuse(
        table.problem(
            later,
            f"document {frame['doc'][later]!r} is retrieved twice in topic "
            f"{frame['topic'][later]!r} (first in {table.place(first)})",
        )
        for first, later in repeated_rows(frame, ["topic", "doc"])
    )


def runs_from(obj: Any) -> list[Run]:
    """Several runs: ``{name: run}``, a list of `Run`, a frame with a column of run names, or one.

    Each may be anything that `run_from` takes. Raises `EvaluationError` when two have one name.

    >>> runs_from({"bm25": {"1": {"d1": 2.5}}, "dense": {"1": {"d1": 0.5}}})
    [Run('bm25', 1 documents, source=None), Run('dense', 1 documents, source=None)]
    """
    if isinstance(obj, Mapping) and _is_named(obj):
        runs = [run_from(run, str(name)) for name, run in obj.items()]
    elif isinstance(obj, list | tuple) and any(isinstance(run, Run) for run in obj):
        runs = [run_from(run) for run in obj]
    else:
        runs = _by_tag(obj)
    require_unique_names((run.name, run.source) for run in runs)
    return runs


def _is_named(mapping: Mapping[Any, Any]) -> bool:
    """Whether the values are runs: in ``{topic: {document: score}}`` they hold numbers."""
    first = next(iter(mapping.values()), None)
    if not isinstance(first, Mapping):
        return True
    return isinstance(next(iter(first.values()), None), Mapping)


def _by_tag(obj: Any) -> list[Run]:
    if isinstance(obj, Run) or not _is_frame(obj):
        return [run_from(obj)]
    own = matched([str(name) for name in obj.columns], [_RUN_NAMES]).get("tag")
    if own is None:
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
    """Whether this is a pandas frame, without importing pandas to find out."""
    return type(obj).__module__.partition(".")[0] == "pandas" and hasattr(obj, "columns")


def _table(obj: Any, value: str, where: str | None) -> tuple[str, InputTable]:
    """What kind of thing it is, and its columns."""
    if isinstance(obj, pl.DataFrame):
        return "polars", InputTable({series.name: series for series in obj}, where)
    if _is_pandas(obj):
        return "pandas", InputTable(_pandas_columns(obj, where), where)
    if isinstance(obj, Mapping):
        return "dict", nested(obj, where, value)
    if isinstance(obj, Iterable) and not isinstance(obj, str | bytes):
        return "records", InputTable(_record_columns(list(obj), where), where)
    hint = "expected a pandas or polars frame, {topic: {document: …}} or named tuples"
    raise InputError(Problem(f"cannot be made of {type(obj).__name__}", where, hint=hint))


def _pandas_columns(frame: pd.DataFrame, where: str | None) -> dict[str, Values]:
    names = [str(name) for name in frame.columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(Problem(f"several columns are called {', '.join(twice)}", where))
    return {
        name: _pandas_values(frame[own]) for name, own in zip(names, frame.columns, strict=True)
    }


def _pandas_values(series: pd.Series[Any]) -> Values:
    if getattr(series.dtype, "kind", "O") in "iuf" and hasattr(series.dtype, "newbyteorder"):
        return pl.Series(series.to_numpy())
    return list(series.tolist())


def _record_columns(records: list[Any], where: str | None) -> dict[str, Values]:
    rows = [_as_mapping(record) for record in records]
    wrong = (Problem(f"row {at}: {records[at]!r} has no names", where) for at in _places(rows))
    refuse(wrong)
    named = [row for row in rows if row is not None]
    names = dict.fromkeys(name for row in named for name in row)
    return {str(name): [row.get(name) for row in named] for name in names}


def _places(rows: list[Mapping[Any, Any] | None]) -> list[int]:
    return list(islice((at for at, row in enumerate(rows) if row is None), 25))


def _as_mapping(record: Any) -> Mapping[Any, Any] | None:
    if isinstance(record, Mapping):
        return record
    if hasattr(record, "_asdict"):
        named: Mapping[Any, Any] = record._asdict()
        return named
    return None


# --- and back --------------------------------------------------------------------------------

_PYTERRIER = {"topic": "qid", "doc": "docno", "grade": "label"}


def to_pandas(obj: Qrels | Run) -> pd.DataFrame:
    """A pandas frame in PyTerrier's columns.

    Judgments: ``qid docno label`` and the layout's further columns. Runs: ``qid docno score rank``
    in evaluation order, ranks from 0 as PyTerrier counts, and ``offset``, ``length`` of passages.
    """
    import pandas as pd

    frame = obj.frame
    if isinstance(obj, Run):
        frame = in_evaluation_order(obj).with_columns(pl.col("rank") - 1)
        first = ("topic", "doc", "score", "rank")
        frame = frame.select(*first, *(name for name in frame.columns if name not in first))
    columns = {_PYTERRIER.get(series.name, series.name): _for_pandas(series) for series in frame}
    return pd.DataFrame(columns)


def _for_pandas(series: pl.Series) -> Any:
    import pandas as pd

    if not series.dtype.is_numeric():
        return series.to_list()
    if series.null_count():
        return pd.array(series.to_list(), dtype="Int64" if series.dtype.is_integer() else "Float64")
    return series.to_numpy()


def to_dict(obj: Qrels | Run) -> dict[str, dict[str, Any]]:
    """``{topic: {document: grade}}`` or ``{topic: {document: score}}``, in the frame's order.

    Raises `InputError` when a document occurs more than once in a topic (subtopics, passages): a
    dictionary would keep one of them in silence.

    >>> to_dict(run_from({"1": {"d1": 2.5}}, "bm25"))
    {'1': {'d1': 2.5}}
    """
    value = "score" if isinstance(obj, Run) else "grade"
    refuse(
        Problem(f"document {row[1]!r} occurs more than once in topic {row[0]!r}", obj.source)
        for row in (
            obj.frame.select("topic", "doc").row(later)
            for _, later in repeated_rows(obj.frame, ["topic", "doc"])
        )
    )
    result: dict[str, dict[str, Any]] = {}
    for topic, doc, number in obj.frame.select("topic", "doc", value).rows():
        result.setdefault(topic, {})[doc] = number
    return result
