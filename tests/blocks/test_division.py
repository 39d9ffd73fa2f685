"""How files are divided into blocks of whole topics."""

from __future__ import annotations

from itertools import pairwise

import pytest

from harness.formats import blocks as of_file
from harness.formats.blocks import last_topic, topic_blocks
from harness.formats.runs import parse_block, read_run
from tests.blocks.run_lines import lines_of


@pytest.mark.parametrize("size", [100, 5000, 2**16])
@pytest.mark.parametrize("line", ["{}", " {}", "{}\n", "# {}\n{}"])
@pytest.mark.parametrize("counted", [False, True])
def test_blocks_are_the_file_and_no_topic_is_parted(
    size, line, counted, topics, monkeypatch, tmp_path
):
    monkeypatch.setattr(of_file, "BLOCK", size)
    monkeypatch.setattr(of_file, "BEGINNING", size)
    path = tmp_path / "a.run"
    path.write_text("\n".join(line.format(*[each] * 2) for each in lines_of(topics)))
    blocks = list(topic_blocks(path, counted=counted))
    assert b"".join(block.read() for block in blocks) == path.read_bytes()
    assert len(blocks) > 1
    assert [block.is_first for block in blocks] == [True, *[False] * (len(blocks) - 1)]
    lines = [block.read().count(b"\n") * counted for block in blocks]
    assert [block.lines_before for block in blocks] == [sum(lines[:i]) for i in range(len(lines))]
    if "#" not in line:
        runs = [parse_block(block.read(), "a.run", format=block.format)[0] for block in blocks]
        assert all(not set(a.topics) & set(b.topics) for a, b in pairwise(runs))
        assert sum(map(len, runs)) == len(read_run(path))


@pytest.mark.parametrize(
    "content", [b"", b"1\tQ0\td1\t1\t2\ta", b'{"topic": "1", "doc": "a", "score": 1}\n']
)
def test_what_is_not_of_lines_is_one_block(content, tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(content)
    assert [block.is_all for block in topic_blocks(path)] == [True]


@pytest.mark.parametrize("size", [1, 3, 20, 10**6])
def test_the_last_topic_is_found_by_looking_at_any_number_of_bytes(size, monkeypatch):
    monkeypatch.setattr(of_file, "_END", size)
    for content, begin in (
        (b"1 a\n1 b\n2 a\n2 b\n2 c", 8),
        (b"1 a\n1 b\n", 0),
        (b"1 a\n11 b\n", 4),
        (b"2 a\n12 a\n1 b\n", 9),
        (b"1 a", 0),
        (b"", 0),
    ):
        assert last_topic(content) == begin


def test_lines_that_are_blank_do_not_hide_the_last_topic():
    assert last_topic(b"1 a\n\n1 b\n\n2 a\n\n2 b\n\n \n") == 10
