"""Everything that is assured of runs: each sentence with its condition and its simulated rate.

A sentence that promises something ("95 % interval", "controls any false rejection") is printed from
its record here and from nowhere else. ``scripts/calibrate`` measures how often it holds where the
truth is known, and writes ``rates.json``; the nearest of its cells (values of the same kind, as
many topics, as many runs) is quoted with every table, and where it is off the sentence says
"approximate".
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.core.notes import Note
from harness.core.numbers import counted
from harness.evaluation.scales import Scale
from harness.measures.summaries import GEOMETRIC_FLOOR

#: A rate of errors is off where it is above so many times what is promised.
OFF = 1.5

#: Values that only look like a share of few steps have more different ones than this.
_FEW_STEPS = 12

#: Families that ask less than this of a p-value look at a tail that logarithms at a floor change.
_TAIL = 0.001


@dataclass(frozen=True, slots=True)
class Cell:
    """How often something that is said was so, or was wrong, where the truth is known.

    ``statement`` is a name that assurances refer to, ``measure`` the measure whose real table was
    drawn from, with so many ``topics`` and ``runs``; ``samples`` were drawn.
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
class Assurance:
    """A sentence that promises something.

    ``text`` has fields in braces. ``condition`` is what it rests on, ``check`` how that is looked
    at in the data at hand. ``cells`` are the statements of `Cell` that measured it; those after the
    first are quoted as ``also``. ``holds`` says that they count how often it holds, as of
    intervals, and not how often it is wrong. ``measured`` are the words for its rate. What is
    measured by samples of judgments has a ``section`` of docs/calibration.md in their place.
    """

    text: str
    condition: str
    check: str
    measured: str
    cells: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    holds: bool = False
    section: str = ""


#: How conditions on the distribution of values are looked at.
_BY_KIND = "the nearest cell by kind of values, topics and runs; off: approximate"
_NEAR_NORMAL = "means of differences are near normal"
_SYMMETRIC = "differences of equal runs are symmetric around 0"

#: Every assurance by name. Those of corrections, one for each test, are in `of_family`.
ASSURANCES: dict[str, Assurance] = {
    "mean-interval": Assurance(
        "{percent} interval of each mean by itself",
        "means are near normal over topics; of values that are 0 or 1 nothing",
        f"Clopper and Pearson where all values are ends of the scale; else {_BY_KIND}",
        "intervals of means hold the mean",
        ("mean-interval:all", "mean-interval:best", "mean-interval:last"),
        ("the best fifteen runs", "the last fifteen"),
        holds=True,
    ),
    "rank-set": Assurance(
        "confidence set of ranks ({percent}, of each run by itself)",
        _NEAR_NORMAL,
        _BY_KIND,
        "sets hold all ranks of tied runs",
        ("rank-set",),
        holds=True,
    ),
    "rank-sets-at-once": Assurance(
        "confidence set of ranks ({percent}, all at once)",
        _NEAR_NORMAL,
        _BY_KIND,
        "all sets of ranks hold at once",
        ("rank-sets-at-once",),
        holds=True,
    ),
    "could-be-best": Assurance(
        "{percent} confidence",
        _NEAR_NORMAL,
        _BY_KIND,
        "the best of tied runs is said to be one that could be",
        ("could-be-best",),
        holds=True,
    ),
    "difference-interval": Assurance(
        "{percent} t interval of each difference by itself, not corrected",
        _NEAR_NORMAL,
        _BY_KIND,
        "intervals of differences hold 0 for equal runs",
        ("difference-interval:t",),
        holds=True,
    ),
    "differences-at-once": Assurance(
        "{percent} t intervals of all {size} differences at once (Bonferroni)",
        _NEAR_NORMAL,
        _BY_KIND,
        "all intervals of differences hold at once",
        ("differences-at-once",),
        holds=True,
    ),
    "always-valid": Assurance(
        "{percent} always-valid t interval of each difference, however often one looks",
        "the topics that are judged first are not chosen by their values; 20 of them at least",
        f"refused below 20 topics; {_BY_KIND}",
        "looking after every topic finds a difference of equal runs",
        ("looks:always-valid",),
    ),
    "bca": Assurance(
        "bootstrap interval (BCa)",
        "at least 15 topics",
        f"not offered below; {_BY_KIND}",
        "BCa intervals hold 0 for equal runs",
        ("difference-interval:bca",),
        holds=True,
    ),
    "equivalent": Assurance(
        "equivalent within ±{margin}: {verdict} (two one-sided tests, {test}, alpha {alpha})",
        _NEAR_NORMAL,
        _BY_KIND,
        "runs whose difference is the margin are called equivalent",
        ("equivalent", "not-worse"),
        ("called not worse",),
    ),
    "gate": Assurance(
        "within: one-sided non-inferiority of means, alpha {alpha}",
        "no topic loses more than the worst loss",
        "a topic that lost more is refused; of what few topics can miss there is a second test",
        "candidates that lose the whole budget pass",
        ("gate:real", "gate:0", "gate:1", "gate:2", "gate:3", "gate:4", "gate:5"),
        (
            "2 % of topics lose .5",
            "5 % lose .5",
            "10 % lose .5",
            "5 % lose .2",
            "5 % lose .4 and all change a little",
            "normal losses",
        ),
    ),
    "own-F": Assurance(
        "own F, own p: against the effect's own interaction with the topics, both degrees of"
        " freedom times ε (Greenhouse and Geisser)",
        "the interaction with topics is near normal",
        "ε is estimated from the values at hand",
        "F by Greenhouse and Geisser finds equal runs different",
        ("anova:own", "anova:F"),
        ("F as it is",),
    ),
    "reliability": Assurance(
        "{percent} interval, {how}",
        "effects of runs, topics and what is left are near normal; runs are a sample of runs",
        _BY_KIND,
        "intervals of Eρ² hold it",
        ("reliability:generalizability", "reliability:dependability"),
        ("of Φ",),
        holds=True,
    ),
    "sample-interval": Assurance(
        "{percent} of other samples, these topics",
        "judgments were drawn with known probabilities",
        "the probabilities, or strata, that judgments have",
        "intervals of differences by the sample of judgments",
        section="Samples of judgments",
    ),
}


