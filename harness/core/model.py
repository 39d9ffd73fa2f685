"""Topics, judgments, runs and texts: the frozen values that all other parts work on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from harness.core import public
from harness.core.columns import (
    Columns,
    Frame,
    columns_given,
    has_columns,
    height_of,
    names_of,
    topics_of,
)
from harness.core.errors import InputError, Problem, refuse
from harness.core.frames import pl
from harness.core.lookup import Lookup
from harness.core.notes import Note
from harness.core.numbers import counted
from harness.core.run_faults import has_parts

T = TypeVar("T", "Topic", "DocumentText")

_NOTHING: Mapping[str, str] = MappingProxyType({})

#: Fields of a document that can be its title, best first.
TITLE_FIELDS = ("title", "headline", "url")
#: Fields of a document that can be its text, best first; an abstract comes before it.
TEXT_FIELDS = ("text", "body", "contents", "content", "passage")
ABSTRACT = "abstract"
#: Columns of judgments that let a document have several in a topic.
_SEVERAL = ("subtopic", "group", "subgroup", "path")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Lists of mappings of lists: no collection nests its paragraphs deeper.
_DEEPEST = 3


def well_formed(text: str) -> str:
    r"""A text without lone surrogates, which JSON can hold and no file can.

    >>> well_formed("a\ud800b")
    'a\ufffdb'
    """
    return _SURROGATE.sub("\ufffd", text)


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
        What a system would use as the query: the file's title, query or content element.
    description, narrative
        What is wanted, in a sentence and at length.
    language
        The language of the texts, where the file says it.
    fields
        Every text element under the name that it has in the file.
    attributes
        Everything said about the topic as a whole (``type``, ``ct_no``, …).
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
    """Items looked up by their identifier, in the order in which they were found."""

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
        self.source = source
        self.format = format
        self.warnings = warnings

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
        The file that they come from, and its layout.
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


def _check_frame(value: Qrels | Run, columns: Mapping[str, Any]) -> None:
    """Raise `InputError` unless a frame of polars has these columns, numbers of any width."""
    kind = type(value).__name__
    wanted = ", ".join(f"{name} ({dtype})" for name, dtype in columns.items())
    hint = f"{kind}.of takes dictionaries, lists, other frames and files"
    frame: object = value.frame
    if not isinstance(frame, pl.DataFrame):
        message = f"{kind} of {type(frame).__name__}: a polars frame with {wanted} is expected"
        raise InputError(Problem(message, hint=hint))
    refuse(
        (
            Problem(
                f"{kind}: column {name!r} {_lack(frame, name)}, and {dtype} is expected", hint=hint
            )
            for name, dtype in columns.items()
            if name not in frame.columns or not _is_of(frame.schema[name], dtype)
        ),
        InputError,
    )


def _lack(frame: pl.DataFrame, name: str) -> str:
    return f"is {frame.schema[name]}" if name in frame.columns else "is not there"


def _is_of(dtype: pl.DataType, wanted: Any) -> bool:
    if wanted == pl.Int64:
        return dtype.is_integer()
    return dtype.is_numeric() if wanted == pl.Float64 else dtype == wanted


@dataclass(frozen=True, eq=False)
class Qrels:
    """Relevance judgments; `Qrels.of` makes them of any form.

    Attributes
    ----------
    frame
        One row a judgment, no document twice in a topic: ``topic`` (String), ``doc`` (String),
        ``grade`` (Int64; below 0: pooled but not judged), and what else a layout has
        (subtopics, sampling probabilities, …).
    source, format
        The file, and its layout.
    warnings
        Notes from reading it.

    Raises
    ------
    InputError
        For a frame without these columns.

    Examples
    --------
    >>> Qrels(pl.DataFrame({"topic": ["1"], "doc": ["a"], "grade": [2]})).topics
    ('1',)
    """

    frame: Frame = Frame()  # noqa: RUF009
    source: str | None = None
    format: str = "trec"
    warnings: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        if not has_columns(self):  # columns of lines are what they should be
            _check_frame(self, {"topic": pl.String, "doc": pl.String, "grade": pl.Int64})

    @classmethod
    def of(cls, judgments: Any, name: str = "the qrels") -> Qrels:
        """Judgments of any form.

        Parameters
        ----------
        judgments
            A path, or what else `harness.score` takes as judgments.
        name
            What messages call them.

        Returns
        -------
        Qrels
            Checked judgments.

        Raises
        ------
        InputError
            With all that is wrong.

        Examples
        --------
        >>> import harness
        >>> harness.Qrels.of({"1": {"d1", "d2"}})
        Qrels(2 judgments, 1 topics, source='the qrels')
        """
        made: Qrels = public("_qrels_of")(judgments, name)
        return made

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers in bytewise order (``1, 10, 2``)."""
        return topics_of(self)

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return names_of(self)

    @cached_property
    def rows(self) -> Columns:
        """The columns from which documents are looked up."""
        return columns_given(self)

    @cached_property
    def lookup(self) -> Lookup:
        """Look-up of a document's row by its topic and identifier."""
        return Lookup(self.rows.topics(), self.rows.texts("doc"))

    @cached_property
    def sample_note(self) -> Note | None:
        """Return the note on judgments that are a sample; None where they are not.

        A sample is known by its columns ``probability`` (some are below 1) or ``stratum`` (some
        document was not drawn: its grade is below 0).

        >>> columns = {"topic": ["1", "1"], "doc": ["a", "b"], "grade": [1, -1]}
        >>> Qrels(pl.DataFrame(columns)).sample_note
        >>> print(Qrels(pl.DataFrame({**columns, "stratum": ["1", "1"]})).sample_note)
        these judgments are a sample: 1 of 2 documents is judged, drawn by chance
        """
        columns = self.names
        if "stratum" not in columns and "probability" not in columns:
            return None
        judged = int((self.frame["grade"] >= 0).sum())
        partial = "stratum" in columns and judged < len(self)
        if "probability" in columns:
            partial = partial or bool((self.frame["probability"].fill_null(0.0) < 1).any())
        if not partial:
            return None
        share = counted(
            judged, "document", "is judged", of=len(self) if judged < len(self) else None
        )
        text = f"these judgments are a sample: {share}, drawn by chance"
        return Note("sample", text, numbers={"judged": judged, "of": len(self)})

    @property
    def documents(self) -> Qrels:
        """The judgments with one grade a document: the highest, where it has several in a topic.

        >>> columns = {"topic": ["1", "1"], "subtopic": ["1", "2"], "doc": ["a", "a"]}
        >>> Qrels(pl.DataFrame({**columns, "grade": [0, 2]})).documents.frame.rows()
        [('1', 'a', 2)]
        """
        return self._merged if set(_SEVERAL) & set(self.names) else self

    @cached_property
    def _merged(self) -> Qrels:
        grades = self.frame.group_by("topic", "doc", maintain_order=True).agg(pl.col("grade").max())
        return replace(self, frame=grades)

    def with_relevant(self, level: int = 1) -> Qrels:
        """The judgments of topics that have a relevant document.

        Parameters
        ----------
        level
            The least grade that is relevant.

        Returns
        -------
        Qrels
            Those of these topics, also of documents that are not relevant.

        Examples
        --------
        >>> import harness
        >>> harness.Qrels.of({"1": {"a": 0}, "2": {"a": 0, "b": 1}}).with_relevant().frame.rows()
        [('2', 'a', 0), ('2', 'b', 1)]
        """
        kept = (pl.col("grade") >= level).any().over("topic")
        return replace(self, frame=self.frame.filter(kept))

    @property
    def merged(self) -> Note | None:
        """Return the note on documents with several judgments in a topic, if any."""
        documents = len(self.documents)
        if documents == len(self):
            return None
        over = next(name for name in _SEVERAL if name in self.names)
        return Note(
            "highest-grade",
            f"measures of documents take the highest grade over a document's {over}s: "
            f"{len(self)} judgments of {documents} documents",
            numbers={"judgments": len(self), "documents": documents},
        )

    def __len__(self) -> int:
        return height_of(self)

    def __repr__(self) -> str:
        return f"Qrels({len(self)} judgments, {len(self.topics)} topics, source={self.source!r})"


