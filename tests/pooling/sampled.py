"""Plans of samples, and three runs to draw from."""

from __future__ import annotations

import polars as pl

from harness.core.model import Run
from harness.pooling import Plan

STRATA = ("1:2:1", "3:6:0.4", "8:10:0.5")  # rank 7 is left out
PLANS = {
    "uniform": Plan.of("uniform", budget=5),
    "stratified": Plan.of("stratified", {"strata": STRATA}),
    "reduced": Plan.of("stratified", {"strata": ("1:1:1", "2:10:0.9")}, budget=5),
    "proportional": Plan.of("proportional", budget=5),
}


def run(name, *topics):
    """A run that retrieves each topic's documents (given as letters) in this order."""
    rows = [
        (str(number), doc, float(-place))
        for number, docs in enumerate(topics, start=1)
        for place, doc in enumerate(docs)
    ]
    schema = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    return Run(name, pl.DataFrame(rows, schema=schema, orient="row"))


#: The last run is the shortest, d is first twice, and no document is in all runs.
RUNS = [run("a", "abcdefghij"), run("b", "dblkjihg"), run("c", "dmc")]
