"""Topics, texts of documents and labels of items, each looked up by its identifier."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import Problem
from harness.core.notes import Note

T = TypeVar("T", "Topic", "DocumentText")


_NOTHING: Mapping[str, str] = MappingProxyType({})


#: Fields of a document that can be its title, best first.
TITLE_FIELDS = ("title", "headline", "url")
#: Fields of a document that can be its text, best first; an abstract comes before it.
TEXT_FIELDS = ("text", "body", "contents", "content", "passage")
ABSTRACT = "abstract"
_SURROGATE = re.compile("[\ud800-\udfff]")
#: The depth of nested lists and mappings: no collection nests its paragraphs deeper.
_DEEPEST = 3


def well_formed(text: str) -> str:
    r"""Return a text without lone surrogates, which JSON can hold and no file can.

    >>> well_formed("a\ud800b")
    'a\ufffdb'
    """
    return _SURROGATE.sub("\ufffd", text)


@dataclass(frozen=True, slots=True)
class Offsets:
    """Offsets of a text's characters in its document, as the file has it.

    ``starts`` and ``ends`` are of each character; a blank in place of tags has the offsets of the
    tags. ``size`` is the number of characters of the document.
    """

    starts: Sequence[int]
    ends: Sequence[int]
    size: int

    @classmethod
    def same(cls, size: int) -> Offsets:
        """Return the offsets of a text that is unchanged in the file."""
        return cls(range(size), range(1, size + 1), size)

    def in_file(self, start: int, length: int) -> tuple[int, int]:
        """Convert a passage of the text to its start and length in the file.

        >>> offsets = Offsets([3, 4, 5, 9], [4, 5, 9, 10], 14)  # <p>ab<i> </i>c</p>
        >>> offsets.in_file(1, 3), offsets.in_file(2, 0), offsets.in_text(4, 6)
        ((4, 6), (5, 0), (1, 3))
        """
        if start >= len(self.starts):
            return start, length
        end = start + max(length, 1)  # parts may stand in another order in the file
        first = min(self.starts[start:end])
        return first, max(self.ends[start:end]) - first if length else 0

    def in_text(self, start: int, length: int) -> tuple[int, int]:
        """Convert a passage of the file to its start and length in the text."""
        end = start + max(length, 1)
        both = enumerate(zip(self.starts, self.ends, strict=True))
        inside = [i for i, (first, last) in both if first < end and last > start]
        if not inside:
            return sum(last <= start for last in self.ends), 0
        return inside[0], len(inside) if length else 0


@dataclass(frozen=True, slots=True)
class Subtopic:
    """One aspect of a topic (web track: ``<subtopic number="1" type="inf">``)."""

    id: str
    text: str
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """One information need.

    White space in texts is collapsed to single blanks.

    Attributes
    ----------
    id
        The identifier as written in the file, without surrounding blanks (``"001"`` stays so).
    title
        The text that a system would use as the query: the file's title, query or content element.
    description, narrative
        The information need, in a sentence and at length.
    language
        The language of the texts, if the file gives it.
    fields
        Every text element, by its name in the file.
    attributes
        Attributes of the topic as a whole (``type``, ``ct_no``, …).
    subtopics
        Its aspects.

    Examples
    --------
    >>> Topic("702", title="pearl farming").title
    'pearl farming'
    """

    id: str
    title: str | None = None
    description: str | None = None
    narrative: str | None = None
    language: str | None = None
    fields: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    attributes: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    subtopics: tuple[Subtopic, ...] = ()


class ById(Mapping[str, T]):
    """Items looked up by identifier, in file order."""

    __slots__ = ("_by_id", "format", "source", "warnings")
    _what: ClassVar[str]

    def __init__(
        self,
        items: Iterable[T],
        *,
        source: str | None = None,
        format: str | None = None,
        warnings: tuple[Note, ...] = (),
    ) -> None:
        self._by_id: dict[str, T] = {item.id: item for item in items}
        self.source: str | None = source
        self.format: str | None = format
        self.warnings: tuple[Note, ...] = warnings

    def __getitem__(self, name: str) -> T:
        return self._by_id[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def __repr__(self) -> str:
        what = f"{len(self)} {self._what}, source={self.source!r}, format={self.format!r}"
        return f"{type(self).__name__}({what})"


class Topics(ById[Topic]):
    """Topics in file order, looked up by identifier: a mapping.

    Parameters
    ----------
    items
        The topics.
    source, format
        Their file, and its layout.
    warnings
        Notes from reading it.

    Examples
    --------
    >>> topics = Topics([Topic("702", title="pearl farming"), Topic("701")])
    >>> list(topics), topics["702"].title
    (['702', '701'], 'pearl farming')
    """

    __slots__ = ()
    _what = "topics"


@dataclass(frozen=True, slots=True)
class DocumentText:
    """Title of a document (None without one), and its text.

    Both are plain text with single blanks. Anybody may have written them, and they may look like
    markup: code that shows them must escape them. ``written`` has the fields as in the collection,
    with line breaks, by name: assessors read and mark these. ``placed`` returns the offsets of the
    text's characters, if the file has more between them.
    """

    id: str
    title: str | None
    text: str
    written: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    placed: Callable[[], Offsets] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, doc_id: str, fields: Mapping[str, Any]) -> DocumentText:
        """Return a document from its fields, whose names are in lower case.

        The title is the first non-empty field of ``title``, ``headline`` and ``url``. The text is
        the ``abstract``, if any, and then the first non-empty field of ``text``, ``body``,
        ``contents``, ``content`` and ``passage``; all others are ignored. Lists are joined by
        blanks, mappings give the text in them.

        >>> DocumentText.of("d1", {"title": " Pearls ", "abstract": "On oysters.", "body": ["a"]})
        DocumentText(id='d1', title='Pearls', text='On oysters. a')
        """
        title = _first(fields, TITLE_FIELDS) or None
        parts = _words(fields.get(ABSTRACT)), _first(fields, TEXT_FIELDS)
        written = {name: text for name, value in fields.items() if (text := _as_written(value))}
        return cls(doc_id, title, " ".join(filter(None, parts)), written)

    def body(self, fields: Iterable[str] = ()) -> str:
        r"""Return the text as written; passages are offsets of its characters.

        Parameters
        ----------
        fields
            The shown fields; those that cannot be text are ignored. By default the fields that `of`
            takes. An empty line separates them.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> DocumentText.of("d1", {"abstract": "On it.", "text": "def f():\n    pass"}).body()
        'On it.\n\ndef f():\n    pass'
        """
        names = [name for name in fields if name in (ABSTRACT, *TEXT_FIELDS)]
        chosen = tuple(names) or self._chosen
        parts = [self.written[name] for name in chosen if name in self.written]
        return "\n\n".join(parts) if parts or names else self.text

    def offsets(self, fields: Iterable[str] = ()) -> Offsets:
        """Return the offsets of the characters of `body` in the file, if that is marked up."""
        return self.placed() if self.placed else Offsets.same(len(self.body(fields)))

    @property
    def _chosen(self) -> tuple[str, ...]:
        first = next((name for name in TEXT_FIELDS if self.written.get(name, "").strip()), "")
        return ABSTRACT, first


def _as_written(value: Any, depth: int = _DEEPEST) -> str:
    """Return a value as text, without collapsing blanks; a list has one line per part."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Mapping) and depth:
        value = [next((value[name] for name in TEXT_FIELDS if name in value), None)]
    if isinstance(value, list | tuple) and depth:
        return "\n".join(filter(None, (_as_written(part, depth - 1) for part in value)))
    return ""


