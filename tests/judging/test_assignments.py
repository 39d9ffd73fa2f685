"""Assignments: each document once, balanced, overlapping and repeated as asked, and blind."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.judging.assessors import Assessor
from harness.judging.assignments import assign
from harness.judging.sharing import divide
from harness.pooling.pool import SCHEMA, Pool
from tests.each import each


def make_pool(sizes, *, earlier=0, seed=0):
    """A pool with so many documents a topic to judge; runs, ranks and the rest are by chance."""
    random = np.random.default_rng(seed)
    rows = []
    for topic, size in sizes.items():
        for number in range(size + earlier):
            batch = 1 if number < earlier else 2
            runs = [f"run{n}" for n in np.flatnonzero(random.random(5) < 0.5)]
            rank = int(random.integers(1, 100))
            rows.append((topic, f"{topic}-{number:03}", runs, runs, rank, 1, 1.0, batch))
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row").sort("topic", "doc")
    return Pool(frame, frame.clear(), {"batch": 2})


def named(count):
    return [Assessor(f"a{number}") for number in range(count)]


def by_reason(assigned, reason):
    rows = assigned.table.filter(pl.col("reason") == reason)
    return rows.select("assessor", "topic", "doc").rows()


def largest_load(sizes, who):
    loads = Counter()
    for topic, name in who.items():
        loads[name] += sizes[topic]
    return max(loads.values(), default=0)


def blocks(assigned):
    """What is shown, by assessor and topic, in order."""
    shown = defaultdict(list)
    for name, _, topic, doc, reason in assigned.table.rows():
        shown[name, topic].append((doc, reason))
    return shown


all_sizes = st.dictionaries(st.sampled_from("123456789"), st.integers(0, 12), max_size=7)
shares = st.sampled_from([0.0, 0.05, 0.1, 0.25, 1 / 3, 0.5, 0.9, 1.0])
wholes = st.fixed_dictionaries(
    {
        "sizes": all_sizes,
        "count": st.integers(2, 4),
        "overlap": shares,
        "repeats": shares,
        "seed": st.integers(0, 99),
    }
)


def build(case, **changes):
    case = {**case, **changes}
    pool = case.get("pool") or make_pool(case["sizes"])
    options = {name: case[name] for name in ("overlap", "repeats", "seed")}
    return assign(pool, named(case["count"]), topics=case["sizes"], **options)


# What each assessor is given


@given(wholes)
def test_every_document_to_judge_is_first_judged_by_exactly_one_assessor(case):
    pool = make_pool(case["sizes"], earlier=2)
    assigned = build(case, pool=pool)
    first = sorted((topic, doc) for _, topic, doc in by_reason(assigned, "pool"))
    assert first == pool.to_judge.select("topic", "doc").rows()
    assert len({(topic, name) for name, topic, _ in by_reason(assigned, "pool")}) == len(
        {topic for topic, _ in first}
    )


@given(wholes)
def test_the_exact_share_of_each_topic_is_judged_by_one_other_assessor(case):
    assigned = build(case)
    first = {topic: name for name, topic, _ in by_reason(assigned, "pool")}
    overlap = by_reason(assigned, "overlap")
    expected = {
        topic: math.ceil(Fraction(str(case["overlap"])) * size)
        for topic, size in case["sizes"].items()
    }
    assert Counter(topic for _, topic, _ in overlap) == Counter(expected)
    assert len({(topic, doc) for _, topic, doc in overlap}) == len(overlap)
    judges = defaultdict(set)
    for name, topic, _ in overlap:
        judges[topic].add(name)
    assert all(len(names) == 1 and first[topic] not in names for topic, names in judges.items())


@given(wholes)
def test_nobody_sees_a_document_twice_but_the_exact_share_of_repeats(case):
    for shown in blocks(build(case)).values():
        once = [doc for doc, reason in shown if reason != "repeat"]
        again = [doc for doc, reason in shown if reason == "repeat"]
        assert len(set(once)) == len(once)
        assert (
            len(set(again)) == len(again) == math.ceil(Fraction(str(case["repeats"])) * len(once))
        )
        assert set(again) <= set(once)


@given(wholes)
def test_a_repeat_comes_at_least_half_the_block_after_the_first_showing(case):
    for shown in blocks(build(case)).values():
        docs = [doc for doc, _ in shown]
        for place, (doc, reason) in enumerate(shown):
            if reason == "repeat":
                assert place - docs.index(doc) >= len(docs) / 2


def test_repeats_come_at_no_fixed_distance():
    assigned = assign(make_pool({"1": 100}), named(1), repeats=0.2, seed=1)
    places = defaultdict(list)
    for position, doc in assigned.table.select("position", "doc").rows():
        places[doc].append(position)
    distances = Counter(found[1] - found[0] for found in places.values() if len(found) == 2)
    assert min(distances) >= 60
    assert len(distances) > 10


def test_a_share_is_of_the_number_as_it_is_written():
    assigned = assign(make_pool({"1": 100}), named(2), overlap=0.07, repeats=0.29, seed=1)
    kinds = Counter(assigned.table["reason"].to_list())
    assert kinds == {"pool": 100, "overlap": 7, "repeat": 29 + 3}


@given(wholes)
def test_positions_count_from_one_topic_by_topic(case):
    assigned = build(case)
    table = assigned.table
    for name, load in assigned.loads.items():
        own = table.filter(assessor=name)
        assert own["position"].to_list() == list(range(1, load + 1))
        assert own["topic"].is_sorted()
    assert table["assessor"].unique(maintain_order=True).to_list() == [
        name for name, load in assigned.loads.items() if load
    ]


def test_the_plan_lists_who_judges_what_and_what_is_left_over():
    pool = make_pool({"1": 3, "2": 0}, earlier=1)
    assigned = assign(pool, named(2), overlap=0.5, repeats=0.0, seed=4, topics=["1", "3"])
    who = {"group": None, "own": []}
    assert assigned.plan == {
        "seed": 4,
        "overlap": 0.5,
        "repeats": 0.0,
        "assessors": [
            {"name": "a0", **who, "first": ["1"], "overlap": [], "shown": 3},
            {"name": "a1", **who, "first": [], "overlap": ["1"], "shown": 2},
        ],
        "skipped": ["2", "3"],
        "idle": [],
    }
    assert repr(assigned) == "Assignments(2 assessors, 5 documents shown)"


def test_more_assessors_than_topics_leave_some_with_an_empty_packet():
    assigned = assign(make_pool({"1": 3}), named(3), seed=1)
    assert assigned.loads == {"a0": 3, "a1": 0, "a2": 0}
    assert assigned.plan["idle"] == ["a1", "a2"]


def test_a_pool_with_nothing_to_judge_gives_empty_assigned():
    assigned = assign(make_pool({"1": 0}, earlier=3), named(1), repeats=0.5, seed=1)
    assert assigned.loads == {"a0": 0}
    assert assigned.plan["skipped"] == ["1"]


# Balance


loads_of = st.dictionaries(st.sampled_from("1234567"), st.integers(1, 30), max_size=7)


@st.composite
def divisions(draw):
    sizes = draw(loads_of)
    names = ["a", "b", "c"][: draw(st.integers(1, 3))]
    own = {topic: draw(st.sampled_from(names)) for topic in sizes if draw(st.booleans())}
    return sizes, own, names


def best_possible(sizes, own, names):
    """The lowest largest load of all divisions."""
    free = [topic for topic in sizes if topic not in own]
    return min(
        largest_load(sizes, {**own, **dict(zip(free, chosen, strict=True))})
        for chosen in product(names, repeat=len(free))
    )


@given(divisions())
def test_the_largest_load_is_within_a_free_topic_of_the_best_of_all_divisions(case):
    sizes, own, names = case
    found = divide(sizes, own, names)
    assert found.keys() == sizes.keys()
    assert own.items() <= found.items()
    best = best_possible(sizes, own, names)
    largest_free = max((sizes[topic] for topic in sizes if topic not in own), default=0)
    assert best <= largest_load(sizes, found) <= best + largest_free
    if not own:
        assert 3 * largest_load(sizes, found) * len(names) <= (4 * len(names) - 1) * best


@given(divisions())
def test_no_move_and_no_swap_lowers_the_largest_load_further(case):
    sizes, own, names = case
    found = divide(sizes, own, names)
    free = [topic for topic in sizes if topic not in own]
    moves = [{one: name} for one in free for name in names]
    swaps = [{one: found[two], two: found[one]} for one in free for two in free]
    for change in (*moves, *swaps):
        assert largest_load(sizes, {**found, **change}) >= largest_load(sizes, found)


def test_a_swap_repairs_what_largest_first_gets_wrong():
    sizes = {"1": 3, "2": 3, "3": 2, "4": 2, "5": 2}
    assert largest_load(sizes, divide(sizes, {}, ["a", "b"])) == 6


def test_own_topics_stay_with_their_proposer_whatever_the_load():
    sizes = {"1": 9, "2": 9, "3": 1, "4": 1}
    assessors = [Assessor("ann", ("1", "2")), Assessor("bob")]
    assigned = assign(make_pool(sizes), assessors, seed=1)
    assert [one["first"] for one in assigned.plan["assessors"]] == [["1", "2"], ["3", "4"]]


def test_groups_share_equally_whatever_their_number_of_assessors():
    assessors = [
        Assessor("ann", group="x"),
        Assessor("bob", group="x"),
        Assessor("eve", ("6",), group="y"),
        Assessor("y"),
    ]
    assigned = assign(make_pool(dict.fromkeys("123456", 4)), assessors, seed=1)
    assert assigned.loads == {"ann": 4, "bob": 4, "eve": 8, "y": 8}
    assert "6" in assigned.plan["assessors"][2]["first"]
    assert [one["group"] for one in assigned.plan["assessors"]] == ["x", "x", "y", None]


def test_the_overlap_goes_to_the_least_load():
    assigned = assign(make_pool({"1": 8, "2": 5, "3": 2}), named(3), overlap=1.0, seed=1)
    second = {one["name"]: one["overlap"] for one in assigned.plan["assessors"]}
    # 8 to the load of 2, then 5 to that of 8, then 2 to that of 5
    assert second == {"a0": ["2"], "a1": ["3"], "a2": ["1"]}


# By chance, and by nothing else


@given(wholes, st.randoms(use_true_random=False))
def test_assigned_depend_neither_on_the_order_of_rows_nor_on_runs_ranks_and_strata(case, random):
    one = make_pool(case["sizes"])
    other = make_pool(case["sizes"], seed=1).frame.with_columns(
        pl.lit(3, pl.Int64).alias("stratum"), pl.lit(0.25).alias("probability")
    )
    rows = other.rows()
    random.shuffle(rows)
    other = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    first = build(case, pool=one)
    second = build(case, pool=Pool(other, other.clear(), {"batch": 2}))
    assert first.table.equals(second.table)
    assert first.plan == second.plan


def test_the_order_of_a_topic_does_not_depend_on_other_topics_or_assessors():
    small = assign(make_pool({"1": 20}), named(1), seed=3)
    large = assign(make_pool({"0": 9, "1": 20, "2": 20}), named(3), seed=3)
    (shown,) = (shown for (_, topic), shown in blocks(large).items() if topic == "1")
    assert shown == blocks(small)["a0", "1"]


def test_the_seed_changes_the_order_the_overlap_and_the_repeats():
    def chosen(seed):
        assigned = assign(make_pool({"1": 40}), named(2), overlap=0.5, repeats=0.2, seed=seed)
        order = assigned.table.filter(reason="pool")["doc"].to_list()
        return order, set(by_reason(assigned, "overlap")), set(by_reason(assigned, "repeat"))

    one, other = chosen(1), chosen(2)
    assert chosen(1) == one
    assert all(ours != theirs for ours, theirs in zip(one, other, strict=True))


def test_two_assessors_see_the_overlap_in_orders_of_their_own():
    assigned = assign(make_pool({"1": 40}), named(2), overlap=1.0, seed=1)
    one, other = (assigned.table.filter(assessor=name)["doc"].to_list() for name in ("a0", "a1"))
    assert set(one) == set(other)
    assert one != other


@pytest.mark.long
def test_every_document_is_as_often_at_every_place_in_the_overlap_and_among_the_repeats():
    # 1,500 draws; by chi-squared with 5 degrees of freedom 25.7 is exceeded once in 10,000 times
    pool, draws = make_pool({"1": 6}), 1500
    places = {"pool": np.zeros((6, 6)), "overlap": np.zeros(6), "repeat": np.zeros(6)}
    for seed in range(draws):
        assigned = assign(pool, named(2), overlap=0.5, repeats=0.25, seed=seed)
        seen = Counter()
        for name, _, _, doc, reason in assigned.table.rows():
            code = int(doc[-3:])
            if reason == "pool":
                places[reason][code, seen[reason]] += 1
                seen[reason] += 1
            elif reason == "overlap" or name == "a0":
                places[reason][code] += 1
    for counts in (*places["pool"], *places["pool"].T, places["overlap"], places["repeat"]):
        expected = counts.sum() / 6
        assert ((counts - expected) ** 2 / expected).sum() < 25.7


# What is refused


def test_all_that_is_wrong_is_said_at_once():
    assessors = [Assessor("ann", ("1", "9")), Assessor("ann", ("1",)), Assessor("a/b")]
    with pytest.raises(EvaluationError) as raised:
        assign(make_pool({"1": 2, "2": 2}), assessors, overlap=1.5, repeats=-0.1, seed=-1)
    said = [problem.message for problem in raised.value.problems]
    assert said == [
        "the assessor's name 'a/b' cannot be the name of a file",
        "2 assessors are called 'ann'",
        "the assessor 'ann' has the unknown topic '9'",
        "overlap = 1.5 is not allowed",
        "repeats = -0.1 is not allowed",
        "seed = -1 is not allowed",
    ]


@each(
    [
        *("", " ", "ann ", ".ann", "..", "a/b", "a\\b", "a:b", "a*", "a\tb", "a\nb", "\ud800"),
        *("x" * 201, "ü" * 101, "con", "NUL", "Com1", "lpt9.old", "aux .x"),
    ]
)
def test_names_that_some_system_has_no_file_for_are_refused(name):
    with pytest.raises(EvaluationError, match="cannot be the name of a file"):
        assign(make_pool({"1": 1}), [Assessor(name)], seed=1)


@pytest.mark.parametrize("name", ["ann", "Ann B.", "Zoë", "group-7_x", "console", "com", "東京"])
def test_other_names_are_allowed(name, tmp_path):
    assigned = assign(make_pool({"1": 1}), [Assessor(name)], seed=1)
    assert list(assigned.loads) == [name]
    (tmp_path / f"{name}.tsv").write_text("x")


@pytest.mark.parametrize("names", [("ann", "Ann"), ("Zoë", "Zoe\u0308")])
def test_names_of_one_file_on_some_systems_are_refused(names):
    with pytest.raises(EvaluationError, match=r"need other names .their files would have one name"):
        assign(make_pool({"1": 1}), [Assessor(name) for name in names], seed=1)


@each([-0.01, 1.01, math.nan, math.inf, True, "0.5", None], "share")
@each(["overlap", "repeats"], "which")
def test_shares_outside_0_to_1_are_refused(which, share):
    with pytest.raises(EvaluationError, match=f"{which} = .* is not allowed .*from 0 to 1"):
        assign(make_pool({"1": 1}), named(2), seed=1, **{which: share})


def test_too_few_assessors_are_refused():
    with pytest.raises(EvaluationError, match="there are no assessors"):
        assign(make_pool({"1": 1}), [], seed=1)
    with pytest.raises(EvaluationError, match="overlap needs a second assessor"):
        assign(make_pool({"1": 1}), named(1), overlap=0.1, seed=1)


def test_own_topics_may_have_nothing_to_judge_but_must_be_known():
    pool = make_pool({"41": 2, "42": 0}, earlier=1)
    drawn = Pool(pool.frame, pool.frame.clear(2).with_columns(topic=pl.lit("43")), pool.plan)
    assign(drawn, [Assessor("ann", ("42", "43", "44"))], topics=["44"], seed=1)
    with pytest.raises(EvaluationError, match=r"unknown topic '4' .did you mean 4[123]"):
        assign(drawn, [Assessor("ann", ("4",))], seed=1)
