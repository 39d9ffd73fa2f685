"""``harness eval``: trec_eval's command line, for one run or many."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from harness._version import __version__
from harness.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.execution import map_ordered
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.formats.zscores import read_zscores
from harness.relations import RELATIONS
from harness.report.leaderboard import leaderboard, long_table, notes
from harness.report.table import RENDERERS, render
from harness.report.trec_eval import TrecText, in_print_order, known_in, shows_runid
from harness.scores import RunScores, Scores
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

    def scored(path: str) -> RunScores:
        part = relation.score(read_run(path), judged, measures, rules)
        return part if standards is None else standardise(part, standards)

    parts = map_ordered(scored, runs, threads)
    if (style or ("trec_eval" if len(runs) == 1 else "table")) == "trec_eval":
        text = TrecText(
            measures if standards is None else standard_measures(measures),
            runid=shows_runid(asked, relation.nicknames),
            list_missing=dialect.missing_topic == "empty",
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
        for line in (*notes(coverage), *relation.notes):
            click.echo(f"# {line}", err=True)


def _table(scores: Scores, style: str, per_topic: bool, summary: bool) -> str:
    if style in _LONG or per_topic:
        return render(long_table(scores, topics=per_topic, summary=summary), style)
    return render(replace(leaderboard(scores), notes=()), style)


def _write(text: str) -> None:
    sys.stdout.write(text)
