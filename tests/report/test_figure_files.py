"""Figures as files: real PDF, SVG and PNG, the same bytes each time, all of them or none."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from harness.core.errors import InputError
from harness.report.figures import (
    FigureStyle,
    Grid,
    Line,
    Lines,
    Row,
    Rows,
    choose_style,
    plot_file,
    write_figures,
)
from tests.nightly import now
from tests.report.hostile import TEXTS
from tests.report.latex import compiled, engine, overfull, sizes_of_letters, text_of_pdf

pytestmark = pytest.mark.long

FIGURES = {
    "lines": Lines("t", "x", "y", [Line("a", [(0, 0), (1, 0.5)]), Line("b", [(0, 1), (1, 0)])]),
    "rows": Rows("t", "x", "y", [Row("a", 0.5, (0.1, 0.9), (0.4, 0.6), 0.45, None, (1.0,))]),
    "grid": Grid("t", "x", "y", ["a", "b"], ["1", "2"], [[0.0, 0.5], [None, 1.0]]),
}
FORMATS = ("pdf", "svg", "png")  # pgf, which asks TeX, is tested apart


@pytest.mark.parametrize("name", FIGURES)
def test_a_pdf_is_one_page_of_shapes_with_its_fonts(name):
    content = plot_file(FIGURES[name], "pdf")
    assert content.startswith(b"%PDF-")
    inside = text_of_pdf(content)
    assert inside.count(b"/Type /Page ") + inside.count(b"/Type /Page\n") == 1
    assert b"/FontFile2" in inside  # TrueType, embedded
    assert b"/Subtype /Type3" not in inside
    assert b"/Subtype /Image" not in inside
    (box,) = re.findall(rb"/MediaBox \[ ([\d. ]+) \]", inside)
    assert float(box.split()[2]) == pytest.approx(15 / 2.54 * 72, abs=0.01)


def test_no_text_of_a_pdf_is_smaller_than_seven_points():
    for venue in ("acm", "beamer", None):
        for figure in FIGURES.values():
            sizes = sizes_of_letters(plot_file(figure, "pdf", choose_style(venue, font_size=7)))
            assert sizes
            assert min(sizes) >= 7


@pytest.mark.parametrize("name", FIGURES)
def test_a_png_has_300_dots_an_inch(name):
    content = plot_file(FIGURES[name], "png")
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    wide, _ = struct.unpack(">II", content[16:24])
    assert wide == pytest.approx(15 / 2.54 * 300, abs=1)
    assert b"pHYs" in content


@pytest.mark.parametrize("name", FIGURES)
def test_an_svg_has_outlines_for_letters(name):
    root = ET.fromstring(plot_file(FIGURES[name], "svg"))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "path" in tags
    assert not tags & {"text", "image"}


SAME = """
import io, sys
from harness.report.figures import plot_file
from tests.report.test_figure_files import FIGURES, FORMATS
for figure in FIGURES.values():
    for format in FORMATS:
        sys.stdout.buffer.write(plot_file(figure, format))
