"""Measures of the C/W/L framework: users who, at each rank, continue (C), weigh (W) or leave (L).

A user model is the chance to go on from each rank to the next one. From it follow how often each
rank is looked at, its weight, and where users leave. Each model here is declared by that chance
alone, which makes it a measure: the expected utility, or rate of gain, the weighted mean of gains.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from harness.core.arrays import Floats, discounts, divide, total
from harness.core.errors import EvaluationError, Problem, suggest
from harness.core.judged_run import MAX_CELLS, PADDING, JudgedRun
from harness.measures.gain import FORMS
from harness.measures.notation import parse_measure
from harness.measures.registry import Measure, measure

_CWL = "Moffat, Bailey, Scholer, Thomas, Incorporating user expectations and behavior into the "
_CWL += "measurement of search effectiveness, TOIS 2017"
_TOOL = (
    "Azzopardi, Thomas, Moffat, cwl_eval: an evaluation tool for information retrieval, SIGIR 2019"
)
_INST = "Bailey, Moffat, Scholer, Thomas, User variability and IR system evaluation, SIGIR 2015"
_NERR = "Azzopardi, Mackenzie, Moffat, ERR is not C/W/L, ICTIR 2021"


@dataclass(frozen=True, eq=False)
class Seen:
    """What users find at the first N ranks: gains from 0 to 1, and costs, both [T, N]."""

    gains: Floats
    costs: Floats

    @property
    def ranks(self) -> Floats:
        """1 … N."""
        return np.arange(1.0, self.gains.shape[1] + 1)

    @property
    def gained(self) -> Floats:
        """The gain so far at each rank [T, N]."""
        return np.cumsum(self.gains, axis=1)

    @property
    def spent(self) -> Floats:
        """The cost so far at each rank [T, N]."""
        return np.cumsum(self.costs, axis=1)

    @classmethod
    def of(cls, run: JudgedRun, scale: tuple[int, int], depth: int, *, best: bool = False) -> Seen:
        """Grades on a scale as gains; what nobody judged or ranked has gain 0, or 1 at ``best``."""
        low, high = scale
        shape = (len(run.topics), depth)
        grades = np.full(shape, PADDING)
        grades[:, : run.depth] = run.grades[:, :depth]
        gains = np.clip((grades - low) / (high - low), 0.0, 1.0)
        costs = np.ones(shape)
        if run.costs is not None:
            known = run.costs[:, :depth]
            costs[:, : run.depth] = np.where(np.isnan(known), 1.0, known)
        return cls(np.where(grades < 0, float(best), gains), costs)


#: The chance to continue from each rank [T, N]; one row where it is the same for all topics.
Model = Callable[..., Floats]

#: The user models, by the name of the measure that they belong to.
USERS: dict[str, Model] = {}

QUANTITIES = ("EU", "ETU", "EC", "ETC", "ED")


def expectations(seen: Seen, model: Model, parameters: Mapping[str, Any]) -> dict[str, Floats]:
    """Expected utility and cost for each rank looked at and in total, and expected depth [T]."""
    goes_on = np.broadcast_to(model(seen, **parameters), seen.gains.shape)
    arrives = np.ones(goes_on.shape)
    np.cumprod(goes_on[:, :-1], axis=1, out=arrives[:, 1:])
    leaves, looked_at = arrives * (1 - goes_on), total(arrives)
    return {
        "EU": total(arrives * seen.gains) / looked_at,
        "ETU": total(leaves * seen.gained),
        "EC": total(arrives * seen.costs) / looked_at,
        "ETC": total(leaves * seen.spent),
        "ED": looked_at,
    }


def _scale(run: JudgedRun, low: int, high: int) -> tuple[int, int]:
    highest = int(run.judgments.levels.max(initial=0))
    hint = f"set the highest grade that can be given: max_grade={highest}"
    if highest > high:
        raise EvaluationError(
            Problem(f"the qrels have the grade {highest}, above {high}", hint=hint)
        )
    if low >= high:
        raise EvaluationError(Problem(f"min_grade={low} is not below max_grade={high}"))
    return low, high


def _expected(
    run: JudgedRun, model: Model, parameters: Mapping[str, Any], *, of: str, residual: bool = False
) -> Floats:
    """A quantity of each topic; with ``residual`` how much more it is if all that is unknown has
    gain 1.
    """
    own = dict(parameters)
    scale = _scale(run, own.pop("min_grade"), own.pop("max_grade"))
    depth = own.pop("depth")
    parts = [np.zeros(0)]
    for part in run.batches(max(MAX_CELLS * max(run.depth, 1) // depth, 1)):
        worst = expectations(Seen.of(part, scale, depth), model, own)[of]
        best = (
            expectations(Seen.of(part, scale, depth, best=True), model, own)[of] if residual else 0
        )
        parts.append(best - worst if residual else worst)
    return np.concatenate(parts)


def _keywords(function: Callable[..., Any]) -> Iterator[inspect.Parameter]:
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            yield parameter


def _grades_and_depth(*, min_grade: int = 0, max_grade: int = 1, depth: int = 1000) -> None:
    """The parameters of every measure here."""


_SCALE = {parameter.name: parameter.default for parameter in _keywords(_grades_and_depth)}


def user(name: str, **declared: Any) -> Callable[[Model], Callable[..., Floats]]:
    """Declare a user model, and the measure that is its expected utility."""

    def declare(model: Model) -> Callable[..., Floats]:
        USERS[name] = model

        @wraps(model)
        def expected_utility(run: JudgedRun, **parameters: Any) -> Floats:
            return _expected(run, model, {**_SCALE, **parameters}, of="EU")

        run = inspect.Parameter("run", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        keywords = (run, *_keywords(model), *_keywords(_grades_and_depth))
        expected_utility.__signature__ = inspect.Signature(keywords)  # type: ignore[attr-defined]
        measure(name, **declared)(expected_utility)
        return expected_utility

    return declare


# --- user models ----------------------------------------------------------------------------


@user("INST", cite=_INST)
def inst(seen: Seen, *, T: float = 1.0) -> Floats:  # noqa: N803 (the name of the paper)
    """INST: the rate of gain of users who want a gain of T, and leave the sooner the more they got.

    At rank i they go on with the chance ((i + T + T_i − 1) / (i + T + T_i))², T_i being what of T
    is still missing. The value is the mean gain of the ranks, weighed by how often each is looked
    at. Gains are grades on the scale from ``min_grade`` to ``max_grade``, the highest that can be
    given, as numbers from 0 to 1; a higher grade in the qrels is an error. Unjudged documents and
    ranks past the end have no gain. Sums end at rank ``depth``, 1000 as in cwl_eval.

    With depth 2 and T = 1, after a gain of 1: C = (1/2)², weights 1 and 1/4: 1 / 1.25.

    >>> inst(JudgedRun.of([1, 0]), depth=2).tolist()
    [0.8]
    """
    missing = T - seen.gained
    return np.asarray(((seen.ranks + T + missing - 1) / (seen.ranks + T + missing)) ** 2)


@user("INSQ", rising=True, cite="Moffat, Scholer, Thomas, Models and metrics, ADCS 2012")
def insq(seen: Seen, *, T: float = 1.0) -> Floats:  # noqa: N803
    """INSQ: the rate of gain of users who want T relevant documents, whatever they find.

    At rank i they go on with the chance ((i + 2T − 1) / (i + 2T))². Parameters as for INST.

    With depth 2 and T = 1: C = (2/3)², weights 1 and 4/9.

    >>> insq(JudgedRun.of([1, 0]), depth=2).round(4).tolist()
    [0.6923]
    """
    return ((seen.ranks + 2 * T - 1) / (seen.ranks + 2 * T))[None] ** 2


@user("SDCG", rising=True, choices={"dcg": ("log2",)}, cite=_CWL)
def sdcg(seen: Seen, *, dcg: str = "log2", cutoff: int = 10) -> Floats:
    """Scaled DCG: DCG of the first k ranks, divided by that of k documents with the highest grade.

    Unlike nDCG it assumes that so many exist. As a user model: from rank i they go on with the
    chance log2(i + 1) / log2(i + 2), to rank k at most. Parameters as for INST, and ``dcg``.

    1 / (1 + 1 / log2 3).

    >>> sdcg(JudgedRun.of([1, 0]), cutoff=2).round(4).tolist()
    [0.6131]
    """
    count = seen.gains.shape[1]
    shares = discounts(count + 1, (FORMS[dcg][1], 2.0))
    return np.where(seen.ranks < cutoff, shares[:count] / shares[1:], 0.0)[None]


@user(
    "BPM",
    cite="Zhang, Liu, Li, Zhang, Xu, Ma, Evaluating web search with a Bejeweled player model, "
    "SIGIR 2017",
)
def bejeweled_player(
    seen: Seen,
    *,
    T: float = 1.0,  # noqa: N803
    hb: float = 0.0,
    hc: float = 0.0,
    gain_med: float = 0.5,
    cutoff: int = 10,
) -> Floats:
    """Bejeweled player model: the mean gain of users who read until they have enough, or are tired.

    They leave once their gain is T, or once their cost is k (after k documents, where each costs
    1). What they want and can bear may change as they read: after each document of gain g, T grows
    by ``hb`` · (g − ``gain_med``) and k by ``hc`` · (g − ``gain_med``); both are 0 for the static
    model. Parameters as for INST.

    Enough after 2 documents: (0 + 1) / 2.

    >>> bejeweled_player(JudgedRun.of([0, 1, 1])).tolist()
    [0.5]
    """
    surplus = seen.gained - seen.gains - gain_med * (seen.ranks - 1)
    unsatisfied = seen.gained < T + hb * surplus
    untired = seen.spent < cutoff + hc * surplus
    return np.asarray(np.cumprod(unsatisfied, axis=1) * np.cumprod(untired, axis=1).astype(float))


@user(
    "IFT",
    choices={"by": ("both", "goal", "rate")},
    cite="Azzopardi, Thomas, Craswell, Measuring the utility of search engine result pages, "
    "SIGIR 2018",
)
def information_foraging(
    seen: Seen,
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

    The chance to go on is the product of 1 − 1 / (1 + b1·e^((T − gain so far)·R1)), T being the
    goal, and 1 / (1 + b2·e^((A − gain so far / cost so far)·R2)), A being the rate expected.
    With ``by="goal"`` or ``by="rate"`` it is one of them alone. R1 and R2 say how rational users
    are: at 0 neither goal nor rate matters. Other parameters as for INST.

    With depth 2 and the goal alone: C = 1 − 1/(1 + 0.9·e), weights 1 and C.

    >>> information_foraging(JudgedRun.of([1, 0]), by="goal", depth=2).round(4).tolist()
    [0.5848]
    """
    goal = 1 - 1 / (1 + b1 * np.exp((T - seen.gained) * R1))
    rate = 1 / (1 + b2 * np.exp((A - seen.gained / seen.spent) * R2))
    return np.asarray({"both": goal * rate, "goal": goal, "rate": rate}[by])


