"""Scores: the values of runs × topics × measures, and their summaries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from harness.core import public
from harness.core.arrays import Bools, Floats, FrozenArrays, Ints, freeze_array, same_values
from harness.core.coverage import Coverage, Coverages
from harness.core.errors import EvaluationError, Problem, find_unknown, refuse, refuse_unknown
from harness.core.faces import MOST_ROWS, Face, HasFrame, HasRunPlots, NamedValues, natural
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.evaluation.scales import sort_runs
from harness.measures import AnyMeasure, find_measure, find_measure_index
from harness.measures.registry import Texts
from harness.measures.summaries import SUMMARIES, micro

if TYPE_CHECKING:
    import pandas as pd

    from harness.stats.sampling import SamplingErrors

#: The arrays of `Scores`.
_ARRAYS = ("values", "evaluated", "numerators", "denominators")


@dataclass(frozen=True, eq=False, repr=False)
class Scores(HasRunPlots, HasFrame, FrozenArrays):
    """The values of R runs on T topics by M measures.

    Arrays are read-only; equal scores have equal values. Methods raise `EvaluationError` for
    unknown runs, topics and measures.

    Attributes
    ----------
    runs, topics, measures
        The names along the axes, in order.
    values
        [R, T, M], 0 where not evaluated.
    evaluated
        [R, T], False for a topic that is not averaged for that run.
    numerators, denominators
        [R, T, M], NaN for measures that are not ratios.
    coverage
        [R], the topics and documents behind each run's averages.
    texts, errors
        By label: for measures with texts, [R, T], None where not evaluated; for measures estimated
        from a sample of judgments, their sampling errors.
    dialect, notes
        The conventions of the values; notes for the reader of the values.

    Examples
    --------
    >>> from harness import score
    >>> runs = {"x": {"1": ["a"], "2": ["c", "b"]}, "y": {"1": ["b", "a"], "2": ["c"]}}
    >>> scores = score({"1": {"a": 1}, "2": {"b": 1}}, runs, ["RR", "P@1"])
    >>> scores["RR"], scores.only("x").summarise().tolist()
    ({'x': 0.75, 'y': 0.25}, [[0.75, 0.5]])
    >>> scores.per_topic("RR").loc["2"].to_dict()
    {'x': 0.5, 'y': 0.0}
    """

    runs: tuple[str, ...]
    topics: tuple[str, ...]
    measures: tuple[AnyMeasure, ...]
    values: Floats
    evaluated: Bools
    numerators: Floats
    denominators: Floats
    coverage: tuple[Coverage, ...]
    dialect: str = ""
    texts: Mapping[str, Texts] = field(default_factory=dict)
    errors: Mapping[str, SamplingErrors] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        FrozenArrays.__post_init__(self)
        object.__setattr__(self, "coverage", Coverages(self.coverage))
        object.__setattr__(self, "texts", {m: freeze_array(t) for m, t in self.texts.items()})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scores):
            return NotImplemented
        names = ("runs", "topics", "labels", "measures", "dialect")
        return (
            all(getattr(self, name) == getattr(other, name) for name in names)
            and all(same_values(getattr(self, n), getattr(other, n)) for n in _ARRAYS)
            and dict(self.errors) == dict(other.errors)
            and self.texts.keys() == other.texts.keys()
            and all(np.array_equal(self.texts[m], other.texts[m]) for m in self.texts)
        )

    def __hash__(self) -> int:
        return hash((self.runs, self.topics, self.labels, self.dialect))

    def face(self) -> Face:
        """Return a small leaderboard by the first measure that is not a count."""
        values = self.summarise()
        order = sort_runs(self.runs, self.measures, values)
        counts = ((self.runs, "run"), (self.topics, "topic"), (self.measures, "measure"))
        sizes = ", ".join(count_noun(len(names), what) for names, what in counts)
        rows = [(self.runs[row], *values[row].tolist()) for row in order[:MOST_ROWS]]
        line = f"Scores: {sizes}; dialect {self.dialect}"
        lines = [note.line for note in self.notes if note.code != "topics-averaged"]
        return Face(line, ("run", *self.labels), rows, len(self.runs), lines)

    def __getitem__(self, measure: str | AnyMeasure) -> dict[str, float]:
        """Return the summary of a measure by run, like `summarise`: ``scores["AP"]["bm25"]``.

        The measure may have any of its names; `EvaluationError` if it is unknown.
        """
        column = self.summarise()[:, self.column_of(measure)]
        return NamedValues("run", dict(zip(self.runs, column.tolist(), strict=True)))

    def to_dict(self, *, topics: bool = False) -> dict[str, dict[str, Any]]:
        """Return the scores as dictionaries.

        Parameters
        ----------
        topics
            Whether to list values by topic.

        Returns
        -------
        dict
            ``{measure: {run: summary}}``, or ``{run: {topic: {measure: value}}}`` of evaluated
            topics.
        """
        if not topics:
            return {label: self[label] for label in self.labels}
        return {
            run: {
                topic: dict(zip(self.labels, self.values[row, column].tolist(), strict=True))
                for column, topic in enumerate(self.topics)
                if self.evaluated[row, column]
            }
            for row, run in enumerate(self.runs)
        }

    def to_json(self) -> str:
        """Return the scores as JSON, with a version; `from_json` reads them back."""
        from harness.evaluation.scores_text import encode_scores

        return encode_scores({each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def from_json(cls, text: str, where: str | None = None) -> Scores:
        """Read the scores that `to_json` wrote.

        Parameters
        ----------
        text
            The JSON.
        where
            The source named in errors.

        Returns
        -------
        Scores
            Scores equal to the written ones.

        Raises
        ------
        InputError
            For other text.
        """
        from harness.evaluation.scores_text import decode_fields

        return cls(**decode_fields(text, where))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write `to_json` as a file, whole or not at all; `harness.read_scores` reads it.

        Raises `InputError` for a file that cannot be written.

        Parameters
        ----------
        path
            The file.
        """
        public("write_scores")(self, path)

    def only(
        self, runs: Iterable[str] | None = None, measures: Iterable[str | AnyMeasure] | None = None
    ) -> Scores:
        """Return the scores of some runs by some measures, with all notes.

        Parameters
        ----------
        runs
            Runs to keep, in this order; all if None.
        measures
            Measures to keep, in this order; all if None.

        Returns
        -------
        Scores
            The scores of these.
        """
        rows = list(range(len(self.runs)))
        if runs is not None:
            wanted = [runs] if isinstance(runs, str) else list(runs)
            refuse_unknown("run", wanted, self.runs)
            rows = [self.runs.index(run) for run in wanted]
        columns = list(range(len(self.measures)))
        if measures is not None:
            columns = [self.column_of(measure) for measure in measures]
        labels = {self.measures[column].label for column in columns}
        return replace(
            self,
            runs=tuple(self.runs[row] for row in rows),
            measures=tuple(self.measures[column] for column in columns),
            values=self.values[np.ix_(rows, range(len(self.topics)), columns)],
            evaluated=self.evaluated[rows],
            numerators=self.numerators[np.ix_(rows, range(len(self.topics)), columns)],
            denominators=self.denominators[np.ix_(rows, range(len(self.topics)), columns)],
            coverage=tuple(self.coverage[row] for row in rows),
            texts={label: texts[rows] for label, texts in self.texts.items()},
            errors={m: e.only(rows) for m, e in self.errors.items() if m in labels},
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the measures, as reported."""
        return tuple(measure.label for measure in self.measures)

    def summarise(self, kind: str | None = None, topics: Iterable[str] | None = None) -> Floats:
        """Summarise each run and measure in one number.

        Parameters
        ----------
        kind
            ``mean``, ``micro``, ``geometric``, ``sum``, ``median`` or ``sd``; each measure's own
            summary (the mean for most, the sum for counts) if None. A micro average is NaN for
            measures that are not ratios.
        topics
            Some of the topics; all if None.

        Returns
        -------
        array
            [R, M].
        """
        refuse_unknown("summary", () if kind is None else (kind,), (*SUMMARIES, "micro"))
        wanted = self._chosen(topics)
        result = np.full((len(self.runs), len(self.measures)), np.nan)
        kinds = [kind or measure.summary for measure in self.measures]
        for row in range(len(self.runs)):
            counted = wanted & self.evaluated[row]
            # The topics are the last axis of the values.
            if kind == "micro":
                parts = (self.numerators[row, counted].T, self.denominators[row, counted].T)
                result[row] = micro(*parts)
                continue
            values = self.values[row, counted].T
            for name in set(kinds):
                columns = [column for column, other in enumerate(kinds) if other == name]
                result[row, columns] = SUMMARIES[name](values[columns])
        return result

    def sampling_errors(self, topics: Iterable[str] | None = None) -> Floats:
        """Return the standard errors of `summarise` due to the sample of judgments.

        Parameters
        ----------
        topics
            Some of the topics; all if None.

        Returns
        -------
        array
            [R, M]; NaN for a measure that is not estimated from a sample, or not summarised as mean
            or sum.
        """
        wanted = self._chosen(topics)
        result = np.full((len(self.runs), len(self.measures)), np.nan)
        for column, measure in enumerate(self.measures):
            if (errors := self.errors.get(measure.label)) is None:
                continue
            for row in range(len(self.runs)):
                counted = [self.topics[i] for i in np.flatnonzero(wanted & self.evaluated[row])]
                own = errors.only([row]).estimate_summaries(measure.summary, counted)
                result[row, column] = own[0]
        return result

    def summary(self, kind: str | None = None, topics: Iterable[str] | None = None) -> pd.DataFrame:
        """Summarise each run and measure, as a table.

        Parameters
        ----------
        kind
            ``mean``, ``micro``, ``geometric``, ``sum``, ``median`` or ``sd``; each measure's own
            summary (the mean for most, the sum for counts) if None. A micro average is NaN for
            measures that are not ratios.
        topics
            Some of the topics; all if None.

        Returns
        -------
        pandas.DataFrame
            A row per run, a column per measure.
        """
        import pandas as pd

        table = self.summarise(kind, topics)
        return pd.DataFrame(table, index=pd.Index(self.runs, name="run"), columns=list(self.labels))

    def per_topic(self, measure: str | AnyMeasure | None = None) -> pd.DataFrame:
        """Return the values of one measure by topic, or of all in long form.

        Parameters
        ----------
        measure
            The measure by any of its names; all if None.

        Returns
        -------
        pandas.DataFrame
            A row per topic, in natural order (2 before 10), a column per run, NaN where not
            evaluated; without a measure the columns run, topic, measure, value.
        """
        import pandas as pd

        if measure is None:
            return self.to_frame()
        text = find_measure(measure, tuple(self.texts))
        if text is None:
            column = self.values[:, :, self.column_of(measure)]
            values: npt.NDArray[Any] = np.where(self.evaluated, column, np.nan)
        else:
            values = list(self.texts.values())[text]
        order = self.by_number()
        topics = pd.Index([self.topics[topic] for topic in order], name="topic")
        return pd.DataFrame(values.T[order], index=topics, columns=list(self.runs))

    def column_of(self, measure: str | AnyMeasure) -> int:
        """Return the index of a measure.

        Parameters
        ----------
        measure
            The measure by any of its names.

        Returns
        -------
        int
        """
        return find_measure_index(measure, self.measures)

    def undefined(self) -> Ints:
        """Count the evaluated topics that leave each ratio measure undefined (0/0) [R, M]."""
        return np.asarray(((self.denominators == 0) & self.evaluated[:, :, None]).sum(axis=1))

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return all values in long form, with topics in natural order."""
        order = self.by_number()
        run, row = np.nonzero(self.evaluated[:, order])
        topic = order[row]
        num_measures = len(self.measures)
        columns = {
            "run": np.repeat(np.array(self.runs, dtype=object)[run], num_measures),
            "topic": np.repeat(np.array(self.topics, dtype=object)[topic], num_measures),
            "measure": np.tile(np.array(self.labels, dtype=object), len(run)),
            "value": self.values[run, topic].ravel(),
        }
        return columns, None

    def by_number(self) -> Ints:
        """Return the indices of the topics in natural order, 2 before 10 [T]."""
        return np.array(sorted(range(len(self.topics)), key=lambda t: natural(self.topics[t])), int)

    def _chosen(self, topics: Iterable[str] | None) -> Bools:
        if topics is None:
            return np.ones(len(self.topics), dtype=bool)
        wanted = set(topics)
        problems = (
            Problem(f"topic {name!r} was not evaluated", hint=hint)
            for _, name, hint in find_unknown(sorted(wanted), self.topics)
        )
        refuse(problems, EvaluationError)
        return np.array([topic in wanted for topic in self.topics])