@dataclass(frozen=True, eq=False)
class Run:
    """One system's ranked documents; `Run.of` makes it of any form.

    Attributes
    ----------
    name
        The run tag, or the name that a configuration gives the run.
    frame
        In file order: ``topic`` (String), ``doc`` (String), ``score`` (Float64, no NaN). The
        rank column of a file is never used for ranking; ``rank`` (Int64) is there only where it
        was asked for, to pool by it or to check it.
    source, details
        The file, and what is known of it: ``format``, the run's metadata.
    warnings
        Notes from reading it.
    known
        How many documents left it because they were judged before
        (`harness.evaluation.judgments`).

    Raises
    ------
    InputError
        For a frame without these columns.

    Examples
    --------
    >>> Run("bm25", pl.DataFrame({"topic": ["1"], "doc": ["a"], "score": [2.5]})).topics
    ('1',)
    """

    name: str
    frame: Frame = Frame()  # noqa: RUF009
    source: str | None = None
    warnings: tuple[Note, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    known: int = 0

    def __post_init__(self) -> None:
        if not has_columns(self):  # columns of lines are what they should be
            _check_frame(self, {"topic": pl.String, "doc": pl.String, "score": pl.Float64})

    @classmethod
    def of(cls, run: Any, name: str | None = None) -> Run:
        """A run of any form.

        Parameters
        ----------
        run
            A path, or what else `harness.score` takes as one run.
        name
            What it is called; its tag, else ``run``, if None.

        Returns
        -------
        Run
            The checked run.

        Raises
        ------
        InputError
            With all that is wrong.

        Examples
        --------
        >>> import harness
        >>> harness.Run.of({"1": ["d2", "d1"]}, "bm25")
        Run('bm25', 2 documents, source=None)
        """
        made: Run = public("_run_of")(run, name)
        return made

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers in bytewise order."""
        return topics_of(self)

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return names_of(self)

    @cached_property
    def rows(self) -> Columns:
        """The columns from which rankings are made."""
        return columns_given(self)

    def without_identical(self) -> Run:
        """The run without documents that have the identifier of their topic, and a note of them.

        >>> ranked = {"topic": ["q", "q"], "doc": ["q", "a"], "score": [2.0, 1.0]}
        >>> run = Run("bm25", pl.DataFrame(ranked)).without_identical()
        >>> run.frame["doc"].to_list(), str(run.warnings[0])
        (['a'], 'bm25: 1 document with the identifier of its topic left the rankings')
        """
        frame = self.frame.filter(pl.col("topic") != pl.col("doc"))
        notes = identical_note(self.frame.height - frame.height, self.source, self.name)
        return replace(self, frame=frame, warnings=(*self.warnings, *notes)) if notes else self

    @property
    def documents(self) -> Run:
        """The run with each document once, where it retrieves passages or elements of them.

        A document is where its first passage is: in the order of the file, of which the score then
        tells; or where its element with the best score is.

        >>> frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["b", "a", "b"], "offset": [0, 9, 5]})
        >>> run = Run("focused", frame.with_columns(score=pl.Series([1.0, 2.0, 3.0]), length=4))
        >>> run.documents.frame.rows()
        [('1', 'b', 0.0), ('1', 'a', -1.0)]
        """
        # What is remembered must not be itself: its memory would wait for the garbage collector.
        return self._first_parts if has_parts(self.names) else self

    @cached_property
    def _first_parts(self) -> Run:
        frame = self.frame
        if "offset" in frame.columns:
            position = pl.int_range(pl.len()).over("topic")
            frame = frame.with_columns((-position).cast(pl.Float64).alias("score"))
        best = frame.sort("score", descending=True, maintain_order=True)
        best = best.unique(["topic", "doc"], keep="first", maintain_order=True)
        return replace(self, frame=best.drop("offset", "length", "path", strict=False))

    def __len__(self) -> int:
        return height_of(self)

    def __repr__(self) -> str:
        return f"Run({self.name!r}, {len(self)} documents, source={self.source!r})"


def identical_note(number: int, source: str | None, name: str) -> tuple[Note, ...]:
    """Return the note on documents of a run that have the identifier of their topic."""
    if not number:
        return ()
    what = "1 document with the identifier of its topic"
    if number > 1:
        what = f"{number:,} documents with the identifiers of their topics"
    text, numbers = f"{what} left the rankings", {"documents": number}
    return (Note("identical-ignored", text, source or name, name, numbers),)


@dataclass(frozen=True, slots=True)
class DocumentText:
    """Title of a document, None where it has none, and its text.

    Both are plain text with single blanks, as the collection has it: anybody may have written it,
    and it may well look like markup. Who shows it escapes it. ``written`` has the fields as they
    are in the collection, line breaks and all, by name: what assessors read and mark.
    """

    id: str
    title: str | None
    text: str
    written: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, doc_id: str, fields: Mapping[str, Any]) -> DocumentText:
        """The document with these fields, whose names are in lower case.

        The title is the first that is not empty of ``title``, ``headline`` and ``url``. The text
        is the ``abstract``, if there is one, and then the first that is not empty of ``text``,
        ``body``, ``contents``, ``content`` and ``passage``; all others are left out. A list is
        joined by blanks, a mapping stands for the text in it.

        >>> DocumentText.of("d1", {"title": " Pearls ", "abstract": "On oysters.", "body": ["a"]})
        DocumentText(id='d1', title='Pearls', text='On oysters. a')
        """
        title = _first(fields, TITLE_FIELDS) or None
        parts = _words(fields.get(ABSTRACT)), _first(fields, TEXT_FIELDS)
        written = {name: text for name, value in fields.items() if (text := _as_written(value))}
        return cls(doc_id, title, " ".join(filter(None, parts)), written)

    def body(self, names: Iterable[str] = ()) -> str:
        r"""The text as it is written: the fields of these names, or those that `of` takes.

        >>> DocumentText.of("d1", {"abstract": "On it.", "text": "def f():\n    pass"}).body()
        'On it.\n\ndef f():\n    pass'
        """
        chosen = tuple(names) or self._chosen
        parts = [self.written[name] for name in chosen if name in self.written]
        return "\n\n".join(parts) if parts else "" if names else self.text

    @property
    def _chosen(self) -> tuple[str, ...]:
        first = next((name for name in TEXT_FIELDS if self.written.get(name, "").strip()), "")
        return ABSTRACT, first


def _as_written(value: Any, depth: int = _DEEPEST) -> str:
    """A value as text, with nothing collapsed; a list has a line for each of its parts."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, Mapping) and depth:
        value = [next((value[name] for name in TEXT_FIELDS if name in value), None)]
    if isinstance(value, list | tuple) and depth:
        return "\n".join(filter(None, (_as_written(part, depth - 1) for part in value)))
    return _words(value)


def _first(fields: Mapping[str, Any], names: Iterable[str]) -> str:
    return next(filter(None, (_words(fields.get(name)) for name in names)), "")


def _words(value: Any, depth: int = _DEEPEST) -> str:
    if isinstance(value, str):
        return " ".join(well_formed(value).split())
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Mapping) and depth:
        value = [next((value[name] for name in TEXT_FIELDS if name in value), None)]
    if isinstance(value, list | tuple) and depth:
        return " ".join(filter(None, (_words(part, depth - 1) for part in value)))
    return ""


class Texts(ById[DocumentText]):
    """The texts of documents, looked up by identifier, in the order in which they were found.

    >>> texts = Texts([DocumentText("d2", None, "pearls"), DocumentText("d1", "Oysters", "")])
    >>> list(texts), texts["d1"].title, texts.get("d3")
    (['d2', 'd1'], 'Oysters', None)
    """

    __slots__ = ()
    _what = "documents"
