"""The page of a run: counts, curve, measures, hardest topics, on one sheet of paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from unicodedata import bidirectional

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.figures import lettering
from harness.report.figures.canvas import settings
from harness.report.figures.lettering import font_notes, length
from harness.report.figures.styles import SANS
from harness.report.sheets import make_sheet, participants, render_sheet, sheet_files
from harness.report.sheets.run_page import Section
from harness.report.table import Table
from harness.workflows.report import gather_report
from tests.report.page.test_samples import sampled
from tests.report.sheet_cases import DEMO, made_report, measured, rows, small, table_of, tables_in

pytestmark = pytest.mark.long

report = pytest.fixture(made_report, scope="module")


@pytest.fixture(scope="module")
def paper():
    """Load matplotlib's writers where a page is drawn, not where tests are collected."""
    from harness.report.sheets import paper

    return paper


def test_intervals_are_those_of_the_leaderboards(report):
    sheet = make_sheet(report, "keeper")
    for row in measured(sheet):
        board = report.comparison.leaderboard(row["measure"])
        place = board.runs.index(row["run"])
        assert row["low"] == board.means.low[place] <= row["value"]
        assert row["value"] <= row["high"] == board.means.high[place]
    board = report.comparison.leaderboard("AP")
    for page in sheet.pages:
        place = board.runs.index(page.title)
        low, high = board.ranks.low[place], board.ranks.high[place]
        ranks = f"{low} to {high}" if low < high else f"{low}"
        assert f"; its true rank is {ranks} with 95 % confidence." in page.text[0]
        worse = "It is shown to be worse than another run."
        best = "It could be the best." if board.could_be_best[place] else worse
        assert page.text[0].endswith(best)


def test_the_rank_among_runs_of_the_type_is_said(report):
    kinds = {run: "automatic" if number % 3 else "manual" for number, run in enumerate(report.runs)}
    typed = replace(report)
    typed.__dict__["attributes"] = {run: {"type": kind} for run, kind in kinds.items()}
    values = dict(zip(report.runs, report.summary[:, report.measure("AP")].tolist(), strict=True))
    for group in sorted(set(report.groups.values())):
        for page in make_sheet(typed, group).pages:
            others = [values[run] for run, kind in kinds.items() if kind == kinds[page.title]]
            rank = 1 + sum(value > values[page.title] for value in others)
            said = f" Among the {len(others)} {kinds[page.title]} runs it has rank {rank}."
            assert page.text[0].endswith(said)
    assert "Among" not in make_sheet(report, "wick").pages[0].text[0]


def test_runs_of_a_group_stand_beside_each_other_before_their_pages(report):
    text = render_sheet(make_sheet(report, "keeper"))
    assert 0 < text.index('id="beside"') < text.index('id="run-1"')


def test_a_curve_is_beside_the_median_of_all_runs(report):
    curves = report.results.curves.filter(by="recall", subset="all")
    page = make_sheet(report, "wick").pages[0]
    for row in rows(tables_in(page)["Precision at recall"]):
        of_all = curves.filter(pl.col("at") == row["recall"])
        assert row["precision"] == of_all.filter(pl.col("run") == page.title)["precision"].item()
        assert row["median"] == of_all["precision"].median()


def test_counts_are_those_of_the_run(report):
    from harness import score

    folder = DEMO.parents[1]
    run = folder / "runs/demo/wick-coord.run"
    counted = score(
        folder / "qrels/demo/qrels.txt", run, ["NumRet", "NumRel", "NumRelRet"]
    ).summarise()[0]
    counts = dict(tables_in(make_sheet(report, "wick").pages[0])["Counts"].rows)
    assert [counts[name] for name in ("retrieved", "relevant", "relevant retrieved")] == [
        *counted.tolist()
    ]


