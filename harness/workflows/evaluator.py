"""Evaluator: judgments, measures and rules, prepared once for any number of runs in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from harness.config import Task, load_task
from harness.core.coverage import coverage_notes
from harness.core.errors import EvaluationError, all_or_errors
from harness.core.execution import Execution
from harness.core.identity import RunFile, distinguish_names, require_unique_names
from harness.core.model import Qrels, Run
from harness.core.notes import Note, asks_for_a_look, shorten_notes, warn_about
from harness.core.numbers import count_noun
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_scores
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import (
    RunScores,
    coverage,
    prepare_measures,
    summarise_judged,
    usual_measures,
)
from harness.evaluation.views import note_judgments
from harness.formats.nested import (
    NAMELESS,
    held_run,
    nested_run,
)
from harness.formats.roles import is_typed, refuse_kinds, refuse_numbers
from harness.formats.skipped import is_skip
from harness.inputs.blocks import ByTopic, TaskRun
from harness.inputs.prepared import EvaluationSetup, Order, prepare
from harness.inputs.reading import RunReader, all_or_raise
from harness.workflows.given import (
    JudgmentOptions,
    MeasureLike,
    PathLike,
    QrelsLike,
    RunLike,
    RunsLike,
    WorkOptions,
    convert_inputs,
    convert_runs,
    open_runs,
    refuse_empty,
    refuse_options,
    rule_options,
    split_measures,
)

#: Notes that estimates and their errors make redundant.
_OF_SAMPLES = ("sample", "sample-errors")


class Evaluator:
    """Judgments, measures and rules, ready for any number of runs.

    It is prepared once and never changes; it may be pickled, shared by threads and used after a
    fork. Runs in dictionaries and lists are evaluated without starting threads.

    Parameters
    ----------
    qrels
        Judgments, as `harness.score` takes them.
    measures
        One measure or several, in notation, as in trec_eval, as objects or functions
        (`harness.measures.plugins`); the default ones if None.
    options
        `JudgmentOptions`: topic_policy, dialect, relevance_level, depth, judged_only,
        collection_size, ignore_identical, known_judgments, dimensions, costs.

    Raises
    ------
    HarnessError
        With every problem of judgments, measures and rules.

    Examples
    --------
    >>> evaluator = Evaluator({"t1": {"d1": 1}, "t2": {"d2": 2}}, ["AP", "nDCG@10"])
    >>> evaluator.mean({"t1": {"d1": 2.0, "d9": 1.0}, "t2": {"d9": 3.0, "d2": 1.5}})["AP"]
    0.75
    """

    __slots__ = ("_by_columns", "_identical", "_notes", "_typed", "prepared")

    #: Judgments, measures and rules, in the form that tasks use, too.
    prepared: EvaluationSetup
    _identical: bool
    _typed: bool
    _by_columns: bool
    _notes: tuple[Note, ...]

    def __init__(
        self,
        qrels: QrelsLike,
        measures: MeasureLike | Iterable[MeasureLike] | None = None,
        **options: Unpack[JudgmentOptions],
    ) -> None:
        refuse_options(Evaluator, options, JudgmentOptions)
        rules = Rules.of_options(rule_options(options))
        asked = None if measures is None else prepare_measures(split_measures(measures), rules)
        refuse_kinds(qrels, None)
        inputs = convert_inputs(qrels, options)
        ready = asked or prepare_measures(usual_measures(inputs.judgments), rules)
        identical = options.get("ignore_identical", False)
        self._set(EvaluationSetup.of(inputs, ready, rules), identical, isinstance(qrels, Qrels))

    @classmethod
    def of_task(
        cls, task: Task | PathLike, measures: Iterable[MeasureLike] | None = None
    ) -> Evaluator:
        """Return the evaluator of a task: its judgments, measures and rules, without its runs.

        Parameters
        ----------
        task
            A YAML file, or a task from `harness.load_task`.
        measures
            Measures in place of the task's.

        Returns
        -------
        Evaluator
            For runs in Python; `Evaluator.prepared` is the part of the task that `harness.run`
            uses.

        Raises
        ------
        HarnessError
            With every problem of the task, its topics, judgments and measures.

        Examples
        --------
        >>> Evaluator.of_task("configs/demo.yaml", ["AP"])
        Evaluator: 15 judged topics; AP; dialect trec_eval-10
        """
        if not isinstance(task, Task):
            task = load_task(task)
        own = prepare(task)
        if measures is not None:
            own = EvaluationSetup.of(
                own.inputs, prepare_measures(split_measures(measures), own.rules), own.rules
            )
        return _made(own, task.ignore_identical, typed=True)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse any change."""
        raise AttributeError(f"an Evaluator cannot be changed ({name})")

    def _set(self, prepared: EvaluationSetup, identical: bool, typed: bool) -> None:
        inputs, measures, rules = prepared.inputs, prepared.measures, prepared.rules
        seen = note_judgments(measures, inputs.judgments, rules)
        leaves = identical or inputs.known is not None
        documents = not prepared.judged.has_costs and measures.see_only_documents
        own = {
            "prepared": prepared,
            "_identical": identical,
            "_typed": typed,
            # Then the columns of a dictionary are enough for a run.
            "_by_columns": documents and not (leaves or rules.dialect.by_rank),
            "_notes": tuple(note for note in seen if note.code not in _OF_SAMPLES),
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.prepared, self._identical, self._typed)

    def __repr__(self) -> str:
        listed = ", ".join(self.measures[:5]) + (", …" if len(self.measures) > 5 else "")
        sizes = f"{count_noun(len(self.topics), 'judged topic')}; {listed}"
        return f"Evaluator: {sizes}; dialect {self.prepared.rules.dialect.name}"

    @property
    def topics(self) -> tuple[str, ...]:
        """The judged topics, in bytewise order."""
        return self.prepared.judged.topics

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, as requested."""
        return tuple(measure.label for measure in self.prepared.measures)

    def __call__(self, runs: RunsLike, **work: Unpack[WorkOptions]) -> Scores:
        """Score one run or several.

        Parameters
        ----------
        runs
            As `harness.score` takes them.
        work
            workers, backend, scheduler, on which no number depends.

        Returns
        -------
        Scores
            With `Scores.notes`; notes that need a look are in a `HarnessWarning`, too.

        Raises
        ------
        HarnessError
            With the problems of all runs.
        """
        refuse_options(Evaluator.__call__, work, WorkOptions)
        refuse_kinds(None, runs)
        return self.score_runs(
            runs, Execution.of(work.get("workers"), work.get("backend"), work.get("scheduler"))
        )

    def mean(self, run: RunLike) -> dict[str, float]:
        """Summarise each measure of one run over the topics, mostly by the mean.

        Parameters
        ----------
        run
            One run, as `harness.score` takes it.

        Returns
        -------
        dict
            The summary, by the name of the measure.

        Raises
        ------
        HarnessError
            With the problems of the run, and for several runs.

        Examples
        --------
        >>> Evaluator({"t1": {"d1": 1}}, "P@2").mean({"t1": ["d2", "d1"]})
        {'P@2': 0.5}
        """
        held = self._held(run)
        if held is None:
            scores = self.score_runs(run, Execution.of(None))
            if len(scores.runs) != 1:
                raise EvaluationError(f"{len(scores.runs)} runs are given where one is expected")
            return dict(zip(scores.labels, scores.summarise()[0].tolist(), strict=True))
        measures, rules = self.prepared.measures, self.prepared.rules
        joined, seen = self.prepared.joined(held)
        if not joined.answers_all or not joined.has_judged:
            notes = coverage_notes([joined.name], [coverage(joined, rules.relevance_level)])
            warn_about(filter(asks_for_a_look, notes), stacklevel=2)
        return summarise_judged(seen, measures, rules)

    def values(self, run: RunLike) -> RunScores:
        """Return the values of one run by topic, without the notes and warnings of `__call__`.

        Parameters
        ----------
        run
            One run, as `harness.score` takes it.

        Returns
        -------
        RunScores
            ``topics`` and ``values`` [T, M].

        Raises
        ------
        HarnessError
            With the problems of the run, and for several runs.

        Examples
        --------
        >>> Evaluator({"t1": {"d1": 1}}, "P@2").values({"t1": ["d2", "d1"]}).values.tolist()
        [[0.5]]
        """
        held = self._held(run)
        if held is not None:
            return self.prepared.values(held)
        runs = open_runs(run)
        if len(runs) != 1:
            raise EvaluationError(f"{len(runs)} runs are given where one is expected")
        return self._score_each(runs, Execution.of(None), typed=True)[0][0]

    def _held(self, run: Any) -> Run | None:
        """Return the run of one dictionary, as columns; None if it needs frames."""
        nested = nested_run(run) if self._by_columns else None
        return None if nested is None else held_run(nested, NAMELESS)

    def score_runs(self, runs: Any, execution: Execution) -> Scores:
        """Score runs; warnings point to the caller's caller.

        Parameters
        ----------
        runs
            As `harness.score` takes them.
        execution
            Who works.

        Returns
        -------
        Scores
            As of `__call__`.

        Raises
        ------
        HarnessError
            With the problems of all runs.
        """
        given = convert_runs(runs)
        if not given:
            raise EvaluationError("no runs given")
        if len(given) == 1 or not self._by_columns:
            refuse_empty(given)
        if self._by_columns and all(
            isinstance(run, Run) and run.details.get("format") == "dict" for run in given
        ):
            execution = Execution(workers=1)  # which starts no thread
        made = self._score_each(given, execution, self._typed or is_typed(runs))
        parts, noticed = [part for part, _ in made], [note for _, notes in made for note in notes]
        files = [
            (None if run.name else run.path)
            if isinstance(run, RunFile)
            else getattr(run, "source", None)
            for run in given
        ]
        names = distinguish_names([*zip([part.run for part in parts], files, strict=True)])
        require_unique_names(zip(names, files, strict=True))
        parts = [
            part if part.run == name else replace(part, run=name)
            for part, name in zip(parts, names, strict=True)
        ]
        of_runs = tuple(self._coverage_notes(parts))
        read = (*self.prepared.inputs.judgments.warnings, *noticed)
        looks = shorten_notes(
            note
            for note in read
            if is_skip(note) or (asks_for_a_look(note) and note.code != "columns-unused")
        )
        warn_about((*filter(asks_for_a_look, of_runs), *self._notes, *looks), stacklevel=3)
        all_notes = (*of_runs, *self._notes, *shorten_notes(read))
        return join_scores(parts, self.prepared.rules.dialect.name, all_notes)

    def _score_each(
        self, runs: Sequence[RunFile | Run], execution: Execution, typed: bool
    ) -> list[tuple[RunScores, tuple[Note, ...]]]:
        """Return the scores of runs, and their notes."""
        prepared = self.prepared
        refuse = partial(refuse_numbers, prepared.inputs.judgments)
        joining = prepared.joining((lambda _: None) if typed else refuse)

        def score(read: TaskRun, blocks: Sequence[Order]) -> tuple[RunScores, tuple[Note, ...]]:
            if not len(read.run):
                return prepared.values(read.run), ()
            (scores,) = all_or_errors(prepared.score([joining.finish(read, blocks)]))
            return scores, scores.warnings

        reading = RunReader(
            known=prepared.inputs.known,
            ranks=prepared.rules.dialect.by_rank,
            ignore_identical=self._identical,
        )
        work = ByTopic(joining.part, score, joining.divides)
        return all_or_raise(reading.each(runs, work, workers=execution))

    def _coverage_notes(self, parts: Sequence[RunScores]) -> Iterator[Note]:
        """Return the notes on averages and on empty runs."""
        yield from coverage_notes([part.run for part in parts], [part.coverage for part in parts])
        for part in parts:
            if not part.coverage.retrieved + part.coverage.dropped + part.coverage.known:
                yield Note("run-empty", "the run has no documents", part.run, part.run)


def _made(prepared: EvaluationSetup, identical: bool, typed: bool) -> Evaluator:
    made = Evaluator.__new__(Evaluator)
    made._set(prepared, identical, typed)  # noqa: SLF001
    return made
