"""trec_eval's measures to the last bit: every value is equal as a double, not as four decimals."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest
import pytrec_eval

import harness
from harness.core.batch import Judgments
from harness.core.dialects import DIALECTS, get_dialect
from harness.core.judged_run import PADDING, JudgedRun
from harness.measures import Ratio, parse_measures
from harness.measures.summaries import mean
from harness.measures.trec_names import find_trec_name
from tests.each import each
from tests.measures.drawn import of_documents
from tests.measures.trec_eval_arithmetic import EXACT, OF_SETS, SIZE, Ranking, left_to_right

#: Printed only in the summary, or a text: they have tests of their own.
NOT_BY_TOPIC = {"num_q", "gm_map", "gm_bpref", "relstring"}


def values_of(name: str, run: JudgedRun, level: int = 1) -> list[float]:
    (measure,) = (one for one in parse_measures([name]) if one.label == name)
    result = measure.with_default("rel", level).evaluate(run)
    return np.asarray(result.value if isinstance(result, Ratio) else result).tolist()


def test_every_measure_of_trec_eval_is_compared():
    names = {trec.name for family in of_documents() for trec in family.trec_names} - NOT_BY_TOPIC
    assert names == {find_trec_name(name).name for name in EXACT}


def sweep(largest: int) -> tuple[JudgedRun, list[Ranking]]:
    """All (retrieved, relevant, found) up to a number, the relevant documents first."""
    cases = [
        (retrieved, relevant, found)
        for retrieved in range(1, largest + 1)
        for relevant in range(largest + 1)
        for found in range(min(retrieved, relevant) + 1)
    ]
    shape = np.array(cases)
    ranks = np.arange(largest)
    grades = np.where(ranks < shape[:, 2:3], 1, 0)
    grades = np.where(ranks < shape[:, 0:1], grades, PADDING).astype(np.int32)
    topics = tuple(str(case) for case in cases)
    counts = np.stack([shape[:, 0] - shape[:, 2], shape[:, 1]], axis=1)
    known = Judgments(topics, np.array([0, 1]), counts, np.zeros(len(cases), dtype=np.int64))
    run = JudgedRun(grades, shape[:, 0], known)
    rows = [Ranking([1] * f + [0] * (n - f), {0: n - f, 1: r}) for n, r, f in cases]
    return run, rows


@pytest.mark.slow
def test_set_measures_are_equal_for_all_counts():
    run, rows = sweep(44)
    assert len(rows) > 30_000
    for name in EXACT:
        if name.startswith(OF_SETS) and "0.01" not in name:
            expected = [EXACT[name](row) for row in rows]
            got = values_of(name, run)
            compared = zip(run.topics, expected, got, strict=True)
            wrong = [(case, e, g) for case, e, g in compared if e != g]
            assert not wrong[:3], name


def test_f_on_a_tie_of_the_fourth_decimal():
    run = JudgedRun.of([1] + [0] * 19, judged=[{1: 44}])
    assert f"{values_of('set_F', run)[0]:6.4f}" == "0.0313"  # 2 · 1 / (44 + 20) is 0.03125


def random_topics(seed: int, count: int, level: int, version: int) -> list[Ranking]:
    draw = random.Random(seed)
    topics = []
    for _ in range(count):
        highest = draw.choice((1, 1, 2, 3, 5))
        judged = [draw.randint(0, highest) for _ in range(draw.randint(0, 60))]
        kept = judged[: draw.randint(0, len(judged))]
        grades = [*kept, *draw.choices((-1, -2), k=draw.randint(0, 40))]
        draw.shuffle(grades)
        counts = {grade: judged.count(grade) for grade in sorted(set(judged))}
        topics.append(Ranking(grades, counts, level, version))
    return topics


@cache
def random_runs(utility: bool) -> list[tuple[int, list[Ranking], JudgedRun]]:
    """Relevance level, topics and what measures are given, for both versions and two levels."""
    made = []
    for level, version in product((1, 2), (9, 10)):
        rows = random_topics(7 * level + version, 400, level, version)
        run = JudgedRun.of(
            *(row.grades for row in rows),
            judged=[row.judged for row in rows],
            collection_size=0 if utility else SIZE,
            dialect=get_dialect(f"trec_eval-{version}"),
        )
        made.append((level, rows, run))
    return made


@each(EXACT)
def test_every_value_and_mean_is_equal_to_the_last_bit(name):
    for level, rows, run in random_runs(name == "utility"):
        expected = [EXACT[name](row) for row in rows]
        got = values_of(name, run, level)
        wrong = [(row, e, g) for row, e, g in zip(rows, expected, got, strict=True) if e != g]
        assert not wrong[:2], f"{len(wrong)} of {len(rows)} of {run.dialect.name}, level {level}"
        assert float(mean(np.array(got))) == left_to_right(expected)


#: pytrec_eval returns sums of logarithms for these, and no texts.
NOT_RETURNED = {"runid", "num_q", "relstring", "gm_map", "gm_bpref"}
PARAMETERS = {"P.3,7", "ndcg_cut.2,9", "set_F.2", "iprec_at_recall.0.25,.75", "success.1,3"}


def random_collection(seed: int) -> tuple[dict, dict]:
    """Topics of which some are not answered, or not judged; scores that only doubles tell apart."""
    draw = random.Random(seed)
    run, qrels = {"odd": {"d1": 1.0}}, {"odder": {"d1": 1}}
    odd = (-1e6, 0.1, 0.1 + 1e-9, 1e-40, 0.0)
    for number in range(draw.randint(1, 8)):
        docs = [f"d{place}" for place in range(draw.randint(1, 120))]
        highest = draw.choice((1, 1, 2, 4))
        judged = draw.sample(docs, draw.randint(1, len(docs)))
        # pytrec_eval crashes on a topic whose documents all have negative grades.
        qrels[str(number)] = {doc: draw.randint(-2, highest) for doc in judged} | {"judged": 0}
        retrieved = draw.sample(docs, draw.randint(1, len(docs)))
        run[str(number)] = {
            doc: draw.choice(odd) if draw.random() < 0.1 else float(draw.randint(0, 500))
            for doc in retrieved
        }
    return run, qrels


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize(
    ("names", "least"), [(None, 20_000), (PARAMETERS, 2_000)], ids=["all", "parameters"]
)
@pytest.mark.filterwarnings("ignore:.*NONE of its:UserWarning")
def test_every_value_is_equal_to_pytrec_evals_as_a_double(level, names, least):
    if names is None:
        known = {name.split(".")[0] for name in pytrec_eval.supported_measures}
        names = known - NOT_RETURNED - DIALECTS["trec_eval-9"].lacks
    rules = {"dialect": "trec_eval-9", "relevance_level": level, "topic_policy": "answered"}
    compared, wrong = 0, []
    for seed in range(60):
        run, qrels = random_collection(1000 * level + seed)
        theirs = pytrec_eval.RelevanceEvaluator(qrels, names, relevance_level=level)
        expected = theirs.evaluate(run)
        scores = harness.score(qrels, {"run": run}, sorted(names), **rules)
        ours = {label: scores.per_topic(label)["run"].to_dict() for label in scores.labels}
        assert set(scores.topics) == set(expected)
        for topic, values in expected.items():
            for label, value in values.items():
                compared += 1
                # It leaves the parameter of F out of the name.
                mine = ours[label if label in ours else "set_F_2"][topic]
                if mine != value:
                    wrong.append((seed, topic, label, mine, value))
    assert not wrong[:3], (len(wrong), sorted({label for _, _, label, _, _ in wrong}))
    assert compared > least