def test_the_hardest_topics_are_furthest_below_the_median(report):
    sheet = make_sheet(report, "wick")
    worst = rows(table_of(sheet, "wick-coord by topic"))
    below = [row["topic"] for row in worst if row["to the median"] < 0]
    hardest = rows(tables_in(sheet.pages[0])["Furthest below the median"])
    assert [row["topic"] for row in hardest] == below[:8]
    missed = rows(table_of(sheet, "Relevant documents missed"))
    first = next(row for row in missed if row["topic"] == hardest[0]["topic"])
    assert hardest[0]["missed"].split(", ")[0] == first["document"]


def test_what_the_table_of_participants_says_is_on_the_page_of_its_run(tmp_path):
    task = small(tmp_path)
    rows_ = "run,group,priority,feedback\nlow,L,1,none\nupper,G,2,blind\n"
    (tmp_path / "part.csv").write_text(rows_)
    task.write_text(f"{task.read_text()}participants: part.csv\n")
    page = make_sheet(gather_report(task).value, "L").pages[0]
    assert page.facts == ("feedback: none",)


@pytest.mark.slow
def test_each_run_has_one_page_of_a4_and_a_group_one_more(report):
    files = sheet_files([make_sheet(report, name) for name in participants(report)], "pdf")
    several = {name for name in participants(report) if len(make_sheet(report, name).runs) > 1}
    assert set(files) == {f"{name}.pdf" for name in report.runs} | {
        f"{name}-runs.pdf" for name in several
    }
    for content in (content for _, content in files.values()):
        assert len(re.findall(rb"/Type /Page\b", content)) == 1
        assert b"/MediaBox [ 0 0 595.27" in content
        fonts = re.findall(rb"/BaseFont /(\S+)", content)
        assert fonts
        assert all(re.match(rb"[A-Z]{6}\+", name) for name in fonts), "all are embedded"
    assert sheet_files([make_sheet(report, name) for name in participants(report)], "pdf") == files


@pytest.fixture
def written(monkeypatch):
    """Every text that is drawn, with its left, lower, right and upper end."""
    from matplotlib.backends.backend_pdf import RendererPdf

    texts = []
    draw = RendererPdf.draw_text

    def drawn(renderer, context, x, y, text, font, angle, *rest, **more):
        wide = length(text, font.get_size(), str(font.get_weight()))
        right, up = (x, y + wide) if angle == 90 else (x + wide, y)
        texts.append((text, x, y, right, up))
        draw(renderer, context, x, y, text, font, angle, *rest, **more)

    monkeypatch.setattr(RendererPdf, "draw_text", drawn)
    return texts


def outside(texts):
    return [
        text
        for text, left, bottom, right, top in texts
        if not (35 < left <= right < 565 and 20 < bottom <= top < 830)
    ]


def test_a_table_with_more_rows_than_a_page_says_of_how_many(paper, report, written):
    table = Table.of_columns(("run", [f"run{n}" for n in range(200)]), title="Runs")
    section = Section("many", ((table,),), notes=("below",))
    paper.section_pdf(make_sheet(report, "keeper"), section)
    rows = [text for text, *_ in written if re.fullmatch(r"run\d+", text)]
    assert rows == [f"run{n}" for n in range(len(rows))]
    assert f"the first {len(rows)} of 200 rows" in [text for text, *_ in written]
    assert len(rows) > 50
    assert not outside(written)
    (last,) = (bottom for text, _, bottom, *_ in written if text == rows[-1])
    (below,) = (bottom for text, _, bottom, *_ in written if text == "below")
    assert below < last - 10


def test_texts_of_a_page_of_paper_stay_on_it(paper, tmp_path, written):
    measures = ", ".join(f"P@{cutoff}" for cutoff in range(1, 60))
    task = small(tmp_path)
    task.write_text(re.sub("measures: .*", f"measures: [{measures}]", task.read_text()))
    text = task.read_text().replace("low.run", f"{{path: low.run, name: {'long-' * 40}}}")
    (tmp_path / "topics.tsv").write_text("1\tगाना\n2\t世\n3\tlong\n")  # in no font here
    task.write_text(f"topics: topics.tsv\n{text}")
    report = gather_report(task).value
    for participant in participants(report):
        dict(paper.sheet_pdfs(make_sheet(report, participant), str))
    assert any("long-" in text for text, *_ in written)
    assert any(r"\u0917\u093e" in text for text, *_ in written)
    assert not outside(written)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext reads pages")
