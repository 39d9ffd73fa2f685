"""Runs beside each other, topic by topic: against slow versions and the evaluation itself."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given

from harness.config import load_task
from harness.core.errors import EvaluationError
from harness.diagnosis import (
    LossTable,
    RetentionOptions,
    TopicLoss,
    difference,
    furthest_below_median,
    lowest,
    side_by_side,
    topic_losses,
)
from harness.evaluation.rules import Rules
from harness.workflows.evaluate import run
from tests.diagnosis.worlds import World, observed, worlds

QRELS = {"1": {"a": 1, "b": 1}, "2": {"a": 1}, "3": {"c": 0}}
RUNS = {
    "low": {"1": {"x": 3.0, "a": 2.0}, "2": {"b": 1.0}, "3": {"c": 1.0}},
    "top": {"1": {"a": 2.0, "b": 1.0}, "2": {"b": 2.0, "a": 1.0}},
}


def loss(topic: str, value: float, *, median: float = 0.5, perfect: float = 1.0) -> TopicLoss:
    return TopicLoss(
        "x", topic, value, median, 1.0, perfect, (perfect - value, 0.0, 0.0), 1, 0, None
    )


def test_a_run_on_each_topic_by_hand():
    rankings = observed(World(QRELS, RUNS, Rules()), measure="AP")
    first, second, third = topic_losses(rankings, LossTable.of(rankings), "low")
    assert (first.topic, first.value, first.median, first.best) == ("1", 0.25, 0.625, 1.0)
    assert first.parts == pytest.approx((0.5, 0.0, 0.25))
    assert (first.relevant, first.num_rel_ret, first.first) == (2, 1, 2)
    assert (second.value, second.num_rel_ret, second.first) == (0.0, 0, None)
    assert (third.perfect, third.parts, third.relevant) == (0.0, (0.0, 0.0, 0.0), 0)


def test_means_and_ranks_by_hand():
    rankings = observed(World(QRELS, RUNS, Rules()), measure="AP")
    table = LossTable.of(rankings)
    assert table.means()[0] == pytest.approx([0.25 / 3, 2 / 3, 1.5 / 3, 0, 0.25 / 3])
    assert table.best_first() == [1, 0]
    assert (table.rank("top"), table.rank("low")) == (1, 2)
    only = table.means(np.array([True, False, False]))
    assert only[:, 0].tolist() == [0.25, 1.0]


def test_runs_with_one_mean_share_a_rank_and_are_ordered_by_name():
    same = RUNS["top"]
    table = LossTable.of(observed(World(QRELS, {"b": same, "a": same}, Rules()), measure="AP"))
    assert ([table.rank(name) for name in "ab"], table.best_first()) == ([1, 1], [1, 0])


def test_means_that_leaderboards_cannot_tell_apart_are_tied():
    # 1/12 + 1/12 + 1/9 and 1/12 + 1/9 + 1/12 differ in floats.
    qrels = {topic: {"a": 1} for topic in "123"}
    runs = {
        name: {
            topic: {"a": 0.0, **{f"x{n}": 1.0 + n for n in range(rank - 1)}}
            for topic, rank in zip(qrels, ranks, strict=True)
        }
        for name, ranks in {"b": (12, 12, 9), "a": (12, 9, 12), "c": (9, 12, 12)}.items()
    }
    table = LossTable.of(observed(World(qrels, runs, Rules()), measure="AP"))
    assert len(set(table.means()[:, 0].tolist())) > 1
    assert [table.rank(name) for name in "abc"] == [1, 1, 1]
    assert [table.runs[at] for at in table.best_first()] == ["a", "b", "c"]


def test_the_furthest_below_the_median_come_first_and_others_not_at_all():
    losses = [loss("1", 0.4), loss("2", 0.1), loss("10", 0.4), loss("3", 0.5), loss("4", 0.9)]
    assert [one.topic for one in furthest_below_median(losses)] == ["2", "1", "10"]
    assert furthest_below_median([loss("1", 0.1 + 0.2, median=0.3 + 1e-16)]) == []


def test_the_lowest_values_are_of_topics_on_which_something_can_be_gained():
    losses = [loss("1", 0.4), loss("2", 0.0, perfect=0.0), loss("3", 0.1), loss("10", 0.1)]
    assert [one.topic for one in lowest(losses)] == ["10", "3", "1"]


def test_topics_on_which_a_run_has_more_than_the_perfect_one_are_not_left_out():
    losses = [loss("1", 0.4, perfect=0.0), loss("2", 0.0, perfect=0.0)]
    assert [one.topic for one in lowest(losses)] == ["1"]


def test_values_that_are_tied_have_no_difference():
    losses = [loss(topic, value) for topic, value in (("2", 0.1 + 0.2), ("1", 0.3))]
    others = [loss("2", 0.3), loss("1", 0.3)]
    pairs = side_by_side(losses, others)
    assert [one.topic for one, _ in pairs] == ["1", "2"]
    assert [difference(*pair) for pair in pairs] == [0.0, 0.0]
    assert difference(loss("1", 0.3), loss("1", 0.4)) == -0.1


def test_two_runs_side_by_side_where_the_first_loses_most_first():
    pairs = side_by_side([loss("1", 0.5), loss("2", 0.1)], [loss("2", 0.9), loss("1", 0.5)])
    assert [(one.topic, other.value) for one, other in pairs] == [("2", 0.9), ("1", 0.5)]
    assert side_by_side([loss("1", 0.5)], [loss("2", 0.5)]) == []


def test_losses_must_have_been_observed():
    with pytest.raises(EvaluationError, match="were not recorded"):
        LossTable.of(observed(World(QRELS, RUNS, Rules())))


@given(worlds())
def test_topics_equal_the_slow_version(world):
    rankings = observed(world, measure="AP")
    table = LossTable.of(rankings)
    values: dict[str, dict[str, float]] = {}
    for one in rankings.runs:
        assert one.losses is not None
        values[one.run] = dict(zip(one.losses.topics, one.losses.value.tolist(), strict=True))
    for name in world.runs:
        found = topic_losses(rankings, table, name)
        assert [one.topic for one in found] == list(values[name])
        for one in found:
            all_values = [of[one.topic] for of in values.values() if one.topic in of]
            assert one.value == values[name][one.topic]
            assert one.median == pytest.approx(statistics.median(all_values))
            assert one.best == max(all_values)
            relevant = [doc for topic, doc in world.relevant if topic == one.topic]
            ranks = [world.rank(name, one.topic, doc) for doc in relevant]
            assert (one.relevant, one.num_rel_ret) == (len(ranks), sum(rank > 0 for rank in ranks))
            assert one.first == min((rank for rank in ranks if rank), default=None)
        mean = statistics.fmean(values[name].values())
        row = table.runs.index(name)
        assert table.means()[row, 0] == pytest.approx(mean)
        assert table.means()[row, 1] - table.means()[row, 0] == pytest.approx(
            table.means()[row, 2:].sum(), abs=1e-12
        )
        higher = sum(statistics.fmean(of.values()) > mean + 1e-12 for of in values.values())
        assert table.rank(name) == higher + 1


def test_the_means_and_the_order_are_those_of_the_leaderboard(demo):
    task = load_task(demo / "configs/demo.yaml")
    evaluation = run(task, retention=RetentionOptions(measure=task.measures[0]))
    assert evaluation.rankings is not None
    table = LossTable.of(evaluation.rankings)
    means = evaluation.scores.summarise()[:, 0]
    assert table.means()[:, 0].tolist() == means.tolist()
    assert [table.runs[at] for at in table.best_first()][:2] == ["keeper-rrf", "fresnel-lsa"]
