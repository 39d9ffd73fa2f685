"""Reading ranked runs: TREC's six columns, INEX, MS MARCO, and tables with named columns."""

from __future__ import annotations

import glob
import io
import math
import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from harness.core.errors import MAX_PROBLEMS, InputError, Problem, nearest, refuse
from harness.core.identity import require_unique_names, run_name
from harness.core.limits import memory_explained
from harness.core.model import Run
from harness.core.notes import Note
from harness.formats.delimited import first_records, read_fields
from harness.formats.explained import doubts, explained, with_cause
from harness.formats.files import STDIN, is_broken_link
from harness.formats.layout import Layout
from harness.formats.naming import NAME_RUN_LAYOUT
from harness.formats.records import Records
from harness.formats.tablefiles import TABLE_READERS, content_of, recognised, suffix_of
from harness.formats.tables import DOC, TOPIC, InputColumn, InputTable, checked, repeated_rows

TREC_RUN = Layout(
    fields=("topic", "iter", "doc", "rank", "score", "tag"),
    keep=("topic", "doc", "score", "tag"),
    decimals=frozenset({"score"}),
    infinite=frozenset({"score"}),
    extra=True,
)
#: Passages: "X" or -1 as the offset is a passage whose place is not known.
INEX_RUN = Layout(
    fields=("topic", "iter", "doc", "rank", "score", "tag", "offset", "length"),
    keep=("topic", "doc", "score", "tag", "offset", "length"),
    decimals=frozenset({"score"}),
    infinite=frozenset({"score"}),
    integers=frozenset({"offset", "length"}),
    missing={"offset": frozenset({"X"}), "length": frozenset({"X"})},
)
MSMARCO_RUN = Layout(
    fields=("topic", "doc", "rank"),
    keep=("topic", "doc", "rank"),
    integers=frozenset({"rank"}),
)

#: The columns that tables with runs may have. Without scores the ranks order the documents.
RUN_COLUMNS = (
    TOPIC,
    DOC,
    InputColumn("score", kind="score"),
    InputColumn("rank", kind="integer"),
    InputColumn("tag", ("run", "run_id", "runid", "run_name", "system", "name"), nullable=True),
    InputColumn("offset", kind="integer", nullable=True),
    InputColumn("length", kind="integer", nullable=True),
)

