"""The texts of documents: each layout made by hand, and collections written by a slow writer."""

from __future__ import annotations

import bz2
import gzip
import itertools
import json
import lzma
import os
import threading
from pathlib import Path

import polars as pl
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from ir_datasets.formats import TrecDocs
from ir_datasets.util import LocalDownload

from harness.core.errors import InputError
from harness.core.model import DocumentText, Texts
from harness.formats.layouts import layout_names
from harness.formats.texts import read_texts
from harness.formats.texts.markup import title_and_text, without_markup
from harness.formats.texts.sgml import documents
from harness.formats.topics.reading import TextReading

NEWS = """\
<DOC>
<DOCNO> FT923-5089 </DOCNO>
<PROFILE>_AN-CIGBQAFRFT</PROFILE>
<HEADLINE>
FT  07 SEP 92 / Pearls &amp; prices
</HEADLINE>
<TEXT>
<!-- PJG 0012 -->
The price of <b>sea</b>water   pearls
fell by &lt; 5 per&hyph;cent.<P>AT&T did not comment.
</TEXT>
<PUB>The Financial Times</PUB>
</DOC>
"""
WEB = """\
<DOC>
<DOCNO>GX000-00-0000001</DOCNO>
<DOCHDR>
http://www.example.gov/a?b=c
HTTP/1.1 200 OK
Content-Type: text/html
</DOCHDR>
<html><head><title>Light &#8211; houses</title><style>p {color: red}</style>
<script type="a">if (a < b && c > d) { "<p>not text</p>" }</script></head>
<body><svg><text>drawn</text></svg><h1>Hello</h1>world&nbsp;&copy; 2004</body></html>
</DOC>
"""


def write(folder: Path, file: str, content: str | bytes) -> Path:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def triples(texts: Texts) -> list[tuple[str, str | None, str]]:
    return [(one.id, one.title, one.text) for one in texts.values()]


def problem(*arguments, **options) -> str:
    with pytest.raises(InputError) as caught:
        read_texts(*arguments, **options)
    return str(caught.value)


# --- layouts, made by hand --------------------------------------------------------------------


def test_trec_sgml_gives_headline_and_text_without_tags(tmp_path):
    texts = read_texts(write(tmp_path, "ft923", NEWS))
    assert triples(texts) == [
        (
            "FT923-5089",
            "FT 07 SEP 92 / Pearls & prices",
            "The price of seawater pearls fell by < 5 per-cent. AT&T did not comment.",
        )
    ]
    assert (texts.format, texts.warnings, texts.source) == ("sgml", (), str(tmp_path / "ft923"))


def test_a_page_of_the_web_is_shown_without_its_header(tmp_path):
    texts = read_texts(write(tmp_path, "GX000.txt", NEWS + WEB))
    assert triples(texts)[1] == ("GX000-00-0000001", "Light – houses", "drawn Hello world © 2004")


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<TITLE>A</TITLE><HEADLINE>B</HEADLINE><TEXT>t</TEXT>", ("A", "t")),
        ("<TITLE> </TITLE><HL>B <p>c</HL><TEXT>t</TEXT>", ("B c", "t")),
        ("<H3><TI>A</TI></H3><TEXT>t</TEXT>", ("A", "t")),
        ("<TTL>A</TTL><LP>first</LP><TEXT>then</TEXT><TEXT>more</TEXT>", ("A", "first then more")),
        ("<HEAD>A</HEAD><text>t</text>", ("A", "t")),
        ("<TEXT>t</TEXT><AUTHOR>b</AUTHOR>", (None, "t")),
        ("<DOCNO>d</DOCNO><HEADLINE>A</HEADLINE>all <b>other</b> text", ("A", "all other text")),
        ("<DOCNO>d</DOCNO>", (None, "")),
        ("<TEXT>never closed <b", (None, "never closed <b")),
        ("<TITLE>never closed<TEXT>t</TEXT>", (None, "t")),
        ("<DOCHDR>http://a.b/ 1.2.3.4 19970101</DOCHDR><p>x", ("http://a.b/", "x")),
        ("<DOCHDR>HTTP/1.0</DOCHDR>x", (None, "x")),
        ("<TITLED>no</TITLED><TEXTUAL>x</TEXTUAL>", (None, "no x")),
    ],
)
def test_title_and_text_of_one_document(markup, expected):
    assert title_and_text(markup) == expected


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a<br>b<i>c</i>d", "a bcd"),
        ("5 < 6 and 7 > 6", "5 < 6 and 7 > 6"),
        ("a<!-- <b> --><!-- -->c", "a c"),
        ("a<!-- never closed", "a never closed"),
        ("a<SCRIPT>b</script >c<style>d", "a c d"),
        ("<?xml version='1'?><!DOCTYPE x>a", "a"),
        (
            "&lt;script&gt; &amp;amp; &#x41;&#65; &eacute;&nosuch; &#xD800;",
            "<script> &amp; AA é&nosuch; \ufffd",
        ),
        ("", ""),
    ],
)
def test_markup_is_taken_out_and_references_are_replaced(markup, text):
    assert without_markup(markup) == text


