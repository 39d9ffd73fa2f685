"""Preferences between documents, and how a run orders them. No I/O here.

Judgments give each document of a judgment group a level; a document is preferred to those of a
lower level in the same group. A group (an assessor, a user) may be divided into subgroups: only
levels within one subgroup are compared, and what follows from several subgroups by transitivity
holds too (a over b here and b over c there: a over c). Groups may contradict each other; a group
may not contradict itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from harness.core.arrays import Bools, Floats, Ints
from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import Problem, refuse
from harness.core.judged_run import JudgedRun, remembered
from harness.core.model import Qrels, Run
from harness.core.ordering import ranked
from harness.evaluation.ranking import JudgedTopics, judge, topic_codes

_MEMBER = ("topic", "group", "doc")


@dataclass(frozen=True, eq=False)
class Preferences:
    """What the judgment groups of T topics prefer, whatever any run retrieved.

    ``docs`` has a row for each topic and document that anyone judged [D]. A *member* is such a
    document in one judgment group [N]: ``member_doc`` is its row of ``docs``, ``member_group`` its
    group, ``relevant`` whether its level is above 0. A *preference* [P] prefers the member
    ``better`` to the member ``worse`` of the same group. ``group_topic`` [G] is the topic code of
    each group, ``partial`` [G] whether the group has subgroups. ``pair`` [P] numbers the unordered
    pairs of documents; ``pair_topic`` [Q] is the topic code of each.
    """

    topics: tuple[str, ...]
    docs: pl.DataFrame
    group_topic: Ints
    partial: Bools
    member_doc: Ints
    member_group: Ints
    relevant: Bools
    better: Ints
    worse: Ints
    pair: Ints
    pair_topic: Ints
    source: str | None = None
    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    @remembered
    def group(self) -> Ints:
        """The group of each preference [P]."""
        return self.member_group[self.better]

    def per_group(self, chosen: Bools) -> Floats:
        """How many of the chosen preferences [P] each group has [G]."""
        return np.bincount(self.group[chosen], minlength=len(self.partial)).astype(np.float64)


def preferences_of(qrels: Qrels) -> Preferences:
    """The preferences behind judgments with the columns ``group``, ``subgroup`` and ``level``.

    A document whose level is below 0 was not judged and takes no part. Raises `InputError` for a
    group with subgroups that contradicts itself: by a cycle of preferences, or by a document that
    is at level 0 in one subgroup and above it in another.

    >>> frame = pl.DataFrame({"topic": "1", "group": "0", "subgroup": "0",
    ...                       "doc": ["a", "b", "c"], "level": [2.0, 1.0, 1.0]})
    >>> found = preferences_of(Qrels(frame))
    >>> found.better.tolist(), found.worse.tolist()
    ([0, 0], [1, 2])
    """
    topics = qrels.topics
    code = pl.DataFrame(
        {"topic": topics, "code": range(len(topics))}, {"topic": pl.String, "code": pl.Int64}
    )
    rows = qrels.frame.filter(pl.col("level") >= 0).join(code, on="topic")
    rows = rows.sort("code", "group", "subgroup", "level", "doc")
    docs = rows.select("code", "doc").unique().sort("code", "doc").with_row_index("place")
    groups = (
        rows.group_by("code", "group")
        .agg(partial=pl.col("subgroup").n_unique() > 1)
        .sort("code", "group")
        .with_row_index("number")
    )
    members = (
        rows.group_by("topic", "code", "group", "doc")
        .agg(low=pl.col("level").min(), high=pl.col("level").max())
        .sort("code", "group", "doc")
        .join(groups, on=["code", "group"], maintain_order="left")
        .join(docs, on=["code", "doc"], maintain_order="left")
        .with_row_index("member")
    )
    _refuse_changing_relevance(members, qrels.source)
    member_group = members["number"].to_numpy().astype(np.int64)
    partial = groups["partial"].to_numpy()
    better, worse = _stated(rows.join(members, on=["code", "group", "doc"], maintain_order="left"))
    better, worse = _closed(better, worse, member_group, partial)
    _refuse_contradictions(better, worse, partial[member_group[better]], members, qrels.source)
    member_doc = members["place"].to_numpy().astype(np.int64)
    pair, first = _pairs(member_doc[better], member_doc[worse], docs.height)
    group_topic = groups["code"].to_numpy()
    return Preferences(
        topics=topics,
        docs=docs.drop("place"),
        group_topic=group_topic,
        partial=partial,
        member_doc=member_doc,
        member_group=member_group,
        relevant=(members["high"] > 0).to_numpy(),
        better=better,
        worse=worse,
        pair=pair,
        pair_topic=group_topic[member_group[better[first]]],
        source=qrels.source,
    )


def _stated(rows: pl.DataFrame) -> tuple[Ints, Ints]:
    """Better and worse member of every preference that a subgroup states by its levels.

    The rows of a subgroup stand together, lowest level first: each is preferred to all rows from
    the start of its subgroup up to the start of its level.
    """
    number = np.arange(rows.height)
    subgroup = rows.select("code", "group", "subgroup")
    starts_subgroup = _starts(subgroup)
    start = np.maximum.accumulate(np.where(starts_subgroup, number, 0))
    starts_level = starts_subgroup | _starts(rows.select("level"))
    level_start = np.maximum.accumulate(np.where(starts_level, number, 0))
    num_worse = level_start - start
    ends = np.cumsum(num_worse)
    position = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - num_worse, num_worse)
    member = rows["member"].to_numpy().astype(np.int64)
    return np.repeat(member, num_worse), member[np.repeat(start, num_worse) + position]


def _starts(rows: pl.DataFrame) -> Bools:
    """Whether each row differs from the one above."""
    changed = rows.select(pl.any_horizontal(pl.all().ne_missing(pl.all().shift(1)))).to_series()
    starts = changed.to_numpy(writable=True)
    starts[:1] = True
    return starts


def _closed(better: Ints, worse: Ints, member_group: Ints, partial: Bools) -> tuple[Ints, Ints]:
    """The preferences with all that follow by transitivity in groups with subgroups, each once."""
    divided = partial[member_group[better]]
    if not divided.any():
        return better, worse
    parts = [(better[~divided], worse[~divided])]
    group = member_group[better]
    for number in np.unique(group[divided]):
        first, last = np.searchsorted(member_group, [number, number + 1])
        chosen = group == number
        preferred = np.zeros((last - first, last - first), dtype=bool)
        preferred[better[chosen] - first, worse[chosen] - first] = True
        for middle in range(last - first):
            preferred |= preferred[:, middle, None] & preferred[middle]
        above, below = np.nonzero(preferred)
        parts.append((above + first, below + first))
    joined = [np.concatenate(side) for side in zip(*parts, strict=True)]
    return joined[0], joined[1]


def _pairs(first_: Ints, other: Ints, num_docs: int) -> tuple[Ints, Ints]:
    """The number of each unordered pair of documents [P], and a preference with each number [Q]."""
    keys = np.minimum(first_, other) * num_docs + np.maximum(first_, other)
    _, first, pair = np.unique(keys, return_index=True, return_inverse=True)
    return pair, first


def _refuse_changing_relevance(members: pl.DataFrame, source: str | None) -> None:
    changing = members.filter((pl.col("low") == 0) & (pl.col("high") > 0))
    refuse(
        Problem(
            f"document {doc!r} is at level 0 and above it in group {group!r} of topic {topic!r}",
            source,
            hint="a group may not contradict itself",
        )
        for topic, group, doc in changing.select("topic", "group", "doc").iter_rows()
    )


def _refuse_contradictions(
    better: Ints, worse: Ints, divided: Bools, members: pl.DataFrame, source: str | None
) -> None:
    """Cycles close on themselves: by transitivity each document in one is preferred to itself."""
    cyclic = np.unique(better[divided & (better == worse)])
    refuse(
        Problem(
            f"group {group!r} of topic {topic!r} contradicts itself: "
            f"document {doc!r} is preferred to itself",
            source,
            hint="the preferences of its subgroups form a cycle",
        )
        for topic, group, doc in members[cyclic].select("topic", "group", "doc").iter_rows()
    )


@dataclass(frozen=True, eq=False)
class PreferenceRun:
    """One run's order of the documents that preferences are about.

    ``rank`` [D] is each document's rank, ``inf`` where it is not retrieved.
    """

    preferences: Preferences
    rank: Floats
    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, *groups: Mapping[str, float], ranking: Sequence[str]) -> PreferenceRun:
        """One topic from the levels that each group gave, for examples and experiments.

        >>> run = PreferenceRun.of({"a": 1, "b": 0}, {"b": 3, "c": 2}, ranking=["b", "a"])
        >>> run.fulfilled.tolist()
        [False, True]
        """
        rows = [
            ("1", str(number), "0", doc, float(level))
            for number, levels in enumerate(groups)
            for doc, level in levels.items()
        ]
        columns = ["topic", "group", "subgroup", "doc", "level"]
        known = preferences_of(Qrels(pl.DataFrame(rows, columns, orient="row")))
        rank_of = {doc: float(number) for number, doc in enumerate(ranking, start=1)}
        docs = known.docs["doc"].to_list()
        return cls(known, np.array([rank_of.get(doc, np.inf) for doc in docs]))

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""
        return self.preferences.topics

    @property
    @remembered
    def retrieved(self) -> Bools:
        """Whether each member's document is retrieved [N]."""
        return np.isfinite(self.rank[self.preferences.member_doc])

    @property
    @remembered
    def fulfilled(self) -> Bools:
        """Whether the run ranks the better document above the worse one [P].

        A retrieved document is above one that is not; of two that are not, none is above.
        """
        known = self.preferences
        rank = self.rank[known.member_doc]
        return np.asarray(rank[known.better] < rank[known.worse])

    @remembered
    def within(self, scope: str) -> Bools:
        """Whether each preference counts [P].

        In the scope ``retrieved`` both documents must be retrieved, in ``implied`` at least one;
        in ``all`` every preference counts.
        """
        known = self.preferences
        better, worse = self.retrieved[known.better], self.retrieved[known.worse]
        if scope == "retrieved":
            return np.asarray(better & worse)
        return np.asarray(better | worse) if scope == "implied" else np.ones(len(better), bool)

    @remembered
    def counts(self, scope: str) -> tuple[Floats, Floats]:
        """Preferences fulfilled and preferences that count, of each group [G]."""
        within, known = self.within(scope), self.preferences
        return known.per_group(self.fulfilled & within), known.per_group(within)

    def topic_sums(self, values: Floats) -> Floats:
        """The sum over each topic's groups [T] of a value of each group [G]."""
        of_topic = self.preferences.group_topic
        return np.bincount(of_topic, values, minlength=len(self.topics)).astype(np.float64)

    def topic_means(self, values: Floats) -> Floats:
        """The mean of each topic's groups [T] from a value of each group [G]; 0 without groups."""
        of_topic = self.preferences.group_topic
        counts = np.bincount(of_topic, minlength=len(self.topics))
        return np.asarray(self.topic_sums(values) / np.maximum(counts, 1))


