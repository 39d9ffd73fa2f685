"""Writing topics, and saying what the chosen layout could not hold.

Titles, descriptions and narratives are written under the names the layout has for them, so their
names in `Topic.fields` may change; the other fields keep theirs where the layout allows any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from harness.core.errors import Problem, refuse
from harness.core.model import Topic, Topics
from harness.formats.topics.reading import collapse
from harness.formats.topics.topic_builder import TITLES, bare, fault_of_id
from harness.formats.writing import Written

#: How many values of each kind the layout has no place for.
Dropped = Counter[str]


def _no_fault(_topic: Topic) -> str | None:
    return None


def topics_writer(
    layout: str,
    text_of: Callable[[Sequence[Topic], Dropped], str],
    fault: Callable[[Topic], str | None] = _no_fault,
) -> Callable[[Topics], Written]:
    """The writer of a layout; ``fault`` says why it cannot hold the id or the texts of a topic."""

    def write(topics: Topics) -> Written:
        refuse(
            Problem(f"topic {topic.id!r} cannot be written as {layout}: {wrong}", topics.source)
            for topic in topics.values()
            if (wrong := _fault_of_id(topic) or fault(topic))
        )
        dropped: Dropped = Counter()
        content = text_of(tuple(topics.values()), dropped).encode()
        return Written(content, dict(dropped))

    return write


def _fault_of_id(topic: Topic) -> str | None:
    if not topic.id or topic.id != topic.id.strip():
        return "its id is empty or has blanks around it"
    wrong = fault_of_id(topic.id)
    return f"its id {wrong}" if wrong else None


def other_fields(topic: Topic) -> dict[str, str]:
    """The fields that are not already written as id, title, description, narrative, …."""
    texts = (topic.id, topic.title, topic.description, topic.narrative, topic.language)
    same = {collapse(text or "") for text in texts}
    if topic.subtopics:
        same.add(collapse(topic.fields.get("subtopic", topic.fields.get("sub", ""))))
    return {name: text for name, text in topic.fields.items() if collapse(text) not in same}


def needs_title(topic: Topic) -> bool:
    """Whether a topic without a title has a text that would be taken for it, were there none."""
    return any(bare(name) in TITLES for name in other_fields(topic))


def drop(topic: Topic, dropped: Dropped, *, held: Sequence[str] = ()) -> None:
    """Count every part a topic has that is not among those that the layout holds."""
    for part in ("description", "narrative", "language", "attributes", "subtopics"):
        if part not in held and getattr(topic, part):
            dropped[part] += 1
    if "fields" not in held:
        dropped.update(other_fields(topic).keys())
