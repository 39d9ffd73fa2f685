"""Fifty real and awkward documents, judged by keys alone: one key a judgment, none of them waits."""

from __future__ import annotations

import re

import pytest

from harness.core.texts import DocumentText, Topic
from harness.judging.judgments import standing_judgments
from harness.judging.ledger import create
from harness.judging.recording import (
    Unit,
    record_assessor,
    record_assignment,
    record_guidelines,
    record_units,
)
from harness.judging.server.site import Collection, Site

from .browsing import Served, begun, expect, saved, wait_for
from .conftest import GRADED

ARABIC = "نظرية الجريان حول wing (1958) في سرعة Mach 2 ، الضغط والحرارة\n"
#: Documents that no abstract is like, by the place at which they come.
AWKWARD = {
    4: ("hebrew", "שכבת גבול על wing בזרימה\nboundary layer, 3 מקרים"),
    9: ("arabic", ARABIC * 300),
    15: ("chinese", "机翼的边界层与热传导\n" * 200),
    21: ("japanese", "翼の境界層と熱伝導について\n" * 200),
    27: ("html", "<!doctype html><html><body><h1>A wing</h1><p>in a stream</p></body></html>"),
    33: ("long", "the flow about a wing at high speed .\n" * 3000),
    40: ("large", "a wing in a stream of heat " * 40_000),
}
TITLE = "wing boundary layers, שכבת الضغط 边界层 境界層"


@pytest.fixture
def fifty(shared, tmp_path):
    """A site with fifty documents of one topic on the list of Ann, and their texts by name."""
    path = shared / "data/cranfield/cran.all.1400"
    abstracts = re.findall(
        r"^\.I (\d+)\n\.T\n(.*?)\.A\n.*?^\.W\n(.*?)(?=^\.I |\Z)",
        path.read_text(),
        re.DOTALL | re.MULTILINE,
    )
    listed = [(f"cran{number}", text) for number, _, text in abstracts[:50]]
    for place, (name, text) in AWKWARD.items():
        listed[place] = (name, text)
    texts = {
        name: DocumentText(name, f"Title of {name}", text, {"text": text}) for name, text in listed
    }
    with create(tmp_path / "fifty.ledger") as ledger:
        with ledger.transaction() as writing:
            record_guidelines(writing, GRADED)
            ann = record_assessor(writing, "ann")
            for unit in record_units(writing, [Unit("1", name) for name in texts]).values():
                record_assignment(writing, unit, ann, "pool")
        site = Site(ledger, {"1": Topic("1", TITLE)}, Collection(texts.get), "Wings")
        server = Served(site)
        yield server, {name: text.text for name, text in texts.items()}
        server.close()


def test_fifty_documents_are_judged_by_fifty_keys_and_none_is_waited_for(fifty, open_page):
    server, texts = fifty
    held, fetched, hold = [], [], False

    def item(route):
        if hold:
            held.append(route)
        else:
            route.continue_()

    page = open_page(server.link("ann"), {"**/api/items/*": item})
    page.on("requestfinished", lambda it: fetched.append(it.url) if "/items/" in it.url else None)
    begun(page)
    page.evaluate("""() => { window.keys = 0;
        addEventListener("keydown", (event) => { window.keys += event.isTrusted; }, true); }""")
    seen = []
    for number, name in enumerate(texts):
        expect(page.locator("#doc-id")).to_have_text(name)
        seen.append(shown(page, name, texts[name]))
        wait_for(page, lambda n=number: len(fetched) >= min(n + 6, 50))
        hold = True  # from the key until the next document is seen no document comes
        page.keyboard.press(str(number % 3))
        if number < 49:
            expect(page.locator("#doc-id")).not_to_have_text(name)
            expect(page.locator("#document")).not_to_have_attribute("aria-busy", "true")
        hold = False
        while held:
            held.pop().continue_()
    saved(page)
    assert page.evaluate("window.keys") == 50
    frame = standing_judgments(server.site.ledger)
    assert frame["grade"].to_list() == [number % 3 for number in range(50)]
    expect(page.locator("#notice")).to_have_text("Everything is judged. Thank you!")
    directions = dict(zip(texts, seen, strict=True))
    assert {name for name, way in directions.items() if way == "rtl"} == {"hebrew", "arabic"}


def shown(page, name, text):
    """Look at a document: its text to the letter, in its direction, with marked words."""
    if name == "html":
        expect(page.frame_locator("#doc-page iframe").locator("h1 mark")).to_have_text("wing")
        return "ltr"
    assert page.evaluate("document.querySelector('#doc-text').textContent") == text
    if name in ("hebrew", "arabic", "chinese", "japanese"):
        words = {"hebrew": "שכבת", "arabic": "الضغط", "chinese": "边界", "japanese": "境界"}
        assert words[name] in set(page.locator("#doc-text mark").all_text_contents()[:20])
    return page.evaluate("getComputedStyle(document.querySelector('#doc-text')).direction")


def test_in_a_document_from_right_to_left_passages_are_of_its_characters(fifty, open_page):
    server, texts = fifty
    with server.site.ledger.transaction() as writing:
        record_guidelines(writing, GRADED.model_copy(update={"passages": True}))
    page = begun(open_page(server.link("ann")))
    for _ in range(9):
        page.keyboard.press("j")
    expect(page.locator("#doc-id")).to_have_text("arabic")
    # To the second of the marked words by keys, and its extent as a passage.
    page.keyboard.press("w")
    page.keyboard.press("w")
    expect(page.locator("mark.here")).to_be_in_viewport()
    page.evaluate("""() => { const range = document.createRange();
        range.selectNodeContents(document.querySelector("#doc-text mark.here"));
        getSelection().removeAllRanges(); getSelection().addRange(range); }""")
    chosen = page.inner_text("mark.here")
    page.keyboard.press("p")
    page.keyboard.press("2")
    saved(page)
    ((start, length),) = server.site.ledger.rows("SELECT start, length FROM passage")
    assert texts["arabic"][start : start + length] == chosen
    page.keyboard.press("k")
    expect(page.locator("#doc-id")).to_have_text("arabic")
    page.keyboard.press("End")
    assert page.evaluate("document.querySelector('#work').scrollTop") > 1000