"""


@pytest.mark.slow
def test_the_same_figure_gives_the_same_bytes(demo):
    environment = {"PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1", "MPLBACKEND": "svg"}
    other = subprocess.run(
        [sys.executable, "-W", "error", "-c", SAME],
        capture_output=True,
        check=True,
        cwd=demo,
        env=environment,
    ).stdout
    ours = b"".join(plot_file(figure, kind) for figure in FIGURES.values() for kind in FORMATS)
    assert other == ours
    assert ours
    assert not re.search(rb"Matplotlib|CreationDate|20\d\d-\d\d-\d\d", ours)


def test_settings_of_matplotlib_change_nothing_and_are_not_changed():
    import matplotlib as mpl

    before = plot_file(FIGURES["rows"], "pdf")
    theirs = {"font.size": 30, "font.family": "serif", "text.color": "red", "savefig.dpi": 20}
    with mpl.rc_context(theirs):
        settings = dict(mpl.rcParams)
        assert plot_file(FIGURES["rows"], "pdf") == before
        assert dict(mpl.rcParams) == settings


@pytest.mark.parametrize("format", now(["pdf"], FORMATS))
def test_hostile_texts_are_drawn_as_they_are(format):
    rows = [Row(text, at) for at, text in enumerate([*TEXTS, "$\\frac{1}{0$", "\ud800"])]
    for text in (TEXTS[0], " ".join(TEXTS)):
        assert plot_file(Rows(text, text, text, rows, caption=text), format)


def test_captions_are_in_the_metadata():
    figure = Rows("the title", "x", "y", [Row("a", 1)], caption="mean over 50 topics")
    assert b"/Subject (mean over 50 topics)" in plot_file(figure, "pdf")
    assert b"mean over 50 topics" in plot_file(figure, "png")
    assert b"mean over 50 topics" in plot_file(figure, "svg")


def test_an_unknown_format_is_refused():
    with pytest.raises(InputError, match=r"unknown format of figures 'pgn' \(did you mean png\?\)"):
        plot_file(FIGURES["rows"], "pgn")


@pytest.mark.parametrize("format", ["pdf", "pgf"])
def test_latex_takes_in_the_files_and_no_box_is_too_wide(tmp_path, format):
    engine()
    style = choose_style("acm")
    hostile = Rows("50 % of a_b & c", "x_1", "y", [Row("a_b#1", 0.5), Row("{c}$^2 é世τ", 0.2)])
    write_figures({**FIGURES, "hostile": hostile}, tmp_path / "figs", format, style=style)
    inputs = [rf"\input{{{stem}.tex}}" for stem in (*FIGURES, "hostile")]
    preamble = r"\usepackage{graphicx}\usepackage{pgf}\setlength{\textwidth}{241.2pt}"
    start = [rf"\documentclass{{article}}{preamble}\begin{{document}}"]
    assert overfull(compiled([*start, *inputs, r"\end{document}"], tmp_path / "figs")) == []


def test_several_formats_are_the_same_files_as_one_by_one(tmp_path):
    formats = ("png", "pdf", "svg")
    write_figures(FIGURES, tmp_path / "all", formats)
    for ending in formats:
        for file in write_figures(FIGURES, tmp_path / ending, ending):
            assert (tmp_path / "all" / file.name).read_bytes() == file.read_bytes()
    assert r"\includegraphics{rows.png}" in (tmp_path / "all/rows.tex").read_text()


def test_what_is_wide_goes_across_the_columns_of_a_page(tmp_path):
    style = choose_style("acm", wide=True)
    (file,) = write_figures({"rows": FIGURES["rows"]}, tmp_path, "pdf", style=style)
    (box,) = re.findall(rb"/MediaBox \[ ([\d. ]+) \]", text_of_pdf(file.read_bytes()))
    assert float(box.split()[2]) == pytest.approx(17.78 / 2.54 * 72, abs=0.01)
    assert r"\begin{figure*}" in (tmp_path / "rows.tex").read_text()
    assert not choose_style("lncs", wide=True).wide, "its pages have one column"


def test_importing_figures_loads_no_matplotlib(demo):
    code = "import sys, harness.report.figures; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=demo).returncode == 0


# --- files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_figures_are_written_with_their_captions(tmp_path, format):
    one = FIGURES["rows"]
    written = write_figures({"a": one, "b": one}, tmp_path / "new" / "place", format)
    assert [path.name for path in written] == [f"a.{format}", f"b.{format}"]
    there = {path.name for path in (tmp_path / "new" / "place").iterdir()}
    assert there == {
        *(path.name for path in written),
        "a.tex",
        "b.tex",
        "manifest.json",
        "log.json",
    }
    expected = plot_file(one, format)
    assert written[0].read_bytes() == written[1].read_bytes() == expected


def test_captions_are_escaped_for_latex(tmp_path):
    one = Rows("a_b \x1b $", "x", "y", [Row("a", 1)], caption="50 topics.\nmore")
    write_figures({"a": one}, tmp_path)
    text = (tmp_path / "a.tex").read_text()
    caption = r"\caption{a\_b \textbackslash{}x1b \$. 50 topics.\textbackslash{}nmore}"
    assert caption in text
    assert r"\includesvg{a.svg}" in text
    assert r"\label{fig:a}" in text


def test_what_is_too_high_for_a_page_is_several_files(tmp_path):
    rows = [Row(f"run {n}", n) for n in range(129)]
    style = FigureStyle(height=20)
    written = write_figures({"a": Rows("t", "x", "run", rows)}, tmp_path / "new", style=style)
    assert [path.name for path in written] == ["a-1.svg", "a-2.svg", "a-3.svg"]
    assert "Part 2 of 3: runs 44 to 86 of 129." in (tmp_path / "new" / "a-2.tex").read_text()


def test_earlier_figures_are_replaced_only_by_force_and_other_files_never(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rows.svg").write_text("mine")
    for force in (False, True):
        with pytest.raises(InputError, match="the directory holds other files than figures"):
            write_figures(FIGURES, tmp_path / "mine", force=force)
    assert (tmp_path / "mine" / "rows.svg").read_text() == "mine"
    place = tmp_path / "figures"
    write_figures(FIGURES, place)
    with pytest.raises(InputError, match=r"there are figures here already .--force replaces them"):
        write_figures({"rows": FIGURES["rows"]}, place)
    assert (place / "lines.svg").exists()
    write_figures({"rows": FIGURES["rows"]}, place, force=True)
    assert not (place / "lines.svg").exists()
    (place / "rows.svg").write_text("retouched")
    with pytest.raises(InputError, match=r"figures/rows\.svg: changed since it was written"):
        write_figures(FIGURES, place, force=True)
    assert (place / "rows.svg").read_text() == "retouched"


@pytest.mark.parametrize("stem", ["../a", "a/b", "", ".hidden", "a b", "a\n"])
def test_names_that_files_should_not_have_are_refused(tmp_path, stem):
    with pytest.raises(InputError, match="is not a name for the file of a figure"):
        write_figures({stem: FIGURES["rows"]}, tmp_path)
    assert not list(tmp_path.iterdir())


def test_where_there_can_be_no_directory_nothing_is_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="this is a file"):
        write_figures(FIGURES, tmp_path / "file")
    with pytest.raises(InputError, match="is a file, not a directory"):
        write_figures(FIGURES, tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text() == ""


def test_without_figures_nothing_is_written(tmp_path):
    assert write_figures({}, tmp_path / "new") == []
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
def test_processes_draw_the_same_bytes(tmp_path):
    many = {f"{name}-{copy}": figure for copy in range(2) for name, figure in FIGURES.items()}
    many |= {f"again-{name}": figure for name, figure in many.items()}
    assert len(many) >= 12
    for workers in (1, 2):
        write_figures(many, tmp_path / str(workers), ["svg"], workers=workers)
    for file in sorted((tmp_path / "1").iterdir()):
        assert file.read_bytes() == (tmp_path / "2" / file.name).read_bytes(), file.name


#: Draws, in a process of its own, a figure for each venue in each format, and a page of paper.
_DRAW = """
import hashlib, sys
from harness.report.figures import Row, Rows, choose_style, plot_file
from harness.report.figures.canvas import settings
from harness.report.sheets.tagged import STYLE, Page
from matplotlib.font_manager import fontManager

