"""Sharing documents out where not everybody may judge everything, or as much."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from harness.core.errors import EvaluationError, Problem


def share_out(
    sizes: Mapping[str, int],
    eligible: Mapping[str, Sequence[str]],
    rooms: Mapping[str, int | None],
    *,
    together: Collection[str] = (),
) -> dict[tuple[str, str], int]:
    """The number of documents of each topic that each assessor judges, by (topic, assessor).

    ``sizes`` are the documents of each topic, ``eligible`` who may judge it, ``rooms`` how many
    each assessor has room for (None: any number). The topics ``together`` go to one assessor each,
    the largest first, to the least load that has room for it; one that fits nobody is divided, as
    are the others, so that the largest load becomes as small as it can be then.

    Raises `EvaluationError` where the documents cannot be shared out.

    >>> share_out({"1": 5, "2": 1}, {"1": ["ann", "bob"], "2": ["bob"]}, {"ann": None, "bob": 2})
    {('1', 'ann'): 4, ('1', 'bob'): 1, ('2', 'bob'): 1}
    """
    rooms_left = {
        name: sum(sizes.values()) if room is None else room for name, room in rooms.items()
    }
    rest = {topic: size for topic, size in sizes.items() if topic not in together}
    shares = _divided(rest, eligible, dict.fromkeys(rooms, 0), rooms_left)
    if shares is not None:
        shares = _with_undivided(shares, sizes, eligible, rooms_left, together)
    if shares is None:  # what was kept together took somebody's room
        shares = _divided(sizes, eligible, dict.fromkeys(rooms, 0), rooms_left)
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
    """The shares with topics that go to one assessor each, but for those that fit nobody."""
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
    left = {name: rooms[name] - load[name] for name in rooms}
    divided = _divided(rest, eligible, load, left)
    return None if divided is None else given | divided


def _divided(
    sizes: Mapping[str, int],
    eligible: Mapping[str, Sequence[str]],
    load: Mapping[str, int],
    left: Mapping[str, int],
) -> dict[tuple[str, str], int] | None:
    """The division with the lowest largest load; None where there is not enough room."""
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
    """A division in which no load is above ``most``, as a largest flow from topics to people."""
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
