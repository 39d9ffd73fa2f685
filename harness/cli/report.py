"""``harness report``: pages, sheets, tables and figures of an evaluation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import click

from harness.cli.options import HELP, WithDefault, target_argument, threads_option
from harness.cli.output import put_file, say_refused, tell, warn
from harness.cli.report_tables import figures, leaderboard, read, table, topics
from harness.config import load_task
from harness.errors import InputError, Problem, refuse
from harness.report.page import render_page, render_sheet
from harness.report.sheets import participants, sheet_of, sheet_stem

#: What every page of ours has near its beginning.
_MADE_HERE = b'<meta name="generator" content="harness '


@click.group("report", cls=WithDefault, default="page", context_settings=HELP)
def command() -> None:
    """Show an evaluation: harness report TARGET (the same as harness report page TARGET).

    TARGET is the YAML file of a task, which is evaluated in memory, or a directory of results, in
    which runs and documents are no longer to be seen (docs/reporting.md). A target that is called
    as a command below is written ./NAME.
    """


@command.command("page", context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write. [results/TASK.html, beside the results]",
)
@click.option(
    "--participant",
    metavar="NAME",
    help="A sheet for one group (or a run without one), which names nobody else.",
)
@click.option("--roc", is_flag=True, help="Draw ROC curves, too. [what the task says]")
@click.option("--force", is_flag=True, help="Replace a file that is not such a page.")
@threads_option
@target_argument
@click.pass_context
def page(
    context: click.Context,
    /,
    output: Path | None,
    participant: str | None,
    roc: bool,
    force: bool,
    threads: int | None,
    target: str,
) -> None:
    """Write one HTML page of TARGET, which needs nothing else: no network, no other file."""
    place = output or _beside(target)
    if output is not None or participant is None:  # before the runs are read
        check_pages([place], force=force)
    read_in = read(target, threads=threads, roc=roc)
    report = read_in.report
    if participant is None:
        text = render_page(report)
    else:
        text = render_sheet(sheet_of(report, participant))
        stem = sheet_stem(participant, participants(report))
        place = output or place.with_name(f"{place.stem}-{stem}.html")
        check_pages([place], force=force)
    put_page(text, place)
    tell(f"Report: {place} ({len(text.encode()) / 1000:,.0f} kB)")
    say_refused(context, read_in.problems)


@command.command("sheets", context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="The directory to write the sheets to.",
)
@click.option("--force", is_flag=True, help="Replace files that are not such pages.")
@threads_option
@target_argument
@click.pass_context
def sheets(
    context: click.Context, /, output: Path, force: bool, threads: int | None, target: str
) -> None:
    """Write a sheet for each participant of TARGET: their runs, and nobody else's name."""
    read_in = read(target, threads=threads)
    names = participants(read_in.report)
    places = [output / f"{sheet_stem(name, names)}.html" for name in names]
    check_pages(places, force=force)
    texts = [render_sheet(sheet_of(read_in.report, name)) for name in names]
    for name, text, place in zip(names, texts, places, strict=True):
        put_page(text, place)
        tell(f"{place}: {name}")
    tell(f"Sheets: {len(names)} in {output}")
    if old := list(_left(output, {place.name for place in places})):
        warn(f"{output}: not written now: {', '.join(old)}")
    say_refused(context, read_in.problems)


def _left(folder: Path, written: Collection[str]) -> Iterator[str]:
    """The pages of ours in a directory that were not written now, such as an earlier sheet."""
    for place in sorted(folder.glob("*.html")):
        with suppress(OSError):
            if place.name not in written and place.is_file() and _made_here(place):
                yield place.name


def check_pages(places: Iterable[Path], *, force: bool) -> None:
    """Raise `InputError` with all files that stand there and are not pages of ours.

    By force any file is replaced, but nothing else: a directory or a pipe stays.
    """
    found = (_in_the_way(place, force=force) for place in places)
    refuse((problem for problem in found if problem is not None), InputError)


def _in_the_way(place: Path, *, force: bool) -> Problem | None:
    try:
        if not place.exists():
            return None
        if not place.is_file():  # which is not opened: a pipe would wait for ever
            return Problem("this is not a regular file", str(place))
        if force or _made_here(place):
            return None
    except OSError as error:
        return Problem(f"cannot be written: {error.strerror}", str(place))
    message = "the file exists, and is not a page of this kind"
    return Problem(message, str(place), hint="--force replaces it")


def _made_here(place: Path) -> bool:
    with place.open("rb") as file:
        return _MADE_HERE in file.read(4096)


def put_page(text: str, place: Path) -> None:
    """Write a page in one piece, in a directory that is made if it is not there."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the directory cannot be made: {error.strerror}"
        raise InputError(Problem(message, str(place.parent))) from None
    put_file(text, str(place), force=True)


def _beside(target: str) -> Path:
    """Where a page goes unless told: beside the results, under their name."""
    if Path(target).is_dir():
        results = Path(target)
    else:
        results = load_task(target).output or Path("results", Path(target).stem)
    if results.name in ("", ".."):  # the directory itself has a name
        results = results.resolve()
    if not results.name:
        message = "this directory has no name that the page could have"
        raise InputError(Problem(message, target, hint="-o says where to write"))
    return results.with_name(f"{results.name}.html")


_further: tuple[Callable[..., None], ...] = (table, figures, leaderboard, topics)
for _one in _further:
    command.add_command(_one)  # type: ignore[arg-type]
