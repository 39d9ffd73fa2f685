"""The families of measures: their declaration, and the table of all families.

A family is one decorated function; nothing else in the package knows about it. Notation, labels,
help, trec_eval names, summaries and the registry-wide tests all follow from the declaration::

    @measure("Success", trec_eval=TrecName("success", "cutoff", (1, 5, 10)), cite="…")
    def success(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Floats:
        '''1 when …'''
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias, TypedDict, TypeVar, Unpack

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.batch import Batch
from harness.core.errors import MeasureError, Problem, suggest
from harness.core.faults import add_measure_module
from harness.core.judged_run import JudgedRun
from harness.core.packages import docstring
from harness.core.sampled_run import SampleEstimate
from harness.measures.parameters import list_parameters
from harness.measures.summaries import Ratio

Texts = npt.NDArray[np.object_]
Result: TypeAlias = "Floats | Ratio | SampleEstimate | Texts"
Function: TypeAlias = "Callable[..., Result]"
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class TrecName:
    """A name under which trec_eval computes a measure.

    ``parameter`` takes the values after the dot in ``P.5,10``, one measure each, ``values`` by
    default; ``style`` formats a value in the printed name. With ``parse`` the whole text after the
    dot makes one measure instead. ``fixed`` are parameters that the name implies. ``summary_only``
    measures are not printed topic by topic.
    """

    name: str
    parameter: str | None = None
    values: tuple[Any, ...] = ()
    style: str = "{}"
    fixed: Mapping[str, Any] = field(default_factory=dict)
    parse: Callable[[str], Mapping[str, Any]] | None = None
    summary_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """A declared measure with open parameters.

    ``suffix`` is the parameter that ``@`` sets in notation; ``summary`` the summary over topics
    (``mean``, ``sum``, ``geometric`` or ``text``); ``bounds`` hold for every topic; ``rising``
    promises that moving a better document up never lowers the value, ``falling`` that it never
    raises it (low values are good); ``needs_collection_size`` that the measure requires the number
    of documents in the collection. ``choices`` lists the words that a parameter accepts; of the
    parameters in ``exclusive`` at most one may be given. ``across_topics`` says that a topic's
    value depends on the run's other topics. ``variants`` are other tools' names for the measure
    with some parameters set: ``{"ndcg_burges": {"dcg": "exp-log2"}}``. ``sees`` names the class of
    the function's batches: `JudgedRun`, or the annotation of its first parameter.

    Every measure of documents takes ``judged_only=True`` beside its own parameters: unjudged
    documents leave the ranking before it is measured.
    """

    name: str
    function: Function
    defaults: Mapping[str, Any]
    suffix: str | None
    aliases: tuple[str, ...]
    trec_names: tuple[TrecName, ...]
    summary: str
    bounds: tuple[float, float]
    cite: str
    integer: bool
    rising: bool
    needs_collection_size: bool
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exclusive: tuple[str, ...] = ()
    falling: bool = False
    across_topics: bool = False
    sees: str = "JudgedRun"
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name in notation, its own first."""
        return (self.name, *self.aliases, *self.variants)

    @property
    def batch(self) -> str:
        """The class of the function's batches; documents' if any will do."""
        return JudgedRun.__name__ if self.sees == Batch.__name__ else self.sees

    @property
    def is_by_topic(self) -> bool:
        """Whether each topic's value surely depends on that topic alone; a plugin need not say."""
        return not self.across_topics and self.function.__module__.startswith(f"{_PACKAGE}.")

    @property
    def title(self) -> str:
        """The first sentence of the docstring."""
        return (docstring(self.function) or self.name).split("\n\n")[0].replace("\n", " ")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with its function; views of dictionaries cannot be pickled."""
        values = [getattr(self, part.name) for part in fields(self)]
        return Family, tuple(dict(v) if isinstance(v, MappingProxyType) else v for v in values)


#: Every family declared so far, by name, in the order of declaration.
FAMILIES: dict[str, Family] = {}
_BY_ANY_NAME: dict[str, Family] = {}
#: Every name of trec_eval for one of them.
TREC_NAMES: dict[str, tuple[Family, TrecName]] = {}
#: Names that somebody may expect of a measure, in small letters, and why there is none.
REFUSED_NAMES: dict[str, str] = {}


_PACKAGE = __name__.rpartition(".")[0]
#: The modules of the most usual measures, and those with trec_eval's other measures of documents;
#: all others are loaded for a name unknown so far.
_COMMON = ("ranked", "gain")
_TREC_EVAL = ("sets", "curves", "incomplete", "counts", "users")


@cache
def load_common() -> None:
    """Declare the most usual measures."""
    _load(_COMMON)


@cache
def load_trec_eval() -> None:
    """Declare these and all other measures of documents that trec_eval computes."""
    _load((*_COMMON, *_TREC_EVAL))


def _load(modules: Iterable[str]) -> None:
    for module in modules:
        import_module(f"{_PACKAGE}.{module}")


@cache
def load_own() -> None:
    """Declare every measure of this package."""
    load_trec_eval()
    _load(sorted(it.name for it in pkgutil.iter_modules(import_module(_PACKAGE).__path__)))


def all_families() -> dict[str, Family]:
    """Return all families by name, this package's first."""
    load_own()
    return FAMILIES


class Promises(TypedDict, total=False):
    """Promises of a measure; `Family` explains each."""

    integer: bool
    rising: bool
    needs_collection_size: bool
    exclusive: tuple[str, ...]
    falling: bool
    across_topics: bool
    variants: Mapping[str, Mapping[str, Any]]


_UNPROMISED: Promises = {
    "integer": False,
    "rising": False,
    "needs_collection_size": False,
}


