"""How files are divided into pieces of whole topics."""

from __future__ import annotations

from itertools import pairwise

import pytest

from harness.formats import run_pieces, spans
from harness.formats.runs import read_run
from harness.formats.spans import last_topic
from tests.pieces.run_lines import lines_of


@pytest.mark.parametrize("size", [100, 5000, 2**16])
@pytest.mark.parametrize("line", ["{}", " {}", "# {}\n{}"])
@pytest.mark.parametrize("counted", [False, True])
def test_pieces_are_the_file_and_no_topic_is_parted(
    size, line, counted, topics, monkeypatch, tmp_path
):
    monkeypatch.setattr(spans, "PIECE", size)
    monkeypatch.setattr(spans, "BEGINNING", size)
    path = tmp_path / "a.run"
    path.write_text("\n".join(line.format(*[each] * 2) for each in lines_of(topics)))
    parts = list(run_pieces.pieces_of(path, counted=counted))
    assert b"".join(part.content() for part in parts) == path.read_bytes()
    assert len(parts) > 2
    lines = [part.content().count(b"\n") * counted for part in parts]
    assert [part.lines_before for part in parts] == [sum(lines[:i]) for i in range(len(parts))]
    if "#" not in line:
        runs = [part.run() for part in parts]
        assert all(not set(a.topics) & set(b.topics) for a, b in pairwise(runs))
        assert sum(map(len, runs)) == len(read_run(path))


@pytest.mark.parametrize("size", [1, 3, 20, 10**6])
def test_the_last_topic_is_found_by_looking_at_any_number_of_bytes(size, monkeypatch):
    monkeypatch.setattr(spans, "_END", size)
    for content, begin in (
        (b"1 a\n1 b\n2 a\n2 b\n2 c", 8),
        (b"1 a\n1 b\n", 0),
        (b"1 a\n11 b\n", 4),
        (b"2 a\n12 a\n1 b\n", 9),
        (b"1 a", 0),
        (b"", 0),
    ):
        assert last_topic(content) == begin
