"""A score table: the values of one measure, topics × runs, complete and ready to be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, total
from harness.core.coverage import Coverage, alarms, known_notes, note_without_relevant
from harness.core.errors import EvaluationError, Problem, refuse, refuse_unknown, some
from harness.core.notes import Note, shorten_notes
from harness.core.numbers import count_noun
from harness.evaluation.scales import UNBOUNDED, Scale, find_scale
from harness.evaluation.scores import Scores
from harness.measures import AnyMeasure, find_level, find_measure_index
from harness.settings.names import TOPIC_CHOICES
from harness.stats.sampling import SamplingErrors

if TYPE_CHECKING:
    import pandas as pd

#: Stands for the scale that the named measure declares.
AS_DECLARED = Scale()

#: The columns of a long frame.
LONG = ("run", "topic", "measure", "value")


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """The values [T, R] of one measure: a row per topic, a column per run, none missing.

    Topics are in bytewise order, runs as given. ``left_out`` lists topics that some runs lack, if
    these are left out. ``dialect`` names the conventions of the values, if known. ``scale`` says
    which values are better and what is averaged, by default as the measure of that name declares.
    ``values`` are the measure's own; comparisons use `compared`. ``notes`` are for the reader;
    ``errors`` are of values estimated from a sample of judgments; ``level`` is the lowest relevant
    grade of measures without their own, from the rules.

    Raises `EvaluationError` with every problem: fewer than two topics or runs, two runs of one
    name, values that are missing or not finite.

    >>> table = ScoreTable("AP", ("x", "y"), ("1", "2"), np.array([[0.5, 0.25], [1.0, 0.0]]))
    >>> table.select_run("x").tolist()
    [0.5, 1.0]
    >>> table.column("xx")
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: unknown run 'xx' (did you mean x?)
    """

    measure: str
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    values: Floats
    left_out: tuple[str, ...] = ()
    dialect: str = ""
    scale: Scale = AS_DECLARED
    notes: tuple[Note, ...] = ()
    errors: SamplingErrors | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        refuse(self._problems(), EvaluationError)
        order = sorted(range(len(self.topics)), key=lambda row: self.topics[row].encode())
        values = np.ascontiguousarray(self.values[order], dtype=np.float64)
        values.flags.writeable = False
        object.__setattr__(self, "topics", tuple(self.topics[row] for row in order))
        object.__setattr__(self, "values", values)
        scale = find_scale(self.measure) if self.scale is AS_DECLARED else self.scale
        low, high = scale.bounds
        if values.size and not low <= values.min() <= values.max() <= high:
            scale = replace(scale, bounds=UNBOUNDED)  # values of another kind, such as per cent
        object.__setattr__(self, "scale", scale)

    def _problems(self) -> Iterator[Problem]:
        yield from _check_names(self.measure, self.runs, "run")
        yield from _check_names(self.measure, self.topics, "topic")
        wanted = (len(self.topics), len(self.runs))
        if self.values.shape != wanted:
            shape = " × ".join(map(str, self.values.shape))
            message = f"values of the shape {shape} for {wanted[0]} topics and {wanted[1]} runs"
            yield Problem(message, key=self.measure)
            return
        for topic, run in np.argwhere(~np.isfinite(self.values)).tolist():
            what = "missing" if np.isnan(self.values[topic, run]) else "infinite"
            message = f"the value of {self.runs[run]} on topic {self.topics[topic]} is {what}"
            yield Problem(message, key=self.measure)

    @classmethod
    def of(
        cls,
        scores: Scores,
        measure: str | AnyMeasure | None = None,
        *,
        runs: Sequence[str] | None = None,
        topics: str = "all",
    ) -> ScoreTable:
        """Return the table of one measure of an evaluation, by default the first.

        With ``topics="all"`` all runs must have been evaluated on the same topics; "common" takes
        the common ones, and records the rest. ``runs`` selects some of the runs. Raises
        `EvaluationError` like the class, and for unknown measures and runs.
        """
        if not scores.measures:
            raise EvaluationError("the evaluation has no measure with numbers")
        column = 0 if measure is None else scores.column_of(measure)
        chosen, columns = scores.measures[column], _find_columns(scores.runs, runs)
        errors = scores.errors.get(chosen.label)
        table = _complete(
            chosen.label,
            [scores.runs[i] for i in columns],
            scores.topics,
            scores.values[columns, :, column].T,
            scores.evaluated[columns].T,
            topics,
            dialect=scores.dialect,
            scale=find_scale(chosen),
            notes=note_runs({scores.runs[i]: scores.coverage[i] for i in columns}),
            errors=errors and errors.only(columns),
        )
        return replace(table, level=find_level(scores.measures))

    @classmethod
    def of_frame(
        cls,
        frame: pd.DataFrame,
        measure: str = "",
        *,
        runs: Sequence[str] | None = None,
        topics: str = "all",
        scale: Scale = AS_DECLARED,
    ) -> ScoreTable:
        """Return the table of a pandas frame, a row per topic, a column per run, topics as the
        index.

        NaN marks a topic that the run does not have, as in `Scores.per_topic`. ``measure`` names
        the values, ``scale`` says how they are compared if not as the measure of this name
        declares. Otherwise like `of`.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"x": [0.5, 1.0, 0.1], "y": [0.25, 0.0, None]}, ["1", "2", "3"])
        >>> table = ScoreTable.of_frame(frame, "AP", topics="common")
        >>> table.topics, table.left_out
        (('1', '2'), ('3',))
        """
        names = [str(name) for name in frame.columns]
        columns = _find_columns(names, runs)
        try:
            values = frame.to_numpy(dtype=np.float64, na_value=np.nan)[:, columns]
        except (TypeError, ValueError) as error:
            message = f"the frame does not hold numbers: {error}"
            hint = "a row per topic and a column per run; the topics are the index"
            raise EvaluationError(Problem(message, key=measure or None, hint=hint)) from None
        named = [names[i] for i in columns]
        given = [str(topic) for topic in frame.index]
        there = ~np.isnan(values)
        return _complete(measure or "score", named, given, values, there, topics, scale=scale)

    @classmethod
    def of_long(
        cls,
        frame: Any,
        measure: str | None = None,
        *,
        runs: Sequence[str] | None = None,
        topics: str = "all",
        dialect: str = "",
        scale: Callable[[str], Scale] = find_scale,
        notes: Sequence[Note] = (),
    ) -> ScoreTable:
        """Return the table of a pandas or polars frame with columns run, topic, measure and value.

        Directories of results hold such frames. A missing row is a topic that the run does not
        have; a row without a value is an error, and so are two rows for one value. ``scale`` says
        how a measure of that label is compared. Otherwise like `of`.
        """
        names = frame if isinstance(frame, Mapping) else frame.columns
        refuse(_check_columns(list(map(str, names))), EvaluationError)
        columns = [list(frame[name]) for name in LONG]
        label = _label(measure, list(dict.fromkeys(map(str, columns[2]))))
        rows = [
            (str(run), str(topic), value)
            for run, topic, name, value in zip(*columns, strict=True)
            if str(name) == label
        ]
        names = list(dict.fromkeys(run for run, _, _ in rows))
        wanted = [names[i] for i in _find_columns(names, runs)]
        rows = [row for row in rows if row[0] in set(wanted)]
        refuse(_check_rows(label, rows), EvaluationError)
        given = list(dict.fromkeys(topic for _, topic, _ in rows))
        column = {run: i for i, run in enumerate(wanted)}
        row_of = {topic: i for i, topic in enumerate(given)}
        values = np.full((len(given), len(wanted)), np.nan)
        for run, topic, value in rows:
            values[row_of[topic], column[run]] = value
        about = {"dialect": dialect, "scale": scale(label), "notes": tuple(notes)}
        return _complete(label, wanted, given, values, ~np.isnan(values), topics, **about)

    @property
    def summary(self) -> str:
        """The summary of the measure over topics."""
        return self.scale.summary

    @cached_property
    def compared(self) -> Floats:
        """The values [T, R] ready to be compared: more is better, and means are their summary.

        >>> values = np.array([[0.5, 0.25], [1.0, 0.0]])
        >>> ScoreTable("FNR", ("x", "y"), ("1", "2"), values).compared.tolist()
        [[-0.5, -0.25], [-1.0, 0.0]]
        """
        return self.scale.compared(self.values)

    @cached_property
    def means(self) -> Floats:
        """The mean of each run over all topics [R]; the geometric mean if the measure's summary."""
        return self.scale.shown(total(self.compared.T) / len(self.topics))

    def compared_differences(self, a: str, b: str) -> Floats:
        """Return how much better the first run is than the second on each topic [T], as compared.

        `EvaluationError` for unknown runs, and for a run and itself.
        """
        if a == b:
            hint = "name two runs"
            raise EvaluationError(Problem(f"{a!r} cannot be compared with itself", hint=hint))
        return np.asarray(self.compared[:, self.column(a)] - self.compared[:, self.column(b)])

    @property
    def ranks(self) -> Ints:
        """The rank of each run [R] by its mean; ties share the best rank."""
        return self.scale.ranks(self.means)

    def best_first(self) -> ScoreTable:
        """Return the table with its runs sorted by mean, the best first; ties by name."""
        return self.only([self.runs[column] for column in self.scale.order(self.means, self.runs)])

    def column(self, run: str) -> int:
        """Return the column of a run; `EvaluationError` with the nearest name if it is unknown."""
        return self.runs.index(run) if run in self.runs else _find_columns(self.runs, [run])[0]

    def select_run(self, run: str) -> Floats:
        """Return the values of one run [T]."""
        return np.asarray(self.values[:, self.column(run)])

    def only(self, runs: Sequence[str]) -> ScoreTable:
        """Return the table of some of the runs, in the given order."""
        columns = _find_columns(self.runs, runs)
        named = tuple(self.runs[column] for column in columns)
        errors = self.errors and self.errors.only(columns)
        return replace(self, runs=named, values=self.values[:, columns], errors=errors)

    def of_subset(self, name: str, topics: Collection[str]) -> ScoreTable:
        """Return the table of some topics, which its notes call by a name.

        >>> table = ScoreTable("AP", ("x", "y"), ("1", "2", "3"), np.array([[0, 1]] * 3))
        >>> odd = table.of_subset("odd", {"1", "3", "5"})
        >>> odd.topics, *map(str, odd.notes)
        (('1', '3'), 'topics: the subset odd')
        """
        kept = [row for row, topic in enumerate(self.topics) if topic in topics]
        return replace(
            self,
            topics=tuple(self.topics[row] for row in kept),
            values=self.values[kept],
            left_out=tuple(topic for topic in self.left_out if topic in topics),
            notes=(Note("topics-subset", f"topics: the subset {name}"), *self.notes),
        )


