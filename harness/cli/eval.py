"""``harness eval``: trec_eval's command line, for one run or many."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from harness.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.execution import map_ordered
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.ranking import JudgedTopics
from harness.report.leaderboard import leaderboard, long_table, notes
from harness.report.table import RENDERERS, render
from harness.report.trec_eval import TrecText, in_print_order, known_in, shows_runid
from harness.scores import Scores
from harness.scoring import Rules, prepare_measures, score_run

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
    asked = names or ("official",)
    measures = in_print_order(known_in(prepare_measures(asked, rules), dialect))
    judged = JudgedTopics(read_qrels(qrels))
    parts = map_ordered(
        lambda path: score_run(read_run(path), judged, measures, rules), runs, threads
    )
    if (style or ("trec_eval" if len(runs) == 1 else "table")) == "trec_eval":
        text = TrecText(
            measures, runid=shows_runid(asked), list_missing=dialect.missing_topic == "empty"
        )
        coverage = {}
        for part in parts:
            coverage[part.run] = part.coverage
            _write(text.topics(part) if per_topic else "")
            _write("" if no_summary else text.summary(part))
    else:
        scores = Scores.of(list(parts), dialect.name)
        coverage = dict(zip(scores.runs, scores.coverage, strict=True))
        _write(_table(scores, style or "table", per_topic, not no_summary))
    if not quiet:
        for line in notes(coverage):
            click.echo(f"# {line}", err=True)


def _table(scores: Scores, style: str, per_topic: bool, summary: bool) -> str:
    if style in _LONG or per_topic:
        return render(long_table(scores, topics=per_topic, summary=summary), style)
    return render(replace(leaderboard(scores), notes=()), style)


def _write(text: str) -> None:
    sys.stdout.write(text)
