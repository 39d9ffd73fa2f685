"""A YAML file as plain values, with the line and column of each.

Scalars keep their written text: ``001`` stays ``"001"``, ``no`` stays ``"no"``. What YAML makes of
them (an octal number, a truth value) is useless for topic identifiers and names; the schema turns
texts into numbers where it needs them. Therefore this walks the nodes: a loader that keeps
positions, such as ruamel.yaml's, reads ``001`` as the number 1. It would take as long to load, some
20 ms.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

import yaml
from pydantic import ValidationError

from harness.core.errors import ConfigError, InputError, Problem, refuse
from harness.formats.files import read_bytes
from harness.settings.model import SettingsModel, complaint

#: A path to a value: keys of mappings and indices of lists.
Path = tuple[str | int, ...]
#: The path to a wrong value in a mapping, the message, and a hint.
Complaint = tuple[Path, str, str | None]
#: Line and column, from 1.
Position = tuple[int, int]

#: The most values: aliases can make a short file expand to a huge one.
MAX_VALUES = 100_000

_YAML = "tag:yaml.org,2002:"
_NULL = f"{_YAML}null"
_PLAIN = {
    f"{_YAML}{kind}" for kind in ("str", "int", "float", "bool", "timestamp", "merge", "value")
}
_TASK = (
    "a task is a YAML file with lines like 'qrels: qrels.txt', which harness init writes from a "
    "folder; instead of one, name a file of judgments and then files of runs"
)
_HINTS = {
    r"'\t'": "indent with blanks, not with tabs",
    "cannot start any token": "put quotes around the text",
    "mapping values are not allowed": "a text with ': ' in it needs quotes; check the indentation",
    "single document": "a task is one document, without a line '---' in the middle",
}


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """Values of a YAML file, with the positions of ``keys`` and ``values``.

    ``replaced`` are values from elsewhere, such as a command line.
    """

    source: str
    root: dict[str, Any]
    keys: dict[Path, Position] = field(default_factory=dict)
    values: dict[Path, Position] = field(default_factory=dict)
    replaced: frozenset[Path] = frozenset()

    def problem(
        self, path: Path, message: str, *, hint: str | None = None, at_key: bool = False
    ) -> Problem:
        """Return a problem of the value (or key) at ``path``, or at its nearest parent."""
        if any(path[:end] in self.replaced for end in range(len(path) + 1)):
            return Problem(message, key=write_path(path), hint=hint)
        known = self.keys if at_key else self.values
        nearby = (known.get(path[:end]) for end in range(len(path), -1, -1))
        line, column = next((position for position in nearby if position), (None, None))
        return Problem(message, self.source, line, column, write_path(path) or None, hint)

    def problems(self, key: str, complaints: Iterable[Complaint]) -> Iterator[Problem]:
        """Yield problems of a mapping, each at the path inside it."""
        for steps, message, hint in complaints:
            yield self.problem(self.given((key, *steps)), message, hint=hint)

    def wrong_values(self, error: ValidationError, model: type[SettingsModel]) -> Iterator[Problem]:
        """Yield the problems of a validation error, each at its position in the document."""
        for detail in error.errors(include_url=False):
            message, hint = complaint(detail, model)
            path, at_key = self.given(detail["loc"]), detail["type"] == "extra_forbidden"
            yield self.problem(path, message, hint=hint, at_key=at_key)

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Raise `ConfigError` with the first problems in the order of the file, if any.

        The usual limit holds: a task may name thousands of files.
        """
        refuse(sorted(problems, key=lambda each: (each.line or 0, each.column or 0)), ConfigError)

    def with_settings(self, key: str, settings: Mapping[str, Any]) -> YamlDocument:
        """Replace some values of a mapping; None leaves a value unchanged."""
        own = self.root.get(key)
        if not (settings := {name: value for name, value in settings.items() if value is not None}):
            return self
        if own is not None and not isinstance(own, dict):  # it is wrong, and will be refused
            return self
        root = {**self.root, key: {**(own or {}), **settings}}
        return replace(self, root=root, replaced=self.replaced | {(key, name) for name in settings})

    def given(self, path: Path) -> Path:
        """Return ``path`` without the steps that the file does not have.

        A schema may expand a value into a longer form than the file has: ``topics: a.txt`` is read
        as ``topics: {path: a.txt}``.
        """
        given: Path = ()
        for step in path:
            longer = (*given, step)
            if longer in self.values or any(own[: len(longer)] == longer for own in self.replaced):
                given = longer
        return given


