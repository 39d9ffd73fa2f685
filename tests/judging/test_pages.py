"""The pages in a real browser with a real server: judging, going offline, deciding, coming back."""

import json
import socket
import threading
import time

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import harness
from harness.formats.texts import read_texts
from harness.judging.access import new_link
from harness.judging.assessors import Assessor
from harness.judging.entries import record_entries
from harness.judging.judgments import standing_judgments, standing_skips
from harness.judging.ledger import create
from harness.judging.recording import record_assessor, record_guidelines
from harness.judging.releases import release
from harness.judging.server.app import application
from harness.judging.server.offline import offline_page
from harness.judging.server.site import Site

from .conftest import GRADED, add

ROLES = {"ann": "assessor", "bob": "assessor", "olga": "organiser"}


SELECT = """() => {
    const box = document.querySelector("#doc-text"), range = document.createRange();
    const node = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    let start = 2, end = 9;
    for (let text = node.nextNode(); text; text = node.nextNode()) {
        if (start >= 0 && start < text.length) range.setStart(text, start);
        if (end > 0 && end <= text.length) { range.setEnd(text, end); break; }
        start -= text.length; end -= text.length;
    }
    getSelection().removeAllRanges();
    getSelection().addRange(range);
}"""


def import_entries(ledger, path, *, keep=True):
    with ledger.transaction(keep=keep) as writing:
        return record_entries(writing, path)


class Served:
    """A server in a thread, which can be stopped and started again on its port."""

    def __init__(self, site):
        self.site = site
        # Bound and never listening: while the server is away nobody else gets its port.
        self.reserved = socket.socket()
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.reserved.bind(("127.0.0.1", 0))
        self.port = self.reserved.getsockname()[1]
        self.start()

    def start(self):
        # Without a lifespan, as `judge serve` has it, and no longer than what is being answered.
        config = uvicorn.Config(
            application(self.site), port=self.port, log_level="error", lifespan="off"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)

    def stop(self):
        self.server.should_exit = True
        self.thread.join()

    def close(self):
        self.stop()
        self.reserved.close()

    def link(self, name):
        return f"http://127.0.0.1:{self.port}/link/{new_link(self.site.ledger, name)}"


@pytest.fixture
def site(tmp_path, pool_directory, demo):
    texts = read_texts(demo / "qrels/demo/documents.jsonl")
    topics = harness.read_topics(demo / "qrels/demo/topics.txt")
    with create(tmp_path / "task.ledger") as ledger:
        with ledger.transaction() as writing:
            guidelines = GRADED.model_copy(update={"passages": True})
            record_guidelines(writing, guidelines)
            for name, role in ROLES.items():
                record_assessor(writing, name, role=role)
        add(ledger, pool_directory, [Assessor("ann"), Assessor("bob")], overlap=0.2)
        yield Site(ledger, topics, texts.get, "Lighthouses")


@pytest.fixture
def served(site):
    server = Served(site)
    yield server
    server.close()


def grades_of(site, name):
    frame = standing_judgments(site.ledger)
    return frame.filter(frame["assessor"] == name)["grade"].to_list()


def until(page, selector, text):
    expect(page.locator(selector)).to_contain_text(text, timeout=20_000)


def until_requested(page, routes, count):
    """Wait until so many requests were given to a list of routes."""
    while len(routes) < count:
        page.wait_for_timeout(10)


def saved(page):
    expect(page.locator("#connection")).to_have_text("all saved", timeout=20_000)


def press(page, keys):
    """Press keys, each of which leads to another document."""
    for key in keys:
        before = page.inner_text("#doc-id")
        page.keyboard.press(key)
        expect(page.locator("#doc-id")).not_to_have_text(before)
        page.wait_for_selector("#document:not([aria-busy])")


