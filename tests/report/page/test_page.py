"""The whole page in a browser: offline, without scripts, printed, hostile, and of odd evaluations."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe

from harness.config import load_task
from harness.report.page import render_page
from harness.report.page.payload import payload
from harness.results.directory import write_results
from harness.workflows.evaluate import run
from harness.workflows.report import report_of
from tests.report.page.tasks import page_of, write_task

ROOT = Path(__file__).parents[3]

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    '" onload="alert(1)',
    "\u202eright to left",
    "long" * 50,
    "=cmd()|'/C calc'!A0",
    "&amp;&lt;",
    "🙂",
    "__proto__",
    "50% off #run=x",
)


@pytest.fixture(scope="module")
def hostile_page(tmp_path_factory) -> Path:
    """Everything that a participant or an organiser may name has each of the texts as its name."""
    folder = tmp_path_factory.mktemp("hostile")
    judged = {text: {doc: nth % 3 - 1 for nth, doc in enumerate(HOSTILE)} for text in HOSTILE}
    ranked = {
        name: dict.fromkeys(HOSTILE, HOSTILE[nth:] + HOSTILE[:nth])
        for nth, name in enumerate(HOSTILE)
    }
    topics = [{"topic": text, "title": text, "description": text} for text in HOSTILE]
    texts = [{"doc_id": text, "title": text, "text": text} for text in HOSTILE]
    for name, rows in (("topics", topics), ("texts", texts)):
        written = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(written, encoding="utf-8")
    task = write_task(
        folder,
        judged,
        ranked,
        name=HOSTILE[0],
        description=" ".join(HOSTILE),
        topics="topics.jsonl",
        documents="texts.jsonl",
    )
    content = json.loads(task.read_text())
    for entry, group in zip(content["runs"], reversed(HOSTILE), strict=True):
        entry["group"] = group
    task.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return page_of(task, folder)


# --- one file, and nothing else ----------------------------------------------------------------


def test_nothing_is_loaded_and_nothing_complained_of(opened, demo_page):
    page = opened(demo_page)
    asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert [name for name in asked if not name.startswith(("data:", "blob:"))] == []


def test_no_address_of_the_page_leads_out(demo_page):
    text = demo_page.read_text(encoding="utf-8")
    found = re.findall(r"""(?:src|href|action|url)\s*[=(]\s*["']?([^"'\s>)]+)""", text)
    assert {one for one in found if not one.startswith(("#", "$", "`"))} == set()
    addresses = set(re.findall(r"https?://[^\s\"'<]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}


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


def test_the_same_report_gives_the_same_bytes_on_any_number_of_workers(demo_page, demo_report):
    text = demo_page.read_text(encoding="utf-8")
    assert render_page(demo_report) == text
    other = report_of(ROOT / "configs/demo.yaml", workers=3, roc=True).value
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
    cut = """() => [...document.querySelectorAll(".scroll")].filter((box) =>
        getComputedStyle(box).overflowY !== "visible").length"""
    assert page.evaluate(cut) == 0
    assert page.pdf().startswith(b"%PDF-")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 400)])
def test_axe_finds_nothing_on_the_whole_page(opened, demo_page, scheme, width):
    options = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}
    results = Axe().run(opened(demo_page, bypass_csp=True, **options))
    assert results.violations_count == 0, results.generate_report()


def test_nothing_is_wider_than_the_window(opened, demo_page):
    page = opened(demo_page)
    for width in (1280, 400):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- links -------------------------------------------------------------------------------------


def follow(page, link: str) -> None:
    """Change the address, and wait until the page has been told; its own listener comes first."""
    page.evaluate(
        """(link) => new Promise((done) => {
            const before = location.href;
            addEventListener("hashchange", done, { once: true });
            location.hash = link;
            if (location.href === before) done();
        }).then(() => null)""",
        link,
    )


def test_links_open_topics_and_runs(opened, demo_page, demo_report):
    page = opened(demo_page)
    follow(page, "#topic=D07")
    assert page.locator("#topic-panel").inner_text().startswith("Topic D07:")
    follow(page, "#run=wick-coord")
    assert page.locator("#participants h3").first.inner_text() == "wick-coord"
    said = page.locator("#unknown")
    for link, words in (
        ("#run=nobody", "There is no run nobody on this page."),
        ("#topic=%zz", "There is no topic %zz on this page."),
        ("#topic=", "There is no topic  on this page."),
        ("#run=__proto__", "There is no run __proto__ on this page."),
        ("#run", ""),
    ):
        follow(page, link)
        assert said.is_visible() == bool(words)
        if words:
            assert said.text_content() == words
            announced = page.locator("#said").text_content()
            assert announced.replace("\u2068", "").replace("\u2069", "") == words
        assert page.locator("#topic-panel").inner_text().startswith("Topic D01:")
        assert page.locator("#participants h3").first.inner_text() == "wick-coord"


