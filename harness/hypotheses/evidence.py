"""Evidence of faults of a whole file, and the causes found in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.core.columns import Columns, TextColumn, extract_columns
from harness.core.errors import Problem
from harness.core.ordering import by_score, positions_in_topic
from harness.core.packages import docstring
from harness.hypotheses.soundness import (
    QRELS_FIELDS,
    RUN_FIELDS,
    Record,
    count_judgment_lines,
    count_run_lines,
    readable,
)

if TYPE_CHECKING:
    import polars as pl

T = TypeVar("T")

#: Lines of a file that are tested, in so many blocks, …
MOST_LINES, _BLOCKS = 500, 5
#: … among the first ones, within so many bytes.
FIRST_LINES, _FIRST_BYTES = 2000, 2**16
#: The first topics whose documents are tested, and the documents of each.
FIRST_TOPICS, FIRST_DOCUMENTS = 20, 100
#: Lines whose documents are searched for several Unicode forms.
FORM_LINES = 20_000
#: A file is wrong as a whole if a smaller share of its lines (or identifiers) is right, …
WRONG = 0.5
#: … and a hypothesis holds if this share is right under it.
RIGHT = 0.9
#: The share of judged documents with which a hypothesis holds: never all of a run are judged.
JUDGED = 0.1
_FEWEST_JUDGED = 3
#: The words for topics and documents of judgments.
JUDGED_TOPICS, JUDGED_DOCUMENTS = "those of the judgments", "the judged ones"
#: The messages on swapped files, and on a table's header, also used by readers.
SWAPPED = "are qrels and run swapped?"
HEADER = "the first line names the columns"


@dataclass(frozen=True, slots=True, eq=False)
class KnownIdentifiers:
    """Known identifiers; ``has`` tests each of a sequence, or of a column of texts.

    ``what`` names them in messages. If they are ``judged`` documents, most of a run's need not be
    among them. ``ids`` lists all, ``some`` so many of them, and ``of_topic`` those of a topic, if
    they can be listed.
    """

    what: str
    has: Callable[[Any], Sequence[bool] | Bools]
    ids: Callable[[], Sequence[str]] | None = None
    some: Callable[[int], Sequence[str]] = lambda _most: ()
    of_topic: Callable[[str], Sequence[str]] | None = None
    judged: bool = False
    #: Values prepared once for all files.
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, what: str, ids: Sequence[str], *, judged: bool = False) -> KnownIdentifiers:
        """Return the identifiers of a list.

        >>> KnownIdentifiers.of("topics of the task", ["1", "2"]).has(["2", "3"])
        [True, False]
        """
        among = frozenset(ids)
        return cls(
            what,
            lambda given: [name in among for name in given],
            lambda: ids,
            lambda most: ids[:: -(-len(ids) // most) or 1],
            judged=judged,
        )

    def is_wrong(self, known: int, given: int) -> bool:
        """Return whether the ``given`` identifiers of a run, with so many known, are wrong."""
        return not known if self.judged else known < WRONG * given

    def is_right(self, known: int, given: int) -> bool:
        """Return whether enough of the ``given`` identifiers are known for a hypothesis to hold."""
        if self.judged:
            return known >= max(JUDGED * given, _FEWEST_JUDGED)
        return known >= RIGHT * given


@dataclass(frozen=True, eq=False)
class Evidence:
    """Evidence from a file with errors.

    ``kind`` is its expected kind: ``run`` or ``judgments``. ``content`` is its bytes, if it is a
    file of fields; ``frame``, or its columns, has ``topic``, ``doc``, ``score`` (and ``rank``), if
    it is readable as a run; ``given`` are its topics if no frame has all. A run ``in_memory`` never
    had lines. ``topics`` and ``documents`` are the known ones.
    """

    kind: str
    content: bytes = b""
    frame: pl.DataFrame | Columns | None = None
    topics: KnownIdentifiers | None = None
    documents: KnownIdentifiers | None = None
    given: Sequence[str] = ()
    in_memory: bool = False
    #: Values computed once for several hypotheses.
    memo: dict[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def text(self) -> str:
        """The first lines, as text."""
        head = self.content[:_FIRST_BYTES]
        try:
            return head.decode("utf-8", "strict" if len(head) == len(self.content) else "ignore")
        except UnicodeDecodeError:
            return head.decode("latin-1")

    @cached_property
    def lines(self) -> list[str]:
        """Some of the first lines that are neither blank nor comments."""
        lines = self.text.splitlines() if "\n" not in self.text else self.text.split("\n")
        if len(self.content) > _FIRST_BYTES:
            lines = lines[:-1]
        filled = (line for line in lines if line.strip() and not line.startswith("#"))
        return _spread(list(islice(filled, FIRST_LINES)))

    @cached_property
    def records(self) -> list[list[str]]:
        """The fields of some lines, of the file or of the parsed run."""
        if self.content:
            return [split_fields(line) for line in self.lines]
        if self._beginning is None:
            return []
        chosen = np.zeros(self._beginning.height, dtype=bool)
        chosen[_spread(range(len(chosen)))] = True
        return _as_records(self._beginning.only(chosen))

    @cached_property
    def _beginning(self) -> Columns | None:
        """The first lines of a parsed run."""
        given = self.frame
        if given is None or isinstance(given, Columns):
            return given and given.first(FIRST_LINES)
        lines = given.head(FIRST_LINES)
        columns = extract_columns(lines)
        if "rank" in lines.columns and "rank" not in columns.names:  # some are no numbers
            ranks = TextColumn.of(lines["rank"].cast(str).fill_null("None"))
            return Columns({**columns.columns, "rank": ranks})
        return columns

    def first(self, count: int) -> list[list[str]]:
        """Return the fields of the first lines of a parsed run."""
        return [] if self._beginning is None else _as_records(self._beginning.first(count))

    @cached_property
    def columns(self) -> Columns | None:
        """The columns of the run, if it is readable as one."""
        if self.frame is None or isinstance(self.frame, Columns):
            return self.frame
        return extract_columns(self.frame)

    @property
    def has_one_score(self) -> bool:
        """Whether all documents of a readable run have one score."""
        scores = None if self.columns is None else self.columns.numbers("score")
        return scores is not None and bool((scores == scores[:1]).all())

    @property
    def run_topics(self) -> Sequence[str]:
        """The different topics of a run."""
        if self.given or self.columns is None:
            return self.given
        return list(dict.fromkeys(self.columns.topics().names))

    @cached_property
    def first_rows(self) -> Mapping[str, list[int]]:
        """The rows of the first documents of the first topics of a run, which are tested."""
        rows: dict[str, list[int]] = {}
        if self.columns is None:
            return rows
        topics = self.columns.topics()
        for name, start, size in zip(topics.names, topics.starts, topics.sizes, strict=True):
            if name not in rows and len(rows) == FIRST_TOPICS:
                continue
            known = rows.setdefault(name, [])
            wanted = min(int(size), FIRST_DOCUMENTS - len(known))
            known += range(int(start), int(start) + wanted)
        return rows

    def first_documents(self, topic: str) -> list[str]:
        """Return the first documents of one of the first topics."""
        assert self.columns is not None
        return self.columns.texts("doc")[np.array(self.first_rows[topic])].texts()

    @property
    def unit(self) -> str:
        """The unit counted in messages: lines, or the lines looked at if there are more."""
        is_all = len(self.content) <= _FIRST_BYTES and len(self.records) < MOST_LINES
        return "lines" if is_all else "lines looked at"

    @property
    def has_ranks(self) -> bool:
        """Whether the file itself has ranks."""
        if self.content or self._beginning is None:
            return bool(self.content)
        return "rank" in self._beginning.names

    @cached_property
    def sound(self) -> int:
        """The number of records that are lines of a run in order."""
        return count_run_lines(self.records)

    @cached_property
    def readable(self) -> int:
        """The number of records that are readable as lines of a run."""
        return readable(self.records)

    @cached_property
    def right(self) -> int:
        """The number of records that are readable as the expected kind."""
        return self.readable if self.kind == "run" else count_judgment_lines(self.records)


def _spread(lines: Sequence[T]) -> list[T]:
    """Return `MOST_LINES` of the lines, in blocks from the first to the last; all if fewer.

    >>> chosen = _spread(range(1000))
    >>> len(chosen), chosen[:100] == list(range(100)), chosen[100], chosen[-1]
    (500, True, 225, 999)
    """
    if len(lines) <= MOST_LINES:
        return list(lines)
    size = MOST_LINES // _BLOCKS
    starts = ((len(lines) - size) * block // (_BLOCKS - 1) for block in range(_BLOCKS))
    return [line for start in starts for line in lines[start : start + size]]


def split_fields(line: str) -> list[str]:
    """Return the fields of a line; blanks beyond ASCII are part of a field."""
    return [part.decode() for part in line.encode("utf-8", "replace").split()]


def _as_records(lines: Columns) -> list[list[str]]:
    """Return the lines of a table in the form of a TREC run.

    Missing ranks are counted: by line if the scores ascend or descend with the lines, else by
    score, because then the order of lines means nothing.
    """
    topics, docs, scores = lines.topics(), lines.texts("doc").texts(), lines.numbers("score")
    number = {name: number for number, name in enumerate(dict.fromkeys(topics.names))}
    codes = np.repeat([number[name] for name in topics.names], topics.sizes)
    order = np.arange(len(docs))
    if "rank" in lines.names:
        column = lines["rank"]
        ranks = column.texts() if isinstance(column, TextColumn) else lines.numbers("rank").tolist()
    else:
        by_topic = np.argsort(codes, kind="stable")
        if not _is_graded(codes[by_topic], scores[by_topic]):
            moved = by_score(codes, scores)
            order = by_topic = order if moved is None else moved
        counted = np.empty_like(order)
        counted[by_topic] = positions_in_topic(codes[by_topic]) + 1
        ranks = counted.tolist()
    names = list(number)
    return [
        [names[codes[row]], "Q0", docs[row], str(ranks[row]), str(scores[row].item()), "run"]
        for row in order.tolist()
    ]


def _is_graded(codes: Ints, scores: Floats) -> bool:
    """Return whether scores ascend, or descend, in nearly all neighbouring lines of topics."""
    steps = np.diff(scores)[codes[1:] == codes[:-1]]
    return bool(max((steps <= 0).sum(), (steps >= 0).sum()) >= RIGHT * len(steps))


@dataclass(frozen=True, slots=True)
class Cause:
    """Probable cause of a whole file's faults: a tested hypothesis.

    ``before`` of ``of`` ``unit`` (lines, topics, documents) are right as they are, ``after`` of
    them as ``tried``. Repairs use ``columns``, the true order of a run's fields, or ``renamed``,
    which corrects identifiers.

    >>> print(Cause("x", "separated by commas", 0, 9, 9, "lines", "split at commas", "use tabs"))
    separated by commas (0 of 9 lines are right as they are, 9 split at commas: use tabs)
    """

    name: str
    message: str
    before: int
    after: int
    of: int
    unit: str
    tried: str
    remedy: str
    columns: tuple[str, ...] = ()
    renamed: Callable[[Sequence[str]], list[str]] | None = field(default=None, compare=False)

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of right lines (or identifiers) before and after, and of all."""
        return {"before": self.before, "after": self.after, "of": self.of}

    @property
    def is_of_most(self) -> bool:
        """Whether fewer than half of the lines (or identifiers) are right as they are."""
        return self.before < WRONG * self.of

    @property
    def moves_identifiers(self) -> bool:
        """Whether topics or documents are really in another column."""
        return bool(self.columns) and (self.columns[:1], self.columns[2:3]) != (
            ("topic",),
            ("doc",),
        )

    @property
    def evidence(self) -> str:
        """The result of the test, in words."""
        counted = f"{self.before:,} of {self.of:,} {self.unit} are right as they are"
        return f"{counted}, {self.after:,} {self.tried}" if self.tried else counted

    @property
    def advice(self) -> str:
        """The result of the test, and the remedy."""
        return f"{self.evidence}: {self.remedy}" if self.remedy else self.evidence

    def __str__(self) -> str:
        return f"{self.message} ({self.advice})"

    def problem(self, problems: Sequence[Problem]) -> Problem:
        """Merge a reader's problems into one, with the place and words of the first."""
        first, *others = problems
        lines = [str(name.line) for name in others if name.line is not None][:2]
        also = f"; so are lines {', '.join(lines)}, …" if lines and self.is_of_most else ""
        hint = f"{self.advice}; line {first.line}: {first.message}{also}"
        return Problem(self.message, first.where, first.line, first.column, hint=hint)


