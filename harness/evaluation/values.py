"""Judgments and rankings held as dictionaries, as columns: evaluated without frames and threads.

Of what is wrong, or of a kind that is looked at value by value, nothing is said here: it is None,
and who reads frames says it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np

from harness.core.columns import Blocks, Columns, TextColumn
from harness.core.coverage import Coverage
from harness.core.model import Qrels, Run
from harness.core.notes import Note
from harness.core.ordering import infinite_scores
from harness.evaluation.ranking import JudgedTopics, join
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import order_run, score_ordered, unlikely
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import score_judged
from harness.hypotheses import Evidence, doubts
from harness.hypotheses.evidence import FIRST_LINES, RIGHT
from harness.measures import AnyMeasure

#: ``{topic: {document: number}}``.
Nested = Mapping[str, Mapping[str, Any]]
#: Types of numbers that are taken as they are; of any other each value is looked at elsewhere.
_INTEGERS: frozenset[type] = frozenset({int, np.int64, np.int32})
_NUMBERS: frozenset[type] = frozenset({*_INTEGERS, float, np.float64, np.float32})
#: Grades are computed with as 32-bit integers.
_LARGEST_GRADE = 2**31 - 1


@dataclass(frozen=True, slots=True, eq=False)
class ValueRun:
    """A run held as ``{topic: {document: score}}``; ``whole_numbers``: no score has decimals."""

    run: Run
    whole_numbers: bool

    @classmethod
    def of(cls, rankings: Nested, name: str) -> ValueRun | None:
        """The run of that name; None for anything but texts and numbers."""
        columns = _columns(rankings, "score", _NUMBERS, np.float64)
        if columns is None or np.isnan(columns[0].numbers("score")).any():
            return None
        return cls(Run(name, columns[0]), columns[1] <= _INTEGERS)

    def notes(self) -> tuple[Note, ...]:
        """Return the notes on odd scores: infinite, all the same, or ascending."""
        rows, name = self.run.rows, self.run.name
        scores, topics = rows.numbers("score"), rows.topics()
        infinite = infinite_scores(scores, name)
        same = np.ones(max(len(scores) - 1, 0), dtype=bool)
        same[topics.starts[1:] - 1] = False
        rising = np.count_nonzero((scores[1:] > scores[:-1])[same])
        constant = bool((scores == scores[:1]).all())
        if not same.any() or not (constant or rising >= RIGHT * np.count_nonzero(same)):
            return infinite
        first = rows.first(FIRST_LINES)
        blocks = first.topics()
        ranks = chain.from_iterable(range(1, size + 1) for size in blocks.sizes.tolist())
        names = chain.from_iterable(
            [name] * size for name, size in zip(blocks.names, blocks.sizes.tolist(), strict=True)
        )
        of_lines = zip(
            names, first.texts("doc").texts(), ranks, first.numbers("score").tolist(), strict=True
        )
        lines = ([t, "Q0", doc, str(rank), str(score), "run"] for t, doc, rank, score in of_lines)
        looks = doubts(Evidence("run", in_memory=list(islice(lines, FIRST_LINES))), name)
        return (
            *infinite,
            *(note for note in looks if constant or note.subject != "scores-constant"),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ValueJudgments:
    """Judgments of documents, ready to be joined with any number of runs held in dictionaries."""

    judged: JudgedTopics

    @classmethod
    def of(cls, qrels: Nested) -> ValueJudgments | None:
        """The judgments; None for anything but texts and whole numbers, and for no judgment."""
        made = _columns(qrels, "grade", _INTEGERS, np.int64)
        if made is None:
            return None
        columns, _ = made
        grades = columns.numbers("grade")
        if not len(grades) or np.abs(grades).max() > _LARGEST_GRADE:
            return None
        return cls(JudgedTopics(Qrels(columns)))

    @property
    def topics(self) -> tuple[str, ...]:
        """The judged topics in bytewise order."""
        return self.judged.topics

    def nested(self) -> dict[str, dict[str, int]]:
        """The judgments as ``{topic: {document: grade}}``, as they were given."""
        rows = self.judged.qrels.rows
        topics = rows.topics()
        pairs = zip(rows.texts("doc").texts(), rows.numbers("grade").tolist(), strict=True)
        sizes = zip(topics.names, topics.sizes.tolist(), strict=True)
        return {name: dict(islice(pairs, size)) for name, size in sizes}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as they were given: what was remembered of them is made anew."""
        return type(self).of, (self.nested(),)

    def score(
        self, run: ValueRun, measures: tuple[AnyMeasure, ...], rules: Rules
    ) -> RunScores | None:
        """Every measure of every topic of a run; None where it has no topic in common."""
        ordered = order_run(run.run, self.judged, rules, measures)
        if len(ordered.topics):
            return score_ordered(ordered, self.judged, measures, rules)
        if len(run.run):
            return None
        return score_judged(
            join(
                ordered,
                self.judged,
                dialect=rules.dialect,
                missing=rules.unanswered,
                collection_size=rules.collection_size,
            ),
            measures,
            rules,
        )

    def notes(self, run: ValueRun, cover: Coverage) -> tuple[Note, ...]:
        """Return the notes on an odd run: its scores, and identifiers unknown to the judgments."""
        if not len(run.run):
            return ()
        return (*run.notes(), *unlikely(run.run, self.judged, cover))


def _columns(
    nested: Nested, value: str, allowed: frozenset[type], dtype: type
) -> tuple[Columns, set[type]] | None:
    """The columns of a dictionary, and the types of its values; None where they are not plain."""
    if not all(type(docs) is dict or isinstance(docs, Mapping) for docs in nested.values()):
        return None
    given = {topic: docs for topic, docs in nested.items() if docs}
    texts = list(chain.from_iterable(given.values()))
    numbers = _numbers(given.values(), len(texts), allowed, dtype)
    docs = _texts(texts)
    if numbers is None or docs is None or _texts(list(nested)) is None:
        return None
    sizes = np.fromiter(map(len, given.values()), np.int64, len(given))
    values, types = numbers
    return Columns({"topic": Blocks(list(given), sizes), "doc": docs, value: values}), types


def _texts(texts: list[str]) -> TextColumn | None:
    """A column of sound texts; None where one is no text, or empty."""
    try:
        joined = "".join(texts)
        content = joined.encode()
    except (TypeError, UnicodeEncodeError):
        return None
    if not joined.isascii():
        made = TextColumn.made(texts)
    else:
        lengths = np.fromiter(map(len, texts), np.int32, len(texts))
        made = TextColumn(content, np.cumsum(lengths, dtype=np.int64) - lengths, lengths)
    return made if made.lengths.all() else None


def _numbers(
    blocks: Collection[Mapping[str, Any]], count: int, allowed: frozenset[type], dtype: type
) -> tuple[Any, set[type]] | None:
    """The values of all blocks [N], and the types that they have; None where one is not allowed."""
    # Looked through twice: a list of all values is slower than the dictionaries themselves.
    types = set(map(type, chain.from_iterable(docs.values() for docs in blocks)))
    if not types <= allowed:
        return None
    values = chain.from_iterable(docs.values() for docs in blocks)
    try:
        return np.fromiter(values, dtype, count), types
    except OverflowError:
        return None
