"""Runs in every format, many at once, and what is said about them."""

from __future__ import annotations

import contextlib
import math
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import InputError
from harness.formats.files import open_pieces
from harness.formats.layouts import layout_names
from harness.formats.run_columns import first_tag
from harness.formats.runs import parse_run, read_run, read_runs
from harness.validation import check_run
from tests.each import each
from tests.formats.damaged import contents

TREC = b"1 Q0 d1 1 2.5 bm25\n1 Q0 d2 2 1.5 bm25\n"


def problems(content: bytes, format: str | None = None, where: str = "a.run") -> list[str]:
    with pytest.raises(InputError) as caught:
        parse_run(content, where, format=format)
    return [str(problem) for problem in caught.value.problems]


# --- trec -------------------------------------------------------------------------------------


def test_six_columns() -> None:
    run = parse_run(TREC, "a.run")
    assert (run.name, run.source, run.warnings, run.details) == (
        "bm25",
        "a.run",
        (),
        {"format": "trec"},
    )
    assert run.frame.schema == {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    assert run.frame.rows() == [("1", "d1", 2.5), ("1", "d2", 1.5)]


@each(
    [
        TREC.replace(b" ", b"\t"),
        TREC.replace(b"\n", b"\r\n"),
        TREC.replace(b" 1 2.5", b" 0 25e-1").replace(b"Q0", b"q0"),
        b"  " + TREC,
        TREC[:-1],
        TREC.replace(b" d", b"   d"),
        b"# a comment\n" + TREC,
    ]
)
def test_the_same_run_as_real_submissions_write_it(content: bytes) -> None:
    assert parse_run(content, "a.run").frame.equals(parse_run(TREC, "a.run").frame)


def test_a_tag_with_a_blank_in_it_keeps_its_first_word_and_says_so() -> None:
    run = parse_run(b"1 Q0 d1 1 2.5 my tag\n1 Q0 d2 2 1.5 my tag\n", "a.run")
    assert run.name == "my"
    assert tuple(map(str, run.warnings)) == (
        "a.run: 2 lines have more than 6 fields; what follows the tag is ignored",
    )


def test_a_given_name_replaces_the_tag() -> None:
    assert parse_run(TREC, "a.run", name="mine").name == "mine"


def test_more_than_one_tag_is_said() -> None:
    run = parse_run(TREC + b"1 Q0 d3 3 1 x\n1 Q0 d4 4 1 y\n1 Q0 d5 4 1 z\n", "a.run")
    assert run.name == "bm25"
    assert tuple(map(str, run.warnings)) == (
        "a.run: 4 different run tags ('bm25', 'x', 'y', …); the first is used",
    )


def test_latin_1_is_said() -> None:
    run = parse_run(TREC + "1 Q0 é 3 1 bm25\n".encode("latin-1"), "a.run")
    assert run.frame["doc"][2] == "é"
    assert "not UTF-8" in str(run.warnings[0])


@each(["nan", "-NaN", "infinit", "inf1", "0x10", "high", "1,5"])
def test_a_score_that_is_no_number_is_an_error_with_its_place(score: str) -> None:
    [problem] = problems(TREC + f"1 Q0 d3 3 {score} bm25\n".encode())
    assert problem.startswith(f"a.run:3:11: the score '{score}'")


INFINITE = {"inf": 1, "+Inf": 1, "-inf": -1, "-INFINITY": -1, "1e400": 1, "-1e400": -1}


@each(INFINITE, "text")
@each([b" ", b"  "], "blank")
def test_an_infinite_score_is_read_as_trec_eval_reads_it_and_said(text: str, blank: bytes) -> None:
    content = TREC.replace(b"2.5", text.encode()).replace(b" ", blank)
    run = parse_run(content, "a.run")
    assert run.frame["score"].to_list() == [INFINITE[text] * math.inf, 1.5]
    [warning] = map(str, run.warnings)
    assert warning.startswith("a.run: 1 score is infinite (")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_the_tag_of_a_file_is_its_name_whatever_ends_its_lines(end: bytes, tmp_path: Path) -> None:
    content = b"# \xe9\n1 Q0 a 1 -inf \xc3\xa9\n1 Q0 b 2 -inf \xc3\xa9\n"
    (tmp_path / "a.run").write_bytes(content.replace(b"\n", end))
    assert first_tag(tmp_path / "a.run") == read_run(tmp_path / "a.run").name == "é"


def test_five_columns_are_a_clear_error() -> None:
    assert problems(b"1 Q0 d1 1 2.5\n") == [
        "a.run:1:14: 5 fields where 6 are expected (layout: topic iter doc rank score tag)"
    ]


def test_a_file_of_comments_is_an_error() -> None:
    assert problems(b"# nothing\n") == [
        "a.run: there is no line with results (layout: topic iter doc rank score tag)"
    ]


def test_duplicates_are_left_to_those_who_can_repair_them() -> None:
    assert len(parse_run(TREC + TREC, "a.run")) == 4


# --- ir_metadata ------------------------------------------------------------------------------


def test_a_header_of_ir_metadata_is_kept_as_what_it_says() -> None:
    header = (
        b"# ir_metadata.start\n# platform:\n#   hardware:\n#     ram: 16 GB\n# ir_metadata.end\n"
    )
    run = parse_run(b"# other\n" + header + TREC, "a.run")
    assert run.details == {
        "format": "trec",
        "ir_metadata": {"platform": {"hardware": {"ram": "16 GB"}}},
    }
    assert len(run) == 2


@pytest.mark.parametrize("text", ["a: [1", "a: !!python/object:os.x {}", "d: 2024-13-45"])
def test_a_header_that_is_no_yaml_is_kept_as_text(text: str) -> None:
    header = f"# ir_metadata.start\n# {text}\n# ir_metadata.end\n".encode()
    assert parse_run(header + TREC, "a.run").details["ir_metadata"] == text


def test_other_comments_are_not_metadata() -> None:
    assert "ir_metadata" not in parse_run(b"# ir_metadata of mine\n" + TREC, "a.run").details


# --- other formats ----------------------------------------------------------------------------

INEX = b"9 Q0 d1 1 9.5 foc 100 50\n9 Q0 d1 2 8 foc X X\n9 Q0 d2 3 7 foc -1 -1\n"


def test_inex_keeps_every_passage() -> None:
    run = parse_run(INEX, "a.run", format="inex")
    assert run.name == "foc"
    assert run.frame.columns == ["topic", "doc", "score", "offset", "length"]
    assert run.frame.rows() == [
        ("9", "d1", 9.5, 100, 50),
        ("9", "d1", 8.0, None, None),
        ("9", "d2", 7.0, None, None),
    ]


def test_unknown_passages_are_the_same_on_the_fast_path() -> None:
    run = parse_run(INEX.replace(b"X X", b"-1 -1"), "a.run", format="inex")
    assert run.frame["offset"].to_list() == [100, None, None]


def test_inex_is_recognised_and_said() -> None:
    run = parse_run(INEX, "a.run")
    assert run.details["format"] == "inex"
    assert "read as inex" in str(run.warnings[0])
    assert parse_run(INEX, "a.run", format="trec").frame.columns == ["topic", "doc", "score"]


def test_a_negative_length_is_an_error() -> None:
    assert problems(b"9 Q0 d1 1 9.5 foc 100 -50\n", "inex") == [
        "a.run:1:23: the length of a passage is below 0 (X or -1: not known)"
    ]


@pytest.mark.parametrize("line", [b"9 Q0 d 1 9 t 5", b"9 Q0 d 1 9 t 5 6 7", b"9 Q0 d 1 9 t a 6"])
def test_wrong_inex_lines_are_errors(line: bytes) -> None:
    assert problems(line + b"\n", "inex")[0].startswith("a.run:1:")


@pytest.mark.parametrize("content", [b"1\td1\t1\n1\td2\t2\n", b"1 d1 1\n1 d2 2\n"])
def test_msmarco_scores_are_the_negative_ranks(content: bytes) -> None:
    run = parse_run(content, "runs/dense.tsv")
    assert (run.name, run.details["format"]) == ("dense.tsv", "msmarco")
    assert run.frame.rows() == [("1", "d1", -1.0), ("1", "d2", -2.0)]


def test_topics_of_two_words_are_no_run_of_msmarco() -> None:
    assert "3 fields where 6 are expected" in problems(b"1\tapollo 11\n2\tapollo 13\n")[0]


@pytest.mark.parametrize("content", [b"1\td1\t1\t9.5\n1\td2\t2\t8\n", b"1 d1 0 9.5\n1 d2 1 8\n"])
def test_rankings_of_colbert_go_by_their_scores(content: bytes) -> None:
    run = parse_run(content, "ranking.tsv")
    assert (run.name, run.details["format"]) == ("ranking.tsv", "colbert")
    assert run.frame.rows() == [("1", "d1", 9.5), ("1", "d2", 8.0)]


@pytest.mark.parametrize("line", [b"1 0 1 1\n", b"1 Q0 1 2\n", b"1 d1 7 9.5\n", b"1 d1 1 high\n"])
def test_judgments_and_others_of_four_fields_are_no_rankings_of_colbert(line: bytes) -> None:
    assert "4 fields where 6 are expected" in problems(line)[0]


def test_the_description_of_a_system_is_skipped_wherever_a_run_is_read(tmp_path: Path) -> None:
    """NTCIR's runs begin with it."""
    plain = b"0001 Q0 d1 1 2.5 us\n0001 Q0 d2 2 1 us\n"
    path = tmp_path / "us"
    path.write_bytes(b"<SYSDESC>BM25, with 2 or more words</SYSDESC>\r\n" + plain)
    assert read_run(path).frame.equals(parse_run(plain, "us").frame)
    with open_pieces(str(path)) as stream:
        assert parse_run(stream.content(), "us").name == "us"
    checked = check_run(path)
    assert checked.passes
    assert checked.counts["description"] == 1


def test_json_of_topics_and_documents() -> None:
    run = parse_run(b'{"1": {"d1": 2.5, "d2": 1}}', "runs/x.json")
    assert (run.name, run.frame.rows()) == ("x.json", [("1", "d1", 2.5), ("1", "d2", 1.0)])


@each(["NaN", '"2.5"', "true", "null", "[]", "{}"])
def test_json_scores_that_are_no_numbers_are_errors(value: str) -> None:
    content = f'{{"1": {{"d1": {value}}}}}'.encode()
    assert problems(content, "json")[0].startswith("a.run: topic '1', document 'd1': ")


def test_a_single_json_line_is_told_from_a_json_document() -> None:
    run = parse_run(b'{"qid": "1", "docno": "d1", "score": 2}', "a")
    assert (run.details["format"], run.frame.rows()) == ("jsonl", [("1", "d1", 2.0)])


@pytest.mark.parametrize(
    "header", ["qid,docno,score,rank", "query_id,doc_id,score,rank", "topic,doc,score,rank"]
)
def test_csv_in_the_columns_of_several_tools(header: str) -> None:
    run = parse_run(f"{header}\n1,d1,2.5,0\n1,d2,1e-3,1\n".encode(), "a.txt")
    assert run.frame.rows() == [("1", "d1", 2.5), ("1", "d2", 0.001)]
    assert run.warnings == ()


def test_pyterriers_docno_goes_before_its_docid() -> None:
    run = parse_run(b"qid,docid,docno,rank,score,query,x\n1,17,d1,0,2.5,words here,\n", "a.csv")
    assert run.frame.rows() == [("1", "d1", 2.5)]
    assert tuple(map(str, run.warnings)) == ("a.csv: columns that are not used: x",)


def test_ranks_stand_in_for_absent_scores() -> None:
    assert parse_run(b"q_id,docid,rank\n1,d1,1\n", "a.csv").frame.rows() == [("1", "d1", -1.0)]
    assert problems(b"q_id,docid,x\n1,d1,1\n") == [
        "a.run: there is neither a score nor a rank (the columns are 'q_id', 'docid', 'x')"
    ]


def test_a_column_of_tags_names_the_run() -> None:
    run = parse_run(b"qid,docno,score,run\n1,d1,2,a\n1,d2,1,b\n", "a.csv")
    assert run.name == "a"
    assert "2 different run tags ('a', 'b')" in str(run.warnings[0])
    assert parse_run(b"qid,docno,score,run\n1,d1,2,\n", "b.csv").name == "b.csv"


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "dense.parquet"
    frame = pl.DataFrame(
        {"qid": [7], "docno": ["d1"], "score": [2.5]}, schema_overrides={"score": pl.Float32}
    )
    frame.write_parquet(path)
    run = read_run(path)
    assert (run.name, run.frame.rows()) == ("dense.parquet", [("7", "d1", 2.5)])
    frame.with_columns(score=pl.lit(float("nan"))).write_parquet(path)
    with pytest.raises(InputError, match=r"row 0 .*column 'score': nan is not a finite number"):
        read_run(path)


def test_a_score_that_is_no_number_names_its_column_and_a_missing_one_too() -> None:
    assert problems(b"qid,docno,score\n1,d1,nan\n1,d2,\n", "csv") == [
        "a.run:2: column 'score': 'nan' is not a number",
        "a.run:3: column 'score': the value is missing",
    ]
    assert problems(b'{"1": {"d1": NaN, "d2": null}}', "json") == [
        "a.run: topic '1', document 'd1': column 'score': nan is not a finite number",
        "a.run: topic '1', document 'd2': column 'score': the value is missing",
    ]


def test_a_place_of_a_passage_may_be_nan_in_a_table(tmp_path: Path) -> None:
    columns = {"qid": ["1"], "docno": ["d"], "score": [1.0], "offset": [float("nan")], "length": 5}
    pl.DataFrame(columns).write_parquet(tmp_path / "a.parquet")
    assert read_run(tmp_path / "a.parquet").frame.rows() == [("1", "d", 1.0, None, 5)]


@pytest.mark.parametrize("format", [None, "trec", "inex", "msmarco"])
def test_judgments_in_the_place_of_a_run_are_called_judgments_once(format: str | None) -> None:
    [problem] = problems(b"1 0 d1 1\n1 0 d2 -1\n1 0 d3 +2\n", format)
    assert problem.startswith("a.run:1:")
    hint = "these look like judgments (topic iter doc grade): are qrels and run swapped?"
    assert hint in problem


def test_a_run_whose_first_line_is_cut_off_is_not_called_judgments() -> None:
    [problem] = problems(b"1 Q0 d1 1\n1 Q0 d2 2 1.5 tag\n")
    assert "swapped" not in problem


# --- anything at all ---------------------------------------------------------------------------


@given(contents, st.sampled_from([None, *layout_names("runs")]))
def test_anything_is_read_or_is_an_input_error(content: bytes, format: str | None) -> None:
    with contextlib.suppress(InputError):
        assert len(parse_run(content, "a.x", format=format))


# --- real runs --------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_of_trec_8(shared: Path) -> None:
    runs = read_runs(f"{shared}/data/trec8/runs/*.gz")
    assert len(runs) == 129
    assert sum(map(len, runs)) == 6_284_293
    tags = {Path(run.source or "").name.removesuffix(".gz"): run.name for run in runs}
    doubtful = {name for run in runs for name in [Path(run.source or "").stem] if run.warnings}
    # Five runs of CLARITECH, whose ranks say something else than their scores.
    assert doubtful == {"CL99SD", "CL99SDopt1", "CL99SDopt2", "CL99XT", "CL99XTopt"}
    assert all("contradict each other" in text for run in runs for text in map(str, run.warnings))
    assert len(set(tags.values())) == 129


def test_all_of_clef_russian(shared: Path) -> None:
    runs = read_runs(f"{shared}/data/clef/runs-ru/*")
    names = [Path(run.source or "").name.removesuffix(".txt.gz") for run in runs]
    assert [run.name for run in runs] == names


@pytest.mark.parametrize("name", ["foc-a", "ric-a", "bic-a", "foc-c"])
def test_inex_runs_are_recognised(shared: Path, name: str) -> None:
    path = shared / f"golden/inex/{name}.txt"
    run = read_run(path)
    lines = [line.split() for line in path.read_text().splitlines()]
    assert run.details["format"] == "inex"
    assert run.frame["offset"].to_list() == [
        None if fields[6] in ("X", "-1") else int(fields[6]) for fields in lines
    ]