#: Threads that read files at the same time; polars' parser and decompression release the lock.
_READERS = 4


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A run file taken apart. ``problem`` makes the problem of a row."""

    frame: pl.DataFrame
    problem: Callable[[int, str], Problem]
    warnings: tuple[Note, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunFormat:
    """A layout of blank-separated fields, and what is derived from it."""

    name: str
    summary: str
    layout: Layout
    finish: Callable[[pl.DataFrame, bytes, str], pl.DataFrame]


def _as_it_is(frame: pl.DataFrame, _content: bytes, _where: str) -> pl.DataFrame:
    return frame


def _known_passages(frame: pl.DataFrame, content: bytes, where: str) -> pl.DataFrame:
    for name in ("offset", "length"):
        wrong = (frame[name] < -1).arg_true().to_list()
        if wrong:
            records, place = Records(content, where), INEX_RUN.fields.index(name)
            message, hint = f"the {name} of a passage is below 0", "X or -1: not known"
            refuse(records.problem(row, place, message, hint) for row in wrong)
    known = [pl.when(pl.col(name) >= 0).then(name) for name in ("offset", "length")]
    return frame.with_columns(known)


def _from_rank(frame: pl.DataFrame, _content: bytes, _where: str) -> pl.DataFrame:
    score = (-pl.col("rank")).cast(pl.Float64)
    return frame.select("topic", "doc", score.alias("score"), "rank")


#: Every layout of fields, by the name it has in configurations and on the command line.
RUN_FORMATS: dict[str, RunFormat] = {
    declared.name: declared
    for declared in (
        RunFormat("trec", "TREC, trec_eval", TREC_RUN, _as_it_is),
        RunFormat("inex", "INEX: retrieved passages", INEX_RUN, _known_passages),
        RunFormat("msmarco", "MS MARCO: the score is the negative rank", MSMARCO_RUN, _from_rank),
    )
}


@memory_explained
def read_run(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    format: str | None = None,
    ranks: bool = False,
) -> Run:
    """A run of a file: plain, .gz, .bz2, .xz, .zst or ``-`` (standard input).

    ``format`` names the layout (`RUN_FORMATS`, or csv, json, jsonl, parquet); without it the
    layout is recognised. In TREC's ``topic Q0 doc rank score tag`` fields are separated by blanks
    or tabs; the second field is not used, and what follows the tag is ignored. The name is
    ``name``, else the first tag of the file, else the file's name (`harness.core.identity`).

    The frame has ``topic``, ``doc`` and ``score`` in file order; an INEX run has ``offset`` and
    ``length`` too (null where the passage is not known), and its documents may occur more than
    once in a topic: what evaluates documents has to decide about that. With ``ranks`` there is a
    column ``rank`` too, which must hold whole numbers; otherwise ranks are not looked at.
    ``details`` holds the
    ``format`` and a header in the form of ``ir_metadata``. Duplicates are not looked for here.
    Raises `InputError` with file, line and column of up to 25 problems.
    """
    where = os.fspath(path)
    return parse_run(content_of(where), where, name=name, format=format, ranks=ranks)


def parse_run(
    content: bytes,
    where: str,
    *,
    name: str | None = None,
    format: str | None = None,
    ranks: bool = False,
) -> Run:
    r"""A run from the content of a file; ``where`` names it in messages.

    >>> run = parse_run(b"701 Q0 GX000 1 2.5 bm25\n", "a.run")
    >>> run.name, run.frame.rows()
    ('bm25', [('701', 'GX000', 2.5)])
    """
    parsed = _parse(content, where, format, ranks=ranks)
    frame, warnings = parsed.frame, parsed.warnings
    if frame.is_empty():
        raise InputError(
            Problem("there is no line with results", where, hint=f"layout: {TREC_RUN}")
        )
    if "tag" in frame.columns:
        tag, warning = _tag(frame["tag"], where)
        frame, warnings = frame.drop("tag"), (*warnings, *warning)
    else:
        tag = None
    warnings = (*warnings, *infinite_scores(frame["score"], where))
    return Run(run_name(where, tag, name), frame, where, warnings, parsed.details)


def infinite_scores(scores: pl.Series, where: str) -> tuple[Note, ...]:
    """A warning that counts the scores that are infinities.

    >>> print(*infinite_scores(pl.Series([1.0, float("-inf")]), "a.run"))
    a.run: 1 score is infinite (-inf: 1); such documents come first or last, as in trec_eval
    """
    counts = {"inf": int((scores == math.inf).sum()), "-inf": int((scores == -math.inf).sum())}
    total = sum(counts.values())
    if not total:
        return ()
    listed = ", ".join(f"{name}: {count}" for name, count in counts.items() if count)
    are = "1 score is infinite" if total == 1 else f"{total} scores are infinite"
    text = f"{are} ({listed}); such documents come first or last, as in trec_eval"
    return (Note("infinite-scores", text, where, numbers=counts),)


def _tag(tags: pl.Series, where: str) -> tuple[str | None, tuple[Note, ...]]:
    """The first tag, and a warning when it is not the only one."""
    first = tags[0]
    if first is not None and (tags == first).all(ignore_nulls=False):
        return first, ()
    different = tags.drop_nulls().unique(maintain_order=True).to_list()
    if len(different) < 2:
        return next(iter(different), None), ()
    listed = ", ".join(repr(tag) for tag in different[:3]) + (", …" if len(different) > 3 else "")
    text = f"{len(different)} different run tags ({listed}); the first is used"
    return different[0], (Note("tags-differ", text, where, numbers={"tags": len(different)}),)


def _parse(content: bytes, where: str, format: str | None, *, ranks: bool = False) -> _Parsed:
    name, warnings = (format, ()) if format else recognise(content, where)
    if name in TABLE_READERS:
        parsed = _from_table(content, where, name)
    elif name in RUN_FORMATS:
        parsed = _from_fields(content, where, RUN_FORMATS[name], ranks=ranks)
    else:
        known = (*RUN_FORMATS, *TABLE_READERS)
        hint = nearest(name, known) or f"known are {', '.join(known)}"
        raise InputError(Problem(f"unknown run format {name!r}", where, hint=hint))
    details = {"format": name, **parsed.details}
    frame = parsed.frame if ranks else parsed.frame.drop("rank", strict=False)
    return _Parsed(frame, parsed.problem, (*warnings, *parsed.warnings), details)


def _from_fields(content: bytes, where: str, declared: RunFormat, *, ranks: bool) -> _Parsed:
    layout = declared.layout
    if ranks and "rank" not in layout.keep:
        layout = replace(layout, keep=(*layout.keep, "rank"), integers=layout.integers | {"rank"})
    with explained("run", content):
        frame, warnings = read_fields(content, where, layout)
        frame = declared.finish(frame, content, where)
    place = declared.layout.fields.index("doc")
    records = Records(content, where)
    if declared.name == "trec":
        warnings = (*warnings, *doubts(where, content, frame))
    header = ir_metadata(content)
    details = {} if header is None else {"ir_metadata": header}
    return _Parsed(
        frame, lambda row, message: records.problem(row, place, message), warnings, details
    )


def _from_table(content: bytes, where: str, name: str) -> _Parsed:
    table = TABLE_READERS[name](content, where, "score")
    frame, warnings = run_columns(table)
    if not frame.is_empty():
        warnings = (*warnings, *doubts(where, b"", frame))
    return _Parsed(frame, table.problem, warnings)


def run_columns(table: InputTable) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """The columns of a run in a table: scores, or the negative ranks where there are none."""
    frame, warnings = checked(table, RUN_COLUMNS)
    if "score" not in frame.columns:
        if "rank" not in frame.columns:
            hint = f"the columns are {', '.join(map(repr, table.columns)) or 'none'}"
            raise InputError(Problem("there is neither a score nor a rank", table.where, hint=hint))
        frame = frame.with_columns((-pl.col("rank")).cast(pl.Float64).alias("score"))
    further = [name for name in ("tag", "offset", "length", "rank") if name in frame.columns]
    return frame.select("topic", "doc", "score", *further), warnings


def recognise(content: bytes, where: str) -> tuple[str, tuple[Note, ...]]:
    """The format that a content has, and what to say about the choice."""
    table = recognised(content, suffix_of(where), RUN_COLUMNS)
    if table:
        return table, ()
    records = first_records(content, count=20)
    counts = {len(record) for record in records}
    if counts == {len(MSMARCO_RUN.fields)}:
        return "msmarco", ()
    if counts == {len(INEX_RUN.fields)} and all(map(_has_passage, records)):
        warning = "read as inex: the last two of eight fields are an offset and a length"
        return "inex", (Note("layout", f"{warning} ({NAME_RUN_LAYOUT})", where, "inex"),)
    return "trec", ()


def _has_passage(record: list[str]) -> bool:
    return all(text == "X" or text.lstrip("-").isdigit() for text in record[-2:])


# --- the header of ir_metadata ---------------------------------------------------------------


def ir_metadata(content: bytes) -> Any:
    r"""What the comments at the top say between ``# ir_metadata.start`` and ``# ir_metadata.end``.

    As YAML where it is valid YAML, else as text; None without such a header.

    >>> ir_metadata(b"# ir_metadata.start\n# actor:\n#   team: us\n# ir_metadata.end\n1 Q0 d 1 2 t")
    {'actor': {'team': 'us'}}
    """
    if not content.startswith(b"#"):
        return None
    comments: list[str] = []
    for line in io.BytesIO(content):
        if not line.startswith(b"#"):
            break
        comments.append(line[1:].decode("utf-8", "replace").rstrip())
    marks = [comment.strip() for comment in comments]
    if "ir_metadata.start" not in marks:
        return None
    start = marks.index("ir_metadata.start") + 1
    end = marks.index("ir_metadata.end") if "ir_metadata.end" in marks else len(marks)
    return _yaml([comment.removeprefix(" ") for comment in comments[start:end]])


def _yaml(lines: list[str]) -> Any:
    import yaml

    text = "\n".join(lines)
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):  # ValueError: a date like 2024-13-45
        return text


# --- many runs -------------------------------------------------------------------------------

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def read_runs(paths: Paths, *, format: str | None = None) -> list[Run]:
    """The runs of files and glob patterns (``runs/*.gz``, ``runs/**/*.txt``), read at once.

    A pattern's files come in the order of their names, everything else as given; a file that is
    named twice is read once. Raises `InputError` for a directory, a pattern without any file and
    all the problems of all the files (up to 25), `EvaluationError` for runs of one name.
    """
    files = run_files(paths)
    problems: list[Problem] = []
    runs: list[Run] = []
    with ThreadPoolExecutor(min(_READERS, len(files))) as pool:
        for outcome in pool.map(lambda path: _attempt(path, format), files):
            if isinstance(outcome, Run):
                runs.append(outcome)
            else:
                problems += outcome.problems
    if problems:
        raise InputError(problems[:MAX_PROBLEMS])
    require_unique_names((run.name, run.source) for run in runs)
    return runs


def _attempt(path: str, format: str | None) -> Run | InputError:
    try:
        return read_run(path, format=format)
    except InputError as error:
        return error


def run_files(paths: Paths) -> list[str]:
    """The files that paths and glob patterns stand for; `InputError` when one stands for none."""
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not given:
        raise InputError("no runs given")
    problems: list[Problem] = []
    files: dict[str, None] = {}
    for path in given:
        try:
            files.update(dict.fromkeys(_files_of(os.fspath(path))))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems[:MAX_PROBLEMS])
    return list(files)


def _files_of(path: str) -> list[str]:
    if path == STDIN or Path(path).is_file():
        return [path]
    if Path(path).is_dir():
        hint = f"for all the files in it: {Path(path) / '*'}"
        raise InputError(Problem("this is a directory, not a run", path, hint=hint))
    if not glob.has_magic(path):
        return [path]  # reading it says that it is not there
    # Path.glob takes no absolute pattern.
    names = glob.glob(path, recursive=True)  # noqa: PTH207
    # Reading says of a broken link what is wrong with it.
    found = sorted(name for name in names if Path(name).is_file() or is_broken_link(name))
    if not found:
        raise InputError(Problem("no file matches this pattern", path))
    return found


def locate_duplicates(
    path: str | os.PathLike[str],
    pairs: Iterable[tuple[str, str]],
    *,
    format: str | None = None,
) -> list[Problem]:
    """Where a file retrieves the given (topic, document) pairs again: one problem a line, up to 25.

    For telling a person about the pairs of `harness.evaluation.ranking.DuplicateDocumentsError`.
    """
    where = os.fspath(path)
    content = content_of(where)
    parsed = _parse(content, where, format)
    wanted = set(pairs)
    problems = []
    for first, later in repeated_rows(parsed.frame, ["topic", "doc"]):
        topic, doc = parsed.frame.select("topic", "doc").row(later)
        if (topic, doc) in wanted:
            at = parsed.problem(first, "").line
            place = f" (first at line {at})" if at else ""
            message = f"document {doc!r} is retrieved twice in topic {topic!r}{place}"
            problems.append(parsed.problem(later, message))
        if len(problems) >= MAX_PROBLEMS:
            break
    if problems and parsed.details["format"] == "trec":
        return list(with_cause(InputError(problems), "run", content).problems)
    return problems
