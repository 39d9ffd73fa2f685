"""Components of runs: which factors there are, which designs fit, and what is shown of them."""

import re

import numpy as np
import pytest

import harness
from harness.comparison import Options, ScoreTable
from harness.comparison.components import estimate_components
from harness.core.errors import EvaluationError
from harness.stats import anova
from tests.each import each

RUNS = {
    f"{stemmer}-{model}": {"stemmer": stemmer, "model": model, "group": "x", "index": ""}
    for stemmer in ("none", "porter")
    for model in ("bm25", "ql", "dfr")
}


def table(seed=1, topics=8, measure="AP", runs=tuple(RUNS)):
    random = np.random.default_rng(seed)
    values = random.uniform(0.1, 0.4, (topics, 1)) + random.normal(0, 0.03, (topics, len(runs)))
    values += [0.1 * run.startswith("porter") for run in runs]
    return ScoreTable(measure, runs, tuple(f"T{i}" for i in range(topics)), np.clip(values, 0, 1))


def test_the_order_of_runs_changes_nothing():
    first = table()
    turned = first.only(first.runs[::-1])
    found, other = (estimate_components([t], RUNS, ["model", "stemmer"]) for t in (first, turned))
    for term, effect in found.anova.effects.items():
        assert other.anova.effects[term].f == pytest.approx(effect.f)
    assert found.boards["model"].runs == other.boards["model"].runs


def test_the_residual_is_that_of_runs_and_topics():
    of_runs = anova(table().compared)
    found = estimate_components([table()], RUNS, ["model", "stemmer"]).anova
    assert found.residual == pytest.approx(of_runs.residual)
    assert found.degrees_of_freedom == of_runs.degrees_of_freedom
    explained = sum(
        effect.sum_of_squares for term, effect in found.effects.items() if term != ("topic",)
    )
    assert explained == pytest.approx(of_runs.systems.sum_of_squares)


def test_two_levels_with_all_else_alike_are_compared_by_the_paired_t_of_their_means():
    first = table()
    found = estimate_components([first], RUNS, ["stemmer"])
    columns = [
        [i for i, run in enumerate(first.runs) if run.startswith(s)] for s in ("porter", "none")
    ]
    differences = np.subtract(*(first.values[:, own].mean(axis=1) for own in columns))
    t = harness.stats.paired_t(differences)
    assert found.anova.own["stemmer",].f == pytest.approx(float(t.statistic) ** 2)
    assert found.anova.own["stemmer",].p == pytest.approx(float(t.p))
    assert found.boards["stemmer"].p[0, 1] == pytest.approx(float(t.p))


def test_less_is_better_turns_the_levels_and_no_effect():
    worse = ScoreTable("FNR", tuple(RUNS), table().topics, 1 - table().values)
    found, turned = (estimate_components([t], RUNS, ["stemmer"]) for t in (table(), worse))
    assert found.boards["stemmer"].runs == turned.boards["stemmer"].runs == ("porter", "none")
    assert turned.anova.own["stemmer",].f == pytest.approx(found.anova.own["stemmer",].f)


def test_geometric_means_of_levels_are_those_of_their_runs():
    first = table(measure="GMAP")
    board = estimate_components([first], RUNS, ["stemmer"]).boards["stemmer"]
    porter = first.values[:, [i for i, run in enumerate(first.runs) if run.startswith("porter")]]
    assert board.means.estimate[0] == pytest.approx(np.exp(np.log(porter).mean()))


@each(
    [
        ([], "no factor is named"),
        (["stemer"], "unknown attribute of runs 'stemer' .did you mean stemmer"),
        (["topic"], "'topic' cannot be a factor"),
        (["model", "model"], "the factor 'model' is named twice"),
        (["group"], "all runs have the group 'x'"),
        (["index"], "runs have no 'index': none-bm25"),
    ],
    "factors",
    "message",
)
def test_factors_are_checked(factors, message):
    with pytest.raises(EvaluationError, match=message):
        estimate_components([table()], RUNS, factors)


@pytest.mark.parametrize(
    ("runs", "lacking", "ways"),
    [
        (list(RUNS)[:5], "porter × dfr", ["model is dfr"]),
        (list(RUNS)[:4], "porter × ql, porter × dfr", []),
        ([*RUNS, "more-dfr"], "none × bm25, none × ql, porter × bm25", ["model is dfr"]),
    ],
)
def test_some_combinations_alone_are_refused_with_what_would_balance_them(runs, lacking, ways):
    attributes = {**RUNS, "more-dfr": RUNS["none-dfr"]}
    with pytest.raises(EvaluationError) as refused:
        estimate_components([table(runs=tuple(runs))], attributes, ["stemmer", "model"])
    assert f"have {lacking}" in str(refused.value)
    assert "not calibrated: add runs of these" in str(refused.value)
    assert re.findall(r"leave out the runs whose ([^,)]*)", str(refused.value)) == ways


def test_what_is_advised_for_some_combinations_balances_them():
    kept = table(runs=tuple(run for run in RUNS if "dfr" not in run))
    assert estimate_components([kept], RUNS, ["stemmer", "model"]).anova.effects["model",].p > 0


def test_shards_must_have_the_same_runs_and_topics():
    other = table(seed=2, topics=7)
    with pytest.raises(EvaluationError, match="shard 2 has not the topics of the first: T7"):
        estimate_components([table(), other], RUNS, ["stemmer"])
    found = estimate_components([table(), other], RUNS, ["stemmer"], Options(topics="common"))
    assert found.num_shards == 2
    assert found.table.topics == other.topics
    assert found.anova.num_values == 7 * 2 * 6
    with pytest.raises(EvaluationError, match="shard 2 lacks runs of the first: porter-dfr"):
        estimate_components([table(), table(runs=tuple(RUNS)[:5])], RUNS, ["stemmer"])


def test_attributes_come_with_the_runs_in_python():
    comparison = harness.compare(table_frame(), measures="AP", attributes=RUNS, samples=99)
    assert comparison.components("stemmer").anova.effects["stemmer",].p < 0.001


def table_frame():
    import pandas as pd

    return pd.DataFrame(table().values, index=table().topics, columns=table().runs)
