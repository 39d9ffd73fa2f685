"""What is shown of a subset of topics: the same as of an evaluation of these topics alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from harness.report.page.payload import payload
from harness.report.report import Report
from harness.workflows.report import report_of
from tests.report.sheet_cases import DEMO

ROOT = DEMO.parents[1]
SEAFARING = ("D05", "D11", "D12")


@pytest.fixture(scope="module")
def report() -> Report:
    return report_of(DEMO, roc=True).value


def alone(folder: Path, topics: tuple[str, ...] = SEAFARING, more: str = "") -> Report:
    """The demo of some topics: judgments and runs have no others."""
    for path in (*(ROOT / "runs/demo").glob("*.run"), ROOT / "qrels/demo/qrels.txt"):
        lines = path.read_text().splitlines(keepends=True)
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("".join(line for line in lines if line.startswith(topics)))
    text = DEMO.read_text().split("\nsubsets:")[0]
    for kept in ("topics.txt", "documents.jsonl"):
        text = text.replace(f"../qrels/demo/{kept}", f"{ROOT}/qrels/demo/{kept}")
    (folder / "alone.yaml").write_text(text.replace("../", "") + "\n" + more)
    return report_of(folder / "alone.yaml", roc=True).value


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_roc_curves_are_over_the_topics_of_the_subset(tmp_path, policy):
    """Runs that do not answer all topics have rows of their own topics alone."""
    more = f"topic_policy: {policy}\n"
    (tmp_path / "all.yaml").write_text(DEMO.read_text().replace("../", f"{ROOT}/") + more)
    every = report_of(tmp_path / "all.yaml", roc=True).value
    wanted = {curve.run: curve for curve in alone(tmp_path, more=more).rocs()}
    curves = every.of_subset("seafaring").rocs()
    assert [curve.run for curve in curves] == list(every.runs)
    for curve in curves:
        assert (curve.num_topics, curve.subset) == (wanted[curve.run].num_topics, "seafaring")
        np.testing.assert_array_equal(curve.true, wanted[curve.run].true)
    assert any(
        (curve.true != all_.true).any() for curve, all_ in zip(curves, every.rocs(), strict=True)
    )


def test_the_page_has_roc_curves_of_each_subset(report, tmp_path):
    of_page, wanted = payload(report)["roc"], payload(alone(tmp_path))["roc"]["subsets"][""]
    assert list(of_page["subsets"]) == ["", "engineering", "seafaring"]
    order = {curve.run: row for row, curve in enumerate(alone(tmp_path).rocs())}
    rows = [order[run] for run in report.runs]
    assert of_page["subsets"]["seafaring"] == {
        name: [wanted[name][row] for row in rows] for name in ("true", "topics")
    }
