"""Causes of differences: the changes that can explain a value, each by itself.

A cause is a condition on values and one on summaries. It says what a change *can* explain, not what
it did: judgments of another topic cannot, nor can a depth explain a value that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from harness.config import ALL_TOPICS
from harness.core.errors import MeasureError, some
from harness.core.numbers import counted
from harness.core.packages import pl
from harness.diff.evaluations import (
    EvaluationPair,
    ManifestFacts,
    ManifestRun,
    MeasureFacts,
    StoredEvaluation,
)
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
    # An older polars has no hash for what a dataclass would take as a default.
    values: pl.Expr = field(default_factory=lambda: _NEVER)
    summaries: pl.Expr = field(default_factory=lambda: _NEVER)
    arithmetic: bool = False


def find_causes(both: EvaluationPair) -> tuple[ChangeCause, ...]:
    """Return the causes there are, whether or not any value differs."""
    return (
        *_explain_runs(both),
        *_explain_judgments(both),
        *_explain_known(both),
        *_explain_measures(both),
        *_explain_rules(both),
        *_explain_subsets(both),
        ChangeCause(OTHER_TOPICS, "means over other topics", summaries=pl.col("other_topics")),
        *_explain_versions(both),
    )


def _explain_runs(both: EvaluationPair) -> Iterator[ChangeCause]:
    """Files, layouts and repairs of runs; which topics a run answers matters where others drop."""
    dropped = any(
        evaluation.facts.rules.get("missing_topics") == "drop" for evaluation in _both(both)
    )
    reach = _ALWAYS if dropped else _IN_BOTH
    first, second = both.before.facts.settings, both.after.facts.settings
    checks = first.get("check") != second.get("check")
    kinds: dict[str, Callable[[ManifestRun, ManifestRun], bool]] = {
        "run file": lambda old, new: old.sha256 != new.sha256,
        "run layout": lambda old, new: old.format != new.format,
        "run repairs": lambda old, new: (
            old.repairs != new.repairs or (checks and bool(old.repairs or new.repairs))
        ),
    }
    for name, differ in kinds.items():
        indexes = [i for i, old, new in both.run_facts() if differ(old, new)]
        if indexes:
            which = _listed("run", [both.runs[i].name for i in indexes])
            yield ChangeCause(name, which, pl.col("run").is_in(indexes) & reach)


def _explain_judgments(both: EvaluationPair) -> Iterator[ChangeCause]:
    topics = both.topics()
    names = topics.filter("changed")["topic"].to_list()
    first, second = (evaluation.facts.inputs.get("qrels") for evaluation in _both(both))
    if names and _only_known(both):
        return
    if names:
        which = _listed("topic", names) if both.recorded else "of which topics is not recorded"
        yield ChangeCause("judgments", which, pl.col("topic").is_in(names))
    elif (first and first.sha256) != (second and second.sha256):
        yield ChangeCause("judgments", "another file, the same judgments")


def _explain_known(both: EvaluationPair) -> Iterator[ChangeCause]:
    """Other known judgments: documents leave rankings, and judgments, which changes topics."""
    first, second = (part.facts for part in _both(both))
    if _hashes(first) == _hashes(second):
        return
    old, new = (
        "none" if part.residual is None else part.residual.known for part in (first, second)
    )
    change = f"{old} → {new} judgments" + (", others" if old == new else "")
    runs = [i for i, a, b in both.run_facts() if a.known or b.known]
    topics = both.topics().filter("changed")["topic"].to_list()
    yield ChangeCause(
        "known judgments", change, pl.col("run").is_in(runs) | pl.col("topic").is_in(topics)
    )


def _hashes(facts: ManifestFacts) -> set[str | None]:
    return {known_judgment.sha256 for known_judgment in facts.known_judgments.values()}


def _only_known(both: EvaluationPair) -> bool:
    """Whether judgments of topics differ by what was known before, and by nothing else."""
    first, second = (part.facts for part in _both(both))
    files = [part.inputs.get("qrels") for part in (first, second)]
    same = files[0] is not None and files[0] == files[1]
    return same and _hashes(first) != _hashes(second)


def _explain_measures(both: EvaluationPair) -> Iterator[ChangeCause]:
    """Measures that are asked for with other parameters, summarised or programmed otherwise."""
    for i, old, new in both.measure_facts():
        label, here = both.measures[i].name, pl.col("measure") == i
        if old.notation != new.notation and not _by_level(both, old, new):
            change = f"{old.notation} → {new.notation}"
            yield ChangeCause(f"measure {label}", change, here & _IN_BOTH)
        if old.summary != new.summary:
            change = f"{old.summary} → {new.summary}"
            yield ChangeCause(f"summary of {label}", change, summaries=here & pl.col("own"))
        if old.code != new.code:
            yield ChangeCause(f"code of {label}", "another module", here & _IN_BOTH)


def _by_level(both: EvaluationPair, old: MeasureFacts, new: MeasureFacts) -> bool:
    """Whether a measure has another notation because of the task's relevance level alone."""
    rules = (evaluation.facts.rules.get("relevance_level") for evaluation in _both(both))
    return len(set(rules)) > 1 and old.asked == new.asked


def _explain_rules(both: EvaluationPair) -> Iterator[ChangeCause]:
    for name, old, new in both.rules():
        reach = _IN_BOTH
        if name in ("topic_policy", "missing_topics"):
            reach = pl.col("unanswered")
        elif name == "relevance_level":
            reach = _IN_BOTH & pl.col("measure").is_in(_with_level(both))
        elif name == "collection_size":
            reach = _IN_BOTH & pl.col("measure").is_in(_with_collection(both))
        yield ChangeCause(f"rule {name}", f"{_word(old)} → {_word(new)}", reach)


def _with_level(both: EvaluationPair) -> list[int]:
    """Return the measures that have another notation; all where these are not recorded in full."""
    recorded = all(evaluation.facts.measures for evaluation in _both(both))
    return [i for i, a, b in both.measure_facts() if a.notation != b.notation or not recorded]


def _with_collection(both: EvaluationPair) -> list[int]:
    """Return the measures that need the size of the collection, or that nobody here knows."""
    return [
        i
        for i, old, new in both.measure_facts()
        if any(_needs_collection(facts.notation) for facts in (old, new))
    ]


def _needs_collection(notation: str) -> bool:
    try:
        measures = parse_measures(notation)
    except MeasureError:
        return True
    return any(
        family.needs_collection_size for measure in measures for family in measure.requirements()
    )


def _explain_subsets(both: EvaluationPair) -> Iterator[ChangeCause]:
    first, second = (evaluation.facts.subsets for evaluation in _both(both))
    for name in first:
        if name != ALL_TOPICS and name in second and set(first[name]) != set(second[name]):
            change = f"{len(first[name])} → {len(second[name])} topics"
            yield ChangeCause(f"subset {name}", change, summaries=pl.col("subset") == name)


def _explain_versions(both: EvaluationPair) -> Iterator[ChangeCause]:
    first, second = (evaluation.facts.versions for evaluation in _both(both))
    changed = [name for name in {**first, **second} if first.get(name) != second.get(name)]
    if changed:
        changes = (f"{name} {first.get(name, '–')} → {second.get(name, '–')}" for name in changed)
        yield ChangeCause("versions", ", ".join(changes), _ALWAYS, arithmetic=True)


def _both(both: EvaluationPair) -> Sequence[StoredEvaluation]:
    return both.before, both.after


def _listed(what: str, names: Sequence[str]) -> str:
    return f"{counted(len(names), what)}: {some(names)}"


def _word(value: object) -> str:
    return "none" if value is None else str(value)
