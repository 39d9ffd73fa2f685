"""Tables of results: scores by topic, summaries, curves, topics; and scores read back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from harness.config.task import Subset
from harness.core.arrays import Bools
from harness.core.coverage import Coverage
from harness.core.model import Qrels
from harness.core.ordering import whole_topics
from harness.core.packages import pl
from harness.core.texts import Topics, well_formed
from harness.evaluation.curves import Curves
from harness.evaluation.scores import Scores
from harness.results.directory import CURVES, ERRORS, TOPICS, Results

if TYPE_CHECKING:
    from harness.comparison.table import ScoreTable
    from harness.stats.sampling import SamplingErrors

#: Judgments sorted at a time.
_ROWS = 2**18

Row = tuple[str | float | bool | None, ...]

_SUMMARY = {
    "run": str,
    "group": str,
    "measure": str,
    "subset": str,
    "summary": str,
    "own": bool,
    "value": float,
    "se_sample": float,
    "topics": int,
    "missing": int,
    "extra": int,
    "without_relevant": int,
    "undefined": int,
}


def scores_table(scores: Scores, groups: Mapping[str, str]) -> pl.DataFrame:
    """Return a row for each run, evaluated topic and measure: run, group, topic, measure, value."""
    run, topic = np.nonzero(scores.evaluated)
    width = len(scores.measures)
    names = pl.Series(scores.runs, dtype=pl.String)
    group = pl.Series([groups.get(name, "") for name in scores.runs], dtype=pl.String)
    by_run = np.repeat(run, width)
    return pl.DataFrame(
        {
            "run": names.gather(by_run),
            "group": group.gather(by_run),
            "topic": pl.Series(scores.topics, dtype=pl.String).gather(np.repeat(topic, width)),
            "measure": pl.Series(scores.labels, dtype=pl.String).gather(
                np.tile(np.arange(width), len(run))
            ),
            "value": scores.values[run, topic].ravel(),
        }
    )


def summary_table(
    scores: Scores, groups: Mapping[str, str], subsets: Sequence[Subset], kinds: Sequence[str]
) -> pl.DataFrame:
    """Return a row for each run, measure, subset and summary.

    ``own`` marks the measure's own summary, which leaderboards show; ``kinds`` are further ones,
    without the micro average of measures that have none. ``topics`` counts averaged topics; of
    these ``missing`` are not answered by the run, ``without_relevant`` have no relevant document,
    and ``undefined`` have an undefined ratio (null for other measures). ``extra`` counts topics of
    the run that were not judged. ``value`` is null without topics. ``se_sample`` is the standard
    error from the sampling of judgments in the measure's own summary, null for other values.
    """
    parts = [_subset_rows(scores, groups, subset, kinds) for subset in subsets]
    rows = [row for run in zip(*parts, strict=True) for part in run for row in part]
    return pl.DataFrame(rows, schema=_SUMMARY, orient="row")


def _subset_rows(
    scores: Scores, groups: Mapping[str, str], subset: Subset, kinds: Sequence[str]
) -> Iterator[list[Row]]:
    """Yield the rows of one subset, a list per run: measure by measure, own summary first."""
    chosen = np.isin(np.array(scores.topics), np.array(subset.judged, dtype=str))
    topics = [topic for topic, wanted in zip(scores.topics, chosen, strict=True) if wanted]
    own = scores.summarise(None, topics)
    others = {kind: scores.summarise(kind, topics) for kind in dict.fromkeys(kinds)}
    errors = scores.sampling_errors(topics)
    undefined = _count_undefined(scores, chosen)
    for i, run in enumerate(scores.runs):
        counts = _counts(scores.coverage[i], subset)
        rows: list[Row] = []
        for column, measure in enumerate(scores.measures):
            values = {measure.summary: own[i, column]}
            for kind, table in others.items():
                if not np.isnan(table[i, column]):
                    values.setdefault(kind, table[i, column])
            for kind, value in values.items():
                error = errors[i, column] if kind == measure.summary else np.nan
                rows.append(
                    (
                        run,
                        groups.get(run, ""),
                        measure.label,
                        subset.name,
                        kind,
                        kind == measure.summary,
                        float(value) if counts[0] else None,
                        None if np.isnan(error) else float(error),
                        *counts,
                        undefined[i][column],
                    )
                )
        yield rows


def _counts(coverage: Coverage, subset: Subset) -> tuple[int, int, int, int]:
    """Count the averaged, missing, extra and relevance-free topics of a subset."""
    return (
        subset.count(coverage.averaged),
        subset.count(coverage.missing),
        subset.count(coverage.extra),
        subset.count(coverage.without_relevant),
    )


def _count_undefined(scores: Scores, chosen: Bools) -> list[list[int | None]]:
    """Count the chosen topics with an undefined ratio [R][M]; None for other measures."""
    zero = ((scores.denominators == 0) & (scores.evaluated & chosen)[:, :, None]).sum(axis=1)
    is_ratio = np.asarray(~np.isnan(scores.denominators).all(axis=1))
    return [
        [count if known else None for count, known in zip(counts, ratios, strict=True)]
        for counts, ratios in zip(zero.tolist(), is_ratio.tolist(), strict=True)
    ]


def errors_table(scores: Scores) -> pl.DataFrame:
    """Return the standard errors of estimates: a row for each run, topic and measure.

    Sums over topics of products of ``deviations`` are the covariances of runs.
    """
    rows = [
        (run, topic, label, deviations)
        for label, errors in scores.errors.items()
        for topic, block in errors.by_topic()
        for run, deviations in zip(scores.runs, block.tolist(), strict=True)
    ]
    return pl.DataFrame(rows, schema=ERRORS, orient="row")


def curves_table(curves: Sequence[Curves], groups: Mapping[str, str]) -> pl.DataFrame:
    """Return a row for each run, subset and point of a curve; ``by`` is ``recall`` or
    ``cutoff``.
    """
    rows = [
        (curve.run, groups.get(curve.run, ""), curve.subset, by, *point, curve.num_topics)
        for curve in curves
        for by, *columns in (
            ("recall", curve.levels, curve.precision_at_levels, curve.levels),
            ("cutoff", curve.cutoffs, curve.precision_at_cutoffs, curve.recall_at_cutoffs),
        )
        for point in np.column_stack(columns).tolist()
    ]
    return pl.DataFrame(rows, schema=CURVES, orient="row")


def topics_table(
    topics: Topics, qrels: Qrels, relevance_level: int, *, junk: bool = False
) -> pl.DataFrame:
    """Return a row per judged topic, in bytewise order: texts, counts of judgments, and a digest.

    Missing texts are null. ``judged`` counts grades of 0 and above (with ``junk`` all),
    ``relevant`` grades from ``relevance_level`` on. ``digest`` is the first 16 digits of the
    SHA-256 of the topic's lines ``doc grade``, also with grades below 0, in bytewise order, each
    ended by a line feed: equal digests mean equal judgments of the topic.

    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["b", "a"], "grade": [0, 2]})
    >>> topics_table(Topics([]), Qrels(frame), 1).select("topic", "judged", "relevant").row(0)
    ('1', 2, 1)
    """
    blocks = qrels.frame["topic"].rle().struct.unnest()
    parts = whole_topics(
        blocks["value"].to_list(), blocks["len"].to_numpy().astype(np.int64), _ROWS
    )
    judged = pl.concat(
        _summarise_judgments(qrels.frame[part], relevance_level, junk) for part in parts
    )
    judged = judged.sort("topic")
    texts = [topics.get(topic) for topic in judged["topic"].to_list()]

    def column(name: str) -> pl.Series:
        values = [text and getattr(text, name) for text in texts]
        return pl.Series(name, [text and well_formed(text) for text in values], dtype=pl.String)

    return judged.with_columns(*map(column, ("title", "description", "narrative"))).select(*TOPICS)


def _summarise_judgments(frame: pl.DataFrame, relevance_level: int, junk: bool) -> pl.DataFrame:
    """Return the topics of judgments, with counts and digest."""
    grade = pl.col("grade")
    judged = (
        frame.select("topic", "grade", pl.format("{} {}", "doc", "grade").alias("line"))
        .sort("topic", "line")
        .group_by("topic", maintain_order=True)
        .agg(
            (pl.len() if junk else (grade >= 0).sum()).cast(pl.Int64).alias("judged"),
            (grade >= relevance_level).sum().cast(pl.Int64).alias("relevant"),
            pl.col("line").str.join("\n").alias("lines"),
        )
    )
    lines = (f"{lines}\n".encode() for lines in judged["lines"].to_list())
    digests = [hashlib.sha256(each).hexdigest()[:16] for each in lines]
    return judged.with_columns(pl.Series("digest", digests, dtype=pl.String)).drop("lines")


def score_tables(
    results: Results,
    measures: Sequence[str] | None = None,
    *,
    runs: Sequence[str] | None = None,
    topics: str = "all",
) -> tuple[ScoreTable, ...]:
    """Return a table for each measure, by default all, as `ScoreTable.of_long`.

    The dialect, and runs with missing topics, come from the manifest.
    """
    from harness.comparison.table import ScoreTable, note_runs

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
            notes=note_runs(covers),
        )
        for measure in (results.measures if measures is None else measures)
    )
    return tuple(
        replace(table, errors=_errors(results, table), level=results.level) for table in made
    )


def _errors(results: Results, table: ScoreTable) -> SamplingErrors | None:
    """Return the standard errors of a table's values, if they are estimates from a sample."""
    rows = results.errors.filter(pl.col("measure") == table.measure)
    if rows.is_empty():
        return None
    from harness.stats.sampling import SamplingErrors

    parts = []
    for run in table.runs:
        own = rows.filter(pl.col("run") == run)
        sizes = own["deviations"].list.len().to_list()
        topic = np.repeat(np.arange(len(sizes)), sizes)
        deviations = own["deviations"].explode().drop_nulls().to_numpy()
        parts.append(SamplingErrors(tuple(own["topic"]), topic, deviations[None, :]))
    return SamplingErrors.of(parts)
