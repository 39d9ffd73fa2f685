"""Averages over groups of judgments, against each group alone."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import MeasureError
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures
from harness.formats.qrels import parse_qrels
from tests.preference_worlds import DOCS, DROP, SCORES, run_of, score


def oracle_by_group(grades: dict[str, int], ranking: list[str], level: int) -> list[float]:
    relevant = [doc for doc in grades if grades[doc] >= level]
    hits = [place for place, doc in enumerate(ranking, 1) if doc in relevant]
    precisions = [Fraction(number, place) for number, place in enumerate(hits, 1)]
    cutoff = int(0.4 * len(relevant) + 0.9)
    return [
        float(sum(precisions, Fraction(0)) / len(relevant)) if relevant else 0.0,
        len([place for place in hits if place <= 3]) / 3,
        len([place for place in hits if place <= cutoff]) / cutoff if cutoff else 0.0,
    ]


@pytest.mark.slow
@given(
    judged=st.dictionaries(
        st.sampled_from(["1", "10", "2"]),
        st.dictionaries(
            st.sampled_from(["anna", "ben", "cleo"]),
            st.dictionaries(st.sampled_from(DOCS), st.integers(-1, 2), min_size=1),
            min_size=1,
        ),
        min_size=1,
    ),
    data=st.data(),
    level=st.integers(1, 2),
)
def test_group_averages_equal_the_mean_of_each_group_alone(judged, data, level):
    scores = {topic: data.draw(SCORES, label=topic) for topic in judged}
    rows = [
        f"{topic} {group} {doc} {grade}\n"
        for topic, groups in judged.items()
        for group, grades in groups.items()
        for doc, grade in grades.items()
    ]
    qrels = parse_qrels("".join(rows).encode(), "q", "qrels_jg")
    rules = Rules(missing="drop", relevance_level=level)
    names = ["num_q", "map_avgjg", "P_avgjg.3", "Rprec_mult_avgjg.0.4"]
    got = score(run_of(scores), qrels, names, rules)
    for topic, values in zip(got.topics, got.values, strict=True):
        # Graded judgments order ties by descending identifier.
        ranking = sorted(scores[topic], key=lambda doc: (scores[topic][doc], doc), reverse=True)
        parts = [oracle_by_group(grades, ranking, level) for grades in judged[topic].values()]
        assert values.tolist() == pytest.approx([1.0, *np.mean(parts, axis=0)], abs=1e-12)


@pytest.mark.parametrize(
    ("take", "values"),
    [("mean", [0.75, 1.0]), ("sd", [0.125**0.5, 0.0]), ("lowest", [0.5, 1.0]), ("highest", [1, 1])],
)
def test_any_measure_is_taken_over_groups(take, values):
    qrels = parse_qrels(b"1 anna a 1\n1 ben b 1\n2 ben a 1\n3 ben a 1\n", "q", "qrels_jg")
    run = run_of({"1": {"a": 2, "b": 1}, "2": {"a": 1}})
    name = f'OverGroups(measure="AP", take="{take}")'
    got = score(run, qrels, [name], Rules(missing="empty"))
    assert got.values.ravel().tolist() == pytest.approx([*values, 0.0])


@pytest.mark.parametrize("inner", ["nonsense", "prefs_simp", "relstring"])
def test_only_measures_of_documents_are_taken_over_groups(inner):
    with pytest.raises(MeasureError, match="the notation of one measure of documents"):
        prepare_measures([f'OverGroups(measure="{inner}")'], DROP)


def test_a_group_that_judged_only_other_topics_does_not_count():
    qrels = parse_qrels(b"1 anna a 1\n2 ben a 1\n", "q", "qrels_jg")
    got = score(run_of({"1": {"a": 1}}), qrels, ["map_avgjg"])
    assert (got.topics, got.values.tolist()) == (("1",), [[1.0]])
