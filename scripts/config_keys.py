"""Fills the tables of keys in docs from the models of settings; the tests check them.

A table of docs/config.md stands between ``<!-- keys of MODEL -->`` and ``<!-- end -->``; keys may
be left out of it: ``<!-- keys of MODEL without a, b -->``. docs/security.md has the table of all
keys that name a path, a dataset or code, below ``<!-- keys that name something -->``. The JSON
Schema of task files is written, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from harness.config import TaskFile
from harness.core.trust import Reach
from harness.settings.model import SettingsModel, describe_field, find_mark, find_model, walk_keys
from harness.settings.names import SCHEMA_FILE
from harness.settings.schema import task_schema
from harness.settings.task import LabelTaskFile

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = (DOCS / "config.md", DOCS / "security.md")
_BLOCK = re.compile(
    r"(<!-- keys of (?P<model>\w+)(?: without (?P<left>[\w, ]+))? -->\n).*?(<!-- end -->)",
    re.DOTALL,
)
_NAMING = re.compile(r"(<!-- keys that name something -->\n).*?(<!-- end -->)", re.DOTALL)


def models(model: type[SettingsModel] = TaskFile) -> Iterator[type[SettingsModel]]:
    """A model and all that its keys hold."""
    yield model
    for field in model.model_fields.values():
        if (part := find_model(field)) is not None:
            yield from models(part)


def table(model: type[SettingsModel], left: str | None) -> str:
    """The table of a model's keys."""
    without = set((left or "").split(", "))
    own = [name for name in model.model_fields if name in model.__annotations__]  # they come first
    rows = [
        f"| `{name}` | {describe_field(model.model_fields[name])} |"
        for name in dict.fromkeys([*own, *model.model_fields])
        if name not in without
    ]
    return "\n".join(["| key | what it says |", "| --- | --- |", *rows, ""])


def boundary() -> str:
    """The table of all keys that name something, with what becomes of it."""
    marks = {
        key: mark
        for model in (TaskFile, LabelTaskFile)
        for key, field in walk_keys(model)
        if (mark := find_mark(field, Reach)) is not None
    }
    rows = [
        f"| `{key}` | {mark.what} | {mark.trusted} | {mark.untrusted} |"
        for key, mark in marks.items()
    ]
    head = [
        "| key | what it names | by default | with `--untrusted` |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows, ""])


def filled(text: str) -> str:
    """A page with every table as it should be now."""
    text = _NAMING.sub(lambda block: f"{block[1]}{boundary()}{block[2]}", text)
    known = {model.__name__: model for file in (TaskFile, LabelTaskFile) for model in models(file)}
    return _BLOCK.sub(
        lambda block: f"{block[1]}{table(known[block['model']], block['left'])}{block[4]}", text
    )


def schema() -> str:
    """The JSON Schema of task files as it should be now."""
    return json.dumps(task_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema(), encoding="utf-8")
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
