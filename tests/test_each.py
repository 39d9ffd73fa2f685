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


@each("abc")
def test_what_holds_of_every_case_passes_with_fixtures(letter, tmp_path):
    assert letter.isalpha()
    assert tmp_path.is_dir()
