"""The C/W/L framework: users who continue (C), weigh (W) or leave (L), as measures.

A user model is the probability of continuing from each rank to the next. It determines how often
each rank is looked at, its weight, and where users leave. Each model here is declared by that
probability alone, which makes it a measure: the expected utility, or rate of gain, the weighted
mean of gains. Other expectations follow too: total gain, cost, depth.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, Problem, suggest
from harness.core.judged_run import MAX_CELLS, PADDING, JudgedRun
from harness.measures.bound import Measure
from harness.measures.gain import refuse_grades_above
from harness.measures.notation import parse_measure
from harness.measures.registry import measure


@dataclass(frozen=True, eq=False)
class GainsAndCosts:
    """Gains from 0 to 1 and costs of the first N ranks, both [T, N]."""

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
    def of(
        cls, run: JudgedRun, scale: tuple[int, int], depth: int, *, best: bool = False
    ) -> GainsAndCosts:
        """Scale grades to gains; unjudged documents and missing ranks have gain 0, or 1 at
        ``best``.
        """
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


#: The probability to continue from each rank [T, N]; one row if it is the same for all topics.
Model = Callable[..., Floats]

#: The user models, by the name of their measure.
USERS: dict[str, Model] = {}

QUANTITIES = ("EU", "ETU", "EC", "ETC", "ED")


def expectations(
    seen: GainsAndCosts, model: Model, parameters: Mapping[str, Any]
) -> dict[str, Floats]:
    """Compute expected utility and cost, per rank looked at and in total, and expected depth [T].

    The operations are cwl_eval's; its sums, whose order depends on the machine, go left to right.
    """
    goes_on = np.broadcast_to(model(seen, **parameters), seen.gains.shape)
    arrives = np.ones(goes_on.shape)
    np.cumprod(goes_on[:, :-1], axis=1, out=arrives[:, 1:])
    first = 1 / total(arrives)
    weights, leaves = arrives * first[:, None], arrives * (1 - goes_on)
    return {
        "EU": total(weights * seen.gains),
        "ETU": total(leaves * seen.gained),
        "EC": total(weights * seen.costs),
        "ETC": total(leaves * seen.spent),
        "ED": 1 / first,
    }


def _scale(run: JudgedRun, low: int, high: int) -> tuple[int, int]:
    refuse_grades_above(high, run.judgments, "a measure of C/W/L")
    if low >= high:
        raise EvaluationError(Problem(f"min_grade={low} is not below max_grade={high}"))
    return low, high


def expected(
    run: JudgedRun, model: Model, parameters: Mapping[str, Any], *, of: str, residual: bool = False
) -> Floats:
    """Return a quantity of each topic; with ``residual`` its rise if all unknown gains were 1."""
    own = dict(parameters)
    scale = _scale(run, own.pop("min_grade"), own.pop("max_grade"))
    depth = own.pop("depth")
    parts = [np.zeros(0)]
    # Every ranking is extended to ``depth``, which takes more memory for shorter ones.
    for part in run.batches(max(4 * MAX_CELLS // depth, 1)):
        worst = expectations(GainsAndCosts.of(part, scale, depth), model, own)[of]
        best = (
            expectations(GainsAndCosts.of(part, scale, depth, best=True), model, own)[of]
            if residual
            else 0
        )
        parts.append(best - worst if residual else worst)
    return np.concatenate(parts)


def keywords(function: Callable[..., Any]) -> Iterator[inspect.Parameter]:
    """Yield the keyword-only parameters of a function."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            yield parameter


def _grades_and_depth(*, min_grade: int = 0, max_grade: int = 1, depth: int = 1000) -> None:
    """Declare the parameters of every measure here."""


SCALE = {parameter.name: parameter.default for parameter in keywords(_grades_and_depth)}


