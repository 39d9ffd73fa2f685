"""Joining a run with its judgments: order, ties, depth, duplicates → `JudgedRun`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from harness.core.arrays import Bools, Floats, Ints
from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import MAX_PROBLEMS, EvaluationError, Problem
from harness.core.judged_run import PADDING, UNJUDGED, UNPOOLED, JudgedRun, padded
from harness.core.key_table import Keys, any_twice
from harness.core.model import Qrels, Run
from harness.core.numbers import counted
from harness.core.ordering import (
    best_first,
    block_numbers,
    block_starts,
    comparable_scores,
    gathered,
    positions_in_topic,
    text_blocks,
)
from harness.core.pair_table import PairTable
from harness.core.run_faults import refuse_rows, repeated_documents
from harness.evaluation.joining import Grades, count_grades, joined_run
from harness.hypotheses import Evidence, Identifiers, Known, causes
from harness.hypotheses.evidence import JUDGED_DOCUMENTS, JUDGED_TOPICS
from harness.hypotheses.identifiers import of_several_forms

M = TypeVar("M")

#: What is done about topics that are only written in another way.
_RENAME = "or let check.repairs: [match-topics] of a task file do it"


class JudgedTopics:
    """Judgments made ready to be joined with any number of runs.

    ``topics`` are the judged topics in bytewise order, which is the order of every batch. A
    document that the layout lets have several judgments in a topic (of subtopics, of several
    assessors) has the highest grade (`Qrels.documents`); any other that is judged more than once is
    an `EvaluationError`. ``qrels`` are the judgments as they were given; ``costs`` what documents
    cost to read, where that is known.
    """

    def __init__(self, qrels: Qrels, costs: Mapping[str, float] | None = None) -> None:
        prices = {"doc": list(costs or ()), "cost": list((costs or {}).values())}
        self._costs = pl.DataFrame(prices, {"doc": pl.String, "cost": pl.Float64})
        self.qrels, qrels = qrels, qrels.documents
        self._made: dict[object, Any] = {}
        frame = qrels.frame
        self.source = qrels.source or "the qrels"
        self.topics = qrels.topics
        self.code = {topic: code for code, topic in enumerate(self.topics)}
        # Of millions of judgments every array counts: these have the smallest numbers that do.
        codes, _ = topic_codes(frame["topic"], self.code, np.min_scalar_type(-len(self.topics)))
        self._docs = frame["doc"]
        self._codes = codes
        self._table = PairTable(codes, self._docs, lambda: _refuse_judged_twice(qrels))
        self._grades = _stored(frame["grade"])
        # polars finds the few distinct grades of millions far sooner than np.unique does.
        levels = pl.Series(self._grades).unique().sort().to_numpy()
        levels = levels[levels >= 0].astype(np.int64)
        self.judgments = count_grades(codes, self._grades[:-1], levels, self.topics)

    def once(self, make: Callable[[Qrels], M]) -> M:
        """What a function makes of the judgments, made once for all runs."""
        if make not in self._made:
            self._made[make] = make(self.qrels)
        made: M = self._made[make]
        return made

    @property
    def has_costs(self) -> bool:
        """Whether it is known what some documents cost."""
        return not self._costs.is_empty()

    def costs(self, ordered: Ordered) -> Floats | None:
        """What each document of a run [N] costs to read, NaN where that is not known."""
        if not self.has_costs:
            return None
        docs = ordered.run.frame["doc"].gather(ordered.rows).cast(pl.String).to_frame("doc")
        asked = docs.join(self._costs, on="doc", how="left", maintain_order="left")
        return asked["cost"].fill_null(np.nan).to_numpy()

    @cached_property
    def known(self) -> tuple[Known, Known]:
        """The judged topics and documents, for guessing at identifiers that are not among them."""
        documents = Known(
            JUDGED_DOCUMENTS,
            self._judged_among,
            lambda: self._docs.unique(maintain_order=True).to_list(),
            lambda most: self._docs.head(most).to_list(),
            self._judged_of,
            judged=True,
        )
        return _known_topics(self.topics), documents

    def _judged_among(self, docs: Sequence[str]) -> list[bool]:
        """Whether each document is judged in any topic."""
        asked = pl.Series(list(docs), dtype=pl.String)
        there = set(self._docs.filter(self._docs.is_in(asked.unique().implode())))
        return [doc in there for doc in docs]

    def _judged_of(self, topic: str) -> list[str]:
        """The judged documents of a topic, if it has any."""
        rows = np.flatnonzero(self._codes == self.code.get(topic, -1))
        return self._docs.gather(rows).to_list()

    @cached_property
    def has_several_forms(self) -> bool:
        """Whether Unicode can write an identifier of a judged document in several ways."""
        return bool(of_several_forms(self._docs))

    def keys(self, codes: Ints, docs: pl.Series) -> Keys:
        """One number for each (topic code, document) [N]: equal pairs have equal ones."""
        return self._table.keys(codes, docs)

    def find(self, keys: Keys, codes: Ints, docs: pl.Series) -> Ints:
        """The row in the qrels of each (topic code, document) [N], −1 for those not there."""
        return self._table.find(keys, codes, docs)

    def grades(self, rows: Ints) -> Grades:
        """The grade in each row of the qrels [N]: `UNPOOLED` for row −1."""
        return self._grades[rows].astype(np.int32)


def _stored(grades: pl.Series) -> npt.NDArray[np.signedinteger[Any]]:
    """The grade of each judgment, and behind them what stands for that of any other document."""
    highest: Any = grades.max() or 0
    smallest = np.min_scalar_type(min(-highest - 1, PADDING))  # holds the opposite, too
    stored = np.full(len(grades) + 1, UNPOOLED, dtype=smallest)
    start = 0
    for chunk in grades.get_chunks():
        values = chunk.to_numpy()
        stored[start : start + len(values)] = np.where(values < 0, UNJUDGED, values)
        start += len(values)
    return stored


def _refuse_judged_twice(qrels: Qrels) -> None:
    pairs = qrels.frame.select("topic", "doc")
    twice = pairs.filter(pairs.is_duplicated()).unique(maintain_order=True)
    if twice.height:
        topic, doc = twice.row(0)
        message = counted(twice.height, "document", "is judged more than once")
        message += f", as {doc!r} in {topic!r}"
        hint = f"the layout {qrels.format} cannot be evaluated document by document"
        raise EvaluationError(Problem(message, qrels.source, hint=hint))


def topic_codes(
    topics: pl.Series, code: dict[str, int], dtype: npt.DTypeLike = np.int64
) -> tuple[Ints, tuple[str, ...]]:
    """The code of each row's topic [N], −1 for one that has none, and the names of the latter."""
    names, lengths = text_blocks(topics)
    per_block = np.array([code.get(name, -1) for name in names], dtype=dtype)
    unknown = tuple(sorted({name for name in names if name not in code}))
    return np.repeat(per_block, lengths), unknown


