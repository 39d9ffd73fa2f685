"""Read and write topics in the layouts of evaluation campaigns.

The modules here register the layouts. A layout that is not named is recognised by the content, and
by the file's suffix if two fit; if several are left, nothing is guessed.

Conventions of every layout: identifiers are strings kept as written, without blanks around them;
white space in a text is collapsed; `Topic.fields` has the texts under their names in the file
(``outer/inner`` for nested elements), with one line for each occurrence of an element; attributes
of an element are in `Topic.attributes` under ``element@name``.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence

from harness.core.errors import InputError, Problem, refuse
from harness.core.texts import Topic, Topics
from harness.formats.layouts import (
    FileContent,
    Layout,
    Sample,
    choose_layout,
    get_layout,
    write_content,
)
from harness.formats.tablefiles import read_raw_content
from harness.formats.text_reading import TextReading, as_text, collapse
from harness.formats.topics.topic_builder import TITLES, bare, build, find_id_fault

#: Counts, by kind, of values that the layout has no place for.
Dropped = Counter[str]


def topics_writer(
    text_of: Callable[[Sequence[Topic], Dropped], str],
    fault: Callable[[Topic], str | None] = lambda _topic: None,
) -> Callable[[Topics, Layout], FileContent]:
    """Return the writer of a layout; ``fault`` returns why it cannot hold a topic."""

    def write(topics: Topics, layout: Layout) -> FileContent:
        refuse(
            Problem(
                f"topic {topic.id!r} cannot be written as {layout.name}: {wrong}", topics.source
            )
            for topic in topics.values()
            if (wrong := _find_id_fault(topic) or fault(topic))
        )
        dropped: Dropped = Counter()
        return FileContent(text_of(tuple(topics.values()), dropped).encode(), dict(dropped))

    return write


def _find_id_fault(topic: Topic) -> str | None:
    if not topic.id or topic.id != topic.id.strip():
        return "its id is empty or has blanks around it"
    wrong = find_id_fault(topic.id)
    return f"its id {wrong}" if wrong else None


def other_fields(topic: Topic) -> dict[str, str]:
    """Return the fields that are not written as id, title, description, narrative, …."""
    texts = (topic.id, topic.title, topic.description, topic.narrative, topic.language)
    same = {collapse(text or "") for text in texts}
    if topic.subtopics:
        same.add(collapse(topic.fields.get("subtopic", topic.fields.get("sub", ""))))
    return {name: text for name, text in topic.fields.items() if collapse(text) not in same}


def needs_title(topic: Topic) -> bool:
    """Return whether a topic without a title has a text that would be read as one."""
    return any(bare(name) in TITLES for name in other_fields(topic))


def drop(topic: Topic, dropped: Dropped, *, held: Sequence[str] = ()) -> None:
    """Count every part of a topic that the layout does not hold."""
    for part in ("description", "narrative", "language", "attributes", "subtopics"):
        if part not in held and getattr(topic, part):
            dropped[part] += 1
    if "fields" not in held:
        dropped.update(other_fields(topic).keys())


def read_topics(path: str | os.PathLike[str], *, format: str | None = None) -> Topics:
    r"""Read topics: plain, compressed, or ``-`` for standard input.

    Parameters
    ----------
    path
        The file.
    format
        The name of its layout; None recognises it.

    Returns
    -------
    Topics
        In file order. Text is UTF-8, or in XML as declared; anything else is read as latin-1, with
        a note in `Topics.warnings`.

    Raises
    ------
    InputError
        With up to 25 problems, each with its line (and column where known): a file that cannot be
        read (missing, a directory, empty, binary, damaged archive), an unknown format, no layout
        that fits or several, XML that is not well-formed or declares entities, no topic, a topic
        without id, an id used twice.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "topics.txt")
    ...     _ = path.write_text("701\tpearl  farming\n052\tchunnel\n")
    ...     topics = read_topics(path)
    >>> topics.format, {topic.id: topic.title for topic in topics.values()}
    ('tsv', {'701': 'pearl farming', '052': 'chunnel'})
    """
    name = os.fspath(path)
    return parse_topics(read_raw_content(name), source=name, format=format)


def parse_topics(content: bytes, *, source: str, format: str | None = None) -> Topics:
    r"""Parse topics from ``content`` as `read_topics` does; ``source`` names the file in messages.

    >>> content = b"<top>\n<num> Number: 701\n<title> Pearl farming\n<desc> How?\n</top>"
    >>> topic = parse_topics(content, source="topics.701")["701"]
    >>> topic.title, topic.description, topic.fields["num"]
    ('Pearl farming', 'How?', '701')
    >>> parse_topics(b"1:pearls\n2:farms\n", source="ambiguous.txt")
    Traceback (most recent call last):
        ...
    harness.core.errors.InputError: ambiguous.txt: more than one layout of topics fits:
    million-query, id-only (name the layout: topics.format in a task, --from of harness info,
    format= in Python)
    """
    reading = TextReading(source)
    text = as_text(content, reading)
    if format is not None:
        get_layout("topics", format, source)  # an unknown name is reported first
    if not text.strip():
        raise InputError(Problem("the file is empty", where=source))
    layout, warnings = choose_layout("topics", format, Sample(content, source, text))
    reading.warnings.extend(warnings)
    return build(list(layout.call_read(text, reading)), reading, layout.name)


def write_topics(topics: Topics, format: str) -> FileContent:
    r"""Write topics in a layout; reading it gives the same ids and titles.

    Raises `InputError` for a layout that cannot be written, and for an id or a text that the layout
    cannot hold (a colon in a Million Query id, a control character in XML).

    >>> from harness.core.texts import Topic
    >>> topics = Topics([Topic("007", title="pearl farming", narrative="How?")])
    >>> write_topics(topics, "million-query")
    FileContent(content=b'007:pearl farming\n', lost={'narrative': 1})
    """
    return write_content("topics", format, topics, topics.source)
