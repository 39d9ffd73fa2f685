"""All output of the commands: lines, tables and converted files.

Names and texts may come from foreign files. Nothing else writes to standard output or standard
error (the linter checks it), and nothing here lets a control character through, so that no command
can forget to escape one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO

import click

from harness.core.errors import HarnessError, InputError, Problem, list_problems
from harness.core.harmless import brief, draw, drawing, visible
from harness.core.notes import Note

if TYPE_CHECKING:
    from harness.formats.layouts import FileContent
    from harness.inputs.runs import Outcome
    from harness.report.table import Screen, Table

#: Keys of a command's context: whether it is quiet, and how much of tables it shows.
_QUIET, _WIDE, _TOP = "harness.quiet", "harness.wide", "harness.top"
#: The progress shown until something else is printed.
_PASSING: list[str] = []
#: Bytes read from a file at a time.
_PIECE = 1 << 20


def say(line: object = "") -> None:
    """Print a line for people on standard output, wrapped to the terminal."""
    from harness.report.table.neutral import safe, wrap_line

    screen = standard_output()
    write(f"{wrap_line(safe(brief(str(line)), screen), screen)}\n")


def be_quiet(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Let a command print only results and errors: no notes, no progress."""
    context.meta[_QUIET] = value
    if not value and not context.resilient_parsing:
        at_work()


def at_work() -> None:
    """Show that the command is at work, until something else is printed."""
    show_progress(f"{click.get_current_context().command_path} at work …")


def be_wide(context: click.Context, _: click.Parameter, value: bool) -> bool:
    """Let a command show all rows and columns of tables, beyond the terminal."""
    context.meta[_WIDE] = value
    return value


def keep_top(context: click.Context, _: click.Parameter, value: int | None) -> None:
    """Let a command show only the first rows of each table."""
    context.meta[_TOP] = value


def _look_up_option(key: str) -> Any:
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(key)


def _is_quiet() -> bool:
    return bool(_look_up_option(_QUIET))


def tell(line: object) -> None:
    """Print a line for people on standard error, unless quiet."""
    if not _is_quiet():
        _to_standard_error(_line(line))


def _line(line: object) -> str:
    """Return a line for standard error, wrapped to the terminal."""
    text = visible(brief(str(line)))
    if sys.stderr is not None and sys.stderr.isatty() and not _look_up_option(_WIDE):
        from harness.report.table import Screen
        from harness.report.table.neutral import wrap_line

        text = wrap_line(text, Screen(_measure_width(sys.stderr)))
    return f"{text}\n"


def _measure_width(terminal: TextIO) -> int:
    """Return the width of the stream's terminal, or COLUMNS."""
    with suppress(OSError, ValueError):
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(terminal.fileno()).columns)
    from shutil import get_terminal_size

    return get_terminal_size().columns


def tell_notes(notes: Iterable[Note | str]) -> None:
    """Print notes on standard error."""
    for note in notes:
        line = note.line if isinstance(note, Note) else note
        tell(line if isinstance(note, Note) and note.severity == "alarm" else f"# {line}")


def warn(line: object) -> None:
    """Print a warning on standard error."""
    tell(f"Warning: {line}")


def explain(problems: Iterable[object]) -> None:
    """Print problems on standard error, one per line."""
    for text in list_problems(problems):
        _to_standard_error(_line(f"Error: {text}"))


def tell_all(text: str) -> None:
    """Print lines for people on standard error without wrapping, such as a traceback."""
    _to_standard_error(drawing(text))


def _to_standard_error(text: str) -> None:
    """Print a text; a closed stream is no error."""
    clear()
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):  # full, closed, or without a reader
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Discard the buffer of a stream, which would fail at exit."""
    with suppress(OSError, ValueError):  # ValueError: it is no file, or closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def explain_write_errors() -> Iterator[None]:
    """Explain system errors inside the block: standard output cannot be written.

    A missing reader is no error.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        discard(sys.stdout)
        raise HarnessError(f"the output cannot be written: {error.strerror or error}") from error


def write(text: str | bytes) -> None:
    """Print our own lines on standard output, where only our own control sequences act.

    Bytes, and text that standard output cannot encode, are written in UTF-8, as to a file.
    """
    clear()
    with explain_write_errors():
        if isinstance(text, str) and _is_unicode():
            sys.stdout.write(drawing(text))
        elif hasattr(sys.stdout, "buffer"):
            content = text.encode(errors="surrogatepass") if isinstance(text, str) else text
            sys.stdout.flush()
            sys.stdout.buffer.write(draw(content))
        else:  # texts are gathered in Python
            sys.stdout.write(drawing(text.decode() if isinstance(text, bytes) else text))


def write_from(file: IO[bytes]) -> None:
    """Print the lines of our own file, as `write` does, piece by piece."""
    while text := file.read(_PIECE):
        write(text + file.readline())


def show(table: Table, style: str, *, width: int | None = None) -> None:
    """Print a table on standard output, fitted to it; formats for programs are always UTF-8.

    Programs get rows alone; the notes go to standard error, unless quiet. ``width`` is for a
    drawing that goes to no terminal.
    """
    from harness.report.table import render_pieces
    from harness.settings.names import DATA

    table, screen = top_rows(table), standard_output()
    notes = table.notes if style in DATA else ()
    if _is_quiet():
        table = replace(table, notes=())
    if screen.width is None and not _look_up_option(_WIDE):
        screen = replace(screen, width=width)
    for piece in render_pieces(table, style, screen=screen):
        write(piece)
    tell_notes(notes)


