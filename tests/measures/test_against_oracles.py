"""Every registered measure equals its slow oracle, on random batches and parameters."""

from __future__ import annotations

import math

import pytest

from harness.core.judged_run import JudgedRun
from harness.measures import Family, Measure, Ratio
from harness.measures.bound import bind
from harness.measures.parameters import RULES
from tests.each import each
from tests.measures.batches import of_grades, on_random_batches
from tests.measures.drawn import of_documents
from tests.oracles import ORACLES, Topic, unfrozen


def values_of(measure: Measure, run: JudgedRun):
    result = measure.evaluate(run)
    return result.value if isinstance(result, Ratio) else result


def test_every_measure_has_an_oracle_and_every_oracle_a_measure():
    assert {family.name for family in of_documents()} == set(ORACLES)


#: Gains that are no whole numbers: below 1, above 1, alone and mixed with whole ones.
FRACTIONS = (
    {1: 0.5, 2: 1.7, 3: 2.0},
    {1: 0.25, 2: 1.0, 3: 2.5},
    {1: 2.5, 2: 3.5, 3: 4.5},
    {1: 0.0, 2: 0.125, 3: 1.0},
)
#: Rankings in which relevant documents follow each other, stand apart, come late and are missed.
RANKED = (
    Topic([0, 1, 2, 1], {0: 2, 1: 3, 2: 1}),
    Topic([3, 2, 1, 0, -1, 2], {0: 1, 1: 1, 2: 2, 3: 2}),
    Topic([-1, 0, 0, 3, 3, 1, 2, 2], {0: 3, 1: 2, 2: 2, 3: 2}),
    Topic([1], {1: 4, 2: 1}),
    Topic([], {1: 1, 3: 1}),
)


@pytest.mark.parametrize("gains", FRACTIONS, ids=str)
@each(family for family in of_documents() if "gains" in family.defaults)
def test_gains_that_are_no_whole_numbers_count_as_they_are(family, gains):
    if "a gain from 0 to 1" in RULES.get(f"{family.name} gains", RULES["gains"])[1]:
        gains = {grade: gain / 5 for grade, gain in gains.items()}
    for row, value in zip(
        RANKED, values_of(bind(family, {"gains": gains}), of_grades(RANKED)), strict=True
    ):
        assert math.isclose(value, ORACLES[family.name](row, gains=gains), rel_tol=1e-9), row


@each(of_documents())
@on_random_batches()
def test_measure_equals_its_oracle(family: Family, rows, run, measure):
    values = values_of(measure, run)
    parameters = {name: unfrozen(value) for name, value in measure.parameters.items()}
    for row, value in zip(rows, values, strict=True):
        expected = ORACLES[family.name](row, **parameters)
        if isinstance(expected, str):
            assert value == expected
        else:
            assert math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12), (measure, row)