def test_documents_may_stand_on_one_line_and_have_their_identifier_as_attribute(tmp_path):
    content = (
        '<?xml version="1.0"?>\n<!-- two --><docs>\n'
        '<doc id="APW1" type="story"><TEXT>a</TEXT></doc> <DOC><DOCNO>\nd2\n</DOCNO><TEXT>b</TEXT></DOC>\n'
        "</docs>\n"
    )
    assert triples(read_texts(write(tmp_path, "a.xml", content))) == [
        ("APW1", None, "a"),
        ("d2", None, "b"),
    ]


BOTH = [("001", "A title", "some text"), ("d2", None, "x")]


@pytest.mark.parametrize(
    ("file", "content", "format"),
    [
        ("d.csv", 'docno,title,text\n001,"A\n title",some  text\nd2,,x\n', "csv"),
        ("d.tsv", "doc_id\ttext\ttitle\n001\tsome text\tA title\nd2\tx\t\n", "csv"),
        ("d.txt", "id;Title;Body\n001;A title;some text\nd2;;x\n", "csv"),
        (
            "d",
            '{"_id": "001", "title": "A title", "text": "some text", "n": {}}\n\n{"_id": "d2", "text": "x"}\n',
            "jsonl",
        ),
        (
            "d.jsonl",
            '{"id": "001", "headline": "A title", "contents": ["some", "text"]}\n{"id": "d2", "contents": "x"}',
            "jsonl",
        ),
        (
            "d.json",
            '[{"id": "001", "title": "A title", "abstract": "some", "body": "text"},\n {"id": "d2", "body": "x"}]',
            "json",
        ),
        (
            "d.json",
            '{"001": {"title": "A title", "text": "some text"}, "d2": {"text": "x"}}',
            "json",
        ),
        ("d.tsv", "001\thttp://a\tA title\tsome text\nd2\t\t\tx\n", "tsv"),
    ],
)
def test_tables_have_a_row_a_document(tmp_path, file, content, format):
    texts = read_texts(write(tmp_path, file, content))
    assert (triples(texts), texts.format, texts.warnings) == (BOTH, format, ())


def test_lines_without_a_header_may_have_quotes(tmp_path):
    path = write(tmp_path, "collection.tsv", '0\tthe "Manhattan" Project\n1\t"unclosed\r\n\n2\t\n')
    expected = [("0", None, 'the "Manhattan" Project'), ("1", None, '"unclosed'), ("2", None, "")]
    assert triples(read_texts(path)) == expected
    assert triples(read_texts(path.rename(tmp_path / "x.dat"), format="tsv")) == expected


def test_parquet_is_read_with_lists_and_numbers_for_identifiers(tmp_path):
    frame = pl.DataFrame(
        {"id": [1, 2], "Title": ["A", None], "contents": [["b", "c"], []], "n": [0.5, 1.5]}
    )
    frame.write_parquet(tmp_path / "d.parquet")
    assert triples(read_texts(tmp_path / "d.parquet")) == [("1", "A", "b c"), ("2", None, "")]
    packed = gzip.compress((tmp_path / "d.parquet").read_bytes())
    assert len(read_texts(write(tmp_path, "d.parquet.gz", packed), ["2"])) == 1


def test_rows_beyond_the_first_batch_are_read(tmp_path):
    wanted = ["d0", "d999", "d1000", "d2500"]
    rows = "".join(f"d{number},text {number}\n" for number in range(2501))
    texts = read_texts(write(tmp_path, "d.csv", "id,text\n" + rows), wanted)
    assert {one.id: one.text for one in texts.values()} == {
        one: f"text {one[1:]}" for one in wanted
    }
    frame = pl.DataFrame({"id": [f"d{n}" for n in range(20_001)], "text": ["x"] * 20_001})
    frame.write_parquet(tmp_path / "d.parquet")
    assert list(read_texts(tmp_path / "d.parquet", ["d20000", "d3"])) == ["d3", "d20000"]


