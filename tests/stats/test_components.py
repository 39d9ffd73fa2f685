"""Analysis of variance of components and mixed models, against R's numbers and statsmodels."""

import itertools
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, stats
from statsmodels.formula.api import mixedlm, ols
from statsmodels.stats.anova import AnovaRM, anova_lm

from harness.core.errors import EvaluationError
from harness.stats.anova import factorial_anova
from harness.stats.mixed import mixed_model

GOLDEN = Path(__file__).resolve().parent.parent / "golden/stats"
STEMMERS, MODELS = ("none", "porter", "krovetz"), ("bm25", "ql")


def world(topics=12, copies=1, shards=1, seed=3):
    """Values [T, S, stemmer, model, N] with effects of everything, and the same as a long frame."""
    random = np.random.default_rng(seed)
    values = random.normal(0, 0.05, (topics, shards, len(STEMMERS), len(MODELS), copies))
    values += random.normal(0.3, 0.1, (topics, 1, 1, 1, 1))
    values += random.normal(0, 0.05, (topics, 1, len(STEMMERS), 1, 1))
    values += np.array([0, 0.04, 0.06])[:, None, None] + np.array([[0.0], [0.02]])
    cells = itertools.product(*map(range, values.shape))
    rows = [
        {
            "block": t,
            "shard": s,
            "stemmer": STEMMERS[i],
            "model": MODELS[j],
            "copy": n,
            "run": (i, j, n),
        }
        for t, s, i, j, n in cells
    ]
    frame = pd.DataFrame(rows).assign(y=values.ravel())
    return values, frame.assign(run=frame["run"].astype(str))


@pytest.mark.parametrize("copies", [1, 2])
def test_effects_are_those_of_a_linear_model(copies):
    values, frame = world(copies=copies)
    known = factorial_anova(values[:, 0], ["stemmer", "model"])
    table = anova_lm(ols("y ~ C(block) + C(stemmer) * C(model)", frame).fit(), typ=1)
    residual = ols("y ~ C(block) + C(run)", frame).fit()
    assert known.residual == pytest.approx(residual.ssr)
    assert known.degrees_of_freedom == residual.df_resid
    assert (("run", "other") in known.effects) == (copies > 1)
    terms = {
        ("topic",): "C(block)",
        ("stemmer",): "C(stemmer)",
        ("model",): "C(model)",
        ("stemmer", "model"): "C(stemmer):C(model)",
    }
    for term, name in terms.items():
        effect, squares, df = known.effects[term], *table.loc[name, ["sum_sq", "df"]]
        f = squares / df / residual.mse_resid
        assert effect.sum_of_squares == pytest.approx(squares, rel=1e-9)
        assert effect.degrees_of_freedom == df
        assert effect.f == pytest.approx(f, rel=1e-9)
        assert effect.p == pytest.approx(stats.f.sf(f, df, residual.df_resid), rel=1e-7)
        assert known.partial_eta_squared(term) == pytest.approx(squares / (squares + residual.ssr))
        above = max(0, df * (f - 1))
        assert known.partial_omega_squared(term) == pytest.approx(above / (above + len(frame)))


def test_own_errors_are_those_of_repeated_measures():
    values, frame = world(copies=2)
    known = factorial_anova(values[:, 0], ["stemmer", "model"])
    table = (
        AnovaRM(frame, "y", "block", within=["stemmer", "model"], aggregate_func="mean")
        .fit()
        .anova_table
    )
    for term, name in (
        (("stemmer",), "stemmer"),
        (("model",), "model"),
        (("stemmer", "model"), "stemmer:model"),
    ):
        assert known.own[term].f == pytest.approx(table.loc[name, "F Value"], rel=1e-9)
        own = known.own[term]
        degrees = (own.epsilon * table.loc[name, "Num DF"], own.epsilon * table.loc[name, "Den DF"])
        assert own.p == pytest.approx(stats.f.sf(own.f, *degrees), rel=1e-7)
    assert known.own["model",].epsilon == pytest.approx(1)  # two levels have one difference


