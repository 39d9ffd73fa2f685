"""Judgments as lines of fields: declared, recognised and written, whatever the layout."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from harness.core.errors import InputError, Problem
from harness.core.frames import pl
from harness.core.model import Qrels
from harness.formats.files import first_records
from harness.formats.layouts import Layout, Sample, no_doubt, unchanged
from harness.formats.line_fields import LineFields
from harness.formats.writing import Written, lines_of, refuse_breaks, refuse_repeated, texts, unheld

#: The file that names the layouts of those beside it, and the key in it.
_MANIFEST, LAYOUTS = "manifest.json", "layouts"
#: So many records are looked at when the first hundred do not tell the layout.
_MANY = 100_000


def line_fields(
    names: str, *, integers: str = "grade", decimals: str = "", rest: str | None = None
) -> LineFields:
    """The fields of a line of judgments, named with blanks between; ``iter`` is not kept."""
    return LineFields.of(
        names,
        integers=integers,
        decimals=decimals,
        rest=rest,
        extra=rest is not None,
        missing={"probability": frozenset({"NA"})} if "probability" in names.split() else {},
    )


def many_records(sample: Sample) -> list[list[str]]:
    """The fields of so many lines that what comes late in a file is among them."""
    return first_records(sample.content, _MANY)


def is_named_beside(name: str, fields: LineFields, sample: Sample) -> bool:
    """Whether a manifest in the same directory names the layout of a file, and its lines fit.

    Samples of judgments have layouts that cannot be told from others by their lines, and a comment
    in the file would stop the evaluators of the field: ``{"layouts": {"qrels.txt": "strata"}}``.
    """
    if sample.once(_beside) != name:
        return False
    records = sample.once(many_records)
    return bool(records) and all(map(fields.fits, records))


def _beside(sample: Sample) -> str | None:
    return layout_beside(sample.where)


def layout_beside(where: str) -> str | None:
    """The layout that a manifest beside a file names for it; None without one.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "manifest.json").write_text('{"layouts": {"q.txt": "prels"}}')
    ...     layout_beside(f"{folder}/q.txt"), layout_beside(f"{folder}/other.txt")
    ('prels', None)
    """
    path = Path(where)
    try:
        manifest = json.loads(path.with_name(_MANIFEST).read_text(encoding="utf-8"))
        layout = manifest[LAYOUTS][path.name]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return layout if isinstance(layout, str) else None


def _as_they_are(qrels: Qrels) -> pl.DataFrame:
    return qrels.frame


def write_fields(
    qrels: Qrels,
    *,
    layout: str,
    fields: LineFields,
    key: tuple[str, ...] = ("topic", "doc"),
    prepare: Callable[[Qrels], pl.DataFrame] = _as_they_are,
    grade_read: Callable[[], pl.Expr] | None = None,
) -> Written:
    """Judgments as lines of fields.

    ``prepare`` makes the frame with columns that are derived from others, and ``grade_read`` is the
    grade that reading what is written gives where the layout has none.
    """
    frame = prepare(qrels)
    absent = [name for name in fields.keep if name not in frame.columns]
    if absent:
        message = f"{layout} needs what these judgments do not have: {', '.join(absent)}"
        hint = f"they have {', '.join(qrels.frame.columns)}"
        raise InputError(Problem(message, qrels.source, hint=hint))
    refuse_repeated(frame, key, layout, qrels.source)
    held = {*fields.keep, *fields.fields}
    refuse_breaks(frame, held - {fields.rest}, layout)
    lost = unheld(frame, {"topic", "doc", "grade", *held})
    if grade_read is not None:
        changed = frame.filter(grade_read().cast(pl.Int64) != pl.col("grade")).height
        lost |= {"grade": changed} if changed else {}
    names = fields.fields if fields.rest is None else (*fields.fields, fields.rest)
    rows = zip(*(texts(frame, name) for name in names), strict=True)
    return Written(lines_of(" ".join(row).rstrip(" ") for row in rows), lost)


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
    """A layout that a manifest or a person names, or that ``tells`` finds by the content.

    A grade that is not written is ``grade_read``; ``further`` columns are the same for all lines.
    """
    return Layout(
        "judgments",
        name,
        f"{summary}: `{fields}`",
        example,
        fields=fields,
        derive=unchanged
        if grade_read is None and further is tuple
        else partial(_derived, grade_read, further),
        key=key,
        recognises=partial(_is_named_or_told, name, fields, tells),
        must_be_named=tells is None,
        turn=2,
        doubt=doubt,
        write=partial(write_fields, layout=name, fields=fields, key=key, grade_read=grade_read),
    )


def _is_named_or_told(
    name: str, fields: LineFields, tells: Callable[[Sample], bool] | None, sample: Sample
) -> bool:
    """Whether a manifest names the layout, or where none names another one the content tells it."""
    named = sample.once(_beside)
    if named is None:
        return tells is not None and tells(sample)
    return is_named_beside(name, fields, sample)


def _derived(
    grade: Callable[[], pl.Expr] | None,
    further: Callable[[], tuple[pl.Expr, ...]],
    frame: pl.DataFrame,
    _locate: object,
) -> pl.DataFrame:
    grades = () if grade is None else (grade().cast(pl.Int64).alias("grade"),)
    return frame.with_columns(*further(), *grades)
