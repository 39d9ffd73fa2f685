"""What an assessor's page shows of a document in a browser: texts, words, passages, PDFs."""

import hashlib
from dataclasses import replace

import pytest

from harness.judging.entries import record_entries
from harness.judging.server.pages import offline_page

from .browsing import begun, expect, press, saved, wait_for

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


def test_common_words_of_a_topic_are_not_marked_and_own_words_are(served, site, open_page):
    page = open_page(served.link("ann"))
    begun(page)
    page.fill("#words", "the")
    page.wait_for_selector("mark.own")
    assert {it.lower() for it in page.locator("mark.own").all_inner_texts()} <= {
        *("the", "them", "their", "there", "these", "then", "they"),
        *("theirs", "thence", "theft"),
    }
    page.fill("#words", "")
    marked = {it.lower() for it in page.locator("mark.term").all_inner_texts()}
    assert not marked & {"the", "of", "and", "in", "a", "for", "to", "at"}


def test_own_words_follow_to_another_machine(served, site, open_page):
    page = open_page(served.link("ann"))
    begun(page)
    page.fill("#words", "the of")
    page.keyboard.press("Escape")
    page.wait_for_selector("mark.own")
    saved(page)
    elsewhere = open_page(served.link("ann"))
    elsewhere.wait_for_selector("mark.own")
    assert elsewhere.input_value("#words") == "the of"


def test_own_words_of_a_packet_are_in_its_file_and_come_into_the_ledger(site, open_page, tmp_path):
    path = tmp_path / "bob.html"
    path.write_text(offline_page(site, "bob"), encoding="utf-8")
    page = open_page(path.as_uri(), offline=True, accept_downloads=True)
    begun(page)
    topic = page.inner_text("#topic-id")
    page.fill("#words", "keeper")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.click("#save-file")
    download.value.save_as(tmp_path / "bob.judgments.json")
    other = open_page(path.as_uri(), offline=True)
    other.set_input_files("#load-file", tmp_path / "bob.judgments.json")
    expect(other.locator("#words")).to_have_value("keeper")
    for _ in range(2):
        with site.ledger.transaction() as writing:
            assert record_entries(writing, tmp_path / "bob.judgments.json").adds == 0
    rows = site.ledger.rows("SELECT topic, text FROM words")
    assert rows == [(topic, "keeper")]


def test_passages_are_characters_of_the_text(served, site, open_page):
    page = open_page(served.link("ann"))
    begun(page)
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


def show(site, changed):
    """Show other texts of documents: ``changed`` makes them of those of the collection."""
    original = site.collection.text_of
    collection = replace(site.collection, text_of=lambda doc: changed(original(doc)))
    object.__setattr__(site, "collection", collection)


def pdfs_of(site):
    return {path.stem for path in site.collection.pdfs.iterdir()}


def test_hostile_texts_are_texts(served, site, open_page):
    hostile = "<script>document.title='bad'</script><img src=x onerror=alert(1)> \u202ex"
    written = {"title": hostile, "text": hostile}
    show(site, lambda original: replace(original, title=hostile, written=written))
    page = open_page(served.link("ann"))
    begun(page)
    assert page.evaluate("document.querySelector('#doc-text').textContent") == hostile
    assert "bad" not in page.title()


PDF = b"""%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R
/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> >> >> >> endobj
4 0 obj <</Length 41>> stream
BT /F 24 Tf 20 40 Td (lighthouse) Tj ET
endstream endobj
trailer <</Root 1 0 R>>
"""


@pytest.fixture
def with_pdfs(site, tmp_path):
    """A site on which every second document is a PDF."""
    (tmp_path / "pdfs").mkdir()
    for (doc,) in site.ledger.rows("SELECT DISTINCT doc FROM unit ORDER BY doc")[::2]:
        (tmp_path / f"pdfs/{doc}.pdf").write_bytes(PDF)
    object.__setattr__(site, "collection", replace(site.collection, pdfs=tmp_path / "pdfs"))
    return site


def viewed(page):
    """Wait until the viewer of the browser has the PDF, where it has one."""
    page.wait_for_selector("#doc-pdf[src]")
    if page.evaluate("navigator.pdfViewerEnabled"):
        wait_for(page, lambda: any(it.url.startswith("chrome-extension:") for it in page.frames))


@pytest.mark.slow
@pytest.mark.parametrize("offline", [False, True])
def test_a_pdf_is_shown_by_the_viewer_of_the_browser(
    with_pdfs, served, open_page, tmp_path, offline
):
    complaints, answers = [], []
    if offline:
        address = (tmp_path / "ann.html").as_uri()
        (tmp_path / "ann.html").write_text(offline_page(with_pdfs, "ann"), encoding="utf-8")
    else:
        address = served.link("ann")
    page = open_page(address, offline=offline)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("response", lambda answer: answers.append((answer.status, answer.url)))
    begun(page)
    kinds = []
    for _ in range(8):
        is_pdf = page.inner_text("#doc-id") in pdfs_of(with_pdfs)
        expect(page.locator("#doc-pdf")).to_be_visible(visible=is_pdf)
        if is_pdf:
            viewed(page)
        kinds.append(is_pdf)
        press(page, "1")
    assert set(kinds) == {True, False}
    assert [text for text in complaints if "Content Security Policy" in text] == []
    served_pdfs = [status for status, url in answers if url.endswith("/pdf")]
    assert set(served_pdfs) == (set() if offline else {200})
    if not offline:
        saved(page)
        shown = dict(with_pdfs.ledger.rows(_SHOWN))
        digest = hashlib.sha256(PDF).hexdigest()
        assert {doc for doc, sha256 in shown.items() if sha256 == digest} == {
            doc for doc in shown if doc in pdfs_of(with_pdfs)
        }


_SHOWN = """SELECT u.doc, e.content_sha256 FROM event e JOIN assignment a ON a.id = e.assignment
            JOIN unit u ON u.id = a.unit"""
