"""The base of all models of settings: kinds of values, and error messages in our words.

Each subject of a task (comparison, pooling) has one model. The keys of a task file, the options of
a command with their help and defaults, Python's keyword arguments and the tables of
``docs/config.md`` derive from its fields. pydantic is imported here: code that must start fast does
not import this module.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Annotated, Any, ClassVar, Self, TypeVar, Union, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    StringConstraints,
    ValidationError,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from harness.core.errors import EvaluationError, Problem, suggest
from harness.core.numbers import decimal_comma
from harness.settings.names import ELSEWHERE


class SettingsModel(BaseModel):
    """Settings of one subject: no unknown keys, immutable."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True
    )

    #: Keys set elsewhere than in a task file, each with message and hint.
    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {}

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Make settings from values, not a file; raises `EvaluationError` with every problem."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise EvaluationError(complaints(error, cls)) from None


def wrong(message: str, hint: str | None = None) -> PydanticCustomError:
    """Return a validation error with a message, whose braces are no placeholders."""
    return PydanticCustomError("settings", "{text}", {"text": message, "hint": hint})


def make_list(value: Any) -> Any:
    """Wrap a single text in a list."""
    return [value] if isinstance(value, str) else value


def make_entry_list(value: Any) -> Any:
    """Wrap a single text or mapping in a list."""
    return [value] if isinstance(value, str | dict) else value


def split_names(value: Any) -> Any:
    """Do as `make_list`, but refuse names with commas between them: a list without brackets."""
    if isinstance(value, str) and ", " in value:
        raise wrong(f"{value!r} is one text", f"write a list: [{value}]")
    return make_list(value)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A name that must be one of ``names``; ``what`` is the kind of name.

    The error on another tool's name (`ELSEWHERE`) gives ours.
    """

    what: str
    names: tuple[str, ...]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of the text, checked afterwards."""
        return core_schema.no_info_after_validator_function(self.checked, handler(source))

    def checked(self, value: str) -> str:
        """Return the value if it is one of the names; raises a validation error."""
        if value not in self.names:
            ours = ELSEWHERE.get(value.lower())
            hint = None if ours in self.names else suggest(value, self.names)
            raise wrong(f"unknown {self.what} {value!r}", hint or f"here it is called {ours}")
        return value


@dataclass(frozen=True, slots=True)
class Within:
    """A number in a range, with its ends included if ``closed``."""

    low: float
    high: float | None = None
    closed: bool = False

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of the number, checked afterwards."""
        return core_schema.no_info_after_validator_function(self.checked, handler(source))

    def checked(self, value: float) -> float:
        """Return the value if it is in the range; raises a validation error."""
        above = value >= self.low if self.closed else value > self.low
        below = self.high is None or (value <= self.high if self.closed else value < self.high)
        if above and below and isfinite(value):
            return value
        lower = f"of at least {self.low:g}" if self.closed else f"above {self.low:g}"
        upper = "" if self.high is None else f" and below {self.high:g}"
        if self.closed and self.high is not None:
            lower, upper = f"from {self.low:g}", f" to {self.high:g}"
        kind = "a whole number" if isinstance(value, int) else "a number"
        raise wrong(f"'{value:.15g}' is not allowed: it must be {kind} {lower}{upper}")


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(make_list)]
#: Names without a comma before a blank: such a text is a list without brackets.
Names = Annotated[tuple[Text, ...], BeforeValidator(split_names)]
Count = Annotated[int, Within(1, closed=True)]
Natural = Annotated[int, Within(0, closed=True)]
Share = Annotated[float, Within(0, 1, closed=True)]


#: The type of a mark in a field's annotation.
M = TypeVar("M")


def find_model(field: FieldInfo) -> type[SettingsModel] | None:
    """Return the model of a field's value, or of its list's values; None for plain values."""
    kinds = types_in(field.annotation)
    return next((kind for kind in kinds if issubclass(kind, SettingsModel)), None)


def types_in(kind: Any) -> Iterator[type]:
    """Yield the types that a value, or each value of a list or mapping, may have.

    >>> list(types_in(tuple[Count, ...] | None)) == [int, type(None)]
    True
    """
    if get_origin(kind) in (Union, types.UnionType, tuple):
        for part in get_args(kind):
            yield from types_in(part)
    elif get_origin(kind) is Annotated:
        yield from types_in(get_args(kind)[0])
    elif get_origin(kind) is dict:
        yield from types_in(get_args(kind)[1])
    elif isinstance(kind, type) and get_origin(kind) is None:
        yield kind


def find_mark(field: FieldInfo, kind: type[M]) -> M | None:
    """Return the mark of a kind in a field's type, or in its list's values; None without one.

    >>> class Entry(SettingsModel):
    ...     name: Annotated[Text, OneOf("name", ("a", "b"))] | None = None
    >>> find_mark(Entry.model_fields["name"], OneOf)
    OneOf(what='name', names=('a', 'b'))
    """
    marks = (*field.metadata, *_marks_in(field.annotation))
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _marks_in(kind: Any) -> Iterator[Any]:
    yield from getattr(kind, "__metadata__", ())
    for part in get_args(kind):
        yield from _marks_in(part)


def walk_keys(model: type[SettingsModel], start: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Yield every key with a plain value in a model and the models in it, with its field.

    Entries of a list are written ``runs[].path``, entries of a mapping ``dimensions.*.path``.
    """
    for name, field in model.model_fields.items():
        inner = find_model(field)
        if inner is None:
            yield f"{start}{name}", field
        else:
            origins = {get_origin(part) for part in (field.annotation, *get_args(field.annotation))}
            listed = "[]" if tuple in origins else ""
            yield from walk_keys(inner, f"{start}{name}{'.*' if dict in origins else listed}.")


