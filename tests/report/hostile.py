"""Texts that try to act on whoever reads them, and a table of them."""

from __future__ import annotations

from harness.report.table import Column, Mark, Table

TEXTS = (
    "<script>alert('x')</script>",
    "\"double\" 'single' `tick` ''two'' ``two``",
    "\u202eright to left\u2066 isolate",
    "שלום עולם",
    "漢字 é « Ħ 😀 \u0301",
    "x" * 200,
    "=cmd|'/C calc'!A0",
    "-1+1",
    "+1",
    "@sum(A1)",
    "\ttab",
    "\rcarriage return",
    "a|b\nc\\|d",
    r"\today \input{x} {y} $z$ a_b ~ ^ % # & \\",
    "\x1b[2J\x1b[31mred\x1b]0;title\x07\x9b",
    "*starred* **bold** _em_ ~~gone~~",
    "[link](javascript:alert(1)) ![image](x) &amp; &lt; <b>",
    "[1] first",
    "- item",
    "# heading",
    "1. one",
    "> quoted",
    "a--b,,c''d---e",
    "$x$ %y",
    "<script src=x",
    "<!-- comment",
    "www.example.com http://example.com <http://example.com>",
    "\u2028line\u2029paragraph\x85next",
)


def hostile_table() -> Table:
    """Each text as a cell, some as headings, superscripts, the title and notes."""
    rows = [
        (text, other, place / 8)
        for place, (text, other) in enumerate(zip(TEXTS, reversed(TEXTS), strict=True))
    ]
    marks = {
        (row, place): Mark(bold=row % 2 == 0, superscript=TEXTS[row] if row % 3 == 0 else "")
        for row in range(len(TEXTS))
        for place in (0, 2)
        if len(TEXTS[row]) < 100
    }
    columns = (Column(TEXTS[0]), Column(TEXTS[12]), Column(TEXTS[6], 4))
    return Table(columns, rows, title=" ".join(TEXTS), notes=TEXTS, marks=marks)
