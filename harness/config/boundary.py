"""The boundary of a task file: nothing of what it names is touched before it was asked for.

Every key that names a path, a dataset or code has a mark in its type (`harness.core.trust`). Of an
untrusted task each value of such a key is looked at here, before anything else looks at it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.config.sources import is_directory, paths_of
from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument, read_yaml
from harness.core.errors import InputError
from harness.core.file_names import real_path, shown_path
from harness.core.listing import below, fixed_part, is_pattern
from harness.core.trust import (
    CODE,
    DATASET,
    READS_BELOW,
    UNTRUSTED_HINT,
    WRITES,
    Reach,
    leads_out,
    trust,
)
from harness.formats.remote import is_url
from harness.settings.model import SettingsModel, mark_of
from harness.settings.task import TaskFile


def read_task(path: str | os.PathLike[str], model: type[SettingsModel] = TaskFile) -> YamlDocument:
    """Read a task file, with the keys of ``model``; one that is not trusted stays in its folder.

    Raises `ConfigError` with every key that names what lies beyond, or code.
    """
    document = read_yaml(path)
    keep_inside(document, Path(path).parent, model)
    return document


def keep_inside(
    document: YamlDocument, folder: Path, model: type[SettingsModel] = TaskFile
) -> None:
    """Raise `ConfigError` for whatever an untrusted task whose paths start at ``folder`` names.

    A task that is trusted may name anything. What a command line names is not in the document yet.
    """
    if trust().anywhere:
        return
    try:  # nobody looks whether files are there: that says what there is
        keys = model.model_validate(document.root)
    except ValidationError as error:
        document.refuse(document.wrong_values(error, model))
        raise
    document.refuse(
        document.problem(document.given(path), message, hint=UNTRUSTED_HINT)
        for path, text, reach in _named(keys)
        if (message := _refused(text, reach, folder))
    )


def _named(keys: SettingsModel, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str, Reach]]:
    """Every value that names something, with its place and the mark of its key."""
    for name, field in type(keys).model_fields.items():
        mark = mark_of(field, Reach)
        for steps, value in _leaves(getattr(keys, name), (*path, name)):
            if isinstance(value, SettingsModel):
                yield from _named(value, steps)
            elif mark is not None and value is not None:
                yield steps, str(value), mark


def _leaves(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    """The single values of a key, of a list or of a mapping."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(part, (*path, key))
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from _leaves(part, (*path, index))
    else:
        yield path, value


def _refused(text: str, reach: Reach, folder: Path) -> str | None:
    """Why an untrusted task may not name this; None where it may."""
    if reach is CODE:
        return f"the module {text} is not executed"
    if reach is DATASET:
        return f"the dataset {text} is not read"
    if is_url(text):
        return f"{text} is a URL"
    text = real_path(text)  # as the system sees it
    start = str(fixed_part(text)) if is_pattern(text) else text
    if leads_out(start, folder) or leads_out(text, folder):
        return f"{text} leads out of the task's folder"
    if reach is WRITES:
        return None
    try:
        paths = _named_paths(text, reach, folder)
        outside = next((path for path in paths if leads_out(path, folder)), None)
    except InputError as error:  # it looks at more than it may, or follows a link
        return error.problems[0].message
    if outside is None:
        return None
    return f"{_link_in(outside, folder)} leads out of the task's folder"


def _named_paths(text: str, reach: Reach, folder: Path) -> Iterator[str]:
    """What a path, a pattern or a directory stands for, relative to the folder if it is."""
    directory = folder / text
    if reach is READS_BELOW and is_directory(directory):
        yield from (str(Path(text, path.relative_to(directory))) for path in below(directory))
    else:
        yield from map(real_path, paths_of(shown_path(text), folder))


def _link_in(path: str, folder: Path) -> str:
    """The link in a path that leads out of the folder: what is behind it is not named."""
    steps = (*reversed(Path(path).parents), Path(path))
    return next(str(step) for step in steps if leads_out(step, folder))
