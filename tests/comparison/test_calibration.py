"""The calibration in short: what is offered keeps its level, and what does not is found out."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from harness.comparison.assurances import OFF, cells
from harness.stats.corrections import CORRECTIONS, adjust_p_values
from harness.stats.families import all_pairs, subtract_pairs
from harness.stats.student import paired_t
from scripts.calibration import boards, pairs
from scripts.calibration.__main__ import RATES, Rates, simulate, write_page
from scripts.calibration.page import OF_JUDGMENTS, sections_of
from scripts.calibration.parts import PARTS, Simulate, Simulation
from scripts.calibration.samples import Population, Sampling, ties, tilted, tilted_pairs

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def population() -> Population:
    """Twelve runs on fifty topics, skewed as AP is."""
    random = np.random.default_rng(4)
    hard = random.beta(0.7, 2, (50, 1))
    values = np.clip(hard + random.normal(0, 0.12, (50, 12)) * np.sqrt(hard), 0, 1)
    values = np.clip(values + np.linspace(0.03, 0, 12), 0, 1)
    return Population("AP", values[:, np.argsort(-values.mean(axis=0))])


def rates(
    simulated: Simulate, population: Population, topics: int, samples: int = 300, runs: int = 9
) -> dict[str, float]:
    random = np.random.default_rng([topics, samples])
    outcomes = simulated(Sampling(population, runs, topics, samples, random))
    return {name: float(np.mean(values)) for name, values in outcomes.items()}


def within(rate: float, promised: float, samples: int) -> bool:
    """Whether a rate of errors is no more than promised, by chance."""
    return rate < OFF * promised + 3 * (promised * (1 - promised) / samples) ** 0.5


def test_tilting_makes_means_equal_and_leaves_values(population):
    for tie in ties(population, 9, 3, 1):
        assert np.ptp((tie.weights @ tie.scores)[:9]) < 1e-9
        assert set(tie.scores[:, 0]) <= set(population.scores.ravel())
        drawn = tie.draw(20_000, 1, np.random.default_rng(1))[0]
        assert np.abs(drawn.mean(axis=0) - tie.means).max() < 0.01
    drawn = tilted_pairs(population, 50, np.random.default_rng(1))
    assert np.abs((drawn.weights * drawn.differences).sum(axis=1)).max() < 1e-9
    means = drawn.draw(20_000, np.random.default_rng(1)).mean(axis=1)
    assert np.abs(means).max() < 0.01


def test_tilted_weights_are_the_nearest_to_equal_ones():
    """Among all weights of the mean 0 they have the most entropy: exp(λ · d), by a search for λ."""
    differences = np.array([-0.3, 0.1, 0.2, 0.5, -0.1, 0.0] * 5)
    low, high = -50.0, 50.0
    for _ in range(200):
        middle = (low + high) / 2
        weights = np.exp(middle * differences)
        low, high = (middle, high) if weights @ differences < 0 else (low, middle)
    np.testing.assert_allclose(tilted(differences[:, None]), weights / weights.sum(), rtol=1e-7)


def test_samples_together_are_tested_as_one_by_one():
    random = np.random.default_rng(2)
    scores = random.beta(0.5, 1, (60, 15, 9)) + random.normal(0, 0.2, (60, 1, 9))
    scores[:20] = scores[:20] > 0.6  # ties
    scores[:9, :, 1] = scores[:9, :, 0] + np.linspace(-0.4, 0.4, 9)[:, None]  # equal differences
    pairs_of_runs = all_pairs(9)
    p = boards.t_p(scores, pairs_of_runs)
    expected = np.array([paired_t(subtract_pairs(each)).p for each in scores])
    np.testing.assert_allclose(p, expected, rtol=1e-9, atol=1e-14)
    for name in CORRECTIONS:
        one_by_one = np.array([adjust_p_values(each, name).p < 0.05 for each in expected])
        assert one_by_one.any()
        np.testing.assert_array_equal(boards.rejected_by(name, expected), one_by_one)


def test_tests_of_the_mean_keep_their_level_where_they_are_offered(population):
    for n in (8, 25, 50):
        found = rates(pairs.t_tests, population, n) | rates(pairs.other_tests, population, n)
        for name in ("t", "randomisation", "bootstrap-t", "always-valid"):
            rate = found.get(f"test:{name}")
            assert rate is None or within(rate, 0.05, 300), (name, n, rate)


def test_looking_after_every_topic_misleads_with_t_and_not_where_it_is_allowed_for(population):
    found = rates(pairs.looks, population, 50)
    assert found["looks:t"] > 0.15
    assert found["looks:always-valid"] < 0.06


def test_intervals_hold_as_often_as_they_say(population):
    few = rates(pairs.means, population, 4, 2000, population.num_runs)
    assert 1 - few["mean-interval:all"] > 0.06  # few skewed topics: approximate
    many = rates(pairs.means, population, 50, 2000, population.num_runs)
    assert within(1 - many["mean-interval:all"], 0.05, 2000)
    of_differences = rates(pairs.t_intervals, population, 25, 2000)
    assert within(1 - of_differences["difference-interval:t"], 0.05, 2000)
    relevant = replace(population, name="Success@1", scores=(population.scores > 0.3).astype(float))
    shares = rates(pairs.means, relevant, 4, 2000, population.num_runs)
    assert min(shares[f"mean-interval:{who}"] for who in ("all", "best", "last")) > 0.94


def test_sets_of_ranks_hold_and_the_best_run_has_its_star(population):
    for n in (25, 50):
        found = rates(boards.ranks, population, n, 60)
        assert within(1 - found["rank-set"], 0.05, 60)
        assert within(1 - found["could-be-best"], 0.05, 60)


def test_holm_holds_and_f_needs_its_epsilon(population):
    found = rates(boards.families, population, 25) | rates(boards.equal_runs, population, 25)
    for name in ("pairs:holm:t", "against:holm", "pairs:hommel:t", "pairs-all-equal:holm"):
        assert within(found[name], 0.05, 75), name
    spread = replace(population, scores=population.scores * np.linspace(0.3, 2, 12))
    f = rates(boards.analyses, spread, 50)
    assert f["anova:F"] > 0.07
    assert within(f["anova:own"], 0.05, 300)


@pytest.mark.parametrize("topics", [15, 25, 50, 100, 200])
def test_a_gate_passes_what_loses_its_budget_no_more_often_than_alpha(population, topics):
    for statement, rate in rates(pairs.gates, population, topics).items():
        assert within(rate, 0.05, 300), statement


def test_equal_runs_are_called_equivalent_no_more_often_than_alpha(population):
    assert within(rates(pairs.equivalences, population, 25, 2000)["equivalent"], 0.05, 2000)
    assert within(rates(pairs.equivalences, population, 50, 2000)["not-worse"], 0.05, 2000)


def test_trisk_has_no_verdict_because_equal_runs_have_it_below_2(population):
    assert rates(pairs.risks, population, 50)["risk:1"] > 0.15


def test_the_rates_of_the_package_are_within_what_is_said_of_them():
    """What the registry quotes: bounds that a change for the worse would break."""
    worst = {
        "test:t": 0.08,
        "test:always-valid": 0.05,
        "looks:always-valid": 0.06,
        "gate:real": 0.05,
        "equivalent": 0.06,
        "anova:own": 0.07,
        "against:holm": 0.13,
    }
    for statement, bound in worst.items():
        for cell in cells()[statement]:
            assert cell.rate <= bound + 3 * cell.error, cell
    for shape in range(6):
        for cell in cells()[f"gate:{shape}"]:
            assert cell.rate <= 0.05 + 3 * (0.05 * 0.95 / cell.samples) ** 0.5, cell
    for cell in cells()["mean-interval:all"]:
        if cell.measure == "Success@1":
            assert cell.rate >= 0.95 - 3 * cell.error, cell


def test_a_script_that_was_stopped_goes_on_where_it_was(population, tmp_path, monkeypatch):
    simulation = Simulation(boards.analyses, {"anova:own": "F"}, ((9, 25),), wanted=60, batch=20)
    part = replace(PARTS["analyses"], simulations=(simulation,))
    monkeypatch.setitem(PARTS, "analyses", part)
    whole, stopped = tmp_path / "whole.json", tmp_path / "stopped.json"
    counts = [n for _, n in simulate([population], ["analyses"], Rates.read(whole), np.inf)]
    assert counts == [20, 40, 60]
    next(simulate([population], ["analyses"], Rates.read(stopped), np.inf))
    assert json.loads(stopped.read_text())["cells"][0][5] == 20
    counts = [n for _, n in simulate([population], ["analyses"], Rates.read(stopped), np.inf)]
    assert counts == [40, 60]
    assert json.loads(stopped.read_text()) == json.loads(whole.read_text())
    assert list(simulate([population], ["analyses"], Rates.read(stopped), np.inf)) == []


@pytest.mark.parametrize("most", [1, pytest.param(100, marks=pytest.mark.slow)])
def test_every_simulation_makes_the_rates_that_it_is_listed_with(population, most):
    for part in PARTS.values():
        for each in part.simulations[:most]:
            runs, topics = min(each.sizes[-1][0], 9), 25
            random = np.random.default_rng(1)
            outcomes = each.simulate(Sampling(population, runs, topics, 4, random))
            assert set(outcomes) <= set(each.tables)
            assert next(iter(each.tables)) in outcomes


def test_the_page_has_all_parts_and_keeps_those_that_are_not_made_anew(tmp_path):
    page = tmp_path / "calibration.md"
    write_page(page, Rates(tmp_path / "none"), {"Samples of judgments": "## Samples\n\nkept"})
    text = page.read_text(encoding="utf-8")
    for part in PARTS.values():
        assert f"\n## {part.heading}\n" in text
    assert "\nkept\n" in text


def test_the_page_of_the_docs_is_what_the_script_writes_of_the_rates(demo, tmp_path):
    page = (demo / "docs" / "calibration.md").read_text(encoding="utf-8")
    sections = sections_of(page)
    write_page(tmp_path / "page.md", Rates.read(RATES), sections)
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == page
    assert list(sections)[-len(OF_JUDGMENTS) :] == list(OF_JUDGMENTS)
