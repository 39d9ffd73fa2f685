"""Measures that are evaluated together, and the terms to compute for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from harness.core.judged_run import JudgedRun
from harness.measures import AnyMeasure, Combination, Measure


class MeasureSet(tuple[AnyMeasure, ...]):
    """Measures in the order of their columns.

    Their terms are what is computed: each measure, or each measure of a combination, once, even
    under several labels or in several combinations.
    """

    @classmethod
    def of(cls, measures: Iterable[AnyMeasure]) -> MeasureSet:
        """Return a set of measures; itself if it is one."""
        return measures if isinstance(measures, cls) else cls(measures)

    @cached_property
    def terms(self) -> Mapping[str, tuple[Measure, ...]]:
        """The terms, by the class name of their batches."""
        by_batch: dict[str, dict[Measure, None]] = {}
        for measure in self:
            for _, term in measure.terms if isinstance(measure, Combination) else ((1.0, measure),):
                by_batch.setdefault(term.family.batch, {})[term] = None
        return {batch: tuple(terms) for batch, terms in by_batch.items()}

    @cached_property
    def term_numbers(self) -> Mapping[Measure, int]:
        """The index of each term, through all batches."""
        every = (term for terms in self.terms.values() for term in terms)
        return {term: number for number, term in enumerate(every)}

    @cached_property
    def column_terms(self) -> tuple[int | None, ...]:
        """The index of each measure's term; None for a combination."""
        return tuple(
            None if isinstance(measure, Combination) else self.term_numbers[measure]
            for measure in self
        )

    @cached_property
    def see_only_documents(self) -> bool:
        """Whether all measures see documents only."""
        return set(self.terms) <= {JudgedRun.__name__}

    @cached_property
    def take_several_runs(self) -> bool:
        """Whether a batch may hold the documents of several runs."""
        by_topic = all(term.family.is_by_topic for term in self.term_numbers)
        return self.see_only_documents and by_topic
