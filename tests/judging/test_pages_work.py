"""A place to work: keys, what is there before it is asked for, words in any language, two tabs."""

import hashlib
import json
import re
from dataclasses import replace

import pytest

from harness.core.texts import DocumentText
from harness.judging.entries import record_entries
from harness.judging.judgments import standing_judgments
from harness.judging.recording import record_guidelines
from harness.judging.server.pages import offline_page
from harness.settings.judge import Dimension, Grade

from .browsing import begun, expect, press, saved, until, wait_for
from .conftest import GRADED
from .test_pages_documents import show

PAGE = (
    """<!doctype html><html><head><title>t</title><script>document.title = "bad"</script>
<meta http-equiv="refresh" content="0;url=http://127.0.0.1:1/"></head><body onload="alert(1)">
<h1>A lighthouse</h1><a href="http://127.0.0.1:1/x">a link</a><form action="/"><input></form>
<img src="pictures/lamp.png" onerror="alert(2)"><img src="http://127.0.0.1:1/y.png">
<table><tr><td>keepers</td><td>lamps</td></tr></table>"""
    + "<p>more</p>" * 200
)


def of_topic(page, title):
    """Let the first topic of the page have another title."""

    def renamed(route):
        answer = route.fetch()
        content = answer.json()
        content["topics"][0]["title"] = title
        route.fulfill(response=answer, json=content)

    page.route("**/api/list*", renamed)
    page.reload()
    return begun(page)


def test_texts_stand_as_they_are_written_and_words_are_found_in_any_form(served, site, open_page):
    text = "def f(x):\n    if x:\n        return x*2\n\n| a | b |\nLaws of fogs, signalling: 灯塔和雾 ประภาคาร"
    show(site, lambda _: DocumentText("d", "Fog", text, {"title": "Fog", "text": text}))
    page = open_page(served.link("ann"))
    of_topic(page, "law, signals of the fog: 灯塔 ประภาคาร")
    assert page.evaluate("document.querySelector('#doc-text').textContent") == text
    assert page.inner_text("#doc-text").count("\n") == text.count("\n")
    marked = page.locator("#doc-text mark.term").all_inner_texts()
    assert marked == ["Laws", "fogs", "signalling", "灯塔", "ประภาคาร"]
    assert page.locator("#doc-title mark").all_inner_texts() == ["Fog"]
    # Names of the web, without a blank, are not cut off on a phone; "it's" is as common as "it".
    page.set_viewport_size({"width": 390, "height": 844})
    of_topic(page, f"https://example.org/{'x' * 90} – it’s a fog")
    assert page.evaluate(
        "(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.topic'))"
    )
    assert page.locator("#hits .hit").all_inner_texts() == ["fog 2"]
    page.set_viewport_size({"width": 1280, "height": 720})
    of_topic(page, "law, signals of the fog: 灯塔 ประภาคาร")
    # A colour a word, and how often each is there.
    colours = page.eval_on_selector_all(
        "#doc-text mark.term", "all => all.map(it => getComputedStyle(it).backgroundColor)"
    )
    assert len(set(colours)) == 5
    assert page.locator("#hits .hit").all_inner_texts() == [
        *("law 1", "signals 1", "fog 2", "灯塔 1", "ประภาคาร 1")
    ]
    # A passage is of these characters: `return x*2` is where the file has it.
    page.evaluate(
        """() => { const box = document.querySelector("#doc-text"), range = document.createRange();
        const node = [...box.childNodes].find((it) => it.textContent.includes("return"));
        const at = node.textContent.indexOf("return x*2");
        range.setStart(node, at); range.setEnd(node, at + 10);
        getSelection().removeAllRanges(); getSelection().addRange(range); }"""
    )
    page.keyboard.press("p")
    page.keyboard.press("1")
    saved(page)
    ((start, length),) = site.ledger.rows("SELECT start, length FROM passage")
    assert text[start : start + length] == "return x*2"


def test_keys_scroll_and_go_from_word_to_word(served, site, open_page):
    text = "\n".join(f"line {i}" + (" lamp" if i % 100 == 50 else "") for i in range(1000))
    show(site, lambda _: DocumentText("d", "T", text, {"text": text}))
    page = open_page(served.link("ann"))
    of_topic(page, "lamps")
    top = "document.querySelector('#work').scrollTop"
    page.keyboard.press("PageDown")
    first = page.evaluate(top)
    assert first > 100
    page.keyboard.press("PageUp")
    assert page.evaluate(top) == 0
    page.keyboard.press("ArrowDown")
    assert 0 < page.evaluate(top) < first
    page.keyboard.press("End")
    assert page.evaluate(top) > 5000
    page.keyboard.press("Home")
    seen = []
    for key in "wwq":
        page.keyboard.press(key)
        expect(page.locator("mark.here")).to_be_in_viewport()
        seen.append(page.evaluate(top))
    assert seen[0] < seen[1]
    assert seen[2] == seen[0]
    assert page.inner_text("#hits") == "lamps 10"