def measure(
    name: str,
    *,
    cite: str = "",
    trec_eval: TrecName | tuple[TrecName, ...] = (),
    suffix: str | None = "cutoff",
    aliases: tuple[str, ...] = (),
    summary: str = "mean",
    bounds: tuple[float, float] = (0.0, 1.0),
    choices: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    **promises: Unpack[Promises],
) -> Callable[[F], F]:
    """Declare a measure.

    The function takes a batch (a `JudgedRun` unless annotated otherwise) and keyword-only
    parameters with defaults, and returns one number per topic [T], or a `Ratio`. Its docstring is
    printed by ``harness measures NAME``.

    Parameters
    ----------
    name, aliases
        Its names in notation.
    cite
        Its publication.
    trec_eval
        Its names in trec_eval.
    suffix
        The parameter that ``@`` sets.
    summary
        The summary over topics: ``mean``, ``sum``, ``geometric`` or ``text``.
    bounds
        Bounds of the value of every topic.
    choices
        The words that a parameter accepts.
    promises
        `Promises`, which tests verify.

    Returns
    -------
    decorator
        It declares the function, and returns it unchanged.

    Raises
    ------
    MeasureError
        For names that are taken, and for an impossible `Family`.

    Examples
    --------
    >>> @measure("LastGrade", suffix=None, bounds=(-3.0, 100.0))
    ... def last_grade(run: JudgedRun) -> Floats:
    ...     return run.grades[:, -1].astype(float)
    >>> forget("LastGrade")
    """

    def declare(function: F) -> F:
        parameters = list(inspect.signature(function).parameters.values())
        defaults = list_parameters(name, parameters[1:])
        names = (trec_eval,) if isinstance(trec_eval, TrecName) else trec_eval
        given: dict[str, Any] = {**_UNPROMISED, **promises}
        family = Family(
            name=name,
            function=function,
            defaults=MappingProxyType(defaults),
            suffix=suffix if suffix in defaults else None,
            aliases=aliases,
            trec_names=names,
            summary=summary,
            bounds=bounds,
            cite=cite,
            choices=choices,
            sees=_sees(parameters[0]),
            **given,
        )
        register(family)
        return function

    return declare


def register(family: Family) -> None:
    """Register a family; a name taken by another one is a `MeasureError`.

    The same function may be declared again, as when its module is reloaded.
    """
    if not family.function.__module__.startswith(f"{_PACKAGE}."):
        load_own()  # whose names are taken
    for key in family.names:  # a notebook cell that runs again, with another function
        known = _BY_ANY_NAME.get(key.lower())
        if known and {_origin(known)[0], _origin(family)[0]} == {"__main__"}:
            forget(known.name)
    problems = [
        Problem(f"the measure name {key!r} is already taken by {known.name}")
        for key in family.names
        if (known := _BY_ANY_NAME.get(key.lower())) and _origin(known) != _origin(family)
    ]
    problems += [
        Problem(f"the trec_eval name {key.name!r} is already taken by {taken[0].name}")
        for key in family.trec_names
        if (taken := TREC_NAMES.get(key.name)) and _origin(taken[0]) != _origin(family)
    ]
    if problems:
        raise MeasureError(problems)
    add_measure_module(family.function.__module__)
    FAMILIES[family.name] = family
    _BY_ANY_NAME.update({key.lower(): family for key in family.names})
    TREC_NAMES.update({key.name: (family, key) for key in family.trec_names})


def refuse_names(reasons: Mapping[str, str]) -> None:
    """Register the reasons why there are no measures of these names, for error messages."""
    REFUSED_NAMES.update({name.lower(): why for name, why in reasons.items()})


def forget(name: str) -> None:
    """Remove a family, if there is one of that name."""
    family = FAMILIES.pop(name, None)
    if family is not None:
        for key in family.names:
            _BY_ANY_NAME.pop(key.lower(), None)
        for trec in family.trec_names:
            TREC_NAMES.pop(trec.name, None)


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Forget every family declared inside if an exception leaves the block."""
    load_own()
    tables: tuple[dict[str, Any], ...] = (FAMILIES, _BY_ANY_NAME, TREC_NAMES)
    before = [dict(table) for table in tables]
    try:
        yield
    except BaseException:
        for table, known in zip(tables, before, strict=True):
            table.clear()
            table.update(known)
        raise


def _origin(family: Family) -> tuple[str, str]:
    return family.function.__module__, family.function.__qualname__


def find_family(name: str) -> Family:
    """Return the family of a name or alias, ignoring case.

    Raises `MeasureError` if there is none.
    """
    if not is_known(name):
        load_own()
    family = _BY_ANY_NAME.get(name.lower())
    if family is None:
        raise MeasureError(unknown_measure(name, name, known_names()))
    return family


def unknown_measure(text: str, name: str, names: Iterable[str]) -> Problem:
    """Return the problem of an unknown measure: the reason, or the nearest of ``names``."""
    hint = REFUSED_NAMES.get(name.lower()) or suggest(name, names, "harness measures lists them")
    return Problem(f"unknown measure {text!r}", hint=hint)


def is_known(name: str) -> bool:
    """Return whether a measure declared so far has this name or alias, ignoring case."""
    return name.lower() in _BY_ANY_NAME


def known_names() -> list[str]:
    """Return every name of a measure, without trec_eval's."""
    return [name for family in all_families().values() for name in family.names]


def _sees(first: inspect.Parameter) -> str:
    """Return the class of a function's batches, by the annotation of its first parameter."""
    if first.annotation is first.empty:
        return "JudgedRun"
    named = first.annotation
    return str(named if isinstance(named, str) else named.__name__).rpartition(".")[2]
