"""``scripts/bench steps``: single steps of harness beside what they rest on, as ratios.

Both sides of a pair are whole processes, from a cold start, in turn on the same machine. Where
there is no base, only the seconds are given.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scripts.benchmarks import collection as collections
from scripts.benchmarks import machine, tables
from scripts.benchmarks.collection import TREC8, Collection
from scripts.benchmarks.groups import tell
from scripts.benchmarks.measuring import Measurement, Round, Spread, interleaved, launch, ratios

#: Lines of the run that is checked: topics × depth.
MILLION = (1000, 1000)
_READ = "import sys, harness; harness.read_runs(sys.argv[1:])"
_POOL = "import sys, harness; harness.pool(sys.argv[1:])"
_REPLAY = """
import sys, harness
from harness.pooling import Plan, gather
from harness.pooling.replay import replay
qrels, strategy, *paths = sys.argv[1:]
plan = Plan.of(strategy, budget=10**9)
replay(gather(harness.read_runs(paths)), {strategy: plan}, harness.read_qrels(qrels), budgets=[500])
"""
_ADAPTIVE = ("move-to-front", "hedge", "maxmean", "maxmean-ns", "thompson", "thompson-ns")


_SCORES = """
import sys, csv, itertools, numpy as np
with open(sys.argv[1]) as file:
    rows = list(csv.reader(file))
scores = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
pairs = list(itertools.combinations(range(scores.shape[1]), 2))[:int(sys.argv[2])]
"""
_COMPARE = {
    "exact randomisation": """
from harness.stats import differences_of, randomisation
first, second = np.array(pairs).T
randomisation(differences_of(scores, (first, second)), workers=2)
""",
    "100,000 random sign vectors": """
from harness.stats import differences_of, sampled_randomisation
first, second = np.array(pairs).T
sampled_randomisation(differences_of(scores, (first, second)), seed=1, workers=2)
""",
    "randomised Tukey, 10,000 tables": """
from harness.stats import randomised_tukey_hsd
randomised_tukey_hsd(scores, seed=1, workers=2)
""",
    "scipy's permutation_test, 100,000 (sign flips)": """
from scipy.stats import permutation_test
for a, b in pairs:
    permutation_test(
        (scores[:, a], scores[:, b]), lambda x, y, axis: np.mean(x - y, axis=axis), vectorized=True,
        permutation_type="samples", n_resamples=100_000, batch=10_000, rng=np.random.default_rng(1),
    )
""",
    "ranx's fisher_randomization_test, 100,000": """
from ranx.statistical_tests.fisher_randomization_test import fisher_randomization_test
for a, b in pairs:
    fisher_randomization_test(scores[:, a], scores[:, b], n_permutations=100_000)
""",
}
#: What the page of an evaluation shows.
_TEN = "[AP, nDCG@10, P@10, R@1000, Rprec, RR, Bpref, nDCG, P@100, GMAP]"
#: Pairs that the tools that go pair by pair are given.
_SAMPLE = 10


@dataclass(frozen=True, slots=True)
class Pair:
    """A step and what it rests on: two commands. ``base`` is empty where there is none."""

    title: str
    command: Sequence[str]
    base: Sequence[str] = ()
    beside: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the steps that are asked for and print a Markdown table."""
    parser = argparse.ArgumentParser(prog="scripts/bench steps", description=__doc__)
    parser.add_argument("steps", nargs="*", help=f"of {', '.join(STEPS)} [all]")
    parser.add_argument("--rounds", type=int, default=5, help="times each [5]")
    options = parser.parse_args(arguments)
    unknown = set(options.steps) - STEPS.keys()
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}; known: {', '.join(STEPS)}")
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as folder:
        place = Path(folder)
        found = machine.describe()
        pairs = [pair for name in options.steps or STEPS for pair in STEPS[name](place)]
        rows = [measured(pair, options.rounds, place) for pair in pairs]
    head = ("step", "seconds: min / median / max", "beside", "ratio: median (min–max)")
    sys.stdout.write(
        f"{found['cpu']}, {found['cpus_usable']} CPUs, load {found['load']:.1f} at the start. "
        f"{found['date'][:10]}, commit {found['commit']}.\n\n{tables.table(head, rows)}\n"
    )
    return 0


