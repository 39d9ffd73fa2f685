"""``harness selftest``: harness against the trec_eval on somebody's machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from harness._version import __version__
from harness.cli.eval_request import Answer, Request
from harness.cli.evaluator import evaluator
from harness.cli.options import HELP, measure_option, quiet_option, workers_option
from harness.cli.output import say, show, tell
from harness.core.dialects import Dialect, get_dialect
from harness.core.errors import HarnessError, InputError, Problem
from harness.core.execution import Workers
from harness.core.faults import fault_line
from harness.core.numbers import counted
from harness.formats.files import raw_bytes
from harness.report.table import Column, Table
from harness.results.atomic import check_target
from harness.selftest.cases import Case
from harness.selftest.comparing import LineTally, OutputPair, tally
from harness.selftest.evaluators import QRELS, RUN, Output, Program, dialect_of, write_inputs
from harness.selftest.generated import drawn_options, generated
from harness.selftest.kept import KIND, MOST_KEPT, Kept, smallest_cases, write_cases

_PAGE = "docs/trec_eval.md"


@click.command("selftest", context_settings=HELP)
@click.option(
    "--against", metavar="PATH", required=True, help="The trec_eval to compare with: a program."
)
@click.option(
    "--cases", type=click.IntRange(1), default=1000, help="How many cases to generate. [1000]"
)
@click.option("--seed", type=int, default=0, help="Which cases: the same seed, the same. [0]")
@measure_option("Ask for this. [drawn]", several=True)
@click.option(
    "--version", type=click.Choice(["9", "10"]), help="The program's version. [found out]"
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="selftest-cases",
    help="The directory for cases that nothing explains. [selftest-cases]",
)
@click.option(
    "--timeout",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    default=20.0,
    help="Seconds after which the program is stopped. [20]",
)
@workers_option
@quiet_option
@click.argument("files", metavar="[QRELS RUN…]", nargs=-1, type=click.Path())
@click.pass_context
def command(
    context: click.Context,
    /,
    against: str,
    cases: int,
    seed: int,
    measures: tuple[str, ...],
    version: str | None,
    output: Path,
    seconds: float,
    workers: Workers,
    files: tuple[str, ...],
) -> None:
    """Compare harness with the trec_eval at PATH on random cases, line by line.

    Each case is judgments, a run and options, made to be awkward: tied scores, scores tied in
    single precision only, negative and high grades, topics that one side lacks, unjudged documents,
    short rankings, odd identifiers; all options and measures of evaluation, with parameters. With
    QRELS and RUN… (as trec_eval reads them) the options alone are random, the runs taken in turn.

    What differs is put down to the rows of the table in docs/trec_eval.md where one holds for that
    case, measure and topic. Anything else is unexplained: of each measure the smallest case that
    shows it is written to a directory, with both outputs and commands. Judgments of other kinds
    (-R), standard scores (-Z) and measures that trec_eval does not have are not generated.

    The exit status is 0 when every line is equal or explained, 1 when one is not, and 2 when the
    program cannot be run or is no trec_eval.
    """
    if len(files) == 1:
        raise click.UsageError("QRELS needs a RUN to go with it", context)
    check_target(output, KIND)
    program = Program(_executable(against), seconds)
    its_name = _version_of(program)
    dialect = get_dialect(f"trec_eval-{version}") if version else dialect_of(program, against)
    pair = OutputPair(program, partial(evaluated, dialect), dialect)
    say(f"trec_eval  {program.path}{its_name}")
    say(f"dialect    {dialect.name} ({'as told' if version else 'by what it makes of ties'})")
    say(f"harness    {__version__}")
    say(f"cases      {cases:,} from seed {seed}{_of_files(files)}")
    tried = _cases(files, cases, seed, dialect)
    result = tally(pair, _with_measures(tried, measures), workers)
    _say_result(result)
    if not result.examples:
        say(f"Every line is equal, or differs for a reason given in {_PAGE}.")
        return
    tell(f"making the cases of {min(len(result.examples), MOST_KEPT)} differences smaller …")
    kept = list(smallest_cases(pair, result))
    facts = {"cases": cases, "seed": seed, "dialect": dialect.name, "harness": __version__}
    write_cases(kept, pair, str(program.path), output, facts)
    _say_unexplained(result, kept, output)
    context.exit(1)


def _executable(path: str) -> Path:
    program = shutil.which(path)
    if program is not None:
        return Path(program).absolute()
    if not Path(path).exists():
        raise InputError(Problem("there is no such program", path))
    hint = "a directory" if Path(path).is_dir() else "chmod +x makes it so"
    raise InputError(Problem("is no program that can be run", path, hint=hint))


def _version_of(program: Program) -> str:
    """What a program calls itself, when it does."""
    outcome = program.call("-v")
    lines = f"{outcome.text}\n{outcome.message}".strip().splitlines()
    return f" ({lines[0]})" if lines and "version" in lines[0].lower() else ""


def _of_files(files: Sequence[str]) -> str:
    return f", options only, for {files[0]} and {counted(len(files) - 1, 'run')}" if files else ""


def _cases(files: Sequence[str], count: int, seed: int, dialect: Dialect) -> Iterator[Case]:
    if not files:
        yield from (generated(seed, number, dialect) for number in range(count))
        return
    qrels, *runs = map(raw_bytes, files)
    single = dialect.score_type == "float32"
    for number in range(count):
        options = drawn_options(seed, number, dialect)
        yield Case(qrels, runs[number % len(runs)], options, single)


def _with_measures(cases: Iterable[Case], measures: tuple[str, ...]) -> Iterator[Case]:
    """The cases, asking for these measures where there are any."""
    for case in cases:
        asked = replace(case.options, measures=measures or case.options.measures)
        yield replace(case, options=asked)


def evaluated(dialect: Dialect, case: Case) -> Output:
    """What harness makes of a case: the same way as ``harness eval`` goes."""
    with TemporaryDirectory(prefix="harness-selftest-") as name:
        folder = Path(name)
        write_inputs(case, folder)
        try:
            answer = _answer(case, dialect, folder)
        except Exception as error:  # a fault of ours is a finding here
            return Output(ended="crashed", message=fault_line(error))
        if isinstance(answer, HarnessError):
            return Output(ended="refused", message=str(answer).replace(f"{folder}/", ""))
        return Output("".join(answer.text))


def _answer(case: Case, dialect: Dialect, folder: Path) -> Answer | HarnessError:
    options = case.options
    if options.level < 1:  # the command line refuses it before anything is read
        return InputError(Problem("-l starts at 1"))
    request = Request(
        qrels=str(folder / QRELS),
        runs=(str(folder / RUN),),
        measures=options.measures,
        dialect=dialect.name,
        per_topic=options.per_topic,
        summary=options.summary,
        complete=options.complete,
        level=options.level,
        depth=options.depth,
        collection_size=options.size or 0,
        judged_only=options.judged_only,
    )
    try:
        return evaluator(request)(request.runs[0])
    except HarnessError as error:
        return error


def _say_result(result: LineTally) -> None:
    lines = result.equal + result.reasons.total() + result.unexplained_lines
    say(f"lines      {lines:,} compared, {result.equal:,} equal")
    say(f"           {result.complete:,} cases all equal, {result.both_refused:,} refused by both")
    for ended, number in sorted(result.ended.items()):
        say(f"           trec_eval {ended} in {counted(number, 'case')}")
    say()
    if not result.cases_of:
        return
    columns = (Column("reason"), Column("cases"), Column("lines"), Column("without numbers"))
    rows = [
        (code, number, result.reasons[code], result.refused[code])
        for code, number in sorted(result.cases_of.items(), key=lambda row: (-row[1], row[0]))
    ]
    note = f"Reasons are rows of the table in {_PAGE}; without numbers: one side prints nothing"
    show(Table(columns, rows, "Differences with a reason", (note,)), "table")
    say()


def _say_unexplained(result: LineTally, kept: Sequence[Kept], output: Path) -> None:
    say(
        f"DIFFERENT: {result.unexplained_cases:,} cases differ in {result.unexplained_lines:,} "
        "lines without a reason. The smallest cases that show it:"
    )
    for case in kept:
        say(f"  {case.subject}: {counted(result.subjects[case.subject], 'case')}; {_shown(case)}")
        say(f"    {output / case.folder}: {' '.join(case.case.options.arguments())}")
    if rest := len(result.examples) - len(kept):
        say(f"  and {rest} more measures")


def _shown(case: Kept) -> str:
    line = next((line for line in case.verdict.unexplained if line.measure == case.subject), None)
    if line is None:
        return case.verdict.message
    theirs, ours = line.theirs or "no line", line.ours or "no line"
    return f"{line.label} of {line.topic}: trec_eval {theirs}, harness {ours}"
