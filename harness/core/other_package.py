"""An unrelated package of the same name, `harness`, whose files lie among those of this one."""

from __future__ import annotations

from pathlib import Path

from harness.core.errors import HarnessError, Problem

#: Where packages are that were installed with this one.
_SITE = Path(__file__).parents[2]


def refuse_other_package() -> None:
    """Raise `HarnessError` where the package `harness` is installed beside ir-harness.

    Both install a module and a command called harness, each over the other's files, and pip says
    nothing of it.
    """
    try:
        other = next(_SITE.glob("harness-[0-9]*.*-info"), None)
    except OSError:  # a directory that cannot be listed: whatever else is wrong says so itself
        return
    if other is None:
        return
    version = other.name.removeprefix("harness-").rpartition(".")[0]
    message = f"the unrelated package harness {version} is installed over files of ir-harness"
    hint = "pip uninstall harness ir-harness, then pip install ir-harness"
    raise HarnessError(Problem(message, str(_SITE), hint=hint))
