"""ndeval's measures to the last bit: every value is equal as a double."""

from __future__ import annotations

import random

import polars as pl
import pytest

import harness
from tests.measures.drawn import own_families
from tests.measures.ndeval_arithmetic import Topic, columns


def drawn(seed: int, alpha: float, beta: float) -> Topic:
    """A topic of up to fourteen subtopics, numbered so that text sorts them otherwise."""
    draw = random.Random(seed)
    docs = [f"d{number}" for number in range(draw.randint(1, 60))]
    subtopics = range(1, draw.randint(1, 14) + 1)
    covers = {doc: frozenset(number for number in subtopics if draw.random() < 0.3) for doc in docs}
    ranking = [*docs, *(f"x{number}" for number in range(draw.randint(0, 40)))]
    draw.shuffle(ranking)
    relevant = {doc: numbers for doc, numbers in covers.items() if numbers} or {
        "d0": frozenset({1})
    }
    return Topic(relevant, ranking[: draw.randint(1, len(ranking))], alpha, beta)


@pytest.mark.parametrize(("alpha", "beta"), [(0.5, 0.5), (0.3, 0.8), (0.1, 0.95), (0.9, 0.2)])
@pytest.mark.filterwarnings("ignore:.*NONE of its")
def test_every_column_is_equal_to_ndevals_expression_as_a_double(alpha, beta):
    topics = {str(number): drawn(number, alpha, beta) for number in range(100)}
    judged = [
        {"topic": topic, "subtopic": str(number), "doc": doc, "grade": 1}
        for topic, row in topics.items()
        for doc, numbers in row.covers.items()
        for number in sorted(numbers)
    ]
    run = {
        topic: {doc: float(-rank) for rank, doc in enumerate(row.ranking)}
        for topic, row in topics.items()
    }
    expected = {topic: columns(row) for topic, row in topics.items()}
    names = list(expected["0"])
    assert {name.split("(")[0].split("@")[0] for name in names} == {
        family.name for family in own_families("SubtopicRun")
    }
    scores = harness.score(pl.DataFrame(judged), {"run": run}, names)
    wrong = [
        (topic, name, value)
        for name, column in zip(names, scores.values[0].T.tolist(), strict=True)
        for topic, value in zip(scores.topics, column, strict=True)
        if value != expected[topic][name]
    ]
    assert not wrong[:3], (len(wrong), sorted({name for _, name, _ in wrong}))
