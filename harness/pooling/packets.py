"""Packets: which assessor judges which documents of a pool, and in which order. No I/O here."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl

from harness.core.errors import EvaluationError, Problem, refuse, suggest
from harness.core.random import generator
from harness.pooling.dividing import divide
from harness.pooling.pool import Pool

_ASSIGNMENTS = {
    "assessor": pl.String,
    "position": pl.Int64,
    "topic": pl.String,
    "doc": pl.String,
    "kind": pl.String,
}
_PACKET = ("position", "topic", "doc")

#: Names that Windows keeps for devices, whatever follows after a dot.
_DEVICES = {
    "CON",
    "PRN",
    "AUX",
    "NUL",
    *(f"{port}{n}" for port in ("COM", "LPT") for n in "123456789"),
}
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Assessor:
    """Who judges: a person, or a participating group as a whole.

    ``topics`` are the assessor's own, those that it proposed. Assessors of one ``group`` take one
    share of the topics together; without a group each takes a share.
    """

    name: str
    topics: tuple[str, ...] = ()
    group: str | None = None

    @property
    def sharing(self) -> tuple[str, str]:
        """What takes a share of the topics: the group, or the assessor where there is none."""
        return ("assessor", self.name) if self.group is None else ("group", self.group)


@dataclass(frozen=True, eq=False)
class Packets:
    """What each assessor is given.

    ``assignments`` is the organiser's table, sorted by assessor (in the order given) and position:

    ============  ==============================================================================
    ``assessor``  whose packet it is
    ``position``  the place in the packet, from 1
    ``topic``     topic by topic, in bytewise order
    ``doc``       the document
    ``kind``      ``first``: each document to judge, once; ``overlap``: judged by a second assessor
                  too; ``repeat``: shown to the same assessor again
    ============  ==============================================================================

    ``plan`` says how it was made: shares, seed, each assessor's topics, topics without a document
    to judge (``skipped``) and assessors without one (``idle``).
    """

    assignments: pl.DataFrame
    plan: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Packets({len(self.loads)} assessors, {self.assignments.height} documents shown)"

    @property
    def packets(self) -> dict[str, pl.DataFrame]:
        """What each assessor sees: position, topic and doc, and nothing of where they come from."""
        return {
            name: self.assignments.filter(pl.col("assessor") == name).select(_PACKET)
            for name in self.loads
        }

    @property
    def loads(self) -> dict[str, int]:
        """How many documents each assessor is shown, second showings included."""
        return {assessor["name"]: assessor["shown"] for assessor in self.plan["assessors"]}


def assign(
    pool: Pool,
    assessors: Sequence[Assessor],
    *,
    overlap: float = 0.0,
    repeats: float = 0.0,
    seed: int,
    topics: Iterable[str] = (),
) -> Packets:
    """What each assessor judges of the documents that a pool has to be judged.

    A topic is judged by one assessor: the one who proposed it, else so that the groups (or
    assessors without a group) have about equally many documents, and then the assessors of each
    group. `harness.pooling.dividing.divide` says how, and how far from the best that can be: by
    less than 4/3 when nobody proposed any topic, and by one topic in any case. More assessors than
    topics leave some without documents.

    Of each topic ``ceil(overlap · documents)``, chosen by chance, are judged also by a second
    assessor: the one with the least load so far, the largest overlaps first. Of each topic in each
    packet, overlap included, ``ceil(repeats · documents)`` are shown again, at least half of what
    is shown of the topic later. The order within a topic is drawn by ``seed`` and tells nothing of
    runs, ranks, scores or identifiers. The order of the pool's rows changes nothing.

    ``topics`` are further known topics, which may have no document in the pool. Raises
    `EvaluationError` with every name that two assessors have or that no file can have, topic that
    two proposed or that is not known, share outside 0 to 1, and overlap among fewer than two.

    >>> rows = [("1", "a"), ("1", "b"), ("1", "c"), ("2", "d"), ("2", "e"), ("3", "f")]
    >>> frame = pl.DataFrame(rows, schema=["topic", "doc"], orient="row").with_columns(batch=1)
    >>> packets = assign(Pool(frame, frame.clear()), [Assessor("ann"), Assessor("bob")], seed=1)
    >>> packets.loads, [packet["topic"].to_list() for packet in packets.packets.values()]
    ({'ann': 3, 'bob': 3}, [['1', '1', '1'], ['2', '2', '3']])

    Fuhr, Gövert, Kazai, Lalmas, INEX: INitiative for the Evaluation of XML Retrieval, 2002 (every
    group judges a share, its own topics first).
    """
    docs = _documents(pool)
    known = {*pool.topics, *pool.left_out["topic"].to_list(), *topics}
    refuse(_wrong(assessors, known, overlap, repeats, seed), EvaluationError)
    sizes = {topic: len(of_topic) for topic, of_topic in docs.items()}
    first = _judges(sizes, assessors)
    shared = {topic: _drawn(docs[topic], overlap, seed, topic) for topic in docs}
    second = _second_judges(sizes, first, shared, assessors)
    blocks: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for kind, judges, parts in (("first", first, docs), ("overlap", second, shared)):
        for topic, name in judges.items():
            random = generator(seed, "packets", topic, kind)
            blocks[name, topic] = _block(parts[topic], kind, repeats, random)
    assignments = _table(blocks, assessors)
    loads = _loads(assignments, assessors)
    plan = {
        "seed": seed,
        "overlap": overlap,
        "repeats": repeats,
        "assessors": _described(assessors, first, second, loads),
        "skipped": sorted(known - docs.keys()),
        "idle": [name for name, shown in loads.items() if not shown],
    }
    return Packets(assignments, plan)


def _documents(pool: Pool) -> dict[str, list[str]]:
    """The documents to judge of each topic; topics and documents in bytewise order."""
    rows = pool.to_judge.select("topic", "doc").sort("topic", "doc")
    return dict(rows.group_by("topic", maintain_order=True).agg("doc").rows())


def _judges(sizes: Mapping[str, int], assessors: Sequence[Assessor]) -> dict[str, str]:
    """Who judges each topic: divided over groups, then over the assessors of each."""
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


def _drawn(docs: Sequence[str], overlap: float, seed: int, topic: str) -> list[str]:
    """The documents of a topic that a second assessor judges too."""
    random = generator(seed, "packets", topic, "shared")
    codes = random.choice(len(docs), _portion(overlap, len(docs)), replace=False)
    return [docs[code] for code in sorted(codes.tolist())]


def _second_judges(
    sizes: Mapping[str, int],
    first: Mapping[str, str],
    shared: Mapping[str, Sequence[str]],
    assessors: Sequence[Assessor],
) -> dict[str, str]:
    """Who judges the overlap of each topic: the largest overlap first, to the least load.

    The load is that of the group, then that of the assessor in it.
    """
    sharing = {assessor.name: assessor.sharing for assessor in assessors}
    loads: Counter[Hashable] = Counter()
    for topic, name in first.items():
        loads.update({name: sizes[topic], sharing[name]: sizes[topic]})
    second: dict[str, str] = {}
    for topic in sorted(shared, key=lambda topic: (-len(shared[topic]), topic)):
        if shared[topic]:
            others = [name for name in sharing if name != first[topic]]
            name = min(others, key=lambda name: (loads[sharing[name]], loads[name]))
            second[topic] = name
            loads.update({name: len(shared[topic]), sharing[name]: len(shared[topic])})
    return second


def _block(
    docs: Sequence[str], kind: str, repeats: float, random: np.random.Generator
) -> list[tuple[str, str]]:
    """What an assessor is shown of a topic: documents and kinds, by chance but for one thing.

    What is shown again was shown at least half the length of the block before. As many documents
    were as there are places for repeats, so that one is always left for the next.
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
            shown.append((docs[next(order)], kind))
    return shown


