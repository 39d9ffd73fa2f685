"""What the file commands share: reading by path or dataset, and writing what was converted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import click

from harness.errors import InputError, Problem
from harness.formats.writers import atomic_write

T = TypeVar("T")

DATASET_PREFIX = "irds:"


def read_any(source: str, read: Callable[[str], T], load: Callable[[str], T]) -> T:
    """A file, or with the prefix ``irds:`` an ir_datasets identifier."""
    return load(source) if source.startswith(DATASET_PREFIX) else read(source)


def put(content: bytes, lost: Mapping[str, int], output: str | None, *, force: bool) -> None:
    """Write to a file in one piece, or to standard output; tell what the format could not hold."""
    if output is None or output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        if Path(output).exists() and not force:
            raise InputError(Problem("the file exists", output, hint="--force replaces it"))
        atomic_write(output, content)
    for what, count in lost.items():
        click.echo(f"# not held by this format: {what} ({count})", err=True)
