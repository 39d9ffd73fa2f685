"""What is looked at to guess what is wrong with a whole file, and how a guess is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from harness.core.arrays import Floats, Ints
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

#: So many lines of a file are tried out, in so many blocks, …
MOST_LINES, _BLOCKS = 500, 5
#: … among so many first ones, in so many bytes.
FIRST_LINES, _FIRST_BYTES = 2000, 2**16
#: Of so many first topics the documents are looked at, and so many of each.
FIRST_TOPICS, FIRST_DOCUMENTS = 20, 100
#: Of so many lines the documents are looked at that Unicode can write in several ways.
FORM_LINES = 20_000
#: A file is wrong as a whole when fewer of its lines (or identifiers) than this are right, …
WRONG = 0.5
#: … and a guess is right when so many are right with it.
RIGHT = 0.9
#: Documents of a run are judged in part only: a guess is right when so many of them are judged.
JUDGED = 0.1
_FEWEST_JUDGED = 3
#: What messages call topics and documents of judgments.
JUDGED_TOPICS, JUDGED_DOCUMENTS = "those of the judgments", "the judged ones"
#: What is said, by readers too, of files that have changed places, and of a table's header.
SWAPPED = "are qrels and run swapped?"
HEADER = "the first line names the columns"


@dataclass(frozen=True, slots=True, eq=False)
class KnownIdentifiers:
    """Identifiers that there are: ``has`` tells it of each of some.

    ``what`` names them in messages. Where they are ``count_judgment_lines`` documents, most of a
    run's need not be among them. ``ids`` lists all, ``some`` so many of them, and ``of_topic``
    those of a topic, as far as they can be listed.
    """

    what: str
    has: Callable[[Sequence[str]], Sequence[bool]]
    ids: Callable[[], Sequence[str]] | None = None
    some: Callable[[int], Sequence[str]] = lambda _most: ()
    of_topic: Callable[[str], Sequence[str]] | None = None
    judged: bool = False
    #: What was prepared of them for any number of files.
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
        """Whether the ``given`` identifiers of a run, of which so many are known, are others'."""
        return not known if self.judged else known < WRONG * given

    def is_right(self, known: int, given: int) -> bool:
        """Whether so many of the ``given`` identifiers are known that a guess is no accident."""
        if self.judged:
            return known >= max(JUDGED * given, _FEWEST_JUDGED)
        return known >= RIGHT * given


@dataclass(frozen=True, eq=False)
class Evidence:
    """A file with errors, as far as it is known.

    ``kind`` is what it is given as: ``run`` or ``judgments``. ``content`` are its bytes, where it
    is a file of fields; ``frame``, or the columns of one, has ``topic``, ``doc``, ``score`` (and
    ``rank``), where it can be read as a run; ``given`` are its topics where no frame has all,
    ``in_memory`` the first lines that a run held in memory would have. ``topics`` and
    ``documents`` are what there is.
    """

    kind: str
    content: bytes = b""
    frame: pl.DataFrame | Columns | None = None
    topics: KnownIdentifiers | None = None
    documents: KnownIdentifiers | None = None
    given: Sequence[str] = ()
    in_memory: Sequence[list[str]] = ()
    #: What several hypotheses need and is found out once.
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
        """The fields of some lines: of the file, else of what was read of it."""
        if self.content:
            return [split_fields(line) for line in self.lines]
        if self.in_memory:
            return _spread(self.in_memory)
        if self._beginning is None:
            return []
        chosen = np.zeros(self._beginning.height, dtype=bool)
        chosen[_spread(range(len(chosen)))] = True
        return _as_records(self._beginning.only(chosen))

    @cached_property
    def _beginning(self) -> Columns | None:
        """The first lines of what was read of a run."""
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
        """Return the fields of the first lines, made of what was read of a run."""
        return [] if self._beginning is None else _as_records(self._beginning.first(count))

    @cached_property
    def columns(self) -> Columns | None:
        """The columns of a run, where it can be read as one."""
        if self.frame is None or isinstance(self.frame, Columns):
            return self.frame
        return extract_columns(self.frame)

    @property
    def has_one_score(self) -> bool:
        """Whether all documents of a run that can be read have one score."""
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
        """Rows of the first documents of the first topics of a run: so much is looked at of any."""
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
        """Unit counted in messages: lines, or those that were looked at where there are more."""
        is_all = len(self.content) <= _FIRST_BYTES and len(self.records) < MOST_LINES
        return "lines" if is_all else "lines looked at"

    @property
    def has_ranks(self) -> bool:
        """Whether the file itself says ranks."""
        if self.content or self._beginning is None:
            return bool(self.content)
        return "rank" in self._beginning.names

    @cached_property
    def sound(self) -> int:
        """How many of the records are those of a run in good order."""
        return count_run_lines(self.records)

    @cached_property
    def readable(self) -> int:
        """How many of the records can be read as those of a run."""
        return readable(self.records)

    @cached_property
    def right(self) -> int:
        """How many of the records can be read as what they are given as."""
        return self.readable if self.kind == "run" else count_judgment_lines(self.records)


