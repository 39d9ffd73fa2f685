"""Swapped judgments and runs in Python, recognised by their kind or their numbers.

Text files are recognised by their lines (`harness.hypotheses.layout`). A nested dictionary can be
either, so that only its numbers tell; they count only if both sides look swapped.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.columns import Columns
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.listing import is_pattern
from harness.core.locations import is_path
from harness.core.model import Qrels, Run
from harness.core.ordering import block_starts
from harness.core.packages import pl
from harness.formats.layouts import find_layout
from harness.formats.qrels_columns import GRADE_NAMES
from harness.formats.remote import is_url, is_url_pattern
from harness.formats.tables import plain
from harness.hypotheses.evidence import SWAPPED

#: The hint on the order of arguments.
ORDER = "judgments come first: score(qrels, runs, measures)"
#: The grades of common relevance scales.
_LOWEST_GRADE, _HIGHEST_GRADE = -3, 10
#: Values with so many different numbers per topic, on average, are not grades.
_MANY = 10
#: Kinds of Python values, which hold judgments or runs, as tables do and lines do not.
_VALUES = frozenset({"dict", "polars", "pandas", "records"})


def refuse_kinds(qrels: Any, runs: Any) -> None:
    """Raise `EvaluationError` if the kind of an argument shows that it is in the wrong place."""
    problems = []
    if what := _runs_in(qrels):
        problems.append(Problem(f"{what} where the judgments are expected: {SWAPPED}", hint=ORDER))
    if what := _judgments_in(runs):
        problems.append(Problem(f"{what} where runs are expected: {SWAPPED}", hint=ORDER))
    refuse(problems, EvaluationError)


def _runs_in(given: Any) -> str | None:
    if isinstance(given, Run):
        return "a run stands"
    if is_path(given):
        path = os.fspath(given)
        pattern = is_url_pattern(path) if is_url(path) else is_pattern(path)
        pattern = pattern and not Path(path).is_file()
        return "a pattern of files stands" if pattern else None
    if any(isinstance(part, Run) or is_path(part) or _is_nested(part) for part in _parts(given)):
        return "several runs stand"
    names = _columns(given)
    return "a ranking stands" if "rank" in names and names.isdisjoint(GRADE_NAMES) else None


def _judgments_in(given: Any) -> str | None:
    if isinstance(given, Qrels) or any(isinstance(part, Qrels) for part in _parts(given)):
        return "judgments stand"
    return "judgments stand" if any(map(_has_grades, ((given, *_parts(given))))) else None


def _has_grades(frame: Any) -> bool:
    names = _columns(frame)
    return not names.isdisjoint(GRADE_NAMES) and names.isdisjoint(("score", "rank"))


def _is_nested(given: Any) -> bool:
    """Return whether a value is ``{topic: {document: …}}``, rather than several of them."""
    return isinstance(given, Mapping) and isinstance(next(iter(given.values()), None), Mapping)


def _parts(given: Any) -> Iterable[Any]:
    if isinstance(given, Mapping):
        return given.values()
    return given if isinstance(given, list | tuple) else ()


def _columns(given: Any) -> frozenset[str]:
    if isinstance(given, Mapping) or not hasattr(given, "columns"):
        return frozenset()
    if isinstance(given, pl.LazyFrame):
        return frozenset()
    return frozenset(plain(name) for name in given.columns)


def is_typed(runs: Any) -> bool:
    """Return whether runs are `Run` values, about which nothing is guessed."""
    return any(isinstance(part, Run) for part in (runs, *_parts(runs)))


def refuse_numbers(qrels: Qrels, run: Run) -> None:
    """Raise `EvaluationError` if judgments have the numbers of a run, and the run those of qrels.

    Only dictionaries, frames and tables are checked, which may be either. `refuse_swapped` has the
    criteria.
    """
    if not _holds_both("judgments", qrels.format):
        return
    if not _holds_both("runs", run.details.get("format")):
        return
    if run.details.get("whole_numbers", True) and _may_be_grades(run.rows.numbers("score")):
        refuse_swapped(_by_topic(qrels.rows, "grade"), _by_topic(run.rows, "score"), run)


def _may_be_grades(scores: Floats) -> bool:
    """Return whether scores are whole numbers of at most 10, like grades."""
    inside = (scores >= _LOWEST_GRADE) & (scores <= _HIGHEST_GRADE)
    return bool((inside & (scores == np.floor(scores))).all())


class TopicNumbers(NamedTuple):
    """Count of each topic's numbers [T], of different ones, and the lowest and the highest."""

    size: Ints
    different: Ints
    lowest: Floats
    highest: Floats

    @classmethod
    def of(cls, codes: Ints, values: npt.NDArray[Any]) -> TopicNumbers:
        """Summarise values [N] by topic, whose ``codes`` are [N].

        >>> numbers = TopicNumbers.of(np.array([0, 0, 1]), np.array([2, 2, 0]))
        >>> numbers.size.tolist(), numbers.different.tolist(), numbers.highest.tolist()
        ([2, 1], [1, 1], [2, 0])
        """
        order = np.lexsort((values, codes))
        codes, values = codes[order], values[order]
        starts = block_starts(codes)
        new = np.concatenate([[True], (values[1:] != values[:-1]) | (codes[1:] != codes[:-1])])
        size = np.diff(np.append(starts, len(codes)))
        different = np.add.reduceat(new.astype(np.int64), starts)
        return cls(size, different, values[starts], values[starts + size - 1])


def refuse_swapped(grades: TopicNumbers, scores: TopicNumbers, run: Run) -> None:
    """Raise `EvaluationError` if judgments and a run, whose scores may be grades, look swapped.

    The judgments have the numbers of a run if their topics have 10 different grades on average.
    Fewer are enough if no topic has a grade twice, or a grade of 0, and one at least has three:
    then the run must have a score twice in a topic, or zeros without counting down to them.
    """
    beyond_any_scale = grades.different.sum() >= _MANY * len(grades.size)
    if not (beyond_any_scale or (_like_scores(grades) and _like_grades(scores))):
        return
    message = f"the judgments look like a run, and the run {run.name!r} like judgments: {SWAPPED}"
    right = "scores with decimals (3.0), Run values and files in TREC's layouts are not doubted"
    raise EvaluationError(Problem(message, run.source, hint=f"{ORDER}; {right}"))


def _holds_both(kind: str, form: str | None) -> bool:
    if form is None or form in _VALUES:
        return form is not None
    layout = find_layout(kind, form)
    return layout is not None and layout.fields is None


def _by_topic(rows: Columns, value: str) -> TopicNumbers:
    topics = rows.topics()
    numbers = {name: number for number, name in enumerate(dict.fromkeys(topics.names))}
    codes = np.repeat([numbers[name] for name in topics.names], topics.sizes)
    return TopicNumbers.of(codes, rows.numbers(value))


def _like_scores(topics: TopicNumbers) -> bool:
    alone = bool((topics.different == topics.size).all())
    return alone and bool((topics.lowest > 0).all() and (topics.size >= 3).any())


def _like_grades(topics: TopicNumbers) -> bool:
    if (topics.different < topics.size).any():
        return True
    counts_down = (topics.lowest == 0) & (topics.highest == topics.size - 1)
    return bool((topics.lowest <= 0).any() and not counts_down.all())
