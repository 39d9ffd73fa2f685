"""Whether one file holds topics, judgments or a run: what `harness init` sees in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path, PurePath

from harness.core.errors import HarnessError, InputError, Problem, some
from harness.core.notes import Note
from harness.formats.files import numbered_records
from harness.formats.ir_datasets import DATASET_PREFIX
from harness.formats.layouts import find_layout
from harness.formats.qrels import parse_qrels
from harness.formats.remote import local
from harness.formats.runs import parse_run
from harness.formats.streams import opened
from harness.starting.folder import fitting_kinds, words_of

#: The kinds that can be told apart, by the names under which their layouts are registered.
KINDS = {"topics": "topics", "qrels": "judgments", "runs": "runs"}
_ASK = "name it: --kind topics, --kind qrels or --kind runs"


def kind_of(name: str, layout: str | None = None) -> tuple[str, tuple[Note, ...]]:
    """The kind of a file, and what to say where its content fits several.

    A ``layout`` that only one kind has decides. Raises `InputError` for a file of no kind, and for
    a dataset, which has topics and judgments.
    """
    if name.startswith(DATASET_PREFIX):
        raise InputError(Problem("a dataset has topics and judgments", name, hint=_ASK))
    among = _kinds_with(layout)
    if len(among) == 1:
        return among[0], ()
    with local(name) as path:
        words = words_of(PurePath(name))
        fitting = [kind for kind in fitting_kinds(path, words, name) if kind in among]
        fitting = fitting or [kind for kind in (*_by_first_line(path), *words) if kind in among][:1]
    if not fitting:
        message = "neither topics nor judgments nor a run can be recognised in it"
        raise InputError(Problem(message, name, hint=_ASK))
    if len(fitting) == 1 or fitting[0] in words:
        return fitting[0], ()
    text = f"read as {fitting[0]}, could be {some(fitting[1:])} (--kind says which)"
    return fitting[0], (Note("layout", text, name),)


def _kinds_with(layout: str | None) -> list[str]:
    """The kinds that have a layout of that name; all where none is named, or nobody knows it."""
    if layout is None:
        return list(KINDS)
    among = [kind for kind, registered in KINDS.items() if find_layout(registered, layout)]
    return among or list(KINDS)


def _by_first_line(path: Path) -> Sequence[str]:
    """The kinds that the first record alone would have: further ones are damaged."""
    with opened(str(path)) as stream:
        lines = stream.head.split(b"\n")
        number = next((number for number, _ in numbered_records(stream.head)), 1)
    readers: dict[str, Callable[[], object]] = {
        "runs": partial(parse_run, lines[number - 1], str(path), ranks=True),
        "qrels": partial(parse_qrels, lines[number - 1], str(path)),
    }
    return [kind for kind, read in readers.items() if _reads(read)]


def _reads(read: Callable[[], object]) -> bool:
    try:
        read()
    except HarnessError:
        return False
    return True
