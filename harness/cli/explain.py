"""``harness explain``: whatever a message names by a code, explained from its declaration."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from harness.cli.options import HELP
from harness.cli.output import write
from harness.core.errors import EvaluationError, MeasureError, Problem, suggest
from harness.core.notes import NOTES
from harness.settings.model import keys_of, words_of
from harness.settings.task import LabelTaskFile, TaskFile
from harness.validation.findings import CAUSES, CHECKS
from harness.validation.repairs import REPAIRS

_SETTING = "severity: {{{}: warning}} of the key check, or --severity {}=warning, makes it another"


@click.command("explain", context_settings=HELP, short_help="Explain a code, key or measure.")
@click.argument("names", nargs=-1, metavar="[NAME]…")
def command(names: tuple[str, ...]) -> None:
    """Explain each NAME: the code of a finding or a note, a repair, a key, or a measure.

    A key is named in full (check.depth) or by its last part (depth), where all that are called so
    are explained. Without NAME all codes and keys are listed.
    """
    lines = [line for name in names for line in explained(name)] if names else list(_listed())
    write("\n".join(lines).rstrip("\n") + "\n")


def explained(name: str) -> Iterator[str]:
    """Yield the lines that explain a name; `EvaluationError` where nothing is called so."""
    parts = [*_finding(name), *_repair(name), *_note(name), *_keys(name)] or list(_measure(name))
    if not parts:
        known = [*CHECKS, *REPAIRS, *NOTES, *_all_keys()]
        hint = suggest(name, known, "harness explain lists all; harness measures lists measures")
        raise EvaluationError(Problem(f"nothing is called {name!r}", hint=hint))
    for part in parts:
        yield from (*part, "")


def _finding(code: str) -> Iterator[list[str]]:
    if (check := CHECKS.get(code)) is None:
        return
    lines = [f"{code}: finding of harness check", "", *_filled(check.summary)]
    always = " (always: such a run cannot be evaluated)" if check.vital else ""
    lines += ["", f"  severity: {check.severity}{always}"]
    if not check.vital:
        lines.append(f"            {_SETTING.format(code, code)}")
    for name in check.repairs:
        lines.append(f"  repair:   {name}: {REPAIRS[name].summary}")
    if code in CAUSES and CAUSES[code].explains:
        lines.append(f"  explains: {', '.join(CAUSES[code].explains)}")
    yield [*lines, "  read:     docs/checking.md"]


def _repair(name: str) -> Iterator[list[str]]:
    if (repair := REPAIRS.get(name)) is None:
        return
    lines = [f"{name}: repair", "", *_filled(repair.summary), ""]
    lines.append(f"  settles:  {', '.join(repair.settles)}")
    lines.append(f"  asked by: repairs: [{name}] of the key check, or --repair {name}")
    yield [*lines, "  read:     docs/checking.md"]


def _note(code: str) -> Iterator[list[str]]:
    if (note := NOTES.get(code)) is not None:
        lines = [f"{code}: note", "", *_filled(note.summary), ""]
        yield [*lines, f"  severity: {note.severity}", "  read:     docs/notes.md"]


def _all_keys() -> dict[str, str]:
    """Each key of a task, with what it says."""
    keys = {name: words_of(field) for name, field in keys_of(LabelTaskFile)}
    return keys | {name: words_of(field) for name, field in keys_of(TaskFile)}


def _keys(name: str) -> Iterator[list[str]]:
    for key, words in _all_keys().items():
        if name in (key, key.rsplit(".", 1)[-1]):
            yield [f"{key}: key of a task", "", *_filled(words), "", "  read:     docs/config.md"]


def _measure(name: str) -> Iterator[list[str]]:
    from harness.cli.measures import explanations

    try:
        yield [text.rstrip("\n") for text in explanations([name])]
    except MeasureError:
        return


def _filled(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        78,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _listed() -> Iterator[str]:
    for what, names in (
        ("findings of harness check", list(CHECKS)),
        ("repairs", list(REPAIRS)),
        ("notes", list(NOTES)),
        ("keys of a task", list(_all_keys())),
    ):
        yield what
        yield from _filled(", ".join(names))
        yield ""
    yield "harness explain NAME explains one; harness measures lists the measures."
