"""The columns of judgments under our names: of tables and frames, and of lines of fields.

Also layouts of lines: declare, recognise (by a manifest beside the file, too) and write them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from harness.core.columns import Columns
from harness.core.errors import InputError, Problem, refuse
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.packages import pl
from harness.core.run_faults import repeated_rows
from harness.core.trust import refuse_links
from harness.formats.files import first_records
from harness.formats.layouts import FileContent, Layout, Locate, Sample, no_doubt, unchanged
from harness.formats.records import LineFields
from harness.formats.tables import (
    DOC,
    TOPIC,
    InputColumn,
    InputTable,
    check_columns,
    match_columns,
)
from harness.formats.writing import (
    count_unheld,
    join_lines,
    refuse_breaks,
    refuse_repeated,
    texts,
)
from harness.hypotheses.evidence import SWAPPED
from harness.hypotheses.soundness import Record, number

#: Grades are 32-bit integers in computations.
_LARGEST_GRADE = 2**31 - 1
#: Values checked to tell scores from grades.
_FIRST = 20

#: Names of a column of grades that cannot be one of scores.
GRADE_NAMES = ("grade", "relevance", "rel", "label", "relevancy", "judgment")

#: The column of letters of Amazon's shopping queries: exact, substitute, complement, irrelevant.
_ESCI = "esci_label"
_ESCI_GRADES = {"E": 3, "S": 2, "C": 1, "I": 0}

#: The columns that tables of judgments may have; those in `KEY` identify a judgment.
QRELS_COLUMNS = (
    TOPIC,
    DOC,
    InputColumn("grade", (*GRADE_NAMES[1:], "score", _ESCI), "integer", required=True),
    InputColumn("subtopic", ("subtopic_id",)),
    InputColumn("group"),
    InputColumn("subgroup"),
    InputColumn("level", kind="decimal", nullable=True),
    InputColumn("stratum"),
    InputColumn("method", kind="integer"),
    InputColumn("probability", ("prob", "iprob"), "decimal", nullable=True),
    InputColumn("model", ("model_grade",), "integer", nullable=True),
    InputColumn("understandability", ("readability",), "integer", nullable=True),
    InputColumn("credibility", ("trustworthiness", "trust"), "integer", nullable=True),
    InputColumn("relevant_chars", kind="integer"),
    InputColumn("doc_chars", kind="integer"),
    InputColumn("best_entry", kind="integer", nullable=True),
    InputColumn("passages", kind="passages", nullable=True),
    InputColumn("path", ("xpath",)),
    InputColumn("exhaustivity", kind="integer", nullable=True),
    InputColumn("specificity", kind="decimal"),
)
KEY = ("topic", "subtopic", "group", "subgroup", "path", "doc")


def qrels_columns(table: InputTable) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """Return the columns of judgments in a table, none judged twice, and notes on others."""
    with _explain_grades(table):
        frame, warnings = check_columns(_without_letters(table), QRELS_COLUMNS)
    refuse_too_large(frame, lambda row, _column, message, _hint: table.problem(row, message))
    key = [column for column in KEY if column in frame.columns]
    refuse(
        table.problem(later, judged_twice(frame, later, table.row_name(first)))
        for first, later in repeated_rows(frame, key)
    )
    return frame, warnings


def _without_letters(table: InputTable) -> InputTable:
    """Convert the letters of ESCI into grades, with a note."""
    if _ESCI not in table.columns:
        return table
    typed = str if table.written else int
    known = {letter: typed(grade) for letter, grade in _ESCI_GRADES.items()}
    grades = [known.get(letter, letter) for letter in table.columns[_ESCI]]
    text = "read as grades: " + ", ".join(f"{a} {grade}" for a, grade in _ESCI_GRADES.items())
    note = Note("layout", text, table.where or None, _ESCI)
    columns = {**table.columns, _ESCI: grades}
    return table._replace(columns=columns, warnings=(*table.warnings, note))


@contextmanager
def _explain_grades(table: InputTable) -> Iterator[None]:
    """Replace the problems of an `InputError` by one if the grades look like scores."""
    try:
        yield
    except InputError as error:
        own = match_columns([str(name) for name in table.columns], QRELS_COLUMNS).get("grade")
        if own is None or not _has_fractions(table.columns[own]):
            raise
        hint = f"these look like scores: {SWAPPED}"
        raise InputError(replace(error.problems[0], hint=hint)) from None


def _has_fractions(values: Iterable[object]) -> bool:
    """Return whether most of the first values are fractions rather than grades."""
    first = list(islice(values, _FIRST))
    numbers = [number(str(value)) for value in first]
    return (
        sum(it is not None and math.isfinite(it) and not it.is_integer() for it in numbers)
        > len(first) / 2
    )


def refuse_too_large(rows: pl.DataFrame | Columns, locate: Locate) -> None:
    """Raise `InputError` for grades too large for computations."""
    grades = rows.numbers("grade") if isinstance(rows, Columns) else rows["grade"].to_numpy()
    if -_LARGEST_GRADE <= grades.min(initial=0) <= grades.max(initial=0) <= _LARGEST_GRADE:
        return
    wrong = (grades > _LARGEST_GRADE) | (grades < -_LARGEST_GRADE)
    refuse(
        locate(row, "grade", f"the grade {grades[row]} is too large", None)
        for row in np.flatnonzero(wrong).tolist()
    )


def judged_twice(frame: pl.DataFrame, row: int, first: str) -> str:
    """Return the message on a row whose document is judged already, at ``first``."""
    judged = frame.row(row, named=True)
    parts = (f"{name} {judged[name]!r}" for name in KEY[1:-1] if name in judged)
    scope = ", ".join((f"topic {judged['topic']!r}", *parts))
    return f"document {judged['doc']!r} is judged twice in {scope} (first at {first})"


#: The file that names the layouts of the files beside it, and the key in it.
_MANIFEST, LAYOUTS = "manifest.json", "layouts"
#: Records checked if the first hundred do not show the layout.
_MANY = 100_000


def line_fields(
    names: str, *, integers: str = "grade", decimals: str = "", rest: str | None = None
) -> LineFields:
    """Return the fields of a line of judgments, by names with blanks between; drops ``iter``."""
    return LineFields.of(
        names,
        integers=integers,
        decimals=decimals,
        rest=rest,
        extra=rest is not None,
        missing={"probability": frozenset({"NA"})} if "probability" in names.split() else {},
    )


def many_records(sample: Sample) -> list[list[str]]:
    """Return the fields of enough lines to include rare ones from late in the file."""
    return first_records(sample.content, _MANY)


def is_named_beside(name: str, fields: LineFields, sample: Sample) -> bool:
    """Return whether a manifest in the same directory names this layout, and the lines fit.

    The layouts of sampled judgments cannot be recognised by their lines, and a comment in the file
    would stop the field's evaluators: ``{"layouts": {"qrels.txt": "strata"}}``.
    """
    if sample.derive(_beside) != name:
        return False
    records = sample.derive(many_records)
    return bool(records) and all(map(fields.fits, records))


def _beside(sample: Sample) -> str | None:
    return layout_beside(sample.where)


def layout_beside(where: str) -> str | None:
    """Return the layout that a manifest beside a file gives for it; None without one.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "manifest.json").write_text('{"layouts": {"q.txt": "prels"}}')
    ...     layout_beside(f"{folder}/q.txt"), layout_beside(f"{folder}/other.txt")
    ('prels', None)
    """
    path = Path(where)
    try:
        refuse_links(path.with_name(_MANIFEST), where)
        manifest = json.loads(path.with_name(_MANIFEST).read_text(encoding="utf-8"))
        layout = manifest[LAYOUTS][path.name]
    except (InputError, OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return layout if isinstance(layout, str) else None


def _as_they_are(qrels: Qrels) -> pl.DataFrame:
    return qrels.frame


def write_fields(
    qrels: Qrels,
    layout: Layout,
    *,
    prepare: Callable[[Qrels], pl.DataFrame] = _as_they_are,
    grade_read: Callable[[], pl.Expr] | None = None,
) -> FileContent:
    """Write judgments as lines of a layout's fields.

    ``prepare`` makes the frame with derived columns, and ``grade_read`` is the grade that reading
    gives if the layout has none.
    """
    fields = layout.fields
    assert fields is not None
    frame = prepare(qrels)
    absent = [name for name in fields.keep if name not in frame.columns]
    if absent:
        message = f"{layout.name} needs what these judgments do not have: {', '.join(absent)}"
        hint = f"they have {', '.join(qrels.frame.columns)}"
        raise InputError(Problem(message, qrels.source, hint=hint))
    refuse_repeated(frame, layout.key, layout.name, qrels.source)
    held = {*fields.keep, *fields.fields}
    refuse_breaks(frame, held - {fields.rest}, layout.name)
    lost = count_unheld(frame, {"topic", "doc", "grade", *held})
    if grade_read is not None:
        changed = frame.filter(grade_read().cast(pl.Int64) != pl.col("grade")).height
        lost |= {"grade": changed} if changed else {}
    names = fields.fields if fields.rest is None else (*fields.fields, fields.rest)
    rows = zip(*(texts(frame, name) for name in names), strict=True)
    return FileContent(join_lines(" ".join(row).rstrip(" ") for row in rows), lost)


def named_layout(
    name: str,
    summary: str,
    example: bytes,
    fields: LineFields,
    *,
    key: tuple[str, ...] = ("topic", "doc"),
    grade_read: Callable[[], pl.Expr] | None = None,
    further: Callable[[], tuple[pl.Expr, ...]] = tuple,
    tells: Callable[[Sample], bool] | None = None,
    doubt: Callable[[Sample], str | None] = no_doubt,
) -> Layout:
    """Return a layout that is named by a manifest or a person, or recognised by ``tells``.

    ``grade_read`` is the grade if none is written; ``further`` columns are constant.
    """
    return Layout(
        "judgments",
        name,
        f"{summary}: `{fields}`",
        example,
        fields=fields,
        derive=unchanged
        if grade_read is None and further is tuple
        else partial(_derive_columns, grade_read, further),
        key=key,
        recognises=partial(_is_named_or_told, name, fields, tells),
        must_be_named=tells is None,
        turn=2,
        doubt=doubt,
        write=partial(write_fields, grade_read=grade_read),
    )


def _is_named_or_told(
    name: str, fields: LineFields, tells: Callable[[Sample], bool] | None, sample: Sample
) -> bool:
    """Return whether a manifest names the layout, or without any manifest ``tells`` it."""
    if sample.derive(_beside) is None:
        return tells is not None and tells(sample)
    return is_named_beside(name, fields, sample)


def _derive_columns(
    grade: Callable[[], pl.Expr] | None,
    further: Callable[[], tuple[pl.Expr, ...]],
    frame: pl.DataFrame,
    _locate: object,
) -> pl.DataFrame:
    grades = () if grade is None else (grade().cast(pl.Int64).alias("grade"),)
    return frame.with_columns(*further(), *grades)


# --- lines of four fields ---------------------------------------------------------------------


#: The grades of NTCIR's letters; levels ``L0``, ``L1`` … give their number.
NTCIR_GRADES: Mapping[str, int] = {"S": 3, "A": 2, "B": 1, "C": 0}
#: The order of columns that resembles TREC's with documents in the second field.
DOCUMENT_SECOND = ("topic", "doc", "grade", "iter")
_COUNT = len(DOCUMENT_SECOND)
_GRADE = re.compile(r"[+-]?\d{1,3}\Z", re.ASCII)
_ITERATION = re.compile(r"[Qq]?\d+\Z", re.ASCII)


def has_letters(records: Sequence[Record]) -> bool:
    """Return whether the second field of each line is one of NTCIR's letters.

    >>> has_letters([["1", "S", "d1", "L3"]]), has_letters([["1", "0", "d1", "3"]])
    (True, False)
    """
    letters = (bool(record[1:2]) and record[1] in NTCIR_GRADES for record in records)
    return bool(records) and all(letters)


def may_have_documents_second(records: Sequence[Record]) -> bool:
    """Return whether the second field may have the documents and the third the grades.

    Then the third has grades, and the second a different text in each line of a topic. In TREC's
    order the third has the documents, and the second is mostly constant.

    >>> may_have_documents_second([["1", "Sa1", "2", "1"], ["1", "Sb2", "0", "0"]])
    True
    >>> may_have_documents_second([["1", "0", "27", "1"], ["1", "0", "28", "0"]])
    False
    """
    lines = [record for record in records if len(record) == _COUNT]
    if not lines or not all(_GRADE.match(record[2]) for record in lines):
        return False
    if len({record[1] for record in lines}) == 1:
        return len(lines) == 1 and not _ITERATION.match(lines[0][1])
    return len({(record[0], record[1]) for record in lines}) == len(lines)
