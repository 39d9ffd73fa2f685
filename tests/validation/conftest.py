"""Checking a text as if it were a submitted file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from harness.validation import CheckResult, Requirements, check_run


@pytest.fixture
def check(tmp_path: Path) -> Callable[..., CheckResult]:
    """``check(text, depth=5, …)``: what there is to say about a file ``a.run`` with that text."""

    def run(
        text: str | bytes, *, file: str = "a.run", ranks: bool = False, **asked: object
    ) -> CheckResult:
        path = tmp_path / file
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return check_run(path, Requirements(**asked), ranks=ranks)

    return run
