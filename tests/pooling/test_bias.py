"""The bias of a pool: examples worked by hand, slow obvious versions, wrong input, tables."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import harness
from harness.core.dialects import get_dialect
from harness.core.errors import EvaluationError, MeasureError
from harness.evaluation.rules import Rules
from harness.formats.frames import qrels_from, runs_from
from harness.measures import FAMILIES
from harness.measures.bound import Measure
from harness.pooling import gather
from harness.pooling.bias import (
    compare_leaderboards,
    leave_out,
    measure_judged_share,
    unique_documents,
)
from harness.stats.correlation import leaderboard_tau
from harness.stats.leaderboard import rank_values as ranks

from .biased import GROUPS, RUNS

#: Runs made by chance may well hold nothing that is judged.
pytestmark = pytest.mark.filterwarnings("ignore:.*NONE of its:UserWarning")


# ---- uniques


def test_what_only_one_run_or_group_contributed_is_counted(runs, qrels):
    found = unique_documents(gather(runs, groups=GROUPS), qrels)
    plain = [(one.name, one.num_unique, one.num_judged, one.num_relevant) for one in found.groups]
    assert plain == [("a", 3, 3, 2), ("b", 2, 0, 0)]  # u w x; v z
    plain = [(one.name, one.num_unique, one.num_judged, one.num_relevant) for one in found.runs]
    assert plain == [("a1", 1, 1, 1), ("a2", 1, 1, 0), ("b", 2, 0, 0)]  # w; u; v z
    assert (found.num_pooled, found.num_judged, found.num_relevant) == (6, 4, 3)
    assert found.by("run") == found.runs


def test_only_documents_within_the_depth_are_contributed(runs, qrels):
    found = unique_documents(gather(runs, depth=1, groups=GROUPS), qrels, relevance_level=2)
    assert [(one.num_unique, one.num_relevant) for one in found.groups] == [(2, 0), (1, 0)]


# ---- leaving out


def test_the_values_of_a_group_fall_to_what_others_would_have_judged(runs, qrels):
    without = leave_out(runs, gather(runs, groups=GROUPS), qrels, ["AP", "NumRel"], Rules())
    # Without a only y is known to be relevant: a1 and a2 find it at rank 3, b at rank 1.
    assert without.contributors == ("a", "b")
    assert without.before[:, 0].tolist() == pytest.approx([1.0, (1 + 2 / 3) / 3, 1 / 3])
    assert without.after[0, :, 0].tolist() == pytest.approx([1 / 3, 1 / 3, 1.0])
    assert without.after[1].tolist() == without.before.tolist()
    assert without.after[0, :, 1].tolist() == [1, 1, 1]
    assert without.num_dropped.tolist() == [3, 0]
    assert without.num_relevant.tolist() == [2, 0]
    first, second, third = without.changes("AP")
    assert (first.contributor, first.run, first.rank_before, first.rank_after) == ("a", "a1", 1, 2)
    assert (second.run, second.rank_before, second.rank_after) == ("a2", 2, 2)
    assert (third.contributor, third.run, third.difference) == ("b", "b", 0)
    assert without.largest_drop() == first
    assert first.difference == pytest.approx(-2 / 3)
    # Pairs a1–a2 (tied without a), a1–b and a2–b (both turned round): −2 / √(3 · 2).
    assert without.tau[:, 0].tolist() == pytest.approx([-2 / math.sqrt(6), 1])


def test_runs_that_were_not_pooled_are_ranked_and_belong_to_a_group_if_one_is_named(runs, qrels):
    pool = gather([run for run in runs if run.name != "a2"], groups=GROUPS)
    without = leave_out(runs, pool, qrels, "AP", Rules())
    assert without.own.tolist() == [0, -1, 1]
    assert {one.run for one in without.changes()} == {"a1", "b"}
    with_group = leave_out(runs, pool, qrels, "AP", Rules(), groups=GROUPS)
    assert with_group.own.tolist() == [0, 0, 1]
    assert with_group.after.tolist() == without.after.tolist()


def test_documents_that_nobody_contributed_stay_unless_asked_for(runs, qrels):
    pool = gather(runs, depth=1, groups=GROUPS)  # w and x; y: nobody brings u
    kept = leave_out(runs, pool, qrels, "NumNonRelJudgedRet", Rules())
    dropped = leave_out(runs, pool, qrels, "NumNonRelJudgedRet", Rules(), uncontributed="drop")
    assert kept.num_uncontributed == dropped.num_uncontributed == 1
    assert kept.after[:, 1, 0].tolist() == [1, 1]
    assert dropped.after[:, 1, 0].tolist() == [0, 0]


def test_a_document_that_nobody_judged_keeps_its_rank():
    runs = runs_from({"a": {"1": {"n": 2.0, "y": 1.0}}, "b": {"1": {"y": 1.0}}})
    without = leave_out(runs, gather(runs), qrels_from({"1": {"y": 1}}), ["AP"], Rules())
    assert without.before[:, 0].tolist() == [0.5, 1.0]
    assert without.after[:, :, 0].tolist() == [[0.5, 1.0], [0.5, 1.0]]


def test_a_topic_that_loses_all_its_judgments_is_averaged_as_0():
    runs = runs_from({"a": {"1": {"x": 1}, "2": {"y": 1}}, "b": {"1": {"x": 1}, "2": {"z": 1}}})
    qrels = qrels_from({"1": {"x": 1}, "2": {"y": 1}})
    without = leave_out(runs, gather(runs), qrels, "AP", Rules(), by="run")
    assert without.before[:, 0].tolist() == [1, 0.5]
    assert without.after[0, :, 0].tolist() == [0.5, 0.5]


def test_a_pooled_document_that_nobody_judged_is_not_even_pooled_without_its_group():
    runs = runs_from({"a": {"1": {"x": 2, "y": 1}}, "b": {"1": {"y": 1}}})
    qrels = qrels_from({"1": {"x": -1, "y": 1}})
    without = leave_out(runs, gather(runs), qrels, "infAP", Rules(), by="run")
    # Above y is one document: pooled, its chance of being relevant is taken for 1/2; not pooled, 0.
    assert without.before[0, 0] == pytest.approx(1 / 2 + 1 / 2 * 1 / 2)
    assert without.after[0, 0, 0] == pytest.approx(1 / 2)
    assert without.num_dropped.tolist() == [0, 0]


def test_a_grade_that_only_one_group_found_is_no_grade_in_any_topic_without_it():
    def highest_grade(run):
        return np.full(len(run.topics), float(run.judgments.levels.max()))

    runs = runs_from({"a": {"1": {"x": 1}, "2": {"y": 1}}, "b": {"1": {"x": 1}, "2": {"z": 1}}})
    qrels = qrels_from({"1": {"x": 1}, "2": {"y": 2}})
    family = replace(FAMILIES["P"], name="Highest", function=highest_grade, bounds=(0, 9))
    own = Measure(replace(family, defaults={}, suffix=None), {}, "Highest")
    without = leave_out(runs, gather(runs), qrels, [own], Rules(), by="run")
    assert without.before.ravel().tolist() == [2, 2]
    assert without.after[:, :, 0].tolist() == [[1, 1], [2, 2]]


documents = st.dictionaries(
    st.tuples(st.sampled_from("12"), st.sampled_from("abcdef")), st.integers(0, 4), min_size=1
)
contents = st.lists(documents, min_size=1, max_size=4)
judgments = st.dictionaries(
    st.tuples(st.sampled_from("12"), st.sampled_from("abcdefgh")), st.integers(-1, 3), min_size=1
)
MEASURES = (
    *("AP", "P@2", "RR", "bpref", "nDCG@2", "ERR@2", "infAP", "Judged@2", "Rprec"),
    *("RBP(p=0.5)", "NumRel", "NumRet", "GMAP", "Q", "0.5*AP + 0.5*P@2"),
)


def nested(pairs):
    found = {}
    for (topic, doc), value in pairs.items():
        found.setdefault(topic, {})[doc] = value
    return found


def slow_pool(runs, depth):
    """Each pooled (topic, document) with the runs that brought it."""
    brought = {}
    for name, run in runs.items():
        for topic, docs in run.items():
            in_order = sorted(docs, key=lambda doc: (docs[doc], doc), reverse=True)
            for doc in in_order[:depth]:
                brought.setdefault((topic, doc), set()).add(name)
    return brought


@st.composite
def collections(draw):
    runs = {f"run{number}": nested(docs) for number, docs in enumerate(draw(contents))}
    qrels = draw(judgments)
    topics = {topic for topic, _ in qrels}
    assume(all(topics & set(run) for run in runs.values()))
    groups = {name: draw(st.sampled_from("gh")) for name in runs}
    depth = draw(st.integers(1, 4))
    brought = slow_pool(runs, depth)
    assume(brought.keys() & qrels.keys())
    return runs, qrels, groups, depth, brought


@pytest.mark.long
@given(
    collections(),
    st.sampled_from(["group", "run"]),
    st.sampled_from(["keep", "drop"]),
    st.sampled_from(["judged", "answered"]),
    st.sampled_from(["trec_eval-10", "trec_eval-9"]),
    st.fixed_dictionaries(
        {},
        optional={
            "judged_only": st.just(True),
            "depth": st.integers(1, 3),
            "relevance_level": st.just(2),
        },
    ),
)
def test_leaving_out_equals_scoring_with_rewritten_qrels(
    collection, by, uncontributed, policy, dialect, options
):
    runs, qrels, groups, depth, brought = collection
    pool = gather(runs_from(runs), depth=depth, groups=groups)
    rules = Rules.of(policy, get_dialect(dialect), **options)
    without = leave_out(
        runs_from(runs), pool, qrels_from(nested(qrels)), MEASURES, rules, by=by,
        uncontributed=uncontributed,
    )  # fmt: skip
    same = {"topic_policy": policy, "dialect": dialect, "workers": 1, **options}
    # Values of their own kinds: numbers made at random may look exchanged.
    expected = harness.score(qrels_from(nested(qrels)), runs_from(runs), MEASURES, **same)
    np.testing.assert_array_equal(without.before, expected.summarise())
    of_run = groups if by == "group" else {name: name for name in runs}
    assert without.contributors == tuple(sorted(set(of_run.values())))
    for place, contributor in enumerate(without.contributors):
        left = {}
        for pair, grade in qrels.items():
            who = {of_run[name] for name in brought.get(pair, ())}
            if who != {contributor} and (who or uncontributed == "keep"):
                left[pair] = grade
        lost = qrels.keys() - left.keys()
        mine = [pair for pair in lost if pair in brought]
        assert without.num_dropped[place] == sum(qrels[pair] >= 0 for pair in mine)
        # A topic without judgments would disappear from a file; a judgment that says nothing stays.
        left |= {(topic, "nobody's"): -1 for topic, _ in qrels}
        again = harness.score(qrels_from(nested(left)), runs_from(runs), MEASURES, **same)
        np.testing.assert_array_equal(without.after[place], again.summarise())


@given(collections(), st.integers(1, 2))
def test_uniques_equal_a_slow_count(collection, level):
    runs, qrels, groups, depth, brought = collection
    pool = gather(runs_from(runs), depth=depth, groups=groups)
    found = unique_documents(pool, qrels_from(nested(qrels)), relevance_level=level)
    for of_run, contributions in ((groups, found.groups), ({n: n for n in runs}, found.runs)):
        for one in contributions:
            alone = [p for p, who in brought.items() if {of_run[n] for n in who} == {one.name}]
            grades = [qrels.get(pair, -1) for pair in alone]
            assert one.num_unique == len(alone)
            assert one.num_judged == sum(grade >= 0 for grade in grades)
            assert one.num_relevant == sum(grade >= level for grade in grades)
        assert {one.name for one in contributions} == set(of_run.values())


# ---- leaderboards

values = st.lists(st.integers(0, 4).map(lambda tenths: tenths / 10), min_size=2, max_size=12)


@given(values, st.randoms(use_true_random=False))
def test_tau_equals_counting_pairs(a, random):
    b = random.choices(a, k=len(a))
    signs = [
        (np.sign(a[i] - a[j]), np.sign(b[i] - b[j])) for i, j in combinations(range(len(a)), 2)
    ]
    agreement = sum(x * y for x, y in signs)
    untied = sum(x != 0 for x, _ in signs) * sum(y != 0 for _, y in signs)
    tau = leaderboard_tau(np.array(a), np.array(b))
    assert math.isnan(tau) if not untied else tau == pytest.approx(agreement / math.sqrt(untied))


@given(values)
def test_a_rank_is_one_more_than_the_number_of_better_ones(found):
    expected = [1 + sum(other > value for other in found) for value in found]
    assert ranks(np.array(found)).tolist() == expected


def test_equal_means_that_differ_in_their_last_bits_are_tied():
    assert 0.1 + 0.2 != 0.3
    found = np.array([0.1 + 0.2, 0.3, 0.1])
    assert ranks(found).tolist() == [1, 1, 3]
    assert leaderboard_tau(found, np.array([0.3, 0.1 + 0.2, 0.1])) == pytest.approx(1)


def test_one_run_makes_no_ranking():
    assert math.isnan(leaderboard_tau(np.array([1.0]), np.array([1.0])))


def test_two_sets_of_judgments_make_two_leaderboards(runs, qrels):
    other = qrels_from({"1": {"y": 0, "z": 1, "w": 1}})
    compared = compare_leaderboards(runs, qrels, other, "RR", Rules())
    assert compared.a.tolist() == [1, 1, 1]
    assert compared.b.tolist() == [1, 0, 0.5]
    assert compared.rank_a.tolist() == [1, 1, 1]
    assert compared.rank_b.tolist() == [1, 3, 2]
    assert (compared.tied_a, compared.tied_b) == (3, 0)
    assert math.isnan(compared.tau)


def test_the_other_leaderboard_may_be_scored_by_other_rules(runs, qrels):
    compared = compare_leaderboards(runs, qrels, qrels, "AP", Rules(), rules_b=Rules(depth=1))
    assert compared.a.tolist() == pytest.approx([1, 5 / 9, 1 / 3])
    assert compared.b.tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert compared.tied_b == 3


def test_the_share_of_judged_documents_is_counted_within_the_cutoff(runs, qrels):
    found = measure_judged_share(runs, qrels, Rules(), cutoffs=(1, 3))
    assert found.labels == ("Judged@1", "Judged@3")
    assert found.summarise().tolist() == [[1, 1], [1, 1], [1, 1 / 3]]
    of_four = ("Judged@10", "Judged@20", "Judged@50", "Judged@100")
    assert measure_judged_share(runs, qrels, Rules()).labels == of_four


# ---- wrong input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "groups"}, "unknown contributor 'groups' .did you mean group"),
        ({"uncontributed": "kept"}, "'kept' .did you mean keep"),
    ],
)
def test_unknown_ways_are_refused(runs, qrels, options, message):
    with pytest.raises(EvaluationError, match=message):
        leave_out(runs, gather(runs), qrels, "AP", Rules(), **options)


def test_inputs_that_do_not_fit_are_refused(runs, qrels):
    pool = gather(runs)
    other = qrels_from({"1": {"elsewhere": 1}})
    for refused in (
        lambda: leave_out(runs, pool, other, "AP", Rules()),
        lambda: unique_documents(pool, other),
    ):
        with pytest.raises(EvaluationError, match="no judged document was contributed by any"):
            refused()
    with pytest.raises(EvaluationError, match="none of the scored runs belongs to a group"):
        leave_out(runs_from({"c": RUNS["b"]}), pool, qrels, "AP", Rules())
    with pytest.raises(EvaluationError, match="2 runs are called 'b'"):
        leave_out([runs[2], runs[2]], pool, qrels, "AP", Rules())
    with pytest.raises(EvaluationError, match="no runs given"):
        leave_out([], pool, qrels, "AP", Rules())
    with pytest.raises(EvaluationError, match="no topic in common"):
        leave_out(runs_from({"a1": {"9": {"w": 1.0}}}), pool, qrels, "AP", Rules())
    with pytest.raises(EvaluationError, match="relevance_level = 0"):
        unique_documents(pool, qrels, relevance_level=0)


def test_measures_that_rank_nothing_are_refused(runs, qrels):
    with pytest.raises(MeasureError, match="relstring is a text, which has no mean"):
        leave_out(runs, gather(runs), qrels, "relstring", Rules())
    with pytest.raises(MeasureError, match="stands for 2 measures"):
        compare_leaderboards(runs, qrels, qrels, "P.5,10", Rules())


def test_the_module_does_not_load_scipy_before_it_is_needed():
    code = "import sys, harness.pooling.bias; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
