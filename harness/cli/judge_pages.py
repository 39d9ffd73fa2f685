"""Commands of ``harness judge`` for people: links, the server of pages, packets."""

from __future__ import annotations

import shlex
import socket
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from harness.cli.judge_results import opened
from harness.cli.options import HELP, quiet_option, task_argument
from harness.cli.output import check_output, clear, put_content, say, tell
from harness.core.errors import EvaluationError, InputError, Problem, refuse, unknown
from harness.core.harmless import visible
from harness.core.packages import extra

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

#: Where links lead, unless another address is given.
_ADDRESS = "http://127.0.0.1:8080"
#: Addresses that only this machine can reach.
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command("link", context_settings=HELP)
@click.option("--password", is_flag=True, help="Ask for a password instead of making a link.")
@click.option("--revoke", is_flag=True, help="End the link, password and sessions of NAME.")
@click.option("--end-role", is_flag=True, help="Also give the open documents of NAME to others.")
@click.option("--days", type=click.FloatRange(0, min_open=True), help="How long links are valid.")
@click.option("--address", default=_ADDRESS, help="Where the pages are served.")
@quiet_option
@task_argument
@click.argument("names", metavar="NAME…", nargs=-1, required=True)
def link(
    task_file: str,
    names: tuple[str, ...],
    password: bool,
    revoke: bool,
    end_role: bool,
    days: float | None,
    address: str,
) -> None:
    """Make personal links by which NAMEs sign in; earlier links end."""
    from harness.judging import access
    from harness.workflows.ledgers import end_roles, open_ledger, task_to_judge

    task = task_to_judge(task_file)
    with open_ledger(task) as ledger:
        known = [name for (name,) in ledger.rows("SELECT name FROM assessor ORDER BY name")]
        refuse((unknown("assessor", n, known) for n in names if n not in known), EvaluationError)
        for name, (moved, kept) in end_roles(task, ledger, names).items() if end_role else ():
            why = "all others are signed out, have no room or must not judge them"
            stay = f"; {kept:,} stay: {why}" if kept else ""
            say(f"{visible(name)}: the role has ended; {moved:,} documents went to others{stay}")
        for name in () if end_role else names:
            if revoke:
                access.revoke(ledger, name)
                say(f"{visible(name)}: signed out, and cannot sign in")
            elif password:
                clear()
                text = click.prompt(
                    f"Password of {name}", hide_input=True, confirmation_prompt=True
                )
                access.set_password(ledger, name, text)
            else:
                token = access.new_link(ledger, name, days)
                say(f"{visible(name)}: {address.rstrip('/')}/link/{token}")


