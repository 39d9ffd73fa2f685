"""The simulated rate of each sentence that promises something about runs.

``scripts/calibrate`` measures how often the sentences of `harness.comparison.statements` hold where
the truth is known, and writes ``rates.json``. The nearest of its cells (by kind of values, topics
and runs) is quoted with every table; if its rate is off, the sentence says "approximate".
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from harness.comparison.statements import ASSURANCES, Assurance
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.core.notes import Note
from harness.core.numbers import collect, count_noun
from harness.evaluation.scales import Scale
from harness.measures.summaries import GEOMETRIC_FLOOR

#: An assurance is approximate if its error rate exceeds the nominal one by this factor.
OFF = 1.5

#: Values with more distinct ones than this are not of few steps, whatever they look like.
_FEW_STEPS = 12

#: Families that require p-values below this depend on a tail that floored logarithms distort.
_TAIL = 0.001


@dataclass(frozen=True, slots=True)
class Cell:
    """A rate at which a statement held, or failed, in simulations.

    ``statement`` is the name that assurances refer to, ``measure`` the measure whose real table was
    drawn from, with ``topics`` and ``runs``; ``samples`` were drawn.
    """

    statement: str
    measure: str
    topics: int
    runs: int
    rate: float
    samples: int

    @property
    def error(self) -> float:
        """The standard error of the rate by simulation."""
        return math.sqrt(self.rate * (1 - self.rate) / self.samples)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The kinds of values, and the numbers of topics and runs, that select the nearest cell.

    Values may be ``estimated`` from samples of judgments.
    """

    kinds: tuple[str, ...]
    topics: int
    runs: int
    estimated: bool = False

    @classmethod
    def of(cls, tables: ScoreTable | Sequence[ScoreTable]) -> Circumstances:
        """Return the circumstances of tables: the fewest topics, and the most runs."""
        chosen = [tables] if isinstance(tables, ScoreTable) else list(tables)
        kinds = tuple(dict.fromkeys(classify_values(table) for table in chosen))
        topics = min(len(table.topics) for table in chosen)
        runs = max(len(table.runs) for table in chosen)
        return cls(kinds, topics, runs, any(table.scale.estimated for table in chosen))

    @classmethod
    def of_values(cls, values: Floats, scale: Scale) -> Circumstances:
        """Return the circumstances of values [R, T] of one measure, on its scale."""
        return cls((_choose_kind(values, scale),), values.shape[1], len(values), scale.estimated)

    @classmethod
    def of_judging(cls, topics: int) -> Circumstances:
        """Return the circumstances of the judgments of two assessors on a number of topics."""
        return cls(("judgments",), topics, 2)


#: The calibrated measures of each kind of values; of several the worst rate counts.
KINDS: dict[str, tuple[str, ...]] = {
    "graded": ("AP", "nDCG@10", "ERR@20", "FNR"),
    "reciprocal ranks": ("RR",),
    "few steps": ("P@5",),
    "yes or no": ("Success@1",),
    "logarithms": ("GMAP",),
}


def classify_values(table: ScoreTable) -> str:
    """Return the kind of a table's values, a key of `KINDS`, from the values alone.

    >>> values = np.array([[1.0, 0.5], [1 / 3, 0.0], [1.0, 0.25], [0.2, 1 / 6]])
    >>> classify_values(ScoreTable("RR", ("x", "y"), ("1", "2", "3", "4"), values))
    'reciprocal ranks'
    """
    return _choose_kind(table.values, table.scale)


def _choose_kind(values: Floats, scale: Scale) -> str:
    if scale.geometric:
        return "logarithms"
    different = np.unique(values[np.isfinite(values)])
    if np.isin(different, scale.bounds).all():
        return "yes or no"
    above = different[different > 0]
    ranks = 1 / above
    if different[0] >= 0 and len(above) > 2 and np.abs(ranks - np.rint(ranks)).max() < 1e-9:
        return "reciprocal ranks"
    return "few steps" if len(different) < min(_FEW_STEPS, values.size / 2) else "graded"


@lru_cache(maxsize=1)
def cells() -> dict[str, tuple[Cell, ...]]:
    """Return every simulated cell, by statement."""
    text = files("harness.comparison").joinpath("rates.json").read_text(encoding="utf-8")
    known = collect((row[0], Cell(*row)) for row in json.loads(text)["cells"])
    return {name: tuple(rows) for name, rows in known.items()}


def nearest(statement: str, known: Circumstances, *, holds: bool = False) -> Cell | None:
    """Return the cell of a statement nearest to a comparison; None without cells.

    Of the measures of each kind, and of several kinds, it is the one with the worst rate.
    """
    near = []
    for measure in (m for kind in known.kinds for m in KINDS.get(kind, (kind,))):
        of_measure = [cell for cell in cells().get(statement, ()) if cell.measure == measure]
        if of_measure:
            near.append(min(of_measure, key=lambda cell: _measure_distance(cell, known)))
    if not near:
        return None
    return min(near, key=lambda cell: cell.rate if holds else -cell.rate)


