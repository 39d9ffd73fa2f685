"""The calibration in short: what is offered keeps its level, and what is not does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from harness.comparison import TESTS
from scripts.calibration import simulations
from scripts.calibration.__main__ import PARTS, write_page
from scripts.calibration.samples import Population, as_they_are, variants

pytestmark = pytest.mark.long

EFFORT = simulations.Effort(
    pairs=1000, intervals=200, ranks=40, families=60, judgments=10, draws=199, topics=(5, 25)
)


@pytest.fixture(scope="module")
def population() -> Population:
    """Twelve runs on forty topics, skewed as AP is."""
    random = np.random.default_rng(4)
    hard = random.beta(0.7, 2, (40, 1))
    values = np.clip(hard + random.normal(0, 0.12, (40, 12)) * np.sqrt(hard), 0, 1)
    values += np.linspace(0.08, 0, 12)
    return Population("skewed", values[:, np.argsort(-values.mean(axis=0))])


def test_tests_of_the_mean_keep_their_level_where_they_are_offered(population):
    for n in (5, 25):
        errors, power = simulations.error_and_power(population, n, EFFORT)
        for (name, test), error in zip(TESTS.items(), errors, strict=True):
            if "mean" in test.question or "signs" in test.question:
                offered = n >= test.min_topics
                assert (error < 0.1) if offered else test.unreliable, (n, name, error)
    assert power[0] > 0.5  # half a deviation, 25 topics


def test_looking_after_every_topic_misleads_with_t_and_not_where_it_is_allowed_for(population):
    t, always_valid, power = simulations.looks(population, replace(EFFORT, topics=(50,)))[50]
    assert t > 0.15
    assert always_valid < 0.06
    assert power > 0.6


def test_intervals_cover_the_truth_where_they_are_offered(population):
    few, many = (simulations.coverage(population, n, EFFORT) for n in (5, 25))
    assert few[0] > 0.87  # t
    assert few[2] < 0.9  # BCa, not offered
    assert min(many) > 0.86


def test_sets_of_ranks_hold_the_truth_and_the_best_run_has_its_star(population):
    own, _, together, best, stars = simulations.ranks(population, 25, EFFORT)
    assert own > 0.92
    assert together > 0.88
    assert best > 0.88
    assert 1 <= stars < 8


def test_holm_holds_for_variants_of_one_system_and_tukey_does_not(population):
    scenario = variants(10, 1, size=0.01)
    corrections = ("holm", "hommel", "joint")
    outcome = simulations.family(
        population, scenario, 25, replace(EFFORT, families=150), corrections=corrections
    )
    errors = {name: error for name, (error, _) in outcome.items()}
    assert max(errors["holm"], errors["hommel"]) <= 0.1
    assert errors["joint"] <= 0.13


def test_the_default_finds_more_than_the_randomised_tukey_test(population):
    outcome = simulations.family(
        population, as_they_are(6), 25, EFFORT, corrections=("holm", "joint", "tukey")
    )
    power = {name: share for name, (_, share) in outcome.items()}
    assert power["joint"] >= power["holm"] > power["tukey"] - 0.02


def test_the_page_has_all_parts_and_keeps_those_that_are_not_made_anew(population, tmp_path):
    effort = replace(EFFORT, pairs=10, intervals=10, ranks=3, families=2, models=2, draws=19)
    write_page([population], effort, tmp_path)
    page = (tmp_path / "calibration.md").read_text(encoding="utf-8")
    for heading in PARTS.values():
        assert f"\n## {heading}\n" in page
    assert (tmp_path / "calibration" / "tests-skewed.svg").is_file()
    write_page([population], effort, tmp_path, ["ranks"])
    assert (tmp_path / "calibration.md").read_text(encoding="utf-8") == page


def test_the_page_of_the_docs_is_written_by_the_script(demo):
    page = (demo / "docs" / "calibration.md").read_text(encoding="utf-8")
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == list(
        PARTS.values()
    )
    for name in TESTS:
        assert f" {name} |" in page
