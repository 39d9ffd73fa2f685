"""The whole page in a browser: offline, without scripts, printed, hostile, and of odd evaluations."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from harness.config import load_task
from harness.report.page import render_page
from harness.report.page.payload import payload
from harness.report.sheets import make_sheet, render_sheet
from harness.results.directory import write_results
from harness.workflows.evaluate import run
from harness.workflows.report import gather_report
from tests.nightly import now
from tests.report.page.tasks import follow, page_of, write_task

ROOT = Path(__file__).parents[3]


# --- one file, and nothing else ----------------------------------------------------------------


def test_nothing_is_loaded_and_nothing_complained_of(opened, demo_page):
    page = opened(demo_page)
    asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert [name for name in asked if not name.startswith(("data:", "blob:"))] == []


def test_no_address_of_the_page_leads_out(demo_page):
    text = demo_page.read_text(encoding="utf-8")
    (payload,) = re.findall(r'id="payload">([^<]+)</script>', text)
    compressed = base64.b85decode(payload.translate(str.maketrans(",.", "<&")))
    scripts = json.loads(zlib.decompress(compressed, -zlib.MAX_WBITS))["scripts"]
    text = text.replace(payload, scripts)
    assert "addEventListener" in text
    found = re.findall(r"""(?:src|href|action|url)\s*[=(]\s*["']?([^"'\s>)]+)""", text)
    assert {one for one in found if not one.startswith(("#", "$", "`"))} == set()
    addresses = set(re.findall(r"https?://[^\s\"'<]+", text))
    namespaces = {address for address in addresses if address.startswith("http://www.w3.org/")}
    assert addresses == namespaces


def test_the_policy_forbids_foreign_scripts_and_images(browser, demo_page):
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(demo_page.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    with page.expect_console_message(lambda message: "img-src" in message.text):
        page.evaluate("""() => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'taken'";
            document.body.append(script);
            const image = document.createElement("img");
            image.src = "https://example.org/x.png";
            document.body.append(image);
        }""")
    assert page.title() == "demo – evaluation"
    assert any("script-src" in text for text in refused)
    assert any("img-src" in text for text in refused)
    page.close()


@pytest.mark.long
def test_the_same_report_gives_the_same_bytes_on_any_number_of_workers(demo_page, demo_report):
    text = demo_page.read_text(encoding="utf-8")
    assert render_page(demo_report) == text
    other = gather_report(ROOT / "configs/demo.yaml", workers=3, roc=True).value
    assert render_page(other) == text


# --- readers -----------------------------------------------------------------------------------


def test_without_scripts_there_are_the_leaderboard_and_the_notes(opened, demo_page, demo_report):
    page = opened(demo_page, ready=False, java_script_enabled=False)
    assert page.locator("noscript").inner_text().startswith("The figures of this page need")
    rows = page.locator("#leaderboard tbody tr")
    assert rows.count() == len(demo_report.runs)
    for at, cells in enumerate(rows.all()):
        assert cells.locator("th").inner_text() == demo_report.runs[at]
        shown = cells.locator("td").all_inner_texts()[1:]
        expected = [f"{value:.4f}" for value in demo_report.summary[at]]
        assert [float(one) for one in shown] == pytest.approx([*map(float, expected)], abs=1e-9)
    assert "rules: dialect trec_eval-10" in page.locator("#about").inner_text()


def test_a_browser_that_cannot_unpack_says_so(browser, demo_page):
    context = browser.new_context()
    context.add_init_script("delete window.DecompressionStream")
    page = context.new_page()
    page.goto(demo_page.as_uri())
    page.get_by_text("this browser is too old").wait_for()
    assert page.locator("#leaderboard tbody tr").count() == 9
    context.close()


def test_it_prints(opened, demo_page):
    page = opened(demo_page)
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert not page.locator("#topics .controls").first.is_visible()
    cut = """() => [...document.querySelectorAll(".scroll")].map((box) => getComputedStyle(box))
        .filter(({ overflowY, maxHeight }) => overflowY !== "visible" || maxHeight !== "none").length"""
    assert page.evaluate(cut) == 0
    page.set_viewport_size({"width": 718, "height": 1047})  # A4 with margins of 10 mm
    wide = """() => [...document.querySelectorAll("table, svg, p, li")].filter((node) =>
        node.checkVisibility() && node.getBoundingClientRect().right > 718).map((node) => node.outerHTML.slice(0, 200))"""
    assert page.evaluate(wide) == []
    assert page.pdf().startswith(b"%PDF-")


#: Everything that is folded up is opened.
OPEN_ALL = """() => {
    for (const folded of document.querySelectorAll("summary, .taking > button")) folded.click();
}"""


@pytest.mark.parametrize(
    ("scheme", "width"),
    now([("light", 400)], [("light", 1280), ("dark", 1280), ("light", 400)]),
)
def test_axe_finds_nothing_on_the_whole_page(opened, demo_page, scheme, width):
    options = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}
    page = opened(demo_page, bypass_csp=True, **options)
    page.evaluate(OPEN_ALL)
    results = Axe().run(page, options={"resultTypes": ["violations"]})
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("scheme", now(["dark"], ["light", "dark"]))
def test_axe_finds_nothing_on_a_sheet(opened, demo_report, tmp_path, scheme):
    place = tmp_path / "sheet.html"
    place.write_text(render_sheet(make_sheet(demo_report, "keeper")), encoding="utf-8")
    page = opened(place, ready=False, bypass_csp=True, color_scheme=scheme)
    page.evaluate(OPEN_ALL)
    results = Axe().run(page, options={"resultTypes": ["violations"]})
    assert results.violations_count == 0, results.generate_report()


def test_nothing_is_wider_than_the_window(opened, demo_page):
    page = opened(demo_page)
    for width in (1280, 400):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_negative_grades_are_told_from_missing_ones(opened, tmp_path):
    task = write_task(tmp_path, {"1": {"a": 1, "b": -2, "c": 0}}, {"x": {"1": ["d", "b", "c"]}})
    page = opened(page_of(task, tmp_path))
    rows = page.get_by_role("table", name="First documents of").locator("tbody td:nth-of-type(1)")
    expected = ["? unjudged", "× judged as junk", "○ not relevant"]
    assert [text.strip() for text in rows.all_inner_texts()] == expected


def test_static_text_has_no_marks_of_direction_and_no_control_characters(tmp_path):
    named = {"name": "a\u202eb", "description": "c\u2066d\ne"}
    task = write_task(tmp_path, GRADES, BOTH, **named)
    text = page_of(task, tmp_path).read_text(encoding="utf-8")
    assert r"<title>a\u202eb – evaluation</title>" in text
    assert r"<bdi>c\u2066d e</bdi>" in text
    assert set(text) & set("\u202e\u2066\u2069\x1b") == set()


def test_the_verdict_reads_from_the_left_whatever_the_run_is_called(opened, tmp_path):
    task = write_task(tmp_path, GRADES, {"פריז": BOTH["first"], "y": BOTH["second"]})
    page = opened(page_of(task, tmp_path), ready=False)
    for sentence in page.locator(".verdict bdi").all():
        assert sentence.evaluate("(one) => getComputedStyle(one).direction") == "ltr"
    assert "פריז" in page.locator(".verdict").inner_text()


# --- odd evaluations ---------------------------------------------------------------------------

GRADES = {"1": {"a": 1, "b": 0, "c": 2}, "2": {"a": 1, "d": 0}, "3": {"d": 1, "e": 1}}
BOTH = {
    "first": {"1": ["a", "b"], "2": ["d", "a"], "3": ["e"]},
    "second": {"1": ["c", "x"], "2": ["a"], "3": ["d", "e"]},
}


@pytest.mark.parametrize(("text", "shown"), [(0, ""), (2, "Ab…"), (300, "Ab cd")])
def test_as_much_text_of_documents_is_sent_as_was_asked_for(tmp_path, text, shown):
    row = json.dumps({"doc_id": "a", "title": "Its title", "text": "Ab cd"})
    (tmp_path / "texts.jsonl").write_text(f"{row}\n", encoding="utf-8")
    keys = {"documents": "texts.jsonl", "report": {"text": text}}
    report = gather_report(write_task(tmp_path, GRADES, BOTH, **keys)).value
    assert payload(report)["texts"] == {"a": ["Its title", shown]}


def test_runs_that_were_not_evaluated_are_counted_at_the_top(opened, tmp_path):
    task = write_task(tmp_path, GRADES, BOTH)
    (tmp_path / "run1.jsonl").write_text('{"topic": "1"}\n')
    page = opened(page_of(task, tmp_path))
    facts = page.locator("header .facts").inner_text()
    assert facts.startswith("1 run (1 not evaluated) · 3 topics · ")
    warning = page.locator("#leaderboard > .warning")
    assert warning.inner_text() == "Not evaluated, and not listed here: 1 run."
    assert warning.locator("a").get_attribute("href") == "#about"


def test_all_runs_evaluated_are_no_warning(demo_page):
    text = demo_page.read_text(encoding="utf-8")
    assert "not evaluated)" not in text
    assert "not listed here" not in text


def test_one_of_a_thing_is_not_called_many(opened, tmp_path):
    one = {"alone": {"1": ["a", "b"]}}
    page = opened(page_of(write_task(tmp_path, {"1": GRADES["1"]}, one), tmp_path))
    wrong = r"(?<![\d.,@])\b1 (runs|topics|pairs|documents|groups|measures)\b"
    assert re.findall(wrong, page.locator("body").inner_text()) == []
    two = {name: {"1": ["a"], "2": docs} for name, docs in (("x", ["a"]), ("y", ["d"]))}
    page = opened(page_of(write_task(tmp_path, {t: GRADES[t] for t in "12"}, two), tmp_path))
    said = page.locator("#pair .caption").inner_text()
    assert "the one pair tested" in said


def every_section_says_something(page) -> None:
    for content in page.locator("main section .content").all():
        assert content.inner_text().strip()


def test_of_one_run(opened, tmp_path):
    page = opened(page_of(write_task(tmp_path, GRADES, {"alone": BOTH["first"]}), tmp_path))
    every_section_says_something(page)
    assert "alone: AP 0." in page.locator("#participants").inner_text()
    assert page.locator("#topics h4").count() == 1


def test_of_one_topic(opened, tmp_path):
    one = {name: {"1": topics["1"]} for name, topics in BOTH.items()}
    page = opened(page_of(write_task(tmp_path, {"1": GRADES["1"]}, one), tmp_path))
    every_section_says_something(page)
    page.get_by_role("button", name="Next topic").click()
    assert page.locator("#topic-panel").inner_text() == "Topic 1"


def test_of_a_directory_of_results(opened, tmp_path):
    write_results(run(load_task(ROOT / "configs/demo.yaml")).results(), tmp_path / "results")
    page = opened(page_of(tmp_path / "results", tmp_path))
    every_section_says_something(page)
    said = page.locator("#topics").inner_text()
    assert "Which documents the runs found is not known" in said
    assert page.locator("#participants").inner_text().count("Not known: ") == 3


def test_of_runs_over_different_topics(opened, tmp_path):
    ranked = {"first": {"1": ["a"], "2": ["d", "a"]}, "second": {"2": ["a"], "3": ["e"]}}
    page = opened(page_of(write_task(tmp_path, GRADES, ranked, topic_policy="answered"), tmp_path))
    every_section_says_something(page)
    follow(page, "#topic=1")
    page.locator("#topics select").last.select_option(label="second –")
    said = page.locator("#topics h4").last.inner_text()
    assert said == "second not evaluated on this topic"
    assert "retrieved nothing for this topic" in page.locator("#topics .first").last.inner_text()
    follow(page, "#run=second")
    assert "2 topics evaluated" in page.locator("#participants .facts").inner_text()


def test_of_counts_only(opened, tmp_path):
    task = write_task(tmp_path, GRADES, BOTH, measures=["num_rel_ret", "num_ret"])
    page = opened(page_of(task, tmp_path))
    every_section_says_something(page)
    best = page.locator("#topics table >> nth=0").locator("tbody tr").first
    assert best.locator("td").all_inner_texts()[2] == "1"
    assert "Not known: losses" in page.locator("#participants").inner_text()


def test_of_values_below_zero(opened, tmp_path):
    (tmp_path / "own.py").write_text(
        "from harness.measures import measure\n\n\n"
        '@measure("Cost", bounds=(float("-inf"), 0.0), integer=False)\n'
        "def cost(run):\n"
        '    """Minus the number of documents retrieved."""\n'
        "    return -run.num_ret.astype(float)\n"
    )
    task = write_task(tmp_path, GRADES, BOTH, measures=["Cost", "AP"], measure_modules=["own.py"])
    page = opened(page_of(task, tmp_path))
    every_section_says_something(page)
    rows = page.get_by_role("table", name="The run by every measure").locator("tbody tr").first
    assert "-1.6667" in rows.inner_text()
