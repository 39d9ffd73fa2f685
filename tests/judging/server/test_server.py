"""The pages' server: who may read and write what, and that what it acknowledges is kept."""

import json
import re
import resource
import sys

import pytest

from harness.core.texts import DocumentText
from harness.judging.incoming import FilledSheet, SheetRow
from harness.judging.judgments import standing_judgments
from harness.judging.recording import Unit, record_guidelines
from harness.judging.server.app import FORM_TOKEN, ROUTES, application
from harness.judging.server.pages import offline_page
from harness.judging.server.site import Collection, Site

from ..commands import import_sheets
from ..conftest import GRADED
from .conftest import ROLES, entry, first_of


@pytest.mark.parametrize("name", [None, *ROLES])
def test_every_route_is_for_its_roles_only(visit, name):
    for method, path, who, _, is_page in ROUTES:
        status = visit(name).request(method, re.sub(r"\{\w+:int\}", "1", path), json={}).status_code
        if name is None:
            assert status == (303 if is_page and method == "GET" else 401), (method, path)
        elif ROLES[name] not in who:
            assert status == (303 if is_page else 403), (method, path)
        else:
            assert status not in (401, 403), (method, path)


def test_the_address_of_a_page_for_others_leads_to_the_own_page(visit):
    addresses = visit("ann").get("/organise", follow_redirects=True).history
    assert [answer.headers["location"] for answer in addresses] == ["/", "/judge"]


def test_routes_are_all_known(site):
    declared = {(method, path) for method, path, *_ in ROUTES}
    free = {("GET", "/"), ("GET", "/sign-in"), ("POST", "/sign-in"), ("GET", "/link/{token}")}
    free |= {("POST", "/link/{token}")}
    free |= {("POST", "/sign-out"), ("GET", "/static/{name}")}
    served = {
        (method, route.path)
        for route in application(site).routes
        for method in route.methods - {"HEAD"}
    }
    assert served == declared | free


@pytest.mark.parametrize("route", [r for r in ROUTES if r[0] != "GET"], ids=lambda r: r[1])
def test_what_changes_anything_needs_the_token_of_the_page(visit, route):
    client = visit("olga")
    client.headers[FORM_TOKEN] = "0" * 64
    assert client.request(route[0], route[1], json={}).status_code == 403


