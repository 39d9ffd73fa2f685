"""Exact look-up of (topic, document) pairs by hashing, many at once.

A join of text columns builds its hash table anew for every run; judgments are looked up by
hundreds of runs. Each hit is compared with the real text, so the answer does not rest on hashes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import polars as pl

from harness.core.arrays import Ints

Keys = npt.NDArray[np.uint64]

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SEED = 1


def pair_keys(codes: Ints, docs: pl.Series, seed: int = _SEED) -> Keys:
    """One 64-bit key for each (topic code, document) pair; equal pairs have equal keys."""
    topics = (codes.astype(np.uint64) + np.uint64(1)) * _MIX
    return np.asarray(docs.hash(seed).to_numpy() ^ topics ^ (topics >> np.uint64(29)))


def any_twice(keys: Keys) -> bool:
    """Whether a key stands in the array twice.

    >>> any_twice(np.array([3, 1, 3], dtype=np.uint64)), any_twice(np.array([3], dtype=np.uint64))
    (True, False)
    """
    ascending = np.sort(keys)
    return bool((ascending[1:] == ascending[:-1]).any())


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
        self._codes, self._docs = codes, docs.rechunk()
        self._seed = _SEED
        self._mask = 2 ** max(4, (4 * len(docs) - 1).bit_length()) - 1
        while not self._filled(keys := self.keys(codes, docs)):
            refuse()
            self._seed += 1  # two pairs with one hash: another seed parts them
        self._keys = np.append(keys, np.uint64(0))  # row −1 (an empty slot) reads the last entry

    def keys(self, codes: Ints, docs: pl.Series) -> Keys:
        """One 64-bit key for each (topic code, document) pair; equal pairs have equal keys."""
        return pair_keys(codes, docs, self._seed)

    def _filled(self, keys: Keys) -> bool:
        """Put all rows into slots; false where two of them have one key.

        Equal keys try the same slots, so that the later one comes to the slot of the earlier one.
        """
        self._slot_row = np.full(self._mask + 1, -1, dtype=np.int32)
        rows = np.arange(len(keys), dtype=np.int32)
        slots = keys.view(np.int64) & self._mask
        while len(rows):
            free = self._slot_row[slots] < 0
            self._slot_row[slots[free]] = rows[free]  # of several rows for one slot the last stays
            left = np.flatnonzero(self._slot_row[slots] != rows)
            rows, slots = rows[left], slots[left]
            if (keys[self._slot_row[slots]] == keys[rows]).any():
                return False
            slots = (slots + 1) & self._mask
        return True

    def find(self, keys: Keys, codes: Ints, docs: pl.Series) -> Ints:
        """The row of each pair [N], whose keys are given too; −1 where there is none."""
        slots = keys.view(np.int64) & self._mask
        rows = self._slot_row[slots]
        tried = np.flatnonzero(rows >= 0)
        wrong = tried[self._keys[rows[tried]] != keys[tried]]
        while len(wrong):
            slots[wrong] = (slots[wrong] + 1) & self._mask
            candidates = self._slot_row[slots[wrong]]
            rows[wrong] = candidates
            wrong = wrong[(candidates >= 0) & (self._keys[candidates] != keys[wrong])]
        if self._differ(rows, docs):
            return self._joined(codes, docs)
        return np.asarray(rows, dtype=np.int64)

    def _differ(self, rows: npt.NDArray[np.int32], docs: pl.Series) -> bool:
        """Whether a key matched without the pair being the same (a collision of 64 bits).

        Comparing the documents is enough: a key is the document's hash xor a one-to-one image of
        the topic's code, so equal documents with equal keys have equal topics.
        """
        present = rows >= 0
        known = pl.lit(self._docs).gather(pl.lit(pl.Series(rows[present])))
        return not pl.select(
            (known == pl.lit(docs).filter(pl.lit(pl.Series(present)))).all()
        ).item()

    def _joined(self, codes: Ints, docs: pl.Series) -> Ints:
        known = pl.DataFrame({"code": self._codes, "doc": self._docs}).with_row_index("row")
        asked = pl.DataFrame({"code": codes, "doc": docs})
        joined = asked.join(known, on=["code", "doc"], how="left", maintain_order="left")
        rows: Ints = joined["row"].cast(pl.Int64).fill_null(-1).to_numpy()
        return rows
