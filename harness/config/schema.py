"""The keys of a task file, with their types, defaults and descriptions.

A value is checked here as far as it can be alone, the files it names included; `loading` looks at
values together. ``docs/config.md`` lists these keys, which a test holds to what stands here.
"""

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

from harness.config.sources import missing_file, paths_of
from harness.datasets import DATASET_PREFIX
from harness.dialects import DEFAULT_DIALECT, DIALECTS
from harness.errors import nearest
from harness.measures.curves import LEVELS
from harness.measures.ranked import CUTOFFS
from harness.scoring import DEFAULT_MEASURES, TOPIC_POLICIES
from harness.summaries import SUMMARIES

#: Every way to summarise topics.
SUMMARY_KINDS = (*SUMMARIES, "micro")


def _one_as_list(value: Any) -> Any:
    """A single text where a list is expected."""
    return [value] if isinstance(value, str) else value


def _runs_as_list(value: Any) -> Any:
    """A single run where a list is expected."""
    return [value] if isinstance(value, str | dict) else value


def _one_as_path(value: Any) -> Any:
    """``runs: a.run`` for ``runs: [{path: a.run}]``."""
    return {"path": value} if isinstance(value, str) else value


def _one_as_source(value: Any) -> Any:
    """``a.txt`` for ``{path: a.txt}``, ``irds:vaswani`` for ``{dataset: vaswani}``."""
    if isinstance(value, str) and value.startswith(DATASET_PREFIX):
        return {"dataset": value.removeprefix(DATASET_PREFIX)}
    return _one_as_path(value)


def wrong(message: str, hint: str | None = None) -> PydanticCustomError:
    """An error whose message stands as it is; braces in it are no placeholders."""
    return PydanticCustomError("task", "{said}", {"said": message, "hint": hint})


def _known(value: str, what: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        hint = nearest(value, allowed) or f"known: {', '.join(allowed)}"
        raise wrong(f"unknown {what} {value!r}", hint)
    return value


def _known_summary(value: str) -> str:
    return _known(value, "summary", SUMMARY_KINDS)


def _positive(value: int) -> int:
    if value < 1:
        raise wrong(f"'{value}' is not allowed: it must be a whole number of at least 1")
    return value


def _share(value: float) -> float:
    if not 0 <= value <= 1:
        raise wrong(f"'{value:g}' is not allowed: it must be a number from 0 to 1")
    return value


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_one_as_list)]
Count = Annotated[int, AfterValidator(_positive)]


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
        folder = _folder(info)
        if path is not None and folder is not None and (said := missing_file(path, folder)):
            raise wrong(*said)
        return path

    @model_validator(mode="after")
    def _one_origin(self) -> Source:
        if (self.path is None) == (self.dataset is None):
            raise wrong("give either path or dataset")
        if self.format is not None and self.path is None:
            raise wrong("format is for files; a dataset has its own")
        return self


class RunEntry(Part):
    """One or more run files."""

    path: Text = Field(
        description="A file or a pattern (`runs/*.run`, `runs/**/*.gz`), relative to the task file."
    )
    name: Text | None = Field(
        default=None,
        description="What the run is called. Default: the tag in the file's first line.",
    )
    format: Text | None = Field(
        default=None, description="The file's layout, where it does not follow from the content."
    )
    group: Text | None = Field(
        default=None, description="Who submitted it. Default: what `run_pattern` finds, or nothing."
    )

    @field_validator("path")
    @classmethod
    def _matches(cls, path: str, info: ValidationInfo) -> str:
        folder = _folder(info)
        if folder is not None and not paths_of(path, folder):
            raise wrong(*(missing_file(path, folder) or (f"no file matches {path}", None)))
        return path


