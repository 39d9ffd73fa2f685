"""The file that an offline page saves: read, and recorded."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

from harness.core.errors import HarnessError, InputError, Problem, refuse
from harness.judging.incoming import Preview
from harness.judging.recording import is_closed, record_entry, record_words
from harness.judging.server.assessing import entry_of, is_words, refuse_others, words_of

_FORMAT = "harness judgments 1"


def is_entries(path: str | os.PathLike[str]) -> bool:
    """Whether a file is one that an offline page saved."""
    with Path(path).open("rb") as file:
        return _FORMAT.encode() in file.read(200)


def record_entries(writing: sqlite3.Connection, path: str | os.PathLike[str]) -> Preview:
    """Record everything that an offline page saved.

    Entries have keys, so that a file that is imported again, or with more in it, adds what is new.
    Words to highlight are recorded too, and not counted: they are no judgments.

    Raises `InputError` for a file that is none, and with every entry that cannot be recorded.
    """
    where = os.fspath(path)
    content = _content(where)
    name = content["assessor"]
    counts = dict.fromkeys(("judgments", "changed", "skips", "notes", "same", "closed"), 0)
    problems: list[Problem] = []
    row = writing.execute("SELECT id FROM assessor WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise InputError(Problem(f"there is no assessor {name!r} in the ledger", where))
    for number, given in enumerate(content["entries"], start=1):
        try:
            if is_words(given):
                record_words(writing, row[0], **words_of(given))
                continue
            assignment, entry = entry_of(given, "offline")
            refuse_others(writing, row[0], assignment)
            if entry.kind != "noted" and is_closed(writing, assignment, entry.key):
                counts["closed"] += 1
                continue
            newest = writing.execute("SELECT coalesce(max(id), 0) FROM event").fetchone()[0]
            event = record_entry(writing, assignment, entry)
        except HarnessError as error:
            problems += [Problem(f"entry {number}: {it.message}", where) for it in error.problems]
        else:
            counts["same" if event <= newest else _COUNTED[entry.kind]] += 1
    refuse(problems)
    return Preview(name, where, **counts)


_COUNTED = {"judged": "judgments", "skipped": "skips", "noted": "notes", "undone": "changed"}


def _content(where: str) -> dict[str, Any]:
    try:
        content: Any = json.loads(Path(where).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(Problem(f"it cannot be read: {error}", where)) from None
    fine = (
        isinstance(content, dict)
        and content.get("format") == _FORMAT
        and isinstance(content.get("assessor"), str)
        and isinstance(content.get("entries"), list)
    )
    if not fine:
        raise InputError(Problem("this is no file that a packet saved", where))
    return dict(content)
