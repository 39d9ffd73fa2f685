"""Assign the documents of a pool to assessors, in random order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from harness.core.arrays import generator
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.faces import natural
from harness.core.packages import pl
from harness.judging.assessors import Assessor, wrong_assignment
from harness.judging.sharing import Barred, barred_documents, divide, share_out, without_barred
from harness.pooling.pool import Pool

_ASSIGNMENTS = {
    "assessor": pl.String,
    "position": pl.Int64,
    "topic": pl.String,
    "doc": pl.String,
    "reason": pl.String,
}


@dataclass(frozen=True, eq=False)
class Assignments:
    """The lists of all assessors.

    ``table`` is sorted by assessor (in the given order) and position:

    ============  ==============================================================================
    ``assessor``  the owner of the list
    ``position``  the place in the list, from 1
    ``topic``     topic by topic, in their natural order (2 before 10)
    ``doc``       the document
    ``reason``    ``pool``: each document to judge, once; ``overlap``: judged by a second assessor
                  too; ``repeat``: shown to the same assessor again
    ============  ==============================================================================

    ``plan`` records how it was made: shares, seed, each assessor's topics, topics without a
    document to judge (``skipped``) and assessors without one (``idle``).
    """

    table: pl.DataFrame
    plan: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Assignments({len(self.loads)} assessors, {self.table.height} documents shown)"

    @property
    def loads(self) -> dict[str, int]:
        """The number of documents shown to each assessor, repeats included."""
        return {assessor["name"]: assessor["shown"] for assessor in self.plan["assessors"]}


def assign(
    pool: Pool,
    assessors: Sequence[Assessor],
    *,
    overlap: float = 0.0,
    repeats: float = 0.0,
    seed: int,
    topics: Iterable[str] = (),
    share_by: str = "topics",
    own_documents: str = "all",
) -> Assignments:
    """Assign the documents of a pool to assessors.

    A topic is judged by one assessor: the one who proposed it, else so that the groups (or
    assessors without a group) have about equally many documents, and then the assessors of each
    group. `harness.judging.sharing.divide` has the algorithm and its bound: within 4/3 of the
    optimum if nobody proposed a topic, and within one topic of it in any case. With more assessors
    than topics some have no documents.

    ``share_by="documents"`` divides the documents of each topic over all assessors. The same is
    done with a single topic that several proposed (over these), or that exceeds every capacity.
    Nobody exceeds the own capacity or gets a topic in conflict; each assessor then gets a share,
    whatever the group (`harness.judging.sharing.share_out`).

    A group's judgments may favour its own runs. With ``own_documents="shared"`` nobody judges
    documents that only the own group's runs retrieved, with ``"none"`` any that they retrieved;
    such documents go to another assessor of the topic if there is one, else to the one with the
    least load.

    In each topic ``ceil(overlap · documents)``, drawn at random, are also judged by a second
    assessor: the one with the least load so far, the largest overlaps first. In each topic of each
    list, overlap included, ``ceil(repeats · documents)`` are shown again, at least half the topic's
    length later. The order within a topic is random by ``seed``, independent of runs, ranks, scores
    or identifiers, and of the order of the pool's rows.

    ``topics`` are further known topics, which may have no document in the pool. Raises
    `EvaluationError` with every repeated name or name that no file can have, unknown topic, share
    outside 0 to 1, overlap among fewer than two, and documents that conflicts and capacities leave
    to nobody.

    >>> rows = [("1", "a"), ("1", "b"), ("1", "c"), ("2", "d"), ("2", "e"), ("3", "f")]
    >>> frame = pl.DataFrame(rows, schema=["topic", "doc"], orient="row").with_columns(batch=1)
    >>> given = assign(Pool(frame, frame.clear()), [Assessor("ann"), Assessor("bob")], seed=1)
    >>> given.loads, given.table["topic"].to_list()
    ({'ann': 3, 'bob': 3}, ['1', '1', '1', '2', '2', '3'])

    Fuhr, Gövert, Kazai, Lalmas, INEX: INitiative for the Evaluation of XML Retrieval, 2002 (every
    group judges a share, its own topics first).
    """
    docs = _documents(pool)
    known = {*pool.topics, *pool.left_out["topic"].to_list(), *topics}
    refuse(wrong_assignment(assessors, known, overlap, repeats, seed), EvaluationError)
    barred = barred_documents(pool, assessors, own_documents)
    first = _first_judges(docs, assessors, share_by, seed)
    first = without_barred(first, assessors, barred)
    drawn = {topic: set(_draw_overlap(docs[topic], overlap, seed, topic)) for topic in docs}
    shared = {
        (topic, name): [doc for doc in part if doc in drawn[topic]]
        for (topic, name), part in first.items()
    }
    second = _second_judges(first, shared, assessors, barred, share_by)
    shown: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for reason, parts in (("pool", first.items()), ("overlap", second.items())):
        for (topic, name), part in parts:
            shown.setdefault((name, topic), []).extend((doc, reason) for doc in part)
    # The labels of random streams must not change, so that assigned lists can be reproduced.
    labels = {"pool": "first", "overlap": "overlap"}
    blocks = {
        (name, topic): _block(
            part, repeats, generator(seed, "packets", topic, labels[part[0][1] if part else "pool"])
        )
        for (name, topic), part in shown.items()
    }
    table = _table(blocks, assessors)
    loads = _loads(table, assessors)
    plan = {
        "seed": seed,
        "overlap": overlap,
        "repeats": repeats,
        "assessors": _describe_assessors(assessors, first, second, loads),
        "skipped": sorted(known - docs.keys()),
        "idle": [name for name, shown in loads.items() if not shown],
    }
    return Assignments(table, plan)


def _documents(pool: Pool) -> dict[str, list[str]]:
    """Return each topic's documents to judge; topics and documents in bytewise order."""
    rows = pool.to_judge.select("topic", "doc").sort("topic", "doc")
    return dict(rows.group_by("topic", maintain_order=True).agg("doc").rows())


