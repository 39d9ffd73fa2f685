"""Judgments and runs: the frozen values that all other parts work on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

from harness.core import public
from harness.core.framed import Frame, FrameOwner
from harness.core.lookup import Lookup
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.run_faults import has_parts

#: Columns that let a document have several judgments in a topic.
_SEVERAL = ("subtopic", "group", "subgroup", "path")


@dataclass(frozen=True, eq=False)
class Qrels(FrameOwner):
    """Relevance judgments; `Qrels.of` makes them of any form.

    Attributes
    ----------
    frame
        One row a judgment, no document twice in a topic: ``topic`` (String), ``doc`` (String),
        ``grade`` (Int64; below 0: pooled but not judged), and further columns of a layout
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
        if not self._is_of_lines:  # polars is not needed
            self._check_frame({"topic": pl.String, "doc": pl.String, "grade": pl.Int64})

    @classmethod
    def of(cls, judgments: Any, name: str = "the qrels") -> Qrels:
        """Return judgments of any form.

        Parameters
        ----------
        judgments
            A path, or anything else that `harness.score` takes as judgments.
        name
            Their name in messages.

        Returns
        -------
        Qrels
            Checked judgments.

        Raises
        ------
        InputError
            With every problem.

        Examples
        --------
        >>> import harness
        >>> harness.Qrels.of({"1": {"d1", "d2"}})
        Qrels(2 judgments, 1 topics, source='the qrels')
        """
        return cast("Qrels", public("_load_qrels")(judgments, name))

    @cached_property
    def lookup(self) -> Lookup:
        """Lookup of a judgment's row by topic and document."""
        return Lookup(self.rows.topics(), self.rows.texts("doc"))

    @cached_property
    def sample_note(self) -> Note | None:
        """Return the note on judgments that are a sample; None if they are not.

        A sample is recognised by its columns ``probability`` (some are below 1) or ``stratum``
        (some document was not drawn: its grade is below 0).

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
        share = count_noun(
            judged, "document", "is judged", of=len(self) if judged < len(self) else None
        )
        text = f"these judgments are a sample: {share}, drawn by chance"
        return Note("sample", text, numbers={"judged": judged, "of": len(self)})

    @property
    def documents(self) -> Qrels:
        """The judgments with one grade per topic and document: the highest of several.

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
        """Return the judgments of topics that have a relevant document.

        Parameters
        ----------
        level
            The least grade that is relevant.

        Returns
        -------
        Qrels
            All judgments of these topics, also of documents that are not relevant.

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
        """Return the note on documents with several judgments in a topic; None without any."""
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

    def __repr__(self) -> str:
        return f"Qrels({len(self)} judgments, {len(self.topics)} topics, source={self.source!r})"


@dataclass(frozen=True, eq=False)
class Run(FrameOwner):
    """One system's ranked documents; `Run.of` makes it of any form.

    Attributes
    ----------
    name
        The run tag, or the name that a configuration gives the run.
    frame
        In file order: ``topic`` (String), ``doc`` (String), ``score`` (Float64, no NaN). The rank
        column of a file is never used for ranking; ``rank`` (Int64) is there only on request, to
        pool by it or to check it.
    source, details
        The file, and facts about it: ``format``, the run's metadata.
    warnings
        Notes from reading it.
    known
        The number of documents that left it because they were judged before
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
        if not self._is_of_lines:  # polars is not needed
            self._check_frame({"topic": pl.String, "doc": pl.String, "score": pl.Float64})

    @classmethod
    def of(cls, run: Any, name: str | None = None) -> Run:
        """Return a run of any form.

        Parameters
        ----------
        run
            A path, or anything else that `harness.score` takes as one run.
        name
            Its name; None for its tag, else ``run``.

        Returns
        -------
        Run
            The checked run.

        Raises
        ------
        InputError
            With every problem.

        Examples
        --------
        >>> import harness
        >>> harness.Run.of({"1": ["d2", "d1"]}, "bm25")
        Run('bm25', 2 documents, source=None)
        """
        return cast("Run", public("_load_run")(run, name))

    def without_identical(self) -> Run:
        """Remove documents with the identifier of their topic, and note them.

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
        """The run of documents, each once, of a run of passages or elements.

        A document ranks as its first passage in the file, with scores to match; or as its element
        with the best score.

        >>> frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["b", "a", "b"], "offset": [0, 9, 5]})
        >>> run = Run("focused", frame.with_columns(score=pl.Series([1.0, 2.0, 3.0]), length=4))
        >>> run.documents.frame.rows()
        [('1', 'b', 0.0), ('1', 'a', -1.0)]
        """
        # Remembering itself would make a cycle, whose memory waits for the garbage collector.
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
