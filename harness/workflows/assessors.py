"""Who judges the topics of a task: people and groups, with the topics that they proposed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from harness.config import Task
from harness.core.errors import ConfigError, refuse, suggest, unknown
from harness.core.identity import suffix_of
from harness.core.texts import Topics
from harness.formats.tablefiles import TABLE_READERS, content_of, table_format
from harness.formats.tables import TOPIC, InputColumn, checked
from harness.judging.assessors import Assessor

#: The one assessor that stands for every pooled group.
EVERY_GROUP = "groups"

_PROPOSALS = (TOPIC, InputColumn("assessor", ("group", "proposer", "team"), required=True))


def assessors_of(task: Task, topics: Topics, groups: Sequence[str]) -> list[Assessor]:
    """The assessors of a task, each with the topics that he or she proposed.

    What a group proposed belongs to all its assessors. ``groups`` are those with a pooled run.
    Raises `ConfigError` where nobody is named, and for proposers who are not among the assessors.
    """
    people = [Assessor.of(entry) for entry in task.judge.assessors]
    proposals = _proposals(task, topics)
    if [who.name for who in people] == [EVERY_GROUP]:
        people = [Assessor(name) for name in dict.fromkeys((*groups, *(n for _, n in proposals)))]
    if not people:
        hint = "judge: {assessors: [ann, ben]}"
        raise ConfigError(
            task.problem(("judge",), "nobody is named to judge: judge.assessors", hint)
        )
    known = {name for who in people for name in (who.name, who.group) if name}
    strangers = dict.fromkeys(name for _, name in proposals if name not in known)
    messages = (unknown("assessor", name, sorted(known)) for name in strangers)
    keys = ("judge", "proposers")
    refuse((task.problem(keys, it.message, it.hint) for it in messages), ConfigError)
    return [
        replace(
            who, topics=_union(who.topics, (t for t, n in proposals if n in (who.name, who.group)))
        )
        for who in people
    ]


def _union(topics: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*topics, *others)))


def _proposals(task: Task, topics: Topics) -> list[tuple[str, str]]:
    """Each topic with who proposed it, an assessor or a group; none where no key says it."""
    source = task.judge.proposers
    if source is None:
        return []
    if source.path is not None:
        where = str(task.path_of(source.path))
        content = content_of(where)
        kind = table_format(content, suffix_of(where), _PROPOSALS) or "csv"
        frame, _ = checked(TABLE_READERS[kind](content, where, "assessor"), _PROPOSALS)
        return frame.select("topic", "assessor").rows()
    name = str(source.attribute)
    pairs = [(it.id, it.attributes[name]) for it in topics.values() if name in it.attributes]
    if not pairs:
        hint = suggest(name, sorted({key for it in topics.values() for key in it.attributes}))
        keys = ("judge", "proposers", "attribute")
        raise ConfigError(task.problem(keys, f"no topic has the attribute {name!r}", hint))
    return pairs
