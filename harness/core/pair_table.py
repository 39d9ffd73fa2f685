"""Exact look-up of (topic, document) pairs by hashing, many at once.

A join of text columns builds its hash table anew for every run; judgments are looked up by
hundreds of runs. Each hit is compared with the real text, so the answer does not rest on hashes.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

import numpy as np
import numpy.typing as npt
import polars as pl

from harness.core.arrays import Ints
from harness.core.ordering import gathered

Keys = npt.NDArray[np.uint64]

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SEED = 1
#: So many keys are made at a time.
_BLOCK = 2**18
#: Fewer pairs than the rows divided by this are few.
_FEW = 20
#: The bits of keys by which rows are sorted out first: the table of all stays in the cache.
_MASK = 2**20 - 1
_FILLING = Lock()


def pair_keys(codes: Ints, docs: pl.Series, seed: int = _SEED) -> Keys:
    """One 64-bit key for each (topic code, document) pair; equal pairs have equal keys."""
    keys: Keys = docs.to_frame().hash_rows(seed).to_numpy().copy()
    for start in range(0, len(keys), _BLOCK):  # arrays as long as all of it would be in memory
        topics = (codes[start : start + _BLOCK].astype(np.uint64) + np.uint64(1)) * _MIX
        keys[start : start + _BLOCK] ^= topics ^ (topics >> np.uint64(29))
    return keys


def any_twice(keys: Keys) -> bool:
    """Whether a key stands in the array twice.

    >>> any_twice(np.array([3, 1, 3], dtype=np.uint64)), any_twice(np.array([3], dtype=np.uint64))
    (True, False)
    """
    return _ascending_twice(np.sort(keys))


def _ascending_twice(keys: Keys) -> bool:
    blocks = (keys[start : start + _BLOCK + 1] for start in range(0, len(keys), _BLOCK))
    return any(bool((block[1:] == block[:-1]).any()) for block in blocks)


def rows_twice(frame: pl.DataFrame) -> bool:
    """Whether two rows of a frame may be equal: their hashes are.

    >>> rows_twice(pl.DataFrame({"topic": ["1", "2"], "doc": ["a", "a"]}))
    False
    """
    hashes = np.empty(frame.height, dtype=np.uint64)
    for start in range(0, frame.height, _BLOCK):
        hashes[start : start + _BLOCK] = frame[start : start + _BLOCK].hash_rows().to_numpy()
    hashes.sort()
    return _ascending_twice(hashes)


class PairTable:
    """The rows of (topic code, document) pairs that are all different.

    ``refuse`` is called where two rows have one key; it raises where they are one pair, too.

    >>> table = PairTable(np.array([0, 0, 1]), pl.Series(["a", "b", "a"]))
    >>> codes, docs = np.array([1, 0, 1]), pl.Series(["a", "b", "b"])
    >>> table.find(table.keys(codes, docs), codes, docs).tolist()
    [2, 1, -1]
    """

    def __init__(
        self, codes: Ints, docs: pl.Series, refuse: Callable[[], None] = lambda: None
    ) -> None:
        self._codes, self._docs = codes, docs
        self._seed = _SEED
        while any_twice(keys := self.keys(codes, docs)):
            refuse()
            self._seed += 1  # two pairs with one hash: another seed parts them
        self._keys = keys
        self._slots: npt.NDArray[np.int32] | None = None
        self._asked = False

    def keys(self, codes: Ints, docs: pl.Series) -> Keys:
        """One 64-bit key for each (topic code, document) pair; equal pairs have equal keys."""
        return pair_keys(codes, docs, self._seed)

    def find(self, keys: Keys, codes: Ints, docs: pl.Series) -> Ints:
        """The row of each pair [N], whose keys are given too; −1 where there is none.

        For the first few pairs it takes less to go through all rows than to put them into slots.
        """
        few = not self._asked and _FEW * len(keys) < len(self._docs)
        self._asked = True
        rows = self._sought(keys) if few and len(keys) else self._looked_up(keys)
        if self._differ(rows, docs):
            return self._joined(codes, docs)
        return np.asarray(rows, dtype=np.int64)

    def _sought(self, keys: Keys) -> Ints:
        """The rows with the keys, among all rows."""
        bits = np.uint64(_MASK)
        is_asked = np.zeros(_MASK + 1, dtype=bool)
        is_asked[keys & bits] = True
        likely = np.flatnonzero(is_asked[self._keys & bits])
        ascending = np.sort(keys)
        numbers = np.searchsorted(ascending, self._keys[likely])
        same = ascending[np.minimum(numbers, len(keys) - 1)] == self._keys[likely]
        rows = np.full(len(keys), -1, dtype=np.int64)
        rows[numbers[same]] = likely[same]
        return rows[np.searchsorted(ascending, keys)]

    def _looked_up(self, keys: Keys) -> Ints:
        """The rows with the keys, by their slots."""
        with _FILLING:  # several threads ask
            if self._slots is None:
                self._docs = self._docs.rechunk()
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
        return np.asarray(rows)

    @staticmethod
    def _filled(keys: Keys) -> npt.NDArray[np.int32]:
        """The row in each slot, −1 in an empty one; a row whose slot is taken has the next one."""
        mask = 2 ** max(4, (4 * len(keys) - 1).bit_length()) - 1
        slot_row = np.full(mask + 1, -1, dtype=np.int32)
        rows = np.arange(len(keys), dtype=np.int32)
        slots = keys.view(np.int64) & mask
        while len(rows):
            free = slot_row[slots] < 0
            slot_row[slots[free]] = rows[free]  # of several rows for one slot the last stays
            left = np.flatnonzero(slot_row[slots] != rows)
            rows, slots = rows[left], (slots[left] + 1) & mask
        return slot_row

    def _differ(self, rows: Ints, docs: pl.Series) -> bool:
        """Whether a key matched without the pair being the same (a collision of 64 bits).

        Comparing the documents is enough: a key is the document's hash xor a one-to-one image of
        the topic's code, so equal documents with equal keys have equal topics.
        """
        present = rows >= 0
        known = gathered(self._docs, rows[present])
        return bool((known != docs.filter(pl.Series(present))).any())

    def _joined(self, codes: Ints, docs: pl.Series) -> Ints:
        known = pl.DataFrame({"code": self._codes, "doc": self._docs}).with_row_index("row")
        asked = pl.DataFrame({"code": codes, "doc": docs})
        joined = asked.join(known, on=["code", "doc"], how="left", maintain_order="left")
        rows: Ints = joined["row"].cast(pl.Int64).fill_null(-1).to_numpy()
        return rows
