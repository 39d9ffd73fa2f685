"""What runs say of themselves as ``ir_metadata``: comments at the top, or TIRA's file beside."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from harness.formats.files import metadata_bytes

_KEY, _START, _END = "ir_metadata", "ir_metadata.start", "ir_metadata.end"


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
    if _START not in marks:
        return None
    start = marks.index(_START) + 1
    end = marks.index(_END) if _END in marks else len(marks)
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


def header_lines(details: Mapping[str, Any]) -> list[str]:
    """The comments that hold the ``ir_metadata`` of a run, if it has any."""
    if _KEY not in details:
        return []
    import yaml

    header = details[_KEY]
    text = header
    if not isinstance(header, str):
        text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True)
    body = [f"# {line}".rstrip() for line in text.rstrip("\n").split("\n")]
    return [f"# {_START}", *body, f"# {_END}"]


def without_header(details: Mapping[str, Any]) -> dict[str, int]:
    """Return the note on metadata lost where a layout has no comments."""
    return {_KEY: 1} if _KEY in details else {}
