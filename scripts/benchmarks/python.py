"""``scripts/bench python``: what one call from Python costs beside pytrec_eval, judgments kept.

Both evaluate the same dictionaries by turns, nDCG@10, and their values are compared; what is
printed are medians of the processor's time, and of the ratio of each round. So does ir_measures
with either of them as provider, of dictionaries and frames. With ``--frames`` a large run is
evaluated in each form that Python holds it in (`scripts.benchmarks.python_frames`).
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import ir_measures
import pandas as pd
import pytrec_eval

import harness
import harness.ir_measures
from scripts.benchmarks import python_frames

#: Topics × documents.
SHAPES = ((1, 10), (50, 100), (500, 100), (500, 1000))
#: A round of one way takes about so long.
_SECONDS = 0.15


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a Markdown table, write the JSON."""
    parser = argparse.ArgumentParser(prog="scripts/bench python", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="by turns [9]")
    parser.add_argument("--json", type=Path, metavar="FILE", help="everything measured")
    parser.add_argument("--frames", action="store_true", help="a large run in every form instead")
    options = parser.parse_args(arguments)
    if options.frames:
        rows = python_frames.measure(options.rounds)
        print("| form of 6.98 million rows | CPU seconds | ÷ polars |")
        print("|---|--:|--:|")
        for row in rows:
            print(f"| {row['form']} | {row['seconds']:.2f} | {row['ratio']:.2f} |")
    else:
        rows = [measure(topics, docs, options.rounds) for topics, docs in SHAPES]
        _print_calls(rows)
        providers = [of_ir_measures(topics, docs, options.rounds) for topics, docs in SHAPES]
        _print_providers(providers)
        rows += providers
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0


def _print_calls(rows: Sequence[dict[str, Any]]) -> None:
    print("| topics × documents | pytrec_eval | Evaluator.mean | Evaluator | harness.score |")
    print("|---|---|---|---|---|")
    for row in rows:
        own = [
            f"{row[name][0]:.3g} ms (× {row[name][1]:.2f})" for name in ("mean", "call", "score")
        ]
        print(f"| {row['shape']} | {row['pytrec_eval'][0]:.3g} ms | {' | '.join(own)} |")


def _print_providers(rows: Sequence[dict[str, Any]]) -> None:
    print("\n| ir_measures | pytrec_eval | harness | pytrec_eval, frames | harness, frames |")
    print("|---|---|---|---|---|")
    for row in rows:
        cells = [
            f"{row[f'{form}, {name}'][0]:.3g} ms"
            + (f" (× {row[f'{form}, {name}'][1]:.2f})" if name == "harness" else "")
            for form in ("dictionaries", "frames")
            for name in ("pytrec_eval", "harness")
        ]
        print(f"| {row['shape']} | {' | '.join(cells)} |")


def collection(topics: int, docs: int) -> tuple[dict[str, dict[str, int]], dict[str, Any]]:
    """Judgments and a run of so many documents a topic, the same each time."""
    draw = random.Random(1)
    judged = min(50, docs // 2)
    qrels = {
        str(topic): {f"d{doc}": number % 3 for number, doc in enumerate(_some(draw, docs, judged))}
        for topic in range(topics)
    }
    run = {
        str(topic): {f"d{doc}": draw.random() for doc in _some(draw, docs, docs)}
        for topic in range(topics)
    }
    return qrels, run


def _some(draw: random.Random, docs: int, count: int) -> list[int]:
    return draw.sample(range(5 * docs), count)


def measure(topics: int, docs: int, rounds: int) -> dict[str, Any]:
    """Medians of the ways by turns: milliseconds, and the ratio to pytrec_eval's."""
    qrels, run = collection(topics, docs)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10"})
    evaluator = harness.Evaluator(qrels, ["nDCG@10"])
    scores = evaluator({"run": run})
    values = theirs.evaluate(run)
    for row, topic in enumerate(scores.topics):
        assert scores.values[0, row, 0] == values[topic]["ndcg_cut_10"], topic
    ways: dict[str, Callable[[], object]] = {
        "pytrec_eval": lambda: theirs.evaluate(run),
        "mean": lambda: evaluator.mean(run),
        "call": lambda: evaluator({"run": run}),
        "score": lambda: harness.score(qrels, {"run": run}, ["nDCG@10"]),
    }
    times = max(1, round(_SECONDS / _timed(ways["mean"], 2)))
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            taken[name].append(1000 * _timed(way, times))
    base = taken["pytrec_eval"]
    return {
        "shape": f"{topics} × {docs:,}",
        **{
            name: (
                statistics.median(own),
                statistics.median(a / b for a, b in zip(own, base, strict=True)),
            )
            for name, own in taken.items()
        },
    }


def of_ir_measures(topics: int, docs: int, rounds: int) -> dict[str, Any]:
    """Medians of two providers of ir_measures by turns, with dictionaries and with frames."""
    qrels, run = collection(topics, docs)
    rows = [(topic, doc, score) for topic, scores in run.items() for doc, score in scores.items()]
    forms = {
        "dictionaries": run,
        "frames": pd.DataFrame(rows, columns=["query_id", "doc_id", "score"]),
    }
    measures = [ir_measures.nDCG @ 10, ir_measures.AP]
    providers = ("pytrec_eval", "harness")
    prepared = {
        name: ir_measures.providers.registry[name].evaluator(measures, qrels) for name in providers
    }
    made: dict[str, Any] = {"shape": f"{topics} × {docs:,}"}
    for form, given in forms.items():
        values = [{m[:2]: m.value for m in prepared[name].iter_calc(given)} for name in providers]
        assert values[0] == values[1]
        ways = {name: partial(prepared[name].calc_aggregate, given) for name in providers}
        times = max(1, round(_SECONDS / _timed(ways["harness"], 2)))
        taken: dict[str, list[float]] = {name: [] for name in providers}
        for _ in range(rounds):
            for name, way in ways.items():
                taken[name].append(1000 * _timed(way, times))
        base = taken["pytrec_eval"]
        for name, own in taken.items():
            ratio = statistics.median(a / b for a, b in zip(own, base, strict=True))
            made[f"{form}, {name}"] = statistics.median(own), ratio
    return made


def _timed(way: Callable[[], object], times: int) -> float:
    """Seconds of the processor for one call."""
    start = time.process_time()
    for _ in range(times):
        way()
    return (time.process_time() - start) / times


if __name__ == "__main__":
    sys.exit(main())
