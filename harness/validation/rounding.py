"""The check of scores with so few decimals that documents tie, from additive facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from harness.core.errors import Problem
from harness.core.numbers import count_noun
from harness.core.run_faults import has_parts
from harness.validation.findings import FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Requirements
from harness.validation.scores import find_tied_lines

#: The code of apparently rounded scores.
ROUNDED = "scores-rounded"
#: Scores of a system have more decimals than this.
_FEW_DECIMALS = 3
#: The share of tied documents from which rounding is reported, and the number of documents from
#: which a share means anything.
_TIED, _MANY = 0.2, 100


@dataclass(frozen=True, slots=True)
class ScoreFacts:
    """Facts about the scores of a run; facts of its parts, each with other topics, add up.

    ``tied`` counts documents with the score of another one of their topic. No score has more than
    ``decimals``; 4 stands for more than 3. ``scores`` and ``ranks`` are the lowest and the highest.
    With ``is_known`` each document has a rank and a finite score; otherwise the other facts mean
    nothing, and nothing is found.

    >>> one = ScoreFacts(60, tied=0, decimals=1, scores=(0.5, 9.5), ranks=(1, 60))
    >>> both = one + ScoreFacts(40, tied=20, decimals=2, scores=(0.25, 5.0), ranks=(1, 40))
    >>> both.documents, both.tied, both.decimals, both.scores
    (100, 20, 2, (0.25, 9.5))
    >>> [found.problem(0).message for found in both.findings("a.run")]  # doctest: +ELLIPSIS
    ['no score has more than 2 decimals, and 20% of the documents have the score of another one...
    >>> list(one.findings("a.run"))
    []
    """

    documents: int = 0
    tied: int = 0
    decimals: int = 0
    scores: tuple[float, float] = (inf, -inf)
    ranks: tuple[float, float] = (inf, -inf)
    is_known: bool = True

    @classmethod
    def of(cls, sheet: GroupedRun) -> ScoreFacts:
        """Collect the facts of a run, or of some of its topics."""
        if not (sheet.has("rank") and sheet.has("score")) or has_parts(sheet.names):
            return cls(is_known=False)
        scores = sheet.numbers("score")
        if sheet.unknown("rank") or not np.isfinite(scores).all():
            return cls(is_known=False)
        if not len(scores):
            return cls()
        ranks = sheet.numbers("rank")
        return cls(
            len(scores),
            len(find_tied_lines(sheet)),
            _count_decimals(scores),
            (float(scores.min()), float(scores.max())),
            (int(ranks.min()), int(ranks.max())),
        )

    def __add__(self, other: ScoreFacts) -> ScoreFacts:
        """Add the facts of a part with other topics."""
        return ScoreFacts(
            self.documents + other.documents,
            self.tied + other.tied,
            max(self.decimals, other.decimals),
            _find_extremes(self.scores, other.scores),
            _find_extremes(self.ranks, other.ranks),
            self.is_known and other.is_known,
        )

    @property
    def tells_order(self) -> bool:
        """Whether the ranks give an order: they are not all equal."""
        return self.ranks[0] != self.ranks[1]

    def findings(self, source: str) -> Iterator[FindingSet]:
        """Yield the finding, if any.

        A constant score is another finding; whole numbers may be counts.
        """
        lowest, highest = self.scores
        if not self.is_known or self.documents < _MANY or lowest == highest:
            return
        share = self.tied / self.documents
        if 0 < self.decimals <= _FEW_DECIMALS and share >= _TIED:
            message = (
                f"no score has more than {count_noun(self.decimals, 'decimal')}, and {share:.0%} "
                "of the documents have the score of another one of their topic: were they rounded?"
            )
            problem = Problem(message, source)
            yield FindingSet(ROUNDED, np.zeros(1, np.int64), lambda _: problem)


def _find_extremes(*pairs: tuple[float, float]) -> tuple[float, float]:
    return min(low for low, _ in pairs), max(high for _, high in pairs)


def _count_decimals(scores: npt.NDArray[np.floating]) -> int:
    """Return the most decimals of a score; `_FEW_DECIMALS` + 1 stands for more."""
    if len(scores) > _MANY and _count_decimals(scores[:_MANY]) > _FEW_DECIMALS:  # mostly so
        return _FEW_DECIMALS + 1
    for decimals in range(_FEW_DECIMALS + 1):
        scores = scores[np.round(scores, decimals) != scores]
        if not len(scores):
            return decimals
    return _FEW_DECIMALS + 1


def check_rounded(sheet: GroupedRun, _requirements: Requirements) -> Iterator[FindingSet]:
    """Find scores rounded so that documents tie."""
    yield from ScoreFacts.of(sheet).findings(sheet.submission.source)