def test_assurance(test: str) -> Assurance:
    """That of a test of one pair: its p.

    >>> test_assurance("t").cells
    ('test:t',)
    """
    conditions = {"randomisation": _SYMMETRIC, "always-valid": ASSURANCES["always-valid"].condition}
    ranks = "differences are symmetric around 0, which is what the test asks, and not equal means"
    condition = conditions.get(test, ranks if test in ("wilcoxon", "sign") else _NEAR_NORMAL)
    words = "p below .05 for runs of equal means"
    return Assurance("p: {how}, two-sided", condition, _BY_KIND, words, (f"test:{test}",))


def family_assurance(correction: str, test: str, *, of_baselines: bool = False) -> Assurance:
    """That of a correction of the p-values of a test, for all pairs or those with baselines.

    >>> family_assurance("holm", "t").text
    'controls any false rejection if means of differences are near normal'
    """
    shares = correction in ("benjamini-hochberg", "benjamini-yekutieli")
    what = "share of false rejections" if shares else "any false rejection"
    condition = _NEAR_NORMAL if test == "always-valid" else test_assurance(test).condition
    if correction == "nemenyi" or test in ("wilcoxon", "sign"):
        condition = _SYMMETRIC if correction != "nemenyi" else "orders of equal runs are chance"
    elif correction == "joint":
        condition = _SYMMETRIC
    elif correction == "tukey":
        condition = "all differences are near normal with the same variance"
    if correction in ("hommel", "benjamini-hochberg"):
        condition += ", and tests depend positively on each other"
    own = correction in ("tukey", "nemenyi")
    name = f"pairs:{correction}" if own else f"pairs:{correction}:{test}"
    cells: tuple[str, ...] = (name,)
    also: tuple[str, ...] = ()
    if name == "pairs:holm:t":
        cells = ("against:holm",) if of_baselines else (name, "pairs-variants:holm", _ALL_EQUAL)
        also = () if of_baselines else ("of near-identical runs", "where all runs are equal")
    words = f"{'share' if shares else 'families with any'} of false rejections"
    words = words if shares else "families with a false rejection"
    return Assurance(f"controls {what} if {condition}", condition, _BY_KIND, words, cells, also)


