"""``harness runs``: look into runs, and convert it."""

from __future__ import annotations

import click

from harness.cli.output import put, show
from harness.formats.runs import RUN_FORMATS, read_run, run_files
from harness.formats.writers import RUN_WRITERS, write_run
from harness.report.inspection import runs_table
from harness.report.table import RENDERERS

_HELP = {"help_option_names": ["-h", "--help"]}
_layout = click.option(
    "--format", "layout", metavar="NAME", help=f"The layout: {', '.join(RUN_FORMATS)}. [recognised]"
)


@click.group("runs", context_settings=_HELP)
def command() -> None:
    """Look into runs and convert them."""


@command.command("info", context_settings=_HELP)
@_layout
@click.option("--as", "style", type=click.Choice(list(RENDERERS)), default="table")
@click.argument("files", nargs=-1, required=True)
def info(files: tuple[str, ...], layout: str | None, style: str) -> None:
    """Say what runs hold: topics, documents, depth, scores, ties, documents twice."""
    runs = [read_run(path, format=layout) for path in run_files(files)]
    show(runs_table(runs), style)


@command.command("convert", context_settings=_HELP)
@_layout
@click.option("--to", type=click.Choice(list(RUN_WRITERS)), required=True, help="The new layout.")
@click.option("--name", help="Another name for the run.")
@click.option("-o", "--output", metavar="FILE", help="Where to write. [standard output]")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.argument("file")
def convert(
    file: str, layout: str | None, to: str, name: str | None, output: str | None, force: bool
) -> None:
    """Write a run in another layout, documents in ranked order and ranks from 1."""
    put(write_run(read_run(file, name=name, format=layout), to), output, force=force)
