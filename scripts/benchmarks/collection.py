"""The files that all the tools read: plain text, decompressed or made where need be."""

from __future__ import annotations

import glob
import gzip
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TREC8 = ROOT.parent / "shared" / "data" / "trec8"
SEED = 8
#: Runs × topics × depth of TREC-8, for the collection that is made where TREC-8 is not there.
SHAPE = (129, 50, 1000)


@dataclass(frozen=True, slots=True)
class Collection:
    """Judgments and runs as plain files, and their size."""

    name: str
    qrels: Path
    runs: tuple[Path, ...]
    lines: int
    judgments: int
    topics: int
    size: int

    def sample(self, number: int) -> tuple[Path, ...]:
        """Some of the runs, evenly spaced in the order of their names."""
        number = min(number, len(self.runs))
        return tuple(self.runs[place * len(self.runs) // number] for place in range(number))


def of_files(name: str, qrels: Path, runs: Sequence[Path], folder: Path) -> Collection:
    """A collection of files; those that end in .gz are decompressed into the folder."""
    plain_runs = tuple(_plain(run, folder / "runs") for run in sorted(runs))
    plain_qrels = _plain(qrels, folder)
    return Collection(
        name=name,
        qrels=plain_qrels,
        runs=plain_runs,
        lines=sum(map(_count_lines, plain_runs)),
        judgments=_count_lines(plain_qrels),
        topics=_count_topics(plain_qrels),
        size=sum(path.stat().st_size for path in (plain_qrels, *plain_runs)),
    )


def synthetic(shape: Sequence[int], folder: Path) -> Collection:
    """A made collection of runs × topics × depth, always the same for the same shape."""
    program = Path(__file__).with_name("synthetic.py")
    numbers = [str(number) for number in (*shape, SEED)]
    subprocess.run([sys.executable, str(program), str(folder), *numbers], check=True)
    name = f"synthetic, {'×'.join(map(str, shape))} (runs × topics × depth), seed {SEED}"
    runs = list((folder / "runs").iterdir())
    return of_files(name, folder / "qrels.txt", runs, folder)


def trec8(folder: Path) -> Collection:
    """All the runs of the ad hoc task of TREC-8, from the reference collections."""
    runs = list((TREC8 / "runs").glob("*.gz"))
    return of_files("TREC-8 ad hoc", TREC8 / "qrels.trec8.adhoc.txt", runs, folder)


def matching(patterns: Sequence[str]) -> list[Path]:
    """The files that paths and glob patterns stand for."""
    names = {name for pattern in patterns for name in glob.glob(pattern)}  # noqa: PTH207
    return [Path(name) for name in sorted(names)]


def _plain(path: Path, folder: Path) -> Path:
    if path.suffix != ".gz":
        return path
    folder.mkdir(exist_ok=True)
    plain = folder / path.stem
    with gzip.open(path) as source, plain.open("wb") as target:
        shutil.copyfileobj(source, target)
    return plain


def _count_lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _count_topics(path: Path) -> int:
    with path.open("rb") as file:
        return len({line.split(None, 1)[0] for line in file if line.strip()})
