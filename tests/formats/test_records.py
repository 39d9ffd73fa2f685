"""Where records stand, and byte-order marks, against the slow versions that split the text."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from harness.core import engines
from harness.core.errors import Problem
from harness.formats import records as module
from harness.formats.files import decode, raw_bytes
from harness.formats.records import LineFields, Records
from harness.formats.submissions import parse_submission

lines = st.lists(st.text(alphabet="ab#é猫\x1c\x85 \t\v\f\r0", max_size=8), max_size=12)


#: Records have two fields.
PAIRS = LineFields.of("a b")


def is_record(line: str) -> bool:
    fields = re.findall(r"[^ \t\r\v\f]+", line)
    return bool(fields) and (not line.startswith("#") or (len(fields) == 2 and fields[0] != "#"))


class Lines:
    """What `Records` finds with arrays, by splitting the text."""

    def __init__(self, content: bytes, where: str) -> None:
        self.where = where
        text, _ = decode(content, where)
        self._lines = text.split("\n")
        self._numbers = [number for number, line in enumerate(self._lines) if is_record(line)]

    def number(self, row: int) -> int:
        return self._numbers[row] + 1

    def fields(self, row: int) -> list[str]:
        return re.findall(r"[^ \t\r\v\f]+", self._lines[self._numbers[row]])

    def problem(self, row: int, place: int, message: str) -> Problem:
        fields = re.finditer(r"[^ \t\r\v\f]+", self._lines[self._numbers[row]])
        column = [field.start() for field in fields][place] + 1
        return Problem(message, self.where, self.number(row), column)


def places(known: Records | Lines, count: int) -> list[tuple[object, ...]]:
    found = []
    for record in range(count):
        fields = known.fields(record)
        last = known.problem(record, len(fields) - 1, "")
        found.append((fields, last.line, last.column))
    return found


def all_of(content: bytes) -> list[tuple[object, ...]]:
    records = Records(content, "a", PAIRS)
    slow = Lines(content, "a")
    with pytest.raises(IndexError):
        slow.number(len(records))
    return [*places(records, len(records)), *places(slow, len(records))]


@given(lines=lines, encoding=st.sampled_from(["utf-8", "latin-1"]))
def test_records_stand_where_splitting_the_text_finds_them(lines, encoding):
    content = "\n".join(lines).encode(encoding, "replace")
    both = all_of(content)
    half = len(both) // 2
    assert both[:half] == both[half:]


@given(lines=lines)
def test_fields_are_counted_as_splitting_counts_them(lines):
    records = Records("\n".join(lines).encode(), "a", PAIRS)
    expected = [len(records.fields(record)) for record in range(len(records))]
    assert records.field_counts.tolist() == expected
    size, module._RECORDS = module._RECORDS, 2
    try:
        assert Records("\n".join(lines).encode(), "a", PAIRS).field_counts.tolist() == expected
    finally:
        module._RECORDS = size


@given(lines=lines, seed=st.integers(0, 2**12))
def test_what_is_left_without_some_records_is_the_others(lines, seed):
    records = Records("\n".join(lines).encode(), "a", PAIRS)
    dropped = np.array([bool(seed >> record & 1) for record in range(len(records))], dtype=bool)
    left = records.without(dropped)
    kept = [records.line(record) for record in np.flatnonzero(~dropped).tolist()]
    assert [left.line(record) for record in range(len(left))] == kept


@given(lines=lines)
def test_pieces_of_a_file_make_no_difference(lines):
    content = "\n".join([*lines, "x y", *lines]).encode()
    records = Records(content, "a", PAIRS)
    expected = places(records, len(records))
    piece, module._PIECE = module._PIECE, 2
    try:
        fresh = Records(content, "a", PAIRS)
        assert places(fresh, len(expected)) == expected
    finally:
        module._PIECE = piece


@given(lines=lines, encoding=st.sampled_from(["utf-8", "latin-1"]))
def test_records_that_were_taken_apart_stand_where_they_did(lines, encoding):
    content = "\n".join([*lines, "x y"]).encode(encoding, "replace")
    expected = places(records := Records(content, "a", PAIRS), len(records))
    taken_apart = Records(content, "a", PAIRS)
    taken_apart.parse([engines.SKIP, engines.TEXT], extra=True)
    assert places(taken_apart, len(expected)) == expected


def test_what_is_missing_is_missing_behind_the_last_field():
    records = Records(b"a  b \n", "f", PAIRS)
    assert records.problem(0, 1, "").column == 4
    assert records.problem(0, 2, "").column == 5


@pytest.mark.parametrize(
    "packed",
    [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress],
)
def test_a_byte_order_mark_is_seen_in_any_file(tmp_path, packed):
    line = b"1 Q0 a 1 1 t\n"
    for content, marked in ((b"\xef\xbb\xbf" + line, True), (line, False)):
        (tmp_path / "a").write_bytes(packed(content))
        assert (
            "mark-skipped" in parse_submission(raw_bytes(tmp_path / "a"), "a").skipped.lines
        ) is marked
