"""Read labels, numbers and clusters of items, and the vectors of clustered items."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import MAX_PROBLEMS, InputError, Problem, refuse
from harness.core.identity import find_suffix
from harness.core.numbers import count_noun, decimal
from harness.core.packages import pl
from harness.core.run_faults import repeated_rows
from harness.core.texts import Labelling
from harness.formats.files import decode, read_bytes
from harness.formats.tablefiles import TABLE_READERS, read_content, table_format
from harness.formats.tables import InputColumn, InputTable, check_columns

_ITEM = (
    "id",
    "item_id",
    "instance",
    "doc",
    "docno",
    "doc_id",
    "document",
    "tweet_id",
    "post_id",
    "comment_id",
    "sentence_id",
    "text_id",
    "example_id",
    "sample_id",
)
_LABEL = (
    "class",
    "prediction",
    "predicted",
    "gold",
    "cluster",
    "value",
    "category",
    "class_label",
    "gold_label",
    "true_label",
    "predicted_label",
    "pred_label",
)
_OF_CLASS = "score:"
_SCORE = ("probability", "prob", "confidence")
_LAYOUT = "layout: item<TAB>label[<TAB>score]"
#: The layouts of labels: lines without a header, or a table with one.
LABEL_LAYOUTS = ("tsv", *TABLE_READERS)


def read_labels(
    path: str | os.PathLike[str],
    *,
    numbers: bool = False,
    format: str | None = None,
    classes: Sequence[str] = (),
) -> Labelling:
    """Read labels: lines ``item<TAB>label[<TAB>score]``, or a table with named columns.

    Lines without a tab are split at blanks. A CSV, JSON, JSON lines or Parquet file has the columns
    ``item``, ``label`` and optionally ``score``, also under other usual names; or a column of
    scores for each of the ``classes``, under its name, with or without ``score:`` before it. With
    ``numbers`` labels are finite numbers. Raises `InputError` with file and line of up to 25
    problems: other numbers of fields, missing and wrong values, items that have a label already;
    and for no items.
    """
    where = os.fspath(path)
    content = read_content(where)
    known = (
        InputColumn("item", _ITEM, required=True),
        InputColumn("label", _LABEL, "decimal" if numbers else "id", required=True),
        InputColumn("score", _SCORE, "decimal"),
        *(
            InputColumn(f"{_OF_CLASS}{name}", (name,), "decimal")
            for name in _keep_column_names(classes)
        ),
    )
    layout = format or table_format(content, find_suffix(where), known) or "tsv"
    read = TABLE_READERS.get(layout)
    table = _lines(content, where) if read is None else read(content, where, "label")
    frame, warnings = check_columns(table, known)
    if frame.is_empty():
        raise InputError(Problem("there is no item with a label", where, hint=_LAYOUT))
    items = tuple(frame["item"].to_list())
    refuse(
        table.problem(later, f"the item {items[later]!r} again (first: {table.row_name(first)})")
        for first, later in repeated_rows(frame, ("item",))
    )
    values = np.array(frame["label"].to_list(), dtype=np.float64 if numbers else object)
    scores = frame["score"].to_numpy() if "score" in frame.columns else None
    of_classes = _class_scores(frame, classes, where)
    return Labelling(items, values, scores, of_classes, where, table.problem, warnings)


def _keep_column_names(classes: Sequence[str]) -> Sequence[str]:
    """Return the classes whose names can be columns, which are compared in lower case."""
    reserved = {"item", "label", "score", *_ITEM, *_LABEL, *_SCORE}
    names = [name.lower() for name in classes]
    return () if len(set(names)) < len(names) or reserved & set(names) else classes


def _class_scores(frame: pl.DataFrame, classes: Sequence[str], where: str) -> Floats | None:
    """Return the scores [N, K] of all classes; raises `InputError` if only some have a column."""
    named = [f"{_OF_CLASS}{name}" for name in classes]
    absent = [name for name, column in zip(classes, named, strict=True) if column not in frame]
    if len(absent) == len(classes):
        return None
    refuse(Problem(f"no column has the scores of the label {name!r}", where) for name in absent)
    return frame.select(named).to_numpy()


def _lines(content: bytes, where: str) -> InputTable:
    text, warnings = decode(content, where)
    numbered = [
        (number, line.split("\t") if "\t" in line else line.split())
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip()
    ]
    width = len(numbered[0][1]) if numbered else 2
    expected = width if width in (2, 3) else 2
    refuse(
        Problem(
            f"{count_noun(len(fields), 'field')} where there should be {expected}",
            where,
            line,
            hint=_LAYOUT,
        )
        for line, fields in numbered
        if len(fields) != expected
    )
    rows = [[field.strip() or None for field in fields] for _, fields in numbered]
    columns = list(zip(*rows, strict=True)) or [(), ()]
    named = dict(zip(("item", "label", "score"), columns, strict=False))
    lines = [line for line, _ in numbered]
    return InputTable(named, where, line=lines.__getitem__, warnings=warnings, written=True)


def read_vectors(path: str | os.PathLike[str], items: Sequence[str]) -> Floats:
    r"""Read the vectors [N, D] of the items from lines ``item number number …``; others are
    skipped.

    Numbers are separated by blanks, tabs or commas. Raises `InputError` with the line of each
    problem: a different number of values than in the first line, an invalid number, a second vector
    of an item; and for items without a vector.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "vectors.txt")
    ...     _ = path.write_text("b 1 2\na 0.5 3\n")
    ...     read_vectors(path, ["a", "b"]).tolist()
    [[0.5, 3.0], [1.0, 2.0]]
    """
    where = os.fspath(path)
    text, _ = decode(read_bytes(where), where)
    vectors: dict[str, list[float]] = {}
    problems: list[Problem] = []
    width: int | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if not (fields := line.replace(",", " ").split()):
            continue
        width = width or len(fields)
        numbers, message = _numbers(fields[1:], width - 1)
        if fields[0] in vectors:
            message = f"the item {fields[0]!r} has a vector already"
        if message:
            problems.append(Problem(message, where, number))
        vectors[fields[0]] = numbers
        if len(problems) == MAX_PROBLEMS:
            break
    absent = () if problems else (item for item in items if item not in vectors)
    problems += [Problem(f"the item {item!r} has no vector", where) for item in absent]
    refuse(problems)
    return np.array([vectors[item] for item in items])


def _numbers(fields: Sequence[str], width: int) -> tuple[list[float], str]:
    """Return the numbers of a vector, and the problem with them, if any."""
    if len(fields) != width or not fields:
        return [], f"{len(fields)} numbers where there should be {width or 1}"
    numbers = []
    for text in fields:
        try:
            numbers.append(decimal(text))
        except ValueError as error:
            return [], f"{text!r} {error}"
    return numbers, ""
