"""polars, loaded when it is first used: what reads and evaluates lines does without it.

``from harness.core.frames import pl`` stands where ``import polars as pl`` would.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl
else:

    class _Polars:
        """Stands for the library until something of it is asked for."""

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module("polars"), name)
            setattr(self, name, value)
            return value

    pl = _Polars()

__all__ = ["pl"]