def _first(fields: Mapping[str, Any], names: Iterable[str]) -> str:
    return next(filter(None, (_words(fields.get(name)) for name in names)), "")


def _words(value: Any) -> str:
    return " ".join(_as_written(value).split())


class Texts(ById[DocumentText]):
    """The texts of documents, looked up by identifier, in file order.

    >>> texts = Texts([DocumentText("d2", None, "pearls"), DocumentText("d1", "Oysters", "")])
    >>> list(texts), texts["d1"].title, texts.get("d3")
    (['d2', 'd1'], 'Oysters', None)
    """

    __slots__ = ()
    _what = "documents"


@dataclass(frozen=True, eq=False)
class Labelling:
    """The items of a file, each once, and their ``values`` [N]: texts, or numbers of a regression.

    ``scores`` [N], or ``class_scores`` [N, K] of each label, are None if the file has none.
    ``problem`` makes the problem of a row.

    >>> import numpy as np
    >>> Labelling(("a", "b"), np.array([0.5, 2.0])).position
    {'a': 0, 'b': 1}
    """

    items: tuple[str, ...]
    values: npt.NDArray[Any]
    scores: Floats | None = None
    class_scores: Floats | None = None
    source: str = ""
    problem: Callable[[int, str], Problem] = lambda _, message: Problem(message)
    warnings: tuple[Note, ...] = ()

    @cached_property
    def position(self) -> dict[str, int]:
        """The row of each item."""
        return {item: row for row, item in enumerate(self.items)}
