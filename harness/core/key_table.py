"""Look-up of 64-bit keys, many at once; no library of frames is needed."""

from __future__ import annotations

from threading import Lock

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Ints
from harness.core.parallel import pieces

Keys = npt.NDArray[np.uint64]

#: So many keys are compared, or put into slots, at a time.
_BLOCK = 2**18
#: From so many keys on memory counts more than slots that are free.
_MANY = 2**20
#: Fewer keys than the rows divided by this are few.
_FEW = 20
#: The bits of keys by which rows are sorted out first: the table of all stays in the cache.
_MASK = 2**20 - 1
_FILLING = Lock()


def any_twice(keys: Keys) -> bool:
    """Whether a key stands in the array twice.

    >>> any_twice(np.array([3, 1, 3], dtype=np.uint64)), any_twice(np.array([3], dtype=np.uint64))
    (True, False)
    """
    return ascending_twice(np.sort(keys))


def ascending_twice(keys: Keys) -> bool:
    """As `any_twice`, of keys in ascending order."""
    blocks = (keys[start : start + _BLOCK + 1] for start in range(0, len(keys), _BLOCK))
    return any(bool((block[1:] == block[:-1]).any()) for block in blocks)


def are_few(keys: Keys, rows: int) -> bool:
    """Whether it takes less to go through so many rows once than to put them into slots."""
    return 0 < _FEW * len(keys) < rows


class SoughtKeys:
    """A few keys [N] that are looked for among many.

    >>> sought = SoughtKeys(np.array([12, 4, 7], dtype=np.uint64))
    >>> numbers, rows = sought.among(np.array([7, 3, 12], dtype=np.uint64))
    >>> numbers.tolist(), rows.tolist(), sought.numbers.tolist()
    ([1, 2], [0, 2], [2, 0, 1])
    """

    def __init__(self, keys: Keys) -> None:
        self._ascending = np.sort(keys)
        self._is_sought = np.zeros(_MASK + 1, dtype=bool)
        self._is_sought[keys & np.uint64(_MASK)] = True
        #: The number of each key [N] among them in ascending order.
        self.numbers = np.searchsorted(self._ascending, keys)

    def among(self, keys: Keys) -> tuple[Ints, Ints]:
        """The numbers of those that are there, and their rows."""
        likely = np.flatnonzero(self._is_sought[keys & np.uint64(_MASK)])
        numbers = np.searchsorted(self._ascending, keys[likely])
        last = len(self._ascending) - 1
        same = self._ascending[np.minimum(numbers, last)] == keys[likely]
        return numbers[same], likely[same]


class KeyTable:
    """The rows of keys that are all different.

    >>> table = KeyTable(np.array([7, 3, 12], dtype=np.uint64))
    >>> table.find(np.array([12, 4, 7], dtype=np.uint64)).tolist()
    [2, -1, 0]
    """

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._slots: npt.NDArray[np.int32] | None = None

    def find(self, keys: Keys) -> Ints:
        """The row of each key [N]; −1 where there is none."""
        with _FILLING:  # several threads ask
            if self._slots is None:
                self._slots = self._filled(self._keys)
        slot_row = self._slots
        mask = len(slot_row) - 1
        slots = keys.view(np.int64) & mask
        rows = slot_row[slots]
        tried = np.flatnonzero(rows >= 0)
        wrong = tried[self._keys[rows[tried]] != keys[tried]]
        while len(wrong):
            slots[wrong] = (slots[wrong] + 1) & mask
            candidates = slot_row[slots[wrong]]
            rows[wrong] = candidates
            wrong = wrong[(candidates >= 0) & (self._keys[candidates] != keys[wrong])]
        return np.asarray(rows, dtype=np.int64)

    @staticmethod
    def _filled(keys: Keys) -> npt.NDArray[np.int32]:
        """The row in each slot, −1 in an empty one; a row whose slot is taken has the next one."""
        spare = 4 if len(keys) < _MANY else 2
        mask = 2 ** max(4, (spare * len(keys) - 1).bit_length()) - 1
        slot_row = np.full(mask + 1, -1, dtype=np.int32)
        for part in pieces(len(keys), _BLOCK):
            rows = np.arange(part.start, part.stop, dtype=np.int32)
            slots = keys[part].view(np.int64) & mask
            while len(rows):
                free = slot_row[slots] < 0
                slot_row[slots[free]] = rows[free]  # of several rows for one slot the last stays
                left = np.flatnonzero(slot_row[slots] != rows)
                rows, slots = rows[left], (slots[left] + 1) & mask
        return slot_row
