"""docs/calibration.md, written from the rates; sections about judgments as they were made."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import fields

from harness.comparison.assurances import Cell
from harness.comparison.significance import TESTS
from harness.comparison.statements import ASSURANCES, Assurance, family_assurance
from harness.comparison.statements import test_assurance as assurance_of_test
from harness.settings.names import ALL_CORRECTIONS, P_VALUE_CORRECTIONS
from scripts.calibration import judgments, models
from scripts.calibration.parts import PARTS, Part


def page_of(cells: Sequence[Cell], sections: dict[str, str]) -> str:
    """The page of all cells, and of the sections about judgments, by their headings."""
    introduction = _INTRODUCTION.format(least=min((cell.samples for cell in cells), default=0))
    texts = [introduction, assurance_table(), *(_section(part, cells) for part in PARTS.values())]
    texts += [sections[heading] for heading in OF_JUDGMENTS if heading in sections]
    return "\n\n".join(texts) + "\n"


def sections_of(page: str) -> dict[str, str]:
    """The sections of a page by their headings."""
    earlier = page.split("\n## ")[1:]
    return {text.partition("\n")[0]: f"## {text.strip()}" for text in earlier}


def _section(part: Part, known: Sequence[Cell]) -> str:
    texts = [f"## {part.heading}\n\n{part.words}"]
    mine = [cell for cell in known if cell.statement in part.tables]
    if not mine:
        return texts[0]
    for statement, title in part.tables.items():
        if table := _pivot([cell for cell in mine if cell.statement == statement]):
            samples = _samples([cell for cell in mine if cell.statement == statement])
            texts.append(f"**{title}** ({samples})\n\n{table}")
    return "\n\n".join(texts)


def _samples(cells: Sequence[Cell]) -> str:
    """Samples of a table's numbers, and the standard error that .05 has with the fewest."""
    counts = sorted({cell.samples for cell in cells})
    many = " to ".join(f"{count:,}" for count in dict.fromkeys((counts[0], counts[-1])))
    return f"{many} samples; the standard error of .05 is {(0.05 * 0.95 / counts[0]) ** 0.5:.4f}"


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
        (each.text, each.condition, each.check): each.section or titles[each.cells[0]][0].heading
        for each in listed
    }
    lines = [
        [f"`{text}`", condition, check, f"[{heading}](#{_anchor(heading)})"]
        for (text, condition, check), heading in rows.items()
    ]
    return f"{_ASSURED}\n\n{_table(['sentence', 'if', 'looked at', 'measured'], lines)}"


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def _judgments_part(samples: int) -> str:
    texts = [_JUDGMENTS.format(seeds=samples, topics=judgments.TOPICS)]
    heads = ["estimate", "truth", "bias / deviation", "error / deviation", "covered"]
    heads += ["difference: error / deviation", "covered"]
    for name in judgments.DESIGNS:
        known = judgments.of_design(name, judgments.TOPICS, samples)
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
    return "\n\n".join(texts)


def _models_part(samples: int) -> str:
    texts = [
        _MODELS.format(
            samples=samples,
            runs=", ".join(models.RUNS),
            depth=models.DEPTH,
            bias=2.5 * samples**-0.5,
        )
    ]
    heads = ["people judge", "measure", "covered", "by people alone", "differences covered"]
    heads += ["usual width", "largest", "largest of a difference", "largest bias"]
    pools = models.trec8_pools()
    for model, described in models.MODELS.items():
        rows = []
        for share in models.SHARES:
            for name, known in models.behaviour(pools, model, share, samples).items():
                numbers = (getattr(known, field.name) for field in fields(known))
                rows.append([f"{100 * share:g} %", name, *(f"{number:.3f}" for number in numbers)])
        texts += [f"### Models: {model}", f"{inspect.getdoc(described)}", _table(heads, rows)]
    return "\n\n".join(texts)


def _shares(error: float, covered: float) -> tuple[str, str]:
    """Nothing where there is no error, since all of it was judged."""
    return (f"{error:.2f}", f"{covered:.3f}") if error > 1e-9 else ("–", "–")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_INTRODUCTION = """# Calibration

Statements about runs were tested where the truth is known. The tables of the best 110 runs of
TREC-8 by eight measures serve as the population of topics, and topics are drawn from them with
replacement. `scripts/calibrate` recomputes these tables, and the rates that every comparison quotes
(`measured-rates`, in JSON and behind *How this was computed*); a short form with bounds is in the
tests. Each rate comes from {least:,} samples or more; a stopped script resumes where it was. Rates
are quoted with their standard error. Results for these runs need not hold for others, so a rate is
also quoted with its measure, topics and runs."""

_ASSURED = """## What is assured

Every sentence that makes a promise, its condition, and the section with its rate. It is printed
with "approximate" if errors in the nearest cell are more than half as frequent again as promised; a
correction without a cell promises nothing. Each table of values has one of five kinds, recognised
from the values: graded (AP, nDCG@10, ERR@20, FNR), reciprocal ranks (RR), few steps (P@5), yes or
no (Success@1), logarithms (GMAP); the worst rate of all measures of a kind is quoted."""

_JUDGMENTS = """## Samples of judgments

Means over {topics} synthetic topics with pools of 240 documents and two runs, estimated from
{seeds} samples of each design: the bias of an estimate, its mean standard error by the design,
the coverage of its 95 % interval, and the same for the difference of the two runs, which share
the sample. Totals are unbiased. The small biases of ratios apply to samples of this size;
`xinfAP` and `infNDCG` are made for strata, `statAP` for unequal probabilities."""

_MODELS = """## Models corrected by samples

The judgments of TREC-8's assessors, pooled from five of its runs ({runs}; the first {depth}
ranks), and models with simulated mistakes. Fifty topics are drawn with replacement, then a
simple random sample of each topic's pool, of at least two documents; this is repeated {samples}
times. *Covered* is the coverage of the leaderboard's 95 % interval, over topics and samples, for
the mean over all topics by all judgments, over the five runs; the next column is the same for
`estP` and `estDCG` by people alone. *Differences covered* is the coverage of the interval of the
difference of two runs by *other samples, these topics*, over all pairs. Widths are those of
corrected intervals divided by those of people alone: the *usual* width is that of the runs' mean
intervals, and the *largest* are for the run and the pair with the largest width. The *largest
bias* of a run's mean is in standard deviations over samples (by chance, up to about {bias:.2f})."""

#: What makes the sections about judgments, each of so many samples.
OF_JUDGMENTS: dict[str, Callable[[int], str]] = {
    "Samples of judgments": _judgments_part,
    "Models corrected by samples": _models_part,
}
