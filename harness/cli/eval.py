"""``harness eval``: trec_eval's command line, for one run or many.

No library is loaded here: many runs are shared out to processes that load them in parallel.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from harness._version import __version__
from harness.cli.options import (
    HELP,
    execution_options,
    extent_options,
    format_option,
    identical_option,
    known_option,
    measure_option,
    quiet_option,
)
from harness.cli.output import output_width, put_content, show, tell_notes, write, write_from
from harness.core.coverage import coverage_notes
from harness.core.dialects import DEFAULT_DIALECT, DIALECTS
from harness.core.errors import HarnessError, InputError, MeasureError, Problem, all_or_errors
from harness.core.execution import Execution
from harness.core.limits import num_bytes
from harness.core.locations import ARCHIVE, MEMBER
from harness.core.notes import Note, shorten_notes
from harness.core.parallel import map_prepared
from harness.settings.eval import Request
from harness.settings.names import FILE_FORMS, TABLE_FORMS

if TYPE_CHECKING:
    from harness.workflows.eval import Answer

_STDIN = "-"
#: Other tools whose formats of results are written (`harness.report.other_tools`).
_OF_TOOLS = ("ranx", "mteb", "pytrec_eval", "ndeval", "gdeval")
#: Files of fewer bytes in all are not worth another process.
_LITTLE = 2**24
#: So many runs are evaluated together: more of them leave the processor's cache.
_TOGETHER = 4
#: Longer tables are drawn only on request.
_MANY = 5_000
#: The width of tables drawn for a file.
_WIDTH = 100


@click.command("eval", context_settings=HELP, short_help="Score runs as trec_eval does.")
@click.option(
    "-q", "per_topic", is_flag=True, help="Print each topic's values, not only the summary."
)
@click.option(
    "-n",
    "summary",
    is_flag=True,
    callback=lambda _, __, left: not left,
    help="Leave the summary out.",
)
@measure_option("A measure. [official]", several=True)
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
    "-N",
    "collection_size",
    type=click.IntRange(0),
    default=0,
    help="Number of documents in the collection.",
)
@click.option("-J", "judged_only", is_flag=True, help="Drop unjudged documents from the rankings.")
@identical_option
@click.option(
    "-R",
    "relation",
    metavar="KIND",
    help="What QRELS holds: qrels, qrels_jg (several assessors), prefs or qrels_prefs. [qrels]",
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
    type=click.Choice(list(DIALECTS)),
    help=f"The evaluator whose conventions to follow. [{DEFAULT_DIALECT.name}, or as --format]",
)
@format_option(
    ["trec_eval", *TABLE_FORMS, *FILE_FORMS, *_OF_TOOLS],
    None,
    help="The form of the output. [trec_eval for one run; table for several; tsv for -q in a file]",
)
@click.option("--qrels-from", metavar="LAYOUT", help="The layout of QRELS. [recognised]")
@known_option
@click.option(
    "--dimension",
    "dimensions",
    type=(str, click.Path()),
    multiple=True,
    metavar="NAME QRELS",
    help="What else was judged: understandability or credibility, and its judgments. Repeatable.",
)
@click.option(
    "--costs",
    type=click.Path(),
    metavar="FILE",
    help="Reading costs, for TBG, U and C/W/L; FILE has lines: document cost.",
)
@click.option(
    "--module", "modules", multiple=True, help="A module or file with your measures. Repeatable."
)
@execution_options
@extent_options
@quiet_option
@click.version_option(__version__, "-v", "--version", prog_name="harness")
@click.argument("qrels", type=click.Path())
@click.argument("runs", type=click.Path(), nargs=-1, required=True)
def command(workers: Execution, **given: Any) -> None:
    """Score RUNS against QRELS, with trec_eval's options and numbers.

    One run prints trec_eval's text; several runs, or archives of several, print one table, without
    -m with as many columns as fit. docs/trec_eval.md lists what differs from trec_eval on purpose,
    and why. A file named - is standard input.
    Measures are named as in trec_eval (map, P.5,10, official, all_trec) or in notation (AP, P@5,
    nDCG@10). Topics, ties and unjudged documents are reported on standard error.
    """
    width = output_width()
    _refuse_measures(given["runs"])
    given["runs"], left_out = _each(given["runs"])
    request = parse_request(**given, to_file=width is None)
    form, runs = request.format, request.runs
    if form in FILE_FORMS and width is not None:
        raise click.UsageError(f"--format {form} is for a file: add > FILE")
    others = [file for _, file in request.dimensions]
    others += [file for file in (request.zscores, request.costs) if file]
    shared = (request.qrels, *request.known, *others)
    if [*shared, *runs].count(_STDIN) > 1:
        raise InputError(Problem("standard input can be read only once", _STDIN))
    execution = workers.reading([*shared, *runs])
    answers = _answers(request, execution)
    if execution.backend == "dask":
        answers = _receive_answers(answers, execution)
    if form == "trec_eval":
        _mention(_print(list(answers) if len(runs) == 1 else answers), left_out)
    elif given["format"] is None:
        _mention(_show_usual(answers, request), left_out)
    else:
        _mention(_show(answers, request), left_out)


def _refuse_measures(runs: tuple[str, ...]) -> None:
    """Refuse measures among the runs, where other tools expect them."""
    for run in runs:
        if "@" in run and MEMBER not in run and not os.path.exists(run):  # noqa: PTH110 - faster
            from harness.measures import parse_measure

            with suppress(MeasureError):
                name = str(parse_measure(run))
                raise click.UsageError(f"{run} is no file but a measure: -m {name}")


def _each(runs: tuple[str, ...]) -> tuple[tuple[str, ...], list[Note]]:
    """Return the runs, with archives replaced by their members, and notes on what is no run."""
    if not any(MEMBER in run or ARCHIVE.search(run) for run in runs):
        return runs, []
    from harness.formats.members import archive_notes, files_in

    return tuple(file for run in runs for file in files_in(run)), [*archive_notes(runs)]


def _answers(request: Request, execution: Execution) -> Iterator[Answer | HarnessError]:
    """Yield the answer for each run, in order; worker processes take groups of runs."""
    prepare = partial(_prepare, request, max(1, execution.count // len(request.runs)))
    sizes = [*map(num_bytes, request.runs)]
    groups = list(_group(request.runs, sizes, max(1, len(sizes) // (4 * execution.count))))
    if execution.backend is None and num_bytes(request.qrels) + sum(sizes) <= _LITTLE:
        return chain.from_iterable(map(prepare(), groups))
    return chain.from_iterable(map_prepared(prepare, groups, execution, fewest=2))


def _group(runs: Sequence[str], sizes: Sequence[float], most: int) -> Iterator[Sequence[str]]:
    """Yield neighbours among the runs, so many at most, that are evaluated together.

    A large run is evaluated alone: so that its memory is free for the next one.
    """
    start, together = 0, 0.0
    for end, size in enumerate(sizes):
        together += size
        if end > start and (end - start == min(most, _TOGETHER) or together > _LITTLE):
            yield runs[start:end]
            start, together = end, size
    yield runs[start:]


def _prepare(
    request: Request, workers: int
) -> Callable[[Sequence[str]], list[Answer | HarnessError]]:
    """Return a function that evaluates runs; the workers share the pieces of a large one."""
    from harness.workflows.eval import evaluator

    return evaluator(request, workers)


def _receive_answers(
    answers: Iterable[Answer | HarnessError], execution: Execution
) -> Iterator[Answer | HarnessError]:
    from harness.inputs.reading import refuse_cluster

    answers = list(answers)  # pending work is cancelled before anything is raised
    for answer in answers:
        refuse_cluster(answer, execution)
    yield from answers


def parse_request(
    *, format: str | None, runs: tuple[str, ...], to_file: bool = False, **given: Any
) -> Request:
    """Combine the options into a request. Raises `click.UsageError` for a contradiction."""
    form = format or _usual(len(runs), topics=given["per_topic"], to_file=to_file)
    if form in ("ranx", "mteb") and given["per_topic"]:
        raise click.UsageError(f"--format {form} has no topics: drop -q")
    given["dialect"] = given["dialect"] or (form if form in DIALECTS else DEFAULT_DIALECT.name)
    return Request(format=form, runs=runs, **given)


def _usual(runs: int, *, topics: bool, to_file: bool) -> str:
    """Return the default form of the output for so many runs."""
    if runs == 1:
        return "trec_eval"
    return "tsv" if topics and to_file else "table"


def _print(answers: Iterable[Answer | HarnessError]) -> list[Answer]:
    """Print the text of all runs, or of none if one has an error."""
    if isinstance(answers, list):
        evaluated = all_or_errors(answers)
        for answer in evaluated:
            for block in answer.text:
                write(block)
        return evaluated
    from tempfile import SpooledTemporaryFile

    with SpooledTemporaryFile(max_size=2**24) as spool:

        def kept(answer: Answer | HarnessError) -> Answer | HarnessError:
            if isinstance(answer, HarnessError):
                return answer
            spool.writelines(answer.text)
            return answer._replace(text=())

        evaluated = all_or_errors(map(kept, answers))
        spool.seek(0)
        write_from(spool)
    return evaluated


def _show(answers: Iterable[Answer | HarnessError], request: Request) -> list[Answer]:
    """Show the scores of all runs as one table, or in the format of another tool."""
    from harness.report.table import render_bytes

    evaluated = all_or_errors(answers)
    from harness.workflows.eval import join_answers, table

    scores = join_answers(evaluated, request)
    if request.format in _OF_TOOLS:
        from harness.report.other_tools import TOOLS

        put_content(TOOLS[request.format](scores, request.qrels), None, force=False)
        return evaluated
    made = table(scores, request)
    if request.format in FILE_FORMS:
        put_content(render_bytes(made, request.format), None, force=False)
    else:
        show(made, request.format)
    return evaluated


def _show_usual(answers: Iterable[Answer | HarnessError], request: Request) -> list[Answer]:
    """Show a table that fits the terminal; one with many rows is not drawn."""
    evaluated = all_or_errors(answers)
    from harness.workflows.eval import join_answers, table

    scores = join_answers(evaluated, request)
    made = table(scores, request)
    if len(made.rows) > _MANY and request.format == "table":
        request = request._replace(format="tsv")
        made = table(scores, request)
    show(made, request.format, width=None if request.measures or request.per_topic else _WIDTH)
    return evaluated


def _mention(evaluated: list[Answer], left_out: Sequence[Note]) -> None:
    covered = coverage_notes(
        [each.run for each in evaluated], [each.coverage for each in evaluated]
    )
    warnings = (warning for each in evaluated for warning in each.warnings)
    tell_notes(shorten_notes((*covered, *evaluated[0].notes, *warnings, *left_out)))
