"""What Python's values offer: forms that are taken, names, JSON, faces, figures, checks, options."""

from __future__ import annotations

import json
import pickle
import re
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
import pytest
import scipy

import harness
from harness.core.errors import EvaluationError, HarnessError, InputError, MeasureError
from harness.core.judged_run import JudgedRun
from harness.measures import AP, FAMILIES, RBP, P, nDCG, parse_measure
from tests.each import each

QRELS = {"t1": {"a": 1, "b": 0}, "t2": {"c": 2}, "t3": {"a": 1}}
RUNS = {
    "m": {"t1": {"a": 2.0, "b": 1.0}, "t2": {"c": 1.0, "x": 2.0}, "t3": {"a": 1.0}},
    "n": {"t1": {"b": 2.0, "a": 1.0}, "t2": {"c": 1.0}, "t3": {"b": 1.0}},
}
#: By hand: m has its relevant documents at ranks 1, 2 and 1; n at 2, 1 and nowhere.
RR = {"m": (1 + 1 / 2 + 1) / 3, "n": (1 / 2 + 1 + 0) / 3}


@pytest.fixture(scope="module")
def scores():
    return harness.score(QRELS, RUNS, ["RR", "ndcg@10"])


class Hit(NamedTuple):
    """As Pyserini has them."""

    docid: str
    score: float


@each(
    [
        {"t1": ["b", "a"]},
        {"m": {"t1": ["b", "a"]}},
        {"t1": [("b", 2.5), ("a", 1.5)]},
        {"t1": [("a", 1.5), ("b", 2.5)]},
        {"t1": [Hit("b", 2.5), Hit("a", 1.5)]},
        {"t1": {"b": np.float32(2.5), "a": np.array(1.5)}},
        {"t1": {"b": Decimal("2.5"), "a": Decimal("1.5")}},
        {"qid": np.array(["t1", "t1"]), "docno": np.array(["b", "a"]), "score": np.array([2, 1])},
        {"m": {"topic": np.array(["t1"] * 2), "doc": np.array(["b", "a"]), "rank": np.arange(2)}},
        pl.DataFrame({"qid": ["t1"] * 2, "docno": ["b", "a"], "score": map(Decimal, (2, 1))}),
        [("t1", "Q0", "b", 1, 2.5, "x"), ("t1", "Q0", "a", 2, 1.5, "x")],
        [line.split() for line in ("t1 Q0 b 1 2.5 x", "t1 Q0 a 2 1.5 x")],
    ],
    "run",
)
@each(
    [
        {"t1": {"a"}},
        {"t1": ["a"]},
        {"t1": {"a": True, "b": False}},
        {"qid": np.array(["t1"], dtype=object), "docno": np.array(["a"]), "label": np.array([1])},
        [("t1", "0", "a", 1)],
        [["t1", "0", "a", "1"]],
    ],
    "qrels",
)
def test_forms_of_the_audience_are_taken(qrels, run):
    assert harness.score(qrels, run, "RR").values.ravel().tolist() == [0.5]


def test_columns_of_different_lengths_are_an_error():
    run = {"topic": np.array(["t1"]), "doc": np.array(["a", "b"]), "score": np.ones(2)}
    with pytest.raises(InputError, match="different lengths: topic 1, doc 2, score 2"):
        harness.score(QRELS, run, "RR")


def test_columns_of_numpy_have_the_mean_of_dictionaries():
    run = {"topic": np.array(["t1", "t2"]), "doc": np.array(["b", "c"]), "score": np.ones(2)}
    evaluator = harness.Evaluator(QRELS, "RR", topic_policy="answered")
    assert evaluator.mean(run) == evaluator.mean({"t1": ["b"], "t2": ["c"]}) == {"RR": 0.5}


def test_fields_of_split_lines_that_are_no_numbers_are_errors():
    with pytest.raises(InputError, match="'high' is not a number"):
        harness.score(QRELS, [["t1", "Q0", "a", "1", "high", "x"]], "RR")
    with pytest.raises(InputError, match=r"'1\.5' is not a number"):
        harness.score([["t1", "0", "a", "1.5"]], RUNS, "RR")


def test_a_document_twice_in_a_list_is_an_error():
    with pytest.raises(InputError, match="document 'a' is retrieved twice in topic 't1'"):
        harness.score(QRELS, {"t1": ["a", "b", "a"]}, "RR")
    with pytest.raises(InputError, match="document 'a' is listed twice in topic 't1'"):
        harness.score({"t1": ["a", "a"]}, {"t1": ["a"]}, "RR")


