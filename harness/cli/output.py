"""What the commands share: showing tables, and writing what was converted."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from harness.errors import InputError, Problem
from harness.report.table import Table, render

if TYPE_CHECKING:
    from harness.formats.writing import Written


def show(table: Table, style: str) -> None:
    """Print a table on standard output, as wide as the terminal allows or, to a file, at will."""
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    sys.stdout.write(render(table, style, width=width))


def put(written: Written, output: str | None, *, force: bool) -> None:
    """Write to a file in one piece, or to standard output; tell what the format could not hold."""
    from harness.formats.writers import atomic_write

    if output is None or output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(written.content)
        sys.stdout.buffer.flush()
    else:
        if Path(output).exists() and not force:
            raise InputError(Problem("the file exists", output, hint="--force replaces it"))
        atomic_write(output, written.content)
    for what, count in written.lost.items():
        click.echo(f"# not held by this format: {what} ({count})", err=True)
