"""Judgments stay while the browser, the clock, a proxy or another ledger stand in their way."""

import re
import shutil

import pytest

from harness.judging.assessors import Assessor
from harness.judging.entries import record_entries
from harness.judging.judgments import standing_judgments
from harness.judging.ledger import create
from harness.judging.recording import record_assessor, record_guidelines
from harness.judging.server.site import Site

from .browsing import begun, expect, press, saved, until
from .conftest import GRADED, add

#: Waiting is shortened so much in the page.
HASTE = """
    const later = setTimeout, timeout = AbortSignal.timeout.bind(AbortSignal);
    window.setTimeout = (act, time, ...more) => later(act, time / 30, ...more);
    AbortSignal.timeout = (time) => timeout(time / 60);
"""


def grades_of(site):
    return standing_judgments(site.ledger)["grade"].to_list()


def cut_off(page):
    """Take the network away, once the next documents are there."""
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)


def test_a_browser_that_deletes_what_a_page_keeps_while_it_is_open(served, site, open_page):
    page = begun(open_page(served.link("ann")))
    cut_off(page)
    press(page, "12")
    until(page, "#connection", "2 waiting")
    where = {"origin": page.evaluate("location.origin"), "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", where)
    press(page, "1")
    until(page, "#connection", "3 waiting")
    # It is kept anew: the page can be loaded again.
    page.context.set_offline(False)
    page.reload()
    begun(page)
    saved(page)
    assert grades_of(site) == [1, 2, 1]
    expect(page.locator("#refused")).to_be_hidden()


def test_a_database_that_fails_neither_loses_nor_repeats(served, site, open_page):
    """What is deleted cannot be, and what is there cannot be read: as where the disk is full."""
    page = begun(open_page(served.link("ann")))
    page.evaluate("""() => { const fail = () => { throw new DOMException("x", "UnknownError"); };
        IDBObjectStore.prototype.delete = fail; }""")
    sent = []
    page.on("request", lambda it: "/api/entries" in it.url and sent.append(it.post_data_json))
    press(page, "12")
    saved(page)
    page.evaluate("() => { IDBObjectStore.prototype.getAll = IDBObjectStore.prototype.delete; }")
    press(page, "1")
    saved(page)
    assert grades_of(site) == [1, 2, 1]
    keys = [entry["key"] for entries in sent for entry in entries]
    assert len(keys) == len(set(keys)) == 3


def test_a_clock_that_is_set_back_refuses_nothing(served, site, open_page):
    with site.ledger.transaction() as writing:
        record_guidelines(writing, GRADED.model_copy(update={"active_time": True}))
    page = begun(open_page(served.link("ann")))
    page.evaluate("""() => { const now = Date.now.bind(Date); let back = 0;
        Date.now = () => now() - 3_600_000 * back++; }""")
    page.mouse.move(10, 10)
    page.mouse.move(20, 20)
    press(page, "12")
    saved(page)
    expect(page.locator("#refused")).to_be_hidden()
    assert grades_of(site) == [1, 2]
    (times,) = zip(*site.ledger.rows("SELECT active_ms FROM event"), strict=True)
    assert all(0 <= time < 60_000 for time in times)


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["page of a proxy", "none", "too large", "too slow"])
def test_what_a_proxy_answers_in_the_servers_place_refuses_nothing(served, site, open_page, answer):
    tries, is_there = [], False
    statuses = {"page of a proxy": 400, "too large": 413, "too slow": 408}

    def proxy(route):
        tries.append(len(route.request.post_data_json))
        if tries[-1] < 2 and answer not in ("page of a proxy", "none"):
            return route.continue_()
        if is_there and answer in ("page of a proxy", "none"):
            return route.continue_()
        if answer != "none":  # else it comes never
            route.fulfill(status=statuses[answer], body="<h1>Bad</h1>", content_type="text/html")
        return None

    page = served_page(served, open_page, {"**/api/entries*": proxy})
    cut_off(page)
    press(page, "120")
    until(page, "#connection", "3 waiting")
    page.context.set_offline(False)
    for _ in range(200):
        if len(tries) > 1:
            break
        page.wait_for_timeout(50)
    is_there = True
    saved(page)
    expect(page.locator("#refused")).to_be_hidden()
    assert grades_of(site) == [1, 2, 0]


def served_page(served, open_page, routes):
    page = open_page(served.link("ann"), routes)
    page.context.add_init_script(HASTE)
    page.reload()
    return begun(page)


def test_what_waits_for_a_server_that_is_gone_is_listed_and_saved(
    served, site, open_page, tmp_path
):
    page = served_page(served, open_page, {})
    cut_off(page)
    press(page, "12")
    expect(page.locator("#refused")).to_have_text("Waiting: 2")
    page.click("#refused")
    lines = page.locator("#refused-list li").all_inner_texts()
    assert all(re.search(r"judged, relevance \d – waiting to be saved", line) for line in lines)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    download.value.save_as(tmp_path / "ann.json")
    with site.ledger.transaction() as writing:
        preview = record_entries(writing, tmp_path / "ann.json")
    assert (preview.judgments, grades_of(site)) == (2, [1, 2])
    page.context.set_offline(False)
    saved(page)
    expect(page.locator("#refused")).to_be_hidden()
    assert site.ledger.position == 2


def test_another_ledger_in_the_same_place_takes_nothing_that_was_judged_for_the_first(
    served, site, open_page, tmp_path, pool_directory
):
    page = begun(open_page(served.link("ann")))
    served.stop()
    press(page, "1")
    until(page, "#connection", "1 waiting")
    path = tmp_path / "other" / "task.ledger"
    path.parent.mkdir()
    shutil.copy(f"{site.ledger.path}.key", f"{path}.key")
    with create(path) as ledger:
        with ledger.transaction() as writing:
            record_guidelines(writing, GRADED)
            for name in ("ann", "bob"):  # with the same numbers
                record_assessor(writing, name, role="assessor")
        add(ledger, pool_directory, [Assessor("ann"), Assessor("bob")], overlap=0.2)
        served.site = Site(ledger, site.topics, site.collection, "Lighthouses")
        served.start()
        until(page, "#problem", "You are signed out")
        page.goto(served.link("ann"))
        page.get_by_role("button", name="Continue as").click()
        begun(page)
        saved(page)
        expect(page.locator("#refused")).to_have_text("Not recorded: 1")
        page.click("#refused")
        expect(page.locator("#refused-list li")).to_contain_text("made for another ledger")
        assert ledger.position == 0
        served.stop()
    # The first one again: it is sent there.
    served.site = site
    served.start()
    page.goto(served.link("ann"))
    page.get_by_role("button", name="Continue as").click()
    begun(page)
    page.click("#refused")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#refused")).to_be_hidden()
    saved(page)
    assert grades_of(site) == [1]
