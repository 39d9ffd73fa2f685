"""A test of every case tries them all, and says which fail."""

from __future__ import annotations

import pytest

from tests.each import each
from tests.nightly import now


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
    assert caught.value.__notes__ == ["low, high: 2, 1"]
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


def test_a_case_that_raises_nothing_is_named_beside_others():
    @each([ValueError, KeyError])
    def raises(kind):
        with pytest.raises(kind):
            pass

    with pytest.raises(BaseExceptionGroup) as caught:
        raises()
    notes = [error.__notes__ for error in caught.value.exceptions]
    assert notes == [["kind: ValueError"], ["kind: KeyError"]]


def test_cases_for_the_night_are_a_second_test():
    tried = []

    @each(now("b", "abc"))
    def is_tried(letter):
        tried.append(letter)

    (mark,) = is_tried.pytestmark
    assert mark.args[0] == "at_night"
    assert [[one.name for one in param.marks] for param in mark.args[1]] == [[], ["slow"]]
    is_tried(at_night=False)
    is_tried(at_night=True)
    assert tried == ["b", "a", "c"]


def test_cases_of_several_parameters_for_the_night():
    tried = []

    @each(now([(1, 2)], [(1, 2), (3, 4)]), "low", "high")
    def is_tried(low, high):
        tried.append((low, high))

    is_tried(at_night=True)
    is_tried(at_night=False)
    assert tried == [(3, 4), (1, 2)]


def test_cases_that_a_function_gives_are_made_when_they_are_tried():
    made = []

    @each(lambda: made.append("made") or [1, 2])
    def is_one(number):
        assert number == 1

    assert made == []
    with pytest.raises(AssertionError) as caught:
        is_one()
    assert (made, caught.value.__notes__) == (["made"], ["number: 2"])


@each(now("a", "abc"))
def test_what_holds_at_night_passes_with_fixtures(letter, tmp_path):
    assert letter.isalpha()
    assert tmp_path.is_dir()
