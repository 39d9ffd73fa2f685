"""Judgments, measures and rules, ready for any number of runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from harness.core.errors import EvaluationError, Problem
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels, Run, Topics
from harness.evaluation.parts import merged, score_part
from harness.evaluation.ranking import JudgedTopics, Ordered
from harness.evaluation.residual import KnownJudgments
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.views import require
from harness.formats.frames import qrels_from
from harness.formats.qrels import read_qrels
from harness.formats.roles import is_path
from harness.measures import AnyMeasure
from harness.workflows.reading import Divisible, TaskRun

R = TypeVar("R")


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
    """Judgments, measures and rules that every run is evaluated with."""

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

    def score(self, run: Run) -> RunScores:
        """Every measure of every topic of a run."""
        return score_run(run, self.judged, self.measures, self.rules)

    def scoring(
        self,
        finish: Callable[[TaskRun, RunScores], R],
        look: Callable[[Run], None] = lambda _: None,
    ) -> Divisible[tuple[RunScores, None], RunScores, R]:
        """Score a run for ``finish``; ``look`` sees it before."""
        given = (self.judged, self.measures, self.rules)

        def undivided(read: TaskRun) -> RunScores:
            look(read.run)
            return self.score(read.run)

        def part(read: TaskRun) -> tuple[RunScores, None]:
            look(read.run)
            return score_part(read.run, *given, _nothing, only_judged=True)

        def merge(parts: Sequence[tuple[RunScores, None]]) -> RunScores | None:
            together = merged(parts, *given, _nothing)
            return None if together is None else together[0]

        return Divisible(undivided, part, merge, finish)


def _nothing(_: Ordered, __: JudgedRun) -> None:
    """Make nothing of a run besides its scores."""


def judgments_given(judged: Any) -> Qrels:
    """Judgments of a file, or of whatever `harness.formats.frames.qrels_from` takes."""
    return read_qrels(judged) if is_path(judged) else qrels_from(judged)


def known_given(given: Any) -> KnownJudgments | None:
    """Known judgments from one or several, given as `judgments_given` takes them."""
    if given is None:
        return None
    several = isinstance(given, list | tuple) and not any(map(_is_record, given))
    return KnownJudgments.of(map(judgments_given, given if several else [given]))


def _is_record(value: Any) -> bool:
    """Whether this is a row of judgments, and no judgments."""
    if isinstance(value, Mapping):
        return not any(isinstance(part, Mapping) for part in value.values())
    return hasattr(value, "_asdict") or (
        isinstance(value, tuple) and not any(isinstance(part, tuple | Mapping) for part in value)
    )
