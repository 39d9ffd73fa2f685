"""Texts of documents that are damaged, hostile or of any content."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.formats.texts import read_texts
from harness.formats.texts.sgml import title_and_text, without_markup
from tests.each import each
from tests.formats.texts_cases import NEWS, problem, triples, write

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


@each([
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
        ("a", NEWS + NEWS.replace("</DOC>\n", ""), "a:14: the document that starts here has no </DOC> (is the file truncated?)"),
        ("a", NEWS.replace("</DOC>\n", "") + NEWS, "a:1: a document with 2 times <DOCNO> (is a </DOC> missing?)"),
    ], "file", "content", "message")  # fmt: skip
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
    *listed, more = problem(write(tmp_path, "3.sgml", many)).split("\n")
    assert len(listed) == 25
    assert more.endswith("there may be more")


def test_a_table_read_as_sgml_has_no_document(tmp_path):
    path = write(tmp_path, "a.csv", "id,text\nd,x\n")
    assert "there is no document in it" in problem(path, format="sgml")


def test_text_between_documents_is_said_to_be_skipped(tmp_path):
    path = write(tmp_path, "a", NEWS + "lost\n</DOC>\n")
    assert tuple(map(str, read_texts(path).warnings)) == (
        f"{path}:15: a </DOC> closes nothing; what precedes it is skipped",
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


@pytest.mark.slow
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


@each(["<", "<!--", "<script>", "<title>", "<text>", "&#", "<a ", "</script", "<doc ", "<![CDATA["])
def test_marks_that_are_never_closed_take_no_longer_than_others(part):
    # Trying each of 100,000 marks to the end would take hours.
    title, _ = title_and_text(part * 100_000)
    assert title is None


def test_a_long_name_of_a_mark_is_text():
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
