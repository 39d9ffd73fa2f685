"""How work is done. No number depends on it."""

from __future__ import annotations

from pydantic import Field

from harness.core.settings import Count, SettingsModel


class ExecutionSettings(SettingsModel):
    """How the work is done. No number depends on it."""

    threads: Count | None = Field(
        default=None, description="How many threads. Default: one a processor."
    )