def _first_judges(
    docs: Mapping[str, list[str]], assessors: Sequence[Assessor], share_by: str, seed: int
) -> dict[tuple[str, str], list[str]]:
    """Return the documents of each topic that each assessor judges, by (topic, assessor)."""
    sizes = {topic: len(of_topic) for topic, of_topic in docs.items()}
    proposers = {
        topic: [person.name for person in assessors if topic in person.topics] for topic in docs
    }
    limited = any(person.capacity is not None or person.conflicts for person in assessors)
    several = any(len(names) > 1 for names in proposers.values())
    if share_by == "topics" and not limited and not several:
        judges = _judges(sizes, assessors)
        return {(topic, name): docs[topic] for topic, name in judges.items()}
    free = {
        topic: [person.name for person in assessors if topic not in person.conflicts]
        for topic in docs
    }
    eligible = {
        topic: [name for name in free[topic] if name in proposers[topic]] or free[topic]
        for topic in docs
    }
    rooms = {person.name: person.capacity for person in assessors}
    together = [t for t in docs if share_by == "topics" and len(proposers[t]) < 2]
    counts = share_out(sizes, eligible, rooms, together=together)
    parts: dict[tuple[str, str], list[str]] = {}
    orders = {
        topic: iter(generator(seed, "packets", topic, "divided").permutation(sizes[topic]).tolist())
        for topic in docs
    }
    for (topic, name), count in counts.items():
        codes = sorted(next(orders[topic]) for _ in range(count))
        parts[topic, name] = [docs[topic][code] for code in codes]
    return parts


def _judges(sizes: Mapping[str, int], assessors: Sequence[Assessor]) -> dict[str, str]:
    """Return the judge of each topic: divided over groups, then over the assessors of each."""
    proposer = {
        topic: assessor for assessor in assessors for topic in assessor.topics if topic in sizes
    }
    sharing = list(dict.fromkeys(assessor.sharing for assessor in assessors))
    shares = divide(
        sizes, {topic: assessor.sharing for topic, assessor in proposer.items()}, sharing
    )
    judges: dict[str, str] = {}
    for share in sharing:
        part = {topic: size for topic, size in sizes.items() if shares[topic] == share}
        own = {topic: proposer[topic].name for topic in part if topic in proposer}
        judges |= divide(
            part, own, [assessor.name for assessor in assessors if assessor.sharing == share]
        )
    return judges


def _draw_overlap(docs: Sequence[str], overlap: float, seed: int, topic: str) -> list[str]:
    """Return the documents of a topic that a second assessor judges too."""
    random = generator(seed, "packets", topic, "shared")
    codes = random.choice(len(docs), _portion(overlap, len(docs)), replace=False)
    return [docs[code] for code in sorted(codes.tolist())]


