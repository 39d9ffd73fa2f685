"""The task file: its schema, and how it becomes a `Task`.

`load_task` reads one; `Task` is what the rest of the package works on.
"""

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
