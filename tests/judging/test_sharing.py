"""Sharing out with capacities, conflicts and divided topics, against every division there is."""

from __future__ import annotations

from collections import Counter
from itertools import product

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.judging.assessors import Assessor
from harness.judging.assignments import assign
from harness.judging.sharing import share_out
from harness.pooling.pool import Pool
from tests.each import each

from .test_assignments import by_reason, make_pool, named

NAMES = ("a0", "a1", "a2")
cases = st.fixed_dictionaries(
    {
        "sizes": st.dictionaries(st.sampled_from("123"), st.integers(0, 4), min_size=1),
        "rooms": st.fixed_dictionaries({name: st.none() | st.integers(0, 6) for name in NAMES}),
        "conflicts": st.sets(st.tuples(st.sampled_from("123"), st.sampled_from(NAMES))),
        "together": st.booleans(),
    }
)


def possible(sizes, eligible, rooms):
    """The lowest largest load of every division of all documents; None where there is none."""
    documents = [topic for topic, size in sizes.items() for _ in range(size)]
    loads = [
        Counter(names)
        for names in product(NAMES, repeat=len(documents))
        if all(name in eligible[topic] for topic, name in zip(documents, names, strict=True))
    ]
    fine = [
        load
        for load in loads
        if all(room is None or load[name] <= room for name, room in rooms.items())
    ]
    return min((max(load.values(), default=0) for load in fine), default=None)


@given(cases)
def test_every_document_is_shared_out_once_and_nobody_has_too_many(case):
    sizes, rooms = case["sizes"], case["rooms"]
    if sum(sizes.values()) > 8:
        sizes = dict(list(sizes.items())[:2])
    eligible = {t: [n for n in NAMES if (t, n) not in case["conflicts"]] for t in sizes}
    best = possible(sizes, eligible, rooms)
    together = tuple(sizes) if case["together"] else ()
    if best is None:
        with pytest.raises(EvaluationError, match="cannot be shared out"):
            share_out(sizes, eligible, rooms, together=together)
        return
    shares = share_out(sizes, eligible, rooms, together=together)
    loads: Counter[str] = Counter()
    topics: Counter[str] = Counter()
    for (topic, name), count in shares.items():
        assert name in eligible[topic]
        loads[name] += count
        topics[topic] += count
    assert topics == Counter(sizes)
    assert all(room is None or loads[name] <= room for name, room in rooms.items())
    if not together:
        assert max(loads.values(), default=0) == best


@given(
    st.dictionaries(st.sampled_from("1234"), st.integers(1, 12), min_size=1),
    st.sampled_from([0.0, 0.2, 1.0]),
    st.sampled_from([0.0, 0.25]),
    st.integers(0, 99),
)
def test_documents_of_every_topic_are_divided_evenly(sizes, overlap, repeats, seed):
    pool = make_pool(sizes)
    assigned = assign(
        pool, named(3), overlap=overlap, repeats=repeats, seed=seed, share_by="documents"
    )
    first = by_reason(assigned, "pool")
    pairs = pool.to_judge.select("topic", "doc").rows()
    assert sorted((topic, doc) for _, topic, doc in first) == pairs
    loads = Counter(name for name, *_ in first)
    assert max(loads.values()) == -(-len(pairs) // 3)
    owner = {(topic, doc): name for name, topic, doc in first}
    for name, topic, doc in by_reason(assigned, "overlap"):
        assert owner[topic, doc] != name
    assert len(by_reason(assigned, "overlap")) == sum(
        {0.0: 0, 0.2: -(-size // 5), 1.0: size}[overlap] for size in sizes.values()
    )


def test_second_judgments_of_shared_documents_are_spread_too():
    rows = [("1", f"a{i}") for i in range(20)] + [("2", f"b{i}") for i in range(12)]
    frame = pl.DataFrame(rows, schema=["topic", "doc"], orient="row").with_columns(batch=1)
    people = [Assessor(name) for name in ("ann", "ben", "cleo")]
    made = assign(Pool(frame, frame.clear()), people, overlap=1, seed=1, share_by="documents")
    assert sorted(made.loads.values()) == [21, 21, 22]
    second = made.table.filter(reason="overlap").group_by("assessor").len()["len"]
    assert second.max() - second.min() <= 1


def test_topics_stand_in_their_natural_order():
    frame = pl.DataFrame({"topic": ["10", "2", "1"], "doc": ["a", "b", "c"]}).with_columns(batch=1)
    made = assign(Pool(frame, frame.clear()), [Assessor("ann")], seed=1)
    assert made.table["topic"].to_list() == ["1", "2", "10"]


def test_a_topic_of_two_proposers_is_theirs_together():
    people = [Assessor("ann", ("1",)), Assessor("ben", ("1",)), Assessor("cyd")]
    assigned = assign(make_pool({"1": 10, "2": 3}), people, seed=1)
    counts = Counter((name, topic) for name, topic, _ in by_reason(assigned, "pool"))
    assert counts == {("ann", "1"): 5, ("ben", "1"): 5, ("cyd", "2"): 3}


def test_conflicts_hold_for_overlap_too_and_nobody_left_is_an_error():
    people = [Assessor("ann", conflicts=("1",)), Assessor("ben"), Assessor("cyd")]
    assigned = assign(make_pool({"1": 9, "2": 9}), people, overlap=1.0, seed=1)
    assert not [
        1
        for name, topic, *_ in assigned.table.select("assessor", "topic", "doc").rows()
        if (name, topic) == ("ann", "1")
    ]
    with pytest.raises(EvaluationError, match="no other assessor may judge the topic '1'"):
        assign(make_pool({"1": 9}), people[:2], overlap=0.1, seed=1)


def test_a_large_topic_is_divided_where_nobody_has_room_for_it():
    people = [Assessor(name, capacity=20) for name in ("ann", "ben", "cyd", "dan")]
    assigned = assign(make_pool({"1": 60, "2": 5}), people, seed=1)
    assert sum(assigned.loads.values()) == 65
    assert max(assigned.loads.values()) <= 20


@each(["topics", "documents"], "share_by")
@each(["all", "shared", "none"])
def test_nobody_judges_what_the_own_groups_runs_brought(choice, share_by):
    pool = make_pool({"1": 30, "2": 20})  # its groups are run0 to run4, or none
    people = [Assessor("ann", group="run0"), Assessor("run1"), Assessor("cyd"), Assessor("dan")]
    assigned = assign(
        pool, people, overlap=0.5, repeats=0.2, seed=1, share_by=share_by, own_documents=choice
    )
    groups = {(topic, doc): set(of) for topic, doc, _, of, *_ in pool.frame.rows()}
    group = {"ann": "run0", "run1": "run1", "cyd": "", "dan": ""}
    own = [
        groups[topic, doc]
        for name, _, topic, doc, _ in assigned.table.rows()
        if group[name] in groups[topic, doc]
    ]
    assert {"all": bool(own), "shared": len(min(own, default=(), key=len)) > 1, "none": not own}[
        choice
    ]
    first = by_reason(assigned, "pool")
    assert sorted(row[1:] for row in first) == pool.to_judge.select("topic", "doc").rows()
    overlap = by_reason(assigned, "overlap")
    assert len(overlap) == len({row[1:] for row in overlap}) == 25
    assert not set(first) & set(overlap)


def test_where_everybodys_runs_brought_a_document_nobody_can_judge_it():
    pool = make_pool({"1": 30})
    people = [Assessor("run0"), Assessor("run1")]
    with pytest.raises(EvaluationError, match=r"nobody may judge '1-0.*name somebody of no group"):
        assign(pool, people, seed=1, own_documents="none")
