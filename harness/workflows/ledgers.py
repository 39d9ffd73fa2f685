"""The ledger of a task: its path, its guidelines, and the assessors of its topics."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from harness.config import Task, load_task
from harness.core.errors import (
    ConfigError,
    InputError,
    Problem,
    attempt,
    refuse,
    suggest,
    unknown,
)
from harness.core.identity import find_suffix
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.texts import Topics
from harness.formats.files import TASK_SUFFIXES, read_utf8
from harness.formats.tablefiles import TABLE_READERS, read_content, table_format
from harness.formats.tables import TOPIC, InputColumn, check_columns
from harness.judging.assessors import Assessor, HoldingRules, hand_over
from harness.judging.ledger import Ledger
from harness.judging.recording import end_role
from harness.settings.judge import Guidelines


def task_to_judge(path: str | os.PathLike[str], *, judged: bool = False) -> Task:
    """Load a task for judging, whose judgments need not exist yet.

    With ``judged`` they must exist.
    """
    return load_task(path, without=() if judged else ("qrels",))


def ledger_path(task: Task) -> Path:
    """Return the path of the ledger of a task, beside its file; a task without a file has a name.

    Raises `InputError` if there is only a ledger of version 0.1.0, which had the task's name.
    """
    if task.judge.ledger:
        return task.resolve_path(task.judge.ledger)
    named = task.resolve_path(re.sub(r"[/\\]", "_", task.name) + ".ledger")
    if task.document is None:
        return named
    path = Path(task.document.source).with_suffix(".ledger")
    of_another = any(named.with_suffix(suffix).exists() for suffix in TASK_SUFFIXES)
    if named.is_file() and not path.exists() and not of_another:
        hint = f"if it is this task's, rename it to {path.name}; judge.ledger names another"
        raise InputError(
            Problem("this ledger has the name that version 0.1.0 gave it", str(named), hint=hint)
        )
    return path


def ledgers_with(path: Path, digest: str) -> Iterator[Problem]:
    """Yield the problem of each ledger that has a pool already, as where a task was renamed."""
    for other in sorted(path.parent.glob("*.ledger")):
        ledger = attempt(Ledger, other)
        if isinstance(ledger, Ledger):
            with ledger:
                if ledger.value("SELECT 1 FROM pool WHERE sha256 = ?", (digest,)):
                    count = count_noun(ledger.position, "event")
                    hint = f"rename it to {path.name}, or move it away; judge.ledger names another"
                    yield Problem(f"this ledger has the pool, and {count}", str(other), hint=hint)


def open_ledger(task: Task) -> Ledger:
    """Open the ledger of a task; raises `InputError` if there is none yet."""
    return Ledger(ledger_path(task))


def read_guidelines(task: Task) -> Guidelines:
    """Read the guidelines of a task for assessors."""
    settings = task.judge
    text = ""
    if settings.guidelines:
        text = read_utf8(task.resolve_path(settings.guidelines))
    return Guidelines(
        text=text,
        dimensions=settings.scales(),
        passages=settings.passages,
        active_time=settings.active_time,
    )


def other_guidelines(task: Task) -> tuple[Note, ...]:
    """Return a warning if the ledger has other grades or guidelines than the task now.

    The ledger's are shown to assessors; `add` records the task's in it.
    """
    path = ledger_path(task)
    if not path.is_file():
        return ()
    with Ledger(path) as ledger:
        number, recorded = ledger.guidelines
    if not number or recorded == read_guidelines(task):
        return ()
    text = (
        "the guidelines or grades of the task have changed since they were added to the ledger, "
        "which uses the old ones (harness judge add TASK POOL records the new ones)"
    )
    return (Note("guidelines-changed", text, str(path)),)


def read_ledger(target: Task | str | os.PathLike[str]) -> Ledger:
    """Open the ledger of a task, or of a file; it is a context manager.

    Parameters
    ----------
    target
        A task, its YAML file, or the path of a ledger.

    Returns
    -------
    Ledger
        The record of all judging; `harness.release_judgments` makes judgments of it.

    Raises
    ------
    HarnessError
        If there is no ledger, or another kind of file.

    Examples
    --------
    >>> read_ledger("nowhere.ledger")
    Traceback (most recent call last):
    harness.core.errors.InputError: nowhere.ledger: there is no ledger (harness judge add makes ...
    """
    if not isinstance(target, Task):
        if not os.fspath(target).lower().endswith(TASK_SUFFIXES):
            return Ledger(target)
        target = task_to_judge(target)
    return Ledger(ledger_path(target))


#: The name that stands for every pooled group as an assessor.
EVERY_GROUP = "groups"

_PROPOSALS = (TOPIC, InputColumn("assessor", ("group", "proposer", "team"), required=True))


def list_assessors(task: Task, topics: Topics, groups: Sequence[str]) -> list[Assessor]:
    """Return the assessors of a task, each with the topics that they proposed.

    Topics proposed by a group belong to all its assessors. ``groups`` are the groups with a pooled
    run. Raises `ConfigError` if nobody is named, and for proposers who are no assessors.
    """
    people = [Assessor.of(entry) for entry in task.judge.assessors]
    proposals = _proposals(task, topics)
    if [who.name for who in people] == [EVERY_GROUP]:
        people = [Assessor(name) for name in dict.fromkeys((*groups, *(n for _, n in proposals)))]
    if not people:
        hint = "judge: {assessors: [ann, ben]}"
        raise ConfigError(task.problem(("judge",), "no assessors are named: judge.assessors", hint))
    known = {name for who in people for name in (who.name, who.group) if name}
    strangers = dict.fromkeys(name for _, name in proposals if name not in known)
    messages = (unknown("assessor", name, sorted(known)) for name in strangers)
    keys = ("judge", "proposers")
    refuse((task.problem(keys, it.message, it.hint) for it in messages), ConfigError)
    proposed = [[t for t, n in proposals if n in (who.name, who.group)] for who in people]
    return [
        replace(who, topics=tuple(dict.fromkeys((*who.topics, *topics))))
        for who, topics in zip(people, proposed, strict=True)
    ]


def _proposals(task: Task, topics: Topics) -> list[tuple[str, str]]:
    """Return each topic with its proposer, an assessor or a group; none without a key for it."""
    source = task.judge.proposers
    if source is None:
        return []
    if source.path is not None:
        where = str(task.resolve_path(source.path))
        content = read_content(where)
        kind = table_format(content, find_suffix(where), _PROPOSALS) or "csv"
        frame, _ = check_columns(TABLE_READERS[kind](content, where, "assessor"), _PROPOSALS)
        return frame.select("topic", "assessor").rows()
    name = str(source.attribute)
    pairs = [(it.id, it.attributes[name]) for it in topics.values() if name in it.attributes]
    if not pairs:
        hint = suggest(name, sorted({key for it in topics.values() for key in it.attributes}))
        keys = ("judge", "proposers", "attribute")
        raise ConfigError(task.problem(keys, f"no topic has the attribute {name!r}", hint))
    return pairs


def holding_rules(task: Task) -> HoldingRules:
    """Return the limits of assessors' lists in a task."""
    settings = task.judge
    capacities = {it.name: it.capacity for it in settings.assessors if it.capacity is not None}
    return HoldingRules(settings.own_documents, capacities)


def end_roles(task: Task, ledger: Ledger, names: Iterable[str]) -> dict[str, tuple[int, int]]:
    """End the roles of people; return how many open documents of each moved, and stay.

    Their judgments stay. They cannot sign in any more, and judge again only if the task names them
    and they get a new link.
    """
    with ledger.transaction() as writing:
        people = {name: end_role(writing, name) for name in names}
        return {name: hand_over(writing, it, holding_rules(task)) for name, it in people.items()}
