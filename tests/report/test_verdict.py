"""The sentences at the top of a report, against the numbers they are about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
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
    first = max(means, key=lambda run: means[run])
    text = sentences(report)
    near = [run for run, low in zip(board.runs, board.ranks.low, strict=True) if low == 1][1:]
    could = f"{len(near)} other runs could be as good (95 % confidence): {', '.join(near)}."
    assert f"leaderboard: {first} is first (AP {means[first]:.4f}); {could}\n" in text
    assert "automatic" not in text
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


def test_the_best_automatic_run_is_named_where_the_first_is_not_one(report):
    board = report.boards["AP"]
    kinds = dict.fromkeys(board.runs, "manual") | {board.runs[3]: "automatic"}
    attributes = {run: {**report.attributes[run], "type": kinds[run]} for run in report.runs}
    typed = replace(report, results=report.results)
    typed.__dict__["attributes"] = attributes
    text = sentences(typed)
    assert f"{board.runs[0]} (manual) is first (AP {board.means.estimate[0]:.4f})" in text
    value = f"AP {board.means.estimate[3]:.4f}, rank 4"
    low, high = board.ranks.low[3], board.ranks.high[3]
    found = f"Best automatic run: {board.runs[3]} ({value}; its true rank is {low} to {high}, 95 %"
    assert found in text


def test_no_other_run_could_be_as_good_where_all_are_shown_to_be_worse(report):
    board = report.boards["AP"]
    better = np.zeros_like(board.ranks.better)
    better[1:, 0] = True
    alone = replace(board, ranks=replace(board.ranks, better=better))
    typed = replace(report)
    typed.__dict__["boards"] = {"AP": alone}
    assert "; every other run is shown to be worse than another run (95 % conf" in sentences(typed)