@dataclass(frozen=True, slots=True, eq=False)
class Ordered:
    """The documents of one run that count, topic by topic, the best first.

    ``run`` has the documents alone, ``retrieved`` is the run as it is, of passages or elements. For
    each of the N documents: the code of its topic in `JudgedTopics`, its row in the run's
    frame, its row in the qrels (−1: not there), its grade. ``answered`` [T] are the judged topics
    that the run has documents for, whether or not they count; ``num_dropped`` documents do not
    because they are not judged.
    """

    run: Run
    retrieved: Run
    codes: Ints
    rows: Ints
    judgments: Ints
    grades: Grades
    answered: Bools
    extra_topics: tuple[str, ...]
    num_tied: int
    num_dropped: int = 0

    def docs(self, chosen: Ints | Bools) -> pl.Series:
        """The identifiers of some of the documents, by their places or as a mask [N]."""
        return gathered(self.run.frame["doc"], self.rows[chosen])

    def ranks(self) -> Ints:
        """The rank of each document in its topic [N], from 1 on."""
        return positions_in_topic(self.codes) + 1


def order(
    run: Run,
    judged: JudgedTopics,
    *,
    dialect: Dialect = DEFAULT_DIALECT,
    depth: int | None = None,
    judged_only: bool = False,
    only_judged_ranks: bool = False,
) -> Ordered:
    """Order a run as it is evaluated.

    Documents are ordered by score, highest first; among equal scores (in the dialect's precision)
    by identifier, bytewise descending. ``depth`` then keeps the first so many of each topic, and
    ``judged_only`` drops what was not judged, in that order. Topics of the run without judgments
    are left out. Of a run of passages or elements the documents count (`Run.documents`). Where
    ``only_judged_ranks`` are wanted, documents that are tied with none of the judgments stay as
    they stand in the file: of large runs that is nearly all the work. Raises
    `EvaluationError` when the two have no topic in common and `RunFaultsError` for documents that
    are retrieved twice.
    """
    retrieved, run = run, run.documents
    codes, extra = topic_codes(run.frame["topic"], judged.code)
    scores = comparable_scores(run, dialect)
    docs = run.frame["doc"]
    rows = _rows_together(codes)
    if rows is None:
        rows = np.arange(len(codes))
    else:
        codes, scores, docs = codes[rows], scores[rows], gathered(docs, rows)
    if not len(codes):
        source = run.source or run.name
        given = (run.topics, source, judged.topics, judged.source)
        raise EvaluationError(no_common_topic("the run has", *given, way_out=_RENAME))
    keys = judged.keys(codes, docs)
    judgments = judged.find(keys, codes, docs)
    # A depth may cut between tied documents.
    chosen = judgments >= 0 if only_judged_ranks and depth is None else None
    in_order, num_tied = best_first(block_numbers(codes), scores, docs, chosen)
    in_order = _topics_ascending(codes, in_order)
    if num_tied and dialect.by_rank:
        raise EvaluationError(_equal_ranks(run, codes, scores, judged))
    if in_order is not None:
        codes, rows, judgments = codes[in_order], rows[in_order], judgments[in_order]
    if depth is not None:
        kept = positions_in_topic(codes) < depth
        keys = keys[kept if in_order is None else in_order[kept]]
        codes, rows, judgments = codes[kept], rows[kept], judgments[kept]
    if any_twice(keys):
        _refuse_duplicates(run, judged)
    answered = np.bincount(codes, minlength=len(judged.topics)) > 0
    grades = judged.grades(judgments)
    every = len(codes)
    if judged_only:
        kept = grades >= 0
        codes, rows, judgments, grades = codes[kept], rows[kept], judgments[kept], grades[kept]
    return Ordered(
        run,
        retrieved,
        codes,
        rows,
        judgments,
        grades,
        answered,
        extra,
        num_tied,
        every - len(codes),
    )


