"""The view of preferences: judgment groups prefer documents to others, and a run orders them.

Judgments give each document of a judgment group a level; a document is preferred to documents of
lower levels in the same group. Levels only order: a negative one is a level like any other. A group
(an assessor, a user) may be divided into subgroups: only levels within one subgroup are compared,
and preferences that follow from several subgroups by transitivity hold too (a over b here and b
over c there: a over c). Groups may contradict each other; a group may not contradict itself.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Bools, Ints
from harness.core.errors import Problem, refuse
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.ordering import rank_rows
from harness.core.packages import pl
from harness.core.preference_run import PreferenceRun, Preferences
from harness.evaluation.ranking import OrderedRun, topic_codes
from harness.evaluation.rules import Rules
from harness.evaluation.views import View, register


def derive_preferences(qrels: Qrels) -> tuple[Preferences, pl.DataFrame]:
    """Derive the preferences of judgments with the columns ``group``, ``subgroup`` and ``level``.

    The second result has the topic's code and the identifier of each document in them.

    Raises `InputError` for a group with subgroups that contradicts itself: by a cycle of
    preferences, or by a document with level 0 in one subgroup and a higher level in another.

    >>> frame = pl.DataFrame({"topic": "1", "group": "0", "subgroup": "0",
    ...                       "doc": ["a", "b", "c"], "grade": [2, 1, 1],
    ...                       "level": [2.0, 1.0, 1.0]})
    >>> known, docs = derive_preferences(Qrels(frame))
    >>> known.better.tolist(), known.worse.tolist(), docs["doc"].to_list()
    ([0, 0], [1, 2], ['a', 'b', 'c'])
    """
    topics = qrels.topics
    code = pl.DataFrame(
        {"topic": topics, "code": range(len(topics))}, {"topic": pl.String, "code": pl.Int64}
    )
    rows = qrels.frame.join(code, on="topic").sort("code", "group", "subgroup", "level", "doc")
    docs = rows.select("code", "doc").unique().sort("code", "doc").with_row_index("document")
    groups = (
        rows.group_by("code", "group")
        .agg(partial=pl.col("subgroup").n_unique() > 1)
        .sort("code", "group")
        .with_row_index("number")
    )
    members = (
        rows.group_by("topic", "code", "group", "doc", maintain_order=True)
        .agg(
            pl.col("level").last(),
            at_0=(pl.col("level") == 0).any(),
            above=(pl.col("level") > 0).any(),
        )
        .sort("code", "group", "doc")
        .join(groups, on=["code", "group"], maintain_order="left")
        .join(docs, on=["code", "doc"], maintain_order="left")
        .with_row_index("member")
    )
    _refuse_changing_relevance(members, qrels.source)
    member_group = members["number"].to_numpy().astype(np.int64)
    partial = groups["partial"].to_numpy()
    better, worse = _list_stated(
        rows.join(members, on=["code", "group", "doc"], maintain_order="left")
    )
    better, worse = _close_transitively(better, worse, member_group, partial)
    _refuse_contradictions(better, worse, partial[member_group[better]], members, qrels.source)
    known = Preferences(
        topics=topics,
        num_docs=docs.height,
        group_topic=groups["code"].to_numpy(),
        partial=partial,
        member_doc=members["document"].to_numpy().astype(np.int64),
        member_group=member_group,
        level=members["level"].to_numpy(),
        better=better,
        worse=worse,
    )
    return known, docs.drop("document")


def _list_stated(rows: pl.DataFrame) -> tuple[Ints, Ints]:
    """Return the better and the worse member of every preference stated by levels of a subgroup.

    The rows of a subgroup are consecutive, lowest level first: each is preferred to all rows from
    the start of its subgroup up to the start of its level.
    """
    number = np.arange(rows.height)
    starts_subgroup = _starts(rows.select("code", "group", "subgroup"))
    start = np.maximum.accumulate(np.where(starts_subgroup, number, 0))
    starts_level = starts_subgroup | _starts(rows.select("level"))
    num_worse = np.maximum.accumulate(np.where(starts_level, number, 0)) - start
    ends = np.cumsum(num_worse)
    position = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - num_worse, num_worse)
    member = rows["member"].to_numpy().astype(np.int64)
    return np.repeat(member, num_worse), member[np.repeat(start, num_worse) + position]


def _starts(rows: pl.DataFrame) -> Bools:
    """Return whether each row differs from the one above."""
    changed = rows.select(pl.any_horizontal(pl.all().ne_missing(pl.all().shift(1)))).to_series()
    starts = changed.to_numpy(writable=True)
    starts[:1] = True
    return starts


def _close_transitively(
    better: Ints, worse: Ints, member_group: Ints, partial: Bools
) -> tuple[Ints, Ints]:
    """Add the preferences that follow by transitivity within divided groups, each once."""
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


def _refuse_changing_relevance(members: pl.DataFrame, source: str | None) -> None:
    changing = members.filter("at_0", "above")
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
    """Refuse cycles: by transitivity, each document in a cycle is preferred to itself."""
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


def _build_preference_run(
    ordered: OrderedRun, joined: JudgedRun, prepared: tuple[Preferences, pl.DataFrame], rules: Rules
) -> PreferenceRun:
    """Order a run's documents that preferences are about.

    Documents are ordered by score, highest first; ties by identifier, bytewise *ascending*
    (trec_eval orders them descending for all other measures).
    """
    known, docs = prepared
    code = {topic: code for code, topic in enumerate(known.topics)}
    codes = topic_codes(ordered.run.rows.topics(), code)
    frame = ordered.run.frame.select(pl.Series("code", codes), "doc", "score")
    documents = rank_rows(
        frame.filter(pl.col("code") >= 0),
        "docno-asc",
        topic="code",
        depth=rules.depth,
        score_type=rules.dialect.score_type,
    )
    ranks = docs.join(documents, on=["code", "doc"], how="left", maintain_order="left")["rank"]
    rank = ranks.cast(pl.Float64).fill_null(float("inf")).to_numpy()
    chosen = np.array([code[topic] for topic in joined.topics], dtype=np.int64)
    return PreferenceRun(chosen, known, rank, name=joined.name, answered=joined.answered)


_ASCENDING = Note(
    "ties-ascending",
    "measures of preferences: documents with equal scores are ordered by identifier, ascending",
)

register(
    View(
        "preferences",
        PreferenceRun,
        columns=("group", "subgroup", "level"),
        layouts=("prefs", "qrels_prefs"),
        prepare=derive_preferences,
        see=_build_preference_run,
        notes=lambda _: (_ASCENDING,),
        own_order=True,
    )
)
