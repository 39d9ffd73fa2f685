"""What repairs do to the score of a run, where the judgments of its task are known."""

from __future__ import annotations

import os
from functools import cache
from typing import NamedTuple

from harness.config import load_task
from harness.config.schema import TaskFile
from harness.core.errors import HarnessError
from harness.core.model import Run
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import Rules, prepare_measures, score_run
from harness.hypotheses import Known
from harness.measures import AnyMeasure
from harness.validation import Measured
from harness.workflows.inputs import qrels_of

#: The keys of a task that say how one measure is computed. No module is executed for a check.
_KEYS = frozenset({"name", "qrels", "measures", "dialect", "topic_policy", "relevance_level"})


class _Evaluator(NamedTuple):
    judged: JudgedTopics
    measure: AnyMeasure
    rules: Rules

    def score(self, run: Run) -> float:
        """The first measure of the task."""
        part = score_run(run, self.judged, (self.measure,), self.rules)
        return float(Scores.of([part], self.rules.dialect.name).summarise()[0, 0])


def measured_by(path: str | os.PathLike[str]) -> Measured:
    """The first measure of a task file, by its judgments; both are read once they are asked for."""

    @cache
    def ready() -> _Evaluator | None:
        try:
            task = load_task(path, without=TaskFile.model_fields.keys() - _KEYS)
            if task.qrels is None or task.qrels.path is None:  # nothing is downloaded for this
                return None
            rules = task.rules()
            measure = prepare_measures(task.measures, rules)[0]
            return _Evaluator(JudgedTopics(qrels_of(task)), measure, rules)
        except HarnessError:
            return None

    def measure() -> str:
        found = ready()
        return found.measure.label if found else ""

    def score(run: Run) -> float | None:
        found = ready()
        try:
            return found.score(run) if found else None
        except HarnessError:  # it cannot be evaluated: a document twice, no topic in common
            return None

    def documents() -> Known | None:
        found = ready()
        return found.judged.known()[1] if found else None

    return Measured(measure, score, documents)
