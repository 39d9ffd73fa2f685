"""The keys of a task file that say what reports show. They change no number."""

from __future__ import annotations

from pydantic import Field

from harness.core.settings import Count, Natural, SettingsModel, Text


class ReportSettings(SettingsModel):
    """What reports show of an evaluation."""

    depth: Count | None = Field(
        default=None,
        description="How many documents of each run a report lists for each topic. Default: 10, "
        "fewer in large evaluations.",
    )
    text: Natural = Field(
        default=300, description="How many characters of a document's text a report shows."
    )
    roc: bool = Field(default=False, description="Also draw ROC curves.")
    title: Text | None = Field(
        default=None, description="The title of reports. Default: the task's name."
    )
