"""Convert the judgments, runs, measures and options that Python code may pass."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from inspect import signature
from itertools import count
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import numpy as np

from harness.comparison import ScoreTable
from harness.comparison.table import LONG
from harness.core.columns import no_results
from harness.core.errors import EvaluationError, Problem, refuse, refuse_unknown, suggest
from harness.core.execution import Workers
from harness.core.identity import RunFile, require_unique_names
from harness.core.locations import is_path
from harness.core.model import Qrels, Run
from harness.core.notes import Note, asks_for_a_look, shorten_notes
from harness.evaluation.judgments import KnownJudgments
from harness.evaluation.rules import RuleOptions
from harness.evaluation.scores import Scores
from harness.evaluation.views.subtopics import with_dimensions
from harness.formats.frames import qrels_from, run_from, runs_from
from harness.formats.nested import (
    NAMELESS,
    Nested,
    are_columns,
    are_runs,
    held_judgments,
    is_empty,
)
from harness.formats.qrels import read_qrels
from harness.formats.runs import run_files
from harness.formats.side_tables import load_costs
from harness.formats.skipped import is_skip
from harness.inputs.chosen_runs import name_apart
from harness.inputs.prepared import Inputs
from harness.measures import AnyMeasure
from harness.measures.plugins import function_measure
from harness.measures.trec_names import ForeignMeasure
from harness.results.directory import Results
from harness.results.tables import score_tables
from harness.settings.names import TOPIC_CHOICES
from harness.workflows.evaluate import Evaluation

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

PathLike: TypeAlias = "str | os.PathLike[str]"
_Frame: TypeAlias = "pd.DataFrame | pl.DataFrame"
Frame: TypeAlias = "_Frame | pl.LazyFrame"
#: Rows with names (named tuples, dictionaries), or bare ``(topic, document, number)``.
Rows: TypeAlias = "Iterable[tuple[Any, ...]] | Iterable[Mapping[str, Any]]"
#: The documents of a topic, best first: identifiers, ``(document, score)``, or hits.
Ranking: TypeAlias = "Mapping[Any, Any] | Sequence[Any]"
#: Judgments in any form.
QrelsLike: TypeAlias = "PathLike | Qrels | Frame | Mapping[Any, Any] | Rows"
#: A run in any form.
RunLike: TypeAlias = "PathLike | Run | Frame | Mapping[Any, Any] | Rows"
#: One run or several, in any form.
RunsLike: TypeAlias = "RunLike | Mapping[str, RunLike] | Sequence[RunLike]"
#: A name, an object, or a function of a batch, or of a ranking and its judgments.
MeasureLike: TypeAlias = "str | AnyMeasure | ForeignMeasure | Callable[..., Any]"


class JudgmentOptions(RuleOptions, total=False):
    """`RuleOptions`, and further options of the judgments.

    ignore_identical : bool
        Whether documents with the identifier of their topic leave the rankings.
    known_judgments : judgments, or a list of such
        Judgments of earlier rounds: their documents leave judgments and rankings before anything
        else (`harness.evaluation.judgments`).
    dimensions : mapping of judgments
        Further judgments of the same documents, by the name of their dimension.
    costs : mapping, or path
        Reading cost of each document: words for TBG, characters for U, any unit for measures of
        C/W/L.
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
    """Return the options that are rules."""
    known = RuleOptions.__optional_keys__
    return {name: value for name, value in options.items() if name in known}  # type: ignore[return-value]


def convert_inputs(qrels: Any, options: JudgmentOptions) -> Inputs:
    """Return the judgments, and the other inputs of their options."""
    dimensions = options.get("dimensions") or {}
    others = {name: convert_judgments(other) for name, other in dimensions.items()}
    judgments = with_dimensions(convert_judgments(qrels), others)
    known = read_known(options.get("known_judgments"))
    return Inputs.of(judgments, known, costs=load_costs(options.get("costs")))


def convert_judgments(judged: Any, name: str = "the qrels") -> Qrels:
    """Return judgments from a file, nested values, or anything that `qrels_from` takes."""
    if isinstance(judged, Qrels):
        return judged
    if is_path(judged):
        return read_qrels(judged)
    return held_judgments(judged, name) or qrels_from(judged, name=name)


def read_known(given: Any) -> KnownJudgments | None:
    """Return known judgments from one or several values for `convert_judgments`."""
    if given is None:
        return None
    several = isinstance(given, list | tuple) and not any(map(_is_record, given))
    return KnownJudgments.of(map(convert_judgments, given if several else [given]))


