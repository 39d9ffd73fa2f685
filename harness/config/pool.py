"""The keys of a task file that say which documents are pooled, and for whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from harness.config.parts import (
    Count,
    Part,
    Share,
    Source,
    Text,
    Texts,
    folder_of,
    known_name,
    one_as_list,
    one_as_source,
    wrong,
)
from harness.config.sources import missing_directory
from harness.core.ordering import EVALUATION_ORDER
from harness.pooling import ORDERS, STRATEGIES
from harness.pooling.plan import EARLIER


def _one_as_name(value: Any) -> Any:
    """``assessors: [ann]`` for ``assessors: [{name: ann}]``."""
    return {"name": value} if isinstance(value, str) else value


class AssessorEntry(Part):
    """Who judges."""

    name: Text = Field(description="The assessor, or the group that judges a share.")
    topics: Texts = Field(default=(), description="The topics it proposed, which it should judge.")
    group: Text | None = Field(
        default=None, description="Assessors of one group take one share of the topics together."
    )


class PoolSettings(Part):
    """Which documents of which runs assessors will see."""

    strategy: Text = Field(
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
    order: Text = Field(
        default=EVALUATION_ORDER,
        description="How a run is read: `docno-desc`, `docno-asc`, `file` (which decide between "
        "equal scores), or by its `rank` column.",
    )
    seed: Annotated[int, Field(ge=0)] = Field(
        default=1, description="The seed of everything that is drawn by chance."
    )
    judged: Annotated[Source, BeforeValidator(one_as_source)] | None = Field(
        default=None, description="Earlier judgments: a file or a dataset."
    )
    pooled: Text | None = Field(
        default=None, description="The directory of an earlier pool, to which this one adds."
    )
    earlier: Text = Field(
        default="subtract",
        description="What becomes of documents judged or pooled before: `subtract` leaves them "
        "out, `keep` lists them too.",
    )
    assessors: Annotated[
        tuple[Annotated[AssessorEntry, BeforeValidator(_one_as_name)], ...],
        BeforeValidator(one_as_list),
    ] = Field(
        default=(),
        description="Who judges: names, or mappings; `groups` alone for every pooled group. "
        "Default: no packets.",
    )
    overlap: Share = Field(
        default=0.0,
        description="The share of each topic's documents that a second assessor judges too.",
    )
    repeats: Share = Field(
        default=0.0,
        description="The share of each topic's documents that its assessor is shown again.",
    )
    output: Text | None = Field(
        default=None,
        description="The directory for the pool, relative to the task file. Default: `pools/` and "
        "the task file's name, in the current directory.",
    )

    @field_validator("strategy")
    @classmethod
    def _known_strategy(cls, value: str) -> str:
        return known_name(value, "strategy", tuple(STRATEGIES))

    @field_validator("order")
    @classmethod
    def _known_order(cls, value: str) -> str:
        return known_name(value, "order", tuple(ORDERS))

    @field_validator("earlier")
    @classmethod
    def _known_treatment(cls, value: str) -> str:
        return known_name(value, "treatment", EARLIER)

    @field_validator("parameters")
    @classmethod
    def _plain(cls, value: Mapping[str, Any]) -> Mapping[str, Any]:
        for name, given in value.items():
            texts = given if isinstance(given, list) else [given]
            if not all(isinstance(text, str) for text in texts):
                raise wrong(f"{name} is neither a value nor a list of values")
        return value

    @field_validator("pooled")
    @classmethod
    def _exists(cls, path: str | None, info: ValidationInfo) -> str | None:
        folder = folder_of(info)
        if path is not None and folder is not None and (said := missing_directory(path, folder)):
            raise wrong(*said)
        return path
