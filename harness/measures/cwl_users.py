"""Measures of the C/W/L framework: users who, at each rank, continue (C), weigh (W) or leave (L).

Each function is a user model, the probability of continuing from each rank (`cwl.user`).
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, discounts, divide
from harness.core.judged_run import JudgedRun  # noqa: F401 (for the examples)
from harness.measures.cwl import USERS, GainsAndCosts, user

_CWL = (
    "Moffat, Bailey, Scholer, Thomas, Incorporating user expectations and behavior into the "
    "measurement of search effectiveness, TOIS 2017"
)
_INST = "Bailey, Moffat, Scholer, Thomas, User variability and IR system evaluation, SIGIR 2015"
_NERR = "Azzopardi, Mackenzie, Moffat, ERR is not C/W/L, ICTIR 2021"


@user("INST", cite=_INST)
def inst(seen: GainsAndCosts, *, T: float = 1.0) -> Floats:  # noqa: N803 (the name of the paper)
    """INST: the rate of gain of users who want a gain of T, and leave sooner the more they got.

    At rank i they continue with probability ((i + T + T_i − 1) / (i + T + T_i))², T_i being the
    part of T that is still missing. The value is the mean gain of the ranks, weighted by how often
    each is looked at. Gains are grades on the scale from ``min_grade`` to ``max_grade``, the
    highest possible grade, as numbers from 0 to 1; a higher grade in the qrels is an error.
    Unjudged documents and ranks past the end have no gain. Sums end at rank ``depth``, 1000 as in
    cwl_eval.

    With depth 2 and T = 1, after a gain of 1: C = (1/2)², weights 1 and 1/4: 1 / 1.25.

    >>> inst(JudgedRun.of([1, 0]), depth=2).tolist()
    [0.8]
    """
    missing = T - seen.gained
    return np.asarray(((seen.ranks + T + missing - 1) / (seen.ranks + T + missing)) ** 2)


@user("INSQ", rising=True, cite="Moffat, Scholer, Thomas, Models and metrics, ADCS 2012")
def insq(seen: GainsAndCosts, *, T: float = 1.0) -> Floats:  # noqa: N803
    """INSQ: the rate of gain of users who want T relevant documents, whatever they find.

    At rank i they continue with probability ((i + 2T − 1) / (i + 2T))². Parameters as for INST.

    With depth 2 and T = 1: C = (2/3)², weights 1 and 4/9.

    >>> insq(JudgedRun.of([1, 0]), depth=2).round(4).tolist()
    [0.6923]
    """
    return ((seen.ranks + 2 * T - 1) / (seen.ranks + 2 * T))[None] ** 2


#: The discount of each form of DCG, by the logarithms of cwl_eval.
_OF_DCG = {"log2": ("ln", 2.0)}


@user("SDCG", rising=True, choices={"dcg": tuple(_OF_DCG)}, cite=_CWL)
def sdcg(seen: GainsAndCosts, *, dcg: str = "log2", cutoff: int = 10) -> Floats:
    """Scaled DCG: DCG of the first k ranks, divided by that of k documents with the highest grade.

    Unlike nDCG it assumes that so many exist. As a user model: from rank i they continue with
    probability log2(i + 1) / log2(i + 2), to rank k at most. Parameters as for INST, and ``dcg``.

    1 / (1 + 1 / log2 3).

    >>> sdcg(JudgedRun.of([1, 0]), cutoff=2).round(4).tolist()
    [0.6131]
    """
    count = seen.gains.shape[1]
    shares = discounts(count + 1, _OF_DCG[dcg])
    return np.where(seen.ranks < cutoff, shares[:count] / shares[1:], 0.0)[None]


@user(
    "BPM",
    cite="Zhang, Liu, Li, Zhang, Xu, Ma, Evaluating web search with a Bejeweled player model, "
    "SIGIR 2017",
)
def bejeweled_player(
    seen: GainsAndCosts,
    *,
    T: float = 1.0,  # noqa: N803
    hb: float = 0.0,
    hc: float = 0.0,
    gain_med: float = 0.5,
    cutoff: int = 10,
) -> Floats:
    """Bejeweled player model: the mean gain of users who read until they have enough, or are tired.

    They leave once their gain is T, or once their cost is k (after k documents, if each costs 1).
    Both limits may change as they read: after each document of gain g, T grows by ``hb`` · (g −
    ``gain_med``) and k by ``hc`` · (g − ``gain_med``); both are 0 for the static model. (cwl_eval
    keeps k constant, whatever ``hc`` is.) Parameters as for INST.

    Enough after 2 documents: (0 + 1) / 2.

    >>> bejeweled_player(JudgedRun.of([0, 1, 1])).tolist()
    [0.5]
    """
    unsatisfied = seen.gained < _grow_limit(T, hb, seen.gains - gain_med)
    untired = seen.spent < _grow_limit(cutoff, hc, seen.gains - gain_med)
    return np.asarray(np.cumprod(unsatisfied, axis=1) * np.cumprod(untired, axis=1).astype(float))


def _grow_limit(start: float, factor: float, surplus: Floats) -> Floats:
    """Return a limit at each rank [T, N] that grows with the surplus of each document above."""
    steps = np.full(surplus.shape, float(start))
    steps[:, 1:] = factor * surplus[:, :-1]
    return np.cumsum(steps, axis=1)


#: Chances are 0 or 1 from here on; much more is beyond the range of floats.
_MOST = 600.0


@user(
    "IFT",
    choices={"by": ("both", "goal", "rate")},
    cite="Azzopardi, Thomas, Craswell, Measuring the utility of search engine result pages, "
    "SIGIR 2018",
)
def information_foraging(
    seen: GainsAndCosts,
    *,
    by: str = "both",
    T: float = 2.0,  # noqa: N803
    A: float = 0.2,  # noqa: N803
    b1: float = 0.9,
    b2: float = 0.9,
    R1: float = 1.0,  # noqa: N803
    R2: float = 1.0,  # noqa: N803
) -> Floats:
    """Information foraging: users leave as they near their goal, or as the rate of gain gets low.

    The probability of continuing is the product of 1 − 1 / (1 + b1·e^((T − gain so far)·R1)), T
    being the goal, and 1 / (1 + b2·e^((A − gain so far / cost so far)·R2)), A being the expected
    rate. With ``by="goal"`` or ``by="rate"`` it is one of them alone. R1 and R2 say how rational
    users are: at 0 neither goal nor rate matters. Other parameters as for INST.

    With depth 2 and the goal alone: C = 1 − 1/(1 + 0.9·e), weights 1 and C.

    >>> information_foraging(JudgedRun.of([1, 0]), by="goal", depth=2).round(4).tolist()
    [0.5848]
    """
    goal = 1 - 1 / (1 + b1 * np.exp(np.minimum((T - seen.gained) * R1, _MOST)))
    rate = 1 / (1 + b2 * np.exp(np.minimum((A - seen.gained / seen.spent) * R2, _MOST)))
    return np.asarray({"both": goal * rate, "goal": goal, "rate": rate}[by])


# NERR8 … 11 rise: behind a better document fewer users go on, of whom no fewer were satisfied.
@user("NERR8", rising=True, cite=f"{_NERR}, equation 8")
def nearly_err_8(seen: GainsAndCosts, *, cutoff: int = 10) -> Floats:
    """Nearly ERR: users leave at a document of gain g with probability g, and after rank k.

    Parameters as for INST.

    Gains 1/2 and 1: C = 1/2 and 0, weights 2/3 and 1/3.

    >>> nearly_err_8(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.6667]
    """
    return np.where(seen.ranks < cutoff, 1 - seen.gains, 0.0)


@user("NERR9", rising=True, cite=f"{_NERR}, equation 9")
def nearly_err_9(seen: GainsAndCosts, *, cutoff: int = 10) -> Floats:
    """Nearly ERR with the discount of ERR: NERR8 with i / (i + 1) of its probability to continue.

    Parameters as for INST.

    Gains 1/2 and 1: C = 1/2 · 1/2, weights 1 and 1/4.

    >>> nearly_err_9(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.6]
    """
    return np.where(seen.ranks < cutoff, seen.ranks / (seen.ranks + 1) * (1 - seen.gains), 0.0)


@user("NERR10", rising=True, cite=f"{_NERR}, equation 10")
def nearly_err_10(seen: GainsAndCosts, *, p: float = 0.9) -> Floats:
    """Nearly ERR with the patience of RBP: users continue with probability p · (1 − gain).

    Parameters as for INST.

    Gains 1/2 and 1: C = 0.9 · 1/2, weights 1 and 0.45.

    >>> nearly_err_10(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.6552]
    """
    return np.asarray(p * (1 - seen.gains))


@user("NERR11", rising=True, cite=f"{_NERR}, equation 11")
def nearly_err_11(seen: GainsAndCosts, *, T: float = 1.0) -> Floats:  # noqa: N803
    """Nearly ERR with the goal of INSQ: its probability to continue, times 1 − gain.

    Parameters as for INST.

    Gains 1/2 and 1: C = (2/3)² · 1/2, weights 1 and 2/9.

    >>> nearly_err_11(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.5909]
    """
    return np.asarray(((seen.ranks + 2 * T - 1) / (seen.ranks + 2 * T)) ** 2 * (1 - seen.gains))


# --- user models of measures that are declared elsewhere ------------------------------------


def _precision(seen: GainsAndCosts, *, cutoff: int) -> Floats:
    return (seen.ranks < cutoff).astype(float)[None]


def _rank_biased(seen: GainsAndCosts, *, p: float) -> Floats:
    return np.full((1, seen.gains.shape[1]), p)


def _reciprocal_rank(seen: GainsAndCosts) -> Floats:
    return np.asarray((seen.gained == 0).astype(float))


def _average_precision(seen: GainsAndCosts) -> Floats:
    ahead = np.cumsum((seen.gains / seen.ranks)[:, ::-1], axis=1)[:, ::-1]
    return divide(np.append(ahead[:, 1:], np.zeros((len(ahead), 1)), axis=1), ahead)


def _weights_as_chances(weights: Floats) -> Floats:
    return divide(np.append(weights[:, 1:], np.zeros((len(weights), 1)), axis=1), weights)


def _time_biased(seen: GainsAndCosts, *, halflife: float) -> Floats:
    return _weights_as_chances(2.0 ** -((seen.spent - seen.costs) / halflife))


def _text_biased(seen: GainsAndCosts, *, L: float) -> Floats:  # noqa: N803
    weights = np.maximum(0.0, 1.0 - (seen.spent - seen.costs) / L)
    weights[:, -1] = 0.0
    return _weights_as_chances(weights)


USERS |= {
    "P": _precision,
    "RBP": _rank_biased,
    "RR": _reciprocal_rank,
    "AP": _average_precision,
    "TBG": _time_biased,
    "U": _text_biased,
}
