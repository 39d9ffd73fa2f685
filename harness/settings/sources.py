"""Values shared by several keys: existing files, sources, ranges of topics.

`InputFiles` in the context of validation, under ``files``, checks whether a file exists; without it
there is no check.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Protocol, TypeAlias
from urllib.parse import quote

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator

from harness.core.locations import DATASET_PREFIX
from harness.core.trust import DATASET, READS, READS_BELOW, WRITES
from harness.settings.model import SettingsModel, Text, Texts, wrong

_RANGE = re.compile(r"(?P<lead>\D*)(?P<first>\d{1,18})-(?P=lead)(?P<last>\d{1,18})", re.ASCII)
#: The most topics of a range: a slip should not fill the memory.
_LONGEST = 1_000_000

#: The kind of a path: a file, a directory, files with texts, or files with runs.
InputKind: TypeAlias = Literal["file", "directory", "texts", "runs"]
#: A message, and a hint.
Message: TypeAlias = tuple[str, str | None]


def path_alone(value: Any) -> Any:
    """Expand ``runs: a.run`` to ``runs: [{path: a.run}]``."""
    return {"path": value} if isinstance(value, str) else value


def source_alone(value: Any, *, plain: str = "path") -> Any:
    """Expand ``a.txt`` to ``{path: a.txt}``, ``irds:vaswani`` to ``{dataset: vaswani}``."""
    if isinstance(value, str) and value.startswith(DATASET_PREFIX):
        return {"dataset": value.removeprefix(DATASET_PREFIX)}
    return {plain: value} if isinstance(value, str) else value


class InputFiles(Protocol):
    """Access to the files of a task, from the context of validation."""

    def complaint(self, path: str, kind: InputKind) -> Message | None:
        """Return the message and hint for a path that names nothing of the kind; else None."""


def _must_exist(kind: InputKind) -> AfterValidator:
    """Return a validator that a path exists, if the context of validation can tell."""

    def check(path: str, info: ValidationInfo) -> str:
        files: InputFiles | None = (info.context or {}).get("files")
        message = None if files is None else files.complaint(path, kind)
        if message is not None:
            raise wrong(*message)
        return path

    return AfterValidator(check)


def _address_template(url: str) -> str:
    if not url.startswith(("https://", "http://")) or "{docno}" not in url:
        raise wrong(f"{url!r} is no address of documents", "such as https://example.org/{docno}")
    return url


ExistingFile = Annotated[Text, _must_exist("file"), READS]
ExistingDirectory = Annotated[Text, _must_exist("directory"), READS_BELOW]
#: A file, pattern or directory of runs.
RunPath = Annotated[Text, _must_exist("runs"), READS]
#: A file or directory that is written.
OutputPath = Annotated[Text, WRITES]
#: An identifier of ir_datasets.
DatasetName = Annotated[Text, DATASET]


#: Keys that may stand beside any origin.
_BESIDE = ("format", "url", "fields")


class OneOrigin(SettingsModel):
    """A mapping with alternative keys, one of which must be given, beside others."""

    @model_validator(mode="after")
    def _one_origin(self) -> OneOrigin:
        origins = [name for name in type(self).model_fields if name not in _BESIDE]
        if getattr(self, "url", None) and all(getattr(self, name) is None for name in origins):
            return self
        if sum(getattr(self, name) is not None for name in origins) != 1:
            raise wrong(f"give one of {', '.join(origins[:-1])} and {origins[-1]}")
        return self


class Source(OneOrigin):
    """Source of topics or judgments: a file, or a dataset of ir_datasets."""

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
    def _check_format(self) -> Source:
        if self.format is not None and self.path is None:
            raise wrong("format is for files; a dataset has its own")
        return self


class TextSource(Source):
    """Source of the texts of documents: files, or a dataset of ir_datasets."""

    path: Annotated[Text, _must_exist("texts"), READS_BELOW] | None = Field(
        default=None,
        description="A file, a directory or a pattern of files, relative to the task file.",
    )
    url: Annotated[Text, AfterValidator(_address_template)] | None = Field(
        default=None,
        description="The web address of each document, with `{docno}` for its identifier: a link "
        "for assessors, where the collection cannot be copied. Beside the other keys, or alone.",
    )

    fields: Texts = Field(
        default=(),
        description="The fields of a document that assessors see, in this order. Default: title, "
        "abstract and text.",
    )

    def address(self, doc: str) -> str | None:
        """Return the web address of a document; None if the task has none."""
        return self.url.replace("{docno}", quote(doc, safe="")) if self.url else None


AnySource = Annotated[Source, BeforeValidator(source_alone)]


def is_range(text: str) -> bool:
    """Return whether a text can be a range of topics."""
    return _RANGE.fullmatch(text) is not None


def topics_in(text: str) -> tuple[str, ...]:
    """Expand a range of topics, both ends included; any other text is one topic.

    Numbers keep the width of the first one.

    >>> topics_in("D08-D10"), topics_in("008-010"), topics_in("9")
    (('D08', 'D09', 'D10'), ('008', '009', '010'), ('9',))
    """
    match = _RANGE.fullmatch(text)
    if match is None:
        return (text,)
    lead, first, last = match.group("lead", "first", "last")
    numbers = range(int(first), int(last) + 1)
    return tuple(f"{lead}{number:0{len(first)}d}" for number in numbers)


def range_problem(text: str) -> tuple[str, str | None] | None:
    """Return the problem of a range, and a hint; None for a valid one, and for other texts.

    >>> range_problem("450-401")
    ('the range 450-401 is empty', 'write it first-last')
    """
    match = _RANGE.fullmatch(text)
    if match and int(match["last"]) < int(match["first"]):
        return f"the range {text} is empty", "write it first-last"
    if match and int(match["last"]) - int(match["first"]) >= _LONGEST:
        return f"the range {text} is too long", None
    return None
