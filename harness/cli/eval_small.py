"""The work behind ``harness eval`` of one small regular run, for which polars is not loaded."""

from __future__ import annotations

from dataclasses import fields

from harness.cli.eval_request import Answer, Request
from harness.cli.eval_words import measures_of, rules_of, text_maker, written
from harness.core.judged_run import JudgedRun
from harness.evaluation.scoring import score_judged, suspicious
from harness.evaluation.small import join_small
from harness.formats.small import small_columns
from harness.measures.trec_names import not_of

#: What a request may ask for here; all else is as it is when nobody says anything.
_ASKED = (
    *("qrels", "runs", "measures", "dialect", "format"),
    *("per_topic", "summary", "complete", "level", "collection_size"),
)


def answer_of_small(request: Request) -> Answer | None:
    """What `evaluator` answers for a small regular run of documents; None for any other."""
    given = {field.name: getattr(request, field.name) for field in fields(request)}
    usual = Request(**{name: given[name] for name in _ASKED})
    rules = rules_of(request)
    if request != usual or rules.dialect.by_rank or rules.dialect.only_relevant:
        return None
    asked = tuple(name.strip() for name in request.measures) or ("official",)
    measures = measures_of(request, asked)
    families = (family for measure in measures for family in measure.requirements())
    if not measures or any(family.batch != JudgedRun.__name__ for family in families):
        return None
    run = small_columns(request.runs[0], 6)
    qrels = small_columns(request.qrels, 4) if run else None
    joined = join_small(qrels, run, rules) if qrels and run else None
    if joined is None:
        return None
    scores = score_judged(joined, measures, rules)
    if suspicious(scores.coverage):
        return None
    text = written(text_maker(request, measures, asked), scores, request)
    return Answer(scores.run, scores.coverage, (), not_of(rules.dialect, measures), text)