def write_path(path: Path) -> str:
    """Format a path for people.

    >>> write_path(("runs", 2, "group"))
    'runs[2].group'
    """
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def read_yaml(source: str | os.PathLike[str]) -> YamlDocument:
    """Read the mapping in a YAML file.

    Raises `ConfigError` with every problem: a file that cannot be read or is not UTF-8, a syntax
    error, an empty file, anything but a mapping with text keys, a repeated key, a tag, a recursive
    alias.
    """
    name = os.fspath(source)
    try:
        node = yaml.compose(read_bytes(name).decode("utf-8"), Loader=yaml.SafeLoader)
    except InputError as error:
        raise ConfigError(error.problems) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(Problem("this is not UTF-8 text", name, line)) from None
    except RecursionError:
        raise ConfigError(Problem("lists or mappings are nested too deeply", name)) from None
    except yaml.YAMLError as error:
        raise ConfigError(_syntax(error, name)) from None
    if node is None:
        raise ConfigError(Problem("the file is empty", name, hint="docs/config.md lists the keys"))
    return _Reader(name).document(node)


def _syntax(error: yaml.YAMLError, name: str) -> Problem:
    message = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    context = getattr(error, "context", None)
    mark = getattr(error, "problem_mark", None)
    hints = _HINTS if PurePath(name).suffix.lower() in ("", ".yaml", ".yml") else {"": _TASK}
    hint = next((hint for text, hint in hints.items() if text in f"{message} {context}"), None)
    message = f"not YAML: {message}" + (f" ({context})" if context else "")
    if mark is None:
        return Problem(message, name, hint=hint)
    return Problem(message, name, mark.line + 1, mark.column + 1, hint=hint)


class _Reader:
    """Reader of the nodes of one file, which collects problems until the end."""

    def __init__(self, source: str) -> None:
        self._document = YamlDocument(source, {})
        self._problems: list[Problem] = []
        self._inside: list[yaml.Node] = []
        self._count = 0

    def document(self, node: yaml.Node) -> YamlDocument:
        if not isinstance(node, yaml.MappingNode):
            line, column = _position(node)
            source = self._document.source
            raise ConfigError(
                Problem("this is not a mapping of keys", source, line, column, hint=_TASK)
            )
        root = self._value(node, ())
        if self._problems:
            raise ConfigError(self._problems)
        self._document.root.update(root)
        return self._document

    def _value(self, node: yaml.Node, path: Path) -> Any:
        self._document.values[path] = _position(node)
        self._count += 1
        if self._count > MAX_VALUES:
            raise ConfigError(Problem(f"more than {MAX_VALUES} values", self._document.source))
        if any(node is outer for outer in self._inside):
            self._wrong(path, "the alias stands inside what it refers to")
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, path)
        self._inside.append(node)
        try:
            return self._collection(node, path)
        finally:
            self._inside.pop()

    def _scalar(self, node: yaml.ScalarNode, path: Path) -> str | None:
        if node.tag == _NULL:
            return None
        if node.tag not in _PLAIN:
            self._wrong(path, f"the tag {node.tag.replace(_YAML, '!!')} is not used here")
        return str(node.value)

    def _collection(self, node: yaml.Node, path: Path) -> Any:
        if node.tag not in (f"{_YAML}map", f"{_YAML}seq"):
            self._wrong(path, f"the tag {node.tag.replace(_YAML, '!!')} is not used here")
        if isinstance(node, yaml.SequenceNode):
            return [self._value(item, (*path, index)) for index, item in enumerate(node.value)]
        return dict(self._items(node, path))

    def _items(self, node: yaml.Node, path: Path) -> Iterator[tuple[str, Any]]:
        seen: dict[str, Position] = {}
        for key_node, value_node in node.value:
            position = _position(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                self._wrong(path, "a key must be a text", position)
                continue
            key = str(key_node.value)
            if key in seen:
                before = f"first in line {seen[key][0]}"
                self._wrong((*path, key), f"the key {key!r} is given twice", position, before)
                continue
            seen[key] = self._document.keys[*path, key] = position
            yield key, self._value(value_node, (*path, key))

    def _wrong(
        self, path: Path, message: str, position: Position | None = None, hint: str | None = None
    ) -> None:
        line, column = position or self._document.values[path]
        key = write_path(path) or None
        self._problems.append(Problem(message, self._document.source, line, column, key, hint))


def _position(node: yaml.Node) -> Position:
    return node.start_mark.line + 1, node.start_mark.column + 1
