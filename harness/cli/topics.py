"""``harness topics``: look into a topic file, and convert it."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.options import (
    HELP,
    PlainGroup,
    from_option,
    output_option,
    quiet_option,
    source_argument,
    table_options,
    to_option,
)
from harness.cli.output import put, show, tell_notes
from harness.core.model import Topics
from harness.formats.ir_datasets import DATASET_PREFIX, load_topics
from harness.formats.layouts import layout_names
from harness.formats.topics import read_topics, write_topics
from harness.report.inspection import topic_list, topics_table


@click.group("topics", cls=PlainGroup, context_settings=HELP)
def command() -> None:
    """Look into topic files and convert them."""


@command.command("info", context_settings=HELP)
@from_option(layout_names("topics"))
@click.option("--list", "listed", is_flag=True, help="List the topics with their titles.")
@table_options
@source_argument
def info(source: str, layout: str | None, listed: bool, format: str) -> None:
    """Say what a topic file holds: how many topics, their ids, fields and attributes."""
    topics = _read(source, layout)
    show(topic_list(topics) if listed else topics_table(topics), format)


@command.command("convert", context_settings=HELP)
@from_option(layout_names("topics"))
@to_option(layout_names("topics", written=True))
@output_option
@quiet_option
@source_argument
def convert(source: str, layout: str | None, to: str, **file: Any) -> None:
    """Write topics in another layout; what it cannot hold is counted on standard error."""
    topics = _read(source, layout)
    tell_notes(topics.warnings)
    put(write_topics(topics, to), **file)


def _read(source: str, layout: str | None) -> Topics:
    if source.startswith(DATASET_PREFIX):
        return load_topics(source)
    return read_topics(source, format=layout)
