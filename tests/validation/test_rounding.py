"""Rounded scores, told from the digits that stand in the file, and topic by topic."""

from __future__ import annotations

import random
from functools import reduce
from operator import add

import pytest

from harness.formats.submissions import parse_submission
from harness.validation.grouped_run import GroupedRun
from harness.validation.rounding import ScoreFacts
from tests.validation.check_cases import line


def told_by_digits(topics: list[list[str]]) -> str | None:
    """Whether the scores (as written, without zeros at the end) of topics are rounded, in words."""
    scores = [score for topic in topics for score in topic]
    decimals = max(len(score.partition(".")[2]) for score in scores)
    tied = sum(topic.count(score) > 1 for topic in topics for score in topic)
    if len(scores) < 100 or len(set(scores)) == 1 or not 1 <= decimals <= 3:
        return None
    if tied * 5 < len(scores):
        return None
    return (
        f"no score has more than {decimals} decimal{'s' * (decimals > 1)}, and "
        f"{tied / len(scores):.0%} of the documents"
    )


def facts(topics: list[tuple[str, list[str]]]) -> ScoreFacts:
    text = "".join(
        line(topic, doc=f"d{rank}", rank=str(rank), score=score)
        for topic, scores in topics
        for rank, score in enumerate(scores, 1)
    )
    return ScoreFacts.of(GroupedRun.of(parse_submission(text.encode(), "a.run")))


def test_rounding_is_what_the_digits_say_and_topics_add_up():
    generator = random.Random(7)
    told = set()
    for _ in range(80):
        number, size = generator.choice([(3, 40), (9, 12), (2, 45)])
        decimals, spread = generator.choice([0, 1, 2, 3, 4]), generator.choice([9, 200, 2000])
        # Few topics have scores with so many decimals.
        topics = [
            [
                f"{generator.randint(-spread, spread) / 10**places:.6f}".rstrip("0").rstrip(".")
                for _ in range(size)
            ]
            for places in (generator.choice([0, decimals]) for _ in range(number))
        ]
        named = [(str(n), scores) for n, scores in enumerate(topics)]
        whole = facts(named)
        assert reduce(add, (facts([one]) for one in named)) == whole
        said = [found.problem(0).message for found in whole.findings("a.run")]
        expected = told_by_digits(topics)
        assert len(said) == (expected is not None)
        assert all(message.startswith(expected) for message in said)
        told.add(expected[:30] if expected else None)
    assert len(told) == 4  # nothing, and each number of decimals


@pytest.mark.parametrize("odd", ["nan", "inf", "-inf"])
def test_nothing_is_told_where_a_score_is_not_finite(odd):
    scores = ["1.5", "2.5"] * 60
    assert list(facts([("1", scores)]).findings("a.run"))
    both = facts([("1", scores)]) + facts([("2", [odd])])
    assert list(both.findings("a.run")) == []


def test_large_scores_have_no_decimals():
    assert facts([("1", ["1e300", "123456789012345680000"])]).decimals == 0
