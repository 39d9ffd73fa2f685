"""Runs that are read block by block, however small they are."""

from __future__ import annotations

import random

import pytest

from harness.formats import blocks as of_file
from harness.inputs import blocks as read_blocks
from tests.blocks.run_lines import TOPICS


@pytest.fixture
def topics():
    names = [str(number) for number in range(1, TOPICS + 1)]
    random.Random(2).shuffle(names)
    return names


@pytest.fixture
def qrels(tmp_path, topics):
    generator = random.Random(3)
    path = tmp_path / "qrels.txt"
    path.write_text(
        "".join(
            f"{topic} 0 d{document} {generator.choice([0, 0, 1, 2])}\n"
            for topic in [*topics[:-3], "unanswered", "z"]
            for document in generator.sample(range(1000), 300)
        )
    )
    return path


@pytest.fixture
def blocks(monkeypatch):
    """Read runs of any size in small blocks, and note how many there were of each."""
    monkeypatch.setattr(of_file, "BLOCK", 2**14)
    monkeypatch.setattr(of_file, "BEGINNING", 2**16)
    together = []
    made = read_blocks.ReadBlocks

    def counted(read, checked):
        if len(read) > 1:
            together.append(len(read))
        return made(read, checked)

    def switch(on):
        monkeypatch.setattr(of_file, "LARGE", 1 if on else 2**40)
        together.clear()

    monkeypatch.setattr(read_blocks, "ReadBlocks", counted)
    switch.together = together
    return switch
