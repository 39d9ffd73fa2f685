"""``harness topics``: look into a topic file, and convert it."""

from __future__ import annotations

import click

from harness.cli.output import put, show
from harness.core.model import Topics
from harness.formats.ir_datasets import DATASET_PREFIX, load_topics
from harness.formats.layouts import layout_names
from harness.formats.topics import read_topics, write_topics
from harness.report.inspection import topic_list, topics_table
from harness.report.table import RENDERERS

_HELP = {"help_option_names": ["-h", "--help"]}
_layout = click.option(
    "--format",
    "layout",
    metavar="NAME",
    help=f"One of {', '.join(layout_names('topics'))}. [recognised]",
)
_source = click.argument("source", metavar="FILE|irds:ID")


@click.group("topics", context_settings=_HELP)
def command() -> None:
    """Look into topic files and convert them."""


@command.command("info", context_settings=_HELP)
@_layout
@click.option("--list", "listed", is_flag=True, help="List the topics with their titles.")
@click.option("--as", "style", type=click.Choice(list(RENDERERS)), default="table")
@_source
def info(source: str, layout: str | None, listed: bool, style: str) -> None:
    """Say what a topic file holds: how many topics, their ids, fields and attributes."""
    topics = _read(source, layout)
    table = topic_list(topics) if listed else topics_table(topics)
    show(table, style)


@command.command("convert", context_settings=_HELP)
@_layout
@click.option(
    "--to",
    metavar="NAME",
    required=True,
    help=f"The new layout: {', '.join(layout_names('topics', written=True))}.",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write. [standard output]")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@_source
def convert(source: str, layout: str | None, to: str, output: str | None, force: bool) -> None:
    """Write topics in another layout; what it cannot hold is counted on standard error."""
    put(write_topics(_read(source, layout), to), output, force=force)


def _read(source: str, layout: str | None) -> Topics:
    if source.startswith(DATASET_PREFIX):
        return load_topics(source)
    return read_topics(source, format=layout)
