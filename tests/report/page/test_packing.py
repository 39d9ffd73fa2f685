"""What the page carries is what the payload was: in Python, and in a browser."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.page.number_encoding import (
    fractions,
    from_indexed,
    from_recency,
    indexed,
    multiples,
    names,
    names_of,
    numbers_of,
    numerals,
    recency,
    rows_of,
)
from harness.report.page.packing import compact, expanded, packed, unpacked
from harness.report.page.payload import payload

number = st.none() | st.integers(-20_000, 20_000)
rows = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.lists(number, min_size=width, max_size=width), min_size=1, max_size=6)
)
name = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)

UNPACKING = (files("harness.report.page") / "scripts" / "unpacking.js").read_text(encoding="utf-8")


@given(st.lists(st.none() | st.integers(-(2**40), 2**40), max_size=40))
def test_numerals_are_read_back(numbers):
    assert numbers_of(numerals(numbers)) == numbers


def test_numerals_are_what_json_writes_as_one_character_each():
    written = numerals([None, *range(93 * 93)])
    assert len(json.dumps(written[2])) == len(written[2]) + 2


@given(rows, st.sampled_from([1, 10_000]))
def test_rows_are_read_back_whatever_they_were_written_in(values, unit):
    assert rows_of(fractions(values, unit), unit) == values
    assert from_indexed(indexed(values)) == values


@given(st.integers(1, 1000), st.data())
def test_multiples_of_a_part_are_written_in_it_or_in_a_larger_one(parts, data):
    counts = data.draw(st.lists(st.integers(0, parts), min_size=1, max_size=20))
    row = [int(f"{count / parts:.4f}".replace(".", "")) for count in counts]
    written = fractions([row], 10_000)
    # A value whose fifth decimal is an exact 5 may be printed downwards; then the unit is used.
    assert written[0][0] <= parts or any(count * 100_000 % parts == 0 for count in counts)
    assert rows_of(written, 10_000) == [row]


@given(st.lists(name, unique=True))
def test_names_are_read_back(listed):
    ordered = sorted(listed, key=str.encode)
    assert names_of(names(ordered)) == ordered


@given(st.lists(st.lists(st.integers(0, 8), unique=True)))
def test_recency_is_read_back(lists):
    seen: dict[int, int] = {}
    numbered = [[seen.setdefault(one, len(seen)) for one in numbers] for numbers in lists]
    assert from_recency(recency(numbered)) == [one for numbers in numbered for one in numbers]


@given(st.floats(-2, 2))
def test_multiples_have_the_digits_of_the_printed_value(value):
    (found,) = multiples(np.array([value]), 10_000)
    assert float(f"{value:.4f}") == found / 10_000


def awkward() -> dict[str, Any]:
    """A payload of every way of writing, with what is rare: nulls, negatives, strange names."""
    return {
        "unit": 10_000,
        "runs": [{"name": "a"}, {"name": "b"}],
        "values": [
            [[1, -2], [None, 10_000]],
            [[3333, 6667], [None, 10_000]],
            [[1, -2], [None, 10_000]],
            [[123_456, 0], [7, 0]],
        ],
        "summary": [[0.000123, -1.5], [None, 1], [0, 0], [123_463, 0]],
        "intervals": [None, {"low": [-0.1234, 0.1], "high": [0.4, 0.1]}, None, None],
        "curves": {
            "recall": {"at": [0, 0.1], "precision": [[0.5, None], [1, 0.1111]]},
            "cutoff": {"at": [5], "precision": [[0.2], [0.4]], "recall": [[0.1], [0.3]]},
        },
        "losses": {
            "measure": 0,
            "perfect": [10_000, 9000],
            "missed": [[1, 2], [None, -3]],
            "unjudged": [[0, 0], [None, 17]],
        },
        "first": {
            "depth": 2,
            "topics": [
                {
                    "docs": ["🙂b", "__proto__", "🙂a"],
                    "grades": [-2, 0, 3],
                    "runs": [[0, 1], [2, 0]],
                },
                {"docs": ["</script>"], "grades": [-1], "runs": [[], [0]]},
            ],
        },
        "missed": [[[0, "only here", 2, None, 1, 1], [1, "🙂a", 1, 200, 1, 3]], []],
        "texts": {"__proto__": ["title", "text"]},
    }


@pytest.mark.parametrize("content", [awkward(), {**awkward(), "missed": [[], []]}])
def test_an_awkward_payload_is_read_back(content):
    assert expanded(json.loads(json.dumps(compact(content)))) == content


def test_parts_that_are_not_known_stay_null():
    nothing = {"unit": 10_000, "values": [], "first": None, "losses": None, "missed": None}
    assert unpacked(packed(nothing)) == nothing


def test_the_payload_of_an_evaluation_is_read_back(demo_report):
    content = payload(demo_report)
    assert unpacked(packed(content)) == json.loads(json.dumps(content))


def in_browser(browser, content: dict[str, Any]) -> Any:
    page = browser.new_page()
    script = "([script, text]) => new Function(`${script}; return unpack;`)()(text)"
    found = page.evaluate(script, [UNPACKING, packed(content)])
    page.close()
    return found


def test_the_browser_reads_back_what_was_packed(browser, demo_report):
    content = payload(demo_report)
    assert in_browser(browser, content) == json.loads(json.dumps(content))


def test_the_browser_reads_back_an_awkward_payload(browser):
    content = awkward()
    found = in_browser(browser, content)
    # An own property of this name does not survive the way out of the browser.
    del content["texts"], found["texts"]
    assert found == content


def test_measures_with_the_same_values_are_written_once():
    (_, _, same, _) = compact(awkward())["values"]
    assert same == 0