def test_every_answer_has_the_security_headers(visit):
    client = visit("ann")
    for path in ("/", "/judge", "/api/list", "/static/judging.css", "/nothing", "/sign-in"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
    assert "unsafe" not in client.get("/judge").headers["content-security-policy"]


def test_an_assessor_sees_the_own_list_and_nothing_of_others(visit, site):
    ann, bob = visit("ann"), visit("bob")
    listed = ann.get("/api/list").json()
    mine = {item[0] for item in listed["items"]}
    theirs = {item[0] for item in bob.get("/api/list").json()["items"]}
    assert mine
    assert theirs
    assert not mine & theirs
    foreign = min(theirs)
    assert ann.get(f"/api/items/{foreign}").status_code == 404
    (answer,) = ann.post("/api/entries", json=[entry(foreign)]).json()["answers"]
    assert "on your list" in answer["error"]
    assert site.ledger.position == 0
    bob.post("/api/entries", json=[entry(foreign, 2)])
    shown = ann.get(f"/api/items/{min(mine)}").json()
    assert shown["text"].startswith("text of")
    text = str(shown) + str(ann.get("/api/list").json())
    for hidden in ("overlap", "repeat", "gold", "best_rank", "probability", "bob"):
        assert hidden not in text


@pytest.mark.parametrize("wanted", [True, False])
def test_active_time_is_recorded_where_the_organiser_wants_it(visit, site, wanted):
    with site.ledger.transaction() as writing:
        record_guidelines(writing, GRADED.model_copy(update={"active_time": wanted}))
    ann = visit("ann")
    listed = ann.get("/api/list").json()
    assert listed["guidelines"]["active_time"] is wanted
    ann.post("/api/entries", json=[entry(listed["items"][0][0], active_ms=900)])
    expected = 900 if wanted else None
    assert standing_judgments(site.ledger)["active_ms"].to_list() == [expected]
    (row,) = visit("olga").get("/api/overview").json()["speed"]
    assert row["median_active_seconds"] == (0.9 if wanted else None)


def test_a_part_of_a_list_is_around_the_first_open_document(visit):
    ann = visit("ann")
    whole = ann.get("/api/list").json()
    items = whole["items"]
    assert (whole["first"], whole["total"], whole["done"]) == (0, len(items), 0)
    keys = (f"judged-{i:04}" for i in range(50))
    sent = [entry(item[0], key=key) for item, key in zip(items, keys, strict=False)]
    ann.post("/api/entries", json=sent)
    for most, first in ((8, 48), (10_000, 0)):
        part = ann.get(f"/api/list?most={most}").json()
        assert (part["first"], part["total"], part["done"]) == (first, len(items), 50)
        numbers = [item[0] for item in part["items"]]
        assert numbers == [item[0] for item in items[first : first + most]]
        assert {topic["id"] for topic in part["topics"]} == {item[1] for item in part["items"]}


def test_words_to_highlight_are_kept_for_their_assessor(visit, site):
    ann = visit("ann")
    topic = ann.get("/api/list").json()["items"][0][1]
    words = {"kind": "words", "topic": topic}
    sent = [words | {"key": f"words-0{i}", "text": text} for i, text in enumerate(("reef", "a b"))]
    answers = [ann.post("/api/entries", json=sent).json()["answers"] for _ in range(2)]
    assert answers == [[{"key": "words-00", "words": 1}, {"key": "words-01", "words": 2}]] * 2
    wrong = [
        words | {"key": "words-02", "text": "x" * 1001},
        words | {"key": "words-03", "text": 7},
        {"kind": "words", "key": "words-04", "topic": "nowhere", "text": "x"},
    ]
    assert all("error" in it for it in ann.post("/api/entries", json=wrong).json()["answers"])
    assert ann.get("/api/list?most=1").json()["words"] == {topic: "a b"}
    assert visit("bob").get("/api/list").json()["words"] == {}
    assert site.ledger.position == 0


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", f"/api/items/{2**63}", None),
        ("GET", f"/api/items/{10**30}/pdf", None),
        ("GET", f"/api/documents/{2**63}/pdf", None),
        ("POST", "/api/close", {"assessor": "ann", "topics": [[]], "text": "why"}),
        ("POST", "/api/entries", [entry(1, key="\ud800 a lone surrogate")]),
    ],
)
def test_values_that_no_ledger_holds_are_the_requests_fault(visit, method, path, body):
    content = json.dumps(body).encode()
    assert visit("olga").request(method, path, content=content).status_code == 400


def test_hidden_files_are_no_documents(tmp_path):
    """An untrusted task may link out of its folder with them: directories are listed without."""
    for name in (".key.pdf", "d1.pdf", ".key.png", "a.png"):
        (tmp_path / name).write_bytes(b"content")
    page = '<html><img src=".key.png"><img src="a.png">'
    texts = lambda doc: DocumentText(doc, "", page)  # noqa: E731
    shown = Collection(texts, pdfs=tmp_path, images=tmp_path)
    assert (shown.pdf(".key"), shown.pdf("d1")) == (None, tmp_path / "d1.pdf")
    assert list(shown.content("d2").images) == ["a.png"]


def test_a_pdf_is_for_those_on_whose_list_it_is(visit, site):
    jane, ann, bob = map(visit, ("jane", "ann", "bob"))
    for number, unit, person in site.ledger.rows(
        "SELECT a.id, a.unit, s.name FROM assignment a JOIN assessor s ON s.id = a.assessor LIMIT 5"
    ):
        owner, other = (ann, bob) if person == "ann" else (bob, ann)
        answer = owner.get(owner.get(f"/api/items/{number}").json()["pdf"])
        assert (answer.content, answer.headers["content-type"]) == (b"%PDF-1.4", "application/pdf")
        assert answer.headers["content-security-policy"] == "frame-ancestors 'self'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert other.get(f"/api/items/{number}/pdf").status_code == 404
        assert owner.get(f"/api/documents/{unit}/pdf").status_code == 403
        assert jane.get(f"/api/documents/{unit}/pdf").status_code == 200
    assert jane.get("/api/documents/999999/pdf").status_code == 404