class Stream:
    """Something of which nothing is known but that it gives Arrow."""

    def __init__(self, frame):
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema=None):
        return self.frame.__arrow_c_stream__(requested_schema)


def test_arrow_streams_are_taken():
    qrels = pl.DataFrame({"qid": ["t1"], "docno": ["a"], "label": [1]})
    run = pl.DataFrame({"qid": ["t1", "t1"], "docno": ["b", "a"], "score": [2.0, 1.0]})
    assert harness.score(Stream(qrels), Stream(run), "RR").values.ravel().tolist() == [0.5]


def test_datasets_of_ir_datasets_are_taken():
    class Qrel(NamedTuple):
        query_id: str
        doc_id: str
        relevance: int
        iteration: str

    class Dataset:
        def qrels_iter(self):
            return iter([Qrel("t1", "a", 1, "0")])

    assert harness.score(Dataset(), {"t1": ["b", "a"]}, "RR").values.ravel().tolist() == [0.5]


@pytest.mark.parametrize("kind", ["str", "object", "category"])
def test_texts_of_pandas_are_taken_however_they_are_kept(kind):
    import pandas as pd

    frame = pd.DataFrame({"qid": ["t1", "t1"], "docno": ["b", "a"], "score": [2.0, 1.0]})
    frame = frame.astype({"qid": kind, "docno": kind})
    assert harness.score({"t1": {"a": 1}}, frame, "RR").values.ravel().tolist() == [0.5]


def test_measures_are_objects():
    assert (AP, nDCG @ 10, P @ 5) == tuple(map(parse_measure, ("AP", "nDCG@10", "P@5")))
    assert RBP(p=0.5) @ 20 == parse_measure("RBP(p=0.5)@20")
    values = harness.score(QRELS, RUNS, [AP, nDCG(dcg="exp-log2") @ 10])
    assert values.labels == ("AP", 'nDCG(dcg="exp-log2")@10')
    with pytest.raises(MeasureError, match="no parameter 'q'"):
        RBP(q=1)
    with pytest.raises(ImportError, match="nDGC"):
        from harness.measures import nDGC  # noqa: F401
    for name in FAMILIES:
        measure = getattr(harness.measures, name)
        assert measure.family is FAMILIES[name]
        assert measure == parse_measure(str(measure))


def test_functions_are_measures():
    def of_topic(ranking, judged):
        return sum(grade or 0 for grade in ranking[:1]) / max(judged)

    def of_batch(run: JudgedRun):
        return run.num_ret / 10

    values = harness.score(QRELS, RUNS, [of_topic, of_batch, harness.measures.AP])
    assert values.labels == ("of_topic", "of_batch", "AP")
    assert values["of_topic"] == {"m": 2 / 3, "n": 1 / 3}
    assert values["of_batch"]["m"] == pytest.approx((0.2 + 0.2 + 0.1) / 3)
    with pytest.raises(MeasureError, match="ranking, judged"):
        harness.score(QRELS, RUNS, [lambda a, b, c: 1.0])
    with pytest.raises(
        MeasureError, match=r"'NoneType'.*\(documents that nobody judged are None\)"
    ):
        harness.score(QRELS, RUNS, [lambda ranking, judged: ranking[0] > 0])


def test_results_are_asked_by_the_names_that_were_asked_for(scores):
    assert scores["RR"] == pytest.approx(RR)
    assert scores["ndcg@10"] == scores["nDCG@10"] == scores.to_dict()["ndcg@10"]
    assert set(scores.summary().columns) == {"RR", "ndcg@10"}
    assert scores.to_dict(topics=True)["n"]["t1"]["RR"] == 0.5
    with pytest.raises(EvaluationError):
        scores["AP"]
    long = scores.to_frame("polars")
    assert isinstance(long, pl.DataFrame)
    assert long.rows() == [tuple(row) for row in scores.to_frame().itertuples(index=False)]
    with pytest.raises(EvaluationError, match="unknown library"):
        scores.to_frame("arrow")


def test_some_of_the_scores(scores):
    only = scores.only(["n"], ["RR"])
    assert only.to_dict() == {"RR": {"n": pytest.approx(RR["n"])}}
    assert scores.only() == scores
    with pytest.raises(EvaluationError, match="unknown run 'nn'"):
        scores.only(["nn"])


