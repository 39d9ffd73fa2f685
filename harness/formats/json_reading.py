"""Parse JSON without silent loss, and find lists of documents by topic in it.

The lists are found by the names that search engines, toolkits and collections use for them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.notes import Note
from harness.core.numbers import find_repeated
from harness.formats.files import decode
from harness.formats.qrels_columns import GRADE_NAMES
from harness.formats.tables import DOC, TOPIC, plain


class NotUsableError(ValueError):
    """JSON that would silently lose something, or that only Python takes for JSON."""


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object; the json module itself would keep the last of two equal names.

    >>> unique_members([("a", 1), ("a", 2)])
    Traceback (most recent call last):
        ...
    harness.formats.json_reading.NotUsableError: the name 'a' occurs twice in one object
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = find_repeated(name for name, _ in pairs)
        raise NotUsableError(f"the name {twice[0]!r} occurs twice in one object")
    return members


_LOAD = partial(json.loads, object_pairs_hook=unique_members)


def parse_json(
    text: str,
    where: str,
    line: int | None = None,
    load: Callable[[str], Any] = _LOAD,
) -> Any:
    """Parse a text, or one line of a file by its number; raises `InputError` if it is no JSON."""
    try:
        return load(text)
    except json.JSONDecodeError as error:
        number = error.lineno if line is None else line
        raise InputError(Problem(f"not JSON: {error.msg}", where, number, error.colno)) from None
    except RecursionError:
        fault = "nested too deeply"
    except NotUsableError as error:
        fault = str(error)
    except ValueError:  # the only other case: a whole number too long for Python
        fault = f"a whole number of more than {sys.get_int_max_str_digits():,} digits"
    raise InputError(Problem(f"not usable JSON: {fault}", where, line))


#: A topic and the list of its documents.
TopicList = tuple[Any, Sequence[Any]]
#: Paths of names to a list.
Paths = Sequence[tuple[str, ...]]

#: Not ``query``: here it is the query's text, or an object.
_TOPICS = (TOPIC.name, *(name for name in TOPIC.aliases if name != "query"), "turn_id", "id", "_id")
#: Names of the list of all topics of an object: BioASQ and iKAT.
_ALL = ("questions", "turns")
#: The name of the position of an answer that is a whole file.
_ALONE = "the file"
_DOCUMENTS = ("_id", DOC.name, *DOC.aliases, "id")
#: The first document of a list of judgments, if it is an object without lists in it.
_JUDGED = re.compile(rb'"(?:relevant|documents)"\s*:\s*\[\s*(\{[^][{}]*\})')
_GRADE = re.compile(rb'"(?:%s)"\s*:\s*-?\d+\s*[,}]' % "|".join(GRADE_NAMES).encode())
_RANKED = re.compile(rb'"(?:_?score|rank)"\s*:')


def topic_lists(content: bytes, where: str, paths: Paths) -> tuple[list[TopicList], list[Note]]:
    """Return the lists of a file: ``{topic: …}``, a list of objects, or an object per line.

    Raises `InputError` for a member without any of the ``paths``, and for one without a topic.
    """
    text, warnings = decode(content, where)
    lists: list[TopicList] = []
    problems: list[Problem] = []
    members = list(_members(text, where, paths))
    for topic, position, value, line in members:
        documents = next(filter(None, (_list_behind(value, path) for path in paths)), None)
        own = _topic(value) if topic is None else topic
        if position == _ALONE:
            message = "this is the answer to one query, which does not say its topic"
            hint = f"write {{topic: answer}}, or one of {', '.join(_TOPICS)} beside the list"
            problems.append(Problem(message, where, line, hint=hint))
        elif documents is None and not any(_list_behind(value, path) == [] for path in paths):
            known = ", ".join(".".join(path) for path in paths)
            message = f"{position}: no list of documents (expected one of {known})"
            problems.append(Problem(message, where, line))
        elif own is None:
            hint = f"expected one of {', '.join(_TOPICS)} beside the list, or {{topic: …}}"
            problems.append(Problem(f"{position}: nothing says the topic", where, line, hint=hint))
        else:
            lists.append((own, documents or []))
    if problems:
        raise InputError(problems[: 1 if len(problems) == len(members) else MAX_PROBLEMS])
    return lists, list(warnings)


def has_grades(head: bytes) -> bool:
    """Return whether the first document of a list is judged: a whole number, no score or rank.

    >>> has_grades(b'{"qid": 7, "documents": [{"doc_id": "d1", "relevance": 2}]}')
    True
    >>> has_grades(b'{"qid": 7, "documents": [{"doc_id": "d1", "relevance": 0.25}]}')
    False
    """
    first = _JUDGED.search(head)
    return first is not None and bool(_GRADE.search(first[1])) and not _RANKED.search(first[1])


def _members(text: str, where: str, paths: Paths) -> Iterator[tuple[Any, str, Any, int | None]]:
    """Yield topic (None: in the value), position in words, value and line of each member."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and lines[0][1].rstrip().endswith("}"):
        for number, line in lines:
            yield None, "the object", parse_json(line, where, number), number
        return
    document = parse_json(text, where)
    if isinstance(document, Mapping):
        named = (document[name] for name in _ALL if isinstance(document.get(name), list))
        document = next(named, document)
    if isinstance(document, Mapping) and _topic(document) is None:
        if any(_list_behind(document, path) is not None for path in paths):
            yield None, _ALONE, document, None
            return
        yield from ((topic, f"topic {topic!r}", value, None) for topic, value in document.items())
    else:
        values = document if isinstance(document, list) else [document]
        yield from ((None, f"object {n}", value, None) for n, value in enumerate(values, 1))


def _list_behind(value: Any, path: tuple[str, ...]) -> list[Any] | None:
    """Return the list at the end of a path; only one of several answers may have documents."""
    for name in path:
        if isinstance(value, list):
            having = [item for item in value if isinstance(item, Mapping) and item.get(name)]
            if not having:
                return []
            value = having[0] if len(having) == 1 else None
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if isinstance(value, list) else None


def _topic(value: Any) -> Any:
    """Return the topic that an object, or its query, names."""
    return _find_identifier(
        (value, (value.get("query") if isinstance(value, Mapping) else None)), _TOPICS
    )


def _find_identifier(values: Sequence[Any], names: Sequence[str]) -> Any:
    """Return the first identifier of the objects under one of the names; else None."""
    for value in values:
        if isinstance(value, Mapping):
            own = {plain(name): item for name, item in value.items()}
            for name in names:
                if isinstance(own.get(name), str | int):
                    return own[name]
    return None


def read_document(item: Any) -> Any:
    """Return the identifier of a document in a list: the item itself, or a member with a usual
    name.

    >>> read_document("d1"), read_document({"_id": "d2", "_score": 1.5}), read_document({"rank": 1})
    ('d1', 'd2', None)
    """
    if not isinstance(item, Mapping):
        return item
    return _find_identifier((item.get("fields"), item), _DOCUMENTS)