@pytest.mark.parametrize("shape", [(12, 4), (5, 9)])
def test_epsilon_is_that_of_the_covariances_of_orthonormal_contrasts(shape):
    """Greenhouse and Geisser's definition, with Helmert's contrasts by hand."""
    scores = np.random.default_rng(2).normal(size=shape) * np.arange(1, shape[1] + 1)
    k = shape[1]
    contrasts = np.array(
        [[1 / j if c < j else -float(c == j) for c in range(k)] for j in range(1, k)]
    )
    contrasts /= np.linalg.norm(contrasts, axis=1, keepdims=True)
    covariance = contrasts @ np.cov(scores.T) @ contrasts.T
    epsilon = np.trace(covariance) ** 2 / ((k - 1) * (covariance**2).sum())
    found = factorial_anova(scores[..., None], ["model"])
    assert found.own["model",].epsilon == pytest.approx(epsilon, rel=1e-9)


@pytest.fixture
def oats():
    """Yields [block, variety, nitrogen, 1]; tests/golden/stats/README.md says what R prints."""
    frame = pd.read_csv(GOLDEN / "oats.csv")
    return frame.iloc[:, 2:].to_numpy(dtype=float).reshape(6, 3, 4, 1)


def test_yates_oats_are_analysed_as_by_r(oats):
    known = factorial_anova(oats, ["variety", "nitrogen"])
    squares = {term: round(effect.sum_of_squares) for term, effect in known.effects.items()}
    assert squares == {
        ("topic",): 15875,
        ("variety",): 1786,
        ("nitrogen",): 20021,
        ("variety", "nitrogen"): 322,
    }
    assert round(known.residual) == 13982  # 6013 + 7969, the residuals of both strata
    own = known.own["variety",]
    plain = stats.f.sf(
        own.f, own.degrees_of_freedom, known.effects["variety",].degrees_of_freedom * 5
    )
    assert (round(own.f, 3), round(plain, 3)) == (1.485, 0.272)
    assert own.p > plain  # by ε


def test_yates_oats_have_the_variances_of_r(oats):
    """In R's model nitrogen does not vary over blocks, and here its variance is 0."""
    varieties, nitrogen = zip(*itertools.product("VGM", "0246"), strict=True)
    found = mixed_model(oats.reshape(6, 12), {"variety": varieties, "nitrogen": nitrogen})
    deviations = {term: round(size**0.5, 3) for term, size in found.variances.items()}
    assert found.converged
    assert deviations == {
        ("topic",): 14.645,
        ("topic", "variety"): 10.299,
        ("topic", "nitrogen"): 0.0,
        ("residual",): 13.307,
    }
    f = {term: test.chi2 / test.degrees_of_freedom for term, test in found.effects.items()}
    assert {term: round(value, 4) for term, value in f.items()} == {
        ("variety",): 1.4853,
        ("nitrogen",): 37.6857,
        ("variety", "nitrogen"): 0.3028,
    }


def test_interactions_that_are_left_out_are_other_differences_of_runs():
    values, _ = world()
    every = factorial_anova(values[:, 0], ["stemmer", "model"])
    main = factorial_anova(values[:, 0], ["stemmer", "model"], order=1)
    assert main.effects["run", "other"] == every.effects["stemmer", "model"]


def test_shards_tell_the_interaction_of_topics_and_runs_from_the_residual():
    values, frame = world(shards=3)
    known = factorial_anova(values, ["stemmer", "model"], shards=True)
    fit = ols("y ~ (C(block) + C(shard) + C(run)) ** 2", frame).fit()
    assert known.residual == pytest.approx(fit.ssr)
    assert known.degrees_of_freedom == fit.df_resid
    runs = frame.groupby(["block", "run"])["y"].mean().unstack().to_numpy()
    of_runs, of_topics = runs - runs.mean(0), runs.mean(1) - runs.mean()
    interaction = 3 * ((of_runs - of_topics[:, None]) ** 2).sum()
    assert known.effects["topic", "run"].sum_of_squares == pytest.approx(interaction)
    total = ((frame["y"] - frame["y"].mean()) ** 2).sum()
    parts = sum(effect.sum_of_squares for effect in known.effects.values())
    assert parts + known.residual == pytest.approx(total)


def test_shape_and_numbers_are_checked():
    with pytest.raises(EvaluationError, match="at least two of each"):
        factorial_anova(np.zeros((4, 1, 2, 1)), ["stemmer", "model"])
    with pytest.raises(EvaluationError, match="1 value that is not finite"):
        factorial_anova([[[1.0], [np.nan]], [[1.0], [2.0]]], ["model"])


