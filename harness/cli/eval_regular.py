"""The work behind ``harness eval`` of regular runs, for which polars is not loaded.

A large run is shared out in pieces of whole topics. What is unusual goes the usual way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from harness.cli.eval_request import Answer, Request
from harness.cli.eval_words import answer_with, measures_of, rules_of, text_maker
from harness.core.errors import UnusualError
from harness.core.judged_run import JudgedRun
from harness.core.notes import Note
from harness.evaluation.regular import RegularJudgments, identifiers_of, merge_scores, score_lines
from harness.evaluation.scores import RunScores
from harness.formats.files import PARQUET, lines_bytes, raw_bytes
from harness.formats.regular_lines import doubts_about, is_named_otherwise, qrels_lines, run_lines
from harness.formats.spans import Span
from harness.hypotheses import Identifiers
from harness.measures.trec_names import not_of


@dataclass(frozen=True, slots=True)
class PieceScores:
    """The scores of a piece of a run, and what there is to say of the run by its beginning."""

    scores: RunScores
    identifiers: Identifiers
    doubts: tuple[Note, ...] = ()


class RegularEvaluator:
    """Answers as `evaluator` does, for regular runs and judgments; `UnusualError` for any other."""

    def __init__(self, request: Request) -> None:
        """`UnusualError` where judgments are not regular, or more than documents is measured."""
        self._request, self._rules = request, rules_of(request)
        self._asked = tuple(name.strip() for name in request.measures) or ("official",)
        self._measures = measures_of(request, self._asked)
        families = (family for measure in self._measures for family in measure.requirements())
        if (
            not request.is_plain
            or not self._measures
            or any(family.batch != JudgedRun.__name__ for family in families)
            or self._rules.dialect.by_rank
            or self._rules.dialect.only_relevant
            or any(map(is_named_otherwise, (request.qrels, *request.runs)))
        ):
            raise UnusualError("not only documents and their scores are measured")
        self._judged = RegularJudgments(qrels_lines(_lines_of(request.qrels)))
        self._text = text_maker(request, self._measures, self._asked)
        self._notes = not_of(self._rules.dialect, self._measures)

    def answer(self, path: str) -> Answer:
        """What is answered for the run of a file."""
        return self.together([self._scored(_lines_of(path), path, is_first=True)], path)

    def piece(self, span: Span) -> PieceScores:
        """The scores of a piece of a run."""
        return self._scored(span.read(), span.path, is_first=not span.start)

    def together(self, pieces: Sequence[PieceScores], path: str) -> Answer:
        """What is answered for a run of these pieces."""
        parts = [replace(piece.scores, measures=self._measures) for piece in pieces]
        given = Identifiers.together([piece.identifiers for piece in pieces])
        scores = merge_scores(parts, self._judged, self._measures, self._rules, given, path)
        warnings = (*pieces[0].doubts, *scores.warnings)
        return answer_with(scores, self._request, self._text, self._asked, warnings, self._notes)

    def _scored(self, content: bytes, path: str, *, is_first: bool) -> PieceScores:
        run = run_lines(content)
        if is_first and run.scores.min() == run.scores.max():
            raise UnusualError("all its scores may be the same")
        doubts = doubts_about(content, path) if is_first else ()
        scores = score_lines(run, self._judged, self._measures, self._rules)
        scores = replace(scores, measures=())  # who has the rest knows them
        return PieceScores(scores, identifiers_of(run), doubts)


def _lines_of(path: str) -> bytes:
    """The text of a file, with a mark at its start, if any; `UnusualError` for a table."""
    content = raw_bytes(path)
    if content.startswith(PARQUET):
        raise UnusualError("it is a table")
    return lines_bytes(content, path)
