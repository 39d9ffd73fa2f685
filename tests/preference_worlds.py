"""Preferences as plain values, and random ones."""

from __future__ import annotations

from hypothesis import strategies as st

from harness.core.model import Qrels, Run
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.formats.runs import parse_run

DROP = Rules(missing="drop")
DOCS = "abcdef"
SCORES = st.dictionaries(st.sampled_from(DOCS + "xyz"), st.integers(1, 4), min_size=1)


def run_of(scores: dict[str, dict[str, int]]) -> Run:
    rows = [
        f"{topic} Q0 {doc} 0 {score} r\n"
        for topic, of in scores.items()
        for doc, score in of.items()
    ]
    return parse_run("".join(rows).encode(), "run")


def score(run: Run, qrels: Qrels, names=("all_prefs",), rules: Rules = DROP):
    return score_run(run, JudgedTopics(qrels), prepare_measures(names, rules), rules)
