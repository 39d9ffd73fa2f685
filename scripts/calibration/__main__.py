"""``scripts/calibrate``: simulate, and write the rates that are quoted and docs/calibration.md."""

from __future__ import annotations

import argparse
import inspect
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

from harness.comparison.assurances import ASSURANCES, Assurance, Cell, family_assurance
from harness.comparison.assurances import test_assurance as assurance_of_test
from harness.comparison.significance import TESTS
from harness.settings.names import ALL_CORRECTIONS, P_VALUE_CORRECTIONS
from scripts.calibration import judgments, models, simulations
from scripts.calibration.samples import ROOT, Population, populations

#: Where the rates are that comparisons quote.
RATES = ROOT / "harness/comparison/rates.json"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page: its heading and words, what simulates it, and a table a statement."""

    heading: str
    words: str
    simulation: simulations.Simulation
    tables: Mapping[str, str]


_NULL = """Topics are drawn with replacement from TREC-8's, by weights under which the means of the
runs are exactly equal: those nearest to equal weights (exponential tilting). Values, ties and
skewness stay as runs have them."""

_OTHER_TESTS = [name for name in TESTS if name != "t"]

#: What is simulated, in the order of the page.
PARTS: dict[str, Part] = {
    "means": Part(
        "Intervals of means",
        """\
How often the 95 % interval of a run's mean holds it: of any run, of the best fifteen and of
the last fifteen of 110, by topics. Student's t, and Clopper and Pearson's interval of a share where
every value is 0 or 1.""",
        simulations.means,
        {
            "mean-interval:all": "All runs",
            "mean-interval:best": "The best fifteen",
            "mean-interval:last": "The last fifteen",
        },
    ),
    "tests": Part(
        "Tests of two runs",
        f"""\
How often a test finds a difference (p < .05) of two neighbours on the leaderboard whose means
are equal. {_NULL} Wilcoxon's and the sign test ask another question: their rows say how often they
mislead who takes them for tests of the mean. *t, p < .001* is the tail that families of many
comparisons look at.""",
        simulations.tests,
        {f"test:{name}": name for name in TESTS} | {"tail:t": "t, p < .001"},
    ),
    "looks": Part(
        "Looking while topics arrive",
        """\
The same, looked at after every topic, with t from the second on, with `always-valid` from the
20th: how often a difference was found at any look until then.""",
        simulations.looks,
        {"looks:t": "t", "looks:always-valid": "always-valid"},
    ),
    "intervals": Part(
        "Intervals of a difference",
        """\
