"""Score joined runs by measures.

No frame is needed here, so that a small run is scored without loading polars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from harness.core.arrays import Floats, FrozenArrays
from harness.core.batch import Batch, remembered
from harness.core.coverage import Coverage
from harness.core.dialects import Dialect
from harness.core.errors import HarnessError, MeasureError, Problem, refuse
from harness.core.judged_run import MAX_CELLS, UNJUDGED, UNPOOLED, JudgedRun
from harness.core.notes import Note
from harness.core.sampled_run import SampledRun, SampleEstimate
from harness.evaluation.measure_set import MeasureSet
from harness.evaluation.rules import Rules
from harness.measures import AnyMeasure, Combination, Measure, Ratio, parse_measures
from harness.measures.registry import Result, Texts
from harness.measures.summaries import SUMMARIES
from harness.measures.trec_names import expand_nickname, is_of
from harness.settings.names import DEFAULT_CORRECTED, DEFAULT_ESTIMATES, DEFAULT_MEASURES

if TYPE_CHECKING:
    from harness.core.model import Qrels
    from harness.evaluation.views import Batches
    from harness.stats.sampling import SamplingErrors


#: Results with several numbers per topic.
_WITH_PARTS = (Ratio, SampleEstimate)


def usual_measures(qrels: Qrels) -> tuple[str, ...]:
    """Return the default measures for these judgments; estimates for a sample."""
    if qrels.sample_note is None:
        return DEFAULT_MEASURES
    return DEFAULT_CORRECTED if "model" in qrels.names else DEFAULT_ESTIMATES


def prepare_measures(names: str | Iterable[str | AnyMeasure], rules: Rules) -> MeasureSet:
    """Return the named measures, ready for the rules. Raises `MeasureError` with every problem.

    A nickname (``all_trec``) stands for the measures of the dialect's evaluator; a named measure is
    computed in every dialect.
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
    return MeasureSet(measure.with_default("rel", rules.relevance_level) for measure in measures)


def _known_to(
    dialect: Dialect, names: str | Iterable[str | AnyMeasure]
) -> Iterator[str | AnyMeasure]:
    for name in [names] if isinstance(names, str) else names:
        members = expand_nickname(name.strip(), dialect) if isinstance(name, str) else None
        yield from (name,) if members is None else members


def suspicious(cover: Coverage) -> list[str]:
    """Return the kinds of identifiers, topics or documents, that hardly match the judgments."""
    answered = len(cover.averaged) - len(cover.missing)
    subjects = ["topics"] if len(cover.extra) > answered else []
    return subjects + (
        ["documents"] if cover.retrieved and cover.unjudged == cover.retrieved else []
    )


def score_judged(
    joined: JudgedRun, measures: tuple[AnyMeasure, ...], rules: Rules, seen: Batches | None = None
) -> RunScores:
    """Compute every measure on every topic of a run joined by the same rules.

    ``seen`` are its other batches, of the same topics; without them, measures that see anything but
    documents raise `MeasureError`.
    """
    seen = {JudgedRun.__name__: joined} if seen is None else seen
    return next(_score_stack([seen], MeasureSet.of(measures), rules))


def score_each(
    runs: Iterable[Batches], measures: tuple[AnyMeasure, ...], rules: Rules
) -> Iterator[RunScores | HarnessError]:
    """Yield the scores of runs by their batches, in order, or what `score_judged` raises for one.

    Neighbours with the same judged topics are evaluated as one batch: for short rankings most of
    the work is the number of arrays, not their size. Only runs of one batch are in memory.
    """
    measures = MeasureSet.of(measures)
    stack: list[Batches] = []
    for seen in runs:
        if stack and not (measures.take_several_runs and _stackable([*stack, seen])):
            yield from _score_or_fail(stack, measures, rules)
            stack = []
        stack.append(seen)
    if stack:
        yield from _score_or_fail(stack, measures, rules)


def _documents(seen: Batches) -> JudgedRun:
    return seen[JudgedRun.__name__]  # type: ignore[return-value]


