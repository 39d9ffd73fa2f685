"""Texts of documents from files, directories and patterns, and only those wanted."""

from __future__ import annotations

import bz2
import gzip
import itertools
import lzma
import os
import threading

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import UnavailableError
from harness.formats.text_reading import TextReading
from harness.formats.texts import read_texts
from harness.formats.texts.sgml import documents
from tests.formats.texts_cases import NEWS, WEB, problem, triples, write

# --- files, directories, patterns -------------------------------------------------------------


@pytest.mark.parametrize(
    "compress", [gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress]
)
def test_a_file_may_be_compressed_in_several_streams(tmp_path, compress):
    content = compress(NEWS.encode()) + compress(WEB.encode())
    path = write(tmp_path, "docs.gz", content)
    assert list(read_texts(path)) == ["FT923-5089", "GX000-00-0000001"]
    message = problem(write(tmp_path, "cut.gz", content[:-7]))
    assert "cut.gz: damaged or truncated" in message


def test_what_follows_a_compressed_stream_is_not_dropped_in_silence(tmp_path):
    path = write(tmp_path, "docs.bz2", bz2.compress(NEWS.encode()) + b"rubbish")
    assert "damaged or truncated bzip2 file" in problem(path)


@pytest.fixture
def collection(tmp_path):
    write(tmp_path, "c/ft/FT_1", NEWS)
    write(tmp_path, "c/gx/1.gz", gzip.compress(WEB.encode()))
    write(tmp_path, "c/more.jsonl", '{"id": "d3", "text": "three"}')
    return tmp_path / "c"


def test_a_directory_stands_for_all_files_in_it(collection):
    texts = read_texts(collection)
    assert list(texts) == ["FT923-5089", "GX000-00-0000001", "d3"]
    assert (texts.format, texts.warnings) == ("jsonl, sgml", ())
    write(collection, ".git/x.jsonl", "{}")
    write(collection, ".hidden", "{")
    assert list(read_texts(collection)) == list(texts)


def test_files_of_a_directory_that_are_no_documents_are_skipped_and_named(collection):
    write(collection, "README", "These are documents.\n")
    write(collection, "empty.jsonl", "")
    write(collection, "ft/picture.png", b"\x89PNG\0\0")
    write(collection, "ft/READ.ME", "<p>no document</p>")
    texts = read_texts(collection)
    assert len(texts) == 3
    said = "files that are no documents, and skipped: 4 (README, empty.jsonl, ft/READ.ME, …)"
    assert tuple(map(str, texts.warnings)) == (f"{collection}: {said}",)


def test_a_directory_without_documents_is_an_error(tmp_path):
    assert "there is no file in this directory" in problem(tmp_path)
    write(tmp_path, "README", "These are documents.\n")
    assert "README: no layout of documents fits" in problem(tmp_path)


def test_a_pattern_names_files(collection):
    assert list(read_texts(f"{collection}/**/*1*")) == ["FT923-5089", "GX000-00-0000001"]
    assert "no file matches" in problem(f"{collection}/*.xml")
    write(collection, "notes.txt", "no documents")
    assert "notes.txt: no layout of documents fits" in problem(f"{collection}/*")
    plain = write(collection, "d[3].csv", "id,text\nx,y\n")
    assert list(read_texts(plain)) == ["x"]


def test_a_broken_link_is_not_left_out_in_silence(collection):
    (collection / "ft/gone").symlink_to("nowhere")
    with pytest.raises(UnavailableError, match="this is a broken symbolic link"):
        read_texts(collection)


def test_a_pipe_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=(NEWS,))
    writer.start()
    texts = read_texts(tmp_path / "pipe")
    writer.join()
    assert list(texts) == ["FT923-5089"]


# --- wanted documents -------------------------------------------------------------------------


def test_only_wanted_documents_are_kept_and_missing_ones_are_no_error(collection):
    texts = read_texts(collection, {"d3", "nowhere"})
    assert (list(texts), "nowhere" in texts, texts.warnings) == (["d3"], False, ())
    assert len(read_texts(collection, [])) == 0
    assert triples(read_texts(collection, ["d3", "d3"])) == [("d3", None, "three")]


@given(st.permutations(["d1", "d3", "d4", "x"]), st.integers(1, 4))
def test_the_order_of_what_is_wanted_changes_nothing(tmp_path_factory, wanted, size):
    path = tmp_path_factory.getbasetemp() / "order.csv"
    path.write_text("id,text\nd4,a\nd2,b\nd1,c\nd3,d\nd1,again\nd4,again\n")
    texts = read_texts(path, wanted[:size])
    again = read_texts(path, sorted(wanted[:size]))
    assert triples(texts) == triples(again)
    assert texts.warnings == again.warnings
    assert set(texts) == set(wanted[:size]) - {"x"}


def test_documents_are_split_without_reading_further_than_the_next_one():
    endless = itertools.count()
    taken = []

    def lines():
        for number in endless:
            taken.append(number)
            yield b"<DOC>\n<DOCNO> %d </DOCNO>\n</DOC>\n" % number

    found = documents(lines(), TextReading("endless"))
    assert next(found) == (1, b"<DOC>\n<DOCNO> 0 </DOCNO>\n")
    assert next(found) == (2, b"<DOC>\n<DOCNO> 1 </DOCNO>\n")
    assert taken == [0, 1]


@pytest.mark.parametrize("layout", ["sgml", "jsonl", "csv", "tsv"])
def test_reading_stops_when_all_wanted_documents_are_found(tmp_path, layout):
    rows = {
        "sgml": "<DOC><DOCNO>d{0}</DOCNO><TEXT>text {0}</TEXT></DOC>\n",
        "jsonl": '{{"id": "d{0}", "text": "text {0}"}}\n',
        "csv": "d{0},text {0}\n",
        "tsv": "d{0}\ttext {0}\n",
    }
    head = "id,text\n" if layout == "csv" else ""
    # Random digits, so that the compressed file is longer than what is read at once.
    long = ((number * 7919) ** 9 for number in range(6000))
    content = head + "".join(rows[layout].format(number) for number in [1, 2, 3, *long])
    packed = gzip.compress(content.encode())
    path = write(tmp_path, f"docs.{layout}.gz", packed[:-5000])
    assert triples(read_texts(path, ["d3", "d1"])) == [
        ("d1", None, "text 1"),
        ("d3", None, "text 3"),
    ]
    assert "damaged or truncated gzip file" in problem(path, ["d1", "x"])


def test_files_after_the_last_wanted_document_are_not_opened(tmp_path):
    write(tmp_path, "1.csv", "id,text\nd1,a\n")
    write(tmp_path, "2.csv", '"id,text\n')
    assert list(read_texts(tmp_path, ["d1"])) == ["d1"]
    assert "2.csv:1: not a table" in problem(tmp_path, ["d2"])


def test_the_first_text_of_a_document_counts_and_the_others_are_counted(tmp_path):
    write(tmp_path, "1.csv", "id,text\nd1,first\nd1,second\nd2,x\n")
    write(tmp_path, "2.csv", "id,text\nd1,third\n")
    texts = read_texts(tmp_path)
    assert texts["d1"].text == "first"
    said = "documents that occur again, of which the first text counts: 2 (d1)"
    assert tuple(map(str, texts.warnings)) == (f"{tmp_path}: {said}",)
    assert tuple(map(str, read_texts(tmp_path, ["d2", "d1"]).warnings)) == (
        f"{tmp_path}: {said.replace('2 (d1)', '1 (d1)')}",
    )
    assert read_texts(tmp_path, ["d2"]).warnings == ()