def note_runs(covers: Mapping[str, Coverage]) -> tuple[Note, ...]:
    """Return the notes on the compared runs by name; empty if nothing is unusual.

    >>> x = Coverage(("1", "2"), missing=("1", "2"))
    >>> print(*note_runs({"x": x, "y": Coverage(("1", "2"))}))
    runs that do not answer all topics: x (2 missing)
    """
    named = [
        f"{run} ({len(cover.missing)} missing)" for run, cover in covers.items() if cover.missing
    ]
    text = f"runs that do not answer all topics: {some(named)}"
    return (
        *shorten_notes(alarms(list(covers), list(covers.values()))),
        *([Note("topics-missing", text, numbers={"runs": len(named)})] if named else ()),
        *known_notes(len(covers), [cover.known for cover in covers.values()]),
        *note_without_relevant(covers.values()),
    )


def _complete(
    measure: str,
    runs: Sequence[str],
    topics: Sequence[str],
    values: Floats,
    there: Bools,
    policy: str,
    **rest: Any,
) -> ScoreTable:
    """Return the table of the topics that all runs have; refuse or leave out the others."""
    refuse_unknown("choice of topics", [policy], TOPIC_CHOICES)
    some_have = there.any(axis=1)
    complete = there.all(axis=1)
    partial = np.flatnonzero(some_have & ~complete).tolist()
    if policy == "all" and partial:
        refuse(
            _check_partial(measure, runs, [topics[row] for row in partial], there), EvaluationError
        )
    if policy == "common" and not complete.any():
        message = f"no topic was evaluated for all {len(runs)} runs"
        raise EvaluationError(Problem(message, key=measure))
    kept = np.flatnonzero(complete).tolist()
    return ScoreTable(
        measure,
        tuple(runs),
        tuple(topics[row] for row in kept),
        values[kept],
        left_out=tuple(topics[row] for row in partial),
        **rest,
    )


