"""Measures of diversity against a slow version that walks down the ranking."""

from __future__ import annotations

import math
import warnings

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.core.errors import HarnessError
from harness.core.subtopic_run import SubtopicRun
from harness.measures import Ratio, parse_measure
from tests.each import each
from tests.measures.batches import batches
from tests.measures.drawn import measures_of, own_families

# --- the slow version ------------------------------------------------------------------------


def walked(ranking, covers, alpha, discount, cutoff):
    """The discounted gain of a ranking, document by document."""
    seen: dict[str, int] = {}
    total = 0.0
    for rank, doc in enumerate(ranking[:cutoff], start=1):
        total += discount(rank) * sum((1 - alpha) ** seen.get(s, 0) for s in covers.get(doc, ()))
        for subtopic in covers.get(doc, ()):
            seen[subtopic] = seen.get(subtopic, 0) + 1
    return total


def greedy(covers, alpha):
    """The greedy ranking; of documents whose gains are equal the last identifier comes first."""
    ranking: list[str] = []
    while len(ranking) < len(covers):
        before = [s for doc in ranking for s in covers[doc]]
        left = sorted(set(covers) - set(ranking), reverse=True)
        gain = {d: sum((1 - alpha) ** before.count(s) for s in sorted(covers[d])) for d in left}
        best = max(gain.values())
        ranking.append(next(doc for doc in left if math.isclose(gain[doc], best)))
    return ranking


def average_precision(ranking, relevant):
    hits = [rank for rank, doc in enumerate(ranking, start=1) if doc in relevant]
    return sum(nth / rank for nth, rank in enumerate(hits, start=1)) / len(relevant)


def slow(name, ranking, covers, *, alpha=0.5, beta=0.5, cutoff=None):
    subtopics = sorted({s for of in covers.values() for s in of})
    if not subtopics:
        return 0.0
    docs_of = {s: {doc for doc, of in covers.items() if s in of} for s in subtopics}
    discounts = {"E": lambda r: 1 / r, "a": lambda r: 1 / math.log2(r + 1)}
    discounts["N"] = lambda r: beta ** (r - 1)
    discount = discounts.get(name.lstrip("n")[0])
    if name in ("AP_IA", "P_IA", "STREC"):
        of_each = {
            "AP_IA": lambda of: average_precision(ranking, of),
            "P_IA": lambda of: len(of & set(ranking[:cutoff])) / cutoff,
            "STREC": lambda of: bool(of & set(ranking[:cutoff])),
        }[name]
        return sum(map(of_each, docs_of.values())) / len(subtopics)
    gain = walked(ranking, covers, alpha, discount, cutoff)
    if name == "NRBP":
        return (1 - (1 - alpha) * beta) * gain / len(subtopics)
    if name in ("alpha_nDCG", "nERR_IA", "nNRBP"):
        return gain / walked(greedy(covers, alpha), covers, alpha, discount, cutoff)
    everything = {f"{rank:04}": subtopics for rank in range(cutoff)}
    return gain / walked(sorted(everything), everything, alpha, discount, cutoff)


@pytest.mark.long
@pytest.mark.parametrize("family", own_families("SubtopicRun"), ids=lambda family: family.name)
@given(drawn=st.data())
def test_every_measure_equals_its_slow_version(family, drawn):
    rows, run = drawn.draw(batches("SubtopicRun"))
    measure = drawn.draw(measures_of(family))
    parameters = dict(family.defaults) | dict(measure.parameters)
    rel = parameters.pop("rel")
    result = measure.evaluate(run)
    assert isinstance(result, Ratio)
    for row, value in zip(rows, result.value, strict=True):
        covers: dict[str, set[str]] = {}
        for judgment in row.judgments:
            if judgment["grade"] >= rel:
                covers.setdefault(judgment["doc"], set()).add(judgment["subtopic"])
        wanted = slow(family.name, row.ranking, covers, **parameters)
        assert value == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@each(
    [
        *((20, name) for name in ("alpha_DCG", "alpha_nDCG", "ERR_IA", "nERR_IA")),
        *((10, name) for name in ("P_IA", "STREC")),
    ],
    "cutoff",
    "name",
)
def test_so_many_documents_count_where_no_cutoff_is_given(name, cutoff):
    for count in (cutoff, cutoff + 1):
        docs = [f"{rank:02}" for rank in range(count)]
        run = SubtopicRun.of(docs, {docs[-1]: ["1"], "missed": ["2"]})  # the last covers one
        values = parse_measure(name).evaluate(run).value
        assert (values > 0).tolist() == [count == cutoff]


# --- beside other measures -------------------------------------------------------------------


def test_measures_of_documents_and_of_subtopics_are_computed_side_by_side():
    qrels = pl.DataFrame(
        {
            "topic": ["1"] * 3,
            "subtopic": ["1", "2", "1"],
            "doc": ["a", "a", "b"],
            "grade": [0, 2, 0],
        }
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = harness.score(
            qrels, {"r": {"1": {"b": 2.0, "a": 1.0}}}, ["AP", "STREC@1", "STREC@2", "AP + STREC@2"]
        )
    assert scores.values.tolist() == [[[0.5, 0.0, 1.0, 1.5]]]
    assert "the highest grade over a document's subtopics" in str(caught[0].message)


def test_documents_alone_have_no_subtopics_which_is_said():
    with pytest.raises(HarnessError) as caught:
        harness.score({"1": {"a": 1}}, {"1": {"a": 1.0}}, ["AP", "STREC", "AP - alpha_nDCG"])
    assert [problem.message for problem in caught.value.problems] == [
        "STREC needs judgments of subtopics; these judge documents (layout dict)",
        "AP - alpha_nDCG needs judgments of subtopics; these judge documents (layout dict)",
    ]


def test_the_greedy_ranking_is_not_always_the_best():
    covers = {"a": ["1", "2", "3"], "b": ["1", "2", "4"], "c": ["3", "5", "6"]}
    measure = parse_measure("alpha_nDCG(alpha=1)@2")
    first = [measure.evaluate(SubtopicRun.of(list(r), covers)).value[0] for r in ("bc", "ca")]
    assert max(first) >= 1.0
