"""`harness.Evaluator`: the numbers of the road of frames, prepared once, safe wherever it is used."""

from __future__ import annotations

import asyncio
import copy
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.core.errors import EvaluationError, HarnessError, InputError, MeasureError
from tests.each import each

QRELS = {"t1": {"a": 1, "b": 0, "c": 2}, "t2": {"d": 1, "e": -1}, "t10": {"f": 1}}
RUN = {
    "t1": {"a": 2.0, "b": 1.0, "x": 1.5},
    "t2": {"d": 1.0, "x": 1.0},
    "t10": {"g": 1.0, "f": 0.5},
}
MEASURES = ["AP", "nDCG@10", "P@2", "RR", "bpref", "Rprec", "num_ret"]
#: Of topic 1 by hand: a (1) at rank 1, c is not there, so AP = 1/2; t2: the tie puts x before d,
#: so AP = 1/2; t10: f is second, so AP = 1/2.
AP = 0.5

_docs = st.sampled_from(["a", "b", "é", "z", "aa", "doc1"])
_topics = st.sampled_from(["1", "2", "10"])
_grades = st.dictionaries(_topics, st.dictionaries(_docs, st.integers(-2, 3)), min_size=1)
_scores = st.sampled_from([0.5, 1.0, 1.0 + 1e-12, 2.5, -np.inf, 1e40])
_rankings = st.dictionaries(st.sampled_from(["1", "2", "10", "9"]), st.dictionaries(_docs, _scores))


def frame(nested, value):
    rows = [(t, d, v) for t, docs in nested.items() for d, v in docs.items()]
    return pl.DataFrame(rows, schema=["topic", "doc", value], orient="row")


def outcome(make):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return make()
        except HarnessError as error:
            return type(error).__name__


@given(
    _grades,
    _rankings,
    st.sampled_from(["trec_eval-10", "trec_eval-9"]),
    st.sampled_from(["judged", "answered"]),
    st.sampled_from([None, 2]),
    st.booleans(),
)
def test_dictionaries_and_frames_have_the_same_scores(
    qrels, run, dialect, policy, depth, judged_only
):
    options = {
        "dialect": dialect,
        "topic_policy": policy,
        "depth": depth,
        "judged_only": judged_only,
    }
    held = outcome(lambda: harness.score(qrels, {"m": run}, MEASURES, **options))
    read = outcome(
        lambda: harness.score(
            frame(qrels, "grade"), {"m": frame(run, "score")}, MEASURES, **options
        )
    )
    assert held == read
    if not isinstance(held, str):
        assert held.coverage == read.coverage


def test_the_numbers_are_those_by_hand_and_of_pytrec_eval():
    evaluator = harness.Evaluator(QRELS, ["AP", "nDCG@10"], dialect="trec_eval-9")
    assert evaluator.mean(RUN)["AP"] == AP
    theirs = pytrec_eval.RelevanceEvaluator(QRELS, {"map", "ndcg_cut.10"}).evaluate(RUN)
    scores = evaluator(RUN)
    for row, topic in enumerate(scores.topics):
        assert scores.values[0, row].tolist() == [
            theirs[topic]["map"],
            theirs[topic]["ndcg_cut_10"],
        ]


def test_answered_topics_alone_have_the_numbers_of_pytrec_eval():
    run = {topic: RUN[topic] for topic in ("t1", "t10")}
    rules = {"topic_policy": "answered", "dialect": "trec_eval-9"}
    theirs = pytrec_eval.RelevanceEvaluator(QRELS, {"map", "ndcg_cut.10"}).evaluate(run)
    with pytest.warns(harness.HarnessWarning, match="1 left out"):
        means = harness.Evaluator(QRELS, ["map", "ndcg_cut.10"], **rules).mean(run)
    assert len(theirs) == 2
    assert means["map"] == sum(topic["map"] for topic in theirs.values()) / 2
    assert means["ndcg_cut_10"] == sum(topic["ndcg_cut_10"] for topic in theirs.values()) / 2


