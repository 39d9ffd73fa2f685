"""``harness info`` and ``convert``: describe files, and convert them to other layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from harness.cli.options import (
    HELP,
    execution_options,
    kind_option,
    layout_option,
    output_option,
    quiet_option,
    table_options,
)
from harness.cli.output import put, put_tables, tell_notes
from harness.core.errors import all_or_errors, attempt
from harness.core.execution import Execution, Workers
from harness.core.notes import Note
from harness.core.parallel import map_ordered
from harness.formats.remote import keep_copies

if TYPE_CHECKING:
    from harness.core.model import Qrels, Run
    from harness.core.texts import Topics
    from harness.report.table import Table


#: The content of a file, and notes on how it was read.
Content: TypeAlias = "Topics | Qrels | Run"
Read = tuple[Content, tuple[Note, ...]]


@click.command("info", context_settings=HELP)
@kind_option
@layout_option
@click.option("-l", "level", type=int, default=1, help="Lowest grade that is relevant. [1]")
@click.option("--by-topic", is_flag=True, help="One row per topic.")
@execution_options
@table_options
@click.argument("files", nargs=-1, required=True, metavar="FILE|irds:ID…")
def command(
    files: tuple[str, ...],
    kind: str | None,
    layout: str | None,
    level: int,
    by_topic: bool,
    workers: Workers,
    format: str,
) -> None:
    """Describe files of topics, judgments or runs.

    Topics: their number, ids, fields and attributes. Judgments: documents by grade, and topics
    without relevant ones. Runs: a row each, with topics, documents, depth, scores, ties and
    duplicates. A directory means the files in it. Programs (tsv, csv, json, jsonl) get one table:
    of any number of runs, or of one other file.
    """
    from harness.formats.members import archive_notes
    from harness.inputs.reading import refuse_cluster
    from harness.settings.names import DATA

    paths = [path for file in files for path in _files(file)]
    execution = Execution.of(workers).reading(paths)
    outcomes = list(map_ordered(partial(attempt, partial(read, kind, layout)), paths, execution))
    for outcome in outcomes:
        refuse_cluster(outcome, execution)
    contents = all_or_errors(outcomes)
    tell_notes((*chain(*(notes for _, notes in contents)), *archive_notes(files)))
    tables = list(_tables([content for content, _ in contents], level, by_topic=by_topic))
    if format in DATA and len(tables) > 1:
        raise click.UsageError(f"--format {format} is one table: of runs, or of one other file")
    put_tables({str(number): table for number, table in enumerate(tables)}, format)


def _files(file: str) -> Sequence[str]:
    from harness.formats.ir_datasets import DATASET_PREFIX
    from harness.inputs.chosen_runs import find_run_files

    return [file] if file.startswith(DATASET_PREFIX) else find_run_files(file)


@keep_copies()
def read(kind: str | None, layout: str | None, name: str) -> Read:
    """Read a file or dataset as the kind that is named or recognised."""
    from harness.formats.ir_datasets import DATASET_PREFIX, load_qrels, load_topics
    from harness.formats.qrels import read_qrels
    from harness.formats.runs import read_run
    from harness.formats.topics import read_topics
    from harness.starting.kinds import recognise_kind

    notes: tuple[Note, ...] = ()
    if kind is None:
        kind, notes = recognise_kind(name, layout)
    if name.startswith(DATASET_PREFIX) and kind != "runs":
        return load_topics(name) if kind == "topics" else load_qrels(name), notes
    readers: dict[str, Callable[..., Content]] = {
        "topics": read_topics,
        "qrels": read_qrels,
        "runs": read_run,
    }
    return readers[kind](name, format=layout), notes


def _tables(contents: Sequence[Content], level: int, *, by_topic: bool) -> Iterator[Table]:
    """Yield a table of each file, and one of all runs."""
    from harness.core.model import Qrels, Run
    from harness.core.texts import Topics
    from harness.report.inspection import (
        qrels_by_topic,
        qrels_table,
        runs_by_topic,
        runs_table,
        topic_list,
        topics_table,
    )

    for content in contents:
        title = str(content.source) if by_topic and len(contents) > 1 else ""
        if isinstance(content, Topics):
            yield replace(topic_list(content) if by_topic else topics_table(content), title=title)
        elif isinstance(content, Qrels):
            table = qrels_by_topic if by_topic else qrels_table
            yield replace(table(content, level), title=title)
    if runs := [content for content in contents if isinstance(content, Run)]:
        yield runs_by_topic(runs) if by_topic else runs_table(runs)


@click.command("convert", context_settings=HELP)
# No choice: installed packages may add layouts, which the writer looks up.
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
def convert_command(
    file: str, kind: str | None, layout: str | None, to: str, name: str | None, **target: Any
) -> None:
    """Write topics, judgments or a run in another layout.

    Documents of a run are written in ranked order, with ranks from 1. What the layout cannot hold
    is counted on standard error.
    """
    from harness.core.model import Qrels, Run
    from harness.formats.topics import write_topics
    from harness.formats.writing import write_qrels, write_run

    content, notes = read(kind, layout, file)
    if name is not None and not isinstance(content, Run):
        raise click.UsageError("--name is for a run")
    tell_notes((*notes, *content.warnings))
    if isinstance(content, Run):
        put(write_run(content if name is None else replace(content, name=name), to), **target)
    elif isinstance(content, Qrels):
        put(write_qrels(content, to), **target)
    else:
        put(write_topics(content, to), **target)
