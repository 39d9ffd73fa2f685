"""The entry point: find the command, and turn errors into one clear message and a status."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from itertools import islice
from typing import Any

import click

from harness._version import __version__
from harness.cli import output
from harness.core.errors import HarnessError, Problem, nearest, suggest
from harness.core.execution import clusters_kept
from harness.core.faults import fault_line
from harness.core.limits import (
    explain_memory_error,
    heed_limit,
    is_lack_of_memory,
    keep_freed_memory,
    limited,
    limits,
    parse_limits,
)
from harness.core.listing import report_listing
from harness.core.packages import refuse_other_package
from harness.core.trust import (
    NO_MODULES_VARIABLE,
    NO_URLS_VARIABLE,
    UNTRUSTED_VARIABLE,
    set_trust,
    trust,
)
from harness.formats.remote import keep_pipes

#: The exit status of a fault of the program (EX_SOFTWARE of sysexits.h).
FAULT = 70
_STANDARD_ERROR = 2
#: The value of `sys.flags.optimize` under Python's option -OO.
_WITHOUT_DOCSTRINGS = 2

#: Each command, the line that ``harness --help`` shows, in the order of use. Its module
#: ``harness.cli.<name>`` is imported only when it is called, so that help comes at once.
COMMANDS = {
    "demo": "Write the demo task, evaluate it and open its report: a first step.",
    "init": "Look at the files in a folder and write a task file: harness init FOLDER.",
    "run": "Evaluate a task: one YAML file from topics, qrels and runs to scores.",
    "check": "Check runs before they are submitted or evaluated: harness check [TASK] RUN…",
    "receive": "Receive submissions, with a receipt: harness receive TASK FILE… --group G.",
    "pool": "Choose the documents that assessors will see: harness pool TASK.",
    "judge": "Judge pooled documents, in a browser or offline: harness judge add TASK POOL.",
    "compare": "Test which differences between runs can be trusted: harness compare TASK.",
    "gate": "Fail if a run is worse by more than a budget: harness gate TASK RUN --budget AP=2%.",
    "diff": "Say what changed between two evaluations, and why: harness diff BEFORE AFTER.",
    "diagnose": "Say where runs lose, and which documents explain it: harness diagnose TASK.",
    "report": "Show an evaluation: one HTML page, sheets, tables and figures for papers.",
    "labels": "Evaluate labels, numbers or clusters of items: harness labels TASK.",
    "info": "Say what files of topics, judgments and runs hold: harness info FILE…",
    "convert": "Convert a file to another layout: harness convert FILE --to LAYOUT.",
    "eval": "Score runs as trec_eval does: harness eval QRELS RUN…",
    "selftest": "Compare harness with a trec_eval of yours: harness selftest --against PATH.",
    "measures": "List the measures, or explain one.",
    "explain": "Explain a code, key or measure that a message names: harness explain CODE.",
    "schema": "Print the JSON Schema of task files, for editors.",
    "completion": "Complete commands, measures and runs in your shell: harness completion bash.",
}

#: Commands in another command's module: the module, and their name there.
_MODULES = {
    "demo": ("init", "demo_command"),
    "schema": ("init", "schema_command"),
    "convert": ("info", "convert_command"),
    "explain": ("measures", "explain_command"),
    "receive": ("check", "receive_command"),
}
#: Words of other tools, and of habit, for commands with other names here.
_ELSEWHERE = {
    "build": "pool",
    "cat": "info",
    "evaluate": "run",
    "experiment": "compare",
    "page": "report",
    "plot": "report figures",
    "qrels": "info",
    "runs": "info",
    "score": "eval",
    "significance": "compare",
    "stats": "info",
    "submit": "check",
    "test": "compare",
    "trec_eval": "eval",
    "ttest": "compare",
    "validate": "check",
}
#: Pages of `harness.cli.help`, shared by commands.
PAGES = ("output", "workers", "layouts")


def _show_version(context: click.Context) -> None:
    """Show the version, and whether the kernel or its twin reads lines."""
    from harness.core.kernel import describe

    output.write(f"harness, version {__version__}\nlines are read by the {describe()}\n")
    context.exit()


class Commands(click.Group):
    """Commands, each imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command with a name; None if there is none."""
        if name not in COMMANDS:
            return None
        output.show_progress(f"loading harness {name} …")
        module, called = _MODULES.get(name, (name, "command"))
        command: click.Command = getattr(importlib.import_module(f"harness.cli.{module}"), called)
        output.clear()
        _restore_help(command)
        if completion_wanted():
            from harness.cli.completion import equip

            return equip(command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Do as click; ``help COMMAND`` is ``COMMAND --help``, and ``help PAGE`` that page."""
        words = [index for index, arg in enumerate(args) if not arg.startswith("-")]
        if words and args[words[0]] == "help":
            if len(words) > 1 and args[words[1]] in PAGES:
                from harness.cli.help import page

                output.write(page(args[words[1]]))
                ctx.exit()
            args = [*args[: words[0]], *args[words[0] + 1 :], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Do as click, with the nearest name for an unknown command."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"No such command {args[0]!r} ({self._nearest(args[0])})", ctx)
        return super().resolve_command(ctx, args)

    def _nearest(self, word: str) -> str | None:
        """Return a hint on an unknown command: the subcommand with its name, or else the nearest
        name.
        """
        below = [
            f"{name} {part}"
            for name in COMMANDS
            for part in getattr(self.get_command(click.Context(self), name), "commands", ())
        ]
        same = [path for path in below if path.split()[1] == word.lower()]
        same += [_ELSEWHERE[word.lower()]] if word.lower() in _ELSEWHERE else []
        if same:
            return nearest(" or ".join(dict.fromkeys(same)))
        return suggest(word, [*COMMANDS, *below], "harness help lists them")

    def invoke(self, ctx: click.Context) -> Any:
        """Do as click, except that a closed output (| head) is no error.

        click itself would end with status 1 before `main` can see it.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            output.discard(sys.stdout)
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="harness help COMMAND explains a command; harness help output, harness help workers and "
    "harness help layouts what many of them share.",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, asked: _show_version(context) if asked else None,
    help="Show the version, and whether compiled code or Python reads lines.",
)
@click.option(
    "--debug", is_flag=True, envvar="HARNESS_DEBUG", help="Show the traceback of an error."
)
@click.option(
    "--max-size",
    metavar="SIZE",
    help="Largest unpacked size of a file: 500MB, 20GB or none. "
    "[8GB; above 64MB, 200 times the packed size]",
)
@click.option(
    "--untrusted",
    is_flag=True,
    help="Keep an untrusted task to its folder: read and write nothing outside it, read no URL or "
    f"dataset, execute no module. Also {UNTRUSTED_VARIABLE}=1.",
)
@click.option(
    "--no-modules",
    is_flag=True,
    help="Only refuse to execute modules with measures that a task or an option names. "
    f"Also {NO_MODULES_VARIABLE}=1.",
)
@click.option(
    "--no-urls",
    is_flag=True,
    help="Only refuse to read inputs that are URLs, and to download datasets. "
    f"Also {NO_URLS_VARIABLE}=1.",
)
@click.pass_context
def cli(
    context: click.Context,
    debug: bool,
    max_size: str | None,
    untrusted: bool,
    no_modules: bool,
    no_urls: bool,
) -> None:
    """Evaluate information retrieval: from topics, judgments and runs to scores.

    These options may stand anywhere on the command line.
    """
    context.obj = debug
    if context.invoked_subcommand is None:
        from harness.cli.help import next_steps

        for line in next_steps():
            output.say(line)
        return
    keep_freed_memory()
    context.with_resource(clusters_kept())
    context.with_resource(keep_pipes())
    chosen = limits() if max_size is None else parse_limits(max_size, "--max-size")
    context.with_resource(limited(chosen))
    narrowed = trust().narrowed(untrusted=untrusted, no_modules=no_modules, no_urls=no_urls)
    context.with_resource(set_trust(narrowed))
    context.with_resource(report_listing(output.show_progress))


def _restore_help(command: click.Command) -> None:
    """Give a command and its subcommands the help in the sources.

    ``python -OO`` drops docstrings.
    """
    if sys.flags.optimize < _WITHOUT_DOCSTRINGS:
        return
    from harness.core.packages import docstring

    if command.help is None and command.callback is not None:
        command.help = docstring(command.callback)
    for below in getattr(command, "parts", ()):
        _restore_help(below)
    if (itself := getattr(command, "default", None)) is not None:
        command.help = itself.help


def completion_wanted() -> bool:
    """Return whether a shell asks for completions."""
    return "_HARNESS_COMPLETE" in os.environ


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line: status 0 on success, 2 for an explained error.

    A command with negative findings ends with status 1, an interrupted one with 130. An unexpected
    exception is a fault of the program (or of a module with measures) and ends with 70, so that
    nobody takes it for findings.
    """
    # Threads of numpy's library would spin, which takes CPU time: ours share out the work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Memory ends with the process: freeing loaded objects one by one would take a fifth of a short
    # command's time.
    atexit.register(gc.freeze)
    _restore_help(cli)
    _open_standard_files()
    heed_limit()
    arguments = list(sys.argv[1:] if args is None else args)
    debug = "--debug" in arguments or bool(os.environ.get("HARNESS_DEBUG"))
    try:
        refuse_other_package()
        status = _run(_global_first(arguments))
    except BaseException as error:  # also SystemExit of a module, and a library's panic
        if debug and not isinstance(error, click.ClickException | BrokenPipeError):
            from traceback import format_exception

            output.tell_all("".join(format_exception(error)))
        status = _describe_end(error)
    output.clear()
    if status:
        sys.exit(status)


#: The options of the program itself that have no value.
_FLAGS = ("--debug", "--untrusted", "--no-modules", "--no-urls")


def _global_first(arguments: list[str]) -> list[str]:
    """Move the options of the program itself before the command."""
    given, rest = [], []
    left = iter(arguments)
    for argument in left:
        if argument == "--":
            rest += [argument, *left]
        elif argument in _FLAGS or argument.startswith("--max-size="):
            given.append(argument)
        elif argument == "--max-size":
            if not (size := list(islice(left, 1))):
                raise click.UsageError("Option '--max-size' requires an argument.")
            given += [argument, *size]
        else:
            rest.append(argument)
    return given + rest


def _open_standard_files() -> None:
    """Give a closed standard error somewhere to go, before a file that we open takes its place."""
    if sys.stderr is None:
        while (handle := os.open(os.devnull, os.O_RDWR)) < _STANDARD_ERROR:
            pass
        sys.stderr = open(handle, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _run(arguments: list[str]) -> int:
    if sys.stdout is None:
        raise HarnessError("there is no standard output to write to")
    try:
        if completion_wanted():
            from harness.cli.completion import answer

            return answer(cli)
        status = cli.main(args=arguments, prog_name="harness", standalone_mode=False)
        with output.explain_write_errors():
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        output.discard(sys.stdout)
        # Readers and writers name their files: here the file is unknown.
        where = None if error.filename is None else str(error.filename)
        reason = error.strerror or str(error)
        raise HarnessError(Problem(f"the system refuses it: {reason}", where)) from error
    return status if isinstance(status, int) else 0


def _describe_end(error: BaseException) -> int:
    """Report why the program ends; return the exit status."""
    if isinstance(error, click.Abort | KeyboardInterrupt):
        output.tell("Stopped.")
        return 130
    if isinstance(error, BrokenPipeError):  # the reader of our output has ended (| head)
        output.discard(sys.stdout)
        return 0
    if isinstance(error, click.ClickException):
        _say_usage(error)
        return 2
    if isinstance(error, HarnessError):
        output.explain(error.problems)
        return 2
    if is_lack_of_memory(error):
        output.explain([explain_memory_error(error)])
        return 2
    output.tell(f"Fault: {fault_line(error)}")
    return FAULT


def _say_usage(error: click.ClickException) -> None:
    """Print click's message about a wrong command line through our own output."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        output.tell_all(f"{error.format_message()}\n")
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        output.tell_all(f"{context.get_usage()}\n")
        output.tell(f"Try '{context.command_path} {context.help_option_names[0]}' for help.")
        output.tell("")
    output.explain([" ".join(error.format_message().split())])
