"""Sums over ranks by a model's grades, corrected by people's: every sample, a slow way, real pools."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import MeasureError
from harness.core.judged_run import JudgedRun
from harness.core.sampled_run import JudgedSample, SampledRun
from harness.measures import Ratio, corrected, parse_measure
from scripts.calibration import models
from tests.each import each
from tests.nightly import now

#: Two topics of two strata each: from each stratum two documents are drawn.
STRATA = ([0, 0, 0, 1, 1, 1, 1], [2, 2, 2, 2, 3, 3])
GRADES = ([2, 0, 1, 0, 1, 0, 0], [1, 0, 1, 0, 2, 0])
MODEL = ([1, 0, 1, 1, 1, 0, -1], [1, 1, 0, 0, 1, 0])
RANKS = ([1, 2, 5, 3, 4, np.inf, 6], [2, 1, 3, np.inf, 4, 5])


def sample_of(strata, grades, model, drawn) -> JudgedSample:
    """The sample of topics with so many strata, from which these documents were drawn."""
    topic = np.repeat(np.arange(len(strata)), [len(each) for each in strata])
    group, drawn = np.concatenate(strata), np.concatenate(drawn)
    share = np.bincount(group, weights=drawn) / np.bincount(group)
    known = np.where(drawn, np.concatenate(grades), -1)
    names = tuple(map(str, range(len(strata))))
    return JudgedSample(names, topic, group, share[group], known, model=np.concatenate(model))


def run_of(sample, ranks) -> SampledRun:
    return SampledRun(sample, np.concatenate(ranks).astype(float), np.full(len(ranks), 9))


def draws_of(strata):
    """All ways to draw two documents from each stratum."""
    strata = np.array(strata)
    pairs = [list(combinations(np.flatnonzero(strata == it), 2)) for it in np.unique(strata)]
    for chosen in product(*pairs):
        drawn = np.zeros(len(strata), dtype=bool)
        drawn[list(sum(chosen, ()))] = True
        yield drawn


MEASURES = {
    "P@4": lambda run: corrected.corrected_precision(run, cutoff=4),
    "DCG@5": lambda run: corrected.corrected_dcg(run, cutoff=5),
    'DCG(dcg="exp-log2")': lambda run: corrected.corrected_dcg(run, dcg="exp-log2"),
    "RBP(p=0.5, rel=1)": lambda run: corrected.corrected_rbp(run, p=0.5),
}


@pytest.mark.parametrize("name", MEASURES)
def test_over_all_samples_every_topic_has_the_true_mean(name):
    whole = [np.ones(len(strata), dtype=bool) for strata in STRATA]
    truth = MEASURES[name](run_of(sample_of(STRATA, GRADES, MODEL, whole), RANKS)).value
    values = [
        MEASURES[name](run_of(sample_of(STRATA, GRADES, MODEL, drawn), RANKS)).value
        for drawn in product(*map(draws_of, STRATA))
    ]
    assert len(values) == 18 * 6
    assert np.mean(values, axis=0) == pytest.approx(truth, abs=1e-12)
    assert np.std(values, axis=0).min() > 0.01


@given(st.data())
def test_when_everything_was_drawn_it_is_the_measure_whatever_the_model_says(data):
    grades = data.draw(st.lists(st.integers(0, 2), min_size=1, max_size=8))
    model = data.draw(st.lists(st.integers(-1, 2), min_size=len(grades), max_size=len(grades)))
    twice = (grades, grades)
    strata = ([0] * len(grades), [1] * len(grades))
    drawn = np.ones(len(grades), dtype=bool)
    ranks = np.arange(1, len(grades) + 1)
    run = run_of(sample_of(strata, twice, (model, model), (drawn, drawn)), (ranks, ranks))
    judged = JudgedRun.of(grades, judged=[{grade: grades.count(grade) for grade in set(grades)}])
    for name, of in MEASURES.items():
        result = parse_measure(name).evaluate(judged)
        wanted = result.value if isinstance(result, Ratio) else result
        found = of(run)
        assert found.value == pytest.approx([float(wanted[0])] * 2, abs=1e-12)
        assert not run.sample.deviations(found.influence).any()


def covariance(topic: dict, first: np.ndarray, second: np.ndarray) -> float:
    """The textbook's, of two totals from a simple random sample of each stratum of a topic."""
    total = 0.0
    for stratum in set(topic["strata"]):
        members = [i for i, it in enumerate(topic["strata"]) if it == stratum]
        drawn = [i for i in members if topic["drawn"][i]]
        size, number = len(members), len(drawn)
        spread = np.cov(first[drawn], second[drawn])[0, 1]
        total += size**2 * (1 - number / size) * spread / number
    return total


