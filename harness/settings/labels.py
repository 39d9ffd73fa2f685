"""The keys of a task file of classifications, regressions or clusterings."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from harness.settings.model import Names, OneOf, SettingsModel, Text, Texts, Within, listed_entry
from harness.settings.names import LABEL_KINDS
from harness.settings.sources import ExistingFile, path_alone
from harness.settings.task import RunEntry

_Weight = Annotated[float, Within(0, closed=True)]


class LabelTaskFile(SettingsModel):
    """Settings of an evaluation of labels, numbers or clusters."""

    kind: Annotated[Text, OneOf("kind", LABEL_KINDS)] = Field(description="What runs are.")
    name: Text | None = Field(default=None, description="The task's name. Default: the file's.")
    qrels: ExistingFile = Field(
        description="The judgments: lines `item<TAB>label`, or a table (CSV, JSON, JSON lines, "
        "Parquet) with the columns `item` and `label`."
    )
    runs: Annotated[
        tuple[Annotated[RunEntry, BeforeValidator(path_alone)], ...], BeforeValidator(listed_entry)
    ] = Field(
        description="The runs, as of all tasks: files like the judgments, perhaps with a third "
        "field or column `score`."
    )
    measures: Names = Field(
        default=(),
        description="The measures; the first sorts the leaderboard. Default: those of the kind.",
    )
    labels: Texts = Field(
        default=(), description="The labels there are. Default: those of the judgments."
    )
    positive: Text | None = Field(
        default=None,
        description="Of two labels the one that is looked for. Scores are of it: the higher, the "
        "more likely.",
    )
    missing: Annotated[Text, OneOf("policy", ("refuse", "wrong"))] = Field(
        default="refuse",
        description="Runs without a label for some items: `refuse` them, or of a classification "
        "count these items as `wrong`.",
    )
    costs: dict[Text, dict[Text, _Weight]] = Field(
        default_factory=dict,
        description="What labels cost, by gold label and label: `{spam: {ham: 1}, ham: {spam: "
        "10}}`. Right ones cost nothing unless given; no label costs what the worst one does.",
    )
    weights: dict[Text, _Weight] = Field(
        default_factory=dict,
        description="How much items of a gold label count in `weighted_accuracy`. Default: 1.",
    )
    vectors: ExistingFile | None = Field(
        default=None,
        description="The vectors of the items that were clustered: `item number number …` a line.",
    )
