"""Judgments and runs in Python's dictionaries, sets and lists, as columns.

They need no library of frames, and no thread. Frames, files and named rows are read in
`harness.formats.frames`; for values of another kind, or wrong ones, the functions here return None,
and the reader of frames reports the problem.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from harness.core.columns import Blocks, Column, Columns, TextColumn
from harness.core.errors import InputError, Problem
from harness.core.model import Qrels, Run
from harness.core.notes import Note
from harness.core.ordering import infinite_scores
from harness.hypotheses import Evidence, doubts
from harness.hypotheses.evidence import RIGHT

#: The name of a run without one.
NAMELESS = "run"
#: ``{topic: {document: number}}``.
Nested = Mapping[Any, Mapping[Any, Any]]
#: Types of numbers that are used unchecked; values of others are checked elsewhere.
_INTEGERS: frozenset[type] = frozenset({int, np.int64, np.int32})
_NUMBERS: frozenset[type] = frozenset({*_INTEGERS, float, np.float64, np.float32})
#: Grades are 32-bit integers in computations.
_LARGEST_GRADE = 2**31 - 1


def nested_judgments(judged: object) -> Nested | None:
    """Return judgments as ``{topic: {document: grade}}``; None for other values.

    The documents of a topic may be a set or a list, all of them relevant; ``True`` is grade 1.

    >>> nested_judgments({"1": {"a", "a"}, "2": {"b": True, "c": 0}})
    {'1': {'a': 1}, '2': {'b': 1, 'c': 0}}
    """
    if not isinstance(judged, Mapping) or are_columns(judged):
        return None
    return {topic: _normalise_grades(docs, topic) for topic, docs in judged.items()}


def _normalise_grades(docs: Any, topic: object) -> Mapping[Any, Any]:
    if isinstance(docs, Mapping):
        if bool in set(map(type, docs.values())):
            return {doc: int(g) if isinstance(g, bool) else g for doc, g in docs.items()}
        return docs
    if isinstance(docs, set | frozenset):
        return dict.fromkeys(docs, 1)
    if isinstance(docs, list | tuple):
        return _refuse_repeats(topic, ((doc, 1) for doc in docs), "is listed twice")
    raise _no_documents(docs, topic, "{document: grade}, a set or a list of relevant documents")


def nested_run(run: object) -> Nested | None:
    """Return a run as ``{topic: {document: score}}``; None for other values.

    The documents of a topic may be a list, best first: of identifiers, of ``(document, score)``, or
    of Pyserini's hits with ``docid`` and ``score``.

    >>> nested_run({"1": ["b", "a"], "2": [("c", 2.5)]})
    {'1': {'b': 2.0, 'a': 1.0}, '2': {'c': 2.5}}
    """
    if not isinstance(run, Mapping) or are_columns(run):
        return None
    return {topic: _normalise_scores(docs, topic) for topic, docs in run.items()}


def _normalise_scores(docs: Any, topic: object) -> Mapping[Any, Any]:
    if type(docs) is dict or isinstance(docs, Mapping):  # the first test is much faster
        return docs
    if not is_ranking(docs):
        raise _no_documents(docs, topic, "{document: score}, or a list of documents, best first")
    if docs and hasattr(docs[0], "docid"):
        docs = [(hit.docid, hit.score) for hit in docs]
    if docs and isinstance(docs[0], tuple | list):
        return _refuse_repeats(topic, ((doc, score) for doc, score in docs), "is retrieved twice")
    scores = zip(docs, map(float, range(len(docs), 0, -1)), strict=True)
    return _refuse_repeats(topic, scores, "is retrieved twice")


def are_columns(values: object) -> bool:
    """Return whether a dictionary holds numpy columns by name, rather than topics or runs."""
    if not isinstance(values, Mapping) or not values:
        return False
    if not isinstance(next(iter(values.values())), np.ndarray):
        return False
    return all(isinstance(value, np.ndarray) and value.ndim == 1 for value in values.values())


def is_ranking(docs: object) -> bool:
    """Return whether a value is one topic's list: of identifiers, pairs with scores, or hits."""
    if not isinstance(docs, list | tuple):
        return False
    first = docs[0] if docs else None
    pair = isinstance(first, tuple | list) and len(first) == 2
    return first is None or isinstance(first, str | int) or pair or hasattr(first, "docid")


def are_runs(values: Mapping[Any, Any]) -> bool:
    """Return whether a dictionary holds runs by name, rather than topics.

    The first non-empty value decides: a topic has numbers or a list of documents.

    >>> are_runs({"1": {"a": 1.0}}), are_runs({"bm25": {"1": ["a"]}}), are_runs({"1": ["a"]})
    (False, True, False)
    """
    if not values:
        return True
    first: Any = next((value for value in values.values() if not is_empty(value)), {})
    if not isinstance(first, Mapping):
        return not (is_ranking(first) or isinstance(first, set | frozenset))
    # An empty topic of a run does not tell either.
    inner: Any = next((value for value in first.values() if not is_empty(value)), None)
    if inner is None:
        return any(map(is_empty, first.values()))
    return isinstance(inner, Mapping) or is_ranking(inner) or are_columns(first)


def is_empty(value: Any) -> bool:
    """Return whether a value is a collection without anything in it."""
    return isinstance(value, Mapping | list | tuple | set) and not value


