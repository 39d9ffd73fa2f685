"""Changes between two evaluations: runs, judgments, rules, versions, and values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from polars import selectors

from harness.config import ALL_TOPICS
from harness.core.errors import some
from harness.core.packages import pl
from harness.diff.causes import ChangeCause
from harness.diff.evaluations import EvaluationPair, InputFacts, ManifestFacts, ManifestRun

#: Keys of a task, beside those that are rules, which decide what is computed.
_SETTINGS = ("summaries", "curves", "facets", "check")
_TEXTS = ("title", "description", "narrative")


class Change(NamedTuple):
    """Something that is not the same: what it is, its name, and what it was and is.

    None stands for nothing: a run that is not there, texts that a topic does not have.
    """

    what: str
    name: str
    before: str | None = None
    after: str | None = None


def find_changes(both: EvaluationPair) -> tuple[Change, ...]:
    """Everything but values that differs, in the order in which an evaluation uses it."""
    first, second = both.before.facts, both.after.facts
    return (
        *_compare_texts("task", {"name": first.task}, {"name": second.task}),
        *_compare_runs(both),
        *_compare_texts("known judgments", *map(_known, (first, second))),
        *_compare_judgments(both),
        *_compare_topics(both),
        *_compare_measures(both),
        *(Change("rule", name, _text(a), _text(b)) for name, a, b in both.rules()),
        *_compare_subsets(both),
        *_compare_settings(first.settings, second.settings),
        *_compare_texts("version", first.versions, second.versions),
    )


def _compare_runs(both: EvaluationPair) -> Iterator[Change]:
    first, second = both.runs_alone
    for run in first:
        yield Change("run only before", run, _file(both.before.runs[run]))
    for run in second:
        yield Change("run only after", run, None, _file(both.after.runs[run]))
    for pair in both.runs:
        if pair.before != pair.after:
            yield Change("run renamed", pair.name, pair.before, pair.after)
    for i, old, new in both.run_facts():
        name = both.runs[i].name
        if old.sha256 != new.sha256:
            yield Change("run file", name, _file(old), _file(new))
        for what, text in _OF_RUN.items():
            yield from _compare_texts(what, {name: text(old)}, {name: text(new)})
    yield from _compare_refused(both)


def _compare_refused(both: EvaluationPair) -> Iterator[Change]:
    refused = [
        {refused.path: "; ".join(refused.problems) or "refused" for refused in side.facts.refused}
        for side in (both.before, both.after)
    ]
    yield from _compare_texts("run refused", *refused)


def _compare_judgments(both: EvaluationPair) -> Iterator[Change]:
    yield from _compare_sources("judgments", both, "qrels")
    if not both.recorded:
        return
    for row in both.topics().filter("changed").iter_rows(named=True):
        texts = [
            None
            if row[f"judged_{end}"] is None
            else f"{row[f'judged_{end}']} judged, {row[f'relevant_{end}']} relevant"
            for end in ("before", "after")
        ]
        yield Change("judgments of topic", row["topic"], texts[0], texts[1])


def _compare_topics(evaluations: EvaluationPair) -> Iterator[Change]:
    yield from _compare_sources("topics", evaluations, "topics")
    sources = [
        evaluation.results.topics.select("topic", *_TEXTS)
        for evaluation in (evaluations.before, evaluations.after)
    ]
    both = sources[0].join(sources[1], on="topic", how="inner", suffix="_after").sort("topic")
    for name in _TEXTS:
        after = f"{name}_after"
        differing = both.filter(pl.col(name).ne_missing(pl.col(after)))
        for topic, old, new in differing.select("topic", name, after).iter_rows():
            yield Change(f"{name} of topic", topic, old, new)


def _compare_measures(both: EvaluationPair) -> Iterator[Change]:
    first, second = both.measures_alone
    for label in first:
        yield Change("measure only before", label, both.before.measures[label].notation)
    for label in second:
        yield Change("measure only after", label, None, both.after.measures[label].notation)
    for i, old, new in both.measure_facts():
        name = both.measures[i].name
        yield from _compare_texts("measure", {name: old.notation}, {name: new.notation})
        yield from _compare_texts("summary of measure", {name: old.summary}, {name: new.summary})
        codes = [None if facts.code is None else facts.code[:16] for facts in (old, new)]
        if codes[0] != codes[1]:
            yield Change("code of measure", name, codes[0], codes[1])


def _compare_subsets(both: EvaluationPair) -> Iterator[Change]:
    first, second = both.before.facts.subsets, both.after.facts.subsets
    for name in {**first, **second}:
        old, new = first.get(name), second.get(name)
        if name != ALL_TOPICS and old != new:
            yield Change("subset", name, _topics(old, new), _topics(new, old))


def _topics(ours: Sequence[str] | None, others: Sequence[str] | None) -> str | None:
    """How many topics, and which of them the other side does not have."""
    if ours is None:
        return None
    own = [topic for topic in ours if topic not in set(others or ())]
    return f"{len(ours)} topics" + (f", with {some(own)}" if own and others is not None else "")


def _compare_settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    flat = [
        {
            name if key is None else f"{name}.{key}": _text(value)
            for name in _SETTINGS
            for key, value in _keys(settings.get(name))
        }
        for settings in (before, after)
    ]
    yield from _compare_texts("setting", *flat)


def _keys(value: Any) -> list[tuple[str | None, Any]]:
    return list(value.items()) if isinstance(value, Mapping) else [(None, value)]


def _compare_sources(what: str, both: EvaluationPair, key: str) -> Iterator[Change]:
    old, new = (
        evaluation.facts.inputs.get(key, InputFacts()) for evaluation in (both.before, both.after)
    )
    if old.sha256 != new.sha256:
        yield Change(f"file of {what}", "", _source(old), _source(new))
    elif old.format != new.format:
        yield Change(f"layout of {what}", "", old.format, new.format)


def _source(facts: InputFacts) -> str | None:
    return None if facts.sha256 is None else f"{facts.sha256[:16]}, {facts.count} read"


def _known(facts: ManifestFacts) -> dict[str, str | None]:
    return {name: _source(known_judgment) for name, known_judgment in facts.known_judgments.items()}


def _file(run: ManifestRun) -> str | None:
    return None if run.sha256 is None else f"{run.sha256[:16]}, {run.bytes} bytes"


def _compare_texts(
    what: str, before: Mapping[str, str | None], after: Mapping[str, str | None]
) -> Iterator[Change]:
    """Texts by name that differ; an empty one is as good as none."""
    for name in {**before, **after}:
        old, new = before.get(name) or None, after.get(name) or None
        if old != new:
            yield Change(what, name, old, new)


def _counts(counted: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _text(value: Any) -> str | None:
    """Return a value as text: a word as it is, anything else as JSON, null as nothing."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


