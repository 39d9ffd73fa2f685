"""trec_eval's text: ``map   	401	0.2500``, topic by topic and then the summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from harness.core.harmless import visible
from harness.core.parallel import pieces
from harness.evaluation.scoring import RunScores
from harness.measures import AnyMeasure, Measure
from harness.measures.summaries import SUMMARIES
from harness.measures.trec_names import NICKNAMES, PRINT_ORDER, base_name, find_trec_name

#: So many topics are written at a time.
_TOPICS = 300


def in_print_order(measures: tuple[AnyMeasure, ...]) -> tuple[AnyMeasure, ...]:
    """trec_eval's measures in its own order, then all others as they came."""
    position = {name: number for number, name in enumerate(PRINT_ORDER)}
    return tuple(
        sorted(
            measures,
            key=lambda measure: position.get(base_name(measure.label) or "", len(position)),
        )
    )


def shows_runid(asked: Iterable[str]) -> bool:
    """Whether the measures asked for include the name of the run."""
    return any(name == "runid" or "runid" in NICKNAMES.get(name, ()) for name in asked)


class TrecText:
    """Renders runs that were evaluated by the same measures as trec_eval prints them.

    ``measures`` are in the order of printing; ``runid`` tells whether the run's name is printed
    above the summary; ``list_missing`` whether topics that the run does not answer are printed.
    """

    def __init__(
        self, measures: tuple[AnyMeasure, ...], *, runid: bool = True, list_missing: bool = True
    ) -> None:
        self._measures = measures
        self._runid = runid
        self._list_missing = list_missing
        self._listed = [
            column for column, measure in enumerate(measures) if not _summary_only(measure)
        ]
        fields = [_field(measure) for measure in measures]
        self._lines = [
            _line(_pad_label(measure).replace("%", "%%"), "%s", field)
            for measure, field in zip(measures, fields, strict=True)
        ]
        #: The lines of a topic, whose name takes the place of each zero byte.
        self._block = "".join(
            _line(_pad_label(measures[column]).replace("%", "%%"), "\0", fields[column])
            for column in self._listed
        )

    def topics(self, scores: RunScores) -> Iterator[str]:
        """Yield the lines of each topic, those of some hundred topics at a time."""
        hidden = set() if self._list_missing else set(scores.coverage.missing)
        rows = [row for row, topic in enumerate(scores.topics) if topic not in hidden]
        for part in pieces(len(rows) if self._listed else 0, _TOPICS):
            yield "".join(self._topic_lines(scores, rows[part]))

    def _topic_lines(self, scores: RunScores, rows: list[int]) -> Iterator[str]:
        values = scores.values[np.ix_(rows, self._listed)].tolist()
        for column, texts in scores.texts.items():
            for row, cells in zip(rows, values, strict=True):
                cells[self._listed.index(column)] = f"'{texts[row]}'"
        for row, cells in zip(rows, values, strict=True):
            # A topic of a table may hold a line end, which would make more lines.
            name = visible(scores.topics[row]).replace("%", "%%")
            yield self._block.replace("\0", name) % tuple(cells)

    def summary(self, scores: RunScores) -> str:
        """Return the lines of the summary, under the topic ``all``; of estimates with
        their errors.
        """
        lines = [_line("runid", "all", visible(scores.run))] if self._runid else []
        kinds = [measure.summary for measure in self._measures]
        summarised = np.zeros(len(kinds))
        for kind in set(kinds) - {"text"}:
            columns = [column for column, other in enumerate(kinds) if other == kind]
            summarised[columns] = SUMMARIES[kind](scores.values[:, columns].T)
        for i, (measure, value) in enumerate(zip(self._measures, summarised.tolist(), strict=True)):
            if measure.summary != "text":
                lines.append(self._lines[i] % ("all", value))
            if i in scores.errors:
                error = scores.errors[i].estimate_summaries(measure.summary, scores.topics).item()
                lines.append(_line(error_label(measure), "all", _field(measure) % error))
        return "".join(lines)


def error_label(measure: AnyMeasure) -> str:
    """Label of the standard error of an estimate from a sample of judgments."""
    return f"se({measure.label})"


def _line(label: str, topic: str, value: str) -> str:
    return f"{label:<22}\t{topic}\t{value}\n"


def _pad_label(measure: AnyMeasure) -> str:
    """Return the label in its column; trec_eval fills the column up before it puts a Z in front."""
    name = measure.trec_name or measure.label
    lead = measure.label.removesuffix(name)
    return f"{lead}{measure.label.removeprefix(lead):<22}"


def _field(measure: AnyMeasure) -> str:
    if measure.summary == "text":
        return "%s"
    return "%d" if isinstance(measure, Measure) and measure.family.integer else "%6.4f"


def _summary_only(measure: AnyMeasure) -> bool:
    name = measure.trec_name
    return name is not None and base_name(name) is not None and find_trec_name(name).summary_only
