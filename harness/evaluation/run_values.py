"""The values of one run, and of several runs together: `Scores`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from harness.core.arrays import Floats
from harness.core.coverage import Coverage
from harness.core.notes import Note
from harness.evaluation.sampling_errors import SamplingErrors
from harness.evaluation.scores import Scores
from harness.measures import AnyMeasure
from harness.measures.registry import Texts


@dataclass(frozen=True, slots=True, eq=False)
class RunScores:
    """One run's values.

    ``values`` [T, M]; numerators and denominators [T, M] of ratio measures (NaN for others);
    ``texts`` of the measures that are texts and ``errors`` of those that are estimates from a
    sample, by their place in ``measures``; ``warnings`` about
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
    errors: dict[int, SamplingErrors] = field(default_factory=dict)
    warnings: tuple[Note, ...] = ()


def join_scores(
    parts: Sequence[RunScores], dialect: str = "", notes: tuple[Note, ...] = ()
) -> Scores:
    """The scores of several runs together; topics that only some have are marked as such."""
    measures = parts[0].measures if parts else ()
    numeric = [i for i, measure in enumerate(measures) if measure.summary != "text"]
    topics = tuple(sorted({topic for part in parts for topic in part.topics}, key=str.encode))
    code = {topic: i for i, topic in enumerate(topics)}
    shape = (len(parts), len(topics), len(numeric))
    values, evaluated = np.zeros(shape), np.zeros(shape[:2], dtype=bool)
    numerators, denominators = np.full(shape, np.nan), np.full(shape, np.nan)
    texts = {
        measure.label: np.full(shape[:2], None, dtype=object)
        for measure in measures
        if measure.summary == "text"
    }
    for row, part in enumerate(parts):
        columns = np.array([code[topic] for topic in part.topics], dtype=np.int64)
        evaluated[row, columns] = True
        values[row, columns] = part.values[:, numeric]
        numerators[row, columns] = part.numerators[:, numeric]
        denominators[row, columns] = part.denominators[:, numeric]
        for column, written in part.texts.items():
            texts[measures[column].label][row, columns] = written
    return Scores(
        runs=tuple(part.run for part in parts),
        topics=topics,
        measures=tuple(measures[i] for i in numeric),
        values=values,
        evaluated=evaluated,
        numerators=numerators,
        denominators=denominators,
        coverage=tuple(part.coverage for part in parts),
        dialect=dialect,
        notes=notes,
        texts=texts,
        errors={
            measures[column].label: SamplingErrors.of([part.errors[column] for part in parts])
            for column in (parts[0].errors if parts else ())
        },
    )


def counted_by_number(scores: Scores) -> Scores:
    """The same with topics as people count them, 2 before 10: that is how the sums go.

    The web track's evaluators sum up so; trec_eval sorts topics as text.
    """
    order = scores.by_number()
    return replace(
        scores,
        topics=tuple(scores.topics[topic] for topic in order.tolist()),
        values=scores.values[:, order],
        evaluated=scores.evaluated[:, order],
        numerators=scores.numerators[:, order],
        denominators=scores.denominators[:, order],
        texts={measure: texts[:, order] for measure, texts in scores.texts.items()},
    )
