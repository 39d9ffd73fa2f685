"""Users' measures: in installed packages, in a module that a task names, as Python functions.

An installed package offers its modules under the entry point group ``harness.measures``::

    [project.entry-points."harness.measures"]
    mine = "my_package.my_measures"

A module declares measures like the modules of this package, with the decorator `measure`; they then
work everywhere a measure is named, with parameters, defaults and labels. A function can be used as
a measure without being declared.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import InputError, MeasureError, Problem
from harness.core.execution import BEFORE_WORK
from harness.core.judged_run import JudgedRun
from harness.core.packages import extra, import_named, refuse_module, run_module
from harness.measures.bound import Measure, bind
from harness.measures.registry import FAMILIES, Family, all_or_nothing, forget, register

#: The entry point group for installed packages with measures.
GROUP = "harness.measures"

#: The prefix of names of modules from files.
_OF_A_FILE = "harness_measures_"


def load_entry_points() -> tuple[Family, ...]:
    """Load the measures of installed packages, once.

    Raises `MeasureError` with every package that cannot be loaded, after loading the others.
    """
    families, problems = _entry_points()
    if problems:
        raise MeasureError(problems)
    return families


@cache
def _entry_points() -> tuple[tuple[Family, ...], tuple[Problem, ...]]:
    from importlib.metadata import entry_points

    families: list[Family] = []
    problems: list[Problem] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        where = f"entry point {point.name} = {point.value}"
        try:
            families += _load(partial(import_named, point.module), where)
        except MeasureError as error:
            problems.extend(error.problems)
    return tuple(families), tuple(problems)


def load_module(name_or_path: str) -> tuple[Family, ...]:
    """Load a module, and return the measures that it declares, in the order of declaration.

    The module is named as in an import statement, or by the path of its file, which ends in
    ``.py``. Nothing is kept of a module that fails. `MeasureError` if it is not found, fails,
    declares no measure, or takes the name of another one.
    """
    try:
        refuse_module(name_or_path)
    except InputError as error:
        raise MeasureError(error.problems) from None
    run = partial(run_module, name_or_path, prefix=_OF_A_FILE, with_what="with measures")
    return _load(run, name_or_path)


def _declare_here() -> Callable[[], None] | None:
    """Return a function that declares, in a worker, the measures of files and sessions."""
    # Measures declared in a file or session, unknown to other processes.
    begin = (_OF_A_FILE, "__main__")
    foreign = [it for it in FAMILIES.values() if it.function.__module__.startswith(begin)]
    if not foreign:
        return None
    with extra("cluster", "measures of modules in worker processes need"):
        import cloudpickle

    for name in {family.function.__module__ for family in foreign} - {"__main__"}:
        cloudpickle.register_pickle_by_value(sys.modules[name])
    return partial(_declare, foreign)


def _declare(families: Sequence[Family]) -> None:
    """Declare measures anew, in a worker that may have had others of these names."""
    for family in families:
        forget(family.name)
        register(family)


BEFORE_WORK.append(_declare_here)


def _load(run_module: Callable[[], ModuleType], where: str) -> tuple[Family, ...]:
    with all_or_nothing():
        try:
            module = run_module()
        except (Exception, SystemExit) as error:
            raise MeasureError(_problems(error, where)) from error
        name = module.__name__
        declared = tuple(
            family
            for family in FAMILIES.values()
            if f"{family.function.__module__}.".startswith(f"{name}.")
        )
        if not declared:
            hint = "a measure is a function decorated with harness.measures.measure"
            raise MeasureError(Problem("the module declares no measure", where=where, hint=hint))
    return declared


def _problems(error: BaseException, where: str) -> list[Problem]:
    """Return the problems of an error in a module, with file and line if known."""
    house, system = Path(__file__).parents[1], Path(importlib.__file__).parent
    own = (str(house), str(system), "<frozen importlib")
    frames = traceback.extract_tb(error.__traceback__)
    foreign = [frame for frame in frames if not frame.filename.startswith(own)]
    file, line = (foreign[-1].filename, foreign[-1].lineno) if foreign else (where, None)
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno
    if isinstance(error, MeasureError | InputError):
        return [
            Problem(problem.message, where=file, line=line, key=problem.key, hint=problem.hint)
            for problem in error.problems
        ]
    message = f"the module with measures failed: {type(error).__name__}: {error}"
    return [Problem(message, where=file, line=line)]


#: The accepted signatures of functions as measures.
FORMS = "f(batch) -> one number per topic, or f(ranking, judged) -> the number of one topic"


def function_measure(function: Callable[..., Any]) -> Measure:
    """Return the measure of a function; a declared function has its declared measure.

    A function of one argument takes the batch of all topics, a `JudgedRun`, and returns a number
    for each. A function of two arguments is called for each topic with the grades of the ranking,
    best first (None: unjudged), and all judged grades, best first. `MeasureError` for any other.

    >>> def first_is_relevant(ranking, judged):
    ...     return float(bool(ranking) and (ranking[0] or 0) > 0)
    >>> measure = function_measure(first_is_relevant)
    >>> measure, measure.evaluate(JudgedRun.of([2, -1], [-1, 1], [])).tolist()
    (<Measure first_is_relevant>, [1.0, 0.0, 0.0])
    """
    declared = next((f for f in FAMILIES.values() if f.function is function), None)
    if declared is not None:
        return bind(declared, {})
    name = getattr(function, "__name__", type(function).__name__)
    try:
        inspect.signature(function).bind(None)
        of_batch = True
    except TypeError:
        of_batch = False
    if not of_batch:
        try:
            inspect.signature(function).bind(None, None)
        except TypeError:
            raise MeasureError(Problem(f"{name} is no measure", hint=FORMS)) from None
    family = Family(
        name=name,
        function=function if of_batch else _by_topic(function),
        defaults=MappingProxyType({}),
        suffix=None,
        aliases=(),
        trec_names=(),
        summary="mean",
        bounds=(-np.inf, np.inf),
        cite="",
        integer=False,
        rising=False,
        needs_collection_size=False,
    )
    return Measure(family, MappingProxyType({}), name)


def _by_topic(function: Callable[..., Any]) -> Callable[[JudgedRun], Floats]:
    def called(ranking: list[int | None], judged: list[int]) -> Any:
        try:
            return function(ranking, judged)
        except TypeError as error:
            if None not in ranking:
                raise
            raise TypeError(f"{error} (documents that nobody judged are None)") from error

    def values(run: JudgedRun) -> Floats:
        levels = run.judgments.levels[::-1]
        counts = run.judgments.counts[:, ::-1]
        return np.array(
            [
                called(
                    [grade if grade >= 0 else None for grade in grades[:length].tolist()],
                    np.repeat(levels, judged).tolist(),
                )
                for grades, length, judged in zip(run.grades, run.num_ret, counts, strict=True)
            ],
            dtype=np.float64,
        )

    values.__module__ = function.__module__
    return values
