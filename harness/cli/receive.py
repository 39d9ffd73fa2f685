"""``harness receive``: submissions checked, kept and receipted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from harness.cli.options import HELP, execution_options, table_options, task_argument
from harness.cli.output import at_work, put_lines, say, show, tell
from harness.core.execution import Workers
from harness.core.numbers import counted
from harness.report.table import Table, headed

if TYPE_CHECKING:
    from harness.results.receipts import ReceivedFile


@click.command("receive", context_settings=HELP, short_help="Receive submissions for a task.")
@click.option("--group", metavar="NAME", help="Whose files these are.")
@click.option("--list", "listed", is_flag=True, help="List all that was received, and what counts.")
@click.option(
    "--withdraw",
    "withdrawn",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="Take back the receipt of that number, of --group; it stays on record.",
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
def command(
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
    findings: on the screen, and as a text for a mail beside the record. Of the files of one group
    and name the newest counts that has no errors, came before the deadline (the key
    `receive.deadline`) and was not withdrawn. Nothing that was received is ever deleted.

    It needs no server: a mail box, an upload form or a cron job calls it. The exit status is 0 when
    all files count, 1 when one does not, and 2 when one cannot be had: then none is received.
    """
    from harness.workflows.receive import put_counting, receive, received, withdraw

    if bool(files) + listed + (withdrawn is not None) + (output is not None) != 1:
        raise click.UsageError("name FILEs, or give one of --list, --withdraw and --output")
    if (files or withdrawn is not None) and not group:
        raise click.UsageError("--group NAME says whose these are")
    if listed:
        show(_table(received(task_file)), format)
    elif withdrawn is not None:
        receipt = withdraw(task_file, withdrawn, group or "")
        say(f"Receipt {receipt.number}: receipt {withdrawn} of {group} is withdrawn.")
    elif output is not None:
        written = put_counting(task_file, output)
        say(f"{counted(len(written), 'file')} written to {output}")
    else:
        at_work()
        status = 0
        for number, each in enumerate(receive(task_file, files, group or "", workers=workers)):
            put_lines("\n" * bool(number) + each.text, None, force=False)
            tell(f"Text for a mail: {each.path}")
            status |= bool(each.standing.reason)
        context.exit(status)


def _table(standings: Sequence[ReceivedFile]) -> Table:
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
    return Table(headed(*heads), rows, "Received")
