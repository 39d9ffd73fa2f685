"""The batch of a run whose documents were ordered and looked up."""

from __future__ import annotations

from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Ints
from harness.core.judged_run import JudgedRun, padded
from harness.core.judged_topics import Judgments
from harness.core.parallel import pieces

#: So many judgments are counted at a time.
_BLOCK = 2**18

Grades = npt.NDArray[np.int32]


def count_grades(codes: Ints, grades: Grades, levels: Ints, topics: tuple[str, ...]) -> Judgments:
    """Count N grades by topic: ``codes`` [N] are their topics, ``levels`` all grades from 0 on.

    >>> count_grades(np.array([0, 0, 1]), np.int32([2, -2, 0]), np.array([0, 2]), ("x", "y")).counts
    array([[0, 1],
           [1, 0]])
    """
    counts = np.zeros((len(topics), len(levels) + 1), dtype=np.int64)
    for rows in pieces(len(codes), _BLOCK):  # what is computed stays in the cache
        level = np.searchsorted(levels, grades[rows], side="right")  # 0: below all
        cells = codes[rows].astype(np.int64) * (len(levels) + 1) + level
        counts += np.bincount(cells, minlength=counts.size).reshape(counts.shape)
    return Judgments(topics, levels, counts[:, 1:], counts[:, 0])


def joined_run(
    codes: Ints,
    grades: Grades,
    answered: Bools,
    judgments: Judgments,
    *,
    missing: str = "drop",
    **facts: Any,
) -> JudgedRun:
    """The batch of N documents, of which ``codes`` [N] are the topics, ascending, the best first.

    ``answered`` [T] are the topics that the run has documents for, of all the judged ones;
    ``missing`` says what becomes of the others, and ``judgments`` what is known of all.

    >>> known = Judgments(("1", "2"), np.array([1]), np.array([[1], [4]]), np.zeros(2, np.int64))
    >>> codes, grades, answered = np.array([1, 1]), np.int32([-1, 1]), np.array([False, True])
    >>> run = joined_run(codes, grades, answered, known)
    >>> run.topics, run.grades.tolist(), run.left_out
    (('2',), [[-1, 1]], ('1',))
    """
    drops = missing == "drop"
    batch = np.flatnonzero(answered) if drops else np.arange(len(answered))
    num_ret = np.bincount(codes, minlength=len(answered))[batch]
    return JudgedRun(
        grades=padded(num_ret, grades),
        num_ret=num_ret,
        judgments=judgments.batch(batch),
        answered=answered[batch],
        left_out=tuple(compress(judgments.topics, (~answered).tolist()))
        if missing == "drop"
        else (),
        **facts,
    )
