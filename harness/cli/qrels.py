"""``harness qrels``: look into relevance judgments, and convert them."""

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
from harness.core.model import Qrels
from harness.formats.ir_datasets import DATASET_PREFIX, load_qrels
from harness.formats.layouts import layout_names
from harness.formats.qrels import read_qrels
from harness.formats.writers import write_qrels
from harness.report.inspection import qrels_by_topic, qrels_table


@click.group("qrels", cls=PlainGroup, context_settings=HELP)
def command() -> None:
    """Look into relevance judgments and convert them."""


@command.command("info", context_settings=HELP)
@from_option(layout_names("judgments"))
@click.option("-l", "level", type=int, default=1, help="Lowest grade that is relevant. [1]")
@click.option("--topics", "by_topic", is_flag=True, help="One row a topic.")
@table_options
@source_argument
def info(source: str, layout: str | None, level: int, by_topic: bool, format: str) -> None:
    """Say what judgments hold: topics, documents by grade, topics without relevant ones."""
    qrels = _read(source, layout)
    show(qrels_by_topic(qrels, level) if by_topic else qrels_table(qrels, level), format)


@command.command("convert", context_settings=HELP)
@from_option(layout_names("judgments"))
@to_option(layout_names("judgments", written=True))
@output_option
@quiet_option
@source_argument
def convert(source: str, layout: str | None, to: str, **file: Any) -> None:
    """Write judgments in another layout; what it cannot hold is counted on standard error."""
    qrels = _read(source, layout)
    tell_notes(qrels.warnings)
    put(write_qrels(qrels, to), **file)


def _read(source: str, layout: str | None) -> Qrels:
    if source.startswith(DATASET_PREFIX):
        return load_qrels(source)
    return read_qrels(source, format=layout)
