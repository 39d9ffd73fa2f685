"""``harness check`` and ``harness receive``: check runs, and receive submissions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.options import (
    HELP,
    execution_options,
    format_option,
    known_judgments,
    known_option,
    layout_option,
    output_option,
    table_options,
    task_argument,
)
from harness.cli.output import at_work, put_content, put_lines, say, show, tell
from harness.core.errors import InputError, Problem
from harness.core.execution import Workers
from harness.core.identity import RunFile
from harness.core.numbers import count_noun
from harness.settings.names import FINDING_SETTINGS, REPAIR_NAMES

if TYPE_CHECKING:
    from harness.report.findings import Checks, Listing
    from harness.report.table import Table
    from harness.results.receipts import ReceivedFile


_FORMATS = ("text", "json", "sarif")


def _severities(_: click.Context, __: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    settings = {}
    for value in values:
        code, equals, setting = value.partition("=")
        if not equals:
            hint = f"write CODE=SEVERITY, the severity one of {', '.join(FINDING_SETTINGS)}"
            raise click.BadParameter(f"{value!r}: {hint}")
        settings[code] = setting
    return settings


@click.command(
    "check", context_settings=HELP, short_help="Check runs before they are submitted or evaluated."
)
@format_option(_FORMATS, "text")
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="One line per finding, with its position: at most 25 of a code and run.",
)
@click.option("--quiet", is_flag=True, help="Only errors and the verdict.")
@click.option("--statistics", is_flag=True, help="Only the numbers of runs and findings by code.")
@click.option(
    "--diff",
    "as_diff",
    is_flag=True,
    help="The changes that requested or recommended repairs would make, as a unified diff for "
    "patch.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Status 1 also for repairs, and for rules that could not be checked.",
)
@output_option
@click.option(
    "--severity",
    multiple=True,
    callback=_severities,
    metavar="CODE=SEVERITY",
    help=f"The severity of findings of a code: {', '.join(FINDING_SETTINGS)}. Repeatable.",
)
@click.option(
    "--repair",
    "repairs",
    multiple=True,
    metavar="NAME",
    help=f"Repairs to make: {', '.join(REPAIR_NAMES)}. Repeatable; files are not changed.",
)
@click.option("--depth", type=click.IntRange(1), help="The most documents of a topic. [TASK's]")
@known_option
@layout_option
@click.option("--group", metavar="NAME", help="The group of the RUNs, for runs_per_group of TASK.")
@click.option(
    "--download",
    is_flag=True,
    help="Download the documents of a dataset that TASK names. [not downloaded]",
)
@execution_options
@click.argument("paths", metavar="[TASK] [RUN]...", nargs=-1, required=True)
@click.pass_context
def command(
    context: click.Context,
    /,
    format: str,
    every: bool,
    quiet: bool,
    statistics: bool,
    as_diff: bool,
    output: str | None,
    force: bool,
    paths: tuple[str, ...],
    **given: Any,
) -> None:
    """Check whether runs are what a task asks for, and say what is wrong and where.

    TASK is a YAML file; its key `check` says what is asked for. With RUNs, only these are checked,
    and the other files that it names need not be there; without, all runs of the task are. A file
    of judgments can stand in for TASK. With neither, the rules are those that hold everywhere.

    The exit status is 0 when every run passes (notes do not count, nor repairs without --strict), 1
    when there are errors or warnings, and 2 when a file cannot be read or the task is wrong.
    """
    from harness.report.findings import Listing
    from harness.validation.findings import MOST_LISTED
    from harness.validation.verdicts import FIRST

    if format != "text" and (every or quiet or statistics or as_diff):
        message = f"--all, --diff, --quiet and --statistics are for the text, not for {format}"
        raise click.UsageError(message)
    if as_diff and (every or statistics):
        raise click.UsageError("--diff is a list of its own, without --all and --statistics")
    put = put_lines if format == "text" else put_content
    at_work()
    listed = FIRST if format == "text" and not every else MOST_LISTED
    checks, diff = _checks(paths, output, listed=listed, **given)
    if as_diff:
        put_content("".join(f"{line}\n" for line in diff), output, force=force)
    else:
        put(_render_checks(checks, format, Listing(every, quiet, statistics)), output, force=force)
    context.exit(checks.status)


def _checks(
    paths: Sequence[str],
    output: str | None,
    *,
    layout: str | None,
    group: str | None,
    workers: Workers,
    strict: bool,
    known: Sequence[str],
    listed: int,
    **asked: Any,
) -> tuple[Checks, Iterator[str]]:
    """Check the runs of the command line, or of its task; ``output`` must not be one of them.

    Also returns the diff of their repairs, which is computed only when iterated.
    """
    from harness.workflows.check import (
        check_files,
        diff_repairs,
        find_task_files,
        list_given_files,
        required,
    )

    task, given = _split_arguments(paths)
    requirements = required(task, **asked)
    requirements = replace(
        requirements,
        known_judgments=known_judgments(known, requirements.known_judgments),
        listed=listed,
    )
    grouped = requirements.runs_per_group is not None
    files = list_given_files(given, group or "") or find_task_files(str(task), grouped=grouped)
    _refuse_input(output, files)
    files = [replace(file, format=layout or file.format) for file in files]
    whose = (_WHOSE[bool(given)],) if grouped and not all(file.group for file in files) else ()
    by_task = task is not None
    checks = check_files(
        files, requirements, by_task=by_task, strict=strict, unchecked=whose, workers=workers
    )
    return checks, diff_repairs(files, requirements, checks)


#: Reasons why the runs of a group cannot be counted: for a task, and for given runs.
_WHOSE = (
    "runs of a group: some runs have no group (participants, or a key group)",
    "runs of a group: no group is named (--group NAME)",
)


def _render_checks(checks: Checks, form: str, listing: Listing) -> str:
    from harness.report.findings import as_json, text
    from harness.report.sarif import sarif

    if form == "text":
        return text(checks, listing)
    return as_json(checks) if form == "json" else sarif(checks)


def _refuse_input(output: str | None, files: Sequence[RunFile]) -> None:
    """Refuse to overwrite a checked file, even by force."""
    from harness.inputs.chosen_runs import is_same_file

    if output is not None and any(is_same_file(Path(), output, file.path) for file in files):
        raise InputError(Problem("this file is read by the command, and not written to", output))


def _split_arguments(paths: Sequence[str]) -> tuple[str | None, list[str]]:
    """Split the arguments into the task, which may be judgments before runs, and the runs."""
    from harness.config.sources import judgments_task
    from harness.formats.files import TASK_SUFFIXES

    tasks = [path for path in paths if Path(path).suffix.lower() in TASK_SUFFIXES]
    if len(paths) > 1 and not tasks and judgments_task(Path(paths[0])):
        tasks = [paths[0]]
    if len(tasks) > 1:
        raise click.UsageError(f"one task at a time: {' and '.join(tasks)}")
    return (tasks[0] if tasks else None), [path for path in paths if path not in tasks]


@click.command("receive", context_settings=HELP, short_help="Receive submissions for a task.")
@click.option("--group", metavar="NAME", help="Whose files these are.")
@click.option("--list", "listed", is_flag=True, help="List the receipts, and which of them count.")
@click.option(
    "--withdraw",
    "withdrawn",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="Withdraw this receipt of --group; it stays on record.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="Folder to write the files that count to, as GROUP/FILE.",
)
@table_options
@execution_options
@task_argument
@click.argument("files", metavar="[FILE]...", type=click.Path(), nargs=-1)
@click.pass_context
def receive_command(
    context: click.Context,
    /,
    group: str | None,
    listed: bool,
    withdrawn: int | None,
    output: str | None,
    format: str,
    workers: Workers,
    task_file: str,
    files: tuple[str, ...],
) -> None:
    """Receive the FILEs of a group for TASK: check, keep, and give a receipt.

    A FILE is a run, or an archive of several. It is checked by the task's rules, kept under its
    hash in receipts/TASK beside the task file, and gets a receipt with hash, version, time and
    findings: on the screen, and as a text file to mail. Of the files of one group and name, the
    newest counts that has no errors, met the deadline (the key `receive.deadline`) and was not
    withdrawn. No received file is ever deleted.

    It needs no server: call it from a mail filter, an upload form or a cron job. The exit status is
    0 when all files count, 1 when one does not, and 2 when one cannot be read: then none is
    received.
    """
    from harness.workflows.receive import copy_counting, list_received, receive, withdraw

    if bool(files) + listed + (withdrawn is not None) + (output is not None) != 1:
        raise click.UsageError("name FILEs, or give one of --list, --withdraw and --output")
    if (files or withdrawn is not None) and not group:
        raise click.UsageError("name the group: --group NAME")
    if listed:
        show(_table(list_received(task_file)), format)
    elif withdrawn is not None:
        receipt = withdraw(task_file, withdrawn, group or "")
        say(f"Receipt {receipt.number}: receipt {withdrawn} of {group} is withdrawn.")
    elif output is not None:
        written = copy_counting(task_file, output)
        say(f"{count_noun(len(written), 'file')} written to {output}")
    else:
        at_work()
        status = 0
        for number, each in enumerate(receive(task_file, files, group or "", workers=workers)):
            put_lines("\n" * bool(number) + each.text, None, force=False)
            tell(f"Text for a mail: {each.path}")
            status |= bool(each.standing.reason)
        context.exit(status)


def _table(standings: Sequence[ReceivedFile]) -> Table:
    from harness.report.table import Table, complete_headings

    rows = [
        (
            each.receipt.number,
            each.receipt.group,
            each.receipt.file,
            each.version,
            each.receipt.received,
            each.receipt.runs,
            each.reason or "counts",
            each.receipt.sha256[:12],
        )
        for each in standings
    ]
    heads = ("receipt", "group", "file", "version", "received", "runs", "standing", "sha256")
    return Table(complete_headings(*heads), rows, "Received")
