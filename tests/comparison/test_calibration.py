"""The calibration in short: what is offered keeps its level, and what does not is found out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from harness.comparison.assurances import OFF, cells
from scripts.calibration import simulations
from scripts.calibration.__main__ import OF_JUDGMENTS, PARTS, write
from scripts.calibration.samples import Population, ties, tilted, tilted_pairs

pytestmark = pytest.mark.long

EFFORT = simulations.Effort(
    pairs=2000,
    samples=300,
    ranks={9: 60},
    draws=199,
    topics=(4, 8, 25, 50),
    runs=(9,),
    judgments=10,
)


@pytest.fixture(scope="module")
def population() -> Population:
    """Twelve runs on fifty topics, skewed as AP is."""
    random = np.random.default_rng(4)
    hard = random.beta(0.7, 2, (50, 1))
    values = np.clip(hard + random.normal(0, 0.12, (50, 12)) * np.sqrt(hard), 0, 1)
    values = np.clip(values + np.linspace(0.03, 0, 12), 0, 1)
    return Population("AP", values[:, np.argsort(-values.mean(axis=0))])


def rates(found: Iterator[simulations.Cell]) -> dict[tuple[str, int], float]:
    return {(cell.statement, cell.topics): cell.rate for cell in found}


def within(rate: float, promised: float, samples: int) -> bool:
    """Whether a rate of errors is no more than promised, by chance."""
    return rate < OFF * promised + 3 * (promised * (1 - promised) / samples) ** 0.5


def test_tilting_makes_means_equal_and_leaves_values(population):
    for tie in ties(population, 9, 3, 1):
        assert np.ptp((tie.weights @ tie.scores)[:9]) < 1e-9
        assert set(tie.scores[:, 0]) <= set(population.scores.ravel())
        drawn = tie.draw(20_000, 1, np.random.default_rng(1))[0]
        assert np.abs(drawn.mean(axis=0) - tie.means).max() < 0.01
    pairs = tilted_pairs(population, 50, 1)
    assert np.abs((pairs.weights * pairs.differences).sum(axis=1)).max() < 1e-9
    means = pairs.draw(20_000, np.random.default_rng(1)).mean(axis=1)
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


def test_tests_of_the_mean_keep_their_level_where_they_are_offered(population):
    found = rates(simulations.tests(population, EFFORT))
    for name in ("t", "randomisation", "bootstrap-t", "always-valid"):
        for n in (8, 25, 50):
            rate = found.get((f"test:{name}", n))
            assert rate is None or within(rate, 0.05, 300), (name, n, rate)


def test_looking_after_every_topic_misleads_with_t_and_not_where_it_is_allowed_for(population):
    found = rates(simulations.looks(population, EFFORT))
    assert found["looks:t", 50] > 0.15
    assert found["looks:always-valid", 50] < 0.06


def test_intervals_hold_as_often_as_they_say(population):
    found = rates(simulations.means(population, EFFORT))
    assert 1 - found["mean-interval:all", 4] > 0.06  # few skewed topics: approximate
    assert within(1 - found["mean-interval:all", 50], 0.05, 2000)
    of_differences = rates(simulations.intervals(population, EFFORT))
    assert within(1 - of_differences["difference-interval:t", 25], 0.05, 2000)
    relevant = replace(population, name="Success@1", scores=(population.scores > 0.3).astype(float))
    shares = rates(simulations.means(relevant, EFFORT))
    assert min(shares[f"mean-interval:{who}", 4] for who in ("all", "best", "last")) > 0.94


def test_sets_of_ranks_hold_and_the_best_run_has_its_star(population):
    found = rates(simulations.ranks(population, EFFORT))
    for n in (25, 50):
        assert within(1 - found["rank-set", n], 0.05, 60)
        assert within(1 - found["could-be-best", n], 0.05, 60)


def test_holm_holds_and_f_needs_its_epsilon(population):
    found = rates(simulations.families(population, replace(EFFORT, topics=(25,))))
    for name in ("pairs:holm:t", "against:holm", "pairs:hommel:t", "pairs-all-equal:holm"):
        assert within(found[name, 25], 0.05, 75), name
    spread = replace(population, scores=population.scores * np.linspace(0.3, 2, 12))
    f = rates(simulations.analyses(spread, EFFORT))
    assert f["anova:F", 50] > 0.07
    assert within(f["anova:own", 50], 0.05, 300)


def test_a_gate_passes_what_loses_its_budget_no_more_often_than_alpha(population):
    for cell in simulations.gates(population, EFFORT):
        assert within(cell.rate, 0.05, cell.samples), cell


def test_equal_runs_are_called_equivalent_no_more_often_than_alpha(population):
    found = rates(simulations.equivalences(population, EFFORT))
    assert within(found["equivalent", 25], 0.05, 2000)
    assert within(found["not-worse", 50], 0.05, 2000)


def test_trisk_has_no_verdict_because_equal_runs_have_it_below_2(population):
    assert rates(simulations.risks(population, EFFORT))["risk:1", 50] > 0.15


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


def test_the_page_has_all_parts_and_keeps_those_that_are_not_made_anew(population, tmp_path):
    effort = replace(EFFORT, pairs=20, samples=10, ranks={9: 4}, draws=19, topics=(4, 25))
    rates_file, page = tmp_path / "rates.json", tmp_path / "calibration.md"
    page.write_text("# Calibration\n\n## Samples of judgments\n\nkept\n")
    write([population], effort, rates_file, page, list(PARTS))
    text = page.read_text(encoding="utf-8")
    for part in PARTS.values():
        assert f"\n## {part.heading}\n" in text
    assert "\n## Samples of judgments\n\nkept\n" in text
    known = json.loads(rates_file.read_text())["cells"]
    assert {row[0] for row in known} >= {"mean-interval:all", "rank-set", "anova:own"}
    write([population], effort, rates_file, page, ["ranks"])
    assert page.read_text(encoding="utf-8") == text


def test_the_page_of_the_docs_is_written_by_the_script(demo):
    page = (demo / "docs" / "calibration.md").read_text(encoding="utf-8")
    headings = [part.heading for part in PARTS.values()]
    found = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert found == ["What is assured", *headings, *OF_JUDGMENTS.values()]