@user("NERR8", cite=f"{_NERR}, equation 8")
def nearly_err_8(seen: Seen, *, cutoff: int = 10) -> Floats:
    """Nearly ERR: users leave at a document of gain g with the chance g, and after rank k.

    Parameters as for INST.

    Gains 1/2 and 1: C = 1/2 and 0, weights 2/3 and 1/3.

    >>> nearly_err_8(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.6667]
    """
    return np.where(seen.ranks < cutoff, 1 - seen.gains, 0.0)


@user("NERR9", cite=f"{_NERR}, equation 9")
def nearly_err_9(seen: Seen, *, cutoff: int = 10) -> Floats:
    """Nearly ERR with the discount of ERR: as NERR8, going on with i / (i + 1) of its chance.

    Parameters as for INST.

    Gains 1/2 and 1: C = 1/2 · 1/2, weights 1 and 1/4.

    >>> nearly_err_9(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.6]
    """
    return np.where(seen.ranks < cutoff, seen.ranks / (seen.ranks + 1) * (1 - seen.gains), 0.0)


@user("NERR10", cite=f"{_NERR}, equation 10")
def nearly_err_10(seen: Seen, *, p: float = 0.9) -> Floats:
    """Nearly ERR with the patience of RBP: users go on with the chance p · (1 − gain).

    Parameters as for INST.

    Gains 1/2 and 1: C = 0.9 · 1/2, weights 1 and 0.45.

    >>> nearly_err_10(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.6552]
    """
    return np.asarray(p * (1 - seen.gains))


