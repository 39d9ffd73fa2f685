"""The entry point: finds the command, and turns errors into one clear message and a status."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from harness._version import __version__
from harness.errors import HarnessError, nearest

#: Each command, the line that ``harness --help`` shows, in the order of use. Its module
#: ``harness.cli.<name>`` is imported only when it is called, so that help comes at once.
COMMANDS = {
    "run": "Evaluate a task: one YAML file from topics, qrels and runs to scores.",
    "check": "Check runs before they are submitted or evaluated: harness check [TASK] RUN…",
    "pool": "Choose the documents that assessors will see: harness pool TASK.",
    "compare": "Test which differences between runs can be trusted: harness compare TASK.",
    "diff": "Say what changed between two evaluations, and why: harness diff BEFORE AFTER.",
    "diagnose": "Say where runs lose, and which documents explain it: harness diagnose TASK.",
    "report": "Show an evaluation: one HTML page, sheets, tables and figures for papers.",
    "eval": "Score runs as trec_eval does: harness eval QRELS RUN…",
    "measures": "List the measures, or explain one.",
    "topics": "Look into topic files and convert them.",
    "qrels": "Look into relevance judgments and convert them.",
    "runs": "Look into runs and convert them.",
}


class Commands(click.Group):
    """Commands that are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"harness.cli.{name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        """As click does, with the nearest name for a command that does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = nearest(args[0], COMMANDS) or f"commands: {', '.join(COMMANDS)}"
            raise click.UsageError(f"No such command {args[0]!r} ({hint})", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """As click does; that a reader of our output went away (| head) is no error.

        click itself would end with status 1 before `main` can see it.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _silence()
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="harness")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def cli(debug: bool) -> None:
    """Evaluation of information retrieval: from topics, judgments and runs to scores."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line: status 0 when all went well, 2 for an error that is explained.

    A command that finds fault with what it was given ends with a status of its own.
    """
    arguments = list(sys.argv[1:] if args is None else args)
    debug = "--debug" in arguments
    if debug:  # accepted before and after the command's name
        arguments.remove("--debug")
    try:
        status = _run(arguments)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output went away (| head)
        _silence()
    except (click.ClickException, HarnessError) as error:
        if debug:
            raise
        _explain(error)
        sys.exit(2)
    else:
        if status:
            sys.exit(status)


def _run(arguments: list[str]) -> int:
    if sys.stdout is None:
        raise HarnessError("there is no standard output to write to")
    try:
        status = cli.main(args=arguments, prog_name="harness", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _silence()
        raise HarnessError(f"the output cannot be written: {error.strerror or error}") from error
    return status if isinstance(status, int) else 0


def _silence() -> None:
    """What is still buffered for standard output goes nowhere, instead of failing at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(error: click.ClickException | HarnessError) -> None:
    if isinstance(error, click.ClickException):
        error.show()
        return
    for problem in error.problems:
        click.echo(f"Error: {problem}", err=True)
