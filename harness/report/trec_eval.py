"""trec_eval's text: ``map   	401	0.2500``, topic by topic and then the summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from harness.core.harmless import visible
from harness.core.parallel import pieces
from harness.evaluation.scores import RunScores
from harness.measures import AnyMeasure, Measure
from harness.measures.summaries import SUMMARIES
from harness.measures.trec_names import NICKNAMES, PRINT_ORDER, base_name, trec_name_of
from harness.report.digits import encoded, fixed, joined
from harness.report.leaderboard import error_label

#: So many topics are written at a time: their characters stay in the cache.
_TOPICS = 300
#: Texts of topics, by their columns.
_Texts = Mapping[int, list[str]]


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
        #: The columns of values with four decimals, and of whole numbers.
        self._decimal = [column for column in self._listed if "f" in fields[column]]
        self._whole = [column for column in self._listed if "d" in fields[column]]
        self._lines = [
            _line(_padded(measure).replace("%", "%%"), "%s", field)
            for measure, field in zip(measures, fields, strict=True)
        ]
        self._block = "".join(self._lines[column] for column in self._listed)
        self._labels = {c: encoded([f"{_padded(measures[c]):<22}\t"]) for c in self._listed}
        self._visible: dict[str, str] = {}

    def _name(self, topic: str) -> str:
        """A topic as it is printed: a table's may hold a line end, which would make more lines."""
        return self._visible.get(topic) or self._visible.setdefault(topic, visible(topic))

    def topics(self, scores: RunScores) -> Iterator[str]:
        """The lines of each topic, those of some hundred topics at a time."""
        hidden = set() if self._list_missing else set(scores.coverage.missing)
        rows = [row for row, topic in enumerate(scores.topics) if topic not in hidden]
        for block in pieces(len(rows) if self._listed else 0, _TOPICS):
            topics = [self._name(scores.topics[row]) for row in rows[block]]
            texts = {
                column: [f"'{text}'" for text in of_topics[rows[block]]]
                for column, of_topics in scores.texts.items()
            }
            yield self._drawn(scores, rows[block], topics, texts) or self._formatted(
                scores, rows[block], topics, texts
            )

    def _drawn(
        self, scores: RunScores, rows: list[int], topics: list[str], texts: _Texts
    ) -> str | None:
        """The lines of some topics, as a matrix of characters; None for unusual values."""
        decimal = fixed(scores.values[np.ix_(rows, self._decimal)], 4)
        integer = fixed(scores.values[np.ix_(rows, self._whole)], 0)
        if decimal is None or integer is None:
            return None
        values = {column: encoded(words) for column, words in texts.items()}
        values |= {column: decimal[:, i] for i, column in enumerate(self._decimal)}
        values |= {column: integer[:, i] for i, column in enumerate(self._whole)}
        names, tab, end = encoded(topics), encoded(["\t"]), encoded(["\n"])
        return joined(
            len(rows),
            (
                part
                for column in self._listed
                for part in (self._labels[column], names, tab, values[column], end)
            ),
        )

    def _formatted(
        self, scores: RunScores, rows: list[int], topics: list[str], texts: _Texts
    ) -> str:
        """The same for any values, each formatted by itself."""
        cells = np.empty((len(rows), 2 * len(self._listed)), dtype=object)
        cells[:, 0::2] = np.array(topics, dtype=object)[:, None]
        cells[:, 1::2] = scores.values[np.ix_(rows, self._listed)]
        for column, words in texts.items():
            cells[:, 2 * self._listed.index(column) + 1] = words
        return (self._block * len(rows)) % tuple(cells.ravel().tolist())

    def summary(self, scores: RunScores) -> str:
        """The lines of the summary, under the topic ``all``; of estimates with their errors."""
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
                error = scores.errors[i].of_summaries(measure.summary, scores.topics).item()
                lines.append(_line(error_label(measure), "all", _field(measure) % error))
        return "".join(lines)


def _line(label: str, topic: str, value: str) -> str:
    return f"{label:<22}\t{topic}\t{value}\n"


def _padded(measure: AnyMeasure) -> str:
    """The label in its column; trec_eval fills the column up before it puts a Z in front."""
    name = measure.trec_name or measure.label
    lead = measure.label.removesuffix(name)
    return f"{lead}{measure.label.removeprefix(lead):<22}"


def _field(measure: AnyMeasure) -> str:
    if measure.summary == "text":
        return "%s"
    return "%d" if isinstance(measure, Measure) and measure.family.integer else "%6.4f"


def _summary_only(measure: AnyMeasure) -> bool:
    name = measure.trec_name
    return name is not None and base_name(name) is not None and trec_name_of(name).summary_only
