"""Judgments and runs, given as values or files → `Scores`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Unpack, cast

from harness.core.execution import Execution
from harness.evaluation.scores import Scores
from harness.formats.roles import refuse_kinds
from harness.workflows.evaluator import (
    Evaluator,
    JudgmentOptions,
    MeasureLike,
    QrelsLike,
    RunsLike,
    ScoreOptions,
    WorkOptions,
    refuse_options,
)


def score(
    qrels: QrelsLike,
    runs: RunsLike,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    **options: Unpack[ScoreOptions],
) -> Scores:
    """Evaluate runs against judgments, which come first, as in trec_eval.

    Judgments and runs in each other's place are an error, wherever it can be told: `Qrels`, `Run`,
    files and columns say what they are; of dictionaries the numbers do where both sides speak the
    same way (`harness.formats.roles.refuse_swapped`), of which `Qrels` and `Run` values are free.
    Of judgments that are a sample (`Qrels.sample_note`), estimates are what is computed; measures
    of complete judgments are an error.

    Parameters
    ----------
    qrels
        A path, `Qrels`, ``{topic: {document: grade}}``, ``{topic: {document, …}}`` (a set of
        relevant ones), a pandas, polars or Arrow frame, rows ``(topic, document, grade)``, or a
        dataset of ir_datasets.
    runs
        One run or several: paths or glob patterns, ``{name: path}``, `Run` values,
        ``{run: {topic: {document: score}}}`` or that of one run, where the documents of a topic
        may be a list, best first (identifiers, ``(document, score)``, Pyserini's hits); frames with
        PyTerrier's columns, ``{name: frame}``, rows; or a list of any of these. ``{name: …}`` names
        a run; several in a list that carry no name are run1, run2, … in their order.
    measures
        In notation (``"nDCG@10"``) or as in trec_eval (``"map"``); objects of `harness.measures`
        and of ir_measures; the usual ones if None.
    **options
        topic_policy, dialect, relevance_level, depth, judged_only, collection_size
        (`harness.evaluation.rules.RuleOptions`); ignore_identical, known_judgments, dimensions,
        costs (`harness.workflows.evaluator.JudgmentOptions`); backend, workers, scheduler, on which
        no number depends. By default all judged topics are averaged, an unanswered one as an empty
        ranking; ``topic_policy="answered"`` averages those that a run answers, as
        ``harness eval`` and pytrec_eval do.

    Returns:
    -------
    Scores
        The values of every run, topic and measure. What must be known of them is in
        `Scores.notes`; what asks for a look is one `HarnessWarning`, too.

    Raises:
    ------
    HarnessError
        With the problems of all runs.

    Examples:
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
    refuse_options("score", options, ScoreOptions)
    given: dict[str, Any] = dict(options)
    work = [given.pop(name, None) for name in ("workers", "backend", "scheduler")]
    execution = Execution.of(*work)
    refuse_kinds(qrels, runs)
    evaluator = Evaluator(qrels, measures, **cast("JudgmentOptions", given))
    return evaluator.score_runs(runs, execution)


__all__ = ["MeasureLike", "QrelsLike", "RunsLike", "WorkOptions", "score"]
