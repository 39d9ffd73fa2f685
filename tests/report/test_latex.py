"""LaTeX: what is written, and that it compiles where there is an engine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.core.harmless import visible
from harness.report.table import Column, Mark, Table, render
from harness.report.table.latex import _ESCAPES, escape_tex, latex_table
from tests.report.hostile import TEXTS, hostile_table
from tests.report.latex import compiled, engine

NUMBERS = Table(
    (Column("run"), Column("AP", 4), Column("count"), Column("p", 4, small=True), Column("d")),
    [
        ("a_b", 0.53154, 12, 0.03125, "∞"),
        ("*c", -10.5, None, 1.78e-15, 2.5),
        ("[d", None, 1234567, 3e-120, None),
    ],
    title="A & B",
    notes=("50 % of\nthem",),
    marks={(0, 1): Mark(bold=True, superscript="ab"), (1, 0): Mark(bold=True, superscript="†")},
)


def test_numbers_stand_in_columns_that_fit_them():
    assert render(NUMBERS, "latex").splitlines() == [
        r"% needs \usepackage{booktabs} and \usepackage{siunitx} (version 3)",
        "% A & B",
        r"\begingroup",
        r"\sisetup{mode=text, reset-text-series=false, group-digits=none,",
        "  table-align-exponent=false}",
        r"\begin{tabular}{",
        "  l",
        r"  S[table-format=-2.4{\textsuperscript{dd}}]",
        "  S[table-format=7.0]",
        "  S[table-format=1.4e-3]",
        "  S[table-format=1.1]",
        "}",
        r"\toprule",
        r"run & {AP} & {count} & {p} & {d} \\",
        r"\midrule",
        r"a\_b & \bfseries 0.5315{\textsuperscript{\textmd{ab}}} & 12 & 0.0312 & {\ensuremath{\infty}} \\",
        r"\textbf{*c}\textsuperscript{\textmd{\textdagger{}}} & -10.5000 &  & 1.8e-15 & 2.5 \\",
        r"{[}d &  & 1234567 & 3.0e-120 &  \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\endgroup",
        r"% 50 % of\nthem",
    ]


def test_a_floating_table_has_caption_and_label():
    lines = latex_table(NUMBERS, floating=True, label="tab:a").splitlines()
    assert lines[1:3] == [r"\begin{table}", r"\centering"]
    assert lines[5:8] == [
        r"\setlength{\belowcaptionskip}{6pt}%",
        r"\caption{A \& B}",
        r"\label{tab:a}",
    ]
    assert lines[-2:] == [r"\end{table}", r"% 50 % of\nthem"]


@pytest.mark.parametrize("label", ["a b", "a}b", "#1"])
def test_a_label_that_would_not_compile_is_refused(label):
    with pytest.raises(EvaluationError, match="is not allowed"):
        latex_table(NUMBERS, floating=True, label=label)


def test_a_label_without_environment_is_refused():
    with pytest.raises(EvaluationError, match="only a floating table has one"):
        latex_table(NUMBERS, label="tab:a")


def test_a_star_does_not_belong_to_the_line_before_it():
    table = Table((Column("*"),), [("*x",), ("[y]",)])
    text = render(table, "latex")
    assert "\\toprule\n{}* \\\\\n" in text
    assert "\n{}*x \\\\\n{[}y{]} \\\\\n" in text


def _read(typeset: str) -> str:
    """What TeX would typeset, by the escapes one after the other."""
    commands = sorted(
        ((new, chr(old)) for old, new in _ESCAPES.items()), key=lambda one: -len(one[0])
    )
    text = ""
    while typeset:
        for command, sign in commands:
            if typeset.startswith(command):
                text, typeset = text + sign, typeset[len(command) :]
                break
        else:
            if typeset.startswith("{}"):
                typeset = typeset[2:]
            else:
                assert typeset[0] not in '\\{}_&%$#~^<>|[]"`'
                text, typeset = text + typeset[0], typeset[1:]
    return text


@given(st.text() | st.sampled_from(TEXTS))
def test_nothing_in_an_escaped_text_means_anything_to_tex(text):
    typeset = escape_tex(text)
    assert _read(typeset) == visible(text)
    assert not re.search(r"--|,,|''|``", typeset)


def test_it_compiles_with_every_hostile_text(tmp_path: Path):
    """The title goes into the caption, so that the caption is tried, too."""
    pdflatex = engine()[0] == "pdflatex"
    document = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}" if pdflatex else "",
        r"\usepackage[paperwidth=150cm, paperheight=50cm]{geometry}",
        r"\usepackage{booktabs}",
        r"\usepackage{siunitx}",
        r"\begin{document}",
        latex_table(NUMBERS, floating=True, label="tab:numbers"),
        render(NUMBERS, "latex"),
        latex_table(hostile_table(), floating=True),
        render(hostile_table(), "latex"),
        r"\end{document}",
    ]
    compiled(document, tmp_path)
    if pdflatex and shutil.which("pdftotext"):
        told = subprocess.run(
            ["pdftotext", "-layout", "paper.pdf", "-"],
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
        shown = told.stdout.decode()
        for text in ("<script>alert(", r"\today \input{x} {y} $z$ a_b ~", "[U+05E9]", "a--b,,c"):
            assert text in shown