@pytest.mark.parametrize(
    ("fields", "title", "text"),
    [
        ({"text": "a", "body": "b", "contents": "c"}, None, "a"),
        ({"text": "", "body": "b"}, None, "b"),
        ({"content": "c", "abstract": "a"}, None, "a c"),
        ({"title": "", "headline": "h", "url": "u"}, "h", ""),
        ({"url": "u", "passage": "p"}, "u", "p"),
        ({"title": 1984, "text": [" a\u2028b ", None, 1.5, ["c"]]}, "1984", "a b c"),
        ({"contents": [{"content": "a", "type": "title"}, {"content": "b"}]}, None, "a b"),
        ({"text": {"text": {"text": {"text": {"text": "deep"}}}}, "other": "o"}, None, ""),
        ({"text": "half \ud800 a pair", "title": True}, None, "half \ufffd a pair"),
        ({"text": b"bytes"}, None, ""),
    ],
)
def test_which_fields_are_title_and_text(fields, title, text):
    assert DocumentText.of("d", fields) == DocumentText("d", title, text)


# --- files, directories, patterns -------------------------------------------------------------


@pytest.mark.parametrize(
    "compress",
    [gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress],
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


def test_a_missing_file_is_an_error_with_the_nearest_name(collection):
    assert "no such file (did you mean more.jsonl?)" in problem(collection / "mroe.jsonl")


def test_a_broken_link_is_not_left_out_in_silence(collection):
    (collection / "ft/gone").symlink_to("nowhere")
    assert "this is a broken symbolic link" in problem(collection)


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
    long = ((number * 7919) ** 9 for number in range(30_000))
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


# --- what is wrong ----------------------------------------------------------------------------


def test_bytes_that_are_not_utf8_are_read_as_latin_1_and_said(tmp_path):
    old = b"<DOC><DOCNO>d\xe9</DOCNO>\n<TEXT>caf\xe9</TEXT></DOC>\n"
    new = "<DOC><DOCNO>n</DOCNO>\n<TEXT>猫</TEXT></DOC>\n".encode()
    path = write(tmp_path, "docs.sgml", new + old)
    texts = read_texts(path)
    assert triples(texts) == [("n", None, "猫"), ("dé", None, "café")]
    said = "documents that are not UTF-8, read as latin-1: 1"
    assert tuple(map(str, texts.warnings)) == (f"{path}:3: {said}",)
    path = write(tmp_path, "docs.csv", b"id,text\nn,\xc3\xa9\nd\xe9,\xe9\n")
    texts = read_texts(path)
    assert triples(texts) == [("n", None, "é"), ("dé", None, "é")]
    assert tuple(map(str, texts.warnings)) == (
        f"{path}:3: lines that are not UTF-8, read as latin-1: 1",
    )


def test_a_byte_order_mark_is_no_text(tmp_path):
    assert list(read_texts(write(tmp_path, "a", "\ufeff" + NEWS))) == ["FT923-5089"]
    assert list(read_texts(write(tmp_path, "a.csv", "\ufeffid,text\nd,x\n"))) == ["d"]


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("a.csv", "", "a.csv: the file is empty"),
        ("a.csv", " \n", "a.csv: the file is empty"),
        ("a", b"\0\1\2", "a: this is a binary file"),
        ("a", "x".encode("utf-16"), "a: this is UTF-16 text"),
        ("a.txt", "d1\nd2\n", "a.txt: no layout of documents fits (known are sgml, csv, "),
        ("a.csv", "<doc>,text\n", "a.csv: more than one layout of documents fits: sgml, csv (name the layout: documents."),
        ("a.csv", "id,text\n", "a.csv: there is no document in it"),
        ("a.json", "[]", "a.json: there is no document in it"),
        ("a.csv", "id,size\nd,1\n", "a.csv: there is no column with a text (expected one of title, "),
        ("a.csv", "name,text\nd,1\n", "a.csv: there is no column for the doc"),
        ("a.csv", "id,text\nd\ne,f,g\n", "a.csv:2: 1 cell where the header has 2"),
        ("a.csv", "id,text\nd,x\n,y\n", "a.csv:3: column 'id': the identifier is empty"),
        ("a.csv", "id,text,text\nd,x,y\n", "a.csv:1: more than one column is called 'text'"),
        ("a.csv", 'id,text\nd,"x\n', "a.csv:2: not a table: unexpected end of data"),
        ("a.tsv", "d\tx\ne\tf\tg\n", "a.tsv:2: 3 cells where 2 are expected"),
        ("a.jsonl", '{"id": "d", "text": "x"}\n{"id": \n[1]\n', "a.jsonl:2:8: not JSON: Expecting value"),
        ("a.jsonl", '{"id": "d", "text": "x"}\n[1]\n', "a.jsonl:2: this is not an object"),
        ("a.jsonl", '{"id": "d", "text": "x"}\n' + "[" * 10**5, "a.jsonl:2: not usable JSON"),
        ("a.jsonl", '{"id": "d", "text": "x"}\n{"text": "y"}\n', "a.jsonl:2: column 'id': the value is missing"),
        ("a.jsonl", '{"id": "\\ud800", "text": "x"}', "the text is not valid Unicode"),
        ("a.json", '{"d": 1,\n "text": 2}', "a.json: this is {'d': 1, 'text': 2} (expected a list of objects"),
        ("a.json", '[{"id": "d", "text": "x"},', "a.json:1:27: not JSON"),
        ("a.parquet", b"PAR1 and no more", "a.parquet: damaged Parquet file"),
        ("a", "<DOC><TEXT>x</TEXT></DOC>", "a:1: a document without <DOCNO>"),
        ("a", "<DOC><DOCNO> </DOCNO></DOC>", "a:1: a document without <DOCNO>"),
        ("a", NEWS + NEWS.replace("</DOC>\n", ""), "a:14: the document that starts here has no </DOC> (is the file cut off?)"),
        ("a", NEWS.replace("</DOC>\n", "") + NEWS, "a:1: a document with 2 times <DOCNO> (is a </DOC> missing?)"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_with_its_place(
    tmp_path, monkeypatch, file, content, message
):
    write(tmp_path, file, content)
    monkeypatch.chdir(tmp_path)
    assert message in problem(file)


def test_all_problems_are_reported_at_once(tmp_path):
    write(tmp_path, "1.sgml", "<DOC>a</DOC>\n<DOC>b</DOC>\n" + NEWS)
    write(tmp_path, "2.jsonl", '{"id": "d", "text": "x"}\n{\n')
    assert [line.split(": ")[0] for line in problem(tmp_path).split("\n")] == [
        f"{tmp_path}/1.sgml:1",
        f"{tmp_path}/1.sgml:2",
        f"{tmp_path}/2.jsonl:2:2",
    ]
    many = "<DOC>a</DOC>\n" * 100
    assert len(problem(write(tmp_path, "3.sgml", many)).split("\n")) == 25


def test_an_unknown_format_is_an_error_with_the_nearest_name(tmp_path):
    path = write(tmp_path, "a.csv", "id,text\nd,x\n")
    assert "unknown layout of documents 'sgm' (did you mean sgml?)" in problem(path, format="sgm")
    assert "there is no document in it" in problem(path, format="sgml")


def test_text_between_documents_is_said_to_be_skipped(tmp_path):
    path = write(tmp_path, "a", NEWS + "lost\n</DOC>\n")
    assert tuple(map(str, read_texts(path).warnings)) == (
        f"{path}:15: a </DOC> closes nothing; what stands before it is skipped",
    )


# --- properties -------------------------------------------------------------------------------

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
words = st.text(characters, max_size=40)
ids = st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters="<>&"), min_size=1)
collections = st.lists(st.tuples(ids, words, words), max_size=6, unique_by=lambda one: one[0])


