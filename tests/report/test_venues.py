"""Tables and figures in a paper of each venue: nothing is too wide, nothing too small to read.

A venue whose class is not installed is tried by an article of its widths, which then is said to be
skipped; where `HARNESS_REQUIRE_TEX` is set, only Springer's journals, whose class is in no
distribution of TeX.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from harness.comparison import Comparison, Options, ScoreTable
from harness.report.figures import VENUES, Grid, Line, Lines, Row, Rows, choose_style, write_figures
from harness.report.paper import paper_table
from harness.report.table import Table
from harness.report.table.latex import choose_letter_size, latex_table
from tests.nightly import now
from tests.report.latex import compiled, has_class, lacking, overfull, sizes_of_letters

#: The class of each venue that a distribution of TeX has, by its name and how it is loaded.
CLASSES = {
    "acm": ("acmart", r"\documentclass[sigconf,nonacm]{acmart}"),
    "ieee": ("IEEEtran", r"\documentclass[conference]{IEEEtran}"),
    "lncs": ("llncs", r"\documentclass{llncs}"),
    "beamer": ("beamer", r"\documentclass[aspectratio=169]{beamer}"),
}
PACKAGES = [
    r"\usepackage{booktabs,longtable,siunitx,graphicx}",
    r"\begin{document}",
    r"\title{Runs}\maketitle",
]


def article(venue: str) -> list[str]:
    """The beginning of an article whose columns, and whose page, are as wide as the venue's."""
    style = VENUES[venue]
    columns = "twocolumn" if style.width < style.across else "onecolumn"
    gap = style.across - 2 * style.width if columns == "twocolumn" else 0
    return [
        rf"\documentclass[{columns}]{{article}}",
        rf"\usepackage[textwidth={style.across}cm,textheight=24cm,columnsep={gap:.2f}cm]{{geometry}}",
    ]


def paper(marks: str, runs: int = 8, **given: object) -> Table:
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


def figures() -> dict[str, Lines | Rows | Grid]:
    """One of each kind, with as many long names as a track has."""
    names = [f"university-of-somewhere-{number}-title" for number in range(60)]
    values = np.random.default_rng(1).random((60, 50)).tolist()
    rows = [Row(name, point=0.4, whisker=(0.2, 0.6)) for name in names]
    lines = [Line(name, [(0, 1), (1, 0.1)]) for name in names[:12]]
    return {
        "lines": Lines("Curves", "recall", "precision", lines, (0, 1), (0, 1)),
        "rows": Rows("Runs", "AP", "run", rows, key={"point": "mean", "whisker": "95 % interval"}),
        "grid": Grid("All", "topic", "run", names, [str(i) for i in range(50)], values, "AP"),
    }


def parts(venue: str, directory: Path) -> list[str]:
    """What a paper takes in: tables of a column and of the page, and figures of both."""
    style, wide = choose_style(venue), choose_style(venue, wide=True)
    made = [
        latex_table(paper(marks), floating=True, label=f"tab:{marks}", width=style.width)
        for marks in ("baselines", "groups")
    ]
    full = paper("none", columns=["rank", "interval"])
    if choose_letter_size(full, wide.width) is None:  # pages of one column
        full = paper("none", columns=["rank"])
    made.append(latex_table(full, floating=True, across=wide.wide, label="t:w", width=wide.width))
    for name, drawn in (("column", style), ("page", wide)):
        files = write_figures(figures(), directory / name, "pdf", style=drawn)
        for file in files:
            text = file.with_suffix(".tex").read_text()
            made.append(text.replace(f"{{{file.name}}}", f"{{{name}/{file.name}}}"))
    return made


def document(venue: str, start: list[str], directory: Path) -> list[str]:
    """A paper with all parts, or slides with one each."""
    made = parts(venue, directory)
    if venue == "beamer" and "beamer" in start[0]:
        made = [rf"\begin{{frame}}{part}\end{{frame}}" for part in made]
    else:
        made = [f"{part}\n\\clearpage" for part in made]
        many = latex_table(paper("none", runs=129), floating=True, label="tab:all")
        made.append(rf"\onecolumn {many}")
    return [*start, *PACKAGES, *made, r"\end{document}"]


def check(lines: list[str], directory: Path) -> None:
    log = compiled(lines, directory)
    assert overfull(log) == []
    assert "Float too large" not in log
    sizes = sizes_of_letters((directory / "paper.pdf").read_bytes())
    assert min(sizes) > 4.9, "superscripts of letters of 7 points have 5"


@pytest.mark.parametrize("venue", now(["acm"], VENUES))
def test_tables_and_figures_fit_the_columns_of_the_venue(venue, tmp_path):
    name, start = CLASSES.get(venue, ("sn-jnl", ""))
    installed = has_class(name)
    check(document(venue, [start] if installed else article(venue), tmp_path), tmp_path)
    if not installed:
        used = f"the class {name} is not installed: an article with its widths took its place"
        (lacking if venue in CLASSES else pytest.skip)(used)


def test_what_does_not_fit_is_seen_by_tex_as_by_the_estimate(tmp_path):
    """The tests above can fail; so can the estimate."""
    table = paper("baselines")
    assert choose_letter_size(table, 5.0) is None
    narrow = [r"\begin{minipage}{5cm}", latex_table(table, width=5.0), r"\end{minipage}"]
    assert overfull(compiled([*article("acm"), *PACKAGES, *narrow, r"\end{document}"], tmp_path))


def test_headings_are_the_measures_as_they_were_asked_for():
    assert "{R@1000}" in latex_table(paper("none"), width=8.4)


def test_the_best_and_the_baselines_are_the_rows():
    table = paper("baselines", top=2, digits=3)
    assert [row[0] for row in table.rows] == [f"manexT3D1N{run}" for run in (7, 6, 3, 2)]
    assert table.columns[1].digits == 3
