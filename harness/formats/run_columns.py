"""The columns of a run under our names, its written lines, its tag and its metadata."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Any

from harness.core.errors import InputError, Problem, refuse
from harness.core.model import Run
from harness.core.notes import Note
from harness.core.numbers import collect, is_read, score
from harness.core.ordering import infinite_notes, rank_rows
from harness.core.packages import pl
from harness.core.run_faults import has_parts
from harness.formats.delimited import longer_notes
from harness.formats.files import first_records, metadata_bytes, open_pieces
from harness.formats.layouts import FileContent, Layout, Locate, Sample, choose_layout
from harness.formats.records import LineFields, Records
from harness.formats.skipped import SkippedLines
from harness.formats.tablefiles import table_or_lines
from harness.formats.tables import DOC, TOPIC, InputColumn, InputTable, Values, check_columns, plain
from harness.formats.writing import BREAKS, count_unheld, join_lines, refuse_breaks
from harness.hypotheses.evidence import SWAPPED

#: The name of the metadata in comments at the top of a run, with their first and last line.
_HEADER, HEADER_START, HEADER_END = "ir_metadata", "ir_metadata.start", "ir_metadata.end"
#: The columns that tables with runs may have. Without scores the ranks order the documents.
RUN_COLUMNS = (
    TOPIC,
    DOC,
    InputColumn("score", kind="score"),
    InputColumn("rank", kind="integer"),
    InputColumn("tag", ("run", "run_id", "runid", "run_name", "system", "name"), nullable=True),
    InputColumn("offset", kind="integer", nullable=True),
    InputColumn("length", kind="integer", nullable=True),
    InputColumn("path", ("xpath",)),
)
PASSAGE = ("offset", "length")
#: The columns of BEIR's judgments, which call grades scores, and the range of grades.
_JUDGED, _LOWEST_GRADE, _HIGHEST_GRADE = {"query_id", "corpus_id", "score"}, -3, 10


@dataclass(frozen=True, slots=True)
class LineFacts:
    """Facts about the lines of a run, from which its notes are made; facts of blocks add up.

    ``beginning`` are notes on its layout, ``doubts`` on its first lines; ``skipped`` are lines that
    are no records, ``encoding`` notes text that is not UTF-8; ``longer`` counts lines with more
    fields than ``declared``; ``tags`` are the different tags, ``infinite`` the counts of
    `count_infinite`.
    """

    where: str
    beginning: tuple[Note, ...] = ()
    doubts: tuple[Note, ...] = ()
    skipped: SkippedLines = field(default_factory=SkippedLines)
    encoding: tuple[Note, ...] = ()
    longer: int = 0
    declared: LineFields | None = None
    tags: tuple[str, ...] = ()
    infinite: tuple[int, int] = (0, 0)

    @property
    def tag(self) -> str | None:
        """The first tag."""
        return next(iter(self.tags), None)

    def __add__(self, other: LineFacts) -> LineFacts:
        """Add facts of a later block; skipped lines are not added."""
        plus, minus = zip(self.infinite, other.infinite, strict=True)
        return replace(
            self,
            longer=self.longer + other.longer,
            tags=tuple(dict.fromkeys((*self.tags, *other.tags))),
            infinite=(sum(plus), sum(minus)),
        )

    def notes(self) -> tuple[Note, ...]:
        """Return the notes on these facts."""
        fields = self.declared
        longer = () if fields is None else longer_notes(self.longer, self.where, fields)
        return (
            *self.beginning,
            *self.skipped.notes(self.where),
            *self.encoding,
            *longer,
            *self.doubts,
            *_warn_tags(self.tags, self.where),
            *infinite_notes(self.infinite, self.where),
        )


def _warn_tags(different: Sequence[str], where: str) -> tuple[Note, ...]:
    """Return the warning on several tags, if there are."""
    if len(different) < 2:
        return ()
    listed = ", ".join(repr(tag) for tag in different[:3]) + (", …" if len(different) > 3 else "")
    text = f"{len(different)} different run tags ({listed}); the first is used"
    return (Note("tags-differ", text, where, numbers={"tags": len(different)}),)


def complete_columns(frame: pl.DataFrame) -> pl.DataFrame:
    """Fill in negative ranks for missing scores, and null for the -1 of an unknown passage.

    >>> frame = pl.DataFrame({"rank": [1, 2], "offset": [-1, 7], "length": [-1, 9]})
    >>> complete_columns(frame).rows()
    [(1, None, None, -1.0), (2, 7, 9, -2.0)]
    """
    if "score" not in frame.columns:
        frame = frame.with_columns((-pl.col("rank")).cast(pl.Float64).alias("score"))
    if set(PASSAGE) <= set(frame.columns):
        frame = frame.with_columns(pl.when(pl.col(name) >= 0).then(name) for name in PASSAGE)
    return frame


def refuse_negative_passages(frame: pl.DataFrame, locate: Locate) -> None:
    """Raise `InputError` for offsets and lengths below the -1 of an unknown passage."""
    refuse(
        locate(row, name, f"the {name} of a passage is below 0", "X or -1: not known")
        for name in PASSAGE
        if name in frame.columns
        for row in (frame[name] < -1).arg_true().to_list()
    )


def run_columns(table: InputTable) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """Return the columns of a run in a table, and warnings about unused ones."""
    frame, warnings = check_columns(table, RUN_COLUMNS)
    given = {plain(name): values for name, values in table.columns.items()}
    if given.keys() == _JUDGED and _are_grades(given["score"]):
        hint = "a run has scores with decimals (3.0), or a column rank too"
        message = f"these look like judgments, as BEIR has them: {SWAPPED}"
        raise InputError(Problem(message, table.where, hint=hint))
    if not {"score", "rank"} & set(frame.columns):
        hint = f"the columns are {', '.join(map(repr, table.columns)) or 'none'}"
        raise InputError(Problem("there is neither a score nor a rank", table.where, hint=hint))
    refuse_negative_passages(frame, lambda row, _name, message, _hint: table.problem(row, message))
    further = [name for name in ("tag", *PASSAGE, "path", "rank") if name in frame.columns]
    return complete_columns(frame).select("topic", "doc", "score", *further), warnings


def _are_grades(scores: Values) -> bool:
    """Return whether scores are whole and small, like grades."""
    texts = [str(value).strip() for value in scores]
    return all(
        text.lstrip("+-").isdigit() and _LOWEST_GRADE <= int(text) <= _HIGHEST_GRADE
        for text in texts
    )


def in_evaluation_order(run: Run) -> pl.DataFrame:
    """Sort the run's frame in evaluation order, and add the column ``rank``, from 1.

    Topics keep their order, and so do all rows of passages and elements: their file order counts.
    """
    if not has_parts(run.names):
        return rank_rows(run.frame, keep_topics=True)
    return run.frame.with_columns(pl.int_range(1, pl.len() + 1).over("topic").alias("rank"))


def _column(frame: pl.DataFrame, name: str, tag: str) -> Iterable[str]:
    """Return the written texts of a field, one per line."""
    if name in ("iter", "tag"):
        return repeat("Q0" if name == "iter" else tag, frame.height)
    values = frame[name].to_list()
    if name in PASSAGE:
        return ("X" if value is None else str(value) for value in values)
    return values if frame.schema[name] == pl.String else map(repr, values)


def write_fields(
    run: Run, layout: Layout, *, separator: str = " ", header: bool = True
) -> FileContent:
    """Write a run as lines of fields; reading gives the same float64 scores.

    Fields are among topic, iter (always Q0), doc, rank, score, tag, offset, length, path. With
    ``header`` the comments of ``ir_metadata`` come first.
    """
    assert layout.fields is not None
    fields = layout.fields.fields
    frame = in_evaluation_order(run)
    refuse_breaks(frame, ("topic", "doc"), layout.name)
    lost = count_unheld(frame, {*fields, "rank", "score"})
    tag, changed = re.subn(f"{BREAKS}+", "_", run.name or "run")
    if "tag" not in fields:
        lost["run name"] = 1
    elif changed:
        lost["blanks in the run name"] = changed
    if "score" not in fields:
        lost["scores"] = frame.height
    columns = (_column(frame, name, tag) for name in fields)
    lines = (separator.join(row) for row in zip(*columns, strict=True))
    if not header:
        return FileContent(join_lines(lines), lost | without_header(run.details))
    return FileContent(join_lines((*header_lines(run.details), *lines)), lost)


def header_lines(details: Mapping[str, Any]) -> list[str]:
    """Return the comment lines with the ``ir_metadata`` of a run, if any."""
    if _HEADER not in details:
        return []
    import yaml

    header = details[_HEADER]
    text = header
    if not isinstance(header, str):
        text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True)
    body = [f"# {line}".rstrip() for line in text.rstrip("\n").split("\n")]
    return [f"# {HEADER_START}", *body, f"# {HEADER_END}"]


def without_header(details: Mapping[str, Any]) -> dict[str, int]:
    """Count the metadata that a layout without comments loses."""
    return {_HEADER: 1} if _HEADER in details else {}


def ir_metadata(content: bytes) -> Any:
    r"""Read the comments at the top from ``# ir_metadata.start`` to ``# ir_metadata.end``.

    Returns parsed YAML, or text if it is invalid; None without such a header.

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
    if HEADER_START not in marks:
        return None
    start = marks.index(HEADER_START) + 1
    end = marks.index(HEADER_END) if HEADER_END in marks else len(marks)
    return _yaml([comment.removeprefix(" ") for comment in comments[start:end]])