def _spread(lines: Sequence[T]) -> list[T]:
    """Return `MOST_LINES` of the lines, in blocks from the first on to the last; all of fewer.

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
    """Return the lines of a table as those of a TREC run.

    Where there are no ranks they are counted: as the lines stand where the scores go up or down
    with them, else as the scores order the documents, for then the order of lines says nothing.
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
    """Whether scores ascend, or descend, from nearly all lines of a topic to the next."""
    steps = np.diff(scores)[codes[1:] == codes[:-1]]
    return bool(max((steps <= 0).sum(), (steps >= 0).sum()) >= RIGHT * len(steps))


@dataclass(frozen=True, slots=True)
class Cause:
    """Probable cause of a whole file's faults: a hypothesis that was tried out.

    ``before`` of ``of`` ``unit`` (lines, topics, documents) are right as they are, ``after`` of
    them as ``tried``. A repair can be made of ``columns``, the order in which the fields of a run
    really stand, or of ``renamed``, which gives identifiers their right form.

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
        """How many lines (or identifiers) are right before and after, of how many."""
        return {"before": self.before, "after": self.after, "of": self.of}

    @property
    def is_of_most(self) -> bool:
        """Whether fewer than half of the lines (or identifiers) are right as they are."""
        return self.before < WRONG * self.of

    @property
    def moves_identifiers(self) -> bool:
        """Whether topics or documents really stand in another column."""
        return bool(self.columns) and (self.columns[:1], self.columns[2:3]) != (
            ("topic",),
            ("doc",),
        )

    @property
    def evidence(self) -> str:
        """How the guess fared."""
        counted = f"{self.before:,} of {self.of:,} {self.unit} are right as they are"
        return f"{counted}, {self.after:,} {self.tried}" if self.tried else counted

    @property
    def advice(self) -> str:
        """Describe the outcome of the trial, and what to do."""
        return f"{self.evidence}: {self.remedy}" if self.remedy else self.evidence

    def __str__(self) -> str:
        return f"{self.message} ({self.advice})"

    def problem(self, problems: Sequence[Problem]) -> Problem:
        """One problem instead of a reader's many, with the place and words of the first."""
        first, *others = problems
        lines = [str(name.line) for name in others if name.line is not None][:2]
        also = f"; so are lines {', '.join(lines)}, …" if lines and self.is_of_most else ""
        hint = f"{self.advice}; line {first.line}: {first.message}{also}"
        return Problem(self.message, first.where, first.line, first.column, hint=hint)


class Hypothesis(NamedTuple):
    """A possible cause: its name, a line on it, and the function that tries it.

    Of each ``subject`` (layout, order, topics, documents) the first that holds is said.
    ``explains`` are the codes of findings of which it is the cause; ``repairs`` put it right.
    """

    name: str
    subject: str
    summary: str
    find: Callable[[Evidence], Cause | None]
    explains: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()


Finder = Callable[[Evidence], Cause | None]

#: Every hypothesis that is declared so far, by its name.
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
    """How many lines can be read as those of what a file is given as."""
    return readable(records) if evidence.kind == "run" else count_judgment_lines(records)


def expected_fields(evidence: Evidence) -> tuple[str, ...]:
    """Return the fields of what a file is given as."""
    return RUN_FIELDS if evidence.kind == "run" else QRELS_FIELDS
