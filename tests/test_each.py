"""A test of every case tries them all, and says which fail."""

from __future__ import annotations

import pytest

from tests.each import each


def test_all_cases_that_fail_are_named_and_no_others(tmp_path):
    tried = []

    @each([1, 2, 3, 4])
    def is_odd(number, folder):
        tried.append((number, folder))
        assert number % 2

    with pytest.raises(ExceptionGroup) as caught:
        is_odd(folder=tmp_path)
    assert tried == [(number, tmp_path) for number in (1, 2, 3, 4)]
    notes = [error.__notes__ for error in caught.value.exceptions]
    assert notes == [["number: 2"], ["number: 4"]]


def test_cases_of_several_parameters_are_named():
    tried = []

    @each([(1, 2), (2, 1)], "low", "high")
    @each("ab", "letter")
    def is_lower(letter, low, high):
        tried.append((low, high, letter))
        assert low < high

    with pytest.raises(ExceptionGroup) as caught:
        is_lower()
    assert tried == [(1, 2, "a"), (1, 2, "b"), (2, 1, "a"), (2, 1, "b")]
    assert caught.value.__notes__ == ["low, high: (2, 1)"]
    assert [error.__notes__ for error in caught.value.exceptions] == [["letter: a"], ["letter: b"]]


def test_a_case_that_is_skipped_skips_no_other():
    tried = []

    @each([1, 2])
    def is_there(number):
        tried.append(number)
        if number == 1:
            pytest.skip("not here")

    with pytest.raises(pytest.skip.Exception, match="not here"):
        is_there()
    assert tried == [1, 2]


@each("abc")
def test_what_holds_of_every_case_passes_with_fixtures(letter, tmp_path):
    assert letter.isalpha()
    assert tmp_path.is_dir()