def join(
    ordered: Ordered,
    judged: JudgedTopics,
    *,
    dialect: Dialect = DEFAULT_DIALECT,
    missing: str = "drop",
    collection_size: int = 0,
) -> JudgedRun:
    """The batch of an ordered run; ``missing`` says what becomes of topics it does not answer."""
    costs = judged.costs(ordered)
    run = joined_run(
        ordered.codes,
        ordered.grades,
        ordered.answered,
        judged.judgments,
        missing=missing,
        dialect=dialect,
        collection_size=collection_size,
        name=ordered.run.name,
        extra_topics=ordered.extra_topics,
        num_tied=ordered.num_tied,
        num_known=ordered.run.known,
        num_dropped=ordered.num_dropped,
    )
    return run if costs is None else replace(run, costs=padded(run.num_ret, costs, np.nan))


def judge(
    run: Run,
    judged: JudgedTopics,
    *,
    dialect: Dialect = DEFAULT_DIALECT,
    missing: str = "drop",
    depth: int | None = None,
    judged_only: bool = False,
    collection_size: int = 0,
) -> JudgedRun:
    """Order a run as `order` does, and join it with its judgments as `join` does."""
    ordered = order(run, judged, dialect=dialect, depth=depth, judged_only=judged_only)
    return join(ordered, judged, dialect=dialect, missing=missing, collection_size=collection_size)


