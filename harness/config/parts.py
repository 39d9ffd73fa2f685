"""What the parts of a task file's schema have in common: texts, counts, sources, messages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from harness.config.sources import missing_file
from harness.core.errors import suggest
from harness.formats.ir_datasets import DATASET_PREFIX


def one_as_list(value: Any) -> Any:
    """A single text where a list is expected."""
    return [value] if isinstance(value, str) else value


def one_as_path(value: Any) -> Any:
    """``runs: a.run`` for ``runs: [{path: a.run}]``."""
    return {"path": value} if isinstance(value, str) else value


def one_as_source(value: Any) -> Any:
    """``a.txt`` for ``{path: a.txt}``, ``irds:vaswani`` for ``{dataset: vaswani}``."""
    if isinstance(value, str) and value.startswith(DATASET_PREFIX):
        return {"dataset": value.removeprefix(DATASET_PREFIX)}
    return one_as_path(value)


def wrong(message: str, hint: str | None = None) -> PydanticCustomError:
    """An error whose message stands as it is; braces in it are no placeholders."""
    return PydanticCustomError("task", "{said}", {"said": message, "hint": hint})


def known_name(value: str, what: str, allowed: tuple[str, ...]) -> str:
    """The value, if it is one of the names allowed."""
    if value not in allowed:
        hint = suggest(value, allowed)
        raise wrong(f"unknown {what} {value!r}", hint)
    return value


def _positive(value: int) -> int:
    if value < 1:
        raise wrong(f"'{value}' is not allowed: it must be a whole number of at least 1")
    return value


def _share(value: float) -> float:
    if not 0 <= value <= 1:
        raise wrong(f"'{value:g}' is not allowed: it must be a number from 0 to 1")
    return value


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(one_as_list)]
Count = Annotated[int, AfterValidator(_positive)]
Share = Annotated[float, AfterValidator(_share)]


class Part(BaseModel):
    """What all mappings of a task file have in common: no unknown keys, never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(Part):
    """Where topics or judgments come from: a file, or a dataset of ir_datasets."""

    path: Text | None = Field(default=None, description="A file, relative to the task file.")
    format: Text | None = Field(
        default=None, description="The file's layout, where it does not follow from the content."
    )
    dataset: Text | None = Field(
        default=None, description="An ir_datasets identifier, instead of `path`, such as `vaswani`."
    )

    @field_validator("path")
    @classmethod
    def _exists(cls, path: str | None, info: ValidationInfo) -> str | None:
        return existing(path, info)

    @model_validator(mode="after")
    def _one_origin(self) -> Source:
        if (self.path is None) == (self.dataset is None):
            raise wrong("give either path or dataset")
        if self.format is not None and self.path is None:
            raise wrong("format is for files; a dataset has its own")
        return self


def folder_of(info: ValidationInfo) -> Path | None:
    """The directory of the task file, which `load_task` gives as context; None without a file."""
    folder: Path | None = (info.context or {}).get("folder")
    return folder


def existing(path: str | None, info: ValidationInfo) -> str | None:
    """The path of a file, if there is one."""
    folder = folder_of(info)
    if path is not None and folder is not None and (said := missing_file(path, folder)):
        raise wrong(*said)
    return path
