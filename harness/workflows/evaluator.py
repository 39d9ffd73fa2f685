"""Judgments, measures and rules, prepared once for any number of runs held in Python."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self, Unpack

import numpy as np

from harness.config import Task, load_task
from harness.core.columns import Columns
from harness.core.coverage import coverage_notes
from harness.core.errors import EvaluationError, HarnessError, Problem
from harness.core.execution import Execution
from harness.core.identity import RunFile, require_unique_names
from harness.core.model import Qrels, Run
from harness.core.notes import Note, asks_for_a_look, shortened, warn_of_notes
from harness.core.numbers import counted
from harness.evaluation.rules import Rules
from harness.evaluation.scores import RunScores, Scores
from harness.evaluation.scoring import prepare_measures, usual_measures
from harness.evaluation.values import ValueJudgments, ValueRun
from harness.evaluation.views import notes_of, see_documents
from harness.formats.nested import NAMELESS, HeldRun, nested_judgments, nested_run
from harness.formats.roles import (
    TopicNumbers,
    is_path,
    is_typed,
    may_be_grades,
    refuse_kinds,
    refuse_numbers,
    refuse_swapped,
)
from harness.formats.skipped import is_skip
from harness.measures import AnyMeasure
from harness.measures.summaries import SUMMARIES
from harness.settings.names import DEFAULT_MEASURES
from harness.workflows.given import (
    JudgmentOptions,
    MeasureLike,
    Path,
    QrelsLike,
    RunLike,
    RunsLike,
    WorkOptions,
    as_run,
    inputs_given,
    names_of,
    refuse_options,
    rule_options,
    runs_given,
)
from harness.workflows.inputs import prepare
from harness.workflows.prepared import Inputs, Prepared, judgments_given
from harness.workflows.read_blocks import TaskRun
from harness.workflows.reading import Reading, all_or_raise

#: Notes that the values of estimates and their errors say by themselves.
_OF_SAMPLES = ("sample", "sample-errors")


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
        rules = Rules.of_options(rule_options(options))
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
            values = None if given is None else ValueJudgments.of(given)
        if values is None:
            _require_threads()
            inputs = inputs_given(qrels, options)
            ready = asked or prepare_measures(usual_measures(inputs.judgments), rules)
            prepared = Prepared.of(inputs, ready, rules)
            if not by_frames and all(map(see_documents, ready)):
                values = _values_of(inputs.judgments)
        own = (ready, rules, identical, isinstance(qrels, Qrels), values, prepared)
        self.__setstate__(own)

    @classmethod
    def of_task(cls, task: Task | Path, measures: Iterable[MeasureLike] | None = None) -> Self:
        """The evaluator of a task: its judgments, measures and rules, whatever its runs are.

        Parameters
        ----------
        task
            A YAML file, or what `harness.load_task` returns.
        measures
            Those to take in the place of the task's.

        Raises
        ------
        HarnessError
            With all that is wrong with the task, its topics, judgments and measures.

        Examples
        --------
        >>> Evaluator.of_task("configs/demo.yaml", ["AP"])
        Evaluator: 15 judged topics; AP; dialect trec_eval-10
        """
        if not isinstance(task, Task):
            task = load_task(task)
        _require_threads()
        own = prepare(task)
        rules, judgments = own.rules, own.inputs.judgments
        if measures is not None:
            ready = prepare_measures(names_of(measures), rules)
            own = Prepared.of(own.inputs, ready, rules)
        plain = own.inputs.known is None and own.inputs.costs is None and not task.ignore_identical
        held = plain and _by_values(rules) and all(map(see_documents, own.measures))
        values = _values_of(judgments) if held else None
        made = cls.__new__(cls)
        made.__setstate__((own.measures, rules, task.ignore_identical, True, values, own))
        return made

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
        listed = ", ".join(self.measures[:5]) + (", …" if len(self.measures) > 5 else "")
        sizes = f"{counted(len(self.topics), 'judged topic')}; {listed}"
        return f"Evaluator: {sizes}; dialect {self._rules.dialect.name}"

    @property
    def topics(self) -> tuple[str, ...]:
        """The judged topics, in bytewise order."""
        return self._values.topics if self._values else self.prepared.judged.topics

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
        part = self._held(run)
        if part is None:
            scores = self.score_runs(run, Execution.of(None))
            if len(scores.runs) != 1:
                raise EvaluationError(f"{len(scores.runs)} runs are given where one is expected")
            return dict(zip(scores.labels, scores.summarise()[0].tolist(), strict=True))
        cover = part.coverage
        if cover.missing or cover.left_out or cover.nothing_judged:
            notes = coverage_notes([part.run], [cover])
            warn_of_notes(filter(asks_for_a_look, notes), stacklevel=2)
        return {
            measure.label: float(SUMMARIES[measure.summary](part.values[:, column]))
            for column, measure in enumerate(self._measures)
            if measure.summary != "text"
        }

    def values(self, run: RunLike) -> RunScores:
        """The values of one run by topic, without the notes and warnings of `__call__`.

        >>> Evaluator({"t1": {"d1": 1}}, "P@2").values({"t1": ["d2", "d1"]}).values.tolist()
        [[0.5]]
        """
        part = self._held(run)
        if part is not None:
            return part
        runs = [as_run(each) for each in runs_given(run)]
        if len(runs) != 1:
            raise EvaluationError(f"{len(runs)} runs are given where one is expected")
        return self._by_frames(runs, Execution.of(None), typed=True)[0][0]

    def _held(self, run: Any) -> RunScores | None:
        """The values of a run held in dictionaries; None where frames must do it."""
        if not isinstance(run, Mapping):
            return None
        return self._by_values(HeldRun(nested_run(run) or {}, NAMELESS), notes=False)[0]

    @property
    def prepared(self) -> Prepared:
        """The evaluator of frames and files, prepared when the first comes."""
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
            others = [as_run(given[number]) for number in rest]
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
        warn_of_notes((*filter(asks_for_a_look, of_runs), *seen, *looks), stacklevel=3)
        notes = (*of_runs, *seen, *shortened((*self._judged_notes(), *noticed)))
        return Scores.of(parts, self._rules.dialect.name, notes)

    def _by_values(
        self, run: HeldRun, *, typed: bool = True, notes: bool = True
    ) -> tuple[RunScores | None, tuple[Note, ...]]:
        """The scores of a run held in dictionaries, and its notes; None where frames must do it."""
        judged = self._values
        if judged is None:
            return None, ()
        values = ValueRun.of(run.rankings, run.name)
        if values is None:
            return None, ()
        rows = values.run.rows
        if (
            not typed
            and values.whole_numbers
            and len(values.run)
            and may_be_grades(rows.numbers("score"))
        ):
            graded = _by_topic(judged.judged.qrels.rows, "grade")
            refuse_swapped(graded, _by_topic(rows, "score"), run.name)
        part = judged.score(values, self._measures, self._rules)
        if part is None:
            return None, ()
        return part, judged.notes(values, part.coverage) if notes else ()

    def _by_frames(
        self, runs: Sequence[RunFile | Run], execution: Execution, typed: bool
    ) -> list[tuple[RunScores, tuple[Note, ...]]]:
        """The scores of runs of files and frames, and their notes."""
        prepared = self.prepared

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


def _by_topic(rows: Columns, name: str) -> TopicNumbers:
    """The numbers of each topic in columns whose topics come once."""
    sizes = rows.topics().sizes
    return TopicNumbers.of(np.repeat(np.arange(len(sizes)), sizes), rows.numbers(name))


def _is_told(note: Note) -> bool:
    return is_skip(note) or (asks_for_a_look(note) and note.code != "columns-unused")


def _by_values(rules: Rules) -> bool:
    """Whether these rules can be kept without frames."""
    return not (rules.dialect.by_rank or rules.dialect.only_relevant)


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
    return ValueJudgments.of(nested)
