"""Candidates for a pool: the union of the first documents of runs, with their provenance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.columns import Blocks, Columns
from harness.core.errors import (
    EvaluationError,
    Problem,
    all_or_errors,
    attempt,
    find_unknown,
    refuse,
)
from harness.core.framed import select_rows
from harness.core.identity import NAME_IN_PYTHON, find_name_clashes
from harness.core.kernel import engine
from harness.core.lookup import rows_by_topic
from harness.core.model import Run
from harness.core.numbers import check_whole
from harness.core.ordering import (
    EVALUATION_ORDER,
    Order,
    get_order,
    order_rows,
    positions_in_topic,
)
from harness.core.packages import pl


@dataclass(frozen=True, eq=False)
class TopicCandidates:
    """The documents of one topic and their ranks in the runs.

    ``docs`` [D] are in bytewise order; a document's index in them is its code. An entry is a
    document of a run: ``run``, ``doc`` (codes), ``rank`` (from 1) and ``score`` [N], by run, then
    by rank. ``runs`` [R] names all pooled runs, also those that do not answer the topic.
    """

    topic: str
    docs: tuple[str, ...]
    runs: tuple[str, ...]
    run: Ints
    doc: Ints
    rank: Ints
    score: Floats

    @cached_property
    def lists(self) -> tuple[Ints, ...]:
        """The document codes of each run, best first [R]; empty if the run has no documents."""
        bounds = np.searchsorted(self.run, np.arange(len(self.runs) + 1))
        return tuple(self.doc[a:b] for a, b in pairwise(bounds))

    @cached_property
    def best_rank(self) -> Ints:
        """The best rank of each document in any run [D]."""
        best = np.full(len(self.docs), np.iinfo(np.int64).max)
        np.minimum.at(best, self.doc, self.rank)
        return best

    @cached_property
    def num_runs(self) -> Ints:
        """The number of runs with each document [D]."""
        return np.bincount(self.doc, minlength=len(self.docs))

    def only(self, codes: Ints) -> TopicCandidates:
        """Return the topic with some of its documents, given by their codes in ascending order."""
        new_code = np.full(len(self.docs), -1)
        new_code[codes] = np.arange(len(codes))
        kept = new_code[self.doc] >= 0
        return TopicCandidates(
            self.topic,
            tuple(self.docs[code] for code in codes.tolist()),
            self.runs,
            self.run[kept],
            new_code[self.doc[kept]],
            self.rank[kept],
            self.score[kept],
        )


@dataclass(frozen=True, eq=False)
class Candidates:
    """The union of the first documents of runs, before a strategy chooses.

    ``runs`` [R] are in bytewise order, ``groups`` and ``depths`` [R] belong to them; ``order``
    names the order in which the runs were read. ``union`` has the columns ``topic``, ``doc``,
    ``runs``, ``groups`` and ``best_rank``, sorted by topic and document, bytewise. ``entries`` has
    ``topic``, ``doc``, ``run`` (an index into the runs), ``rank`` and ``score``, sorted by topic,
    run and rank.
    """

    runs: tuple[str, ...]
    groups: tuple[str, ...]
    depths: tuple[int, ...]
    order: str
    union: pl.DataFrame
    entries: pl.DataFrame

    @cached_property
    def bounds(self) -> tuple[tuple[str, int, int], ...]:
        """Each topic with its first row of the union and the row after its last."""
        starts = self.union.with_row_index().group_by("topic").agg(pl.len(), pl.col("index").min())
        rows = starts.sort("topic").select("topic", "index", "len").rows()
        return tuple((topic, start, start + length) for topic, start, length in rows)

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics with documents, in bytewise order."""
        return tuple(topic for topic, _, _ in self.bounds)

    def __iter__(self) -> Iterator[TopicCandidates]:
        """Yield the candidates topic by topic, in bytewise order."""
        coded = self.entries.join(
            self.union.select("topic", "doc").with_row_index("row"),
            on=["topic", "doc"],
            maintain_order="left",
        )
        # Both the entries and the bounds are in the order of the topics.
        stops = np.cumsum(coded["topic"].rle().struct.field("len").to_numpy())
        columns = [coded[name].to_numpy() for name in ("run", "row", "rank", "score")]
        docs = self.union["doc"].to_list()
        begin = 0
        for (topic, start, stop), end in zip(self.bounds, stops.tolist(), strict=True):
            run, row, rank, score = (column[begin:end] for column in columns)
            begin = end
            yield TopicCandidates(
                topic,
                tuple(docs[start:stop]),
                self.runs,
                run.astype(np.int64),
                row.astype(np.int64) - start,
                rank.astype(np.int64),
                score,
            )