def user(name: str, **declared: Any) -> Callable[[Model], Callable[..., Floats]]:
    """Declare a user model, and the measure that is its expected utility."""

    def declare(model: Model) -> Callable[..., Floats]:
        USERS[name] = model

        @wraps(model)
        def expected_utility(run: JudgedRun, **parameters: Any) -> Floats:
            return expected(run, model, {**SCALE, **parameters}, of="EU")

        run = inspect.Parameter("run", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        parameters = (run, *keywords(model), *keywords(_grades_and_depth))
        expected_utility.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        measure(name, **declared)(expected_utility)
        return expected_utility

    return declare


_TOOL = (
    "Azzopardi, Thomas, Moffat, cwl_eval: an evaluation tool for information retrieval, SIGIR 2019"
)


def _user_called(text: str, scale: Mapping[str, Any]) -> tuple[Model, dict[str, Any]]:
    """Return the user model of a measure in notation, with its parameters; refuse others."""
    known = parse_measure(text)
    if not isinstance(known, Measure) or known.family.name not in USERS:
        hint = suggest(known.notation, USERS)
        raise EvaluationError(Problem(f"user={text!r} has no user model", hint=hint))
    model = USERS[known.family.name]
    taken = {parameter.name for parameter in keywords(model)}
    given = {**known.family.defaults, **known.parameters}
    foreign = set(known.parameters) - taken - set(SCALE)
    if foreign:
        what = f"the user model of user={text!r} has no {' or '.join(sorted(foreign))}"
        raise EvaluationError(Problem(what, hint=f"it has {', '.join(sorted(taken)) or 'none'}"))
    own = {name: value for name, value in known.parameters.items() if name in SCALE}
    return model, {**{name: given[name] for name in taken}, **scale, **own}


def _evaluate_user(
    run: JudgedRun, of: str, user: str, scale: Mapping[str, Any], *, residual: bool = False
) -> Floats:
    model, parameters = _user_called(user, scale)
    return expected(run, model, parameters, of=of, residual=residual)


_ANY = (0.0, float("inf"))


def _expectation(of: str, name: str, text: str, **declared: Any) -> Callable[..., Floats]:
    """Declare a measure of a user model; ``text`` is its docstring."""

    def value(
        run: JudgedRun,
        *,
        user: str = "INST",
        min_grade: int = 0,
        max_grade: int = 1,
        depth: int = 1000,
    ) -> Floats:
        return _evaluate_user(run, of, user, _given(min_grade, max_grade, depth))

    value.__name__ = value.__qualname__ = name
    value.__doc__ = text
    return measure(of, cite=_TOOL, **declared)(value)


def _given(min_grade: int, max_grade: int, depth: int) -> dict[str, int]:
    return {"min_grade": min_grade, "max_grade": max_grade, "depth": depth}


expected_utility = _expectation(
    "EU",
    "expected_utility",
    """Expected utility, or rate of gain, of a user model: the weighted mean gain of the ranks.

    ``user`` is a measure in notation that has a user model, such as "INST(T=2)", "P@10",
    "RBP(p=0.8)", "RR", "AP" or "SDCG@10". Each rank weighs as often as such users look at it. All
    gains are graded, also those of P, RR and AP, and AP knows only what was retrieved, as in
    cwl_eval. Other parameters as for INST.

    Gains 1 and 1/2 of the first 2 documents.

    >>> expected_utility(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [0.75]
    """,
)
expected_total_utility = _expectation(
    "ETU",
    "expected_total_utility",
    """Expected total utility of a user model: the mean gain with which users leave.

    ``user`` is a measure with a user model, as for EU; parameters as for INST.

    >>> expected_total_utility(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [1.5]
    """,
    bounds=_ANY,
)
expected_cost = _expectation(
    "EC",
    "expected_cost",
    """Expected cost of a user model: the weighted mean of what a rank costs.

    A document costs 1 unless costs are given. ``user`` is a measure with a user model, as for EU;
    parameters as for INST.

    >>> expected_cost(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [1.0]
    """,
    bounds=_ANY,
    falling=True,
)
expected_total_cost = _expectation(
    "ETC",
    "expected_total_cost",
    """Expected total cost of a user model: the mean cost at which users leave.

    Less is better. A document costs 1 unless costs are given. Users who have not left at the last
    rank, as those of RR where nothing is relevant, count as 0, as in cwl_eval. ``user`` is a
    measure with a user model, as for EU; parameters as for INST.

    >>> expected_total_cost(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [2.0]
    """,
    bounds=_ANY,
    falling=True,
)
expected_depth = _expectation(
    "ED",
    "expected_depth",
    """Expected depth of a user model: the mean number of documents looked at.

    Less is better: who finds sooner leaves sooner. Not so users of IFT, who may stay because they
    find, and of AP, who read to any one of the relevant documents in reach. ``user`` is a measure
    with a user model, as for EU; parameters as for INST.

    Users of RR read to the first relevant document.

    >>> expected_depth(JudgedRun.of([0, 0, 1, 1]), user="RR").tolist()
    [3.0]
    """,
    bounds=_ANY,
    falling=True,
)


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
    """Residual: how much higher a value would be if everything unjudged had the highest gain.

    Unjudged documents and the ranks past the end count, down to rank ``depth``. ``of`` is the
    quantity: the expected utility "EU", "ETU", "EC", "ETC" or "ED" of the ``user``, a measure with
    a user model, as in EU. For adaptive users it can be negative: they would leave sooner. Other
    parameters as for INST.

    The second document could be relevant, and the ranks from 3 on: 1/4 + 1/4.

    >>> residual(JudgedRun.of([1, -1]), user="RBP(p=0.5)").tolist()
    [0.5]
    """
    return _evaluate_user(run, of, user, _given(min_grade, max_grade, depth), residual=True)