class Hypothesis(NamedTuple):
    """Possible cause: its name, a summary, and the function that tests it.

    The first that holds for each ``subject`` (layout, order, topics, documents) is reported.
    ``explains`` are the codes of findings that it causes; ``repairs`` mend it.
    """

    name: str
    subject: str
    summary: str
    find: Callable[[Evidence], Cause | None]
    explains: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()


Finder = Callable[[Evidence], Cause | None]

#: Every hypothesis declared so far, by name.
HYPOTHESES: dict[str, Hypothesis] = {}


def hypothesis(
    name: str, subject: str, *, explains: tuple[str, ...] = (), repairs: tuple[str, ...] = ()
) -> Callable[[Finder], Finder]:
    """Declare the decorated function; the first line of its docstring is the summary."""

    def declare(find: Finder) -> Finder:
        summary = docstring(find).partition("\n")[0]
        HYPOTHESES[name] = Hypothesis(name, subject, summary, find, explains, repairs)
        return find

    return declare


def right_records(evidence: Evidence, records: Sequence[Record]) -> int:
    """Count the lines that are readable as the expected kind of file."""
    return readable(records) if evidence.kind == "run" else count_judgment_lines(records)


def expected_fields(evidence: Evidence) -> tuple[str, ...]:
    """Return the fields of the expected kind of file."""
    return RUN_FIELDS if evidence.kind == "run" else QRELS_FIELDS
