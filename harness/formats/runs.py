"""Read ranked runs: TREC's six columns, INEX, MS MARCO, and tables with named columns."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.columns import Columns
from harness.core.errors import (
    MAX_PROBLEMS,
    InputError,
    Problem,
    UnavailableError,
    all_or_errors,
    attempt,
)
from harness.core.framed import column_names, replace_fields
from harness.core.identity import distinguish_names, require_unique_names, run_name
from harness.core.limits import explain_memory
from harness.core.listing import is_pattern, matching
from harness.core.locations import MEMBER, address_parts
from harness.core.model import Run
from harness.core.notes import Note
from harness.core.ordering import count_infinite
from harness.core.packages import pl
from harness.core.run_faults import Look
from harness.formats.delimited import (
    explain_cause,
    is_unlikely,
    merge_causes,
    read_lines,
)
from harness.formats.layouts import Layout, Sample, choose_layout, package_problems
from harness.formats.members import files_in
from harness.formats.opening import is_broken_link
from harness.formats.records import LineFields, Records
from harness.formats.remote import expand_urls, is_url, keep_copies
from harness.formats.run_columns import (
    PASSAGE,
    LineFacts,
    complete_columns,
    ir_metadata,
    refuse_negative_passages,
    run_columns,
)
from harness.formats.tablefiles import read_raw_content
from harness.hypotheses import Evidence, doubts
from harness.hypotheses.soundness import FEW

#: Threads that read files at the same time; polars' parser and decompression release the lock.
_READERS = 4


@dataclass(frozen=True, slots=True, eq=False)
class _ParsedRun:
    """Parsed run file; ``problem`` makes the problem of a row, ``doubts`` the notes of doubt."""

    rows: pl.DataFrame | Columns
    problem: Callable[[int, str], Problem]
    facts: LineFacts
    doubts: Callable[[], tuple[Note, ...]]
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def frame(self) -> pl.DataFrame:
        """The rows as a frame."""
        return self.rows.frame() if isinstance(self.rows, Columns) else self.rows

    @property
    def scores(self) -> Floats:
        """The scores of the rows."""
        rows = self.rows
        return rows.numbers("score") if isinstance(rows, Columns) else rows["score"].to_numpy()


@explain_memory
def read_run(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    format: str | None = None,
    ranks: bool = False,
) -> Run:
    """Read a run: plain, .gz, .bz2, .xz, .zst or ``-`` (standard input).

    In TREC's ``topic Q0 doc rank score tag`` fields are separated by blanks or tabs; the second
    field is not used, and anything after the tag is ignored.

    Parameters
    ----------
    path
        The file.
    name
        Name of the run; None for the first tag of the file, else the file's name
        (`harness.core.identity`).
    format
        The name of its layout (`harness.formats.run_layouts`); None recognises it.
    ranks
        Whether to read the column ``rank`` too, which must then hold whole numbers.

    Returns
    -------
    Run
        Its frame has ``topic``, ``doc`` and ``score`` in file order; an INEX run has ``offset`` and
        ``length`` too (null for an unknown passage), and its documents may occur more than once in
        a topic. ``details`` holds the ``format`` and a header in the form of ``ir_metadata``.
        Duplicates are not checked here.

    Raises
    ------
    InputError
        With file, line and column of up to 25 problems.
    UnavailableError
        For a file that cannot be had.

    Examples
    --------
    >>> run = read_run("runs/demo/wick-coord.run")
    >>> run.name, run.frame.columns, len(run.topics)
    ('wick-coord', ['topic', 'doc', 'score'], 14)
    """
    where = os.fspath(path)
    return parse_run(read_raw_content(where), where, name=name, format=format, ranks=ranks)


def parse_run(
    content: bytes,
    where: str,
    *,
    name: str | None = None,
    format: str | None = None,
    ranks: bool = False,
) -> Run:
    r"""Parse a run from the content of a file; ``where`` names it in messages.

    >>> run = parse_run(b"701 Q0 GX000 1 2.5 bm25\n", "a.run")
    >>> run.name, run.frame.rows()
    ('bm25', [('701', 'GX000', 2.5)])
    """
    run, facts = parse_block(content, where, format=format, ranks=ranks)
    return replace_fields(run, name=run_name(where, facts.tag, name), warnings=facts.notes())


def parse_block(
    content: bytes,
    where: str,
    *,
    format: str | None = None,
    ranks: bool = False,
    is_first: bool = True,
) -> tuple[Run, LineFacts]:
    """Parse a run, or some topics of it, with the facts for its notes.

    Doubts are raised on the first lines of a run.
    """
    parsed = _parse(content, where, format, ranks=ranks)
    doubts_of_it = parsed.doubts() if is_first else ()
    facts = replace(parsed.facts, doubts=doubts_of_it, infinite=count_infinite(parsed.scores))
    return Run(run_name(where, facts.tag), parsed.rows, where, (), parsed.details), facts


def _parse(content: bytes, where: str, format: str | None, *, ranks: bool = False) -> _ParsedRun:
    sample = Sample(content, where)
    layout, warnings = choose_layout("runs", format, sample)
    try:
        if layout.fields is None:
            parsed = _from_table(sample.content, where, layout)
        else:
            records = Records(content, where, layout.fields)
            parsed = _from_fields(records, layout, layout.fields, ranks=ranks)
            if (header := ir_metadata(sample.content)) is not None:
                parsed = replace(parsed, details={"ir_metadata": header})
    except InputError as error:  # perhaps a layout that could not be loaded is missing
        raise InputError([*error.problems, *package_problems()]) from None
    if not parsed.rows.height:
        raise InputError(no_results(where, layout))
    unwanted = {"tag"} if ranks else {"tag", "rank"}
    return replace(
        parsed,
        rows=parsed.rows.select(
            *(name for name in column_names(parsed.rows) if name not in unwanted)
        ),
        facts=replace(parsed.facts, beginning=(*warnings, *parsed.facts.beginning)),
        details={"format": layout.name, **parsed.details},
    )


def no_results(where: str, layout: Layout) -> Problem:
    """Return the problem of a run without a result."""
    hint = f"layout: {layout.fields}" if layout.fields else None
    return Problem("there is no line with results", where, hint=hint)


def _from_fields(
    records: Records, layout: Layout, fields: LineFields, *, ranks: bool
) -> _ParsedRun:
    if ranks and "rank" in fields.fields and "rank" not in fields.keep:
        fields = replace(fields, keep=(*fields.keep, "rank"), integers=fields.integers | {"rank"})

    rows: Columns | pl.DataFrame
    with explain_cause("run", records):
        rows, longer = read_lines(records, fields)
        tags = tuple(dict.fromkeys(rows.blocks("tag").names)) if "tag" in rows.names else ()
        if set(PASSAGE) <= set(rows.names):
            rows = rows.frame()
            refuse_negative_passages(rows, records.problem)
            rows = complete_columns(rows)
        elif "score" not in rows.names:
            rows = Columns({**rows.columns, "score": (-rows.numbers("rank")).astype(np.float64)})
    first = ("topic", "doc", "score")
    rows = rows.select(*first, *(name for name in column_names(rows) if name not in first))
    facts = LineFacts(
        where=records.where,
        skipped=records.skipped,
        encoding=records.encoding_notes,
        longer=longer,
        declared=fields,
        tags=tags,
    )
    return _ParsedRun(
        rows,
        lambda row, text: records.problem(row, "doc", text),
        facts,
        lambda: (
            _doubts(Sample(records.content, records.where), rows) if layout.name == "trec" else ()
        ),
    )


def _from_table(content: bytes, where: str, layout: Layout) -> _ParsedRun:
    table = layout.call_read(content, where)
    frame, warnings = run_columns(table)
    tags = frame.get_column("tag", default=pl.Series([], dtype=pl.String))
    different = tags.drop_nulls().unique(maintain_order=True)
    facts = LineFacts(where, beginning=warnings, tags=tuple(different))
    return _ParsedRun(frame, table.problem, facts, lambda: _doubts(Sample(b"", where), frame))


def _doubts(sample: Sample, frame: pl.DataFrame | Columns) -> tuple[Note, ...]:
    """Return the doubts about a run; only a suspicious beginning is checked further."""
    if not is_unlikely(sample.first(FEW), frame):
        return ()
    return doubts(Evidence("run", sample.content, frame), sample.where)


# --- many runs -------------------------------------------------------------------------------

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def read_runs(paths: Paths, *, format: str | None = None) -> list[Run]:
    """Read runs of files and glob patterns (``runs/*.gz``, ``runs/**/*.txt``), in parallel.

    Parameters
    ----------
    paths
        One or several. A pattern's files come in the order of their names, all others as given; a
        file named twice is read once.
    format
        The name of their layout; None recognises it.

    Returns
    -------
    list of Run
        One run per file; runs with equal tags get the names of their files, if these differ.

    Raises
    ------
    HarnessError
        With all problems of all files, as `UnavailableError` if one of them cannot be had, and
        `EvaluationError` for equal names.

    Examples
    --------
    >>> [run.name for run in read_runs(["runs/demo/tern*.run", "runs/demo/wick-coord.run"])]
    ['tern-char4', 'wick-coord']
    """
    from concurrent.futures import ThreadPoolExecutor

    files = run_files(paths)
    read = partial(read_run, format=format)
    with ThreadPoolExecutor(min(_READERS, len(files))) as pool:
        runs = all_or_errors(pool.map(partial(attempt, read), files))
    names = distinguish_names([(run.name, run.source) for run in runs])
    require_unique_names(zip(names, files, strict=True))
    return [replace(run, name=name) for run, name in zip(runs, names, strict=True)]


def run_files(paths: Paths) -> list[str]:
    """Return the files of paths and glob patterns; for an archive with several, its members.

    Raises `UnavailableError` for a pattern without a file, `InputError` for a directory.
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not given:
        raise InputError("no runs given")
    files = all_or_errors(attempt(_find_files, os.fspath(path)) for path in given)
    with keep_copies():
        return list(dict.fromkeys(name for path in chain(*files) for name in files_in(path)))