def _refuse_repeats(topic: object, pairs: Iterable[tuple[Any, Any]], fault: str) -> dict[Any, Any]:
    """Return the documents of a list as a dictionary; raises `InputError` for a repeated one."""
    listed: Sequence[tuple[Any, Any]] = list(pairs)
    docs = dict(listed)
    if len(docs) < len(listed):
        seen: set[Any] = set()
        twice = next(doc for doc, _ in listed if doc in seen or seen.add(doc))  # type: ignore[func-returns-value]
        raise InputError(Problem(f"document {twice!r} {fault} in topic {topic!r}"))
    return docs


def _no_documents(docs: object, topic: object, expected: str) -> InputError:
    message = f"topic {topic!r}: {type(docs).__name__} where documents are expected"
    return InputError(Problem(message, hint=f"expected {expected}"))


def held_judgments(judged: object, name: str = "the qrels") -> Qrels | None:
    """Return judgments from dictionaries, sets and lists; None unless texts and grades only.

    >>> held_judgments({"1": {"a", "b"}}), held_judgments({"1": {"a": 0.5}})
    (Qrels(2 judgments, 1 topics, source='the qrels'), None)
    """
    nested = nested_judgments(judged)
    made = None if nested is None else _columns(nested, "grade", _INTEGERS, np.int64)
    if made is None:
        return None
    grades = made[0].numbers("grade")
    if not len(grades) or np.abs(grades).max() > _LARGEST_GRADE:
        return None
    return Qrels(made[0], source=name, format="dict")


def held_run(rankings: Nested, name: str) -> Run | None:
    """Return the run with these rankings; None unless texts and numbers only.

    >>> held_run({"1": {"a": 2.5}}, "bm25"), held_run({"1": {"a": None}}, "bm25")
    (Run('bm25', 1 documents, source=None), None)
    """
    made = _columns(rankings, "score", _NUMBERS, np.float64)
    if made is None or np.count_nonzero(np.isnan(made[0].numbers("score"))):
        return None
    return Run(name, made[0], details={"format": "dict", "whole_numbers": made[1] <= _INTEGERS})


def score_notes(run: Run) -> tuple[Note, ...]:
    """Return the notes on odd scores of a `held_run`: infinite, all the same, or ascending."""
    rows, name = run.rows, run.name
    scores, topics = rows.numbers("score"), rows.topics()
    infinite = infinite_scores(scores, name)
    same = np.ones(max(len(scores) - 1, 0), dtype=bool)
    same[topics.starts[1:] - 1] = False
    rising = np.count_nonzero((scores[1:] > scores[:-1])[same])
    constant = bool((scores == scores[:1]).all())
    if not same.any() or not (constant or rising >= RIGHT * np.count_nonzero(same)):
        return infinite
    return (*infinite, *doubts(Evidence("run", frame=rows, in_memory=True), name))


def _columns(
    nested: Nested, value: str, allowed: frozenset[type], dtype: type
) -> tuple[Columns, set[type]] | None:
    """Return the columns of a dictionary, and the types of its values; None for unusual ones."""
    if not all(type(docs) is dict or isinstance(docs, Mapping) for docs in nested.values()):
        return None
    given = {topic: docs for topic, docs in nested.items() if docs}
    texts = list(chain.from_iterable(given.values()))
    numbers = _numbers(given.values(), len(texts), allowed, dtype)
    docs = _texts(texts)
    if numbers is None or docs is None or _content(nested) is None or not all(nested):
        return None
    sizes = np.fromiter(map(len, given.values()), np.int64, len(given))
    columns: dict[str, Column] = {
        "topic": Blocks(list(given), sizes),
        "doc": docs,
        value: numbers[0],
    }
    return Columns(columns, distinct=True), numbers[1]


def _content(texts: Iterable[str], between: str = "") -> bytes | None:
    """Join texts by ``between``, in UTF-8; None if one is no text, or has lone surrogates."""
    try:
        return between.join(texts).encode()
    except (TypeError, UnicodeEncodeError):
        return None


def _texts(texts: list[str]) -> TextColumn | None:
    """Return a column of texts; None if one is no valid text, or empty."""
    content = _content(texts, "\n")
    if content is None:
        return None
    # Measuring each of a million texts takes three times as long.
    ends = (np.frombuffer(content, dtype=np.uint8) == ord("\n")).nonzero()[0]
    if len(ends) == len(texts) - 1:
        starts = np.append(0, ends + 1)
        lengths = np.diff(starts, append=len(content) + 1) - 1
        made = TextColumn(content, starts, lengths.astype(np.int32))
    else:  # one has a line feed, or there are no texts
        made = TextColumn.made(texts)
    return made if np.count_nonzero(made.lengths) == len(made) else None


def _numbers(
    blocks: Collection[Mapping[str, Any]], count: int, allowed: frozenset[type], dtype: type
) -> tuple[Any, set[type]] | None:
    """Return the values of all blocks [N], and their types; None if a type is not allowed."""
    # Two passes over the dictionaries are faster than a list of all values.
    types = set(map(type, chain.from_iterable(docs.values() for docs in blocks)))
    if not types <= allowed:
        return None
    values = chain.from_iterable(docs.values() for docs in blocks)
    try:
        return np.fromiter(values, dtype, count), types
    except OverflowError:
        return None
