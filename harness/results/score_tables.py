"""The score tables of a directory of results, ready to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from harness.comparison.table import ScoreTable, notes_of_runs
from harness.evaluation.sampling_errors import SamplingErrors
from harness.results.directory import Results


def score_tables(
    results: Results,
    measures: Sequence[str] | None = None,
    *,
    runs: Sequence[str] | None = None,
    topics: str = "all",
) -> tuple[ScoreTable, ...]:
    """A table for each measure, all unless some are named; `ScoreTable.of_long` says the rest.

    The dialect, and which runs do not answer all topics, come from the manifest.
    """
    manifest = results.manifest
    names = results.runs if runs is None else tuple(runs)
    covers = dict(zip(names, results.coverage(names), strict=True))
    made = (
        ScoreTable.of_long(
            results.scores,
            results.label_of(measure),
            runs=runs,
            topics=topics,
            scale=results.scale,
            dialect=manifest.get("rules", {}).get("dialect", ""),
            notes=notes_of_runs(covers),
        )
        for measure in (results.measures if measures is None else measures)
    )
    return tuple(
        replace(table, errors=_errors(results, table), level=results.level) for table in made
    )


def _errors(results: Results, table: ScoreTable) -> SamplingErrors | None:
    """Return the standard errors of a table's values, where they are estimates from a sample."""
    rows = results.errors.filter(pl.col("measure") == table.measure)
    if rows.is_empty():
        return None
    parts = []
    for run in table.runs:
        own = rows.filter(pl.col("run") == run)
        sizes = own["deviations"].list.len().to_list()
        topic = np.repeat(np.arange(len(sizes)), sizes)
        deviations = own["deviations"].explode().drop_nulls().to_numpy()
        parts.append(SamplingErrors(tuple(own["topic"]), topic, deviations[None, :]))
    return SamplingErrors.of(parts)
