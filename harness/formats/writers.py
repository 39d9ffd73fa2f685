"""Writing runs and judgments in every format that can hold them, and files in one piece.

Nothing is lost in silence: what a format has no place for is counted in `Written.lost`, and what
it would make something else of is refused.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import polars as pl

from harness.core.errors import HarnessError, InputError, Problem, refuse, unknown
from harness.core.model import Qrels, Run
from harness.core.ordering import ranked
from harness.formats.qrels_layouts import NTCIR_GRADES, QRELS_FORMATS, QrelsFormat
from harness.formats.writing import (
    BREAKS,
    Written,
    csv_content,
    jsonl_content,
    lines_of,
    nested_json,
    parquet_content,
    passage_text,
    refuse_breaks,
    refuse_repeated,
    texts,
    unheld,
)

_LETTERS = {grade: letter for letter, grade in NTCIR_GRADES.items()}


# --- runs ------------------------------------------------------------------------------------


def in_evaluation_order(run: Run) -> pl.DataFrame:
    """The run's frame in evaluation order, topics as they come, with the column ``rank``, from 1.

    Retrieved passages stay as they are: their file order counts.
    """
    if "offset" not in run.frame.columns:
        return ranked(run.frame, keep_topics=True)
    return run.frame.with_columns(pl.int_range(1, pl.len() + 1).over("topic").alias("rank"))


def _trec_run(run: Run) -> Written:
    frame = in_evaluation_order(run)
    refuse_breaks(frame, ("topic", "doc"), "trec")
    tag, lost = _tag(run)
    rows = zip(
        frame["topic"].to_list(),
        frame["doc"].to_list(),
        frame["rank"].to_list(),
        frame["score"].to_list(),
        strict=True,
    )
    lines = (f"{topic} Q0 {doc} {rank} {score!r} {tag}" for topic, doc, rank, score in rows)
    lost |= unheld(frame, {"topic", "doc", "rank", "score"})
    return Written(lines_of((*_header(run), *lines)), lost)


def _inex_run(run: Run) -> Written:
    if not {"offset", "length"} <= set(run.frame.columns):
        hint = "the formats for documents are trec, msmarco, json, jsonl, csv, parquet"
        raise InputError(
            Problem("inex holds passages, and this run has none", run.source, hint=hint)
        )
    frame = in_evaluation_order(run)
    refuse_breaks(frame, ("topic", "doc"), "inex")
    tag, lost = _tag(run)
    columns = [frame[name].to_list() for name in ("topic", "doc", "rank", "score")]
    passages = [["X" if at is None else at for at in frame[name]] for name in ("offset", "length")]
    lines = (
        f"{topic} Q0 {doc} {rank} {score!r} {tag} {offset} {length}"
        for topic, doc, rank, score, offset, length in zip(*columns, *passages, strict=True)
    )
    return Written(lines_of((*_header(run), *lines)), lost)


def _msmarco_run(run: Run) -> Written:
    frame = in_evaluation_order(run)
    refuse_breaks(frame, ("topic", "doc"), "msmarco")
    columns = [frame[name].to_list() for name in ("topic", "doc", "rank")]
    lines = (f"{topic}\t{doc}\t{rank}" for topic, doc, rank in zip(*columns, strict=True))
    lost = {"scores": frame.height, "run name": 1} | unheld(
        frame, {"topic", "doc", "rank", "score"}
    )
    return Written(lines_of(lines), lost | _without_header(run))


def _json_run(run: Run) -> Written:
    frame = in_evaluation_order(run)
    lost = {"run name": 1} | unheld(frame, {"topic", "doc", "rank", "score"})
    content = nested_json(frame, "score", "json", run.source)
    return Written(content, lost | _without_header(run))


def _table_run(write: Callable[[pl.DataFrame], bytes]) -> Callable[[Run], Written]:
    def written(run: Run) -> Written:
        frame = in_evaluation_order(run).with_columns(pl.lit(run.name).alias("tag"))
        first = ("topic", "doc", "rank", "score", "tag")
        frame = frame.select(*first, *(name for name in frame.columns if name not in first))
        return Written(write(frame), _without_header(run))

    return written


def _tag(run: Run) -> tuple[str, dict[str, int]]:
    tag, changed = re.subn(f"{BREAKS}+", "_", run.name or "run")
    return tag, {"blanks in the run name": changed} if changed else {}


def _header(run: Run) -> list[str]:
    """The comments that hold ``ir_metadata``, if the run has any."""
    if "ir_metadata" not in run.details:
        return []
    import yaml

    header = run.details["ir_metadata"]
    text = header
    if not isinstance(header, str):
        text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True)
    body = [f"# {line}".rstrip() for line in text.rstrip("\n").split("\n")]
    return ["# ir_metadata.start", *body, "# ir_metadata.end"]


def _without_header(run: Run) -> dict[str, int]:
    return {"ir_metadata": 1} if "ir_metadata" in run.details else {}


# --- judgments -------------------------------------------------------------------------------


def _fields_qrels(declared: QrelsFormat) -> Callable[[Qrels], Written]:
    def written(qrels: Qrels) -> Written:
        frame = _DERIVED.get(declared.name, _as_it_is)(qrels)
        _refuse_absent(frame, declared, qrels)
        refuse_repeated(frame, declared.key, declared.name, qrels.source)
        layout = declared.layout
        held = {*layout.keep, *layout.fields}
        refuse_breaks(frame, held - {layout.rest}, declared.name)
        lost = unheld(frame, {"topic", "doc", "grade", *held})
        names = layout.fields if layout.rest is None else (*layout.fields, layout.rest)
        rows = zip(*(texts(frame, name) for name in names), strict=True)
        content = lines_of(" ".join(row).rstrip(" ") for row in rows)
        return Written(content, lost | _changed_grades(frame, declared))

    return written


def _as_it_is(qrels: Qrels) -> pl.DataFrame:
    return qrels.frame


def _with_letters(qrels: Qrels) -> pl.DataFrame:
    frame = qrels.frame
    if {"letter", "level"} <= set(frame.columns) and frame.schema["level"] == pl.String:
        return frame
    refuse(
        Problem(
            f"ntcir has no letter for the grade {grade}",
            qrels.source,
            hint=f"grades with a letter: {', '.join(map(str, sorted(_LETTERS)))}",
        )
        for grade in frame["grade"].unique().sort().to_list()
        if grade not in _LETTERS
    )
    letter = pl.col("grade").replace_strict(_LETTERS, return_dtype=pl.String)
    level = pl.format("L{}", "grade")
    return frame.with_columns(letter.alias("letter"), level.alias("level"))


def _with_rest(qrels: Qrels) -> pl.DataFrame:
    frame = qrels.frame
    if not {"best_entry", "passages"} <= set(frame.columns):
        return frame
    rests = [
        "" if entry is None else f"{entry} {passage_text(passages)}"
        for entry, passages in zip(frame["best_entry"], frame["passages"].to_list(), strict=True)
    ]
    return frame.drop("best_entry", "passages").with_columns(pl.Series("rest", rests, pl.String))


#: The columns that a layout derives from others, by its name.
_DERIVED = {"ntcir": _with_letters, "inex": _with_rest}

#: The grade that reading the written file gives, where the file has none.
_GRADES_READ = {
    "prefs": pl.col("level").sign(),
    "qrels_prefs": pl.col("level").sign(),
    "inex": pl.col("relevant_chars") > 0,
}


def _changed_grades(frame: pl.DataFrame, declared: QrelsFormat) -> dict[str, int]:
    if declared.name not in _GRADES_READ:
        return {}
    read = _GRADES_READ[declared.name].cast(pl.Int64)
    changed = frame.filter(read != pl.col("grade")).height
    return {"grade": changed} if changed else {}


def _refuse_absent(frame: pl.DataFrame, declared: QrelsFormat, qrels: Qrels) -> None:
    absent = [name for name in declared.layout.keep if name not in frame.columns]
    if absent:
        message = f"{declared.name} needs what these judgments do not have: {', '.join(absent)}"
        hint = f"they have {', '.join(qrels.frame.columns)}"
        raise InputError(Problem(message, qrels.source, hint=hint))


def _json_qrels(qrels: Qrels) -> Written:
    content = nested_json(qrels.frame, "grade", "json", qrels.source)
    return Written(content, unheld(qrels.frame, {"topic", "doc", "grade"}))


def _table_qrels(write: Callable[[pl.DataFrame], bytes]) -> Callable[[Qrels], Written]:
    return lambda qrels: Written(write(qrels.frame))


RUN_WRITERS: dict[str, Callable[[Run], Written]] = {
    "trec": _trec_run,
    "inex": _inex_run,
    "msmarco": _msmarco_run,
    "json": _json_run,
    "jsonl": _table_run(jsonl_content),
    "csv": _table_run(csv_content),
    "parquet": _table_run(parquet_content),
}
QRELS_WRITERS: dict[str, Callable[[Qrels], Written]] = {
    **{name: _fields_qrels(declared) for name, declared in QRELS_FORMATS.items()},
    "json": _json_qrels,
    "jsonl": _table_qrels(jsonl_content),
    "csv": _table_qrels(csv_content),
    "parquet": _table_qrels(parquet_content),
}


def write_run(run: Run, format: str = "trec") -> Written:
    r"""A run as a file's content, in one of `RUN_WRITERS`.

    Ranks are counted from 1 in evaluation order, and scores are written so that reading gives the
    same float64. ``lost`` counts what the format has no place for (scores, the run's name, …).
    Raises `InputError` for an unknown format and for what the format would change: identifiers
    with blanks in files of fields, a document twice in a topic in JSON.

    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [0.1, 2.0]})
    >>> write_run(Run("bm25", frame)).content.decode()
    '1 Q0 b 1 2.0 bm25\n1 Q0 a 2 0.1 bm25\n'
    >>> write_run(Run("bm25", frame), "msmarco").lost
    {'scores': 2, 'run name': 1}
    """
    return _writer(format, RUN_WRITERS, "run")(run)


def write_qrels(qrels: Qrels, format: str = "trec") -> Written:
    r"""Judgments as a file's content, in one of `QRELS_WRITERS`.

    ``lost`` counts, by column, the values that the format has no place for. A column ``iter`` is
    written where the layout has that field, and 0 without one; reading does not keep it. Raises
    `InputError` for an unknown format, when the format needs columns that are not there, and for
    what it cannot tell apart or would change.

    >>> frame = pl.DataFrame({"topic": ["1"], "subtopic": ["2"], "doc": ["a"], "grade": [1]})
    >>> write_qrels(Qrels(frame), "trec")
    Written(content=b'1 0 a 1\n', lost={'subtopic': 1})
    """
    return _writer(format, QRELS_WRITERS, "qrels")(qrels)


T = TypeVar("T")


def _writer(format: str, writers: Mapping[str, T], kind: str) -> T:
    if format not in writers:
        raise InputError(unknown(f"{kind} format", format, writers))
    return writers[format]


# --- files -----------------------------------------------------------------------------------


def atomic_write(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write a file so that at any moment there is the old one or the new one, whole.

    A temporary file in the same directory is written, synchronised to the disk and renamed. A
    symbolic link stays one; the file's permissions stay, a new file's are the usual ones. Raises
    `HarnessError` when the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}")
    try:
        try:
            with temporary.open("xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                if target.exists():
                    os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
                os.fsync(file.fileno())
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        problem = Problem(f"cannot be written: {error.strerror}", os.fspath(path))
        raise HarnessError(problem) from None
    _sync_directory(target.parent)


def _sync_directory(directory: Path) -> None:
    """Make the rename itself last; not every system lets a directory be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
