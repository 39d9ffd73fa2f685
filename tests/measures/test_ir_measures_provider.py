"""ir_measures asks this engine: the same values, its own forms, its command, PyTerrier's frames."""

from __future__ import annotations

import math
import subprocess
import sys

import ir_measures
import pytest

import harness
import harness.ir_measures
from harness.core.errors import HarnessError
from tests.each import each
from tests.measures.test_ir_measures import QRELS, RUN, variants

OURS = ir_measures.providers.registry["harness"]
THEIRS = ir_measures.providers.registry["pytrec_eval"]
#: A run that leaves one of the judged topics out, and answers one that is not judged.
PARTIAL = {**{topic: RUN[topic] for topic in list(RUN)[1:]}, "999": {"d1": 1.0}}


def values(provider, measures, qrels=QRELS, run=RUN):
    found = list(provider.iter_calc(measures, qrels, run))
    assert len({(metric.query_id, metric.measure) for metric in found}) == len(found)
    return {(metric.query_id, metric.measure): metric.value for metric in found}


OF_BOTH = list(dict.fromkeys(m for m in variants() if THEIRS.supports(m) and OURS.supports(m)))


def test_most_measures_of_pytrec_eval_are_provided():
    lacking = [str(one) for one in variants() if THEIRS.supports(one) and not OURS.supports(one)]
    assert lacking == []
    assert len(OF_BOTH) > 30


@pytest.mark.parametrize("run", [RUN, PARTIAL], ids=["all topics", "one left out"])
def test_values_and_averages_are_those_of_pytrec_eval(run):
    mine, theirs = (values(provider, OF_BOTH, run=run) for provider in (OURS, THEIRS))
    assert mine.keys() == theirs.keys()
    different = {key: (mine[key], theirs[key]) for key in mine if mine[key] != theirs[key]}
    assert different == {}
    averages = [provider.calc_aggregate(OF_BOTH, QRELS, run) for provider in (OURS, THEIRS)]
    for measure in OF_BOTH:
        assert averages[0][measure] == pytest.approx(averages[1][measure], rel=1e-12), measure


def test_every_form_of_judgments_and_runs_gives_the_same():
    import pandas as pd

    wanted = [ir_measures.AP, ir_measures.nDCG @ 10]
    qrels = [ir_measures.Qrel(t, d, g) for t, row in QRELS.items() for d, g in row.items()]
    run = [ir_measures.ScoredDoc(t, d, s) for t, row in PARTIAL.items() for d, s in row.items()]
    expected = values(THEIRS, wanted, run=PARTIAL)
    for forms in ((qrels, run), (iter(qrels), iter(run)), (pd.DataFrame(qrels), pd.DataFrame(run))):
        assert values(OURS, wanted, *forms) == expected
    evaluator = OURS.evaluator(wanted, QRELS)
    for _ in range(2):
        found = {(m.query_id, m.measure): m.value for m in evaluator.iter_calc(PARTIAL)}
        assert found == expected


def test_a_run_without_a_judged_topic_has_the_values_of_unanswered_topics():
    import pandas as pd

    for run in ({"999": {"d1": 1.0}}, {}, pd.DataFrame([("999", "d1", 1.0)])):
        if isinstance(run, pd.DataFrame):
            run.columns = ["query_id", "doc_id", "score"]
        found = values(OURS, [ir_measures.AP], run=run)
        assert found == {(topic, ir_measures.AP): 0.0 for topic in QRELS}


OWN = [
    measure
    for measure in ir_measures.measures.registry.values()
    if type(measure).__module__ == "harness.ir_measures"
]


@each(OWN)
def test_measures_that_ir_measures_lacks_have_the_averages_of_the_engine(measure):
    binary = {t: {d: min(g, 1) for d, g in row.items()} for t, row in QRELS.items()}
    mine = harness.score(binary, RUN, str(measure), dialect="trec_eval-9").summarise()[0, 0]
    theirs = OURS.calc_aggregate([measure], binary, RUN)[measure]
    assert theirs == pytest.approx(float(mine), rel=1e-12, nan_ok=True)
    assert ir_measures.parse_measure(str(measure)) == measure


def test_parameters_and_cutoffs_are_written_as_in_ir_measures():
    measure = ir_measures.parse_measure("DCG@5")
    (label,) = harness.score(QRELS, RUN, measure).labels
    assert label == "DCG@5"
    mean = harness.score(QRELS, RUN, "DCG@5")["DCG@5"]["run"]
    assert OURS.calc_aggregate([measure], QRELS, RUN)[measure] == pytest.approx(mean, rel=1e-12)
    assert not OURS.supports(ir_measures.alpha_nDCG @ 10)


def test_judgments_that_are_wrong_are_refused_in_words():
    with pytest.raises(HarnessError, match="nan is not a"):
        values(OURS, [ir_measures.AP], run={topic: {"d1": math.nan} for topic in QRELS})


def python(*arguments, cwd=None):
    strict = ("-W", "error", "-W", "ignore::DeprecationWarning:ir_measures.util")
    command = [sys.executable, *strict, *arguments]
    made = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    assert not made.stderr
    return made.stdout