def _stackable(stack: Sequence[Batches]) -> bool:
    """Whether the documents of runs make one batch that is not too large."""
    runs = [_documents(seen) for seen in stack]
    first, last = runs[0], runs[-1]
    num_cells = len(runs) * len(first.topics) * max(run.depth for run in runs)
    return (
        num_cells <= MAX_CELLS
        and last.judgments is first.judgments
        and (last.answered is None) == (first.answered is None)
        and first.costs is last.costs is None
    )


def _score_or_fail(
    stack: Sequence[Batches], measures: MeasureSet, rules: Rules
) -> list[RunScores | HarnessError]:
    """Score runs as one batch, or each alone where that fails: the error may be of one."""
    try:
        return [*_score_stack(stack, measures, rules)]
    except HarnessError as error:
        if len(stack) == 1:
            return [error]
    return [each for seen in stack for each in _score_or_fail([seen], measures, rules)]


def _score_stack(
    stack: Sequence[Batches], measures: MeasureSet, rules: Rules
) -> Iterator[RunScores]:
    """Yield the scores of runs that make one batch, or of one run."""
    runs = [_documents(seen) for seen in stack]
    seen = stack[0] if len(stack) == 1 else {JudgedRun.__name__: JudgedRun.stack(runs)}
    results = _results(measures, seen, rules)
    num_topics = len(runs[0].topics)
    shape = (len(runs) * num_topics, len(measures))
    values = np.zeros(shape)
    numerators, denominators = np.full((2, *shape), np.nan)
    texts: dict[int, Texts] = {}
    for column, (measure, term) in enumerate(zip(measures, measures.column_terms, strict=True)):
        result = None if term is None else results[term]
        if isinstance(result, _WITH_PARTS):
            if result.denominator is not None:
                denominators[:, column] = result.denominator
            if isinstance(result, Ratio) and result.additive:
                numerators[:, column] = result.numerator
        if measure.summary == "text":
            texts[column] = result  # type: ignore[assignment]
        else:
            values[:, column] = _values(measures, column, results)
    own_order = bool(measures) and _own_order(measures)
    errors = _sampling_errors(measures, results, seen)
    for number, run in enumerate(runs):
        rows = slice(number * num_topics, (number + 1) * num_topics)
        cover = coverage(run, rules.relevance_level)
        yield RunScores(
            run=run.name,
            topics=run.topics,
            measures=measures,
            values=values[rows],
            numerators=numerators[rows],
            denominators=denominators[rows],
            # These ties are said to be broken as the dialect does.
            coverage=cover._replace(tied=0) if own_order else cover,
            texts={column: of_topics[rows] for column, of_topics in texts.items()},
            errors=errors,
        )


def summarise_judged(
    seen: Batches, measures: Iterable[AnyMeasure], rules: Rules
) -> dict[str, float]:
    """Summarise each measure over the topics, by label; measures with texts are left out."""
    measures = MeasureSet.of(measures)
    results = _results(measures, seen, rules)
    summaries = [measure.summary for measure in measures]
    by_label = {measure.label: 0.0 for measure in measures if measure.summary != "text"}
    for summary in set(summaries) - {"text"}:
        columns = [column for column, own in enumerate(summaries) if own == summary]
        values = np.array([_values(measures, column, results) for column in columns])
        numbers = SUMMARIES[summary](values).tolist()
        by_label |= zip((measures[column].label for column in columns), numbers, strict=True)
    return by_label


def _values(measures: MeasureSet, column: int, results: Sequence[Result]) -> Floats:
    """Return the value of each topic [T]."""
    measure, term = measures[column], measures.column_terms[column]
    if isinstance(measure, Combination):
        return measure.weighted(lambda own: results[measures.term_numbers[own]])
    assert term is not None
    result = results[term]
    values = result.value if isinstance(result, _WITH_PARTS) else result
    return np.asarray(values, dtype=np.float64)


def _own_order(measures: Iterable[AnyMeasure]) -> bool:
    """Whether all measures use an order of their own, and none the order of documents."""
    for measure in measures:
        if any(family.sees == JudgedRun.__name__ for family in measure.requirements()):
            return False
    from harness.evaluation.views import find_views

    return all(view.own_order for view in find_views(measures))