def test_scores_that_contradict_their_order_are_told():
    judged = {str(n): {f"d{i}": int(i < 2) for i in range(10)} for n in range(5)}
    rows = [(t, d, i + 1, float(i)) for t, docs in judged.items() for i, d in enumerate(docs)]
    ranked = pl.DataFrame(rows, schema=["qid", "docno", "rank", "score"], orient="row")
    constant = {t: dict.fromkeys(docs, 0.5) for t, docs in judged.items()}
    for run, said in ((ranked, "ascend with the ranks"), (constant, "all scores are '0.5'")):
        with pytest.warns(harness.HarnessWarning, match=said) as told:
            scores = harness.score(judged, {"m": run}, ["AP"])
        assert len(told) == 1
        assert said in " ".join(map(str, scores.notes))
        assert said in repr(scores)
    renamed = {
        t: {f"x:{d}" if i % 2 else d: -float(i) for i, d in enumerate(docs)}
        for t, docs in judged.items()
    }
    noted = {note.code: note.numbers for note in harness.score(judged, renamed, ["AP"]).notes}
    assert noted["unjudged"] == {"documents": 25, "retrieved": 50}


def test_an_evaluator_asks_for_nothing_twice_and_does_not_change():
    judged = copy.deepcopy(QRELS)
    evaluator = harness.Evaluator(judged, MEASURES)
    before = evaluator(RUN)
    judged["t1"]["b"] = 3
    assert evaluator(RUN) == before == harness.score(QRELS, RUN, MEASURES)
    with pytest.raises(AttributeError, match="cannot be changed"):
        evaluator.rules = None
    assert evaluator.measures == tuple(MEASURES)
    assert repr(evaluator).startswith("Evaluator: 3 judged topics; AP, nDCG@10, P@2, RR, bpref, …")


@pytest.mark.parametrize("judged", [QRELS, frame(QRELS, "grade")], ids=["dict", "frame"])
def test_an_evaluator_can_be_pickled_and_copied(judged):
    evaluator = harness.Evaluator(judged, MEASURES, relevance_level=2)
    expected = evaluator(RUN)
    for again in (pickle.loads(pickle.dumps(evaluator)), copy.deepcopy(evaluator)):
        assert again(RUN) == expected
        assert again.mean(RUN) == evaluator.mean(RUN)


def test_threads_and_asyncio_share_an_evaluator():
    evaluator = harness.Evaluator(frame(QRELS, "grade"), MEASURES)
    runs = [RUN, frame(RUN, "score")] * 10
    expected = harness.score(QRELS, RUN, MEASURES).values
    with ThreadPoolExecutor(4) as pool:
        for scores in pool.map(evaluator, runs):
            assert np.array_equal(scores.values, expected)

    async def together():
        return await asyncio.gather(*(asyncio.to_thread(evaluator.mean, RUN) for _ in range(4)))

    with ThreadPoolExecutor(1) as pool:  # where no loop of a browser runs
        means = pool.submit(lambda: asyncio.run(together())).result()
    assert means == [evaluator.mean(RUN)] * 4


#: A script, so that the parent has used nothing but what it says.
_FORKS = """
import multiprocessing, sys, harness
qrels, run = {"t": {"a": 1, "b": 0}}, {"t": {"b": 2.0, "a": 1.0}}
evaluator = harness.Evaluator(qrels, ["AP", "nDCG@10"])
def work(number):
    return evaluator.mean(run)["AP"], float(harness.score(qrels, {"m": run}, ["AP"]).values[0, 0, 0])
if __name__ == "__main__":
    first = work(0)
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        assert pool.map_async(work, [1, 2]).get(timeout=60) == [first] * 2 == [(0.5, 0.5)] * 2
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_that_start_after_first_use_work(method, tmp_path):
    script = tmp_path / "forks.py"
    script.write_text(_FORKS)
    subprocess.run([sys.executable, str(script), method], check=True, timeout=120)


#: The parent evaluates frames, whose threads its children have not.
_FRAMES = """
import multiprocessing, harness, polars as pl
judged = pl.DataFrame({"qid": ["t"], "docno": ["a"], "label": [1]})
evaluator = harness.Evaluator(judged, ["AP"])
values = {"a": {"1": 0.5, "2": 0.7, "3": 0.6}, "b": {"1": 0.4, "2": 0.3, "3": 0.5}}
def work(form):
    try:
        if form is None:
            return harness.compare(values, baseline="b").pair("a", "b").p
        if isinstance(form, str):
            return harness.run(form) if form.endswith("yaml") else harness.read_qrels(form).frame
        return float(evaluator(form).values[0, 0, 0])
    except harness.HarnessError as error:
        return str(error)
