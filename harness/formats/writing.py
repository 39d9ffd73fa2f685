"""Write runs and judgments in every layout that can hold them: lines, JSON, CSV, Parquet.

Nothing is lost silently: values without a place in a layout are counted in `FileContent.lost`, and
values that it would change are refused.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from harness.core.errors import MAX_PROBLEMS, Problem, refuse
from harness.core.model import Qrels, Run
from harness.core.packages import pl
from harness.core.run_faults import repeated_rows
from harness.formats.layouts import FileContent, write_content

#: Characters that separate fields or end lines, and so cannot be part of a field.
BREAKS = r"[\x00-\x20]"
_HINT = "no blanks, nothing empty, no topic that starts with #; csv and jsonl can hold it"

#: Function that wraps ``{topic: {document: value}}`` for a file.
Around = Callable[[dict[str, dict[str, Any]]], dict[str, Any]]


def join_lines(lines: Iterable[str]) -> bytes:
    """Return the lines as a file's content."""
    return "".join(f"{line}\n" for line in lines).encode()


def texts(frame: pl.DataFrame, name: str) -> list[str]:
    """Return a column in written form; ``0`` for an unused field."""
    if name not in frame.columns:
        return ["0"] * frame.height
    if frame.schema[name] == pl.Float64:
        return ["NA" if value is None else repr(value) for value in frame[name].to_list()]
    return frame[name].cast(pl.String).to_list()


def passage_text(passages: Sequence[Mapping[str, int]]) -> str:
    """Format passages as INEX does: ``offset:length`` each."""
    return " ".join(f"{part['offset']}:{part['length']}" for part in passages)


def count_unheld(frame: pl.DataFrame, held: set[str]) -> dict[str, int]:
    """Count the values of each column that is not among those held."""
    others = (series for series in frame if series.name not in held)
    return {series.name: count for series in others if (count := series.count())}


def refuse_breaks(frame: pl.DataFrame, names: Iterable[str], format: str) -> None:
    """Raise `InputError` for texts of the named columns that are not a single field."""
    for name in names:
        if frame.schema.get(name) == pl.String:
            wrong = frame[name].str.contains(BREAKS) | (frame[name] == "")
            if name == "topic":
                wrong |= frame[name].str.starts_with("#")
            refuse(
                Problem(f"the {name} {value!r} cannot be written as {format}", hint=_HINT)
                for value in frame[name].filter(wrong).unique(maintain_order=True).to_list()
            )


def refuse_repeated(
    frame: pl.DataFrame, key: Sequence[str], format: str, source: str | None
) -> None:
    """Raise `InputError` for rows with a repeated key."""
    rows = (frame.row(later, named=True) for _, later in repeated_rows(frame, key))
    refuse(
        Problem(
            f"{format} holds document {row['doc']!r} only once in topic {row['topic']!r}", source
        )
        for row in rows
    )


def _refuse_infinite(frame: pl.DataFrame, name: str, format: str) -> None:
    """Raise `InputError` for infinities, which JSON cannot hold."""
    if frame.schema.get(name) == pl.Float64:
        infinite = frame.filter(pl.col(name).is_infinite())
        hint = "trec, csv and parquet can hold it"
        refuse(
            Problem(f"the {name} {value} of {doc!r} cannot be written as {format}", hint=hint)
            for doc, value in infinite.select("doc", name).head(MAX_PROBLEMS).rows()
        )


def nested_json(
    frame: pl.DataFrame, value: str, format: str, source: str | None, around: Around = dict
) -> bytes:
    """Encode ``{topic: {document: value}}`` as JSON, wrapped by ``around``."""
    refuse_repeated(frame, ("topic", "doc"), format, source)
    _refuse_infinite(frame, value, format)
    nested: dict[str, dict[str, Any]] = {}
    for topic, doc, number in frame.select("topic", "doc", value).rows():
        nested.setdefault(topic, {})[doc] = number
    return (
        json.dumps(around(nested), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    ).encode()


def csv_content(frame: pl.DataFrame) -> bytes:
    """Encode a frame as CSV with a header; nulls are empty."""
    quoting: Literal[0, 2] = csv.QUOTE_MINIMAL
    for name, dtype in frame.schema.items():
        if dtype == pl.String:
            if frame[name].str.contains("\r").any():
                quoting = csv.QUOTE_NONNUMERIC  # before Python 3.13 a lone one is not quoted
            wrong = frame[name].filter(frame[name].str.contains("\0") | (frame[name] == ""))
            refuse(Problem(f"the {name} {value!r} cannot be written as csv") for value in wrong)
    columns = [
        [None if value is None else passage_text(value) for value in series.to_list()]
        if isinstance(series.dtype, pl.List)
        else series.to_list()
        for series in frame
    ]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n", quoting=quoting)  # floats are written with repr
    writer.writerow(frame.columns)
    writer.writerows(zip(*columns, strict=True))
    return text.getvalue().encode()


def jsonl_content(frame: pl.DataFrame) -> bytes:
    """Encode a frame as one JSON object per row, without nulls."""
    _refuse_infinite(frame, "score", "jsonl")
    return join_lines(
        json.dumps(
            {name: value for name, value in row.items() if value is not None},
            ensure_ascii=False,
            allow_nan=False,
        )
        for row in frame.iter_rows(named=True)
    )


def parquet_content(frame: pl.DataFrame) -> bytes:
    """Encode a frame as Parquet."""
    content = io.BytesIO()
    frame.write_parquet(content)
    return content.getvalue()


def write_run(run: Run, format: str = "trec") -> FileContent:
    r"""Write a run as the content of a file in a layout.

    Ranks are counted from 1 in evaluation order, and scores are written so that reading gives the
    same float64. ``lost`` counts values without a place in the layout (scores, the run's name, …).
    Raises `InputError` for an unknown layout and for values that it would change: identifiers with
    blanks in files of fields, a document twice in a topic in JSON.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [0.1, 2.0]})
    >>> write_run(Run("bm25", frame)).content.decode()
    '1 Q0 b 1 2.0 bm25\n1 Q0 a 2 0.1 bm25\n'
    >>> write_run(Run("bm25", frame), "msmarco").lost
    {'run name': 1, 'scores': 2}
    """
    return write_content("runs", format, run, run.source)


def write_qrels(qrels: Qrels, format: str = "trec") -> FileContent:
    r"""Write judgments as the content of a file in a layout.

    ``lost`` counts, by column, values without a place in the layout. A column ``iter`` is written
    if the layout has that field, with 0 by default; reading does not keep it. Raises `InputError`
    for an unknown layout, for missing columns that the layout needs, and for values that it cannot
    distinguish or would change.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"topic": ["1"], "subtopic": ["2"], "doc": ["a"], "grade": [1]})
    >>> write_qrels(Qrels(frame), "trec")
    FileContent(content=b'1 0 a 1\n', lost={'subtopic': 1})
    """
    return write_content("judgments", format, qrels, qrels.source)


def save(value: Run | Qrels, path: str | os.PathLike[str], layout: str) -> dict[str, int]:
    """Write a run or judgments to a file, whole or not at all; return the counts of lost values."""
    from harness.formats.unfinished import atomic_write

    write = write_run if isinstance(value, Run) else write_qrels
    made = write(value, layout)  # type: ignore[arg-type]
    atomic_write(path, made.content)
    return dict(made.lost)