#: What was made of a run's file, in words.
_OF_RUN: Mapping[str, Callable[[ManifestRun], str | None]] = {
    "layout of run": lambda run: run.format,
    "group of run": lambda run: run.group,
    "repairs of run": lambda run: _counts(run.repairs),
    "findings of run": lambda run: _counts(run.findings),
}


#: Differences below this are rounding.
ROUNDING = 1e-12
_KEY = ("run", "topic", "measure")
_SUMMARY_KEY = ("run", "measure", "subset", "kind")


def name_column(index: int) -> str:
    """Return the column that says whether the cause at a place can explain a row."""
    return f"cause {index}"


def joined_values(evaluations: EvaluationPair, causes: Sequence[ChangeCause]) -> pl.DataFrame:
    """Return a row a value of the common runs and measures, by their places, runs first, topics
    last.

    Values ``before`` and ``after``, ``difference``, whether it ``differs``, by ``rounding`` only;
    ``alone`` is the side that alone has it, else null; ``unanswered`` whether the run does not
    answer the topic in either. Then a column a cause.
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
    compared = _compared(both.with_columns(alone=alone)).drop("in before", "in after")
    marked = compared.join(_unanswered(evaluations), on=["run", "topic"], how="left")
    return (
        marked.with_columns(pl.col("unanswered").fill_null(value=False))
        .with_columns(cause.values.alias(name_column(i)) for i, cause in enumerate(causes))
        .sort("run", "measure", "topic")
    )


def joined_summaries(
    evaluations: EvaluationPair, values: pl.DataFrame, causes: Sequence[ChangeCause]
) -> pl.DataFrame:
    """Return a row a summary that both have, runs first: before, after, whether it differs, the
    causes.

    The measures' own summaries meet, whichever they are. A summary is explained by what explains
    the values that differ among its topics. A micro average rests on numerators and denominators
    too, which may change where the quotient does not: it is explained by whatever could have
    changed one of its values.
    """
    kind = pl.when("own").then(pl.lit("own")).otherwise("summary").alias("kind")
    first, second = (
        _index_pairs(evaluations, which, "summary")
        .with_columns(kind)
        .select(*_SUMMARY_KEY, "own", "summary", pl.col("value").alias(which))
        for which in ("before", "after")
    )
    both = first.join(second.drop("own", "summary"), on=_SUMMARY_KEY, how="inner")
    compared = _compared(both.with_columns(alone=pl.lit(None, dtype=pl.String)))
    about = _about(evaluations, values, len(causes))
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
    """Return a table of one side, with places of pairs for names; what is in no pair is
    left out.
    """
    side = both.before if which == "before" else both.after
    frame: pl.DataFrame = getattr(side.results, table)
    for name, pairs in (("run", both.runs), ("measure", both.measures)):
        named = pl.DataFrame(
            {name: [getattr(pair, which) for pair in pairs], "place": range(len(pairs))},
            schema={name: pl.String, "place": pl.Int64},
        )
        frame = frame.join(named, on=name).with_columns(pl.col("place").alias(name)).drop("place")
    return frame


def _compared(frame: pl.DataFrame) -> pl.DataFrame:
    """Values before and after, compared as floats: what is not there is not a number either."""
    differs = pl.col("alone").is_not_null() | pl.col("before").ne_missing(pl.col("after"))
    difference = pl.col("after") - pl.col("before")
    small = pl.col("differs") & (pl.col("difference").abs() < ROUNDING)
    return frame.with_columns(differs=differs, difference=difference).with_columns(
        rounding=small.fill_null(value=False)
    )


def _unanswered(both: EvaluationPair) -> pl.DataFrame:
    rows = [
        (i, topic, True)
        for i, *facts in both.run_facts()
        for topic in {
            topic for fact in facts for topic in (*fact.topics.missing, *fact.topics.left_out)
        }
    ]
    schema = {"run": pl.Int64, "topic": pl.String, "unanswered": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _about(both: EvaluationPair, values: pl.DataFrame, num_causes: int) -> pl.DataFrame:
    """Return the known values behind a run's summaries of a measure over a subset.

    Whether they are those of ``other_topics`` than before; for each cause, whether a value that
    differs is ``by`` it, and whether any value ``could`` be.
    """
    differing = pl.col("differs")
    return (
        values.join(_members(both, values), on="topic")
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


def _members(both: EvaluationPair, values: pl.DataFrame) -> pl.DataFrame:
    """Return the topics of each subset, in either evaluation."""
    subsets = {ALL_TOPICS: set(values["topic"].unique().to_list())}
    for side in (both.before, both.after):
        for name, topics in side.facts.subsets.items():
            if name != ALL_TOPICS:
                subsets.setdefault(name, set()).update(topics)
    rows = [(name, topic) for name, topics in subsets.items() for topic in topics]
    return pl.DataFrame(rows, schema={"subset": pl.String, "topic": pl.String}, orient="row")
