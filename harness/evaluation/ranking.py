"""Join a run with its judgments: order, ties, depth, duplicates → `JudgedRun`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Ints
from harness.core.batch import Grades
from harness.core.columns import Blocks, Columns, TextColumn, no_results
from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import MAX_PROBLEMS, EvaluationError, Problem
from harness.core.framed import replace_fields
from harness.core.judged_run import JudgedRun, join_run, pad
from harness.core.lookup import rows_by_topic
from harness.core.model import Run
from harness.core.ordering import comparable_scores, positions_in_topic
from harness.core.packages import pl
from harness.core.run_faults import refuse_rows, repeated_documents
from harness.evaluation.judgments import JudgedTopics
from harness.hypotheses import Evidence, KnownIdentifiers, causes
from harness.hypotheses.evidence import JUDGED_TOPICS

V = TypeVar("V", bound=np.generic)

#: Advice for topics that only differ in spelling.
_RENAME = "or let the keys topics and check.repairs: [match-topics] of a task file do it"


def topic_codes(topics: Blocks, code: dict[str, int]) -> Ints:
    """Return the code of each row's topic [N], −1 if unknown."""
    codes = np.array([code.get(name, -1) for name in topics.names], dtype=np.int64)
    return np.repeat(codes, topics.sizes)


class OrderedRun(NamedTuple):
    """The ranked documents of one run, topic by topic, best first.

    ``run`` has documents only, ``retrieved`` is the run as given, of passages or elements.
    ``topics`` [B] are the codes, ascending, of the judged topics (of ``num_topics``) with documents
    in the run, ``sizes`` [B] the numbers of their documents; ``num_dropped`` unjudged documents
    were removed. Each of the N documents has a row in the run's frame, a row in the qrels (−1:
    absent) and a grade.
    """

    run: Run
    retrieved: Run
    num_topics: int
    topics: Ints
    sizes: Ints
    rows: Ints
    judgments: Ints
    grades: Grades
    extra_topics: tuple[str, ...]
    num_tied: int
    num_dropped: int = 0

    @property
    def answered(self) -> Bools:
        """Whether the run has documents, kept or not, for each judged topic [T]."""
        answered = np.zeros(self.num_topics, dtype=bool)
        answered[self.topics] = True
        return answered

    @property
    def num_ret(self) -> Ints:
        """The number of documents of each judged topic [T]."""
        num_ret = np.zeros(self.num_topics, dtype=np.int64)
        num_ret[self.topics] = self.sizes
        return num_ret

    @property
    def codes(self) -> Ints:
        """The code of each document's topic in `JudgedTopics` [N]."""
        return np.repeat(self.topics, self.sizes)

    def ranks(self) -> Ints:
        """Return the rank of each document in its topic [N], from 1."""
        starts = np.cumsum(self.sizes) - self.sizes
        return np.arange(1, len(self.judgments) + 1) - np.repeat(starts, self.sizes)

    def docs(self, chosen: Ints | Bools) -> TextColumn:
        """Return the identifiers of some documents, given by position or as a mask [N]."""
        return self.run.rows.texts("doc")[self.rows[chosen]]

    def judged_only(self) -> OrderedRun:
        """Return the order without unjudged documents."""
        kept = self.grades >= 0
        left = {name: getattr(self, name)[kept] for name in ("rows", "judgments", "grades")}
        blocks = np.repeat(np.arange(len(self.sizes)), self.sizes)[kept]
        sizes = np.bincount(blocks, minlength=len(self.sizes))
        return self._replace(sizes=sizes, num_dropped=int(np.count_nonzero(~kept)), **left)

    def compact(self, depth: int = 0) -> CompactOrder:
        """Return the order in little memory: only ``depth`` first documents keep identifiers."""
        first = self.rows[self.ranks() <= depth] if depth else self.rows[:0]
        judged = np.flatnonzero(self.judgments >= 0).astype(np.uint32)
        run = replace_fields(self.run, frame=no_results())
        return CompactOrder(
            self._replace(run=run, retrieved=run, rows=_NONE, judgments=_NONE, grades=_NONE),
            self.run.rows.texts("doc")[first].alone(),
            judged,
            self.judgments[judged],
        )


class CompactOrder(NamedTuple):
    """The order of some topics of a run, reduced to what evaluation uses.

    ``docs`` are the identifiers of the first documents, ``positions`` [J] the positions of judged
    documents in the order, and ``judgments`` [J] their rows in the qrels.
    """

    order: OrderedRun
    docs: TextColumn
    positions: npt.NDArray[np.uint32]
    judgments: Ints