print(sum(font.name == "Helvetica" for font in fontManager.ttflist))
names = ["run-1", "Ωmega", "прогон", "naïve", "世界"]
figure = Rows("t", "x", "y", [Row(name, at) for at, name in enumerate(names)])
for venue in sys.argv[1:]:
    for format in ("svg", "pdf", "png"):
        print(hashlib.sha256(plot_file(figure, format, choose_style(venue or None))).hexdigest())
with settings(STYLE):
    page = Page()
    page.text(50, 50, " ".join(names))
    print(hashlib.sha256(page.pdf("t")).hexdigest())
"""


@pytest.mark.slow
def test_installed_fonts_change_no_byte_of_a_figure_or_sheet(tmp_path):
    """Fonts under the names that papers ask for, with letters twice as wide, are installed."""
    import matplotlib as mpl
    from fontTools.ttLib import TTFont

    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    installed = tmp_path / "with" / ".local" / "share" / "fonts"
    installed.mkdir(parents=True)
    font = TTFont(f"{mpl.get_data_path()}/fonts/ttf/DejaVuSans.ttf")
    font["hmtx"].metrics = {
        glyph: (2 * width, bearing) for glyph, (width, bearing) in font["hmtx"].metrics.items()
    }
    for family in ("Helvetica", "Times New Roman", "Libertinus Serif", "CMU Serif", "DejaVu Sans"):
        for record in font["name"].names:
            if record.nameID in (1, 4, 16):
                record.string = family
        font.save(installed / f"{family}.ttf")
    printed = {}
    for home in ("with", "without"):
        place = tmp_path / home
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("XDG_")},
            "HOME": str(place),
            "MPLCONFIGDIR": str(place / "mpl"),
        }
        command = [sys.executable, "-c", _DRAW, "acm", "", "ieee", "lncs", "springer", "beamer"]
        printed[home] = subprocess.check_output(command, env=environment, text=True).split()
    assert int(printed["with"][0]) > int(printed["without"][0])
    assert printed["with"][1:] == printed["without"][1:]


@pytest.mark.parametrize("venue", [None, "acm"])
def test_the_fonts_of_a_figure_are_matplotlibs_own_and_named_in_it(venue):
    import matplotlib as mpl
    from matplotlib.font_manager import findfont

    style = choose_style(venue)
    for family in style.fonts:
        assert findfont(family, fallback_to_default=False).startswith(mpl.get_data_path())
    named = ", ".join(style.fonts).encode()
    assert all(named in plot_file(FIGURES["rows"], ending, style) for ending in FORMATS)
