"""The texts of documents: each layout made by hand, and collections written by a slow writer."""

from __future__ import annotations

import gzip

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.texts import DocumentText
from harness.formats.layouts import layout_names
from harness.formats.texts import read_texts
from harness.formats.texts.sgml import body_as_written, title_and_text, without_markup
from tests.each import each
from tests.formats.texts_cases import NEWS, WEB, triples, write

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


@each(
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
    "markup",
    "expected",
)
def test_title_and_text_of_one_document(markup, expected):
    assert title_and_text(markup) == expected


def test_passages_of_a_text_are_characters_of_its_document(tmp_path):
    text = read_texts(write(tmp_path, "docs", NEWS + WEB))["FT923-5089"]
    body, offsets, document = text.body(), text.offsets(), NEWS[: NEWS.index("</DOC>")]
    assert offsets.size == len(document)
    for shown, written in (
        ("seawater", "sea</b>water"),
        ("fell by < 5", "fell by &lt; 5"),
        ("per-cent. AT&T", "per&hyph;cent.<P>AT&T"),
    ):
        passage = body.index(shown), len(shown)
        start, length = offsets.in_file(*passage)
        assert document[start : start + length] == written
        assert offsets.in_text(start, length) == passage


_PIECES = st.sampled_from(
    ["<p>", "</p>", "<b>", "</TEXT>", "<TEXT>", "<!--", "-->", "<DOCNO>d</DOCNO>", "<DOCHDR>",
     "</DOCHDR>", "<HEADLINE>", "</HEADLINE>", "&amp;", "&lt;", "&hyph;", "&", "a", "b ", "\n", "<",
     "<script>", "</script>", "<html>"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=30).map("".join))
def test_every_copied_character_is_at_its_place(markup):
    body, offsets = body_as_written(markup)
    assert len(body) == len(offsets.starts) == len(offsets.ends)
    for character, start, end in zip(body, offsets.starts, offsets.ends, strict=True):
        written = markup[start:end]
        assert (
            written == character
            or character in " \n"
            or written in ("&amp;", "&lt;", "&hyph;")
            or "<" in written
        )


@each(
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
    "markup",
    "text",
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


@each(
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
    "fields",
    "title",
    "text",
)
def test_which_fields_are_title_and_text(fields, title, text):
    assert DocumentText.of("d", fields) == DocumentText("d", title, text)


def test_ir_datasets_reads_the_same_titles_and_texts(tmp_path):
    from ir_datasets.formats import TrecDocs
    from ir_datasets.util import LocalDownload

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
