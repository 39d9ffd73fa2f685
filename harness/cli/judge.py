"""``harness judge``: from a pool to judgments: lists, pages, packets, what comes back, releases."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import click

from harness.cli.comparing import part_option, put_tables
from harness.cli.options import (
    HELP,
    PlainGroup,
    execution_options,
    measure_option,
    output_option,
    quiet_option,
    table_options,
    task_argument,
)
from harness.cli.output import put_content, put_file, say, show, tell
from harness.core.errors import EvaluationError, InputError, Problem, refuse, unknown
from harness.core.execution import Workers
from harness.core.harmless import visible
from harness.judging.exports import EXPORTS
from harness.judging.policies import POLICIES
from harness.report.judging import (
    agreement_tables,
    changes_table,
    effects_table,
    previews_table,
    progress_table,
)
from harness.report.table import Table
from harness.workflows.judge import (
    add,
    agreement,
    bring_back,
    changes,
    effects,
    exported,
    ledger_path,
    next_pool,
    open_ledger,
    released,
    simulated,
    site_of,
    task_to_judge,
)

#: How much the address of a reverse proxy may be left out of the words of `serve`.
_LOOPBACK = ("127.0.0.1", "::1", "localhost")

policy_option = click.option(
    "--policy",
    metavar="NAME",
    help=f"How several judgments become one: {', '.join(POLICIES)}. [what TASK says]",
)
dimension_option = click.option("--dimension", metavar="NAME", help="What was judged. [the first]")


@click.group("judge", cls=PlainGroup, context_settings=HELP)
def command() -> None:
    """Judge documents: hand a pool out, collect judgments, agree, release.

    TASK is a YAML file; its key `judge` says what is judged. Everything is kept in one file, the
    ledger, to which is only ever added (docs/judging.md).
    """


@command.command("add", context_settings=HELP)
@click.option(
    "--organiser",
    "organisers",
    metavar="PERSON",
    multiple=True,
    help="Somebody who may see progress and decide conflicts. Repeatable.",
)
@click.option(
    "--adjudicator",
    "adjudicators",
    metavar="PERSON",
    multiple=True,
    help="Somebody who may decide conflicts. Repeatable.",
)
@quiet_option
@task_argument
@click.argument("pool", metavar="DIRECTORY", type=click.Path())
def add_command(
    task_file: str, pool: str, organisers: tuple[str, ...], adjudicators: tuple[str, ...]
) -> None:
    """Put the pool of a DIRECTORY into the ledger of TASK, its documents on assessors' lists.

    The ledger is made when there is none. Documents that it knows keep their lists and judgments;
    a later pool adds what is new. The same pool again adds nothing.
    """
    task = task_to_judge(task_file)
    roles = {"organiser": organisers, "adjudicator": adjudicators}
    brought = add(task, pool, roles)
    added = brought.pool
    if added.already:
        tell(f"{pool} is in the ledger already")
    say(f"{added.new} new documents, {added.known} known; ledger: {ledger_path(task)}")
    for name, count in added.assigned.items():
        say(f"{visible(name)}: {count} to judge")
    for what, count in (("training", brought.training), ("hidden", brought.gold)):
        if count:
            say(f"{what} documents on lists: {count}")


@command.command("status", context_settings=HELP)
@table_options
@task_argument
def status(task_file: str, format: str) -> None:
    """Say how far each assessor of TASK is."""
    from harness.judging.judgments import progress

    task = task_to_judge(task_file)
    with open_ledger(task) as ledger:
        show(progress_table(progress(ledger), task.name), format)


@command.command("link", context_settings=HELP)
@click.option("--password", is_flag=True, help="Ask for a password instead of making a link.")
@click.option("--revoke", is_flag=True, help="End the link, password and sessions of NAME.")
@click.option("--address", default="http://127.0.0.1:8080", help="Where the pages are served.")
@quiet_option
@task_argument
@click.argument("names", metavar="NAME…", nargs=-1, required=True)
def link(
    task_file: str,
    names: tuple[str, ...],
    password: bool,
    revoke: bool,
    address: str,
) -> None:
    """Make personal links by which NAMEs sign in; the ones they had end."""
    from harness.judging import access

    with open_ledger(task_to_judge(task_file)) as ledger:
        known = [name for (name,) in ledger.rows("SELECT name FROM assessor ORDER BY name")]
        refuse((unknown("assessor", n, known) for n in names if n not in known), EvaluationError)
        for name in names:
            if revoke:
                access.revoke(ledger, name)
                say(f"{visible(name)}: signed out, and cannot sign in")
            elif password:
                text = click.prompt(
                    f"Password of {name}", hide_input=True, confirmation_prompt=True
                )
                access.set_password(ledger, name, text)
            else:
                say(f"{visible(name)}: {address.rstrip('/')}/link/{access.new_link(ledger, name)}")


@command.command("serve", context_settings=HELP)
@click.option("--host", default="127.0.0.1", help="The address to listen on. [127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, help="The port. [8080]")
@click.option("--behind-https", is_flag=True, help="Browsers come by HTTPS, through a proxy.")
@quiet_option
@task_argument
def serve(task_file: str, host: str, port: int, behind_https: bool) -> None:
    """Serve the pages of assessors, adjudicators and organisers of TASK, until Ctrl-C.

    Only this machine can reach them unless --host says more; then put a proxy with HTTPS before
    them that passes the header Host, and say --behind-https.
    """
    import uvicorn
    from filelock import FileLock, Timeout

    from harness.judging.server.app import application

    task = task_to_judge(task_file)
    with open_ledger(task) as ledger:
        lock = FileLock(f"{ledger.path}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            message = "another server has this ledger"
            raise InputError(Problem(message, str(ledger.path))) from None
        if host not in _LOOPBACK and not behind_https:
            tell("passwords and judgments travel unencrypted: use a proxy with HTTPS")
        try:
            listening = _listening(host, port)
            port = listening.getsockname()[1]
            site = site_of(task, ledger, secure=behind_https)
            settings = uvicorn.Config(
                application(site), log_level="warning", proxy_headers=behind_https
            )
            hint = f"harness judge link {task_file} NAME makes links"
            line = f"Judging: http://{host}:{port} ({hint})"
            put_content(f"{visible(line)}\n", None, force=False)  # at once, also in a pipe
            uvicorn.Server(settings).run(sockets=[listening])
        finally:
            lock.release()


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any that is free."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError, OverflowError) as error:
        message = f"nothing can listen on {host!r}, port {port}: {error}"
        hint = "choose others by --host and --port"
        raise EvaluationError(Problem(message, hint=hint)) from None


@command.command("packet", context_settings=HELP)
@click.option(
    "--to",
    type=click.Choice(["html", "xlsx", "csv"]),
    default="html",
    help="A page that needs no network, or a sheet to fill in. [html]",
)
@click.option("-o", "--output", metavar="DIRECTORY", default="packets", help="Where. [packets]")
@click.option("--force", is_flag=True, help="Replace existing files.")
@quiet_option
@task_argument
@click.argument("names", metavar="[NAME…]", nargs=-1)
def packet(task_file: str, names: tuple[str, ...], to: str, output: str, force: bool) -> None:
    """Write a packet for each assessor of TASK, or for the NAMEs: one file each, to judge offline.

    What is judged comes back by harness judge import.
    """
    from harness.judging.server.offline import offline_page
    from harness.judging.sheets import csv_sheet, grade_columns, sheet_rows
    from harness.judging.workbooks import workbook

    task = task_to_judge(task_file)
    with open_ledger(task) as ledger:
        query = "SELECT DISTINCT s.name FROM assignment a JOIN assessor s ON s.id = a.assessor"
        known = sorted(name for (name,) in ledger.rows(f"{query} WHERE s.kind <> 'import'"))
        refuse((unknown("assessor", n, known) for n in names if n not in known), EvaluationError)
        site = site_of(task, ledger) if to == "html" else None
        Path(output).mkdir(parents=True, exist_ok=True)
        guidelines = ledger.guidelines[1]
        for name in names or known:
            if site is not None:
                content = offline_page(site, name).encode()
            elif to == "csv":
                content = csv_sheet(ledger, name)
            else:
                rows = sheet_rows(ledger, name)
                content = workbook(rows, guidelines, grade_columns(guidelines))
            path = Path(output, f"{name}.{to}")
            put_file(content, str(path), force=force)
            tell(f"{path}")


@command.command("import", context_settings=HELP)
@click.option("--assessor", metavar="NAME", help="Whose judgments these are. [the file says]")
@click.option(
    "--from", "layout", metavar="LAYOUT", help="The layout of files of qrels. [recognised]"
)
@click.option("--dry-run", is_flag=True, help="Say what would be recorded, and record nothing.")
@table_options
@task_argument
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
def import_command(
    task_file: str,
    files: tuple[str, ...],
    assessor: str | None,
    layout: str | None,
    dry_run: bool,
    format: str,
) -> None:
    """Record what came back: files of packets, sheets (CSV, XLSX, JSON …), qrels in any layout.

    Half-filled sheets add what they have; several assessors stand side by side; a file that is
    imported again adds nothing. All files are recorded, or none.
    """
    task = task_to_judge(task_file)
    previews = bring_back(task, files, assessor=assessor, layout=layout, keep=not dry_run)
    title = "Would be recorded" if dry_run else "Recorded"
    show(previews_table(previews, title), format)


@command.command("release", context_settings=HELP)
@policy_option
@dimension_option
@click.option("--name", help="Keep the release under this name; again, it has the same bytes.")
@click.option("--position", type=click.IntRange(0), help="Nothing after this event. [the newest]")
@click.option("--to", "layout", metavar="LAYOUT", help="The layout of the qrels. [the pool's]")
@output_option
@quiet_option
@task_argument
def release_command(
    task_file: str,
    name: str | None,
    output: str | None,
    force: bool,
    **chosen: Any,
) -> None:
    """Write the judgments of TASK as qrels, by a policy; what it leaves open is counted.

    With -o a manifest is written beside the qrels: the policy, the position in the ledger and the
    hash, from which the same bytes can be made again.
    """
    from harness.judging.releases import record_release
    from harness.judging.releases import released as released_before

    task = task_to_judge(task_file)
    with open_ledger(task) as ledger:
        query = "SELECT count(*) FROM release WHERE name = ?"
        if name and ledger.value(query, (name,)):
            made = released_before(ledger, name)
        else:
            made = released(task, ledger, **chosen)
            if name:
                record_release(ledger, name, made)
    put_content(made.content, output, force=force)
    if output not in (None, "-"):
        manifest = json.dumps(made.manifest, ensure_ascii=False, indent=2) + "\n"
        put_file(manifest, f"{output}.manifest.json", force=force)
    facts = made.manifest
    tell(
        f"{facts['judged']} documents judged ({facts['relevant']} relevant), {facts['open']} open, "
        f"{facts['skipped']} skipped; policy {facts['policy']['name']}, "
        f"position {facts['position']}"
    )


@command.command("export", context_settings=HELP)
@click.option("--to", type=click.Choice(list(EXPORTS)), required=True, help="What to write.")
@dimension_option
@output_option
@quiet_option
@task_argument
def export_command(
    task_file: str, to: str, dimension: str | None, output: str | None, force: bool
) -> None:
    """Write what the ledger of TASK has: judgments of every assessor, passages, the whole history.

    qrels_jg: all assessors side by side; ntcir; inex: passages; jsonl and parquet: every event.
    """
    task = task_to_judge(task_file)
    with open_ledger(task) as ledger:
        put_content(exported(task, ledger, to, dimension), output, force=force)


@command.command("next", context_settings=HELP)
@click.option("-o", "--output", metavar="DIRECTORY", required=True, help="Where to write the pool.")
@execution_options
@quiet_option
@task_argument
def next_command(task_file: str, output: str, workers: Workers) -> None:
    """Choose the next batch of the strategy of TASK by the judgments so far, and add it.

    The pool is written to DIRECTORY and put into the ledger.
    """
    from harness.results.pools import check_pool_target, write_pool

    task = task_to_judge(task_file)
    check_pool_target(output)
    pooling = next_pool(task, workers=workers)
    write_pool(pooling.files(), output)
    added = add(task, output).pool
    say(f"{added.new} new documents; {', '.join(f'{n} {c}' for n, c in added.assigned.items())}")


@command.command("agreement", context_settings=HELP)
@dimension_option
@part_option("overall", "pairs", "consistency", "leaderboards")
@click.option("--leaderboards", is_flag=True, help="Score the runs by each assessor's grades, too.")
@measure_option("The measure of the leaderboards. [the first of TASK]", several=False)
@execution_options
@table_options
@task_argument
def agreement_command(
    task_file: str,
    dimension: str | None,
    part: str | None,
    leaderboards: bool,
    measure: str | None,
    workers: Workers,
    format: str,
) -> None:
    """Say how far the assessors of TASK agree, in pairs, and each with him- or herself.

    With --leaderboards also how the order of the runs would differ if each assessor's grades
    stood wherever he or she judged: Kendall's τ, swapped pairs, the largest move of a run.
    """
    task = task_to_judge(task_file)
    with open_ledger(task) as ledger:
        tables: dict[str, Table] = {}
        if part != "leaderboards":
            tables |= agreement_tables(agreement(task, ledger, dimension))
        if leaderboards or part == "leaderboards":
            made = effects(task, ledger, measure, dimension, workers=workers)
            tables["leaderboards"] = effects_table(made, measure or str(task.measures[0]))
    put_tables(tables, format, part)


@command.command("diff", context_settings=HELP)
@table_options
@task_argument
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
@click.pass_context
def diff_command(
    context: click.Context, task_file: str, before: str, after: str, format: str
) -> None:
    """List the grades that changed from BEFORE to AFTER, two named releases of TASK.

    The exit status is 0 when none did, 1 when some did.
    """
    with open_ledger(task_to_judge(task_file)) as ledger:
        changed = changes(ledger, before, after)
    show(changes_table(changed, before, after), format)
    if changed.height:
        context.exit(1)


@command.command("simulate", context_settings=HELP)
@click.option(
    "--error",
    "errors",
    metavar="NAME=RATE",
    multiple=True,
    help="The share of wrong grades of one assessor; RATE alone: of all. Repeatable. [0]",
)
@click.option("--seed", type=int, default=1, help="The seed. [1]")
@quiet_option
@task_argument
def simulate_command(task_file: str, errors: tuple[str, ...], seed: int) -> None:
    """Let simulated assessors judge what is on the lists of TASK, by its own qrels.

    To try out a plan: use a copy of the ledger, for what is recorded stays.
    """
    rates, default = _rates(errors)
    task = task_to_judge(task_file, judged=True)
    with open_ledger(task) as ledger:
        done = simulated(task, ledger, rates, error=default, seed=seed)
    say(f"{done.recorded} judgments simulated (seed {seed})")


@command.command("backup", context_settings=HELP)
@quiet_option
@task_argument
@click.argument("file", metavar="FILE", type=click.Path())
def backup(task_file: str, file: str) -> None:
    """Copy the ledger of TASK to a new FILE, also while others judge."""
    with open_ledger(task_to_judge(task_file)) as ledger:
        ledger.backup(file)
        say(f"{file}: {ledger.position} events")


def _rates(errors: tuple[str, ...]) -> tuple[dict[str, float], float]:
    rates: dict[str, float] = {}
    default = 0.0
    for text in errors:
        name, _, number = text.rpartition("=")
        try:
            rate = float(number)
        except ValueError:
            rate = -1.0
        if not 0 <= rate <= 1:
            raise click.UsageError(f"--error: {text!r} is not a share from 0 to 1, or NAME=share")
        if name:
            rates[name] = rate
        else:
            default = rate
    return rates, default
