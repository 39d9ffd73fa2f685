"""Whether two outputs hold the same values: what a tool printed and what harness printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

Values = dict[tuple[str, str], str]
_EXAMPLES = 10


@dataclass(slots=True)
class Agreement:
    """How many values two outputs share, and how many of these are equal at four decimals."""

    runs: int = 0
    printed: int = 0
    shared: int = 0
    equal: int = 0
    measures: set[str] = field(default_factory=set)
    shared_measures: set[str] = field(default_factory=set)
    differing_measures: set[str] = field(default_factory=set)
    examples: list[str] = field(default_factory=list)

    def add(self, values: Values, expected: Values) -> None:
        """One run's values by (measure, topic)."""
        self.runs += 1
        self.printed += len(values)
        self.measures.update(measure for measure, _ in values)
        for key in values.keys() & expected.keys():
            self.shared += 1
            self.shared_measures.add(key[0])
            if _same(values[key], expected[key]):
                self.equal += 1
            else:
                self._differs(key, values[key], expected[key])

    def _differs(self, key: tuple[str, str], value: str, expected: str) -> None:
        self.differing_measures.add(key[0])
        if len(self.examples) < _EXAMPLES:
            self.examples.append(f"run {self.runs}: {key[0]} {key[1]} {value} harness {expected}")


def _same(value: str, other: str) -> bool:
    """Equal as texts or as numbers (1000 and 1000.0000); relstring is no number."""
    if value == other:
        return True
    try:
        return float(value) == float(other)
    except ValueError:
        return False


def compare(output: Path, expected: Path) -> Agreement:
    """Compare what two tools printed for the same runs in the same order."""
    agreement = Agreement()
    with output.open() as lines, expected.open() as expected_lines:
        pairs = zip_longest(blocks(lines), blocks(expected_lines))
        for values, others in pairs:
            if values is None or others is None:
                raise ValueError(f"{output} and {expected} do not hold the same number of runs")
            agreement.add(values, others)
    return agreement


def blocks(lines: Iterable[str]) -> Iterator[Values]:
    """The values of each run by (measure, topic).

    trec_eval's lines, ``measure topic value``; the line of ``runid`` comes after a run's topics,
    and other lines of the summary (topic ``all``) do not count.
    """
    values: Values = {}
    for line in lines:
        measure, topic, value = line.split("\t")
        if topic != "all":
            values[measure.strip(), topic] = value.strip()
        elif measure.strip() == "runid":
            yield values
            values = {}
