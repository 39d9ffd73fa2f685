"""The keys of a task file that say what reports show. They change no number."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from harness.config.parts import Count, Part, Source, Text, folder_of, wrong
from harness.config.sources import missing_file, paths_of


class TextSource(Source):
    """Where the texts of documents come from: files, or a dataset of ir_datasets."""

    path: Text | None = Field(
        default=None,
        description="A file, a directory or a pattern of files, relative to the task file.",
    )

    @field_validator("path")
    @classmethod
    def _exists(cls, path: str | None, info: ValidationInfo) -> str | None:
        folder = folder_of(info)
        if path is None or folder is None or paths_of(path, folder):
            return path
        if _is_directory(folder / path):
            return path
        raise wrong(*(missing_file(path, folder) or (f"no file matches {path}", None)))


def _is_directory(place: Path) -> bool:
    try:
        return place.is_dir()
    except OSError:  # a name that is too long
        return False


class ReportSettings(Part):
    """What reports show of an evaluation."""

    depth: Count | None = Field(
        default=None,
        description="How many documents of each run a report lists for each topic. Default: 10, "
        "fewer in large evaluations.",
    )
    text: Annotated[int, Field(ge=0)] = Field(
        default=300, description="How many characters of a document's text a report shows."
    )
    roc: bool = Field(default=False, description="Also draw ROC curves.")
    title: Text | None = Field(
        default=None, description="The title of reports. Default: the task's name."
    )
