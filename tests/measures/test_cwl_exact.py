"""Measures of C/W/L to the last bit, against cwl_eval's expressions with sums from left to right."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise, product

import numpy as np

from harness.core.judged_run import PADDING, JudgedRun
from harness.measures import FAMILIES, cwl, parse_measure
from tests.each import each
from tests.measures.batches import examples_of
from tests.measures.drawn import measures_of

DEPTH, HIGHEST = 60, 3
Chances = Callable[[Sequence[float]], list[float]]


def summed(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def so_far(values: Sequence[float]) -> list[float]:
    return [summed(values[: place + 1]) for place in range(len(values))]


def quantities(
    gains: Sequence[float], chances: Sequence[float], costs: Sequence[float] = [1.0] * DEPTH
) -> dict[str, float]:
    """Every quantity of a topic."""
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
        "EC": summed([w * cost for w, cost in zip(weights, costs, strict=True)]),
        "ETC": summed([chance * cost for chance, cost in zip(leaves, so_far(costs), strict=True)]),
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


def draw_rankings(user: str, number: int) -> list[list[int]]:
    draw = random.Random(user)
    return [
        [draw.randint(-1, HIGHEST) for _ in range(draw.randint(1, DEPTH))] for _ in range(number)
    ]


def gains_of(ranking: Sequence[int]) -> list[float]:
    return [max(grade, 0) / HIGHEST for grade in ranking] + [0.0] * (DEPTH - len(ranking))


@each(USERS)
def test_every_quantity_is_equal_to_cwl_evals_expression(user):
    rankings = draw_rankings(user, 60)
    run = JudgedRun.of(*rankings)
    expected = [quantities(row, USERS[user](row)) for row in map(gains_of, rankings)]
    for of in expected[0]:
        text = f"{of}(user={user!r}, max_grade={HIGHEST}, depth={DEPTH})"
        ours = parse_measure(text).evaluate(run).tolist()
        assert ours == [row[of] for row in expected], of


def one_after_the_other(weights: Sequence[float]) -> list[float]:
    """The chances of users who look at ranks as often as these weights say."""
    ratios = pairwise(weights)
    return [*(later / here if here else 0.0 for here, later in ratios), 0.0]


def bejeweled_by_cost(gains: Sequence[float], costs: Sequence[float]) -> list[float]:
    chances, goal, most = [], 2.0, 30.0
    for gained, spent, gain in zip(so_far(gains), so_far(costs), gains, strict=True):
        goes_on = gained < goal and spent < most and 0.0 not in chances
        chances.append(1.0 if goes_on else 0.0)
        goal += 0.5 * (gain - 0.4)
        most += 6.0 * (gain - 0.4)
    return chances


def foraging(gain: float, cost: float) -> tuple[float, float]:
    goal = 1 - 1 / (1 + 0.7 * math.exp((3.0 - gain) * 0.5))
    return goal, 1 / (1 + 0.8 * math.exp((0.3 - gain / cost) * 2.0))


#: Users by gain and cost so far, and by weights; of some, parameters other than by default.
OF_COSTS: dict[str, Callable[[Sequence[float], Sequence[float]], list[float]]] = {
    "RR": lambda gains, _: [float(gained == 0) for gained in so_far(gains)],
    "AP": lambda gains, _: one_after_the_other(
        [
            summed([gain / (i + 1) for i, gain in enumerate(gains) if i >= first])
            for first in range(len(gains))
        ]
    ),
    "INST(T=2.5)": lambda gains, _: [
        ((i + 2 * 2.5 - gained - 1) / (i + 2 * 2.5 - gained)) ** 2
        for i, gained in enumerate(so_far(gains), start=1)
    ],
    "NERR11(T=1.5)": lambda gains, _: [
        ((i + 2) / (i + 3)) ** 2 * (1 - gain) for i, gain in enumerate(gains, start=1)
    ],
    "BPM(T=2.0, hb=0.5, hc=6.0, gain_med=0.4)@30": bejeweled_by_cost,
    **{
        f'IFT(by="{by}", T=3.0, A=0.3, b1=0.7, b2=0.8, R1=0.5, R2=2.0)': lambda gains, costs, by=by: [
            {"both": goal * rate, "goal": goal, "rate": rate}[by]
            for goal, rate in map(foraging, so_far(gains), so_far(costs))
        ]
        for by in ("both", "goal", "rate")
    },
    "TBG(halflife=50.0)": lambda _, costs: one_after_the_other(
        [0.5 ** (spent / 50) for spent in so_far([0.0, *costs])[:-1]]
    ),
    "U(L=90.0)": lambda _, costs: one_after_the_other(
        [*(max(0.0, 1 - spent / 90) for spent in so_far([0.0, *costs])[:-2]), 0.0]
    ),
}


@each(OF_COSTS)
def test_every_quantity_follows_from_gains_and_costs(user):
    rankings = draw_rankings(user, 12)
    run = JudgedRun.of(*rankings)
    known = np.random.default_rng(3).choice([np.nan, 0.5, 1.0, 2.0, 7.0], run.grades.shape)
    run = replace(run, costs=np.where(run.grades == PADDING, np.nan, known))
    for row, ranking in enumerate(rankings):
        gains = gains_of(ranking)
        costs = [1.0 if cost != cost else cost for cost in run.costs[row].tolist()]
        costs += [1.0] * (DEPTH - len(costs))
        expected = quantities(gains, OF_COSTS[user](gains, costs), costs)
        for of in expected:
            text = f"{of}(user={user!r}, max_grade={HIGHEST}, depth={DEPTH})"
            ours = parse_measure(text).evaluate(run)[row]
            assert math.isclose(ours, expected[of], rel_tol=1e-9), of


def test_every_user_has_an_oracle():
    assert {parse_measure(user).family.name for user in (*USERS, *OF_COSTS)} == set(cwl.USERS)


@each(cwl.USERS)
def test_chances_to_go_on_are_chances(name: str):
    gains = np.array(list(product((0.0, 0.3, 1.0), repeat=4)))
    names = [parameter.name for parameter in cwl.keywords(cwl.USERS[name])]
    for one in examples_of(measures_of(FAMILIES[name]), 20):
        given = {"cutoff": 3, **FAMILIES[name].defaults, **one.parameters}
        with np.errstate(all="raise", under="ignore"):
            seen = cwl.GainsAndCosts(gains, np.ones(gains.shape))
            chances = cwl.USERS[name](seen, **{key: given[key] or 3 for key in names})
        assert ((chances >= 0) & (chances <= 1)).all(), one


def test_very_rational_users_leave_without_a_warning():
    run = JudgedRun.of([1, 0, 1])
    with np.errstate(all="raise", under="ignore"):
        value = parse_measure("IFT(R1=1000, R2=1000, A=1, depth=9)").evaluate(run)
    assert value.round(4).tolist() == [0.6552]  # C = 1 / 1.9, then 0
