"""Options and kinds of commands that several commands share: one grammar for all of them.

``--format`` is the form of the output, ``--from`` the layout of an input, ``--to`` the layout to
convert to. A setting of a task is an option with the same name, made from the same declaration; a
repeatable option has the singular of its list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from harness.cli.output import be_quiet, be_wide, keep_top
from harness.core.execution import BACKENDS, Execution
from harness.settings.names import DATA, TABLE_FORMS

if TYPE_CHECKING:
    from harness.evaluation.judgments import KnownJudgments
    from harness.settings.model import SettingsModel


class SharedOption(click.Option):
    """An option explained by ``harness help PAGE``, and only named elsewhere."""

    def __init__(self, *args: Any, page: str, **kwargs: Any) -> None:
        self.page = page
        super().__init__(*args, **kwargs)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the record on its own page; elsewhere one line, by the page's first option."""
        if ctx.command.name == self.page:
            return super().get_help_record(ctx)
        others = [
            option
            for option in ctx.command.params
            if isinstance(option, SharedOption) and option.page == self.page
        ]
        if others[0] is not self:
            return None
        flags = (max(option.opts, key=len) for option in others)
        return ", ".join(flags), f"harness help {self.page} explains them."


F = TypeVar("F", bound=Callable[..., Any])

HELP = {"help_option_names": ["-h", "--help"]}

#: The environment variable for a scheduler, if no option names one.
SCHEDULER_VARIABLE = "HARNESS_SCHEDULER"
#: The most names of a choice written out in a help text.
_MOST_NAMES = 10


def combine_options(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Combine options into one decorator, shown in the given order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def format_option(
    choices: Sequence[str] = tuple(TABLE_FORMS), default: str | None = "table", **more: Any
) -> Callable[[F], F]:
    """Return the option ``--format``: the form of the output, one of the command's own."""
    if tuple(choices) == tuple(TABLE_FORMS):
        more = {"cls": SharedOption, "page": "output", **more}
    more = {"help": f"The form of the output. [{default}]", **more}
    return click.option("--format", type=click.Choice(choices), default=default, **more)


def part_option(*parts: str) -> Callable[[F], F]:
    """Return the option ``--part``: one of several tables."""
    text = f"Print this table only. [all; {parts[0]} for {', '.join(DATA)}]"
    return click.option("--part", type=click.Choice(parts), help=text)


def measure_option(text: str, *, several: bool) -> Callable[[F], F]:
    """Return the option ``-m/--measure``: one measure, or ``several`` as a list."""
    name, more = ("measures", " Repeatable.") if several else ("measure", "")
    return click.option(
        "-m", "--measure", name, metavar="NAME", multiple=several, help=f"{text}{more}"
    )


layout_option = click.option(
    "--from",
    "layout",
    metavar="LAYOUT",
    help="The layout of the input: harness help layouts lists them. [recognised]",
)
kind_option = click.option(
    "--kind", type=click.Choice(["topics", "qrels", "runs"]), help="What it holds. [recognised]"
)


class _Numbers(click.ParamType):  # type: ignore[type-arg]  # generic in the newest click only
    """Numbers separated by commas, as a list."""

    name = "numbers"

    def __init__(self, kind: type[int | float]) -> None:
        self.kind = kind

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int] | list[float]:
        """Parse the list; raises a click error with an example."""
        try:
            parts = value.split(",") if isinstance(value, str) else value
            return [self.kind(part) for part in parts]
        except ValueError:
            example = "whole numbers such as 10,50,100" if self.kind is int else "0.8,0.9"
            self.fail(f"{value!r}: write {example}", param, ctx)


def numbers_option(
    flag: str,
    kind: type[int | float],
    text: str,
    default: Sequence[float] | None = None,
    name: str | None = None,
) -> Callable[[F], F]:
    """Return an option with several numbers; ``name`` is the command's parameter."""
    known = f" [{','.join(map(str, default))}]" if default else ""
    return click.option(
        *([flag, name] if name else [flag]),
        type=_Numbers(kind),
        metavar="N,N,…" if kind is int else "X,X,…",
        default=default,
        help=f"{text}{known}",
    )