def _portion(share: float, count: int) -> int:
    """The share of a count, rounded up; 0.07 of 100 are 7, which floating point makes 8.

    >>> _portion(0.07, 100), _portion(0.1, 11), _portion(0.0, 5)
    (7, 2, 0)
    """
    return math.ceil(Fraction(str(share)) * count)


def _table(
    blocks: Mapping[tuple[str, str], Sequence[tuple[str, str]]], assessors: Sequence[Assessor]
) -> pl.DataFrame:
    rows: list[tuple[str, int, str, str, str]] = []
    for assessor in assessors:
        topics = sorted(topic for name, topic in blocks if name == assessor.name)
        shown = [(topic, *row) for topic in topics for row in blocks[assessor.name, topic]]
        rows += [(assessor.name, i, *row) for i, row in enumerate(shown, start=1)]
    return pl.DataFrame(rows, schema=_ASSIGNMENTS, orient="row")


def _loads(assignments: pl.DataFrame, assessors: Sequence[Assessor]) -> dict[str, int]:
    shown = dict(assignments.group_by("assessor").len().rows())
    return {assessor.name: shown.get(assessor.name, 0) for assessor in assessors}


def _described(
    assessors: Sequence[Assessor],
    first: Mapping[str, str],
    second: Mapping[str, str],
    loads: Mapping[str, int],
) -> list[dict[str, Any]]:
    """What the plan says of each assessor."""
    return [
        {
            "name": assessor.name,
            "group": assessor.group,
            "own": list(assessor.topics),
            "first": sorted(topic for topic, name in first.items() if name == assessor.name),
            "overlap": sorted(topic for topic, name in second.items() if name == assessor.name),
            "shown": loads[assessor.name],
        }
        for assessor in assessors
    ]


