"""The keys of a task file that say which documents are pooled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, field_validator

from harness.config.parts import AnySource, ExistingDirectory, OutputPath
from harness.core.ordering import EVALUATION_ORDER
from harness.core.settings import Count, Natural, OneOf, SettingsModel, Text, Texts, wrong
from harness.pooling import ORDERS, STRATEGIES
from harness.pooling.plan import EARLIER


class PoolSettings(SettingsModel):
    """Which documents of which runs assessors will see."""

    strategy: Annotated[Text, OneOf("strategy", tuple(STRATEGIES))] = Field(
        default="depth", description="How documents are chosen: `harness pool strategies`."
    )
    parameters: dict[Text, Any] = Field(
        default_factory=dict, description="The strategy's parameters, by name."
    )
    depth: Count = Field(
        default=100, description="Only the first so many documents of a run can be chosen."
    )
    priority_depths: dict[Text, Count] = Field(
        default_factory=dict,
        description="Another depth by the runs' priority; runs of other priorities are not pooled.",
    )
    run_depths: dict[Text, Count] = Field(
        default_factory=dict, description="Another depth for single runs, by name."
    )
    groups: Texts = Field(default=(), description="Pool the runs of these groups only.")
    per_group: Count | None = Field(
        default=None,
        description="Pool so many runs of each group, those with the lowest priority numbers.",
    )
    where: dict[Text, Texts] = Field(
        default_factory=dict,
        description="Pool only runs with these values in the table of `participants`.",
    )
    topics: Texts = Field(
        default=(), description="Pool these topics only. Default: the task's, or those of the runs."
    )
    budget: Count | None = Field(
        default=None,
        description="How many documents of each topic can be judged. An adaptive strategy counts "
        "those judged before.",
    )
    budgets: dict[Text, Count] = Field(
        default_factory=dict, description="Another budget for single topics."
    )
    batch: Count | None = Field(
        default=None,
        description="How many documents of each topic an adaptive strategy asks for at a time. "
        "Default: all that the budget leaves.",
    )
    order: Annotated[Text, OneOf("order", tuple(ORDERS))] = Field(
        default=EVALUATION_ORDER,
        description="How a run is read: `docno-desc`, `docno-asc`, `file` (which decide between "
        "equal scores), or by its `rank` column.",
    )
    seed: Natural = Field(default=1, description="The seed of everything that is drawn by chance.")
    judged: AnySource | None = Field(
        default=None, description="Earlier judgments: a file or a dataset."
    )
    pooled: ExistingDirectory | None = Field(
        default=None, description="The directory of an earlier pool, to which this one adds."
    )
    earlier: Annotated[Text, OneOf("treatment", EARLIER)] = Field(
        default="subtract",
        description="What becomes of documents judged or pooled before: `subtract` leaves them "
        "out, `keep` lists them too.",
    )
    output: OutputPath | None = Field(
        default=None,
        description="The directory for the pool, relative to the task file. Default: `pools/` and "
        "the task file's name, in the current directory.",
    )

    @field_validator("parameters")
    @classmethod
    def _plain(cls, value: Mapping[str, Any]) -> Mapping[str, Any]:
        for name, given in value.items():
            texts = given if isinstance(given, list) else [given]
            if not all(isinstance(text, str) for text in texts):
                raise wrong(f"{name} is neither a value nor a list of values")
        return value
