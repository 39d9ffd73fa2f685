"""Every sentence that promises something has a record, and its record a simulated rate."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import harness
from harness.comparison import Comparison, Options, ScoreTable
from harness.comparison.assurances import (
    KINDS,
    OFF,
    Circumstances,
    cells,
    classify_values,
    explain_unsupported_tail,
    is_off,
    nearest,
    rate_notes,
    sentence,
)
from harness.comparison.statements import Assurance, family_assurance
from harness.core.errors import EvaluationError
from harness.evaluation.scales import Scale
from harness.report.boards import leaderboard_table
from harness.settings.names import ALL_CORRECTIONS, TEST_NAMES
from tests.comparison.test_statements import RECORDS
from tests.conftest import ROOT
from tests.each import each


def test_every_record_has_a_condition_and_a_cell_or_a_section():
    page = (ROOT / "docs/calibration.md").read_text(encoding="utf-8")
    for record in RECORDS:
        assert record.condition
        assert record.check
        if record.section:
            assert f"\n## {record.section}\n" in page
        else:
            assert len(record.also) < len(record.cells)
            missing = set(record.cells) - set(cells())
            assert not missing, "simulate: scripts/calibrate --part tests --part families"


def test_every_rate_is_of_many_samples():
    few = [cell for known in cells().values() for cell in known if cell.samples < 2000]
    assert few == []


@each(TEST_NAMES, "test")
@each(ALL_CORRECTIONS, "correction")
def test_what_is_offered_is_calibrated_for_values_of_every_kind(test, correction):
    """A test with a correction has a rate, or it is refused."""
    random = np.random.default_rng(1)
    topics = tuple(map(str, range(25)))
    table = ScoreTable("AP", ("x", "y", "z"), topics, random.uniform(size=(25, 3)))
    chosen = Comparison((table,), Options(test=test, correction=correction, samples=99))
    record = family_assurance(correction, test)
    if not set(record.cells) <= set(cells()):
        with pytest.raises(EvaluationError, match=f"joint is for tests of signs, and {test}"):
            chosen.leaderboard()
        return
    assert chosen.leaderboard().p.shape == (3, 3)
    for name in (record.cells[0], f"test:{test}"):
        measures = {cell.measure for cell in cells()[name]}
        assert all(measures & set(kind) for kind in KINDS.values())


def test_the_page_of_the_docs_has_every_rate_and_every_record():
    page = (ROOT / "docs/calibration.md").read_text(encoding="utf-8")
    for name in ("mean-interval:all", "test:t", "rank-set", "pairs:holm:t", "gate:real"):
        for cell in cells()[name]:
            assert re.search(rf"\| {re.escape(cell.measure)} \|.*\b{cell.rate:.3f}\b", page)
    for record in RECORDS:
        assert record.text in page


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([0.0, 1.0, 1.0, 0.0, 1.0, 1.0], "yes or no"),
        ([1.0, 0.5, 1 / 3, 0.2, 1.0, 0.0], "reciprocal ranks"),
        ([0.31, 0.517, 0.08, 0.4, 0.222, 0.61], "graded"),
        ([0.2, 0.4, 0.4, 0.2, 0.8, 0.6, 0.2, 0.4, 0.4, 0.2, 0.8, 0.6], "few steps"),
    ],
)
def test_kinds_are_told_by_values(values, kind):
    grid = np.array(values).reshape(-1, 2)
    topics = tuple(map(str, range(len(grid))))
    table = ScoreTable("mine", ("x", "y"), topics, grid, scale=Scale(bounds=(0, 1)))
    assert classify_values(table) == kind


def test_the_nearest_cell_is_that_of_the_kind_with_the_worst_rate():
    known = Circumstances(("graded",), 48, 9)
    found = nearest("pairs:holm:t", known)
    others = [c for c in cells()["pairs:holm:t"] if (c.topics, c.runs) == (50, 9)]
    graded = [c for c in others if c.measure in KINDS["graded"]]
    assert found == max(graded, key=lambda cell: cell.rate)
    assert nearest("nothing", known) is None
    assert sentence(Assurance("x", "c", "k", "m", ("nothing",)), known) == ""


def test_what_is_off_is_approximate():
    assert is_off(1.01 * OFF * 0.05, 0.05, holds=False)
    assert not is_off(0.05, 0.05, holds=False)
    few = Circumstances(("graded",), 4, 9)
    assert sentence("mean-interval", few, percent="95 %").endswith(", approximate")
    exact = Circumstances(("yes or no",), 50, 9)
    assert not sentence("mean-interval", exact, percent="95 %").endswith(", approximate")


def test_logarithms_at_a_floor_have_no_letters_where_their_tail_is_looked_at(comparison):
    few = comparison.leaderboard("GMAP")
    assert few.letters is not None  # six pairs ask for p < .0083
    table = comparison.tables[1]
    many = np.tile(table.values, 3) * np.repeat([1, 0.97, 0.95], 4)
    runs = tuple(f"r{i}" for i in range(12))
    board = Comparison((ScoreTable("GMAP", runs, table.topics, many),), Options(samples=500))
    found = board.leaderboard()
    assert found.letters is None
    notes = [str(note) for note in leaderboard_table(found).notes]
    assert any(note.startswith("no letters: ") and "at the floor" in note for note in notes)
    assert explain_unsupported_tail(comparison.tables[0], 0.05, 1000) == ""


def test_rates_are_in_json_with_their_numbers(comparison):
    [note] = rate_notes(["mean-interval"], comparison.tables[0])
    assert json.loads(json.dumps(note.record()))["numbers"] == dict(note.numbers)
    assert harness.compare is not None


def test_only_the_f_that_errs_is_approximate():
    known = Circumstances(("graded",), 15, 9)
    assert sentence("F", known).endswith(", approximate")
    assert not sentence("own-F", known).endswith(", approximate")
