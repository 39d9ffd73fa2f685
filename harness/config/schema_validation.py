"""From the plain values of a task file to its schema, and pydantic's complaints in our words."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from harness.config.check import CheckSettings, DocumentsEntry
from harness.config.compare import CompareSettings
from harness.config.parts import Source
from harness.config.pool import AssessorEntry, PoolSettings
from harness.config.report import ReportSettings, TextSource
from harness.config.schema import CollectionSize, CurveSettings, RunEntry, TaskFile
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import Problem, suggest

#: The mappings in a task file, by the keys that lead to them; places in lists are left out.
_PARTS: dict[tuple[str, ...], type[BaseModel]] = {
    (): TaskFile,
    ("topics",): Source,
    ("qrels",): Source,
    ("runs",): RunEntry,
    ("curves",): CurveSettings,
    ("collection_size",): CollectionSize,
    ("check",): CheckSettings,
    ("check", "documents"): DocumentsEntry,
    ("pool",): PoolSettings,
    ("pool", "assessors"): AssessorEntry,
    ("pool", "judged"): Source,
    ("compare",): CompareSettings,
    ("documents",): TextSource,
    ("report",): ReportSettings,
}
#: pydantic's kinds of errors in the words of this package; all others keep pydantic's.
_SAID = {
    "missing": "the key {key!r} is missing",
    "int_parsing_size": "{input!r:.20}… is too large for a whole number",
    "extra_forbidden": "unknown key",
    "int_parsing": "{input!r:.40} is not a whole number",
    "int_type": "{input!r:.40} is not a whole number",
    "float_parsing": "{input!r:.40} is not a number",
    "float_type": "{input!r:.40} is not a number",
    "bool_parsing": "{input!r:.40} is neither true nor false",
    "bool_type": "{input!r:.40} is neither true nor false",
    "string_type": "a text is expected",
    "string_too_short": "the text is empty",
    "tuple_type": "a list is expected",
    "dict_type": "a mapping of keys is expected",
    "model_type": "a mapping of keys is expected",
}


def shaped(document: YamlDocument, folder: Path | None) -> tuple[TaskFile, set[str], list[Problem]]:
    """The keys that are right in themselves, the names of the others, and their problems.

    Without a ``folder`` nobody looks whether the files are there.
    """
    context = {"folder": folder}
    try:
        return TaskFile.model_validate(document.root, context=context), set(), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    broken = {str(detail["loc"][0]) for detail in details}
    rest = {key: value for key, value in document.root.items() if key not in broken}
    problems = [_problem(detail, document) for detail in details]
    return TaskFile.model_validate(rest, context=context), broken, problems


def _problem(detail: ErrorDetails, document: YamlDocument) -> Problem:
    kind, context = detail["type"], detail.get("ctx", {})
    path = document.given(detail["loc"])
    hint = context.get("hint")
    if kind == "extra_forbidden":
        part = _PARTS.get(tuple(step for step in path[:-1] if isinstance(step, str)), TaskFile)
        hint = suggest(str(path[-1]), part.model_fields)
    said = _SAID.get(kind)
    if said is None:
        message = detail["msg"]
        if kind != "task":
            message = f"{detail['input']!r:.40} is not allowed: {message[:1].lower()}{message[1:]}"
    else:
        message = said.format(key=str(detail["loc"][-1]), input=detail["input"])
    return document.problem(path, message, hint=hint, at_key=kind == "extra_forbidden")
