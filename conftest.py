"""Collect examples from the modules that have some: no other is imported or searched for them."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave out the examples of a file whose text has none."""
    found = yield
    if not found or ">>>" in file_path.read_text(encoding="utf-8"):
        return found
    return [one for one in found if type(one) is pytest.Module]  # its tests


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark examples as fast, as `tests/conftest.py` does tests: mutants are found by both."""
    if isinstance(item, pytest.DoctestItem):
        item.add_marker("fast")
