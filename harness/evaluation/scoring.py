"""Runs × judgments × measures → scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from harness.core.coverage import Coverage
from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import EvaluationError, MeasureError, Problem, unknown
from harness.core.judged_run import MAX_CELLS, JudgedRun
from harness.core.model import Run
from harness.core.notes import Note
from harness.evaluation.ranking import JudgedTopics, Ordered, join, order
from harness.evaluation.scores import RunScores
from harness.hypotheses import Evidence, causes
from harness.measures import AnyMeasure, Combination, Ratio, parse_measures
from harness.measures.registry import Result, Texts
from harness.measures.trec_names import is_of, nickname_of

#: What is computed when nobody says what to compute.
DEFAULT_MEASURES = ("AP", "nDCG@10", "P@10", "Rprec", "RR", "R@1000")


#: Which topics are averaged: all judged ones, or those that a run answers.
TOPIC_POLICIES = ("judged", "answered")


@dataclass(frozen=True, slots=True)
class Rules:
    """How runs are evaluated, apart from the measures.

    ``missing`` is what becomes of judged topics that a run does not answer: ``drop`` leaves them
    out, ``empty`` evaluates an empty ranking, ``zero`` does that too but lets every measure that
    the dialect's evaluator has and that is not a count be 0, whatever an empty ranking has;
    ``relevance_level`` the lowest relevant grade for measures that do not set their own.
    """

    dialect: Dialect = DEFAULT_DIALECT
    missing: str = "empty"
    relevance_level: int = 1
    depth: int | None = None
    judged_only: bool = False
    collection_size: int = 0

    @classmethod
    def of(cls, topic_policy: str, dialect: Dialect, **others: Any) -> Rules:
        """The rules of a topic policy: ``judged`` averages all judged topics, ``answered`` those
        that a run answers. What an unanswered topic becomes is the dialect's choice.
        """
        if topic_policy not in TOPIC_POLICIES:
            raise EvaluationError(unknown("topic policy", topic_policy, TOPIC_POLICIES))
        missing = dialect.missing_topic if topic_policy == "judged" else "drop"
        return cls(dialect, missing, **others)

    def __post_init__(self) -> None:
        """Raise `EvaluationError` with every value that makes no sense."""
        wrong = [
            Problem(f"{name} = {value!r} is not allowed", hint=f"it must be {words}")
            for name, value, least, words in (
                ("relevance_level", self.relevance_level, 1, "a whole number of at least 1"),
                ("depth", 1 if self.depth is None else self.depth, 1, "None or at least 1"),
                ("collection_size", self.collection_size, 0, "a whole number of at least 0"),
            )
            if type(value) is not int or value < least
        ]
        if wrong:
            raise EvaluationError(wrong)

    @property
    def unanswered(self) -> str:
        """What `ranking.judge` does with judged topics that a run does not answer."""
        return "drop" if self.missing == "drop" else "empty"


def prepare_measures(
    names: str | Iterable[str | AnyMeasure], rules: Rules
) -> tuple[AnyMeasure, ...]:
    """The measures of the given names, ready for the rules; all problems at once.

    A nickname (``all_trec``) stands for what the dialect's evaluator has; a measure that is named
    is computed in every dialect.
    """
    measures = parse_measures(_known_to(rules.dialect, names))
    if not measures:
        raise MeasureError(Problem("no measures given", hint="harness measures lists them"))
    problems = [
        Problem(
            f"{measure.label} needs the number of documents in the collection",
            hint="set collection_size; -N of harness eval",
        )
        for measure in measures
        if not rules.collection_size
        and any(f.needs_collection_size for f in measure.requirements())
    ]
    if problems:
        raise MeasureError(problems)
    ready = (measure.with_default("rel", rules.relevance_level) for measure in measures)
    # Two names may have become one measure.
    return tuple({(measure.label, measure.notation): measure for measure in ready}.values())


def _known_to(
    dialect: Dialect, names: str | Iterable[str | AnyMeasure]
) -> Iterator[str | AnyMeasure]:
    for name in [names] if isinstance(names, str) else names:
        members = nickname_of(name.strip(), dialect) if isinstance(name, str) else None
        yield from (name,) if members is None else members


def order_run(run: Run, judged: JudgedTopics, rules: Rules) -> Ordered:
    """The documents of a run in the order in which the rules evaluate them."""
    return order(
        run, judged, dialect=rules.dialect, depth=rules.depth, judged_only=rules.judged_only
    )


def join_run(ordered: Ordered, judged: JudgedTopics, rules: Rules) -> JudgedRun:
    """Join an ordered run with its judgments as the rules say."""
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
    """Every measure of every topic of one run; errors as for `ranking.order`."""
    scores = score_judged(judge_run(run, judged, rules), measures, rules)
    return replace(scores, warnings=unlikely(run, judged, scores.coverage))


def unlikely(run: Run, judged: JudgedTopics, cover: Coverage) -> tuple[Note, ...]:
    """What looks wrong with the identifiers of a run that has hardly anything in common with the
    judgments: most of its topics are none of theirs, or not one of its documents is judged.
    """
    answered = len(cover.averaged) - len(cover.missing) + len(cover.left_out)
    subjects = ["topics"] if len(cover.extra) > answered else []
    subjects += ["documents"] if cover.retrieved and cover.unjudged == cover.retrieved else []
    if not subjects:
        return ()
    topics, documents = judged.known()
    evidence = Evidence("run", frame=run.frame, topics=topics, documents=documents)
    source = run.source or run.name
    return tuple(
        Note("doubt", str(cause), source, cause.name, cause.numbers)
        for cause in causes(evidence, *subjects)
    )


def score_judged(joined: JudgedRun, measures: tuple[AnyMeasure, ...], rules: Rules) -> RunScores:
    """Every measure of every topic of a run that was joined by the same rules."""
    shape = (len(joined.topics), len(measures))
    values, numerators, denominators = (
        np.zeros(shape),
        np.full(shape, np.nan),
        np.full(shape, np.nan),
    )
    texts: dict[int, list[Texts]] = {}
    start = 0
    for batch in joined.batches(MAX_CELLS):
        rows = slice(start, start + len(batch.topics))
        start = rows.stop
        for column, measure in enumerate(measures):
            result = _evaluated(measure, batch, rules)
            if isinstance(result, Ratio):
                denominators[rows, column] = result.denominator
                if result.additive:
                    numerators[rows, column] = result.numerator
                result = result.value
            if measure.summary == "text":
                texts.setdefault(column, []).append(result)  # type: ignore[arg-type]
            else:
                values[rows, column] = result
    return RunScores(
        run=joined.name,
        topics=joined.topics,
        measures=measures,
        values=values,
        numerators=numerators,
        denominators=denominators,
        coverage=coverage(joined, rules.relevance_level),
        texts={column: np.concatenate(parts) for column, parts in texts.items()},
    )


def _evaluated(measure: AnyMeasure, batch: JudgedRun, rules: Rules) -> Result:
    """A measure of every topic, by the rule for topics that the run does not answer."""
    if isinstance(measure, Combination):
        return measure.weighted(lambda term: _evaluated(term, batch, rules))
    result, answered = measure.evaluate(batch), batch.answered
    is_mean = measure.summary not in ("sum", "text")
    if rules.missing != "zero" or answered is None or not is_mean:
        return result
    if not is_of(rules.dialect, measure.family):
        return result  # the evaluator says nothing of measures that it does not have
    if isinstance(result, Ratio):
        return result.zero_unless(answered)
    return np.where(answered, result, 0.0)


def coverage(run: JudgedRun, rel: int) -> Coverage:
    """Which topics the run's averages rest on."""
    answered = run.answered if run.answered is not None else np.ones(len(run.topics), dtype=bool)
    topics = np.array(run.topics, dtype=object)
    return Coverage(
        averaged=run.topics,
        missing=tuple(topics[~answered]),
        extra=run.extra_topics,
        left_out=run.left_out,
        without_relevant=tuple(topics[run.num_rel(rel) == 0]),
        retrieved=int(run.num_ret[answered].sum()),
        unjudged=int((run.num_ret[answered] - (run.grades >= 0).sum(axis=1)[answered]).sum()),
        relevant=int(run.num_rel(rel).sum()),
        relevant_retrieved=int((run.grades >= rel).sum()),
        tied=run.num_tied,
        known=run.num_known,
        dropped=run.num_dropped,
    )
