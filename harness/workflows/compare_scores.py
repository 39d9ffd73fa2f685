"""One call: whatever holds the scores of an evaluation → `Comparison`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from harness.comparison import Comparison, Options, ScoreTable
from harness.comparison.table import LONG
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.evaluation.scores import Scores
from harness.results.directory import Results, read_results
from harness.results.score_tables import score_tables


def compare(
    scores: Any,
    *,
    measures: str | Sequence[str] | None = None,
    baselines: str | Sequence[str] | None = None,
    runs: Sequence[str] | None = None,
    topics: str = "all",
    lower_is_better: str | Sequence[str] = (),
    **options: Any,
) -> Comparison:
    """Compare the runs of an evaluation: leaderboard, pairs, baselines, measures.

    ``scores`` are `Scores`, the `Results` of a directory or its path, a pandas frame of one measure
    with a row a topic and a column a run, or a pandas or polars frame with the columns run, topic,
    measure and value. ``measures`` are those to compare by, all unless named (for a frame of one
    measure, what it is called); ``runs`` takes some of the runs. With ``topics="all"`` all runs
    must have the same topics; "common" compares on those that all have.

    Which values are better, and whether geometric means are compared, is what a measure of that
    name declares; ``lower_is_better`` names measures, by their labels, of which less is better.

    ``baselines`` are the runs that `Comparison.against` compares the others with, by all measures
    that are named, or by the first. ``options`` are
    those of `harness.comparison.Options`: alpha, confidence, test, correction, samples, seed,
    minimum, equivalence, threads. Raises `EvaluationError` with what is wrong.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": [0.5, 0.7, 0.6], "y": [0.4, 0.3, 0.5]}, index=["1", "2", "3"])
    >>> found = compare(frame, measures="AP").pair("x", "y")
    >>> round(found.difference, 4), found.p
    (0.2, 0.25)
    """
    names = [measures] if isinstance(measures, str) else None if measures is None else [*measures]
    based = (baselines,) if isinstance(baselines, str) else tuple(baselines or ())
    tables = _turned(_score_tables(scores, names, runs, topics), lower_is_better)
    asked = () if names is None else tuple(table.measure for table in tables)
    return Comparison(tables, Options(**options), based, asked)


def _turned(tables: Sequence[ScoreTable], lower: str | Sequence[str]) -> tuple[ScoreTable, ...]:
    """The tables, with less being better by the measures that are named."""
    named = {lower} if isinstance(lower, str) else set(lower)
    known = [table.measure for table in tables]
    absent = sorted(named.difference(known))
    refuse((unknown("measure", name, known) for name in absent), EvaluationError)
    return tuple(
        replace(table, scale=replace(table.scale, lower_is_better=True))
        if table.measure in named
        else table
        for table in tables
    )


def _score_tables(
    scores: Any, measures: list[str] | None, runs: Sequence[str] | None, topics: str
) -> tuple[ScoreTable, ...]:
    """The tables of whatever holds the scores of an evaluation."""
    if isinstance(scores, str | os.PathLike):
        scores = read_results(scores)
    if isinstance(scores, Results):
        return score_tables(scores, measures, runs=runs, topics=topics)
    if isinstance(scores, Scores):
        names = list(scores.labels) if measures is None else measures
        return tuple(ScoreTable.of(scores, name, runs=runs, topics=topics) for name in names)
    columns = [str(name) for name in getattr(scores, "columns", ())]
    if set(LONG) <= set(columns):
        found = list(dict.fromkeys(scores["measure"].to_list()))
        names = found if measures is None else measures
        return tuple(ScoreTable.of_long(scores, name, runs=runs, topics=topics) for name in names)
    if hasattr(scores, "index") and columns:
        if measures is not None and len(measures) != 1:
            hint = "the frame holds one measure"
            raise EvaluationError(Problem(f"{len(measures)} measures are named", hint=hint))
        name = "" if measures is None else measures[0]
        return (ScoreTable.of_frame(scores, name, runs=runs, topics=topics),)
    hint = "Scores, Results, the path of a directory of results, or a frame"
    raise EvaluationError(Problem(f"{type(scores).__name__} holds no scores", hint=hint))
