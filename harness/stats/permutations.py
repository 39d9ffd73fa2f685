"""Random permutations of the runs' scores within each topic.

Were the systems the same, each of a topic's scores could have been any run's: all orders of each
row of the score matrix are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from harness.core.arrays import Floats
from harness.core.parallel import pieces
from harness.core.random import generator
from harness.stats.sampling import SAMPLES_PER_CHUNK

#: Scores of so many permutations × topics × runs at a time stay in the cache.
_CACHED = 2**17


def permuted_within_topics(scores: Floats, part: slice, seed: int) -> Iterator[Floats]:
    """Scores [T, R], each row in random orders of its own, as blocks [B, T, R].

    ``part`` is one chunk of the samples. What it draws depends on the seed and on its number.

    >>> part = slice(0, 2)
    >>> blocks = permuted_within_topics(np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]), part, 1)
    >>> [[sorted(row) for row in sample] for block in blocks for sample in block.tolist()]
    [[[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]], [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]]
    """
    drawn = generator(seed, "permutations", str(part.start // SAMPLES_PER_CHUNK))
    for piece in pieces(part.stop - part.start, max(1, _CACHED // scores.size)):
        many = np.broadcast_to(scores, (piece.stop - piece.start, *scores.shape))
        yield drawn.permuted(many, axis=2)
