"""Judgments in every layout: what is read, what is refused, and what is never guessed."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import MAX_PROBLEMS, InputError
from harness.formats.layouts import layout_names, layouts
from harness.formats.qrels import parse_qrels, read_qrels
from tests.each import each
from tests.formats.damaged import contents
from tests.formats.qrels_cases import problems, rows

#: How a layout is named, wherever one is.
NAMED = (
    "name the layout: qrels.format in a task, --qrels-from of harness eval, "
    "--from of harness info, format= in Python"
)


# --- trec -------------------------------------------------------------------------------------


def test_four_fields_are_trec() -> None:
    qrels = parse_qrels(b"001 Q0 d1 2\n001 4.5 d2 -2\n2 0 d1 +1\n", "a.qrels")
    assert qrels.format == "trec"
    assert qrels.frame.schema == {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    assert qrels.frame.rows() == [("001", "d1", 2), ("001", "d2", -2), ("2", "d1", 1)]


def test_a_grade_that_is_no_whole_number_is_an_error_with_its_place() -> None:
    assert problems(b"1 0 d1 1\n1 0 d2 1.5\n") == [
        "a.qrels:2:8: the grade '1.5' is not a whole number"
    ]


def test_a_grade_beyond_32_bits_is_refused_before_anything_computes_with_it() -> None:
    assert problems(b"1 0 d1 1\n1 0 d2 2147483648\n") == [
        "a.qrels:2:8: the grade 2147483648 is too large"
    ]


def test_a_document_judged_twice_is_an_error_naming_both_lines() -> None:
    content = b"# comment\n1 0 d1 1\n2 0 d1 1\n\n1 0 d1 0\n"
    assert problems(content) == [
        "a.qrels:5:5: document 'd1' is judged twice in topic '1' (first at line 2)"
    ]


def test_a_repeated_document_with_another_second_field_hints_at_other_layouts() -> None:
    [problem] = problems(b"1 1 d1 1\n1 2 d1 0\n")
    assert "the second field differs: diversity or qrels_jg?" in problem
    assert NAMED in problem


def test_duplicates_stop_at_the_limit() -> None:
    assert len(problems(b"1 0 d1 1\n" * 100)) == MAX_PROBLEMS


def test_a_file_of_comments_has_no_judgments() -> None:
    assert problems(b"# nothing\n") == ["a.qrels: there is no line with a judgment"]
    assert problems(b"# nothing\n", "trec") == ["a.qrels: there is no line with a judgment"]


# --- the other layouts ------------------------------------------------------------------------

LAYOUTS = {
    "diversity": (
        b"1 2 d1 1\n1 3 d1 0\n",
        {"topic": "1", "doc": "d1", "grade": 1, "subtopic": "2"},
    ),
    "prels": (
        b"1 d1 1 2 0.25\n1 d2 -999 1 NA\n",
        {"topic": "1", "doc": "d1", "grade": 1, "method": 2, "probability": 0.25},
    ),
    "strata": (
        b"1 0 d1 3 -1\n1 0 d2 1 2\n",
        {"topic": "1", "doc": "d1", "grade": -1, "stratum": "3"},
    ),
    "probs": (
        b"1 0 d1 -2 0.5\n1 0 d2 1 1\n",
        {"topic": "1", "doc": "d1", "grade": -2, "probability": 0.5},
    ),
    "prefs": (
        b"1 g1 s1 d1 5.5\n1 g2 s1 d1 0\n",
        {"topic": "1", "doc": "d1", "grade": 1, "group": "g1", "subgroup": "s1", "level": 5.5},
    ),
    "qrels_prefs": (
        b"1 g1 d1 2\n1 g2 d1 0\n",
        {"topic": "1", "doc": "d1", "grade": 1, "group": "g1", "subgroup": "0", "level": 2.0},
    ),
    "qrels_jg": (b"1 g1 d1 2\n1 g2 d1 0\n", {"topic": "1", "doc": "d1", "grade": 2, "group": "g1"}),
    "ntcir": (
        b"0001\tS\td1\t1\n0001\tC\td2\t0\n",
        {"topic": "0001", "doc": "d1", "grade": 3, "letter": "S", "level": "1"},
    ),
    "ntcir-levels": (
        b"0001\td1\tL3\n0001\td2\tL0\n",
        {"topic": "0001", "doc": "d1", "grade": 3, "level": "L3"},
    ),
    "ntcir-intents": (
        b"0001 2 d1 L3\n0001 3 d1 L0\n",
        {"topic": "0001", "doc": "d1", "grade": 3, "subtopic": "2", "level": "L3"},
    ),
    "semeval": (
        b"Q1\tQ1_R1\t1\t1.0\ttrue\nQ1\tQ1_R2\t2\t0.5\tfalse\n",
        {"topic": "Q1", "doc": "Q1_R1", "grade": 1},
    ),
    "inex": (
        b"9 Q0 d1 60 100 1 1:10 20:50\n9 Q0 d2 0 30\n",
        {
            "topic": "9",
            "doc": "d1",
            "grade": 1,
            "relevant_chars": 60,
            "doc_chars": 100,
            "best_entry": 1,
            "passages": [{"offset": 1, "length": 10}, {"offset": 20, "length": 50}],
        },
    ),
    "inex-elements": (
        b"9 Q0 d1 /a[1] 3 L\n9 Q0 d1 /a[1]/b[1] ? 0.5\n",
        {
            "topic": "9",
            "doc": "d1",
            "grade": 3,
            "path": "/a[1]",
            "exhaustivity": 3,
            "specificity": 2.0,
        },
    ),
}


def test_every_layout_has_an_example_here() -> None:
    assert {"trec", *LAYOUTS} == {it.name for it in layouts("judgments") if it.fields}


@each(LAYOUTS)
def test_a_layout_gives_topic_doc_grade_and_its_own_columns(format: str) -> None:
    content, first = LAYOUTS[format]
    qrels = parse_qrels(content, "a.qrels", format)
    assert qrels.frame.row(0, named=True) == first
    assert qrels.frame.columns[:3] == ["topic", "doc", "grade"]
    assert qrels.frame.schema["grade"] == pl.Int64
    assert (len(qrels), qrels.format) == (2, format)


@each(LAYOUTS)
def test_a_repeated_judgment_is_an_error_in_every_layout(format: str) -> None:
    line = LAYOUTS[format][0].split(b"\n")[0] + b"\n"
    [problem] = problems(line * 2, format)
    assert problem.startswith("a.qrels:2:")
    assert "judged twice in topic" in problem
    assert "(first at line 1)" in problem


def test_a_repeated_subtopic_judgment_names_the_subtopic() -> None:
    [problem] = problems(b"1 2 d1 1\n1 2 d1 1\n", "diversity")
    assert "document 'd1' is judged twice in topic '1', subtopic '2' (first at line 1)" in problem


def test_a_probability_may_be_absent_and_a_grade_of_minus_999_stays_negative() -> None:
    frame = parse_qrels(LAYOUTS["prels"][0], "a.prels", "prels").frame
    assert frame.row(1) == ("1", "d2", -999, 1, None)
    assert problems(b"1 d1 1 2 na\n", "prels") == [
        "a.qrels:1:10: the probability 'na' is not a finite number"
    ]


def test_ntcir_grades_come_from_the_letter_else_from_the_level() -> None:
    content = b"1 S a L0\n1 A b L0\n1 B c L0\n1 C d L0\n1 0 e L2\n1 0 f L10\n"
    assert [row[2] for row in rows(content, "ntcir")] == [3, 2, 1, 0, 2, 10]


def test_ntcir_letters_can_mean_other_grades() -> None:
    content = b"1 H a 1\n1 S b 1\n"
    assert [row[2] for row in rows(content, "ntcir", grades={"H": 9, "S": 1})] == [9, 1]


def test_an_unknown_ntcir_letter_is_an_error_with_its_place() -> None:
    assert problems(b"1 S a 1\n1 X b 1\n", "ntcir") == [
        "a.qrels:2:3: 'X' is not an NTCIR grade (expected S, A, B, C here or L0, L1, … at the end)"
    ]


def test_an_inex_article_without_relevant_text_has_no_passages() -> None:
    frame = parse_qrels(LAYOUTS["inex"][0], "a.qrels", "inex").frame
    assert frame.row(1) == ("9", "d2", 0, 0, 30, None, [])


@each(
    [
        (b"9 Q0 d 60 100 x 1:60", ":1:15: the best_entry 'x' is not a whole number"),
        (b"9 Q0 d 60 100 1 1-60", ":1:17: '1-60' is not a passage offset:length"),
        (b"9 Q0 d 60 100 1", ":1:16: no passage follows the best_entry"),
        (b"9 Q0 d 60 100 -1 1:60", ":1:15: the best_entry '-1' has a sign"),
        (b"9 Q0 d 60 100 " + b"7" * 25 + b" 1:60", ":1:15: the best_entry '777"),
        (b"9 Q0 d 60 100 " + b"7" * 5000 + b" 1:60", ":1:15: the best_entry '777"),
        (b"9 Q0 d 60 100 1 1:60 2:" + b"9" * 30, ":1:22: a number of the passage '2:999"),
        (b"9 Q0 d 60 100 1 1:60 2:" + b"9" * 5000, ":1:22: a number of the passage '2:999"),
        (b"9 Q0 d 60 100", ":1:8: the article is relevant but no passage is given"),
        (b"9 Q0 d 6.5 100 1 1:60", ":1:8: the relevant_chars '6.5' is not a whole number"),
        (b"9 Q0 d 60", ":1:10: 4 fields where at least 5 are expected"),
    ],
    "line",
    "problem",
)
def test_a_wrong_inex_line_is_an_error_with_its_place(line: bytes, problem: str) -> None:
    assert problems(line + b"\n", "inex")[0].startswith("a.qrels" + problem)


# --- recognising ------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["prels", "strata", "probs", "prefs"])
def test_five_fields_are_never_guessed_between(format: str) -> None:
    [problem] = problems(LAYOUTS[format][0].replace(b"-1\n", b"0\n"))
    assert "a.qrels:1: lines with 5 fields can be read in more than one way" in problem
    assert f"{NAMED}; one of: " in problem
    assert f"{format} (" in problem


def test_only_layouts_that_fit_are_candidates() -> None:
    [problem] = problems(b"# c\n1 d1 0 1 NA\n")
    assert problem.startswith("a.qrels:2: ")
    assert problem.endswith(
        "one of: prels (topic doc grade method probability): "
        "topic 1, doc d1, grade 0, method 1, probability NA; "
        "probs (topic iter doc grade probability): topic 1, doc 0, grade 1, probability NA)"
    )


def test_strata_are_recognised_by_documents_that_were_not_drawn() -> None:
    late = b"".join(b"7 0 d%d 1 %d\n" % (at, at % 3) for at in range(500)) + b"7 0 e 2 -1\n"
    qrels = parse_qrels(late, "a.qrels")
    assert qrels.format == "strata"
    assert "read as strata" in str(qrels.warnings[0])
    for other in (b"7 Q0 d 1 -1\n", b"7 0 d 1 0.5\n7 0 e -1 1\n", b"7 0 d 1 0\n"):
        assert "can be read in more than one way" in problems(other)[0]


FOUR = b"1 Sa1 2 1\n1 Sb2 0 0\n2 Sc1 1 2\n2 Sd2 2 0\n"


@pytest.mark.parametrize(
    "content", [FOUR, b"# c\n" + FOUR, b"1 d7 1 0\n", b"1 184 2 0\n1 29 3 1\n2 31 0 0\n"]
)
def test_four_fields_with_documents_in_the_second_or_third_are_asked_about(content: bytes) -> None:
    [problem] = problems(content)
    line = 2 if content.startswith(b"#") else 1
    record = content.splitlines()[line - 1].decode().split()
    assert (
        f"a.qrels:{line}: lines with 4 fields can be read in more than one way ({NAMED}" in problem
    )
    assert f"trec (topic iter doc grade): topic {record[0]}, doc {record[2]}, " in problem
    assert f": topic {record[0]}, doc {record[1]}, grade {record[2]}" in problem
    assert parse_qrels(content, "a.qrels", "trec").frame["doc"][0] == record[2]


@each(
    [
        b"1 0 27 1\n",
        b"1 Q0 27 1\n2 Q0 28 0\n",
        b"1 0 27 1\n2 0 28 0\n",
        b"1 1 27 1\n1 1 28 0\n1 2 29 0\n",
        b"1 4.5 005b2j4b 2\n1 2 00fmeepz 1\n",
        b"1 0 7067032 2\n2 1 7067033 1\n",
    ]
)
def test_four_fields_of_trec_are_not_asked_about(content: bytes) -> None:
    assert parse_qrels(content, "a.qrels").format == "trec"


def test_inex_is_recognised_by_its_passages_however_late_they_come() -> None:
    late = b"".join(b"9 Q0 n%d 0 30\n" % at for at in range(500)) + b"9 Q0 d 60 100 1 1:60\n"
    assert parse_qrels(late, "a.qrels").format == "inex"


def test_ntcir_levels_are_recognised_but_ntcir_letters_beside_numbers_only_warned_about() -> None:
    assert parse_qrels(b"1 S a L3\n1 C b L0\n", "a.qrels").format == "ntcir"
    qrels = parse_qrels(b"1 S a 1\n1 C b 0\n", "a.qrels")
    assert (qrels.format, [row[2] for row in qrels.frame.rows()]) == ("trec", [1, 0])
    assert f"ntcir reads the letters ({NAMED})" in str(qrels.warnings[0])


def test_no_layout_for_so_many_fields_lists_all_of_them() -> None:
    [problem] = problems(b"1 Q0 d1 1 relevant tag\n")
    assert "no layout of judgments fits lines with 6 fields like this one" in problem
    assert all(name in problem for name in ("trec", *LAYOUTS))


@each([None, "trec", "diversity", "ntcir", "inex", "strata"], "format")
@each([b"2.5", b"-1e3", b"7"], "score")
def test_a_run_in_the_place_of_judgments_is_called_a_run_once(
    format: str | None, score: bytes
) -> None:
    line = b"1 Q0 d1 1 " + score + b" bm25\n"
    [problem] = problems(b"# made by us\n" + line * 3, format)
    assert problem.startswith("a.qrels:2")
    hint = "this looks like a run (topic Q0 doc rank score tag): are qrels and run swapped?"
    assert hint in problem


def test_a_broken_inex_file_is_not_called_a_run() -> None:
    found = problems(b"9 Q0 d 60 100 1 1:60\n9 Q0 e 60 100 1 1:6:0\n", "inex")
    assert found
    assert not any("swapped" in problem for problem in found)


# --- anything at all ---------------------------------------------------------------------------


@given(contents, st.sampled_from([None, *layout_names("judgments")]))
def test_anything_is_read_or_is_an_input_error(content: bytes, format: str | None) -> None:
    with contextlib.suppress(InputError):
        assert len(parse_qrels(content, "a.x", format=format))


# --- real files -------------------------------------------------------------------------------


@each(
    [
        ("data/trec8/qrels.trec8.adhoc.txt", None, 86_830, 4_728),
        ("data/gov2/qrels.terabyte04.701-750.txt.gz", None, 58_077, 10_617),
        ("data/gov2/qrels.terabyte06.801-850.txt.gz", None, 31_984, 5_893),
        ("data/clef/qrels/ru_qrels.txt.gz", None, 27_858, 274),
        ("data/clef/qrels/qrels.clef06fr.txt.gz", None, 17_882, 2_148),
        ("golden/statap/prels.txt", "prels", 406, None),
        ("golden/statap/prels-odd.txt", "prels", 44, None),
        ("golden/xinfap/qrels.txt", "strata", 1_640, None),
        ("golden/ndeval/qrels.txt", "diversity", None, None),
        ("golden/inex/qrels.txt", None, 87, None),
        ("golden/trec_eval_prefs/prefs.test", "prefs", 164, None),
        ("golden/trec_eval_prefs/prefs.comment.test", "prefs", None, None),
        ("golden/trec_eval_prefs/qrels.test", "qrels_prefs", 3_681, None),
        ("golden/trec_eval_prefs/qrels.123", "qrels_jg", 10_362, None),
    ],
    "path",
    "format",
    "judgments",
    "relevant",
)
def test_real_files_have_as_many_judgments_as_their_readme_says(
    shared: Path, path: str, format: str | None, judgments: int | None, relevant: int | None
) -> None:
    qrels = read_qrels(shared / path, format=format)
    assert judgments is None or len(qrels) == judgments
    assert relevant is None or (qrels.frame["grade"] > 0).sum() == relevant


def test_the_passages_of_a_published_inex_line(shared: Path) -> None:
    frame = read_qrels(shared / "golden/inex/qrels.txt").frame
    row = frame.filter(pl.col("doc") == "1528075").row(0, named=True)
    assert (row["relevant_chars"], row["doc_chars"], row["best_entry"]) == (49158, 58542, 126)
    assert [part["offset"] for part in row["passages"]] == [126, 28893]
    lengths = frame.select(pl.col("passages").list.eval(pl.element().struct["length"]).list.sum())
    assert lengths.to_series().to_list() == frame["relevant_chars"].to_list()


def test_subtopic_judgments_read_as_trec_say_what_they_may_be(shared: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_qrels(shared / "golden/ndeval/qrels.txt")
    hints = [problem.hint for problem in caught.value.problems]
    assert hints == [f"the second field differs: diversity or qrels_jg? {NAMED}", *[None] * 24]


def test_json_and_trec_give_the_same_frame(shared: Path) -> None:
    qrels = read_qrels(shared / "data/trec8/depth10.qrels.txt.gz")
    nested: dict[str, dict[str, int]] = {}
    for topic, doc, grade in qrels.frame.rows():
        nested.setdefault(topic, {})[doc] = grade
    assert parse_qrels(json.dumps(nested).encode(), "a.json").frame.equals(qrels.frame)


def test_a_label_of_semeval_is_true_or_false() -> None:
    [problem] = problems(b"Q1 R1 1 1 true\nQ1 R2 2 0.5 maybe\n", "semeval")
    assert problem == "a.qrels:2:13: 'maybe' is neither true nor false"
