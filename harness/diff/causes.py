"""Why values differ: the changes between two evaluations that can explain a value, each by itself.

A cause is a condition on values and one on summaries. It says what a change *can* explain, not what
it did: judgments of another topic cannot, nor can a depth explain a value that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from harness.config import ALL_TOPICS
from harness.core.errors import MeasureError, some
from harness.diff.evaluations import Facts, MeasureFacts, RunFacts, Side, Sides
from harness.measures import parse_measures

#: A cause that is always there, since only the values tell.
OTHER_TOPICS = "other topics"

_NEVER, _ALWAYS = pl.lit(value=False), pl.lit(value=True)
#: Both evaluations have the value; otherwise one of them did not average the run over the topic.
_IN_BOTH = pl.col("alone").is_null()


@dataclass(frozen=True, eq=False)
class ChangeCause:
    """A change, in words, and what it can explain.

    ``values`` is a condition on columns of values: ``run`` and ``measure`` (places of pairs),
    ``topic``, ``alone`` (null, before or after) and ``unanswered``. ``summaries`` is one on
    summaries: ``run``, ``measure``, ``subset``, ``own`` and ``other_topics``; it is about what is
    not explained by the values that a summary is of. ``arithmetic`` may change a summary of values
    that are all the same.
    """

    name: str
    what: str
    values: pl.Expr = _NEVER
    summaries: pl.Expr = _NEVER
    arithmetic: bool = False


def find_causes(sides: Sides) -> tuple[ChangeCause, ...]:
    """The causes there are, whether or not any value differs."""
    return (
        *_of_runs(sides),
        *_of_judgments(sides),
        *_of_known(sides),
        *_of_measures(sides),
        *_of_rules(sides),
        *_of_subsets(sides),
        ChangeCause(OTHER_TOPICS, "means over other topics", summaries=pl.col("other_topics")),
        *_of_versions(sides),
    )


def _of_runs(sides: Sides) -> Iterator[ChangeCause]:
    """Files, layouts and repairs of runs; which topics a run answers matters where others drop."""
    dropped = any(one.facts.rules.get("missing_topics") == "drop" for one in _both(sides))
    reach = _ALWAYS if dropped else _IN_BOTH
    first, second = sides.before.facts.settings, sides.after.facts.settings
    checks = first.get("check") != second.get("check")
    kinds: dict[str, Callable[[RunFacts, RunFacts], bool]] = {
        "run file": lambda old, new: old.sha256 != new.sha256,
        "run layout": lambda old, new: old.format != new.format,
        "run repairs": lambda old, new: (
            old.repairs != new.repairs or (checks and bool(old.repairs or new.repairs))
        ),
    }
    for name, differ in kinds.items():
        places = [at for at, old, new in sides.run_facts() if differ(old, new)]
        if places:
            said = _counted("run", [sides.runs[at].name for at in places])
            yield ChangeCause(name, said, pl.col("run").is_in(places) & reach)


def _of_judgments(sides: Sides) -> Iterator[ChangeCause]:
    topics = sides.topics()
    names = topics.filter("changed")["topic"].to_list()
    first, second = (one.facts.inputs.get("qrels") for one in _both(sides))
    if names and _only_known(sides):
        return
    if names:
        said = _counted("topic", names) if sides.recorded else "of which topics is not recorded"
        yield ChangeCause("judgments", said, pl.col("topic").is_in(names))
    elif (first and first.sha256) != (second and second.sha256):
        yield ChangeCause("judgments", "another file, the same judgments")


def _of_known(sides: Sides) -> Iterator[ChangeCause]:
    """Other known judgments: documents leave rankings, and judgments, which changes topics."""
    first, second = (one.facts for one in _both(sides))
    if _hashes(first) == _hashes(second):
        return
    old, new = ("none" if one.residual is None else one.residual.known for one in (first, second))
    said = f"{old} → {new} judgments" + (", others" if old == new else "")
    runs = [at for at, a, b in sides.run_facts() if a.known or b.known]
    topics = sides.topics().filter("changed")["topic"].to_list()
    yield ChangeCause(
        "known judgments", said, pl.col("run").is_in(runs) | pl.col("topic").is_in(topics)
    )


def _hashes(facts: Facts) -> set[str | None]:
    return {one.sha256 for one in facts.known_judgments.values()}


def _only_known(sides: Sides) -> bool:
    """Whether judgments of topics differ by what was known before, and by nothing else."""
    first, second = (one.facts for one in _both(sides))
    files = [one.inputs.get("qrels") for one in (first, second)]
    same = files[0] is not None and files[0] == files[1]
    return same and _hashes(first) != _hashes(second)


def _of_measures(sides: Sides) -> Iterator[ChangeCause]:
    """Measures that are asked for with other parameters, summarised or programmed otherwise."""
    for at, old, new in sides.measure_facts():
        label, here = sides.measures[at].name, pl.col("measure") == at
        if old.notation != new.notation and not _by_level(sides, old, new):
            said = f"{old.notation} → {new.notation}"
            yield ChangeCause(f"measure {label}", said, here & _IN_BOTH)
        if old.summary != new.summary:
            said = f"{old.summary} → {new.summary}"
            yield ChangeCause(f"summary of {label}", said, summaries=here & pl.col("own"))
        if old.code != new.code:
            yield ChangeCause(f"code of {label}", "another module", here & _IN_BOTH)


def _by_level(sides: Sides, old: MeasureFacts, new: MeasureFacts) -> bool:
    """Whether a measure has another notation because of the task's relevance level alone."""
    rules = (one.facts.rules.get("relevance_level") for one in _both(sides))
    return len(set(rules)) > 1 and old.asked == new.asked


