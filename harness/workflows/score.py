"""Judgments and runs, given as values or files → `Scores`."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from harness.core.coverage import alarms
from harness.core.dialects import DEFAULT_DIALECT, get_dialect
from harness.core.errors import EvaluationError
from harness.core.execution import Execution, Workers
from harness.core.identity import RunFile, require_unique_names
from harness.core.model import Qrels, Run
from harness.core.notes import shortened
from harness.evaluation.rules import Rules
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import prepare_measures, usual_measures
from harness.evaluation.views import notes_of
from harness.evaluation.views.dimensions import with_dimensions
from harness.formats.frames import NAMELESS, run_from, runs_from
from harness.formats.keyed_numbers import costs_given
from harness.formats.roles import is_path, is_typed, refuse_kinds, refuse_numbers
from harness.formats.runs import run_files
from harness.formats.skipped import is_skip
from harness.measures import AnyMeasure
from harness.measures.spelling import ForeignMeasure
from harness.workflows.prepared import Inputs, Prepared, judgments_given, known_given
from harness.workflows.reading import Reading, all_or_raise

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


Path: TypeAlias = "str | os.PathLike[str]"
Frame: TypeAlias = "pd.DataFrame | pl.DataFrame"
#: Rows with names (named tuples, dictionaries), or bare ``(topic, document, number)``.
Rows: TypeAlias = "Iterable[tuple[Any, ...]] | Iterable[Mapping[str, Any]]"
#: Judgments, however they are given.
QrelsLike: TypeAlias = "Path | Qrels | Frame | Mapping[str, Mapping[str, int]] | Rows"
#: A run, however it is given.
RunLike: TypeAlias = "Path | Run | Frame | Mapping[str, Mapping[str, float]] | Rows"
#: One run or several, however they are given.
RunsLike: TypeAlias = "RunLike | Mapping[str, RunLike] | Sequence[RunLike]"
MeasureLike: TypeAlias = "str | AnyMeasure | ForeignMeasure"

#: Notes that the values of estimates and their errors say by themselves.
_OF_SAMPLES = ("sample", "sample-errors")


def score(
    qrels: QrelsLike,
    runs: RunsLike,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    *,
    topic_policy: str = "judged",
    dialect: str = DEFAULT_DIALECT.name,
    relevance_level: int = 1,
    depth: int | None = None,
    judged_only: bool = False,
    ignore_identical: bool = False,
    collection_size: int = 0,
    known_judgments: QrelsLike | Sequence[QrelsLike] | None = None,
    dimensions: Mapping[str, QrelsLike] = MappingProxyType({}),
    costs: Mapping[str, float] | Path | None = None,
    backend: str | None = None,
    workers: Workers = None,
    scheduler: str | None = None,
) -> Scores:
    """Evaluate runs against judgments, which come first, as in trec_eval.

    ``qrels`` is a path, `Qrels`, a nested dictionary ``{topic: {document: grade}}``, a frame, or
    rows ``(topic, document, grade)``. ``runs`` are paths or glob patterns, ``{name: path}``, `Run`
    values, or what other tools use: a nested dictionary ``{run: {topic: {document: score}}}`` (or
    that of one run), pandas or polars frames with PyTerrier's columns, ``{name: frame}``, rows; or
    a list of any of these. ``{name: …}`` names a run; several in a list that carry no name are
    run1, run2, … in their order. ``measures`` are named in notation or as in trec_eval;
    measure objects of ir_measures are taken, too.

    The two in each other's place are an error, wherever it can be told: `Qrels`, `Run`, files and
    columns say what they are; of dictionaries the numbers do where both sides speak the same way
    (`harness.formats.roles.refuse_numbers`), of which `Qrels` and `Run` values are free.

    With ``topic_policy="judged"`` all judged topics are averaged, an unanswered one as an empty
    ranking (or as 0 in trec_eval's own measures, in the dialect trec_eval-9); with ``"answered"``
    those that the run answers. ``relevance_level`` is the lowest relevant grade, ``depth`` keeps so
    many documents of each topic, ``judged_only`` drops unjudged ones,
    ``ignore_identical`` those that have the identifier of their topic. ``known_judgments`` were
    known before, of earlier rounds, as ``qrels`` are given or a list of such: their documents leave
    judgments and rankings before anything else (`harness.evaluation.residual`). ``costs`` are what
    documents cost to read, by document, or a file with ``document cost`` a line: their lengths for
    TBG (in words) and U (in characters), any unit for measures of C/W/L. The result does not
    depend on ``backend``, ``workers`` and ``scheduler`` (`harness.core.execution.Execution`).
    Of judgments that are a sample (`Qrels.sample_note`), estimates are what is computed; measures
    of complete judgments are an error. A run of which no document is judged gets a Python warning:
    its identifiers may be wrong. Raises `HarnessError` with the problems of all runs.

    >>> scores = score({"t1": {"d2": 1}, "t2": {"d3": 1}}, {"t1": {"d1": 2.0, "d2": 1.0}}, ["RR"])
    >>> scores.per_topic("RR")["run"].to_dict()
    {'t1': 0.5, 't2': 0.0}
    >>> score([("t1", "d2", 1)], {"mine": [("t1", "d1", 2.0), ("t1", "d2", 1.0)]}, "RR")
    Scores: 1 run, 1 topic, 1 measure; dialect trec_eval-10
    run       RR
    mine  0.5000
    """
    rules = Rules.of(
        topic_policy,
        get_dialect(dialect),
        relevance_level=relevance_level,
        depth=depth,
        judged_only=judged_only,
        collection_size=collection_size,
    )
    execution = Execution.of(workers, backend, scheduler)
    asked = None if measures is None else prepare_measures(names_of(measures), rules)
    refuse_kinds(qrels, runs)
    others = {name: judgments_given(other) for name, other in dimensions.items()}
    judgments = with_dimensions(judgments_given(qrels), others)
    known = known_given(known_judgments)
    inputs = Inputs.of(judgments, known, costs=costs_given(costs))
    ready = asked or prepare_measures(usual_measures(inputs.judgments), rules)
    prepared, typed = Prepared.of(inputs, ready, rules), is_typed(qrels, runs)

    def look(run: Run) -> None:
        if not typed:
            refuse_numbers(inputs.judgments, run)

    given = runs_given(runs)
    reading = Reading(
        known=inputs.known, ranks=rules.dialect.by_rank, ignore_identical=ignore_identical
    )
    work = prepared.scoring(lambda read, scores: (scores, read.run.warnings), look)
    made = all_or_raise(reading.each(given, work, workers=execution))
    if not made:
        raise EvaluationError("no runs given")
    parts, noticed = [scores for scores, _ in made], [note for _, notes in made for note in notes]
    files = [run.path if isinstance(run, RunFile) else run.source for run in given]
    require_unique_names(zip([part.run for part in parts], files, strict=True))
    notes = alarms([part.run for part in parts], [part.coverage for part in parts])
    seen = [n for n in notes_of(ready, inputs.judgments, rules) if n.code not in _OF_SAMPLES]
    skips = filter(is_skip, (*inputs.judgments.warnings, *noticed))
    for note in (*seen, *shortened((*skips, *notes))):
        warnings.warn(str(note), UserWarning, stacklevel=2)
    return Scores.of(parts, rules.dialect.name)


def names_of(measures: Any) -> list[str | AnyMeasure]:
    """The measures one by one."""
    several = isinstance(measures, Iterable) and not isinstance(measures, str)
    return list(measures) if several else [measures]


def runs_given(runs: Any) -> list[RunFile | Run]:
    """The runs one by one, however they are given: files, which are read in their turn, or values.

    >>> runs_given(["a.run", {"1": {"d": 1.0}}, {"1": {"e": 1.0}}])[1:]
    [Run('run1', 1 documents, source=None), Run('run2', 1 documents, source=None)]
    """
    if is_path(runs):
        return [RunFile(path) for path in run_files(runs)]
    if isinstance(runs, list | tuple) and not any(map(_is_row, runs)):
        parts = [(run, part) for run in runs for part in runs_given(run)]
        nameless = [
            isinstance(part, Run) and part is not run and part.name == NAMELESS
            for run, part in parts
        ]
        if sum(nameless) < 2:
            return [part for _, part in parts]
        numbers = count(1)
        return [
            run_from(part, f"{NAMELESS}{next(numbers)}") if unnamed else part
            for (_, part), unnamed in zip(parts, nameless, strict=True)
        ]
    if isinstance(runs, Mapping) and any(map(is_path, runs.values())):
        return [
            RunFile(os.fspath(run), str(name)) if is_path(run) else run_from(run, str(name))
            for name, run in runs.items()
        ]
    return list(runs_from(runs))


def _is_row(value: Any) -> bool:
    """Whether this is a row of a run, and no run: a tuple of texts and numbers, or with names."""
    if hasattr(value, "_asdict"):
        return True
    parts = value.values() if isinstance(value, Mapping) else value
    plain = isinstance(value, tuple | Mapping) and len(value) >= 3
    return plain and all(isinstance(part, str | int | float) for part in parts)