def test_names_of_every_direction_are_in_the_text_of_a_page(paper, tmp_path):
    """Joined, turned and whole: what is read out of the file is the name."""
    names = ["עברית", "تشغيل", "διαδρομή", "прогон"]
    task = small(tmp_path)
    made = gather_report(task).value
    sheet = make_sheet(made, "G")
    for name in names:
        page = replace(sheet.pages[0], title=name)
        (tmp_path / "page.pdf").write_bytes(paper.section_pdf(sheet, page))
        reading = ["pdftotext", "page.pdf", "-"]
        done = subprocess.run(reading, cwd=tmp_path, capture_output=True, check=True)
        assert name in re.sub("[\u202a-\u202e\u200e\u200f]", "", done.stdout.decode())
        assert not list(font_notes(SANS, page))


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext reads pages")
def test_letters_with_marks_are_copied_as_they_were_written(tmp_path):
    """Drawn in another order than they are written, or as one sign: the text says which they are."""
    written = "x\u0323\u0301e\u0302"
    from harness.report.sheets.tagged import STYLE, Page

    page = Page()
    with settings(STYLE, written):
        page.text(40, 40, written, role="H1")
        (tmp_path / "page.pdf").write_bytes(page.pdf("page"))
    reading = ["pdftotext", "page.pdf", "-"]
    done = subprocess.run(reading, cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.decode().strip() == written


@given(st.text("אבגןتشغ٢ab12-_. ()", min_size=1).map(lambda text: " ".join(text.split())))
def test_a_name_of_any_direction_is_what_its_part_of_a_page_says(name):
    """Readers of tags get the name itself; those of drawn letters have to turn them back."""
    from harness.report.sheets.tagged import STYLE, Page

    page = Page()
    with settings(STYLE, name):
        page.text(40, 40, name, role="H1")
        written = re.findall(rb"/ActualText \((.*?)(?<!\\)\) ?/?", page.pdf("page"), re.DOTALL)
    turned = any(bidirectional(letter) in ("R", "AL") for letter in name)
    texts = [re.sub(rb"\\(.)", rb"\1", text, flags=re.DOTALL) for text in written]
    assert [text.decode("utf-16") for text in texts] == ([name] if turned else [])


def test_letters_of_no_installed_font_are_said_with_a_font_that_has_them(monkeypatch):
    monkeypatch.setattr(lettering, "_list_installed_letters", dict)
    (note,) = font_notes(SANS, {"a": ("日本語ラン", "plain")})
    assert note.text.startswith("no installed font has ラ, ン, 日")
    assert "Noto Sans CJK" in note.text
    installed = {"Some Sans": frozenset(map(ord, "日本語ラン")), "Other": frozenset(map(ord, "日"))}
    monkeypatch.setattr(lettering, "_list_installed_letters", lambda: installed)
    assert lettering.families(SANS, "日本語ラン") == (*SANS, "Some Sans")
    assert lettering.families(SANS, "plain, עברית") == SANS
    assert not list(font_notes(SANS, "日本語ラン"))


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm draws pages")
def test_texts_of_a_page_of_paper_are_seen_beside_its_figure(paper, report, tmp_path):
    from PIL import Image

    (name, content), *_ = paper.sheet_pdfs(make_sheet(report, "wick"), str)
    (tmp_path / name).write_bytes(content)
    drawing = ["pdftoppm", "-r", "72", "-gray", name, "page"]
    subprocess.run(drawing, cwd=tmp_path, check=True)
    with Image.open(next(tmp_path.glob("page*.pgm"))) as drawn:
        dark = np.asarray(drawn) < 128
    for top, bottom in ((40, 80), (100, 300), (420, 700), (750, 830)):  # heading … foot
        assert dark[top:bottom, 40:200].sum() > 50, top


def test_counts_have_no_decimals(tmp_path):
    page = render_sheet(make_sheet(gather_report(small(tmp_path)).value, "G"))
    cells = re.search(r"NumRet</bdi></th>(.*?)</tr>", page)[1]
    numbers = re.findall(r'"number">([^<]+)<', cells)
    assert numbers[:5] == ["3", "1", "3", "2", "2"]  # value, rank, best, median of 2 and 3, worst


def test_estimates_have_the_error_of_their_sample_and_other_runs_no_column_of_it(report, tmp_path):
    estimated = sampled(tmp_path)
    page = make_sheet(estimated, "x").pages[0]
    table = tables_in(page)["Measures"]
    errors = {row["measure"]: row["se"] for row in rows(table)}
    board = estimated.comparison.leaderboard("estAP").table
    wanted = board.errors.estimate_means(board.topics)[board.column("x")]
    assert errors["estAP"] == pytest.approx(wanted, abs=1e-12)
    assert np.isnan(errors["NumRet"])
    assert any(str(note).startswith("se:") for note in table.notes)
    assert "se" not in measured(make_sheet(report, "wick"))[0]


def test_titles_of_topics_have_a_column_only_where_there_are_some(report, tmp_path):
    hardest = tables_in(make_sheet(report, "wick").pages[0])["Furthest below the median"]
    assert "title" in rows(hardest)[0]
    sheet = make_sheet(sampled(tmp_path), "x")
    for table in (*tables_in(sheet.pages[0]).values(), *sheet.details):
        assert "title" not in [column.name for column in table.columns]


def test_curves_are_over_the_subset_that_runs_are_compared_on(tmp_path):
    text = DEMO.read_text().replace("../", f"{DEMO.parents[1]}/")
    (tmp_path / "task.yaml").write_text(f"{text}compare: {{topics: seafaring}}\n")
    report = gather_report(tmp_path / "task.yaml", needs="rankings").value
    curves = report.results.curves.filter(subset="seafaring", by="recall")
    for page in make_sheet(report, "wick").pages:
        own = curves.filter(run=page.title)["precision"].to_list()
        assert [row["precision"] for row in rows(tables_in(page)["Precision at recall"])] == own
        assert any("the subset seafaring" in str(note) for note in page.notes)


def test_pages_of_paper_are_tagged_with_their_headings_tables_and_figures(paper, report):
    program = shutil.which("pdfinfo")
    if program is None:
        pytest.skip("pdfinfo is not installed")
    sheet = make_sheet(report, "keeper")
    page = sheet.pages[0]
    command = [program, "-struct-text", "-"]
    content = paper.section_pdf(sheet, page)
    said = subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode()
    parts = re.findall(r"(?m)^ *(\w+)(?: \(\w+\))?:?\n(?: +/Scope /Column\n)?(?: +\"(.*)\")?", said)
    assert [text for role, text in parts if role == "H1"] == [page.title]
    tables = list(tables_in(page).values())
    figures = sum(map(len, page.rows)) - len(tables)
    for table in tables:
        assert ("H2", table.title) in parts
    shown = [[table.texts(column) for column in range(len(table.columns))] for table in tables]
    cells = [text for columns in shown for row in zip(*columns, strict=True) for text in row]
    cells = [f"{int(text):,}" if text.isdecimal() else text for text in cells]
    assert [text for role, text in parts if role == "TD"] == cells
    assert sum(role == "Figure" for role, _ in parts) == figures
    assert b"/Marked true" in content
    assert b"/Lang (en)" in content
    assert content.count(b"/Alt (") == figures
