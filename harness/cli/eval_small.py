"""The work behind ``harness eval`` of small regular runs, for which polars is not loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from harness.cli.eval_request import Answer, Request
from harness.cli.eval_words import answer_with, measures_of, rules_of, text_maker
from harness.core.judged_run import JudgedRun
from harness.evaluation.scoring import score_judged, suspicious
from harness.evaluation.small import SmallJudgments
from harness.formats.small import doubts_about, read_small
from harness.measures.trec_names import not_of

#: What a request may ask for here; all else is as it is when nobody says anything.
_ASKED = (
    *("qrels", "runs", "measures", "dialect", "format"),
    *("per_topic", "summary", "complete", "level", "collection_size"),
)


def small_evaluator(request: Request) -> Callable[[str], Answer | None] | None:
    """What answers as `evaluator` does for small regular runs, and None for any other.

    None where the judgments are not small and regular, or where more than documents and their
    scores is measured.
    """
    given = {field.name: getattr(request, field.name) for field in fields(request)}
    if request != Request(**{name: given[name] for name in _ASKED}):
        return None
    rules = rules_of(request)
    asked = tuple(name.strip() for name in request.measures) or ("official",)
    measures = measures_of(request, asked)
    families = (family for measure in measures for family in measure.requirements())
    if not measures or any(family.batch != JudgedRun.__name__ for family in families):
        return None
    if rules.dialect.by_rank or rules.dialect.only_relevant:
        return None
    qrels = read_small(request.qrels, 4)
    judged = None if qrels is None else SmallJudgments.of(qrels)
    if judged is None:
        return None
    text = text_maker(request, measures, asked)
    notes = not_of(rules.dialect, measures)

    def answer(path: str) -> Answer | None:
        run = read_small(path, 6)
        joined = None if run is None else judged.join(run, rules)
        doubts = None if run is None or joined is None else doubts_about(run, path)
        if joined is None or doubts is None:
            return None
        scores = score_judged(joined, measures, rules)
        if suspicious(scores.coverage):
            return None
        return answer_with(scores, request, text, asked, doubts, notes)

    return answer
