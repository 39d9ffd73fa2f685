"""Random numbers that depend on a seed and on what they are for, and on nothing else."""

from __future__ import annotations

import hashlib

import numpy as np


def generator(seed: int, *purpose: str) -> np.random.Generator:
    """A generator of its own for each purpose (a strategy, a topic, …) under one seed.

    What is drawn for one topic therefore depends neither on which other topics there are nor on
    the order or number of threads. Philox (Salmon et al., SC 2011), keyed by a hash of seed and
    purpose.

    >>> first, again, other = (generator(7, topic).integers(10**9) for topic in ("1", "1", "2"))
    >>> bool(first == again), bool(first == other)
    (True, False)
    """
    text = "\0".join((str(seed), *purpose))
    key = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
    return np.random.Generator(np.random.Philox(key=key))