def _second_judges(
    first: Mapping[tuple[str, str], Sequence[str]],
    shared: Mapping[tuple[str, str], Sequence[str]],
    assessors: Sequence[Assessor],
    barred: Barred,
    share_by: str,
) -> dict[tuple[str, str], list[str]]:
    """Return the documents that each second judge has of each topic, by (topic, assessor).

    The largest overlap comes first and goes to the least load: that of the group, then that of the
    assessor in it. Documents barred for that assessor go to the next. If documents are shared, each
    goes by itself, whatever the group, so that loads stay even.
    """
    # In turn, so that the end is not one person's part only, which must go to others.
    turns = sorted(
        (i, topic, owner, [doc])
        for (topic, owner), docs in shared.items()
        for i, doc in enumerate(docs)
    )
    sharing: dict[str, Hashable] = {person.name: person.name for person in assessors}
    if share_by == "topics":
        turns = sorted((-len(docs), *key, [*docs]) for key, docs in shared.items())
        sharing = {person.name: person.sharing for person in assessors}
    conflicts = {person.name: person.conflicts for person in assessors}
    loads: Counter[Hashable] = Counter()
    for (_, name), part in first.items():
        loads.update({name: len(part), sharing[name]: len(part)})
    second: dict[tuple[str, str], list[str]] = {}
    problems: dict[str, Problem] = {}
    for _, topic, owner, docs in turns:
        left = docs
        others = [name for name in sharing if name != owner and topic not in conflicts[name]]
        for name in sorted(others, key=lambda name: (loads[sharing[name]], loads[name])):
            part = [doc for doc in left if (name, topic, doc) not in barred]
            if part:
                second.setdefault((topic, name), []).extend(part)
                loads.update({name: len(part), sharing[name]: len(part)})
                left = [doc for doc in left if doc not in part]
        if left:
            hint = "lift a conflict, or set overlap to 0"
            message = f"no other assessor may judge the topic {topic!r}"
            problems[topic] = Problem(message, hint=hint)
    refuse(problems.values(), EvaluationError)
    return second


def _block(
    docs: Sequence[tuple[str, str]], repeats: float, random: np.random.Generator
) -> list[tuple[str, str]]:
    """Return a topic's documents in an assessor's order, each with its kind, random with one rule.

    A repeat comes at least half the length of the block after the first showing. There are as many
    candidates as places for repeats, so that one is always left for the next place.
    """
    num_again = _portion(repeats, len(docs))
    length = len(docs) + num_again
    distance = (length + 1) // 2
    again = set((distance + random.choice(length - distance, num_again, replace=False)).tolist())
    order = iter(random.permutation(len(docs)).tolist())
    shown: list[tuple[str, str]] = []
    far_enough: list[str] = []
    for i in range(length):
        if i >= distance:
            far_enough.append(shown[i - distance][0])
        if i in again:
            shown.append((far_enough.pop(random.integers(len(far_enough))), "repeat"))
        else:
            shown.append(docs[next(order)])
    return shown


def _portion(share: float, count: int) -> int:
    """Return the share of a count, rounded up; 0.07 of 100 is 7, not 8 as in floating point.

    >>> _portion(0.07, 100), _portion(0.1, 11), _portion(0.0, 5)
    (7, 2, 0)
    """
    return math.ceil(Fraction(str(share)) * count)


def _table(
    blocks: Mapping[tuple[str, str], Sequence[tuple[str, str]]], assessors: Sequence[Assessor]
) -> pl.DataFrame:
    rows: list[tuple[str, int, str, str, str]] = []
    for assessor in assessors:
        own = (topic for name, topic in blocks if name == assessor.name)
        topics = sorted(own, key=lambda topic: (natural(topic), topic))
        shown = [(topic, *row) for topic in topics for row in blocks[assessor.name, topic]]
        rows += [(assessor.name, i, *row) for i, row in enumerate(shown, start=1)]
    return pl.DataFrame(rows, schema=_ASSIGNMENTS, orient="row")


def _loads(assignments: pl.DataFrame, assessors: Sequence[Assessor]) -> dict[str, int]:
    shown = dict(assignments.group_by("assessor").len().rows())
    return {assessor.name: shown.get(assessor.name, 0) for assessor in assessors}


def _describe_assessors(
    assessors: Sequence[Assessor],
    first: Collection[tuple[str, str]],
    second: Collection[tuple[str, str]],
    loads: Mapping[str, int],
) -> list[dict[str, Any]]:
    """Return the record of each assessor for the plan."""
    return [
        {
            "name": assessor.name,
            "group": assessor.group,
            "own": list(assessor.topics),
            "first": sorted(topic for topic, name in first if name == assessor.name),
            "overlap": sorted({topic for topic, name in second if name == assessor.name}),
            "shown": loads[assessor.name],
        }
        for assessor in assessors
    ]
