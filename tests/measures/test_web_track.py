"""The evaluators of the web track, ndeval and gdeval, case by case as they print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import harness
from harness.core.errors import HarnessError
from harness.core.model import Run
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.stats.risk import measure_risk

#: How many cases there are, the layout of the judgments, half a unit of the last digit printed.
TOOLS = {"ndeval": (33, "diversity", 5.1e-7), "gdeval": (35, "trec", 5.1e-6)}
FLAGS = {"-alpha": 0.5, "-beta": 0.5, "-M": None, "-k": 20, "-riskAlpha": 0.0, "-baseline": None}
#: What gdeval does wrong, and is not done here.
ODD = {
    "expected.odd-run-dup.k20.csv": "adds up a document that is listed twice",
    "expected.run-d.base-c.c.risk1.k20.csv": "takes the baseline of another topic where one is missing",
}


def options_of(args: list[str]) -> dict[str, Any]:
    given = {flag: args[args.index(flag) + 1] for flag in FLAGS if flag in args}
    read = {flag: value if flag == "-baseline" else float(value) for flag, value in given.items()}
    return {**FLAGS, **read, "-c": "-c" in args, "-traditional": "-traditional" in args}


def measures_of(tool: str, options: dict[str, Any]) -> list[str]:
    """The columns of a tool, in its order."""
    if tool == "gdeval":
        return [f'nDCG(dcg="exp-log2")@{options["-k"]:g}', f"ERR@{options['-k']:g}"]
    alpha, beta = options["-alpha"], options["-beta"]
    cut = ("ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG")
    return [
        *(f"{name}(alpha={alpha})@{k}" for name in cut for k in (5, 10, 20)),
        *(f"{name}(alpha={alpha}, beta={beta})" for name in ("NRBP", "nNRBP")),
        "MAP_IA",
        *(f"{name}@{k}" for name in ("P_IA", "STREC") for k in (5, 10, 20)),
    ]


def run_of(path: Path) -> Run:
    """A run without the prefix of its topics, which both tools cut off."""
    run = read_run(path, ranks=True)
    return Run(run.name, run.frame.with_columns(pl.col("topic").str.replace("^.*-", "")))


def scored(tool: str, folder: Path, case: dict[str, Any], run: str) -> harness.Scores:
    options = options_of(case["args"])
    depth = options["-M"]
    return harness.score(
        read_qrels(folder / case["qrels"], format=TOOLS[tool][1]),
        [run_of(folder / run)],
        measures_of(tool, options),
        dialect="trec_eval-10" if options["-traditional"] else tool,
        depth=None if depth is None else int(depth),
        topic_policy="judged" if options["-c"] else "answered",
    )


def expected_values(path: Path) -> dict[str, np.ndarray]:
    heads, *lines = path.read_text().splitlines()
    width = heads.count(",")  # the name of a run may have commas
    rows = [line.rsplit(",", width)[1:] for line in lines]
    return {topic: np.array(values, dtype=float) for topic, *values in rows}


@pytest.mark.filterwarnings("ignore:.*NONE of its", "ignore:topics without a relevant")
@pytest.mark.parametrize(
    ("tool", "number"), [(tool, i) for tool, (cases, *_) in TOOLS.items() for i in range(cases)]
)
def test_every_number_is_that_of_the_tool(shared, tool, number):
    folder = shared / "golden" / tool
    num_cases, _, tolerance = TOOLS[tool]
    cases = json.loads((folder / "cases.json").read_text())["cases"]
    assert len(cases) == num_cases
    case = cases[number]
    if case["expected"] in ODD:
        pytest.skip(f"gdeval {ODD[case['expected']]}")
    options, expected = options_of(case["args"]), expected_values(folder / case["expected"])
    scores = scored(tool, folder, case, case["run"])
    values, mean = dict(zip(scores.topics, scores.values[0], strict=True)), scores.summarise()[0]
    zero = np.zeros(len(mean))
    if base := options["-baseline"]:
        other = scored(tool, folder, case, base)
        basis = dict(zip(other.topics, other.values[0], strict=True))
        topics = [topic for topic in expected if topic != "amean"]
        gain = np.array([values.get(t, zero) - basis.get(t, zero) for t in topics])
        mean = measure_risk(gain.T, alpha=options["-riskAlpha"]).u_risk
        weighted = np.where(gain < 0, gain * (1 + options["-riskAlpha"]), gain)
        values = dict(zip(topics, weighted, strict=True))
    assert set(expected) - {"amean"} <= {*values, "999"} or tool == "ndeval"
    for topic, printed in expected.items():
        ours = mean if topic == "amean" else values.get(topic, zero)
        known = np.isfinite(printed)  # nNRBP of a topic without a relevant document is 0/0
        np.testing.assert_allclose(ours[known], printed[known], rtol=0, atol=tolerance)
        assert known.all() or ("norel" in case["expected"] and (~known).nonzero()[0] == [13])


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        ("bad-run-duprank.txt", "rank 1 is given to several documents of topic '223'"),
        ("bad-run-dupdoc.txt", "'clueweb12-0004wb-92-05816'"),
        ("bad-run-5col.txt", "bad-run-5col.txt:1"),
    ],
)
def test_what_ndeval_refuses_is_refused(shared, run, problem):
    folder = shared / "golden/ndeval"
    judged = read_qrels(folder / "qrels.txt", format="diversity")
    with pytest.raises(HarnessError) as caught:
        harness.score(judged, folder / run, "STREC", dialect="ndeval")
    assert problem in str(caught.value)


@pytest.mark.filterwarnings("ignore:.*NONE of its")
@pytest.mark.parametrize(
    ("qrels", "run", "problem"),
    [
        ("bad-qrels-grade5.txt", "run-a.txt", "max_grade=5"),
        ("qrels.txt", "bad-run-negrank.txt", None),
        ("qrels.txt", "bad-run-noq0.txt", None),
        ("qrels.txt", "odd-run-dup.txt", "is retrieved twice"),
    ],
)
def test_what_gdeval_refuses_is_refused_where_it_matters(shared, qrels, run, problem):
    folder = shared / "golden/gdeval"
    if problem is None:  # ranks and Q0 are not used
        assert harness.score(folder / qrels, folder / run, "ERR@20", dialect="gdeval")
        return
    with pytest.raises(HarnessError, match=problem):
        harness.score(folder / qrels, folder / run, "ERR@20", dialect="gdeval")


def test_runs_without_ranks_are_refused_where_ranks_count():
    qrels = pl.DataFrame({"topic": ["1"], "subtopic": ["1"], "doc": ["a"], "grade": [1]})
    with pytest.raises(HarnessError, match="there are no ranks"):
        harness.score(qrels, {"r": {"1": {"a": 1.0}}}, "STREC", dialect="ndeval")


def test_gdeval_leaves_topics_without_a_relevant_document_out_and_says_so():
    qrels = {"1": {"a": 1}, "2": {"a": 0}}
    with pytest.warns(UserWarning, match="without a relevant document, not averaged: 2"):
        scores = harness.score(qrels, {"r": {"1": {"a": 1.0}}}, "ERR@20", dialect="gdeval")
    assert scores.topics == ("1",)
    with pytest.raises(HarnessError, match="no topic has a relevant document"):
        harness.score({"2": {"a": 0}}, {"r": {"2": {"a": 1.0}}}, "ERR@20", dialect="gdeval")