def _of_rules(sides: Sides) -> Iterator[ChangeCause]:
    for name, old, new in sides.rules():
        reach = _IN_BOTH
        if name in ("topic_policy", "missing_topics"):
            reach = pl.col("unanswered")
        elif name == "relevance_level":
            reach = _IN_BOTH & pl.col("measure").is_in(_with_level(sides))
        elif name == "collection_size":
            reach = _IN_BOTH & pl.col("measure").is_in(_with_collection(sides))
        yield ChangeCause(f"rule {name}", f"{_word(old)} → {_word(new)}", reach)


def _with_level(sides: Sides) -> list[int]:
    """The measures that have another notation; all where these are not recorded in full."""
    recorded = all(one.facts.measures for one in _both(sides))
    return [at for at, a, b in sides.measure_facts() if a.notation != b.notation or not recorded]


def _with_collection(sides: Sides) -> list[int]:
    """The measures that need the size of the collection, or that nobody here knows."""
    return [
        at
        for at, old, new in sides.measure_facts()
        if any(_needs_collection(one.notation) for one in (old, new))
    ]


def _needs_collection(notation: str) -> bool:
    try:
        found = parse_measures(notation)
    except MeasureError:
        return True
    return any(family.needs_collection_size for one in found for family in one.requirements())


def _of_subsets(sides: Sides) -> Iterator[ChangeCause]:
    first, second = (one.facts.subsets for one in _both(sides))
    for name in first:
        if name != ALL_TOPICS and name in second and set(first[name]) != set(second[name]):
            said = f"{len(first[name])} → {len(second[name])} topics"
            yield ChangeCause(f"subset {name}", said, summaries=pl.col("subset") == name)


def _of_versions(sides: Sides) -> Iterator[ChangeCause]:
    first, second = (one.facts.versions for one in _both(sides))
    changed = [name for name in {**first, **second} if first.get(name) != second.get(name)]
    if changed:
        said = (f"{name} {first.get(name, '–')} → {second.get(name, '–')}" for name in changed)
        yield ChangeCause("versions", ", ".join(said), _ALWAYS, arithmetic=True)


def _both(sides: Sides) -> Sequence[Side]:
    return sides.before, sides.after


def _counted(what: str, names: Sequence[str]) -> str:
    return f"{len(names)} {what}{'' if len(names) == 1 else 's'}: {some(names)}"


def _word(value: object) -> str:
    return "none" if value is None else str(value)
