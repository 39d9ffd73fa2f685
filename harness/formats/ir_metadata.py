"""The header in the form of ``ir_metadata`` that comments at the top of a run may hold."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

_KEY, _START, _END = "ir_metadata", "ir_metadata.start", "ir_metadata.end"


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
    if _START not in marks:
        return None
    start = marks.index(_START) + 1
    end = marks.index(_END) if _END in marks else len(marks)
    return _yaml([comment.removeprefix(" ") for comment in comments[start:end]])


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
    """What is lost where a layout has no comments."""
    return {_KEY: 1} if _KEY in details else {}