output_option = combine_options(
    click.option("-o", "--output", metavar="FILE", help="Where to write. [standard output]"),
    click.option("--force", is_flag=True, help="Replace an existing file."),
)
workers_option = click.option(
    "--workers",
    cls=SharedOption,
    page="workers",
    type=click.IntRange(1),
    metavar="N",
    help="How many workers. [one per processor]",
)


def execution_options(command: F) -> F:
    """Add ``--backend``, ``--workers`` and ``--scheduler``, passed to the command as ``workers``.

    The caller chooses the workers: a task file cannot.
    """

    @wraps(command)
    def executed(
        *args: Any, backend: str | None, workers: int | None, scheduler: str | None, **given: Any
    ) -> Any:
        source = click.get_current_context().get_parameter_source("scheduler")
        if backend not in (None, "dask") and source is ParameterSource.ENVIRONMENT:
            scheduler = None  # the option overrides the environment
        return command(*args, workers=Execution(backend, workers, scheduler), **given)

    return combine_options(
        click.option(
            "--backend",
            cls=SharedOption,
            page="workers",
            type=click.Choice(list(BACKENDS)),
            help="The kind of workers. [the fastest here, or dask with --scheduler]",
        ),
        workers_option,
        click.option(
            "--scheduler",
            cls=SharedOption,
            page="workers",
            metavar="ADDRESS",
            envvar=SCHEDULER_VARIABLE,
            help="A running Dask cluster, such as tcp://10.0.0.1:8786. Trust it: whoever controls "
            f"it can execute code here. Also {SCHEDULER_VARIABLE}. [one on this machine]",
        ),
    )(executed)  # type: ignore[return-value]


