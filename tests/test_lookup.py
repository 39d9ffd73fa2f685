"""Look-ups of documents, against a dictionary."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core import kernel, lookup
from harness.core.columns import Blocks, TextColumn
from harness.core.lookup import Lookup, rows_by_topic

pair = st.tuples(
    st.sampled_from(["1", "10", "2", "é"]),
    st.sampled_from(["a", "b", "", "é", "doc-0001", "x" * 40, "a\nb"]),
)


def made(pairs):
    topics, docs = [topic for topic, _ in pairs], [doc for _, doc in pairs]
    return Blocks(topics, np.ones(len(topics), dtype=np.int64)), TextColumn.made(docs)


@pytest.fixture(scope="module", params=["table", "sought", "parts", "twin"])
def way(request):
    """Which way a look-up goes: by a table of all, or by one of what is asked, in small parts."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "twin":
            patch.setenv(kernel.VARIABLE, "0")
        if request.param in ("sought", "parts"):
            patch.setattr(lookup, "_MANY", 0)
            patch.setattr(lookup, "_FEW", 0)
        if request.param == "parts":
            patch.setattr(lookup, "_PART", 2)
        yield


@given(st.lists(pair, unique=True, min_size=1), st.lists(pair))
def test_what_is_there_is_that_of_a_set(way, known, asked):
    table = Lookup(*made(known))
    for _ in range(2):
        assert table.has(*made(asked)).tolist() == [one in known for one in asked]
    again = pickle.loads(pickle.dumps(table))
    assert again.has(*made(asked)).tolist() == [one in known for one in asked]


@given(st.lists(pair, unique=True, min_size=1), st.lists(pair, unique=True))
def test_rows_are_those_of_a_dictionary(way, known, asked):
    expected = {key: row for row, key in enumerate(known)}
    table = Lookup(*made(known))
    topics, docs = made(asked)
    codes, sizes, order = rows_by_topic(table.find_codes(topics.names), topics.sizes)
    rows = range(len(asked)) if order is None else order.tolist()
    found, _ = table.find(codes, sizes, docs if order is None else docs[order])
    assert found.tolist() == [expected.get(asked[row], -1) for row in rows]


@given(st.lists(pair, min_size=1))
def test_a_pair_that_stands_twice_is_noticed(way, known):
    assert Lookup(*made(known)).repeated == (len(set(known)) < len(known))


def test_a_hundred_thousand_pairs_are_found_and_no_other():
    topics = Blocks([str(topic) for topic in range(100)], np.full(100, 1000))
    docs = TextColumn.made(f"D{number}" for number in list(range(1000)) * 100)
    others = TextColumn.made(f"E{number}" for number in list(range(1000)) * 100)
    table = Lookup(topics, docs)
    assert table.has(topics, docs).all()
    assert not table.has(topics, others).any()
    assert not table.repeated
