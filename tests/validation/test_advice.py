"""What is recommended for a run with errors: only what was tried out, and leaves the run."""

from __future__ import annotations

import unicodedata
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import polars as pl
import pytest

from harness.validation import CHECKS, REPAIRS, Requirements, check_run, find_listed, find_matching
from harness.validation.advice import MOST_DROPPED

ROOT = Path(__file__).parents[2]
RUN = ROOT / "runs" / "demo" / "keeper-qld.run"
TOPICS = tuple(f"D{number:02d}" for number in range(1, 16))
LH = find_matching(r"LH-\d+")


def rows() -> list[list[str]]:
    return [line.split() for line in RUN.read_text().splitlines()]


@pytest.fixture
def advised(tmp_path):
    """What is recommended for a run of such lines, and what the run is after it."""

    def ask(lines, **asked):
        path = tmp_path / "a.run"
        path.write_text("".join(" ".join(line) + "\n" for line in lines))
        requirements = {"topics": TOPICS, "documents": LH} | asked
        advice = check_run(path, Requirements(**requirements), advised=True).advice
        repairs = (*requirements.get("repairs", ()), *(advice.repairs if advice else ()))
        again = check_run(path, Requirements(**(requirements | {"repairs": repairs})))
        return advice, again

    return ask


def with_field(place, change):
    return [[*row[:place], change(row[place]), *row[place + 1 :]] for row in rows()]


def in_order(*places):
    return [[row[place] for place in places] for row in rows()]


#: What becomes of the demo's run, and the repairs that make it what it was.
RESTORED = {
    "rank and score swapped": (in_order(0, 1, 2, 4, 3, 5), ("reorder-columns",)),
    "columns permuted": (in_order(0, 2, 1, 4, 3, 5), ("reorder-columns",)),
    "topic and document swapped": (in_order(2, 1, 0, 3, 4, 5), ("reorder-columns",)),
    "topics padded": (with_field(0, lambda topic: topic.replace("D", "D0")), ("match-topics",)),
    "topics with a prefix": (with_field(0, lambda topic: f"CV{topic}"), ("match-topics",)),
    "topics without prefix": (with_field(0, lambda topic: topic[1:]), ("match-topics",)),
    "documents in lower case": (with_field(2, str.lower), ("match-documents",)),
    "documents with a path": (with_field(2, lambda doc: f"a/b/{doc}.txt"), ("match-documents",)),
    "a header": ([["qid", "Q0", "docno", "rank", "score", "tag"], *rows()],
                 ("drop-unreadable-lines",)),
    "lines that are cut off": ([*rows(), ["D01", "Q0"]], ("drop-unreadable-lines",)),
    "a document again, lower": ([*rows(), ["D15", "Q0", rows()[-1][2], "60", "-999", "x"]],
                                ("drop-lower-duplicates",)),
    "several at once": ([["D0" + row[0][1:], row[1], row[2].lower(), row[4], row[3], row[5]]
                         for row in rows()],
                        ("reorder-columns", "match-topics", "match-documents")),
}  # fmt: skip


@pytest.mark.parametrize("fault", RESTORED)
def test_what_is_recommended_gives_the_run_back(advised, fault):
    lines, repairs = RESTORED[fault]
    advice, again = advised(lines)
    assert advice is not None
    assert advice.repairs == repairs
    assert again.worst != "error"
    assert set(again.repairs) == set(repairs)
    original = [(row[0], row[2], float(row[4])) for row in rows()]
    assert again.run.frame.select("topic", "doc", "score").rows() == original
    assert (advice.topics[1], advice.documents[1]) == (15, 734)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([[*row[:4], other[4], row[5]] for row, other in
          zip(rows(), Random(1).sample(rows(), 734), strict=True)],
         "first make sure that ranks-contradict-scores is settled"),
        ([[str(number), *row[1:]] for number, row in enumerate(rows(), 1000)],
         "drop-unknown-topics would drop 734 of 734 lines, more than half"),
        ([*rows()[:100], *([f"X{n}", "Q0", "LH-001", "1", "1", "keeper-qld"] for n in range(101))],
         "drop-unknown-topics would drop 101 of 201 lines, more than half"),
        ([*rows()[:100], *(["D01", "Q0", f"LH-x{n}", "1", "1", "keeper-qld"] for n in range(150))],
         "drop-unknown-documents would drop 150 of 250 lines, more than half"),
    ],
)  # fmt: skip
def test_nothing_is_recommended_that_loses_most_of_a_run_or_guesses(advised, lines, reason):
    advice, _ = advised(lines, all_topics=False)
    assert (advice.repairs, str(advice)) == ((), f"no repair is recommended: {reason}")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_documents_in_another_form_of_unicode_are_matched_not_dropped(advised, form):
    """Most documents have one form only, so that most of the run is as it should be."""
    names = {row[2]: row[2].replace("LH-01", "Lé-01").replace("LH-02", "Ō-02") for row in rows()}
    right = {unicodedata.normalize(form, name) for name in names.values()}
    known = find_listed(pl.Series(sorted(right)), "the list")
    other = {"NFC": "NFD", "NFD": "NFC"}[form]
    lines = with_field(2, lambda doc: unicodedata.normalize(other, names[doc]))
    advice, again = advised(lines, documents=known)
    assert advice.repairs == ("match-documents",)
    assert set(again.run.frame["doc"]) == right
    assert advice.documents == (734, 734)


