"""Letters: two runs share one if, and only if, they do not differ; and Piepho's own algorithm."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats import paired_t, subtract_pairs
from harness.stats.corrections import adjust_p_values
from harness.stats.families import compact_letters, significant
from harness.stats.tukey import tukey_hsd
from tests.each import each


@st.composite
def matrices(draw, most=9):
    num_runs = draw(st.integers(1, most))
    matrix = np.zeros((num_runs, num_runs), dtype=bool)
    pairs = list(itertools.combinations(range(num_runs), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    for first, second in chosen:
        matrix[first, second] = matrix[second, first] = True
    return matrix


#: Means, and a threshold that decides which of them differ.
LEADERBOARDS = st.tuples(st.lists(st.integers(0, 20), min_size=1, max_size=12), st.integers(0, 8))


def insert_and_absorb(matrix):
    """Piepho 2004: split each column that holds a significant pair, absorb those within others."""
    columns = {frozenset(range(len(matrix)))}
    for first, second in np.argwhere(np.triu(matrix)).tolist():
        split = set()
        for column in columns:
            both = {first, second} <= column
            split |= {column - {first}, column - {second}} if both else {column}
        columns = {one for one in split if not any(one < other for other in split)}
    return columns


def groups_of(letters):
    return [frozenset(np.flatnonzero(column).tolist()) for column in letters.members.T]


def decoded(text):
    names = re.findall(r"[a-z]\d*", text)
    assert "".join(names) == text
    return set(names)


@given(matrices(), st.randoms(use_true_random=False))
def test_two_runs_share_a_letter_if_and_only_if_they_do_not_differ(matrix, random):
    means = [random.randint(0, 3) for _ in matrix]
    letters = [decoded(text) for text in compact_letters(matrix, means).label_runs()]
    assert all(letters)
    for first, second in itertools.combinations(range(len(matrix)), 2):
        assert bool(letters[first] & letters[second]) == (not matrix[first, second])


@given(matrices())
def test_groups_are_among_those_of_insert_and_absorb(matrix):
    groups = groups_of(compact_letters(matrix))
    assert len(set(groups)) == len(groups)
    assert set(groups) <= insert_and_absorb(matrix)


@given(matrices())
def test_no_group_can_be_left_out(matrix):
    assert_all_are_needed(compact_letters(matrix))


def assert_all_are_needed(letters):
    groups = groups_of(letters)
    times = Counter(pair for group in groups for pair in itertools.product(group, group))
    for group in groups:
        assert any(times[pair] == 1 for pair in itertools.product(group, group))


def test_larger_matrices_have_no_group_too_many_or_too_few():
    chance = np.random.default_rng(0)
    for share in np.linspace(0.05, 0.95, 40):
        above = np.triu(chance.random((20, 20)) < share, 1)
        letters = compact_letters(above | above.T)
        shared = (letters.members[:, None] & letters.members).any(axis=2)
        assert (shared == ~(above | above.T)).all()
        assert_all_are_needed(letters)


@given(LEADERBOARDS)
def test_groups_of_one_threshold_are_intervals_and_those_of_insert_and_absorb(leaderboard):
    means, threshold = np.array(leaderboard[0], dtype=float), leaderboard[1]
    matrix = np.abs(means[:, None] - means) > threshold
    letters = compact_letters(matrix, means)
    assert letters.intervals
    ordered = np.argsort(-means, kind="stable")
    assert letters.order.tolist() == ordered.tolist()
    for column in letters.members[ordered].T:
        places = np.flatnonzero(column)
        assert places.tolist() == list(range(places[0], places[-1] + 1))
    assert set(groups_of(letters)) == insert_and_absorb(matrix)


@given(LEADERBOARDS)
def test_letters_are_given_out_along_the_leaderboard(leaderboard):
    means, threshold = np.array(leaderboard[0], dtype=float), leaderboard[1]
    letters = compact_letters(np.abs(means[:, None] - means) > threshold, means)
    firsts = letters.members[letters.order].argmax(axis=0)
    assert (np.diff(firsts) > 0).all()
    assert letters.label_runs()[letters.order[0]] == "a"


@given(matrices(), st.randoms(use_true_random=False))
def test_the_order_of_the_columns_does_not_matter(matrix, random):
    means = np.arange(len(matrix), dtype=float)
    shuffled = list(range(len(matrix)))
    random.shuffle(shuffled)
    before = compact_letters(matrix, means).label_runs()
    after = compact_letters(matrix[np.ix_(shuffled, shuffled)], means[shuffled]).label_runs()
    assert after == tuple(before[place] for place in shuffled)


def test_broken_stretches_are_no_intervals():
    first_and_last_alike = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    assert not compact_letters(first_and_last_alike).intervals


def test_beyond_26_groups_letters_are_numbered():
    alone = ~np.eye(60, dtype=bool)
    letters = compact_letters(alone)
    assert letters.names[:27] == (*"abcdefghijklmnopqrstuvwxyz", "a2")
    assert letters.label_runs()[51:53] == ("z2", "a3")
    chain = np.abs(np.subtract.outer(range(60), range(60))) > 2
    runs = compact_letters(chain).label_runs()
    assert runs[:4] == ("a", "ab", "abc", "bcd")
    assert runs[27] == "za2b2"
    assert [decoded(text) for text in runs[27:29]] == [{"z", "a2", "b2"}, {"a2", "b2", "c2"}]


def test_runs_that_each_differ_from_one_other_need_few_groups():
    matrix = np.kron(np.eye(20, dtype=bool), ~np.eye(2, dtype=bool))
    letters = compact_letters(matrix)
    assert letters.members.shape[1] < 20  # insert-and-absorb has 2^20
    shared = (letters.members[:, None] & letters.members).any(axis=2)
    assert (shared == ~matrix).all()


def test_trec_8_groups_of_tukeys_test_are_intervals(scores_of):
    scores = scores_of("trec8_ap_named.csv")
    matrix = significant(tukey_hsd(scores).p)
    letters = compact_letters(matrix, scores.mean(axis=0))
    assert letters.intervals
    assert 10 < len(letters.names) < 80
    shared = (letters.members[:, None] & letters.members).any(axis=2)
    assert (shared == ~matrix).all()


def test_trec_8_groups_of_corrected_p_are_no_intervals(scores_of):
    scores = scores_of("trec8_ap_named.csv")
    matrix = significant(adjust_p_values(paired_t(subtract_pairs(scores)).p, "holm").p)
    letters = compact_letters(matrix, scores.mean(axis=0))
    assert not letters.intervals
    assert len(letters.names) < 60  # insert-and-absorb has 434
    shared = (letters.members[:, None] & letters.members).any(axis=2)
    assert (shared == ~matrix).all()


@each(
    [
        ([[0, 1, 0]], None, r"the shape \(1, 3\) \(runs × runs are needed\)"),
        (np.empty((0, 0)), None, r"the shape \(0, 0\)"),
        ([[0, 1], [0, 0]], None, "run 0 differs from run 1, but not the other way round"),
        ([[0, 0], [0, 1]], None, "run 1 differs from itself"),
        ([[0, 1], [1, 0]], [0.1], "one finite mean for each run"),
        ([[0, 1], [1, 0]], [0.1, np.nan], "one finite mean for each run"),
    ],
    "matrix",
    "means",
    "message",
)
def test_what_are_no_pairs_is_refused(matrix, means, message):
    with pytest.raises(EvaluationError, match=message):
        compact_letters(matrix, means)