@pytest.mark.long
def test_nothing_but_its_text_tells_that_a_document_comes_again(visit, site):
    ann = visit("ann")
    both = """
        SELECT a.id, b.id, u.doc FROM assignment a JOIN assignment b ON b.unit = a.unit
        JOIN unit u ON u.id = a.unit JOIN assessor s ON s.id = a.assessor AND s.name = 'ann'
        WHERE b.assessor = a.assessor AND b.reason = 'repeat' AND a.reason <> 'repeat'
    """
    listed = ann.get("/api/list").json()["items"]
    for first, again, doc in site.ledger.rows(both):
        for number in (first, again):
            ann.post("/api/entries", json=[entry(number, key=f"judged-{number}")])
        one, two = (ann.get(f"/api/items/{number}").json() for number in (first, again))
        assert one["text"] == f"text of {doc}"
        alike = {name for name, value in one.items() if value and value == two[name]}
        content = {"title", "text", "sha256", "is_there"}
        assert alike == {"topic", "kind", "state", "grades"} | content
        assert doc not in str([{**it, "text": ""} for it in (one, two)])
    assert {(item[2], item[7]) for item in listed} == {("", "")}
    packet = offline_page(site, "ann")
    docs = {doc for (doc,) in site.ledger.rows("SELECT doc FROM unit")}
    assert not docs & set(re.findall(r'"([^"]*)"', packet))


def test_what_is_acknowledged_is_in_the_ledger_once(visit, site):
    ann = visit("ann")
    first = ann.get("/api/list").json()["items"][0][0]
    sent = entry(first, 2, passages=[[3, 4]], shown_at="2026-01-01T00:00:00Z")
    answers = [ann.post("/api/entries", json=[sent, sent]).json()["answers"] for _ in range(3)]
    assert {answer["event"] for both in answers for answer in both} == {1}
    assert standing_judgments(site.ledger)["grade"].to_list() == [2]
    assert ann.get(f"/api/items/{first}").json()["passages"] == [[3, 4]]


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (entry(1, 9), "9 is no grade"),
        (entry(1, key="short"), "8 to 100 characters"),
        (entry(1, kind="closed"), "kind"),
        (entry(1, extra=1), "extra (unknown)"),
        (entry("1"), "assignment"),
        (entry(1, passages=[[-1, 2]]), "a passage is"),
        (entry(1) | {"grades": {"relevance": True}}, "whole numbers"),
        ([], "an entry is an object"),
        ({"kind": "judged"}, "assignment"),
    ],
)
def test_wrong_entries_are_answered_one_by_one(visit, sent, message):
    ann = visit("ann")
    first = first_of(ann)
    if isinstance(sent, dict) and sent.get("assignment") == 1:
        sent = sent | {"assignment": first}
    given = [entry(first, key="goodgood"), sent]
    good, bad = ann.post("/api/entries", json=given).json()["answers"]
    assert good["event"] == 1
    assert message in bad["error"]


@pytest.mark.parametrize(
    "sent",
    [
        {"kind": "noted", "grades": None, "text": "half an emoji: \\ud83d"},
        {"assignment": 2**63},
        {"passages": [[2**63, 1]]},
        {"kind": "words", "topic": "\\ud83d", "text": "x"},
    ],
)
def test_an_entry_that_cannot_be_recorded_stops_no_other(visit, site, sent):
    """They come as JSON has them: `\\ud83d` is half of a pair, as a text that was cut ends."""
    ann = visit("ann")
    first = first_of(ann)
    bad = {**entry(first, key="badbadbad"), **sent}
    if bad["kind"] == "words":
        bad = {name: bad[name] for name in ("kind", "key", "topic", "text")}
    content = json.dumps([bad, entry(first, key="goodgood")]).replace("\\\\ud83d", "\\ud83d")
    refused, recorded = ann.post("/api/entries", content=content).json()["answers"]
    assert (refused["key"], "error" in refused) == ("badbadbad", True)
    assert recorded["event"] == site.ledger.position


def test_what_a_full_disk_cannot_take_is_not_answered(visit, site, monkeypatch):
    """Neither recorded nor refused: the page keeps it and sends it again."""
    ann = visit("ann")
    first = first_of(ann)
    sent = [entry(first, key=f"goodgood{number}") for number in range(40)]
    log = site.ledger.path.with_name("task.ledger-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would be cut off, and stay so
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 30_000, before[1]))
    try:
        answered = ann.post("/api/entries", json=sent).json()["answers"]
        none = ann.post("/api/entries", json=sent[len(answered) :])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert 0 < len(answered) < 40
    assert all("event" in answer for answer in answered)
    assert (none.status_code, none.json()["error"]) == (
        503,
        "nothing can be recorded at the moment",
    )
    assert site.ledger.position == len(answered)
    rest = ann.post("/api/entries", json=sent).json()["answers"]
    assert [answer["event"] for answer in rest] == list(range(1, 41))


