"""One grammar for all commands: the same word means the same thing in each of them."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import get_args

import click
import pytest
from pydantic_core import PydanticUndefined

import harness as package
from harness.cli.main import COMMANDS, PAGES, cli
from harness.cli.options import SharedOption
from harness.config import TaskFile
from harness.core.execution import Execution
from harness.formats.layouts import layouts
from harness.report.table import RENDERERS
from harness.settings.compare import CompareSettings
from harness.settings.model import SettingsModel, describe_field, find_model
from harness.settings.pool import PoolSettings
from harness.settings.task import ReportSettings
from tests.each import each

#: Words that were once used for what another word means.
FORBIDDEN = {
    "--as": "--format",
    "--style": "--format",
    "--layout": "--from",
    "--input": "--from",
    "--input-format": "--from",
    "--qrels-format": "--qrels-from",
    "--judged-format": "--judged-from",
    "--output-format": "--to",
    "--measures": "--measure",
    "--baselines": "--baseline",
    "--out": "--output",
    "--silent": "--quiet",
    "--jobs": "--workers",
    "--threads": "--workers",
    "--processes": "--workers",
    "--overwrite": "--force",
}
#: Commands that print no table, and say what they do on standard output.
WITHOUT_TABLES = {
    "completion",
    "convert",
    "demo",
    "explain",
    "help",
    "judge backup",
    "judge export",
    "judge link",
    "judge pool",
    "judge model",
    "judge packet",
    "judge release",
    "judge serve",
    "judge simulate",
    "pool rebuild",
    "report leaderboard",
    "selftest",
    "init",
    "schema",
}
#: Commands that read no runs, so that there is nothing to be done side by side.
WITHOUT_RUNS = {
    "compare design",
    "completion",
    "demo",
    "diff",
    "explain",
    "init",
    "judge add",
    "judge backup",
    "judge diff",
    "judge export",
    "judge import",
    "judge link",
    "judge model",
    "judge packet",
    "judge release",
    "judge serve",
    "judge simulate",
    "judge status",
    "labels",
    "measures",
    "pool rebuild",
    "pool strategies",
    "convert",
    "schema",
}
#: Commands that write a file in a layout of one's choice, as those that convert do.
WRITING = {"convert", "judge export", "judge packet", "judge release"}

#: The keys, options and arguments that say how work is shared out.
EXECUTION = {field.name for field in fields(Execution)}


def _leaves(command: click.Command, name: str = "") -> dict[str, click.Command]:
    if not isinstance(command, click.Group):
        return {name: command}
    names = command.list_commands(click.Context(command))
    parts = {part: command.get_command(click.Context(command), part) for part in names}
    own = {name: command.default} if hasattr(command, "default") else {}
    return own | {
        leaf: found
        for part, sub in parts.items()
        if sub is not None
        for leaf, found in _leaves(sub, f"{name} {part}".strip()).items()
    }


LEAVES = _leaves(cli)


def _options(command: click.Command) -> dict[str, click.Option]:
    options = [param for param in command.params if isinstance(param, click.Option)]
    return {flag: option for option in options for flag in option.opts}


def _is_any(name: str, names: set[str]) -> bool:
    return any(name == known or name.startswith(f"{known} ") for known in names)


def test_there_are_commands_to_look_at():
    assert {name.split()[0] for name in LEAVES} == set(COMMANDS)
    assert len(LEAVES) > 25


@each(LEAVES)
def test_the_options_of_a_command_follow_the_grammar(name):
    options = _options(LEAVES[name])
    wrong = [f"{flag}: say {FORBIDDEN[flag]}" for flag in options if flag in FORBIDDEN]
    assert not wrong
    assert ("-m" in options) == ("--measure" in options)
    assert ("-o" in options) == ("--output" in options)
    assert "-q" not in options or name == "eval"
    assert ("--to" in options) == (name in WRITING)
    reading = name in ("init", "check", "judge import", "info", "convert")
    assert ("--from" in options) == reading
    assert not any(option.help is None for option in options.values())
    assert ("--format" in options) != (name == "report" or _is_any(name, WITHOUT_TABLES))
    silent = ("pool rebuild", "init", "completion", "schema", "demo", "explain")
    assert "--quiet" in options or name in silent
    assert ("--workers" in options) != _is_any(name, WITHOUT_RUNS)
    of_execution = {f"--{word}" for word in EXECUTION} & options.keys()
    assert len(of_execution) in ((1,) if name == "selftest" else (0, len(EXECUTION)))


@each(LEAVES)
def test_format_is_the_form_of_the_output_and_the_same_everywhere(name):
    option = _options(LEAVES[name]).get("--format")
    if option is None:
        return
    kinds = set(option.type.choices)
    if name == "check":
        assert kinds == {"text", "json", "sarif"}
    elif name == "report figures":
        assert kinds == {"svg", "pdf", "png", "pgf"}
    elif name == "report sheets":
        assert kinds == {"html", "pdf"}
    else:
        assert set(RENDERERS) <= kinds
    assert option.default in ("table", "text", "svg", "html", None)  # for people unless asked for


@pytest.mark.parametrize("group", ["compare", "pool", "report"])
def test_a_group_that_is_a_command_has_one_page(harness, group):
    command = cli.get_command(click.Context(cli), group)
    own = harness(group, "--help").out
    assert (
        harness(group, "TASK", "--help").out.split("Options:")[0].split("\n\n")[1:]
        == (own.split("Options:")[0].split("\n\n")[1:])
    )
    assert all(flag in own for flag in _options(command.default))
    assert all(f"\n  {name} " in own for name in command.commands)
    assert "…" not in own.split("Commands:")[1].replace("COMMAND …", "")  # no text is cut
    usage = " ".join(own.split("\n\n")[0].split())
    assert usage.startswith(f"Usage: harness {group} [OPTIONS] TA")


def _help(words):
    command = LEAVES[words]
    context = click.Context(command, info_name=words.split()[-1], **command.context_settings)
    return command.get_help(context)


@each(LEAVES)
def test_shared_options_are_named_on_each_page_and_explained_on_one(name):
    shared = [param for param in LEAVES[name].params if isinstance(param, SharedOption)]
    text = " ".join(_help(name).split())
    for param in shared:
        assert max(param.opts, key=len) in text
        explained = " ".join((param.help or "").split()) in text
        assert explained == (param.page == name), param.name
    assert all(f"harness help {param.page}" in text or param.page == name for param in shared)


@pytest.mark.parametrize("page", [*PAGES, "compare", "pool"])
def test_the_page_that_is_named_explains_every_option(harness, page):
    got = harness("help", page)
    assert (got.status, got.err) == (0, "")
    text = " ".join(got.out.split())
    shared = {
        (max(param.opts, key=len), param.help)
        for command in LEAVES.values()
        for param in command.params
        if isinstance(param, SharedOption) and param.page == page
    }
    assert bool(shared) == (page != "layouts")
    for flag, explanation in shared:
        assert flag in text
        assert page in ("compare", "pool") or " ".join(explanation.split()) in text


def test_options_take_less_room_than_the_commands_have_options():
    """Half of the lines were eight options that nearly every command has."""
    lines = sum(
        line.lstrip().startswith("-") for name in LEAVES for line in _help(name).splitlines()
    )
    assert lines < 0.75 * sum(len(command.params) for command in LEAVES.values())


def test_the_page_of_layouts_has_all_of_them(harness):
    out = harness("help", "layouts").out
    for kind in ("topics", "judgments", "runs"):
        for layout in layouts(kind):
            assert f"  {layout.name}{' *' if layout.write else ''} " in out


@pytest.mark.parametrize(
    ("words", "model"),
    [
        ("compare", CompareSettings),
        ("compare measures", CompareSettings),
        ("pool", PoolSettings),
        ("report", ReportSettings),
    ],
)
def test_an_option_says_what_its_setting_says(words, model):
    by_name = {option.name: option for option in _options(LEAVES[words]).values()}
    shared = [name for name in model.model_fields if name in by_name]
    assert len(shared) > 3
    given = LEAVES[words].make_context(words, ["TASK"]).params
    for name in shared:
        option, field = by_name[name], model.model_fields[name]
        assert name in (option.name, f"{option.name}s")
        assert given[name] in (None, ())  # a key of the task is not overruled
        if option.type.name == "choice":
            assert all(known in describe_field(field) for known in option.type.choices)


# Python


def _arguments(function):
    """The names of a function's arguments, those of its typed options included."""
    parameters = inspect.signature(function).parameters
    names = set(parameters) - {"options"}
    if (options := parameters.get("options")) is not None:
        typed = options.annotation.removeprefix("Unpack[").removesuffix("]")
        names |= function.__globals__[typed].__optional_keys__
    return names


