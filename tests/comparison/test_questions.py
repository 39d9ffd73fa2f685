"""One table of questions: it is documented, and what is not shown is said in its words everywhere."""

from __future__ import annotations

import re

import pytest

from harness.comparison.statements import FIRST_WAS_CHOSEN, NOT_WORSE, QUESTIONS
from harness.report.comparison import against_table
from tests.conftest import ROOT

#: Words that make equality of an absent significance, or that were said before there was one word.
WRONG = re.compile(r"do(?:es)? not differ|cannot be told (?:apart|from)|P\(best\)|not told apart")


def test_every_question_is_documented_with_its_answer_and_family():
    page = (ROOT / "docs" / "comparing.md").read_text(encoding="utf-8")
    for question in QUESTIONS.values():
        assert f"| {question.text} | {question.answer} | {question.family} |" in page


@pytest.mark.parametrize(
    "folder", ["harness/report", "harness/comparison", "harness/stats", "harness/cli", "docs"]
)
def test_absent_significance_has_no_other_words(folder):
    kinds = {".py", ".js", ".html", ".md", ".ipynb"}
    files = [
        p for p in (ROOT / folder).rglob("*") if p.suffix in kinds and "generated" not in p.parts
    ]
    assert files
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if WRONG.search(line) and "formats" not in line
    ]
    assert not found
    assert all(
        question.not_shown.startswith((NOT_WORSE, "could be")) for question in QUESTIONS.values()
    )


def test_a_baseline_that_is_first_is_not_taken_for_one_chosen_before(comparison):
    """Stars allow for the choice of the first run; p against it does not, and says so."""
    first, *others = comparison.tables[0].best_first().runs
    said = {
        run: [str(note) for note in against_table(comparison.against(run)).notes]
        for run in (first, others[0])
    }
    assert FIRST_WAS_CHOSEN.format(run=first) in said[first]
    assert not any("stars of the leaderboard" in note for note in said[others[0]])


def test_a_pair_never_contradicts_the_leaderboard(comparison):
    """Who is shown to be better among all runs is so in the pair alone, on the same side."""
    board, shown = comparison.leaderboard(), 0
    for row, column in zip(*board.ranks.better.nonzero(), strict=True):
        pair = comparison.pair(board.runs[column], board.runs[row])
        assert pair.difference > 0
        assert pair.p < comparison.options.alpha
        shown += 1
    assert shown
