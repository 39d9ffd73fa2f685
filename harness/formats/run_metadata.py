"""The tag of a run file, and its ``ir_metadata``: comments at its top, or TIRA's file beside it."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from harness.core.errors import InputError, Problem
from harness.core.numbers import is_read, score
from harness.formats.files import first_records, metadata_bytes, opened
from harness.formats.layouts import Layout, Sample, layout_for
from harness.formats.line_fields import LineFields
from harness.formats.records import Records
from harness.formats.run_columns import HEADER_END, HEADER_START, run_columns
from harness.formats.tablefiles import table_or_lines


def ir_metadata(content: bytes) -> Any:
    r"""Read the comments at the top from ``# ir_metadata.start`` to ``# ir_metadata.end``.

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
    if HEADER_START not in marks:
        return None
    start = marks.index(HEADER_START) + 1
    end = marks.index(HEADER_END) if HEADER_END in marks else len(marks)
    return _yaml([comment.removeprefix(" ") for comment in comments[start:end]])


def as_json(metadata: Any) -> Any:
    r"""Metadata as JSON has them: dates are texts, and so is all that has no end or NaN in it.

    >>> as_json({"k": [1, float("nan")]})
    'k:\n- 1\n- .nan\n'
    """
    import yaml

    try:
        text = json.dumps(metadata, default=str, skipkeys=True, allow_nan=False)
    except ValueError:
        return yaml.safe_dump(metadata)
    return json.loads(text)


def attributes_of(metadata: Any) -> dict[str, str]:
    """Return the attributes of a run in its metadata: the team and its method.

    Persons and machines are none of it.

    >>> attributes_of({"actor": {"team": "us", "mail": "a@b.c"}, "method": {"automatic": True}})
    {'team': 'us', 'method.automatic': 'True'}
    """
    known = metadata if isinstance(metadata, Mapping) else {}
    actor = known.get("actor")
    team = actor.get("team") if isinstance(actor, Mapping) else None
    return {**dict(_scalars("team", team)), **dict(_scalars("method", known.get("method")))}


def _scalars(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """The single values in a value, by their paths; of a list, all of one path together."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _scalars(f"{name}.{key}", part)
    elif isinstance(value, list):
        together: dict[str, list[str]] = {}
        for part in value:
            for path, text in _scalars(name, part):
                together.setdefault(path, []).append(text)
        yield from ((path, ", ".join(texts)) for path, texts in together.items())
    elif value is not None:
        yield name, str(value)


def metadata_of(path: str) -> Any:
    """Read TIRA's ``ir-metadata.yml`` of the run in a file; None where there is none."""
    content = metadata_bytes(path)
    return None if content is None else _yaml(content.decode("utf-8", "replace").splitlines())


def _yaml(lines: list[str]) -> Any:
    import yaml

    text = "\n".join(lines)
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):  # ValueError: a date like 2024-13-45
        return text


#: Tables whose first lines are a table, too.
_BY_LINE = ("csv", "jsonl")
#: More records than the beginning of a file has.
_ALL = 1 << 20


def first_tag(path: str | os.PathLike[str], *, format: str | None = None) -> str | None:
    """The first tag of a run file, as `harness.read_run` takes it for the run's name.

    Lines before it that cannot be used (a header, too few fields) are passed over, as repairs
    would. None where the layout has no tag. Raises `InputError` for a file that cannot be read, for
    a damaged table, and where the first 64 kB have no line that can be used.
    """
    where = os.fspath(path)
    with opened(where, briefly=True) as stream:
        if stream.fault:
            raise InputError(Problem(stream.fault, where))
        head = table_or_lines(stream.head, where)
        layout, _ = layout_for("runs", format, Sample(head, where))
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
    for count in (1, _ALL):  # nearly always the first record will do
        for record in first_records(content, count):
            if len(record) >= len(line.fields) and is_read(score, record[number]):
                return record[tag]
    raise InputError(Problem("there is no line with results", where, hint=f"layout: {line}"))


def _in_table(content: bytes, where: str, layout: Layout) -> tuple[bool, str | None]:
    """Whether a table has a column of tags, and the first of them."""
    frame, _ = run_columns(layout.call_read(content, where))
    if "tag" not in frame.columns:
        return False, None
    return True, next(iter(frame["tag"].drop_nulls()), None)
