"""What several keys of a task file have in common: files that must be there, and sources."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator

from harness.config.sources import is_directory, missing_directory, missing_file, paths_of
from harness.core.settings import SettingsModel, Text, wrong
from harness.formats.ir_datasets import DATASET_PREFIX


def path_alone(value: Any) -> Any:
    """``runs: a.run`` for ``runs: [{path: a.run}]``."""
    return {"path": value} if isinstance(value, str) else value


def source_alone(value: Any, *, plain: str = "path") -> Any:
    """``a.txt`` for ``{path: a.txt}``, ``irds:vaswani`` for ``{dataset: vaswani}``."""
    if isinstance(value, str) and value.startswith(DATASET_PREFIX):
        return {"dataset": value.removeprefix(DATASET_PREFIX)}
    return {plain: value} if isinstance(value, str) else value


def folder_of(info: ValidationInfo) -> Path | None:
    """The directory of the task file, which `load_task` gives as context; None without a file."""
    folder: Path | None = (info.context or {}).get("folder")
    return folder


def _existing_file(path: str, info: ValidationInfo) -> str:
    folder = folder_of(info)
    if folder is not None and (problem := missing_file(path, folder)):
        raise wrong(*problem)
    return path


def _existing_directory(path: str, info: ValidationInfo) -> str:
    folder = folder_of(info)
    if folder is not None and (problem := missing_directory(path, folder)):
        raise wrong(*problem)
    return path


def _existing_texts(path: str, info: ValidationInfo) -> str:
    folder = folder_of(info)
    if folder is None or paths_of(path, folder) or is_directory(folder / path):
        return path
    raise wrong(*(missing_file(path, folder) or (f"no file matches {path}", None)))


ExistingFile = Annotated[Text, AfterValidator(_existing_file)]
ExistingDirectory = Annotated[Text, AfterValidator(_existing_directory)]


class OneOrigin(SettingsModel):
    """A mapping whose keys, but `format`, say the same in different ways: one must be given."""

    @model_validator(mode="after")
    def _one_origin(self) -> OneOrigin:
        origins = [name for name in type(self).model_fields if name != "format"]
        if sum(getattr(self, name) is not None for name in origins) != 1:
            raise wrong(f"give one of {', '.join(origins[:-1])} and {origins[-1]}")
        return self


class Source(OneOrigin):
    """Where topics or judgments come from: a file, or a dataset of ir_datasets."""

    path: ExistingFile | None = Field(
        default=None, description="A file, relative to the task file."
    )
    format: Text | None = Field(
        default=None, description="The file's layout, where it does not follow from the content."
    )
    dataset: Text | None = Field(
        default=None, description="An ir_datasets identifier, instead of `path`, such as `vaswani`."
    )

    @model_validator(mode="after")
    def _format_of_a_file(self) -> Source:
        if self.format is not None and self.path is None:
            raise wrong("format is for files; a dataset has its own")
        return self


class TextSource(Source):
    """Where the texts of documents come from: files, or a dataset of ir_datasets."""

    path: Annotated[Text, AfterValidator(_existing_texts)] | None = Field(
        default=None,
        description="A file, a directory or a pattern of files, relative to the task file.",
    )


AnySource = Annotated[Source, BeforeValidator(source_alone)]
