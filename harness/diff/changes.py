"""Changes between two evaluations: runs, judgments, rules, subsets and versions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import filterfalse
from typing import Any, NamedTuple

from harness.config import ALL_TOPICS
from harness.core.errors import some
from harness.core.packages import pl
from harness.diff.evaluations import EvaluationPair
from harness.results.facts import InputFacts, ManifestFacts, ManifestRun, MeasureFacts

#: Keys of a task, other than rules, that decide what is computed.
_SETTINGS = ("summaries", "curves", "facets", "check")
_TEXTS = ("title", "description", "narrative")


class Change(NamedTuple):
    """A change: kind, name, and the values before and after.

    None stands for a missing value: an absent run, a topic without the text.
    """

    what: str
    name: str
    before: str | None = None
    after: str | None = None


def find_changes(both: EvaluationPair) -> tuple[Change, ...]:
    """Return everything that differs but values, in the order in which an evaluation uses it."""
    first, second = both.before.facts, both.after.facts
    return (
        *_compare_texts("task", {"name": first.task}, {"name": second.task}),
        *_compare_runs(both),
        *_compare_texts("known judgments", *map(_describe_known, (first, second))),
        *_compare_judgments(both),
        *_compare_topics(both),
        *_compare_measures(both),
        *(Change("rule", name, _to_text(a), _to_text(b)) for name, a, b in both.rules()),
        *_compare_subsets(both),
        *_compare_settings(first.settings, second.settings),
        *_compare_texts("version", first.versions, second.versions),
    )


def _compare_runs(both: EvaluationPair) -> Iterator[Change]:
    first, second = both.runs_alone
    for run in first:
        yield Change("run only before", run, _find_file(both.before.described[run]))
    for run in second:
        yield Change("run only after", run, None, _find_file(both.after.described[run]))
    for pair in both.runs:
        if pair.before != pair.after:
            yield Change("run renamed", pair.name, pair.before, pair.after)
    for i, old, new in both.run_facts():
        if old.sha256 != new.sha256:
            yield Change("run file", both.runs[i].name, _find_file(old), _find_file(new))
        yield from _compare_facts(_OF_RUN, both.runs[i].name, old, new)
    refused = (
        {refused.path: "; ".join(refused.problems) or "refused" for refused in side.facts.refused}
        for side in (both.before, both.after)
    )
    yield from _compare_texts("run refused", *refused)


def _compare_judgments(both: EvaluationPair) -> Iterator[Change]:
    yield from _compare_sources("judgments", both, "qrels")
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
        evaluation.topics.select("topic", *_TEXTS)
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
        yield Change("measure only before", label, both.before.computed[label].notation)
    for label in second:
        yield Change("measure only after", label, None, both.after.computed[label].notation)
    for i, old, new in both.measure_facts():
        yield from _compare_facts(_OF_MEASURE, both.measures[i].name, old, new)


def _compare_subsets(both: EvaluationPair) -> Iterator[Change]:
    first, second = both.before.facts.subsets, both.after.facts.subsets
    texts = (
        {name: _describe_topics(topics, others.get(name)) for name, topics in ours.items()}
        for ours, others in ((first, second), (second, first))
    )
    changes = _compare_texts("subset", *texts)
    yield from (change for change in changes if change.name != ALL_TOPICS)


def _describe_topics(ours: Sequence[str], others: Sequence[str] | None) -> str:
    """Return the number of topics, and name those that the other side lacks."""
    own = list(filterfalse(set(others or ()).__contains__, ours))
    return f"{len(ours)} topics" + (f", with {some(own)}" if own and others is not None else "")


def _compare_settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    flat = [
        {
            name if key is None else f"{name}.{key}": _to_text(value)
            for name in _SETTINGS
            for key, value in _list_keys(settings.get(name))
        }
        for settings in (before, after)
    ]
    yield from _compare_texts("setting", *flat)


def _list_keys(value: Any) -> list[tuple[str | None, Any]]:
    return list(value.items()) if isinstance(value, Mapping) else [(None, value)]


def _compare_sources(what: str, both: EvaluationPair, key: str) -> Iterator[Change]:
    old, new = (
        evaluation.facts.inputs.get(key, InputFacts()) for evaluation in (both.before, both.after)
    )
    if old.sha256 != new.sha256:
        yield Change(f"file of {what}", "", _find_source(old), _find_source(new))
    elif old.format != new.format:
        yield Change(f"layout of {what}", "", old.format, new.format)


def _find_source(facts: InputFacts) -> str | None:
    return None if facts.sha256 is None else f"{facts.sha256[:16]}, {facts.count} read"


def _describe_known(facts: ManifestFacts) -> dict[str, str | None]:
    return {
        name: _find_source(known_judgment) for name, known_judgment in facts.known_judgments.items()
    }


def _find_file(run: ManifestRun) -> str | None:
    return None if run.sha256 is None else f"{run.sha256[:16]}, {run.bytes} bytes"


def _compare_facts(
    texts: Mapping[str, Callable[[Any], str | None]], name: str, old: object, new: object
) -> Iterator[Change]:
    for what, text in texts.items():
        yield from _compare_texts(what, {name: text(old)}, {name: text(new)})


def _compare_texts(
    what: str, before: Mapping[str, str | None], after: Mapping[str, str | None]
) -> Iterator[Change]:
    """Yield texts that differ, by name; an empty text equals a missing one."""
    for name in {**before, **after}:
        old, new = before.get(name) or None, after.get(name) or None
        if old != new:
            yield Change(what, name, old, new)


def _describe_counts(counted: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _to_text(value: Any) -> str | None:
    """Return a value as text: a string unchanged, anything else as JSON, null as None."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


#: Facts of a run's file, in words.
_OF_RUN: Mapping[str, Callable[[ManifestRun], str | None]] = {
    "layout of run": lambda run: run.format,
    "group of run": lambda run: run.group,
    "repairs of run": lambda run: _describe_counts(run.repairs),
    "findings of run": lambda run: _describe_counts(run.findings),
}

#: Facts of a measure, in words.
_OF_MEASURE: Mapping[str, Callable[[MeasureFacts], str | None]] = {
    "measure": lambda measure: measure.notation,
    "summary of measure": lambda measure: measure.summary,
    "code of measure": lambda measure: (measure.code or "")[:16],
}