def _check_partial(
    measure: str, runs: Sequence[str], partial: Sequence[str], there: Bools
) -> Iterator[Problem]:
    lacking = there.any(axis=1).sum() - there.sum(axis=0)
    named = [f"{run} lacks {count}" for run, count in zip(runs, lacking, strict=True) if count]
    every = there.any(axis=1).sum()
    lack = count_noun(len(partial), "topic", "was not evaluated for all runs", of=int(every))
    message = f"{lack}: {some(partial)}"
    how = "the key compare.topics, --topics of harness compare and gate"
    hint = f'{some(named)}; topics="common" ({how}) compares on those that all have'
    yield Problem(message, key=measure, hint=hint)


def _find_columns(names: Sequence[str], wanted: Sequence[str] | None) -> list[int]:
    """Return the columns of the wanted names, by default all; the first of two equal names."""
    if wanted is None:
        return list(range(len(names)))
    column: dict[Hashable, int] = {}
    for i, name in enumerate(names):
        column.setdefault(name, i)
    refuse_unknown("run", map(str, wanted), column)
    return [column[name] for name in wanted]


def _check_names(measure: str, names: Sequence[str], what: str) -> Iterator[Problem]:
    for name, count in Counter(names).items():
        if count > 1:
            owners = "runs have" if what == "run" else "rows have"
            yield Problem(f"{count} {owners} the {what} name {name!r}", key=measure)
    if len(names) < 2:
        few = f"1 {what}" if names else f"no {what}"
        yield Problem(f"{few}: at least two {what}s are needed for a comparison", key=measure)


def _check_columns(names: Sequence[str]) -> Iterator[Problem]:
    for name in LONG:
        if name not in names:
            hint = f"the columns are {some(names)}"
            yield Problem(f"the frame has no column {name!r}", hint=hint)


def _check_rows(measure: str, rows: Iterable[tuple[str, str, Any]]) -> Iterator[Problem]:
    seen: set[tuple[str, str]] = set()
    for run, topic, value in rows:
        if (run, topic) in seen:
            yield Problem(f"two values of {run} on topic {topic}", key=measure)
        seen.add((run, topic))
        number = isinstance(value, Real) and not isinstance(value, bool)
        if not number or value != value:
            what = "missing" if value is None or number else f"{value!r:.40}, not a number"
            yield Problem(f"the value of {run} on topic {topic} is {what}", key=measure)


def _label(measure: str | None, labels: Sequence[str]) -> str:
    """Return the label of a measure in a frame, given any of its names; by default the first."""
    if measure is None and labels:
        return labels[0]
    return labels[find_measure_index(str(measure), labels)]
