"""Differential tests: pytrec_eval computes with the code of trec_eval 9, we from the definitions."""

from __future__ import annotations

import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

import harness
from harness.core.dialects import DIALECTS

#: Rankings made by chance may well hold nothing that is judged.
pytestmark = pytest.mark.filterwarnings("ignore:.*NONE of its:UserWarning")

DOCS = [f"d{number}" for number in range(14)]
#: pytrec_eval does not return texts, and gives the counts and logarithms of gm_* topic by topic.
LEFT_OUT = {"runid", "num_q", "relstring", "gm_map", "gm_bpref"}

scores = st.one_of(
    st.integers(-3, 3).map(float), st.floats(-1e6, 1e6), st.sampled_from([0.1, 0.1 + 1e-9, 1e-40])
)
rankings = st.dictionaries(st.sampled_from(DOCS), scores, min_size=1, max_size=14)
#: pytrec_eval crashes (segmentation fault) on a topic whose documents all have negative grades.
judgments = st.dictionaries(st.sampled_from(DOCS), st.integers(-2, 4), max_size=14).map(
    lambda grades: {**grades, "judged": 0}
)
topics = st.sampled_from(["1", "2", "10", "x"])


def ours(run, qrels, measures, **options):
    found = harness.score(qrels, {"run": run}, measures, dialect="trec_eval-9", **options)
    table = {label: found.per_topic(label)["run"].to_dict() for label in found.labels}
    return {topic: {label: table[label][topic] for label in table} for topic in found.topics}


def theirs(run, qrels, measures, level=1):
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=level)
    return evaluator.evaluate(run)


@given(
    st.dictionaries(topics, rankings, min_size=1),
    st.dictionaries(topics, judgments, min_size=1),
    st.integers(1, 3),
)
@settings(max_examples=300)
def test_every_measure_equals_pytrec_eval(run, qrels, level):
    if not set(run) & set(qrels):
        return
    known = {name.split(".")[0] for name in pytrec_eval.supported_measures}
    measures = sorted(known - LEFT_OUT - DIALECTS["trec_eval-9"].lacks)
    expected = theirs(run, qrels, set(measures), level)
    got = ours(run, qrels, measures, topic_policy="answered", relevance_level=level)
    assert set(got) == set(expected)
    for topic, values in expected.items():
        for label, value in values.items():
            if label in LEFT_OUT:
                continue
            assert got[topic][label] == pytest.approx(value, abs=1e-9), (topic, label)


@given(
    st.dictionaries(topics, rankings, min_size=1), st.dictionaries(topics, judgments, min_size=1)
)
def test_parameters_mean_what_they_mean_there(run, qrels):
    if not set(run) & set(qrels):
        return
    measures = {"P.3,7", "ndcg_cut.2,9", "set_F.2", "iprec_at_recall.0.25,.75", "success.1,3"}
    expected = theirs(run, qrels, measures)
    got = ours(run, qrels, sorted(measures), topic_policy="answered")
    for topic, values in expected.items():
        for label, value in values.items():
            name = "set_F_2" if label == "set_F" else label  # it leaves the parameter out
            assert got[topic][name] == pytest.approx(value, abs=1e-9), (topic, label)
