"""Non-inferiority and equivalence: tests that a difference is not below, or within, a margin.

A p-value above alpha does not show that two runs are equally good. These tests reverse the
question: they reject that the mean difference is at least as bad as the margin. For losses that are
bounded above there are also limits on what few topics may have missed.

Schuirmann, A comparison of the two one-sided tests procedure and the power approach for assessing
the equivalence of average bioavailability, J. Pharmacokinetics and Biopharmaceutics 1987.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, generator
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.parallel import pieces
from harness.stats.results import (
    as_differences,
    as_floats,
    as_p,
    check_count,
    check_range,
    check_seed,
)
from harness.stats.sampling import draws_at_once
from harness.stats.student import mean_and_sd, paired_t


@dataclass(frozen=True, eq=False)
class Equivalence(FrozenArrays):
    """Whether mean differences [...] are within ``margin`` of 0.

    ``p_above`` is the p-value of a mean above −margin (non-inferiority), ``p_below`` of a mean
    below +margin (non-superiority). ``p``, the larger of both, is the p-value of equivalence: two
    tests at alpha each that must both reject need no correction.
    """

    margin: Floats
    p_above: Floats
    p_below: Floats
    n: int

    @property
    def p(self) -> Floats:
        """The p-value of equivalence."""
        return np.maximum(self.p_above, self.p_below)


def equivalence(differences: npt.ArrayLike, margin: npt.ArrayLike) -> Equivalence:
    """Return the two one-sided t tests (TOST) that the means of differences [..., T] are within a
    margin.

    The margin is one for all, or one per mean. If all differences are equal, which shows nothing
    about other topics, p is NaN. Raises `EvaluationError` for margins that are not above 0, and
    like `paired_t`.

    Mean 0 and deviation 1 over 4 topics; with the margin 1, t = 1 / (1 / √4) = 2, whose p with 3
    degrees of freedom is .0697:

    >>> x = (3 / 4) ** 0.5
    >>> float(equivalence([x, -x, x, -x], 1).p_above.round(4))
    0.0697
    """
    size = as_floats(margin, "margins")
    values = as_differences(differences, _check_margin(size))
    equal = mean_and_sd(values)[1] == 0
    above = paired_t(values + size[..., None], alternative="greater").p
    below = paired_t(values - size[..., None], alternative="less").p
    return Equivalence(
        size, np.where(equal, np.nan, above), np.where(equal, np.nan, below), values.shape[-1]
    )


def _check_margin(margin: Floats) -> Iterator[Problem]:
    bad = margin[~((margin > 0) & np.isfinite(margin))]
    if bad.size:
        yield Problem(f"margin: {bad[0]:g} is not allowed", hint="it must be above 0 and finite")


#: Weights are drawn in chunks of this size, each with a generator of its own.
_DRAWS_PER_CHUNK = 1000


def bounded_loss_p(
    losses: npt.ArrayLike, worst: npt.ArrayLike, *, samples: int = 10_000, seed: int = 1
) -> Floats:
    """Return the p-value [...] of "the mean loss is below 0" for losses [..., T] of at most
    ``worst``.

    It is the share of draws with a mean of 0 or more, for the mean of the losses and one more topic
    that loses ``worst``, under weights from a Dirichlet distribution with all parameters 1
    (Gaffke). A t test sees the observed losses only; this also allows for losses that so few topics
    may have missed. If topics lose nothing or ``worst``, it is the exact binomial test (Clopper and
    Pearson). Raises `EvaluationError` for fewer than two topics, values that are not finite, and a
    loss above ``worst``.

    None of 20 topics lost, each counting −0.1 (a budget of 0.1). If topics lose at most 0.9, a mean
    loss of 0 takes a tenth of them, of which 20 topics miss all with a chance of 0.9^20 = 0.1216:

    >>> float(bounded_loss_p([-0.1] * 20, 0.9).round(2)), round(0.9**20, 2)
    (0.12, 0.12)

    Gaffke, Three test statistics for a nonparametric one-sided hypothesis on the mean of a
    nonnegative variable, Mathematical Methods of Statistics 2005; Learned-Miller and Thomas, A new
    confidence interval for the mean of a bounded random variable, 2019.
    """
    return as_p(((_draw_means(losses, worst, samples, seed) >= 0).sum(axis=-1) + 1) / (samples + 1))


def bounded_loss_limit(
    losses: npt.ArrayLike,
    worst: npt.ArrayLike,
    *,
    confidence: float = 0.95,
    samples: int = 10_000,
    seed: int = 1,
) -> Floats:
    """Return the upper limit [...] of the mean loss, for losses [..., T] of at most ``worst``.

    It is the quantile of the draws of `bounded_loss_p`; errors as there.

    None of 25 topics lost, and a topic loses at most 1: the mean is at most 1 − 0.05^(1/25).

    >>> float(bounded_loss_limit([0.0] * 25, 1.0).round(2)), round(1 - 0.05 ** (1 / 25), 2)
    (0.11, 0.11)
    """
    refuse(check_range("confidence", confidence, 0, 1), EvaluationError)
    means = _draw_means(losses, worst, samples, seed)
    return np.asarray(np.quantile(means, confidence, axis=-1, method="higher"))


def _draw_means(
    losses: npt.ArrayLike, worst: npt.ArrayLike, samples: int, seed: int
) -> npt.NDArray[np.float64]:
    """Draw the means [..., S] of the losses and one of ``worst``, under Dirichlet weights."""
    values = as_differences(losses, check_count("samples", samples), check_seed(seed))
    limit = np.asarray(worst, dtype=np.float64)
    refuse(_check_worst(values, limit), EvaluationError)
    n = values.shape[-1]
    rows = np.concatenate([values, np.broadcast_to(limit, values.shape[:-1])[..., None]], axis=-1)
    flat = rows.reshape(-1, n + 1)
    chunks = []
    for start in range(0, samples, _DRAWS_PER_CHUNK):
        random = generator(seed, "bounded-loss", str(start // _DRAWS_PER_CHUNK))
        # Independent exponential weights over their sum have a Dirichlet distribution.
        for part in pieces(min(_DRAWS_PER_CHUNK, samples - start), draws_at_once(n + 1)):
            weights = random.standard_exponential((part.stop - part.start, n + 1))
            chunks.append(flat @ weights.T / weights.sum(axis=1))
    return np.concatenate(chunks, axis=1).reshape(*values.shape[:-1], samples)


def _check_worst(values: Floats, worst: Floats) -> Iterator[Problem]:
    if (values > worst[..., None]).any():
        yield Problem(f"a loss of {values.max():g} is above the worst one, {float(worst.max()):g}")


def share_bound(hits: int, n: int, *, confidence: float = 0.95) -> float:
    """Return the highest share of all topics for which ``hits`` of ``n`` is not too few
    (one-sided).

    With this share, so few hits or fewer have a probability of 1 − confidence. Raises
    `EvaluationError` for a confidence that is not between 0 and 1.

    None of 25 topics: 1 − 0.05^(1/25).

    >>> round(share_bound(0, 25), 4), round(1 - 0.05 ** (1 / 25), 4), share_bound(3, 3)
    (0.1129, 0.1129, 1.0)

    Clopper and Pearson, The use of confidence or fiducial limits, Biometrika 1934.
    """
    from scipy.special import betaincinv

    refuse(check_range("confidence", confidence, 0, 1), EvaluationError)
    return 1.0 if hits == n else float(betaincinv(hits + 1, n - hits, confidence))