def test_bodies_that_are_no_entries_are_refused(visit):
    ann = visit("ann")
    assert ann.post("/api/entries", content=b"{").status_code == 400
    assert ann.post("/api/entries", content=b"[" * 100_000).status_code == 400
    assert ann.post("/api/entries", json={"a": 1}).status_code == 400
    assert ann.post("/api/entries", content=b" " * 5_000_000).status_code == 413


def test_passages_on_which_assessors_differ_are_no_conflict_of_documents(visit, site):
    for name, grade in (("ann", 0), ("bob", 2)):
        row = SheetRow(Unit("1", "a", "passage", "0 10"), {"relevance": grade})
        import_sheets(site.ledger, [FilledSheet(name, (row,), "file")])
    assert visit("jane").get("/api/conflicts").json()["conflicts"] == []
    assert visit("olga").get("/api/overview").json()["conflicts"] == 0


def test_conflicts_are_adjudicated_and_work_is_moved(visit, site):
    ann, bob, jane, olga = (visit(name) for name in ROLES)
    items = {}
    for client, name, grade in ((ann, "ann", 0), (bob, "bob", 2)):
        listed = client.get("/api/list").json()
        # Where documents come twice the page is told none of their names.
        for number, topic, *_ in listed["items"]:
            items[name, topic, site.ledger.value(_DOC, (number,))] = number
        topic, doc = min((t, d) for n, t, d in items if n == name)
        client.post(
            "/api/entries", json=[entry(items[name, topic, doc], grade, key=f"key-of-{name}")]
        )
    (conflict,) = jane.get("/api/conflicts").json()["conflicts"]
    assert sorted(row["grade"] for row in conflict["judgments"]) == [0, 2]
    decision = {"topic": conflict["topic"], "doc": conflict["doc"], "grades": {"relevance": 1}}
    for _ in range(2):
        answer = jane.post("/api/adjudicate", json=decision | {"key": "decision-1"})
        assert answer.status_code == 200
    assert jane.get("/api/conflicts").json()["conflicts"] == []
    overview = olga.get("/api/overview").json()
    assert overview["conflicts"] == 0
    left = {row["topic"]: row["left"] for row in overview["progress"] if row["assessor"] == "ann"}
    held = set(site.ledger.rows(_HELD, ("bob", conflict["topic"])))
    theirs = set(site.ledger.rows(_HELD, ("ann", conflict["topic"])))
    moved = {"assessor": "ann", "topics": [conflict["topic"]], "to": "bob", "text": "ann is ill"}
    done = olga.post("/api/reassign", json=moved).json()
    # What bob has already is not given to him again.
    assert done == {"moved": len(theirs - held), "kept": left[conflict["topic"]] - done["moved"]}
    assert done["moved"] < left[conflict["topic"]]
    assert len(ann.get("/api/list").json()["items"]) == sum(left.values()) + 1 - done["moved"]
    closing = {"assessor": "bob", "topics": [conflict["topic"]], "text": "dropped"}
    assert olga.post("/api/close", json=closing).json()["closed"] > 0


_DOC = "SELECT u.doc FROM assignment a JOIN unit u ON u.id = a.unit WHERE a.id = ?"
_HELD = """SELECT u.id FROM assignment a JOIN unit u ON u.id = a.unit
           JOIN assessor s ON s.id = a.assessor WHERE s.name = ? AND u.topic = ?"""


def test_a_note_is_answered_and_the_assessor_sees_it(visit, site):
    ann, olga = visit("ann"), visit("olga")
    number = ann.get("/api/list").json()["items"][0][0]
    note = {"assignment": number, "key": "note-of-ann", "kind": "noted", "text": "same as LH-1?"}
    ann.post("/api/entries", json=[note])
    (seen,) = olga.get("/api/overview").json()["notes"]
    assert (seen["assessor"], seen["text"], seen["answer"]) == ("ann", "same as LH-1?", None)
    answer = {"assignment": seen["assignment"], "key": "answer-of-olga", "text": "judge it alone"}
    assert olga.post("/api/answer", json=answer).status_code == 200
    assert olga.get("/api/overview").json()["notes"][0]["answer"] == "judge it alone"
    shown = ann.get(f"/api/items/{number}").json()
    assert (shown["note"], shown["answer"]) == ("same as LH-1?", "judge it alone")


def test_texts_of_others_are_never_markup(visit, site):
    from starlette.testclient import TestClient

    site.ledger.rows("SELECT 1")
    page = TestClient(
        application(Site(site.ledger, site.topics, site.collection, "<script>alert(1)</script>")),
        base_url="http://127.0.0.1",
    ).get("/sign-in")
    assert "<script>alert" not in page.text
