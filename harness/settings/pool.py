"""Keys of a task file for pooling, and the runs that they choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, field_validator

from harness.core.identity import RunFile
from harness.settings.model import Count, Natural, OneOf, SettingsModel, Text, Texts, wrong
from harness.settings.names import EARLIER, RUN_ORDERS, STRATEGY_NAMES
from harness.settings.sources import AnySource, ExistingDirectory, OutputPath


class PoolSettings(SettingsModel):
    """Settings of the pool: runs, depths, strategy and budget."""

    strategy: Annotated[Text, OneOf("strategy", STRATEGY_NAMES)] = Field(
        default="depth", description="How documents are chosen: `harness pool strategies`."
    )
    parameters: dict[Text, Any] = Field(
        default_factory=dict, description="The strategy's parameters, by name."
    )
    depth: Count = Field(
        default=100, description="The number of first documents of a run that can be chosen."
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
        description="The most documents of each topic to judge. An adaptive strategy counts "
        "those judged before.",
    )
    budgets: dict[Text, Count] = Field(
        default_factory=dict, description="Another budget for single topics."
    )
    batch: Count | None = Field(
        default=None,
        description="Documents of each topic that an adaptive strategy asks for at a time. "
        "Default: all that the budget leaves.",
    )
    order: Annotated[Text, OneOf("order", RUN_ORDERS)] = Field(
        default=RUN_ORDERS[0],
        description="The order of a run: by score, with ties `docno-desc`, `docno-asc` or as in "
        "the `file`; or by its `rank` column.",
    )
    seed: Natural = Field(default=1, description="The seed of all random draws.")
    judged: AnySource | None = Field(
        default=None, description="Earlier judgments: a file or a dataset."
    )
    pooled: ExistingDirectory | None = Field(
        default=None, description="The directory of an earlier pool, to which this one adds."
    )
    earlier: Annotated[Text, OneOf("treatment", EARLIER)] = Field(
        default="subtract",
        description="Treatment of documents judged or pooled before: `subtract` leaves them "
        "out, `keep` lists them too.",
    )
    output: OutputPath | None = Field(
        default=None,
        description="The directory for the pool, relative to the task file. Default: `pools/` and "
        "the task file's name, beside it.",
    )

    @field_validator("parameters")
    @classmethod
    def _plain(cls, value: Mapping[str, Any]) -> Mapping[str, Any]:
        for name, given in value.items():
            texts = given if isinstance(given, list) else [given]
            if not all(isinstance(text, str) for text in texts):
                raise wrong(f"{name} is neither a value nor a list of values")
        return value


@dataclass(frozen=True, slots=True)
class PooledRun:
    """A pooled run: its first ``depth`` documents of each topic."""

    file: RunFile
    depth: int


def pooled_runs(settings: PoolSettings, runs: Sequence[RunFile]) -> list[PooledRun]:
    """Return the pooled runs, in the order of the task.

    They are of the named groups, with the given attributes and priorities; of each group the first
    ``per_group`` by priority, then by the order of the task. A depth for a run overrides the depth
    for its priority.
    """
    chosen = [run for run in runs if _is_wanted(run, settings)]
    if settings.per_group is not None:
        chosen = [run for run in chosen if _rank_in_group(run, chosen) < settings.per_group]
    return [PooledRun(run, _depth(run, settings)) for run in chosen]


def _is_wanted(run: RunFile, settings: PoolSettings) -> bool:
    if settings.groups and run.group not in settings.groups:
        return False
    if settings.priority_depths and str(run.priority) not in settings.priority_depths:
        return False
    return all(run.attributes.get(name) in values for name, values in settings.where.items())


def _rank_in_group(run: RunFile, runs: Sequence[RunFile]) -> int:
    """Return the position of a run in its group by priority, from 0."""
    group = [other for other in runs if other.group == run.group]
    # Sorting is stable; runs without a priority come last.
    return sorted(group, key=lambda run: (run.priority is None, run.priority or 0)).index(run)


def _depth(run: RunFile, settings: PoolSettings) -> int:
    own = settings.run_depths.get(run.run_name)
    return own or settings.priority_depths.get(str(run.priority), settings.depth)
