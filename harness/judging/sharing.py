"""Share out topics and documents: evenly, and within the limits of who may judge what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import collect
from harness.judging.assessors import Assessor
from harness.pooling.pool import Pool

Name = TypeVar("Name", bound=Hashable)


def divide(
    sizes: Mapping[str, int], own: Mapping[str, Name], names: Sequence[Name]
) -> dict[str, Name]:
    """Assign each topic to a name, so that the largest load (sum of ``sizes``) is small.

    ``own`` topics go to their owners. The others go, largest first, to the least load so far (ties:
    topics in bytewise order, names in the given order); then topics are moved or swapped while that
    lowers the largest load. Exact division is NP-hard. No division has a lower largest load than
    the mean, the largest topic, or one owner's topics. This one's is above the optimum by at most
    the largest topic without an owner: the name with the largest load either has own topics only,
    or had at most the mean before its last topic. Without own topics it is at most 4/3 − 1/(3 ·
    names) of the optimum: Graham, Bounds on multiprocessing timing anomalies, SIAM Journal on
    Applied Mathematics 17, 1969.

    Largest first gives loads of 7 and 5 here; swapping a 3 for a 2 makes both 6:

    >>> divide({"1": 3, "2": 3, "3": 2, "4": 2, "5": 2}, {}, ["ann", "bob"])
    {'1': 'bob', '2': 'bob', '3': 'ann', '4': 'ann', '5': 'ann'}
    """
    load = dict.fromkeys(names, 0)
    for topic, name in own.items():
        load[name] += sizes[topic]
    free: dict[str, Name] = {}
    for topic in sorted(sizes.keys() - own.keys(), key=lambda topic: (-sizes[topic], topic)):
        free[topic] = min(load, key=load.__getitem__)
        load[free[topic]] += sizes[topic]
    while _improve(sizes, free, load):
        pass
    return {topic: own[topic] if topic in own else free[topic] for topic in sizes}


def _improve(sizes: Mapping[str, int], free: dict[str, Name], load: dict[Name, int]) -> bool:
    """Move a topic away from the largest load; return False if no move lowers it.

    A topic is swapped for another one, or moved. Topics of one size are equivalent.
    """
    fullest = max(load, key=load.__getitem__)
    given = {sizes[topic]: topic for topic, name in free.items() if name == fullest}
    taken: dict[tuple[Name, int], str | None]
    taken = {(name, 0): None for name in load if name != fullest}
    taken |= {(name, sizes[topic]): topic for topic, name in free.items() if name != fullest}
    if not given or not taken:
        return False
    change = np.array(list(given))[:, None] - np.array([size for _, size in taken])
    others = np.array([load[name] for name, _ in taken])
    after = np.maximum(load[fullest] - change, others + change)
    row, column = divmod(int(after.argmin()), len(taken))
    if after[row, column] >= load[fullest]:
        return False
    (name, _), back = list(taken.items())[column]
    free[list(given.values())[row]] = name
    if back is not None:
        free[back] = fullest
    load[fullest] -= int(change[row, column])
    load[name] += int(change[row, column])
    return True


def share_out(
    sizes: Mapping[str, int],
    eligible: Mapping[str, Sequence[str]],
    rooms: Mapping[str, int | None],
    *,
    together: Collection[str] = (),
) -> dict[tuple[str, str], int]:
    """Return the number of documents of each topic that each assessor judges, by (topic, assessor).

    ``sizes`` are the numbers of documents of topics, ``eligible`` the assessors who may judge each,
    ``rooms`` the room of each assessor (None: unlimited). The topics ``together`` go to one
    assessor each, the largest first, to the least load with room for it; one that fits nobody is
    divided. All other topics are divided so that the largest load is minimal.

    Raises `EvaluationError` if the documents cannot be shared out.

    >>> share_out({"1": 5, "2": 1}, {"1": ["ann", "bob"], "2": ["bob"]}, {"ann": None, "bob": 2})
    {('1', 'ann'): 4, ('1', 'bob'): 1, ('2', 'bob'): 1}
    """
    rooms_left = {
        name: sum(sizes.values()) if room is None else room for name, room in rooms.items()
    }
    rest = {topic: size for topic, size in sizes.items() if topic not in together}
    shares = _divide(rest, eligible, dict.fromkeys(rooms, 0), rooms_left)
    if shares is not None:
        shares = _with_undivided(shares, sizes, eligible, rooms_left, together)
    if shares is None:  # undivided topics took somebody's room
        shares = _divide(sizes, eligible, dict.fromkeys(rooms, 0), rooms_left)
    if shares is None:
        wanted, room = sum(sizes.values()), sum(r for r in rooms.values() if r is not None)
        counted = f"{wanted} documents" + (
            "" if None in rooms.values() else f", room for {room} in all"
        )
        message = f"the documents cannot be shared out: {counted}"
        hint = "raise a capacity, lift a conflict, or name more assessors"
        raise EvaluationError(Problem(message, hint=hint))
    return dict(sorted(shares.items()))


def _with_undivided(
    shares: Mapping[tuple[str, str], int],
    sizes: Mapping[str, int],
    eligible: Mapping[str, Sequence[str]],
    rooms: Mapping[str, int],
    together: Collection[str],
) -> dict[tuple[str, str], int] | None:
    """Return the shares with undivided topics, except those that fit nobody."""
    given, rest = dict(shares), {}
    load = dict.fromkeys(rooms, 0)
    for (_, name), count in shares.items():
        load[name] += count
    for topic in sorted(together, key=lambda topic: (len(eligible[topic]), -sizes[topic], topic)):
        fitting = [n for n in eligible[topic] if rooms[n] - load[n] >= sizes[topic]]
        if fitting:
            name = min(fitting, key=load.__getitem__)
            given[topic, name] = sizes[topic]
            load[name] += sizes[topic]
        else:
            rest[topic] = sizes[topic]
    divided = _divide(rest, eligible, load, {name: rooms[name] - load[name] for name in rooms})
    return None if divided is None else given | divided


def _divide(
    sizes: Mapping[str, int],
    eligible: Mapping[str, Sequence[str]],
    load: Mapping[str, int],
    left: Mapping[str, int],
) -> dict[tuple[str, str], int] | None:
    """Return the division with the lowest largest load; None without enough room."""
    low, high = 0, max(load.values(), default=0) + sum(sizes.values())
    best = _flow(sizes, eligible, load, left, high)
    while best is not None and low < high:
        middle = (low + high) // 2
        flow = _flow(sizes, eligible, load, left, middle)
        if flow is None:
            low = middle + 1
        else:
            high, best = middle, flow
    return best


def _flow(
    sizes: Mapping[str, int],
    eligible: Mapping[str, Sequence[str]],
    load: Mapping[str, int],
    left: Mapping[str, int],
    most: int,
) -> dict[tuple[str, str], int] | None:
    """Return a division with no load above ``most``, by a maximum flow from topics to people."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import maximum_flow

    topics, names = list(sizes), list(left)
    first = 1 + len(topics)  # after the source come the topics, the people and the sink
    sink = first + len(names)
    edges = [(0, 1 + i, sizes[topic]) for i, topic in enumerate(topics)]
    edges += [
        (1 + i, first + names.index(name), sizes[topic])
        for i, topic in enumerate(topics)
        for name in eligible[topic]
    ]
    edges += [
        (first + i, sink, max(0, min(left[name], most - load[name])))
        for i, name in enumerate(names)
    ]
    source, target, room = np.array(edges, dtype=np.int32).T
    graph = coo_array((room, (source, target)), shape=(sink + 1, sink + 1)).tocsr()
    flow = maximum_flow(graph, 0, sink)
    if flow.flow_value < sum(sizes.values()):
        return None
    between = flow.flow.tocoo()
    return {
        (topics[row - 1], names[column - first]): int(count)
        for row, column, count in zip(between.row, between.col, between.data, strict=True)
        if count > 0 and 1 <= row < first <= column < sink
    }


