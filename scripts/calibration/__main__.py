"""``scripts/calibrate``: simulate, and write docs/calibration.md with its figures."""

from __future__ import annotations

import argparse
import inspect
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path

from harness.comparison.significance import TESTS
from scripts.calibration import judgments, models, simulations
from scripts.calibration.figures import line_figure
from scripts.calibration.samples import ROOT, Population, populations

#: By number of topics, a number for each of several names.
Curves = dict[int, list[float]]


#: The parts of the page, and their headings.
PARTS = {
    "tests": "Tests of two runs",
    "looks": "Looking while topics arrive",
    "intervals": "Intervals of a difference",
    "ranks": "Ranks",
    "families": "Families of all pairs",
    "independence": "Who else took part",
    "judgments": "Samples of judgments",
    "models": "Models corrected by samples",
}


def main() -> None:
    """Simulate from every table, and write the page."""
    parser = argparse.ArgumentParser(prog="scripts/calibrate", description=__doc__)
    parser.add_argument("--effort", type=float, default=1.0, help="share of the samples [1]")
    parser.add_argument("--part", choices=tuple(PARTS), help="make one part of the page anew [all]")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs", help="where to [docs]")
    given = parser.parse_args()
    usual = simulations.Effort()
    counts = ("pairs", "intervals", "ranks", "families", "judgments", "models")
    scaled = {name: max(10, int(getattr(usual, name) * given.effort)) for name in counts}
    parts = (given.part,) if given.part else tuple(PARTS)
    write_page(populations(), replace(usual, **scaled), given.output, parts)


def write_page(
    tables: Sequence[Population],
    effort: simulations.Effort,
    folder: Path,
    parts: Iterable[str] = tuple(PARTS),
) -> None:
    """Simulate from each table, and write the parts of ``calibration.md`` and their figures.

    What the page has of other parts stays as it is.
    """
    start = time.monotonic()
    figures, page = folder / "calibration", folder / "calibration.md"
    figures.mkdir(parents=True, exist_ok=True)
    earlier = page.read_text(encoding="utf-8").split("\n## ")[1:] if page.exists() else []
    sections = {text.partition("\n")[0]: f"## {text.strip()}" for text in earlier}
    for part in parts:
        text = _PARTS[part](tables, effort, figures)
        sections[text.partition("\n")[0].removeprefix("## ")] = text
    ordered = [sections[heading] for heading in PARTS.values() if heading in sections]
    page.write_text("\n\n".join([_INTRODUCTION, *ordered]) + "\n", encoding="utf-8")
    print(f"{time.monotonic() - start:.0f} s")


def _tests_part(tables: Sequence[Population], effort: simulations.Effort, figures: Path) -> str:
    texts = [_TESTS, _effort(effort.pairs, effort.draws)]
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


def _looks_part(tables: Sequence[Population], effort: simulations.Effort, _figures: Path) -> str:
    texts = [_LOOKS, _effort(effort.pairs, effort.draws)]
    for table in tables:
        curves = simulations.looks(table, effort)
        texts += [f"### Looking: {table.name}", _by_topics(simulations.LOOKS, curves)]
        print(table.name, "looks", flush=True)
    return "\n\n".join(texts)


def _intervals_part(tables: Sequence[Population], effort: simulations.Effort, figures: Path) -> str:
    texts = [_INTERVALS, _effort(effort.intervals, effort.draws)]
    for table in tables:
        curves = {n: simulations.coverage(table, n, effort) for n in effort.topics}
        texts += [f"### Intervals: {table.name}", _by_topics(simulations.INTERVALS, curves)]
        file = f"intervals-{_slug(table.name)}.svg"
        line_figure(figures / file, curves, simulations.INTERVALS, label="coverage", wanted=0.95)
        texts.append(f"![Coverage of 95 % intervals, {table.name}](calibration/{file})")
        print(table.name, "intervals", flush=True)
    return "\n\n".join(texts)


def _ranks_part(tables: Sequence[Population], effort: simulations.Effort, _figures: Path) -> str:
    texts = [_RANKS, _effort(effort.ranks, effort.draws)]
    for table in tables:
        curves = {n: simulations.ranks(table, n, effort) for n in effort.topics if n <= 50}
        texts += [f"### Ranks: {table.name}", _by_topics(simulations.RANKS, curves)]
        print(table.name, "ranks", flush=True)
    return "\n\n".join(texts)


def _families_part(tables: Sequence[Population], effort: simulations.Effort, _figures: Path) -> str:
    table = max(tables, key=lambda population: population.scores.shape[1])
    columns, rows = simulations.CORRECTIONS, []
    for name, (least, scenario, sizes) in simulations.FAMILIES.items():
        for n in sizes if table.scores.shape[1] >= least else ():
            outcome = simulations.family(table, scenario, n, replace(effort, draws=299))
            rows.append([name, str(n), *(_pair(*outcome[column]) for column in columns)])
            print(table.name, name, n, flush=True)
    heads = ["runs", "topics", *columns]
    title = f"### Families: {table.name}"
    return "\n\n".join([_FAMILIES, _effort(effort.families, 299), title, _table(heads, rows)])


def _independence_part(
    tables: Sequence[Population], effort: simulations.Effort, _figures: Path
) -> str:
    table = max(tables, key=lambda population: population.scores.shape[1])
    counts = simulations.independence(table, effort)
    rows = [[name, *map(str, numbers)] for name, numbers in counts.items()]
    heads = ["correction", "all runs", "worst quarter left out", "three empty runs instead"]
    return f"{_INDEPENDENCE}\n\n### Who else took part: {table.name}\n\n{_table(heads, rows)}"