@user("NERR11", cite=f"{_NERR}, equation 11")
def nearly_err_11(seen: Seen, *, T: float = 1.0) -> Floats:  # noqa: N803
    """Nearly ERR with the goal of INSQ: its chance to go on, times 1 − gain.

    Parameters as for INST.

    Gains 1/2 and 1: C = (2/3)² · 1/2, weights 1 and 2/9.

    >>> nearly_err_11(JudgedRun.of([1, 2]), max_grade=2).round(4).tolist()
    [0.5909]
    """
    return np.asarray(((seen.ranks + 2 * T - 1) / (seen.ranks + 2 * T)) ** 2 * (1 - seen.gains))


# --- user models of measures that are declared elsewhere ------------------------------------


def _precision(seen: Seen, *, cutoff: int) -> Floats:
    return (seen.ranks < cutoff).astype(float)[None]


def _rank_biased(seen: Seen, *, p: float) -> Floats:
    return np.full((1, seen.gains.shape[1]), p)


def _reciprocal_rank(seen: Seen) -> Floats:
    return np.asarray((seen.gained == 0).astype(float))


def _average_precision(seen: Seen) -> Floats:
    ahead = np.cumsum((seen.gains / seen.ranks)[:, ::-1], axis=1)[:, ::-1]
    later = np.append(ahead[:, 1:], np.zeros((len(ahead), 1)), axis=1)
    return divide(later, ahead)


