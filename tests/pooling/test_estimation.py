"""Estimates from judged samples: by hand, and after a second draw."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from harness.core.errors import EvaluationError
from harness.core.model import Qrels, Run
from harness.pooling import Plan, Pool, choose, gather
from harness.pooling.estimation import horvitz_thompson


def judged_pool(**grades):
    frame = pl.DataFrame(
        {
            "topic": ["1", "1", "2", "2"],
            "doc": ["a", "b", "a", "b"],
            "probability": [0.25, 0.5, 1.0, 0.125],
            "batch": [2, 2, 2, 1],
        }
    )
    judgments = pl.DataFrame(
        [(key[1], key[0], grade) for key, grade in grades.items()],
        schema={"topic": pl.String, "doc": pl.String, "grade": pl.Int64},
        orient="row",
    )
    left_out = pl.DataFrame({"topic": ["3"], "doc": ["c"]})
    return Pool(frame, left_out, {"batch": 2}), Qrels(judgments, source="a.qrels")


def test_a_relevant_document_counts_for_those_like_it():
    pool, judgments = judged_pool(a1=1, b1=2, a2=0, b2=0, z2=1)
    assert horvitz_thompson(pool, judgments) == {"1": 4 + 2, "2": 0, "3": 0}
    assert horvitz_thompson(pool, judgments, relevance_level=2) == {"1": 2, "2": 0, "3": 0}


def test_documents_of_earlier_draws_count_once():
    assert horvitz_thompson(*judged_pool(a1=0, b1=1, a2=1, b2=1)) == {"1": 2, "2": 2, "3": 0}


def test_a_second_draw_is_right_on_average_too():
    columns = {"topic": ["1"] * 8, "doc": list("abcdefgh"), "score": [-float(n) for n in range(8)]}
    candidates = gather([Run("a", pl.DataFrame(columns))])
    relevant = Qrels(
        pl.DataFrame({"topic": ["1"] * 8, "doc": columns["doc"], "grade": [1, 0, 1, 0, 0, 1, 0, 1]})
    )
    estimates = []
    for seed in range(150):
        first = choose(candidates, Plan.of("uniform", budget=2, seed=seed))
        again = Plan.of("uniform", budget=3, seed=1000 + seed, earlier="keep")
        second = choose(candidates, again, before=first)
        assert second.frame["batch"].value_counts().sort("batch").rows() == [(1, 2), (2, 3)]
        estimates.append(horvitz_thompson(second, relevant)["1"])
    assert abs(np.mean(estimates) - 4) < 3 * np.std(estimates) / math.sqrt(150)


def test_there_is_no_estimate_while_documents_are_not_judged():
    with pytest.raises(EvaluationError) as refused:
        horvitz_thompson(*judged_pool(a1=1, b1=-2, b2=1))
    assert [str(problem) for problem in refused.value.problems] == [
        "a.qrels: document 'b' of topic '1' is not judged",
        "a.qrels: document 'a' of topic '2' is not judged",
    ]