USED = """
import ir_measures
import harness.ir_measures
qrels, run = {"1": {"a": 1}, "2": {"b": 1}}, {"1": {"x": 2.0, "a": 1.0}}
wanted = [ir_measures.AP, ir_measures.parse_measure("GMAP")]
for _ in range(2):
    harness.ir_measures.use()
    print(ir_measures.calc_aggregate(wanted[:1], qrels, run), len(set(ir_measures.DefaultPipeline.providers)))
print(type(ir_measures.evaluator(wanted, qrels)).__module__)
print(ir_measures.calc_aggregate(wanted[1:], qrels, run)[wanted[1]])
"""


def test_once_used_it_is_the_first_that_is_asked():
    lines = python("-c", USED).splitlines()
    assert lines[0] == lines[1]
    assert lines[0].startswith("{AP: 0.25}")
    assert lines[2] == "harness.ir_measures"
    assert float(lines[3]) == pytest.approx(math.sqrt(0.5 * 1e-5))


def test_the_command_of_ir_measures_takes_the_provider(tmp_path):
    qrels = "".join(f"{t} 0 {d} {g}\n" for t, row in QRELS.items() for d, g in row.items())
    run = "".join(f"{t} Q0 {d} 1 {s} x\n" for t, row in RUN.items() for d, s in row.items())
    (tmp_path / "qrels").write_text(qrels)
    (tmp_path / "run").write_text(run)
    wanted = ["AP", "nDCG@10", "P@5"]
    with_us = python("-m", "harness.ir_measures", "qrels", "run", *wanted, "GMAP", cwd=tmp_path)
    alone = python("-m", "ir_measures", "qrels", "run", *wanted, cwd=tmp_path)
    assert with_us.splitlines()[:3] == alone.splitlines()
    named = ["--provider", "harness", "-q"]
    by_topic = python("-m", "harness.ir_measures", "qrels", "run", "AP", *named, cwd=tmp_path)
    assert sorted(by_topic.splitlines()) == sorted(
        python("-m", "ir_measures", "qrels", "run", "AP", "-q", cwd=tmp_path).splitlines()
    )


@pytest.fixture
def experiment():
    """What `pyterrier.Experiment(…, perquery=True)` returns, as its documentation has it."""
    import pandas as pd

    rows = [
        (name, topic, measure, value)
        for name, values in (("bm25", (0.5, 0.7, 0.6)), ("dense", (0.4, 0.3, 0.5)))
        for measure in ("map", "ndcg_cut_10")
        for topic, value in zip("123", values, strict=True)
    ]
    return pd.DataFrame(rows, columns=["name", "qid", "measure", "value"])


def test_an_experiment_of_pyterrier_is_compared_in_one_call(experiment):
    table = harness.compare(experiment, baseline="bm25").table()
    assert table.to_frame().round(4).loc["dense"].tolist() == [0.4, 0.4]
    # As scipy's ttest_rel has it of these values.
    (row,) = (
        harness.compare(experiment, baseline="bm25", correction=None, measures="map").against().rows
    )
    assert row.p == pytest.approx(0.18350342, abs=1e-8)


@pytest.mark.processes
def test_pyterrier_itself_takes_the_engine():
    pytest.importorskip("pyterrier", reason="python-terrier is not installed")
    code = """
import pandas as pd, pyterrier as pt, ir_measures, harness, harness.ir_measures
qrels = pd.DataFrame([("1", "a", 1), ("1", "b", 0), ("2", "c", 2), ("3", "a", 1)], columns=["qid", "docno", "label"])
topics = pd.DataFrame([("1", "x"), ("2", "y"), ("3", "z")], columns=["qid", "query"])
def results(rows):
    frame = pd.DataFrame(rows, columns=["qid", "docno", "score"])
    return frame.assign(rank=frame.groupby("qid")["score"].rank(ascending=False).astype(int) - 1)
bm25 = results([("1", "a", 2.0), ("1", "b", 1.0), ("2", "c", 1.0), ("2", "x", 3.0), ("3", "a", 1.0)])
dense = results([("1", "b", 2.0), ("1", "a", 1.0), ("2", "c", 1.0), ("3", "b", 1.0)])
wanted = [ir_measures.AP, ir_measures.nDCG @ 10]
def experiment(**more):
    return pt.Experiment([bm25, dense], topics, qrels, wanted, names=["bm25", "dense"], **more)
before = experiment(perquery=True)
harness.ir_measures.use()
keys = ["name", "qid", "measure"]
after = experiment(perquery=True)
assert before.sort_values(keys).values.tolist() == after.sort_values(keys).values.tolist()
own = harness.score(qrels, {"bm25": bm25, "dense": dense}, wanted)
means = experiment().set_index("name")["AP"].to_dict()
assert means == own["AP"], (means, own["AP"])
print(harness.compare(after, baseline="bm25").table().to_frame().loc["dense", "AP"])
"""
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[-1] == "0.5"


def test_a_frame_of_pyterrier_is_taken_without_a_warning(recwarn):
    import pandas as pd

    rows = [("1", 7, "a", 0, 2.0, "lights"), ("1", 3, "b", 1, 1.0, "lights")]
    frame = pd.DataFrame(rows, columns=["qid", "docid", "docno", "rank", "score", "query"])
    scores = harness.score({"1": {"a": 1}}, {"bm25": frame}, ["RR"])
    assert scores["RR"] == {"bm25": 1.0}
    assert [note.code for note in scores.notes if note.code == "columns-unused"] == []
    assert not recwarn.list