def _weights_as_chances(weights: Floats) -> Floats:
    later = np.append(weights[:, 1:], np.zeros((len(weights), 1)), axis=1)
    return divide(later, weights)


def _time_biased(seen: Seen, *, halflife: float) -> Floats:
    return _weights_as_chances(2.0 ** -((seen.spent - seen.costs) / halflife))


def _text_biased(seen: Seen, *, L: float) -> Floats:  # noqa: N803
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


# --- what follows from any of them ----------------------------------------------------------


def _user_called(text: str, scale: Mapping[str, Any]) -> tuple[Model, dict[str, Any]]:
    """The model of a measure in notation, with its parameters; `EvaluationError` for others."""
    known = parse_measure(text)
    if not isinstance(known, Measure) or known.family.name not in USERS:
        hint = suggest(known.notation, USERS)
        raise EvaluationError(Problem(f"user={text!r} has no user model", hint=hint))
    model = USERS[known.family.name]
    taken = {parameter.name for parameter in _keywords(model)}
    given = {**known.family.defaults, **known.parameters}
    foreign = set(known.parameters) - taken - set(_SCALE)
    if foreign:
        what = f"the user model of user={text!r} has no {' or '.join(sorted(foreign))}"
        raise EvaluationError(Problem(what, hint=f"it has {', '.join(sorted(taken)) or 'none'}"))
    own = {name: value for name, value in known.parameters.items() if name in _SCALE}
    return model, {**{name: given[name] for name in taken}, **scale, **own}


def _of_user(
    run: JudgedRun, of: str, user: str, scale: Mapping[str, Any], *, residual: bool = False
) -> Floats:
    model, parameters = _user_called(user, scale)
    return _expected(run, model, parameters, of=of, residual=residual)


_ANY = (0.0, float("inf"))