if __name__ == "__main__":
    frame = pl.DataFrame({"qid": ["t"], "docno": ["a"], "score": [1.0]})
    forms = [frame, {"t": {"a": 1.0}}]
    assert [work(form) for form in forms] == [1.0, 1.0]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        wrong = {"m": {"t": [("a", b"x")]}}
        files = ["configs/demo.yaml", "qrels/demo/qrels.txt"]
        given = [wrong, frame, frame.to_pandas(), *files, forms[1], None]
        *refused, value, p = pool.map_async(work, given).get(60)
    assert len(refused) == 5
    for message in refused:
        assert "forked after frames" in message and "spawn" in message, message
    assert (value, p) == (1.0, work(None))
"""


@pytest.mark.slow
def test_frames_after_a_fork_are_refused_and_do_not_hang(tmp_path):
    script = tmp_path / "frames.py"
    script.write_text(_FRAMES)
    subprocess.run([sys.executable, str(script)], check=True, timeout=120)


def test_an_empty_run_among_several_is_a_note():
    with pytest.warns(harness.HarnessWarning, match="m: the run has no documents"):
        scores = harness.score(QRELS, {"m": {}, "n": RUN}, ["AP"])
    assert scores.summary()["AP"].to_dict() == {"m": 0.0, "n": AP}
    assert "run-empty" in {note.code for note in scores.notes}
    assert harness.Evaluator(QRELS, "AP").mean({}) == {"AP": 0.0}
    with pytest.raises(InputError, match="there is no retrieved document"):
        harness.score(QRELS, {"m": {"t1": {}}}, ["AP"])


def test_what_is_warned_of_comes_once_and_stays_in_the_scores():
    run = {"t1": {f"x{i}": float(i) for i in range(20)}}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        scores = harness.score(QRELS, {"up": run}, ["AP"])
    assert len(told) == 1
    assert told[0].category is harness.HarnessWarning
    assert told[0].filename == __file__
    text = str(told[0].message)
    for part in ("NONE of its 20 documents", "up (2 missing)", "topic_policy=", "ascend"):
        assert part in text, part
    codes = {note.code for note in scores.notes}
    assert {"topics-missing", "nothing-judged", "doubt", "unjudged"} <= codes
    assert "the scores ascend" in repr(scores)


def test_notes_name_runs_without_a_name_as_the_scores_do():
    """Frames and dictionaries of one list are numbered, also where their scores are doubted."""
    up = {f"x{i}": float(i) for i in range(20)}
    rows = [("t1", doc, score) for doc, score in up.items()]
    frame = pl.DataFrame(rows, schema=["qid", "docno", "score"], orient="row")
    with pytest.warns(harness.HarnessWarning, match="run1: the scores ascend.*likewise run2"):
        scores = harness.score(QRELS, [frame, {"t1": up}], ["AP"])
    assert scores.runs == ("run1", "run2")


def test_ties_alone_are_a_note_and_no_warning():
    scores = harness.score({"t": {"a": 1}}, {"t": {"a": 1.0, "b": 1.0}}, ["AP"])
    assert "ties: 1 run, 2 documents" in repr(scores)


@each(
    [
        ({"t1": {"a": float("nan")}}, InputError),
        ({"t1": {"a": True}}, InputError),
        ({"t1": {"": 1.0}}, InputError),
        ({"t1": {None: 1.0}}, InputError),
        ({"other": {"a": 1.0}}, EvaluationError),
        ({"t1": {"a": 1.0}, "other": {"b": "high"}}, InputError),
    ],
    "wrong",
    "error",
)
def test_what_is_wrong_is_said_as_of_frames(wrong, error):
    with pytest.raises(error):
        harness.Evaluator(QRELS, "AP")(wrong)


def test_options_and_measures_that_there_are_not_are_refused():
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'depht'.*depth"):
        harness.Evaluator(QRELS, "AP", depht=3)
    with pytest.raises(MeasureError, match="nDCG"):
        harness.Evaluator(QRELS, "nDGC")
    with pytest.raises(EvaluationError, match="dialect"):
        harness.Evaluator(QRELS, "AP", dialect="trec")


def test_scores_cannot_be_written_and_are_compared_by_value():
    scores = harness.score(QRELS, RUN, ["AP", "nDCG@10"])
    for name in ("values", "evaluated", "numerators", "denominators"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(scores, name)[0] = 1
    again = pickle.loads(pickle.dumps(scores))
    assert again == scores
    assert hash(again) == hash(scores)
    assert scores != harness.score(QRELS, RUN, ["AP", "nDCG@5"])
    assert scores != harness.score(QRELS, {**RUN, "t1": {"x": 1.0}}, ["AP", "nDCG@10"])
