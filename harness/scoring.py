"""Runs × judgments × measures → scores. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from harness.coverage import Coverage
from harness.dialects import DEFAULT_DIALECT, Dialect
from harness.errors import MeasureError, Problem
from harness.judged import JudgedRun
from harness.measures import AnyMeasure, Ratio, parse_measures
from harness.measures.registry import Texts
from harness.model import Run
from harness.ranking import JudgedTopics, judge
from harness.scores import RunScores

#: What is computed when nobody says what to compute.
DEFAULT_MEASURES = ("AP", "nDCG@10", "P@10", "Rprec", "RR", "R@1000")

#: Batches of more grades than this are evaluated in pieces, which bounds memory.
MAX_CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class Rules:
    """How runs are evaluated, apart from the measures.

    ``missing`` is what becomes of judged topics that a run does not answer: ``drop`` leaves them
    out, ``empty`` evaluates an empty ranking, ``zero`` does that too but lets every measure that is
    not a count be 0, whatever it gives for an empty ranking;
    ``relevance_level`` the lowest relevant grade for measures that do not set their own.
    """

    dialect: Dialect = DEFAULT_DIALECT
    missing: str = "empty"
    relevance_level: int = 1
    depth: int | None = None
    judged_only: bool = False
    collection_size: int = 0

    @property
    def unanswered(self) -> str:
        """What `ranking.judge` does with judged topics that a run does not answer."""
        return "drop" if self.missing == "drop" else "empty"


def prepare_measures(
    names: str | Iterable[str | AnyMeasure], rules: Rules
) -> tuple[AnyMeasure, ...]:
    """The measures of the given names, ready for the rules; all problems at once."""
    measures = parse_measures(names)
    problems = [
        Problem(
            f"{measure.label} needs the number of documents in the collection",
            hint="set collection_size",
        )
        for measure in measures
        if not rules.collection_size
        and any(f.needs_collection_size for f in measure.requirements())
    ]
    if problems:
        raise MeasureError(problems)
    return tuple(measure.with_default("rel", rules.relevance_level) for measure in measures)


def judge_run(run: Run, judged: JudgedTopics, rules: Rules) -> JudgedRun:
    """Join a run with its judgments as the rules say; errors as for `ranking.judge`."""
    return judge(
        run,
        judged,
        dialect=rules.dialect,
        missing=rules.unanswered,
        depth=rules.depth,
        judged_only=rules.judged_only,
        collection_size=rules.collection_size,
    )


def score_run(
    run: Run, judged: JudgedTopics, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Every measure of every topic of one run; errors as for `ranking.judge`."""
    return score_judged(judge_run(run, judged, rules), measures, rules)


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
            result = measure.evaluate(batch)
            if isinstance(result, Ratio):
                denominators[rows, column] = result.denominator
                if result.additive:
                    numerators[rows, column] = result.numerator
                result = result.value
            if measure.summary == "text":
                texts.setdefault(column, []).append(result)  # type: ignore[arg-type]
            else:
                values[rows, column] = result
    if rules.missing == "zero" and joined.answered is not None:
        no_counts = [measure.summary != "sum" for measure in measures]
        values[~joined.answered[:, None] & np.array(no_counts)] = 0.0
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


def coverage(run: JudgedRun, rel: int) -> Coverage:
    """Which topics the run's averages rest on."""
    answered = run.answered if run.answered is not None else np.ones(len(run.topics), dtype=bool)
    topics = np.array(run.topics, dtype=object)
    return Coverage(
        averaged=run.topics,
        missing=tuple(topics[~answered]),
        extra=run.extra_topics,
        without_relevant=tuple(topics[run.num_rel(rel) == 0]),
        retrieved=int(run.num_ret[answered].sum()),
        unjudged=int((run.num_ret[answered] - (run.grades >= 0).sum(axis=1)[answered]).sum()),
        tied=run.num_tied,
    )
