"""The pages in a real browser with a real server: judging, going offline, deciding, coming back."""

import json
import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe

import harness
from harness.judging.entries import record_entries
from harness.judging.judgments import standing_judgments, standing_skips
from harness.judging.recording import list_units, record_assessor
from harness.judging.releases import release_judgments
from harness.judging.server.pages import offline_page

from .browsing import begun, expect, press, saved, until, wait_for


def import_entries(ledger, path, *, keep=True):
    with ledger.transaction(keep=keep) as writing:
        return record_entries(writing, path)


def grades_of(site, name):
    frame = standing_judgments(site.ledger)
    return frame.filter(frame["assessor"] == name)["grade"].to_list()


def test_documents_are_judged_by_keyboard_and_resumed_elsewhere(served, site, open_page):
    page = open_page(served.link("ann"))
    begun(page)
    press(page, "1021")
    page.keyboard.press("n")
    page.keyboard.type("of fog?")
    page.keyboard.press("Enter")
    page.keyboard.press("s")  # at once: it is no letter of the note
    page.keyboard.type("it is about trains")
    page.keyboard.press("Enter")
    until(page, "#progress-text", "5 of")
    saved(page)
    assert grades_of(site, "ann") == [1, 0, 2, 1]
    assert standing_skips(site.ledger)["text"].to_list() == ["it is about trains"]
    assert site.ledger.value("SELECT text FROM event WHERE kind = 'noted'") == "of fog?"
    # Wherever it was: what was skipped is not the document that is seen.
    page.keyboard.press("k")
    page.keyboard.press("k")
    page.keyboard.press("u")
    until(page, "#notice", "Undone")
    until(page, "#progress-text", "4 of")
    saved(page)
    assert standing_skips(site.ledger).is_empty()
    elsewhere = open_page(served.link("ann"))
    begun(elsewhere)
    assert elsewhere.inner_text("#progress-text").startswith("4 of")
    assert elsewhere.inner_text("#doc-state") == "Not judged yet · note: of fog?"


def test_a_second_key_before_the_next_document_is_there_judges_nothing(served, site, open_page):
    routes = []

    def hold(route):
        routes.append(route)

    page = open_page(served.link("ann"), {"**/api/items/*": hold})
    wait_for(page, lambda: len(routes) == 1)
    routes[0].continue_()
    begun(page)
    first = page.inner_text("#doc-id")
    for key in "20ns":
        page.keyboard.press(key)
        expect(page.locator("#ask")).to_be_hidden()  # a note would go to the next document
    saved(page)
    wait_for(page, lambda: len(routes) == 2)
    routes[1].continue_()
    page.wait_for_selector("#document:not([aria-busy])")
    frame = standing_judgments(site.ledger)
    assert (frame.select("doc", "grade").rows(), site.ledger.position) == ([(first, 2)], 1)


def test_nothing_is_lost_while_the_server_is_away(served, site, open_page):
    page = open_page(served.link("ann"))
    items = []
    page.on("requestfinished", lambda it: items.append(it.url) if "/items/" in it.url else 0)
    begun(page)
    wait_for(page, lambda: len(items) == 6)  # the first, and the next five
    first = page.inner_text("#doc-id")
    served.stop()
    press(page, "20121")
    last = page.inner_text("#doc-id")
    page.keyboard.press("2")
    until(page, "#connection", "6 waiting")
    until(page, "#notice", "cannot be reached")
    assert site.ledger.position == 0
    served.start()
    saved(page)
    expect(page.locator("#doc-id")).not_to_have_text(last)  # without a key
    expect(page.locator("#notice")).to_be_hidden()
    frame = standing_judgments(site.ledger)
    assert frame["grade"].to_list() == [2, 0, 1, 2, 1, 2]
    assert (frame["doc"][0], frame["doc"][5]) == (first, last)
    assert frame["shown_at"][0] is not None


def test_what_was_left_out_before_is_there_at_the_end_of_the_list(served, site, open_page):
    """Where the list ends what comes next is at its beginning, and is fetched ahead, too."""
    (person, _), fetched = site.ledger.assessor("ann"), []
    page = begun(open_page(served.link("ann")))
    first, *_, last = list_units(site.ledger.rows, person)
    page.on("requestfinished", lambda it: fetched.append(it.url.rpartition("/")[2]))
    page.goto(f"{page.url.partition('#')[0]}#{last}")
    page.reload()
    begun(page)
    assert page.evaluate("location.hash") == f"#{last}"
    wait_for(page, lambda: str(first) in fetched)
    served.stop()
    press(page, "1")
    assert page.evaluate("location.hash") == f"#{first}"
    served.start()
    saved(page)