@click.command("serve", context_settings=HELP)
@click.option("--host", default="127.0.0.1", help="The address to listen on. [127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, help="The port. [8080]")
@click.option("--behind-https", is_flag=True, help="Browsers connect by HTTPS, through a proxy.")
@quiet_option
@task_argument
def serve(task_file: str, host: str, port: int, behind_https: bool) -> None:
    """Serve the pages of assessors, adjudicators and organisers of TASK, until Ctrl-C.

    With the key judge.next: live the strategy of TASK is asked after each judgment, and its runs
    are read first.

    Only this machine can reach the pages. To open them to others, give --host, put a proxy with
    HTTPS in front that passes on the header Host, and add --behind-https.
    """
    with extra("judging", "the pages of assessors need"):
        from filelock import FileLock, Timeout

    from harness.judging.server.app import application
    from harness.workflows.judge_site import live_strategy, make_site

    with opened(task_file) as (task, ledger):
        lock = FileLock(f"{ledger.path}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise InputError(Problem("another server uses this ledger", str(ledger.path))) from None
        if host not in _LOOPBACK and not behind_https:
            tell("passwords and judgments travel unencrypted: use a proxy with HTTPS")
        try:
            live = live_strategy(task, ledger)
            listening = _open_socket(host, port)
            port = listening.getsockname()[1]
            site = make_site(task, ledger, secure=behind_https, live=live)
            if task.judge.pdfs:
                listed = ledger.rows("SELECT DISTINCT doc FROM unit")
                count = sum(site.collection.pdf(doc) is not None for (doc,) in listed)
                tell(f"{count} documents on lists are shown as PDF")
            address = f"http://{host}:{port}"
            seen = "https://HOST" if behind_https else address
            option = "" if seen == _ADDRESS else f" --address {seen}"
            hint = f"harness judge link {shlex.quote(task_file)} NAME{option} makes links"
            line = f"Judging: {address} ({hint})"
            put_content(f"{visible(line)}\n", None, force=False)  # at once, also in a pipe
            make_server(application(site), behind_https=behind_https).run(sockets=[listening])
        finally:
            lock.release()


def make_server(app: Starlette, *, behind_https: bool = False) -> uvicorn.Server:
    """Return a server that answers every request received before it ends."""
    import asyncio

    with extra("judging", "the pages of assessors need"):
        import uvicorn

    from harness.judging.server.app import SLOWEST_BODY

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """End at the first signal; further ones do not cut responses off."""
            if not self.should_exit:
                super().handle_exit(sig, frame)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Read arrived requests first: shutting down closes unread connections."""
            await asyncio.sleep(0.1)
            await super().shutdown(sockets)

    return Server(
        uvicorn.Config(
            app,
            log_level="warning",
            proxy_headers=behind_https,
            lifespan="off",
            timeout_graceful_shutdown=2 * SLOWEST_BODY,
        )
    )


def _open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 is any free one."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family)
    except (OSError, UnicodeError, OverflowError) as error:
        message = f"nothing can listen on {host!r}, port {port}: {error}"
        raise EvaluationError(Problem(message, hint="choose others by --host and --port")) from None
    # Connections inherit it; without it responses wait some 40 ms for an acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


@click.command("packet", context_settings=HELP)
@click.option(
    "--to",
    type=click.Choice(["html", "xlsx", "csv"]),
    default="html",
    help="A page that needs no network, or a sheet to fill in. [html]",
)
@click.option(
    "-o", "--output", metavar="DIRECTORY", help="Where to write. [packets/TASK beside the task]"
)
@click.option("--force", is_flag=True, help="Replace existing files.")
@quiet_option
@task_argument
@click.argument("names", metavar="[NAME…]", nargs=-1)
def packet(
    task_file: str, names: tuple[str, ...], to: str, output: str | None, force: bool
) -> None:
    """Write a packet for each assessor of TASK, or for the NAMEs: one file each, to judge offline.

    harness judge import reads the judgments back.
    """
    from harness.config.task import choose_directory
    from harness.formats.unfinished import write_together
    from harness.judging.server.pages import offline_page
    from harness.judging.sheets import csv_sheet, grade_columns, sheet_rows
    from harness.judging.workbooks import workbook
    from harness.workflows.judge_site import make_site

    with opened(task_file) as (task, ledger):
        query = "SELECT DISTINCT s.name FROM assignment a JOIN assessor s ON s.id = a.assessor"
        known = sorted(name for (name,) in ledger.rows(f"{query} WHERE s.kind <> 'import'"))
        refuse((unknown("assessor", n, known) for n in names if n not in known), EvaluationError)
        site = make_site(task, ledger)
        guidelines = ledger.guidelines[1]
        folder = Path(output) if output else choose_directory("packets", task_file)
        paths = {name: folder / f"{name}.{to}" for name in names or known}
        for path in paths.values():
            check_output(str(path), force=force)
        packets: dict[Path, bytes] = {}
        for name, path in paths.items():
            if to == "html":
                packets[path] = offline_page(site, name).encode()
                continue
            rows = sheet_rows(ledger, name, site.topics, site.collection.content)
            packets[path] = (
                csv_sheet(rows)
                if to == "csv"
                else workbook(rows, guidelines, grade_columns(guidelines))
            )
    write_together(packets)
    for path in packets:
        tell(f"{path}")
