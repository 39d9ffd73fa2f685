"""The C/W/L framework: how users who continue (C), weigh (W) or leave (L) become measures.

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

from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, Problem
from harness.core.judged_run import MAX_CELLS, PADDING, JudgedRun
from harness.measures.gain import refuse_grades_above
from harness.measures.registry import measure


@dataclass(frozen=True, eq=False)
class Seen:
    """Gains from 0 to 1 and costs that users meet at the first N ranks, both [T, N]."""

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
    """Expected utility and cost for each rank looked at and in total, and expected depth [T].

    The operations are cwl_eval's; its sums, which depend on the machine, go left to right here.
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
    """A quantity of each topic; with ``residual`` how much more it is if all that is unknown has
    gain 1.
    """
    own = dict(parameters)
    scale = _scale(run, own.pop("min_grade"), own.pop("max_grade"))
    depth = own.pop("depth")
    parts = [np.zeros(0)]
    # Every ranking becomes as long as ``depth``, which takes the more memory the shorter they are.
    for part in run.batches(max(4 * MAX_CELLS // depth, 1)):
        worst = expectations(Seen.of(part, scale, depth), model, own)[of]
        best = (
            expectations(Seen.of(part, scale, depth, best=True), model, own)[of] if residual else 0
        )
        parts.append(best - worst if residual else worst)
    return np.concatenate(parts)


def keywords(function: Callable[..., Any]) -> Iterator[inspect.Parameter]:
    """The keyword-only parameters of a function."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            yield parameter


def _grades_and_depth(*, min_grade: int = 0, max_grade: int = 1, depth: int = 1000) -> None:
    """The parameters of every measure here."""


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
