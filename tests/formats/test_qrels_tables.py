"""Judgments in tables (JSON, CSV, Parquet) and in files of all kinds: packed, piped, absent."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from harness.core.errors import InputError
from harness.formats.qrels import parse_qrels, read_qrels
from tests.each import each
from tests.formats.qrels_cases import problems

# --- tables -----------------------------------------------------------------------------------


def test_json_of_topics_and_documents() -> None:
    qrels = parse_qrels(b'{"01": {"d1": 2, "d2": 0}, "2": {"d1": 1}}', "a.json")
    assert qrels.format == "json"
    assert qrels.frame.rows() == [("01", "d1", 2), ("01", "d2", 0), ("2", "d1", 1)]


@each(
    [
        (b'{"1": {"d1": 1.5}}', "a.json: topic '1', document 'd1': column 'grade': 1.5 is not a"),
        (b'{"1": {"d1": "1"}}', "a.json: topic '1', document 'd1': column 'grade': '1' is not a"),
        (b'{"1": {"d1": true}}', "a.json: topic '1', document 'd1': column 'grade': True is not"),
        (
            b'{"1": {"d1": null}}',
            "a.json: topic '1', document 'd1': column 'grade': the value is m",
        ),
        (b'{"1": {"d1": NaN}}', "a.json: topic '1', document 'd1': column 'grade': nan is not a"),
        (b'{"1": {"": 1}}', "a.json: topic '1', document '': column 'doc': the identifier is emp"),
        (b'{"1": {"\\ud800": 1}}', "a.json: topic '1', document '\\ud800': column 'doc': the text"),
        (b'{"1": {"d1": 1, "d1": 0}}', "a.json: not usable JSON: the name 'd1' occurs twice in on"),
        (b'{"1": {"d1": 1},\n x}', "a.json:2:2: not JSON: "),
        (b'{"1": [1]}', "a.json: topic '1': list where documents are expected (expected {topic:"),
        (b'{"1": {"d1": 99999999999}}', "a.json: topic '1', document 'd1': the grade 99999999999"),
        (b'{"1": {"d1": 1e400}}', "a.json: topic '1', document 'd1': column 'grade': inf is not"),
        (b"[1, 2]", "a.json: row 0 (counted from 0): this is not an object with named values"),
        (b"{}", "a.json: there is no line with a judgment"),
    ],
    "content",
    "problem",
)
def test_wrong_json_is_an_error_naming_topic_and_document(content: bytes, problem: str) -> None:
    assert problems(content, "json", "a.json")[0].startswith(problem)


def test_deeply_nested_json_is_an_error() -> None:
    assert problems(b'{"1": ' + b"[" * 100_000, "json")[0].startswith("a.qrels")


def test_json_lines_keep_the_columns_they_know_and_say_which_they_do_not() -> None:
    content = b'{"query_id": 1, "doc_id": "d1", "relevance": 2, "who": "x"}\n\n'
    content += b'{"query_id": 1, "doc_id": "d2", "relevance": 0, "subtopic_id": "s"}\n'
    with pytest.raises(InputError, match=r"a.jsonl:1: column 'subtopic_id': the value is missing"):
        parse_qrels(content, "a.jsonl")
    qrels = parse_qrels(content.replace(b', "subtopic_id": "s"', b""), "a.jsonl")
    assert qrels.frame.rows() == [("1", "d1", 2), ("1", "d2", 0)]
    assert tuple(map(str, qrels.warnings)) == (
        "a.jsonl: 1 blank line was skipped (line 2)",
        "a.jsonl: columns that are not used: who",
    )


def test_a_wrong_json_line_has_its_number() -> None:
    content = b'{"qid": "1", "docno": "d1", "label": 1}\n{"qid": "1"\n[]\n'
    found = problems(content, "jsonl")
    assert found[0].startswith("a.qrels:2:12: not JSON")


@pytest.mark.parametrize("blank", [",", "\t", ";"])
def test_csv_by_its_header_with_any_usual_names(blank: str) -> None:
    text = 'query-id,corpus-id,score\r\n007,"d,1",2\r\n007,d2,+1\r\n'
    content = text.replace("d,1", "d" + blank + "1").replace(",", blank) if blank != "," else text
    qrels = parse_qrels(content.encode(), "a.tsv")
    assert qrels.format == "csv"
    assert qrels.frame.rows() == [("007", f"d{blank}1", 2), ("007", "d2", 1)]


@each(
    [
        (b"qid,docno,label\n1,d1,1.5\n", "a.csv:2: column 'label': '1.5' is not a whole number"),
        (b'qid,docno,label\n1,"d\n1",1\n\n1,d2,x\n', "a.csv:5: column 'label': 'x' is not a whole"),
        (b"qid,docno,label\n1,d1,1\n1,,1\n", "a.csv:3: column 'docno': the value is missing"),
        (b"qid,docno,label\n1,d1\n", "a.csv:2: 2 cells where the header has 3: none for 'label' ("),
        (b"qid,docno,label\n1,d1,1,x\n", "a.csv:2: 4 cells where the header has 3: 'x' is beyond "),
        (b"qid,docno,label\n1,d1,1\n1,d1,0\n", "a.csv:3: document 'd1' is judged twice in topic "),
        (b"qid,docno,qid\n1,d1,1\n", "a.csv:1: more than one column is called 'qid'"),
        (b"1,d1,1\n1,d2,0\n", "a.csv:1: the first line has values in place of names of "),
        (b"1,d1,2\n1,d2,0\n", "a.csv:1: the first line has values in place of names of "),
        (b"topic,doc,0\n1,d1,2\n", "a.csv: there is no column for the grade ("),
        (b'qid,docno,label\n1,"d"x,1\n', "a.csv:2: not a table: "),
        (b"qid,docno,label\n", "a.csv: there is no line with a judgment"),
        (b"qid,docno\n1,d1\n", "a.csv: there is no column for the grade (expected one of grade, "),
    ],
    "content",
    "problem",
)
def test_a_wrong_csv_file_is_an_error_with_its_line(content: bytes, problem: str) -> None:
    assert problems(content, where="a.csv")[0].startswith(problem)


def test_parquet_with_whole_numbers_as_identifiers(tmp_path: Path) -> None:
    frame = pl.DataFrame({"qid": [1, 1], "docid": ["d1", "d2"], "relevance": [2, 0]})
    frame.write_parquet(tmp_path / "a.parquet")
    qrels = read_qrels(tmp_path / "a.parquet")
    assert (qrels.format, qrels.frame.rows()) == ("parquet", [("1", "d1", 2), ("1", "d2", 0)])


def test_parquet_with_wrong_types_or_damage_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pl.DataFrame({"qid": [1.5], "docid": ["d1"], "relevance": [2]}).write_parquet(path)
    with pytest.raises(InputError, match=r"column 'qid': 1.5 is not text or a whole number"):
        read_qrels(path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match="damaged Parquet file"):
        read_qrels(path)


# --- files ------------------------------------------------------------------------------------
