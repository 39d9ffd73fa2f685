"""Names with too little room are shortened, and different names stay different."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.report.figures.lettering import drawable, fit_names, length
from harness.report.names import short_names

#: Names as groups give them: long, of few letters, and different at any place.
NAMES = st.lists(
    st.one_of(
        st.text("ab-", max_size=40),
        st.tuples(st.text("ab", max_size=9), st.text("ab", max_size=9)).map(
            lambda ends: f"{ends[0]}{'-long' * 9}{ends[1]}"
        ),
    ),
    min_size=1,
    max_size=30,
)


@given(NAMES, st.integers(0, 30))
def test_different_names_are_shown_differently_and_the_same_alike(names, room):
    shown = short_names(names, room)
    assert len(set(shown)) == len(set(names))
    assert len(set(zip(names, shown, strict=True))) == len(set(names))
    fitting = [(name, short) for name, short in zip(names, shown, strict=True) if len(name) <= room]
    assert all(name == short for name, short in fitting)


@given(NAMES, st.integers(12, 30))
def test_what_is_shortened_fits_where_names_differ_within_their_room(names, room):
    few = names[:5]
    assert max(map(len, short_names(few, room))) <= room


def test_a_quarter_from_the_beginning_is_a_quarter_of_what_is_shown():
    names = ["abbb-b-aba-b-b", "abba--ab--aabbb", "abbbb-ba", "abbbbb-b-b", "abbbaab-a--b"]
    assert (
        short_names(names, 9)[3] == "ab…bb-b-b"
    )  # abbb…-b-b is what halves make of the first, too


def test_a_name_that_begins_all_others_is_not_cut_to_nothing():
    names = ["aaabbabb--abb--b---baaaab-ab", "aaab", "aaabbabbbbbabb--bbabbababab--", "aaabbab-abb"]
    assert short_names(names, 3)[1] == "…1"


@given(st.lists(st.text(max_size=40), min_size=1, max_size=9), st.floats(20, 200))
def test_names_on_paper_differ_where_what_can_be_drawn_of_them_does(names, room):
    shown = fit_names(names, 8, room)
    assert len(set(shown)) == len({drawable(name) for name in names})


def test_real_names_that_differ_in_one_place_show_it():
    names = [f"{a}-results-cat{b}-filtered" for a in ("rm", "ql") for b in ("a", "b")]
    shown = short_names(names, 14)
    assert len(set(shown)) == 4
    assert max(map(len, shown)) <= 14
    assert [length(text, 8) <= 60 for text in fit_names(names, 8, 60)] == [True] * 4
