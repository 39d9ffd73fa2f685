"""What is wrong, as errors say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harness.core.errors import HarnessError


def problems_of(
    call: Callable[..., object], *args: Any, kind: type[HarnessError] = HarnessError, **options: Any
) -> list[str]:
    """The problems of the error that a call raises, each as a text."""
    with pytest.raises(kind) as caught:
        call(*args, **options)
    return [str(problem) for problem in caught.value.problems]
