"""Judgments, measures and rules, prepared once for any number of runs held in Python."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import signature
from itertools import count
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

import numpy as np

from harness.core.coverage import coverage_notes
from harness.core.errors import EvaluationError, HarnessError, Problem, UnusualError, suggest
from harness.core.execution import Execution, Workers
from harness.core.identity import RunFile, require_unique_names
from harness.core.model import Qrels, Run
from harness.core.notes import HarnessWarning, Note, asks_for_a_look, shortened, warning_text
from harness.core.numbers import counted
from harness.evaluation.rules import RuleOptions, Rules
from harness.evaluation.scores import RunScores, Scores
from harness.evaluation.scoring import prepare_measures, usual_measures
from harness.evaluation.values import ValueJudgments, ValueRun
from harness.evaluation.views import notes_of, see_documents
from harness.evaluation.views.dimensions import with_dimensions
from harness.formats.frames import run_from, runs_from
from harness.formats.keyed_numbers import costs_given
from harness.formats.nested import NAMELESS, HeldRun, are_runs, nested_judgments, nested_run
from harness.formats.roles import (
    TopicNumbers,
    is_path,
    is_typed,
    may_be_grades,
    refuse_kinds,
    refuse_numbers,
    refuse_swapped,
)
from harness.formats.runs import run_files
from harness.formats.skipped import is_skip
from harness.measures import AnyMeasure
from harness.measures.functions import function_measure
from harness.measures.summaries import SUMMARIES
from harness.measures.trec_names import ForeignMeasure
from harness.settings.names import DEFAULT_MEASURES
from harness.workflows.prepared import Inputs, Prepared, judgments_given, known_given
from harness.workflows.reading import Reading, TaskRun, all_or_raise

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Path: TypeAlias = "str | os.PathLike[str]"
Frame: TypeAlias = "pd.DataFrame | pl.DataFrame | pl.LazyFrame"
#: Rows with names (named tuples, dictionaries), or bare ``(topic, document, number)``.
Rows: TypeAlias = "Iterable[tuple[Any, ...]] | Iterable[Mapping[str, Any]]"
#: The documents of a topic, best first: identifiers, ``(document, score)``, or hits.
Ranking: TypeAlias = "Mapping[Any, Any] | Sequence[Any]"
#: Judgments, however they are given.
QrelsLike: TypeAlias = "Path | Qrels | Frame | Mapping[Any, Any] | Rows"
#: A run, however it is given.
RunLike: TypeAlias = "Path | Run | Frame | Mapping[Any, Any] | Rows"
#: One run or several, however they are given.
RunsLike: TypeAlias = "RunLike | Mapping[str, RunLike] | Sequence[RunLike]"
#: A name, an object, or a function of a batch, or of a ranking and its judgments.
MeasureLike: TypeAlias = "str | AnyMeasure | ForeignMeasure | Callable[..., Any]"

#: Notes that the values of estimates and their errors say by themselves.
_OF_SAMPLES = ("sample", "sample-errors")


class JudgmentOptions(RuleOptions, total=False):
    """`RuleOptions`, and what is known of the judgments besides.

    ignore_identical : bool
        Documents that have the identifier of their topic leave the rankings.
    known_judgments : judgments, or a list of such
        What was judged in earlier rounds: it leaves judgments and rankings before anything else
        (`harness.evaluation.residual`).
    dimensions : mapping of judgments
        Further judgments of the same documents by the name of their dimension.
    costs : mapping, or path
        What documents cost to read, by document: words for TBG, characters for U, any unit for
        measures of C/W/L.
    """

    ignore_identical: bool
    known_judgments: QrelsLike | Sequence[QrelsLike] | None
    dimensions: Mapping[str, QrelsLike]
    costs: Mapping[str, float] | Path | None


class WorkOptions(TypedDict, total=False):
    """Choice of workers; no number depends on it (`harness.core.execution.Execution`)."""

    backend: str | None
    workers: Workers
    scheduler: str | None


class ScoreOptions(JudgmentOptions, WorkOptions, total=False):
    """`JudgmentOptions` and `WorkOptions`."""


class Evaluator:
    """Judgments, measures and rules, ready for any number of runs.

    It is prepared once and never changes; it may be pickled, shared by threads and used after a
    fork. Runs held in dictionaries and lists are evaluated without any thread.

    Parameters
    ----------
    qrels
        Judgments, as `harness.score` takes them.
    measures
        One measure or several, in notation, as in trec_eval, as objects or functions
        (`harness.measures.functions`); the usual ones if None.
    options
        `JudgmentOptions`: topic_policy, dialect, relevance_level, depth, judged_only,
        collection_size, ignore_identical, known_judgments, dimensions, costs.

    Raises
    ------
    HarnessError
        With all that is wrong with judgments, measures and rules.

    Examples
    --------
    >>> evaluator = Evaluator({"t1": {"d1": 1}, "t2": {"d2": 2}}, ["AP", "nDCG@10"])
    >>> evaluator.mean({"t1": {"d1": 2.0, "d9": 1.0}, "t2": {"d9": 3.0, "d2": 1.5}})["AP"]
    0.75
    """

    __slots__ = ("_identical", "_measures", "_prepared", "_rules", "_typed", "_values")

    _measures: tuple[AnyMeasure, ...]
    _rules: Rules
    _identical: bool
    _typed: bool
    _values: ValueJudgments | None
    _prepared: Prepared | None

    def __init__(
        self,
        qrels: QrelsLike,
        measures: MeasureLike | Iterable[MeasureLike] | None = None,
        **options: Unpack[JudgmentOptions],
    ) -> None:
        refuse_options(Evaluator, options, JudgmentOptions)
        rules = Rules.of_options(_rule_options(options))
        asked = None if measures is None else prepare_measures(names_of(measures), rules)
        refuse_kinds(qrels, None)
        extras = [options.get(name) for name in ("known_judgments", "dimensions", "costs")]
        identical = options.get("ignore_identical", False)
        by_frames = any(each is not None for each in extras) or identical or not _by_values(rules)
        values: ValueJudgments | None = None
        prepared: Prepared | None = None
        ready = asked or prepare_measures(DEFAULT_MEASURES, rules)
        if not by_frames and all(map(see_documents, ready)):
            given = None if is_path(qrels) else nested_judgments(qrels)
            with suppress(UnusualError):
                values = None if given is None else ValueJudgments(given)
        if values is None:
            _require_threads()
            inputs = _inputs(qrels, options)
            ready = asked or prepare_measures(usual_measures(inputs.judgments), rules)
            prepared = Prepared.of(inputs, ready, rules)
            if not by_frames and all(map(see_documents, ready)):
                values = _values_of(inputs.judgments)
        own = (ready, rules, identical, isinstance(qrels, Qrels), values, prepared)
        self.__setstate__(own)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse any change."""
        raise AttributeError(f"an Evaluator cannot be changed ({name})")

    def __setstate__(self, own: tuple[Any, ...]) -> None:
        names = ("_measures", "_rules", "_identical", "_typed", "_values", "_prepared")
        for name, value in zip(names, own, strict=True):
            object.__setattr__(self, name, value)

    def __getstate__(self) -> tuple[Any, ...]:
        """Return the state to pickle: judgments, which are prepared anew."""
        prepared = None if self._prepared is None else self._prepared.inputs
        return self._measures, self._rules, self._identical, self._typed, self._values, prepared

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, self.__getstate__()

    def __repr__(self) -> str:
        topics = self._values.topics if self._values else self._frames.judged.topics
        listed = ", ".join(self.measures[:5]) + (", …" if len(self.measures) > 5 else "")
        sizes = f"{counted(len(topics), 'judged topic')}; {listed}"
        return f"Evaluator: {sizes}; dialect {self._rules.dialect.name}"

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, as they were asked for."""
        return tuple(measure.label for measure in self._measures)

    def __call__(self, runs: RunsLike, **work: Unpack[WorkOptions]) -> Scores:
        """The scores of one run or several, given as `harness.score` takes them.

        What must be known of them is in `Scores.notes`; what asks for a look is a
        `HarnessWarning`, too.
        """
        refuse_options(Evaluator.__call__, work, WorkOptions)
        refuse_kinds(None, runs)
        return self.score_runs(
            runs, Execution.of(work.get("workers"), work.get("backend"), work.get("scheduler"))
        )

    def mean(self, run: RunLike) -> dict[str, float]:
        """Each measure of one run, summarised over the topics in its own way: the mean of most.

        >>> Evaluator({"t1": {"d1": 1}}, "P@2").mean({"t1": ["d2", "d1"]})
        {'P@2': 0.5}
        """
        held = run if isinstance(run, Mapping) else None
        part = None
        if held is not None:
            part, _ = self._by_values(HeldRun(nested_run(held) or {}, NAMELESS), notes=False)
        if part is None:
            scores = self.score_runs(run, Execution.of(None))
            if len(scores.runs) != 1:
                raise EvaluationError(f"{len(scores.runs)} runs are given where one is expected")
            return dict(zip(scores.labels, scores.summarise()[0].tolist(), strict=True))
        cover = part.coverage
        if cover.missing or cover.left_out or cover.nothing_judged:
            notes = coverage_notes([part.run], [cover])
            _warn(tuple(filter(asks_for_a_look, notes)), stacklevel=2)
        return {
            measure.label: float(SUMMARIES[measure.summary](part.values[:, column]))
            for column, measure in enumerate(self._measures)
            if measure.summary != "text"
        }

    @property
    def _frames(self) -> Prepared:
        """Evaluator of frames and files, prepared when the first comes."""
        _require_threads()
        if self._prepared is None:
            assert self._values is not None
            inputs = Inputs.of(judgments_given(self._values.nested()))
            object.__setattr__(self, "_prepared", Prepared.of(inputs, self._measures, self._rules))
        assert self._prepared is not None
        return self._prepared

    def score_runs(self, runs: Any, execution: Execution) -> Scores:
        """The scores of runs, on so many workers; whoever called the caller is warned."""
        given = runs_given(runs)
        if not given:
            raise EvaluationError("no runs given")
        several, typed = len(given) > 1, self._typed or is_typed(None, runs)
        made: dict[int, RunScores] = {}
        noticed: list[Note] = []
        for number, run in enumerate(given):
            if isinstance(run, HeldRun) and (several or not run.is_empty):
                part, notes = self._by_values(run, typed=typed)
                if part is not None:
                    made[number] = part
                    noticed += notes
        rest = [number for number in range(len(given)) if number not in made]
        if rest:
            _require_threads()
            others = [_as_run(given[number]) for number in rest]
            for number, (part, notes) in zip(
                rest, self._by_frames(others, execution, typed), strict=True
            ):
                made[number] = part
                noticed += notes
        parts = [made[number] for number in range(len(given))]
        files = [
            run.path if isinstance(run, RunFile) else getattr(run, "source", None) for run in given
        ]
        require_unique_names(zip([part.run for part in parts], files, strict=True))
        of_runs = tuple(self._coverage_notes(parts))
        seen = tuple(self._of_judgments())
        looks = shortened(filter(_is_told, (*self._judged_notes(), *noticed)))
        _warn((*filter(asks_for_a_look, of_runs), *seen, *looks), stacklevel=3)
        notes = (*of_runs, *seen, *shortened((*self._judged_notes(), *noticed)))
        return Scores.of(parts, self._rules.dialect.name, notes)

    def _by_values(
        self, run: HeldRun, *, typed: bool = True, notes: bool = True
    ) -> tuple[RunScores | None, tuple[Note, ...]]:
        """The scores of a run held in dictionaries, and its notes; None where frames must do it."""
        judged = self._values
        if judged is None:
            return None, ()
        try:
            values = ValueRun.of(run.rankings, run.name)
            if (
                not typed
                and values.whole_numbers
                and may_be_grades(values.scores)
                and values.starts
            ):
                graded = TopicNumbers.of(judged.codes, judged.grades)
                refuse_swapped(graded, TopicNumbers.of(values.codes(), values.scores), run.name)
            part = judged.score(values, self._measures, self._rules)
            return part, judged.notes(values, part.coverage) if notes else ()
        except UnusualError:
            return None, ()

    def _by_frames(
        self, runs: Sequence[RunFile | Run], execution: Execution, typed: bool
    ) -> list[tuple[RunScores, tuple[Note, ...]]]:
        """The scores of runs of files and frames, and their notes."""
        prepared = self._frames

        def look(run: Run) -> None:
            if not typed:
                refuse_numbers(prepared.inputs.judgments, run)

        def finish(read: TaskRun, scores: RunScores) -> tuple[RunScores, tuple[Note, ...]]:
            return scores, (*read.run.warnings, *scores.warnings)

        reading = Reading(
            known=prepared.inputs.known,
            ranks=self._rules.dialect.by_rank,
            ignore_identical=self._identical,
        )
        return all_or_raise(reading.each(runs, prepared.scoring(finish, look), workers=execution))

    def _coverage_notes(self, parts: Sequence[RunScores]) -> Iterator[Note]:
        """Return the notes on averages and on empty runs."""
        covers = [part.coverage for part in parts]
        yield from coverage_notes([part.run for part in parts], covers)
        for part in parts:
            if not part.coverage.retrieved + part.coverage.dropped + part.coverage.known:
                yield Note("run-empty", "the run has no documents", part.run, part.run)

    def _of_judgments(self) -> Iterator[Note]:
        """Return the notes on how the measures see the judgments."""
        if self._prepared is None:
            return iter(())
        judgments = self._prepared.inputs.judgments
        seen = notes_of(self._measures, judgments, self._rules)
        return (note for note in seen if note.code not in _OF_SAMPLES)

    def _judged_notes(self) -> tuple[Note, ...]:
        """Return the notes from reading the judgments."""
        return () if self._prepared is None else self._prepared.inputs.judgments.warnings


#: The process in which frames were used first: their threads are its own.
_USED_IN: list[int] = []


def _require_threads() -> None:
    """Raise `HarnessError` where this process was forked after frames had been used.

    The threads of polars do not follow into a fork, and whatever asks them for work waits for ever.
    Dictionaries and lists need none.
    """
    if _USED_IN and _USED_IN[0] != os.getpid():
        message = "this process was forked after frames or files had been evaluated"
        hint = "start it with spawn or forkserver, or give judgments and runs as dictionaries"
        raise HarnessError(Problem(message, hint=hint))
    _USED_IN[:] = [os.getpid()]


def _unpickled(*own: Any) -> Evaluator:
    *others, inputs = own
    made = Evaluator.__new__(Evaluator)
    measures, rules = others[:2]
    prepared = None if inputs is None else Prepared.of(inputs, measures, rules)
    made.__setstate__((*others, prepared))
    return made


def _is_told(note: Note) -> bool:
    return is_skip(note) or (asks_for_a_look(note) and note.code != "columns-unused")


def _warn(notes: Sequence[Note], stacklevel: int) -> None:
    """Warn once of all the notes, if there are any."""
    if notes:
        warnings.warn(warning_text(notes), HarnessWarning, stacklevel=stacklevel + 1)


def _by_values(rules: Rules) -> bool:
    """Whether these rules can be kept without frames."""
    return not (rules.dialect.by_rank or rules.dialect.only_relevant)


def _rule_options(options: Mapping[str, Any]) -> RuleOptions:
    known = RuleOptions.__optional_keys__
    return {name: value for name, value in options.items() if name in known}  # type: ignore[return-value]


def _inputs(qrels: Any, options: JudgmentOptions) -> Inputs:
    dimensions = options.get("dimensions") or {}
    others = {name: judgments_given(other) for name, other in dimensions.items()}
    judgments = with_dimensions(judgments_given(qrels), others)
    known = known_given(options.get("known_judgments"))
    return Inputs.of(judgments, known, costs=costs_given(options.get("costs")))


def _values_of(qrels: Qrels) -> ValueJudgments | None:
    """The same judgments for runs in dictionaries, where they are of documents and nothing else."""
    if set(qrels.frame.columns) != {"topic", "doc", "grade"}:
        return None
    nested: dict[str, dict[str, int]] = {}
    columns = (qrels.frame[name].to_list() for name in ("topic", "doc", "grade"))
    for topic, doc, grade in zip(*columns, strict=True):
        nested.setdefault(topic, {})[doc] = grade
    if sum(map(len, nested.values())) < len(qrels):
        return None
    with suppress(UnusualError):
        return ValueJudgments(nested)
    return None


def refuse_options(called: Callable[..., Any], given: Mapping[str, Any], known: Any) -> None:
    """Raise `TypeError` for a keyword argument that there is not, with the nearest there is."""
    for name in given.keys() - known.__optional_keys__:
        names = {*signature(called).parameters, *known.__optional_keys__} - {"self", "options"}
        what = f"{called.__qualname__}() got an unexpected keyword argument {name!r}"
        raise TypeError(f"{what} ({suggest(name, sorted(names))})")


def names_of(measures: Any) -> list[str | AnyMeasure]:
    """The measures one by one."""
    several = isinstance(measures, Iterable) and not isinstance(measures, str)
    return [
        function_measure(measure) if isinstance(measure, FunctionType | partial) else measure
        for measure in (measures if several else [measures])
    ]


def _as_run(run: RunFile | Run | HeldRun) -> RunFile | Run:
    return run_from(run.rankings, run.name) if isinstance(run, HeldRun) else run


def opened_runs(runs: Any) -> list[RunFile | Run]:
    """The runs one by one, those that are held in dictionaries as `Run`."""
    return [_as_run(run) for run in runs_given(runs)]


def runs_given(runs: Any) -> list[RunFile | Run | HeldRun]:
    """The runs one by one, however they are given: files, which are read in their turn, or values.

    >>> [run.name for run in runs_given(["a.run", {"1": {"d": 1.0}}, {"1": {"e": 1.0}}])[1:]]
    ['run1', 'run2']
    """
    if is_path(runs):
        return [RunFile(path) for path in run_files(runs)]
    if _is_empty_frame(runs):
        return [HeldRun({}, NAMELESS)]
    if isinstance(runs, list | tuple) and not any(map(_is_row, runs)):
        parts = [(run, part) for run in runs for part in runs_given(run)]
        nameless = [
            part is not run and isinstance(part, Run | HeldRun) and part.name == NAMELESS
            for run, part in parts
        ]
        if sum(nameless) < 2:
            return [part for _, part in parts]
        numbers = count(1)
        return [
            _named(part, f"{NAMELESS}{next(numbers)}") if unnamed else part
            for (_, part), unnamed in zip(parts, nameless, strict=True)
        ]
    if isinstance(runs, Mapping):
        if not are_runs(runs):
            return [HeldRun(nested_run(runs) or {}, NAMELESS)]
        named = [_run_given(run, str(name)) for name, run in runs.items()]
        require_unique_names((str(name), None) for name in runs)
        return named
    return list(runs_from(runs))


def _run_given(run: Any, name: str) -> RunFile | Run | HeldRun:
    if is_path(run):
        return RunFile(os.fspath(run), name)
    if isinstance(run, Mapping) or _is_empty_frame(run):
        return HeldRun(nested_run(run) or {}, name)
    return run_from(run, name)


def _is_empty_frame(run: object) -> bool:
    """Whether this is a frame of a run without any row."""
    return hasattr(run, "columns") and hasattr(run, "__len__") and not len(run)


def _named(run: Any, name: str) -> Run | HeldRun:
    return HeldRun(run.rankings, name) if isinstance(run, HeldRun) else run_from(run, name)


def _is_row(value: Any) -> bool:
    """Whether this is a row of a run, and no run: a tuple of texts and numbers, or with names."""
    if hasattr(value, "_asdict"):
        return True
    parts = value.values() if isinstance(value, Mapping) else value
    plain = isinstance(value, tuple | Mapping) and len(value) >= 3
    return plain and all(isinstance(part, str | int | float | np.generic) for part in parts)