def _sampling_errors(
    measures: MeasureSet, results: Sequence[Result], seen: Batches
) -> dict[int, SamplingErrors]:
    """Return the standard errors of measures estimated from a sample."""
    run = seen.get(SampledRun.__name__)
    if not isinstance(run, SampledRun):
        return {}
    from harness.stats.sampling import SamplingErrors

    sample, chance = run.sample, run.sample.left_to_chance
    order = np.flatnonzero(chance)[np.argsort(sample.topic[chance], kind="stable")]
    errors = {}
    for column, measure in enumerate(measures):
        terms = measure.terms if isinstance(measure, Combination) else ((1.0, measure),)
        parts = [(weight, results[measures.term_numbers[term]]) for weight, term in terms]
        known = [(weight, part) for weight, part in parts if isinstance(part, SampleEstimate)]
        if len(known) == len(parts):
            sums = sum(weight * sample.deviations(part.influence) for weight, part in known)
            rows = np.atleast_2d(sums)[:, order]
            errors[column] = SamplingErrors(sample.topics, sample.topic[order], rows)
    return errors


def _results(measures: MeasureSet, seen: Batches, rules: Rules) -> list[Result]:
    """Compute each term of the measures on every topic."""
    if not measures.terms.keys() <= seen.keys():
        from harness.evaluation.views import find_view

        refuse(
            (
                Problem(
                    f"{term.label} sees {find_view(term.family).name},"
                    " and only documents are seen here"
                )
                for sees, terms in measures.terms.items()
                for term in (() if sees in seen else terms)
            ),
            MeasureError,
        )
    results: list[Result] = []
    for sees, terms in measures.terms.items():
        pieces = [
            [_evaluate(term, batch, rules) for term in terms]
            for batch in seen[sees].batches(MAX_CELLS)
        ]
        results += map(_join_results, zip(*pieces, strict=True))
    return results


def _join_results(parts: Sequence[Result]) -> Result:
    """Join the results of the pieces of a batch."""
    if len(parts) == 1:
        return parts[0]
    ratios = [part for part in parts if isinstance(part, Ratio)]
    return Ratio.of_pieces(ratios) if ratios else np.concatenate(parts)  # type: ignore[arg-type]


def _evaluate(measure: Measure, batch: Batch, rules: Rules) -> Result:
    """Compute a measure on every topic, by the rule for unanswered topics."""
    result, answered = measure.evaluate(batch), batch.answered
    if rules.missing != "zero" or answered is None or measure.summary in ("sum", "text"):
        return result
    if not is_of(rules.dialect, measure.family):
        return result  # not a measure of that evaluator
    if isinstance(result, SampleEstimate):
        return result  # trec_eval has none
    if isinstance(result, Ratio):
        return result.zero_unless(answered)
    return np.where(answered, result, 0.0)


@remembered
def coverage(run: JudgedRun, rel: int) -> Coverage:
    """Return the coverage of a run: the topics and documents behind its averages."""
    answered, relevant, num_ret, grades = run.answered, run.num_rel(rel), run.num_ret, run.grades
    missing: tuple[str, ...] = ()
    if answered is not None and np.count_nonzero(answered) < len(answered):
        missing = tuple(compress(run.topics, (~answered).tolist()))
        num_ret, grades = num_ret[answered], grades[answered]
    judgments = run.judgments
    negative = int(np.count_nonzero(grades == UNJUDGED)) if judgments.num_negative.any() else 0
    pooled, junk = (0, negative) if judgments.junk else (negative, 0)
    return Coverage(
        averaged=run.topics,
        missing=missing,
        extra=run.extra_topics,
        left_out=run.left_out,
        without_relevant=tuple(compress(run.topics, (relevant == 0).tolist())),
        retrieved=int(num_ret.sum()),
        unjudged=int(np.count_nonzero(grades == UNPOOLED)) + pooled,
        pooled=pooled,
        junk=junk,
        relevant=int(relevant.sum()),
        relevant_retrieved=int(np.count_nonzero(run.grades >= rel)),
        tied=run.num_tied,
        known=run.num_known,
        dropped=run.num_dropped,
    )


@dataclass(frozen=True, slots=True, eq=False)
class RunScores(FrozenArrays):
    """The values of one run.

    ``values`` [T, M]; numerators and denominators [T, M] of ratio measures (NaN for others); by
    index in ``measures``, ``texts`` of measures with texts and ``errors`` of measures estimated
    from a sample; ``warnings`` about the run's file.
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
