"""Tables in each form give back every text, and no text acts."""

from __future__ import annotations

import csv
import io
import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from harness.core.harmless import drawing, guard, unguard, visible
from harness.report.table import (
    Column,
    Mark,
    Table,
    render,
)
from tests.report.hostile import TEXTS, hostile_table
from tests.report.test_table import texts


def parsed(text: str, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_tsv_gives_back_every_hostile_text_with_escapes_for_what_acts():
    table = hostile_table()
    rows = parsed(render(table, "tsv"), "\t")
    assert rows[0] == [visible(column.name) for column in table.columns]
    assert [row[:2] for row in rows[1:]] == [list(map(visible, row[:2])) for row in table.rows]


def test_csv_gives_back_every_hostile_text_formulas_behind_an_apostrophe():
    table = hostile_table()
    rows = parsed(render(table, "csv"), ",")
    assert [unguard(name) for name in rows[0]] == [visible(one.name) for one in table.columns]
    assert [unguard(row[0]) for row in rows[1:]] == [visible(row[0]) for row in table.rows]
    assert not any(row[0].startswith(tuple("=+-@")) for row in rows)
    assert rows[7][0] == "'=cmd|'/C calc'!A0"
    assert [row[2] for row in rows[1:]] == [f"{row[2]:.4f}" for row in table.rows]


def test_a_negative_number_is_no_formula():
    table = Table((Column("x", 1), Column("y")), [(-0.5, "-x"), (-2, "=1")])
    assert render(table, "csv") == "x,y\n-0.5,'-x\n-2,'=1\n"
    assert render(table, "tsv") == "x\ty\n-0.5\t-x\n-2\t=1\n"


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_delimited_text_comes_back(rows):
    table = Table((Column("a"), Column("b")), rows)
    shown = [list(map(visible, row)) for row in rows]
    assert parsed(render(table, "tsv"), "\t")[1:] == shown
    assert render(table, "tsv").count("\n") == len(rows) + 1
    back = parsed(render(table, "csv"), ",")[1:]
    assert [list(map(unguard, row)) for row in back] == shown
    assert not any(text.lstrip().startswith(tuple("=+-@")) for row in back for text in row)


@given(st.text(st.sampled_from("'=+a "), max_size=5))
def test_the_guard_against_formulas_can_be_undone(text):
    assert unguard(guard(text)) == text


@given(st.lists(texts, max_size=4))
def test_a_lone_column_comes_back_with_empty_texts(rows):
    table = Table((Column("a"),), [(text,) for text in rows])
    assert [row for (row,) in parsed(render(table, "tsv"), "\t")[1:]] == list(map(visible, rows))


def test_json_gives_back_every_hostile_text():
    table = hostile_table()
    rows = json.loads(render(table, "json"))
    assert [tuple(row.values()) for row in rows] == list(table.rows)
    assert list(rows[0]) == [column.name for column in table.columns]
    for style in ("json", "jsonl"):
        text = render(table, style)
        assert drawing(text) == text


def _markdown(text: str):
    """The blocks of a Markdown document, as a parser of Markdown sees them."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)


def _plain(token) -> str:
    """The text of a block that has nothing in it but text, bold and superscripts."""
    allowed = {"text", "text_special", "strong_open", "strong_close", "html_inline"}
    assert {child.type for child in token.children} <= allowed
    tags = [child.content for child in token.children if child.type == "html_inline"]
    assert set(tags) <= {"<sup>", "</sup>"}
    return "".join(child.content for child in token.children if child.type.startswith("text"))


def test_markdown_shows_every_hostile_text_as_such():
    table = hostile_table()
    tokens = _markdown(render(table, "markdown"))
    blocks = {token.type for token in tokens if token.nesting >= 0}
    assert blocks == {"paragraph_open", "table_open", "thead_open", "tbody_open"} | {
        *("tr_open", "th_open", "td_open", "inline")
    }
    shown = [_plain(token) for token in tokens if token.type == "inline"]
    cells = [visible(text).strip() for row in table.rows for text in row[:2]]
    found = shown[4 : 4 + 3 * len(table.rows)]
    marks = [visible(table.mark(row, 0).superscript).strip() for row in range(len(table.rows))]
    assert shown[0] == visible(table.title).strip()
    assert found[0::3] == [a + b for a, b in zip(cells[0::2], marks, strict=True)]
    assert found[1::3] == cells[1::2]
    assert shown[4 + 3 * len(table.rows) :] == [visible(note).strip() for note in TEXTS]


@given(texts.filter(str.strip))
def test_markdown_shows_any_text_as_such(text):
    table = Table((Column("a"),), [(text,)], notes=(text,), marks={(0, 0): Mark(bold=True)})
    tokens = [token for token in _markdown(render(table, "markdown")) if token.type == "inline"]
    assert [_plain(token).split() for token in tokens] == [["a"], *([visible(text).split()] * 2)]


@given(texts, texts)
def test_nothing_in_a_terminal_moves_the_cursor_or_turns_the_line(text, other):
    columns = (Column(text), Column(other, 1))
    table = Table(columns, [(text, 0.5), (other, 0.25)], title=text, notes=(other,))
    drawn = render(table, "table")
    acting = {sign for sign in drawn if unicodedata.category(sign) == "Cc"} - {"\n"}
    assert not acting
    assert not set(drawn) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert len(drawn.split("\n")) == 4 + (2 if text else 0) + 3


def test_a_run_written_from_right_to_left_leaves_the_columns_in_place():
    table = Table((Column("run"), Column("AP", 1), Column("P", 1)), [("שלום", 0.5, 0.25)])
    row = render(table, "table").splitlines()[-1]
    assert row == "\u200eשלום\u200e   0.5   0.2"


def test_every_hostile_text_is_seen_in_the_terminal():
    drawn = render(hostile_table(), "table")
    for text in TEXTS:
        assert visible(text) in drawn