@pytest.mark.parametrize(
    ("function", "model", "others"),
    [
        (
            package.compare,
            CompareSettings,
            {"scores", "runs", "lower_is_better", "attributes", "baseline", *EXECUTION},
        ),
        (
            package.pool,
            PoolSettings,
            {
                "runs",
                "known_judgments",
                "ignore_identical",
                "groups",
                "relevance_level",
                "parameters",
            }
            | EXECUTION,
        ),
        (package.score, TaskFile, {"qrels", "runs", *EXECUTION}),
    ],
)
def test_arguments_in_python_are_the_keys_of_a_task(function, model, others):
    signature = inspect.signature(function).parameters
    arguments = _arguments(function) - others
    assert arguments <= model.model_fields.keys()
    for name in arguments & signature.keys():
        default = model.model_fields[name].get_default(call_default_factory=True)
        given = signature[name].default
        assert given in (default, None) or default in (None, (), {}, PydanticUndefined), name


@each(["check", "compare", "diagnose", "make_report", "pool", "run", "score"])
def test_whatever_works_on_runs_takes_a_backend_workers_and_a_scheduler(name):
    assert _arguments(getattr(package, name)) >= EXECUTION


def test_an_unknown_argument_is_told_the_nearest():
    import pandas as pd

    frame = pd.DataFrame({"x": [0.5, 0.7], "y": [0.4, 0.3]}, index=["1", "2"])
    with pytest.raises(TypeError, match=r"'baselines' \(did you mean baseline\?\)"):
        package.compare(frame, baselines="x")
    with pytest.raises(TypeError, match=r"compare\(\) got an unexpected keyword argument 'zzz'"):
        package.compare(frame, zzz=1)


# Models


def _models(model: type[SettingsModel]) -> set[type[SettingsModel]]:
    parts = [find_model(field) for field in model.model_fields.values()]
    return {model, *(inner for part in parts if part is not None for inner in _models(part))}


def test_every_setting_is_described_and_has_one_home():
    models = _models(TaskFile)
    assert len(models) > 8
    for model in models:
        assert model.__doc__
        for name, field in model.model_fields.items():
            assert field.description, f"{model.__name__}.{name}"
            assert not any(isinstance(part, str) for part in get_args(field.annotation)), name


@pytest.mark.parametrize("name", sorted({name.split()[0] for name in LEAVES if " " in name}))
def test_a_group_alone_shows_its_help(harness, name):
    got = harness(name)
    assert (got.status, got.out) == (2, "")
    assert got.err.startswith(f"Usage: harness {name} ")
    assert "Commands:\n" in got.err
    assert "Error" not in got.err
