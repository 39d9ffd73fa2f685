"""Numbers read many at a time, against Python's reader of one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.decimals import decimals
from harness.core.text_columns import Text, TextColumn
from tests.by_hand import decimal

_digits = st.text("0123456789", max_size=12)
_numbers = st.one_of(
    st.builds("{}{}.{}".format, st.sampled_from(["", "-", "+"]), _digits, _digits),
    st.builds("{}{}".format, st.sampled_from(["", "-"]), st.integers(0, 10**20)),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(-1e6, 1e6).map("{:.4f}".format),
)
_texts = st.text("0123456789.-+eE/:,x", min_size=1, max_size=20)


def column_of(texts):
    """Texts as the fields of lines."""
    content = [text.encode() for text in texts]
    lengths = np.array([len(text) for text in content], dtype=np.int32)
    starts = np.cumsum(lengths + 1, dtype=np.int32) - lengths - 1
    return TextColumn(Text(b"".join(text + b"\n" for text in content)), starts, lengths)


@given(st.lists(_numbers, min_size=1, max_size=40))
def test_each_number_is_the_double_next_to_it(texts):
    texts = [text for text in texts if decimal(text) is not None]
    if texts:
        read = decimals(column_of(texts))
        assert read.view(np.uint64).tolist() == (
            np.array(list(map(float, texts))).view(np.uint64).tolist()
        )


@given(_texts, st.lists(_numbers, max_size=3))
def test_what_python_does_not_read_is_none(text, others):
    others = [other for other in others if decimal(other) is not None]
    read = decimals(column_of([*others, text]))
    expected = decimal(text)
    assert (read is None) == (expected is None)
    assert read is None or read[-1] == expected


@pytest.mark.parametrize(
    "text",
    [
        *("9007199254740991", "9007199254740992", "9007199254740993", "0.1", "-0", "-0.0", "5."),
        *(".5", "-.5", "123456789012345.6", "1.23456789012345", "0000000000000001", "00.000000001"),
        *("4.35", "0.000001", "8.5", "2.2250738585072014e-308", "1e23", "72057594037927933"),
    ],
)
def test_at_the_ends_of_what_two_words_hold(text):
    assert decimals(column_of([text])).view(np.uint64) == np.array([float(text)]).view(np.uint64)


def test_many_numbers_with_as_many_decimals_and_some_with_others():
    generator = np.random.default_rng(7)
    texts = [
        f"{value:.{3 + (row % 1000 == 0)}f}"
        for row, value in enumerate(generator.normal(0, 99, 40_000))
    ]
    assert decimals(column_of(texts)).tolist() == list(map(float, texts))
