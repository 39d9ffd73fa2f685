"""Small collections of two topics and seven documents, for tests of rounds of judging."""

from __future__ import annotations

import polars as pl
from hypothesis import strategies as st

from harness.core.model import Qrels, Run
from harness.pooling import gather

TOPICS = ("1", "2")
DOCS = "abcdefg"

rankings = st.lists(
    st.fixed_dictionaries(
        {topic: st.permutations(DOCS).map(lambda docs: docs[:5]) for topic in TOPICS}
    ),
    min_size=1,
    max_size=3,
)


def offered(rankings):
    rows = [
        [(topic, doc, -float(rank)) for topic, docs in run.items() for rank, doc in enumerate(docs)]
        for run in rankings
    ]
    schema = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    return gather(
        Run(f"run{number}", pl.DataFrame(one, schema=schema, orient="row"))
        for number, one in enumerate(rows)
    )


def qrels(grades):
    rows = sorted(
        (topic, doc, grade) for topic, one in grades.items() for doc, grade in one.items()
    )
    schema = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    return Qrels(pl.DataFrame(rows, schema=schema, orient="row"))
