"""How messages tell people to name the layout of a file, wherever they named the file."""

from __future__ import annotations

_LEAD = "name the layout:"
_PYTHON = "format= in Python"

NAME_TOPICS_LAYOUT = f"{_LEAD} topics.format in a task, --from of harness topics, {_PYTHON}"
NAME_QRELS_LAYOUT = (
    f"{_LEAD} qrels.format in a task, --qrels-from of harness eval, "
    f"--from of harness qrels, {_PYTHON}"
)
NAME_RUN_LAYOUT = (
    f"{_LEAD} runs[].format in a task, --from of harness runs and harness check, {_PYTHON}"
)
#: How the names of task files end.
TASK_SUFFIXES = (".yaml", ".yml")
