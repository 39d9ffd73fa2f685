"""``harness eval``: trec_eval's command line, for one run or many."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile

import click

from harness._version import __version__
from harness.api import RunFile, score_file
from harness.cli.output import show
from harness.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.execution import map_ordered
from harness.formats.qrels import read_qrels
from harness.formats.zscores import read_zscores
from harness.model import Run
from harness.relations import RELATIONS
from harness.report.leaderboard import leaderboard, long_table, notes
from harness.report.table import RENDERERS, Table
from harness.report.trec_eval import TrecText, in_print_order, known_in, shows_runid
from harness.scores import Coverage, RunScores, Scores
from harness.scoring import Rules
from harness.zscores import standard_measures, standardise

_LONG = ("tsv", "csv", "json", "jsonl")


@click.command(
    "eval",
    context_settings={"help_option_names": ["-h", "--help"]},
    short_help="Score runs as trec_eval does.",
)
@click.option(
    "-q", "per_topic", is_flag=True, help="Print each topic's values, not only the summary."
)
@click.option("-n", "no_summary", is_flag=True, help="Leave the summary out.")
@click.option(
    "-m", "names", multiple=True, metavar="MEASURE", help="A measure; may be repeated. [official]"
)
@click.option(
    "-c", "complete", is_flag=True, help="Average over all judged topics, answered or not."
)
@click.option(
    "-l", "level", type=click.IntRange(1), default=1, help="Lowest grade that is relevant. [1]"
)
@click.option(
    "-M", "depth", type=click.IntRange(1), help="Use only the first M documents of a topic."
)
@click.option(
    "-N", "size", type=click.IntRange(0), default=0, help="Number of documents in the collection."
)
@click.option("-J", "judged_only", is_flag=True, help="Drop unjudged documents from the rankings.")
@click.option(
    "-R",
    "relation_name",
    type=click.Choice(list(RELATIONS)),
    help="What QRELS holds: grades, several assessors' grades, or preferences. [qrels]",
)
@click.option(
    "-Z",
    "zscores",
    type=click.Path(),
    metavar="FILE",
    help="Print standard scores; FILE has lines: topic measure mean standard-deviation.",
)
@click.option(
    "--dialect",
    "dialect_name",
    type=click.Choice(list(DIALECTS)),
    default=DEFAULT_DIALECT.name,
    help=f"Whose conventions to follow. [{DEFAULT_DIALECT.name}]",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["trec_eval", *RENDERERS]),
    help="How to print. [trec_eval for one run, table for several]",
)
@click.option("--threads", type=click.IntRange(1), help="Threads to use. [one a processor]")
@click.option("--quiet", is_flag=True, help="No notes on standard error.")
@click.version_option(__version__, "-v", "--version", prog_name="harness")
@click.argument("qrels", type=click.Path())
@click.argument("runs", type=click.Path(), nargs=-1, required=True)
def command(
    per_topic: bool,
    no_summary: bool,
    names: tuple[str, ...],
    complete: bool,
    level: int,
    depth: int | None,
    size: int,
    judged_only: bool,
    relation_name: str | None,
    zscores: str | None,
    dialect_name: str,
    style: str | None,
    threads: int | None,
    quiet: bool,
    qrels: str,
    runs: tuple[str, ...],
) -> None:
    """Score RUNS against QRELS, with trec_eval's options and numbers.

    One run prints trec_eval's text, byte for byte; several make one table. A file named - is
    standard input. Measures are named as in trec_eval (map, P.5,10, official, all_trec) or in
    notation (AP, P@5, nDCG@10). Topics, ties and unjudged documents are reported on standard error.
    """
    dialect = get_dialect(dialect_name)
    rules = Rules(
        dialect, dialect.missing_topic if complete else "drop", level, depth, judged_only, size
    )
    relation = RELATIONS[relation_name or "qrels"]
    asked = names or (relation.default,)
    measures = in_print_order(known_in(relation.prepare(asked, rules), dialect))
    standards = read_zscores(zscores) if zscores else None
    judged = relation.ready(read_qrels(qrels, format=relation.format if relation_name else None))

    def evaluate(run: Run) -> RunScores:
        part = relation.score(run, judged, measures, rules)
        return part if standards is None else standardise(part, standards)

    parts = map_ordered(lambda path: score_file(RunFile(path), evaluate), runs, threads)
    if (style or ("trec_eval" if len(runs) == 1 else "table")) == "trec_eval":
        text = TrecText(
            measures if standards is None else standard_measures(measures),
            runid=shows_runid(asked, relation.nicknames),
            list_missing=dialect.missing_topic == "empty",
        )
        said = _print_text(parts, text, per_topic=per_topic, summary=not no_summary)
    else:
        scored = _with_own_names(list(parts), runs)
        said = [(part.run, part.coverage, part.warnings) for part in scored]
        table = _table(Scores.of(scored, dialect.name), style, per_topic, not no_summary)
        show(table, style or "table")
    if not quiet:
        _tell(said, relation.notes)


#: What is told about a run beside its numbers.
Said = list[tuple[str, Coverage, tuple[str, ...]]]


def _print_text(
    parts: Iterable[RunScores], text: TrecText, *, per_topic: bool, summary: bool
) -> Said:
    """Print all runs, or none of them when one has an error."""
    said: Said = []
    with SpooledTemporaryFile(max_size=2**24, mode="w+", encoding="utf-8", newline="") as spool:
        for part in parts:
            said.append((part.run, part.coverage, part.warnings))
            if per_topic:
                spool.write(text.topics(part))
            if summary:
                spool.write(text.summary(part))
        spool.seek(0)
        copyfileobj(spool, sys.stdout)
    return said


def _with_own_names(parts: list[RunScores], files: Sequence[str]) -> list[RunScores]:
    """The same, runs with one tag told apart by their files."""
    counts = Counter(part.run for part in parts)
    return [
        replace(part, run=f"{part.run} ({file})") if counts[part.run] > 1 else part
        for part, file in zip(parts, files, strict=True)
    ]


def _table(scores: Scores, style: str | None, per_topic: bool, summary: bool) -> Table:
    if style in _LONG or per_topic:
        return long_table(scores, topics=per_topic, summary=summary)
    return replace(leaderboard(scores), notes=())


def _tell(said: Said, more: Iterable[str]) -> None:
    names, covers, warnings = zip(*said, strict=True)
    found = [f"warning: {warning}" for several in warnings for warning in several]
    for line in (*notes(names, covers), *more, *found):
        click.echo(f"# {line}", err=True)
