"""Summaries of topics, judgments and runs, as neutral tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from harness.core.model import Qrels, Run
from harness.core.packages import pl
from harness.core.texts import Topics
from harness.report.table import Cell, Notes, Table, complete_headings

_MOST = 6


def topics_table(topics: Topics) -> Table:
    """Return facts about a set of topics: their number, ids and parts."""
    facts: list[tuple[str, Cell]] = [
        ("source", topics.source),
        ("format", topics.format),
        ("topics", len(topics)),
        ("ids", _name_some(list(topics))),
    ]
    for part in ("title", "description", "narrative", "language", "subtopics"):
        filled = sum(bool(getattr(topic, part)) for topic in topics.values())
        if filled:
            facts.append((f"with {part}", filled))
    fields = Counter(name for topic in topics.values() for name in topic.fields)
    facts.append(("fields", ", ".join(_count_names(fields, len(topics)))))
    attributes: dict[str, Counter[str]] = {}
    for topic in topics.values():
        for name, value in topic.attributes.items():
            attributes.setdefault(name, Counter())[value] += 1
    facts += [(f"attribute {n}", _describe_values(values)) for n, values in attributes.items()]
    return Table.of_facts(facts, notes=topics.warnings)


def topic_list(topics: Topics) -> Table:
    """Return a row per topic: identifier and title."""
    return Table.of_records(
        topics.values(), ("topic", "id"), ("title", lambda topic: topic.title or "")
    )


def qrels_table(qrels: Qrels, rel: int = 1) -> Table:
    """Return facts about judgments: numbers in all and by grade, and their spread over topics."""
    per_topic = _count_by_topic(qrels, rel)
    relevant, judged = per_topic["relevant"], per_topic["judged"]
    without = per_topic.filter(pl.col("relevant") == 0)["topic"].to_list()
    grades = qrels.frame["grade"].value_counts().sort("grade").rows()
    pooled = sum(count for grade, count in grades if grade < 0)
    facts: list[tuple[str, Cell]] = [
        ("source", qrels.source),
        ("format", qrels.format),
        ("topics", per_topic.height),
        ("judgments", len(qrels) - pooled),
        ("grades", ", ".join(f"{grade}: {count}" for grade, count in grades)),
        (f"relevant (grade >= {rel})", int(relevant.sum())),
        ("judged a topic", spread_text(judged.to_list())),
        ("relevant a topic", spread_text(relevant.to_list())),
        ("topics without relevant", f"{len(without)}: {_name_some(without)}" if without else 0),
    ]
    if pooled:
        facts.append(("pooled, not judged (grade < 0)", pooled))
    further = [name for name in qrels.frame.columns if name not in ("topic", "doc", "grade")]
    if further:
        facts.append(("further columns", ", ".join(further)))
    return Table.of_facts(facts, notes=qrels.warnings)


def qrels_by_topic(qrels: Qrels, rel: int = 1) -> Table:
    """Return a row per topic: documents judged, relevant, and of each grade."""
    levels = sorted(qrels.frame["grade"].unique().to_list())
    frame = _count_by_topic(qrels, rel)
    columns = ["topic", "judged", "relevant", *(f"grade {level}" for level in levels)]
    return Table(complete_headings(*columns), frame.select(columns).rows())


def _count_by_topic(qrels: Qrels, rel: int) -> pl.DataFrame:
    grade = pl.col("grade")
    levels = sorted(qrels.frame["grade"].unique().to_list())
    return (
        qrels.frame.group_by("topic")
        .agg(
            (grade >= 0).sum().alias("judged"),
            (grade >= rel).sum().alias("relevant"),
            *((grade == level).sum().alias(f"grade {level}") for level in levels),
        )
        .sort("topic")
    )


def runs_table(runs: Sequence[Run]) -> Table:
    """Return a row per run: topics, documents, depth, range of scores, ties and duplicates."""
    notes: Notes = (
        "fewest, most: documents of a topic",
        "tied: documents that share their score with another of their topic",
        "twice: documents (or passages, or elements) that a topic retrieves again",
        *(warning for run in runs for warning in run.warnings),
    )
    frame = pl.concat(
        [
            _describe_topics(run).select(
                pl.lit(run.name).alias("run"),
                pl.len().alias("topics"),
                pl.col("documents").sum(),
                pl.col("documents").min().alias("fewest"),
                pl.col("documents").max().alias("most"),
                pl.col("lowest").min(),
                pl.col("highest").max(),
                pl.col("tied", "twice").sum(),
            )
            for run in runs
        ]
    )
    return Table(complete_headings(*frame.columns), frame.rows(), notes=notes)


def runs_by_topic(runs: Sequence[Run]) -> Table:
    """Return a row per run and topic: documents, range of scores, ties and duplicates."""
    frame = pl.concat([_describe_topics(run) for run in runs])
    notes = (warning for run in runs for warning in run.warnings)
    return Table(complete_headings(*frame.columns), frame.rows(), notes=tuple(notes))


def _describe_topics(run: Run) -> pl.DataFrame:
    part = [name for name in ("offset", "length", "path") if name in run.frame.columns]
    return (
        run.frame.with_columns(tied=pl.struct("topic", "score").is_duplicated())
        .group_by("topic", maintain_order=True)
        .agg(
            pl.len().alias("documents"),
            pl.col("score").min().alias("lowest"),
            pl.col("score").max().alias("highest"),
            pl.col("tied").sum(),
            (pl.len() - pl.struct("doc", *part).n_unique()).alias("twice"),
        )
        .select(pl.lit(run.name).alias("run"), pl.all())
    )


def _name_some(names: list[str]) -> str:
    if len(names) <= _MOST:
        return " ".join(names)
    return f"{' '.join(names[: _MOST // 2])} … {' '.join(names[-(_MOST // 2) :])}"


def _count_names(names: Counter[str], most: int) -> list[str]:
    return [name if count == most else f"{name} ({count})" for name, count in names.items()]


def _describe_values(values: Counter[str]) -> str:
    if len(values) > _MOST:
        return f"{len(values)} different values"
    return ", ".join(f"{value}: {count}" for value, count in sorted(values.items()))


def spread_text(counts: Sequence[int]) -> str:
    """Say how far counts spread, and their median.

    >>> spread_text([3, 1, 2]), spread_text([])
    ('1 to 3, median 2', 'none')
    """
    return f"{min(counts)} to {max(counts)}, median {median(counts):g}" if counts else "none"