def test_scores_are_written_and_read(scores, tmp_path):
    path = tmp_path / "scores.json"
    scores.save(path)
    again = harness.read_scores(path)
    assert again == scores == harness.Scores.from_json(scores.to_json())
    assert again.notes == scores.notes
    assert again.coverage == scores.coverage
    assert again.measures[1].label == "ndcg@10"
    record = json.loads(path.read_text())
    for change in ({"format": "x"}, {"version": 1}, {"values": [1]}):
        with pytest.raises(InputError):
            harness.Scores.from_json(json.dumps({**record, **change}))
    with pytest.raises(InputError, match="no JSON"):
        harness.Scores.from_json("{")
    with pytest.raises(HarnessError):
        harness.read_scores(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda: harness.Qrels({"t": {}}), "Qrels.of"),
        (lambda: harness.Qrels(pl.DataFrame({"topic": ["t"], "doc": ["d"]})), "'grade' is not"),
        (
            lambda: harness.Qrels(pl.DataFrame({"topic": ["t"], "doc": ["d"], "grade": [0.5]})),
            "Float64",
        ),
        (
            lambda: harness.Run("x", pl.DataFrame({"topic": [1], "doc": ["d"], "score": [0.5]})),
            "'topic' is Int64",
        ),
    ],
)
def test_constructors_check(given, message):
    with pytest.raises(InputError, match=message):
        given()


def test_values_are_made_of_every_form(tmp_path):
    path = tmp_path / "q.txt"
    path.write_text("t1 0 a 1\n")
    for form in ({"t1": {"a"}}, path, pl.DataFrame({"qid": ["t1"], "docno": ["a"], "label": [1]})):
        assert harness.Qrels.of(form).frame.rows() == [("t1", "a", 1)]
    assert harness.Run.of({"t1": ["a"]}, "x").frame.rows() == [("t1", "a", 1.0)]


def test_comparisons_take_what_others_hold():
    import pandas as pd

    values = {"x": {"1": 0.5, "2": 0.7}, "y": {"1": 0.4, "2": 0.3}}
    rows = [(run, t, "AP", v) for run, topics in values.items() for t, v in topics.items()]
    frame = pd.DataFrame(rows, columns=["name", "qid", "measure", "value"])
    named = {r: {t: {"AP": v} for t, v in topics.items()} for r, topics in values.items()}
    compared = [harness.compare(form, measures="AP") for form in (values, frame, named)]
    for one in compared:
        assert one.pair("x", "y").difference == pytest.approx(0.25)
    assert repr(harness.compare(values).leaderboard()).startswith("Leaderboard by value: 2 runs")
    with pytest.raises(EvaluationError, match="holds no scores"):
        harness.compare({"x": 1})
    with pytest.raises(EvaluationError, match="the value of y on topic 2 is 'high', not a number"):
        harness.compare({**values, "y": {"1": 0.4, "2": "high"}})


def test_without_a_correction_each_comparison_has_its_own_p_and_says_so():
    values = {"x": [0.5, 0.7, 0.6], "y": [0.4, 0.3, 0.5], "z": [0.1, 0.2, 0.2]}
    named = {run: dict(zip("123", own, strict=True)) for run, own in values.items()}
    found = harness.compare(named, baseline="z", correction=None).against()
    for row in found.rows:
        own = scipy.stats.ttest_rel(values[row.run], values["z"]).pvalue
        assert row.p == row.corrected == pytest.approx(own, abs=1e-12)
        assert row.significant == (own < 0.05)
    assert [row.significant for row in found.rows] == [True, False]
    assert "no correction for 2 comparisons" in repr(found)
    assert harness.compare(named, baseline="z").against().rows[0].corrected == 2 * found.rows[0].p


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"tset": "t"}, TypeError, "unexpected keyword argument 'tset'"),
        ({"baselines": "m"}, TypeError, r"'baselines' \(did you mean baseline\?\)"),
        ({"test": "ttest"}, EvaluationError, r"unknown test 'ttest' \(here it is called t\)"),
        ({"correction": "BH"}, EvaluationError, r"'BH' \(here it is called benjamini-hochberg\)"),
        ({"test": "nothing"}, EvaluationError, "unknown test"),
        ({"alpha": 5}, EvaluationError, "alpha"),
    ],
)
def test_wrong_options_are_refused(scores, options, error, message):
    with pytest.raises(error, match=message):
        harness.compare(scores, **options)


def test_coverage_is_shown_in_ten_lines():
    runs = {f"run{number}": {"1": ["a"]} for number in range(12)}
    coverage = harness.score({"1": {"a": 1}}, runs, "AP").coverage
    shown = repr(coverage).splitlines()
    assert (len(shown), shown[-1]) == (10, "… and 3 more")
    assert repr(type(coverage)(coverage[:10])).splitlines() == [*map(repr, coverage[:10])]


