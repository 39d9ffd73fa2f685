"""trec_eval as a self-test calls and reads it: cases, arguments, lines, known faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from harness.core.dialects import Dialect
from harness.selftest.at_work import has_levels_below
from harness.selftest.cases import QRELS, RUN, STANDARDS, Case
from harness.selftest.drawn.documents import documents
from harness.selftest.drawn.judgments import other_judgments, standard_scores


def draw(rng: Random, dialect: Dialect) -> Case:
    """Draw a case of any kind of judgments, with or without standard scores."""
    kinds = (documents, documents, documents, documents, other_judgments, standard_scores)
    return rng.choice(kinds)(rng, dialect)


def trec_arguments(case: Case) -> tuple[str, ...]:
    """The arguments of trec_eval for a case."""
    standards = () if case.standards is None else ("-Z", STANDARDS)
    return (*standards, *case.options.arguments(), QRELS, RUN)


def harness_arguments(case: Case, dialect: Dialect) -> tuple[str, ...]:
    """The arguments of ``harness eval`` for the same."""
    return ("--quiet", "--dialect", dialect.name, *trec_arguments(case))


def trec_lines(text: str) -> Mapping[tuple[str, str], str]:
    r"""Values by label and topic; a second line of one is told apart by a word.

    >>> trec_lines("map   \tall\t0.5000\n")
    {('map', 'all'): '0.5000'}
    """
    values: dict[tuple[str, str], str] = {}
    for row in text.splitlines():
        label, topic, value = (*row.split("\t", 2), "", "")[:3]
        key = (label.rstrip(), topic)
        while key in values:
            key = (f"{key[0]} again", topic)
        values[key] = value.strip()
    return values


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault of trec_eval: how it ends, what is wrong there, and on what.

    ``pattern`` is looked for in the signal and what the program said; ``needs`` tells whether a
    case has what provokes it.
    """

    code: str
    pattern: str
    says: str
    needs: Callable[[Case], bool]


def _has_shared_gains(case: Case) -> bool:
    names = [name.partition(".") for name in case.options.measures]
    return any(name == "dcg" and "=" in gains for name, _, gains in names)


def _has_negative_topic(case: Case) -> bool:
    return any(all(grade < 0 for grade in of_topic.values()) for of_topic in case.grades.values())


FAULTS = (
    Fault(
        "gains-twice",
        r"SIGABRT|SIGSEGV|double free|free\(\)",
        "trec_eval 10 frees gains twice where dcg has gains beside ndcg or ideal_dcg",
        _has_shared_gains,
    ),
    Fault(
        "negative-topic",
        r"SIGSEGV|SIGABRT",
        "trec_eval reads beyond its counts where all judgments of a topic are negative",
        _has_negative_topic,
    ),
    Fault(
        "option-values",
        r"SIGSEGV|SIGABRT",
        "trec_eval reads before its results where -M is below 0",
        lambda case: "-M" in case.options.odd,
    ),
    Fault(
        "preferences-memory",
        r"SIGSEGV|SIGABRT",
        "trec_eval reads past the levels of a judgment group that has one below 0",
        has_levels_below,
    ),
)


def known_fault(case: Case, message: str) -> Fault | None:
    """The known fault that explains a crash, or None."""
    return next((f for f in FAULTS if re.search(f.pattern, message) and f.needs(case)), None)
