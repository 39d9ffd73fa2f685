"""The workflow of ``harness eval``: from a request to measures and rules, and an `Answer` per run.

The command loads it after forking its workers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from harness.core.coverage import Coverage
from harness.core.dialects import Dialect, get_dialect
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    MeasureError,
    Problem,
    attempt,
    unknown,
)
from harness.core.harmless import shown_path
from harness.core.identity import RunFile
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.evaluation.judgments import KnownJudgments
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_scores, standard_measures, standardise
from harness.evaluation.scoring import RunScores, prepare_measures, usual_measures
from harness.evaluation.views import note_judgments
from harness.formats.qrels import read_qrels
from harness.formats.roles import refuse_numbers
from harness.inputs.prepared import EvaluationSetup, Inputs, JoinedRun
from harness.inputs.reading import RefusedRun, RunReader
from harness.measures import AnyMeasure
from harness.measures.trec_names import NICKNAMES, expand_nickname, note_other_versions
from harness.report.trec_eval import TrecText, shows_runid, sort_for_printing
from harness.settings.eval import Request
from harness.settings.names import DATA, FILE_FORMS

if TYPE_CHECKING:
    from harness.evaluation.scores import Scores
    from harness.report.table import Table


_LONG = (*DATA, *FILE_FORMS)


class Answer(NamedTuple):
    """Evaluated run: its notes, and its text, in blocks, or its scores.

    ``asked`` names the measures of the scores, which only have positions.
    """

    run: str
    coverage: Coverage
    warnings: tuple[Note, ...]
    notes: tuple[Note, ...]
    text: Iterable[bytes] = ()
    scores: RunScores | None = None
    asked: tuple[str, ...] = ()


def make_rules(request: Request) -> Rules:
    """Return the rules of the evaluation."""
    return Rules.of(
        "judged" if request.complete else "answered",
        get_dialect(request.dialect),
        relevance_level=request.level,
        depth=request.depth,
        judged_only=request.judged_only,
        collection_size=request.collection_size,
    )


def select_measures(request: Request, asked: Sequence[str]) -> tuple[AnyMeasure, ...]:
    """Return the measures with these names, in the order of printing."""
    for module in request.modules:
        from harness.measures.plugins import load_module

        load_module(module)
    names = list(_drop_defaults(asked, get_dialect(request.dialect)))
    if any(name != "runid" for name in names):
        return sort_for_printing(prepare_measures(names, make_rules(request)))
    if request.format != "trec_eval":
        raise MeasureError(Problem("runid alone makes no table", hint="add a measure with -m"))
    return ()


def _drop_defaults(names: Sequence[str], dialect: Dialect) -> Iterator[str]:
    """Yield the names, without measures for which another name has parameters.

    As in trec_eval, ``all_trec`` and ``relstring.20`` together mean one relstring. A decimal point
    in notation is no parameter.

    >>> list(_drop_defaults(["qrels_jg", "P_avgjg.2", "P"], get_dialect("trec_eval-10")))
    ['runid', 'num_q', 'map_avgjg', 'Rprec_mult_avgjg', 'P_avgjg.2', 'P']
    >>> list(_drop_defaults(["IPrec@0", "IPrec@0.5"], get_dialect("trec_eval-10")))
    ['IPrec@0', 'IPrec@0.5']
    """
    parts = (name.partition(".") for name in names)
    given = {name for name, point, _ in parts if point and re.fullmatch(r"\w+", name)}
    for name in names:
        members = expand_nickname(name, dialect) or (name,)
        if given.isdisjoint(members):
            yield name
        else:
            yield from (member for member in members if member not in given)


def text_maker(
    request: Request, measures: tuple[AnyMeasure, ...], asked: Sequence[str], workers: int
) -> TrecText:
    """Return a function that renders each run as trec_eval does."""
    return TrecText(
        measures,
        # With several runs, each summary must name its run.
        runid=len(request.runs) > 1 or shows_runid(asked),
        list_missing=get_dialect(request.dialect).missing_topic == "empty",
        workers=workers,
    )


def make_answer(
    scores: RunScores,
    request: Request,
    text: TrecText,
    asked: tuple[str, ...],
    notes: tuple[Note, ...],
) -> Answer:
    """Return the answer of a run: its text, or its scores for other forms of output."""
    facts = (scores.run, scores.coverage, scores.warnings, notes)
    if request.format != "trec_eval":
        # Workers return numbers; `table` has the measures.
        return Answer(*facts, scores=replace(scores, measures=()), asked=asked)
    blocks = _Blocks(text, scores, request)
    # The text of a single run need not wait for others.
    return Answer(*facts, text=blocks if len(request.runs) == 1 else tuple(blocks))


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """Text of a run, made block by block: the whole may be larger than the scores."""

    text: TrecText
    scores: RunScores
    request: Request

    def __iter__(self) -> Iterator[bytes]:
        if self.request.per_topic:
            yield from self.text.topics(self.scores)
        if self.request.summary:
            yield self.text.summary(self.scores)

    def __reduce__(self) -> tuple[type[tuple[bytes, ...]], tuple[tuple[bytes, ...]]]:
        """Pickle the text: measures may not be picklable."""
        return tuple, (tuple(self),)


def join_answers(answers: Sequence[Answer], request: Request) -> Scores:
    """Join the scores of all runs; raises `EvaluationError` for a file given twice."""
    counts = Counter(answer.run for answer in answers)
    given = Counter(request.runs)
    if twice := [file for file in given if given[file] > 1]:
        raise EvaluationError(Problem("the run is given twice", file) for file in twice)
    measures = select_measures(request, answers[0].asked)
    measures = standard_measures(measures) if request.zscores else measures
    parts = [
        # Runs with equal tags get the names of their files.
        replace(
            answer.scores,
            run=f"{answer.run} ({shown_path(file)})" if counts[answer.run] > 1 else answer.run,
            measures=measures,
        )
        for answer, file in zip(answers, request.runs, strict=True)
        if answer.scores is not None
    ]
    return join_scores(parts, request.dialect)


def table(scores: Scores, request: Request) -> Table:
    """Return the scores as one table: long with topics or as data, else a leaderboard."""
    from harness.report.leaderboard import leaderboard, long_table

    if request.format in _LONG or request.per_topic:
        digits = None if request.format in _LONG else 4
        return long_table(scores, topics=request.per_topic, summary=request.summary, digits=digits)
    return replace(leaderboard(scores), notes=())


#: trec_eval's kinds of judgments, and their layouts.
RELATIONS = {"qrels": "trec", **{name: name for name in ("qrels_jg", "prefs", "qrels_prefs")}}
#: Default measures of layouts of other judgments.
DEFAULTS = {
    "qrels_jg": "qrels_jg",
    "prefs": "all_prefs",
    "qrels_prefs": "all_prefs",
    "diversity": "ndeval",
}


def _choose_names(request: Request, qrels: Qrels) -> tuple[str, ...]:
    """Return the names of the requested measures, or the default ones for the judgments."""
    if request.measures:
        return tuple(name.strip() for name in request.measures)
    if request.relation is None and qrels.sample_note is not None:
        return usual_measures(qrels)
    if request.format in NICKNAMES:
        return (request.format,)
    return (DEFAULTS.get(_choose_layout(request) or "", "official"),)


def evaluator(
    request: Request, workers_each: int = 1
) -> Callable[[Sequence[str]], list[Answer | HarnessError]]:
    """Read everything but the runs; return a function that evaluates some run files together.

    ``workers_each`` workers share the pieces of a large run.
    """
    from harness.formats.side_tables import read_costs, read_zscores

    rules = make_rules(request)
    if request.measures:  # wrong ones are refused before anything is read
        select_measures(request, request.measures)
    standards = read_zscores(request.zscores) if request.zscores else None
    others = {name: read_qrels(file) for name, file in request.dimensions}
    qrels = read_qrels(request.qrels, format=_choose_layout(request))
    if others:
        from harness.evaluation.views.subtopics import with_dimensions

        qrels = with_dimensions(qrels, others)
    asked = _choose_names(request, qrels)
    measures = select_measures(request, asked)
    known = KnownJudgments.of(map(read_qrels, request.known)) if request.known else None
    costs = read_costs(request.costs) if request.costs else None
    # If only the run's name is requested, the run is evaluated all the same.
    prepared = EvaluationSetup.of(
        Inputs.of(qrels, known, costs=costs), measures or ["num_q"], rules
    )
    printed = measures if standards is None else standard_measures(measures)
    text = text_maker(request, printed, asked, workers_each)
    remarks_of_all = (
        *note_other_versions(rules.dialect, measures),
        *note_judgments(measures, qrels, rules),
        *qrels.warnings,
        *_note_known(known, qrels),
    )

    def answer_run(scores: RunScores | HarnessError) -> Answer:
        if isinstance(scores, HarnessError):
            raise scores
        part = scores if standards is None else standardise(scores, standards)
        return make_answer(part, request, text, asked, remarks_of_all)

    reading = RunReader(
        known=known, ranks=rules.dialect.by_rank, ignore_identical=request.ignore_identical
    )
    joining = prepared.joining(partial(refuse_numbers, qrels))

    def answer(paths: Sequence[str]) -> list[Answer | HarnessError]:
        refused: dict[int, HarnessError] = {}
        outcomes = (reading.outcome(RunFile(path), joining, workers=workers_each) for path in paths)
        joined = _put_aside(outcomes, refused)
        answers = [attempt(answer_run, scores) for scores in prepared.score(joined)]
        for number, error in refused.items():
            answers.insert(number, error)
        return answers

    return answer


def _put_aside(
    outcomes: Iterable[JoinedRun | RefusedRun], refused: dict[int, HarnessError]
) -> Iterator[JoinedRun]:
    """Yield the joined runs; the errors of the others go to ``refused``, by number."""
    for number, outcome in enumerate(outcomes):
        if isinstance(outcome, RefusedRun):
            refused[number] = outcome.error
        else:
            yield outcome


def _note_known(known: KnownJudgments | None, qrels: Qrels) -> Iterator[Note]:
    """Yield notes on known judgments."""
    if known is None:
        return iter(())
    from harness.results.manifest import residual_notes

    return residual_notes(known.facts(qrels))


def _choose_layout(request: Request) -> str | None:
    """Return the layout of the judgments, if the request gives it."""
    if request.relation is not None and request.relation not in RELATIONS:
        raise EvaluationError(unknown("kind of judgments", request.relation, RELATIONS))
    of_tool = "diversity" if request.format == "ndeval" else None
    return request.qrels_from or RELATIONS.get(request.relation or "", of_tool)