def by_runs(values):
    scores = values[:, 0].reshape(len(values), -1)
    copies = values.shape[-1]
    levels = [(s, m) for s in STEMMERS for m in MODELS for _ in range(copies)]
    return scores, {"stemmer": [s for s, _ in levels], "model": [m for _, m in levels]}


def test_a_mixed_model_of_all_combinations_has_the_f_of_its_own_errors():
    """In a balanced design whose variances are above 0, Wald's χ² is df · F (R's lmer likewise)."""
    values, _ = world(topics=40, seed=5)
    values += np.random.default_rng(1).normal(0, 0.08, (40, 1, 1, 2, 1))
    scores, factors = by_runs(values)
    found = mixed_model(scores, factors)
    known = factorial_anova(values[:, 0], ["stemmer", "model"])
    assert found.converged
    assert min(found.variances.values()) > 1e-4
    for term in (("stemmer",), ("model",), ("stemmer", "model")):
        effect = known.own[term]
        assert found.effects[term].chi2 == pytest.approx(
            effect.degrees_of_freedom * effect.f, rel=2e-3
        )
    means = values[:, 0].mean(axis=(0, 2, 3))
    assert found.means["stemmer"].estimate == pytest.approx(means)


def restricted_likelihood(scores, factors, sizes):
    """The logarithm of the restricted likelihood of main effects, written out for one big matrix."""
    topics, runs = scores.shape
    fixed = pd.get_dummies(pd.DataFrame(factors), drop_first=True).to_numpy(dtype=float)
    design = np.tile(np.hstack([np.ones((runs, 1)), fixed]), (topics, 1))
    of_topic, *of_factors, residual = sizes
    between = of_topic * np.ones((runs, runs)) + residual * np.eye(runs)
    for size, levels in zip(of_factors, factors.values(), strict=True):
        between += size * (np.array(levels)[:, None] == np.array(levels))
    inverse = np.kron(np.eye(topics), np.linalg.inv(between))
    inner = design.T @ inverse @ design
    left = scores.ravel() - design @ np.linalg.solve(inner, design.T @ inverse @ scores.ravel())
    determinants = topics * np.linalg.slogdet(between)[1] + np.linalg.slogdet(inner)[1]
    freedom = scores.size - design.shape[1]
    return -0.5 * (determinants + left @ inverse @ left + freedom * np.log(2 * np.pi))


def test_no_variances_are_likelier_than_those_of_a_mixed_model():
    values, _ = world(topics=6, seed=2)
    scores, factors = by_runs(values)
    found = mixed_model(scores, factors, order=1)
    assert found.converged

    def unlikely(logarithms):
        return -restricted_likelihood(scores, factors, np.exp(logarithms))

    starts = ([-5.0] * 4, [-5.0, -9.0, -9.0, -6.0])
    best = max(-optimize.minimize(unlikely, start, method="Nelder-Mead").fun for start in starts)
    own = restricted_likelihood(scores, factors, list(found.variances.values()))
    assert own == pytest.approx(best, abs=2e-3)


def test_a_mixed_model_of_some_combinations_is_that_of_a_formula():
    values, frame = world(topics=30, seed=7)
    scores, factors = by_runs(values)
    kept = [0, 1, 2, 3, 5]  # krovetz with bm25 is not there
    some = {name: [levels[i] for i in kept] for name, levels in factors.items()}
    with pytest.raises(EvaluationError, match="5 runs tell 5 of 6 effects apart"):
        mixed_model(scores[:, kept], some)
    found = mixed_model(scores[:, kept], some, order=1)
    left = frame[~((frame.stemmer == "krovetz") & (frame.model == "bm25"))].assign(
        y=lambda rows: rows["y"] / 0.05
    )
    fit = mixedlm(
        "y ~ C(stemmer, Sum) + C(model, Sum)",
        left,
        groups="block",
        re_formula="1",
        vc_formula={"a": "0 + C(stemmer)", "b": "0 + C(model)"},
    ).fit(method=["powell"])
    assert found.log_likelihood == pytest.approx(fit.llf - (len(left) - 4) * np.log(0.05), abs=1e-4)
    table = fit.wald_test_terms(scalar=True).table
    assert found.effects["stemmer",].chi2 == pytest.approx(
        table.loc["C(stemmer, Sum)", "statistic"], rel=1e-2
    )
