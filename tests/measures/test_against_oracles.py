"""Every registered measure equals its slow oracle, on random batches and parameters."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.measures import Family, Ratio
from tests.measures.batches import batches, measures_of, of_documents
from tests.oracles import ORACLES, unfrozen


def test_every_measure_has_an_oracle_and_every_oracle_a_measure():
    assert {family.name for family in of_documents()} == set(ORACLES)


@pytest.mark.parametrize("family", of_documents(), ids=lambda family: family.name)
@given(drawn=st.data())
def test_measure_equals_its_oracle(family: Family, drawn: st.DataObject):
    rows, run = drawn.draw(batches())
    measure = drawn.draw(measures_of(family))
    result = measure.evaluate(run)
    values = result.value if isinstance(result, Ratio) else result
    parameters = {name: unfrozen(value) for name, value in measure.parameters.items()}
    for row, value in zip(rows, values, strict=True):
        expected = ORACLES[family.name](row, **parameters)
        if isinstance(expected, str):
            assert value == expected
        else:
            assert math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12), (measure, row)
