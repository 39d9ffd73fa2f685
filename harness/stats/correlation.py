"""Rank correlations of two leaderboards: Kendall's τ-b and the top-heavy τ_AP, with ties.

All pairs of values are compared, a column at a time: thousands of leaderboards cost little more
than one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import DECIMALS, count_noun
from harness.stats.results import as_floats


def kendall_tau(x: npt.ArrayLike, y: npt.ArrayLike) -> Floats:
    """Return Kendall's τ-b [...] of values x and y, both [..., R]: the agreement of two
    leaderboards.

    (concordant − discordant pairs) / √(pairs untied in x × pairs untied in y). The last axis holds
    the runs; the others broadcast as in numpy, so that one leaderboard [R] is compared with many
    [B, R]. Values that agree to ten decimals are tied.

    Raises `EvaluationError` for fewer than two values, values that are not finite, shapes that do
    not fit, and if all values are equal, so that τ is undefined.

    One of six pairs is discordant, (5 − 1) / 6. Below, two pairs are concordant and one is tied in
    y, 2 / √(3 × 2):

    >>> float(kendall_tau([4, 3, 2, 1], [4, 2, 3, 1]).round(4))
    0.6667
    >>> float(kendall_tau([3, 2, 1], [2, 1, 1]).round(4))
    0.8165

    Kendall, A new measure of rank correlation, Biometrika 1938; The treatment of ties in ranking
    problems, Biometrika 1945.
    """
    first, second = _ready({"x": x, "y": y})
    refuse(_check_order({"x": first, "y": second}), EvaluationError)
    agreement = np.zeros(first.shape[:-1])
    untied_x, untied_y = agreement.copy(), agreement.copy()
    for column in range(1, first.shape[-1]):
        order_x = np.sign(first[..., column, None] - first[..., :column])
        order_y = np.sign(second[..., column, None] - second[..., :column])
        agreement += (order_x * order_y).sum(axis=-1)
        untied_x += np.abs(order_x).sum(axis=-1)
        untied_y += np.abs(order_y).sum(axis=-1)
    return np.asarray(agreement / np.sqrt(untied_x * untied_y))


def leaderboard_tau(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """Return Kendall's τ-b of two leaderboards [R]; NaN if undefined.

    It is undefined for fewer than two values, values that are not finite, and if one side is all
    equal.

    >>> leaderboard_tau([3.0, 2.0, 1.0], [0.3, 0.1, 0.1]).__round__(4), leaderboard_tau([1], [1])
    (0.8165, nan)
    """
    try:
        return float(kendall_tau(a, b))
    except EvaluationError:
        return math.nan


def tau_ap(true: npt.ArrayLike, estimated: npt.ArrayLike) -> Floats:
    """Return τ_AP [...] of estimated values against true ones, both [..., R]: top ranks weigh most.

    Take any run but the first of the estimated ranking, and any run above it: twice the probability
    that the true values have the two in the same order, minus 1. It is not symmetric: the ranks
    that weigh are those of ``estimated``.

    With ties on either side, it is the mean over all orders of tied values. Axes and ties are as in
    `kendall_tau`. Raises `EvaluationError` for fewer than two values, values that are not finite,
    and shapes that do not fit.

    The first two are swapped. Of the runs above the second, third and fourth of the estimated
    ranking, 0 of 1, 2 of 2 and 3 of 3 are rightly there, 2/3 · (0 + 1 + 1) − 1:

    >>> float(tau_ap([4, 3, 2, 1], [3, 4, 2, 1]).round(4))
    0.3333

    The second and third are tied. Either order: 1 or 2/3 · (1 + 1/2 + 1) − 1:

    >>> float(tau_ap([4, 3, 2, 1], [3, 2, 2, 1]).round(4))
    0.8333

    Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval,
    SIGIR 2008; Urbano and Marrero, The treatment of ties in AP correlation, ICTIR 2017.
    """
    return _mean_over_orders(*_ready({"true": true, "estimated": estimated}))


@dataclass(frozen=True, eq=False)
class _Above:
    """Counts of the items above each item of one ranking, and of their order in the other.

    All are [..., R]: ``above`` counts items strictly above, ``right`` and ``wrong`` the ones among
    them that the other ranking has strictly above and below too; ``tied`` is the size of the item's
    group.
    """

    above: Ints
    right: Ints
    wrong: Ints
    tied: Ints

    @classmethod
    def of(cls, ranking: Floats, other: Floats) -> _Above:
        counts = np.zeros((4, *ranking.shape), dtype=np.int64)
        for column in range(ranking.shape[-1]):
            above = ranking > ranking[..., column, None]
            higher = other > other[..., column, None]
            lower = other < other[..., column, None]
            tied = ranking == ranking[..., column, None]
            for row, chosen in enumerate((above, above & higher, above & lower, tied)):
                counts[row, ..., column] = np.count_nonzero(chosen, axis=-1)
        return cls(*counts)


def _mean_over_orders(true: Floats, estimated: Floats) -> Floats:
    """Return the mean over all orders of tied items.

    A tied item is equally often at each rank of its group; a pair within one group is right as
    often as wrong, whichever rank its lower item has.
    """
    seen = _Above.of(estimated, true)
    size = true.shape[-1]
    harmonic = np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, size + 1))])
    highest = np.maximum(seen.above - 1, 0)
    weight = (harmonic[seen.above + seen.tied - 1] - harmonic[highest]) / seen.tied
    return np.asarray(total(weight * (seen.right - seen.wrong)) / (size - 1))


def _ready(named: dict[str, npt.ArrayLike]) -> tuple[Floats, Floats]:
    """Return both sides checked, rounded and broadcast to one shape."""
    values = {name: as_floats(given, f"values of {name}") for name, given in named.items()}
    problems = (problem for name, given in values.items() for problem in _check_values(name, given))
    refuse([*problems, *_check_shapes(values)], EvaluationError)
    first, second = np.broadcast_arrays(*(np.round(given, DECIMALS) for given in values.values()))
    return first, second


def _check_values(name: str, values: Floats) -> Iterator[Problem]:
    size = values.shape[-1] if values.ndim else 0
    if size < 2:
        hint = "the values to be ranked are the last axis; at least 2 are needed"
        yield Problem(f"{name} has {count_noun(size, 'value')} to rank", hint=hint)
    bad = int(np.count_nonzero(~np.isfinite(values)))
    if bad:
        yield Problem(f"{name} is not finite (NaN or infinite) in {bad} of {values.size} places")


def _check_shapes(values: dict[str, Floats]) -> Iterator[Problem]:
    shapes = [given.shape for given in values.values()]
    try:
        np.broadcast_shapes(*shapes)
        fits = shapes[0][-1:] == shapes[1][-1:]
    except ValueError:
        fits = False
    if not fits:
        (name, other), (first, second) = values, shapes
        hint = "the last axes must be equally long, the others must fit"
        yield Problem(f"{name} has the shape {first}, {other} has {second}", hint=hint)


def _check_order(values: dict[str, Floats]) -> Iterator[Problem]:
    for name, given in values.items():
        equal = np.ptp(given, axis=-1) == 0
        if equal.any():
            rows = _rows(equal)
            yield Problem(f"all values of {name} are equal{rows}: the coefficient is undefined")


def _rows(concerned: Bools) -> str:
    """Return how many rankings are concerned, in words; empty if there is only one."""
    return f" in {np.count_nonzero(concerned)} of {concerned.size} rows" if concerned.ndim else ""