def model_along(model: type[SettingsModel], steps: Sequence[str | int]) -> type[SettingsModel]:
    """Return the innermost model on a path of fields."""
    for step in steps:
        field = model.model_fields.get(str(step))
        model = (find_model(field) if field else None) or model
    return model


def list_choices(field: FieldInfo) -> tuple[str, ...]:
    """Return the names allowed in a field; none if any value is."""
    return next((mark.names for mark in field.metadata if isinstance(mark, OneOf)), ())


def describe_field(field: FieldInfo, *, brief: bool = False) -> str:
    """Return the description of a field, with allowed names and the default value.

    ``brief`` is for a command line, which shows the names itself and has no markup.
    """
    text, default = field.description or "", field.get_default(call_default_factory=True)
    shown = [
        _write_default(value) for value in (default if isinstance(default, tuple) else (default,))
    ]
    if None in shown or " Default: " in text:
        shown = []
    if brief:
        known = f" [{', '.join(map(str, shown))}]" if shown and default is not False else ""
        return text.replace("`", "") + known
    names = list_choices(field)
    if not all(f"`{name}`" in text for name in names):
        text += f" One of {', '.join(f'`{name}`' for name in names)}."
    return text + (f" Default: {', '.join(f'`{value}`' for value in shown)}." if shown else "")


def _write_default(value: Any) -> str | None:
    """Return a default as in a task file; None without one, or if it is no single value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:.15g}"
    return value if isinstance(value, str) and value else None


#: pydantic's kinds of errors in the words of this package; all others keep pydantic's.
_WORDS = {
    "missing": "the key {key!r} is missing",
    "int_parsing_size": "{input!r:.20}… is too large for a whole number",
    "extra_forbidden": "unknown key",
    "int_parsing": "{input!r:.40} is not a whole number",
    "int_from_float": "{input!r:.40} is not a whole number",
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


def complaint(detail: ErrorDetails, model: type[SettingsModel]) -> tuple[str, str | None]:
    """Return one of pydantic's errors in our words, and a hint; ``model`` is the outermost."""
    kind, context = detail["type"], detail.get("ctx", {})
    hint = context.get("hint")
    if kind == "extra_forbidden":
        inner, key = model_along(model, detail["loc"][:-1]), str(detail["loc"][-1])
        if key in inner.elsewhere:
            return inner.elsewhere[key]
        hint = suggest(key, tuple(inner.model_fields))
    if kind in _WORDS:
        message = _WORDS[kind].format(key=str(detail["loc"][-1]), input=detail["input"])
        return message + decimal_comma(detail["input"]) * ("number" in message), hint
    message = detail["msg"]
    if kind != "settings":
        message = f"{detail['input']!r:.40} is not allowed: {message[:1].lower()}{message[1:]}"
    return message, hint


def complaints(error: ValidationError, model: type[SettingsModel]) -> Iterator[Problem]:
    """Yield every problem of the values of a model that comes from no file."""
    for detail in error.errors(include_url=False):
        message, hint = complaint(detail, model)
        key = ".".join(map(str, detail["loc"])) or None
        if detail["type"] == "extra_forbidden":
            message, key = f"unknown option {key!r}", None
        yield Problem(message, key=key, hint=hint)
