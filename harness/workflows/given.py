"""Everything that Python may hand over as judgments, runs, measures and options, taken apart."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from inspect import signature
from itertools import count
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import numpy as np

from harness.core.errors import HarnessError, Problem, suggest
from harness.core.execution import Workers
from harness.core.identity import RunFile, require_unique_names
from harness.core.locations import is_path
from harness.core.model import Qrels, Run
from harness.evaluation.judgments import KnownJudgments
from harness.evaluation.rules import RuleOptions
from harness.evaluation.views.documents import with_dimensions
from harness.formats.frames import qrels_from, run_from, runs_from
from harness.formats.nested import NAMELESS, HeldRun, are_runs, held_judgments, nested_run
from harness.formats.qrels import read_qrels
from harness.formats.runs import run_files
from harness.formats.side_tables import costs_given
from harness.measures import AnyMeasure
from harness.measures.plugins import function_measure
from harness.measures.trec_names import ForeignMeasure
from harness.workflows.inputs import Inputs

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

PathLike: TypeAlias = "str | os.PathLike[str]"
Frame: TypeAlias = "pd.DataFrame | pl.DataFrame | pl.LazyFrame"
#: Rows with names (named tuples, dictionaries), or bare ``(topic, document, number)``.
Rows: TypeAlias = "Iterable[tuple[Any, ...]] | Iterable[Mapping[str, Any]]"
#: The documents of a topic, best first: identifiers, ``(document, score)``, or hits.
Ranking: TypeAlias = "Mapping[Any, Any] | Sequence[Any]"
#: Judgments, however they are given.
QrelsLike: TypeAlias = "PathLike | Qrels | Frame | Mapping[Any, Any] | Rows"
#: A run, however it is given.
RunLike: TypeAlias = "PathLike | Run | Frame | Mapping[Any, Any] | Rows"
#: One run or several, however they are given.
RunsLike: TypeAlias = "RunLike | Mapping[str, RunLike] | Sequence[RunLike]"
#: A name, an object, or a function of a batch, or of a ranking and its judgments.
MeasureLike: TypeAlias = "str | AnyMeasure | ForeignMeasure | Callable[..., Any]"


class JudgmentOptions(RuleOptions, total=False):
    """`RuleOptions`, and what is known of the judgments besides.

    ignore_identical : bool
        Documents that have the identifier of their topic leave the rankings.
    known_judgments : judgments, or a list of such
        What was judged in earlier rounds: it leaves judgments and rankings before anything else
        (`harness.evaluation.judgments`).
    dimensions : mapping of judgments
        Further judgments of the same documents by the name of their dimension.
    costs : mapping, or path
        What documents cost to read, by document: words for TBG, characters for U, any unit for
        measures of C/W/L.
    """

    ignore_identical: bool
    known_judgments: QrelsLike | Sequence[QrelsLike] | None
    dimensions: Mapping[str, QrelsLike]
    costs: Mapping[str, float] | PathLike | None


class WorkOptions(TypedDict, total=False):
    """Choice of workers; no number depends on it (`harness.core.execution.Execution`)."""

    backend: str | None
    workers: Workers
    scheduler: str | None


class ScoreOptions(JudgmentOptions, WorkOptions, total=False):
    """`JudgmentOptions` and `WorkOptions`."""


def rule_options(options: Mapping[str, Any]) -> RuleOptions:
    """Those of the options that are rules."""
    known = RuleOptions.__optional_keys__
    return {name: value for name, value in options.items() if name in known}  # type: ignore[return-value]


def inputs_given(qrels: Any, options: JudgmentOptions) -> Inputs:
    """Judgments, and what is known of them besides."""
    dimensions = options.get("dimensions") or {}
    others = {name: judgments_given(other) for name, other in dimensions.items()}
    judgments = with_dimensions(judgments_given(qrels), others)
    known = known_given(options.get("known_judgments"))
    return Inputs.of(judgments, known, costs=costs_given(options.get("costs")))


def judgments_given(judged: Any) -> Qrels:
    """Judgments of a file, of values in memory, or of whatever `qrels_from` takes."""
    if isinstance(judged, Qrels):
        return judged
    return read_qrels(judged) if is_path(judged) else held_judgments(judged) or qrels_from(judged)


def known_given(given: Any) -> KnownJudgments | None:
    """Known judgments from one or several, given as `judgments_given` takes them."""
    if given is None:
        return None
    several = isinstance(given, list | tuple) and not any(map(_is_record, given))
    return KnownJudgments.of(map(judgments_given, given if several else [given]))


def _is_record(value: Any) -> bool:
    """Whether this is a row of judgments, and no judgments."""
    if isinstance(value, Mapping):
        return not any(isinstance(part, Mapping) for part in value.values())
    return hasattr(value, "_asdict") or (
        isinstance(value, tuple) and not any(isinstance(part, tuple | Mapping) for part in value)
    )


def refuse_options(called: Callable[..., Any], given: Mapping[str, Any], known: Any) -> None:
    """Raise `TypeError` for a keyword argument that there is not, with the nearest there is."""
    for name in given.keys() - known.__optional_keys__:
        names = {*signature(called).parameters, *known.__optional_keys__} - {"self", "options"}
        what = f"{called.__qualname__}() got an unexpected keyword argument {name!r}"
        raise TypeError(f"{what} ({suggest(name, sorted(names))})")


def names_of(measures: Any) -> list[str | AnyMeasure]:
    """The measures one by one."""
    several = isinstance(measures, Iterable) and not isinstance(measures, str)
    return [
        function_measure(measure) if isinstance(measure, FunctionType | partial) else measure
        for measure in (measures if several else [measures])
    ]


def as_run(run: RunFile | Run | HeldRun) -> RunFile | Run:
    """The run as files and frames are evaluated."""
    return run_from(run.rankings, run.name) if isinstance(run, HeldRun) else run


def opened_runs(runs: Any) -> list[RunFile | Run]:
    """The runs one by one, those that are held in dictionaries as `Run`."""
    return [as_run(run) for run in runs_given(runs)]


def runs_given(runs: Any) -> list[RunFile | Run | HeldRun]:
    """The runs one by one, however they are given: files, which are read in their turn, or values.

    >>> [run.name for run in runs_given(["a.run", {"1": {"d": 1.0}}, {"1": {"e": 1.0}}])[1:]]
    ['run1', 'run2']
    """
    if isinstance(runs, RunFile | HeldRun):
        return [runs]
    if is_path(runs):
        return [RunFile(path) for path in run_files(runs)]
    if _is_empty_frame(runs):
        return [HeldRun({}, NAMELESS)]
    if isinstance(runs, list | tuple) and not any(map(_is_row, runs)):
        parts = [(run, part) for run in runs for part in runs_given(run)]
        nameless = [
            part is not run and isinstance(part, Run | HeldRun) and part.name == NAMELESS
            for run, part in parts
        ]
        if sum(nameless) < 2:
            return [part for _, part in parts]
        numbers = count(1)
        return [
            _named(part, f"{NAMELESS}{next(numbers)}") if unnamed else part
            for (_, part), unnamed in zip(parts, nameless, strict=True)
        ]
    if isinstance(runs, Mapping):
        if not are_runs(runs):
            return [HeldRun(nested_run(runs) or {}, NAMELESS)]
        named = [_run_given(run, str(name)) for name, run in runs.items()]
        require_unique_names((str(name), None) for name in runs)
        return named
    return list(runs_from(runs))


def _run_given(run: Any, name: str) -> RunFile | Run | HeldRun:
    if is_path(run):
        return RunFile(os.fspath(run), name)
    if isinstance(run, Mapping) or _is_empty_frame(run):
        return HeldRun(nested_run(run) or {}, name)
    return run_from(run, name)


def _is_empty_frame(run: object) -> bool:
    """Whether this is a frame of a run without any row."""
    return hasattr(run, "__len__") and hasattr(run, "columns") and not len(run)


def _named(run: Any, name: str) -> Run | HeldRun:
    return HeldRun(run.rankings, name) if isinstance(run, HeldRun) else run_from(run, name)


def _is_row(value: Any) -> bool:
    """Whether this is a row of a run: a tuple of texts and numbers, one with names, a split line.

    A list of files is none.
    """
    if isinstance(value, list):
        return len(value) == 6 and str(value[3]).isdecimal()
    if hasattr(value, "_asdict"):
        return True
    parts = value.values() if isinstance(value, Mapping) else value
    plain = isinstance(value, tuple | Mapping) and len(value) >= 3
    return plain and all(isinstance(part, str | int | float | np.generic) for part in parts)


#: The process in which frames were used first: their threads are its own.
_USED_IN: list[int] = []


def require_threads() -> None:
    """Raise `HarnessError` where this process was forked after frames had been used.

    The threads of polars do not follow into a fork, and whatever asks them for work waits for ever.
    Dictionaries and lists need none.
    """
    if _USED_IN and _USED_IN[0] != os.getpid():
        message = "this process was forked after frames or files had been evaluated"
        hint = "start it with spawn or forkserver, or give judgments and runs as dictionaries"
        raise HarnessError(Problem(message, hint=hint))
    _USED_IN[:] = [os.getpid()]
