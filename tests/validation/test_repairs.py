"""Repairs: what each of them makes of a run, what it settles, and what is said about it."""

from __future__ import annotations

import json

from harness.validation import REPAIRS, Requirements, check_run, find_matching
from tests.each import each

RUN = """\
1 Q0 a 1 3 me
1 Q0 b 2 2 me
1 Q0 c 3 2 me
2 Q0 a 1 1 me
"""


def rows(checked, *columns: str) -> list[tuple[object, ...]]:
    return checked.run.frame.select(columns or ("topic", "doc", "score")).rows()


def test_nothing_is_repaired_that_nobody_asked_for(check):
    checked = check(RUN + "1 Q0 a 4 1 me\n")
    assert (checked.run, checked.repairs, checked.number("repaired")) == (None, {}, 0)
    advice = {one.code: one.repair for one in checked.findings}
    assert advice == {"document-twice": "drop-lower-duplicates", "score-tied": None}


@each(REPAIRS, "name")
def test_nothing_is_repaired_where_nothing_is_wrong(check, name):
    asked = {"depth": 3, "topics": ("1", "2"), "documents": find_matching("[a-c]"), "tag": "..?"}
    text = RUN.replace("c 3 2 ", "c 3 1 ")
    checked = check(text, repairs=(name,), **asked)
    assert (checked.repairs, checked.counts) == ({}, {})
    assert rows(checked) == rows(check(text))


def test_a_file_is_never_changed(tmp_path):
    path = tmp_path / "a.run"
    path.write_text(RUN + "1 Q0 a 4 1 you\nnonsense\n")
    before = path.read_bytes(), path.stat().st_mtime_ns
    asked = [name for name in REPAIRS if name != "rescore-by-rank"]
    checked = check_run(path, Requirements(repairs=tuple(asked), depth=2, topics=("1",)))
    assert checked.worst != "error"
    assert list(checked.repairs) == [
        "drop-unreadable-lines",
        "drop-unknown-topics",
        "drop-lower-duplicates",
        "cut-to-depth",
        "tag-from-file-name",
    ]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_of_a_document_that_is_there_again_the_line_with_the_best_score_stays(check):
    better = check(RUN + "1 Q0 a 4 9 me\n1 Q0 a 5 8 me\n", repairs=("drop-lower-duplicates",),
                   severity={"rank-order": "note"})  # fmt: skip
    assert rows(better) == [("1", "b", 2.0), ("1", "c", 2.0), ("2", "a", 1.0), ("1", "a", 9.0)]
    said = [one.message for one in better.findings if one.code == "document-twice"]
    assert said[0] == "document 'a' again in topic '1' (with a better score in line 5)"
    # Of equal scores the first line stays.
    checked = check(RUN + "1 Q0 a 4 2 me\n1 Q0 a 5 3 me\n", repairs=("drop-lower-duplicates",))
    assert rows(checked) == rows(check(RUN))
    assert checked.repairs == {"drop-lower-duplicates": 2}
    twice = [one for one in checked.findings if one.code == "document-twice"]
    assert [(one.severity, one.repair) for one in twice] == [
        ("repaired", "drop-lower-duplicates")
    ] * 2
    assert str(twice[0]).endswith("[document-twice] (repaired by drop-lower-duplicates)")
    assert checked.tallies["document-twice"].severity == "error"
    assert (
        checked.tallies["document-twice"].standing,
        checked.tallies["document-twice"].repaired,
    ) == (0, 2)


def test_the_best_documents_stay_by_score_and_then_by_identifier(check):
    text = RUN.replace("a 1 3", "a 2 3").replace("b 2", "b 4") + "1 Q0 d 1 7 me\n"
    checked = check(text, depth=3, repairs=("cut-to-depth",))
    # Of b and c, which are tied, the last one by identifier is better; the file's order stays.
    assert rows(checked) == [("1", "a", 3.0), ("1", "c", 2.0), ("2", "a", 1.0), ("1", "d", 7.0)]
    assert checked.repairs == {"cut-to-depth": 1}


def test_dropping_duplicates_may_settle_that_there_were_too_many(check):
    checked = check(RUN + "1 Q0 a 4 1 me\n", depth=3, repairs=("drop-lower-duplicates",))
    settled = checked.tallies["too-many-documents"]
    assert (settled.standing, settled.repaired) == (0, 1)
    assert checked.repairs == {"drop-lower-duplicates": 1}
    assert checked.run is not None


