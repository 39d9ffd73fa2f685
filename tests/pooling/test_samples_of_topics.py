"""Samples of several topics: draws that depend on nothing else, budgets, seeds, second draws."""

from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest

from harness.core.model import Run
from harness.pooling import Plan, choose, gather

from .sampled import PLANS, RUNS, STRATA, run

TWO_TOPICS = [run("a", "abcdefgh", "ABCDEFGH"), run("b", "hgfedcba", "HGFEDCBA")]


@pytest.mark.parametrize("name", PLANS)
def test_what_is_drawn_of_a_topic_depends_neither_on_the_others_nor_on_their_order(name):
    plan = PLANS[name]
    together = choose(gather(TWO_TOPICS), plan)
    reversed_frames = [Run(it.name, it.frame.reverse()) for it in reversed(TWO_TOPICS)]
    assert choose(gather(reversed_frames), plan).frame.equals(together.frame)
    for topic in ("1", "2"):
        alone = choose(gather(TWO_TOPICS, topics=[topic]), plan)
        assert alone.frame.equals(together.frame.filter(pl.col("topic") == topic))
        assert alone.left_out.equals(together.left_out.filter(pl.col("topic") == topic))


@pytest.mark.parametrize("name", PLANS)
def test_the_seed_decides_and_is_recorded(name):
    plan = PLANS[name]
    pools = {
        seed: choose(
            gather(TWO_TOPICS),
            Plan.of(
                plan.strategy.name, dict(plan.parameters), budget=plan.budget.default, seed=seed
            ),
        )
        for seed in range(8)
    }
    assert [pool.plan["seed"] for pool in pools.values()] == list(range(8))
    assert len({tuple(pool.frame.select("topic", "doc").rows()) for pool in pools.values()}) > 4


def test_a_budget_above_the_candidates_takes_them_all():
    for name in ("uniform", "proportional"):
        pool = choose(gather(TWO_TOPICS), Plan.of(name, budget=100))
        assert len(pool) == 16
        assert pool.frame["probability"].unique().to_list() == [1.0]
        assert len(pool.left_out) == 0


def test_topics_may_have_budgets_of_their_own():
    plan = Plan.of("uniform", budget={"1": 2, "2": 6})
    assert choose(gather(TWO_TOPICS), plan).sizes() == {"1": 2, "2": 6}


def test_only_documents_with_a_chance_are_left_out():
    pool = choose(gather(RUNS), PLANS["stratified"])
    both = pl.concat([pool.frame, pool.left_out])
    assert "".join(sorted(both["doc"].to_list())) == "abcdefijklm"  # without g and h: rank 7
    assert both["stratum"].unique().sort().to_list() == [1, 2]
    assert pool.left_out["batch"].null_count() == len(pool.left_out)


def test_a_plan_as_a_manifest_holds_it_draws_the_same():
    pool = choose(gather(RUNS), PLANS["stratified"])
    said = json.loads(json.dumps(pool.plan["parameters"]))
    assert said == {"strata": list(STRATA)}
    again = choose(gather(RUNS), Plan.of("stratified", said, seed=pool.plan["seed"]))
    assert again.frame.equals(pool.frame)


@pytest.mark.long
def test_a_second_draw_with_the_same_seed_has_chances_of_its_own():
    frame = pl.DataFrame(
        {"topic": ["1"] * 8, "doc": list("abcdefgh"), "score": np.arange(8.0, 0, -1)}
    )
    candidates = gather([Run("one", frame)])
    draws, taken = 250, dict.fromkeys("abcdefgh", 0)
    left = dict(taken)
    for seed in range(draws):
        first = choose(candidates, Plan.of("uniform", budget=2, seed=seed))
        second = choose(candidates, Plan.of("uniform", budget=3, seed=seed), before=first)
        assert second.frame["probability"].to_list() == [0.5] * 3
        for doc in second.frame["doc"]:
            taken[doc] += 1
        for doc in set("abcdefgh") - set(first.frame["doc"]):
            left[doc] += 1
    z = [(taken[d] - left[d] / 2) / math.sqrt(left[d] / 4) for d in taken]
    assert max(map(abs, z)) < 4