def measured(pair: Pair, rounds: int, folder: Path) -> list[str]:
    """One row: the times of a step, and their ratios to the base of the same round."""
    tell(pair.title)

    def turn(command: Sequence[str]) -> Callable[[], Measurement]:
        return partial(launch, command, folder / "step.txt")

    turns = {"step": turn(pair.command)}
    if pair.base:
        turns["base"] = turn(pair.base)
    failures: dict[str, str] = {}
    interleaved(turns, 1, failures)  # does not count: files come into the cache
    done: list[Round] = interleaved(turns, rounds, failures, tell)
    if failures:
        return [pair.title, f"failed: {failures}", "", ""]
    own = Spread.of([each["step"].seconds for each in done])
    row = [pair.title, f"{own.low:.2f} / {own.median:.2f} / {own.high:.2f}"]
    if not pair.base:
        return [*row, "–", "–"]
    base = Spread.of([each["base"].seconds for each in done])
    ratio = ratios(done, "step", "base")
    spread = f"{ratio.median:.2f} ({ratio.low:.2f}–{ratio.high:.2f})"
    return [*row, f"{pair.beside}: {base.median:.2f} s", spread]


def _python(code: str, *arguments: object) -> list[str]:
    return [sys.executable, "-c", code, *map(str, arguments)]


def _pooled(folder: Path) -> tuple[Collection, list[Path]]:
    """A collection and its pooled runs: the judged ones of TREC-8, or all of a made one."""
    if not TREC8.is_dir():
        made = collections.synthetic(collections.SHAPE, folder)
        return made, list(made.runs)
    data = collections.trec8(folder)
    rows = (TREC8 / "participants.tsv").read_text().splitlines()
    judged = {row.split("\t")[0] for row in rows if row.endswith("\tyes")}
    return data, [run for run in data.runs if run.name in judged]


def pools(folder: Path) -> list[Pair]:
    """The pool to depth 100 beside reading its files, and the replays of adaptive strategies."""
    data, runs = _pooled(folder)
    title = f"{data.name}: {len(runs)} runs"
    pairs = [
        Pair(
            f"{title}, pool to depth 100 with provenance",
            _python(_POOL, *runs),
            _python(_READ, *runs),
            "reading the files",
        )
    ]
    pairs += [
        Pair(
            f"{title}, {name} replayed in all topics to the last document",
            _python(_REPLAY, data.qrels, name, *runs),
        )
        for name in _ADAPTIVE
    ]
    return pairs


def check(folder: Path) -> list[Pair]:
    """A run of a million lines: checking it beside reading it."""
    run = folder / "million.run"
    topics, depth = MILLION
    with run.open("w") as file:
        for topic in range(1, topics + 1):
            file.writelines(
                f"{topic} Q0 doc{(topic * 7919 + rank * 104729) % 10_000_019:08d} {rank} "
                f"{depth - rank + 0.25:.4f} million\n"
                for rank in range(1, depth + 1)
            )
    command = [sys.executable, "-m", "harness", "check", str(run)]
    return [Pair("a run of a million lines, checked", command, _python(_READ, run), "reading it")]


def compare(folder: Path) -> list[Pair]:
    """Tests of all pairs of runs, and of a few by the libraries that go pair by pair."""
    table = TREC8.parent / "stats" / "trec8_ap_named.csv"
    if not table.is_file():
        table = folder / "scores.csv"
        numbers = random.Random(8)
        head = ",".join(["topic", *(f"run{run}" for run in range(129))])
        rows = [
            ",".join([str(topic), *(f"{numbers.betavariate(1, 3):.4f}" for _ in range(129))])
            for topic in range(50)
        ]
        table.write_text("\n".join([head, *rows]) + "\n")
    every = 129 * 128 // 2
    pairs = []
    for name, code in _COMPARE.items():
        count = _SAMPLE if "scipy" in name or "ranx" in name else every
        command = _python(_SCORES + code, table, count)
        pairs.append(Pair(f"50 topics, {count:,} pairs of runs: {name}", command))
    return pairs


def report(folder: Path) -> list[Pair]:
    """The page of an evaluation beside the evaluation, whose results are written as files."""
    in_place = TREC8.is_dir()
    data = (
        collections.trec8(folder) if in_place else collections.synthetic(collections.SHAPE, folder)
    )
    task = folder / "task.yaml"
    listed = "".join(f"  - {run}\n" for run in data.runs)
    task.write_text(f"name: {data.name}\nqrels: {data.qrels}\nmeasures: {_TEN}\nruns:\n{listed}")
    harness = [sys.executable, "-m", "harness"]
    page = [*harness, "report", str(task), "-o", str(folder / "page.html")]
    run = [*harness, "run", str(task), "--quiet", "-o", str(folder / "results")]
    title = f"{data.name}: {len(data.runs)} runs, 10 measures, evaluated and shown as one page"
    return [Pair(title, page, run, "evaluated and written as tables")]


#: The sets of steps, by name.
STEPS: dict[str, Callable[[Path], list[Pair]]] = {
    "pools": pools,
    "check": check,
    "compare": compare,
    "report": report,
}

if __name__ == "__main__":
    raise SystemExit(main())
