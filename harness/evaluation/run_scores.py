"""A run by the rules: ordered, joined with its judgments, scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from harness.core.coverage import Coverage
from harness.core.judged_run import JudgedRun
from harness.core.model import Run
from harness.core.notes import Note
from harness.evaluation.ranking import JudgedTopics, Ordered, join, order, require_common_topic
from harness.evaluation.rules import Rules
from harness.evaluation.run_values import RunScores
from harness.evaluation.scoring import score_judged, suspicious
from harness.evaluation.views import require, see, see_documents
from harness.hypotheses import Evidence, mismatches
from harness.measures import AnyMeasure


def order_run(
    run: Run, judged: JudgedTopics, rules: Rules, measures: Iterable[AnyMeasure] | None = None
) -> Ordered:
    """The documents of a run in the order in which the rules evaluate them.

    For ``measures`` alone that are computed from the ranks of judged documents, tied ones that are
    not judged stay as they stand.
    """
    only_judged = measures is not None and all(map(see_documents, measures))
    return order(
        run,
        judged,
        dialect=rules.dialect,
        depth=rules.depth,
        judged_only=rules.judged_only,
        only_judged_ranks=only_judged and not judged.has_costs,
    )


def join_run(ordered: Ordered, judged: JudgedTopics, rules: Rules) -> JudgedRun:
    """Join an ordered run with its judgments as the rules say.

    Raises `EvaluationError` when the two have no topic in common.
    """
    require_common_topic(ordered, judged)
    return join(
        ordered,
        judged,
        dialect=rules.dialect,
        missing=rules.unanswered,
        collection_size=rules.collection_size,
    )


def judge_run(run: Run, judged: JudgedTopics, rules: Rules) -> JudgedRun:
    """Order a run and join it with its judgments; errors as for `ranking.order`."""
    return join_run(order_run(run, judged, rules), judged, rules)


def score_run(
    run: Run, judged: JudgedTopics, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Every measure of every topic of one run; errors as for `ranking.order`, `views.require`."""
    require(judged, measures)
    scores = score_ordered(order_run(run, judged, rules, measures), judged, measures, rules)
    return replace(scores, warnings=unlikely(run, judged, scores.coverage))


def score_ordered(
    ordered: Ordered, judged: JudgedTopics, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Every measure of every topic of a run whose documents are in order."""
    joined = join_run(ordered, judged, rules)
    seen = see(ordered, joined, judged, measures, rules)
    del ordered  # of a large run it is much of the memory
    return score_judged(joined, measures, rules, seen)


def unlikely(
    run: Run, judged: JudgedTopics, cover: Coverage, topics: Sequence[str] | None = None
) -> tuple[Note, ...]:
    """Return the doubts about identifiers of a run that has hardly anything in common with the
    judgments: most of its topics are none of theirs, or not one of its documents is judged, if only
    of those that Unicode can write in several ways.

    The ``topics`` are those of all of a run, of which only the first lines are given.
    """
    subjects = suspicious(cover)
    if judged.has_several_forms and "documents" not in subjects:
        subjects.append("documents")
    if not subjects:
        return ()
    known_topics, documents = judged.known
    evidence = Evidence("run", frame=run.rows, topics=known_topics, documents=documents)
    if topics is not None:
        given = replace(evidence.identifiers, topics=topics)
        evidence = replace(evidence, given=given, memo={})
    return mismatches(evidence, subjects, run.source or run.name)
