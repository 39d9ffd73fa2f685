"""Lists of document identifiers: one a line, or a column of a table."""

from __future__ import annotations

import polars as pl
import pytest

from harness.core.errors import InputError
from harness.formats.side_tables import read_document_ids


def ids(tmp_path, content: str | bytes, file: str = "docs.txt") -> list[str]:
    path = tmp_path / file
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_document_ids(path).to_list()


@pytest.mark.parametrize(
    "content",
    ["d1\nd#2\n003\n", "d1\r\nd#2\r\n003", " d1 \n\n\td#2\n# a comment\n003\nd1\n", "d1\rd#2\r003"],
)
def test_a_line_is_an_identifier(tmp_path, content):
    assert ids(tmp_path, content) == ["d1", "d#2", "003"]


def test_identifiers_may_be_in_any_script_and_encoding(tmp_path):
    assert ids(tmp_path, "é\n猫\n") == ["é", "猫"]
    assert ids(tmp_path, "é\n".encode("latin-1")) == ["é"]


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("docs.csv", "title,docno\na b,001\n,d2\n"),
        ("docs.tsv", "doc_id\tdocno\nx\t001\ny\td2\n"),
        ("docs.csv", "id,title\n001,x\nd2,y\n"),
        ("docs.csv", "doc\n001\nd2\n"),
        ("corpus.jsonl", '{"_id": "001", "text": "a"}\n{"_id": "d2", "text": "b", "n": 1}\n'),
        ("docs.json", '[{"doc_id": "001"}, {"doc_id": "d2"}]'),
    ],
)
def test_a_table_has_a_column_of_identifiers(tmp_path, file, content):
    assert ids(tmp_path, content, file) == ["001", "d2"]


def test_a_parquet_file_is_read_too(tmp_path):
    pl.DataFrame({"docid": ["001", "d2"]}).write_parquet(tmp_path / "docs.parquet")
    assert read_document_ids(tmp_path / "docs.parquet").to_list() == ["001", "d2"]


def test_a_line_of_several_words_is_refused_with_its_number(tmp_path):
    with pytest.raises(InputError) as caught:
        ids(tmp_path, "d1\nd2 a title\nd3\nd 4\n")
    said = [(problem.line, problem.message) for problem in caught.value.problems]
    assert said == [(2, "'d2 a title' is more than one word"), (4, "'d 4' is more than one word")]


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("docs.txt", "", "the file is empty"),
        ("docs.txt", "# only a comment\n", "there is no document identifier"),
        ("docs.csv", "title,url\na,b\n", "there is no column for the doc"),
        ("docs.csv", "docno,title\n,a\n", "column 'docno': the value is missing"),
    ],
)
def test_a_file_without_identifiers_is_refused(tmp_path, file, content, message):
    with pytest.raises(InputError, match=message):
        ids(tmp_path, content, file)
