"""Cross-validation against a slow version, and against what chance alone must give."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.learning import CrossValidation, cross_validate
from tests.each import each

score_matrices = st.tuples(st.integers(2, 12), st.integers(2, 6)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(0, 4), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


def slow_choices(scores, fold: list[int], folds: int) -> tuple[list[int], list[int]]:
    """The variant chosen without each fold, and the score of each topic by it, in whole numbers."""
    chosen = []
    for held_out in range(folds):
        rest = [row for row, place in zip(scores, fold, strict=True) if place != held_out]
        sums = [sum(column) for column in zip(*rest, strict=True)]
        chosen.append(sums.index(max(sums)))
    return chosen, [row[chosen[place]] for row, place in zip(scores, fold, strict=True)]


@given(score_matrices, st.integers(2, 12), st.integers(1, 3), st.integers(0, 100))
def test_each_topic_is_scored_by_the_first_best_variant_of_the_others(
    scores, folds: int, repeats: int, seed: int
) -> None:
    topics = len(scores)
    folds = min(folds, topics)
    # A seventh makes floats of ties that need not be exact.
    found = cross_validate(np.array(scores) / 7, seed=seed, folds=folds, repeats=repeats)
    assert found.fold.shape == (repeats, topics)
    for repeat in range(repeats):
        fold = found.fold[repeat].tolist()
        sizes = [fold.count(place) for place in range(folds)]
        assert sum(sizes) == topics
        assert max(sizes) - min(sizes) <= 1
        chosen, held_out = slow_choices(scores, fold, folds)
        assert found.chosen[repeat].tolist() == chosen
        assert found.scores[repeat].tolist() == [score / 7 for score in held_out]
        assert found.held_out[repeat] == pytest.approx(sum(held_out) / 7 / topics)
    sums = [sum(column) for column in zip(*scores, strict=True)]
    assert found.best == sums.index(max(sums))
    assert found.naive == pytest.approx(max(sums) / 7 / topics)
    assert found.means.tolist() == pytest.approx([value / 7 / topics for value in sums])
    assert found.optimism == pytest.approx(found.naive - found.held_out.mean())


def test_choosing_among_equal_systems_looks_better_than_it_is() -> None:
    # All variants have the true mean .5: what the best seems to have above it is chance.
    rng, times = np.random.default_rng(1), 400
    found = [cross_validate(rng.normal(0.5, 0.2, (20, 10)), seed=1) for _ in range(times)]
    held_out = np.array([one.held_out[0] for one in found])
    naive = np.array([one.naive for one in found])
    assert held_out.mean() == pytest.approx(0.5, abs=4 * held_out.std() / sqrt(times))
    # The largest of ten standard normal values is 1.5388 on average.
    expected = 0.5 + 1.5388 * 0.2 / sqrt(20)
    assert naive.mean() == pytest.approx(expected, abs=4 * naive.std() / sqrt(times))
    assert np.mean([one.optimism for one in found]) == pytest.approx(
        expected - 0.5, abs=4 * (naive - held_out).std() / sqrt(times)
    )


def test_a_variant_that_is_always_best_is_always_chosen_and_nothing_is_lost() -> None:
    scores = np.random.default_rng(1).random((13, 4)) / 2
    scores[:, 2] += 0.6
    found = cross_validate(scores, seed=1, folds=4, repeats=3)
    assert (found.chosen == 2).all()
    assert found.optimism == pytest.approx(0.0, abs=1e-12)


def test_leaving_one_topic_out_depends_on_no_seed() -> None:
    scores = np.random.default_rng(1).random((9, 5))
    first, second = (cross_validate(scores, seed=seed, folds=9) for seed in (1, 2))
    assert first.fold.tolist() != second.fold.tolist()
    assert first.scores.tolist() == second.scores.tolist()
    for topic in range(9):
        best = np.delete(scores, topic, axis=0).mean(axis=0).argmax()
        assert first.scores[0, topic] == scores[topic, best]


def fields(found: CrossValidation) -> list[bytes]:
    return [getattr(found, name).tobytes() for name in ("fold", "chosen", "scores", "held_out")]


def test_the_seed_decides_the_folds_and_more_repeats_begin_with_the_same() -> None:
    scores = np.random.default_rng(1).random((11, 3))
    one, again, other = (cross_validate(scores, seed=seed, repeats=2) for seed in (1, 1, 2))
    assert fields(one) == fields(again) != fields(other)
    more = cross_validate(scores, seed=1, repeats=5)
    assert more.fold[:2].tolist() == one.fold.tolist()
    assert len({tuple(row) for row in more.fold.tolist()}) == 5
    assert "5 folds of 11 topics, 5 times, best of 3 variants, seed 1" in more.how


@each(
    [
        ([[0.1, 0.2]], {}, "scores of the shape 1 × 2"),
        ([[0.1], [0.2]], {"folds": 2}, "scores of the shape 2 × 1"),
        ([[0.1, np.nan], [0.2, 0.3]], {"folds": 2}, "1 value that is not finite"),
        (np.ones((4, 2)), {}, "folds: 5 is not allowed (from 2 to the number of topics, 4)"),
        (np.ones((4, 2)), {"folds": 1}, "folds: 1 is not allowed"),
        (np.ones((4, 2)), {"folds": 2.0}, "folds: 2.0 is not allowed (it must be a whole number"),
        (np.ones((4, 2)), {"folds": 2, "repeats": 0}, "repeats: 0 is not allowed"),
        (np.ones((4, 2)), {"folds": 2, "seed": None}, "seed: None is not allowed"),
    ],
    "scores",
    "options",
    "message",
)
def test_what_cannot_be_divided_is_refused(scores, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        cross_validate(scores, **{"seed": 1} | options)
    assert message in str(refused.value)
