"""Rows that cannot stand together, against looking at every pair of rows."""

from __future__ import annotations

import pickle
from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import InputError
from harness.core.run_faults import (
    RunFaultsError,
    clashing_passages,
    overlapping_elements,
    refuse_rows,
)

Passage = tuple[str, str, int | None, int | None]
PARTS = st.tuples(st.integers(0, 12), st.integers(0, 6)) | st.just((None, None))
PASSAGES = st.lists(
    st.tuples(st.sampled_from("12"), st.sampled_from("ab"), PARTS).map(
        lambda row: (row[0], row[1], *row[2])
    ),
    max_size=8,
)
PATHS = ("/a[1]", "/a[1]/b[1]", "/a[1]/b[11]", "/a[1]/b[1]/c[1]", "/a[2]")
SCHEMA = {"topic": pl.String, "doc": pl.String, "offset": pl.Int64, "length": pl.Int64}


def share(first: Passage, second: Passage) -> bool:
    if first[:2] != second[:2] or None in (*first, *second):
        return False
    (_, _, start, length), (_, _, other, size) = first, second
    return max(start, other) < min(start + length, other + size)  # type: ignore[type-var,operator]


@given(rows=PASSAGES)
def test_passages_overlap_where_two_share_a_character(rows: list[Passage]) -> None:
    faults = list(clashing_passages(pl.DataFrame(rows, SCHEMA, orient="row")))
    overlaps = [fault for fault in faults if fault.code == "passage-overlap"]
    twice = {fault.row for fault in faults if fault.code == "document-twice"}
    once = [i for i in range(len(rows)) if i not in twice]
    assert twice == {i for i, row in enumerate(rows) if row in rows[:i] and row[2] is not None}
    assert all(
        fault.earlier < fault.row and share(rows[fault.earlier], rows[fault.row])
        for fault in overlaps
    )
    # Each passage that shares a character with another one is told of, or is what one is beside.
    clashing = {i for i in once for j in once if i != j and share(rows[i], rows[j])}
    assert {i for fault in overlaps for i in (fault.row, fault.earlier)} <= clashing
    assert bool(overlaps) == bool(clashing)


@given(rows=PASSAGES)
def test_an_article_comes_back_where_another_stands_between(rows: list[Passage]) -> None:
    frame = pl.DataFrame(rows, SCHEMA, orient="row")
    faults = list(clashing_passages(frame, "relevant-in-context"))
    twice = {fault.row for fault in faults if fault.code == "document-twice"}
    expected = False
    for topic in "12":
        docs = [row[1] for i, row in enumerate(rows) if row[0] == topic and i not in twice]
        stretches = docs[:1] + [after for before, after in pairwise(docs) if before != after]
        expected |= len(set(stretches)) < len(stretches)
    assert any(fault.code == "article-interleaved" for fault in faults) == expected


@given(rows=st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(PATHS)), max_size=7))
def test_elements_overlap_where_the_path_of_one_begins_that_of_another(
    rows: list[tuple[str, str]],
) -> None:
    frame = pl.DataFrame(rows, {"doc": pl.String, "path": pl.String}, orient="row")
    faults = list(overlapping_elements(frame.with_columns(pl.lit("1").alias("topic"))))
    inside = {
        (doc, path)
        for doc, path in rows
        for other, outer in rows
        if doc == other and path.startswith(f"{outer}/")
    }
    assert bool(faults) == bool(inside)
    for fault in faults:
        (doc, path), (other, outer) = rows[fault.row], rows[fault.earlier]
        assert doc == other
        assert path.startswith(f"{outer}/") or outer.startswith(f"{path}/")


def test_the_error_goes_to_another_process_with_what_looks_for_the_rows() -> None:
    frame = pl.DataFrame([("1", "a", 0, 9), ("1", "a", 5, 9)], SCHEMA, orient="row")
    with pytest.raises(InputError) as caught:
        refuse_rows(frame, clashing_passages, "a.run")
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, RunFaultsError)
    assert again.problems == caught.value.problems
    assert [fault.row for fault in again.look(frame)] == [1]