def _measure_distance(cell: Cell, known: Circumstances) -> tuple[float, int]:
    apart = abs(math.log(cell.topics / known.topics)) + abs(math.log(cell.runs / known.runs))
    return apart, cell.topics


def is_off(rate: float, promised: float, *, holds: bool) -> bool:
    """Return whether a rate is far enough from the nominal one to say "approximate".

    >>> is_off(0.94, 0.05, holds=True), is_off(0.09, 0.05, holds=False)
    (False, True)
    """
    return (1 - rate if holds else rate) > OFF * promised


def is_beyond(cell: Cell, known: Circumstances) -> bool:
    """Return whether the nearest cell has twice as many topics or more, or half as many runs or
    fewer.

    Statements about two runs, or about one run's mean, do not depend on the number of runs.

    >>> cell = Cell("rank-set", "AP", 15, 9, 0.95, 2000)
    >>> [is_beyond(cell, Circumstances(("graded",), n, 9)) for n in (4, 7, 8, 15)]
    [True, True, False, False]
    """
    of_many = cell.runs > 2 and not cell.statement.startswith("mean-interval")
    return cell.topics >= 2 * known.topics or (of_many and known.runs >= 2 * cell.runs)


def sentence(
    assurance: Assurance | str,
    known: Circumstances | ScoreTable | Sequence[ScoreTable],
    **fields: Any,
) -> str:
    """Return the sentence of an assurance, marked "approximate" if any nearest cell is off, or far.

    Empty if no cell measured it. Means of estimates have a sentence of their own.
    """
    known = known if isinstance(known, Circumstances) else Circumstances.of(known)
    if assurance == "mean-interval" and known.estimated:
        assurance = "estimated-interval"
    record = ASSURANCES[assurance] if isinstance(assurance, str) else assurance
    text = record.text.format(**fields)
    if record.section:
        return text
    near = [nearest(name, known, holds=record.holds) for name in record.cells]
    if near[0] is None:
        return ""
    measured = [cell for cell in near if cell is not None]
    off = any(is_off(c.rate, 0.05, holds=record.holds) or is_beyond(c, known) for c in measured)
    return f"{text}, approximate" if off else text


def rate_notes(
    assurances: Iterable[Assurance | str], tables: ScoreTable | Sequence[ScoreTable]
) -> Iterator[Note]:
    """Yield a note with the rates of a table's assurances in the nearest cells, if any."""
    known = Circumstances.of(tables)
    texts, numbers = [], {}
    for name in dict.fromkeys(assurances):
        record = ASSURANCES[name] if isinstance(name, str) else name
        near = [nearest(each, known, holds=record.holds) for each in record.cells]
        if not near or near[0] is None:
            continue
        others = [
            f"{words} {_share(cell)}"
            for words, cell in zip(record.also, near[1:], strict=True)
            if cell is not None
        ]
        more = f" ({', '.join(others)})" if others else ""
        first = near[0]
        where = f"{first.measure}, {count_noun(first.topics, 'topic')}"
        where += f", {first.runs} runs" if first.runs > 2 else ""
        texts.append(f"{record.measured}: {_share(first)}{more} [{where}]")
        numbers[record.measured] = first.rate
    if texts:
        text = "measured on TREC-8's runs by values like these, where 95 % or .05 is promised: "
        yield Note("measured-rates", text + "; ".join(texts), numbers=numbers)


def _share(cell: Cell) -> str:
    """Return a rate and its standard error by simulation.

    >>> _share(Cell("rank-set", "AP", 15, 9, 0.95, 2000))
    '.950 ± .005'
    """
    return " ± ".join(f"{number:.3f}".removeprefix("0") for number in (cell.rate, cell.error))


def count_at_floor(table: ScoreTable) -> int:
    """Count the topics on which some run's value is at the floor of logarithms."""
    if not table.scale.geometric:
        return 0
    return int((table.values <= GEOMETRIC_FLOOR).any(axis=1).sum())


def explain_unsupported_tail(table: ScoreTable, alpha: float, size: int) -> str:
    """Return the reason why t does not hold in the tail that a large family requires; else empty.

    Logarithms of floored values make jumps, by which p-values below .001 are several times too
    frequent; families whose first step requires less are then not supported.
    """
    floored = count_at_floor(table)
    if not floored or alpha / max(1, size) >= _TAIL:
        return ""
    tail = nearest("tail:t", Circumstances.of(table))
    often = f", measured {_TAIL:g} comes as {tail.rate:.4f}" if tail else ""
    topics = count_noun(floored, "topic", "has", of=len(table.topics))
    text = f"{topics} values at the floor, and p below {_TAIL:g} comes too often then{often}"
    return f"{text}; {count_noun(size, 'comparison', 'asks')} for less"