def _equal_ranks(
    run: Run, codes: Ints, scores: npt.NDArray[Any], judged: JudgedTopics
) -> Iterator[Problem]:
    """The ranks that several documents of a topic have."""
    ranks = pl.DataFrame({"code": codes, "rank": (-scores).astype(np.int64)})
    twice = ranks.filter(ranks.is_duplicated()).unique(maintain_order=True)
    for code, rank in twice.head(MAX_PROBLEMS).rows():
        what = f"rank {rank} is given to several documents of topic {judged.topics[code]!r}"
        yield Problem(what, run.source or run.name, hint="another dialect orders by score")


def _rows_together(codes: Ints) -> Ints | None:
    """The rows of judged topics, rows of a topic in file order, with none of another between them.

    None when that is how they are already, as in nearly every run.
    """
    starts = block_starts(codes)
    topics = codes[starts]
    if len(set(topics.tolist())) < len(topics):
        order = np.argsort(codes, kind="stable")
        return order[np.searchsorted(codes[order], 0) :]
    return None if topics.min(initial=0) >= 0 else np.flatnonzero(codes >= 0)


def _topics_ascending(codes: Ints, order: Ints | None) -> Ints | None:
    """The order of rows (None: as they are) whose topics stand together, topics in theirs.

    >>> _topics_ascending(np.array([7, 7, 4]), None).tolist()
    [2, 0, 1]
    """
    starts = block_starts(codes)
    if bool((codes[starts][1:] > codes[starts][:-1]).all()):
        return order
    lengths = np.diff(np.append(starts, len(codes)))
    topics = np.argsort(codes[starts])
    begins = np.cumsum(lengths[topics]) - lengths[topics]
    rows = np.repeat(starts[topics] - begins, lengths[topics]) + np.arange(len(codes))
    return rows if order is None else order[rows]


def _refuse_duplicates(run: Run, judged: JudgedTopics) -> None:
    """Find the documents behind keys that stand twice; raise unless only the keys were equal."""
    look = partial(repeated_documents, topics=judged.topics)
    refuse_rows(run.frame, look, run.source or run.name)


def _known_topics(topics: Sequence[str]) -> Known:
    return Known.of(JUDGED_TOPICS, topics)


def renamed_topics(topics: Sequence[str], judged: Sequence[str]) -> list[str]:
    """In which way topics are only written in another way than the judged ones; empty if in none.

    >>> renamed_topics(["a"], ["b"])
    []
    """
    evidence = Evidence("run", given=Identifiers(topics), topics=_known_topics(judged))
    return [*map(str, causes(evidence, "topics"))]


def no_common_topic(
    what: str,
    topics: Sequence[str],
    source: str | None,
    judged: Sequence[str],
    judgments: str | None,
    *,
    way_out: str = "",
) -> Problem:
    """That ``what`` (``"the run has"``) of a file has none of the judged topics, and why perhaps.

    Where topics are only written in another way ``way_out`` is told, too.

    >>> problem = no_common_topic("the run has", ["MB1", "MB2"], "a.run", ["1", "2"], "qrels")
    >>> print(problem.hint)  # doctest: +ELLIPSIS
    the run has MB1, MB2, …; the judgments have 1, 2, …; topics look to have the prefix 'MB' (...
    """
    ours, theirs = ", ".join(topics[:3]), ", ".join(judged[:3])
    hint = f"{what} {ours}, …; the judgments have {theirs}, …"
    reasons = renamed_topics(topics, judged)
    hint = "; ".join([hint, *reasons, *([way_out] if way_out and reasons else [])])
    return Problem(f"no topic in common with {judgments}", source, hint=hint)
