"""`harness eval` against trec_eval's own quick test, against files worked by hand, flag by flag."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

OURS = Path(__file__).resolve().parent.parent / "golden/relations"
OUR_CASES = json.loads((OURS / "cases.json").read_text())["cases"]
QRELS, RUN = OURS / "grades.txt", OURS / "run.txt"


def lines(text):
    return [line.split() for line in text.splitlines() if line.strip()]


# --- byte for byte ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(15))
def test_trec_evals_quick_test_is_byte_identical(harness, shared, monkeypatch, number):
    folder = shared / "golden/trec_eval_prefs"
    cases = json.loads((folder / "cases.json").read_text())["cases"]
    assert len(cases) == 15
    case = cases[number]
    monkeypatch.chdir(folder)
    got = harness("eval", *case["args"], case["qrels"], case["run"])
    assert got.status == 0, got.err
    assert got.out == (folder / case["expected"]).read_text()


@pytest.mark.parametrize("number", [8, 10, 11])
def test_version_9_prints_the_same_for_preferences_and_judgment_groups(
    harness, shared, monkeypatch, number
):
    folder = shared / "golden/trec_eval_prefs"
    case = json.loads((folder / "cases.json").read_text())["cases"][number]
    monkeypatch.chdir(folder)
    got = harness("eval", "--dialect", "trec_eval-9", *case["args"], case["qrels"], case["run"])
    assert "-R" in case["args"]
    assert got.out == (folder / case["expected"]).read_text()


@pytest.mark.parametrize("case", OUR_CASES, ids=[case["expected"] for case in OUR_CASES])
def test_files_worked_by_hand_are_byte_identical(harness, monkeypatch, case):
    monkeypatch.chdir(OURS)
    got = harness("eval", *case["args"], case["qrels"], case["run"])
    assert got.status == 0, got.err
    assert got.out == (OURS / case["expected"]).read_text()


# --- flags as trec_eval's users write them ---------------------------------------------------


def test_flags_may_be_joined_and_may_hold_their_values(harness):
    separate = harness("eval", "-q", "-c", "-m", "P.2", "-M", "1", "-l", "2", "-N", "9", QRELS, RUN)
    joined = harness("eval", "-qc", "-mP.2", "-M1", "-l2", "-N9", QRELS, RUN)
    assert separate.status == 0
    assert joined.out == separate.out
    assert lines(joined.out)[0] == ["P_2", "1", "0.5000"]


def test_nq_prints_topics_without_a_summary(harness):
    got = harness("eval", "-nq", "-mmap", QRELS, RUN)
    assert [line[1] for line in lines(got.out)] == ["1", "2"]
    assert harness("eval", "-n", "-mmap", QRELS, RUN).out == ""


def test_j_drops_unjudged_documents_from_the_rankings(harness, tmp_path):
    (tmp_path / "run").write_text("1 Q0 x 0 9 r\n1 Q0 a 0 1 r\n")
    assert lines(harness("eval", "-m", "P.1", QRELS, tmp_path / "run").out)[-1][2] == "0.0000"
    assert lines(harness("eval", "-J", "-m", "P.1", QRELS, tmp_path / "run").out)[-1][2] == "1.0000"


def test_n_is_the_number_of_documents_in_the_collection(harness):
    plain = harness("eval", "-mutility.0,0,0,1", QRELS, RUN)
    sized = harness("eval", "-N", "100", "-mutility.0,0,0,1", QRELS, RUN)
    assert float(lines(sized.out)[0][2]) == float(lines(plain.out)[0][2]) + 100


@pytest.mark.parametrize("flag", ["-v", "--version"])
def test_the_version_is_printed_without_any_file(harness, flag):
    got = harness("eval", flag)
    assert got.status == 0
    assert got.out.startswith("harness")
    assert any(character.isdigit() for character in got.out)


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_flag(harness, flag):
    got = harness("eval", flag)
    assert got.status == 0
    for option in ("-q", "-n", "-m", "-c", "-l", "-M", "-N", "-J", "-R", "-Z", "-v", "-h"):
        assert f"{option} " in got.out or f"{option}," in got.out


@pytest.mark.parametrize("wrong", [["-l0"], ["-M0"], ["-M", "x"], ["-R", "trec"], ["-y"]])
def test_wrong_flags_are_refused_with_status_2(harness, wrong):
    got = harness("eval", *wrong, QRELS, RUN)
    assert got.status == 2
    assert "Error" in got.err
    assert got.out == ""


def test_parameters_replace_the_defaults_of_the_same_measure(harness):
    alone = harness("eval", "-m", "P.2", QRELS, RUN)
    assert harness("eval", "-m", "P.2", "-m", "P", QRELS, RUN).out == alone.out
    official = harness("eval", "-m", "official", "-m", "P.2", QRELS, RUN)
    assert [line[0] for line in lines(official.out) if line[0].startswith("P_")] == ["P_2"]


def test_measures_are_printed_in_trec_evals_order(harness):
    prefs = OURS / "prefs.txt"
    asked = ["-m", "prefs_simp_ret", "-m", "prefs_avgjg", "-m", "num_q", "-m", "prefs_simp"]
    got = harness("eval", "-R", "prefs", *asked, prefs, RUN)
    assert [line[0] for line in lines(got.out)] == [
        "num_q",
        "prefs_simp",
        "prefs_avgjg",
        "prefs_simp_ret",
    ]


def test_the_nickname_prefs_is_the_short_list(harness):
    got = harness("eval", "-R", "prefs", "-m", "prefs", OURS / "prefs.txt", RUN)
    assert [line[0] for line in lines(got.out)][:2] == ["runid", "num_q"]
    assert [line[0] for line in lines(got.out)][-1] == "prefs_avgjg"


def test_several_runs_make_a_table_of_preference_measures(harness, tmp_path):
    (tmp_path / "other").write_text(RUN.read_text().replace("mine", "other").replace("3.0", "1.5"))
    asked = ["-R", "prefs", "-m", "prefs_simp", "-m", "prefs_num_prefs_ful"]
    got = harness("eval", *asked, OURS / "prefs.txt", RUN, tmp_path / "other")
    assert lines(got.out)[0] == ["run", "prefs_num_prefs_ful", "prefs_simp"]
    # b before a and c: a over c and d, c over d, b over a; the second topic as before.
    assert ["other", "7", "1.0000"] in lines(got.out)
    assert ["mine", "6", "0.8750"] in lines(got.out)


def test_the_order_of_ties_is_told(harness):
    got = harness("eval", "-R", "prefs", OURS / "prefs.txt", RUN)
    assert "ordered by identifier, ascending" in got.err
    assert "descending" not in got.err


# --- unanswered topics -----------------------------------------------------------------------


@pytest.mark.parametrize("dialect", ["trec_eval-9", "trec_eval-10"])
@pytest.mark.parametrize(
    ("kind", "judged", "name", "count"),
    [
        ("prefs", "prefs.txt", "prefs_simp", "prefs_num_prefs_poss"),
        ("qrels_prefs", "grades.txt", "prefs_simp", "prefs_num_prefs_poss"),
        ("qrels_jg", "assessors.txt", "map_avgjg", None),
    ],
)
def test_c_averages_over_all_judged_topics(harness, tmp_path, dialect, kind, judged, name, count):
    (tmp_path / "run").write_text("".join(RUN.read_text().splitlines(True)[:3]))
    common = ["-R", kind, "--dialect", dialect, "-m", "num_q", "-m", name]
    few = dict(
        line[::2] for line in lines(harness("eval", *common, OURS / judged, tmp_path / "run").out)
    )
    counted = ["-m", count] if count else []
    got = harness("eval", "-c", *common, *counted, OURS / judged, tmp_path / "run")
    every = dict(line[::2] for line in lines(got.out))
    assert (few["num_q"], every["num_q"]) == ("1", "2")
    assert float(every[name]) == pytest.approx(float(few[name]) / 2, abs=1e-4)
    if count:
        assert int(every[count]) > 4
    assert "1 missing" in got.err


# --- mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["prefs", "qrels_jg"])
def test_measures_of_documents_go_beside_those_of_other_judgments_and_say_so(harness, kind):
    judged, other = {
        "prefs": ("prefs.txt", "prefs_simp"),
        "qrels_jg": ("assessors.txt", "map_avgjg"),
    }[kind]
    got = harness("eval", "-R", kind, "-m", "map", "-m", other, OURS / judged, RUN)
    assert [line[0] for line in lines(got.out)] == ["map", other]
    assert "take the highest grade over a document's groups" in got.err


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("all_prefs", "prefs_simp needs judgments of preferences"),
        ("prefs_simp", "prefs_simp needs judgments of preferences"),
        ("qrels_jg", "map_avgjg needs judgments of judgment groups"),
        ("P_avgjg.5", "P_avgjg_5 needs judgments of judgment groups"),
    ],
)
def test_a_measure_of_other_judgments_says_what_it_needs_and_what_there_is(harness, name, needed):
    got = harness("eval", "-m", name, QRELS, RUN)
    assert got.status == 2
    assert f"{needed}; these judge documents (layout trec)" in got.err
    assert got.out == ""


def test_preferences_need_five_columns_and_say_so(harness):
    got = harness("eval", "-R", "prefs", QRELS, RUN)
    assert got.status == 2
    assert "grades.txt:1:" in got.err
    assert "topic group subgroup doc level" in got.err


def test_four_columns_are_refused_where_grades_have_five(harness):
    got = harness("eval", "-R", "qrels", OURS / "prefs.txt", RUN)
    assert got.status == 2
    assert "prefs.txt:2:" in got.err


def test_an_empty_file_of_preferences_is_refused(harness, tmp_path):
    (tmp_path / "empty").write_text("# nothing\n")
    got = harness("eval", "-R", "prefs", tmp_path / "empty", RUN)
    assert got.status == 2
    assert "empty" in got.err


def test_a_group_that_contradicts_itself_is_refused(harness, tmp_path):
    cycle = "1 g 0 a 2\n1 g 0 b 1\n1 g 1 b 2\n1 g 1 c 1\n1 g 2 c 2\n1 g 2 a 1\n"
    (tmp_path / "prefs").write_text(cycle)
    got = harness("eval", "-R", "prefs", tmp_path / "prefs", RUN)
    assert got.status == 2
    assert "group 'g' of topic '1' contradicts itself" in got.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("1 map 0.5\n", "z:1:10: 3 fields where 4 are expected"),
        ("1 map 0.5 much\n", "z:1:11: the deviation 'much' is not a finite number"),
        ("1 map .5 1\n1 map .5 -1\n", "z:2:10: the deviation -1 is negative"),
        ("1 map 1 1\n\n1  map 1 1\n", "z:3:4: map has a second line for topic 1 (first at line 1)"),
        ("# none\n", "there is no line with a mean"),
        ("1 map 1 1\n", "no mean and deviation of map for topic 2"),
    ],
)
def test_files_of_standards_are_checked(harness, tmp_path, content, said):
    (tmp_path / "z").write_text(content)
    got = harness("eval", "-m", "map", "-Z", tmp_path / "z", QRELS, RUN)
    assert got.status == 2
    assert said in got.err
    assert got.out == ""


def test_standard_scores_of_several_runs_make_a_table(harness, tmp_path):
    (tmp_path / "same.txt").write_bytes(RUN.read_bytes())
    got = harness(
        "eval", "-m", "P.2", "-Z", OURS / "zscores.txt", QRELS, RUN, tmp_path / "same.txt"
    )
    assert lines(got.out)[0] == ["run", "ZP_2"]
    assert [line[-1] for line in lines(got.out)[2:]] == ["0.7500", "0.7500"]


def test_standard_scores_take_any_measure_by_its_label(harness, tmp_path):
    (tmp_path / "z").write_text("1 AP 0.05 0.5\n2 AP 0.5 0.25\n")
    got = harness("eval", "-q", "-m", "AP", "-m", "NumQ", "-Z", tmp_path / "z", QRELS, RUN)
    # Topic 1: a, c of a, c, d: (1 + 2/3)/3 = 0.5556; topic 2: b before a: 0.5.
    assert lines(got.out)[0] == ["ZAP", "1", "1.0111"]
    assert ["ZAP", "all", "0.5056"] in lines(got.out)
