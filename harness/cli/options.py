"""Options and kinds of commands that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from harness.report.table import RENDERERS

F = TypeVar("F", bound=Callable[..., Any])

HELP = {"help_option_names": ["-h", "--help"]}

style_option = click.option(
    "--format",
    "style",
    type=click.Choice(list(RENDERERS)),
    default="table",
    help="How to print tables. [table]",
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), help="Threads. [one a processor]"
)
task_argument = click.argument("task_file", metavar="TASK", type=click.Path())
target_argument = click.argument("target", metavar="TARGET")
#: ``TASK [RUN…]``: a task, and the runs that take the place of its own.
runs_argument = click.argument("runs", metavar="[RUN]...", nargs=-1, type=click.Path())


class PlainGroup(click.Group):
    """A group that lists its commands with whole sentences."""

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first sentence of each command, which may take two lines."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(limit=1000)) for name, one in self.commands.items()]
            )


class WithDefault(PlainGroup):
    """A group whose first argument may be what its ``default`` command works on."""

    def __init__(self, *args: Any, default: str, **kwargs: Any) -> None:
        self.default = default
        super().__init__(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, with the default command before whatever is not one."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)
