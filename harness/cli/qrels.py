"""``harness qrels``: look into relevance judgments, and convert it."""

from __future__ import annotations

import click

from harness.cli.output import put, show
from harness.core.model import Qrels
from harness.formats.ir_datasets import DATASET_PREFIX, load_qrels
from harness.formats.layouts import layout_names
from harness.formats.qrels import read_qrels
from harness.formats.writers import write_qrels
from harness.report.inspection import qrels_by_topic, qrels_table
from harness.report.table import RENDERERS

_HELP = {"help_option_names": ["-h", "--help"]}
_layout = click.option(
    "--format",
    "layout",
    metavar="NAME",
    help=f"One of {', '.join(layout_names('judgments'))}. [recognised]",
)
_source = click.argument("source", metavar="FILE|irds:ID")


@click.group("qrels", context_settings=_HELP)
def command() -> None:
    """Look into relevance judgments and convert them."""


@command.command("info", context_settings=_HELP)
@_layout
@click.option("-l", "level", type=int, default=1, help="Lowest grade that is relevant. [1]")
@click.option("--topics", "by_topic", is_flag=True, help="One row a topic.")
@click.option("--as", "style", type=click.Choice(list(RENDERERS)), default="table")
@_source
def info(source: str, layout: str | None, level: int, by_topic: bool, style: str) -> None:
    """Say what judgments hold: topics, documents by grade, topics without relevant ones."""
    qrels = _read(source, layout)
    table = qrels_by_topic(qrels, level) if by_topic else qrels_table(qrels, level)
    show(table, style)


@command.command("convert", context_settings=_HELP)
@_layout
@click.option(
    "--to",
    metavar="NAME",
    required=True,
    help=f"The new layout: {', '.join(layout_names('judgments', written=True))}.",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write. [standard output]")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@_source
def convert(source: str, layout: str | None, to: str, output: str | None, force: bool) -> None:
    """Write judgments in another layout; what it cannot hold is counted on standard error."""
    put(write_qrels(_read(source, layout), to), output, force=force)


def _read(source: str, layout: str | None) -> Qrels:
    if source.startswith(DATASET_PREFIX):
        return load_qrels(source)
    return read_qrels(source, format=layout)
