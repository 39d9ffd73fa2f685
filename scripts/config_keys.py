"""Fills the tables of keys in docs from the models of settings; the tests check them.

A table of docs/config.md stands between ``<!-- keys of MODEL -->`` and ``<!-- end -->``; keys may
be left out of it: ``<!-- keys of MODEL without a, b -->``. docs/security.md has the table of all
keys that name a path, a dataset or code, below ``<!-- keys that name something -->``. The JSON
Schema of task files is written, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from harness.core.trust import Reach
from harness.settings.gate import mapping_as_texts
from harness.settings.judge import name_alone
from harness.settings.model import (
    OneOf,
    SettingsModel,
    Within,
    describe_field,
    find_mark,
    find_model,
    make_entry_list,
    make_list,
    split_names,
    walk_keys,
)
from harness.settings.names import LABEL_KINDS, SCHEMA_FILE
from harness.settings.sources import path_alone, source_alone
from harness.settings.task import LabelTaskFile, TaskFile, subset_alone, text_or_nothing

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


_STRING = {"type": "string"}
_SCALAR = {"type": ["string", "number", "boolean"]}


def _or_one(schema: JsonSchemaValue) -> JsonSchemaValue:
    """Return the schema of a list that may be a single value."""
    return {"anyOf": [schema["items"], schema]}


def _or_text(schema: JsonSchemaValue) -> JsonSchemaValue:
    return {"anyOf": [_STRING, schema]}


def _or_mapping(schema: JsonSchemaValue) -> JsonSchemaValue:
    """Return the schema of a list of texts ``NAME=VALUE``, one of them, or a mapping."""
    return {"anyOf": [_STRING, schema, {"type": "object", "additionalProperties": _SCALAR}]}


def _or_topics(schema: JsonSchemaValue) -> JsonSchemaValue:
    """Return the schema of topics, or attributes with their values, or both by name."""
    values = {"anyOf": [_SCALAR, {"type": "array", "items": _SCALAR}]}
    return {"anyOf": [values, {"type": "object", "additionalProperties": values}, schema]}


#: The short forms allowed in a file, by the function that expands them.
_SHORTER: dict[Callable[..., Any], Callable[[JsonSchemaValue], JsonSchemaValue]] = {
    make_list: _or_one,
    make_entry_list: _or_one,
    split_names: _or_one,
    path_alone: _or_text,
    source_alone: lambda schema: {"anyOf": [_STRING, {"type": "integer"}, schema]},
    name_alone: _or_text,
    mapping_as_texts: _or_mapping,
    subset_alone: _or_topics,
    text_or_nothing: lambda schema: {"anyOf": [schema, {"type": "null"}]},
}


class _Schema(GenerateJsonSchema):
    """pydantic's generator, with short forms, allowed names and ranges."""

    def function_before_schema(
        self, schema: core_schema.BeforeValidatorFunctionSchema
    ) -> JsonSchemaValue:
        """Return the schema of the checked value, and of its short forms."""
        function: Any = schema["function"]["function"]
        function = function.func if isinstance(function, partial) else function
        made, widened = super().function_before_schema(schema), _SHORTER.get(function)
        return made if widened is None else widened(made)

    def function_after_schema(
        self, schema: core_schema.AfterValidatorFunctionSchema
    ) -> JsonSchemaValue:
        """Return the schema of the checked value, narrowed by the known check."""
        made = super().function_after_schema(schema)
        mark = getattr(schema["function"]["function"], "__self__", None)
        if isinstance(mark, OneOf):
            return {**made, "enum": list(mark.names)}
        if isinstance(mark, Within):
            return {**made, **_range(mark)}
        return made


def _range(mark: Within) -> JsonSchemaValue:
    known = {"minimum" if mark.closed else "exclusiveMinimum": mark.low}
    if mark.high is not None:
        known["maximum" if mark.closed else "exclusiveMaximum"] = mark.high
    return known


def task_schema() -> dict[str, Any]:
    """Return the JSON Schema of a task file, by its ``kind``: rankings, labels, numbers, clusters.

    >>> sorted(task_schema()["$defs"]["RunEntry"]["properties"])
    ['format', 'group', 'name', 'path', 'priority']
    """
    keys, definitions = models_json_schema(
        [(TaskFile, "validation"), (LabelTaskFile, "validation")],
        schema_generator=_Schema,
        title="A task of ir-harness",
    )
    kind = {"properties": {"kind": {"enum": list(LABEL_KINDS)}}, "required": ["kind"]}
    of_labels, of_rankings = (keys[model, "validation"] for model in (LabelTaskFile, TaskFile))
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**draft, **definitions, "if": kind, "then": of_labels, "else": of_rankings}


def schema() -> str:
    """The JSON Schema of task files as it should be now."""
    return json.dumps(task_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema(), encoding="utf-8")
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
