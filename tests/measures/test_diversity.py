"""Measures of diversity against ndeval's output and a slow version that walks down the ranking."""

from __future__ import annotations

import json
import math
import warnings

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.core.errors import HarnessError
from harness.core.model import Run
from harness.core.subtopic_run import SubtopicRun
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.measures import Ratio, parse_measure
from harness.stats.risk import risk_of
from tests.measures.batches import batches, measures_of, own_families

#: ndeval prints six decimals.
TOLERANCE = 5.1e-7
FLAGS = {"-alpha": float, "-beta": float, "-M": int, "-riskAlpha": float, "-baseline": str}


# --- ndeval ----------------------------------------------------------------------------------


def options_of(args: list[str]) -> dict[str, object]:
    given = dict.fromkeys(args) | {
        flag: kind(args[args.index(flag) + 1]) for flag, kind in FLAGS.items() if flag in args
    }
    return {"-alpha": 0.5, "-beta": 0.5, "-riskAlpha": 0.0} | given


def measures_by(options: dict[str, object]) -> list[str]:
    """The columns of ndeval, in its order."""
    alpha, beta = options["-alpha"], options["-beta"]
    cut = ("ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG")
    return [
        *(f"{name}(alpha={alpha})@{k}" for name in cut for k in (5, 10, 20)),
        *(f"{name}(alpha={alpha}, beta={beta})" for name in ("NRBP", "nNRBP")),
        "MAP_IA",
        *(f"{name}@{k}" for name in ("P_IA", "STREC") for k in (5, 10, 20)),
    ]


def golden_run(path) -> Run:
    """A run whose topics have ndeval's numbers: what stands before the first - is a prefix."""
    run = read_run(path, ranks=True)
    return Run(run.name, run.frame.with_columns(pl.col("topic").str.replace("^[^-]*-", "")))


def scored(folder, case, run, options):
    qrels = read_qrels(folder / case["qrels"], format="diversity")
    return harness.score(
        qrels,
        [golden_run(folder / run)],
        measures_by(options),
        dialect="trec_eval-10" if "-traditional" in options else "ndeval",
        depth=options.get("-M"),
        topic_policy="judged" if "-c" in options else "answered",
    )


def expected_values(folder, case) -> dict[str, np.ndarray]:
    lines = (folder / case["expected"]).read_text().splitlines()[1:]
    rows = [line.rsplit(",", 22)[1:] for line in lines]  # the name of a run may have commas
    return {topic: np.array(values, dtype=float) for topic, *values in rows}


@pytest.fixture
def folder(shared):
    return shared / "golden/ndeval"


def pytest_generate_tests(metafunc):
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", range(33))


@pytest.mark.filterwarnings("ignore:.*NONE of its")
def test_ndeval_computes_the_same(folder, number):
    cases = json.loads((folder / "cases.json").read_text())["cases"]
    assert len(cases) == 33
    case = cases[number]
    options, expected = options_of(case["args"]), expected_values(folder, case)
    scores = scored(folder, case, case["run"], options)
    got = dict(zip(scores.topics, scores.values[0], strict=True))
    mean = scores.summarise()[0]
    if base := options.get("-baseline"):
        other = scored(folder, case, base, options)
        basis = dict(zip(other.topics, other.values[0], strict=True))
        zero = np.zeros(len(mean))
        printed = [topic for topic in expected if topic != "amean"]
        loss = np.array([got.get(t, zero) - basis.get(t, zero) for t in printed])
        risk = risk_of(loss.T, alpha=options["-riskAlpha"])
        weighted = np.where(loss < 0, loss * (1 + options["-riskAlpha"]), loss)
        got, mean = dict(zip(printed, weighted, strict=True)), risk.u_risk
    for topic, values in expected.items():
        known = np.isfinite(values)  # without a relevant document, nNRBP is 0/0
        ours = mean if topic == "amean" else got.get(topic, np.zeros(len(values)))
        np.testing.assert_allclose(ours[known], values[known], rtol=0, atol=TOLERANCE)
        if not known.all():
            assert np.flatnonzero(~known).tolist() == [13]
            assert ours[13] == 0 or topic == "amean"


@pytest.mark.parametrize(
    ("qrels", "run", "problem"),
    [
        ("qrels.txt", "bad-run-duprank.txt", "rank 1 is given to several documents of topic '223'"),
        ("qrels.txt", "bad-run-dupdoc.txt", "'clueweb12-0004wb-92-05816'"),
        ("qrels.txt", "bad-run-5col.txt", "bad-run-5col.txt:1"),
    ],
)
def test_what_ndeval_refuses_is_refused(folder, qrels, run, problem):
    judged = read_qrels(folder / qrels, format="diversity")
    with pytest.raises(HarnessError) as caught:
        harness.score(judged, folder / run, "STREC", dialect="ndeval")
    assert problem in str(caught.value)


def test_runs_without_ranks_are_refused_where_ranks_count():
    qrels = pl.DataFrame({"topic": ["1"], "subtopic": ["1"], "doc": ["a"], "grade": [1]})
    with pytest.raises(HarnessError, match="there are no ranks"):
        harness.score(qrels, {"r": {"1": {"a": 1.0}}}, "STREC", dialect="ndeval")


