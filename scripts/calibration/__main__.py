"""``scripts/calibrate``: simulate, and write the rates that are quoted and docs/calibration.md.

What there is of each rate is kept after every batch of samples: stopped, it goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path

import numpy as np

from harness.comparison.assurances import Cell
from harness.core.arrays import generator
from scripts.calibration.page import OF_JUDGMENTS, page_of, sections_of
from scripts.calibration.parts import PARTS, Simulation
from scripts.calibration.samples import ROOT, TREC8, Outcomes, Population, Sampling, populations

#: Where the rates are that comparisons quote.
RATES = ROOT / "harness/comparison/rates.json"
PAGE = ROOT / "docs/calibration.md"

#: Samples of each design of judgments, and of each model.
_SAMPLES = 2000

#: A rate's statement, measure, topics and runs.
Key = tuple[str, str, int, int]


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """A simulation of one size, from one population."""

    simulation: Simulation
    population: Population
    runs: int
    topics: int

    def key(self, statement: str) -> Key:
        """The rate of a statement that it makes."""
        return (statement, self.population.name, self.topics, self.runs)


@dataclass(slots=True)
class Rates:
    """The rates there are, in a file that is written after every batch."""

    path: Path
    cells: dict[Key, Cell] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Rates:
        """Those of a file; none where there is no file."""
        rows = json.loads(path.read_text(encoding="utf-8"))["cells"] if path.exists() else []
        return cls(path, {tuple(row[:4]): Cell(*row) for row in rows})

    def samples(self, job: Job) -> int:
        """How many samples of a job there are."""
        cells = (self.cells.get(job.key(name)) for name in job.simulation.tables)
        return min((cell.samples for cell in cells if cell), default=0)

    def add(self, job: Job, outcomes: Outcomes) -> None:
        """Add those of a batch to what was there, and write all."""
        for statement, each in outcomes.items():
            values, key = np.asarray(each, dtype=np.float64), job.key(statement)
            before = self.cells.get(key)
            samples, right = len(values), float(values.sum())
            if before:
                samples, right = samples + before.samples, right + before.rate * before.samples
            self.cells[key] = Cell(*key, right / samples, samples)
        self.write()

    def write(self) -> None:
        """Write all, in the order of the page."""
        rows = ",\n".join(
            json.dumps([*astuple(cell)[:4], round(cell.rate, 6), cell.samples])
            for cell in self.sorted()
        )
        written = self.path.with_suffix(".new")  # whole at any time, wherever it is stopped
        written.write_text(f'{{"cells": [\n{rows}\n]}}\n', encoding="utf-8")
        written.replace(self.path)

    def sorted(self) -> list[Cell]:
        """All cells in the order of the page; those of statements that are no more are left out."""
        order = {name: place for place, name in enumerate(_statements(PARTS))}
        cells = [cell for cell in self.cells.values() if cell.statement in order]
        return sorted(cells, key=lambda c: (order[c.statement], c.measure, c.runs, c.topics))


def main() -> None:
    """Simulate from every table until there are enough samples, and write rates and page."""
    parser = argparse.ArgumentParser(prog="scripts/calibrate", description=__doc__)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after [never]")
    parser.add_argument("--afresh", action="store_true", help="forget the rates of these parts")
    parser.add_argument(
        "--part",
        action="append",
        choices=(*PARTS, *OF_JUDGMENTS, "none"),
        help="simulate this part, can be repeated, or none and write the page [all]",
    )
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    parts, rates = given.part or (*PARTS, *OF_JUDGMENTS), Rates.read(RATES)
    sections = sections_of(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    if given.afresh:
        forgotten = set(_statements(parts))
        rates.cells = {k: cell for k, cell in rates.cells.items() if k[0] not in forgotten}
        sections = {heading: text for heading, text in sections.items() if heading not in parts}
    write_page(PAGE, rates, sections)
    if set(parts) & set(PARTS):
        if not (tables := populations()):
            print(f"no runs of TREC-8 in {TREC8}: nothing is drawn from them", file=sys.stderr)
        for job, samples in simulate(tables, parts, rates, end):
            size = f"{job.runs} × {job.topics}, {samples} samples"
            print(job.simulation.simulate.__name__, job.population.name, size, flush=True)
    for heading, make in OF_JUDGMENTS.items():
        if heading in parts and heading not in sections and time.monotonic() < end:
            sections[heading] = make(_SAMPLES)
            write_page(PAGE, rates, sections)
    write_page(PAGE, rates, sections)


def simulate(
    tables: Sequence[Population], parts: Collection[str], rates: Rates, end: float
) -> Iterator[tuple[Job, int]]:
    """Simulate a batch of the job with the fewest samples until all have enough, or time ends.

    Yields each job with the samples that there are of it now.
    """
    left = {job: rates.samples(job) for job in _jobs(tables, parts)}
    while left and time.monotonic() < end:
        job = min(left, key=lambda job: left[job])
        if left[job] >= job.simulation.wanted:
            del left[job]
            continue
        name = job.simulation.simulate.__name__
        about = (name, job.population.name, job.runs, job.topics, left[job])
        random = generator(1, *map(str, about))
        given = Sampling(job.population, job.runs, job.topics, job.simulation.batch, random)
        outcomes = job.simulation.simulate(given)
        rates.add(job, outcomes)
        left[job] = rates.samples(job)
        yield job, left[job]
        if not outcomes:  # no runs of this population tie
            del left[job]


def write_page(path: Path, rates: Rates, sections: dict[str, str]) -> None:
    """Write the page of the rates, and of the sections about judgments."""
    path.write_text(page_of(rates.sorted(), sections), encoding="utf-8")


def _jobs(tables: Sequence[Population], parts: Collection[str]) -> Iterator[Job]:
    for part in parts:
        for simulation in PARTS[part].simulations if part in PARTS else ():
            invented = Population(simulation.invented, np.zeros((1, 2)))
            for population in [invented] if simulation.invented else tables:
                for runs, topics in simulation.sizes:
                    if runs <= population.num_runs:
                        yield Job(simulation, population, runs, topics)


def _statements(parts: Collection[str]) -> list[str]:
    return [name for part in parts if part in PARTS for name in PARTS[part].tables]


if __name__ == "__main__":
    main()