def test_only_what_a_repair_settles_is_repaired(check):
    many = "".join(f"3 Q0 d{n} {n + 1} {9 - n} me\n" for n in range(5))
    checked = check(RUN + "1 Q0 a 4 1 me\n" + many, depth=3, repairs=("drop-lower-duplicates",))
    tally = checked.tallies["too-many-documents"]
    assert (tally.standing, tally.repaired) == (1, 1)
    found = [
        (one.severity, one.line) for one in checked.findings if one.code == "too-many-documents"
    ]
    assert found == [("error", 9), ("repaired", 5)]
    assert checked.run is None


def test_lines_that_cannot_be_read_are_dropped_and_counted(check):
    text = "topic Q0 doc rank score tag\n" + RUN + "1 Q0\n1 Q0 x 4 high me\n1 Q0 y five 6 me\n"
    checked = check(text, repairs=("drop-unreadable-lines",))
    assert checked.repairs == {"drop-unreadable-lines": 3}
    assert {code: one.standing for code, one in checked.tallies.items()} == {
        "fields": 0,
        "header": 0,
        "score-not-a-number": 0,
        "rank-not-a-number": 1,
        "score-order": 1,
        "score-tied": 2,
    }
    both = check(text, repairs=("drop-unreadable-lines", "rerank-by-score"), ranks=True)
    assert rows(both, "doc", "rank") == [("y", 1), ("a", 2), ("c", 3), ("b", 4), ("a", 1)]
    assert both.worst == "note"


def test_ranks_are_counted_anew_from_the_first_rank_that_is_asked_for(check):
    text = RUN.replace("a 1 3", "a 2 3").replace("b 2 2", "b 1 2")
    checked = check(text, repairs=("rerank-by-score",), ranks=True, first_rank=0)
    assert rows(checked, "topic", "doc", "rank") == [
        ("1", "a", 0), ("1", "c", 1), ("1", "b", 2), ("2", "a", 0),
    ]  # fmt: skip
    assert checked.repairs == {"rerank-by-score": 4}
    assert {one.severity for one in checked.findings} == {"repaired", "note"}


def test_lines_that_stay_as_they_are_do_not_count_as_changed(check):
    checked = check(RUN.replace("c 3", "c 2").replace("b 2", "b 3") + "3 Q0 a 2 1 me\n",
                    repairs=("rerank-by-score",))  # fmt: skip
    # The lines of b and c change places, and the rank of the last line is rewritten.
    assert checked.repairs == {"rerank-by-score": 3}


def test_scores_become_negative_ranks(check):
    text = RUN.replace("a 1 3", "a 3 3").replace("c 3 2", "c 1 2")
    checked = check(text, repairs=("rescore-by-rank",))
    assert rows(checked) == [("1", "a", -3.0), ("1", "b", -2.0), ("1", "c", -1.0), ("2", "a", -1.0)]
    assert checked.tallies["rank-order"].repaired == 1
    assert checked.tallies["score-tied"].standing == 0


def test_scores_stay_where_a_rank_is_not_known(check):
    text = RUN.replace("a 1 3", "a 2 3").replace("b 2 2", "b 1 2").replace("c 3", "c x")
    checked = check(text, repairs=("rescore-by-rank",))
    assert (checked.repairs, checked.run) == ({}, None)
    assert checked.tallies["rank-order"].standing == 1


def test_the_order_of_repairs_does_not_depend_on_how_they_are_listed(check):
    names = ("cut-to-depth", "rescore-by-rank", "drop-lower-duplicates")
    text = "1 Q0 a 3 9 me\n1 Q0 a 1 8 me\n1 Q0 b 1 1 me\n1 Q0 c 2 2 me\n"
    for listed in (names, names[::-1]):
        # Of a the line with the better rank stays, since the ranks are the scores by then.
        assert rows(check(text, depth=2, repairs=listed)) == [("1", "a", -1.0), ("1", "b", -1.0)]


def test_topics_and_documents_that_nobody_knows_are_dropped(check):
    names = ("drop-unknown-topics", "drop-unknown-documents")
    checked = check(RUN, topics=("1",), documents=find_matching("[ab]"), repairs=names)
    assert rows(checked) == [("1", "a", 3.0), ("1", "b", 2.0)]
    assert checked.repairs == {"drop-unknown-topics": 1, "drop-unknown-documents": 1}


