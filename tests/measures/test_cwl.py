"""Every number of cwl_eval: expected utility, total utility, costs, depth and their residuals."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from harness.core.errors import EvaluationError
from harness.core.judged_run import JudgedRun
from harness.measures import parse_measure
from tests.each import each
from tests.measures.test_reference_tools import GOLDEN, pytestmark  # noqa: F401

CWL = GOLDEN / "cwl"
CASES = json.loads((CWL / "cases.json").read_text())["cases"] if CWL.is_dir() else []

#: The user models under the names that cwl_eval prints, in notation. It has more names for some:
#: NPV is RBP with p = 1 / (1 + r).
MODELS = (
    (r"P@(\d+)", r"P@\1"),
    (r"RBP@(.*)", r"RBP(p=\1)"),
    (r"NDCG-k@(\d+)", r"SDCG@\1"),
    (r"(RR|AP)", r"\1"),
    (r"(INST|INSQ)-T=(.*)", r"\1(T=\2)"),
    (r"BPM-Static-T=(.*)-K=(\d+)", r"BPM(T=\1)@\2"),
    (r"BPM-Dynamic-T=(.*)-K=(\d+)-hb=(.*)-hc=(.*)", r"BPM(T=\1, hb=\3, hc=\4)@\2"),
    (r"TBG-H@(\d+)", r"TBG(halflife=\1)"),
    (r"U-L@(\d+)", r"U(L=\1)"),
    (r"NPV-r@0.1", rf"RBP(p={1 / 1.1!r})"),
    (r"IFT-C1-T=(.*)-b1=(.*)-R1=([\d.]+)", r'IFT(by="goal", T=\1, b1=\2, R1=\3)'),
    (r"IFT-C2-A=(.*)-b2=(.*)-R2=([\d.]+)", r'IFT(by="rate", A=\1, b2=\2, R2=\3)'),
    (
        r"IFT-C1-C2-T=(.*)-b1=(.*)-R1=(.*)-A=(.*)-b2=(.*)-R2=(.*)",
        r"IFT(T=\1, b1=\2, R1=\3, A=\4, b2=\5, R2=\6)",
    ),
    (r"NERR-EQ([89])@k=(\d+)", r"NERR\1@\2"),
    (r"NERR-EQ10@phi=(.*)", r"NERR10(p=\1)"),
    (r"NERR-EQ11@T=(.*)", r"NERR11(T=\1)"),
)
#: Average precision over what was retrieved as cwl_eval has it, whose weights do not add up to 1.
LEFT_OUT = "TrAP"


def model(label: str) -> str:
    for pattern, notation in MODELS:
        if re.fullmatch(pattern, label.strip()):
            return re.sub(f"^{pattern}$", notation, label.strip())
    raise AssertionError(label)


def batch(qrels: Path, run: Path, costs: Path | None) -> JudgedRun:
    """In the order of the lines; gains 0, 1/4, 1/2, 1 as the grades 0, 1, 2, 4."""
    scale = 4 if "grades" not in qrels.name else 1
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for line in qrels.read_text().splitlines():
        topic, _, document, gain = line.split()
        judged[topic][document] = round(float(gain) * scale)
    price = dict(line.split() for line in costs.read_text().splitlines()) if costs else {}
    rankings: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for line in run.read_text().splitlines():
        topic, kind, document, *_ = line.split()
        grade = judged.get(topic, {}).get(document, -1)
        rankings[topic].append((grade, float(price.get(kind, "nan"))))
    counts = [
        {grade: list(judged[topic].values()).count(grade) for grade in set(judged[topic].values())}
        for topic in rankings
    ]
    joined = JudgedRun.of(
        *([grade for grade, _ in row] for row in rankings.values()), judged=counts
    )
    each = np.full(joined.grades.shape, np.nan)
    for i, row in enumerate(rankings.values()):
        each[i, : len(row)] = [cost for _, cost in row]
    return JudgedRun(**{**vars(joined), "costs": each, "answered": None, "_memo": {}}), list(
        rankings
    )


@each([case for case in CASES if case["expected"]])
def test_every_value_is_that_of_cwl_eval(case: dict):
    arguments = case["args"]
    costs = CWL / arguments[arguments.index("-c") + 1] if "-c" in arguments else None
    depth = (
        int(arguments[arguments.index("--max_depth") + 1]) if "--max_depth" in arguments else 1000
    )
    top = 4 if "--max_gain" in arguments else 1
    run, topics = batch(CWL / case["qrels"], CWL / case["run"], costs)
    values: dict[str, np.ndarray] = {}
    compared, expected = 0, (CWL / case["expected"]).read_text().splitlines()
    for topic, label, *printed in csv.reader(expected, delimiter="\t"):
        if topic == "Topic" or label.strip() == LEFT_OUT:
            continue
        for column, text in enumerate(printed):
            of, residual = ("EU", "ETU", "EC", "ETC", "ED")[column % 5], column >= 5
            user = f"user={json.dumps(model(label))}, max_grade=4, depth={depth}"
            name = f'Residual(of="{of}", {user})' if residual else f"{of}({user})"
            if name not in values:
                values[name] = parse_measure(name).evaluate(run)
            unit = top if of in ("EU", "ETU") else 1
            got = values[name][topics.index(topic)] * unit
            assert got == pytest.approx(float(text), abs=6e-5), (topic, label, name)
            compared += 1
    assert compared > 100


def test_a_measure_without_a_user_model_is_refused():
    run = JudgedRun.of([1, 0])
    with pytest.raises(EvaluationError, match=r"user='nDCG@10' has no user model \(.*SDCG"):
        parse_measure('EU(user="nDCG@10")').evaluate(run)
    with pytest.raises(EvaluationError, match="has no rel"):
        parse_measure('ED(user="P(rel=2)@10")').evaluate(run)


def test_a_grade_above_the_highest_is_refused():
    with pytest.raises(EvaluationError, match=r"the qrels have the grade 3, above 1 .*max_grade=3"):
        parse_measure("INST").evaluate(JudgedRun.of([3, 0]))


def test_expected_utility_is_the_measure_of_the_user_model():
    run = JudgedRun.of([2, -1, 0, 1], [0, 0], judged=[{2: 2, 1: 1, 0: 1}, {1: 1, 0: 3}])
    for name in ("INST(T=2, max_grade=2)", "SDCG(max_grade=2)@3", "BPM(max_grade=2)@3"):
        assert parse_measure(f"EU(user={json.dumps(name)})").evaluate(run).tolist() == (
            parse_measure(name).evaluate(run).tolist()
        )
