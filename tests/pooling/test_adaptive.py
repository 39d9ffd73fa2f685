"""Adaptive strategies against slow obvious versions, and how `choose` asks them in rounds."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.arrays import generator
from harness.core.errors import EvaluationError
from harness.core.model import Qrels, Run
from harness.pooling import STRATEGIES, Plan, PoolStart, choose, gather
from tests.each import each

ADAPTIVE = sorted(name for name, one in STRATEGIES.items() if one.kind == "adaptive")
DOCS = "abcdefgh"

rankings = st.lists(st.permutations(DOCS).map(lambda docs: docs[:5]), min_size=1, max_size=4)
short = st.lists(st.integers(1, 5), min_size=4, max_size=4)
answers = st.fixed_dictionaries({doc: st.sampled_from([True, False, None]) for doc in DOCS})


def runs_of(lists, topic="1"):
    return [
        Run(
            f"run{number}",
            pl.DataFrame(
                {
                    "topic": [topic] * len(docs),
                    "doc": list(docs),
                    "score": [float(-rank) for rank in range(len(docs))],
                }
            ),
        )
        for number, docs in enumerate(lists)
    ]


def one_topic(lists):
    (topic,) = gather(runs_of(lists))
    return topic


def asked(name, topic, answers, random=None, **parameters):
    """The documents in the order of asking."""
    random = random or generator(1, name, topic.topic)
    codes = STRATEGIES[name].function(topic, random, **parameters)
    found, answer = [], None
    while True:
        try:
            code = codes.send(answer)
        except StopIteration:
            return found
        found.append(topic.docs[code])
        answer = answers.get(topic.docs[code])


def cut(lists, lengths):
    return [docs[:length] for docs, length in zip(lists, lengths, strict=False)]


# Slow versions: everything is worked out anew from the documents asked for so far.


def turn_after(last, order, among):
    """The first of ``among`` after ``last`` in the order, around."""
    start = order.index(last) + 1 if last is not None else 0
    return next(run for run in order[start:] + order[:start] if run in among)


def with_documents(lists, order, before):
    return [run for run in order if set(lists[run]) - set(before)]


def best_left(docs, before):
    return next(doc for doc in docs if doc not in before)


def slow_move_to_front(lists, answers, random):
    order = random.permutation(len(lists)).tolist()
    steps = []  # (run, document)
    while with_documents(lists, order, before := [doc for _, doc in steps]):
        open_runs = with_documents(lists, order, before)
        last = steps[-1][0] if steps else None
        if steps and answers[steps[-1][1]] is True and last in open_runs:
            run = last
        else:
            failures = {
                one: sum(answers[doc] is False for by, doc in steps if by == one)
                for one in open_runs
            }
            fewest = min(failures.values())
            run = turn_after(last, order, [one for one in open_runs if failures[one] == fewest])
        steps.append((run, best_left(lists[run], before)))
    return [doc for _, doc in steps]


def observed(docs, before, answers, rate):
    """Relevant and other judged documents of a run, the older the less."""
    judged = [answers[doc] for doc in before if doc in docs and answers[doc] is not None]
    weights = [Fraction(rate) ** age for age in reversed(range(len(judged)))]
    relevant = sum((w for w, answer in zip(weights, judged, strict=True) if answer), Fraction(0))
    return relevant, sum(weights, Fraction(0)) - relevant


def slow_bandit(lists, answers, random, rate, promise):
    order = random.permutation(len(lists)).tolist()
    before, last = [], None
    while open_runs := with_documents(lists, order, before):
        promised = {
            run: promise(*observed(lists[run], before, answers, rate), random) for run in order
        }
        highest = max(promised[run] for run in open_runs)
        last = turn_after(last, order, [run for run in open_runs if promised[run] == highest])
        before.append(best_left(lists[last], before))
    return before


def mean(relevant, other, random):
    return (1 + relevant) / (2 + relevant + other)


def draw(relevant, other, random):
    return random.beta(float(1 + relevant), float(1 + other))


@given(rankings, short, answers)
def test_move_to_front_is_its_slow_version(lists, lengths, answers):
    lists = cut(lists, lengths)
    ours = asked("move-to-front", one_topic(lists), answers, generator(3))
    assert ours == slow_move_to_front(lists, answers, generator(3))


@pytest.mark.parametrize(
    ("name", "promise"),
    [("maxmean", mean), ("maxmean-ns", mean), ("thompson", draw), ("thompson-ns", draw)],
)
@given(rankings, short, answers, st.sampled_from([0.0, 0.5, 1.0]))
def test_bandits_are_their_slow_versions(name, promise, lists, lengths, answers, rate):
    lists = cut(lists, lengths)
    parameters = {"rate": rate} if name.endswith("-ns") else {}
    ours = asked(name, one_topic(lists), answers, generator(3), **parameters)
    rate = parameters.get("rate", 1.0)
    assert ours == slow_bandit(lists, answers, generator(3), rate, promise)


@pytest.mark.parametrize("name", ["maxmean", "thompson"])
@given(rankings, answers)
def test_a_bandit_that_forgets_nothing_is_the_stationary_one(name, lists, answers):
    topic = one_topic(lists)
    forgetting = asked(f"{name}-ns", topic, answers, generator(3), rate=1.0)
    assert forgetting == asked(name, topic, answers, generator(3))


def hedge_losses(lists, size, doc):
    """The loss of each run if the document is not relevant, by the definition."""
    for docs in lists:
        losses = [0.5 * math.log(size / rank) for rank in range(1, size + 1)]
        absent = losses[len(docs) :]
        yield losses[docs.index(doc)] if doc in docs else math.fsum(absent) / len(absent)


@given(rankings, short, answers, st.sampled_from([0.1, 0.5, 0.9]))
def test_hedge_always_takes_a_document_of_the_highest_weighted_loss(lists, lengths, answers, beta):
    lists = cut(lists, lengths)
    topic = one_topic(lists)
    size = len(topic.docs)
    loss = {doc: list(hedge_losses(lists, size, doc)) for doc in topic.docs}
    total = [0.0] * len(lists)
    order = asked("hedge", topic, answers, beta=beta)
    for place, doc in enumerate(order):
        weights = [beta**one for one in total]
        values = {
            other: math.fsum(map(math.prod, zip(weights, loss[other], strict=True)))
            / math.fsum(weights)
            for other in order[place:]
        }
        assert values[doc] >= max(values.values()) - 1e-12
        if answers[doc] is not None:
            sign = -1 if answers[doc] else 1
            total = [one + sign * more for one, more in zip(total, loss[doc], strict=True)]


def test_hedge_breaks_ties_by_best_rank_then_by_document():
    # Without judgments a document's value is the sum of its losses: a, c and e are alike.
    assert asked("hedge", one_topic(["ed", "cb", "af"]), {}) == ["a", "c", "e", "b", "d", "f"]
    # ln D - ½ ln(product of the ranks), which is 4 for a (2, 2) and b (1, 4) and 3 for c (3, 1).
    assert asked("hedge", one_topic(["bacd", "cadb"]), {}) == ["c", "b", "a", "d"]


@pytest.mark.parametrize("beta", [0.1, 1e-200])
def test_hedge_tells_weights_apart_that_are_far_below_the_largest(beta):
    # After 40 relevant documents of run0 the others weigh nothing beside it. When it ends they
    # still count: run1 brought 20 of them, after a document that is not relevant, run2 none.
    first = [f"r{number:02}" for number in range(40)]
    others = [f"a{number:02}" for number in range(90)]
    topic = one_topic([first, ["bad", *first[:20], "z1", "z2"], others])
    order = asked("hedge", topic, {**dict.fromkeys(first, True), "bad": False}, beta=beta)
    assert order == [*first, "bad", "z1", "z2", *others]


@pytest.mark.parametrize("name", ADAPTIVE)
@given(rankings, short, answers, st.integers(0, 3))
def test_every_candidate_is_asked_for_exactly_once(name, lists, lengths, answers, seed):
    topic = one_topic(cut(lists, lengths))
    order = asked(name, topic, answers, generator(seed))
    assert sorted(order) == list(topic.docs)
    assert order == asked(name, topic, answers, generator(seed))


@each(ADAPTIVE)
def test_runs_that_do_not_answer_a_topic_do_no_harm(name):
    runs = [*runs_of(["abc", "bd"]), Run("late", runs_of(["xyz"], topic="2")[0].frame)]
    one, two = gather(runs)
    assert sorted(asked(name, one, {"a": True, "b": False})) == ["a", "b", "c", "d"]
    assert sorted(asked(name, two, {"x": True})) == ["x", "y", "z"]


@pytest.mark.parametrize("name", [name for name in ADAPTIVE if not name.startswith("thompson")])
def test_a_first_batch_is_spread_evenly_over_the_runs(name):
    # No document is in two runs: the first letter says which run brings it.
    lists = [[f"{run}{rank}" for rank in range(3)] for run in "abcdefghijkl"]
    order = asked(name, one_topic(lists), {})
    for start in (0, 12, 24):
        assert {doc[0] for doc in order[start : start + 12]} == set("abcdefghijkl")


@pytest.mark.parametrize("name", ["thompson", "thompson-ns"])
def test_a_first_batch_of_thompson_sampling_is_spread_by_chance(name):
    lists = [[f"{run}{rank:02}" for rank in range(30)] for run in "abcdefghijkl"]
    order = asked(name, one_topic(lists), {})
    counts = np.unique([doc[0] for doc in order[:120]], return_counts=True)[1]
    # Each of 12 runs has its turn with a chance of 1/12: 10 of 120, with a deviation of 3.
    assert len(counts) == 12
    assert counts.max() < 22


def test_runs_take_their_first_turn_in_another_order_in_each_topic():
    runs = [
        Run(one.name, pl.concat([one.frame.with_columns(topic=pl.lit(topic)) for topic in "12345"]))
        for one in runs_of([["a"], ["b"], ["c"], ["d"]])
    ]
    firsts = [asked("maxmean", topic, {})[0] for topic in gather(runs)]
    assert len(set(firsts)) > 1


def test_maxmean_observes_every_run_that_brings_a_document():
    # x is relevant and in run0 and run1; run2 has only seen y fail. By the run alone that x was
    # taken from, the other of the two would still be equal to an unseen run.
    lists = [["x", "p", "q"], ["x", "r", "s"], ["y", "t", "u"], ["v", "w"]]
    answers = {doc: doc in "xprqs" for doc in "xpqrstuvwy"}
    order = asked("maxmean", one_topic(lists), answers)
    place = {doc: order.index(doc) for doc in order}
    assert max(place[doc] for doc in "prqs") < place["w"]


def test_the_only_parameters_are_rate_and_beta_and_have_limits():
    for name in ADAPTIVE:
        parameters = {"hedge": {"beta"}}.get(name, {"rate"} if name.endswith("-ns") else set())
        assert set(STRATEGIES[name].defaults) == parameters
    with pytest.raises(EvaluationError, match=r"rate = 1.5 is not allowed .* at most 1"):
        Plan.of("maxmean-ns", {"rate": 1.5}, budget=10)
    for beta in (0, 1):
        with pytest.raises(EvaluationError, match="above 0 and below 1"):
            Plan.of("hedge", {"beta": beta}, budget=10)


# In rounds: choose() replays a strategy on what is judged and takes what nobody was given.


def qrels(grades, topic="1"):
    rows = [(topic, doc, grade) for doc, grade in sorted(grades.items())]
    schema = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    return Qrels(pl.DataFrame(rows, schema=schema, orient="row"))


grades = st.fixed_dictionaries({doc: st.integers(0, 2) for doc in DOCS})

#: Each example makes many pools.
few = settings(max_examples=5)


@pytest.mark.parametrize("name", ADAPTIVE)
@few
@given(rankings, grades)
def test_one_document_at_a_time_is_the_sequential_order(name, lists, grades):
    candidates = gather(runs_of(lists))
    (topic,) = candidates
    plan = Plan.of(name, budget=len(DOCS), batch=1, relevance_level=2)
    judged, order = {}, []
    while len(pool := choose(candidates, plan, before=qrels(judged))):
        (doc,) = pool.frame["doc"]
        judged[doc] = grades[doc]
        order.append(doc)
    assert order == asked(name, topic, {doc: grade >= 2 for doc, grade in grades.items()})


@pytest.mark.parametrize("name", ADAPTIVE)
@few
@given(rankings, grades, st.integers(1, 4))
def test_rounds_end_with_the_budget_and_repeat_nothing(name, lists, grades, at_once):
    candidates = gather(runs_of(lists))
    plan = Plan.of(name, budget=6, batch=at_once)
    judged, pool, sizes = {}, None, []
    while True:
        kept = Plan.of(name, budget=6, batch=at_once, earlier="keep")
        subtracted = choose(candidates, plan, before=PoolStart(qrels(judged), pool))
        pool = choose(candidates, kept, before=PoolStart(qrels(judged), pool))
        assert pool.to_judge.equals(subtracted.frame)
        docs = subtracted.frame["doc"].to_list()
        if not docs:
            break
        assert not judged.keys() & set(docs)
        judged |= {doc: grades[doc] for doc in docs}
        sizes.append(len(docs))
    number = min(6, candidates.union.height)
    full, rest = divmod(number, at_once)
    assert sizes == [at_once] * full + [rest] * (rest > 0)
    assert pool.frame["doc"].to_list() == sorted(judged)
    batches = pool.frame["batch"].value_counts().sort("batch").rows()
    assert batches == list(enumerate(sizes, start=1))


@few
@given(rankings, grades)
def test_a_strategy_learns_from_what_was_judged_before(lists, grades):
    candidates = gather(runs_of(lists))
    (topic,) = candidates
    known = {doc: grades[doc] for doc in "abc"}
    answers = {doc: grade >= 1 for doc, grade in known.items()}
    order = [doc for doc in asked("maxmean", topic, answers) if doc not in known]
    residual = choose(candidates, Plan.of("maxmean", budget=9, batch=2), before=qrels(known))
    assert residual.frame["doc"].to_list() == sorted(order[:2])


def test_a_document_pooled_but_not_judged_is_not_asked_for_again_and_teaches_nothing():
    candidates = gather(runs_of(["abc", "def"]))
    plan = Plan.of("move-to-front", budget=6, batch=2)
    first = choose(candidates, plan)
    assert first.frame["doc"].to_list() == ["a", "d"]
    again = choose(candidates, plan, before=first)
    assert again.frame["doc"].to_list() == ["b", "e"]
    told = choose(candidates, plan, before=PoolStart(qrels({"a": 1}), first))
    assert told.frame["doc"].to_list() == ["b", "c"]