@dataclass(frozen=True, eq=False)
class Offer:
    """The first documents of one run: ``documents`` has topic, doc, score and rank (from 1).

    ``source`` is the run's file, if any.
    """

    run: str
    group: str
    depth: int
    documents: pl.DataFrame
    source: str | None = None

    @classmethod
    def join(cls, blocks: Sequence[Offer]) -> Offer:
        """Join the blocks of one run, each with other topics."""
        return replace(blocks[0], documents=pl.concat(block.documents for block in blocks))


def offer(
    run: Run,
    *,
    depth: int = 100,
    group: str | None = None,
    order: str = EVALUATION_ORDER,
    topics: Collection[str] | None = None,
) -> Offer:
    """Cut a run to the first ``depth`` documents of each topic, or of some ``topics``.

    ``order`` decides among equal scores. A run without a ``group`` is its own group. Raises
    `EvaluationError` for a depth below 1, an order that the run does not have, and each document
    that the run retrieves twice among the first.
    """
    refuse(check_whole(depth, 1, f"the depth {depth!r} of the run {run.name!r}"), EvaluationError)
    if topics is not None:
        given, wanted = run.rows.topics(), frozenset(topics)
        run = select_rows(run, np.repeat([name in wanted for name in given.names], given.sizes))
    run = run.documents
    by = get_order(order)
    refuse(_without_value(run, by.by), EvaluationError)
    first = _cut(run, by, depth)
    if engine().repeated(first.texts("doc"), None, first.topics().sizes):
        refuse(_find_repeated(run, first.frame()), EvaluationError)
    return Offer(run.name, run.name if group is None else group, depth, first.frame(), run.source)


def _without_value(run: Run, column: str) -> Iterator[Problem]:
    """Yield a problem for each document without the value that orders it."""
    where = run.source or run.name
    values = run.rows.columns.get(column)
    if isinstance(values, np.ndarray) and not np.isnan(values).any():
        return
    if column not in run.names:
        hint = "read it with ranks=True, or choose another order"
        yield Problem("the run has no ranks", where, hint=hint)
        return
    known = pl.col(column).cast(pl.Float64).is_not_nan().fill_null(False)
    for topic, doc in run.frame.filter(~known).select("topic", "doc").rows():
        yield Problem(f"document {doc!r} has no {column} in topic {topic!r}", where)


def _cut(run: Run, order: Order, depth: int) -> Columns:
    """Return the first ``depth`` documents of each topic, topics in bytewise order."""
    given, names = run.rows, run.topics
    number = {name: number for number, name in enumerate(names)}
    codes = np.array([number[name] for name in given.topics().names], dtype=np.int64)
    _, sizes, rows = rows_by_topic(codes, given.topics().sizes)
    docs, values = given.texts("doc"), given.numbers(order.by).astype(np.float64, copy=False)
    scores = given.numbers("score") if "score" in given.names else run.frame["score"].to_numpy()
    if rows is not None:  # topics come in another order, or come back
        docs, values, scores = docs[rows], values[rows], scores[rows]
    cut = np.minimum(sizes, depth)
    rank = positions_in_topic(np.repeat(np.arange(len(cut)), cut)) + 1
    first = np.repeat(np.cumsum(sizes) - sizes, cut) + rank - 1
    first = order_rows(docs, values, sizes, order)[first]
    columns = {"doc": docs[first], "score": scores[first], "rank": rank}
    return Columns({"topic": Blocks(list(names), cut), **columns})


