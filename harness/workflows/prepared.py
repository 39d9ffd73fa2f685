"""Judgments, measures and rules, ready for any number of runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from harness.core.coverage import Coverage
from harness.core.errors import EvaluationError, Problem
from harness.core.model import Qrels, Run
from harness.core.notes import Note
from harness.core.texts import Topics
from harness.evaluation.judgments import JudgedTopics, KnownJudgments
from harness.evaluation.ranking import CompactOrder, Ordered, in_one_order
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_any_run, order_run, score_ordered, unlikely
from harness.evaluation.scoring import RunScores, prepare_measures, score_judged
from harness.evaluation.views import require, see_judgments
from harness.measures import AnyMeasure
from harness.workflows.read_blocks import ByTopic, TaskRun

R = TypeVar("R")

#: The order of the documents of a run, or of some of its topics.
Order = Ordered | CompactOrder


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that an evaluation rests on but the runs.

    ``judgments`` are those that were given; ``qrels`` are those that count, without what is
    ``known`` of earlier rounds; ``costs`` are what documents cost to read.
    """

    topics: Topics
    qrels: Qrels
    judgments: Qrels
    collection_size: int = 0
    known: KnownJudgments | None = None
    costs: Mapping[str, float] | None = None

    @classmethod
    def of(
        cls,
        judgments: Qrels,
        known: KnownJudgments | None = None,
        topics: Topics | None = None,
        collection_size: int = 0,
        costs: Mapping[str, float] | None = None,
    ) -> Inputs:
        """The inputs with the judgments that count."""
        qrels = judgments if known is None else known.leave_judgments(judgments)
        return cls(topics or Topics([]), qrels, judgments, collection_size, known, costs)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Judgments, measures and rules that every run is evaluated with, whoever holds the runs.

    Pickled are inputs, measures and rules; what is looked up in is made anew.
    """

    inputs: Inputs
    judged: JudgedTopics
    measures: tuple[AnyMeasure, ...]
    rules: Rules

    @classmethod
    def of(cls, inputs: Inputs, measures: Iterable[str | AnyMeasure], rules: Rules) -> Prepared:
        """Judgments, measures and rules; `MeasureError` for measures that cannot be computed."""
        ready = prepare_measures(measures, rules)
        if rules.dialect.only_relevant:
            relevant = inputs.qrels.with_relevant(rules.relevance_level)
            if not len(relevant):
                raise EvaluationError(Problem("no topic has a relevant document", relevant.source))
            inputs = replace(inputs, qrels=relevant)
        judged = JudgedTopics(inputs.qrels, inputs.costs)
        require(judged, ready)
        return cls(inputs, judged, ready, rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return Prepared.of, (self.inputs, self.measures, self.rules)

    def values(self, run: Run) -> RunScores:
        """Every measure of every topic of a run in memory; no doubt is looked for.

        An empty run answers no topic, and measures must be of documents then.
        """
        ordered = order_run(run, self.judged, self.rules, self.measures)
        if not len(run):
            joined = join_any_run(ordered, self.judged, self.rules)
            return score_judged(joined, self.measures, self.rules)
        return score_ordered(ordered, self.judged, self.measures, self.rules)

    def score(self, run: Run) -> RunScores:
        """Every measure of every topic of a run in memory, with the doubts about identifiers."""
        scores = self.values(run)
        return replace(scores, warnings=unlikely(run, self.judged, scores.coverage))

    def scoring(
        self,
        finish: Callable[[TaskRun, RunScores], R],
        look: Callable[[Run], None] = lambda _: None,
    ) -> ByTopic[Order, R]:
        """Score a run for ``finish``; ``look`` sees it before."""

        def score(read: TaskRun, blocks: Sequence[Order]) -> R:
            # Nothing else holds what is put together: of a large run it is much of the memory.
            given = (self.judged, self.measures, self.rules)
            scores = score_ordered(in_one_order(blocks, self.judged), *given)
            return finish(read, replace(scores, warnings=self.unlikely(read, scores.coverage)))

        return self.ordering(score, look)

    def ordering(
        self,
        finish: Callable[[TaskRun, Sequence[Order]], R],
        look: Callable[[Run], None] = lambda _: None,
        *,
        depth: int | None = None,
    ) -> ByTopic[Order, R]:
        """Order the documents of a run for ``finish``, of which the first ``depth`` are named.

        Where none are named, tied documents that are not judged stay as they stand if the measures
        allow it.
        """
        measures = self.measures if depth is None else None

        def part(read: TaskRun) -> Order:
            look(read.run)
            ordered = order_run(read.run, self.judged, self.rules, measures)
            return ordered if read.is_all else ordered.compact(depth or 0)

        divides = see_judgments(self.measures) and not self.judged.has_costs
        return ByTopic(part, finish, divides=divides)

    def unlikely(self, read: TaskRun, cover: Coverage) -> tuple[Note, ...]:
        """Return the doubts about identifiers of a run with this coverage."""
        return unlikely(read.run, self.judged, cover, None if read.is_all else read.topics)
