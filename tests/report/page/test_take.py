"""What can be taken off the page: texts of tables and pictures of figures open again as what they were."""

from __future__ import annotations

import csv
import io
import itertools
import shlex
import xml.etree.ElementTree as ET
from urllib.parse import quote

import pytest

from tests.nightly import now
from tests.report.page.conftest import DEMO
from tests.report.page.tasks import choose_measure, columns_of, follow, page_of, write_task

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def taken(opened, demo_page):
    page = opened(demo_page, permissions=["clipboard-read", "clipboard-write"])
    page.locator("#leaderboard").get_by_text("Copy or save").click()
    item = page.locator("#leaderboard .take li", has_text="Table: Leaderboard by AP").first

    def take(kind: str) -> str:
        item.get_by_role("button", name=f"Copy {kind}").click()
        page.locator("#status", has_text=f"{kind} copied").wait_for(state="attached")
        return page.evaluate("navigator.clipboard.readText()")

    return page, take


@pytest.mark.parametrize(("kind", "delimiter"), [("TSV", "\t"), ("CSV", ",")])
def test_a_copied_table_has_the_cells_that_are_shown(taken, kind, delimiter):
    page, take = taken
    heads, *rows = csv.reader(io.StringIO(take(kind)), delimiter=delimiter)
    shown = columns_of(page)
    assert heads == list(shown)
    assert rows == [list(row) for row in zip(*shown.values(), strict=True)]


def test_markdown_has_a_row_a_run(taken, demo_report):
    _, take = taken
    lines = take("Markdown").splitlines()
    assert len(lines) == len(demo_report.runs) + 2
    assert lines[1].startswith("| --- | --- | --- | --: |")