def test_a_page_opens_at_its_link(browser, demo_page):
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{demo_page.as_uri()}#topic=D07")
    page.wait_for_selector("html[data-ready=yes]")
    assert page.locator("#topic-panel").inner_text().startswith("Topic D07:")
    assert page.locator("#topics").bounding_box()["y"] < 200
    page.close()


def state_of(page) -> dict[str, object]:
    """What the sections show of what is chosen."""
    return page.evaluate(
        """() => ({
            measure: document.querySelector("#measure select").value,
            order: [...document.querySelectorAll("#leaderboard .frozen tbody th a")].map((a) => a.title),
            shaded: [...document.querySelectorAll("#leaderboard tr.near a")].map((a) => a.title),
            pair: [...document.querySelectorAll("#pair select")].slice(0, 2).map((one) => one.value),
            topic: document.querySelector("#topic-panel").textContent,
            run: document.querySelector("#participants h3").textContent,
        })"""
    )


def test_all_that_is_chosen_is_in_the_address_and_back_undoes_it(opened, demo_page):
    page = opened(demo_page)
    states = [state_of(page)]
    steps = [
        lambda: page.locator("#leaderboard thead").get_by_text("P@10").click(),
        lambda: page.locator("#leaderboard thead").get_by_text("group").click(),
        lambda: page.get_by_label("Shade runs that do not differ").select_option("tern-char4"),
        lambda: page.get_by_label("Compared with").select_option(label="wick-coord"),
        lambda: page.locator("#topics").get_by_role("link", name="D04").click(),
        lambda: page.locator("#leaderboard").get_by_role("link", name="fresnel-rm3").click(),
    ]
    for step in steps:
        step()
        states.append(state_of(page))
    page.get_by_label("Filter by run or group").fill("keeper")
    sent = page.evaluate("location.href")
    assert [n for n, (one, next_one) in enumerate(pairwise(states)) if one == next_one] == []
    other = opened(demo_page)
    other.goto(sent)
    other.wait_for_selector("html[data-ready=yes]")
    other.reload()
    other.wait_for_selector("html[data-ready=yes]")
    assert state_of(other) == state_of(page)
    for before in reversed(states[:-1]):
        page.evaluate(
            "new Promise((done) => { addEventListener('hashchange', () => setTimeout(done)); history.back(); })"
        )
        assert state_of(page) == before
    assert page.evaluate("location.hash") == ""


# --- hostile names -----------------------------------------------------------------------------


def test_hostile_names_are_text_and_nothing_but_text(opened, hostile_page):
    page = opened(hostile_page)
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    assert page.title() == f"{HOSTILE[0]} – evaluation"
    for summary in page.locator("summary").all():
        summary.click()
    for text in HOSTILE:
        for what, title in (("topic", "#topic-panel"), ("run", "#participants h3 >> nth=0")):
            link = page.locator(f"#{what}s, #leaderboard").get_by_title(text, exact=True)
            follow(page, f"#{what}={quote(text, safe='')}")
            assert text in page.locator(title).text_content()
            assert link.count() > 0
    assert page.locator("img, iframe, object, embed, link, style ~ style").count() == 0
    assert page.locator("script").count() == 3
    handlers = "[...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames())"
    assert {name for name in page.evaluate(handlers) if name.startswith("on")} == set()
    assert dialogs == []


def test_hostile_texts_of_documents_are_shown(opened, hostile_page):
    page = opened(hostile_page)
    shown = page.locator("#topics .first").first.locator("td.prose").all_text_contents()
    assert sorted(shown) == sorted(text * 3 for text in HOSTILE)


def test_negative_grades_are_told_from_missing_ones(opened, tmp_path):
    task = write_task(tmp_path, {"1": {"a": 1, "b": -2, "c": 0}}, {"x": {"1": ["d", "b", "c"]}})
    page = opened(page_of(task, tmp_path))
    rows = page.get_by_role("table", name="First documents of").locator("tbody td:nth-of-type(1)")
    expected = ["? unjudged", "× pooled, not judged", "○ not relevant"]
    assert [text.strip() for text in rows.all_inner_texts()] == expected


def test_static_text_has_no_marks_of_direction_and_no_control_characters(tmp_path):
    named = {"name": "a\u202eb", "description": "c\u2066d\ne"}
    task = write_task(tmp_path, GRADES, BOTH, **named)
    text = page_of(task, tmp_path).read_text(encoding="utf-8")
    assert r"<title>a\u202eb – evaluation</title>" in text
    assert r"<bdi>c\u2066d e</bdi>" in text
    assert set(text) & set("\u202e\u2066\u2069\x1b") == set()


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
    report = report_of(write_task(tmp_path, GRADES, BOTH, **keys)).value
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
    assert "There is no other run." in page.locator("#participants").inner_text()
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
