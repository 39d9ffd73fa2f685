"""Fills the tables of keys in docs/config.md from the models of settings; the tests check them.

A table stands between ``<!-- keys of MODEL -->`` and ``<!-- end -->``; keys may be left out of it:
``<!-- keys of MODEL without a, b -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from harness.config import TaskFile
from harness.config.labels import LabelTaskFile
from harness.core.settings import SettingsModel, model_of, words_of

PAGE = Path(__file__).resolve().parent.parent / "docs/config.md"
_BLOCK = re.compile(
    r"(<!-- keys of (?P<model>\w+)(?: without (?P<left>[\w, ]+))? -->\n).*?(<!-- end -->)",
    re.DOTALL,
)


def models(model: type[SettingsModel] = TaskFile) -> Iterator[type[SettingsModel]]:
    """A model and all that its keys hold."""
    yield model
    for field in model.model_fields.values():
        if (part := model_of(field)) is not None:
            yield from models(part)


def table(model: type[SettingsModel], left: str | None) -> str:
    """The table of a model's keys."""
    without = set((left or "").split(", "))
    own = [name for name in model.model_fields if name in model.__annotations__]  # they come first
    rows = [
        f"| `{name}` | {words_of(model.model_fields[name])} |"
        for name in dict.fromkeys([*own, *model.model_fields])
        if name not in without
    ]
    return "\n".join(["| key | what it says |", "| --- | --- |", *rows, ""])


def filled(text: str) -> str:
    """The page with every table as it should be now."""
    known = {model.__name__: model for file in (TaskFile, LabelTaskFile) for model in models(file)}
    return _BLOCK.sub(
        lambda block: f"{block[1]}{table(known[block['model']], block['left'])}{block[4]}", text
    )


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