def _is_record(value: Any) -> bool:
    """Return whether a value is a row of judgments, not judgments."""
    if isinstance(value, Mapping):
        return not any(isinstance(part, Mapping) for part in value.values())
    return hasattr(value, "_asdict") or (
        isinstance(value, tuple) and not any(isinstance(part, tuple | Mapping) for part in value)
    )


def refuse_options(called: Callable[..., Any], given: Mapping[str, Any], known: Any) -> None:
    """Raise `TypeError` for an unknown keyword argument, with the nearest name."""
    for name in given.keys() - known.__optional_keys__:
        names = {*signature(called).parameters, *known.__optional_keys__} - {"self", "options"}
        what = f"{called.__qualname__}() got an unexpected keyword argument {name!r}"
        raise TypeError(f"{what} ({suggest(name, sorted(names))})")


def split_measures(measures: Any) -> list[str | AnyMeasure]:
    """Return the measures one by one."""
    several = isinstance(measures, Iterable) and not isinstance(measures, str)
    return [
        function_measure(measure) if isinstance(measure, FunctionType | partial) else measure
        for measure in (measures if several else [measures])
    ]


def open_runs(runs: Any) -> list[RunFile | Run]:
    """Return the runs one by one, none of them empty.

    Files with equal tags get the names of the files, as on a command line.
    """
    given = convert_runs(runs)
    refuse_empty(given)
    return name_apart(given)


def refuse_empty(runs: Iterable[RunFile | Run]) -> None:
    """Raise `InputError` for values without documents."""
    refuse(
        Problem("there is no retrieved document", run.name)
        for run in runs
        if isinstance(run, Run) and not len(run)
    )


def convert_runs(runs: Any) -> list[RunFile | Run]:
    """Return the runs one by one, from any form: files, to be read later, or values.

    >>> [run.name for run in convert_runs(["a.run", {"1": {"d": 1.0}}, {"1": {"e": 1.0}}])[1:]]
    ['run1', 'run2']
    """
    if isinstance(runs, RunFile):
        return [runs]
    if is_path(runs):
        return [RunFile(path) for path in run_files(runs)]
    if _is_empty_frame(runs):
        return [_EMPTY]
    if isinstance(runs, list | tuple) and not any(map(_is_row, runs)):
        parts = [(run, part) for run in runs for part in convert_runs(run)]
        nameless = [
            part is not run and isinstance(part, Run) and part.name == NAMELESS
            for run, part in parts
        ]
        if sum(nameless) < 2:
            return [part for _, part in parts]
        numbers = count(1)
        return [
            run_from(part, f"{NAMELESS}{next(numbers)}") if unnamed else part
            for (_, part), unnamed in zip(parts, nameless, strict=True)
        ]
    if isinstance(runs, Mapping) and not are_columns(runs):
        if not are_runs(runs):
            return [_run_given(runs, NAMELESS)]
        named = [_run_given(run, str(name)) for name, run in runs.items()]
        require_unique_names((str(name), None) for name in runs)
        return named
    return list(runs_from(runs))


def _run_given(run: Any, name: str) -> RunFile | Run:
    if is_path(run):
        return RunFile(os.fspath(run), name)
    if _is_empty_frame(run) or (isinstance(run, Mapping) and all(map(is_empty, run.values()))):
        return run_from(_EMPTY, name)
    return run_from(run, name)


def _is_empty_frame(run: object) -> bool:
    """Return whether a value is a frame of a run without rows."""
    return hasattr(run, "__len__") and hasattr(run, "columns") and not len(run)


def _is_row(value: Any) -> bool:
    """Return whether a value is a row of a run: a tuple of texts and numbers, or a split line.

    A list of files is not.
    """
    if isinstance(value, list):
        return len(value) == 6 and str(value[3]).isdecimal()
    if hasattr(value, "_asdict"):
        return True
    parts = value.values() if isinstance(value, Mapping) else value
    plain = isinstance(value, tuple | Mapping) and len(value) >= 3
    return plain and all(isinstance(part, str | int | float | np.generic) for part in parts)


#: A run without documents.
_EMPTY = Run(NAMELESS, no_results(), details={"format": "dict", "whole_numbers": False})

#: Values with the scores of an evaluation.
HoldsScores: TypeAlias = "Scores | Evaluation | Results | PathLike | Nested | _Frame"


