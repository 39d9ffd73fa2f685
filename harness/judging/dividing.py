"""Dividing topics so that nobody has much more to judge than others."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np

Name = TypeVar("Name", bound=Hashable)


def divide(
    sizes: Mapping[str, int], own: Mapping[str, Name], names: Sequence[Name]
) -> dict[str, Name]:
    """Each topic's name, so that the largest load (sum of ``sizes``) is small.

    ``own`` topics go where they belong. The others go, largest first, to the least load so far
    (ties: topics in bytewise order, names in the order given); then topics are moved or swapped
    while that lowers the largest load. Exact division is NP-hard. No division has a lower largest
    load than the mean, the largest topic, or somebody's own topics. This one's is above the best by
    at most the largest topic that is nobody's own: whoever has it either has own topics only, or
    had at most the mean before the last topic came. Without own topics it is at most
    4/3 − 1/(3 · names) of the best: Graham, Bounds on multiprocessing timing anomalies, SIAM
    Journal on Applied Mathematics 17, 1969.

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
    """Take from the largest load what leaves both sides lowest; False when nothing lowers it.

    A topic is swapped for another one or, which is a move, for none. Topics of one size are as good
    as each other.
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
