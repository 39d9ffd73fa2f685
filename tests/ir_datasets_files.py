"""Files put where ir_datasets looks for them."""

from __future__ import annotations

from pathlib import Path


def put(home: Path, path: str, content: str | bytes) -> None:
    (home / path).parent.mkdir(parents=True, exist_ok=True)
    (home / path).write_bytes(content.encode() if isinstance(content, str) else content)