def _find_files(path: str) -> list[str]:
    if is_url(path):
        return expand_urls(path)
    start, _, inside = path.partition(MEMBER)
    if Path(path).is_file():
        return [path]
    if inside and is_pattern(start):
        return [f"{name}{MEMBER}{inside}" for name in _find_files(start)]
    if address_parts(path) is not None:
        return [path]
    if Path(path).is_dir():
        hint = f"for all the files in it: {Path(path) / '*'}"
        raise InputError(Problem("this is a directory, not a run", path, hint=hint))
    if not is_pattern(path):
        return [path]  # reading it reports that it is missing
    # Reading a broken link reports what is wrong.
    if files := [name for name in matching(path) if Path(name).is_file() or is_broken_link(name)]:
        return files
    raise UnavailableError(Problem("no file matches this pattern", path))


def locate_faults(
    path: str | os.PathLike[str], look: Look, *, format: str | None = None
) -> list[Problem]:
    """Return a problem, with its line, for each faulty row that ``look`` finds in a file, up to 25.

    It explains a `harness.core.run_faults.RunFaultsError` to people.
    """
    where = os.fspath(path)
    content = read_raw_content(where)
    parsed = _parse(content, where, format)
    problems = []
    for fault in islice(look(parsed.frame), MAX_PROBLEMS):
        line = parsed.problem(fault.earlier, "").line
        before = f" (first at line {line})" if line else ""
        problem = parsed.problem(fault.row, fault.message + before)
        problems.append(replace(problem, hint=fault.hint))
    if problems and parsed.details["format"] == "trec":
        return list(merge_causes(InputError(problems), "run", content).problems)
    return problems
