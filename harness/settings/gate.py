"""The losses that a gate allows, and its verdicts."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from harness.core.errors import (
    EvaluationError,
    Problem,
    all_or_errors,
    attempt,
    find_unknown,
    refuse,
)
from harness.core.numbers import find_repeated
from harness.settings.model import OneOf, SettingsModel, Text, make_list, wrong

#: Verdicts of a gate: identical values, which show nothing about other topics; a loss shown to be
#: within the budget; neither shown; a loss shown to be beyond it.
IDENTICAL, WITHIN, UNCLEAR, WORSE = "identical", "within", "unclear", "worse"
#: Verdicts that fail, by the choice of ``fail_on``; the first is the default.
FAILS = {"unclear": (IDENTICAL, UNCLEAR, WORSE), "worse": (WORSE,)}

_AMOUNT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(%?)")


@dataclass(frozen=True, slots=True)
class LossBudget:
    """The allowed loss of a candidate's mean against the baseline's, by one measure.

    ``amount`` is a difference of means, or with ``relative`` a share of the baseline's mean.

    >>> LossBudget.of("nDCG@10=2%"), str(LossBudget.of("AP=0.01"))
    (LossBudget(measure='nDCG@10', amount=0.02, relative=True), 'AP=0.01')
    """

    measure: str
    amount: float
    relative: bool = False

    @classmethod
    def of(cls, text: str) -> LossBudget:
        """Parse a budget such as ``AP=0.01`` or ``nDCG@10=2%``; raises `EvaluationError`."""
        measure, _, amount = (part.strip() for part in text.rpartition("="))
        written = _AMOUNT.fullmatch(amount)
        value = float(written[1]) / (100 if written[2] else 1) if written else 0.0
        relative = written is not None and bool(written[2])
        if not measure or not 0 < value < (1 if relative else math.inf):
            hint = "write MEASURE=AMOUNT: AP=0.01, or nDCG@10=2% of the baseline's mean"
            raise EvaluationError(Problem(f"{text!r} is not a budget", hint=hint))
        return cls(measure, value, relative)

    def __str__(self) -> str:
        return f"{self.measure}={self.allowed}"

    @property
    def allowed(self) -> str:
        """The amount in words.

        >>> LossBudget("AP", 0.025, relative=True).allowed
        '2.5%'
        """
        return f"{100 * self.amount:g}%" if self.relative else f"{self.amount:g}"


def parse_budgets(texts: Sequence[str]) -> tuple[LossBudget, ...]:
    """Parse budgets, one for each measure; raises `EvaluationError` with every problem.

    >>> parse_budgets(["AP=1%", "AP=2%"])
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: the measure 'AP' has two budgets
    """
    twice = find_repeated(text.rpartition("=")[0].strip() for text in texts)
    problems = [Problem(f"the measure {name!r} has two budgets") for name in twice if name]
    if not texts:
        hint = "--budget nDCG@10=2%, or the key gate.budgets of the task"
        problems.append(Problem("no budget given", hint=hint))
    errors = map(EvaluationError, problems)
    return tuple(all_or_errors([*(attempt(LossBudget.of, text) for text in texts), *errors]))


def parse_worst_losses(
    texts: Sequence[str], budgets: Sequence[LossBudget]
) -> dict[str, LossBudget]:
    """Parse the worst losses of a topic, by measure; raises `EvaluationError` with every problem.

    >>> parse_worst_losses(["AP=0.5"], [LossBudget.of("AP=2%")])
    {'AP': LossBudget(measure='AP', amount=0.5, relative=False)}
    """
    if not texts:
        return {}
    losses = {loss.measure: loss for loss in parse_budgets(texts)}
    known = dict.fromkeys(budget.measure for budget in budgets)
    refuse(
        (
            Problem(f"the measure {name!r} has a worst loss and no budget", hint=hint)
            for _, name, hint in find_unknown(losses, known)
        ),
        EvaluationError,
    )
    return losses


def mapping_as_texts(value: Any) -> Any:
    """Convert ``{AP: 2%}`` to ``AP=2%``."""
    if isinstance(value, dict):
        return [f"{measure}={amount}" for measure, amount in value.items()]
    return make_list(value)


def _budgets(texts: tuple[str, ...]) -> tuple[str, ...]:
    try:
        parse_budgets(texts or ["AP=1"])
    except EvaluationError as error:
        first = error.problems[0]
        raise wrong(first.message, first.hint) from None
    return texts


class GateSettings(SettingsModel):
    """The losses that `harness gate` allows a candidate, and its baseline."""

    budgets: Annotated[
        tuple[Text, ...], BeforeValidator(mapping_as_texts), AfterValidator(_budgets)
    ] = Field(
        default=(),
        description="The losses that are allowed: `nDCG@10=2%` of the baseline's mean, or the "
        "difference `AP=0.01`. In a task file also `{nDCG@10: 2%, AP: 0.01}`.",
    )
    baseline: Text | None = Field(
        default=None,
        description="The run that a candidate run is compared with, by name. Default: the first of "
        "`compare.baselines`.",
    )
    fail_on: Annotated[Text, OneOf("choice of failures", tuple(FAILS))] = Field(
        default="unclear",
        description="`unclear`: fail unless all is shown to be within its budget; `worse`: only "
        "where a loss beyond it is shown.",
    )
    worst_losses: Annotated[
        tuple[Text, ...], BeforeValidator(mapping_as_texts), AfterValidator(_budgets)
    ] = Field(
        default=(),
        description='The most that a single topic can lose: `AP=0.5`. "Within" holds if no topic '
        "loses more. Default: all that the baseline has on its best topic.",
    )
