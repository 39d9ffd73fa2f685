"""What is kept of each run: first documents, ranks, unjudged; against dictionaries."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.config import load_task
from harness.core.errors import EvaluationError
from harness.diagnosis import CUTOFFS, RetentionOptions, RunRanking
from harness.evaluation.curves import roc_curve
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import judge
from harness.evaluation.rules import Rules
from harness.formats.frames import qrels_from, run_from
from harness.workflows.evaluate import run
from tests.diagnosis.worlds import World, observed, worlds

QRELS = {"2": {"a": 1, "b": 0, "c": -1}, "10": {"a": 2, "d": 1}}
RUNS = {
    "x": {"2": {"u": 9.0, "a": 8.0, "c": 8.0, "b": 1.0}},
    "y": {"10": {"d": 1.0, "a": 1.0}, "2": {"b": 3.0}},
}
WORLD = World(QRELS, RUNS, Rules())


def same(one: RunRanking, other: RunRanking) -> bool:
    names = ("grades", "starts", "ranks", "unjudged", "shown", "num_ret")
    arrays = all((getattr(one, name) == getattr(other, name)).all() for name in names)
    return arrays and (one.run, one.docs) == (other.run, other.docs)


def test_first_documents_and_ranks_by_hand():
    rankings = observed(WORLD)
    assert rankings.topics == ("10", "2")
    # Equal scores by name, descending: c before a in x, d before a in y.
    assert rankings.select_run("x").first(1) == [("u", -1), ("c", -2), ("a", 1), ("b", 0)]
    assert rankings.select_run("x").first(0) == []
    assert rankings.select_run("y").first(0) == [("d", 1), ("a", 2)]
    assert rankings.relevant.docs == ("a", "a", "d")
    assert rankings.relevant.codes.tolist() == [1, 0, 0]
    assert rankings.relevant.grades.tolist() == [1, 2, 1]
    assert rankings.ranks.tolist() == [[3, 0, 0], [0, 2, 1]]
    assert rankings.select_run("x").unjudged[1].tolist() == [2, 2, 2, 2]
    assert rankings.unjudged()[:, 0].tolist() == [0.5, 0.0]


@given(worlds(), st.integers(1, 6))
def test_what_is_kept_equals_the_dictionaries(world, depth):
    rankings = observed(world, depth=depth)
    assert list(rankings.topics) == world.topics
    assert rankings.names == tuple(world.runs)
    relevant = rankings.relevant
    assert len(relevant) == len(world.relevant)
    named = [
        (rankings.topics[code], doc)
        for code, doc in zip(relevant.codes, relevant.docs, strict=True)
    ]
    assert named == world.relevant
    assert relevant.grades.tolist() == [world.grade(*pair) for pair in world.relevant]
    for one in rankings.runs:
        for code, topic in enumerate(world.topics):
            ranked = world.ranking(one.run, topic)
            expected = [(doc, world.grade(topic, doc)) for doc in ranked]
            assert one.first(code) == expected[:depth]
            assert one.num_ret[code] == len(ranked)
            for place, cutoff in enumerate(CUTOFFS):
                assert one.shown[code, place] == len(expected[:cutoff])
                assert one.unjudged[code, place] == sum(g < 0 for _, g in expected[:cutoff])
        assert one.ranks.tolist() == [world.rank(one.run, *pair) for pair in world.relevant]


@given(worlds(), st.integers(1, 5))
def test_cutting_is_the_same_as_keeping_less(world, depth):
    whole, less = observed(world, depth=6), observed(world, depth=depth)
    cut = whole.cut(depth)
    assert cut.depth == depth
    assert all(map(same, cut.runs, less.runs))
    assert whole.cut(6) is whole


def test_unjudged_documents_are_counted_within_each_cutoff():
    # Ranks 1, 11 and 101 are not judged.
    docs = {f"d{rank:03}": 200.0 - rank for rank in range(1, 121)}
    judged = {doc: 0 for rank, doc in enumerate(docs, 1) if rank not in (1, 11, 101)}
    rankings = observed(World({"1": judged}, {"r": {"1": docs}}, Rules()))
    assert rankings.runs[0].unjudged.tolist() == [[1, 2, 2, 2]]
    assert rankings.runs[0].shown.tolist() == [[10, 20, 50, 100]]
    assert rankings.unjudged().tolist() == [[1 / 10, 2 / 20, 2 / 50, 2 / 100]]


def test_a_run_without_judged_documents_has_empty_rankings_where_only_those_count():
    world = World({"1": {"a": 1}}, {"r": {"1": {"x": 1.0}}}, Rules(judged_only=True))
    (one,) = observed(world, measure="AP").runs
    assert one.first(0) == []
    assert (one.num_ret.tolist(), one.ranks.tolist()) == ([0], [0])
    assert observed(world).unjudged().tolist() == [[0.0] * len(CUTOFFS)]


def test_judgments_without_relevant_documents_have_no_ranks():
    world = World({"1": {"a": 0}}, {"r": {"1": {"a": 1.0}}}, Rules())
    assert observed(world).ranks.shape == (1, 0)


def test_losses_and_the_roc_curve_are_kept_where_they_are_asked_for():
    plain = observed(WORLD).select_run("y")
    assert (plain.losses, plain.roc) == (None, None)
    kept = observed(WORLD, measure="AP", roc=True).select_run("y")
    joined = judge(run_from(RUNS["y"], "y"), JudgedTopics(qrels_from(QRELS)), missing="empty")
    assert kept.roc is not None
    assert (kept.roc.true == roc_curve(joined).true).all()
    assert kept.losses is not None
    assert kept.losses.topics == ("10", "2")


def test_unknown_runs_and_topics_name_the_nearest():
    rankings = observed(World(QRELS, {"bm25": RUNS["x"], "rm3": RUNS["y"]}, Rules()))
    with pytest.raises(EvaluationError, match=r"unknown run 'bm26' \(did you mean bm25\?\)"):
        rankings.select_run("bm26")
    with pytest.raises(EvaluationError, match=r"unknown topic '100' \(did you mean 10\?\)"):
        rankings.code("100")
    assert rankings.code("2") == 1


def test_the_demo_is_observed_alike_on_any_number_of_workers(demo):
    task = load_task(demo / "configs/demo.yaml")
    retention = RetentionOptions(measure=task.measures[0])
    one = run(task, workers=1, retention=retention).rankings
    three = run(task, workers=3, retention=retention).rankings
    assert one is not None
    assert three is not None
    assert all(map(same, one.runs, three.runs))
    losses = [
        [run.losses.parts for run in rankings.runs if run.losses] for rankings in (one, three)
    ]
    assert len(losses[0]) == 9
    assert (np.stack(losses[0]) == np.stack(losses[1])).all()