class CurveSettings(Part):
    """Where the precision–recall curves are computed."""

    recall_levels: Annotated[
        tuple[Annotated[float, AfterValidator(_share)], ...], BeforeValidator(_one_as_list)
    ] = Field(default=LEVELS, description="Recall levels for interpolated precision, from 0 to 1.")
    cutoffs: Annotated[tuple[Count, ...], BeforeValidator(_one_as_list)] = Field(
        default=CUTOFFS, description="Numbers of documents for mean precision and recall."
    )

    @field_validator("recall_levels", "cutoffs")
    @classmethod
    def _ascending(cls, points: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(sorted(set(points)))


class CollectionSize(Part):
    """The number of documents in the collection."""

    documents: Count | None = Field(default=None, description="The number itself.")
    dataset: Text | None = Field(
        default=None, description="An ir_datasets identifier to ask for it."
    )

    @model_validator(mode="after")
    def _one_origin(self) -> CollectionSize:
        if (self.documents is None) == (self.dataset is None):
            raise wrong("give either a number or dataset")
        return self


class SubsetEntry(Part):
    """Topics by identifier, or those whose attributes have certain values (all of them)."""

    topics: Texts | None = None
    where: dict[Text, Texts] | None = None


def _short_size(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(DATASET_PREFIX):
        return {"dataset": value.removeprefix(DATASET_PREFIX)}
    return {"documents": value} if isinstance(value, str) else value


def _short_subset(value: Any) -> Any:
    if isinstance(value, dict):
        return {"where": value}
    return {"topics": _one_as_list(value)}


class TaskFile(Part):
    """One evaluation: which runs, against which judgments, by which measures."""

    name: Text | None = Field(default=None, description="The task's name. Default: the file's.")
    description: str | None = Field(default=None, description="What the task is about.")
    topics: Annotated[Source, BeforeValidator(_one_as_source)] | None = Field(
        default=None,
        description="The topics: a file or a dataset. Needed for subsets by attribute.",
    )
    qrels: Annotated[Source, BeforeValidator(_one_as_source)] | None = Field(
        default=None, description="The relevance judgments: a file or a dataset. Required."
    )
    runs: Annotated[
        tuple[Annotated[RunEntry, BeforeValidator(_one_as_path)], ...],
        BeforeValidator(_runs_as_list),
    ] = Field(default=(), description="The runs: a list of files, patterns or mappings. Required.")
    run_pattern: Text | None = Field(
        default=None,
        description="A regular expression, searched in each run's path, whose named groups "
        "`(?P<group>…)` and `(?P<name>…)` tell the run's group and name.",
    )
    measures: Texts = Field(
        default=DEFAULT_MEASURES,
        description="The measures, in notation or under trec_eval's names; the first sorts the "
        "leaderboard.",
    )
    measure_modules: Texts = Field(
        default=(),
        description="Python modules, or files ending in `.py`, that declare further measures.",
    )
    dialect: Text = Field(default=DEFAULT_DIALECT.name, description="Whose conventions to follow.")
    relevance_level: Count = Field(
        default=1, description="The lowest relevant grade, for measures that do not set their own."
    )
    depth: Count | None = Field(
        default=None,
        description="Use only the first so many documents of each topic. Default: all.",
    )
    judged_only: bool = Field(
        default=False, description="Drop unjudged documents from the rankings."
    )
    collection_size: Annotated[CollectionSize, BeforeValidator(_short_size)] | None = Field(
        default=None,
        description="Documents in the collection: a number or a dataset; some measures need it.",
    )
    topic_policy: Text = Field(
        default="judged",
        description="Average over all `judged` topics (one that a run does not answer is an empty "
        "ranking), or over those that each run `answered`.",
    )
    subsets: dict[Text, Annotated[SubsetEntry, BeforeValidator(_short_subset)]] = Field(
        default_factory=dict,
        description="Further averages, by name: a list of topics, or attributes of the topics with "
        "the value or values that they must have.",
    )
    facets: Texts = Field(
        default=(),
        description="Attributes of the topics; each value makes a subset `attribute=value`.",
    )
    curves: CurveSettings = Field(
        default_factory=CurveSettings, description="Where precision–recall curves are computed."
    )
    summaries: Annotated[
        tuple[Annotated[Text, AfterValidator(_known_summary)], ...], BeforeValidator(_one_as_list)
    ] = Field(
        default=(),
        description="Summaries over topics besides each measure's own: `mean`, `micro`, "
        "`geometric`, `sum`, `median`, `sd`.",
    )
    output: Text | None = Field(
        default=None,
        description="The directory for the results, relative to the task file. Default: "
        "`results/` and the task file's name, in the current directory.",
    )

    @field_validator("dialect")
    @classmethod
    def _known_dialect(cls, value: str) -> str:
        return _known(value, "dialect", tuple(DIALECTS))

    @field_validator("topic_policy")
    @classmethod
    def _known_policy(cls, value: str) -> str:
        return _known(value, "topic policy", TOPIC_POLICIES)


def _folder(info: ValidationInfo) -> Path | None:
    """The directory of the task file, which `load_task` gives as context; None without a file."""
    folder: Path | None = (info.context or {}).get("folder")
    return folder