def _keep_going(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from harness.core.errors import keep_going

        context.with_resource(keep_going())


keep_going_option = click.option(
    "--keep-going",
    cls=SharedOption,
    page="workers",
    is_flag=True,
    expose_value=False,
    callback=_keep_going,
    help="Leave out runs that cannot be read (no file, no answer), with a note; the status is 1.",
)
quiet_option = click.option(
    "--quiet",
    cls=SharedOption,
    page="output",
    is_flag=True,
    expose_value=False,
    callback=be_quiet,
    help="Print only the result and errors: no notes, no progress.",
)


def wide_option(text: str, *, exposed: bool = True, **more: Any) -> Callable[[F], F]:
    """Return the option ``-w/--wide``: show more than fits the terminal."""
    return click.option(
        "-w", "--wide", is_flag=True, expose_value=exposed, callback=be_wide, help=text, **more
    )


#: Options for the rows and columns of tables shown.
extent_options = combine_options(
    click.option(
        "--top",
        cls=SharedOption,
        page="output",
        type=click.IntRange(1),
        metavar="N",
        expose_value=False,
        callback=keep_top,
        help="The first N rows of each table: of a leaderboard the best. [all]",
    ),
    wide_option(
        "All rows and columns, however narrow the terminal.",
        exposed=False,
        cls=SharedOption,
        page="output",
    ),
)
table_options = combine_options(format_option(), extent_options, quiet_option)
task_argument = click.argument("task_file", metavar="TASK", type=click.Path())
identical_option = click.option(
    "--ignore-identical",
    is_flag=True,
    help="Drop documents that have the identifier of their topic, as BEIR does.",
)
known_option = click.option(
    "--known",
    multiple=True,
    type=click.Path(),
    metavar="QRELS",
    help="Judgments known before: their documents leave rankings and judgments. Repeatable.",
)
target_argument = click.argument("target", metavar="TARGET")
#: The runs in ``TASK [RUN…]``, which replace the task's own.
runs_argument = click.argument("runs", metavar="[RUN]...", nargs=-1, type=click.Path())


class NameOfSetting(click.Choice[str]):
    """Choice of names, for help and completion; the model of the settings checks it."""

    def convert(self, value: str, *_: object) -> str:
        """Return the text unchanged: its problems are reported with all others."""
        return value


def add_options(
    model: type[SettingsModel], *names: str, page: str | None = None
) -> Callable[[F], F]:
    """Return options for some settings, or all, as the model declares them.

    Values are checked with the task's others; an absent option is None. The help of shared options
    is on ``page``.
    """
    shared = {} if page is None else {"cls": SharedOption, "page": page}
    return combine_options(
        *(_declare_option(model, name, **shared) for name in names or model.model_fields)
    )


def _declare_option(model: type[SettingsModel], name: str, **more: Any) -> Callable[[F], F]:
    from harness.settings.model import describe_field, list_choices, types_in

    field = model.model_fields[name]
    many = isinstance(field.default, tuple)
    singular = name.removesuffix("es" if name.endswith("sses") else "s")  # measures, losses
    flag = "--" + (singular if many else name).replace("_", "-")
    flags = ("-m", flag, name) if name == "measures" else (flag, name)
    text = describe_field(field, brief=True) + (" Repeatable." if many else "")
    if isinstance(field.default, bool):
        return click.option(*flags, is_flag=True, default=None, help=text, **more)
    names = list_choices(field)
    kind = NameOfSetting(names) if names else None
    numbers = [mark for of, mark in ((int, "N"), (float, "X")) if of in types_in(field.annotation)]
    metavar = None if 0 < len(names) <= _MOST_NAMES else [*numbers, "NAME"][0]
    return click.option(*flags, type=kind, metavar=metavar, multiple=many, help=text, **more)


def known_judgments(
    paths: Sequence[str], own: KnownJudgments | None = None
) -> KnownJudgments | None:
    """Return the judgments of ``--known`` and of the task; None without any."""
    if not paths:
        return own
    from harness.evaluation.judgments import KnownJudgments
    from harness.formats.qrels import read_qrels

    return KnownJudgments.of([*(own.given if own else ()), *map(read_qrels, paths)])


def drop_absent(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings given on the command line, without absent ones."""
    return {name: value for name, value in settings.items() if value not in (None, ())}


#: The name of a group's own action, which nobody types.
_ITSELF = ""


class PlainGroup(click.Group):
    """A group that lists its commands with whole sentences, rare ones under More."""

    def __init__(self, *args: Any, more: Iterable[str] = (), **kwargs: Any) -> None:
        self.more = tuple(more)
        super().__init__(*args, **kwargs)

    @property
    def parts(self) -> tuple[click.Command, ...]:
        """The commands below this one."""
        return tuple(self.commands.values())

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first sentence of each command, which may take two lines."""
        usual = [name for name in self.commands if name not in self.more]
        for title, names in (("Commands", usual), ("More commands", self.more)):
            listed = [(name, self.commands[name].get_short_help_str(200)) for name in names]
            if listed:
                with formatter.section(title):
                    formatter.write_dl(listed)


class _OfGroup(click.Context):
    """The context of a group's own action, with the group's name."""

    @property
    def command_path(self) -> str:
        """The words before the options."""
        return super().command_path.rstrip()


class Itself(click.Command):
    """The action of a group without a subcommand."""

    context_class = _OfGroup


class WithDefault(PlainGroup):
    """A group that is also a command, for anything but the name of a subcommand.

    Its help is the command's, with the subcommands below.
    """

    default: click.Command

    def itself(self, default: click.Command) -> click.Command:
        """Run the group's own action."""
        self.default, self.help = default, default.help
        return default

    @property
    def parts(self) -> tuple[click.Command, ...]:
        """Return the subcommands and the group's own action."""
        return (self.default, *super().parts)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does; anything but a subcommand or --help is for the group itself."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [_ITSELF, *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a subcommand, or the group's own action."""
        return self.default if cmd_name == _ITSELF else super().get_command(ctx, cmd_name)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words after the name of the group: its own arguments, or a subcommand."""
        return [*self.default.collect_usage_pieces(ctx), "| COMMAND …"]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the group, then the commands."""
        own = self.default.context_class(self.default, parent=ctx, info_name=_ITSELF)
        self.default.format_options(own, formatter)
        self.format_commands(ctx, formatter)