def _judgments_part(
    _tables: Sequence[Population], effort: simulations.Effort, _figures: Path
) -> str:
    texts = [_JUDGMENTS.format(seeds=effort.judgments, topics=judgments.TOPICS)]
    heads = ["estimate", "truth", "bias / deviation", "error / deviation", "covered"]
    heads += ["difference: error / deviation", "covered"]
    for name in judgments.DESIGNS:
        known = judgments.of_design(name, judgments.TOPICS, effort.judgments)
        rows = [
            [
                f"`{estimate}`",
                f"{each.truth:.3f}",
                *(f"{number:+.2f}" for number in [each.bias]),
                *_shares(each.error, each.covered),
                *_shares(each.error_of_difference, each.difference_covered),
            ]
            for estimate, each in known.items()
        ]
        texts += [f"### Judgments: {name}", _table(heads, rows)]
        print(name, flush=True)
    return "\n\n".join(texts)


def _models_part(_tables: Sequence[Population], effort: simulations.Effort, _figures: Path) -> str:
    texts = [
        _MODELS.format(
            samples=effort.models,
            runs=", ".join(models.RUNS),
            depth=models.DEPTH,
            bias=2.5 * effort.models**-0.5,
        )
    ]
    heads = ["people judge", "measure", "covered", "by people alone", "differences covered"]
    heads += ["usual width", "largest", "largest of a difference", "largest bias"]
    pools = models.trec8_pools()
    for model, described in models.MODELS.items():
        rows = []
        for share in models.SHARES:
            for name, known in models.behaviour(pools, model, share, effort.models).items():
                numbers = (getattr(known, field.name) for field in fields(known))
                rows.append([f"{100 * share:g} %", name, *(f"{number:.3f}" for number in numbers)])
            print(model, share, flush=True)
        texts += [f"### Models: {model}", f"{inspect.getdoc(described)}", _table(heads, rows)]
    return "\n\n".join(texts)


def _shares(error: float, covered: float) -> tuple[str, str]:
    """Nothing where there is no error, since all of it was judged."""
    return (f"{error:.2f}", f"{covered:.3f}") if error > 1e-9 else ("–", "–")


def _effort(samples: int, draws: int) -> str:
    error = (0.05 * 0.95 / samples) ** 0.5
    return (
        f"{samples} samples, {draws} draws of whatever is random; the standard error of a share of"
        f" .05 is {error:.3f}."
    )


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
tests suffer from: with equal means, a test of symmetry is not a test of the mean."""

_TESTS = """## Tests of two runs

Two runs that are neighbours on the leaderboard, shifted to the same mean; alpha is 0.05. Wilcoxon's
and the sign tests ask another question, so that a rejection of theirs need not be an error: their
columns say how often they would mislead who takes them for tests of the mean. The bootstrap test is
not offered below 10 topics."""

_LOOKS = f"""## Looking while topics arrive

The same pairs, looked at after every topic, with t from the second on, with `always-valid` from the
{TESTS["always-valid"].min_topics}th: how often a difference was found at any look until then. With
t this goes beyond any alpha; `always-valid` should not go beyond 0.05. Its power is that at
{simulations.EFFECT} deviations; looking once, t has more (above). RR of few topics has differences
that are equal but for a rare large one, which mislead both; looking from the second topic on,
`always-valid` would err in .16."""

_INTERVALS = """## Intervals of a difference

How often 95 % intervals of the mean difference of such pairs include 0. BCa intervals are not
offered below 15 topics. What is beyond a measure's bounds is cut off, which changes no coverage."""

_RANKS = """## Ranks

Nine runs with their own means: how often the confidence set of a rank includes the true rank (each
by itself, 95 %), how often all nine do, how often all nine do with `simultaneous`; how often the
truly best run is among those with a star, and how many runs have one."""

_FAMILIES = """## Families of all pairs

How often any pair of runs with the same mean is called different (which should be 0.05 at most),
and the share of the pairs with different means that is found."""

_INDEPENDENCE = """## Who else took part

The significant pairs among the best three quarters of the runs should not depend on the others."""

_JUDGMENTS = """## Samples of judgments

Means over {topics} invented topics with pools of 240 documents and two runs, estimated from {seeds}
samples of each design: the bias of an estimate, its mean standard error by the design, how often
its 95 % interval holds the truth, and the same of the difference of the two runs, which share the
sample. Totals are unbiased. What is said of small biases of ratios is so for samples of this size;
`xinfAP` and `infNDCG` are made for strata, `statAP` for unequal probabilities."""

_MODELS = """## Models corrected by samples

The judgments of TREC-8's assessors, pooled from five of its runs ({runs}; the first {depth} ranks),
and models whose mistakes are invented. Fifty topics are drawn with replacement, then a simple
random sample of each topic's pool, of two documents at least; {samples} times. *Covered* is how
often the 95 % interval of the leaderboard, over topics and samples, holds the mean over all topics
by all judgments, over the five runs; then the same of `estP` and `estDCG` by people
alone. *Differences covered* is how often the interval of the difference of two runs by *other
samples, these topics* holds the true one, over all pairs. Widths are those of corrected intervals
by those of people alone: *usual* of the runs' mean intervals, and for the run, and the pair, for
which they are the *largest*. The *largest bias* of a run's mean is in its deviations over samples
(by chance, up to about {bias:.2f})."""

#: What makes each part: of the tables, with so much effort, its figures in a folder.
_PARTS: dict[str, Callable[[Sequence[Population], simulations.Effort, Path], str]] = {
    "tests": _tests_part,
    "looks": _looks_part,
    "intervals": _intervals_part,
    "ranks": _ranks_part,
    "families": _families_part,
    "independence": _independence_part,
    "judgments": _judgments_part,
    "models": _models_part,
}

if __name__ == "__main__":
    main()
