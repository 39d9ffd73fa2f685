"""What the commands share: showing tables, and writing what was converted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from harness.errors import InputError, Problem
from harness.report.table import Screen, Table, render

if TYPE_CHECKING:
    from harness.formats.writing import Written


def show(table: Table, style: str) -> None:
    """Print a table on standard output, as that allows; what is no drawing is always UTF-8."""
    screen = standard_output()
    text = render(table, style, screen=screen)
    if screen.unicode or style == "table":
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())


def standard_output() -> Screen:
    """What standard output can show: a terminal has a width, and bold unless NO_COLOR is set.

    To a file texts are as wide as they take, and plain.
    """
    encoding = (sys.stdout.encoding or "utf-8").lower().replace("_", "-")
    unicode = encoding in ("utf-8", "utf8", "utf-8-sig")
    if not sys.stdout.isatty():
        return Screen(unicode=unicode)
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Screen(get_terminal_size().columns, colour=not plain, unicode=unicode)


def put(written: Written, output: str | None, *, force: bool) -> None:
    """Write to a file in one piece, or to standard output; tell what the format could not hold."""
    put_content(written.content, output, force=force)
    for what, count in written.lost.items():
        click.echo(f"# not held by this format: {what} ({count})", err=True)


def put_content(content: bytes | str, output: str | None, *, force: bool) -> None:
    """Write to a file in one piece, or to standard output, where text is UTF-8."""
    if output is not None and output != "-":
        put_file(content, output, force=force)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
    sys.stdout.buffer.flush()


def put_file(content: bytes | str, path: str, *, force: bool) -> None:
    """Write a file in one piece; an existing one is replaced only by force."""
    from harness.formats.writers import atomic_write

    place = Path(path)
    if place.exists() and not place.is_file():  # a directory, a device, a pipe
        raise InputError(Problem("this is not a regular file", path or "-o"))
    if place.exists() and not force:
        raise InputError(Problem("the file exists", path, hint="--force replaces it"))
    atomic_write(path, content)


def say_refused(context: click.Context, problems: Sequence[object]) -> None:
    """Say why runs are not there because of errors; then the exit status is 1."""
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    if problems:
        context.exit(1)


def whole_numbers(option: str, text: str) -> list[int]:
    """The numbers of an option such as ``--at 10,50,100``."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise click.UsageError(f"{option} {text}: write whole numbers such as 10,50,100") from None


@contextmanager
def progress_bar(*, shown: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, when that is a terminal."""
    if not (shown and sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        line = bar.add_task("runs", total=None)
        yield lambda done, total: bar.update(line, completed=done, total=total)