def put_tables(
    tables: Mapping[str, Table],
    form: str,
    part: str | None = None,
    *,
    stack: Callable[[Mapping[str, Table]], Table] | None = None,
) -> None:
    """Print all tables, or the one called ``part``.

    Programs get one table: the first, or the ``stack`` of all; its notes go to standard error.
    """
    from harness.settings.names import DATA

    if part is not None:
        tables = {part: tables[part]}
    if form in DATA:
        tables = (
            {"": stack(tables)} if stack and len(tables) > 1 else dict(islice(tables.items(), 1))
        )
    show_all(tables.values(), form)


def show_all(tables: Iterable[Table], form: str) -> None:
    """Print tables on standard output, with an empty line between them."""
    for number, table in enumerate(tables):
        if number:
            say()
        show(table, form)


def top_rows(table: Table) -> Table:
    """Cut a table to the rows chosen on the command line."""
    most = _look_up_option(_TOP)
    return table if most is None else table.top(most)


def standard_output() -> Screen:
    """Return the screen of standard output: a terminal's width, and bold unless NO_COLOR is set.

    Files get plain text of any width; ``--wide`` gives any width to terminals, too.
    """
    from harness.report.table import Screen

    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Screen(output_width(), colour=sys.stdout.isatty() and not plain, unicode=_is_unicode())


def output_width() -> int | None:
    """Return the width of standard output; None of a file, and where all is wanted."""
    if _look_up_option(_WIDE) or not sys.stdout.isatty():
        return None
    return _measure_width(sys.stdout)


def _is_unicode() -> bool:
    encoding = (sys.stdout.encoding or "utf-8").lower().replace("_", "-")
    return encoding in ("utf-8", "utf8", "utf-8-sig")


def put(written: FileContent, output: str | None, *, force: bool) -> None:
    """Write to a file in one piece, or to standard output; note values that the format lost."""
    put_content(written.content, output, force=force)
    tell_notes(
        Note(
            "not-held", f"not held by this format: {what} ({count})", None, what, {"values": count}
        )
        for what, count in written.lost.items()
    )


def put_content(content: bytes | str, output: str | None, *, force: bool) -> None:
    """Write to a file in one piece, or to standard output, in UTF-8.

    A file or a pipe gets every byte. A terminal gets a harmless form.
    """
    if output is not None and output != "-":
        put_file(content, output, force=force)
        return
    if sys.stdout.isatty():
        write(content if isinstance(content, str) else content.decode("utf-8", "backslashreplace"))
        return
    clear()
    with explain_write_errors():
        sys.stdout.flush()
        sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
        sys.stdout.buffer.flush()


def put_lines(content: str, output: str | None, *, force: bool) -> None:
    """Do as `put_content` for lines for people, wrapped on a terminal."""
    if output in (None, "-"):
        from harness.report.table.neutral import wrap_line

        screen = standard_output()
        content = "\n".join(wrap_line(line, screen) for line in content.split("\n"))
    put_content(content, output, force=force)


def put_file(content: bytes | str, path: str, *, force: bool) -> None:
    """Write a file in one piece; an existing one is replaced only by force."""
    from harness.formats.unfinished import atomic_write

    check_output(path, force=force)
    atomic_write(path, content)


def check_output(path: str, *, force: bool) -> None:
    """Raise the errors of `put_file` before any of several files is written."""
    target = Path(path)
    refuse_input(target)
    if target.exists() and not target.is_file():  # a directory, a device, a pipe
        raise InputError(Problem("this is not a regular file", path or "-o"))
    if target.exists() and not force:
        raise InputError(Problem("the file exists", path, hint="--force replaces it"))


def refuse_input(output: Path) -> None:
    """Refuse to overwrite an input of the command line, even by force."""
    context = click.get_current_context(silent=True)
    if context is None or not output.is_file():
        return
    named = {param.name for param in context.command.params if isinstance(param, click.Argument)}
    given = [value for name, value in context.params.items() if name in named and value]
    paths = [path for value in given for path in (value if isinstance(value, tuple) else (value,))]
    if any(Path(path).exists() and output.samefile(path) for path in paths):
        message = "this file is read by the command, and not written to"
        raise InputError(Problem(message, str(output)))


@contextmanager
def report_absent_runs(context: click.Context, *targets: Outcome[Any]) -> Iterator[None]:
    """Report the notes on tasks and missing runs after the output; for these the status is 1."""
    from harness.inputs.runs import explain_refused

    with explain_refused([run for target in targets for run in target.refused]):
        yield
    tasks = [target.task for target in targets if target.task is not None]
    tell_notes(dict.fromkeys(note for task in tasks for note in task.warnings))
    problems = dict.fromkeys(problem for target in targets for problem in target.problems)
    explain(list(problems))
    if problems:
        context.exit(1)


def show_progress(text: str) -> None:
    """Show progress on standard error until something else is printed."""
    if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        _to_standard_error(f"{visible(text)}\r")
        _PASSING.append(text)


def clear() -> None:
    """Erase the line of `show_progress`."""
    if _PASSING:
        _PASSING.clear()
        _to_standard_error("\x1b[2K")


@contextmanager
def progress_bar(
    step: str = "", *, target: str = "", shown: bool = True
) -> Iterator[Callable[[int, int], None] | None]:
    """Yield a progress bar on standard error, if that is a terminal, unless quiet.

    It names the ``step``, and moves to and fro until it knows the progress. By default the step is
    reading results for a directory as ``target``, else evaluating runs.
    """
    if _is_quiet() or not (shown and sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    clear()
    step = step or ("reading results" if target and Path(target).is_dir() else "evaluating runs")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        line = bar.add_task(step, total=None)
        yield lambda done, total: bar.update(line, completed=done, total=total)
    at_work()
