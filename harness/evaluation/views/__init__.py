"""Views: the kinds of judgments that measures see, a module each; documents' is always loaded."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from harness.core.batch import Batch
from harness.core.errors import EvaluationError, MeasureError, Problem, refuse, some
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.measure_set import MeasureSet
from harness.evaluation.ranking import OrderedRun
from harness.evaluation.rules import Rules
from harness.measures import AnyMeasure, Family


class View(NamedTuple):
    """A kind of judgments, as measures see it.

    ``name`` says what is judged (``subtopics``), ``batch`` is the class of batches that its
    measures take. ``columns`` are required of judgments, ``run_columns`` of a run; ``layouts``
    names layouts with these columns. ``prepare`` makes judgments ready once for all runs, and
    ``see`` builds the batch of a run from its ordered documents, their batch (with the topics to
    evaluate, in order), the prepared judgments, and the rules. ``notes`` are for readers of the
    values; with ``own_order`` ties are broken in another way than for documents. ``refuse`` gives
    the reason why a measure cannot be computed from judgments with the columns. With
    ``by_judgments``, ``see`` only needs the ranks of judged documents and no line of the run, so
    that a large run need not be in memory.
    """

    name: str
    batch: type[Batch]
    columns: tuple[str, ...]
    layouts: tuple[str, ...]
    prepare: Callable[[Qrels], Any]
    see: Callable[[OrderedRun, JudgedRun, Any, Rules], Batch]
    run_columns: tuple[str, ...] = ()
    notes: Callable[[Qrels], Iterable[Note]] = lambda _: ()
    own_order: bool = False
    refuse: Callable[[AnyMeasure, Qrels], Problem | None] = lambda _, __: None
    by_judgments: bool = False

    def is_given_by(self, qrels: Qrels) -> bool:
        """Whether judgments have the columns that the view needs."""
        return set(self.columns) <= set(qrels.names)


#: Every view declared so far, by the class name of its batches.
VIEWS: dict[str, View] = {}

#: The batches of one run, by class name.
Batches: TypeAlias = Mapping[str, Batch]


def register(view: View) -> None:
    """Register a view, replacing one of the same class."""
    VIEWS[view.batch.__name__] = view


@cache
def all_views() -> dict[str, View]:
    """Load and return every view, by the class name of its batches."""
    for module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    return VIEWS


def find_view(family: Family) -> View:
    """Return the view that a family of measures declares; `MeasureError` if there is none.

    A family that takes any `Batch` is given documents.
    """
    view = VIEWS.get(family.batch) or all_views().get(family.batch)
    if view is None:
        what = f"{family.name} sees {family.sees!r}, of which there is no view"
        hint = f"its first parameter may be one of {', '.join(VIEWS)}"
        raise MeasureError(Problem(what, hint=hint))
    return view


def sees_any(family: Family) -> bool:
    """Whether the measures of a family see no judgments, only topics."""
    return family.sees == Batch.__name__


def find_views(measures: Iterable[AnyMeasure]) -> tuple[View, ...]:
    """Return the views that measures need, each once, in the order of the measures."""
    families = {f.sees: f for measure in measures for f in measure.requirements()}
    return tuple(find_view(family) for family in families.values() if not sees_any(family))


def require(judged: JudgedTopics, measures: Sequence[AnyMeasure]) -> None:
    """Prepare judgments for all views of the measures.

    Raises `MeasureError` with every measure of a kind that is not judged, and with every problem of
    the judgments.
    """
    qrels, views = judged.qrels, find_views(measures)
    lacking = {view for view in views if not view.is_given_by(qrels)}
    refuse(
        (
            Problem(
                f"{measure.label} needs judgments of {view.name}; these judge {judged_by(qrels)}"
                f" (layout {qrels.format})",
                qrels.source,
                hint=f"they are in the {' or '.join(view.layouts)} layout",
            )
            for measure in (measures if lacking else ())
            for view in find_views([measure])
            if view in lacking
        ),
        MeasureError,
    )
    problems = (view.refuse(each, qrels) for each in measures for view in find_views([each]))
    refuse((problem for problem in problems if problem is not None), MeasureError)
    for view in views:
        judged.compute_once(view.prepare)


def judged_by(qrels: Qrels) -> str:
    """Name what judgments judge: the view that needs most of their columns."""
    given = [view for view in all_views().values() if view.is_given_by(qrels)]
    return max(given, key=lambda view: len(view.columns)).name


def build_batches(
    ordered: OrderedRun,
    joined: JudgedRun,
    judged: JudgedTopics,
    measures: Iterable[AnyMeasure],
    rules: Rules,
) -> Batches:
    """Build the batches of a run that measures need; ``joined`` is the one of its documents."""
    measures = MeasureSet.of(measures)
    if measures.see_only_documents:
        return {JudgedRun.__name__: joined}
    views = find_views(measures)
    lacking = {
        view.name: absent
        for view in views
        if (absent := set(view.run_columns) - set(ordered.retrieved.names))
    }
    source = ordered.run.source or ordered.run.name
    refuse(
        (
            Problem(f"measures of {name} need runs with {some(sorted(absent))}", source)
            for name, absent in lacking.items()
        ),
        EvaluationError,
    )
    return {
        JudgedRun.__name__: joined,
        **{
            view.batch.__name__: view.see(ordered, joined, judged.compute_once(view.prepare), rules)
            for view in views
        },
    }


def see_documents(measure: AnyMeasure) -> bool:
    """Whether a measure sees documents only."""
    return all(family.batch == JudgedRun.__name__ for family in measure.requirements())


def see_judgments(measures: Iterable[AnyMeasure]) -> bool:
    """Whether measures see the judgments of a run's documents only, and no line of it."""
    return all(view.by_judgments for view in find_views(measures))


def find_main_measure(measures: Sequence[AnyMeasure]) -> AnyMeasure | None:
    """Return the first measure that sees documents and is neither a count nor a text, or None."""
    numbers = (measure for measure in measures if measure.summary not in ("sum", "text"))
    return next(filter(see_documents, numbers), None)


def main_measure(measures: Sequence[AnyMeasure]) -> AnyMeasure:
    """Return the first such measure; without one, the first measure."""
    return find_main_measure(measures) or measures[0]


def require_documents(measures: Iterable[AnyMeasure], what: str) -> None:
    """Raise `MeasureError` with the measures of other judgments, which ``what`` cannot use."""
    refuse(
        (
            Problem(f"{measure.label} sees {view.name}, and {what} is by measures of documents")
            for measure in measures
            for view in find_views([measure])
            if view.batch is not JudgedRun
        ),
        MeasureError,
    )


def note_judgments(measures: Iterable[AnyMeasure], qrels: Qrels, rules: Rules) -> Iterator[Note]:
    """Yield the notes on how these measures see the judgments."""
    if rules.dialect.only_relevant:
        relevant = set(qrels.with_relevant(rules.relevance_level).topics)
        if left := [topic for topic in qrels.topics if topic not in relevant]:
            text = f"topics without a relevant document, not averaged: {some(left)}"
            yield Note("topics-not-relevant", text, numbers={"topics": len(left)})
    for view in find_views(measures):
        yield from view.notes(qrels)


__all__ = [
    "VIEWS",
    "Batches",
    "View",
    "all_views",
    "build_batches",
    "find_main_measure",
    "find_view",
    "find_views",
    "main_measure",
    "note_judgments",
    "require",
    "require_documents",
    "see_documents",
    "see_judgments",
]

importlib.import_module(f"{__name__}.documents")