@measure("EU", cite=_TOOL)
def expected_utility(
    run: JudgedRun,
    *,
    user: str = "INST",
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
) -> Floats:
    """Expected utility, or rate of gain, of a user model: the weighted mean gain of the ranks.

    ``user`` is a measure in notation that has a user model, such as "INST(T=2)", "P@10",
    "RBP(p=0.8)", "RR", "AP" or "SDCG@10". Each rank weighs as often as such users look at it. All
    gains are graded, also those of P, RR and AP, and AP knows only what was retrieved, as in
    cwl_eval. Other parameters as for INST.

    Gains 1 and 1/2 of the first 2 documents.

    >>> expected_utility(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [0.75]
    """
    return _of_user(run, "EU", user, _given(min_grade, max_grade, depth))


def _given(min_grade: int, max_grade: int, depth: int) -> dict[str, int]:
    return {"min_grade": min_grade, "max_grade": max_grade, "depth": depth}


@measure("ETU", bounds=_ANY, cite=_TOOL)
def expected_total_utility(
    run: JudgedRun,
    *,
    user: str = "INST",
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
) -> Floats:
    """Expected total utility of a user model: the mean gain with which users leave.

    ``user`` is a measure with a user model, as for EU; parameters as for INST.

    >>> expected_total_utility(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [1.5]
    """
    return _of_user(run, "ETU", user, _given(min_grade, max_grade, depth))


@measure("EC", bounds=_ANY, falling=True, cite=_TOOL)
def expected_cost(
    run: JudgedRun,
    *,
    user: str = "INST",
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
) -> Floats:
    """Expected cost of a user model: the weighted mean of what a rank costs.

    A document costs 1 unless costs are given. ``user`` is a measure with a user model, as for EU;
    parameters as for INST.

    >>> expected_cost(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [1.0]
    """
    return _of_user(run, "EC", user, _given(min_grade, max_grade, depth))


@measure("ETC", bounds=_ANY, falling=True, cite=_TOOL)
def expected_total_cost(
    run: JudgedRun,
    *,
    user: str = "INST",
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
) -> Floats:
    """Expected total cost of a user model: the mean cost at which users leave.

    A document costs 1 unless costs are given. Users who never leave, as those of RR where nothing
    is relevant, count as 0, as in cwl_eval. ``user`` is a measure with a user model, as for EU;
    parameters as for INST.

    >>> expected_total_cost(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [2.0]
    """
    return _of_user(run, "ETC", user, _given(min_grade, max_grade, depth))


@measure("ED", bounds=_ANY, falling=True, cite=_TOOL)
def expected_depth(
    run: JudgedRun,
    *,
    user: str = "INST",
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
) -> Floats:
    """Expected depth of a user model: the mean number of documents looked at.

    Less is better: who finds sooner leaves sooner (but for users of IFT, who may stay because they
    find). ``user`` is a measure with a user model, as for EU; parameters as for INST.

    Users of RR read to the first relevant document.

    >>> expected_depth(JudgedRun.of([0, 0, 1, 1]), user="RR").tolist()
    [3.0]
    """
    return _of_user(run, "ED", user, _given(min_grade, max_grade, depth))


@measure("Residual", bounds=(-float("inf"), float("inf")), choices={"of": QUANTITIES}, cite=_TOOL)
def residual(
    run: JudgedRun,
    *,
    of: str = "EU",
    user: str = "INST",
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
) -> Floats:
    """Residual: how much higher a value would be if all that nobody judged had the highest gain.

    Unjudged documents and the ranks past the end count, to rank ``depth``. ``of`` is what becomes
    higher: the expected utility "EU", "ETU", "EC", "ETC" or "ED" of the ``user``, a measure with a
    user model, as for EU. Of adaptive users it can be negative: they would leave sooner. Other
    parameters as for INST.

    The second document could be relevant, and the ranks from 3 on: 1/4 + 1/4.

    >>> residual(JudgedRun.of([1, -1]), user="RBP(p=0.5)").tolist()
    [0.5]
    """
    return _of_user(run, of, user, _given(min_grade, max_grade, depth), residual=True)