def test_a_topic_that_loses_all_its_documents_is_said_to_be_unanswered(check):
    asked = {"topics": ("1", "2", "3"), "documents": find_matching("[bc]")}
    checked = check(RUN, repairs=("drop-unknown-documents",), **asked)
    said = [one.message for one in checked.findings if one.code == "topic-unanswered"]
    assert said == ["topic '2' has no document", "topic '3' has no document"]
    # The rank that is missing since the first line was dropped says nothing about the file.
    assert "rank-start" not in checked.counts


def test_repairs_that_leave_nothing_are_an_error(check):
    checked = check(RUN, topics=("9",), repairs=("drop-unknown-topics",))
    assert checked.run is None
    assert checked.tallies["nothing-left"].standing == 1
    assert checked.tallies["topic-unknown"].standing == 0
    assert checked.worst == "error"


def test_the_tag_becomes_the_files_name(check):
    text = RUN.replace("2 me", "2 you")
    checked = check(text, file="mine.run.txt", repairs=("tag-from-file-name",))
    assert (checked.name, checked.run.name) == ("mine", "mine")
    assert checked.repairs == {"tag-from-file-name": 4}
    assert checked.tallies["tags-differ"].repaired == 2


def test_a_file_name_that_is_no_better_settles_nothing(check):
    checked = check(
        RUN.replace("me", "m/e"), file="a b.run", tag="trec", repairs=("tag-from-file-name",)
    )
    assert (checked.tallies["tag-characters"].standing, checked.run) == (1, None)


def test_a_finding_that_is_turned_off_is_not_repaired(check):
    checked = check(RUN, severity={"score-tied": "off"}, repairs=("rescore-by-rank",))
    assert (checked.repairs, rows(checked)) == ({}, rows(check(RUN)))


def test_passages_keep_their_order_and_their_ends(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("1 Q0 a 1 1 me 0 9\n1 Q0 a 2 2 me 0 9\n1 Q0 a 3 3 me 9 9\n1 Q0 b 4 4 me X X\n")
    repairs = ("drop-lower-duplicates", "cut-to-depth")
    soft = {"rank-order": "note", "score-order": "off"}
    checked = check_run(path, Requirements(repairs=repairs, depth=2, severity=soft), format="inex")
    assert checked.run.frame.rows() == [("1", "a", 2.0, 0, 9), ("1", "a", 3.0, 9, 9)]
    assert checked.repairs == {"drop-lower-duplicates": 1, "cut-to-depth": 1}


def test_the_repair_that_is_named_is_one_that_did_something(check):
    """Others that could settle the same may be allowed, too, and find nothing left to do."""
    renamed = "".join(f"T{line}\n" for line in RUN.splitlines())
    asked = ("drop-unknown-topics", "match-topics", "cut-to-depth", "drop-lower-duplicates")
    for text in (renamed, RUN + "1 Q0 a 4 1 me\n"):
        checked = check(text, topics=("1", "2"), depth=3, repairs=asked)
        named = " and ".join(str(one.repair) for one in checked.findings if one.repair)
        assert len(checked.repairs) == 1
        assert set(named.split(" and ")) == set(checked.repairs)


#: Runs without a rank, or of which the ranks tell no order: constant, ascending, tied scores.
SCORES = {"constant": [1.0] * 12, "ascending": range(12), "tied": [2.0] * 6 + [1.0] * 6}
UNRANKED = {
    "a.csv": lambda scores: (
        "qid,docid,score\n" + "".join(f"1,d{n},{score}\n" for n, score in enumerate(scores))
    ),
    "a.json": lambda scores: json.dumps({"1": {f"d{n}": s for n, s in enumerate(scores)}}),
    "zeros.run": lambda scores: "".join(
        f"1 Q0 d{n} 0 {score} me\n" for n, score in enumerate(scores)
    ),
    "ranked.run": lambda scores: "".join(
        f"1 Q0 d{n} {n + 1} {score} me\n" for n, score in enumerate(scores)
    ),
}


@each(SCORES, "scores")
@each(UNRANKED, "name")
def test_what_is_recommended_can_be_done(tmp_path, name, scores):
    path = tmp_path / name
    path.write_text(UNRANKED[name](SCORES[scores]))
    checked = check_run(path, Requirements(severity={"score-tied": "warning"}), advised=True)
    named = {repair for one in checked.findings for repair in (one.repair or "").split(" or ")}
    assert ("rescore-by-rank" in named) == (name == "ranked.run")
    words = " ".join(str(one) for one in (*checked.findings, checked.advice))
    assert all(repair in named for repair in REPAIRS if repair in words)
    for repair in named - {""}:
        asked = Requirements(repairs=(repair,), severity={"score-tied": "warning"})
        assert check_run(path, asked).repairs, repair
