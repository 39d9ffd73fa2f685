"""A measure with its parameters bound, and weighted sums of measures; both are evaluated alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.batch import Batch
from harness.core.errors import MeasureError, Problem, suggest
from harness.core.judged_run import JudgedRun
from harness.core.sampled_run import SampleEstimate
from harness.measures.parameters import convert_value, write_value
from harness.measures.registry import Family, Result, find_family
from harness.measures.summaries import Ratio, check_result

#: The parameter of every measure of documents.
JUDGED_ONLY = "judged_only"

#: The modules of this package's measures, whose results are not checked here but by tests.
_OWN_MODULES = "harness.measures."


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """A family with its parameters bound, ready to be evaluated, summarised and reported.

    ``parameters`` holds those that differ from the defaults; ``label`` is the name in all outputs:
    the text it was requested by, trec_eval's printed name if that was one of its names
    (``P.5,10``), or else the notation. ``given`` names the parameters that were written out, which
    a task's own defaults do not override.
    """

    family: Family
    parameters: Mapping[str, Any]
    label: str
    trec_name: str | None = None
    given: frozenset[str] = frozenset()
    #: The canonical name; parsing it gives this measure again.
    notation: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "notation", write_notation(self.family, self.parameters))

    @property
    def summary(self) -> str:
        """The summary over topics."""
        return self.family.summary

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of its values: the family's, without a lower one if some gain is below 0."""
        low, high = self.family.bounds
        gains = self.parameters.get("gains") or ()
        return (-np.inf if any(gain < 0 for _, gain in gains) else low), high

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<Measure {self.notation}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and self.notation == other.notation

    def __hash__(self) -> int:
        return hash(self.notation)

    def __matmul__(self, cutoff: object) -> Measure:
        """Return the measure at a cutoff, or with another value after ``@`` in its notation.

        >>> from harness.measures import RBP, nDCG
        >>> nDCG @ 10, RBP(p=0.5) @ 20
        (<Measure nDCG@10>, <Measure RBP(p=0.5)@20>)
        """
        if self.family.suffix is None:
            raise MeasureError(Problem(f"{self.label} takes nothing after @"))
        return self(**{self.family.suffix: cutoff})

    def __call__(self, **parameters: Any) -> Measure:
        """Return the measure with some parameters set; `MeasureError` for unknown ones.

        >>> from harness.measures import AP
        >>> AP(rel=2)
        <Measure AP(rel=2)>
        """
        kept = {name: value for name, value in self.parameters.items() if name in self.given}
        return bind(self.family, {**kept, **parameters})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name; the receiving process declares the family too."""
        own = (self.label, self.trec_name, self.given)
        return _restore, (self.family.name, dict(self.parameters), *own)

    def evaluate(self, run: Batch) -> Result:
        """Return the measure of every topic of ``run``.

        A user's measure is checked: `MeasureError` if it fails, or returns anything but one finite
        number per topic within its declared bounds.
        """
        parameters = dict(self.parameters)
        if isinstance(run, JudgedRun) and parameters.pop(JUDGED_ONLY, False):
            run = run.condensed()
        if self.family.function.__module__.startswith(_OWN_MODULES):
            return self.family.function(run, **parameters)
        try:
            result = self.family.function(run, **parameters)
        except Exception as error:
            what = f"{self.label} failed: {type(error).__name__}: {error}"
            raise MeasureError(Problem(what, run.name or None)) from error
        check_result(result, run, self.label, None if self.summary == "text" else self.bounds)
        return result

    def with_default(self, name: str, value: Any) -> Measure:
        """Return the measure, under the same label, with another default of a parameter.

        Nothing changes if the parameter was written out, if the measure does not take it, or if the
        value is None.
        """
        default = self.family.defaults.get(name)
        if name in self.given or default is None or value is None:
            return self
        parameters = {key: kept for key, kept in self.parameters.items() if key != name}
        if value != default:
            parameters[name] = value
        return replace(self, parameters=MappingProxyType(parameters))

    def requirements(self) -> Iterable[Family]:
        """Return the families that are evaluated for this measure."""
        return (self.family,)


def bind(
    family: Family,
    parameters: Mapping[str, Any],
    trec_name: str | None = None,
    spelled: Mapping[str, str] = MappingProxyType({}),
) -> Measure:
    """Bind parameters to a family; `MeasureError` for unknown parameters and wrong values.

    ``spelled`` maps names of the family and of its parameters to their spelling, if that differs;
    errors use it.
    """
    every = {JUDGED_ONLY: False} if family.sees == JudgedRun.__name__ else {}
    taken = {**family.defaults, **every}
    called = spelled.get(family.name, family.name)
    problems = [
        Problem(
            f"{called} has no parameter {name!r}",
            hint=suggest(name, family.defaults) or "it takes none",
        )
        for name in parameters
        if name not in taken
    ]
    bound: dict[str, Any] = {}
    for name, default in taken.items():
        if name in parameters or name == family.suffix:
            choices = family.choices.get(name, ())
            given = parameters.get(name, default)
            value, allowed = convert_value(family.name, name, given, default, choices)
            if allowed is not None:
                what = f"{called}: {spelled.get(name, name)}={value!r} is not allowed"
                problems.append(Problem(what, hint=allowed))
            if value != default or (name == family.suffix and value is not None):
                bound[name] = value
    exclusive = [name for name in family.exclusive if parameters.get(name) is not None]
    if len(exclusive) > 1:
        problems.append(Problem(f"{called}: give only one of {', '.join(exclusive)}"))
    if problems:
        raise MeasureError(problems)
    frozen = MappingProxyType(bound)
    label = trec_name or write_notation(family, frozen)
    return Measure(family, frozen, label, trec_name, frozenset(parameters))


def _restore(
    name: str,
    parameters: Mapping[str, Any],
    label: str,
    trec_name: str | None,
    given: frozenset[str],
) -> Measure:
    return Measure(find_family(name), MappingProxyType(dict(parameters)), label, trec_name, given)


def write_notation(family: Family, parameters: Mapping[str, Any]) -> str:
    """Return the canonical notation: ``nDCG(dcg="exp-log2")@20``."""
    inside = ", ".join(
        f"{name}={write_value(parameters[name])}"
        for name in (*family.defaults, JUDGED_ONLY)
        if name in parameters and name != family.suffix
    )
    after_at = parameters.get(family.suffix) if family.suffix else None
    return (
        family.name
        + (f"({inside})" if inside else "")
        + (f"@{write_value(after_at)}" if after_at is not None else "")
    )


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """A weighted sum of measures, topic by topic: ``0.8*F@10 + 0.2*AP``.

    Its summary is the mean; a micro average is not defined.
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
        """Return the weighted sum for every topic of ``run``, if all terms see the same batch."""
        return self.weighted(lambda term: term.evaluate(run))

    def weighted(self, result_of: Callable[[Measure], Result]) -> Floats:
        """Return the weighted sum of the results of the terms [T]."""
        values = ((weight, result_of(term)) for weight, term in self.terms)
        return sum(weight * _numbers(result) for weight, result in values)  # type: ignore[return-value]

    def with_default(self, name: str, value: Any) -> Combination:
        """Return the combination with another default of a parameter in each term that takes it."""
        terms = tuple((weight, term.with_default(name, value)) for weight, term in self.terms)
        return replace(self, terms=terms)

    def requirements(self) -> Iterable[Family]:
        """Return the families that are evaluated for this combination."""
        return tuple(term.family for _, term in self.terms)


def _weight(weight: float) -> str:
    return {1.0: "", -1.0: "-"}.get(weight, f"{write_value(weight)}*")


def _numbers(result: Result) -> Floats:
    return result.value if isinstance(result, Ratio | SampleEstimate) else result  # type: ignore[return-value]


AnyMeasure = Measure | Combination
