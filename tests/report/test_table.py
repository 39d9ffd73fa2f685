"""Tables in every format: what is shown, what is data, and that no text acts on its reader."""

from __future__ import annotations

import io
import json
import math
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from harness.core.errors import EvaluationError
from harness.report.page.document import render_table
from harness.report.table import (
    RENDERERS,
    Column,
    Mark,
    Screen,
    Table,
    complete_headings,
    render,
    render_bytes,
    render_cell,
)
from harness.report.table.programs import to_frame
from tests.each import each
from tests.report.hostile import TEXTS, hostile_table

RUNS = Table(
    (Column("run"), Column("AP", 4), Column("count"), Column("p", 4, small=True)),
    [("bm25", 0.53154, 12, 0.03125), ("rm3", 0.5, 7, 1.78e-15), ("none", None, None, float("nan"))],
    title="The runs",
    notes=("a note",),
    marks={(0, 1): Mark(bold=True, superscript="ab"), (1, 1): Mark(superscript="−c")},
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(TEXTS)


def test_an_unknown_format_names_the_nearest():
    with pytest.raises(EvaluationError, match=r"unknown format 'latx' \(did you mean latex\?\)"):
        render(RUNS, "latx")


def test_data_formats_have_numbers_and_neither_marks_nor_notes():
    assert render(RUNS, "tsv") == (
        "run\tAP\tcount\tp\nbm25\t0.5315\t12\t0.0312\nrm3\t0.5000\t7\t1.8e-15\nnone\t\t\t\n"
    )
    records = json.loads(render(RUNS, "json"))
    assert records[0] == {"run": "bm25", "AP": 0.5315, "count": 12, "p": 0.0312}
    assert records[2] == {"run": "none", "AP": None, "count": None, "p": None}
    assert [json.loads(line) for line in render(RUNS, "jsonl").splitlines()] == records


def test_markdown_shows_marks_and_aligns_numbers():
    assert render(RUNS, "markdown").splitlines() == [
        "**The runs**",
        "",
        "| run | AP | count | p |",
        "| --- | ---: | ---: | ---: |",
        "| bm25 | **0.5315**<sup>ab</sup> | 12 | 0.0312 |",
        "| rm3 | 0.5000<sup>−c</sup> | 7 | 1.8e-15 |",
        "| none |  |  |  |",
        "",
        "a note",
    ]


def test_a_terminal_without_bold_shows_a_star_and_aligns_numbers_before_superscripts():
    assert render(RUNS, "table").splitlines() == [
        "The runs",
        "",
        "run         AP      count         p",
        "───────────────────────────────────",
        "bm25   *0.5315 ab      12    0.0312",
        "rm3     0.5000 −c       7   1.8e-15",
        "none",
        "",
        "a note",
        "* in front: bold",
    ]


def test_a_terminal_with_bold_has_no_star():
    text = render(RUNS, "table", screen=Screen(colour=True))
    assert "\x1b[1m0.5315 ab\x1b[0m" in text
    assert "*" not in text


def test_a_number_is_shown_in_full_where_a_screen_has_no_room_for_it():
    table = Table(complete_headings("why", Column("AP", 4)), [("not judged", 6269.6497)])
    assert render(table, "table", screen=Screen(12)).splitlines() == [
        "why           AP",
        "────────────────",
        "not    6269.6497",
        "judg",
        "ed",
    ]


def test_a_screen_without_unicode_gets_ascii():
    text = render(RUNS, "table", screen=Screen(unicode=False))
    assert text.isascii()
    assert "-----" in text
    assert r"0.5000 \u2212c" in text


def test_a_table_too_wide_hides_its_last_columns_and_counts_them():
    text = render(RUNS, "table", screen=Screen(width=20))
    assert max(map(len, text.splitlines())) <= 24  # a note's list of columns has no blank
    assert text.count("bm25") == 1
    assert "*0.5315 ab" in text
    assert "hidden: 2 columns" in text
    marks = RUNS.chosen([0, 3, 1]).marks
    assert marks == {(0, 2): RUNS.mark(0, 1), (1, 2): RUNS.mark(1, 1)}


def test_a_table_as_wide_as_the_screen_is_not_broken():
    wide = max(map(len, render(RUNS, "table").splitlines()[2:4]))
    whole = render(RUNS, "table", screen=Screen(width=wide))
    assert whole == render(RUNS, "table")
    assert render(RUNS, "table", screen=Screen(width=wide - 1)) != whole


def _ranking(count: int) -> Table:
    """Runs of which the first is bold, with a column that is the same in all rows."""
    rows = [(f"a.long.name.of.run.{row:03}.tuned", row / 1000, 50, row) for row in range(count)]
    columns = (Column("run"), Column("AP", 4), Column("topics"), Column("rank"))
    marks = {(0, 0): Mark(bold=True), (count - 1, 1): Mark(superscript="z")}
    return Table(columns, rows, notes=("a note of several words",), marks=marks)


def test_a_long_ranking_has_a_head_and_a_tail_and_keeps_its_marks():
    lines = render(_ranking(129), "table", screen=Screen(80)).splitlines()
    assert lines[2].startswith("*a.long.name.of.run.000.tuned")
    assert lines[2 + 25] == "…"
    assert "run.124" in lines[2 + 26]
    assert lines[2 + 30].split()[1:3] == ["0.1280", "z"]
    assert "hidden: 99 rows; -w shows all" in lines
    whole = render(_ranking(129), "table", screen=Screen()).splitlines()
    assert len(whole) == 2 + 129 + 3
    topics = replace(_ranking(129), columns=(Column("topic"), *_ranking(1).columns[1:]))
    assert render(topics, "table", screen=Screen(80)).count("run.") == 129


def test_the_ends_of_an_interval_are_shown_or_hidden_together_and_room_is_used():
    names = ("run", "AP", "low", "high", "a very long heading", "best")
    table = Table(tuple(map(Column, names)), [("x", 0.5, 0.25, 0.75, 1, "*")])

    def heading(width):
        return render(table, "table", screen=Screen(width)).splitlines()[0].split("   ")

    assert [name.strip() for name in heading(34)] == ["run", "AP", "low", "high", "best"]
    for width in range(12, 60):
        shown = " ".join(heading(width)).split()
        assert ("low" in shown) == ("high" in shown)


def test_columns_that_are_all_the_same_are_shown_where_names_would_stand_alone():
    table = Table(tuple(map(Column, ("run", "R@100", "R@1000"))), [(name, 1, 1) for name in "abc"])
    assert render(table, "table", screen=Screen(13)).splitlines()[0].split() == ["run", "R@100"]


def test_what_is_the_same_in_all_rows_becomes_a_note_before_names_are_shortened():
    text = render(_ranking(9), "table", screen=Screen(36))
    heading, rule, *rows = text.splitlines()
    assert heading.split() == ["run", "AP", "rank"]
    assert len(rule) <= 36
    assert len({row.split()[0] for row in rows[:9]}) == 9, "shortened names still differ"
    assert all("…" in row and "tuned" in row for row in rows[:9])
    assert "the same in every row: topics: 50" in text
    assert "hidden" not in text


def test_notes_wrap_at_words():
    lines = render(_ranking(3), "table", screen=Screen(20)).splitlines()
    assert lines[lines.index("a note of several") + 1] == "  words"


def test_the_first_rows_keep_their_marks():
    head = _ranking(9).top(2)
    assert [row[3] for row in head.rows] == [0, 1]
    assert set(head.marks) == {(0, 0)}
    assert head.notes[-1] == "the first 2 of 9 rows"
    assert _ranking(9).top(9).notes == _ranking(9).notes


def test_wide_characters_take_two_places():
    table = Table((Column("run"), Column("AP", 1)), [("漢字漢字漢字", 0.5), ("x", 0.5)])
    rows = render(table, "table").splitlines()[2:]
    assert len({cell_len(row) for row in rows}) == 1


@each(RENDERERS)
def test_a_table_without_rows_is_shown(style):
    empty = Table((Column("run"), Column("AP", 4)), [])
    if style in ("json", "jsonl"):
        assert render(empty, style).strip() in ("[]", "")
    else:
        assert ("nothing to list" if style == "table" else "run") in render(empty, style)


@each(RENDERERS)
def test_a_number_that_is_infinite_is_shown(style):
    table = Table((Column("run"), Column("d", 3)), [("x", float("inf")), ("y", float("-inf"))])
    assert "inf" in render(table, style) or "∞" in render(table, style)
    if style == "json":
        assert [row["d"] for row in json.loads(render(table, style))] == ["∞", "-∞"]


def test_columns_of_one_name_are_all_kept():
    table = Table((Column("topic"), Column("topic", 1)), [("1", 0.5)])
    assert json.loads(render(table, "jsonl")) == {"topic": "1", "topic (2)": 0.5}
    assert to_frame(table).columns == ["topic", "topic (2)"]


def test_a_frame_has_numbers_in_full_and_survives_parquet(tmp_path):
    frame = to_frame(RUNS)
    assert frame.schema == {"run": pl.String, "AP": pl.Float64, "count": pl.Int64, "p": pl.Float64}
    assert frame.rows() == [
        ("bm25", 0.53154, 12, 0.03125),
        ("rm3", 0.5, 7, 1.78e-15),
        ("none", None, None, None),
    ]
    frame.write_parquet(tmp_path / "table.parquet")
    assert pl.read_parquet(tmp_path / "table.parquet").equals(frame)
    assert to_frame(hostile_table()).rows() == list(hostile_table().rows)


def test_a_frame_has_infinity_among_numbers_and_text_among_texts():
    columns = (Column("d", 3), Column("mixed"), Column("empty"), Column("whole"))
    rows = [(0.5, 1, None, 1), ("∞", "x", None, 2.5), ("-∞", None, None, None)]
    assert to_frame(Table(columns, rows)).to_dict(as_series=False) == {
        "d": [0.5, float("inf"), float("-inf")],
        "mixed": ["1", "x", None],
        "empty": [None, None, None],
        "whole": [1.0, 2.5, None],
    }


def test_a_terminal_shows_the_beginning_of_a_long_cell_and_programs_have_all_of_it():
    text = "[" * 200_000
    table = Table((Column("topic"),), [(text,)])
    assert max(map(len, render(table, "table").split("\n"))) < 300
    assert json.loads(render(table, "json")) == [{"topic": text}]


cells = st.none() | st.booleans() | st.integers() | st.floats() | texts | st.just("∞")
two_columns = st.lists(st.tuples(cells, cells), max_size=6)
digits = st.none() | st.integers(0, 4)


@given(two_columns, digits, st.booleans())
def test_columns_are_rendered_as_their_rows_are(rows, decimals, small):
    columns = (Column("one %s", decimals, small), Column("other"))
    by_rows = Table(columns, rows)
    by_columns = Table.of_columns(*zip(columns, zip(*rows, strict=True) or ((), ()), strict=False))
    if rows:
        for style in RENDERERS:
            assert render(by_columns, style) == render(by_rows, style)
    for index, column in enumerate(columns):
        assert by_rows.texts(index) == [render_cell(row[index], column) for row in rows]


@given(two_columns)
def test_json_is_that_of_the_standard_encoder(rows):
    def value(cell):
        if isinstance(cell, float) and not math.isfinite(cell):
            return None if math.isnan(cell) else "∞" if cell > 0 else "-∞"
        return cell

    records = [{"a%": value(a), "b": value(b)} for a, b in rows]
    table = Table((Column("a%"), Column("b")), rows)
    plain = json.dumps(records, ensure_ascii=False, indent=1)
    assert json.loads(render(table, "json")) == records
    assert render(table, "json").count("\n") == plain.count("\n") + 1
    if plain.isascii() and plain.isprintable():
        assert render(table, "json") == f"{plain}\n"
    assert [json.loads(line) for line in render(table, "jsonl").splitlines()] == records


def test_files_hold_the_frame():
    frame = to_frame(RUNS)
    assert pl.read_parquet(io.BytesIO(render_bytes(RUNS, "parquet"))).equals(frame)
    assert pl.read_ipc(io.BytesIO(render_bytes(RUNS, "arrow"))).equals(frame)


def test_a_table_of_a_notebook_has_its_marks_and_nothing_in_it_acts():
    marks = {(0, 0): Mark(superscript="<a"), (0, 1): Mark(bold=True)}
    columns = (Column("run"), Column("A\x1b", 2))
    table = Table(columns, [("<x>\u202e", 0.5), ("y", 1000)], "T<", ("n&",), marks)
    page = render_table(table)
    assert "<bdi>T&lt;</bdi>" in page
    assert "&lt;x&gt;\\u202e<sup>&lt;a</sup>" in page
    assert "<b>0.50</b>" in page
    assert ">1,000<" in page
    assert "A\\x1b" in page
    assert "n&amp;" in page
    assert not set("\x1b\u202e") & set(page)