def slow(topics: list[dict], weight_of, gain_of) -> list[float]:
    """The difference estimate of each topic, document by document."""
    for topic in topics:
        topic["weight"] = np.array([weight_of(rank) for rank in topic["ranks"]])
        topic["y"] = topic["weight"] * [gain_of(grade) for grade in topic["grades"]]
        topic["f"] = topic["weight"] * [gain_of(max(grade, 0)) for grade in topic["model"]]
    values = []
    for topic in topics:
        others = [other for other in topics if other is not topic]

        def variance(beta, use, others=others):
            parts = [other["y"] - beta * other["weight"] - use * other["f"] for other in others]
            pairs = zip(others, parts, strict=True)
            return sum(covariance(other, part, part) for other, part in pairs)

        def best(use, others=others):
            over = sum(covariance(o, o["y"] - use * o["f"], o["weight"]) for o in others)
            under = sum(covariance(o, o["weight"], o["weight"]) for o in others)
            return over / under if under > 1e-12 else 0.0

        # The least variance along the line of best β is a parabola in λ: three points tell it.
        at = [variance(best(use), use) for use in (0.0, 0.5, 1.0)]
        curve = 2 * (at[0] - 2 * at[1] + at[2])
        slope = 4 * at[1] - 3 * at[0] - at[2]
        use = float(np.clip(-slope / (2 * curve), 0, 1)) if curve > 1e-9 * at[0] else 0.0
        beta = best(use)
        value = 0.0
        for i, stratum in enumerate(topic["strata"]):
            predicted = beta * topic["weight"][i] + use * topic["f"][i]
            value += predicted
            if topic["drawn"][i]:
                members = [j for j, it in enumerate(topic["strata"]) if it == stratum]
                share = sum(topic["drawn"][j] for j in members) / len(members)
                value += (topic["y"][i] - predicted) / share
        values.append(value)
    return values


def invented(seed: int) -> list[dict]:
    """A few topics of two strata with random grades, ranks and a model that is right at times."""
    random = np.random.default_rng(seed)
    topics = []
    for number in range(int(random.integers(2, 6))):
        size = int(random.integers(8, 14))
        strata = np.array([2 * number] * (size // 2) + [2 * number + 1] * (size - size // 2))
        drawn = np.zeros(size, dtype=bool)
        for stratum in np.unique(strata):
            members = np.flatnonzero(strata == stratum)
            drawn[random.choice(members, int(random.integers(2, len(members))), False)] = True
        grades = random.integers(0, 3, size)
        model = np.where(random.random(size) < 0.6, grades, random.integers(-1, 3, size))
        ranks = np.where(random.random(size) < 0.9, random.permutation(size) + 1.0, np.inf)
        topics.append(
            {"strata": strata, "drawn": drawn, "grades": grades, "model": model, "ranks": ranks}
        )
    return topics


@each(range(12))
def test_it_is_what_the_slow_way_gives(seed):
    topics = invented(seed)
    columns = [[topic[name] for topic in topics] for name in ("strata", "grades", "model", "drawn")]
    run = run_of(sample_of(*columns), [topic["ranks"] for topic in topics])
    ways = {
        "P@4": (lambda rank: (rank <= 4) / 4, lambda grade: float(grade >= 1)),
        "DCG@5": (lambda rank: (rank <= 5) / np.log2(1 + min(rank, 99)), float),
        'DCG(dcg="exp-log2")': (
            lambda rank: np.isfinite(rank) / np.log2(1 + min(rank, 99)),
            lambda grade: 2.0**grade - 1,
        ),
        "RBP(p=0.5, rel=1)": (lambda rank: 0.5 * 0.5 ** (rank - 1), lambda grade: grade >= 1.0),
    }
    for name, (weight_of, gain_of) in ways.items():
        assert MEASURES[name](run).value == pytest.approx(slow(topics, weight_of, gain_of)), name


def test_a_model_that_is_right_leaves_no_error_and_one_that_is_always_wrong_no_use():
    topics = invented(3)
    grades = [topic["grades"] for topic in topics]
    columns = [[topic[name] for topic in topics] for name in ("strata", "drawn")]
    ranks = [topic["ranks"] for topic in topics]

    def judged_by(model):
        found = run_of(sample_of(columns[0], grades, model, columns[1]), ranks)
        return found.sample, corrected.corrected_precision(found, cutoff=5)

    sample, right = judged_by(grades)
    assert sample.deviations(right.influence) == pytest.approx(0, abs=1e-12)
    wrong = [(each < 1).astype(int) for each in grades]
    nothing = [np.zeros(len(each), dtype=int) for each in grades]
    assert judged_by(wrong)[1].value == pytest.approx(judged_by(nothing)[1].value)


@pytest.mark.parametrize("name", ["ppiAP", "ppinDCG@10", "ppiR@5"])
def test_ratios_over_what_is_not_known_are_refused_with_the_reason(name):
    with pytest.raises(MeasureError, match=r"divides by .*ppiP, ppiDCG and ppiRBP"):
        parse_measure(name)


def test_without_a_model_there_is_nothing_to_correct():
    run = SampledRun.of((1, 1, 1), (0, 0.5, 2), length=2)
    with pytest.raises(MeasureError, match="needs the grades of a model"):
        corrected.corrected_precision(run)


@pytest.fixture(scope="module")
def pools(shared):
    return models.trec8_pools(shared / "data/trec8")


@pytest.mark.parametrize("model", now(["biased"], ["good", "useless", "biased"]))
def test_intervals_cover_and_are_never_much_wider_than_of_people_alone(pools, model):
    """The short form of docs/calibration.md: a tenth of the pools of TREC-8, drawn 80 times."""
    known = models.behaviour(pools, model, 0.1, 80, ["DCG@20"])["DCG@20"]
    assert 0.91 < known.covered < 0.985
    assert 0.92 < known.differences_covered < 0.98
    assert max(known.width, known.differences_width) < 1.05
    assert known.bias < 4 * 80**-0.5
    if model == "good":
        assert known.usual_width < 0.75
