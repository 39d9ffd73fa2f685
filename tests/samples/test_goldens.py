"""The field's evaluators of samples, at the precision at which they print."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.core.sampled_run import SampledRun
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.views import all_views
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.measures.estimates import estimated_num_rel, estimated_precision
from harness.measures.sample_evaluators import (
    extended_inferred_ap,
    inferred_interpolated_precision,
    inferred_ndcg,
    inferred_num_rel_ret,
    inferred_precision,
    statistical_ap,
    statistical_ap_variance,
    statistical_r_precision,
)


def read(folder: Path, qrels: str, run: str, layout: str) -> tuple[tuple[str, ...], SampledRun]:
    judged = JudgedTopics(read_qrels(folder / qrels, format=layout))
    rules, view = Rules(), all_views()["SampledRun"]
    ordered = order_run(read_run(folder / run), judged, rules)
    joined = join_run(ordered, judged, rules)
    seen = view.see(ordered, joined, judged.compute_once(view.prepare), rules)
    assert isinstance(seen, SampledRun)
    return judged.topics, seen


def cases_of(folder: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((folder / "cases.json").read_text())["cases"]
    return cases


def printed(path: Path) -> dict[tuple[str, str], float]:
    lines = [line.split() for line in path.read_text().splitlines() if line.strip()]
    return {(name, topic): float(value) for name, topic, value in lines}


def infer(run: SampledRun, version: str, gains: Any = None) -> dict[str, np.ndarray]:
    known = {
        "infAP": extended_inferred_ap(run, version=version),
        "infNDCG": inferred_ndcg(run, version=version, gains=gains),
        "inum_rel": estimated_num_rel(run),
        "inum_rel_ret": inferred_num_rel_ret(run),
    }
    for cutoff in (5, 10, 15, 20, 30, 50, 100, 200, 500, 1000):
        known[f"iP{cutoff}"] = inferred_precision(run, cutoff=cutoff)
    levels = {
        f"iprec@rec{tenths / 10:.2f}": inferred_interpolated_precision(run, recall=tenths / 10)
        for tenths in range(11)
    }
    return {name: estimate.value for name, estimate in known.items()} | levels


def ideal_dcg(run: SampledRun, gains: tuple[int, ...], version: str, order: Any) -> np.ndarray:
    """The ideal DCG of the three grades by topic; the evaluator puts gains in the order of texts."""
    ideal = np.zeros(len(run.topics))
    for row in range(len(ideal)):
        start = 0.0
        for gain in sorted(gains, key=order, reverse=True):
            drawn = (run.sample.topic == row) & (run.sample.grade == gains.index(gain) + 1)
            number = round(run.sample.weight[drawn].sum(), 9)
            number = math.floor(number + 0.5) if version == "nist2011" else number
            rank = start + 1
            while rank <= start + math.floor(number):
                ideal[row] += gain / math.log2(rank + 1)
                if rank >= 1000:
                    break
                rank += 1
            start += number
    return ideal


def test_sample_eval(shared: Path):
    folder, compared = shared / "golden/xinfap", 0
    for case in cases_of(folder):
        if "zeropad" in case["run"]:
            continue  # topics are texts: 001 is another than 1
        topics, run = read(folder, case["qrels"], case["run"], "strata")
        given = case.get("trailing_args", [])[1:]
        gains = tuple((int(grade), float(gain)) for grade, gain in (g.split("=") for g in given))
        values = infer(run, case["version"], gains or None)
        if "3=10" in given:
            as_numbers, as_texts = (
                ideal_dcg(run, (1, 2, 10), case["version"], key) for key in (float, str)
            )
            values["infNDCG"] *= as_numbers / np.where(as_texts > 0, as_texts, 1)
        wanted = printed(folder / case["expected"])
        answered = np.flatnonzero(run.num_ret > 0)
        for (name, topic), value in wanted.items():
            if name == "num_ret":
                continue
            means = values[name].sum() if name == "inum_rel" else values[name][answered].mean()
            means = values[name][answered].sum() if name == "inum_rel_ret" else means
            ours = means if topic == "all" else values[name][topics.index(topic)]
            assert ours == pytest.approx(value, abs=6e-5), (case["expected"], name, topic)
            compared += 1
    assert compared > 600


_STATAP = {
    "AP": (lambda run, method: statistical_ap(run, method=method).value, 1e-6),
    "R-prec": (lambda run, method: statistical_r_precision(run, method=method).value, 1e-6),
    "Prec_at_30": (lambda run, method: estimated_precision(run, cutoff=30).value, 1e-6),
    "Relevant": (lambda run, method: estimated_num_rel(run).value, 1e-6),
    "varAP": (lambda run, method: statistical_ap_variance(run, method=method), 0.0),
}


def test_statap(shared: Path):
    folder, compared = shared / "golden/statap", 0
    for case in cases_of(folder):
        if "-q" not in case["args"] or "-t" in case["args"]:
            continue
        topics, run = read(folder, case["prels"], case["run"], "prels")
        method = "sampled" if "-f" in case["args"] else "all"
        if method == "sampled":
            assert run.sample.by_chance is not None
            run = SampledRun(run.sample.by_chance, run.rank, run.num_ret)
        values = {name: compute(run, method) for name, (compute, _) in _STATAP.items()}
        blocks = re.split(r"topic=", (folder / case["expected"]).read_text())[1:]
        for block in blocks:
            row = topics.index(block.split()[0])
            for name, (_, tolerance) in _STATAP.items():
                found = re.search(rf"(?<!\w){name}=([\d.e-]+)", block)
                if found and values["Relevant"][row] > 0:
                    wanted, ours = float(found[1]), float(values[name][row])
                    close = math.isclose(ours, wanted, rel_tol=1e-9, abs_tol=tolerance)
                    assert close, (case["expected"], topics[row], name, ours, wanted)
                    compared += 1
    assert compared > 180
