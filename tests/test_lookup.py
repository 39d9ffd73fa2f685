"""The pair table, against a dictionary."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from harness import lookup
from harness.lookup import PairTable, any_twice

pair = st.tuples(st.integers(0, 5), st.sampled_from(["a", "b", "", "é", "doc-0001", "x" * 40]))


def columns(pairs):
    codes = np.array([code for code, _ in pairs], dtype=np.int64)
    return codes, pl.Series([doc for _, doc in pairs], dtype=pl.String)


def find(table, pairs):
    codes, docs = columns(pairs)
    return table.find(table.keys(codes, docs), codes, docs).tolist()


@given(st.lists(pair, unique=True, min_size=1), st.lists(pair))
def test_rows_equal_those_of_a_dictionary(known, asked):
    expected = {key: row for row, key in enumerate(known)}
    assert find(PairTable(*columns(known)), asked) == [expected.get(key, -1) for key in asked]


@given(st.lists(pair, unique=True, min_size=1), st.lists(pair))
def test_answers_stay_exact_when_different_documents_have_one_hash(known, asked):
    """With a hash of two bits nearly every key collides; the text decides."""
    real = lookup._pair_keys
    bits = np.uint64(3)

    def weak(codes, docs, seed):
        # Keys of the known pairs must differ from each other: keep them whole while building.
        return (
            real(codes, docs, seed) if len(docs) == len(known) else real(codes, docs, seed) & bits
        )

    expected = {key: row for row, key in enumerate(known)}
    lookup._pair_keys = weak
    try:
        table = PairTable(*columns(known))
        table._keys = np.append(table._keys[:-1] & bits, np.uint64(0))
        table._slot_row[:] = -1
        rows = np.arange(len(known), dtype=np.int32)
        table._slot_row[rows] = rows
        codes, docs = columns(asked)
        keys = np.zeros(len(asked), dtype=np.uint64)
        got = table.find(keys, codes, docs).tolist()
    finally:
        lookup._pair_keys = real
    wrong_hit = [row for row, key in zip(got, asked, strict=True) if row >= 0 and known[row] != key]
    assert not wrong_hit
    assert all(
        row == expected.get(key, -1) for row, key in zip(got, asked, strict=True) if row >= 0
    )


def test_a_table_of_a_hundred_thousand_pairs_finds_each_and_no_other():
    codes = np.repeat(np.arange(100), 1000)
    docs = pl.Series([f"D{number}" for number in range(1000)] * 100)
    table = PairTable(codes, docs)
    assert np.array_equal(table.find(table.keys(codes, docs), codes, docs), np.arange(100_000))
    other = pl.Series([f"E{number}" for number in range(1000)] * 100)
    assert (table.find(table.keys(codes, other), codes, other) == -1).all()


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 5), max_size=50))
def test_any_twice_equals_a_set(keys):
    assert any_twice(np.array(keys, dtype=np.uint64)) == (len(set(keys)) < len(keys))
