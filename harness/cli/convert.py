"""``harness convert``: topics, judgments or a run in another layout."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from harness.cli.info import read
from harness.cli.options import (
    HELP,
    kind_option,
    layout_option,
    output_option,
    quiet_option,
)
from harness.cli.output import put, tell_notes
from harness.core.model import Qrels, Run
from harness.formats.topics import write_topics
from harness.formats.writing import write_qrels, write_run


@click.command("convert", context_settings=HELP)
# No choice: installed packages may bring further ones, which the writer looks for.
@click.option(
    "--to",
    metavar="LAYOUT",
    required=True,
    help="The new layout: harness help layouts lists them.",
)
@kind_option
@layout_option
@click.option("--name", help="Another name for a run.")
@output_option
@quiet_option
@click.argument("file", metavar="FILE|irds:ID")
def command(
    file: str, kind: str | None, layout: str | None, to: str, name: str | None, **target: Any
) -> None:
    """Write topics, judgments or a run in another layout; which of them is recognised.

    Documents of a run are written in ranked order, with ranks from 1. What the layout cannot hold
    is counted on standard error.
    """
    content, notes = read(kind, layout, file)
    if name is not None and not isinstance(content, Run):
        raise click.UsageError("--name is for a run")
    tell_notes((*notes, *content.warnings))
    if isinstance(content, Run):
        run = content if name is None else replace(content, name=name)
        put(write_run(run, to), **target)
    elif isinstance(content, Qrels):
        put(write_qrels(content, to), **target)
    else:
        put(write_topics(content, to), **target)