def test_faces_are_short_tables(scores):
    many = {f"r{number}": RUNS["n"] for number in range(30)} | RUNS
    comparison = harness.compare(harness.score(QRELS, many, ["RR"]))
    pair = comparison.pair("m", "n")
    for value in (
        pair,
        comparison.leaderboard(),
        comparison.pairs(),
        comparison.against("m"),
        harness.compare(scores, baseline="m"),
        scores,
    ):
        assert len(repr(value)) < 2000, type(value)
        assert "<table>" in value._repr_html_()
    assert f"{pair.p:.4f}" in repr(pair)
    assert "difference" in repr(harness.compare(scores, baseline="m"))


def test_faces_say_what_they_are(scores):
    comparison = harness.compare({"x": {"1": 0.5, "2": 0.25}, "y": {"1": 0.75, "2": 0.5}})
    assert repr(comparison).startswith("Comparison: 2 runs, 2 topics; value; test: ")
    large = {run: {str(n): n % 3 + own for n in range(40)} for run, own in (("a", 0.0), ("b", 2.0))}
    large["b"]["0"] = 2.5
    pair = harness.compare(large).pair("a", "b")
    assert 0 < pair.p < 1e-10
    assert f" {pair.p:.0e} " in repr(pair)
    assert repr(scores.plot).startswith("Plots: leaderboard, runs, topics")
    found = harness.diagnose_runs(QRELS, RUNS, "RR")
    assert repr(found).startswith("Diagnosis: 2 runs, 3 topics")
    assert (
        repr(scores.coverage[1])
        == "Coverage(averaged=3, retrieved=4, unjudged=1, relevant=3, relevant_retrieved=2)"
    )


def test_a_run_that_is_not_there_has_the_nearest(scores):
    with pytest.raises(KeyError, match=r"unknown run 'mm' \(did you mean m\?\)"):
        scores["RR"]["mm"]
    assert pickle.loads(pickle.dumps(scores["RR"])) == RR
    assert scores["RR"].get("mm") is None


def test_topics_apart_are_told_as_far_as_there_are_any():
    with pytest.raises(EvaluationError, match=r"the run has 9; the judgments have t1, t2, t3\)"):
        harness.score(QRELS, {"m": {"9": ["a"]}}, "RR")


def test_a_function_is_a_test(scores):
    stats = pytest.importorskip("scipy.stats")
    many = {f"t{n}": {"a": 1, "b": 0} for n in range(12)}
    better = {topic: {"a": 2.0, "b": 1.0} for topic in many}
    mixed = {t: {"a": 1.0, "b": 2.0 if n % 3 else 0.5} for n, t in enumerate(many)}
    both = harness.score(many, {"x": better, "y": mixed}, ["RR", "P@1"])

    def paired(differences):
        return stats.ttest_1samp(differences, 0)

    own, known = harness.compare(both, test=paired), harness.compare(both)
    assert own.pair("x", "y").p == pytest.approx(known.pair("x", "y").p, rel=1e-12)
    outcome = own.pair("x", "y").tests["paired()"]
    assert float(outcome.greater.p) == pytest.approx(float(outcome.two_sided.p) / 2)
    assert float(outcome.less.p) == pytest.approx(1 - float(outcome.two_sided.p) / 2)

    def of_ranks(differences):
        return stats.wilcoxon(differences, method="approx")

    theirs = of_ranks(known.scores[0].compared_differences("x", "y")).pvalue
    assert harness.compare(both, test=of_ranks).pair("x", "y").p == pytest.approx(theirs)
    assert "paired()" in own.table(baseline="y").__repr__()
    with pytest.raises(
        EvaluationError, match=r"the test <lambda>\(\) returned 7 of 12 differences"
    ):
        harness.compare(both, test=lambda differences: 7).pair("x", "y")
    with pytest.raises(EvaluationError, match="joint is for tests of signs"):
        harness.compare(both, test=paired, correction="joint").pairs()


def test_pickled_results_are_equal(scores):
    assert pickle.loads(pickle.dumps(scores)) == scores


def test_public_names_are_on_one_page():
    page = (Path(__file__).resolve().parents[1] / "docs/python.md").read_text()
    listed = re.findall(r"^\| `harness\.(\w+)` \| .+ \|$", page, re.MULTILINE)
    assert sorted(listed) == sorted(set(harness.__all__) - {"__version__"})