def as_json(metadata: Any) -> Any:
    r"""Convert metadata for JSON: dates become texts, and so does all with a cycle or NaN.

    >>> as_json({"k": [1, float("nan")]})
    'k:\n- 1\n- .nan\n'
    """
    import yaml

    try:
        text = json.dumps(metadata, default=str, skipkeys=True, allow_nan=False)
    except ValueError:
        return yaml.safe_dump(metadata)
    return json.loads(text)


def list_attributes(metadata: Any) -> dict[str, str]:
    """Return the attributes of a run from its metadata: team and method.

    Persons and machines are left out.

    >>> list_attributes({"actor": {"team": "us", "mail": "a@b.c"}, "method": {"automatic": True}})
    {'team': 'us', 'method.automatic': 'True'}
    """
    known = metadata if isinstance(metadata, Mapping) else {}
    actor = known.get("actor")
    team = actor.get("team") if isinstance(actor, Mapping) else None
    return {**dict(_scalars("team", team)), **dict(_scalars("method", known.get("method")))}


def _scalars(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the single values in a value, by path; values of a list with one path are joined."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _scalars(f"{name}.{key}", part)
    elif isinstance(value, list):
        together = collect(chain.from_iterable(_scalars(name, part) for part in value))
        yield from ((path, ", ".join(texts)) for path, texts in together.items())
    elif value is not None:
        yield name, str(value)


def read_metadata(path: str) -> Any:
    """Read TIRA's ``ir-metadata.yml`` of the run in a file; None without one."""
    content = metadata_bytes(path)
    return None if content is None else _yaml(content.decode("utf-8", "replace").splitlines())


def _yaml(lines: list[str]) -> Any:
    import yaml

    text = "\n".join(lines)
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):  # ValueError: a date like 2024-13-45
        return text