def slowly_escaped(text: str) -> str:
    return "".join({"&": "&amp;", "<": "&lt;", ">": "&gt;"}.get(one, one) for one in text)


def slow_sgml(found: list[tuple[str, str, str]], closing: str) -> str:
    text = ""
    for doc_id, title, body in found:
        text += f"<DOC>{closing}<DOCNO> {doc_id} </DOCNO>{closing}"
        text += f"<TITLE>{slowly_escaped(title)}</TITLE>{closing}"
        text += f"<Text>{closing}{slowly_escaped(body)}</Text>{closing}</DOC>{closing}"
    return text


def expected_of(found: list[tuple[str, str, str]]) -> list[tuple[str, str | None, str]]:
    return [
        (one, " ".join(title.split()) or None, " ".join(body.split())) for one, title, body in found
    ]


@given(collections.filter(bool), st.sampled_from(["", "\n", "\r\n", "\n\n  "]))
def test_sgml_written_by_a_slow_writer_comes_back(tmp_path_factory, found, closing):
    path = tmp_path_factory.getbasetemp() / "slow.sgml"
    path.write_bytes(slow_sgml(found, closing).encode())
    assert triples(read_texts(path)) == expected_of(found)
    wanted = [doc_id for doc_id, _, _ in found[1:]]
    assert triples(read_texts(path, wanted)) == expected_of(found[1:])