# --- the slow version ------------------------------------------------------------------------


def walked(ranking, covers, alpha, discount, cutoff):
    """The discounted gain of a ranking, document by document."""
    seen: dict[str, int] = {}
    total = 0.0
    for rank, doc in enumerate(ranking[:cutoff], start=1):
        total += discount(rank) * sum((1 - alpha) ** seen.get(s, 0) for s in covers.get(doc, ()))
        for subtopic in covers.get(doc, ()):
            seen[subtopic] = seen.get(subtopic, 0) + 1
    return total


def greedy(covers, alpha):
    """The greedy ranking; of documents whose gains are equal the last identifier comes first."""
    ranking: list[str] = []
    while len(ranking) < len(covers):
        before = [s for doc in ranking for s in covers[doc]]
        left = sorted(set(covers) - set(ranking), reverse=True)
        gain = {d: sum((1 - alpha) ** before.count(s) for s in sorted(covers[d])) for d in left}
        best = max(gain.values())
        ranking.append(next(doc for doc in left if math.isclose(gain[doc], best)))
    return ranking


def average_precision(ranking, relevant):
    hits = [rank for rank, doc in enumerate(ranking, start=1) if doc in relevant]
    return sum(nth / rank for nth, rank in enumerate(hits, start=1)) / len(relevant)


def slow(name, ranking, covers, *, alpha=0.5, beta=0.5, cutoff=None):
    subtopics = sorted({s for of in covers.values() for s in of})
    if not subtopics:
        return 0.0
    docs_of = {s: {doc for doc, of in covers.items() if s in of} for s in subtopics}
    discounts = {"E": lambda r: 1 / r, "a": lambda r: 1 / math.log2(r + 1)}
    discounts["N"] = lambda r: beta ** (r - 1)
    discount = discounts.get(name.lstrip("n")[0])
    if name in ("AP_IA", "P_IA", "STREC"):
        of_each = {
            "AP_IA": lambda of: average_precision(ranking, of),
            "P_IA": lambda of: len(of & set(ranking[:cutoff])) / cutoff,
            "STREC": lambda of: bool(of & set(ranking[:cutoff])),
        }[name]
        return sum(map(of_each, docs_of.values())) / len(subtopics)
    gain = walked(ranking, covers, alpha, discount, cutoff)
    if name == "NRBP":
        return (1 - (1 - alpha) * beta) * gain / len(subtopics)
    if name in ("alpha_nDCG", "nERR_IA", "nNRBP"):
        return gain / walked(greedy(covers, alpha), covers, alpha, discount, cutoff)
    everything = {f"{rank:04}": subtopics for rank in range(cutoff)}
    return gain / walked(sorted(everything), everything, alpha, discount, cutoff)


@pytest.mark.parametrize("family", own_families("SubtopicRun"), ids=lambda family: family.name)
@given(drawn=st.data())
def test_every_measure_equals_its_slow_version(family, drawn):
    rows, run = drawn.draw(batches("SubtopicRun"))
    measure = drawn.draw(measures_of(family))
    parameters = dict(family.defaults) | dict(measure.parameters)
    rel = parameters.pop("rel")
    result = measure.evaluate(run)
    assert isinstance(result, Ratio)
    for row, value in zip(rows, result.value, strict=True):
        covers: dict[str, set[str]] = {}
        for judgment in row.judgments:
            if judgment["grade"] >= rel:
                covers.setdefault(judgment["doc"], set()).add(judgment["subtopic"])
        wanted = slow(family.name, row.ranking, covers, **parameters)
        assert value == pytest.approx(wanted, rel=1e-9, abs=1e-12)


# --- beside other measures -------------------------------------------------------------------


def test_measures_of_documents_and_of_subtopics_are_computed_side_by_side():
    qrels = pl.DataFrame(
        {
            "topic": ["1"] * 3,
            "subtopic": ["1", "2", "1"],
            "doc": ["a", "a", "b"],
            "grade": [0, 2, 0],
        }
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = harness.score(
            qrels, {"r": {"1": {"b": 2.0, "a": 1.0}}}, ["AP", "STREC@1", "STREC@2", "AP + STREC@2"]
        )
    assert scores.values.tolist() == [[[0.5, 0.0, 1.0, 1.5]]]
    assert "the highest grade over a document's subtopics" in str(caught[0].message)


def test_documents_alone_have_no_subtopics_which_is_said():
    with pytest.raises(HarnessError) as caught:
        harness.score({"1": {"a": 1}}, {"1": {"a": 1.0}}, ["AP", "STREC", "AP - alpha_nDCG"])
    assert [problem.message for problem in caught.value.problems] == [
        "STREC@10 needs judgments of subtopics; these judge documents (layout dict)",
        "AP - alpha_nDCG@20 needs judgments of subtopics; these judge documents (layout dict)",
    ]


def test_the_greedy_ranking_is_not_always_the_best():
    covers = {"a": ["1", "2", "3"], "b": ["1", "2", "4"], "c": ["3", "5", "6"]}
    measure = parse_measure("alpha_nDCG(alpha=1)@2")
    first = [measure.evaluate(SubtopicRun.of(list(r), covers)).value[0] for r in ("bc", "ca")]
    assert max(first) >= 1.0
