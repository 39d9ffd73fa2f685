"""Standard scores: values as distances from the mean of other runs, in standard deviations.

Topics differ in difficulty; a standard score says how a run does on a topic compared with the runs
that the means and deviations come from. Webber, Moffat, Zobel: Score standardization for
inter-collection comparison of retrieval systems, SIGIR 2008; trec_eval's option ``-Z``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

import numpy as np

from harness.core.arrays import Floats, divide
from harness.core.errors import MAX_PROBLEMS, EvaluationError, Problem
from harness.evaluation.run_values import RunScores
from harness.measures import AnyMeasure, Combination, Measure

#: What reports put in front of a measure's name.
PREFIX = "Z"

#: A mean and a standard deviation for each (topic, measure as it is labelled).
Standards = Mapping[tuple[str, str], tuple[float, float]]


def standard_scores(values: Floats, means: Floats, deviations: Floats) -> Floats:
    """(value − mean) / deviation; 0 where the deviation is 0, that is, where all runs are alike.

    >>> standard_scores(np.array([0.5, 0.3]), np.array([0.25, 0.3]), np.array([0.5, 0.0])).tolist()
    [0.5, 0.0]
    """
    return divide(values - means, deviations)


def standardise(scores: RunScores, standards: Standards) -> RunScores:
    """A run's values as standard scores; the measures are labelled ``Zmap``, ``ZP_10``, ….

    Texts stay as they are. So does the number of topics, which needs no standard. Geometric means
    are 0: the standards have no means of logarithms. Sums add standard scores, everything else
    averages them; numerators and denominators are gone. Raises `EvaluationError` with the topics
    and measures that ``standards`` lacks.
    """
    values = np.array(scores.values)
    missing: list[Problem] = []
    for column, measure in enumerate(scores.measures):
        if measure.summary == "geometric":
            values[:, column] = 0.0
        elif _has_standard(measure):
            moments = [standards.get((topic, measure.label)) for topic in scores.topics]
            missing += (
                Problem(f"no mean and deviation of {measure.label} for topic {topic}")
                for topic, pair in zip(scores.topics, moments, strict=True)
                if pair is None
            )
            pairs = np.array([pair or (0.0, 0.0) for pair in moments]).reshape(-1, 2)
            values[:, column] = standard_scores(values[:, column], pairs[:, 0], pairs[:, 1])
    if missing:
        raise EvaluationError(islice(missing, MAX_PROBLEMS))
    nothing = np.full(values.shape, np.nan)
    measures = standard_measures(scores.measures)
    return replace(
        scores, measures=measures, values=values, numerators=nothing, denominators=nothing
    )


def standard_measures(measures: tuple[AnyMeasure, ...]) -> tuple[AnyMeasure, ...]:
    """The measures as they are labelled and summarised once their values are standard scores."""
    return tuple(
        measure if measure.summary == "text" else _standard_measure(measure) for measure in measures
    )


def _standard_measure(measure: AnyMeasure) -> AnyMeasure:
    label = PREFIX + measure.label
    if isinstance(measure, Combination):
        return replace(measure, label=label)
    summary = "mean" if measure.summary == "geometric" else measure.summary
    infinite = (float("-inf"), float("inf"))
    family = replace(measure.family, summary=summary, integer=False, bounds=infinite)
    return replace(measure, family=family, label=label)


def _has_standard(measure: AnyMeasure) -> bool:
    counts_topics = isinstance(measure, Measure) and measure.family.name == "NumQ"
    return measure.summary != "text" and not counts_topics
