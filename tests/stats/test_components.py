"""Analysis of variance of components, against R's numbers and statsmodels."""

import itertools
from pathlib import Path

import numpy as np
import pytest
import scipy

from harness.core.errors import EvaluationError
from harness.stats.anova import factorial_anova

GOLDEN = Path(__file__).resolve().parent.parent / "golden/stats"
STEMMERS, MODELS = ("none", "porter", "krovetz"), ("bm25", "ql")


def world(topics=12, copies=1, shards=1, seed=3):
    """Values [T, S, stemmer, model, N] with effects of everything, and the same as a long frame."""
    import pandas as pd

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
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

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
        assert effect.p == pytest.approx(scipy.stats.f.sf(f, df, residual.df_resid), rel=1e-7)
        assert known.partial_eta_squared(term) == pytest.approx(squares / (squares + residual.ssr))
        above = max(0, df * (f - 1))
        assert known.partial_omega_squared(term) == pytest.approx(above / (above + len(frame)))


def test_own_errors_are_those_of_repeated_measures():
    from statsmodels.stats.anova import AnovaRM

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
        assert own.p == pytest.approx(scipy.stats.f.sf(own.f, *degrees), rel=1e-7)
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
    import pandas as pd

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
    plain = scipy.stats.f.sf(
        own.f, own.degrees_of_freedom, known.effects["variety",].degrees_of_freedom * 5
    )
    assert (round(own.f, 3), round(plain, 3)) == (1.485, 0.272)
    assert own.p > plain  # by ε


def test_interactions_that_are_left_out_are_other_differences_of_runs():
    values, _ = world()
    every = factorial_anova(values[:, 0], ["stemmer", "model"])
    main = factorial_anova(values[:, 0], ["stemmer", "model"], order=1)
    assert main.effects["run", "other"] == every.effects["stemmer", "model"]


def test_shards_tell_the_interaction_of_topics_and_runs_from_the_residual():
    from statsmodels.formula.api import ols

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
