"""The work behind ``harness eval`` of a few small regular runs, for which polars is not loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from harness.cli.eval_request import Answer, Request
from harness.cli.eval_words import answer_with, measures_of, rules_of, text_maker
from harness.core.judged_run import JudgedRun
from harness.evaluation.scoring import score_judged, suspicious
from harness.evaluation.small import SmallJudgments, doubts_about
from harness.formats.small import SmallFile, read_small
from harness.measures.trec_names import not_of

#: What a request may ask for here; all else is as it is when nobody says anything.
_ASKED = (
    *("qrels", "runs", "measures", "dialect", "format"),
    *("per_topic", "summary", "complete", "level", "collection_size"),
)


def answers_of_small(request: Request) -> list[Answer] | None:
    """What `evaluator` answers for small regular runs of documents; None for any other."""
    given = {field.name: getattr(request, field.name) for field in fields(request)}
    usual = Request(**{name: given[name] for name in _ASKED})
    answer_of = _answerer(request) if request == usual else None
    if answer_of is None:
        return None
    answers: list[Answer] = []
    judged = None
    for path in request.runs:
        run = read_small(path, 6)
        if run is None:
            return None
        if judged is None:
            qrels = read_small(request.qrels, 4)
            judged = None if qrels is None else SmallJudgments.of(qrels)
        answer = None if judged is None else answer_of(path, run, judged)
        if answer is None:
            return None
        answers.append(answer)
    return answers


def _answerer(request: Request) -> Callable[[str, SmallFile, SmallJudgments], Answer | None] | None:
    """What answers for a run; None where more than documents and their scores is measured."""
    rules = rules_of(request)
    asked = tuple(name.strip() for name in request.measures) or ("official",)
    measures = measures_of(request, asked)
    families = (family for measure in measures for family in measure.requirements())
    if not measures or any(family.batch != JudgedRun.__name__ for family in families):
        return None
    if rules.dialect.by_rank or rules.dialect.only_relevant:
        return None
    text = text_maker(request, measures, asked)
    notes = not_of(rules.dialect, measures)

    def answer(path: str, run: SmallFile, judged: SmallJudgments) -> Answer | None:
        joined = judged.join(run, rules)
        doubts = None if joined is None else doubts_about(run, path)
        if joined is None or doubts is None:
            return None
        scores = score_judged(joined, measures, rules)
        if suspicious(scores.coverage):
            return None
        return answer_with(scores, request, text, asked, doubts, notes)

    return answer
