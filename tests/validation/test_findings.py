"""Which findings are listed, where they are, and in which words."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from harness.validation import Requirements, check_run
from harness.validation.verdicts import FINDS
from tests.validation.check_cases import CLEAN, line


def test_all_are_counted_and_25_are_listed(check):
    lines = [line(doc=f"d{n}", rank=str(n + 1), score=str(-n), iteration="9") for n in range(1000)]
    checked = check("".join(lines), depth=2000)
    assert checked.counts == {"iter-not-q0": 1000}
    assert [one.line for one in checked.findings] == list(range(1, 26))
    fewer = check("".join(lines), depth=2000, listed=3)
    assert [one.line for one in fewer.findings] == [1, 2, 3]
    assert (fewer.counts, fewer.folds) == (checked.counts, checked.folds)


@pytest.mark.parametrize("bad", [1, 24, 25, 26, 300])
def test_every_bad_line_is_counted_and_the_good_ones_are_still_checked(check, bad):
    text = CLEAN + "nonsense\n" * bad + line("2", doc="a", rank="3", score="-4")
    checked = check(text)
    assert checked.counts == {"fields": bad, "document-twice": 1}
    listed_lines = [one.line for one in checked.findings if one.code == "fields"]
    assert listed_lines == list(range(5, 5 + min(bad, 25)))
    (twice,) = (one for one in checked.findings if one.code == "document-twice")
    assert (twice.line, twice.column) == (5 + bad, 6)
    assert twice.message == "document 'a' again in topic '2' (first in line 3)"
    assert checked.run is None


def test_findings_far_down_a_large_file_have_the_right_line(check):
    lines = [line(doc=f"doc-{n:08}", rank=str(n + 1), score=str(-n)) for n in range(60_000)]
    lines[55_000] = "# a comment\n\n" + lines[55_000].replace("Q0", "X")
    text = "".join(lines)
    assert len(text) > 2**20
    checked = check(text)
    (one,) = (one for one in checked.findings if one.code == "iter-not-q0")
    assert text.split("\n")[one.line - 1].split()[1] == "X"
    assert (one.line, one.column) == (55_003, 3)


def test_columns_count_characters_not_bytes(check):
    checked = check("1 Q0 猫é 1 x me\n1 Q0 b 2 1 me\n")
    assert [(one.code, one.column) for one in checked.findings] == [("score-not-a-number", 11)]


def test_messages_say_what_is_wrong(check):
    checked = check(CLEAN + line("3", score="x") + line("4", rank="2.0"), topics=("1", "2", "4"))
    said = {one.code: one.message for one in checked.findings}
    assert said == {
        "score-not-a-number": "the score 'x' is not a number",
        "rank-not-a-number": "the rank '2.0' is not a whole number",
    }
    assert str(checked.findings[0]).endswith(
        "a.run:5:10: error: the score 'x' is not a number [score-not-a-number] "
        "(repair: drop-unreadable-lines)"
    )


def test_checks_that_are_not_asked_for_change_no_other_finding(check):
    text = "".join(
        line(doc=f"d{n}", rank=str(n), score=score, iteration="Q1" if n == 2 else "Q0")
        for n, score in enumerate(("inf", "2", "3", "3", "1.00000001", "1"), start=1)
    ) + "".join(line("2", doc=f"d{n}", rank=str(n), score="0.1") for n in range(1, 200))
    every = check(text)
    for codes in FINDS.values():
        fewer = check(text, severity=dict.fromkeys(codes, "off"))
        assert fewer.findings == tuple(f for f in every.findings if f.code not in codes)
    sometimes = {"document-judged-before", "document-identical"}
    sometimes |= {"scores-rounded", "first-ten-differ"}
    assert {code for codes in FINDS.values() for code in codes} - sometimes <= set(every.tallies)


def test_of_infinite_scores_it_is_said_how_many_come_first_and_last(check):
    checked = check(
        line(score="inf") + line(doc="b", rank="2") + line(doc="c", rank="3", score="-inf")
    )
    (fold,) = (one for one in checked.folds if one.code == "score-infinite")
    assert fold.message == "scores are infinite: of their documents 1 comes first, 1 comes last"


def test_a_score_that_is_nan_is_repaired_by_its_rank_and_no_document_is_dropped(check):
    lines = [line(doc=doc, rank=str(n), score="nan" if n == 1 else str(9 - n)) for n, doc in
             enumerate("abc", start=1)]  # fmt: skip
    assert check("".join(lines), repairs=("drop-unreadable-lines",)).run is None
    checked = check("".join(lines), repairs=("rescore-by-rank",))
    assert checked.run.frame.rows() == [("1", "a", -1.0), ("1", "b", -2.0), ("1", "c", -3.0)]


def test_what_ties_make_of_the_first_ten_has_its_effect(tmp_path):
    lines = [line(doc=f"d{n:02}", rank=str(n), score=str(99 - min(n, 10))) for n in range(1, 12)]
    (tmp_path / "a.run").write_text("".join(lines))
    found = {10: 0.1, 11: 0.2}  # what a measure gives where the tenth, or the eleventh, is there

    def score(run):
        best = run.frame.sort("score", "doc", descending=True).head(10)["doc"].to_list()
        return found[10 if "d10" in best else 11]

    asked = Requirements(
        measured=SimpleNamespace(
            measure=lambda: "P@10", value=score, topics=tuple, documents=lambda: None
        )
    )
    checked = check_run(tmp_path / "a.run", asked, advised=True)
    (fold,) = (one for one in checked.folds if one.code == "first-ten-differ")
    assert fold.message.endswith("; P@10 0.1000 by rank, 0.2000 by score")
