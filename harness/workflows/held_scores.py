"""Whatever holds the scores of an evaluation → the score tables that are compared."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from harness.comparison import ScoreTable
from harness.comparison.table import LONG
from harness.core.errors import EvaluationError, Problem, unknown
from harness.core.notes import Note, asks_for_a_look, shortened
from harness.evaluation.scores import Scores
from harness.formats.skipped import is_skip
from harness.results.directory import Results
from harness.results.tables import score_tables
from harness.settings.names import TOPIC_CHOICES
from harness.workflows.evaluate import Evaluation

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

#: What holds the scores of an evaluation.
HoldsScores: TypeAlias = (
    "Scores | Evaluation | Results | str | os.PathLike[str] | pd.DataFrame | pl.DataFrame"
    " | Mapping[str, Mapping[str, Any]]"
)


def tables_of(
    scores: Any,
    measures: Sequence[str] | None = None,
    runs: Sequence[str] | None = None,
    topics: str = "all",
) -> tuple[ScoreTable, ...]:
    """The score tables of whatever holds the scores of an evaluation, all unless some are named.

    ``topics`` may be the name of a subset of the evaluation.
    """
    if topics in TOPIC_CHOICES:
        tables, skips = _tables_of(scores, measures, runs, topics), _skips(scores)
        return tuple(replace(table, notes=(*table.notes, *skips)) for table in tables)
    subsets = getattr(scores, "manifest", {}).get("subsets", {})
    if topics not in subsets:
        raise EvaluationError(unknown("choice of topics", topics, [*TOPIC_CHOICES, *subsets]))
    tables = tables_of(scores, measures, runs)
    return tuple(table.of_subset(topics, subsets[topics]) for table in tables)


def _skips(scores: Any) -> tuple[Note, ...]:
    """The lines skipped in the files that were evaluated, as manifests have them."""
    notes = map(Note.of, getattr(scores, "manifest", {}).get("notes", ()))
    return shortened(filter(is_skip, notes))


def _tables_of(
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
    scores = _our_frame(scores, (measures or ("",))[0])
    columns = [str(name) for name in getattr(scores, "columns", ())]
    if set(LONG) <= set(columns):
        every = list(dict.fromkeys(scores["measure"].to_list()))
        names = every if measures is None else measures
        return tuple(ScoreTable.of_long(scores, name, runs=runs, topics=topics) for name in names)
    if hasattr(scores, "index") and columns:
        if measures is not None and len(measures) != 1:
            hint = "the frame holds one measure"
            raise EvaluationError(Problem(f"{len(measures)} measures are named", hint=hint))
        name = "" if measures is None else measures[0]
        return (ScoreTable.of_frame(scores, name, runs=runs, topics=topics),)
    hint = "Scores, an Evaluation, Results, the path of a directory of results, or a frame"
    raise EvaluationError(Problem(f"{type(scores).__name__} holds no scores", hint=hint))


#: What tables of scores say by themselves of what their averages rest on.
_OF_AVERAGES = frozenset({"nothing-judged", "topics-missing", "topics-left-out"})
#: The columns of a frame that PyTerrier's Experiment returns with perquery=True.
_OF_PYTERRIER = {"name": "run", "qid": "topic", "measure": "measure", "value": "value"}


def _our_frame(scores: Any, measure: str) -> Any:
    """A frame with our columns, of dictionaries and of frames of PyTerrier; else as it is."""
    if isinstance(scores, Mapping):
        return _long_frame(scores, measure)
    if not set(_OF_PYTERRIER) <= {str(name) for name in getattr(scores, "columns", ())}:
        return scores
    if hasattr(scores, "with_columns"):
        return scores.rename(_OF_PYTERRIER)
    return scores.rename(columns=_OF_PYTERRIER)


def _long_frame(values: Mapping[Any, Any], measure: str) -> Any:
    """The values ``{run: {topic: value}}``, or ``{run: {topic: {measure: value}}}``, as a frame."""
    import polars as pl

    if not all(isinstance(topics, Mapping) for topics in values.values()):
        hint = "{run: {topic: value}}, or {run: {topic: {measure: value}}}"
        raise EvaluationError(Problem("a dictionary holds no scores", hint=f"expected {hint}"))
    rows = [
        (str(run), str(topic), str(name), float(value))
        for run, topics in values.items()
        for topic, given in topics.items()
        for name, value in (given if isinstance(given, Mapping) else {measure: given}).items()
    ]
    return pl.DataFrame(rows, schema=list(LONG), orient="row")