def test_judgments_wait_while_the_ledger_is_locked(served, site, open_page, monkeypatch):
    monkeypatch.setattr("harness.judging.ledger.PATIENCE", 0.1)
    page = open_page(served.link("ann"))
    begun(page)
    with sqlite3.connect(site.ledger.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        press(page, "120")
        until(page, "#connection", "not saved: 3 waiting")
        until(page, "#problem", "Not saved yet")
        other.execute("ROLLBACK")
    other.close()
    saved(page)
    assert grades_of(site, "ann") == [1, 2, 0]


def test_what_is_refused_is_seen_and_stops_nothing(served, site, open_page):
    """Half an emoji, as a text that was cut by its length ends with."""

    def with_half_an_emoji(route):
        sent = route.request.post_data.replace('"broken"', '"half \\\\ud83d"')
        route.continue_(post_data=sent.replace("\\\\", "\\"))

    page = open_page(served.link("ann"), {"**/api/entries*": with_half_an_emoji})
    begun(page)
    page.keyboard.press("n")
    page.keyboard.type("broken")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_hidden()
    press(page, "12")
    saved(page)
    expect(page.locator("#refused")).to_have_text("Not recorded: 1")
    assert grades_of(site, "ann") == [1, 2]
    page.reload()
    begun(page)
    page.locator("#refused").click()
    expect(page.locator("#refused-list li")).to_contain_text("noted, broken")
    page.unroute("**/api/entries*")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#refused")).to_be_hidden()
    saved(page)


@pytest.mark.parametrize("is_there", [True, False])
def test_what_a_request_is_refused_for_is_seen_and_not_judged(served, site, open_page, is_there):
    """A server, or a proxy before it, that can make nothing of the requests with some entries."""
    refused, refuse = set(), True

    def answer(route):
        entries = route.request.post_data_json
        if not refuse or not any(it["assignment"] in refused for it in entries):
            return route.continue_()
        return route.fulfill(status=400, json={"error": "nothing can be made of this"})

    def item(route):
        gone = not is_there and int(route.request.url.rpartition("/")[2]) in refused
        return route.fulfill(status=404, json={"error": "x"}) if gone else route.continue_()

    page = open_page(served.link("ann"), {"**/api/entries*": answer, "**/api/items/*": item})
    begun(page)
    numbers = []
    for key in "1201":
        numbers.append(int(page.evaluate("location.hash.slice(1)")))
        if len(numbers) in (1, 3):
            refused.add(numbers[-1])
        press(page, key)
    saved(page)
    expect(page.locator("#refused")).to_have_text("Not recorded: 2")
    assert grades_of(site, "ann") == [2, 1]
    # What is refused does not stand: it is open on the page, as it is in the ledger.
    done = 2 if is_there else 4  # of what is not on the list any more nothing is known
    until(page, "#progress-text", f"{done} of")
    page.locator("#refused").click()
    lines = page.locator("#refused-list li").all_inner_texts()
    assert [line.split(",")[0] for line in lines] == [
        f"assignment {number}" for number in sorted(refused, key=numbers.index)
    ]
    assert all("nothing can be made of this" in line for line in lines)
    refuse = False
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#refused")).to_be_hidden()
    saved(page)
    until(page, "#progress-text", "4 of")
    assert sorted(grades_of(site, "ann")) == [0, 1, 1, 2]


def test_what_is_judged_or_taken_back_elsewhere_is_known_with_the_next_judgment(
    served, site, open_page
):
    address = served.link("ann")
    page, elsewhere = begun(open_page(address)), begun(open_page(address))
    press(elsewhere, "12")
    saved(elsewhere)
    page.keyboard.press("j")
    page.keyboard.press("j")
    press(page, "1")
    saved(page)
    until(page, "#progress-text", "3 of")
    page.keyboard.press("k")
    page.keyboard.press("k")
    until(page, "#doc-state", "Judged: highly relevant")
    elsewhere.keyboard.press("u")
    until(elsewhere, "#progress-text", "2 of")  # what the page judged is known here, too
    saved(elsewhere)
    page.keyboard.press("n")
    page.keyboard.type("a note")
    page.keyboard.press("Enter")
    until(page, "#doc-state", "Not judged yet")
    until(page, "#progress-text", "2 of")
    assert page.locator("#refused").is_hidden()


def test_a_link_in_a_mail_on_another_site_signs_in(served, open_page, tmp_path):
    """A browser sends no strict cookie along a redirection that begins elsewhere."""
    address = served.link("ann")
    mail = f"http://localhost:{served.port}/sign-in"
    page = open_page(mail)
    page.evaluate("address => { location.href = address; }", address)
    page.get_by_role("button", name="Continue as ann").click()
    begun(page)


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

    page = open_page(served.link("ann"), {"**/api/entries*": lose_two_answers})
    begun(page)
    page.keyboard.press("1")
    saved(page)
    assert grades_of(site, "ann") == [1]
    assert (positions, sent) == ([1, 1, 1], [sent[0]] * 3)


def test_a_packet_is_judged_without_network_saved_and_imported_twice(site, open_page, tmp_path):
    path = tmp_path / "bob.html"
    path.write_text(offline_page(site, "bob"), encoding="utf-8")
    page = open_page(path.as_uri(), offline=True, accept_downloads=True)
    begun(page)
    press(page, "102")
    with page.expect_download() as download:
        page.click("#save-file")
    first = tmp_path / "bob.judgments.json"
    download.value.save_as(first)
    done = import_entries(site.ledger, first)
    assert (done.judgments, done.same) == (3, 0)
    page.reload()
    begun(page)
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
    other.set_input_files("#load-file", first)  # at once, before the page has opened its database
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
        begun(page)
        page.goto(f"http://127.0.0.1:{served.port}/judge#{assignment}")
        page.reload()
        begun(page)
        page.keyboard.press(str(grade))
        saved(page)
    page = open_page(served.link("olga"))
    page.wait_for_selector("#progress table")
    assert "1 conflict to decide" in page.inner_text("#progress caption")
    page.click("text=Conflicts")
    page.wait_for_selector("form fieldset input")
    page.check("input[value='1']")
    page.get_by_role("button", name="Decide").click()
    until(page, "#count", "all 1 decided")
    assert release_judgments(site.ledger).decided.grades["grade"].to_list() == [1]


@pytest.mark.parametrize("path", ["/sign-in", "/judge", "/organise", "/adjudicate"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(served, open_page, path, scheme):
    page = open_page(
        served.link("olga" if path in ("/organise", "/adjudicate") else "ann"), color_scheme=scheme
    )
    page.goto(f"http://127.0.0.1:{served.port}{path}", wait_until="networkidle")
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("path", ["/sign-in", "/judge", "/organise", "/adjudicate", "a packet"])
def test_pages_fit_the_width_of_a_telephone(served, site, open_page, tmp_path, path):
    page = open_page(served.link("olga" if path in ("/organise", "/adjudicate") else "ann"))
    page.set_viewport_size({"width": 390, "height": 844})
    packet = tmp_path / "bob.html"
    packet.write_text(offline_page(site, "bob"), encoding="utf-8")
    server = f"http://127.0.0.1:{served.port}"
    page.goto(packet.as_uri() if path == "a packet" else server + path, wait_until="networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate("document.documentElement.scrollHeight") <= 844 or path == "/organise"
    guide = page.locator("#guide")
    if path in ("/judge", "a packet"):  # what keys do, and the way out, without a move to the side
        guide.evaluate("guide => guide.open || guide.showModal()")
        assert guide.evaluate("guide => guide.scrollWidth <= guide.clientWidth")
        expect(guide.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    guide.evaluate_all("found => found.forEach((guide) => guide.close())")
    for button in page.locator(
        "header button:visible, header a, .grade, .moves button:visible"
    ).all():
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.slow
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
    whole = []

    def hold(route):
        whole.append(route)

    page = open_page(served.link("ann"), {"**/api/list": hold})
    begun(page)
    wait_for(page, lambda: whole)
    # A document is there, and judged, before the whole list is.
    press(page, "1")
    saved(page)
    page.fill("#search", "x99999")
    expect(page.locator(".list-row")).to_have_count(0)
    whole[0].continue_()
    expect(page.locator(".list-row")).to_have_count(1)
    page.fill("#search", "")
    total = page.inner_text("#progress-text").split()
    assert (total[0], int(total[2]) > 100_000) == ("1", True)
    assert page.locator(".list-row").count() < 100
    page.click("#row-0")
    until(page, "#doc-state", "Judged: relevant")
