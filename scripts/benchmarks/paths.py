"""``scripts/bench paths``: what people use, command by command, on collections of many shapes.

Each path is a whole process from a cold start; other tools do the work of ``eval -q -m all_trec``
on the same files. CPU seconds are told, user and system of all processes, beside those of the
clock: they change less on a machine that others use. What takes too long is ended, and what the
time does not allow is left out; the table says both. A run of ranx takes most of its time to
compile, so that it gets one run.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.benchmarks import collection, machine, synthetic, tables
from scripts.benchmarks.groups import tell
from scripts.benchmarks.measuring import FailedError, launch
from scripts.benchmarks.tools import TOOLS

HARNESS = (sys.executable, "-m", "harness")
_FORMATS = ("trec_eval", "table", "tsv", "csv", "json", "jsonl", "markdown", "parquet", "arrow")
_ALL = ("eval", "--quiet", "-q", "-m", "all_trec", "--format")
#: The path that does the work of the other tools.
_BASE = "eval -q -m all_trec"
_API = {
    "from paths": "runs = paths",
    "from frames": """
import polars as pl
from pathlib import Path
names = ["topic", "Q0", "doc", "rank", "score", "tag"]
types = dict.fromkeys(names, pl.String) | {"score": pl.Float64}
runs = {}
for path in paths:
    text = Path(path).read_bytes().replace(b"\\t", b" ")
    frame = pl.read_csv(text, has_header=False, separator=" ", schema=types, quote_char=None)
    runs[path] = frame.select("topic", "doc", "score")
""",
    "from dictionaries": """
import collections
runs = {}
for path in paths:
    run = runs[path] = collections.defaultdict(dict)
    with open(path) as file:
        for line in file:
            topic, _, doc, _, score, _ = line.split()
            run[topic][doc] = float(score)
""",
}
_REPLAY = """
import harness
from harness.pooling import Plan, gather
from harness.pooling.replay import replay
runs, judged = gather(harness.read_runs(paths)), harness.read_qrels(qrels)
replay(runs, {"": Plan.of("STRATEGY", budget=10**9)}, judged, budgets=[500])
"""
_ADAPTIVE = ("move-to-front", "hedge", "maxmean", "maxmean-ns", "thompson", "thompson-ns")
#: Values of 129 runs on 50 topics, and all their pairs; libraries that go pair by pair get ten.
_VALUES = """
import itertools
import numpy as np
scores = np.random.default_rng(8).beta(1, 3, (50, 129)).round(4)
pairs = list(itertools.combinations(range(129), 2))
"""
_TESTS = {
    "exact randomisation, 8,256 pairs": """
from harness.stats import subtract_pairs, randomisation
randomisation(subtract_pairs(scores, np.array(pairs).T), workers=2)
""",
    "100,000 random sign vectors, 8,256 pairs": """
from harness.stats import subtract_pairs, sampled_randomisation
sampled_randomisation(subtract_pairs(scores, np.array(pairs).T), seed=1, workers=2)
""",
    "scipy's permutation_test, 100,000, 10 pairs": """
from scipy.stats import permutation_test
for a, b in pairs[:10]:
    permutation_test(
        (scores[:, a], scores[:, b]), lambda x, y, axis: np.mean(x - y, axis=axis), vectorized=True,
        permutation_type="samples", n_resamples=100_000, batch=10_000, rng=np.random.default_rng(1),
    )
""",
    "ranx's fisher_randomization_test, 100,000, 10 pairs": """
from ranx.statistical_tests.fisher_randomization_test import fisher_randomization_test
for a, b in pairs[:10]:
    fisher_randomization_test(scores[:, a], scores[:, b], n_permutations=100_000)