def unite(
    offers: Sequence[Offer],
    order: str = EVALUATION_ORDER,
    *,
    depths: Iterable[str] = (),
    topics: Iterable[str] = (),
) -> Candidates:
    """Unite the offers of runs, which may come in any order.

    ``order`` is the name of the order in which they were read. Raises `EvaluationError` when there
    are none, when two runs have one name, for runs in no group, for ``depths`` of no run, and for
    ``topics`` that no run answers.
    """
    strangers = (
        Problem(f"a depth for {name!r}, which is no run", hint=hint)
        for _, name, hint in find_unknown(depths, dict.fromkeys(offer.run for offer in offers))
    )
    refuse((*strangers, *_check_offers(offers)), EvaluationError)
    offers = sorted(offers, key=lambda offer: offer.run)
    names = tuple(offer.run for offer in offers)
    groups = tuple(offer.group for offer in offers)
    by_name = pl.Enum(names)
    in_groups = pl.Enum(sorted(set(groups)))
    entries = pl.concat(
        offer.documents.with_columns(
            pl.lit(offer.run, by_name).alias("run"), pl.lit(offer.group, in_groups).alias("group")
        )
        for offer in offers
    )
    union = (
        entries.group_by("topic", "doc")
        .agg(
            pl.col("run").unique().sort().alias("runs"),
            pl.col("group").unique().sort().alias("groups"),
            pl.col("rank").min().alias("best_rank"),
        )
        .sort("topic", "doc")
        .with_columns(pl.col("runs", "groups").cast(pl.List(pl.String)))
    )
    entries = entries.select("topic", "doc", pl.col("run").to_physical(), "rank", "score")
    deep, entries = tuple(offer.depth for offer in offers), entries.sort("topic", "run", "rank")
    candidates = Candidates(names, groups, deep, order, union, entries)
    refuse(unanswered(topics, candidates), EvaluationError)
    return candidates


def gather(
    runs: Iterable[Run],
    *,
    depth: int = 100,
    depths: Mapping[str, int] | None = None,
    groups: Mapping[str, str] | None = None,
    order: str = EVALUATION_ORDER,
    topics: Iterable[str] | None = None,
) -> Candidates:
    """Return the first ``depth`` documents of each topic of each run, together.

    ``depths`` gives some runs another depth, by name; ``groups`` the group that submitted each run
    (without it a run is its own group); ``topics`` the topics to pool, all without it. Among equal
    scores ``order`` decides. The order of the runs does not matter. Raises `EvaluationError` with
    every depth below 1, run without a group, name of no run or of two, topic that no run answers,
    and document that a run retrieves twice among those it offers.
    """
    get_order(order)
    topics = None if topics is None else tuple(topics)

    def offered(run: Run) -> Offer:
        deep = (depths or {}).get(run.name, depth)
        group = None if groups is None else groups.get(run.name, "")
        return offer(run, depth=deep, group=group, order=order, topics=topics)

    offers = all_or_errors(attempt(offered, run) for run in runs)
    return unite(offers, order, depths=depths or (), topics=topics or ())


def unanswered(topics: Iterable[str], candidates: Candidates) -> Iterator[Problem]:
    """Yield a problem for each of the topics that no run answers."""
    for _, topic, hint in find_unknown(topics, candidates.topics):
        yield Problem(f"no run answers the topic {topic!r}", hint=hint)


def _check_offers(offers: Sequence[Offer]) -> Iterator[Problem]:
    if not offers:
        yield Problem("no runs to pool")
    yield from find_name_clashes(((offer.run, offer.source) for offer in offers), NAME_IN_PYTHON)
    for run_offer in offers:
        if not run_offer.group:
            yield Problem(f"the run {run_offer.run!r} is in no group")


def _find_repeated(run: Run, documents: pl.DataFrame) -> Iterator[Problem]:
    pairs = documents.select("topic", "doc")
    for topic, doc in pairs.filter(pairs.is_duplicated()).unique(maintain_order=True).rows():
        yield Problem(
            f"document {doc!r} is retrieved twice in topic {topic!r}", run.source or run.name
        )