def test_a_saved_picture_is_one(taken, tmp_path):
    page, _ = taken
    page.locator("#curves").get_by_text("Copy or save").click()
    item = page.locator("#curves .take li", has_text="Figure").first
    for ending in ("SVG", "PNG"):
        with page.expect_download() as download:
            item.get_by_role("button", name=f"Save {ending}").click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.name.endswith(f".{ending.lower()}")
        assert path.name.startswith("interpolated-precision")
        if ending == "PNG":
            assert path.read_bytes().startswith(PNG)
            assert path.stat().st_size > 5_000
            continue
        root = ET.fromstring(path.read_text(encoding="utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(root.findall(".//{*}path")) > 9
        assert "var(" not in "".join(root.find(".//{*}path").attrib["style"])
        texts = [text.text for text in root.findall(".//{*}text")]
        assert texts[0] == "Interpolated precision at recall levels"
        assert any(text.startswith("Grey: all runs") for text in texts)


def saved_texts(page, tmp_path, section: str) -> list[str]:
    """The texts of the first picture that a section saves as SVG, in their order."""
    page.locator(f"#{section}").get_by_text("Copy or save").click()
    item = page.locator(f"#{section} .take li", has_text="Figure").first
    with page.expect_download() as download:
        item.get_by_role("button", name="Save SVG").click()
    download.value.save_as(tmp_path / "saved.svg")
    root = ET.fromstring((tmp_path / "saved.svg").read_text(encoding="utf-8"))
    return [text.text for text in root.findall(".//{*}text")]


def test_a_saved_picture_explains_its_signs(opened, demo_page, demo_report, tmp_path):
    page = opened(demo_page)
    texts = saved_texts(page, tmp_path, "pair")
    first, second = demo_report.runs[:2]
    assert [text.replace("\u2068", "").replace("\u2069", "") for text in texts[:3]] == [
        f"AP: {first} against {second}",
        f"above zero: {first} is better",
        f"below zero: {second} is better",
    ]
    assert "dialect trec_eval-10" in texts[-1]


def test_the_leaderboard_is_a_picture_that_names_its_runs(opened, demo_page, demo_report, tmp_path):
    texts = saved_texts(opened(demo_page), tmp_path, "leaderboard")
    assert texts[0] == "Leaderboard by AP"
    assert "could be the best" in texts
    assert [text for text in texts if text in demo_report.runs] == list(
        demo_report.boards["AP"].runs
    )
    assert "Mean over 15 topics; 95 % interval of each mean by itself" in " ".join(texts)


def test_every_section_offers_what_it_shows_and_a_command(opened, demo_page):
    page = opened(demo_page)
    for summary in page.get_by_text("Copy or save", exact=True).all():
        summary.click()
    page.locator("#quality .take li").first.wait_for()
    lists = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("main section:has(.take)")].map((one) =>
            [one.id, [...one.querySelectorAll(".take > li")].map((item) => item.textContent.split(":")[0])]))"""
    )
    shown = page.locator("main section:has(figure, table)")
    assert set(lists) == set(shown.evaluate_all("sections => sections.map(({ id }) => id)"))
    for section, kinds in lists.items():
        assert {"In a terminal", "As a figure"} & set(kinds), section
        assert "Table" in kinds, section


@pytest.mark.slow
def test_every_command_runs_and_is_of_what_is_chosen(
    opened, demo_page, harness, tmp_path, monkeypatch
):
    page = opened(demo_page)
    choose_measure(page, "0.8*AP + 0.2*RR")
    for opener in page.get_by_text("Copy or save", exact=True).all():
        opener.click()
    commands = set(page.locator(".take code").all_inner_texts())
    of_the_measure = [command for command in commands if "'0.8*AP + 0.2*RR'" in command]
    assert len(commands) > len(of_the_measure) > 3
    monkeypatch.chdir(tmp_path)
    for command in sorted(commands):
        program, *words = shlex.split(command)
        assert program == "harness"
        assert str(DEMO) in words
        assert harness(*words).status == 0, command
    assert (tmp_path / "table.tex").read_text().startswith("%")


def test_what_can_be_taken_follows_what_is_shown(opened, demo_page):
    page = opened(demo_page)
    page.locator("#heatmap").get_by_text("Copy or save").click()
    for label in ("P@10", "AP"):
        choose_measure(page, label)
        page.locator("#heatmap .take li", has_text=f"Figure: {label} of every run").wait_for()


@pytest.fixture(scope="module")
def typed_page(tmp_path_factory):
    """Runs of two types on four topics, of which two are a subset, by measures of several kinds."""
    folder = tmp_path_factory.mktemp("typed")
    docs = "abcdefgh"
    judged = {topic: {doc: int(doc in "ab") for doc in docs} for topic in "1234"}
    ranked = {
        f"run_{row}&co": {topic: rotated(docs, row + int(topic)) for topic in "1234"}
        for row in range(5)
    }
    kinds = ["automatic", "manual", "feedback", "manual", "automatic"]
    types = [f"{run}\t{kind}" for run, kind in zip(ranked, kinds, strict=True)]
    (folder / "participants.tsv").write_text("\n".join(["run\ttype", *types]) + "\n")
    keys = {"participants": "participants.tsv", "subsets": {"odd": ["1", "3"]}}
    measures = ["AP", "GMAP", "NumRelRet", "RR", "P@5"]
    return page_of(write_task(folder, judged, ranked, measures=measures, **keys), folder)


def rotated(docs: str, by: int) -> list[str]:
    return [*docs[by % len(docs) :], *docs[: by % len(docs)]]


#: Each measure, filter and subset once with every change, all combinations at night.
COPIED = [
    ("AP", "", ""),
    ("GMAP", "", "odd"),
    ("P@5", "type:manual", ""),
    ("AP", "type:feedback", "odd"),
]
FILTERS = ["", "type:manual", "type:feedback"]


@pytest.mark.parametrize(
    ("measure", "chosen", "subset"),
    now(COPIED, itertools.product(["AP", "GMAP", "P@5"], FILTERS, ["", "odd"])),
)
def test_copied_latex_is_what_the_command_beside_it_writes(
    opened, typed_page, harness, tmp_path, monkeypatch, measure, chosen, subset
):
    page = opened(typed_page, permissions=["clipboard-read", "clipboard-write"])
    follow(page, f"#leaderboard&measure={measure}&only={quote(chosen)}&subset={subset}")
    page.locator("#leaderboard").get_by_text("Copy or save").click()
    item = page.locator("#leaderboard .take li", has_text="As LaTeX, to fit a column")
    item.get_by_role("button", name="Copy LaTeX").click()
    page.locator("#status", has_text="LaTeX copied").wait_for(state="attached")
    monkeypatch.chdir(tmp_path)
    _, *words = shlex.split(item.locator("code").inner_text())
    assert harness(*words).status == 0
    written = (tmp_path / "table.tex").read_text()
    assert page.evaluate("navigator.clipboard.readText()") == written
    assert written.count("run\\_") == {"": 5, "type:manual": 2, "type:feedback": 1}[chosen]


def test_a_command_says_the_filter_or_that_it_is_of_all_runs(opened, typed_page, harness):
    page = opened(typed_page)
    page.get_by_label("Filter by run or group").fill("run_1")
    page.locator("#leaderboard").get_by_text("Copy or save").click()
    items = page.locator("#leaderboard .take li:has(code)").all_inner_texts()
    assert [item.split(":")[0] for item in items] == [
        "In a terminal, of all runs",
        "As LaTeX, to fit a column",
        "As a figure",
    ]
    assert ["--run 'run_1&co'" in item for item in items] == [False, True, True]
    assert not page.get_by_role("button", name="Copy LaTeX").count()
    follow(page, "#leaderboard&only=type:manual&subset=odd")
    commands = page.locator("#leaderboard .take code").all_inner_texts()
    assert all("--type manual" in it and "--topics odd" in it for it in commands)
    printed = harness(*shlex.split(commands[0])[1:]).out
    assert "run_1&co" in printed
    assert "run_3&co" in printed
    assert "run_2&co" not in printed
    assert "2 topics" in printed
