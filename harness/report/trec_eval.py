"""Output in trec_eval's format: ``map          401     0.2500``, topic by topic and then the
summary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np

from harness.core.columns import TextColumn, join_rows
from harness.core.harmless import visible
from harness.core.numbers import collect
from harness.core.parallel import map_arrays, pieces
from harness.evaluation.scoring import RunScores
from harness.measures import AnyMeasure, Measure
from harness.measures.summaries import SUMMARIES
from harness.measures.trec_names import NICKNAMES, PRINT_ORDER, base_name, find_trec_name

#: The number of topics written at a time.
_TOPICS = 300


def sort_for_printing(measures: tuple[AnyMeasure, ...]) -> tuple[AnyMeasure, ...]:
    """Return trec_eval's measures in its own order, then all others in the given order."""
    position = {name: number for number, name in enumerate(PRINT_ORDER)}
    return tuple(
        sorted(
            measures,
            key=lambda measure: position.get(base_name(measure.label) or "", len(position)),
        )
    )


def shows_runid(asked: Iterable[str]) -> bool:
    """Return whether the requested measures include the name of the run."""
    return any(name == "runid" or "runid" in NICKNAMES.get(name, ()) for name in asked)


class TrecText:
    """Renders runs that were evaluated by the same measures in trec_eval's format.

    ``measures`` are in the order of printing; ``runid`` tells whether the run's name is printed
    above the summary; ``list_missing`` whether topics that the run does not answer are printed. So
    many ``workers`` write at the same time.
    """

    def __init__(
        self,
        measures: tuple[AnyMeasure, ...],
        *,
        runid: bool = True,
        list_missing: bool = True,
        workers: int = 1,
    ) -> None:
        self._measures = measures
        self._workers = workers
        self._runid = runid
        self._list_missing = list_missing
        self._listed = [
            column for column, measure in enumerate(measures) if not _summary_only(measure)
        ]
        labels = list(map(_pad_label, measures))
        self._labels = TextColumn.made(labels[column] for column in self._listed)
        self._decimals = np.array(list(map(choose_measure_decimals, measures)), np.int8)
        summaries = {
            column: measure.summary
            for column, measure in enumerate(measures)
            if measure.summary != "text"
        }
        #: The labels of the summary, and its columns by kind of average.
        self._summarised = {column: labels[column] for column in summaries}
        self._by_summary = collect((summary, column) for column, summary in summaries.items())

    def topics(self, scores: RunScores) -> Iterator[bytes]:
        """Return the lines of each topic in UTF-8, those of some hundred topics at a time."""
        hidden = set() if self._list_missing else set(scores.coverage.missing)
        rows = [row for row, topic in enumerate(scores.topics) if topic not in hidden]
        parts = [rows[part] for part in pieces(len(rows) if self._listed else 0, _TOPICS)]
        return map_arrays(partial(self._topic_lines, scores), parts, self._workers)

    def _topic_lines(self, scores: RunScores, rows: list[int]) -> bytes:
        count, listed = len(rows), self._listed
        values = TextColumn.of_numbers(
            scores.values[np.ix_(rows, listed)].ravel(),
            np.tile(self._decimals[listed], count),
            _number,
        )
        for column, texts in scores.texts.items():
            own = np.arange(count) * len(listed) + listed.index(column)
            values = values.replace(own, [f"'{texts[row]}'" for row in rows])
        # A topic from a table may contain a line end, which would add lines.
        topics = TextColumn.made(visible(scores.topics[row]) for row in rows)
        columns = [
            self._labels[np.tile(np.arange(len(listed)), count)],
            topics[np.repeat(np.arange(count), len(listed))],
            values,
        ]
        return join_rows(columns, ("", "\t", "\t", "\n"))

    def summary(self, scores: RunScores) -> bytes:
        """Return the lines of the summary in UTF-8, under the topic ``all``; estimates also have
        errors.
        """
        values = np.zeros(len(self._measures))
        for kind, columns in self._by_summary.items():
            values[columns] = SUMMARIES[kind](scores.values[:, columns].T)
        listed: list[float] = []
        labels: list[str] = []
        decimals: list[int] = []
        for column, label in self._summarised.items():
            measure = self._measures[column]
            of_measure = {label: values[column]}
            if column in scores.errors:
                error = scores.errors[column].estimate_summaries(measure.summary, scores.topics)
                of_measure[f"{error_label(measure):<22}"] = error.item()
            labels += of_measure
            listed += of_measure.values()
            decimals += [self._decimals[column]] * len(of_measure)
        numbers = TextColumn.of_numbers(np.array(listed), np.array(decimals, np.int8), _number)
        lines = join_rows([TextColumn.made(labels), numbers], ("", "\tall\t", "\n"))
        runid = f"{'runid':<22}\tall\t{visible(scores.run)}\n" if self._runid else ""
        return runid.encode() + lines


def is_count(measure: AnyMeasure) -> bool:
    """Return whether the measure's values are whole numbers."""
    return isinstance(measure, Measure) and measure.family.integer


def choose_measure_decimals(measure: AnyMeasure) -> int:
    """Return the usual decimals: none for counts, four for everything else."""
    return 0 if is_count(measure) else 4


def error_label(measure: AnyMeasure) -> str:
    """Return the label of an estimate's standard error due to a sample of judgments."""
    return f"se({measure.label})"


def _number(value: float, decimals: int) -> str:
    return f"{value:6.{decimals}f}" if decimals else f"{value:.0f}"


def _pad_label(measure: AnyMeasure) -> str:
    """Return the padded label; trec_eval pads the column before it puts a Z in front."""
    lead = measure.label.removesuffix(measure.trec_name or measure.label)
    return f"{lead}{measure.label.removeprefix(lead):<22}"


def _summary_only(measure: AnyMeasure) -> bool:
    name = measure.trec_name
    return name is not None and base_name(name) is not None and find_trec_name(name).summary_only
