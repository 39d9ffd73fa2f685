"""The sentences at the top of a report, against the numbers they are about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.report.verdict import verdict
from harness.workflows.report import report_of


@pytest.fixture(scope="module")
def report():
    from tests.conftest import ROOT

    return report_of(ROOT / "configs/demo.yaml").value


def sentences(report) -> str:
    return "\n".join(f"{statement.section}: {statement.text}" for statement in verdict(report))


def test_the_demo_is_told_in_numbers_that_its_tables_have(report):
    board = report.boards["AP"]
    means = dict(zip(board.runs, board.means.estimate, strict=True))
    first, second = sorted(means, key=lambda run: -means[run])[:2]
    text = sentences(report)
    assert 0 < means[first] - means[second] < 0.0001
    lead = f"{first} leads with mean AP {means[first]:.4f}, less than 0.0001 ahead of {second}."
    assert f"leaderboard: {lead}" in text
    letters = dict(zip(board.runs, board.run_letters(), strict=True))
    near = [run for run in board.runs[1:] if set(letters[run]) & set(letters[first])]
    assert f"significance: {len(near)} other runs cannot be told from {first}: " in text
    different = int((board.family.corrected < board.options.alpha).sum())
    assert f"{different} of 36 pairs of runs differ significantly" in text
    tied = sum(cover.tied > 0 for cover in report.coverage)
    assert f"repairs: {tied} runs have documents with equal scores." in text
    assert "repairs: 1 run does not answer every topic." in text
    unjudged = report.rankings.unjudged()[:, 0]
    assert f"in {(unjudged > 0).sum()} of 9 runs, at most {100 * unjudged.max():.1f} %" in text


def test_what_is_not_known_is_not_said(report):
    without = replace(report, rankings=None, comparison=None)
    assert {statement.section for statement in verdict(without)} == {"repairs"}


def test_refused_and_repaired_runs_are_counted(report):
    manifest = {
        **report.results.manifest,
        "refused": [{"problems": ["x"]}],
        "runs": [{"name": "a", "repairs": {"x": 1}}, {"name": "b", "repairs": {"x": 2}}],
    }
    text = sentences(replace(report, results=replace(report.results, manifest=manifest)))
    assert "repairs: 2 runs were repaired." in text
    assert "about: 1 run was refused." in text