#: The (assessor, topic, document) that must not be assigned.
Barred = frozenset[tuple[str, str, str]]


def barred_documents(pool: Pool, assessors: Sequence[Assessor], own_documents: str) -> Barred:
    """Return the documents barred from assessors whose groups' runs retrieved them."""
    if own_documents == "all":
        return frozenset()
    rows = pool.to_judge.select("topic", "doc", "groups").rows()
    people = collect((assessor.group or assessor.name, assessor.name) for assessor in assessors)
    return frozenset(
        (name, topic, doc)
        for topic, doc, groups in rows
        if own_documents == "none" or len(groups) == 1
        for group in groups
        for name in people.get(group, ())
    )


def without_barred(
    parts: Mapping[tuple[str, str], Sequence[str]], assessors: Sequence[Assessor], barred: Barred
) -> dict[tuple[str, str], list[str]]:
    """Give barred documents to other assessors; return the parts."""
    kept = {
        (topic, name): [doc for doc in part if (name, topic, doc) not in barred]
        for (topic, name), part in parts.items()
    }
    moved = sorted(
        (topic, doc)
        for (topic, name), part in parts.items()
        for doc in set(part) - {*kept[topic, name]}
    )
    loads = Counter(dict.fromkeys((assessor.name for assessor in assessors), 0))
    for (_, name), part in kept.items():
        loads[name] += len(part)
    problems = []
    for topic, doc in moved:
        free = [
            person.name
            for person in assessors
            if topic not in person.conflicts
            and (person.name, topic, doc) not in barred
            and (person.capacity is None or loads[person.name] < person.capacity)
        ]
        if not free:
            hint = "name somebody of no group, or raise a capacity"
            problems.append(Problem(f"nobody may judge {doc!r} of the topic {topic!r}", hint=hint))
            continue
        name = min(free, key=lambda name: ((topic, name) not in kept, loads[name]))
        kept.setdefault((topic, name), []).append(doc)
        loads[name] += 1
    refuse(problems, EvaluationError)
    return {key: sorted(part) for key, part in kept.items()} if moved else kept
