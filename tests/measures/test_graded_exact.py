"""gdeval's and pyNTCIREVAL's measures to the last bit: every value is equal as a double."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from harness.core.judged_run import JudgedRun
from harness.measures import Ratio, parse_measure
from harness.measures.gain import _extend_by_ones
from tests.measures.graded_arithmetic import NTCIR, Topic, gdeval_err, gdeval_ndcg


def drawn(number: int, highest: int) -> list[Topic]:
    """Topics with a relevant document; of some none of these is retrieved."""
    draw = random.Random(highest)
    topics = []
    for _ in range(number):
        judged = [draw.randint(0, highest) for _ in range(draw.randint(1, 80))] + [1]
        ranking = draw.sample(judged, draw.randint(0, len(judged)))
        ranking += [-1] * draw.randint(0, 60)
        draw.shuffle(ranking)
        topics.append(Topic(ranking, judged))
    return topics


def batch_of(topics: list[Topic]) -> JudgedRun:
    counts = [{g: t.judged.count(g) for g in set(t.judged)} for t in topics]
    return JudgedRun.of(*(topic.ranking for topic in topics), judged=counts)


def unequal(text: str, run: JudgedRun, expected: list[float]) -> list[tuple[int, float, float]]:
    result = parse_measure(text).evaluate(run)
    values = np.asarray(result.value if isinstance(result, Ratio) else result).tolist()
    pairs = zip(values, expected, strict=True)
    return [(row, ours, theirs) for row, (ours, theirs) in enumerate(pairs) if ours != theirs]


@pytest.mark.parametrize("cutoff", [5, 20, 1000])
def test_gdevals_measures_are_equal_to_its_expressions(cutoff):
    topics = drawn(400, 4)
    run = batch_of(topics)
    ndcg = [gdeval_ndcg(topic, cutoff) for topic in topics]
    assert unequal(f'nDCG(dcg="exp-log2")@{cutoff}', run, ndcg) == []
    err = [gdeval_err(topic, cutoff) for topic in topics]
    assert unequal(f"ERR@{cutoff}", run, err) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "gains",
    [(1, 2, 3), *(pytest.param(it, marks=pytest.mark.slow) for it in [(1, 4, 9), (2, 3, 7)])],
)
def test_measures_of_ntcir_are_equal_to_pyntcirevals_expressions(gains):
    rows = [NTCIR(topic, gains) for topic in drawn(300, len(gains))]
    run = batch_of([row.topic for row in rows])
    columns = [row.columns() for row in rows]
    table = f"gains={dict(enumerate(gains, start=1))}"
    stops = f"stops={dict(enumerate(range(1, len(gains) + 1), start=1))}"
    wrong = {
        name: found[:2]
        for name in columns[0]
        if (
            found := unequal(
                name.replace("G)", f"{table})").replace("S,", f"{stops},"),
                run,
                [column[name] for column in columns],
            )
        )
    }
    assert wrong == {}


def test_ones_are_added_one_by_one_where_sums_are_no_whole_numbers():
    sums, added = np.array([[0.0, 1.1], [0.0, 8.927490402631673]]), [1.0] * 999
    expected = [[0.0, *itertools.accumulate(added, initial=last)] for _, last in sums.tolist()]
    row, column = np.divmod(np.arange(2 * 1001), 1001)
    assert _extend_by_ones(sums, row, column).reshape(2, -1).tolist() == expected
