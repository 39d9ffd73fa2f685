"""The live loop: it asks as `choose` and a replay do, whatever is judged in between."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.pooling import STRATEGIES, Plan, PoolStart, choose
from harness.pooling.live import Live
from harness.pooling.replay import replay
from tests.pooling.worlds import DOCS, TOPICS, offered, qrels, rankings

ADAPTIVE = sorted(name for name, one in STRATEGIES.items() if one.kind == "adaptive")
grades = st.fixed_dictionaries(
    {topic: st.fixed_dictionaries({doc: st.integers(0, 2) for doc in DOCS}) for topic in TOPICS}
)
few = settings(max_examples=6)


def judge(live, asked, grades):
    for topic, doc in asked:
        live.judge(topic, {doc: grades[topic][doc]})


SMALL = offered([{"1": "abc", "2": "xy"}, {"1": "bd", "2": "z"}])


@pytest.mark.parametrize("name", ADAPTIVE)
@few
@given(rankings, grades, st.integers(1, 4))
def test_a_small_budget_brings_the_first_documents_of_a_larger_one(name, rankings, grades, budget):
    """Also one below a document a run: live, in rounds of pools, and in a replay."""
    candidates = offered([*rankings, *rankings, *rankings])  # three to nine runs
    small, large = (Plan.of(name, budget=number) for number in (budget, 7))
    order = {topic: [] for topic in TOPICS}
    for plan in (large, small):
        live = Live(candidates, plan)
        asked = {topic: [] for topic in TOPICS}
        while docs := live.next(1):
            judge(live, docs, grades)
            for topic, doc in docs:
                asked[topic].append(doc)
        order = asked if plan is large else order
        assert asked == {topic: docs[: plan.budget.default] for topic, docs in order.items()}
    keep = Plan.of(name, budget=budget, batch=1, earlier="keep")
    pool, judged = None, {topic: {} for topic in TOPICS}
    for number in range(1, budget + 3):
        pool = choose(candidates, keep, before=PoolStart(qrels(judged), pool))
        expected = [(topic, doc) for topic in TOPICS for doc in sorted(order[topic][:number])]
        expected = [row for row in expected if row[1] in order[row[0]][:budget]]
        assert pool.frame.select("topic", "doc").rows() == expected
        for topic, doc in expected:
            judged[topic][doc] = grades[topic][doc]
    assert pool.plan.get("below_one_a_run", []) == (
        list(TOPICS) if budget < len(candidates.runs) else []
    )
    if any(grade for one in grades.values() for grade in one.values()):
        found = replay(candidates, {"it": small}, qrels(grades), budgets=range(1, 8))
        for row, topic in enumerate(TOPICS):
            gains = [grades[topic][doc] >= 1 for doc in order[topic][:budget]]
            expected = np.cumsum([*gains, *[0] * (7 - len(gains))])
            assert found.num_found[0, row].tolist() == expected.tolist()


@pytest.mark.parametrize("name", ADAPTIVE)
@few
@given(rankings, grades, st.integers(1, 3))
def test_rounds_are_those_of_choose(name, rankings, grades, count):
    candidates = offered(rankings)
    live = Live(candidates, Plan.of(name, budget=6, relevance_level=2))
    keep = Plan.of(name, budget=6, batch=count, earlier="keep", relevance_level=2)
    pool = None
    for _ in range(7):
        pool = choose(candidates, keep, before=PoolStart(live.judged, pool))
        asked = live.next(count)
        assert sorted(asked) == pool.to_judge.select("topic", "doc").rows()
        judge(live, asked, grades)
    assert asked == []
    assert live.pool().frame.equals(pool.frame)


@pytest.mark.parametrize("name", ADAPTIVE)
@few
@given(rankings, grades)
def test_one_document_at_a_time_finds_what_a_replay_finds(name, rankings, grades):
    candidates = offered(rankings)
    plan = Plan.of(name, budget=7)
    live = Live(candidates, plan)
    found = dict.fromkeys(TOPICS, 0)
    counts = []
    for _ in range(7):
        asked = live.next()
        judge(live, asked, grades)
        for topic, doc in asked:
            found[topic] += grades[topic][doc] >= 1
        counts.append(list(found.values()))
    if not any(counts[-1]):
        return
    replayed = replay(candidates, {"one": plan}, qrels(grades), budgets=range(1, 8))
    assert replayed.num_found[0].T.tolist() == counts


@few
@given(rankings, grades, st.integers(1, 6), st.sampled_from(ADAPTIVE))
def test_an_interrupted_loop_goes_on_from_its_pool_and_judgments(rankings, grades, stop, name):
    candidates = offered(rankings)
    plan = Plan.of(name, budget=6)
    live = Live(candidates, plan)
    for _ in range(stop):
        asked = live.next(1)
        judge(live, asked[:1], grades)
    again = Live(candidates, plan, before=PoolStart(live.judged, live.pool()))
    assert again.judged.frame.equals(live.judged.frame)
    asked = live.next(2)
    assert again.next(2) == asked
    if asked:
        assert again.pool().plan == live.pool().plan


def test_the_newest_grade_counts_and_changes_what_comes_next():
    plan = Plan.of("move-to-front", budget=4)
    live = Live(offered([{"1": "abc"}, {"1": "xyz"}]), plan)
    asked = live.next(2)
    live.judge("1", {"a": 1, "x": 0})
    assert live.next(1) == [("1", "b")]
    live = Live(offered([{"1": "abc"}, {"1": "xyz"}]), plan)
    assert live.next(2) == asked
    live.judge("1", {"a": 1, "x": 0})
    live.judge("1", {"a": 0, "x": 1})
    assert live.next(1) == [("1", "y")]
    assert live.judged.frame.rows() == [("1", "a", 0), ("1", "x", 1)]


def test_a_loop_that_asked_for_nothing_has_nothing_to_judge():
    pooled = choose(SMALL, Plan.of("depth"))
    again = Live(SMALL, Plan.of("depth", earlier="keep"), before=pooled)
    assert again.next() == []
    assert again.pool().frame.equals(pooled.frame)
    assert again.pool().to_judge.is_empty()


def test_judgments_from_before_may_be_changed_too():
    live = Live(SMALL, Plan.of("maxmean", budget=4), before=qrels({"1": {"a": 0}}))
    live.judge("1", {"a": 2})
    assert live.judged.frame.rows() == [("1", "a", 2)]


def test_an_order_is_asked_for_in_its_order_whatever_is_judged():
    live = Live(SMALL, Plan.of("depth"))
    assert live.next(1) == [("1", "a"), ("2", "x")]
    live.judge("1", {"a": 0})
    assert live.next(2, topic="1") == [("1", "b"), ("1", "d")]
    assert live.next(5) == [("1", "c"), ("2", "z"), ("2", "y")]
    assert live.next() == []


def test_the_most_wanted_document_comes_first_and_topics_in_bytewise_order():
    live = Live(offered([{"2": "ba", "10": "dc"}]), Plan.of("rrf", budget=2))
    assert live.next(2) == [("10", "d"), ("10", "c"), ("2", "b"), ("2", "a")]


def test_without_a_count_it_is_that_of_the_plan():
    assert len(Live(SMALL, Plan.of("hedge", budget=4, batch=3)).next(topic="1")) == 3
    assert len(Live(SMALL, Plan.of("hedge", budget=4)).next(topic="1")) == 1


def test_the_budget_of_adaptive_strategies_counts_what_was_judged_before():
    before = qrels({"1": {"a": 1, "elsewhere": 0}})
    assert len(Live(SMALL, Plan.of("maxmean", budget=3), before=before).next(9, "1")) == 1
    assert len(Live(SMALL, Plan.of("rrf", budget=3), before=before).next(9, "1")) == 3


def test_batches_are_the_calls_that_asked():
    live = Live(SMALL, Plan.of("depth"))
    assert len(live.pool()) == 0
    live.next(1)
    live.next(1, topic="1")
    pool = live.pool()
    columns = ["topic", "doc", "runs", "best_rank", "stratum", "probability", "batch"]
    assert pool.frame.select(columns).rows() == [
        ("1", "a", ["run0"], 1, 1, 1.0, 1),
        ("1", "b", ["run0", "run1"], 1, 1, 1.0, 2),
        ("2", "x", ["run0"], 1, 1, 1.0, 1),
    ]
    assert pool.sizes() == {"1": 1, "2": 0}
    assert live.waiting == [("1", "a"), ("2", "x"), ("1", "b")]
    live.judge("1", {"a": 0})
    assert live.waiting == [("2", "x"), ("1", "b")]
    assert live.next(9) != [] == live.next(9)
    assert live.pool().plan["batch"] == 3
    later = Live(SMALL, Plan.of("depth"), before=pool)
    later.next(1)
    assert later.pool().frame["batch"].to_list() == [3, 3]


def test_a_document_judged_without_being_asked_for_counts_as_judged_before():
    for earlier, batches in (("subtract", {"b": 1}), ("keep", {"a": 0, "b": 1})):
        live = Live(SMALL, Plan.of("depth", earlier=earlier))
        live.judge("1", {"a": 1})
        assert live.next(1, topic="1") == [("1", "b")]
        assert dict(live.pool().frame.select("doc", "batch").rows()) == batches


def test_earlier_documents_are_kept_with_their_provenance():
    first = choose(SMALL, Plan.of("hedge", budget=4, batch=1))
    live = Live(SMALL, Plan.of("hedge", budget=4, earlier="keep"), before=first)
    ((topic, doc),) = live.next(topic="1")
    live.judge(topic, {doc: 0})
    pool = live.pool()
    assert pool.frame.filter(pl.col("batch") == 1).equals(first.frame)
    assert pool.to_judge.select("topic", "doc").rows() == [(topic, doc)]
    assert len(pool) == len(first) + 1


def test_samples_have_no_loop():
    with pytest.raises(EvaluationError, match="the strategy uniform draws everything at once"):
        Live(SMALL, Plan.of("uniform", budget=3))


def test_budgets_that_choose_refuses_are_refused():
    with pytest.raises(EvaluationError, match="a budget for topic '9', which no run answers"):
        Live(SMALL, Plan.of("maxmean", budget={"1": 1, "2": 1, "9": 1}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"topic": "11"}, "no run answers the topic '11' .did you mean 1"),
        ({"count": 0}, "count = 0 is not allowed"),
        ({"count": 1.0}, "count = 1.0 is not allowed"),
        ({"count": True}, "count = True is not allowed"),
    ],
)
def test_wrong_requests_are_refused_and_ask_for_nothing(options, message):
    live = Live(SMALL, Plan.of("maxmean", budget=4))
    with pytest.raises(EvaluationError, match=message):
        live.next(**options)
    assert len(live.pool()) == 0


def test_wrong_judgments_are_refused_all_at_once_and_none_is_taken():
    live = Live(offered([{"1": ["FT911-3", "FT911-4"]}]), Plan.of("maxmean", budget=2))
    with pytest.raises(EvaluationError) as refused:
        live.judge("1", {"FT911-3": 1, "FT911-33": 1, "FT911-4": 0.5})
    unknown, wrong = map(str, refused.value.problems)
    assert unknown == "no run offers the document 'FT911-33' in topic '1' (did you mean FT911-3?)"
    assert wrong.startswith("the grade 0.5 of 'FT911-4' in topic '1' is not allowed (it must be a")
    for grade in (True, -1, "1", None):
        with pytest.raises(EvaluationError, match="is not allowed"):
            live.judge("1", {"FT911-3": grade})
    with pytest.raises(EvaluationError, match="no run answers the topic '2'"):
        live.judge("2", {"FT911-3": 1})
    assert len(live.judged) == 0
    live.judge("1", {"FT911-3": np.int64(2)})
    assert live.judged.frame.rows() == [("1", "FT911-3", 2)]