def _wrong(
    assessors: Sequence[Assessor], known: Collection[str], overlap: float, repeats: float, seed: int
) -> Iterator[Problem]:
    if not assessors:
        yield Problem("there are no assessors")
    yield from _wrong_names([assessor.name for assessor in assessors])
    yield from _wrong_topics(assessors, known)
    for name, share in (("overlap", overlap), ("repeats", repeats)):
        if not _is_share(share):
            hint = "it must be a number from 0 to 1"
            yield Problem(f"{name} = {share!r} is not allowed", hint=hint)
    if _is_share(overlap) and overlap and len(assessors) < 2:
        hint = "name at least two, or set overlap to 0"
        yield Problem("overlap needs a second assessor", hint=hint)
    if type(seed) is not int or seed < 0:
        hint = "it must be a whole number of at least 0"
        yield Problem(f"seed = {seed!r} is not allowed", hint=hint)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _wrong_names(names: Sequence[str]) -> Iterator[Problem]:
    """Names that no file can have, on some system, and those of which a file can have only one."""
    files: dict[str, list[str]] = {}
    for name in names:
        files.setdefault(unicodedata.normalize("NFC", name).casefold(), []).append(name)
        why = _unusable(name)
        if why:
            message = f"the assessor's name {name!r} cannot be the name of a file"
            yield Problem(message, hint=why)
    for same in files.values():
        if len(same) > 1 and len(set(same)) == 1:
            yield Problem(f"{len(same)} assessors are called {same[0]!r}")
        elif len(same) > 1:
            message = f"the assessors {', '.join(map(repr, dict.fromkeys(same)))} need other names"
            hint = "their files have one name where the case of letters does not count"
            yield Problem(message, hint=hint)


def _unusable(name: str) -> str | None:
    """Why a name cannot be that of a file; None when it can."""
    if not name or name != name.strip():
        return "it is empty, or has a blank at an end"
    if name.startswith("."):
        return "it begins with a dot"
    if set(name) & set('<>:"/\\|?*') or not name.isprintable():
        return 'none of < > : " / \\ | ? * and no control characters'
    if name.split(".", maxsplit=1)[0].rstrip().upper() in _DEVICES:
        return "Windows keeps it for a device"
    if len(name.encode()) > _LONGEST_NAME:
        return f"it must have at most {_LONGEST_NAME} bytes"
    return None


def _wrong_topics(assessors: Sequence[Assessor], known: Collection[str]) -> Iterator[Problem]:
    proposers: dict[str, list[str]] = {}
    for assessor in assessors:
        for topic in assessor.topics:
            proposers.setdefault(topic, []).append(assessor.name)
            if topic not in known:
                message = f"the assessor {assessor.name!r} has the unknown topic {topic!r}"
                yield Problem(message, hint=suggest(topic, sorted(known)))
    for topic, names in proposers.items():
        if len(names) > 1:
            message = f"the topic {topic!r} has several proposers: {', '.join(names)}"
            yield Problem(message, hint="leave it to one of them")