def make_tables(
    scores: Any,
    measures: Sequence[str] | None = None,
    runs: Sequence[str] | None = None,
    topics: str = "all",
) -> tuple[ScoreTable, ...]:
    """Return the score tables of any value with scores, all unless measures are named.

    ``topics`` may be the name of a subset of the evaluation.
    """
    if topics in TOPIC_CHOICES:
        tables, skips = _make_tables(scores, measures, runs, topics), _skips(scores)
        return tuple(replace(table, notes=(*table.notes, *skips)) for table in tables)
    subsets = getattr(scores, "manifest", {}).get("subsets", {})
    refuse_unknown("choice of topics", [topics], [*TOPIC_CHOICES, *subsets])
    tables = make_tables(scores, measures, runs)
    return tuple(table.of_subset(topics, subsets[topics]) for table in tables)


def _skips(scores: Any) -> tuple[Note, ...]:
    """Return the notes on skipped lines of the evaluated files, as in manifests."""
    notes = map(Note.of, getattr(scores, "manifest", {}).get("notes", ()))
    return shorten_notes(filter(is_skip, notes))


def _make_tables(
    scores: Any, measures: Sequence[str] | None, runs: Sequence[str] | None, topics: str
) -> tuple[ScoreTable, ...]:
    if isinstance(scores, Results):
        return score_tables(scores, measures, runs=runs, topics=topics)
    if isinstance(scores, Evaluation):
        scores = scores.scores
    if isinstance(scores, Scores):
        chosen = scores.measures if measures is None else measures
        tables = (ScoreTable.of(scores, name, runs=runs, topics=topics) for name in chosen)
        further = [note for note in scores.notes if note.code not in _OF_AVERAGES]
        looks = tuple(filter(asks_for_a_look, further))
        return tuple(replace(table, notes=(*table.notes, *looks)) for table in tables)
    scores = _our_frame(scores, (measures or (UNNAMED,))[0])
    columns = list(map(str, scores if isinstance(scores, dict) else getattr(scores, "columns", ())))
    if set(LONG) <= set(columns):
        names = list(dict.fromkeys(scores["measure"])) if measures is None else measures
        return tuple(ScoreTable.of_long(scores, name, runs=runs, topics=topics) for name in names)
    if hasattr(scores, "index") and columns:
        if measures is not None and len(measures) != 1:
            hint = "the frame holds one measure"
            raise EvaluationError(Problem(f"{len(measures)} measures are named", hint=hint))
        name = UNNAMED if measures is None else measures[0]
        return (ScoreTable.of_frame(scores, name, runs=runs, topics=topics),)
    hint = "Scores, an Evaluation, Results, the path of a directory of results, or a frame"
    raise EvaluationError(Problem(f"{type(scores).__name__} holds no scores", hint=hint))


#: The name of a measure without one.
UNNAMED = "value"
#: Notes on averages that tables of scores make themselves.
_OF_AVERAGES = frozenset({"nothing-judged", "topics-missing", "topics-left-out"})
#: The columns of the frame of PyTerrier's Experiment with perquery=True.
_OF_PYTERRIER = {"name": "run", "qid": "topic", "measure": "measure", "value": "value"}


def _our_frame(scores: Any, measure: str) -> Any:
    """Return a frame with our columns from dictionaries and PyTerrier's frames; else unchanged."""
    if isinstance(scores, Mapping):
        return _long_columns(scores, measure)
    if hasattr(scores, "__arrow_c_stream__") and not hasattr(scores, "loc"):
        from harness.core.packages import pl

        scores = pl.DataFrame(scores)
    if not set(_OF_PYTERRIER) <= {str(name) for name in getattr(scores, "columns", ())}:
        return scores
    if hasattr(scores, "with_columns"):
        return scores.rename(_OF_PYTERRIER)
    return scores.rename(columns=_OF_PYTERRIER)


def _long_columns(values: Mapping[Any, Any], measure: str) -> dict[str, list[Any]]:
    """Return the columns of ``{run: {topic: value}}`` or ``{run: {topic: {measure: value}}}``."""
    if not all(isinstance(topics, Mapping) for topics in values.values()):
        hint = "{run: {topic: value}}, or {run: {topic: {measure: value}}}"
        raise EvaluationError(Problem("a dictionary holds no scores", hint=f"expected {hint}"))
    rows = [
        (str(run), str(topic), str(name), value)
        for run, topics in values.items()
        for topic, given in topics.items()
        for name, value in (given if isinstance(given, Mapping) else {measure: given}).items()
    ]
    return {name: [row[column] for row in rows] for column, name in enumerate(LONG)}
