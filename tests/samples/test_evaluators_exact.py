"""sample_eval's measures to the last bit; the variance of statAP by its version 4."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import harness
from harness.core.sampled_run import SampledRun
from harness.measures.sample_evaluators import (
    statistical_ap,
    statistical_ap_variance,
    statistical_r_precision,
)
from tests.samples.sample_eval_arithmetic import (
    MOST,
    Topic,
    statap_precision,
    statap_variance,
)


def drawn(draw: random.Random, largest: int) -> Topic:
    """A topic of one to three strata, of which parts were drawn, perhaps none."""
    pool = {}
    for stratum in range(1, draw.randint(1, 3) + 1):
        share = draw.choice((1.0, 0.6, 0.3, 0.1))
        for number in range(draw.randint(1, largest)):
            grade = draw.choice((0, 0, 1, 1, 2)) if draw.random() < share else -1
            pool[f"s{stratum}d{number}"] = (stratum, grade)
    ranking = [*draw.sample(sorted(pool), draw.randint(1, len(pool)))]
    ranking += [f"x{number}" for number in range(draw.randint(0, largest))]
    draw.shuffle(ranking)
    return Topic(pool, ranking)


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.parametrize(("number", "largest"), [(120, 40), (6, 1200)])
def test_every_measure_is_equal_to_sample_evals_expression(number, largest):
    draw = random.Random(largest)
    topics = {str(row): drawn(draw, largest) for row in range(number)}
    # R is above the cutoff of all that are walked through, in some topics of the long rankings.
    assert any(topic.num_rel() > MOST for topic in topics.values()) == (largest > MOST)
    judged = [
        {"topic": name, "doc": doc, "stratum": str(stratum), "grade": grade}
        for name, topic in topics.items()
        for doc, (stratum, grade) in topic.pool.items()
    ]
    run = {
        name: {doc: float(-rank) for rank, doc in enumerate(topic.ranking)}
        for name, topic in topics.items()
    }
    expected = {name: topic.walked().columns() for name, topic in topics.items()}
    names = list(expected["0"])
    scores = harness.score(pl.DataFrame(judged), {"run": run}, names)
    wrong = [
        (name, measure, ours, expected[name][measure])
        for measure, column in zip(names, scores.values[0].T.tolist(), strict=True)
        for name, ours in zip(scores.topics, column, strict=True)
        if ours != expected[name][measure]
    ]
    assert not wrong[:3], (len(wrong), sorted({measure for _, measure, *_ in wrong}), wrong[:3])


def test_r_precision_and_the_variance_of_version_4_are_those_of_their_evaluator():
    draw = random.Random(4)
    capped = 0
    for _ in range(200):
        docs = {
            f"d{i}": (draw.choice((1.0, 0.5, 0.3, 0.05)), draw.choice((0, 0, 1, 2)))
            for i in range(draw.randint(2, 25))
        } | {"d0": (0.5, 1)}
        ranking = [*draw.sample(sorted(docs), draw.randint(1, len(docs))), "x", "y"]
        draw.shuffle(ranking)
        rank = {doc: place for place, doc in enumerate(ranking, start=1)}
        run = SampledRun.of(
            *((grade, pi, rank.get(doc, np.inf)) for doc, (pi, grade) in docs.items()),
            length=len(ranking),
        )
        wanted = statap_variance(docs, ranking)
        capped += wanted == 1.0
        (ours,) = statistical_ap_variance(run, version="v4").tolist()
        assert math.isclose(ours, wanted, rel_tol=1e-9, abs_tol=1e-12)
        (ours,) = statistical_r_precision(run).value.tolist()
        assert math.isclose(ours, statap_precision(docs, ranking), rel_tol=1e-12)
    assert 0 < capped < 200


@pytest.mark.parametrize("measure", [statistical_ap, statistical_r_precision])
def test_documents_judged_for_other_reasons_count_unless_they_are_left_out(measure):
    every = SampledRun.of((1, 0.5, 3), (1, 1.0, 1), (0, 0.5, 2), length=5)
    drawn = SampledRun.of((1, 0.5, 3), (-1, 0.5, 1), (0, 0.5, 2), length=5)
    run = replace(every, sample=replace(every.sample, by_chance=drawn.sample))
    assert measure(run).value == measure(every).value
    assert measure(run, method="sampled").value == measure(drawn).value
    assert measure(drawn).value != measure(every).value
