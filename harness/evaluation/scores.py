"""Scores: the values of runs × topics × measures, and everything derived from them. No I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.coverage import Coverage
from harness.core.errors import EvaluationError, MeasureError, Problem, nearest
from harness.core.notes import Note
from harness.measures import AnyMeasure, parse_measures
from harness.measures.registry import Texts
from harness.measures.summaries import SUMMARIES, micro

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, eq=False)
class RunScores:
    """One run's values.

    ``values`` [T, M]; numerators and denominators [T, M] of ratio measures (NaN for others);
    ``texts`` of the measures that are texts, by their place in ``measures``; ``warnings`` about
    the file that the run comes from.
    """

    run: str
    topics: tuple[str, ...]
    measures: tuple[AnyMeasure, ...]
    values: Floats
    numerators: Floats
    denominators: Floats
    coverage: Coverage
    texts: dict[int, Texts] = field(default_factory=dict)
    warnings: tuple[Note, ...] = ()


@dataclass(frozen=True, eq=False)
class Scores:
    """The values of R runs on T topics by M measures.

    ``values`` [R, T, M] is 0 where ``evaluated`` [R, T] is False (a topic that is not averaged for
    that run); ``numerators`` and ``denominators`` [R, T, M] are NaN for measures that are no
    ratios. ``coverage`` [R] says what each run's averages rest on. ``texts`` holds measures that
    are texts: [R, T], None where not evaluated; nothing averages them.
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
    texts: Mapping[AnyMeasure, Texts] = field(default_factory=dict)

    @classmethod
    def of(cls, parts: Sequence[RunScores], dialect: str = "") -> Scores:
        """The scores of several runs together; topics that only some have are marked as such."""
        measures = parts[0].measures if parts else ()
        numeric = [place for place, one in enumerate(measures) if one.summary != "text"]
        topics = tuple(sorted({topic for part in parts for topic in part.topics}, key=str.encode))
        code = {topic: place for place, topic in enumerate(topics)}
        shape = (len(parts), len(topics), len(numeric))
        values, evaluated = np.zeros(shape), np.zeros(shape[:2], dtype=bool)
        numerators, denominators = np.full(shape, np.nan), np.full(shape, np.nan)
        texts = {
            one: np.full(shape[:2], None, dtype=object) for one in measures if one.summary == "text"
        }
        for row, part in enumerate(parts):
            places = np.array([code[topic] for topic in part.topics], dtype=np.int64)
            evaluated[row, places] = True
            values[row, places] = part.values[:, numeric]
            numerators[row, places] = part.numerators[:, numeric]
            denominators[row, places] = part.denominators[:, numeric]
            for column, written in part.texts.items():
                texts[measures[column]][row, places] = written
        return cls(
            runs=tuple(part.run for part in parts),
            topics=topics,
            measures=tuple(measures[place] for place in numeric),
            values=values,
            evaluated=evaluated,
            numerators=numerators,
            denominators=denominators,
            coverage=tuple(part.coverage for part in parts),
            dialect=dialect,
            texts=texts,
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The measures' names as they are reported."""
        return tuple(measure.label for measure in self.measures)

    def summarise(self, kind: str | None = None, topics: Iterable[str] | None = None) -> Floats:
        """One number for each run and measure [R, M].

        ``kind`` is ``mean``, ``micro``, ``geometric``, ``sum``, ``median`` or ``sd``; None takes
        each measure's own summary (the mean for most, the sum for counts, the geometric mean for
        GMAP). ``topics`` restricts it to some topics. A micro average is NaN for measures that are
        no ratios. Raises `EvaluationError` for an unknown kind or topic.
        """
        if kind is not None and kind != "micro" and kind not in SUMMARIES:
            hint = nearest(kind, (*SUMMARIES, "micro")) or f"known: {', '.join(SUMMARIES)}, micro"
            raise EvaluationError(Problem(f"unknown summary {kind!r}", hint=hint))
        wanted = self._chosen(topics)
        result = np.full((len(self.runs), len(self.measures)), np.nan)
        for row in range(len(self.runs)):
            counted = wanted & self.evaluated[row]
            for column, measure in enumerate(self.measures):
                if kind == "micro":
                    result[row, column] = micro(
                        self.numerators[row, counted, column],
                        self.denominators[row, counted, column],
                    )
                else:
                    summarise = SUMMARIES[kind or measure.summary]
                    result[row, column] = summarise(self.values[row, counted, column])
        return result

    def summary(self, kind: str | None = None, topics: Iterable[str] | None = None) -> pd.DataFrame:
        """`summarise` as a table: a row a run, a column a measure."""
        import pandas as pd

        table = self.summarise(kind, topics)
        return pd.DataFrame(table, index=pd.Index(self.runs, name="run"), columns=list(self.labels))

    def per_topic(self, measure: str | AnyMeasure | None = None) -> pd.DataFrame:
        """The values of one measure: a row a topic, a column a run (NaN where not evaluated).

        Without a measure, all of them in long form: columns run, topic, measure, value.
        """
        import pandas as pd

        if measure is None:
            return self._long()
        values: npt.NDArray[Any]
        text = _find(measure, tuple(self.texts))
        if text is not None:
            values = list(self.texts.values())[text]
        else:
            found = self.values[:, :, self.column_of(measure)]
            values = np.where(self.evaluated, found, np.nan)
        return pd.DataFrame(
            values.T, index=pd.Index(self.topics, name="topic"), columns=list(self.runs)
        )

    def column_of(self, measure: str | AnyMeasure) -> int:
        """The place of a measure, given by any of its names; `EvaluationError` otherwise."""
        column = _find(measure, self.measures)
        if column is None:
            labels = (*self.labels, *(one.label for one in self.texts))
            hint = nearest(str(measure), labels) or f"there are {', '.join(labels)}"
            what = f"the measure {str(measure)!r} was not computed"
            raise EvaluationError(Problem(what, hint=hint))
        return column

    def undefined(self) -> Ints:
        """How many evaluated topics leave each ratio measure undefined (0/0) [R, M]."""
        zero = (self.denominators == 0) & self.evaluated[:, :, None]
        return np.asarray(zero.sum(axis=1))

    def _long(self) -> pd.DataFrame:
        import pandas as pd

        run, topic = np.nonzero(self.evaluated)
        num_measures = len(self.measures)
        return pd.DataFrame(
            {
                "run": np.repeat(np.array(self.runs, dtype=object)[run], num_measures),
                "topic": np.repeat(np.array(self.topics, dtype=object)[topic], num_measures),
                "measure": np.tile(np.array(self.labels, dtype=object), len(run)),
                "value": self.values[run, topic].ravel(),
            }
        )

    def _chosen(self, topics: Iterable[str] | None) -> Bools:
        if topics is None:
            return np.ones(len(self.topics), dtype=bool)
        wanted = set(topics)
        unknown = sorted(wanted - set(self.topics))
        if unknown:
            raise EvaluationError(
                Problem(f"topic {name!r} was not evaluated", hint=nearest(name, self.topics))
                for name in unknown
            )
        return np.array([topic in wanted for topic in self.topics])


def _find(measure: str | AnyMeasure, among: Sequence[AnyMeasure]) -> int | None:
    """The place of a measure among others: by label, else by what its name stands for."""
    labels = [one.label for one in among]
    if str(measure) in labels:
        return labels.index(str(measure))
    with suppress(MeasureError):
        asked = {one.notation for one in parse_measures([measure])}
        return next((at for at, one in enumerate(among) if asked == {one.notation}), None)
    return None