def test_the_direction_of_a_long_document_is_set_when_its_text_is_there(served, site, open_page):
    text = "fog and lamps by the sea " * 4_000
    show(site, lambda _: DocumentText("d", "T", text, {"text": text}))
    page = open_page(served.link("ann"))
    of_topic(page, "fog lamps")
    # With the direction set, adding each node reads all of the text again: half a minute of 1 MB.
    changes = page.evaluate(
        """async () => {
        const kinds = [], box = document.querySelector("#doc-text");
        const seen = new MutationObserver((all) => kinds.push(...all.map((it) => it.type)));
        seen.observe(box, { childList: true, attributes: true, attributeFilter: ["dir"] });
        document.querySelector("#next").click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return kinds.filter((it, i) => it !== kinds[i - 1]); }"""
    )
    assert page.locator("#doc-text mark").count() == 8_000
    assert changes == ["attributes", "childList", "attributes"]
    assert page.get_attribute("#doc-text", "dir") == "auto"


def test_a_page_of_html_is_seen_and_runs_nothing(served, site, open_page, tmp_path):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/lamp.png").write_bytes(b"\x89PNG")
    show(site, lambda _: DocumentText("d", "T", "", {"text": PAGE}))
    collection = replace(site.collection, images=tmp_path / "pictures")
    object.__setattr__(site, "collection", collection)
    asked, alerts = [], []
    page = open_page(served.link("ann"))
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: alerts.append(dialog.dismiss()))
    of_topic(page, "keeper of a lighthouse")
    inside = page.frame_locator("#doc-page iframe")
    expect(inside.locator("h1 mark")).to_have_text("lighthouse")
    expect(inside.locator("td mark")).to_have_text("keepers")
    assert inside.locator("script, form, meta[http-equiv=refresh], [href], [onerror]").count() == 0
    sources = inside.locator("img").evaluate_all("all => all.map(it => it.src.slice(0, 30))")
    assert sources == ["data:image/png;base64,iVBORw==", "data:,"]
    assert not [url for url in asked if "127.0.0.1:1/" in url]
    assert alerts == []
    # It is as high as the page: keys scroll, and judge, as everywhere.
    page.keyboard.press("End")
    assert page.evaluate("document.querySelector('#work').scrollTop") > 1000
    page.keyboard.press("t")
    expect(page.locator("#doc-text")).to_contain_text("<script>")
    press_first = page.inner_text("#doc-id")
    page.keyboard.press("1")
    expect(page.locator("#doc-id")).not_to_have_text(press_first)


def test_guidelines_are_rendered_and_come_first_once(served, open_page):
    page = open_page(served.link("ann"))
    expect(page.locator("#guide[open] #guidelines h3")).to_have_text("Relevance")
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("#doc-text:not(:empty)")
    assert page.locator("#guide[open]").count() == 0
    page.keyboard.press("?")
    expect(page.locator("#guide[open]")).to_be_visible()


def test_guidelines_that_change_meanwhile_are_said_and_recorded(served, site, open_page):
    page = begun(open_page(served.link("ann")))
    press(page, "1")
    saved(page)
    expect(page.locator("#changed")).to_be_hidden()
    with site.ledger.transaction() as writing:
        record_guidelines(writing, GRADED.model_copy(update={"text": "Judge strictly."}))
    press(page, "2")  # by the guidelines that were read
    saved(page)
    page.get_by_role("button", name="The guidelines were changed").click()
    expect(page.locator("#guide[open] #guidelines")).to_have_text("Judge strictly.")
    page.keyboard.press("Escape")
    press(page, "0")
    saved(page)
    expect(page.locator("#changed")).to_be_hidden()
    versions = [row[0] for row in site.ledger.rows("SELECT guideline FROM event ORDER BY id")]
    assert versions == [versions[0]] * 2 + [site.ledger.guidelines[0]]
    assert versions[0] < versions[2]