_ALL_EQUAL = "pairs-all-equal:holm"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Kinds of values, topics and runs, which decide which cell is the nearest."""

    kinds: tuple[str, ...]
    topics: int
    runs: int

    @classmethod
    def of(cls, tables: ScoreTable | Sequence[ScoreTable]) -> Circumstances:
        """Those of one or several tables; the fewest topics, and the most runs."""
        chosen = [tables] if isinstance(tables, ScoreTable) else list(tables)
        kinds = tuple(dict.fromkeys(kind_of(table) for table in chosen))
        topics = min(len(table.topics) for table in chosen)
        return cls(kinds, topics, max(len(table.runs) for table in chosen))

    @classmethod
    def of_values(cls, values: Floats, scale: Scale) -> Circumstances:
        """Those of values [R, T] of one measure, on its scale."""
        return cls((_kind(values, scale),), values.shape[1], len(values))


#: The measures that were calibrated for each kind of values; of several the worst rate counts.
KINDS: dict[str, tuple[str, ...]] = {
    "graded": ("AP", "nDCG@10", "ERR@20", "FNR"),
    "reciprocal ranks": ("RR",),
    "few steps": ("P@5",),
    "yes or no": ("Success@1",),
    "logarithms": ("GMAP",),
}


def kind_of(table: ScoreTable) -> str:
    """The kind of a table's values, one of `KINDS`, by the values alone.

    >>> values = np.array([[1.0, 0.5], [1 / 3, 0.0], [1.0, 0.25], [0.2, 1 / 6]])
    >>> kind_of(ScoreTable("RR", ("x", "y"), ("1", "2", "3", "4"), values))
    'reciprocal ranks'
    """
    return _kind(table.values, table.scale)


def _kind(values: Floats, scale: Scale) -> str:
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
    """Every cell that was simulated, by its statement."""
    text = files("harness.comparison").joinpath("rates.json").read_text(encoding="utf-8")
    known: dict[str, list[Cell]] = {}
    for row in json.loads(text)["cells"]:
        known.setdefault(row[0], []).append(Cell(*row))
    return {name: tuple(rows) for name, rows in known.items()}


def nearest(statement: str, known: Circumstances, *, holds: bool = False) -> Cell | None:
    """The cell of a statement that is nearest to a comparison; None where it has none.

    Of the measures of each kind, and of several kinds, the one with the worst rate.
    """
    near = []
    for measure in (m for kind in known.kinds for m in KINDS[kind]):
        of_measure = [cell for cell in cells().get(statement, ()) if cell.measure == measure]
        if of_measure:
            near.append(min(of_measure, key=lambda cell: _distance(cell, known)))
    if not near:
        return None
    return min(near, key=lambda cell: cell.rate if holds else -cell.rate)


def _distance(cell: Cell, known: Circumstances) -> tuple[float, int]:
    apart = abs(math.log(cell.topics / known.topics)) + abs(math.log(cell.runs / known.runs))
    return apart, cell.topics


def is_off(rate: float, promised: float, *, holds: bool) -> bool:
    """Whether a rate is so far from what is promised that the sentence is approximate.

    >>> is_off(0.94, 0.05, holds=True), is_off(0.09, 0.05, holds=False)
    (False, True)
    """
    return (1 - rate if holds else rate) > OFF * promised


def sentence(assurance: Assurance | str, known: Circumstances, **fields: Any) -> str:
    """The sentence of an assurance; "approximate" is added where any nearest cell is off.

    Nothing where no cell measured it.
    """
    record = ASSURANCES[assurance] if isinstance(assurance, str) else assurance
    text = record.text.format(**fields)
    if record.section:
        return text
    near = [nearest(name, known, holds=record.holds) for name in record.cells]
    if near[0] is None:
        return ""
    rates = [cell.rate for cell in near if cell is not None]
    off = any(is_off(rate, 0.05, holds=record.holds) for rate in rates)
    return f"{text} (approximate)" if off else text


def rates_note(
    assurances: Iterable[Assurance | str], tables: ScoreTable | Sequence[ScoreTable]
) -> Note | None:
    """How often what a table assures is so, or wrong, in the nearest cells; None without any."""
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
        where = f"{first.measure}, {counted(first.topics, 'topic')}"
        where += f", {first.runs} runs" if first.runs > 2 else ""
        texts.append(f"{record.measured}: {_share(first)}{more} [{where}]")
        numbers[record.measured] = first.rate
    if not texts:
        return None
    text = "measured on TREC-8's runs by values like these, where 95 % or .05 is promised: "
    return Note("measured-rates", text + "; ".join(texts), numbers=numbers)


def _share(cell: Cell) -> str:
    return f"{cell.rate:.3f}".removeprefix("0")


def at_floor(table: ScoreTable) -> int:
    """The topics on which a value is at the floor of logarithms, of any run."""
    if not table.scale.geometric:
        return 0
    return int((table.values <= GEOMETRIC_FLOOR).any(axis=1).sum())


def unsupported_tail(table: ScoreTable, alpha: float, size: int) -> str:
    """Why a family of so many comparisons asks for a tail that t does not have here; else empty.

    Logarithms of values at a floor make jumps, by which p-values below .001 come several times as
    often as they should; families whose first step asks for less are not supported then.
    """
    floored = at_floor(table)
    if not floored or alpha / max(1, size) >= _TAIL:
        return ""
    tail = nearest("tail:t", Circumstances.of(table))
    often = f", measured {_TAIL:g} comes as {tail.rate:.4f}" if tail else ""
    topics = counted(floored, "topic", "has", of=len(table.topics))
    text = f"{topics} values at the floor, and p below {_TAIL:g} comes too often then{often}"
    return f"{text}; {counted(size, 'comparison', 'asks')} for less"
