"""Files put where ir_datasets looks for them, and ir_datasets as a new process finds them."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def put(home: Path, path: str, content: str | bytes) -> None:
    (home / path).parent.mkdir(parents=True, exist_ok=True)
    (home / path).write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def kept_at(home: Path) -> Iterator[None]:
    """Import ir_datasets anew, which asks then where its files are; no network is there."""
    nowhere = "http://127.0.0.1:9"  # a port where nobody listens: downloads fail at once
    places = {"IR_DATASETS_HOME": str(home), "IR_DATASETS_TMP": str(home / "tmp")}
    network = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), nowhere)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**places, **network, "IR_DATASETS_DL_TRIES": "1"}.items():
            patch.setenv(name, value)
        patch.setattr(logging.getLogger("ir_datasets"), "handlers", [])
        for name in _modules():
            patch.delitem(sys.modules, name)
        try:
            yield
        finally:
            for name in _modules():
                del sys.modules[name]


def _modules() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == "ir_datasets"]
