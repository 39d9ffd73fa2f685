"""Checks of the scores: whether they descend, and where they do not tell documents apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.arrays import Ints
from harness.validation.findings import Found
from harness.validation.requirements import Requirements
from harness.validation.sheet import Mask, Sheet

_Scores = npt.NDArray[np.floating[Any]]


def check_scores(sheet: Sheet, _requirements: Requirements) -> Iterator[Found]:
    """Scores descend in each topic; equal ones, in double or only in single precision, are noted.

    Every document is counted whose score another document of its topic has too.
    """
    if not sheet.has("score"):
        return
    scores, same = sheet.frame["score"].to_numpy(), sheet.same
    rises = np.flatnonzero(same & (scores[1:] > scores[:-1])) + 1
    order = None
    if len(rises):
        yield sheet.found("score-order", rises, "score", lambda place: _rise(sheet, place))
        order = np.lexsort((-scores, sheet.codes))
        scores = scores[order]
    for code, tied, said in (
        ("score-tied", _tied(scores, same), "is also that of other documents"),
        ("score-tied-float32", _tied_as_float32(scores, same), "is that of others as float32"),
    ):
        if len(tied):
            places = tied if order is None else order[tied]
            yield sheet.found(code, places, "score", partial(_tie, sheet, said))


def _tied(scores: _Scores, same: Mask) -> Ints:
    """The places of sorted scores [N] that are there more than once in their topic."""
    equal = same & (scores[1:] == scores[:-1])
    if not equal.any():
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(np.append(False, equal) | np.append(equal, False))


def _tied_as_float32(scores: _Scores, same: Mask) -> Ints:
    """The places of sorted scores [N] that differ from another which is the same as float32."""
    with np.errstate(over="ignore"):  # what is too large for single precision is infinite there
        rounded = scores.astype(np.float32)
    equal = same & (rounded[1:] == rounded[:-1])
    differ = equal & (scores[1:] != scores[:-1])
    if not differ.any():
        return np.zeros(0, dtype=np.int64)
    group = np.append(0, np.cumsum(~equal))
    mixed = np.zeros(group[-1] + 1, dtype=bool)
    mixed[group[1:][differ]] = True
    return np.flatnonzero(mixed[group])


def _tie(sheet: Sheet, said: str, place: int) -> str:
    return f"{_score(sheet, place)} {said}"


def _score(sheet: Sheet, place: int) -> str:
    return f"the score {sheet.value(place, 'score')!r}"


def _rise(sheet: Sheet, place: int) -> str:
    before = sheet.value(place - 1, "score")
    return f"{_score(sheet, place)} is above that of the line before, {before!r}"
