"""Parse and record entries that an assessor's page sends, or saves offline."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from harness.core.errors import EvaluationError, HarnessError, InputError, Problem, refuse
from harness.core.numbers import is_read
from harness.formats.json_reading import parse_json
from harness.judging.incoming import Preview
from harness.judging.ledger import known_assessor
from harness.judging.recording import (
    Entry,
    OvertakenError,
    Passage,
    is_closed,
    record_entry,
    record_words,
)

_FORMAT = "harness judgments 1"
#: The most characters of words to highlight.
MOST_WORDS = 1000
#: The kinds of entries, and the column of a preview that counts each.
_COUNTED = {"judged": "judgments", "skipped": "skips", "noted": "notes", "undone": "changed"}


def is_entries(path: str | os.PathLike[str]) -> bool:
    """Return whether a file was saved by an offline page; False if it cannot be read."""
    with suppress(OSError), Path(path).open("rb") as file:
        return _FORMAT.encode() in file.read(200)
    return False


def record_entries(
    writing: sqlite3.Connection, path: str | os.PathLike[str], conflicts: str = "refuse"
) -> Preview:
    """Record everything that an offline page saved.

    If the ledger has another judgment than the one that an entry was based on, there are two
    changes: ``conflicts`` decides which of them stands (`harness.settings.names.CONFLICTS`).

    Entries have keys, so that a file imported again, perhaps with more entries, adds only new ones.
    Words to highlight are recorded too, but not counted: they are no judgments. Raises `InputError`
    for another kind of file, and with every entry that cannot be recorded.
    """
    where = os.fspath(path)
    content = _content(where)
    name = content["assessor"]
    kinds = ("judgments", "changed", "skips", "notes", "same", "closed", "untouched", "words")
    counts: dict[str, Any] = dict.fromkeys(kinds, 0)
    problems: list[Problem] = []
    try:
        person, _ = known_assessor(writing, name)
    except EvaluationError as error:
        raise InputError(replace(problem, where=where) for problem in error.problems) from None
    for number, given in enumerate(content["entries"], start=1):
        try:
            counted = _record_entry(writing, person, given, conflicts)
        except HarnessError as error:
            problems += [
                replace(problem, message=f"entry {number}: {problem.message}", where=where)
                for problem in error.problems
            ]
        except _BEYOND as error:
            problems.append(Problem(f"entry {number}: it cannot be recorded: {error}", where))
        else:
            counts[counted] += 1
    del counts["words"]
    refuse(problems)
    return Preview(name, where, **counts)


#: Errors on values that the database cannot hold: large numbers, lone surrogates, unknown
#: guidelines.
_BEYOND = (OverflowError, UnicodeEncodeError, sqlite3.IntegrityError)


def _record_entry(writing: sqlite3.Connection, person: int, given: Any, conflicts: str) -> str:
    """Record an entry of a file; return the column of the preview that counts it."""
    if is_words(given):
        record_words(writing, person, **parse_words(given))
        return "words"
    assignment, entry = parse_entry(given, "offline")
    refuse_others(writing, person, assignment)
    if entry.kind != "noted" and is_closed(writing, assignment, entry.key):
        return "closed"
    newest = writing.execute("SELECT coalesce(max(id), 0) FROM event").fetchone()[0]
    try:
        entry = replace(entry, before=None) if conflicts == "file" else entry
        event = record_entry(writing, assignment, entry)
    except OvertakenError as error:
        if conflicts == "ledger":
            return "untouched"
        hint = "--conflicts file records it, --conflicts ledger leaves it out"
        raise EvaluationError(replace(it, hint=hint) for it in error.problems) from None
    return "same" if event <= newest else _COUNTED[entry.kind]


def _content(where: str) -> dict[str, Any]:
    try:
        content: Any = parse_json(Path(where).read_text(encoding="utf-8"), where)
    except (OSError, UnicodeDecodeError) as error:
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


def refuse_others(reading: sqlite3.Connection, person: int, assignment: int) -> None:
    """Raise `InputError` for an unknown assignment or another's, without telling which."""
    query = "SELECT 1 FROM assignment WHERE id = ? AND assessor = ?"
    if reading.execute(query, (assignment, person)).fetchone() is None:
        raise InputError(f"there is no assignment {assignment} on your list")


def is_words(given: Any) -> bool:
    """Return whether an entry has words to highlight."""
    return isinstance(given, dict) and given.get("kind") == "words"


def parse_words(given: Mapping[str, Any]) -> dict[str, str]:
    """Parse topic, text and key of such an entry; raises `InputError`."""
    expected = {"kind", "key", "topic", "text"}
    fine = given.keys() - {"ledger"} == expected and all(
        type(given[name]) is str for name in expected
    )
    if not fine or len(given["text"]) > MOST_WORDS or not 8 <= len(given["key"]) <= 100:
        listed = f"key (8 to 100 characters), topic, text (at most {MOST_WORDS} characters)"
        raise InputError(f"words to highlight have {listed}")
    return {name: given[name] for name in ("topic", "text", "key")}


def parse_entry(given: Any, source: str = "page") -> tuple[int, Entry]:
    """Parse a sent entry and its assignment; raises `InputError` with its problems."""
    texts = ("text", "content_sha256", "shown_at", "judged_at")
    # "ledger" is the ledger it was made for, which the server checks.
    forms: dict[str, tuple[type, ...]] = {
        "assignment": (int,),
        "key": (str,),
        "kind": (str,),
        "grades": (dict, type(None)),
        "passages": (list, type(None)),
        **dict.fromkeys(("active_ms", "guideline"), (int, type(None))),
        "before": (int, str, type(None)),
        **dict.fromkeys((*texts, "ledger"), (str, type(None))),
    }
    if not isinstance(given, dict):
        raise InputError("an entry is an object")
    wrong = [name for name, allowed in forms.items() if type(given.get(name)) not in allowed] + [
        f"{name} (unknown)" for name in given.keys() - forms.keys()
    ]
    if wrong or given["kind"] not in _COUNTED or not 8 <= len(given["key"]) <= 100:
        listed = (
            ", ".join(wrong) or f"kind (one of {', '.join(_COUNTED)}) or key (8 to 100 characters)"
        )
        raise InputError(f"the entry is not as expected: {listed}")
    times = [given[name] for name in ("shown_at", "judged_at") if given.get(name)]
    are_times = all(is_read(datetime.fromisoformat, time) for time in times)
    if (given.get("active_ms") or 0) < 0 or not are_times:
        raise InputError("shown_at and judged_at are times (ISO 8601), active_ms is 0 or more")
    grades: Mapping[str, Any] = given.get("grades") or {}
    if not all(type(value) is int for value in grades.values()):
        raise InputError("grades are whole numbers")
    more: Any = {name: given.get(name) for name in texts}
    return given["assignment"], Entry(
        given["kind"],
        given["key"],
        grades,
        tuple(_passage(part) for part in given.get("passages") or ()),
        source=source,
        active_ms=given.get("active_ms"),
        guideline=given.get("guideline"),
        before=given.get("before"),
        **more,
    )


def _passage(given: Any) -> Passage:
    fine = (
        isinstance(given, list)
        and len(given) == 2
        and all(type(n) is int and n >= 0 for n in given)
    )
    if not fine:
        raise InputError("a passage is [start, length] in characters")
    return Passage(*given)
