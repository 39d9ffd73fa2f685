"""Evaluate a run by the rules: order, join with judgments, score, standardise; join scores of runs.

Topics differ in difficulty; a standard score compares a run on a topic with the runs behind the
means and deviations. Webber, Moffat, Zobel: Score standardization for inter-collection comparison
of retrieval systems, SIGIR 2008; trec_eval's option ``-Z``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from harness.core.arrays import Floats, divide
from harness.core.coverage import Coverage
from harness.core.errors import MAX_PROBLEMS, EvaluationError, Problem
from harness.core.judged_run import JudgedRun
from harness.core.model import Run
from harness.core.notes import Note
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.measure_set import MeasureSet
from harness.evaluation.ranking import OrderedRun, join, order, require_common_topic
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import RunScores, score_judged, suspicious
from harness.evaluation.views import build_batches, require
from harness.measures import AnyMeasure, Combination, Measure

if TYPE_CHECKING:
    from harness.evaluation.scores import Scores


def order_run(
    run: Run, judged: JudgedTopics, rules: Rules, measures: Iterable[AnyMeasure] | None = None
) -> OrderedRun:
    """Order the documents of a run by the rules.

    If ``measures`` only use the ranks of judged documents, unjudged tied documents may stay in file
    order.
    """
    only_judged = measures is not None and MeasureSet.of(measures).see_only_documents
    return order(
        run,
        judged,
        dialect=rules.dialect,
        depth=rules.depth,
        judged_only=rules.judged_only,
        only_judged_ranks=only_judged and not judged.has_costs,
    )


def join_run(ordered: OrderedRun, judged: JudgedTopics, rules: Rules) -> JudgedRun:
    """Join an ordered run with its judgments by the rules.

    Raises `EvaluationError` if the two have no topic in common.
    """
    require_common_topic(ordered, judged)
    return join_any_run(ordered, judged, rules)


def join_any_run(ordered: OrderedRun, judged: JudgedTopics, rules: Rules) -> JudgedRun:
    """Join an ordered run like `join_run`; an empty one answers no topic."""
    return join(
        ordered,
        judged,
        dialect=rules.dialect,
        missing=rules.unanswered,
        collection_size=rules.collection_size,
    )


def judge_run(run: Run, judged: JudgedTopics, rules: Rules) -> JudgedRun:
    """Order a run and join it with its judgments; errors as in `ranking.order`."""
    return join_run(order_run(run, judged, rules), judged, rules)


def score_run(
    run: Run, judged: JudgedTopics, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Score a run by every measure; errors as in `ranking.order` and `views.require`."""
    require(judged, measures)
    ordered = order_run(run, judged, rules, measures)
    joined = join_run(ordered, judged, rules)
    seen = build_batches(ordered, joined, judged, measures, rules)
    del ordered  # much of the memory of a large run
    scores = score_judged(joined, measures, rules, seen)
    return replace(scores, warnings=unlikely(run, judged, scores.coverage))


def unlikely(
    run: Run, judged: JudgedTopics, cover: Coverage, topics: Sequence[str] | None = None
) -> tuple[Note, ...]:
    """Return the doubts about the identifiers of a run that hardly match the judgments.

    That is, most of its topics are not judged, or none of its documents is (or of its documents
    with an identifier that Unicode can write in several ways). ``topics`` are all topics of a run
    of which only the first lines are given.
    """
    from harness.hypotheses import Evidence, mismatches

    subjects = suspicious(cover)
    if judged.has_several_forms and "documents" not in subjects:
        subjects.append("documents")
    if not subjects:
        return ()
    known_topics, documents = judged.known
    evidence = Evidence(
        "run", frame=run.rows, topics=known_topics, documents=documents, given=topics or ()
    )
    return mismatches(evidence, subjects, run.source or run.name)


#: The prefix of standard scores in labels.
PREFIX = "Z"

#: A mean and a standard deviation by topic and label of a measure.
Standards = Mapping[tuple[str, str], tuple[float, float]]


def standard_scores(values: Floats, means: Floats, deviations: Floats) -> Floats:
    """Return (value − mean) / deviation; 0 if the deviation is 0, that is, if all runs are equal.

    >>> standard_scores(np.array([0.5, 0.3]), np.array([0.25, 0.3]), np.array([0.5, 0.0])).tolist()
    [0.5, 0.0]
    """
    return divide(values - means, deviations)


def standardise(scores: RunScores, standards: Standards) -> RunScores:
    """Return a run's values as standard scores; the measures are labelled ``Zmap``, ``ZP_10``, ….

    Texts and the number of topics stay unchanged. Geometric means are 0: the standards have no
    means of logarithms. Sums add standard scores, other measures average them; numerators and
    denominators are dropped. Raises `EvaluationError` with the topics and measures that
    ``standards`` lacks.
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
    """Return the measures with labels and summaries of standard scores."""
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


def join_scores(
    parts: Sequence[RunScores], dialect: str = "", notes: tuple[Note, ...] = ()
) -> Scores:
    """Join the scores of several runs; topics that only some runs have are marked as such."""
    from harness.evaluation.scores import Scores

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
            measures[column].label: type(first).of([part.errors[column] for part in parts])
            for column, first in (parts[0].errors.items() if parts else ())
        },
    )


def order_by_number(scores: Scores) -> Scores:
    """Return the scores with topics in natural order, 2 before 10, in which sums then add.

    The web track's evaluators sum in this order; trec_eval sorts topics as text.
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
