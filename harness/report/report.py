"""The data behind every page, sheet and figure of one evaluation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from harness._version import __version__
from harness.comparison import Board, Comparison, ScoreTable
from harness.config import ALL_TOPICS
from harness.core.arrays import Floats, Ints
from harness.core.coverage import Coverage
from harness.core.errors import EvaluationError, Problem, look_up, unknown
from harness.core.faces import Face, HasFrame, HasRunPlots, long_columns, natural
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.texts import DocumentText
from harness.diagnosis import Rankings
from harness.evaluation.curves import Curves, RocCurve
from harness.evaluation.scales import Scale
from harness.results.directory import Results
from harness.results.facts import RefusedFacts
from harness.stats.results import Interval

#: The most pairs of runs for which leaderboards of subsets are made.
MOST_SUBSET_PAIRS = 20_000
#: The attribute of runs that says how they were made, for example "automatic".
TYPE = "type"
#: The most characters of a document's title, or else text, that tables show.
_TITLE = 60


@dataclass(frozen=True, slots=True)
class ShownMeasure:
    """A measure for reports: label, summary over topics, decimals, and how it is compared."""

    label: str
    summary: str
    digits: int
    scale: Scale

    def mean_intervals(self, values: Floats, confidence: float = 0.95) -> Interval | None:
        """Return the t intervals of the means of values [R, T].

        None for another summary, a single topic, or missing values.
        """
        if self.summary != "mean" or values.shape[1] < 2 or np.isnan(values).any():
            return None
        return self.scale.mean_intervals(self.scale.compared(values), confidence)


@dataclass(frozen=True, eq=False, repr=False)
class Report(HasRunPlots, HasFrame):
    """One evaluation, ready to be shown.

    ``results`` are its tables and manifest. ``comparison`` has the score tables that can be
    compared, or None if there is nothing to compare, and ``not_compared`` says why. ``leaders`` are
    the measures whose leaderboards are shown with uncertainty. Comparisons are over the topics of
    the ``subset``; in a report made by `of_subset` everything is. ``rankings`` are what the runs
    retrieved and ``texts`` the texts of documents, if known: a directory of results has neither.
    ``text_length`` limits the characters of a text. ``warnings`` were raised while the report was
    made. ``source`` is the task's file or the directory, under the name that was given.

    Arrays are in the order of `runs` [R], `topics` [T] and `measures` [M].
    """

    results: Results
    comparison: Comparison | None = None
    not_compared: str = ""
    leaders: tuple[str, ...] = ()
    rankings: Rankings | None = None
    texts: Mapping[str, DocumentText] = field(default_factory=dict)
    text_length: int = 300
    warnings: tuple[Note, ...] = ()
    title: str = ""
    description: str = ""
    subset: str = ALL_TOPICS
    source: str = ""

    def of_subset(self, name: str) -> Report:
        """Return the report restricted to a subset, from one that compares runs over it or over all
        topics.

        Ties are not known by topic; findings in the files are kept. Raises `EvaluationError` for an
        unknown subset.
        """
        compared, topics = self.comparison, look_up("subset", name, self.subsets)
        return replace(
            self,
            results=self.results.of_subset(name),
            comparison=compared
            and (compared if name == self.subset else compared.of_subset(name, topics)),
            rankings=self.rankings and self.rankings.select_topics(topics),
            title=f"{self.name}, subset {name}",
            subset=name,
        )

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return all values in long form, with topics in their natural order."""
        rows = [
            (run, topic, measure.label, float(self.values[row, column, number]))
            for number, measure in enumerate(self.measures)
            for row, run in enumerate(self.runs)
            for column, topic in sorted(enumerate(self.topics), key=lambda item: natural(item[1]))
            if not np.isnan(self.values[row, column, number])
        ]
        return long_columns(rows), None

    def face(self) -> Face:
        """Return a small leaderboard, in the order of the runs by the first measure."""
        order = self.measures[0].scale.order(self.summary[:, 0], self.runs) if self.measures else ()
        rows = [(self.runs[row], *self.summary[row].tolist()) for row in order]
        columns = ("run", *(measure.label for measure in self.measures))
        line = f"Report of {self.name}: {count_noun(len(self.runs), 'run')}"
        return Face(line, columns, rows, len(self.runs))

    @cached_property
    def boards(self) -> Mapping[str, Board]:
        """The leaderboards with their uncertainty, by measure."""
        if self.comparison is None:
            return {}
        return {label: self.comparison.leaderboard(label) for label in self.leaders}

    def compared(self, label: str) -> ScoreTable | None:
        """Return the comparison by a measure, or None."""
        tables = () if self.comparison is None else self.comparison.tables
        return next((table for table in tables if table.measure == label), None)

    @cached_property
    def subset_boards(self) -> Mapping[str, Mapping[str, Board]]:
        """Like `boards`, but over the topics of each subset: by its name, then by measure.

        Subsets with fewer than two topics are left out. Empty if the comparison is not over all
        topics, and for more than `MOST_SUBSET_PAIRS` pairs of runs over all measures and subsets.
        """
        subsets = {name: topics for name, topics in self.subsets.items() if len(topics) > 1}
        pairs = math.comb(len(self.runs), 2) * len(self.leaders) * len(subsets)
        if self.comparison is None or pairs > MOST_SUBSET_PAIRS:
            return {}
        if self.comparison.options.topics != "all":
            return {}
        return {
            name: {label: compared.leaderboard(label) for label in self.leaders}
            for name, topics in subsets.items()
            if (compared := self.comparison.of_subset(name, topics))
        }

    @cached_property
    def type_of(self) -> dict[str, str]:
        """The type of each run that has one."""
        pairs = ((run, known.get(TYPE, "")) for run, known in self.attributes.items())
        return {run: name for run, name in pairs if name}

    def select_type(self, name: str) -> tuple[str, ...]:
        """Return the runs of a type, in the order of `runs`; `EvaluationError` for none."""
        if name not in self.type_of.values():
            among = sorted(set(self.type_of.values()))
            wrong = unknown("type", name, among) if among else Problem("no run has a type")
            raise EvaluationError(wrong)
        return tuple(run for run in self.runs if self.type_of.get(run) == name)

    @cached_property
    def subsets(self) -> dict[str, list[str]]:
        """The evaluated topics of each subset, in the order of `topics`; "all" is not listed."""
        chosen = {
            name: frozenset(topics)
            for name, topics in self.results.facts.subsets.items()
            if name != ALL_TOPICS
        }
        return {name: [it for it in self.topics if it in among] for name, among in chosen.items()}

    @property
    def name(self) -> str:
        """Name of the evaluation."""
        return self.title or self.results.facts.task

    @property
    def origin(self) -> dict[str, Any]:
        """Manifest entries about the evaluation that files include."""
        return {
            "task": self.name,
            "versions": {"harness": __version__},
            "inputs": self.results.manifest.get("inputs", {}),
        }

    @property
    def dialect(self) -> str:
        """The dialect that the values follow."""
        return self.results.facts.rules.dialect

    @cached_property
    def runs(self) -> tuple[str, ...]:
        """The runs, the best first by the first measure that is not a count; ties by name."""
        names = self.results.runs
        own = self._own_summary("value")
        by = next((measure for measure in self.measures if measure.summary != "sum"), None)
        if by is None:
            return tuple(sorted(names, key=str.encode))
        first = np.array([own.get((run, by.label)) for run in names], dtype=np.float64)
        return tuple(names[column] for column in by.scale.order(first, names))

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """The topics evaluated for at least one run, in bytewise order."""
        return tuple(sorted(set(self.results.scores["topic"].unique()), key=str.encode))

    @cached_property
    def measures(self) -> tuple[ShownMeasure, ...]:
        """The measures, in the order of the task."""
        own = self.results.summary.filter(pl.col("own")).unique("measure")
        summary = dict(own.select("measure", "summary").rows())
        return tuple(
            ShownMeasure(
                label,
                summary[label],
                0 if summary[label] == "sum" else 4,
                self.results.scale(label),
            )
            for label in self.results.measures
        )

    @cached_property
    def groups(self) -> dict[str, str]:
        """The group of each run that has one."""
        pairs = self.results.scores.select("run", "group").unique(maintain_order=True).rows()
        return {run: group for run, group in pairs if group}

    @cached_property
    def topic_titles(self) -> dict[str, str]:
        """The titles of the topics that have one, each on one line."""
        rows = self.results.topics.select("topic", "title").drop_nulls().rows()
        return {topic: " ".join(title.split()) for topic, title in rows if title}

    def document_title(self, doc: str) -> str | None:
        """Return a document's title, or the beginning of its text, shortened for reports."""
        text = self.texts.get(doc)
        if text is None:
            return None
        line = " ".join((text.title or text.text).split())
        length = _TITLE if text.title else min(_TITLE, self.text_length)
        return line if len(line) <= length else line[:length].rstrip() + "…" * bool(length)

    @property
    def refused(self) -> tuple[RefusedFacts, ...]:
        """The runs that were not evaluated."""
        return self.results.facts.refused

    @cached_property
    def attributes(self) -> dict[str, dict[str, str]]:
        """Attributes of each run in the table of participants, without name, group and priority.

        Columns that are empty for all runs are omitted.
        """
        rows = {name: run.attributes for name, run in self.results.described.items()}
        names = dict.fromkeys(name for row in rows.values() for name, value in row.items() if value)
        kept = [name for name in names if name not in ("run", "group", "priority")]
        return {run: {name: rows[run].get(name, "") for name in kept} for run in self.runs}

    @cached_property
    def values(self) -> Floats:
        """The values [R, T, M]; NaN where a run was not evaluated on a topic."""
        frame = self.results.scores
        labels = [measure.label for measure in self.measures]
        values = np.full((len(self.runs), len(self.topics), len(labels)), np.nan)
        codes = [
            frame[name].replace_strict(list(among), range(len(among)), return_dtype=pl.Int64)
            for name, among in (("run", self.runs), ("topic", self.topics), ("measure", labels))
        ]
        values[tuple(code.to_numpy() for code in codes)] = frame["value"].to_numpy()
        return values

    @cached_property
    def spreads(self) -> Floats:
        """The best, median and worst value of each topic [T, 3] by the default of `measure`."""
        number = self.measure()
        scale = self.measures[number].scale
        return np.array([scale.spread(column) for column in self.values[:, :, number].T])

    @cached_property
    def topic_ranks(self) -> Ints:
        """The rank of each run on each topic [R, T] by the same measure."""
        number = self.measure()
        scale = self.measures[number].scale
        return np.array([scale.ranks(column) for column in self.values[:, :, number].T]).T

    @cached_property
    def summary(self) -> Floats:
        """Each measure's own summary over all topics [R, M]."""
        return self._own("value")

    @cached_property
    def sampling_errors(self) -> Floats:
        """The errors of `summary` due to a sample of judgments [R, M]; NaN without a sample."""
        return self._own("se_sample")

    def _own(self, column: str) -> Floats:
        own = self._own_summary(column)
        return np.array(
            [[own.get((run, measure.label)) for measure in self.measures] for run in self.runs],
            dtype=np.float64,
        )

    @property
    def curves(self) -> tuple[Curves, ...]:
        """The precision–recall curves over the compared topics, in the order of `runs`."""
        return tuple(self.subset_curves.get(self.subset, {}).values())

    @cached_property
    def subset_curves(self) -> Mapping[str, Mapping[str, Curves]]:
        """The precision–recall curves over all topics and over each subset: by its name, by run.

        They are in the order of `runs`, without runs evaluated on none of the topics.
        """
        parts = self.results.curves.partition_by("subset", "run", as_dict=True)
        return {
            subset: {
                run: _build_curves(part)
                for run in self.runs
                if (part := parts.get((subset, run))) is not None
            }
            for subset in (ALL_TOPICS, *self.subsets)
        }

    def rocs(self, subset: str | None = None) -> tuple[RocCurve, ...]:
        """Return the ROC curves over a subset, by default the compared topics, in the order of
        `runs`.

        Empty if they were not asked for.
        """
        if self.rankings is None:
            return ()
        name = self.subset if subset is None else subset
        topics = self.subsets.get(name, self.topics)
        curves = (self.rankings.select_run(run).roc for run in self.runs)
        return tuple(curve.of_subset(name, topics) for curve in curves if curve is not None)

    @cached_property
    def coverage(self) -> tuple[Coverage, ...]:
        """Coverage of each run's averages [R]; documents of a subset if rankings are known."""
        covers = self.results.coverage(self.runs)
        if self.rankings is None or self.results.subset == ALL_TOPICS:
            return covers
        pairs = zip(self.runs, covers, strict=True)
        return tuple(self.rankings.coverage(run, cover) for run, cover in pairs)

    def _own_summary(self, column: str) -> dict[tuple[str, str | None], float]:
        """Return a column of each measure's own summary, by run and measure."""
        of_subset = pl.col("subset") == self.results.subset
        chosen = self.results.summary.filter(pl.col("own") & of_subset)
        return {
            (run, measure): value
            for run, measure, value in chosen.select("run", "measure", column).iter_rows()
        }

    def run(self, name: str) -> int:
        """Return the index of a run; `EvaluationError` names the nearest run otherwise."""
        return _find_position(name, self.runs, "run")

    def topic(self, name: str) -> int:
        """Return the index of a topic; `EvaluationError` names the nearest topic otherwise."""
        return _find_position(name, self.topics, "topic")

    def measure(self, label: str | None = None) -> int:
        """Return the index of a measure by any of its names; by default the first that is not a
        count.
        """
        if label is None:
            numbered = enumerate(self.measures)
            return next((n for n, measure in numbered if measure.summary != "sum"), 0)
        return self.results.measures.index(self.results.label_of(label))


def _build_curves(frame: pl.DataFrame) -> Curves:
    levels, cutoffs = (frame.filter(pl.col("by") == by) for by in ("recall", "cutoff"))
    return Curves(
        run=frame["run"][0],
        subset=frame["subset"][0],
        num_topics=int(frame["topics"][0]),
        levels=levels["at"].to_numpy(),
        precision_at_levels=levels["precision"].to_numpy(),
        cutoffs=cutoffs["at"].cast(pl.Int64).to_numpy(),
        precision_at_cutoffs=cutoffs["precision"].to_numpy(),
        recall_at_cutoffs=cutoffs["recall"].to_numpy(),
    )


def _find_position(name: str, among: tuple[str, ...] | list[str], what: str) -> int:
    if name in among:
        return among.index(name)
    raise EvaluationError(unknown(what, name, among))
