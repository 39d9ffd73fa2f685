"""``harness selftest``: compare harness with another evaluator on this machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from harness._version import __version__
from harness.cli.eval import command as eval_command
from harness.cli.eval import parse_request
from harness.cli.options import HELP, measure_option, quiet_option, workers_option
from harness.cli.output import say, show, tell
from harness.core.dialects import Dialect, get_dialect
from harness.core.errors import EvaluationError, HarnessError, InputError, Problem, look_up
from harness.core.execution import Workers
from harness.core.faults import fault_line
from harness.core.numbers import count_noun
from harness.settings.eval import Request
from harness.settings.names import EVALUATOR_NAMES

if TYPE_CHECKING:
    from harness.selftest.cases import Case
    from harness.selftest.comparing import KeptCase, LineTally
    from harness.selftest.evaluators import Output, Program, Tool
    from harness.workflows.eval import Answer


_PAGE = "docs/trec_eval.md"


@click.command("selftest", context_settings=HELP)
@click.option(
    "--against", metavar="PATH", required=True, help="The evaluator to compare with: a program."
)
@click.option(
    "--tool",
    "named",
    metavar="NAME",
    help=f"Which evaluator it is: {', '.join(EVALUATOR_NAMES)}. [detected]",
)
@click.option(
    "--cases", type=click.IntRange(1), default=1000, help="How many cases to generate. [1000]"
)
@click.option("--seed", type=int, default=0, help="The seed of the cases. [0]")
@measure_option("Ask for this. [drawn]", several=True)
@click.option(
    "--version", type=click.Choice(["9", "10"]), help="The version of trec_eval. [detected]"
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="selftest-cases",
    help="The directory for unexplained cases. [selftest-cases]",
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
    named: str | None,
    cases: int,
    seed: int,
    measures: tuple[str, ...],
    version: str | None,
    output: Path,
    seconds: float,
    workers: Workers,
    files: tuple[str, ...],
) -> None:
    """Compare harness with the evaluator at PATH on random cases, line by line.

    PATH is trec_eval (9 or 10), ndeval, gdeval, sample_eval.pl, statAP_MQ_eval.pl or rbp_eval,
    recognised by what it prints. Each case is judgments, a run and options, made to be awkward:
    tied scores, negative and high grades, topics that one side lacks, unjudged documents, short
    rankings, odd identifiers and lines; of trec_eval all options, measures and parameters, the
    kinds of judgments of -R, and the standard scores of -Z. With QRELS and RUN… (as trec_eval
    reads them) the options alone are random, the runs taken in turn.

    Differences are explained by the rows of the tables in docs/trec_eval.md that apply to the case,
    measure and topic. Anything else is unexplained: of each measure the smallest case that shows it
    is written to a directory, with both outputs and commands. A crash of the program is no
    difference; such cases are counted by the fault that is known to cause them, or as unknown.

    The exit status is 0 when every line is equal or explained, 1 when one is not or nothing could
    be compared, and 2 when the program cannot be run or is none of these.
    """
    from harness.results.atomic import check_target
    from harness.selftest.comparing import (
        KIND,
        MOST_KEPT,
        OutputPair,
        choose_dialect,
        recognise_tool,
        smallest_cases,
        tally,
        write_cases,
    )
    from harness.selftest.evaluators import Program
    from harness.selftest.tools import TOOLS, TREC_EVAL

    if len(files) == 1:
        raise click.UsageError("QRELS needs a RUN to go with it", context)
    check_target(output, KIND)
    program = Program(_executable(against), seconds)
    tool = look_up("evaluator", named, TOOLS) if named else recognise_tool(program)
    if version and tool is not TREC_EVAL:
        raise click.UsageError(f"--version is of trec_eval, and this is {tool.name}", context)
    its_name = _ask_version(program)
    dialect = get_dialect(f"trec_eval-{version}") if version else choose_dialect(tool, program)
    pair = OutputPair(program, tool, dialect, run_eval_here)
    say(f"{tool.name:<10} {program.path}{its_name}")
    if len(tool.dialects) > 1:
        say(f"dialect    {dialect.name} ({'as given' if version else 'by its order of ties'})")
    say(f"harness    {__version__}")
    of_files = (
        f", options only, for {files[0]} and {count_noun(len(files) - 1, 'run')}" if files else ""
    )
    say(f"cases      {cases:,} from seed {seed}{of_files}")
    result = tally(pair, _cases(files, measures, cases, seed, tool, dialect), workers)
    _say_result(result, tool)
    if result.examples:
        tell(f"making the cases of {min(len(result.examples), MOST_KEPT)} differences smaller …")
        kept = list(smallest_cases(pair, result))
        facts = {"cases": cases, "seed": seed, "dialect": dialect.name, "harness": __version__}
        write_cases(kept, pair, str(program.path), output, facts)
        _say_unexplained(result, kept, output, tool)
        context.exit(1)
    if not (result.lines or result.both_refused):
        say("Nothing could be compared.")
        context.exit(1)
    say(f"Every line is equal, or differs for a reason given in {_PAGE}.")


def _executable(path: str) -> Path:
    program = shutil.which(path)
    if program is not None:
        return Path(program).absolute()
    if not Path(path).exists():
        raise InputError(Problem("there is no such program", path))
    hint = "a directory" if Path(path).is_dir() else "chmod +x makes it so"
    raise InputError(Problem("cannot be run as a program", path, hint=hint))


def _ask_version(program: Program) -> str:
    """Return the version that a program prints, if any."""
    outcome = program.call(("-v",))
    lines = f"{outcome.text}\n{outcome.message}".strip().splitlines()
    return f" ({lines[0]})" if lines and "version" in lines[0].lower() else ""


def _cases(
    files: Sequence[str],
    measures: tuple[str, ...],
    count: int,
    seed: int,
    tool: Tool,
    dialect: Dialect,
) -> Iterator[Case]:
    from harness.formats.files import raw_bytes

    draw = tool.plain if bool(files or measures) else tool.draw
    if draw is None:
        hint = f"cases of {tool.name} are drawn whole"
        raise EvaluationError(Problem("there is no choice of measures or files", hint=hint))
    contents = [raw_bytes(file) for file in files]
    for number in range(count):
        case = draw(Random(f"{seed}/{number}"), dialect)
        if files:
            case = replace(case, qrels=contents[0], run=contents[1 + number % (len(files) - 1)])
        asked = replace(case.options, measures=measures or case.options.measures)
        yield replace(case, options=asked)


def _say_result(result: LineTally, tool: Tool) -> None:
    from harness.report.table import Column, Table

    say(f"lines      {result.lines:,} compared, {result.equal:,} equal")
    say(f"           {result.complete:,} cases all equal, {result.both_refused:,} refused by both")
    _say_crashes(result, tool)
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


def _say_crashes(result: LineTally, tool: Tool) -> None:
    from harness.selftest.comparing import UNKNOWN_CRASH

    says = {fault.code: fault.says for fault in tool.faults}
    for code, number in sorted(result.crashes.items()):
        cases = f"{tool.name} crashed in {count_noun(number, 'case')}"
        if code != UNKNOWN_CRASH:
            say(f"           {cases}, by a known fault ({code}): {says[code]}")
            continue
        say(f"           {cases}, by no known fault:")
        for message, first in sorted(result.unknown.items(), key=lambda item: item[1]):
            say(f"             case {first}: {message}")


def _say_unexplained(result: LineTally, kept: Sequence[KeptCase], output: Path, tool: Tool) -> None:
    say(
        f"DIFFERENT: {result.unexplained_cases:,} cases differ in {result.unexplained_lines:,} "
        "lines without a reason. The smallest cases that show it:"
    )
    for case in kept:
        number = count_noun(result.subjects[case.subject], "case")
        say(f"  {case.subject}: {number}; {_describe_case(case, tool)}")
        say(f"    {output / case.folder}: {' '.join(tool.theirs(case.case))}")
    if rest := len(result.examples) - len(kept):
        say(f"  and {count_noun(rest, 'more measure')}")


def _describe_case(case: KeptCase, tool: Tool) -> str:
    line = next((line for line in case.verdict.unexplained if line.measure == case.subject), None)
    if line is None:
        return case.verdict.message
    theirs, ours = line.theirs or "no line", line.ours or "no line"
    return f"{line.label} of {line.topic}: {tool.name} {theirs}, harness {ours}"


def run_eval_here(arguments: Sequence[str], files: Mapping[str, bytes]) -> Output:
    """Run ``harness eval`` in this process with these arguments and files; return its output.

    An error is a refusal, with its message; a fault of the program is a crash.
    """
    from harness.selftest.evaluators import Output, write_inputs
    from harness.workflows.eval import evaluator

    with TemporaryDirectory(prefix="harness-selftest-") as name:
        folder = Path(name)
        write_inputs(files, folder)
        placed = [str(folder / word) if word in files else word for word in arguments]
        try:
            request = _request(placed)
            [answer] = evaluator(request)(request.runs[:1])
            return Output(_text(answer, request))
        except click.UsageError as error:
            return Output(ended="refused", message=error.format_message())
        except HarnessError as error:
            return Output(ended="refused", message=str(error).replace(f"{folder}/", ""))
        except Exception as error:  # our own fault is a finding here
            return Output(ended="crashed", message=fault_line(error))


def _request(arguments: Sequence[str]) -> Request:
    given = eval_command.make_context("eval", list(arguments)).params
    return parse_request(**{name: given[name] for name in Request._fields})


def _text(answer: Answer | HarnessError, request: Request) -> str:
    from harness.report import other_tools
    from harness.report.table import render
    from harness.workflows.eval import join_answers, table

    if isinstance(answer, HarnessError):
        raise answer
    if request.format == "trec_eval":
        return b"".join(answer.text).decode()
    scores = join_answers([answer], request)
    if request.format in other_tools.TOOLS:
        return other_tools.TOOLS[request.format](scores, request.qrels)
    return render(table(scores, request), request.format)
