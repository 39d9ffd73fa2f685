"""``scripts/calibrate``: simulate, and write docs/calibration.md with its figures."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from harness.comparison.significance import TESTS
from scripts.calibration import simulations
from scripts.calibration.figures import line_figure
from scripts.calibration.samples import ROOT, Population, populations

#: By number of topics, a number for each of several names.
Curves = dict[int, list[float]]


def main() -> None:
    """Simulate from every table, and write the page."""
    parser = argparse.ArgumentParser(prog="scripts/calibrate", description=__doc__)
    parser.add_argument("--effort", type=float, default=1.0, help="share of the samples [1]")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs", help="where to [docs]")
    given = parser.parse_args()
    usual = simulations.Effort()
    counts = ("pairs", "intervals", "ranks", "families")
    scaled = {name: max(10, int(getattr(usual, name) * given.effort)) for name in counts}
    write_page(populations(), replace(usual, **scaled), given.output)


def write_page(tables: Sequence[Population], effort: simulations.Effort, folder: Path) -> None:
    """Simulate from each table and write ``calibration.md`` and its figures into the folder."""
    start = time.monotonic()
    figures = folder / "calibration"
    figures.mkdir(parents=True, exist_ok=True)
    parts = [_INTRODUCTION.format(**{n: getattr(effort, n) for n in effort.__slots__})]
    parts += [_tests_part(tables, effort, figures), _intervals_part(tables, effort, figures)]
    parts += [_ranks_part(tables, effort), _families_part(tables, effort)]
    parts.append(_independence_part(tables, effort))
    (folder / "calibration.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"{time.monotonic() - start:.0f} s")


def _tests_part(tables: Sequence[Population], effort: simulations.Effort, figures: Path) -> str:
    texts = [_TESTS]
    for table in tables:
        results = {n: simulations.error_and_power(table, n, effort) for n in effort.topics}
        errors, power = ({n: both[k] for n, both in results.items()} for k in (0, 1))
        texts += [f"### {table.name}", "Errors of the first kind:", _by_topics(list(TESTS), errors)]
        texts += [f"Power at {simulations.EFFECT} deviations:", _by_topics(list(TESTS), power)]
        file = f"tests-{_slug(table.name)}.svg"
        label = "error of the first kind"
        line_figure(figures / file, errors, list(TESTS), label=label, wanted=simulations.ALPHA)
        texts.append(f"![Errors of the first kind, {table.name}](calibration/{file})")
        print(table.name, "tests", flush=True)
    return "\n\n".join(texts)


def _intervals_part(tables: Sequence[Population], effort: simulations.Effort, figures: Path) -> str:
    texts = [_INTERVALS]
    for table in tables:
        curves = {n: simulations.coverage(table, n, effort) for n in effort.topics}
        texts += [f"### Intervals: {table.name}", _by_topics(simulations.INTERVALS, curves)]
        file = f"intervals-{_slug(table.name)}.svg"
        line_figure(figures / file, curves, simulations.INTERVALS, label="coverage", wanted=0.95)
        texts.append(f"![Coverage of 95 % intervals, {table.name}](calibration/{file})")
        print(table.name, "intervals", flush=True)
    return "\n\n".join(texts)


def _ranks_part(tables: Sequence[Population], effort: simulations.Effort) -> str:
    texts = [_RANKS]
    for table in tables:
        curves = {n: simulations.ranks(table, n, effort) for n in effort.topics if n <= 50}
        texts += [f"### Ranks: {table.name}", _by_topics(simulations.RANKS, curves)]
        print(table.name, "ranks", flush=True)
    return "\n\n".join(texts)


def _families_part(tables: Sequence[Population], effort: simulations.Effort) -> str:
    table = max(tables, key=lambda population: population.scores.shape[1])
    columns, rows = simulations.CORRECTIONS, []
    for name, (least, scenario, sizes) in simulations.FAMILIES.items():
        for n in sizes if table.scores.shape[1] >= least else ():
            outcome = simulations.family(table, scenario, n, replace(effort, draws=299))
            rows.append([name, str(n), *(_pair(*outcome[column]) for column in columns)])
            print(table.name, name, n, flush=True)
    heads = ["runs", "topics", *columns]
    return f"{_FAMILIES}\n\n### Families: {table.name}\n\n{_table(heads, rows)}"


def _independence_part(tables: Sequence[Population], effort: simulations.Effort) -> str:
    table = max(tables, key=lambda population: population.scores.shape[1])
    counts = simulations.independence(table, effort)
    rows = [[name, *map(str, numbers)] for name, numbers in counts.items()]
    heads = ["correction", "all runs", "worst quarter left out", "three empty runs instead"]
    return f"{_INDEPENDENCE}\n\n### Who else took part: {table.name}\n\n{_table(heads, rows)}"


def _by_topics(names: Sequence[str], curves: Mapping[int, Sequence[float]]) -> str:
    rows = [[str(n), *(f"{value:.3f}" for value in row)] for n, row in curves.items()]
    return _table(["topics", *names], rows)


def _pair(error: float, power: float) -> str:
    share = "–" if power != power else f"{power:.2f}"
    return f"{error:.3f} / {share}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _slug(name: str) -> str:
    return "".join(sign for sign in name.lower().replace(" ", "-") if sign.isalnum() or sign == "-")


_INTRODUCTION = """# Calibration

What `harness compare` prints was tried out where the truth is known. A real score table stands for
all topics there are; runs are shifted to the same mean, or take the means that they have there, and
topics are drawn from it with replacement. `scripts/calibrate` makes these tables anew; a short form
is among the tests. Differences keep the skewness that they have in the table, which is what most
tests suffer from: with equal means, a test of symmetry is not a test of the mean.

{pairs} samples of pairs, {intervals} of intervals, {ranks} of leaderboards, {families} of families;
{draws} draws of whatever is random (299 of families). The standard error of a share of .05 is .009
for 600 samples, .018 for 140."""

_TESTS = """## Tests of two runs

Two runs that are neighbours on the leaderboard, shifted to the same mean; alpha is 0.05. Wilcoxon's
and the sign tests ask another question, so that a rejection of theirs need not be an error: their
columns say how often they would mislead who takes them for tests of the mean. The bootstrap tests
are not offered below 25 topics (mean) and 10 topics (studentised)."""

_INTERVALS = """## Intervals of a difference

How often 95 % intervals of the mean difference of such pairs include 0. BCa intervals are not
offered below 15 topics. What is beyond a measure's bounds is cut off, which changes no coverage."""

_RANKS = """## Ranks

Nine runs with their own means: how often the interval of a rank includes the true rank (each by
itself), how often all nine do, how often all nine do with `simultaneous`; what P(best) shows for
the run that is the best most often, and how often this is the best one in truth."""

_FAMILIES = """## Families of all pairs

How often any pair of runs with the same mean is called different (which should be 0.05 at most),
and the share of the pairs with different means that is found."""

_INDEPENDENCE = """## Who else took part

The significant pairs among the best three quarters of the runs should not depend on the others."""


if __name__ == "__main__":
    main()
