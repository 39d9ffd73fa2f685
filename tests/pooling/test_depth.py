"""Depth-k pools: TREC-8's official ones, properties of a union, and wrong input."""

from __future__ import annotations

import gzip

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.core.model import Run
from harness.pooling import Plan, choose, gather


def depth_pool(runs, **options):
    return choose(gather(runs, **options), Plan.of("depth"))


def lines(path):
    with gzip.open(path, "rt") as file:
        return [line.split() for line in file]


def test_the_71_judged_runs_of_trec_8_give_exactly_the_official_pool(trec8):
    assert len(trec8.judged_runs) == 71
    pool = depth_pool(trec8.judged_runs, depth=100)
    official = trec8.qrels.frame
    assert len(pool) == 86_830
    assert pool.frame.select("topic", "doc").equals(
        official.select("topic", "doc").sort("topic", "doc")
    )


def test_the_groups_behind_every_document_are_those_that_nist_annotated(trec8):
    groups = {name: row["group"] for name, row in trec8.participants.items()}
    pool = depth_pool(list(trec8.runs.values()), groups=groups)
    ours = {(t, d): groups for t, d, groups in pool.frame.select("topic", "doc", "groups").rows()}
    annotated = lines(trec8.folder / "annotated-qrels.txt.gz")
    assert len(annotated) == 86_830
    wrong = [row for row in annotated if ours[row[0], row[2]] != sorted(row[5:])]
    assert wrong == []


def test_nists_depth_10_pool_comes_from_the_order_of_the_files(trec8):
    pool = depth_pool(list(trec8.runs.values()), depth=10, order="file")
    expected = {(topic, doc) for topic, _, doc, _ in lines(trec8.folder / "depth10.qrels.txt.gz")}
    assert len(expected) == 13_080
    assert set(pool.frame.select("topic", "doc").rows()) == expected


documents = st.dictionaries(
    st.tuples(st.sampled_from("12"), st.sampled_from("abcdef")), st.integers(0, 3), min_size=1
)
several = st.lists(documents, min_size=1, max_size=4)


def make(contents):
    schema = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    return [
        Run(
            f"run{number}",
            pl.DataFrame([(t, d, s) for (t, d), s in rows.items()], schema=schema, orient="row"),
        )
        for number, rows in enumerate(contents)
    ]


def slow_pool(contents, depth):
    found = {}
    for number, rows in enumerate(contents):
        for topic in "12":
            of_topic = sorted(((s, d) for (t, d), s in rows.items() if t == topic), reverse=True)
            for rank, (_, doc) in enumerate(of_topic[:depth], start=1):
                runs, best = found.get((topic, doc), ([], rank))
                found[topic, doc] = ([*runs, f"run{number}"], min(best, rank))
    return [(t, d, *rest) for (t, d), rest in sorted(found.items())]


@given(several, st.integers(1, 4))
def test_a_pool_is_the_union_it_claims(contents, depth):
    pool = depth_pool(make(contents), depth=depth)
    assert pool.frame.select("topic", "doc", "runs", "best_rank").rows() == slow_pool(
        contents, depth
    )


@given(several, st.integers(1, 4))
def test_a_deeper_pool_and_one_of_more_runs_hold_the_smaller_one(contents, depth):
    def pairs(pool):
        return set(pool.frame.select("topic", "doc").rows())

    runs = make(contents)
    assert pairs(depth_pool(runs, depth=depth)) <= pairs(depth_pool(runs, depth=depth + 1))
    assert pairs(depth_pool(runs[:1], depth=depth)) <= pairs(depth_pool(runs, depth=depth))


@given(several, st.randoms())
def test_the_order_of_the_runs_does_not_matter(contents, random):
    runs = make(contents)
    shuffled = list(runs)
    random.shuffle(shuffled)
    one, other = depth_pool(runs, depth=2), depth_pool(shuffled, depth=2)
    assert one.frame.equals(other.frame)
    assert one.plan == other.plan


def test_a_run_may_have_a_depth_of_its_own():
    runs = make([{("1", "a"): 2, ("1", "b"): 1}, {("1", "c"): 2, ("1", "d"): 1}])
    pool = depth_pool(runs, depth=1, depths={"run1": 2})
    assert pool.frame["doc"].to_list() == ["a", "c", "d"]
    assert pool.sizes() == {"1": 3}
    assert list(pool.to_frame().columns) == [
        "topic",
        "doc",
        "runs",
        "groups",
        "best_rank",
        "stratum",
        "probability",
        "batch",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": 0}, "the depth 0 of the run 'run0' is not allowed"),
        ({"depth": 1.5}, "the depth 1.5"),
        ({"depths": {"run9": 3}}, "a depth for 'run9', which is no run .did you mean run0"),
        ({"groups": {"other": "g"}}, "the run 'run0' is in no group"),
        ({"order": "docno"}, "unknown order 'docno' .did you mean docno-"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(EvaluationError, match=message):
        depth_pool(make([{("1", "a"): 1}]), **options)


def test_runs_that_cannot_be_pooled_are_refused():
    with pytest.raises(EvaluationError, match="no runs to pool"):
        depth_pool([])
    run = make([{("1", "a"): 1}])[0]
    with pytest.raises(EvaluationError, match="2 runs are called 'run0'"):
        depth_pool([run, run])
    twice = Run("twice", pl.concat([run.frame, run.frame]))
    with pytest.raises(EvaluationError, match=r"^twice: document 'a' is retrieved twice"):
        depth_pool([twice])
