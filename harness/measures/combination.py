"""A weighted sum of measures, which is a measure too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from harness.core.arrays import Floats
from harness.core.batch import Batch
from harness.core.sampled_run import SampleEstimate
from harness.measures.bound import Measure
from harness.measures.parameters import written
from harness.measures.ratio import Ratio
from harness.measures.registry import Family, Result


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """A weighted sum of measures, topic by topic: ``0.8*F@10 + 0.2*AP``.

    It is summarised by its mean; a micro average is not defined.
    """

    terms: tuple[tuple[float, Measure], ...]
    label: str
    summary: str = "mean"
    trec_name: str | None = None
    given: frozenset[str] = frozenset()

    @property
    def notation(self) -> str:
        """The canonical notation."""
        terms = (f"{_weight(weight)}{term.notation}" for weight, term in self.terms)
        return " + ".join(terms).replace("+ -", "- ")

    def __str__(self) -> str:
        return self.notation

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Combination) and self.notation == other.notation

    def __hash__(self) -> int:
        return hash(self.notation)

    def evaluate(self, run: Batch) -> Floats:
        """The weighted sum for every topic of ``run``, where all terms see the same."""
        return self.weighted(lambda term: term.evaluate(run))

    def weighted(self, result_of: Callable[[Measure], Result]) -> Floats:
        """The weighted sum of what ``result_of`` gives for each term [T]."""
        values = ((weight, result_of(term)) for weight, term in self.terms)
        return sum(weight * _numbers(result) for weight, result in values)  # type: ignore[return-value]

    def with_default(self, name: str, value: Any) -> Combination:
        """The same combination with a parameter set in each term that takes it."""
        terms = tuple((weight, term.with_default(name, value)) for weight, term in self.terms)
        return replace(self, terms=terms)

    def requirements(self) -> Iterable[Family]:
        """The families that are evaluated for this combination."""
        return tuple(term.family for _, term in self.terms)


def _weight(weight: float) -> str:
    return {1.0: "", -1.0: "-"}.get(weight, f"{written(weight)}*")


def _numbers(result: Result) -> Floats:
    return result.value if isinstance(result, Ratio | SampleEstimate) else result  # type: ignore[return-value]


AnyMeasure = Measure | Combination
