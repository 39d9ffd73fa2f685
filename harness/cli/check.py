"""``harness check``: what runs must satisfy, for organisers and participants alike."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from harness.cli.output import put_file, write
from harness.errors import InputError, Problem
from harness.execution import map_ordered
from harness.formats.runs import RUN_FORMATS, run_files
from harness.report.findings import FINDING_RENDERERS, Checks
from harness.validation import REPAIRS, SETTINGS, Checked, Requirements, check_run

_TASKS = (".yaml", ".yml")
#: The keys of a task that say which its runs are; nothing else is looked at to find them.
_RUN_KEYS = frozenset({"name", "runs", "run_pattern"})


@dataclass(frozen=True, slots=True)
class _File:
    """A run file to be checked, and what the task says about it."""

    path: str
    name: str | None = None
    layout: str | None = None


def _severities(_: click.Context, __: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    settings = {}
    for value in values:
        code, equals, setting = value.partition("=")
        if not equals:
            hint = f"write CODE=SEVERITY, the severity one of {', '.join(SETTINGS)}"
            raise click.BadParameter(f"{value!r}: {hint}")
        settings[code] = setting
    return settings


@click.command(
    "check",
    context_settings={"help_option_names": ["-h", "--help"]},
    short_help="Check runs before they are submitted or evaluated.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FINDING_RENDERERS)),
    default="text",
    help="How to say what was found. [text]",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write. [standard output]")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.option(
    "--severity",
    "severity",
    multiple=True,
    callback=_severities,
    metavar="CODE=SEVERITY",
    help=f"How bad findings of a code are: {', '.join(SETTINGS)}. Repeatable.",
)
@click.option(
    "--repair",
    "repairs",
    multiple=True,
    metavar="NAME",
    help=f"What may be repaired: {', '.join(REPAIRS)}. Repeatable; the files stay as they are.",
)
@click.option("--depth", type=click.IntRange(1), help="The most documents of a topic. [TASK's]")
@click.option(
    "--layout", metavar="NAME", help=f"The runs' layout: {', '.join(RUN_FORMATS)}. [recognised]"
)
@click.option("--threads", type=click.IntRange(1), help="Threads to use. [one a processor]")
@click.argument("paths", metavar="[TASK] [RUN]...", nargs=-1, required=True)
@click.pass_context
def command(
    context: click.Context,
    style: str,
    output: str | None,
    force: bool,
    severity: dict[str, str],
    repairs: tuple[str, ...],
    depth: int | None,
    layout: str | None,
    threads: int | None,
    paths: tuple[str, ...],
) -> None:
    """Check whether runs are what a task asks for, and say what is wrong and where.

    TASK is a YAML file; its key `check` says what is asked for. With RUNs, these are checked by
    its rules, and none of the other files that it names need be there; alone, all runs of the task
    are checked. Without TASK the rules are those that hold everywhere.

    The exit status is 0 when every run is clean (notes, and what was repaired, do not count), 1
    when there are errors or warnings, and 2 when a file cannot be read or the task is wrong.
    """
    task, given = _sorted_out(paths)
    requirements = Requirements()
    if task is not None:
        from harness.pipeline.requirements import load_requirements  # only a task needs all that

        requirements = load_requirements(task)
    requirements = replace(
        requirements,
        depth=depth or requirements.depth,
        severity={**requirements.severity, **severity},
        repairs=tuple(dict.fromkeys((*requirements.repairs, *repairs))),
    )
    files = [_File(path) for path in run_files(given)] if given else _runs_of(str(task))
    _refuse_input(output, files)
    work = partial(_check, requirements=requirements, layout=layout)
    checks = Checks(list(map_ordered(work, files, threads)), requirements.not_checked)
    said = FINDING_RENDERERS[style](checks)
    if output is None or output == "-":
        write(said)
    else:
        put_file(said, output, force=force)
    context.exit(checks.status)


def _refuse_input(output: str | None, files: Sequence[_File]) -> None:
    """What is checked is never written to, not even by force."""
    if output is not None and any(_is_same(output, file.path) for file in files):
        raise InputError(Problem("this file is checked, and not written to", output))


def _is_same(one: str, other: str) -> bool:
    return Path(one).exists() and Path(other).exists() and Path(one).samefile(other)


def _sorted_out(paths: Sequence[str]) -> tuple[str | None, list[str]]:
    """The task file among the arguments, if there is one, and the runs."""
    tasks = [path for path in paths if Path(path).suffix.lower() in _TASKS]
    if len(tasks) > 1:
        raise click.UsageError(f"one task at a time: {' and '.join(tasks)}")
    runs = [path for path in paths if path not in tasks]
    return (tasks[0] if tasks else None), runs


def _runs_of(task_file: str) -> list[_File]:
    from harness.config import load_task
    from harness.config.schema import TaskFile

    task = load_task(task_file, without=TaskFile.model_fields.keys() - _RUN_KEYS)
    return [_File(_tidy(task.place(run.path)), run.name, run.format) for run in task.runs]


def _tidy(path: Path) -> str:
    """A path without steps down and up again, where that is the same file (links may differ)."""
    tidy = Path(os.path.normpath(path))
    return str(tidy if tidy.exists() and tidy.samefile(path) else path)


def _check(file: _File, *, requirements: Requirements, layout: str | None) -> Checked:
    """One run; what cannot be read is said with the findings of the others."""
    try:
        checked = check_run(file.path, requirements, name=file.name, format=layout or file.layout)
    except InputError as error:
        return Checked.unreadable(file.path, error)
    # What is left of it is not needed here, and many runs take much memory.
    return replace(checked, run=None)
