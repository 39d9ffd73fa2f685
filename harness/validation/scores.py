"""Checks of scores: finite, descending, distinct."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np

from harness.core.arrays import Bools, Ints
from harness.core.numbers import agree_verb
from harness.core.ordering import Scores
from harness.validation.findings import FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Requirements


def check_scores(sheet: GroupedRun, _requirements: Requirements) -> Iterator[FindingSet]:
    """Check that scores are finite, descend in each topic and differ.

    Tied scores are noted, in double and in single precision only; a topic with one score throughout
    is worse. Every document whose score another one of its topic has is counted.
    """
    if not sheet.has("score"):
        return
    scores, same = sheet.numbers("score"), sheet.same
    infinite = np.flatnonzero(np.isinf(scores))
    say = partial(_describe_infinite, sheet)
    yield from sheet.findings("score-infinite", infinite, "score", say, _describe_infinities)
    if sheet.has("rank"):  # without ranks documents are listed in any order
        say = partial(_describe_rise, sheet)
        yield from sheet.findings("score-order", sheet.rises, "score", say)
    order, scores = sheet.by_score
    equal = same & (scores[1:] == scores[:-1])
    yield from _find_constant(sheet, equal)
    for code, tied, words, together in (
        ("score-tied", _with_next(np.flatnonzero(equal), len(scores)), *_TIED),
        ("score-tied-float32", _find_tied_as_float32(scores, same), *_TIED_AS_FLOAT32),
    ):
        positions = tied if order is None else order[tied]
        say = partial(_describe_tie, sheet, words)
        yield from sheet.findings(code, positions, "score", say, together)


def find_tied_lines(sheet: GroupedRun) -> Ints:
    """Return the positions of tied lines by topic and score, from 0."""
    scores = sheet.by_score[1]
    return _with_next(np.flatnonzero(sheet.same & (scores[1:] == scores[:-1])), len(scores))


_TIED = "is also that of other documents", "documents have the score of others"
_TIED_AS_FLOAT32 = "is that of others as float32", "documents have the score of others as float32"


def _find_constant(sheet: GroupedRun, equal: Bools) -> Iterator[FindingSet]:
    """Find topics of two or more documents that all have one score."""
    equals = np.cumsum(np.append(0, equal))
    starts, sizes = sheet.starts, sheet.sizes
    constant = (sizes > 1) & (equals[starts + sizes - 1] - equals[starts] == sizes - 1)
    yield from sheet.report_topics(
        "score-constant",
        np.flatnonzero(constant),
        "score",
        lambda position: (
            f"all scores of topic {sheet.value(position, 'topic')!r} are "
            f"{sheet.value(position, 'score')!r}: they order nothing"
        ),
        _describe_all_equal,
    )


def _describe_all_equal(scores: Counter[float]) -> str:
    own = f"are {next(iter(scores))!r}" if len(scores) == 1 else "of the topic are equal"
    return f"all scores {own}: they order nothing"


def _find_tied_as_float32(scores: Scores, same: Bools) -> Ints:
    """Return the positions of sorted scores [N] that differ from another one but equal it as
    float32.
    """
    with np.errstate(over="ignore"):  # a score too large for single precision becomes infinite
        rounded = scores.astype(np.float32)
    equal = np.flatnonzero(same & (rounded[1:] == rounded[:-1]))
    # Consecutive pairs form a group; all of it is tied if any two of it differ.
    group = np.cumsum(np.diff(equal, prepend=-2) != 1)
    differs = np.zeros(len(equal) + 1, dtype=bool)
    differs[group[scores[equal + 1] != scores[equal]]] = True
    return _with_next(equal[differs[group]], len(scores))


def _with_next(positions: Ints, count: int) -> Ints:
    """Return positions, of ``count``, and their successors, each once."""
    chosen = np.zeros(count, dtype=bool)
    chosen[positions] = chosen[positions + 1] = True
    return np.flatnonzero(chosen)


def _describe_tie(sheet: GroupedRun, words: str, position: int) -> str:
    return f"{_score(sheet, position)} {words}"


def _score(sheet: GroupedRun, position: int) -> str:
    return f"the score {sheet.value(position, 'score')!r}"


def _describe_infinite(sheet: GroupedRun, position: int) -> str:
    first = sheet.value(position, "score") > 0
    return (
        f"{_score(sheet, position)} is infinite: the document comes {'first' if first else 'last'}"
    )


def _describe_infinities(scores: Counter[float]) -> str:
    parts = [
        f"{scores[score]:,} {agree_verb('comes', scores[score])} {where}"
        for score, where in ((np.inf, "first"), (-np.inf, "last"))
        if scores[score]
    ]
    return f"scores are infinite: of their documents {', '.join(parts)}"


def _describe_rise(sheet: GroupedRun, position: int) -> str:
    before = sheet.value(position - 1, "score")
    return f"{_score(sheet, position)} is above that of the line before, {before!r}"