def test_the_output_of_an_evaluator_is_said_to_be_no_run(tmp_path):
    """Its lines have the three fields of another layout, so that some of them can be read."""
    path = tmp_path / "a.out"
    path.write_text("1\tnum_shown\t9\n1\trels_found\t4\n1\tlast_rel\t7\n1\twss_95\t0.5\n")
    report = check_run(path, Requirements(topics=("1",)), advised=True)
    assert report.counts["values-of-measures"] == 1
    assert str(report.advice).endswith("first make sure that values-of-measures is settled")


def test_half_of_a_run_may_be_dropped_and_what_is_too_deep_does_not_count(advised):
    assert MOST_DROPPED == 0.5
    strangers = [[f"X{n}", "Q0", "LH-001", "1", "1", "keeper-qld"] for n in range(100)]
    advice, _ = advised([*rows()[:100], *strangers])
    assert advice.repairs == ("drop-unknown-topics",)
    assert str(advice).endswith("leaves 2 of 102 topics, 100 of 200 documents")
    advice, _ = advised(rows(), depth=5)
    assert advice.repairs == ("cut-to-depth",)
    assert advice.documents == (734, 75)


def test_a_run_without_errors_needs_no_advice(advised):
    assert advised(rows())[0] is None
    assert advised(rows()[:10])[0] is None  # topics without documents are a warning


def test_what_nothing_repairs_is_not_said_to_be_repaired(advised):
    advice, again = advised([*rows()[:-1], ["D15", "Q0", "LH-001", "1", "1", "a b".replace(" ", "/")]],
                            tag="[a-z]{50}", severity={"tag-characters": "error"})  # fmt: skip
    assert advice is None
    assert again.worst == "error"


def test_the_order_of_evaluation_stays_where_ranks_and_scores_disagree_in_places(advised):
    lines = rows()
    lines[3][4], lines[4][4] = lines[4][4], lines[3][4]
    advice, again = advised(lines)
    assert advice.repairs == ("rerank-by-score",)
    assert again.run is not None


# --- every repair on whatever another has left ------------------------------------------------

#: A run with something for each repair; most of it goes.
BROKEN = """\
topic Q0 doc rank score tag
001 Q0 docs/A.txt 4 1.5 you
001 Q0 docs/A.txt 9 2.5 me
001 Q0 docs/B.txt x 3.5 me
7 Q0 zz 1 1 m/e
"""
EMPTIED = {
    "topics": {"topics": ("9",)},
    "documents": {"documents": find_listed(pl.Series(["other"]), "a list")},
    "both": {"topics": ("9",), "documents": find_matching("never")},
    "neither": {},
}


@pytest.mark.slow
@pytest.mark.parametrize("known", EMPTIED)
def test_all_pairs_of_repairs_in_any_order_leave_a_verdict(check, known):
    asked = {"depth": 1, "tag_is_file_name": True, **EMPTIED[known]}
    # Where most is dropped in any order, elsewhere in one: repairs have an order of their own.
    pairs = permutations(REPAIRS, 2) if known == "both" else combinations(REPAIRS, 2)
    for pair in [*pairs, [name for name in REPAIRS if name != "rescore-by-rank"]]:
        if set(pair) == {"rerank-by-score", "rescore-by-rank"}:
            continue
        checked = check(BROKEN, repairs=tuple(pair), **asked)
        assert (checked.run is None) == (checked.worst == "error")
        if checked.run is not None:
            assert checked.run.frame.height


@pytest.mark.parametrize("first", ["drop-unknown-topics", "drop-unknown-documents"])
def test_repairs_that_leave_nothing_say_so(check, first):
    checked = check("001 Q0 a 1 1 t\n", topics=("9",), documents=find_matching("b"),
                    tag_is_file_name=True, repairs=(first, "tag-from-file-name"))  # fmt: skip
    said = [one.message for one in checked.findings if one.code == "nothing-left"]
    assert said == ["the repairs leave no document"]
    assert checked.repairs == {first: 1}
    assert checked.run is None


def test_every_repair_of_a_check_exists():
    assert {name for check in CHECKS.values() for name in check.repairs} == REPAIRS.keys()
