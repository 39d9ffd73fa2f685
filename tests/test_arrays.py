"""Sums of arrays are those of a loop from left to right, to the last bit."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from harness.core.arrays import total

_SHAPES = st.tuples(st.integers(0, 9), st.one_of(st.integers(0, 9), st.sampled_from((129, 1000))))
_SEEDS = st.integers(0, 2**32)


def _loop(row: np.ndarray) -> float:
    added = -0.0
    for value in row.tolist():
        added += value
    return added


def _same_bits(values: np.ndarray) -> bool:
    sums = np.array([_loop(row) for row in values] if values.shape[1] else [0.0] * len(values))
    return bool((total(values).view(np.int64) == sums.view(np.int64)).all())


@given(_SHAPES, _SEEDS)
def test_totals_are_added_from_left_to_right(shape, seed):
    draw = np.random.default_rng(seed)
    values = draw.standard_normal(shape) * 10.0 ** draw.integers(-12, 12, shape)
    values[draw.random(shape) < 0.2] = -0.0
    for laid_out in (values, np.asfortranarray(values), values[:, ::-1]):
        assert _same_bits(laid_out)


_FINITE = st.floats(allow_nan=False, allow_infinity=False)


@given(arrays(np.float64, st.tuples(st.integers(1, 3), st.integers(1, 3)), elements=_FINITE))
def test_totals_of_any_numbers_are_those_of_a_loop(values):
    assert _same_bits(values)
