"""One call each: runs and judgments → `Scores`, runs → `Pool`, scores → `Comparison`."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from harness.comparison import Comparison, Options, ScoreTable
from harness.comparison.table import LONG
from harness.dialects import DEFAULT_DIALECT, get_dialect
from harness.errors import (
    EvaluationError,
    HarnessError,
    InputError,
    Problem,
    all_or_errors,
    nearest,
)
from harness.execution import map_ordered
from harness.formats.files import STDIN
from harness.formats.frames import qrels_from, run_from, runs_from
from harness.formats.qrels import read_qrels
from harness.formats.runs import locate_duplicates, read_run, run_files
from harness.measures import AnyMeasure
from harness.model import Qrels, Run
from harness.pooling import Before, Plan, Pool, choose, gather
from harness.pooling.order import DEFAULT_ORDER, get_order
from harness.ranking import DuplicateDocumentsError, JudgedTopics
from harness.results.directory import Results, read_results
from harness.results.score_tables import score_tables
from harness.scores import RunScores, Scores
from harness.scoring import DEFAULT_MEASURES, Rules, prepare_measures, score_run


def score(
    runs: Any,
    qrels: Any,
    measures: str | Iterable[str | AnyMeasure] = DEFAULT_MEASURES,
    *,
    topic_policy: str = "judged",
    dialect: str = DEFAULT_DIALECT.name,
    relevance_level: int = 1,
    depth: int | None = None,
    judged_only: bool = False,
    collection_size: int = 0,
    threads: int | None = None,
) -> Scores:
    """Evaluate runs against judgments.

    ``runs`` are paths or glob patterns, ``{name: path}``, `Run` values, or what other tools use: a
    nested dictionary ``{run: {topic: {document: score}}}`` (or that of one run), pandas or polars
    frames with PyTerrier's columns, ``{name: frame}``; or a list of any of these. ``qrels`` is a
    path, `Qrels`, a nested dictionary or a frame. ``measures`` are named in notation or as in
    trec_eval.

    With ``topic_policy="judged"`` all judged topics are averaged, an unanswered one as an empty
    ranking (or as 0, in the dialect trec_eval-9); with ``"answered"`` those that the run answers.
    ``relevance_level`` is the lowest relevant grade, ``depth`` keeps so many documents of each
    topic, ``judged_only`` drops unjudged ones. The result does not depend on ``threads``. Raises
    `HarnessError` with the problems of all runs.

    >>> scores = score({"t1": {"d1": 2.0, "d2": 1.0}}, {"t1": {"d2": 1}, "t2": {"d3": 1}}, ["RR"])
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
    judged = JudgedTopics(_qrels(qrels))

    def evaluate(run: Run) -> RunScores:
        return score_run(run, judged, prepared, rules)

    def scored(run: NamedFile | Run) -> RunScores | HarnessError:
        try:
            return score_file(run, evaluate) if isinstance(run, NamedFile) else evaluate(run)
        except HarnessError as error:
            return error

    parts = all_or_errors(map_ordered(scored, _runs(runs), _checked(threads)))
    if not parts:
        raise EvaluationError("no runs given")
    _refuse_same_names([part.run for part in parts])
    return Scores.of(parts, rules.dialect.name)


