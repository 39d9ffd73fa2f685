"""Reading topics in any of the layouts that evaluation campaigns have used, and writing them.

`TOPIC_FORMATS` names the layouts. A format that is not given is found by looking at the content,
and by the file's suffix where two layouts fit; where that leaves more than one, nothing is guessed.

Conventions that hold for every layout: identifiers are strings kept as written, without blanks
around them; runs of white space in a text become one blank; `Topic.fields` has the texts under
the names they have in the file (``outer/inner`` for an element inside another), those of an
element that occurs several times as one line each; attributes of an element are found in
`Topic.attributes` under ``element@name``.
"""

from __future__ import annotations

import os
from pathlib import PurePath

from harness.core.errors import InputError, Problem, nearest
from harness.core.model import Topics
from harness.formats.files import read_bytes
from harness.formats.naming import NAME_TOPICS_LAYOUT
from harness.formats.topics import json_topics, sgml, text, xml
from harness.formats.topics.reading import Reading, as_text
from harness.formats.topics.topic_builder import TopicFamily, TopicFormat, build
from harness.formats.topics.writers import TOPIC_WRITERS, write_topics

__all__ = [
    "TOPIC_FORMATS",
    "TOPIC_WRITERS",
    "TopicFormat",
    "parse_topics",
    "read_topics",
    "write_topics",
]

#: From the most special to the least: any text can be lines, any SGML looks like XML.
_FAMILIES: tuple[TopicFamily, ...] = (sgml.FAMILY, xml.FAMILY, json_topics.FAMILY, text.FAMILY)

#: Every layout that can be read, by name: a one-line description and the reader.
TOPIC_FORMATS: dict[str, TopicFormat] = {
    layout.name: layout for family in _FAMILIES for layout in family.formats
}

_SUFFIXES = {".tsv": "tsv", ".csv": "csv", ".jsonl": "jsonl"}
_COMPRESSED = {".gz", ".bz2", ".xz", ".zst"}


def read_topics(path: str | os.PathLike[str], *, format: str | None = None) -> Topics:
    r"""The topics of a file: plain, compressed, or ``-`` for standard input.

    ``format`` is a name from `TOPIC_FORMATS`; None looks at the content. Text is UTF-8, in XML
    also what the declaration says; anything else is read as latin-1, which `Topics.warnings` says.

    Raises `InputError` with up to 25 problems, each with its line (and column where known): a
    file that cannot be read (missing, a directory, empty, binary, damaged archive), an unknown
    format, a layout that does not fit or more than one that does, XML that is not well-formed or
    declares entities, no topic, a topic without id, an id used twice.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "topics.txt")
    ...     _ = path.write_text("701\tpearl  farming\n052\tchunnel\n")
    ...     topics = read_topics(path)
    >>> topics.format, {topic.id: topic.title for topic in topics.values()}
    ('tsv', {'701': 'pearl farming', '052': 'chunnel'})
    """
    name = os.fspath(path)
    return parse_topics(read_bytes(name), source=name, format=format)


def parse_topics(content: bytes, *, source: str, format: str | None = None) -> Topics:
    r"""The topics in ``content``; ``source`` is the file name to show, otherwise as `read_topics`.

    >>> content = b"<top>\n<num> Number: 701\n<title> Pearl farming\n<desc> How?\n</top>"
    >>> topic = parse_topics(content, source="topics.701")["701"]
    >>> topic.title, topic.description, topic.fields["num"]
    ('Pearl farming', 'How?', '701')
    >>> parse_topics(b"1:pearls\n2:farms\n", source="ambiguous.txt")
    Traceback (most recent call last):
        ...
    harness.core.errors.InputError: ambiguous.txt: more than one topic layout fits: million-query,
    id-only (name the layout: topics.format in a task, --from of harness topics, format= in
    Python)
    """
    reading = Reading(source)
    if format is not None and format not in TOPIC_FORMATS:
        hint = nearest(format, TOPIC_FORMATS) or f"known are {', '.join(TOPIC_FORMATS)}"
        message = f"unknown topic format {format!r}"
        raise InputError(Problem(message, where=source, hint=hint))
    decoded = as_text(content, reading)
    if not decoded.strip():
        raise InputError(Problem("the file is empty", where=source))
    name = _sniffed(decoded, source) if format is None else format
    return build(TOPIC_FORMATS[name].read(decoded, reading), reading, name)


def _sniffed(decoded: str, source: str) -> str:
    """The one format that fits, or an `InputError`."""
    tried: list[str] = []
    reading = Reading(source)
    for family in _FAMILIES:
        if not family.recognises(decoded):
            continue
        tried += [layout.name for layout in family.formats]
        names = family.candidates(decoded, reading)
        if names:
            return _only(names, source)
    message = f"no topic layout fits (tried {', '.join(tried)})"
    unknown = Problem(message, where=source, hint=NAME_TOPICS_LAYOUT)
    raise InputError([unknown, *reading.problems])


def _only(names: list[str], source: str) -> str:
    if len(names) == 1:
        return names[0]
    suffixes = [suffix for suffix in PurePath(source).suffixes if suffix not in _COMPRESSED]
    by_suffix = _SUFFIXES.get(suffixes[-1]) if suffixes else None
    if by_suffix in names:
        return by_suffix
    message = f"more than one topic layout fits: {', '.join(names)}"
    raise InputError(Problem(message, where=source, hint=NAME_TOPICS_LAYOUT))
