"""The score tables of a directory of results, ready to be compared."""

from __future__ import annotations

from collections.abc import Sequence

from harness.comparison.table import ScoreTable, notes_of_runs
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
    return tuple(
        ScoreTable.of_long(
            results.scores,
            measure,
            runs=runs,
            topics=topics,
            scale=results.scale,
            dialect=manifest.get("rules", {}).get("dialect", ""),
            notes=notes_of_runs(covers),
        )
        for measure in (results.measures if measures is None else measures)
    )
