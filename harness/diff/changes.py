"""What changed between two evaluations, but for the numbers: runs, judgments, rules, versions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from harness.config import ALL_TOPICS
from harness.core.errors import some
from harness.diff.evaluations import Facts, InputFacts, RunFacts, Sides

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


def find_changes(sides: Sides) -> tuple[Change, ...]:
    """Everything but values that differs, in the order in which an evaluation uses it."""
    first, second = sides.before.facts, sides.after.facts
    return (
        *_of_words("task", {"name": first.task}, {"name": second.task}),
        *_of_runs(sides),
        *_of_words("known judgments", *map(_known, (first, second))),
        *_of_judgments(sides),
        *_of_topics(sides),
        *_of_measures(sides),
        *(Change("rule", name, _said(a), _said(b)) for name, a, b in sides.rules()),
        *_of_subsets(sides),
        *_of_settings(first.settings, second.settings),
        *_of_words("version", first.versions, second.versions),
    )


def _of_runs(sides: Sides) -> Iterator[Change]:
    first, second = sides.runs_alone
    for run in first:
        yield Change("run only before", run, _file(sides.before.runs[run]))
    for run in second:
        yield Change("run only after", run, None, _file(sides.after.runs[run]))
    for pair in sides.runs:
        if pair.before != pair.after:
            yield Change("run renamed", pair.name, pair.before, pair.after)
    for at, old, new in sides.run_facts():
        name = sides.runs[at].name
        if old.sha256 != new.sha256:
            yield Change("run file", name, _file(old), _file(new))
        for what, said in _OF_RUN.items():
            yield from _of_words(what, {name: said(old)}, {name: said(new)})
    yield from _of_refused(sides)


def _of_refused(sides: Sides) -> Iterator[Change]:
    refused = [
        {one.path: "; ".join(one.problems) or "refused" for one in side.facts.refused}
        for side in (sides.before, sides.after)
    ]
    yield from _of_words("run refused", *refused)


def _of_judgments(sides: Sides) -> Iterator[Change]:
    yield from _of_source("judgments", sides, "qrels")
    if not sides.recorded:
        return
    for row in sides.topics().filter("changed").iter_rows(named=True):
        said = [
            None
            if row[f"judged_{end}"] is None
            else f"{row[f'judged_{end}']} judged, {row[f'relevant_{end}']} relevant"
            for end in ("before", "after")
        ]
        yield Change("judgments of topic", row["topic"], said[0], said[1])


def _of_topics(sides: Sides) -> Iterator[Change]:
    yield from _of_source("topics", sides, "topics")
    sources = [one.results.topics.select("topic", *_TEXTS) for one in (sides.before, sides.after)]
    both = sources[0].join(sources[1], on="topic", how="inner", suffix="_after").sort("topic")
    for name in _TEXTS:
        after = f"{name}_after"
        differing = both.filter(pl.col(name).ne_missing(pl.col(after)))
        for topic, old, new in differing.select("topic", name, after).iter_rows():
            yield Change(f"{name} of topic", topic, old, new)


def _of_measures(sides: Sides) -> Iterator[Change]:
    first, second = sides.measures_alone
    for label in first:
        yield Change("measure only before", label, sides.before.measures[label].notation)
    for label in second:
        yield Change("measure only after", label, None, sides.after.measures[label].notation)
    for at, old, new in sides.measure_facts():
        name = sides.measures[at].name
        yield from _of_words("measure", {name: old.notation}, {name: new.notation})
        yield from _of_words("summary of measure", {name: old.summary}, {name: new.summary})
        codes = [None if one.code is None else one.code[:16] for one in (old, new)]
        if codes[0] != codes[1]:
            yield Change("code of measure", name, codes[0], codes[1])


def _of_subsets(sides: Sides) -> Iterator[Change]:
    first, second = sides.before.facts.subsets, sides.after.facts.subsets
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


def _of_settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    flat = [
        {
            name if key is None else f"{name}.{key}": _said(value)
            for name in _SETTINGS
            for key, value in _keys(one.get(name))
        }
        for one in (before, after)
    ]
    yield from _of_words("setting", *flat)


def _keys(value: Any) -> list[tuple[str | None, Any]]:
    return list(value.items()) if isinstance(value, Mapping) else [(None, value)]


def _of_source(what: str, sides: Sides, key: str) -> Iterator[Change]:
    old, new = (one.facts.inputs.get(key, InputFacts()) for one in (sides.before, sides.after))
    if old.sha256 != new.sha256:
        yield Change(f"file of {what}", "", _source(old), _source(new))
    elif old.format != new.format:
        yield Change(f"layout of {what}", "", old.format, new.format)


def _source(one: InputFacts) -> str | None:
    return None if one.sha256 is None else f"{one.sha256[:16]}, {one.count} read"


def _known(facts: Facts) -> dict[str, str | None]:
    return {name: _source(one) for name, one in facts.known_judgments.items()}


def _file(run: RunFacts) -> str | None:
    return None if run.sha256 is None else f"{run.sha256[:16]}, {run.bytes} bytes"


def _of_words(
    what: str, before: Mapping[str, str | None], after: Mapping[str, str | None]
) -> Iterator[Change]:
    """Texts by name that differ; an empty one is as good as none."""
    for name in {**before, **after}:
        old, new = before.get(name) or None, after.get(name) or None
        if old != new:
            yield Change(what, name, old, new)


def _counts(counted: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _said(value: Any) -> str | None:
    """A value as text: a word as it is, anything else as JSON, null as nothing."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


#: What was made of a run's file, in words.
_OF_RUN: Mapping[str, Callable[[RunFacts], str | None]] = {
    "layout of run": lambda run: run.format,
    "group of run": lambda run: run.group,
    "repairs of run": lambda run: _counts(run.repairs),
    "findings of run": lambda run: _counts(run.findings),
}
