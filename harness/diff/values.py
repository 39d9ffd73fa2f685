"""Values and summaries of two evaluations beside each other, with the causes that explain each."""

from __future__ import annotations

from collections.abc import Sequence

from polars import selectors

from harness.config import ALL_TOPICS
from harness.core.packages import pl
from harness.diff.causes import ChangeCause
from harness.diff.evaluations import EvaluationPair

#: Differences below this are rounding.
ROUNDING = 1e-12
_KEY = ("run", "topic", "measure")
_SUMMARY_KEY = ("run", "measure", "subset", "kind")


def name_column(index: int) -> str:
    """Return the column that says whether a cause can explain a row."""
    return f"cause {index}"


def join_values(evaluations: EvaluationPair, causes: Sequence[ChangeCause]) -> pl.DataFrame:
    """Return a row per value of the common runs and measures, given by their indices.

    Columns: ``before``, ``after``, ``difference``; whether it ``differs``, and whether by
    ``rounding`` only; ``alone``, the only side with the value, else null; ``unanswered``, whether
    the run leaves the topic unanswered in either; then a column per cause.
    Rows are sorted by run, measure and topic.
    """
    first, second = (
        _index_pairs(evaluations, which, "scores").select(
            *_KEY, pl.col("value").alias(which), pl.lit(value=True).alias(f"in {which}")
        )
        for which in ("before", "after")
    )
    alone = (
        pl.when(pl.col("in after").is_null())
        .then(pl.lit("before"))
        .when(pl.col("in before").is_null())
        .then(pl.lit("after"))
    )
    both = first.join(second, on=_KEY, how="full", coalesce=True)
    compared = _compare_values(both.with_columns(alone=alone)).drop("in before", "in after")
    marked = compared.join(_list_unanswered(evaluations), on=["run", "topic"], how="left")
    return (
        marked.with_columns(pl.col("unanswered").fill_null(value=False))
        .with_columns(cause.values.alias(name_column(i)) for i, cause in enumerate(causes))
        .sort("run", "measure", "topic")
    )


def join_summaries(
    evaluations: EvaluationPair, values: pl.DataFrame, causes: Sequence[ChangeCause]
) -> pl.DataFrame:
    """Return a row per common summary, runs first: before, after, whether it differs, its causes.

    The measures' own summaries are compared even if they are of different kinds. A summary is
    explained by the causes of the values that differ among its topics. A micro average also rests
    on numerators and denominators, which may change where the quotient does not: it is explained by
    any cause that could have changed one of its values.
    """
    kind = pl.when("own").then(pl.lit("own")).otherwise("summary").alias("kind")
    first, second = (
        _index_pairs(evaluations, which, "summary")
        .with_columns(kind)
        .select(*_SUMMARY_KEY, "own", "summary", pl.col("value").alias(which))
        for which in ("before", "after")
    )
    both = first.join(second.drop("own", "summary"), on=_SUMMARY_KEY, how="inner")
    compared = _compare_values(both.with_columns(alone=pl.lit(None, dtype=pl.String)))
    about = _find_values(evaluations, values, len(causes))
    explained = compared.join(about, on=["run", "measure", "subset"], how="left")
    explained = explained.with_columns(selectors.boolean().fill_null(value=False))
    return explained.with_columns(
        (pl.col("differs") & _explains(cause, i)).alias(name_column(i))
        for i, cause in enumerate(causes)
    ).sort(*_SUMMARY_KEY)


def _explains(cause: ChangeCause, index: int) -> pl.Expr:
    possible = (pl.col("summary") == "micro") & pl.col(f"could {index}")
    return pl.col(f"by {index}") | possible | cause.summaries | pl.lit(cause.arithmetic)


def _index_pairs(both: EvaluationPair, which: str, table: str) -> pl.DataFrame:
    """Return a table of one side with indices of pairs for names; other names are dropped."""
    side = both.before if which == "before" else both.after
    frame: pl.DataFrame = getattr(side.results, table)
    for name, pairs in (("run", both.runs), ("measure", both.measures)):
        named = pl.DataFrame(
            {name: [getattr(pair, which) for pair in pairs], "place": range(len(pairs))},
            schema={name: pl.String, "place": pl.Int64},
        )
        frame = frame.join(named, on=name).with_columns(pl.col("place").alias(name)).drop("place")
    return frame


def _compare_values(frame: pl.DataFrame) -> pl.DataFrame:
    """Compare values before and after as floats; a missing value differs from any number."""
    differs = pl.col("alone").is_not_null() | pl.col("before").ne_missing(pl.col("after"))
    difference = pl.col("after") - pl.col("before")
    small = pl.col("differs") & (pl.col("difference").abs() < ROUNDING)
    return frame.with_columns(differs=differs, difference=difference).with_columns(
        rounding=small.fill_null(value=False)
    )


def _list_unanswered(both: EvaluationPair) -> pl.DataFrame:
    rows = [
        (i, topic, True)
        for i, *facts in both.run_facts()
        for topic in {
            topic for fact in facts for topic in (*fact.topics.missing, *fact.topics.left_out)
        }
    ]
    schema = {"run": pl.Int64, "topic": pl.String, "unanswered": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _find_values(both: EvaluationPair, values: pl.DataFrame, num_causes: int) -> pl.DataFrame:
    """Return the known values behind a run's summary of a measure over a subset.

    ``other_topics`` says whether its topics changed; for each cause, ``by`` says whether it
    explains a value that differs, ``could`` whether it could explain any value.
    """
    differing = pl.col("differs")
    return (
        values.join(_list_members(both, values), on="topic")
        .group_by("run", "measure", "subset")
        .agg(
            pl.col("alone").is_not_null().any().alias("other_topics"),
            *(
                (differing & pl.col(name_column(i))).any().alias(f"by {i}")
                for i in range(num_causes)
            ),
            *(pl.col(name_column(i)).any().alias(f"could {i}") for i in range(num_causes)),
        )
    )


def _list_members(both: EvaluationPair, values: pl.DataFrame) -> pl.DataFrame:
    """Return the topics of each subset in either evaluation."""
    subsets = {ALL_TOPICS: set(values["topic"].unique().to_list())}
    for side in (both.before, both.after):
        for name, topics in side.facts.subsets.items():
            if name != ALL_TOPICS:
                subsets.setdefault(name, set()).update(topics)
    rows = [(name, topic) for name, topics in subsets.items() for topic in topics]
    return pl.DataFrame(rows, schema={"subset": pl.String, "topic": pl.String}, orient="row")
