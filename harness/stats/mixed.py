"""Linear mixed models of components, for runs that are not all combinations of their levels.

Levels of factors have fixed effects; topics are drawn at random, and with each of them how well it
does with each level. The models are those of statsmodels, which the extra ``models`` installs.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.packages import extra
from harness.stats.anova import TOPIC, Term, anova
from harness.stats.results import Interval, as_floats, as_p, check_scores

#: How the likelihood is maximised: those by gradients stop at values that are not the greatest.
OPTIMISERS = ("powell", "nm")

#: How near the logarithms of both likelihoods are where the fit has converged.
AGREEMENT = 0.01


@dataclass(frozen=True, slots=True)
class WaldTest:
    """Wald's test that a term contributes nothing, the others being as they are (type III).

    χ² over its degrees of freedom is taken for F with ``denominator`` degrees of freedom, those of
    the term's interaction with the topics ("containment"), because χ² itself is for many topics.
    """

    chi2: float
    degrees_of_freedom: int
    denominator: int
    p: float

    @property
    def f(self) -> float:
        """χ² over its degrees of freedom."""
        return self.chi2 / self.degrees_of_freedom


@dataclass(frozen=True, eq=False)
class MixedModel:
    """A mixed model of scores by components, fitted by restricted maximum likelihood.

    ``effects`` has the tests of the factors and their interactions, ``means`` the estimated
    marginal means of the levels [L] of each factor, in the order of ``levels``, with t
    intervals: as if all combinations of the other factors were there once. ``variances`` are those
    of the topics, of their interactions with each factor, and of the residual. It has ``converged``
    if two optimisers say so and agree; ``warnings`` are theirs otherwise, and nothing of this
    should be published then.
    """

    effects: Mapping[Term, WaldTest]
    levels: Mapping[str, tuple[str, ...]]
    means: Mapping[str, Interval]
    variances: Mapping[Term, float]
    log_likelihood: float
    converged: bool
    warnings: tuple[str, ...]


def mixed_model(
    scores: npt.ArrayLike,
    factors: Mapping[str, Sequence[str]],
    *,
    order: int | None = None,
    confidence: float = 0.95,
) -> MixedModel:
    """A mixed model of scores [T, R], whose runs have the levels [R] of each factor.

    Fixed are the factors and their interactions of up to ``order`` factors (all unless given),
    random the topics, and topic × factor for each factor whose levels several runs have. Raises
    `EvaluationError` where statsmodels is not installed, where the runs do not tell the terms
    apart, as with combinations that no run has, and as `anova` does.

    Bates, Mächler, Bolker and Walker, Fitting linear mixed-effects models using lme4, Journal of
    Statistical Software 2015; Carterette, Kanoulas and Yilmaz, Simulating simple user behavior for
    system effectiveness evaluation, CIKM 2011.

    In a balanced grid the mean of a level is that of its scores, here .3 and .5:

    >>> scores = [[0.1, 0.2, 0.4, 0.5], [0.3, 0.3, 0.6, 0.4], [0.4, 0.5, 0.5, 0.6]]
    >>> model = mixed_model(scores, {"stemmer": ["none", "none", "porter", "porter"]})
    >>> model.levels["stemmer"], model.means["stemmer"].estimate.round(6).tolist()
    (('none', 'porter'), [0.3, 0.5])
    """
    values = as_floats(scores, "scores")
    refuse(check_scores(values), EvaluationError)
    levels = {name: tuple(dict.fromkeys(given)) for name, given in factors.items()}
    coded = {name: _sum_coded(given, levels[name]) for name, given in factors.items()}
    most = len(factors) if order is None else order
    terms = [
        term
        for size in range(1, min(most, len(factors)) + 1)
        for term in combinations(factors, size)
    ]
    blocks = [np.ones((values.shape[1], 1)), *(_product([coded[f] for f in t]) for t in terms)]
    design = np.hstack(blocks)
    refuse(_check_design(design, terms), EvaluationError)
    # In units of √V_E: statsmodels takes variances below 0.01 for none at all.
    unit = math.sqrt(anova(values).error_variance)
    refuse(_check_residual(unit), EvaluationError)
    fit, converged, messages = _fitted(values / unit, design, factors)
    variances = {term: unit**2 * size for term, size in _variances(fit, factors).items()}
    covariance = _covariance(design, variances, factors) / len(values)
    estimates = unit * np.asarray(fit.fe_params)
    ends = np.cumsum([block.shape[1] for block in blocks])
    columns = {term: slice(ends[i], ends[i + 1]) for i, term in enumerate(terms)}
    return MixedModel(
        effects={
            term: _wald(estimates, covariance, part, len(values)) for term, part in columns.items()
        },
        levels=levels,
        means={
            name: _means(estimates, covariance, columns[name,], len(values), confidence)
            for name in factors
        },
        variances=variances,
        log_likelihood=float(fit.llf) - (values.size - design.shape[1]) * math.log(unit),
        converged=converged,
        warnings=messages,
    )


def _sum_coded(given: Sequence[str], levels: Sequence[str]) -> Floats:
    """The sum contrasts [R, L − 1] of levels: effects that add up to 0, the last not written."""
    coding = np.vstack([np.eye(len(levels) - 1), -np.ones(len(levels) - 1)])
    return coding[[levels.index(level) for level in given]]


def _product(parts: Sequence[Floats]) -> Floats:
    """All products of a column of each part, by rows."""
    rows = len(parts[0])
    product = np.ones((rows, 1))
    for part in parts:
        product = (product[:, :, None] * part[:, None, :]).reshape(rows, -1)
    return product


def _check_design(design: Floats, terms: Sequence[Term]) -> Iterator[Problem]:
    rank = int(np.linalg.matrix_rank(design))
    if rank < design.shape[1]:
        message = f"{len(design)} runs tell {rank} of {design.shape[1]} effects apart"
        hint = "combinations of levels are not there"
        hint += ": leave interactions out (order)" if max(map(len, terms)) > 1 else ""
        yield Problem(message, hint=hint)


def _check_residual(unit: float) -> Iterator[Problem]:
    if not unit:
        hint = "there is no variance to go by"
        yield Problem("runs and topics explain all there is", hint=hint)


def _fitted(
    values: Floats, design: Floats, factors: Mapping[str, Sequence[str]]
) -> tuple[Any, bool, tuple[str, ...]]:
    """The better fit of statsmodels by two optimisers, whether they agree, and their warnings."""
    with extra("models", "mixed models need"):
        from statsmodels.regression.mixed_linear_model import MixedLM, VCSpec
    topics, runs = values.shape
    random = {name: _indicators(given) for name, given in _repeated(factors).items()}
    spec = VCSpec(
        list(random),
        [[[str(i) for i in range(known.shape[1])]] * topics for known in random.values()],
        [[known] * topics for known in random.values()],
    )
    model = MixedLM(
        values.ravel(),
        np.tile(design, (topics, 1)),
        groups=np.repeat(np.arange(topics), runs),
        exog_re=np.ones((values.size, 1)),
        exog_vc=spec if random else None,
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fits = [model.fit(reml=True, method=[optimiser]) for optimiser in OPTIMISERS]
    worse, better = sorted(fits, key=lambda fit: float(fit.llf))
    same = all(fit.converged for fit in fits) and better.llf - worse.llf < AGREEMENT
    messages = dict.fromkeys(str(warning.message) for warning in caught)
    return better, bool(same), () if same else tuple(messages)


def _repeated(factors: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """The factors of which at least one level is that of several runs."""
    return {name: given for name, given in factors.items() if len(set(given)) < len(given)}


def _indicators(given: Sequence[str]) -> Floats:
    """Which of the levels each run has [R, L]."""
    levels = list(dict.fromkeys(given))
    return np.eye(len(levels))[[levels.index(level) for level in given]]


def _covariance(
    design: Floats, variances: Mapping[Term, float], factors: Mapping[str, Sequence[str]]
) -> Floats:
    """The covariance of the fixed effects by one topic; all have the same runs."""
    runs = len(design)
    between = variances[TOPIC,] * np.ones((runs, runs)) + variances["residual",] * np.eye(runs)
    for name, given in _repeated(factors).items():
        indicators = _indicators(given)
        between += variances[TOPIC, name] * indicators @ indicators.T
    return np.asarray(np.linalg.inv(design.T @ np.linalg.solve(between, design)))


def _wald(estimates: Floats, covariance: Floats, part: slice, num_topics: int) -> WaldTest:
    from scipy.special import fdtrc

    own = estimates[part]
    chi2 = float(own @ np.linalg.solve(covariance[part, part], own))
    freedom = len(own)
    denominator = freedom * (num_topics - 1)
    return WaldTest(
        chi2, freedom, denominator, float(as_p(fdtrc(freedom, denominator, chi2 / freedom)))
    )


def _means(
    estimates: Floats, covariance: Floats, part: slice, num_topics: int, confidence: float
) -> Interval:
    """The marginal means of a factor's levels, whose sum contrasts are in one part."""
    from scipy.special import stdtrit

    width = part.stop - part.start
    weights = np.zeros((width + 1, len(estimates)))
    weights[:, 0] = 1
    weights[:, part] = np.vstack([np.eye(width), -np.ones(width)])
    mean = weights @ estimates
    margin = stdtrit(num_topics - 1, (1 + confidence) / 2) * np.sqrt(
        np.einsum("ij,jk,ik->i", weights, covariance, weights)
    )
    how = f"mixed model, Student's t with {num_topics - 1} degrees of freedom"
    return Interval(mean, mean - margin, mean + margin, confidence, num_topics, how)


def _variances(fit: Any, factors: Mapping[str, Sequence[str]]) -> dict[Term, float]:
    of_factors = zip(_repeated(factors), np.atleast_1d(fit.vcomp).tolist(), strict=True)
    return {
        (TOPIC,): float(np.asarray(fit.cov_re)[0, 0]),
        **{(TOPIC, name): variance for name, variance in of_factors},
        ("residual",): float(fit.scale),
    }
