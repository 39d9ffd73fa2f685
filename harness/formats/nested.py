"""Judgments and runs held in Python's own values, made into ``{topic: {document: number}}``.

Frames, files and rows with names are read elsewhere (`harness.formats.frames`); of values that are
of another kind `None` is returned, and of wrong ones nothing is said here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.core.errors import InputError, Problem

#: What a run is called that nothing gives a name.
NAMELESS = "run"
#: ``{topic: {document: number}}``.
Nested = Mapping[Any, Mapping[Any, Any]]


@dataclass(frozen=True, slots=True, eq=False)
class HeldRun:
    """A run held as ``{topic: {document: score}}``, and what it is called."""

    rankings: Nested
    name: str

    @property
    def is_empty(self) -> bool:
        """Whether it has no document at all."""
        return not any(self.rankings.values())


def nested_judgments(judged: object) -> Nested | None:
    """Judgments as ``{topic: {document: grade}}``.

    The documents of a topic may be a set or a list, all of them relevant; ``True`` is grade 1.

    >>> nested_judgments({"1": {"a", "a"}, "2": {"b": True, "c": 0}})
    {'1': {'a': 1}, '2': {'b': 1, 'c': 0}}
    """
    if not isinstance(judged, Mapping):
        return None
    return {topic: _graded(docs, topic) for topic, docs in judged.items()}


def _graded(docs: Any, topic: object) -> Mapping[Any, Any]:
    if isinstance(docs, Mapping):
        if bool in set(map(type, docs.values())):
            return {doc: int(g) if isinstance(g, bool) else g for doc, g in docs.items()}
        return docs
    if isinstance(docs, set | frozenset):
        return dict.fromkeys(docs, 1)
    if isinstance(docs, list | tuple):
        return _once(topic, ((doc, 1) for doc in docs), "is listed twice")
    raise _no_documents(docs, topic, "{document: grade}, a set or a list of relevant documents")


def nested_run(run: object) -> Nested | None:
    """A run as ``{topic: {document: score}}``; None for what is none of these values.

    The documents of a topic may be a list, best first: of identifiers, of ``(document, score)``, or
    of hits with ``docid`` and ``score``, as Pyserini has them.

    >>> nested_run({"1": ["b", "a"], "2": [("c", 2.5)]})
    {'1': {'b': 2.0, 'a': 1.0}, '2': {'c': 2.5}}
    """
    if not isinstance(run, Mapping):
        return None
    return {topic: _scored(docs, topic) for topic, docs in run.items()}


def _scored(docs: Any, topic: object) -> Mapping[Any, Any]:
    if type(docs) is dict or isinstance(docs, Mapping):  # the first is much faster
        return docs
    if not is_ranking(docs):
        raise _no_documents(docs, topic, "{document: score}, or a list of documents, best first")
    if docs and hasattr(docs[0], "docid"):
        docs = [(hit.docid, hit.score) for hit in docs]
    if docs and isinstance(docs[0], tuple | list):
        return _once(topic, ((doc, score) for doc, score in docs), "is retrieved twice")
    scores = zip(docs, map(float, range(len(docs), 0, -1)), strict=True)
    return _once(topic, scores, "is retrieved twice")


def is_ranking(docs: object) -> bool:
    """Whether this is the list of one topic: of identifiers, pairs with scores, or hits."""
    if not isinstance(docs, list | tuple):
        return False
    first = docs[0] if docs else None
    pair = isinstance(first, tuple | list) and len(first) == 2
    return first is None or isinstance(first, str | int) or pair or hasattr(first, "docid")


def are_runs(values: Mapping[Any, Any]) -> bool:
    """Whether a dictionary holds runs by name, rather than the documents of topics.

    The first value that is not empty tells it: a topic has numbers or a list of documents.

    >>> are_runs({"1": {"a": 1.0}}), are_runs({"bm25": {"1": ["a"]}}), are_runs({"1": ["a"]})
    (False, True, False)
    """
    if not values:
        return True
    first: Any = next((value for value in values.values() if not _is_empty(value)), {})
    if not isinstance(first, Mapping):
        return not (is_ranking(first) or isinstance(first, set | frozenset))
    # A topic of a run that has none of its documents says nothing either.
    inner: Any = next((value for value in first.values() if not _is_empty(value)), None)
    if inner is None:
        return any(map(_is_empty, first.values()))
    return isinstance(inner, Mapping) or is_ranking(inner)


def _is_empty(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple | set) and not value


def _once(topic: object, pairs: Iterable[tuple[Any, Any]], fault: str) -> dict[Any, Any]:
    """The documents of a list; `InputError` for one that is there again."""
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