def in_one_order(
    blocks: Sequence[OrderedRun | CompactOrder], judged: JudgedTopics, depth: int = 0
) -> OrderedRun:
    """Join the orders of a run's blocks, compacted at ``depth``, each with topics of its own.

    A single block that is the whole run is returned as it is.
    """
    if isinstance(blocks[0], OrderedRun):
        return blocks[0]
    parts = [block for block in blocks if isinstance(block, CompactOrder)]
    orders = [part.order for part in parts]
    topics = np.concatenate([order.topics for order in orders])
    sizes = np.concatenate([order.sizes for order in orders])
    order = np.argsort(topics)
    rows = np.full(int(sizes.sum()), -1, np.min_scalar_type(-len(judged.qrels) - 1))
    start = 0
    for part in parts:
        rows[start + part.positions.astype(np.int64)] = part.judgments
        start += int(part.order.sizes.sum())
    rows = in_blocks(rows, sizes, order)
    docs = TextColumn.join([part.docs for part in parts])
    docs = docs[in_blocks(np.arange(len(docs)), np.minimum(sizes, depth), order)]
    known = sum(order.run.known for order in orders)
    run = replace_fields(orders[0].run, frame=Columns({"doc": docs}), known=known)
    united = orders[0]._replace(
        run=run,
        retrieved=run,
        topics=topics[order],
        sizes=sizes[order],
        judgments=rows,
        grades=judged.grades(rows),
        extra_topics=tuple(sorted({name for order in orders for name in order.extra_topics})),
        num_tied=sum(order.num_tied for order in orders),
        num_dropped=sum(order.num_dropped for order in orders),
    )
    if not depth:
        return united
    first = united.ranks() <= depth
    return united._replace(rows=np.where(first, np.cumsum(first) - 1, -1))


_NONE: Ints = np.zeros(0, dtype=np.int64)


def in_blocks(values: npt.NDArray[V], sizes: Ints, order: Ints) -> npt.NDArray[V]:
    """Return the values of blocks of these sizes [B], with the blocks in another order.

    >>> in_blocks(np.array([1, 2, 3]), np.array([1, 2]), np.array([1, 0])).tolist()
    [2, 3, 1]
    """
    if bool((order[1:] > order[:-1]).all()):
        return values
    starts = np.cumsum(sizes) - sizes
    moved = np.empty_like(values)
    for block, end in zip(order.tolist(), np.cumsum(sizes[order]).tolist(), strict=True):
        size = sizes[block]
        moved[end - size : end] = values[starts[block] : starts[block] + size]
    return moved


def order(
    run: Run,
    judged: JudgedTopics,
    *,
    dialect: Dialect = DEFAULT_DIALECT,
    depth: int | None = None,
    judged_only: bool = False,
    only_judged_ranks: bool = False,
) -> OrderedRun:
    """Order the documents of a run for evaluation.

    Documents are ordered by score, highest first; ties (in the dialect's precision) by identifier,
    bytewise descending. Then ``depth`` keeps the first documents of each topic, and ``judged_only``
    drops unjudged ones, in that order. Topics of the run without judgments are left out. A run of
    passages or elements is ordered as documents (`Run.documents`). With ``only_judged_ranks``, tied
    documents stay in file order unless one of them is judged, which saves nearly all the work on
    large runs. Raises `RunFaultsError` for documents retrieved twice. The run may be a block of
    topics.
    """
    retrieved, run = run, run.documents
    topics, docs = run.rows.topics(), run.rows.texts("doc")
    asked = judged.find_codes(topics.names)
    extra = tuple(sorted(set(topics.names).difference(judged.code)))
    scores = comparable_scores(run, dialect)
    blocks, sizes, rows = rows_by_topic(asked, topics.sizes)
    if rows is not None:
        scores, docs = scores[rows], docs[rows]
    judgments, keys = judged.find(blocks, sizes, docs)
    works = judged.engine
    # A depth may cut between tied documents.
    chosen = judgments >= 0 if only_judged_ranks and depth is None else None
    in_order, num_tied = works.best_first(
        docs, scores.astype(np.float64, copy=False), sizes, chosen
    )
    if num_tied and dialect.by_rank:
        raise EvaluationError(_equal_ranks(run, np.repeat(blocks, sizes), scores, judged))
    if in_order is not None:
        rows = in_order if rows is None else rows[in_order]
        judgments = judgments[in_order]
    elif rows is None:
        rows = np.arange(len(docs))
    if depth is not None:
        kept = positions_in_topic(np.repeat(blocks, sizes)) < depth
        members = np.flatnonzero(kept) if in_order is None else in_order[kept]
        rows, judgments, sizes = rows[kept], judgments[kept], np.minimum(sizes, depth)
        docs, keys = docs[members], None if keys is None else keys[members]
    if not run.rows.distinct and works.repeated(docs, keys, sizes):
        _refuse_duplicates(run, judged)
    ordered = OrderedRun(
        run,
        retrieved,
        len(judged.topics),
        blocks,
        sizes,
        rows,
        judgments,
        judged.grades(judgments),
        extra,
        num_tied,
    )
    return ordered.judged_only() if judged_only else ordered


