"""TREC-8 as the pooling tests use it: read once, gathered once."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import harness
from harness.core.model import Qrels, Run
from harness.formats.frames import qrels_from, runs_from
from harness.pooling import Candidates, gather

from .biased import QRELS, RUNS


@dataclass(frozen=True)
class Trec8:
    """The ad hoc task: ``participants`` by run (columns of the table), ``runs`` by name."""

    folder: Path
    participants: Mapping[str, Mapping[str, str]]
    runs: Mapping[str, Run]
    judged_runs: list[Run]
    qrels: Qrels


@pytest.fixture(scope="session")
def trec8(shared: Path) -> Trec8:
    """The 129 runs, the 71 of them that were judged, and the official judgments."""
    folder = shared / "data/trec8"
    with (folder / "participants.tsv").open() as file:
        participants = {row["run"]: row for row in csv.DictReader(file, delimiter="\t")}
    runs = {run.name: run for run in harness.read_runs(str(folder / "runs/*.gz"))}
    judged = [runs[name] for name, row in participants.items() if row["judged"] == "yes"]
    qrels = harness.read_qrels(folder / "qrels.trec8.adhoc.txt")
    return Trec8(folder, participants, runs, judged, qrels)


@pytest.fixture(scope="session")
def trec8_candidates(trec8: Trec8) -> Candidates:
    """What the 71 judged runs offer to depth 100."""
    return gather(trec8.judged_runs, depth=100)


@pytest.fixture
def runs() -> list[Run]:
    """Three runs of two groups, of which all bias can be worked by hand."""
    return runs_from(RUNS)


@pytest.fixture
def qrels() -> Qrels:
    return qrels_from(QRELS)
