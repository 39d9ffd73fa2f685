"""What the lines of judgments and of a run say, without frames."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.text_columns import TextColumn

Grades = npt.NDArray[np.int32]
#: The topics of a file, in its order, and the number of lines of each.
Blocks = dict[bytes, int]


@dataclass(frozen=True, slots=True, eq=False)
class QrelsLines:
    """Judgments, line by line: their topics, the documents [N] and grades [N]."""

    topics: Blocks
    docs: TextColumn
    grades: Grades


@dataclass(frozen=True, slots=True, eq=False)
class RunLines:
    """A run, or some topics of one, line by line: the documents [N], their scores [N], the tag."""

    topics: Blocks
    docs: TextColumn
    scores: Floats
    tag: str
