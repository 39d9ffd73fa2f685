"""From the plain values of a task file to its schema, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from harness.config.schema import TaskFile
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import Problem
from harness.core.settings import complaint


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
    message, hint = complaint(detail, TaskFile)
    path = document.given(detail["loc"])
    return document.problem(path, message, hint=hint, at_key=detail["type"] == "extra_forbidden")
