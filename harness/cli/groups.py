"""Commands that have further commands below them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

#: The name of what a group does itself, which nobody types.
_ITSELF = ""


class PlainGroup(click.Group):
    """A group that lists its commands with whole sentences, those that are rare under More."""

    def __init__(self, *args: Any, more: Iterable[str] = (), **kwargs: Any) -> None:
        self.more = tuple(more)
        super().__init__(*args, **kwargs)

    @property
    def parts(self) -> tuple[click.Command, ...]:
        """All commands below this one."""
        return tuple(self.commands.values())

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first sentence of each command, which may take two lines."""
        usual = [name for name in self.commands if name not in self.more]
        for title, names in (("Commands", usual), ("More commands", self.more)):
            listed = [(name, self.commands[name].get_short_help_str(200)) for name in names]
            if listed:
                with formatter.section(title):
                    formatter.write_dl(listed)


class _OfGroup(click.Context):
    """The context of what a group does itself: it has the name of the group."""

    @property
    def command_path(self) -> str:
        """The words before the options."""
        return super().command_path.rstrip()


class Itself(click.Command):
    """Command that a group is when no further one is named."""

    context_class = _OfGroup


class WithDefault(PlainGroup):
    """A group that is a command, too: it works on what is not the name of a further command.

    Its page is that of the command, with the further ones below.
    """

    default: click.Command

    def itself(self, default: click.Command) -> click.Command:
        """Let the group do what a command does."""
        self.default, self.help = default, default.help
        return default

    @property
    def parts(self) -> tuple[click.Command, ...]:
        """All commands below this one, and what it does itself."""
        return (self.default, *super().parts)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does; what is neither a further command nor a call for help is for itself."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [_ITSELF, *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, or what the group does itself."""
        return self.default if cmd_name == _ITSELF else super().get_command(ctx, cmd_name)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The words after the name of the group: its own, or another command."""
        return [*self.default.collect_usage_pieces(ctx), "| COMMAND …"]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the group, then the commands."""
        own = self.default.context_class(self.default, parent=ctx, info_name=_ITSELF)
        self.default.format_options(own, formatter)
        self.format_commands(ctx, formatter)