class PreferenceTopics:
    """Preferences made ready for any number of runs."""

    def __init__(self, qrels: Qrels) -> None:
        self.preferences = preferences_of(qrels)
        once = qrels.frame.group_by("topic", "doc").agg(pl.col("grade").max()).sort("topic", "doc")
        self.judged = JudgedTopics(Qrels(once, source=qrels.source))

    def order(
        self,
        run: Run,
        *,
        dialect: Dialect = DEFAULT_DIALECT,
        missing: str = "drop",
        depth: int | None = None,
    ) -> tuple[PreferenceRun, JudgedRun]:
        """How a run orders the documents, and the run joined with their best levels.

        Documents are ordered by score, highest first; among equal scores by identifier, bytewise
        *ascending* (trec_eval orders them descending for all other measures). The second result
        tells which topics count; errors and ``missing`` are as in
        `harness.evaluation.ranking.judge`.
        """
        joined = judge(run, self.judged, dialect=dialect, missing=missing, depth=depth)
        codes, _ = topic_codes(run.frame["topic"], self.judged.code)
        frame = run.frame.select(pl.Series("code", codes), "doc", "score")
        documents = ranked(
            frame.filter(pl.col("code") >= 0),
            "docno-asc",
            topic="code",
            depth=depth,
            score_type=dialect.score_type,
        )
        known = self.preferences.docs
        ranks = known.join(documents, on=["code", "doc"], how="left", maintain_order="left")["rank"]
        rank = ranks.cast(pl.Float64).fill_null(float("inf")).to_numpy()
        return PreferenceRun(self.preferences, rank), joined
