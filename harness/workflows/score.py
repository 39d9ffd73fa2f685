"""Score runs against judgments, from values or files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Unpack, cast

from harness.core.errors import InputError, Problem
from harness.core.execution import Execution
from harness.evaluation.scores import Scores
from harness.formats.files import read_bytes
from harness.formats.roles import refuse_kinds
from harness.formats.unfinished import atomic_write
from harness.workflows.evaluator import Evaluator
from harness.workflows.given import (
    JudgmentOptions,
    MeasureLike,
    QrelsLike,
    RunsLike,
    ScoreOptions,
    refuse_options,
)


def score(
    qrels: QrelsLike,
    runs: RunsLike,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    **options: Unpack[ScoreOptions],
) -> Scores:
    """Evaluate runs against judgments, which come first, as in trec_eval.

    Swapped judgments and runs are an error, if it can be recognised: by `Qrels` and `Run` values,
    files and columns, or by the numbers of dictionaries if both sides look swapped
    (`harness.formats.roles.refuse_swapped`), which `Qrels` and `Run` values avoid. For sampled
    judgments (`Qrels.sample_note`) estimates are computed; measures of complete judgments are an
    error.

    Parameters
    ----------
    qrels
        A path, `Qrels`, ``{topic: {document: grade}}``, ``{topic: {document, …}}`` (a set of
        relevant ones), a pandas, polars or Arrow frame, rows ``(topic, document, grade)``, or a
        dataset of ir_datasets.
    runs
        One run or several: paths or glob patterns, ``{name: path}``, `Run` values,
        ``{run: {topic: {document: score}}}`` or the same of one run, where the documents of a topic
        may be a list, best first (identifiers, ``(document, score)``, Pyserini's hits); frames with
        PyTerrier's columns, ``{name: frame}``, rows; or a list of any of these. ``{name: …}`` names
        a run; several runs without names in a list are run1, run2, … in order.
    measures
        In notation (``"nDCG@10"``) or as in trec_eval (``"map"``); objects of `harness.measures`
        and of ir_measures; functions (`harness.measures.plugins`); the default ones if None.
    options
        topic_policy, dialect, relevance_level, depth, judged_only, collection_size
        (`harness.evaluation.rules.RuleOptions`); ignore_identical, known_judgments, dimensions,
        costs (`harness.workflows.given.JudgmentOptions`); backend, workers, scheduler, on which
        no number depends. By default all judged topics are averaged, an unanswered one as an empty
        ranking; ``topic_policy="answered"`` averages those that a run answers, as
        ``harness eval`` and pytrec_eval do.

    Returns
    -------
    Scores
        The values of every run, topic and measure, with `Scores.notes`; notes that need a look are
        in one `HarnessWarning`, too.

    Raises
    ------
    HarnessError
        With the problems of all runs.

    Examples
    --------
    >>> scores = score({"t1": {"d2": 1}, "t2": {"d3": 1}}, {"t1": {"d1": 2.0, "d2": 1.0}}, ["RR"])
    >>> scores.per_topic("RR")["run"].to_dict()
    {'t1': 0.5, 't2': 0.0}
    >>> score([("t1", "d2", 1)], {"mine": [("t1", "d1", 2.0), ("t1", "d2", 1.0)]}, "RR")
    Scores: 1 run, 1 topic, 1 measure; dialect trec_eval-10
    run       RR
    mine  0.5000
    unjudged: 1 of 2 retrieved documents (50.0 %)
    """
    refuse_options(score, options, ScoreOptions)
    given: dict[str, Any] = dict(options)
    work = [given.pop(name, None) for name in ("workers", "backend", "scheduler")]
    execution = Execution.of(*work)
    refuse_kinds(qrels, runs)
    return Evaluator(qrels, measures, **cast("JudgmentOptions", given)).score_runs(runs, execution)


def write_scores(scores: Scores, path: str | os.PathLike[str]) -> None:
    """Write scores as JSON, the file whole or not at all; `read_scores` reads them.

    Parameters
    ----------
    scores
        The scores to write, with notes and the errors of estimates.
    path
        The file.

    Raises
    ------
    HarnessError
        For a file that cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> scores = score({"t": {"a": 1}}, {"t": {"a": 1.0}}, "AP")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_scores(scores, f"{folder}/scores.json")
    ...     read_scores(f"{folder}/scores.json")["AP"]
    {'run': 1.0}
    """
    atomic_write(path, scores.to_json())


def read_scores(path: str | os.PathLike[str]) -> Scores:
    """Read scores written by `Scores.save`.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Scores
        Equal to the written ones.

    Raises
    ------
    UnavailableError
        For a file that cannot be had.
    InputError
        For any other content.

    Examples
    --------
    >>> import tempfile
    >>> scores = score({"t": {"a": 1}}, {"t": {"a": 1.0}}, "AP")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     scores.save(f"{folder}/scores.json")
    ...     read_scores(f"{folder}/scores.json") == scores
    True
    """
    where = os.fspath(path)
    try:
        text = read_bytes(where).decode()
    except UnicodeDecodeError:
        raise InputError(Problem("this is no UTF-8", where)) from None
    return Scores.from_json(text, where)