How often 95 % intervals of the mean difference of such pairs include 0. What is beyond a
measure's bounds is cut off, which changes no coverage.""",
        simulations.intervals,
        {"difference-interval:t": "t", "difference-interval:bca": "bootstrap, BCa"},
    ),
    "equivalences": Part(
        "Equivalence and non-inferiority",
        f"""\
Neighbours shifted so that the second is better by exactly the margin, {simulations.MARGIN:g}:
how often they are called equivalent, and the first not worse by as much.""",
        simulations.equivalences,
        {"equivalent": "Called equivalent", "not-worse": "Called not worse"},
    ),
    "ranks": Part(
        "Ranks",
        f"""\
Nine of the best runs that tie, beside others as they are. {_NULL} How often the confidence set
of the rank of one of the nine holds all ranks that it may have; how often a truly best run is among
those that could be the best; how often all sets hold at once (`simultaneous`). Columns are runs ×
topics.""",
        simulations.ranks,
        {
            "rank-set": "Set of a tied run",
            "could-be-best": "A best run could be the best",
            "rank-sets-at-once": "All sets at once",
        },
    ),
    "families": Part(
        "Families of comparisons",
        f"""\
Nine of the best runs that tie, beside others as they are. {_NULL} How often any of the nine is
told from another by corrected p-values below .05, in the family of all pairs, or of all against one
of them; of the Benjamini corrections the share of such pairs among all that are significant.
*Near-identical*: nine runs whose differences vary least. *All equal*: all runs shifted to the same
mean, of measures with values that a shift leaves possible. Tests other than t: nine runs, 25
topics; of Wilcoxon's, the sign test and Nemenyi's the scores are exchanged within topics, since
symmetry is what they ask for. Columns are runs × topics.""",
        simulations.families,
        {
            "pairs:holm:t": "Holm over t, all pairs",
            "against:holm": "Holm over t, against one run",
            "pairs-variants:holm": "Holm over t, near-identical runs",
            "pairs-all-equal:holm": "Holm over t, all equal",
            **{
                f"pairs:{n}:t": f"{n} over t"
                for n in (*P_VALUE_CORRECTIONS, "joint")
                if n != "holm"
            },
            "pairs:tukey": "Tukey",
            "pairs:nemenyi": "Nemenyi",
            **{
                f"pairs:{correction}:{test}": f"{correction} over {test}"
                for test in _OTHER_TESTS
                for correction in (*P_VALUE_CORRECTIONS, "joint")
            },
            "differences-at-once": "All intervals of differences from one run hold (Bonferroni)",
        },
    ),
    "gates": Part(
        "Gate",
        f"""\
How often a gate passes a candidate that loses exactly its budget. *Real pairs*: neighbours,
shifted to a loss of {simulations.MARGIN:g}; the worst loss of a topic is the range of the measure.
The others are made up, and the worst loss is stated as it is.""",
        simulations.gates,
        {
            "gate:real": "Real pairs",
            **{f"gate:{i}": words for i, words in enumerate(simulations.LOSSES)},
        },
    ),
    "analyses": Part(
        "Analysis of variance",
        """\
Neighbours shifted to equal means: how often F finds that they differ, as it is and with
Greenhouse and Geisser's ε. F as it is supposes that all differences have one variance. Columns are
runs × topics.""",
        simulations.analyses,
        {"anova:own": "F with ε", "anova:F": "F as it is"},
    ),
    "reliabilities": Part(
        "Reliability of the leaderboard",
        """\
Runs are drawn at random from 110 and topics with replacement: how often the 95 % intervals of Eρ²
and Φ hold those of all runs and topics. Columns are runs × topics.""",
        simulations.reliabilities,
        {"reliability:generalizability": "Eρ²", "reliability:dependability": "Φ"},
    ),
    "risks": Part(
        "TRisk",
        """\
Differences of equal runs with signs by chance: how often TRisk is below −2, which is why it has
no verdict.""",
        simulations.risks,
        {"risk:1": "alpha 1", "risk:5": "alpha 5"},
    ),
}

#: The parts about judgments, which are of invented or sampled judgments and of no score table.
OF_JUDGMENTS = {"judgments": "Samples of judgments", "models": "Models corrected by samples"}


def main() -> None:
    """Simulate from every table, and write rates and page."""
    parser = argparse.ArgumentParser(prog="scripts/calibrate", description=__doc__)
    parser.add_argument("--effort", type=float, default=1.0, help="share of the samples [1]")
    parser.add_argument(
        "--part",
        choices=(*PARTS, *OF_JUDGMENTS, "none"),
        help="simulate one part anew, or none and write the page from the rates there are [all]",
    )
    given = parser.parse_args()
    usual = simulations.Effort()
    counts = ("pairs", "samples", "judgments", "models")
    scaled = {name: max(10, int(getattr(usual, name) * given.effort)) for name in counts}
    parts = (given.part,) if given.part else (*PARTS, *OF_JUDGMENTS)
    write(populations(), replace(usual, **scaled), RATES, ROOT / "docs/calibration.md", parts)


def write(
    tables: Sequence[Population],
    effort: simulations.Effort,
    rates: Path,
    page: Path,
    parts: Iterable[str],
) -> None:
    """Simulate parts from each table; write all rates, and the page of them.

    What is known of other parts stays as it is.
    """
    start = time.process_time()
    known = [Cell(*row) for row in json.loads(rates.read_text())["cells"]] if rates.exists() else []
    sections = _sections(page)
    for part in parts:
        if part in PARTS:
            mine = PARTS[part].tables
            known = [cell for cell in known if cell.statement not in mine]
            known += [cell for table in tables for cell in PARTS[part].simulation(table, effort)]
        elif part in OF_JUDGMENTS:
            sections[OF_JUDGMENTS[part]] = _OF_JUDGMENTS[part](effort)
        print(f"{part}: {time.process_time() - start:.0f} CPU seconds", flush=True)
    order = [statement for part in PARTS.values() for statement in part.tables]
    known.sort(key=lambda cell: (order.index(cell.statement), cell.measure, cell.runs, cell.topics))
    rows = ",\n".join(
        json.dumps([*astuple(cell)[:4], round(cell.rate, 4), cell.samples]) for cell in known
    )
    rates.write_text(f'{{"cells": [\n{rows}\n]}}\n', encoding="utf-8")
    texts = [_INTRODUCTION, assurance_table(), *(_section(part, known) for part in PARTS.values())]
    texts += [sections[heading] for heading in OF_JUDGMENTS.values() if heading in sections]
    page.write_text("\n\n".join(texts) + "\n", encoding="utf-8")


