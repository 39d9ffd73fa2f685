"""Measures of C/W/L to the last bit, against cwl_eval's expressions with sums from left to right."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from harness.core.judged_run import JudgedRun
from harness.measures import parse_measure
from tests.each import each

DEPTH, HIGHEST = 60, 3
Chances = Callable[[Sequence[float]], list[float]]


def summed(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def so_far(values: Sequence[float]) -> list[float]:
    return [summed(values[: place + 1]) for place in range(len(values))]


def quantities(gains: Sequence[float], chances: Sequence[float]) -> dict[str, float]:
    """Every quantity of a topic whose documents cost 1."""
    arrives = [1.0]
    for chance in chances[:-1]:
        arrives.append(arrives[-1] * chance)
    first = 1.0 / summed(arrives)
    weights = [chance * first for chance in arrives]
    leaves = [here * (1.0 - on) for here, on in zip(arrives, chances, strict=True)]
    gained = so_far(gains)
    return {
        "EU": summed([w * g for w, g in zip(weights, gains, strict=True)]),
        "ETU": summed([chance * g for chance, g in zip(leaves, gained, strict=True)]),
        "EC": summed(weights),
        "ETC": summed([chance * float(place + 1) for place, chance in enumerate(leaves)]),
        "ED": 1.0 / first,
    }


def bejeweled(gains: Sequence[float]) -> list[float]:
    wanted, chances, gained = 2.5, [], so_far(gains)
    for place, gain in enumerate(gains):
        goes_on = gained[place] < wanted and place + 1 < 20 and (not place or chances[-1] == 1.0)
        chances.append(1.0 if goes_on else 0.0)
        wanted = wanted + 0.7 * (gain - 0.5)
    return chances


USERS: dict[str, Chances] = {
    "P@10": lambda gains: [1.0 if place < 9 else 0.0 for place in range(len(gains))],
    "RBP(p=0.8)": lambda gains: [0.8] * len(gains),
    "INSQ(T=2)": lambda gains: [
        ((i + 1.0 + 2.0 * 2 - 1.0) / (i + 1.0 + 2.0 * 2)) ** 2 for i in range(len(gains))
    ],
    "SDCG@10": lambda gains: [
        (math.log(i + 1) / math.log(2)) / (math.log(i + 2) / math.log(2)) if i < 10 else 0.0
        for i in range(1, len(gains) + 1)
    ],
    "NERR8@10": lambda gains: [1 - g if i < 9 else 0.0 for i, g in enumerate(gains)],
    "NERR9@10": lambda gains: [
        (1.0 * (i + 1) / (i + 2.0)) * (1.0 - g) if i < 9 else 0.0 for i, g in enumerate(gains)
    ],
    "NERR10(p=0.9)": lambda gains: [0.9 * (1 - g) for g in gains],
    "BPM(T=2.5, hb=0.7)@20": bejeweled,
    "U(L=100.0)": lambda gains: [  # nobody looks at the last document
        (1.0 - (i + 1.0) / 100.0) / (1.0 - i / 100.0) if i < len(gains) - 2 else 0.0
        for i in range(len(gains))
    ],
}


@each(USERS)
def test_every_quantity_is_equal_to_cwl_evals_expression(user):
    draw = random.Random(user)
    rankings = [
        [draw.randint(-1, HIGHEST) for _ in range(draw.randint(1, DEPTH))] for _ in range(60)
    ]
    run = JudgedRun.of(*rankings)
    gains = [
        [max(grade, 0) / HIGHEST for grade in ranking] + [0.0] * (DEPTH - len(ranking))
        for ranking in rankings
    ]
    expected = [quantities(row, USERS[user](row)) for row in gains]
    for of in expected[0]:
        text = f"{of}(user={user!r}, max_grade={HIGHEST}, depth={DEPTH})"
        ours = parse_measure(text).evaluate(run).tolist()
        assert ours == [row[of] for row in expected], of
