"""One call each: judgments and runs → `Scores`, runs → `Pool`."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from harness.core.coverage import alarms
from harness.core.dialects import DEFAULT_DIALECT, get_dialect
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    InputError,
    Problem,
    all_or_errors,
)
from harness.core.identity import require_unique_names
from harness.core.model import Qrels, Run
from harness.core.notes import shortened
from harness.core.parallel import map_ordered
from harness.evaluation.ranking import DuplicateDocumentsError, JudgedTopics
from harness.evaluation.residual import KnownJudgments
from harness.evaluation.scores import RunScores, Scores
from harness.evaluation.scoring import DEFAULT_MEASURES, Rules, prepare_measures, score_run
from harness.formats.files import STDIN
from harness.formats.frames import qrels_from, run_from, runs_from
from harness.formats.qrels import read_qrels
from harness.formats.roles import is_typed, refuse_kinds, refuse_numbers
from harness.formats.runs import locate_duplicates, read_run, run_files
from harness.measures import AnyMeasure
from harness.pooling import Before, Plan, Pool, choose
from harness.pooling.candidates import Offer, offer, united
from harness.pooling.order import DEFAULT_ORDER, get_order


def score(
    qrels: Any,
    runs: Any,
    measures: str | Iterable[str | AnyMeasure] = DEFAULT_MEASURES,
    *,
    topic_policy: str = "judged",
    dialect: str = DEFAULT_DIALECT.name,
    relevance_level: int = 1,
    depth: int | None = None,
    judged_only: bool = False,
    collection_size: int = 0,
    known_judgments: Any = None,
    threads: int | None = None,
) -> Scores:
    """Evaluate runs against judgments, which come first, as in trec_eval.

    ``qrels`` is a path, `Qrels`, a nested dictionary ``{topic: {document: grade}}`` or a frame.
    ``runs`` are paths or glob patterns, ``{name: path}``, `Run` values, or what other tools use: a
    nested dictionary ``{run: {topic: {document: score}}}`` (or that of one run), pandas or polars
    frames with PyTerrier's columns, ``{name: frame}``; or a list of any of these. ``measures`` are
    named in notation or as in trec_eval.

    The two in each other's place are an error, wherever it can be told: `Qrels`, `Run`, files and
    columns say what they are; of dictionaries the numbers do where both sides speak the same way
    (`harness.formats.roles.refuse_numbers`), of which `Qrels` and `Run` values are free.

    With ``topic_policy="judged"`` all judged topics are averaged, an unanswered one as an empty
    ranking (or as 0 in trec_eval's own measures, in the dialect trec_eval-9); with ``"answered"``
    those that the run answers. ``relevance_level`` is the lowest relevant grade, ``depth`` keeps so
    many documents of each topic, ``judged_only`` drops unjudged ones. ``known_judgments`` were
    known before, of earlier rounds, as ``qrels`` are given or a list of such: their documents leave
    judgments and rankings before anything else (`harness.evaluation.residual`). The result does not
    depend on ``threads``. Judgments that are a sample (`Qrels.sampled`) get a Python warning, and
    so does a run of which no document is judged: its identifiers may be wrong. Raises
    `HarnessError` with the problems of all runs.

    >>> scores = score({"t1": {"d2": 1}, "t2": {"d3": 1}}, {"t1": {"d1": 2.0, "d2": 1.0}}, ["RR"])
    >>> scores.per_topic("RR")["run"].to_dict()
    {'t1': 0.5, 't2': 0.0}
    """
    rules = Rules.of(
        topic_policy,
        get_dialect(dialect),
        relevance_level=relevance_level,
        depth=depth,
        judged_only=judged_only,
        collection_size=collection_size,
    )
    prepared = prepare_measures(measures, rules)
    refuse_kinds(qrels, runs)
    judgments, typed = _qrels(qrels), is_typed(qrels, runs)
    sampled = () if judgments.sampled is None else (judgments.sampled,)
    known = _known(known_judgments)
    if known is not None:
        judgments = known.leave_judgments(judgments)
    judged = JudgedTopics(judgments)

    def evaluate(run: Run) -> RunScores:
        if not typed:
            refuse_numbers(judgments, run)
        return score_run(run if known is None else known.leave(run), judged, prepared, rules)

    def scored(run: NamedFile | Run) -> RunScores | HarnessError:
        try:
            return score_file(run, evaluate) if isinstance(run, NamedFile) else evaluate(run)
        except HarnessError as error:
            return error

    given = _runs(runs)
    parts = all_or_errors(map_ordered(scored, given, _checked(threads)))
    if not parts:
        raise EvaluationError("no runs given")
    files = [run.path if isinstance(run, NamedFile) else run.source for run in given]
    require_unique_names(zip([part.run for part in parts], files, strict=True))
    alarmed = alarms([part.run for part in parts], [part.coverage for part in parts])
    for note in (*sampled, *shortened(alarmed)):
        warnings.warn(str(note), UserWarning, stacklevel=2)
    return Scores.of(parts, rules.dialect.name)


def pool(
    runs: Any,
    strategy: str = "depth",
    *,
    depth: int = 100,
    budget: int | Mapping[str, int] | None = None,
    order: str = DEFAULT_ORDER,
    known_judgments: Any = None,
    depths: Mapping[str, int] | None = None,
    groups: Mapping[str, str] | None = None,
    topics: Collection[str] | None = None,
    judged: Any = None,
    pooled: Pool | None = None,
    earlier: str = "subtract",
    at_once: int | None = None,
    relevance_level: int = 1,
    seed: int = 1,
    threads: int | None = None,
    **parameters: Any,
) -> Pool:
    """Pool the documents of runs for assessors.

    ``runs`` is anything that `score` takes. Of each run the first ``depth`` documents of a topic
    can be chosen (``depths`` says otherwise for some runs, by name); among equal scores ``order``
    decides: ``docno-desc``, ``docno-asc``, ``file``, or ``rank`` for the order of the rank column.
    Documents that ``known_judgments`` (as in `score`) judge leave the runs first, and whatever
    was judged or pooled with them: they are no part of the collection any more.
    ``groups`` is the group that submitted each run, by name; ``topics`` are the topics to pool.

    ``strategy`` chooses among these documents (`harness.pooling.STRATEGIES` has them all, with
    their ``parameters``), at most ``budget`` a topic: one number, or a number by topic. What
    ``judged`` (a path, `Qrels`, a dictionary or frame) holds judgments of, and what an earlier
    pool ``pooled`` holds, is not chosen again, and is left out or, with ``earlier="keep"``, listed
    too. An adaptive strategy is asked again after each round of judging, for ``at_once`` documents
    of each topic; ``relevance_level`` is the lowest grade that it takes for relevant, and its
    budget counts what was judged before. The result depends neither on the order of the runs nor
    on ``threads``. Raises `HarnessError` with all that is wrong.

    >>> runs = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"c": 2.0, "a": 1.0}}}
    >>> found = pool(runs, depth=1)
    >>> found.to_frame()[["topic", "doc", "runs", "best_rank"]].values.tolist()
    [['1', 'a', ['x'], 1], ['1', 'c', ['y'], 1]]
    """
    plan = Plan.of(
        strategy,
        parameters,
        budget=budget,
        at_once=at_once,
        seed=seed,
        relevance_level=relevance_level,
        earlier=earlier,
    )
    get_order(order)

    wanted = None if topics is None else tuple(topics)
    known = _known(known_judgments)

    def offered(run: NamedFile | Run) -> Offer | HarnessError:
        try:
            if isinstance(run, NamedFile):
                run = read_run(run.path, name=run.name, ranks=order == "rank")
            if known is not None:
                run = known.leave(run)
            deep = (depths or {}).get(run.name, depth)
            group = None if groups is None else groups.get(run.name, "")
            return offer(run, depth=deep, group=group, order=order, topics=wanted)
        except HarnessError as error:
            return error

    # A run is cut as soon as it is read, while others are read.
    offers = all_or_errors(map_ordered(offered, _runs(runs), _checked(threads)))
    candidates = united(offers, order, depths=depths or (), topics=wanted or ())
    before = Before(None if judged is None else _qrels(judged), pooled)
    if known is not None:
        before = before.without(known.leave_frame)
    return choose(candidates, plan, before=before)


def _qrels(judged: Any) -> Qrels:
    return read_qrels(judged) if _is_path(judged) else qrels_from(judged)


def _known(given: Any) -> KnownJudgments | None:
    """What one or several judgments, given as `score` takes them, judge."""
    if given is None:
        return None
    several = isinstance(given, list | tuple) and not any(map(_is_record, given))
    return KnownJudgments.of([_qrels(one) for one in given] if several else [_qrels(given)])


def _is_record(value: Any) -> bool:
    """Whether this is a row of judgments, and no judgments."""
    if isinstance(value, Mapping):
        return not any(isinstance(part, Mapping) for part in value.values())
    return hasattr(value, "_asdict")


def score_file(file: NamedFile, evaluate: Callable[[Run], RunScores]) -> RunScores:
    """Read and evaluate one run; documents retrieved twice are reported with their lines."""
    run = read_run(file.path, name=file.name)
    try:
        scores = evaluate(run)
        return replace(scores, warnings=(*run.warnings, *scores.warnings))
    except DuplicateDocumentsError as error:
        if file.path == STDIN:  # it cannot be read again
            raise
        raise InputError(locate_duplicates(file.path, error.pairs)) from error


def _checked(threads: object) -> int | None:
    if threads is None or (type(threads) is int and threads >= 1):
        return threads
    hint = "it must be None or a whole number of at least 1"
    raise EvaluationError(Problem(f"threads = {threads!r} is not allowed", hint=hint))


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file with a run, and the name it goes by if that is not its tag."""

    path: str
    name: str | None = None


def _is_path(value: Any) -> bool:
    return isinstance(value, str | os.PathLike)


def _runs(runs: Any) -> list[NamedFile | Run]:
    if _is_path(runs):
        return [NamedFile(path) for path in run_files(runs)]
    if isinstance(runs, list | tuple) and not any(hasattr(run, "_asdict") for run in runs):
        return [one for run in runs for one in _runs(run)]
    if isinstance(runs, Mapping) and any(_is_path(run) for run in runs.values()):
        return [
            NamedFile(os.fspath(run), str(name)) if _is_path(run) else run_from(run, str(name))
            for name, run in runs.items()
        ]
    return list(runs_from(runs))
