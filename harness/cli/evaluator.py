"""The work behind ``harness eval``, apart from the command, which loads no library by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from harness.cli.eval_request import Answer, Request
from harness.cli.eval_words import answer_with, measures_of, rules_of, text_maker
from harness.core.errors import EvaluationError, HarnessError, unknown
from harness.core.identity import RunFile
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.evaluation.residual import KnownJudgments
from harness.evaluation.run_values import RunScores
from harness.evaluation.scoring import usual_measures
from harness.evaluation.views import notes_of
from harness.evaluation.views.dimensions import with_dimensions
from harness.evaluation.zscores import standard_measures, standardise
from harness.formats.qrels import read_qrels
from harness.formats.roles import refuse_numbers
from harness.formats.side_tables import read_costs
from harness.measures.trec_names import NICKNAMES, not_of
from harness.workflows.prepared import Inputs, Prepared
from harness.workflows.read_blocks import TaskRun
from harness.workflows.reading import Reading, Refused

if TYPE_CHECKING:
    from harness.formats.side_tables import Standards

#: trec_eval's kinds of judgments, and their layouts.
RELATIONS = {"qrels": "trec", **{name: name for name in ("qrels_jg", "prefs", "qrels_prefs")}}
#: What is measured in layouts of other judgments when nobody says what.
DEFAULTS = {
    "qrels_jg": "qrels_jg",
    "prefs": "all_prefs",
    "qrels_prefs": "all_prefs",
    "diversity": "ndeval",
}


def _asked(request: Request, qrels: Qrels) -> tuple[str, ...]:
    """The names of the measures; of what is measured when there are none."""
    if request.measures:
        return tuple(name.strip() for name in request.measures)
    if request.relation is None and qrels.sample_note is not None:
        return usual_measures(qrels)
    if request.format in NICKNAMES:
        return (request.format,)
    return (DEFAULTS.get(_layout(request) or "", "official"),)


def evaluator(request: Request, workers_each: int = 1) -> Callable[[str], Answer | HarnessError]:
    """Read everything but the runs; what comes back evaluates the run of a file.

    So many workers share the pieces of a large run.
    """
    rules = rules_of(request)
    if request.measures:  # wrong ones are refused before anything is read
        measures_of(request, request.measures)
    standards = _standards(request.zscores)
    others = {name: read_qrels(file) for name, file in request.dimensions}
    qrels = with_dimensions(read_qrels(request.qrels, format=_layout(request)), others)
    asked = _asked(request, qrels)
    measures = measures_of(request, asked)
    known = KnownJudgments.of(map(read_qrels, request.known)) if request.known else None
    costs = read_costs(request.costs) if request.costs else None
    # Where only the run's name is asked for, the run is evaluated all the same.
    prepared = Prepared.of(Inputs.of(qrels, known, costs=costs), measures or ["num_q"], rules)
    printed = measures if standards is None else standard_measures(measures)
    text = text_maker(request, printed, asked)
    remarks_of_all = (
        *not_of(rules.dialect, measures),
        *notes_of(measures, qrels, rules),
        *qrels.warnings,
        *_of_known(known, qrels),
    )

    def answer_of(read: TaskRun, scores: RunScores) -> Answer:
        part = scores if standards is None else standardise(scores, standards)
        warnings = (*read.run.warnings, *part.warnings)
        return answer_with(part, request, text, asked, warnings, remarks_of_all)

    reading = Reading(
        known=known, ranks=rules.dialect.by_rank, ignore_identical=request.ignore_identical
    )
    work = prepared.scoring(answer_of, partial(refuse_numbers, qrels))

    def answer(path: str) -> Answer | HarnessError:
        outcome = reading.outcome(RunFile(path), work, workers=workers_each)
        return outcome.error if isinstance(outcome, Refused) else outcome

    return answer


def _standards(path: str | None) -> Standards | None:
    if path is None:
        return None
    from harness.formats.side_tables import read_zscores

    return read_zscores(path)


def _of_known(known: KnownJudgments | None, qrels: Qrels) -> Iterator[Note]:
    """Return the judgments without those that were known before."""
    if known is None:
        return iter(())
    from harness.results.manifest import residual_notes

    return residual_notes(known.facts(qrels))


def _layout(request: Request) -> str | None:
    """The layout of the judgments, where it is said."""
    if request.relation is not None and request.relation not in RELATIONS:
        raise EvaluationError(unknown("kind of judgments", request.relation, RELATIONS))
    of_tool = "diversity" if request.format == "ndeval" else None
    return request.qrels_from or RELATIONS.get(request.relation or "", of_tool)
