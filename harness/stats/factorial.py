"""Analysis of variance of components: runs are combinations of levels of factors.

A run is a stop list, a stemmer and a model; a score is the sum of what its topic, its components
and their interactions contribute, and a residual. Topics are blocks: all runs have the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem, refuse
from harness.stats.anova import Effect, effect_of, greenhouse_geisser
from harness.stats.checking import as_floats, check_finite

#: What contributes: one factor, or several that interact.
Term = tuple[str, ...]

TOPIC, SHARD, RUN, OTHER = "topic", "shard", "run", "other"


@dataclass(frozen=True, eq=False)
class FactorialAnova:
    """The analysis of variance of components.

    ``effects`` have the sum of squares of each term, tested against the ``residual``: what is left
    of topics × runs (with shards, of topics × runs × shards). The terms are the topic, each factor,
    their interactions up to the order that was asked for, ``("run", "other")``, which is whatever
    else distinguishes runs, and with shards the shard, and the interactions of topic, run and
    shard. ``own`` has each term of factors tested against its own interaction with the topics
    instead, whatever variances these have, if topics are drawn at random; its p is that with
    Greenhouse and Geisser's ε, since levels do not differ with the same variance.
    """

    effects: Mapping[Term, Effect]
    own: Mapping[Term, Effect]
    residual: float
    degrees_of_freedom: int
    num_values: int

    def partial_eta_squared(self, term: Term) -> float:
        """The share of a term in what it and the residual explain, SS / (SS + SS of the residual).

        0 where there is neither.
        """
        squares = self.effects[term].sum_of_squares
        return squares / (squares + self.residual) if squares else 0.0

    def partial_omega_squared(self, term: Term) -> float:
        """The same without its bias: df (F − 1) / (df (F − 1) + N), and 0 where that is below.

        1 where F is infinite. By custom .01 is a small effect, .06 a medium and .14 a large one.
        """
        effect = self.effects[term]
        if effect.f == np.inf:
            return 1.0
        above = effect.degrees_of_freedom * (effect.f - 1)
        return max(0.0, above / (above + self.num_values))


def factorial_anova(
    values: npt.ArrayLike, factors: Sequence[str], *, order: int | None = None, shards: bool = False
) -> FactorialAnova:
    """Analysis of variance of values [T, L1, …, LK, N]: topics, levels of K factors, runs.

    N runs, of which 1 is enough, have the same levels. With ``shards`` the values are
    [T, S, L1, …, LK, N], those of the same runs on S parts of the collection, so that the
    interaction of topics and runs is told from the residual. Interactions of more than ``order``
    factors count among the other differences of runs. Raises `EvaluationError` for values that are
    not finite, or of another shape, and fewer than two topics, shards or levels.

    Two topics, two stemmers × two models; the second stemmer adds 0.2, and nothing else counts but
    0.1 of one cell:

    >>> scores = [[[0.1, 0.1], [0.3, 0.3]], [[0.5, 0.5], [0.7, 0.8]]]
    >>> known = factorial_anova(np.array(scores)[..., None], ["stemmer", "model"])
    >>> for term, effect in known.effects.items():
    ...     print(" × ".join(term), round(effect.sum_of_squares, 5), effect.degrees_of_freedom)
    topic 0.36125 1
    stemmer 0.10125 1
    model 0.00125 1
    stemmer × model 0.00125 1
    >>> round(known.residual, 5), known.degrees_of_freedom
    (0.00375, 3)
    >>> round(known.partial_eta_squared(("stemmer",)), 4)  # .10125 / .105
    0.9643
    >>> round(known.own["stemmer",].f, 4)  # .10125 / .00125
    81.0

    Fisher, The design of experiments, 1935; Ferro and Silvello, A general linear mixed models
    approach to study system component effects, SIGIR 2016; with shards: Ferro, Kim and Sanderson,
    Using collection shards to study retrieval performance effect sizes, TOIS 2019; ω²: Olejnik and
    Algina, Generalized eta and omega squared statistics, Psychological Methods 2003.
    """
    scores = as_floats(values, "values")
    axes = (TOPIC, *([SHARD] if shards else []), *factors, RUN)
    _check_shape(scores, axes)
    parts, interactions = _parts(scores, axes)
    most = len(factors) if order is None else order
    terms = [
        term
        for size in range(1, min(most, len(factors)) + 1)
        for term in combinations(factors, size)
    ]
    given: dict[Term, list[Term]] = {(TOPIC,): [(TOPIC,)]}
    given |= {(SHARD,): [(SHARD,)]} if shards else {}
    given |= {term: [term] for term in terms}
    between = [part for part in parts if part and not {TOPIC, SHARD} & {*part}]
    given[RUN, OTHER] = [part for part in between if part not in given]
    if shards:
        given[TOPIC, RUN] = [(TOPIC, *part) for part in between]
        given[TOPIC, SHARD] = [(TOPIC, SHARD)]
        given[SHARD, RUN] = [(SHARD, *part) for part in between]
    explained = {term: pooled for term, of in given.items() if (pooled := _pooled(parts, of))[1]}
    used = {part for of in given.values() for part in of}
    residual = _pooled(parts, [part for part in parts if part and part not in used])
    return FactorialAnova(
        effects={term: effect_of(*pooled, *residual) for term, pooled in explained.items()},
        own={term: _own(term, parts, interactions) for term in terms},
        residual=residual[0],
        degrees_of_freedom=residual[1],
        num_values=scores.size,
    )


#: The sum of squares and the degrees of freedom of a part.
_Part = tuple[float, int]


def _own(term: Term, parts: Mapping[Term, _Part], interactions: Mapping[Term, Floats]) -> Effect:
    """A term against its interaction with the topics, by Greenhouse and Geisser."""
    epsilon = greenhouse_geisser(interactions[term], parts[term][1])
    return effect_of(*parts[term], *parts[TOPIC, *term], epsilon=epsilon)


def _parts(scores: Floats, axes: Sequence[str]) -> tuple[dict[Term, _Part], dict[Term, Floats]]:
    """The parts into which the values fall: one for each set of axes, orthogonal to all others.

    And the interactions of topics with each other set of axes [T, K], for ε.
    """
    noise = (1e-12 * float(np.abs(scores).max())) ** 2 * scores.size
    numbers = range(scores.ndim)
    effects: dict[tuple[int, ...], Floats] = {}
    parts: dict[Term, _Part] = {}
    interactions: dict[Term, Floats] = {}
    for size in range(scores.ndim + 1):
        for kept in combinations(numbers, size):
            left = tuple(axis for axis in numbers if axis not in kept)
            lower = (other for n in range(size) for other in combinations(kept, n))
            effect = scores.mean(axis=left, keepdims=True) - sum(effects[other] for other in lower)
            effects[kept] = effect
            squares = float((effect**2).sum()) * (scores.size // effect.size)
            freedom = int(np.prod([scores.shape[axis] - 1 for axis in kept], dtype=np.int64))
            parts[tuple(axes[axis] for axis in kept)] = (
                squares if squares > noise else 0.0,
                freedom,
            )
            if kept[:1] == (0,):
                topics = effect if squares > noise else np.zeros_like(effect)
                interactions[tuple(axes[axis] for axis in kept[1:])] = topics.reshape(
                    len(scores), -1
                )
    return parts, interactions


def _pooled(parts: Mapping[Term, _Part], terms: Iterable[Term]) -> _Part:
    chosen = [parts[term] for term in terms]
    return sum(squares for squares, _ in chosen), sum(freedom for _, freedom in chosen)


def _check_shape(scores: Floats, axes: Sequence[str]) -> None:
    shape = " × ".join(map(str, scores.shape)) or "one number"
    if scores.ndim != len(axes) or min(scores.shape[:-1], default=0) < 2 or not scores.size:
        hint = f"{' × '.join(axes)} is needed, at least two of each but of the runs"
        raise EvaluationError(Problem(f"values of the shape {shape}", hint=hint))
    refuse(check_finite(scores, "values"), EvaluationError)