def test_documents_are_judged_by_keyboard_and_resumed_elsewhere(served, site, open_page):
    page = open_page(served.link("ann"))
    page.wait_for_selector("#doc-text:not(:empty)")
    press(page, "1021")
    page.keyboard.press("s")
    page.keyboard.type("it is about trains")
    page.keyboard.press("Enter")
    until(page, "#progress-text", "5 of")
    saved(page)
    assert grades_of(site, "ann") == [1, 0, 2, 1]
    assert standing_skips(site.ledger)["text"].to_list() == ["it is about trains"]
    press(page, "k")
    page.keyboard.press("u")
    until(page, "#progress-text", "4 of")
    saved(page)
    assert standing_skips(site.ledger).is_empty()
    elsewhere = open_page(served.link("ann"))
    elsewhere.wait_for_selector("#doc-text:not(:empty)")
    assert elsewhere.inner_text("#progress-text").startswith("4 of")
    assert elsewhere.inner_text("#doc-state") == "Not judged yet"


def test_a_second_key_before_the_next_document_is_there_judges_nothing(served, site, open_page):
    routes = []

    def hold(route):
        routes.append(route)

    page = open_page(served.link("ann"), {"**/api/items/*": hold})
    until_requested(page, routes, 1)
    routes[0].continue_()
    page.wait_for_selector("#doc-text:not(:empty)")
    first = page.inner_text("#doc-id")
    for key in "20u":
        page.keyboard.press(key)
    saved(page)
    until_requested(page, routes, 2)
    routes[1].continue_()
    page.wait_for_selector("#document:not([aria-busy])")
    frame = standing_judgments(site.ledger)
    assert (frame.select("doc", "grade").rows(), site.ledger.position) == ([(first, 2)], 1)


def test_common_words_of_a_topic_are_not_marked_and_own_words_are(served, site, open_page):
    page = open_page(served.link("ann"))
    page.wait_for_selector("#doc-text:not(:empty)")
    page.fill("#words", "the")
    page.wait_for_selector("mark.own")
    assert {it.lower() for it in page.locator("mark.own").all_inner_texts()} <= {
        *("the", "them", "their", "there", "these", "then", "they"),
        *("theirs", "thence", "theft"),
    }
    page.fill("#words", "")
    marked = {it.lower() for it in page.locator("mark.term").all_inner_texts()}
    assert not marked & {"the", "of", "and", "in", "a", "for", "to", "at"}


def test_nothing_is_lost_while_the_server_is_away(served, site, open_page):
    page = open_page(served.link("ann"))
    page.wait_for_selector("#doc-text:not(:empty)")
    first = page.inner_text("#doc-id")
    served.stop()
    page.keyboard.press("2")
    until(page, "#connection", "1 waiting")
    assert site.ledger.position == 0
    page.wait_for_timeout(300)
    served.start()
    saved(page)
    frame = standing_judgments(site.ledger)
    assert frame.select("doc", "grade").rows() == [(first, 2)]
    assert frame["shown_at"][0] is not None


def test_an_entry_that_was_saved_without_an_answer_is_recorded_once(served, site, open_page):
    sent, positions = [], []

    def lose_two_answers(route):
        sent.append(json.loads(route.request.post_data))
        answer = route.fetch()
        positions.append(site.ledger.position)
        if len(sent) <= 2:
            route.abort()
        else:
            route.fulfill(response=answer)

    page = open_page(served.link("ann"), {"**/api/entries": lose_two_answers})
    page.wait_for_selector("#doc-text:not(:empty)")
    page.keyboard.press("1")
    saved(page)
    assert grades_of(site, "ann") == [1]
    assert (positions, sent) == ([1, 1, 1], [sent[0]] * 3)


def test_passages_are_characters_of_the_text(served, site, open_page):
    page = open_page(served.link("ann"))
    page.wait_for_selector("#doc-text:not(:empty)")
    text = page.evaluate("document.querySelector('#doc-text').textContent")
    for key in "pb":
        page.evaluate(SELECT)
        page.keyboard.press(key)
    page.keyboard.press("1")
    saved(page)
    rows = site.ledger.rows("SELECT start, length FROM passage ORDER BY number")
    assert rows == [(2, 7), (2, 0)]
    page.keyboard.press("k")
    page.wait_for_selector("mark.passage")
    assert page.inner_text("mark.passage") == text[2:9]


def test_hostile_texts_are_texts(served, site, open_page):
    from dataclasses import replace

    hostile = "<script>document.title='bad'</script><img src=x onerror=alert(1)> \u202ex"
    original = site.text_of
    object.__setattr__(
        site, "text_of", lambda doc: replace(original(doc), text=hostile, title=hostile)
    )
    page = open_page(served.link("ann"))
    page.wait_for_selector("#doc-text:not(:empty)")
    assert page.evaluate("document.querySelector('#doc-text').textContent") == hostile
    assert "bad" not in page.title()


