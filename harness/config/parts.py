"""What several keys of a task file have in common: files that must be there, and sources."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from harness.config.sources import is_directory, missing_directory, missing_file, paths_of
from harness.core.errors import MAX_PROBLEMS, HarnessError
from harness.core.file_names import real_path
from harness.core.settings import SettingsModel, Text, wrong
from harness.core.trust import DATASET, READS, READS_BELOW, WRITES
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


def absent_file(path: str, folder: Path, info: ValidationInfo) -> PydanticCustomError | None:
    """The error of a path or pattern that names no file; None where it names one.

    The nearest name is looked for as often as problems of a task are listed: a list of thousands
    of files may be that of another directory.
    """
    if missing_file(path, folder, hinted=False) is None:
        return None
    context: dict[str, Any] = info.context or {}
    context["absent"] = context.get("absent", 0) + 1
    message = missing_file(path, folder, hinted=context["absent"] <= MAX_PROBLEMS)
    return wrong(*message) if message else None


def any_file(path: str, folder: Path) -> bool:
    """Whether a path or pattern names a file; an error that says why nobody can tell."""
    try:
        return bool(paths_of(path, folder))
    except HarnessError as error:  # of a store of objects, or of a look at too much
        problem = error.problems[0]
        raise wrong(problem.message, problem.hint) from None


def _existing_file(path: str, info: ValidationInfo) -> str:
    folder = folder_of(info)
    if folder is not None and (error := absent_file(path, folder, info)):
        raise error
    return path


def _existing_directory(path: str, info: ValidationInfo) -> str:
    folder = folder_of(info)
    if folder is not None and (problem := missing_directory(path, folder)):
        raise wrong(*problem)
    return path


def _existing_texts(path: str, info: ValidationInfo) -> str:
    folder = folder_of(info)
    if folder is None or any_file(path, folder) or is_directory(folder / real_path(path)):
        return path
    raise absent_file(path, folder, info) or wrong(f"no file matches {path}")


def _address_template(url: str) -> str:
    if not url.startswith(("https://", "http://")) or "{docno}" not in url:
        raise wrong(f"{url!r} is no address of documents", "such as https://example.org/{docno}")
    return url


ExistingFile = Annotated[Text, AfterValidator(_existing_file), READS]
ExistingDirectory = Annotated[Text, AfterValidator(_existing_directory), READS_BELOW]
#: A file or directory that is written.
OutputPath = Annotated[Text, WRITES]
#: An identifier of ir_datasets.
DatasetName = Annotated[Text, DATASET]


class OneOrigin(SettingsModel):
    """A mapping whose keys, but `format`, say the same in different ways: one must be given."""

    @model_validator(mode="after")
    def _one_origin(self) -> OneOrigin:
        origins = [name for name in type(self).model_fields if name not in ("format", "url")]
        if getattr(self, "url", None) and all(getattr(self, name) is None for name in origins):
            return self
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
    dataset: DatasetName | None = Field(
        default=None, description="An ir_datasets identifier, instead of `path`, such as `vaswani`."
    )

    @model_validator(mode="after")
    def _format_of_a_file(self) -> Source:
        if self.format is not None and self.path is None:
            raise wrong("format is for files; a dataset has its own")
        return self


class TextSource(Source):
    """Where the texts of documents come from: files, or a dataset of ir_datasets."""

    path: Annotated[Text, AfterValidator(_existing_texts), READS_BELOW] | None = Field(
        default=None,
        description="A file, a directory or a pattern of files, relative to the task file.",
    )
    url: Annotated[Text, AfterValidator(_address_template)] | None = Field(
        default=None,
        description="The web address of each document, with `{docno}` for its identifier: a link "
        "for assessors, where the collection cannot be copied. Beside the other keys, or alone.",
    )

    def address(self, doc: str) -> str | None:
        """The web address of a document; None where the task has none."""
        return self.url.replace("{docno}", quote(doc, safe="")) if self.url else None


AnySource = Annotated[Source, BeforeValidator(source_alone)]