#: Layouts of tables whose first lines are a table, too.
_BY_LINE = ("csv", "jsonl")
#: More records than the beginning of a file can have.
_ALL = 1 << 20


def first_tag(path: str | os.PathLike[str], *, format: str | None = None) -> str | None:
    """Return the first tag of a run file, which `harness.read_run` uses as the run's name.

    Earlier unusable lines (a header, too few fields) are skipped, as by repairs. None if the layout
    has no tag. Raises `InputError` for a file that cannot be read, for a damaged table, and for no
    usable line in the first 64 kB.
    """
    where = os.fspath(path)
    with open_pieces(where, briefly=True) as stream:
        if problem := stream.find_fault(where):
            raise InputError(problem)
        head = table_or_lines(stream.head, where)
        layout, _ = choose_layout("runs", format, Sample(head, where))
        if layout.fields is not None:
            return _in_fields(head, where, layout.fields)
        if layout.name in _BY_LINE:
            with contextlib.suppress(InputError):  # a quoted line end may be torn
                has_tags, tag = _in_table(head, where, layout)
                if tag is not None or not has_tags:
                    return tag
        return _in_table(stream.content(), where, layout)[1]


def _in_fields(head: bytes, where: str, line: LineFields) -> str | None:
    if "tag" not in line.fields:
        return None
    tag, number = line.fields.index("tag"), line.fields.index("score")
    records = Records(head, where, line)
    content = records.content.decode(records.encoding, "replace").encode()
    for count in (1, _ALL):  # usually the first record is enough
        for record in first_records(content, count):
            if len(record) >= len(line.fields) and is_read(score, record[number]):
                return record[tag]
    raise InputError(Problem("there is no line with results", where, hint=f"layout: {line}"))


def _in_table(content: bytes, where: str, layout: Layout) -> tuple[bool, str | None]:
    """Return whether a table has a column of tags, and the first tag."""
    frame, _ = run_columns(layout.call_read(content, where))
    if "tag" not in frame.columns:
        return False, None
    return True, next(iter(frame["tag"].drop_nulls()), None)
