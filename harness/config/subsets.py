"""Named subsets of the topics: by identifier, by attribute, one for each value of an attribute."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.config.task import Task
from harness.core.errors import Problem, some, suggest, suggester
from harness.core.texts import Topic, Topics
from harness.settings.sources import is_range, range_problem, topics_in


@dataclass(frozen=True, slots=True)
class Subset:
    """Some topics under a name: those it names (None: any), and of these the judged ones."""

    name: str
    named: tuple[str, ...] | None
    judged: tuple[str, ...]

    def count(self, topics: Iterable[str]) -> int:
        """How many of the given topics, which are all different, the subset names."""
        given = set(topics)
        return len(given if self.named is None else given.intersection(self.named))


def find_subsets(
    task: Task, topics: Topics, judged: tuple[str, ...]
) -> tuple[tuple[Subset, ...], tuple[Problem, ...]]:
    """The subsets that a task asks for, in its order, and what is wrong with them.

    A facet makes a subset of each of its values, named ``attribute=value``. Wrong are topics that
    are neither in the topics nor judged, attributes that no topic has, values that none has for
    it, and subsets without a judged topic. A list may have ranges (``401-450``), of which every
    topic must be there.
    """
    known = tuple(dict.fromkeys([*topics, *judged]))
    named: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for name, entry in task.subsets.items():
        if entry.topics is not None:
            wrong = list(_unknown_topics(task, name, entry.topics, known))
            ids = () if wrong else _listed(entry.topics, known)
        else:
            where = entry.where or {}
            wrong = list(_unknown_values(task, name, where, topics, known))
            ids = () if wrong else tuple(_having(where, topics))
        problems += wrong
        named[name] = ids
    for index, attribute in enumerate(task.facets):
        values = values_of(topics, attribute)
        if not values:
            problems.append(_unknown_attribute(task, ("facets", index), attribute, topics))
        for value in values:
            named[f"{attribute}={value}"] = tuple(_having({attribute: (value,)}, topics))
    subsets = tuple(
        Subset(name, ids, tuple(sorted(set(ids) & set(judged), key=str.encode)))
        for name, ids in named.items()
    )
    if not problems:
        problems += [
            task.problem(("subsets", subset.name), f"no topic of {subset.name!r} is judged")
            for subset in subsets
            if not subset.judged and subset.name in task.subsets
        ]
    return subsets, tuple(problems)


def _listed(texts: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """The topics of a list, each once, ranges written out; a topic may be called like a range."""
    of = frozenset(known)
    names = (name for text in texts for name in ((text,) if text in of else topics_in(text)))
    return tuple(dict.fromkeys(names))


def attribute_of(topic: Topic, name: str) -> str | None:
    """The value of a topic's attribute, text field or ``language``; None without one.

    >>> attribute_of(Topic("1", attributes={"type": "faceted"}), "type")
    'faceted'
    """
    return (
        topic.attributes.get(name)
        or topic.fields.get(name)
        or (topic.language if name == "language" else None)
    )


def values_of(topics: Topics, attribute: str) -> tuple[str, ...]:
    """Every value of an attribute, in bytewise order."""
    values = {attribute_of(topic, attribute) for topic in topics.values()}
    return tuple(sorted((value for value in values if value is not None), key=str.encode))


def _having(where: Mapping[str, tuple[str, ...]], topics: Topics) -> Iterator[str]:
    for name, topic in topics.items():
        if all(attribute_of(topic, attribute) in values for attribute, values in where.items()):
            yield name


def _unknown_topics(
    task: Task, name: str, wanted: tuple[str, ...], known: tuple[str, ...]
) -> Iterator[Problem]:
    say, of = suggester(known), frozenset(known)
    for index, text in enumerate(wanted):
        key = ("subsets", name, index)
        if text in of:
            continue
        if problem := range_problem(text):
            yield task.problem(key, *problem)
            continue
        absent = [topic for topic in topics_in(text) if topic not in of]
        if is_range(text) and absent:
            yield task.problem(key, f"not all topics of the range {text} are there: {some(absent)}")
        elif absent:
            hint = _as_list(name, re.split(r"[,;\s]+", text), of) or say(text)
            yield task.problem(key, f"unknown topic {text!r}", hint)


def _as_list(name: str, texts: Sequence[str], known: Collection[str]) -> str | None:
    """How a list of topics is written, where all texts are topics or ranges of them.

    >>> _as_list("odd", ["401-416"], ["401"]), _as_list("odd", ["401", "x"], ["401"])
    ('a list of topics is written odd: [401-416]', None)
    """
    if not all(text in known or is_range(text) for text in texts):
        return None
    return f"a list of topics is written {name}: [{', '.join(texts)}]"


def _unknown_values(
    task: Task,
    name: str,
    where: Mapping[str, tuple[str, ...]],
    topics: Topics,
    known: Collection[str],
) -> Iterator[Problem]:
    for attribute, wanted in where.items():
        key = ("subsets", name, attribute)
        values = values_of(topics, attribute)
        if not values:
            yield _unknown_attribute(task, key, attribute, topics, _as_list(name, wanted, known))
            continue
        say = suggester(values)
        for value in wanted:
            if value not in values:
                yield task.problem(key, f"no topic has {attribute} {value!r}", say(value))


def _unknown_attribute(
    task: Task, key: tuple[str | int, ...], attribute: str, topics: Topics, hint: str | None = None
) -> Problem:
    names = sorted({name for topic in topics.values() for name in _names(topic)}, key=str.encode)
    hint = hint or suggest(attribute, names) or "they have none"
    return task.problem(key, f"no topic has the attribute {attribute!r}", hint)


def _names(topic: Topic) -> Iterator[str]:
    """Whatever `attribute_of` finds something under."""
    for name in (*topic.attributes, *topic.fields, "language"):
        if attribute_of(topic, name):
            yield name
