"""The keys of task files, of rankings and of labels, with their types, defaults and help.

Values are checked here one by one; `harness.config.loading` checks them together.
``docs/config.md`` lists these keys, and a test compares both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, field_validator

from harness.core.dialects import DEFAULT_DIALECT, DIALECTS
from harness.core.trust import CODE
from harness.settings.check import CheckSettings, ReceiveSettings
from harness.settings.compare import CompareSettings
from harness.settings.gate import GateSettings
from harness.settings.judge import JudgeSettings
from harness.settings.model import (
    Count,
    Names,
    Natural,
    OneOf,
    SettingsModel,
    Share,
    Text,
    Texts,
    Within,
    make_entry_list,
    make_list,
)
from harness.settings.names import (
    CURVE_CUTOFFS,
    DEFAULT_MEASURES,
    DIMENSION_NAMES,
    LABEL_KINDS,
    NEGATIVE_GRADES,
    RECALL_LEVELS,
    SUMMARY_KINDS,
    TOPIC_POLICIES,
)
from harness.settings.pool import PoolSettings
from harness.settings.sources import (
    AnySource,
    DatasetName,
    ExistingFile,
    OneOrigin,
    OutputPath,
    RunPath,
    TextSource,
    path_alone,
    source_alone,
)


class RunEntry(SettingsModel):
    """One or more run files."""

    path: RunPath = Field(
        description="A file, a pattern (`runs/*.run`, `runs/**/*.gz`), a directory of run files or "
        "an archive of several (`teamC.zip`, `teamC.zip!/runs/*.txt`), relative to the task file."
    )
    name: Text | None = Field(
        default=None, description="The run's name. Default: its tag, else its file's name."
    )
    format: Text | None = Field(
        default=None, description="The file's layout, where it does not follow from the content."
    )
    group: Text | None = Field(
        default=None,
        description="The group that submitted it. Default: by `run_pattern` or `participants`.",
    )
    priority: Count | None = Field(
        default=None, description="Its place among the runs of its group when some are pooled."
    )


class CurveSettings(SettingsModel):
    """Points at which the precision–recall curves are computed."""

    recall_levels: Annotated[tuple[Share, ...], BeforeValidator(make_list)] = Field(
        default=RECALL_LEVELS, description="Recall levels for interpolated precision, from 0 to 1."
    )
    cutoffs: Annotated[tuple[Count, ...], BeforeValidator(make_list)] = Field(
        default=CURVE_CUTOFFS, description="Numbers of documents for mean precision and recall."
    )

    @field_validator("recall_levels", "cutoffs")
    @classmethod
    def _ascending(cls, points: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(sorted(set(points)))


class CollectionSize(OneOrigin):
    """The number of documents in the collection."""

    documents: Count | None = Field(default=None, description="The number itself.")
    dataset: DatasetName | None = Field(
        default=None, description="An ir_datasets identifier to ask for it."
    )


class SubsetEntry(SettingsModel):
    """Topics by identifier, or by values of attributes (all must match)."""

    topics: Texts | None = Field(default=None, description="Topics, and ranges of topics.")
    where: dict[Text, Texts] | None = Field(
        default=None, description="Values of the topics' attributes; all must fit."
    )


def subset_alone(value: Any) -> Any:
    """Expand ``[401-410]`` to ``{topics: [401-410]}``, ``{type: x}`` to ``{where: {type: x}}``."""
    if isinstance(value, SubsetEntry):
        return value
    return {"where": value} if isinstance(value, dict) else {"topics": make_list(value)}


class ReportSettings(SettingsModel):
    """The parts of an evaluation that reports show; they change no number."""

    depth: Count | None = Field(
        default=None,
        description="Documents of each run that a report lists for each topic. Default: 10, "
        "fewer in large evaluations.",
    )
    text: Natural = Field(
        default=300, description="Characters of a document's text that a report shows."
    )
    roc: bool = Field(default=False, description="Also draw ROC curves.")
    title: Text | None = Field(
        default=None, description="The title of reports. Default: the task's name."
    )


def text_or_nothing(value: Any) -> Any:
    """Return the empty text for a key without a value."""
    return "" if value is None else value


class TaskKeys(SettingsModel):
    """Keys of a task with the same values in file and `Task`; both have further ones."""

    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {
        "execution": (
            "a task does not choose its workers",
            "set them by --backend, --workers, --scheduler ADDRESS or HARNESS_SCHEDULER",
        )
    }

    description: Annotated[str, BeforeValidator(text_or_nothing)] = Field(
        default="", description="A description of the task."
    )
    topics: AnySource | None = Field(
        default=None,
        description="The topics: a file or a dataset. Needed for subsets by attribute.",
    )
    qrels: AnySource | None = Field(
        default=None, description="The relevance judgments: a file or a dataset. Required."
    )
    known_judgments: Annotated[tuple[AnySource, ...], BeforeValidator(make_entry_list)] = Field(
        default=(),
        description="Judgments that were known before, of earlier rounds: a file or a dataset, or "
        "a list of them. Their documents leave each ranking and the judgments.",
    )
    dimensions: dict[Annotated[Text, OneOf("dimension", DIMENSION_NAMES)], AnySource] = Field(
        default_factory=dict,
        description="Judgments of further dimensions, `understandability` or `credibility`, by "
        "name: a file or a dataset each.",
    )
    documents: Annotated[TextSource, BeforeValidator(source_alone)] | None = Field(
        default=None,
        description="The documents' texts, shown to readers of reports: a file, a directory or "
        "pattern of files, or a dataset `irds:…`. Which documents runs may have is another key: "
        "`check.documents`.",
    )
    participants: ExistingFile | None = Field(
        default=None,
        description="A table (CSV, TSV, JSON, Parquet) with a row per run: the column `run` has "
        "its name, its tag or its file's name; `group`, `priority` and others say more about it.",
    )
    measure_modules: Annotated[Texts, CODE] = Field(
        default=(),
        description="Python modules, or files ending in `.py`, that declare further measures.",
    )
    relevance_level: Count = Field(
        default=1, description="The lowest relevant grade, for measures that do not set their own."
    )
    negative: Annotated[Text, OneOf("meaning of negative grades", NEGATIVE_GRADES)] | None = Field(
        default=None,
        description="The word in reports for documents with a negative grade: `unjudged` (pooled, "
        "not judged) or `junk` (judged as junk). Measures take them as unjudged, as trec_eval "
        "does. Default: `junk` where some grade is below −1, as the web tracks of TREC write it, "
        "else `unjudged`.",
    )
    depth: Count | None = Field(
        default=None,
        description="Use only the first so many documents of each topic. Default: all.",
    )
    judged_only: bool = Field(
        default=False, description="Drop unjudged documents from the rankings."
    )
    ignore_identical: bool = Field(
        default=False,
        description="Drop documents that have the identifier of their topic from the rankings, as "
        "BEIR's `ignore_identical_ids` does.",
    )
    collection_size: (
        Annotated[CollectionSize, BeforeValidator(partial(source_alone, plain="documents"))] | None
    ) = Field(
        default=None,
        description="Documents in the collection: a number or a dataset; some measures need it.",
    )
    costs: ExistingFile | None = Field(
        default=None,
        description="Reading costs of documents, `document cost` a line: lengths for `TBG` and "
        "`U`, any unit for measures of C/W/L. See [Measures](measures.md#models-of-users).",
    )
    topic_policy: Annotated[Text, OneOf("topic policy", TOPIC_POLICIES)] = Field(
        default="judged",
        description="Average over all `judged` topics (one that a run does not answer is an empty "
        "ranking), or over those that each run `answered`.",
    )
    subsets: dict[Text, Annotated[SubsetEntry, BeforeValidator(subset_alone)]] = Field(
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
        tuple[Annotated[Text, OneOf("summary", SUMMARY_KINDS)], ...], BeforeValidator(make_list)
    ] = Field(
        default=(),
        description="Summaries over topics besides each measure's own: `mean`, `micro`, "
        "`geometric`, `sum`, `median`, `sd`.",
    )
    check: CheckSettings | None = Field(
        default=None,
        description="Requirements of each run, and repairs. Default: not checked.",
    )
    receive: ReceiveSettings = Field(
        default_factory=ReceiveSettings, description="The deadline of submissions."
    )
    pool: PoolSettings = Field(
        default_factory=PoolSettings, description="The choice of documents for assessors."
    )
    judge: JudgeSettings = Field(
        default_factory=JudgeSettings,
        description="How documents are judged, and how judgments become qrels.",
    )
    compare: CompareSettings = Field(
        default_factory=CompareSettings, description="How runs are compared with each other."
    )
    gate: GateSettings = Field(
        default_factory=GateSettings,
        description="The losses that `harness gate` allows a candidate, and its baseline.",
    )
    report: ReportSettings = Field(
        default_factory=ReportSettings, description="What reports show of topics and documents."
    )


class TaskFile(TaskKeys):
    """Task file of one evaluation: runs, judgments and measures."""

    kind: Annotated[Text, OneOf("kind", ("ranking", *LABEL_KINDS))] = Field(
        default="ranking",
        description="The kind of runs. Tasks of the other kinds are for `harness labels`: see "
        "[Labels, numbers and clusters](#labels-numbers-and-clusters).",
    )
    name: Text | None = Field(default=None, description="The task's name. Default: the file's.")
    runs: Annotated[
        tuple[Annotated[RunEntry, BeforeValidator(path_alone)], ...],
        BeforeValidator(make_entry_list),
    ] = Field(
        default=(),
        description="The runs: a list of files, patterns, directories or mappings. Required.",
    )
    run_pattern: Text | None = Field(
        default=None,
        description="A regular expression, searched in each run's path, in which an archive counts "
        "as a folder; its named groups `(?P<group>…)` and `(?P<name>…)` tell the run's group and "
        "name.",
    )
    measures: Names = Field(
        default=DEFAULT_MEASURES,
        description="The measures, in notation or under trec_eval's names; the first sorts the "
        "leaderboard.",
    )
    dialect: Annotated[Text, OneOf("dialect", tuple(DIALECTS))] = Field(
        default=DEFAULT_DIALECT.name, description="The evaluator whose conventions to follow."
    )
    output: OutputPath | None = Field(
        default=None,
        description="The directory for the results, relative to the task file. Default: "
        "`results/` and the task file's name, beside it.",
    )


_Weight = Annotated[float, Within(0, closed=True)]


class LabelTaskFile(SettingsModel):
    """Settings of an evaluation of labels, numbers or clusters."""

    elsewhere: ClassVar[Mapping[str, tuple[str, str]]] = {
        "gold": ("unknown key", "the judgments are the key qrels, as in every task"),
    }

    kind: Annotated[Text, OneOf("kind", LABEL_KINDS)] = Field(description="The kind of runs.")
    name: Text | None = Field(default=None, description="The task's name. Default: the file's.")
    qrels: ExistingFile = Field(
        description="The judgments: lines `item<TAB>label`, or a table (CSV, JSON, JSON lines, "
        "Parquet) with the columns `item` and `label`."
    )
    runs: Annotated[
        tuple[Annotated[RunEntry, BeforeValidator(path_alone)], ...],
        BeforeValidator(make_entry_list),
    ] = Field(
        description="The runs, as of all tasks: files like the judgments, perhaps with a third "
        "field or column `score`."
    )
    measures: Names = Field(
        default=(),
        description="The measures; the first sorts the leaderboard. Default: those of the kind.",
    )
    labels: Texts = Field(default=(), description="All labels. Default: those of the judgments.")
    positive: Text | None = Field(
        default=None,
        description="The label to detect, of two. The higher a score, the more likely it is.",
    )
    missing: Annotated[Text, OneOf("policy", ("refuse", "wrong"))] = Field(
        default="refuse",
        description="Runs without a label for some items: `refuse` them, or of a classification "
        "count these items as `wrong`.",
    )
    costs: dict[Text, dict[Text, _Weight]] = Field(
        default_factory=dict,
        description="Costs of labels, by gold label and label: `{spam: {ham: 1}, ham: {spam: "
        "10}}`. Right ones cost nothing unless given; a missing label costs as much as the worst.",
    )
    weights: dict[Text, _Weight] = Field(
        default_factory=dict,
        description="Weights of items in `weighted_accuracy`, by gold label. Default: 1.",
    )
    vectors: ExistingFile | None = Field(
        default=None,
        description="The vectors of the items that were clustered: `item number number …` a line.",
    )