def test_a_packet_is_judged_without_network_saved_and_imported_twice(site, open_page, tmp_path):
    path = tmp_path / "bob.html"
    path.write_text(offline_page(site, "bob"), encoding="utf-8")
    page = open_page(path.as_uri(), offline=True, accept_downloads=True)
    page.wait_for_selector("#doc-text:not(:empty)")
    press(page, "102")
    with page.expect_download() as download:
        page.click("#save-file")
    first = tmp_path / "bob.judgments.json"
    download.value.save_as(first)
    done = import_entries(site.ledger, first)
    assert (done.judgments, done.same) == (3, 0)
    page.reload()
    page.wait_for_selector("#doc-text:not(:empty)")
    assert page.inner_text("#progress-text").startswith("3 of")
    press(page, "1")
    with page.expect_download() as download:
        page.click("#save-file")
    download.value.save_as(first)
    assert import_entries(site.ledger, first, keep=False).judgments == 1
    assert (import_entries(site.ledger, first).judgments, grades_of(site, "bob")) == (
        1,
        [1, 0, 2, 1],
    )
    assert import_entries(site.ledger, first).adds == 0
    other = open_page(path.as_uri(), offline=True)
    other.set_input_files("#load-file", first)
    until(other, "#progress-text", "4 of")
    content = json.loads(first.read_text())
    content["entries"][0]["assignment"] = 1
    first.write_text(json.dumps(content))
    with pytest.raises(harness.HarnessError, match="entry 1"):
        import_entries(site.ledger, first)


def test_an_organiser_sees_conflicts_decides_them_and_releases(served, site, open_page):
    shared = site.ledger.rows(
        "SELECT a.unit, a.id, b.id FROM assignment a JOIN assignment b ON a.unit = b.unit"
        " WHERE a.id < b.id LIMIT 1"
    )[0]
    for assignment, grade in ((shared[1], 0), (shared[2], 2)):
        people = site.ledger.rows(
            "SELECT s.name FROM assignment a JOIN assessor s ON s.id = a.assessor WHERE a.id = ?",
            (assignment,),
        )
        page = open_page(served.link(people[0][0]))
        page.wait_for_selector("#doc-text:not(:empty)")
        page.goto(f"http://127.0.0.1:{served.port}/judge#{assignment}")
        page.reload()
        page.wait_for_selector("#doc-text:not(:empty)")
        page.keyboard.press(str(grade))
        saved(page)
    page = open_page(served.link("olga"))
    page.wait_for_selector("#progress table")
    assert "1 conflicts to decide" in page.inner_text("#progress caption")
    page.click("text=Conflicts")
    page.wait_for_selector("form fieldset input")
    page.check("input[value='1']")
    page.get_by_role("button", name="Decide").click()
    until(page, "#count", "all 1 decided")
    assert release(site.ledger).decided.grades["grade"].to_list() == [1]


@pytest.mark.parametrize("path", ["/sign-in", "/judge", "/organise", "/adjudicate"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(served, open_page, path, scheme):
    page = open_page(
        served.link("olga" if path in ("/organise", "/adjudicate") else "ann"), color_scheme=scheme
    )
    page.goto(f"http://127.0.0.1:{served.port}{path}", wait_until="networkidle")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_list_of_a_hundred_thousand_opens_at_once(served, site, open_page):
    with site.ledger.transaction() as writing:
        person = record_assessor(writing, "ann")
        writing.executemany(
            "INSERT INTO unit (topic, doc) VALUES ('D01', ?)", [(f"x{i}",) for i in range(100_000)]
        )
        writing.execute(
            "INSERT INTO assignment (unit, assessor, reason, position, recorded_at)"
            " SELECT id, ?, 'pool', id, '' FROM unit WHERE doc LIKE 'x%'",
            (person,),
        )
    page = open_page(served.link("ann"))
    page.wait_for_selector("#doc-text:not(:empty)", timeout=15_000)
    assert page.inner_text("#progress-text").split()[2] >= "100000"
    assert page.locator(".list-row").count() < 100
