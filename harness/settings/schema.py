"""The JSON Schema of task files, for editors to complete and check, derived from the models.

``scripts/config_keys.py`` writes the `task_schema` to ``harness/settings/task.schema.json``, so
that an installed package has it as a file.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from harness.settings.gate import mapping_as_texts
from harness.settings.judge import name_alone
from harness.settings.model import OneOf, Within, make_entry_list, make_list, split_names
from harness.settings.names import LABEL_KINDS
from harness.settings.sources import path_alone, source_alone
from harness.settings.task import LabelTaskFile, TaskFile, subset_alone, text_or_nothing

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
