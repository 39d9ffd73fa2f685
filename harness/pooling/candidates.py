"""What runs offer for a pool: the union of their first documents, with who brought what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import polars as pl

from harness.arrays import Floats, Ints
from harness.errors import EvaluationError, Problem, nearest, refuse
from harness.model import Run
from harness.pooling.order import DEFAULT_ORDER, get_order, ranked


@dataclass(frozen=True, eq=False)
class TopicCandidates:
    """The documents of one topic and their places in the runs.

    ``docs`` [D] are in bytewise order; a document's place there is its code. An entry is a document
    of a run: ``run``, ``doc`` (codes), ``rank`` (from 1) and ``score`` [N], run by run, the best
    rank first. ``runs`` [R] names all pooled runs, also those that do not answer the topic.
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
        """The document codes of each run, best first [R]; empty where a run has none."""
        bounds = np.searchsorted(self.run, np.arange(len(self.runs) + 1))
        return tuple(self.doc[a:b] for a, b in pairwise(bounds))

    @cached_property
    def best_rank(self) -> Ints:
        """The best rank that any run gave each document [D]."""
        best = np.full(len(self.docs), np.iinfo(np.int64).max)
        np.minimum.at(best, self.doc, self.rank)
        return best

    @cached_property
    def num_runs(self) -> Ints:
        """How many runs bring each document [D]."""
        return np.bincount(self.doc, minlength=len(self.docs))

    def only(self, codes: Ints) -> TopicCandidates:
        """The same with some of the documents, given by their codes in ascending order."""
        place = np.full(len(self.docs), -1)
        place[codes] = np.arange(len(codes))
        kept = place[self.doc] >= 0
        return TopicCandidates(
            self.topic,
            tuple(self.docs[code] for code in codes.tolist()),
            self.runs,
            self.run[kept],
            place[self.doc[kept]],
            self.rank[kept],
            self.score[kept],
        )


@dataclass(frozen=True, eq=False)
class Candidates:
    """The union of the first documents of runs, before a strategy chooses among them.

    ``runs`` [R] are in bytewise order, ``groups`` and ``depths`` [R] belong to them; ``order``
    names the order in which the runs were read. ``union`` has the columns ``topic``, ``doc``,
    ``runs``, ``groups`` and ``best_rank``, sorted by topic and document, bytewise. ``entries`` has
    ``topic``, ``doc``, ``run`` (its place among the runs), ``rank`` and ``score``, sorted by topic,
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
        """Each topic with its first row of the union and the one after its last."""
        starts = self.union.with_row_index().group_by("topic").agg(pl.len(), pl.col("index").min())
        rows = starts.sort("topic").select("topic", "index", "len").rows()
        return tuple((topic, start, start + length) for topic, start, length in rows)

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics with documents, in bytewise order."""
        return tuple(topic for topic, _, _ in self.bounds)

    def __iter__(self) -> Iterator[TopicCandidates]:
        """The candidates topic by topic, in bytewise order."""
        coded = self.entries.join(
            self.union.select("topic", "doc").with_row_index("row"),
            on=["topic", "doc"],
            maintain_order="left",
        )
        topic_of, sizes = coded["topic"].rle().struct.unnest().get_columns()[::-1]
        assert topic_of.to_list() == list(self.topics)
        stops = np.cumsum(sizes.to_numpy())
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


def gather(
    runs: Iterable[Run],
    *,
    depth: int = 100,
    depths: Mapping[str, int] | None = None,
    groups: Mapping[str, str] | None = None,
    order: str = DEFAULT_ORDER,
    topics: Iterable[str] | None = None,
) -> Candidates:
    """The first ``depth`` documents of each topic of each run, together.

    ``depths`` gives some runs another depth, by name; ``groups`` the group that submitted each run
    (without it a run is its own group); ``topics`` the topics to pool, all without it. Among equal
    scores ``order`` decides. The order of the runs does not matter, and only their first documents
    are kept while ``runs`` is gone through. Raises `EvaluationError` with every depth below 1, run
    without a group, name of no run or of two, topic that no run answers, and document that a run
    retrieves twice among those it offers.
    """
    get_order(order)
    wanted = None if topics is None else pl.Series(list(topics), dtype=pl.String)
    names: list[str] = []
    parts: list[pl.DataFrame] = []
    problems: list[Problem] = []
    for run in runs:
        names.append(run.name)
        deep = (depths or {}).get(run.name, depth)
        if type(deep) is not int or deep < 1:
            hint = "it must be a whole number of at least 1"
            message = f"the depth {deep!r} of the run {run.name!r} is not allowed"
            problems.append(Problem(message, hint=hint))
            continue
        documents = ranked(run, order, deep)
        if wanted is not None:
            documents = documents.filter(pl.col("topic").is_in(wanted.implode()))
        problems += _repeated(run, documents)
        parts.append(documents.with_columns(pl.lit(run.name).alias("run")))
    problems += _wrong_names(names, depths or {}, groups)
    refuse(problems, EvaluationError)
    together = pl.concat(parts)
    if wanted is not None:
        refuse(_unanswered(wanted, together), EvaluationError)
    names.sort()
    group_of = [groups[name] if groups else name for name in names]
    used = tuple((depths or {}).get(name, depth) for name in names)
    return _united(together, tuple(names), tuple(group_of), used, order)


def _united(
    entries: pl.DataFrame,
    runs: tuple[str, ...],
    groups: tuple[str, ...],
    depths: tuple[int, ...],
    order: str,
) -> Candidates:
    in_order = pl.Enum(sorted(set(groups)))
    of_run = dict(zip(runs, groups, strict=True))
    run = pl.col("run").cast(pl.Enum(runs))
    entries = entries.with_columns(
        run, run.replace_strict(of_run, return_dtype=in_order).alias("group")
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
    return Candidates(runs, groups, depths, order, union, entries.sort("topic", "run", "rank"))


def _wrong_names(
    names: list[str], depths: Mapping[str, int], groups: Mapping[str, str] | None
) -> Iterator[Problem]:
    if not names:
        yield Problem("no runs to pool")
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Problem(f"several runs are called {name!r}", hint="give each its own name")
    for name in depths:
        if name not in names:
            yield Problem(f"a depth for {name!r}, which is no run", hint=nearest(name, names))
    for name in names:
        if groups is not None and not groups.get(name):
            yield Problem(f"the run {name!r} is in no group", hint=nearest(name, groups))


def _unanswered(wanted: pl.Series, entries: pl.DataFrame) -> Iterator[Problem]:
    answered = set(entries["topic"].unique().to_list())
    for topic in wanted.unique(maintain_order=True).to_list():
        if topic not in answered:
            hint = nearest(topic, sorted(answered))
            yield Problem(f"no run answers the topic {topic!r}", hint=hint)


def _repeated(run: Run, documents: pl.DataFrame) -> Iterator[Problem]:
    pairs = documents.select("topic", "doc")
    for topic, doc in pairs.filter(pairs.is_duplicated()).unique(maintain_order=True).rows():
        where = run.source or run.name
        yield Problem(f"document {doc!r} is retrieved twice in topic {topic!r}", where)
