"""Measures of preferences against an oracle that looks at all pairs, and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError, InputError
from harness.core.model import Qrels
from harness.core.preference_run import PreferenceRun
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.views.preferences import derive_preferences
from harness.formats.qrels import parse_qrels
from harness.formats.runs import parse_run
from harness.measures.preferences import balanced_group_ratio, simple_ratio
from tests.preference_worlds import DOCS, DROP, SCORES, run_of, score

Group = list[dict[str, float]]

#: Judgments with levels below 0, a run, and what trec_eval printed.
NEGATIVE = Path(__file__).parent / "golden/preferences"


def stated(group: Group) -> set[tuple[str, str]]:
    """Every (better, worse) that the group states, or that follows from what it states."""
    found = {
        (a, b) for levels in group for a, b in product(levels, levels) if levels[a] > levels[b]
    }
    if len(group) == 1:
        return found
    while True:
        more = {(a, d) for (a, b), (c, d) in product(found, found) if b == c} - found
        if not more:
            return found
        found |= more


def contradicts_itself(group: Group) -> bool:
    docs = {doc for levels in group for doc in levels}
    levels_of = {doc: [levels[doc] for levels in group if doc in levels] for doc in docs}
    mixed = any(0 in levels and max(levels) > 0 for levels in levels_of.values())
    return len(group) > 1 and (mixed or any(a == b for a, b in stated(group)))


def above(ranking: list[str], a: str, b: str) -> bool:
    return a in ranking and (b not in ranking or ranking.index(a) < ranking.index(b))


def ratio(pair: tuple[int, int]) -> Fraction:
    return Fraction(*pair) if pair[1] else Fraction(0)


def in_scope(scope: str, ranking: list[str], a: str, b: str) -> bool:
    number = (a in ranking) + (b in ranking)
    return number >= {"": 0, "_imp": 1, "_ret": 2}[scope]


def counted(preferences, ranking: list[str], scope: str) -> tuple[int, int]:
    chosen = [(a, b) for a, b in preferences if in_scope(scope, ranking, a, b)]
    return sum(above(ranking, a, b) for a, b in chosen), len(chosen)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def balanced(group: Group, ranking: list[str], scope: str) -> tuple[int, int]:
    """Of a group with one subgroup the lowest level is cut, of one with several level 0."""
    levels = {doc: level for subgroup in group for doc, level in subgroup.items()}
    alone, only = len(group) == 1, scope == "_ret"
    relevant = [doc for doc in levels if levels[doc] > 0]
    others = [doc for doc in levels if levels[doc] == 0 or (alone and levels[doc] < 0)]
    answered = [doc for doc in relevant if doc in ranking]
    rel = len(answered) if only else len(relevant)
    nonrel = sum(doc in ranking for doc in others) if only else len(others)
    fulfilled, possible = counted(stated(group), ranking, scope)
    if rel >= nonrel:
        lacking = rel - nonrel
        return fulfilled + len(answered) * lacking, possible + len(relevant) * lacking
    cut = min(levels.values()) if alone else 0
    lowest = sorted(doc for doc in levels if levels[doc] == cut)
    lowest.sort(key=lambda doc: ranking.index(doc) if doc in ranking else len(ranking))
    first = lowest[: rel if alone else len(relevant)]
    kept = {doc for doc in levels if levels[doc] != cut} | set(first)
    among = counted([(a, b) for a, b in stated(group) if a in kept and b in kept], ranking, scope)
    if not alone:
        return among
    upon = [(a, b) for a, b in product(lowest, first) if in_scope(scope, ranking, a, b)]
    ordered = sum(above(ranking, a, b) for a, b in upon)
    return among[0] + ordered, among[1] + len(upon)


def expected(groups: list[Group], ranking: list[str]) -> dict[str, Fraction]:
    every = [pair for group in groups for pair in stated(group)]
    docs = sorted({doc for pair in every for doc in pair})
    values = {
        "prefs_num_prefs_poss": Fraction(len(every)),
        "prefs_num_prefs_ful": Fraction(counted(every, ranking, "")[0]),
        "prefs_num_prefs_ful_ret": Fraction(counted(every, ranking, "_ret")[0]),
    }
    for scope in ("", "_ret", "_imp"):
        values[f"prefs_simp{scope}"] = ratio(counted(every, ranking, scope))
        about = [
            [pair for pair in every if set(pair) == {a, b} and in_scope(scope, ranking, a, b)]
            for a, b in combinations(docs, 2)
        ]
        values[f"prefs_pair{scope}"] = mean(
            [ratio(counted(pairs, ranking, scope)) for pairs in about if pairs]
        )
        values[f"prefs_avgjg{scope}"] = mean(
            [ratio(counted(stated(group), ranking, scope)) for group in groups]
        )
        if scope != "_imp":
            parts = [balanced(group, ranking, scope) for group in groups]
            empty = any(possible == 0 for _, possible in parts)
            values[f"prefs_avgjg_Rnonrel{scope}"] = (
                Fraction(0) if empty else mean([ratio(part) for part in parts])
            )
    return values


LEVELS = st.sampled_from([0, 0, 1, 1, 2, 0.5, -1, -2.5])
SUBGROUP = st.dictionaries(st.sampled_from(DOCS), LEVELS, min_size=1)
GROUP = st.one_of(
    st.lists(SUBGROUP, min_size=1, max_size=1), st.lists(SUBGROUP, min_size=2, max_size=3)
)
CONSISTENT = GROUP.filter(lambda group: not contradicts_itself(group))
JUDGED = st.dictionaries(
    st.sampled_from(["1", "10", "2"]), st.lists(CONSISTENT, min_size=1, max_size=3), min_size=1
)


def written(judged: dict[str, list[Group]]) -> bytes:
    rows = [
        f"{topic} group{number} sub{part} {doc} {level}\n"
        for topic, groups in judged.items()
        for number, group in enumerate(groups)
        for part, levels in enumerate(group)
        for doc, level in levels.items()
    ]
    return "".join(rows).encode()


def ranked(scores: dict[str, int], depth: int | None) -> list[str]:
    return sorted(scores, key=lambda doc: (-scores[doc], doc))[:depth]


@pytest.mark.slow
@given(judged=JUDGED, data=st.data(), depth=st.none() | st.integers(1, 4))
def test_every_measure_equals_the_oracle_that_looks_at_all_pairs(judged, data, depth):
    scores = {topic: data.draw(SCORES, label=topic) for topic in judged}
    rules = Rules(missing="drop", depth=depth)
    got = score(run_of(scores), parse_qrels(written(judged), "p", "prefs"), rules=rules)
    assert got.topics == tuple(sorted(judged))
    labels = [measure.label for measure in got.measures]
    for topic, values in zip(got.topics, got.values, strict=True):
        wanted = expected(judged[topic], ranked(scores[topic], depth))
        assert set(labels) == {"num_q", *wanted}
        for label, value in zip(labels, values, strict=True):
            if label != "num_q":
                assert value == pytest.approx(float(wanted[label]), abs=1e-12), (topic, label)


@given(group=st.lists(SUBGROUP, min_size=2, max_size=3))
def test_exactly_the_groups_that_contradict_themselves_are_refused(group):
    qrels = parse_qrels(written({"1": [group]}), "p", "prefs")
    if contradicts_itself(group):
        with pytest.raises(InputError, match="group 'group0' of topic '1'"):
            derive_preferences(qrels)
    else:
        known, documents = derive_preferences(qrels)
        docs = documents["doc"].to_list()
        found = [
            (docs[known.member_doc[a]], docs[known.member_doc[b]])
            for a, b in zip(known.better, known.worse, strict=True)
        ]
        assert len(found) == len(set(found))
        assert set(found) == stated(group)


@pytest.mark.slow
@given(levels=SUBGROUP, scores=SCORES)
def test_grades_as_preferences_equal_one_group_without_subgroups(levels, scores):
    levels = {doc: int(level) for doc, level in levels.items()}
    grades = "".join(f"1 0 {doc} {level}\n" for doc, level in levels.items()).encode()
    run = run_of({"1": scores})
    one = score(run, parse_qrels(grades, "q", "qrels_prefs"))
    other = score(run, parse_qrels(written({"1": [[levels]]}), "p", "prefs"))
    np.testing.assert_array_equal(one.values, other.values)


@given(levels=SUBGROUP)
def test_a_ranking_by_level_fulfils_everything(levels):
    ranking = sorted(levels, key=lambda doc: -levels[doc])
    run = PreferenceRun.of(levels, ranking=ranking)
    assert run.fulfilled.all()
    worst = PreferenceRun.of(levels, ranking=ranking[::-1])
    assert not worst.fulfilled.any()


def test_a_retrieved_document_is_above_one_that_is_not():
    assert simple_ratio(PreferenceRun.of({"a": 1, "b": 0}, ranking=["a"])).value.tolist() == [1.0]
    assert simple_ratio(PreferenceRun.of({"a": 1, "b": 0}, ranking=["b"])).value.tolist() == [0.0]


def test_of_two_that_are_not_retrieved_none_is_above():
    run = PreferenceRun.of({"a": 1, "b": 0}, ranking=["z"])
    assert simple_ratio(run).value.tolist() == [0.0]
    assert simple_ratio(run, scope="implied").denominator.tolist() == [0.0]


def test_two_subgroups_together_imply_a_third_preference():
    judged = {"1": [[{"a": 2, "b": 1}, {"b": 2, "c": 1}]]}
    known, _ = derive_preferences(parse_qrels(written(judged), "p", "prefs"))
    assert len(known.better) == 3


def test_two_groups_imply_nothing_and_may_contradict_each_other():
    judged = {"1": [[{"a": 2, "b": 1}], [{"b": 2, "c": 1}], [{"b": 1, "a": 0}]]}
    assert len(derive_preferences(parse_qrels(written(judged), "p", "prefs"))[0].better) == 3


def test_a_preference_stated_in_two_subgroups_counts_once():
    judged = {"1": [[{"a": 1, "b": 0}, {"a": 1, "b": 0}]]}
    assert len(derive_preferences(parse_qrels(written(judged), "p", "prefs"))[0].better) == 1


def test_equal_scores_are_ordered_by_ascending_identifier():
    qrels = parse_qrels(b"1 g 0 a 1\n1 g 0 b 0\n2 g 0 a 0\n2 g 0 b 1\n", "p", "prefs")
    run = run_of({"1": {"a": 1, "b": 1}, "2": {"b": 1, "a": 1}})
    got = score(run, qrels, ["prefs_simp"])
    assert got.values.ravel().tolist() == [1.0, 0.0]


def test_scores_are_compared_in_the_precision_of_the_dialect():
    from harness.core.dialects import get_dialect

    qrels = parse_qrels(b"1 g 0 a 0\n1 g 0 b 1\n", "p", "prefs")
    run = parse_run(b"1 Q0 b 1 1.00000001 r\n1 Q0 a 2 1.0 r\n", "run")
    values = [
        score(run, qrels, ["prefs_simp"], Rules(get_dialect(name), "drop")).values[0, 0]
        for name in ("trec_eval-10", "trec_eval-9")
    ]
    assert values == [1.0, 0.0]


def test_a_negative_level_orders_like_any_other():
    judged = parse_qrels(b"1 0 a 1\n1 0 b 0\n1 0 c -1\n2 0 a -1\n2 0 b -3\n", "q", "qrels_prefs")
    run = run_of({"1": {"c": 3, "a": 2, "b": 1}, "2": {"b": 1}})
    got = score(run, judged, ["prefs_num_prefs_poss", "prefs_simp", "NumRel"])
    assert got.topics == ("1", "2")
    assert got.values.tolist() == [[3.0, 1 / 3, 1.0], [1.0, 0.0, 0.0]]


def test_a_lowest_level_of_fewer_documents_than_are_relevant_counts_whole():
    levels = {"a": 2, "b": 1, "c": 0, "d": 0, "e": -1}
    run = PreferenceRun.of(levels, ranking=list("abcde"))
    # 9 preferences, all fulfilled; e also counts as preferred to itself, in vain.
    assert balanced_group_ratio(run).tolist() == [9 / 10]


@pytest.mark.parametrize("kind", ["prefs", "qrels_prefs"])
def test_levels_below_0_have_the_numbers_of_trec_eval(harness, kind):
    arguments = (
        "-q",
        "-R",
        kind,
        "-m",
        "all_prefs",
        NEGATIVE / f"{kind}.txt",
        NEGATIVE / "run.txt",
    )
    outcome = harness("eval", "--quiet", *arguments)
    assert outcome.out == (NEGATIVE / f"{kind}.trec_eval-9.0.4.txt").read_text()


def test_one_relevant_document_above_five_others_counts_as_above_one():
    levels = {"a": 1, **dict.fromkeys("bcdef", 0)}
    perfect = PreferenceRun.of(levels, ranking=list("abcdef"))
    # 1 of 1 fulfilled after cutting to R = 1; trec_eval divides by all 5 preferences plus R².
    assert balanced_group_ratio(perfect).tolist() == [1 / 6]


def test_a_group_without_relevant_documents_makes_the_balanced_ratio_0():
    run = PreferenceRun.of({"a": 1, "b": 0}, {"c": 0, "d": 0}, ranking=["a", "b"])
    assert balanced_group_ratio(run).tolist() == [0.0]


def test_nothing_is_changed_by_scoring_and_a_second_run_starts_afresh():
    topics = JudgedTopics(parse_qrels(b"1 g 0 a 1\n1 g 0 b 0\n", "p", "prefs"))
    measures = prepare_measures(["all_prefs"], DROP)
    good, bad = run_of({"1": {"a": 2, "b": 1}}), run_of({"1": {"a": 1, "b": 2}})
    first = score_run(good, topics, measures, DROP).values
    score_run(bad, topics, measures, DROP)
    np.testing.assert_array_equal(score_run(good, topics, measures, DROP).values, first)


def test_a_cycle_names_each_document_in_it():
    judged = {"1": [[{"a": 2, "b": 1}, {"b": 2, "c": 1}, {"c": 2, "a": 1}]]}
    with pytest.raises(InputError, match="preferred to itself") as caught:
        derive_preferences(parse_qrels(written(judged), "cycle.prefs", "prefs"))
    assert [problem.message.split("'")[5] for problem in caught.value.problems] == ["a", "b", "c"]
    assert {problem.where for problem in caught.value.problems} == {"cycle.prefs"}


def test_a_document_relevant_in_one_subgroup_only_is_refused():
    judged = {"1": [[{"a": 1, "b": 0}, {"b": 1, "c": 0}]]}
    with pytest.raises(InputError, match="document 'b' is at level 0 and above it"):
        derive_preferences(parse_qrels(written(judged), "p", "prefs"))


def test_at_most_25_problems_are_reported():
    docs = [f"d{number}" for number in range(40)]
    judged = {"1": [[dict.fromkeys(docs, 0), dict.fromkeys(docs, 1)]]}
    with pytest.raises(InputError) as caught:
        derive_preferences(parse_qrels(written(judged), "p", "prefs"))
    assert len(caught.value.problems) == 25


def test_a_run_without_a_judged_topic_is_refused():
    qrels = parse_qrels(b"1 g 0 a 1\n", "p", "prefs")
    with pytest.raises(EvaluationError, match="no topic in common"):
        score(run_of({"7": {"a": 1}}), qrels)


@pytest.mark.parametrize("kind", ["prefs", "qrels_jg"])
def test_a_document_retrieved_twice_is_refused(kind):
    content, names = {
        "prefs": (b"1 g 0 a 1\n1 g 0 b 0\n", "all_prefs"),
        "qrels_jg": (b"1 g a 1\n", "qrels_jg"),
    }[kind]
    run = parse_run(b"1 Q0 a 1 2 r\n1 Q0 a 2 1 r\n", "run")
    with pytest.raises(InputError, match="'a'"):
        score(run, parse_qrels(content, "p", kind), [names])


def test_measures_of_documents_take_the_best_level_beside_those_of_preferences():
    qrels = parse_qrels(b"1 g 0 a 1\n1 g 0 b 0\n1 h 0 b 2\n1 h 0 a 0\n", "p", "prefs")
    got = score(run_of({"1": {"a": 2, "c": 1}}), qrels, ["AP", "prefs_simp", "AP - prefs_simp"])
    assert got.values.tolist() == [[0.5, 0.5, 0.0]]


def test_preferences_without_any_level_above_another_are_all_0():
    frame = pl.DataFrame(
        {
            "topic": ["1"],
            "group": ["g"],
            "subgroup": ["0"],
            "doc": ["a"],
            "grade": [1],
            "level": [1.0],
        }
    )
    got = score(run_of({"1": {"a": 1}}), Qrels(frame), ["prefs_simp", "prefs_pair"])
    assert got.values.tolist() == [[0.0, 0.0]]
