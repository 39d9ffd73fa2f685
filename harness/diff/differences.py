"""Differences between two evaluations: changes, values, and their causes.

Everything is exact: two values are equal if they are the same float. A difference below 1e-12 is
counted apart as rounding, since other versions of a library add in another order. A value in only
one evaluation (a topic that the other does not average for a run) differs too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from harness.config import ALL_TOPICS
from harness.core.faces import MOST_ROWS, Face, HasFace
from harness.core.numbers import DECIMALS, count_noun
from harness.core.packages import pl
from harness.diff.causes import (
    OTHER_TOPICS,
    ChangeCause,
    find_causes,
    join_summaries,
    join_values,
    name_column,
)
from harness.diff.changes import Change, find_changes
from harness.diff.evaluations import EvaluationPair
from harness.results.directory import Results
from harness.stats.correlation import leaderboard_tau

#: The cause named for a value that no change explains.
UNEXPLAINED = "NOTHING EXPLAINS IT"

_WHY = {
    "cause": pl.String,
    "what": pl.String,
    "runs": pl.Int64,
    "values": pl.Int64,
    "only": pl.Int64,
    "summaries": pl.Int64,
}
#: Counts of differing values: beyond rounding, by rounding, in one evaluation only.
_COUNTS = {
    "differ": pl.col("differs") & ~pl.col("rounding") & pl.col("alone").is_null(),
    "rounding": pl.col("rounding"),
    "only_one": pl.col("alone").is_not_null(),
}
_SIZE = pl.col("difference").abs()


@dataclass(frozen=True, eq=False, repr=False)
class Differences(HasFace):
    """Differences between two evaluations, as frames; runs and measures are the common ones.

    ``inputs`` has a row per change: what, name, before, after. ``why`` has a row per cause, most
    values first: cause, what; the number of runs, values and summaries (over any topics, of any
    kind) that differ and that it can explain; ``only``, the number of values that nothing else can.
    Its first row is called `UNEXPLAINED` and counts what no cause explains.

    ``values`` has a row per value that differs: run, measure, topic, before, after, difference,
    rounding, and the list of its causes. ``summary`` has a row per run and measure: its own summary
    over all topics before and after, difference, the rank among the common runs in both; how many
    values ``differ``, do so by ``rounding``, or are in ``only_one`` evaluation; the ``largest``
    difference and its topic. ``measures`` has a row per measure: the number of values, how many
    differ, in how many runs, the ``largest`` difference of a summary and its run, the number of
    runs with another ``rank``, and Kendall's τ-b between both leaderboards, null if undefined.
    ``topics`` has a row per measure and topic: the change of its judgments, the runs that differ,
    the mean of the differences and the largest with its run.

    ``num_values`` counts the values compared, ``num_topics`` their topics, ``num_summaries`` the
    summaries that differ, ``num_alone`` the runs and measures in only one evaluation.
    """

    runs: tuple[str, ...]
    inputs: pl.DataFrame
    why: pl.DataFrame
    values: pl.DataFrame
    measures: pl.DataFrame
    summary: pl.DataFrame
    topics: pl.DataFrame
    num_values: int
    num_topics: int
    num_summaries: int
    num_alone: int

    def face(self) -> Face:
        """Return how much differs, and the causes that explain most of it."""
        runs, compared = count_noun(len(self.runs), "run"), count_noun(self.num_values, "value")
        columns = ("cause", "what", "runs", "values", "summaries")
        rows = self.why.select(columns).head(MOST_ROWS).rows()
        line = f"Differences: {runs}, {compared} compared, {self.values.height:,} differ"
        return Face(line, columns, rows, self.why.height)

    @property
    def equal(self) -> bool:
        """Whether both have the same runs and measures, with the same values and summaries."""
        return not (self.values.height or self.num_summaries or self.num_alone)

    @property
    def unexplained(self) -> pl.DataFrame:
        """The row of ``why`` for what no change explains; empty if there is none."""
        return self.why.filter(pl.col("cause") == UNEXPLAINED)


def differences(
    before: Results, after: Results, *, measures: Sequence[str] | None = None
) -> Differences:
    """Compare two evaluations: changed inputs, values that differ, and their causes.

    Runs are paired by name; the rest by file, as renamed runs. Measures are paired by label; the
    rest by notation, first as computed (``map`` and ``AP``), then as the task asks for them (``AP``
    and, with another relevance level, ``MAP``). ``measures`` selects some of the common ones.

    Raises `InputError` for damaged results, and `EvaluationError` for unknown measures.
    """
    both = EvaluationPair.of(before, after, measures)
    changes = find_changes(both)
    causes = find_causes(both, changes)
    values = join_values(both, causes)
    summaries = join_summaries(both, values, causes)
    lower = [before.scale(pair.before).lower_is_better for pair in both.measures]
    by_run = _summarise_runs(summaries, values, [i for i, low in enumerate(lower) if low])
    return Differences(
        runs=tuple(run.name for run in both.runs),
        inputs=pl.DataFrame(changes, schema=dict.fromkeys(Change._fields, pl.String), orient="row"),
        why=_summarise_causes(values, summaries, causes),
        values=_name_places(_select_differing(values, causes), both),
        measures=_name_places(_summarise_measures(values, by_run), both),
        summary=_name_places(by_run, both),
        topics=_name_places(_summarise_topics(values, both), both),
        num_values=values.height,
        num_topics=values["topic"].n_unique(),
        num_summaries=summaries.filter("differs").height,
        num_alone=sum(map(len, (*both.runs_alone, *both.measures_alone))),
    )


def _name_places(frame: pl.DataFrame, both: EvaluationPair) -> pl.DataFrame:
    """Replace the indices of runs and measures by names."""
    pairs = {"run": both.runs, "largest_run": both.runs, "measure": both.measures}
    return frame.with_columns(
        pl.Series([pair.name for pair in pairs[name]], dtype=pl.String)
        .gather(frame[name])
        .alias(name)
        for name in pairs
        if name in frame.columns
    )


def _summarise_causes(
    values: pl.DataFrame, summaries: pl.DataFrame, causes: Sequence[ChangeCause]
) -> pl.DataFrame:
    """Return a row per cause with how much it explains; first what none explains, if anything."""
    columns = [name_column(i) for i in range(len(causes))]
    number = pl.sum_horizontal(*columns)
    differing = values.filter("differs").with_columns(number=number)
    summed = summaries.filter("differs").with_columns(number=number)
    rows = [
        (cause.name, cause.what, *_count_explained(differing, summed, pl.col(column)))
        for cause, column in zip(causes, columns, strict=True)
    ]
    reasons = pl.DataFrame(rows, schema=_WHY, orient="row")
    reasons = reasons.filter((pl.col("cause") != OTHER_TOPICS) | (pl.col("summaries") > 0))
    reasons = reasons.sort("values", "summaries", descending=True, maintain_order=True)
    nothing = _count_explained(differing, summed, pl.col("number") == 0)
    if not any(nothing):
        return reasons
    reason = "a bug, or damaged results"
    return pl.concat([pl.DataFrame([(UNEXPLAINED, reason, *nothing)], _WHY, orient="row"), reasons])


def _count_explained(
    values: pl.DataFrame, summaries: pl.DataFrame, which: pl.Expr
) -> tuple[int, int, int, int]:
    """Count the rows that differ: runs, values, values with one cause only, summaries."""
    rows, summed = values.filter(which), summaries.filter(which)
    runs = pl.concat([rows["run"], summed["run"]]).n_unique()
    return runs, rows.height, rows.filter(pl.col("number") == 1).height, summed.height


def _select_differing(values: pl.DataFrame, causes: Sequence[ChangeCause]) -> pl.DataFrame:
    named = [pl.when(name_column(i)).then(pl.lit(cause.name)) for i, cause in enumerate(causes)]
    return values.filter("differs").select(
        "run",
        "measure",
        "topic",
        "before",
        "after",
        "difference",
        "rounding",
        pl.concat_list(named).list.drop_nulls().alias("causes"),
    )


def _summarise_runs(
    summaries: pl.DataFrame, values: pl.DataFrame, lower_is_better: Sequence[int]
) -> pl.DataFrame:
    """Return a row per measure and run, with the measure's own summary over all topics.

    An undefined summary has no rank.
    """
    key = ["measure", "run"]
    counted = values.group_by(key).agg(
        count.sum().cast(pl.Int64).alias(name) for name, count in _COUNTS.items()
    )
    largest = _find_largest(values, key).select(
        *key, pl.col("difference").alias("largest"), pl.col("topic").alias("largest_topic")
    )
    sign = pl.when(pl.col("measure").is_in(list(lower_is_better))).then(-1.0).otherwise(1.0)
    ranks = [
        (pl.col(which).fill_nan(None) * sign)
        .round(DECIMALS)
        .rank("min", descending=True)
        .over("measure")
        .cast(pl.Int64)
        .alias(f"rank_{which}")
        for which in ("before", "after")
    ]
    return (
        summaries.filter("own", pl.col("subset") == ALL_TOPICS)
        .select(*key, "before", "after", "difference", *ranks)
        .join(counted, on=key, how="left")
        .join(largest, on=key, how="left")
        .sort(key)
    )


def _find_largest(values: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """Return the value with the largest difference of each group; the first one of ties."""
    chosen = values.filter("differs", pl.col("alone").is_null())
    ordered = chosen.sort(_SIZE, descending=True, nulls_last=True, maintain_order=True)
    return ordered.group_by(key, maintain_order=True).first()


def _summarise_measures(values: pl.DataFrame, by_run: pl.DataFrame) -> pl.DataFrame:
    """Return a row per measure, with counts over the runs of ``by_run``."""
    counted = values.group_by("measure").agg(
        pl.len().cast(pl.Int64).alias("values"),
        *(count.sum().cast(pl.Int64).alias(name) for name, count in _COUNTS.items()),
        pl.col("run").filter("differs").n_unique().cast(pl.Int64).alias("runs"),
    )
    moved = pl.col("rank_before").ne_missing(pl.col("rank_after")).sum().cast(pl.Int64)
    largest = (
        by_run.sort(_SIZE, descending=True, nulls_last=True, maintain_order=True)
        .group_by("measure")
        .agg(
            pl.col("difference").filter(_SIZE > 0).first().alias("largest"),
            pl.col("run").filter(_SIZE > 0).first().alias("largest_run"),
            moved.alias("ranks"),
        )
    )
    taus = pl.DataFrame(
        [(measure, _compute_tau(rows)) for (measure,), rows in by_run.group_by("measure")],
        schema={"measure": pl.Int64, "tau": pl.Float64},
        orient="row",
    )
    return counted.join(largest, on="measure").join(taus, on="measure").sort("measure")


def _compute_tau(rows: pl.DataFrame) -> float | None:
    known = rows.drop_nulls(["before", "after"])
    tau = leaderboard_tau(known["before"].to_numpy(), known["after"].to_numpy())
    return None if math.isnan(tau) else tau


def _summarise_topics(values: pl.DataFrame, both: EvaluationPair) -> pl.DataFrame:
    """Return a row per measure and topic judged in either evaluation."""
    key = ["measure", "topic"]
    counted = (
        values.filter("differs")
        .group_by(key)
        .agg(
            pl.col("run").n_unique().cast(pl.Int64).alias("runs"),
            pl.col("difference").filter(pl.col("difference").is_finite()),
        )
        .with_columns(mean=pl.col("difference").map_elements(_average, return_dtype=pl.Float64))
        .drop("difference")
    )
    largest = _find_largest(values, key).select(
        *key, pl.col("difference").alias("largest"), pl.col("run").alias("largest_run")
    )
    judged = both.topics()
    measures = pl.DataFrame({"measure": range(len(both.measures))}, schema={"measure": pl.Int64})
    return (
        measures.join(judged.with_columns(judgments=_JUDGMENTS), how="cross")
        .select(
            *key,
            "judgments",
            *(f"{name}_{end}" for name in ("judged", "relevant") for end in ("before", "after")),
        )
        .join(counted, on=key, how="left")
        .join(largest, on=key, how="left")
        .with_columns(pl.col("runs").fill_null(0))
        .sort(key)
    )


def _average(numbers: pl.Series) -> float | None:
    """Return the exactly rounded mean, which does not depend on the order of the numbers."""
    return fsum(numbers) / len(numbers) if len(numbers) else None


#: How a topic's judgments changed.
_JUDGMENTS = (
    pl.when(~pl.col("changed"))
    .then(pl.lit("same"))
    .when(pl.col("judged_before").is_null())
    .then(pl.lit("only after"))
    .when(pl.col("judged_after").is_null())
    .then(pl.lit("only before"))
    .otherwise(pl.lit("changed"))
)
