"""LaTeX: what is written, and that it compiles where there is an engine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.comparison import Comparison, Options, ScoreTable
from harness.core.errors import EvaluationError
from harness.core.harmless import visible
from harness.report.figures import VENUES
from harness.report.paper import paper_table
from harness.report.table import Column, Mark, Table, fitting_size, latex_table, render
from harness.report.table.latex import _ESCAPES, escaped
from tests.report.hostile import TEXTS, hostile_table

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
        r"  S[table-format=-2.4{\textsuperscript{ab}}]",
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
    typeset = escaped(text)
    assert _read(typeset) == visible(text)
    assert not re.search(r"--|,,|''|``", typeset)


def _engine() -> list[str]:
    for name in ("pdflatex", "lualatex", "xelatex"):
        if shutil.which(name):
            return [name, "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape"]
    if shutil.which("tectonic"):
        return ["tectonic"]
    if os.environ.get("HARNESS_REQUIRE_TEX"):
        pytest.fail("no LaTeX engine, and HARNESS_REQUIRE_TEX is set")
    pytest.skip("no LaTeX engine is installed")
    raise AssertionError


def test_it_compiles_with_every_hostile_text(tmp_path: Path):
    """The title goes into the caption, so that the caption is tried, too."""
    engine = _engine()
    document = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}" if engine[0] == "pdflatex" else "",
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
    (tmp_path / "paper.tex").write_text("\n".join(document), encoding="utf-8")
    ran = subprocess.run(
        [*engine, "paper.tex"], cwd=tmp_path, capture_output=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-3000:]
    if engine[0] == "pdflatex" and shutil.which("pdftotext"):
        told = subprocess.run(
            ["pdftotext", "-layout", "paper.pdf", "-"],
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
        shown = told.stdout.decode()
        for text in ("<script>alert(", r"\today \input{x} {y} $z$ a_b ~", "[U+05E9]", "a--b,,c"):
            assert text in shown


def _paper(marks: str, runs: int = 8, **given: object) -> Table:
    """A table for a paper of runs with long names by four measures, all with superscripts."""
    rng = np.random.default_rng(7)
    names = tuple(f"manexT3D1N{run}" for run in range(runs))
    topics = tuple(map(str, range(20)))
    tables = tuple(
        ScoreTable(
            measure, names, topics, rng.random((20, runs)) * 0.2 + np.arange(runs) * 0.8 / runs
        )
        for measure in ("AP", "nDCG@10", "Bpref", "R@1000")
    )
    baselines = {"baselines": names[2:4]} if marks == "baselines" else {}
    comparison = Comparison(tables, Options(samples=50))
    return paper_table(comparison, marks=marks, title="Runs", **baselines, **given)


def _overfull(document: list[str], place: Path) -> list[str]:
    """The lines of TeX's log that say what is too wide, of a document that compiles."""
    engine = _engine()
    (place / "paper.tex").write_text("\n".join(document), encoding="utf-8")
    command = [*engine, "paper.tex"]
    ran = subprocess.run(command, cwd=place, capture_output=True, check=False, timeout=120)
    log = ran.stdout.decode(errors="replace")
    assert ran.returncode == 0, log[-3000:]
    return [line for line in log.splitlines() if line.startswith("Overfull")]


PREAMBLE = [
    r"\documentclass[twocolumn]{article}",
    r"\usepackage[T1]{fontenc}",
    r"\usepackage[paperwidth=60cm, paperheight=60cm, margin=2cm]{geometry}",
    r"\usepackage{booktabs,longtable}",
    r"\usepackage{siunitx}",
    r"\begin{document}",
]


def test_eight_runs_by_four_measures_fit_a_column_of_every_venue(tmp_path: Path):
    document = list(PREAMBLE)
    for venue in VENUES.values():
        for marks in ("baselines", "groups"):
            table = _paper(marks)
            assert fitting_size(table, venue.width), "letters of 7 points suffice"
            text = latex_table(table, width=venue.width)
            assert r"\textsuperscript" in text
            document += [
                rf"\begin{{minipage}}{{{venue.width}cm}}",
                text,
                r"\end{minipage}",
                "",
            ]
    assert _overfull([*document, r"\end{document}"], tmp_path) == []


def test_what_does_not_fit_is_seen_by_tex_as_by_the_estimate(tmp_path: Path):
    """The test above can fail; so can the estimate."""
    table = _paper("baselines")
    assert fitting_size(table, 5.0) is None
    document = [*PREAMBLE, r"\begin{minipage}{5cm}", latex_table(table, width=5.0)]
    assert _overfull([*document, r"\end{minipage}", r"\end{document}"], tmp_path)


def test_tables_across_columns_and_over_pages_compile(tmp_path: Path):
    many = _paper("none", runs=129)
    across = latex_table(
        _paper("none", columns=["rank", "interval"]),
        floating=True,
        across=True,
        label="tab:a",
        width=17.4,
    )
    assert r"\begin{table*}" in across
    over_pages = latex_table(many, floating=True, label="tab:all")
    assert r"\begin{longtable}" in over_pages
    assert over_pages.count("manex") == 129
    document = [*PREAMBLE, across, r"\onecolumn", over_pages, r"\end{document}"]
    assert _overfull(document, tmp_path) == []


def test_headings_are_short_in_a_narrow_column():
    assert "{R@1k}" in latex_table(_paper("none"), width=8.4)
    assert "{R@1000}" in latex_table(_paper("none"))


def test_the_best_and_the_baselines_are_the_rows():
    table = _paper("baselines", top=2, digits=3)
    assert [row[0] for row in table.rows] == [f"manexT3D1N{run}" for run in (7, 6, 3, 2)]
    assert table.columns[1].digits == 3