@given(collections.filter(bool))
def test_json_lines_written_by_pythons_writer_come_back(tmp_path_factory, found):
    path = tmp_path_factory.getbasetemp() / "slow.jsonl"
    rows = [{"docno": doc_id, "title": title, "text": body} for doc_id, title, body in found]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), newline="")
    assert triples(read_texts(path)) == expected_of(found)


pieces = st.recursive(
    words.map(lambda text: (slowly_escaped(text), text)),
    lambda inner: st.tuples(
        st.sampled_from(["b", "I", "p", "div class='x'", "!-- > --", "br/"]),
        st.lists(inner, max_size=3),
    ).map(lambda pair: marked(*pair)),
    max_leaves=8,
)


def marked(tag: str, inner: list[tuple[str, str]]) -> tuple[str, str]:
    name = tag.split(maxsplit=1)[0]
    inside, text = "".join(one for one, _ in inner), "".join(one for _, one in inner)
    if name in ("!--", "br/"):
        return f"<{tag}>{inside}", f" {text}"
    blank = "" if name in ("b", "I") else " "
    return f"<{tag}>{inside}</{name}>", f"{blank}{text}{blank}"


@given(pieces)
def test_nested_markup_comes_back_as_its_text(piece):
    markup, text = piece
    assert without_markup(markup) == " ".join(text.split())


@given(st.text(st.sampled_from('<>/!-&;#"docnoscripttextx \n'), max_size=300))
def test_no_markup_whatever_is_an_error(markup):
    title, text = title_and_text(markup)
    assert text == " ".join(text.split())
    assert title is None or title == " ".join(title.split())


@pytest.mark.parametrize(
    "part",
    ["<", "<!--", "<script>", "<title>", "<text>", "&#", "<a ", "</script", "<doc ", "<![CDATA["],
)
def test_marks_that_are_never_closed_take_no_longer_than_others(part):
    # Trying each of 100,000 marks to the end would take hours.
    title, _ = title_and_text(part * 100_000)
    assert title is None
    assert without_markup("<" + "a" * 10**6) == "<" + "a" * 10**6


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "\"quoted\" 'it'",
        "\u202eright to left",
        "x" * 200,
        "=cmd()|' /C'!A0",
    ],
)
def test_hostile_texts_arrive_as_they_are(tmp_path, hostile):
    rows = [{"id": "d", "title": hostile, "text": hostile}]
    path = write(tmp_path, "d.jsonl", json.dumps(rows[0]))
    assert triples(read_texts(path)) == [("d", hostile, hostile)]
    path = write(tmp_path, "d.sgml", slow_sgml([("d", hostile, hostile)], "\n"))
    assert triples(read_texts(path)) == [("d", hostile, hostile)]


def test_ir_datasets_reads_the_same_titles_and_texts(tmp_path):
    bodies = ["The price of pearls fell.", "Fish &amp; chips\n<P>\nand vinegar\n</P>", "A B"]
    content = "".join(
        f"<DOC>\n<DOCNO> d{n} </DOCNO>\n<HEADLINE> Title {n} </HEADLINE>\n<TEXT>\n{body}\n</TEXT>\n</DOC>\n"
        for n, body in enumerate(bodies)
    )
    path = write(tmp_path, "docs.txt", content)
    theirs = TrecDocs(
        LocalDownload(path), parser="sax", docstore_path=tmp_path / "store"
    ).docs_iter()
    assert triples(read_texts(path)) == [
        (one.doc_id, " ".join(one.title.split()), " ".join(one.body.split())) for one in theirs
    ]


def test_every_format_has_been_tried_here():
    assert set(layout_names("documents")) == {"sgml", "csv", "json", "jsonl", "parquet", "tsv"}


def test_the_texts_of_the_demo_are_there(demo):
    texts = read_texts(demo / "qrels/demo/documents.jsonl")
    assert len(texts) == 159
    assert texts["LH-001"].title == "Measuring the blow of the sea"
