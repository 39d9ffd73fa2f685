"""Two evaluations beside each other: facts of their manifests, pairs of runs and measures."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.core.errors import EvaluationError, Problem, refuse, suggester
from harness.core.packages import pl
from harness.measures import find_measure
from harness.results.directory import Results
from harness.results.facts import ManifestRun, MeasureFacts

#: Required columns of the tables of values and of summaries.
_SCORES = {"run": pl.String, "topic": pl.String, "measure": pl.String, "value": pl.Float64}
_SUMMARY = {
    "run": pl.String,
    "measure": pl.String,
    "subset": pl.String,
    "summary": pl.String,
    "own": pl.Boolean,
    "value": pl.Float64,
}

#: Rules that follow from other rules, if these differ.
_FOLLOWS = {
    "score_precision": {"dialect"},
    "ties": {"dialect"},
    "missing_topics": {"dialect", "topic_policy"},
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A common run or measure, by its name in each evaluation.

    >>> Pair("bm25", "bm25").name, Pair("bm25", "okapi").name
    ('bm25', 'bm25 → okapi')
    """

    before: str
    after: str

    @property
    def name(self) -> str:
        """The common name; of two different ones, both."""
        return self.before if self.before == self.after else f"{self.before} → {self.after}"


@dataclass(frozen=True, eq=False)
class EvaluationPair:
    """Two evaluations, their common runs and measures, and the rest.

    A run is common under another name if its file is the same, a measure if the same one is
    computed, or the task asks for the same one. ``runs_alone`` and ``measures_alone`` are those
    only in the first, and only in the second.
    """

    before: Results
    after: Results
    runs: tuple[Pair, ...]
    measures: tuple[Pair, ...]
    runs_alone: tuple[tuple[str, ...], tuple[str, ...]]
    measures_alone: tuple[tuple[str, ...], tuple[str, ...]]

    @classmethod
    def of(
        cls, before: Results, after: Results, measures: Sequence[str] | None = None
    ) -> EvaluationPair:
        """Pair two evaluations; ``measures`` selects some of the common ones.

        Raises `InputError` for damaged results and `EvaluationError` for unknown measures.
        """
        for which, results in (("before", before), ("after", after)):
            refuse(_check_tables(results, which))
        runs = _pair_names(
            {run: facts.sha256 for run, facts in before.described.items()},
            {run: facts.sha256 for run, facts in after.described.items()},
        )
        shared: tuple[Pair, ...] = ()
        for name in ("notation", "asked"):  # first as computed, then as asked for
            first, second = (
                {label: getattr(measure, name) for label, measure in evaluation.computed.items()}
                for evaluation in (before, after)
            )
            shared = _pair_names(first, second, shared)
        lone = _find_unpaired(shared, before.measures, after.measures)
        if measures is not None:
            labels = [_label(name, before, after) for name in measures]
            refuse(_find_unknown(labels, shared, lone), EvaluationError)
            wanted = set(labels)
            shared = tuple(
                evaluation
                for evaluation in shared
                if wanted & {evaluation.before, evaluation.after, evaluation.name}
            )
            lone = (), ()
        alone = _find_unpaired(runs, before.runs, after.runs)
        return cls(before, after, runs, shared, alone, lone)

    def run_facts(self) -> Iterator[tuple[int, ManifestRun, ManifestRun]]:
        """Yield the index of each common run, and its facts before and after."""
        for i, pair in enumerate(self.runs):
            yield i, self.before.described[pair.before], self.after.described[pair.after]

    def measure_facts(self) -> Iterator[tuple[int, MeasureFacts, MeasureFacts]]:
        """Yield the index of each common measure, and its facts before and after."""
        for i, pair in enumerate(self.measures):
            yield i, self.before.computed[pair.before], self.after.computed[pair.after]

    def rules(self) -> Iterator[tuple[str, Any, Any]]:
        """Yield each rule that differs and does not follow from another one, with both values."""
        first, second = (dict(side.facts.rules) for side in (self.before, self.after))
        changed = [name for name in {**first, **second} if first.get(name) != second.get(name)]
        for name in changed:
            if _FOLLOWS.get(name, frozenset()).isdisjoint(changed):
                yield name, first.get(name), second.get(name)

    def topics(self) -> pl.DataFrame:
        """Return the judged topics of both: judged, relevant and digest of each, null if not
        judged.

        ``changed`` says whether the judgments of a topic differ.
        """
        columns = ("judged", "relevant", "digest")
        tables = [
            evaluation.topics.select("topic", *(pl.col(name).alias(name + end) for name in columns))
            for evaluation, end in ((self.before, "_before"), (self.after, "_after"))
        ]
        both = tables[0].join(tables[1], on="topic", how="full", coalesce=True).sort("topic")
        return both.with_columns(changed=pl.col("digest_before").ne_missing(pl.col("digest_after")))


def _pair_names(
    before: Mapping[str, Hashable], after: Mapping[str, Hashable], known: Sequence[Pair] = ()
) -> tuple[Pair, ...]:
    """Pair names that both have, then the rest by equal key, in order."""
    pairs = {pair.before: pair for pair in known}
    pairs |= {name: Pair(name, name) for name in before if name in after and name not in pairs}
    left = [name for name in after if name not in {pair.after for pair in pairs.values()}]
    for name, key in before.items():
        same = next((other for other in left if key is not None and after[other] == key), None)
        if name not in pairs and same is not None:
            left.remove(same)
            pairs[name] = Pair(name, same)
    return tuple(pairs[name] for name in before if name in pairs)


def _find_unpaired(
    pairs: Sequence[Pair], before: Iterable[str], after: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first, second = {pair.before for pair in pairs}, {pair.after for pair in pairs}
    return (
        tuple(name for name in before if name not in first),
        tuple(name for name in after if name not in second),
    )


def _label(name: str, *evaluations: Results) -> str:
    """Return a measure's label in the first evaluation that has it under any name."""
    for results in evaluations:
        index = find_measure(name, results.measures, results.level)
        if index is not None:
            return results.measures[index]
    return name


def _find_unknown(
    wanted: Sequence[str], pairs: Sequence[Pair], alone: Sequence[Sequence[str]]
) -> Iterator[Problem]:
    names = dict.fromkeys(name for pair in pairs for name in (pair.before, pair.after, pair.name))
    nearest_name = suggester(names)
    for name in wanted:
        if name in names:
            continue
        only = [
            which for which, pair in zip(("before", "after"), alone, strict=True) if name in pair
        ]
        message = f"the measure {name!r} was not computed in both"
        hint = nearest_name(name)
        yield Problem(message, hint=f"only {only[0]}; {hint}" if only else hint)


def _check_tables(results: Results, which: str) -> Iterator[Problem]:
    key = ["run", "topic", "measure"]
    tables = {"scores": (results.scores, _SCORES), "summary": (results.summary, _SUMMARY)}
    for name, (frame, wanted) in tables.items():
        lacking = [column for column, kind in wanted.items() if frame.schema.get(column) != kind]
        if lacking:
            message = f"damaged results: {name} has no proper columns {', '.join(lacking)}"
            yield Problem(message, where=which)
        elif name == "scores" and frame.select(key).is_duplicated().any():
            run, topic, measure = frame.filter(frame.select(key).is_duplicated()).select(key).row(0)
            message = f"damaged results: two values of {run!r} on topic {topic!r} for {measure!r}"
            yield Problem(message, where=which)
