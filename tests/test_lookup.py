"""The pair table, against a dictionary."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core import key_table
from harness.core.key_table import any_twice
from harness.core.pair_table import PairTable

pair = st.tuples(st.integers(0, 5), st.sampled_from(["a", "b", "", "é", "doc-0001", "x" * 40]))


def columns(pairs):
    codes = np.array([code for code, _ in pairs], dtype=np.int64)
    return codes, pl.Series([doc for _, doc in pairs], dtype=pl.String)


def find(table, pairs):
    codes, docs = columns(pairs)
    return table.find(table.keys(codes, docs), codes, docs).tolist()


@pytest.fixture(scope="module", params=[0, 10**9], ids=["sought first", "looked up"])
def few(request):
    """Whether a table goes through all its rows when it is asked for the first time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(key_table, "_FEW", request.param)
        yield


@given(st.lists(pair, unique=True, min_size=1), st.lists(pair))
def test_rows_equal_those_of_a_dictionary(few, known, asked):
    expected = {key: row for row, key in enumerate(known)}
    table = PairTable(*columns(known))
    for _ in range(2):
        assert find(table, asked) == [expected.get(key, -1) for key in asked]


@given(st.lists(pair, unique=True, min_size=1), st.lists(pair))
def test_answers_stay_exact_when_keys_collide(few, known, asked):
    """Keys are exchanged for those of pairs with other documents: the text must decide."""
    table = PairTable(*columns(known))
    codes, docs = columns(asked)
    others = np.resize(np.arange(len(known)), len(asked))
    differs = [known[other][1] != doc for other, (_, doc) in zip(others, asked, strict=True)]
    keys = np.where(differs, table.keys(*columns(known))[others], table.keys(codes, docs))
    expected = {key: row for row, key in enumerate(known)}
    assert table.find(keys, codes, docs).tolist() == [expected.get(key, -1) for key in asked]


def test_a_table_of_a_hundred_thousand_pairs_finds_each_and_no_other(few):
    codes = np.repeat(np.arange(100), 1000)
    docs = pl.Series([f"D{number}" for number in range(1000)] * 100)
    table = PairTable(codes, docs)
    assert np.array_equal(table.find(table.keys(codes, docs), codes, docs), np.arange(100_000))
    other = pl.Series([f"E{number}" for number in range(1000)] * 100)
    assert (table.find(table.keys(codes, other), codes, other) == -1).all()


class Twice(Exception):
    """A pair stands twice."""


@given(st.lists(pair, min_size=1))
def test_a_pair_that_stands_twice_is_noticed_before_the_table_fills(known):
    def refuse():
        raise Twice

    if len(set(known)) == len(known):
        PairTable(*columns(known), refuse)
    else:
        with pytest.raises(Twice):
            PairTable(*columns(known), refuse)


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 5), max_size=50))
def test_any_twice_equals_a_set(keys):
    assert any_twice(np.array(keys, dtype=np.uint64)) == (len(set(keys)) < len(keys))