def _sections(page: Path) -> dict[str, str]:
    earlier = page.read_text(encoding="utf-8").split("\n## ")[1:] if page.exists() else []
    return {text.partition("\n")[0]: f"## {text.strip()}" for text in earlier}


def _section(part: Part, known: Sequence[Cell]) -> str:
    texts = [f"## {part.heading}\n\n{part.words}"]
    mine = [cell for cell in known if cell.statement in part.tables]
    if not mine:
        return texts[0]
    counts = sorted({cell.samples for cell in mine})
    ends = dict.fromkeys((counts[0], counts[-1]))
    errors = " to ".join(f"{(0.05 * 0.95 / count) ** 0.5:.4f}" for count in ends)
    many = " to ".join(f"{count:,}" for count in ends)
    texts.append(f"{many} samples a number: the standard error of .05 is {errors}.")
    for statement, title in part.tables.items():
        if table := _pivot([cell for cell in mine if cell.statement == statement]):
            texts.append(f"**{title}**\n\n{table}")
    return "\n\n".join(texts)


def _pivot(cells: Sequence[Cell]) -> str:
    """A row a measure, a column a number of topics, or of runs and topics where these differ."""
    runs = {cell.runs for cell in cells}
    heads = sorted({(cell.runs, cell.topics) for cell in cells})
    measures = list(dict.fromkeys(cell.measure for cell in cells))
    by_place = {(cell.measure, cell.runs, cell.topics): cell for cell in cells}
    rows = [
        [measure, *(_rate(by_place.get((measure, *head))) for head in heads)]
        for measure in measures
    ]
    names = [f"{r} × {n}" if len(runs) > 1 else str(n) for r, n in heads]
    return _table(["measure", *names], rows) if rows else ""


def _rate(cell: Cell | None) -> str:
    return "–" if cell is None else f"{cell.rate:.3f}"


def assurance_table() -> str:
    """Every sentence that is assured, with its condition and what measured it."""
    titles = {name: (part, title) for part in PARTS.values() for name, title in part.tables.items()}
    listed: list[Assurance] = [*ASSURANCES.values(), *map(assurance_of_test, TESTS)]
    listed += [family_assurance(name, "t") for name in ALL_CORRECTIONS]
    listed += [family_assurance(name, test) for name in P_VALUE_CORRECTIONS for test in TESTS]
    rows = {
        (record.text, record.condition, record.check): record.section
        or titles[record.cells[0]][0].heading
        for record in listed
    }
    lines = [
        [f"`{text}`", condition, check, f"[{heading}](#{_anchor(heading)})"]
        for (text, condition, check), heading in rows.items()
    ]
    return f"{_ASSURED}\n\n{_table(['sentence', 'if', 'looked at', 'measured'], lines)}"


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def _judgments_part(effort: simulations.Effort) -> str:
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


def _models_part(effort: simulations.Effort) -> str:
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


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_INTRODUCTION = """# Calibration

What is said of runs was tried out where the truth is known. The tables of the best 110 runs of
TREC-8 by eight measures stand for all topics there are, and topics are drawn from them with
replacement. `scripts/calibrate` makes these tables anew, and the rates that every comparison quotes
(`measured-rates`, in JSON and behind *How this was computed*); a short form with bounds is in the
tests. The rates of version 0.1 were simulated part by part while the script grew, and put together
by hand; each has its number of samples. What holds for these runs need not hold for others: a rate
is quoted with its measure, topics and runs."""

_ASSURED = """## What is assured

Every sentence that promises something, what it rests on, and where its rate is. It is printed with
"(approximate)" where errors of the nearest cell come more than half as often again as is promised,
and a correction of which there is no cell promises nothing. Values are of one of five kinds, by
their own look: graded (AP, nDCG@10, ERR@20, FNR), reciprocal ranks (RR), few steps (P@5), yes or no
(Success@1), logarithms (GMAP); of several measures of a kind the worst rate is quoted."""

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

#: What makes the parts about judgments.
_OF_JUDGMENTS = {"judgments": _judgments_part, "models": _models_part}

if __name__ == "__main__":
    main()
