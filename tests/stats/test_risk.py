"""Risk against the Web track's evaluators, the formulas topic by topic, and their limits."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, mean, stdev

import numpy as np
import pytest

from harness.core.errors import EvaluationError
from harness.stats import geo_risk, measure_risk


def values_of(path):
    """The columns of an evaluator's file, a dictionary topic → value each."""
    header, *lines = path.read_text().splitlines()
    measures = header.split(",")[2:]
    rows = [line.rsplit(",", len(measures) + 1)[1:] for line in lines]  # names have commas
    return {
        name: {row[0]: float(row[column]) for row in rows}
        for column, name in enumerate(measures, start=1)
    }


@pytest.mark.parametrize(
    ("evaluator", "plain", "risky", "alpha", "step"),
    [
        ("gdeval", "k20", "risk0.k20", 0, 1e-5),
        ("gdeval", "k20", "risk1.k20", 1, 1e-5),
        ("gdeval", "k20", "risk5.k20", 5, 1e-5),
        ("gdeval", "k10", "risk2.5.k10", 2.5, 1e-5),
        ("ndeval", "", "risk0", 0, 1e-6),
        ("ndeval", "", "risk5", 5, 1e-6),
    ],
)
def test_u_risk_is_the_mean_of_the_web_tracks_evaluators(
    shared, evaluator, plain, risky, alpha, step
):
    folder = shared / "golden" / evaluator
    ending = f".{plain}.csv" if plain else ".csv"
    run, baseline = (values_of(folder / f"expected.run-{name}{ending}") for name in "ba")
    expected = values_of(folder / f"expected.run-b.base-a.{risky}.csv")
    compared = 0
    for measure, wanted in expected.items():
        topics = [topic for topic in wanted if topic not in ("amean", "mean")]
        if not topics or not all(np.isfinite(list(wanted.values()))):
            continue
        differences = [run[measure][topic] - baseline[measure][topic] for topic in topics]
        found = measure_risk(differences, alpha=alpha)
        total = wanted.get("amean", wanted.get("mean"))
        assert float(found.u_risk) == pytest.approx(total, abs=step * (2 + alpha)), measure
        compared += 1
    assert compared >= 2


def test_t_risk_is_the_paired_t_of_weighted_differences():
    differences = [0.3, -0.1, 0.05, -0.2, 0.0, 0.15]
    weighted = [3 * d if d < 0 else d for d in differences]
    found = measure_risk(differences, alpha=2)
    assert float(found.t_risk) == pytest.approx(mean(weighted) / (stdev(weighted) / sqrt(6)))
    assert (int(found.wins), int(found.losses)) == (3, 2)
    noise = measure_risk([0.1 + 0.2 - 0.3, 0.3 - 0.2 - 0.1, 0.4])  # ties that floats break
    assert (int(noise.wins), int(noise.losses)) == (1, 0)
    assert float(found.gain + found.loss) == pytest.approx(mean(differences))


def slow_geo_risk(scores, alpha):
    """The formulas of the paper, a run and a topic at a time."""
    num_topics, num_runs = len(scores), len(scores[0])
    everything = sum(map(sum, scores))
    result = []
    for run in range(num_runs):
        of_run = sum(row[run] for row in scores)
        z_risk = 0.0
        for row in scores:
            expected = of_run * sum(row) / everything
            z = (row[run] - expected) / sqrt(expected) if expected else 0.0
            z_risk += z * (1 + alpha) if z < 0 else z
        mean_score = of_run / num_topics
        result.append(sqrt(mean_score * NormalDist().cdf(z_risk / num_topics)))
    return result


@pytest.mark.parametrize("alpha", [0, 1, 5.5])
def test_geo_risk_is_the_formula_of_the_paper(alpha):
    scores = np.random.default_rng(4).random((12, 5)) ** 2
    scores[3] = 0  # a topic on which all fail
    scores[:, 2] = 0  # a run that retrieves nothing
    found = geo_risk(scores, alpha=alpha)
    np.testing.assert_allclose(found, slow_geo_risk(scores.tolist(), alpha), rtol=1e-12)
    assert found[2] == 0


def test_risk_grows_with_alpha_for_who_loses_and_not_for_who_does_not():
    losing = [float(measure_risk([0.2, -0.1, 0.1], alpha=a).u_risk) for a in (0, 1, 2)]
    assert losing == sorted(losing, reverse=True)
    winning = {float(measure_risk([0.2, 0.0, 0.1], alpha=a).u_risk) for a in (0, 1, 2)}
    assert len(winning) == 1


def test_a_run_that_is_the_baseline_has_no_risk():
    found = measure_risk([0.0, 0.0, 0.0], alpha=5)
    assert (float(found.u_risk), float(found.t_risk)) == (0, 0)


@pytest.mark.parametrize("alpha", [-1, np.nan, np.inf])
def test_alpha_is_a_number_from_0_on(alpha):
    with pytest.raises(EvaluationError, match="alpha"):
        measure_risk([0.1, 0.2], alpha=alpha)
    with pytest.raises(EvaluationError, match="alpha"):
        geo_risk([[0.1, 0.2], [0.1, 0.3]], alpha=alpha)


def test_geo_risk_has_no_negative_scores():
    with pytest.raises(EvaluationError, match="from 0 on"):
        geo_risk([[0.1, -0.2], [0.1, 0.3]])