def test_two_tabs_share_what_waits_and_a_second_judgment_is_decided(served, site, open_page):
    address = served.link("ann")
    first = begun(open_page(address))
    second = first.context.new_page()
    second.goto(first.url)
    begun(second)
    assert second.inner_text("#doc-id") == first.inner_text("#doc-id")
    served.stop()
    press(first, "1")
    press(second, "2")
    until(first, "#connection", "waiting")
    until(second, "#connection", "waiting")
    first.close()  # what waited there is sent by the other
    served.start()
    saved(second)
    expect(second.locator("#refused")).to_have_text("Not recorded: 1")
    frame = standing_judgments(site.ledger)
    assert frame["grade"].to_list() == [1]
    until(second, "#notice", "Judged elsewhere meanwhile (relevant)")
    second.click("#refused")
    second.get_by_role("button", name="Record this one").click()
    expect(second.locator("#refused")).to_be_hidden()
    wait_for(second, lambda: standing_judgments(site.ledger)["grade"].to_list() == [2])
    # The same elsewhere is no conflict.
    (number, key) = site.ledger.rows("SELECT assignment, key FROM event ORDER BY id LIMIT 1")[0]
    entry = {"assignment": number, "key": f"{key}-x", "kind": "judged", "before": 0}
    answers = second.evaluate(
        """async (entry) => (await (await fetch("/api/entries", {method: "POST",
        headers: {"X-Form-Token": document.body.dataset.formToken},
        body: JSON.stringify([entry])})).json()).answers""",
        entry | {"grades": {"relevance": 2}, "passages": []},
    )
    (answer,) = answers
    assert (answer["key"], answer["event"]) == (f"{key}-x", site.ledger.position)
    assert answer["now"]["grades"] == {"relevance": 2}


def test_a_packet_never_reverts_what_was_judged_since(site, open_page, tmp_path):
    path, saved_as = tmp_path / "bob.html", tmp_path / "bob.judgments.json"
    path.write_text(offline_page(site, "bob"), encoding="utf-8")
    page = open_page(path.as_uri(), offline=True, accept_downloads=True)
    begun(page)
    number = int(page.evaluate("Number(location.hash.slice(1))"))
    press(page, "10")
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    download.value.save_as(saved_as)
    entry = json.loads(saved_as.read_text())["entries"][0]
    assert (entry["assignment"], entry["before"]) == (number, 0)
    online = {**entry, "key": hashlib.sha256(b"x").hexdigest(), "grades": {"relevance": 2}}
    other = tmp_path / "online.json"
    other.write_text(
        json.dumps({"format": "harness judgments 1", "assessor": "bob", "entries": [online]})
    )

    def imported(file, conflicts="refuse"):
        with site.ledger.transaction() as writing:
            return record_entries(writing, file, conflicts)

    def standing():
        frame = standing_judgments(site.ledger)
        return frame.filter(frame["assignment"] == number)["grade"].to_list()

    assert imported(other).judgments == 1
    with pytest.raises(Exception, match=r"entry 1: .*judged elsewhere meanwhile: relevance 2"):
        imported(saved_as)
    assert standing() == [2]
    left = imported(saved_as, "ledger")
    assert (left.untouched, left.judgments, standing()) == (1, 1, [2])
    assert imported(saved_as, "file").judgments == 1
    assert standing() == [1]


def test_the_list_has_titles_on_a_phone_too(served, site, open_page):
    page = open_page(served.link("ann"), viewport={"width": 390, "height": 844})
    begun(page)
    expect(page.locator("#list")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#list")).to_be_visible()
    title = site.collection.text_of(page.inner_text("#doc-id")).title
    expect(page.locator(".list-row[aria-selected=true]")).to_contain_text(title)
    before = page.inner_text("#doc-id")
    page.locator(".list-row").nth(2).click()
    expect(page.locator("#doc-id")).not_to_have_text(before)
    expect(page.locator("#list")).to_be_hidden()
    assert re.match(r"0 of \d+ in this topic", page.inner_text("#pace"))


def test_each_dimension_has_the_colours_from_the_first_on(served, site, open_page):
    grades = tuple(Grade(value=value, name=f"grade {value}") for value in (2, 0, 1))
    again = Dimension(name="trust", grades=(*grades, Grade(value=9, name="own", colour="#123456")))
    with site.ledger.transaction() as writing:
        record_guidelines(
            writing, GRADED.model_copy(update={"dimensions": (*GRADED.dimensions, again)})
        )
    page = begun(open_page(served.link("ann")))
    first, second = page.eval_on_selector_all(
        "#grades fieldset",
        """all => all.map(set => [...set.querySelectorAll("button")]
        .map(it => getComputedStyle(it).borderLeftColor))""",
    )
    assert len(set(first)) == 3
    assert second[:3] == first
    assert second[3] == "rgb(18, 52, 86)"
