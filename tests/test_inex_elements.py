"""Elements of INEX 2002 against slow versions: every order of tied elements, sums in plain loops."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.core.errors import HarnessError
from harness.core.inex_runs import ElementRun
from harness.measures import parse_measure
from tests.measures.batches import OtherTopic, batches

GENERALISED = {
    (3, 3): Fraction(1),
    (2, 3): Fraction(3, 4),
    (3, 2): Fraction(3, 4),
    (3, 1): Fraction(3, 4),
    (1, 3): Fraction(1, 2),
    (2, 2): Fraction(1, 2),
    (2, 1): Fraction(1, 2),
    (1, 2): Fraction(1, 4),
    (1, 1): Fraction(1, 4),
}
QUANTISATIONS = {"strict": {(3, 3): Fraction(1)}, "generalised": GENERALISED}


def relevance_of(row: OtherTopic, quantisation: str) -> dict[tuple[str, str], Fraction]:
    table = QUANTISATIONS[quantisation]
    return {
        (it["doc"], it["path"]): table.get(
            (it["exhaustivity"], int(it["specificity"])), Fraction(0)
        )
        for it in row.judgments
    }


def tied(row: OtherTopic, quantisation: str) -> list[list[Fraction]]:
    """The relevance of what is retrieved at each score, best first."""
    relevance, groups = relevance_of(row, quantisation), defaultdict(list)
    for part in row.ranking:
        assert isinstance(part, dict)
        groups[part["score"]].append(relevance.get((part["doc"], part["path"]), Fraction(0)))
    return [groups[score] for score in sorted(groups, reverse=True)]


def slow(row: OtherTopic, quantisation: str, level: Fraction) -> float:
    """x·n / (x·n + esl), with esl = j + s·i / (r + 1), score by score; 0 where it is not reached."""
    total = sum(relevance_of(row, quantisation).values(), Fraction(0))
    stop = min(Fraction(math.ceil(level * total)), total)
    above = nonrel = Fraction(0)
    for group in tied(row, quantisation):
        within = sum(group, Fraction(0))
        if total and above + within >= stop:
            rest = len(group) - within
            length = nonrel + (stop - above) * rest / (within + 1)
            return float(level * total / (level * total + length))
        above, nonrel = above + within, nonrel + len(group) - within
    return 0.0


@given(
    drawn=batches("ElementRun"),
    quantisation=st.sampled_from(sorted(QUANTISATIONS)),
    level=st.sampled_from([Fraction(n, 100) for n in (1, 7, 29, 50, 99, 100)]),
)
def test_precision_is_that_of_the_definition(
    drawn: tuple[list[OtherTopic], Any], quantisation: str, level: Fraction
) -> None:
    rows, run = drawn
    values = parse_measure(f'PRR(quantisation="{quantisation}")@{float(level)}').evaluate(run)
    assert values.tolist() == pytest.approx([slow(row, quantisation, level) for row in rows])


@given(
    group=st.lists(st.sampled_from([(3, 3), (0, 0), (2, 3)]), min_size=1, max_size=6),
    above=st.lists(st.sampled_from([(3, 3), (0, 0)]), max_size=3),
)
def test_the_search_length_is_the_mean_over_all_orders_of_what_is_tied(
    group: list[tuple[int, int]], above: list[tuple[int, int]]
) -> None:
    run = ElementRun.of(*([it] for it in above), group)
    total = (above + group).count((3, 3))
    if group.count((3, 3)) == 0:
        return
    lengths = []
    for order in permutations(group):
        ranking = [*above, *order]
        last = max(i for i, pair in enumerate(ranking) if pair == (3, 3))
        lengths.append(sum(pair != (3, 3) for pair in ranking[:last]))
    expected = total / (total + sum(lengths) / len(lengths))
    assert parse_measure("PRR@1").evaluate(run).tolist() == pytest.approx([expected])


def test_what_is_not_retrieved_comes_last_as_one_group() -> None:
    """One relevant element is missed among 8 that are not retrieved: 2 / (2 + 1 + 1·7/(1 + 1))."""
    parts = ([(3, 3)], [(0, 0)])
    known = ElementRun.of(*parts, missed=[(3, 3)], collection_size=10)
    unknown = ElementRun.of(*parts, missed=[(3, 3)])
    measure = parse_measure("PRR@1")
    assert measure.evaluate(known).tolist() == pytest.approx([2 / 6.5])
    assert measure.evaluate(unknown).tolist() == [0.0]


def test_the_average_is_over_the_levels() -> None:
    run = ElementRun.of([(3, 3)], [(0, 0)], [(3, 3)])
    levels = [parse_measure(f"PRR@{i / 4}").evaluate(run)[0] for i in range(1, 5)]
    average = parse_measure("AvgPRR(points=4)").evaluate(run)
    assert average.value.tolist() == pytest.approx([sum(levels) / 4])
    assert average.denominator.tolist() == [4.0]
    nothing = parse_measure("AvgPRR(points=4)").evaluate(ElementRun.of([(0, 0)]))
    assert nothing.denominator.tolist() == [0.0]  # undefined


QRELS = b"1 Q0 a /x[1] 3 3\n1 Q0 a /x[1]/y[1] 2 3\n1 Q0 b /x[1] 0 0\n"


def test_elements_are_evaluated_from_files_and_so_are_their_documents(tmp_path) -> None:
    qrels, run = tmp_path / "q", tmp_path / "thorough.run"
    qrels.write_bytes(QRELS)
    run.write_bytes(b"1 Q0 b 1 3 me /x[1]\n1 Q0 a 2 2 me /x[1]/y[1]\n1 Q0 a 3 1 me /x[1]\n")
    measures = ["PRR@1", 'PRR(quantisation="generalised")@1', "RR"]
    with pytest.warns(UserWarning, match="the highest grade"):
        scores = harness.score(qrels, run, measures)
    # Generalised: n = 1.75, ⌈n⌉ is above it; 1.25 of three are not relevant, ¾ + 0 in the last.
    assert scores.values[0, 0].tolist() == pytest.approx([1 / 3, 1.75 / (1.75 + 1.25), 0.5])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"1 Q0 a 1 2 me /x[1]\n1 Q0 a 2 1 me /x[1]\n", ":2:6: element '/x[1]' of document 'a' is"),
        (b"1 Q0 a 1 2 me\n", "measures of elements need runs with path"),
    ],
)
def test_runs_that_are_no_runs_of_elements_are_refused(tmp_path, content, words) -> None:
    qrels, run = tmp_path / "q", tmp_path / "a.run"
    qrels.write_bytes(QRELS)
    run.write_bytes(content)
    with pytest.raises(HarnessError) as caught:
        harness.score(qrels, run, ["PRR"])
    assert words in str(caught.value)


def test_the_scale_of_2005_is_refused() -> None:
    frame = pl.DataFrame(
        {"topic": "1", "doc": "a", "path": "/x", "grade": 1, "exhaustivity": 1, "specificity": 0.5}
    )
    with pytest.raises(
        HarnessError, match=r"the specificity 0\.5 of '/x' in 'a' is no whole number"
    ):
        harness.score(frame, {"me": [("1", "a", 1.0)]}, ["PRR"])
