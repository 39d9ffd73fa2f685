"""Runs that are read in pieces, however small they are."""

from __future__ import annotations

import random

import pytest

from harness.formats import spans
from harness.validation import parts
from harness.workflows import reading
from tests.pieces.run_lines import TOPICS


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
def pieces(monkeypatch):
    """Read runs of any size in small pieces, and count those that were put together."""
    monkeypatch.setattr(spans, "PIECE", 2**14)
    monkeypatch.setattr(spans, "BEGINNING", 2**16)
    together = []
    merge = reading.Divisible

    def counted(undivided, part, merged, finish):
        def count(parts):
            scores = merged(parts)
            if scores is not None:
                together.append(len(parts))
            return scores

        return merge(undivided, part, count, finish)

    def switch(on):
        monkeypatch.setattr(spans, "LARGE", 1 if on else 2**40)
        together.clear()

    for user in ("prepared", "evaluate", "pool_pieces"):
        monkeypatch.setattr(f"harness.workflows.{user}.Divisible", counted)
    switch.together = together
    return switch


@pytest.fixture
def checked_pieces(pieces, monkeypatch):
    """As `pieces`, of runs that are checked."""
    merge = parts.merged_check

    def counted(checked, *given):
        outcome = merge(checked, *given)
        pieces.together.append(len(checked))
        return outcome

    monkeypatch.setattr(parts, "merged_check", counted)
    return pieces