def pool(
    runs: Any,
    strategy: str = "depth",
    *,
    depth: int = 100,
    budget: int | Mapping[str, int] | None = None,
    order: str = DEFAULT_ORDER,
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

    def read(run: NamedFile | Run) -> Run | HarnessError:
        try:
            if isinstance(run, NamedFile):
                return read_run(run.path, name=run.name, ranks=order == "rank")
        except HarnessError as error:
            return error
        return run

    given = all_or_errors(map_ordered(read, _runs(runs), _checked(threads)))
    candidates = gather(
        given, depth=depth, depths=depths, groups=groups, order=order, topics=topics
    )
    before = Before(None if judged is None else _qrels(judged), pooled)
    return choose(candidates, plan, before=before)


def compare(
    scores: Any,
    *,
    measures: str | Sequence[str] | None = None,
    baselines: str | Sequence[str] | None = None,
    runs: Sequence[str] | None = None,
    topics: str = "all",
    **options: Any,
) -> Comparison:
    """Compare the runs of an evaluation: leaderboard, pairs, baselines, measures.

    ``scores`` are `Scores`, the `Results` of a directory or its path, a pandas frame of one measure
    with a row a topic and a column a run, or a pandas or polars frame with the columns run, topic,
    measure and value. ``measures`` are those to compare by, all unless named (for a frame of one
    measure, what it is called); ``runs`` takes some of the runs. With ``topics="all"`` all runs
    must have the same topics; "common" compares on those that all have.

    ``baselines`` are the runs that `Comparison.against` compares the others with, by all measures
    that are named, or by the first. ``options`` are
    those of `harness.comparison.Options`: alpha, confidence, test, correction, samples, seed,
    minimum, equivalence, lattice, threads. Raises `EvaluationError` with what is wrong.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": [0.5, 0.7, 0.6], "y": [0.4, 0.3, 0.5]}, index=["1", "2", "3"])
    >>> found = compare(frame, measures="AP").pair("x", "y")
    >>> round(found.difference, 4), found.p
    (0.2, 0.25)
    """
    known = tuple(Options.__dataclass_fields__)
    unknown = [name for name in options if name not in known]
    if unknown:
        raise EvaluationError(
            Problem(f"unknown option {name!r}", hint=nearest(name, known) or ", ".join(known))
            for name in unknown
        )
    names = [measures] if isinstance(measures, str) else None if measures is None else [*measures]
    based = (baselines,) if isinstance(baselines, str) else tuple(baselines or ())
    tables = _score_tables(scores, names, runs, topics)
    asked = () if names is None else tuple(table.measure for table in tables)
    return Comparison(tables, Options(**options), based, asked)


def _score_tables(
    scores: Any, measures: list[str] | None, runs: Sequence[str] | None, topics: str
) -> tuple[ScoreTable, ...]:
    """The tables of whatever holds the scores of an evaluation."""
    if _is_path(scores):
        scores = read_results(scores)
    if isinstance(scores, Results):
        return score_tables(scores, measures, runs=runs, topics=topics)
    if isinstance(scores, Scores):
        names = list(scores.labels) if measures is None else measures
        return tuple(ScoreTable.of(scores, name, runs=runs, topics=topics) for name in names)
    columns = [str(name) for name in getattr(scores, "columns", ())]
    if set(LONG) <= set(columns):
        found = list(dict.fromkeys(scores["measure"].to_list()))
        names = found if measures is None else measures
        return tuple(ScoreTable.of_long(scores, name, runs=runs, topics=topics) for name in names)
    if hasattr(scores, "index") and columns:
        if measures is not None and len(measures) != 1:
            hint = "the frame holds one measure"
            raise EvaluationError(Problem(f"{len(measures)} measures are named", hint=hint))
        name = "" if measures is None else measures[0]
        return (ScoreTable.of_frame(scores, name, runs=runs, topics=topics),)
    hint = "Scores, Results, the path of a directory of results, or a frame"
    raise EvaluationError(Problem(f"{type(scores).__name__} holds no scores", hint=hint))


def _qrels(judged: Any) -> Qrels:
    return read_qrels(judged) if _is_path(judged) else qrels_from(judged)


def score_file(file: NamedFile, evaluate: Callable[[Run], RunScores]) -> RunScores:
    """Read and evaluate one run; documents retrieved twice are reported with their lines."""
    run = read_run(file.path, name=file.name)
    try:
        return replace(evaluate(run), warnings=run.warnings)
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


def _refuse_same_names(names: list[str]) -> None:
    same = sorted({name for name in names if names.count(name) > 1})
    if same:
        hint = "give each its own: {name: run}"
        raise EvaluationError(Problem(f"several runs are called {n!r}", hint=hint) for n in same)
