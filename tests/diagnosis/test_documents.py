"""The documents that explain values: against slow versions over dictionaries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.diagnosis import (
    FoundDocument,
    MisplacedDocument,
    found_by_one,
    missed_documents,
    non_relevant_documents,
    rankings,
    relevant_documents,
    unique_relevant,
)
from harness.diagnosis.rankings import RunRanking
from harness.evaluation.rules import Rules
from tests.diagnosis.worlds import World, observed, worlds

QRELS = {"1": {"a": 1, "b": 2, "c": 0}, "2": {"a": 0, "d": 1}}
RUNS = {
    "x": {"1": {"c": 9.0, "u": 8.0}, "2": {"a": 9.0, "d": 1.0}},
    "y": {"1": {"b": 9.0, "a": 8.0}, "2": {"d": 2.0, "a": 1.0}},
    "z": {"1": {"a": 9.0, "c": 8.0}, "2": {"u": 1.0}},
}
WORLD = World(QRELS, RUNS, Rules())


# By hand


def test_what_most_others_have_is_the_first_to_be_missed():
    assert list(missed_documents(observed(WORLD), "x")) == [
        MisplacedDocument("x", "1", "a", 1, None, others=2, best=1),
        MisplacedDocument("x", "1", "b", 2, None, others=1, best=1),
    ]
    assert list(missed_documents(observed(WORLD), "y")) == []


def test_a_document_that_is_ranked_low_is_missed_as_well():
    found = list(missed_documents(observed(WORLD), "x", within=1, beyond=1))
    assert found[-1] == MisplacedDocument("x", "2", "d", 1, 2, others=1, best=1)


def test_a_run_alone_misses_nothing_that_others_have():
    assert list(missed_documents(observed(World(QRELS, {"x": RUNS["x"]}, Rules())), "x")) == []


def test_non_relevant_documents_by_rank_the_run_s_own_errors_first():
    assert non_relevant_documents(observed(WORLD), "x") == [
        MisplacedDocument("x", "1", "c", 0, 1, others=1),
        MisplacedDocument("x", "2", "a", 0, 1, others=1),
    ]
    within = non_relevant_documents(observed(WORLD), "x", within=1)
    assert [one.others for one in within] == [0, 0]


def test_relevant_documents_of_a_topic_by_the_ranks_of_the_first_run():
    assert relevant_documents(observed(WORLD), "1", ["z", "y"]) == [
        FoundDocument("a", 1, (1, 2), high=2, best=1),
        FoundDocument("b", 2, (None, 1), high=1, best=1),
    ]
    assert relevant_documents(observed(WORLD), "1", ["x"])[0] == FoundDocument(
        "b", 2, (None,), 1, 1
    )


def test_found_by_one_run_and_not_by_the_other():
    rankings = observed(WORLD)
    assert [one.doc for one in found_by_one(rankings, "1", "y", "x")] == ["b", "a"]
    assert [one.doc for one in found_by_one(rankings, "1", "y", "z")] == ["b"]
    assert found_by_one(rankings, "2", "y", "x") == []
    assert found_by_one(rankings, "2", "y", "x", within=1) == [FoundDocument("d", 1, (1, 2), 1, 1)]


def test_a_topic_without_relevant_documents_has_none_to_list():
    rankings = observed(World({"1": {"a": 0}}, {"r": {"1": {"a": 1.0}}}, Rules()))
    assert relevant_documents(rankings, "1", ["r"]) == []


def test_unknown_names_are_refused():
    with pytest.raises(EvaluationError, match="unknown run 'q'"):
        relevant_documents(observed(WORLD), "1", ["q"])
    with pytest.raises(EvaluationError, match="unknown topic '3'"):
        relevant_documents(observed(WORLD), "3", ["x"])
    with pytest.raises(EvaluationError, match="unknown run 'q'"):
        list(missed_documents(observed(WORLD), "q"))


def test_what_a_group_alone_found_is_not_unique_to_its_runs():
    groups = {"x": "g", "y": "g"}
    # b is in y alone; a of topic 1 in y and z; d in x and y, which are one group.
    assert unique_relevant(observed(WORLD), groups) == {"g": 2, "z": 0}
    assert unique_relevant(observed(WORLD), {}) == {"x": 0, "y": 1, "z": 0}


# Slow versions


@given(worlds(), st.integers(1, 4), st.integers(1, 4))
def test_missed_documents_equal_the_slow_version(world, within, beyond):
    rankings = observed(world)
    for run in world.runs:
        slow = []
        for topic, doc in world.relevant:
            own = world.rank(run, topic, doc)
            others = [world.rank(other, topic, doc) for other in world.runs if other != run]
            high = [rank for rank in others if 1 <= rank <= within]
            if (own == 0 or own > beyond) and high:
                grade = world.grade(topic, doc)
                slow.append(
                    MisplacedDocument(run, topic, doc, grade, own or None, len(high), min(high))
                )
        slow.sort(key=lambda m: (-m.others, -m.grade, m.topic.encode(), m.doc.encode()))
        assert list(missed_documents(rankings, run, within=within, beyond=beyond)) == slow


@given(worlds(), st.integers(1, 4))
def test_non_relevant_documents_equal_the_slow_version(world, within):
    rankings = observed(world)
    for run in world.runs:
        slow = []
        for topic in world.topics:
            for rank, doc in enumerate(world.ranking(run, topic)[:within], 1):
                grade = world.grade(topic, doc)
                if 0 <= grade < world.rules.relevance_level:
                    firsts = [world.ranking(other, topic)[:within] for other in world.runs]
                    others = sum(doc in first for first in firsts) - 1
                    slow.append(MisplacedDocument(run, topic, doc, grade, rank, others))
        slow.sort(key=lambda n: (n.rank, n.others, n.topic.encode(), n.doc.encode()))
        assert non_relevant_documents(rankings, run, within=within) == slow


@given(worlds(least_runs=2), st.integers(1, 4))
def test_relevant_documents_of_a_topic_equal_the_slow_version(world, within):
    rankings = observed(world)
    run, other, *_ = world.runs
    for topic in world.topics:
        slow = []
        for doc in (doc for of, doc in world.relevant if of == topic):
            ranks = [world.rank(name, topic, doc) for name in world.runs]
            high = sum(1 <= rank <= within for rank in ranks)
            best = min((rank for rank in ranks if rank), default=None)
            own = tuple(world.rank(name, topic, doc) or None for name in (run, other))
            slow.append(FoundDocument(doc, world.grade(topic, doc), own, high, best))
        never = 10**9
        slow.sort(
            key=lambda f: (f.ranks[0] or never, f.ranks[1] or never, -f.grade, f.doc.encode())
        )
        assert relevant_documents(rankings, topic, (run, other), within=within) == slow
        first, second = (set(world.ranking(name, topic)[:within]) for name in (run, other))
        expected = [one for one in slow if one.doc in first - second]
        assert found_by_one(rankings, topic, run, other, within=within) == expected


@given(
    worlds(),
    st.dictionaries(st.sampled_from(("r1", "r2", "é")), st.sampled_from(("g", "h"))),
    st.integers(1, 4),
)
def test_unique_documents_equal_the_slow_version(world, groups, depth):
    of = {run: groups.get(run, run) for run in world.runs}
    slow = dict.fromkeys(sorted(set(of.values()), key=str.encode), 0)
    for topic, doc in world.relevant:
        finders = {of[run] for run in world.runs if 1 <= world.rank(run, topic, doc) <= depth}
        if len(finders) == 1:
            slow[finders.pop()] += 1
    found = unique_relevant(observed(world), groups, depth=depth)
    assert (found, list(found)) == (slow, list(slow))


@pytest.mark.parametrize("listed", [missed_documents, non_relevant_documents])
def test_the_documents_of_all_runs_take_work_that_grows_with_their_number(listed, monkeypatch):
    """Counted in looks at the rankings of runs, whatever a clock would say."""
    looks = []
    first, high = RunRanking.first, rankings.is_high
    monkeypatch.setattr(RunRanking, "first", lambda *run: looks.append(1) or first(*run))
    monkeypatch.setattr(rankings, "is_high", lambda *run: looks.append(1) or high(*run))
    counts = []
    for number in (5, 10, 20):
        looks.clear()
        runs = {f"r{i}": RUNS["xyz"[i % 3]] for i in range(number)}
        world = observed(World(QRELS, runs, Rules()))
        for run in runs:
            list(listed(world, run))
        counts.append(len(looks))
    assert counts[0] > 0
    assert counts[2] - counts[1] == 2 * (counts[1] - counts[0])
