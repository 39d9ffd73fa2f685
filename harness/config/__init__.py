"""The task file, read by `load_task` into a `Task`, on which the rest of the package works."""

from harness.config.loading import load_task
from harness.config.task import ALL_TOPICS, Task
from harness.core.identity import RunFile
from harness.settings.sources import Source
from harness.settings.task import CollectionSize, CurveSettings, SubsetEntry, TaskFile

__all__ = [
    "ALL_TOPICS",
    "CollectionSize",
    "CurveSettings",
    "RunFile",
    "Source",
    "SubsetEntry",
    "Task",
    "TaskFile",
    "load_task",
]