""",
}
#: What is done in Python with ``qrels`` and ``paths``, by what it is called.
_PYTHON = {
    **{
        f"harness.score {given}": f"{code}\nimport harness\nharness.score(qrels, runs, 'all_trec')"
        for given, code in _API.items()
    },
    "harness.read_runs": "import harness; harness.read_runs(paths)",
    **{f"replay of {name}": _REPLAY.replace("STRATEGY", name) for name in _ADAPTIVE},
    **{name: _VALUES + code for name, code in _TESTS.items()},
}
_TASK = """
name: bench
qrels: qrels.txt
runs: runs/*
measures: [AP, nDCG@10, RR]
pool: {depth: 10}
judge: {assessors: [ann]}
"""
_COMMANDS = ("eval", "run", "check", "pool", "judge add", "gate", "compare", "report")


@dataclass(frozen=True, slots=True)
class Shape:
    """A collection, the number of its runs that are measured (0: all), and the paths."""

    runs: int
    topics: int
    depth: int
    judged: int | None = None
    measured: int = 0
    paths: tuple[str, ...] = ("eval", "check", _BASE, "trec_eval", "pytrec_eval")


SHAPES = {
    "TREC-8": Shape(
        *collection.SHAPE,
        paths=(
            "--help",
            *_COMMANDS,
            _BASE,
            *(f"{_BASE} --format {form}" for form in _FORMATS[1:]),
            *(f"harness.score {given}" for given in _API),
            "trec_eval",
            "pytrec_eval",
            "ir_measures",
        ),
    ),
    "steps of TREC-8": Shape(*collection.SHAPE, paths=tuple(_PYTHON)[len(_API) :]),
    "one run of TREC-8": Shape(
        *collection.SHAPE,
        measured=1,
        paths=("eval", _BASE, "trec_eval", "pytrec_eval", "ir_measures", "ranx-cached"),
    ),
    "6,980 × 1,000": Shape(2, 6980, 1000, 2, measured=1),
    "6,980 × 1,000, 2 runs": Shape(
        2, 6980, 1000, 2, paths=("eval", "run", "check", "pool", "compare")
    ),
    "100,000 × 10": Shape(1, 100_000, 10, 2),
    "50 × 100,000": Shape(1, 50, 100_000, 1000),
    "1,000 runs × 50 × 100": Shape(
        1000, 50, 100, paths=("eval", "run", "check", "compare", "report", _BASE, "trec_eval")
    ),
    "10 million judgments": Shape(1, 5000, 10, 2000),
}


def made(folder: Path, shape: Sequence[int | None]) -> Path:
    """A collection of so many runs, topics and documents a topic, and judged ones, in a folder."""
    folder.mkdir()
    runs, topics, depth, *judged = shape
    numbers = [runs, topics, depth, collection.SEED, *filter(None, judged)]
    subprocess.run([sys.executable, synthetic.__file__, folder, *map(str, numbers)], check=True)
    return folder


def middling(files: Sequence[Path], count: int) -> list[str]:
    """So many runs of middling size (0: all), in the order of their names."""
    count = min(count or len(files), len(files))
    first = (len(files) - count) // 2
    by_size = sorted(files, key=lambda file: file.stat().st_size)
    return sorted(map(str, by_size[first : first + count]))


def commands(folder: Path, measured: int = 0) -> dict[str, list[str]]:
    """The command lines of all paths on a collection in a folder, by what they are called."""
    qrels, task = folder / "qrels.txt", folder / "task.yaml"
    runs = middling(sorted((folder / "runs").iterdir()), measured)
    task.write_text(_TASK)
    pool = folder / "pool"
    baseline = Path(runs[-1]).read_text().split("\n", 1)[0].split()[-1]
    ours = {
        "--help": ["--help"],
        "eval": ["eval", "--quiet", str(qrels), *runs],
        _BASE: [*_ALL, "trec_eval", str(qrels), *runs],
        "run": ["run", str(task), "--output", str(folder / "results"), "--force"],
        "check": ["check", str(task)],
        "pool": ["pool", str(task), "--output", str(pool), "--force"],
        "judge add": ["judge", "add", "--anyway", str(task), str(pool)],
        "gate": ["gate", str(task), runs[0], "--baseline", baseline, "--budget", "AP=2%"],
        "compare": ["compare", "--quiet", str(task)],
        "report": ["report", str(task), "--output", str(folder / "page.html"), "--force"],
    }
    for form in _FORMATS[1:]:
        ours[f"{_BASE} --format {form}"] = [*_ALL, form, str(qrels), *runs]
    everything = {name: [*HARNESS, *arguments] for name, arguments in ours.items()}
    for name, code in _PYTHON.items():
        script = f"import sys\n_, qrels, *paths = sys.argv\n{code}"
        everything[name] = [sys.executable, "-c", script, str(qrels), *runs]
    for tool in TOOLS.values():
        everything[tool.name] = [*tool.start, str(qrels), *runs]
    return everything


def collected(folder: Path, name: str) -> Path:
    """The collection of a shape: TREC-8's own files where they are."""
    shape = SHAPES[name]
    sizes = (shape.runs, shape.topics, shape.depth, shape.judged)
    place = folder / "x".join(map(str, sizes))
    if place.exists():
        return place
    if sizes[:3] != collection.SHAPE or not collection.TREC8.exists():
        return made(place, sizes)
    place.mkdir()
    known = collection.trec8(place)
    (place / "qrels.txt").write_bytes(known.qrels.read_bytes())
    return place


class Paths:
    """The paths, measured one after the other until the time is up."""

    def __init__(self, folder: Path, minutes: float, most: float, rounds: int) -> None:
        self._folder, self._most, self._rounds = folder, most, rounds
        self._until = time.monotonic() + 60 * minutes

    def rows(self, name: str) -> Iterator[list[str]]:
        """The rows of a shape: path, seconds, CPU seconds, memory, and the ratio to harness's."""
        shape = SHAPES[name]
        if time.monotonic() > self._until:
            return
        tell(name)
        known = commands(collected(self._folder, name), shape.measured)
        base: float | None = None
        for path in shape.paths:
            cpu, cells = self._measured(path, known[path])
            if path == _BASE:
                base = cpu
            ratio = f"{cpu / base:.1f}" if path in TOOLS and base and cpu else ""
            yield [name, path, *cells, ratio]

    def _measured(self, path: str, command: Sequence[str]) -> tuple[float | None, list[str]]:
        if path in TOOLS and (missing := TOOLS[path].missing()):
            return None, [missing, "", ""]
        if (left := self._until - time.monotonic()) <= 0:
            return None, ["no time was left", "", ""]
        most, turns = min(left, self._most), []
        try:
            for _ in range(self._rounds):
                statuses = (0, 1)  # 1: findings of check, a gate that fails
                turn = launch(command, self._folder / "out.txt", most=most, statuses=statuses)
                turns.append(turn)
        except FailedError as error:
            ended = time.monotonic() >= self._until or "-9" in str(error)
            return None, [f"ended after {most:.0f} s" if ended else f"failed: {error}", "", ""]
        cpu = statistics.median(turn.cpu for turn in turns)
        seconds = statistics.median(turn.seconds for turn in turns)
        memory = max(turn.memory for turn in turns) / 1e6
        tell(f"{path}: {cpu:.2f} CPU seconds")
        return cpu, [f"{seconds:.2f}", f"{cpu:.2f}", f"{memory:.0f}"]


_HEAD = ("collection", "path", "seconds", "CPU seconds", "peak memory, MB", f"CPU ÷ `{_BASE}`")


def drawn(rows: Sequence[Sequence[str]], path: Path) -> None:
    """A picture: for each collection the CPU seconds of harness and of the other tools."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams |= {"svg.hashsalt": "harness", "svg.fonttype": "none", "font.size": 9}
    import matplotlib.pyplot as plt

    values: dict[str, dict[str, float]] = {}
    for name, tool, _, cpu, *_ in rows:
        if (tool == _BASE or tool in TOOLS) and cpu.replace(".", "").isdigit():
            values.setdefault(name, {})[tool] = float(cpu)
    shown = list(dict.fromkeys(tool for known in values.values() for tool in known))
    figure, axes = plt.subplots(figsize=(7, 0.6 + 0.8 * len(values)), layout="constrained")
    height = 0.8 / max(1, len(shown))
    for i, tool in enumerate(shown):
        ranks = [row for row, known in enumerate(values.values()) if tool in known]
        lengths = [known[tool] for known in values.values() if tool in known]
        label = f"harness {_BASE}" if tool == _BASE else tool
        axes.barh([row + i * height for row in ranks], lengths, height, label=label)
    axes.set_yticks([row + 0.4 - height / 2 for row in range(len(values))], list(values))
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("CPU seconds")
    figure.legend(loc="outside upper left", frameon=False, ncols=3)
    figure.savefig(path, metadata={"Date": None})


_BEGIN, _END = "<!-- scripts/bench paths -->\n", "<!-- end of paths -->"


def written(text: str, page: Path, rows: Sequence[Sequence[str]]) -> None:
    """Put the table in its place in a page, and the picture into the folder of images beside it."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise SystemExit(f"bench: {page} has no lines {_BEGIN.strip()} and {_END}")
    picture = page.parent / "images" / "benchmarks.svg"
    drawn(rows, picture)
    image = f"![CPU seconds of harness and of other tools](images/{picture.name})"
    content = f"{before}{begin}\n{text}\n{image}\n\n{end}{after}"
    page.write_text(content, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a Markdown table, or write it into a page."""
    parser = argparse.ArgumentParser(prog="scripts/bench paths", description=__doc__)
    add = parser.add_argument
    add("--minutes", type=float, default=8, help="at most, about [8]")
    add("--most", type=float, default=45, help="seconds of a path [45]")
    add("--rounds", type=int, default=1, help="times each [1]")
    add("--shape", choices=SHAPES, action="append", help="a collection. Repeatable. [all]")
    add("--write", type=Path, metavar="PAGE", help="the page whose table and picture are replaced")
    options = parser.parse_args(arguments)
    where = machine.line()
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as folder:
        paths = Paths(Path(folder), options.minutes, options.most, options.rounds)
        rows = [row for name in options.shape or SHAPES for row in paths.rows(name)]
    text = f"{where}\n\n{tables.table(_HEAD, rows)}\n"
    if options.write:
        written(text, options.write, rows)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