def require_common_topic(ordered: OrderedRun, judged: JudgedTopics) -> None:
    """Raise `EvaluationError` for a run without a judged topic."""
    if not len(ordered.topics):
        source = ordered.run.source or ordered.run.name
        given = (ordered.extra_topics, source, judged.topics, judged.source)
        documents = judged.known[1]
        raise EvaluationError(
            no_common_topic("the run has", *given, way_out=_RENAME, documents=documents)
        )


def join(
    ordered: OrderedRun,
    judged: JudgedTopics,
    *,
    dialect: Dialect,
    missing: str,
    collection_size: int,
) -> JudgedRun:
    """Build the batch of an ordered run; ``missing`` decides about unanswered topics."""
    docs = ordered.run.rows.texts("doc")
    costs = judged.costs(docs[ordered.rows]) if judged.has_costs else None
    run = join_run(
        ordered.num_ret,
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
    return run if costs is None else replace(run, costs=pad(run.num_ret, costs, np.nan))


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
    """Order a run like `order`, and join it with its judgments like `join`.

    Raises `EvaluationError` if the two have no topic in common.
    """
    ordered = order(run, judged, dialect=dialect, depth=depth, judged_only=judged_only)
    require_common_topic(ordered, judged)
    return join(ordered, judged, dialect=dialect, missing=missing, collection_size=collection_size)


def _equal_ranks(
    run: Run, codes: Ints, scores: npt.NDArray[Any], judged: JudgedTopics
) -> Iterator[Problem]:
    """Yield a problem for each rank that several documents of a topic have."""
    ranks = pl.DataFrame({"code": codes, "rank": (-scores).astype(np.int64)})
    twice = ranks.filter(ranks.is_duplicated()).unique(maintain_order=True)
    for code, rank in twice.head(MAX_PROBLEMS).rows():
        what = f"rank {rank} is given to several documents of topic {judged.topics[code]!r}"
        yield Problem(
            what,
            run.source or run.name,
            hint="another dialect orders by score",
            code="rank-twice",
        )


def _refuse_duplicates(run: Run, judged: JudgedTopics) -> None:
    """Raise for the documents of equal keys, unless only the keys are equal."""
    look = partial(repeated_documents, topics=judged.topics)
    refuse_rows(run.frame, look, run.source or run.name)


def _list_first(topics: Sequence[str]) -> str:
    return ", ".join([*topics[:3], *(["…"] if len(topics) > 3 else [])]) or "none"


def no_common_topic(
    what: str,
    topics: Sequence[str],
    source: str | None,
    judged: Sequence[str],
    judgments: str | None,
    *,
    way_out: str = "",
    documents: KnownIdentifiers | None = None,
) -> Problem:
    """Describe a run without judged topics, and the likely reason.

    ``what`` begins the hint (``"the run has"``). ``way_out`` is added if topics differ in spelling
    only. ``documents`` are the judged ones, if topics could be mistaken for them.

    >>> problem = no_common_topic("the run has", ["MB1", "MB2"], "a.run", ["1", "2"], "qrels")
    >>> print(problem.hint)  # doctest: +ELLIPSIS
    the run has MB1, MB2; the judgments have 1, 2; topics seem to have the prefix 'MB' (...
    """
    hint = f"{what} {_list_first(topics)}; the judgments have {_list_first(judged)}"
    known = KnownIdentifiers.of(JUDGED_TOPICS, judged)
    reasons = causes(Evidence("run", given=topics, topics=known, documents=documents), "topics")
    renamed = any(cause.renamed for cause in reasons)
    hint = "; ".join([hint, *map(str, reasons), *([way_out] if way_out and renamed else [])])
    code = "topics-renamed" if renamed else "topics-unjudged"
    return Problem(f"no topic in common with {judgments}", source, hint=hint, code=code)
