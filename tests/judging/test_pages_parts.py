"""Parts of documents in a packet: judged in a browser without network, imported, exported."""

import json

from harness.judging.recording import Unit, record_assessor, record_assignment, record_units
from harness.workflows.ledgers import open_ledger, task_to_judge

from .browsing import begun, until
from .commands import TASK

PARTS = {
    ("passage", "10 12"): lambda page, text: page.inner_text("mark.passage") == text[10:22],
    ("pair", "LH-002"): lambda page, _: (
        "LH-002" not in page.inner_text("#doc-other") and len(page.inner_text("#doc-other")) > 100
    ),
    ("answer", "In 1823 <b>at Cordouan</b>"): lambda page, _: "<b>" in page.inner_text("#doc-part"),
    ("nugget", "Fresnel's lens"): lambda page, _: page.locator("#doc-other").is_hidden(),
}


def test_parts_of_documents_are_judged_offline_and_exported(ready, judge, open_page):
    task = task_to_judge(TASK)
    with open_ledger(task) as ledger, ledger.transaction() as writing:
        units = record_units(writing, [Unit("D01", "LH-001", *part) for part in PARTS])
        person = record_assessor(writing, "dora")
        for number in units.values():
            record_assignment(writing, number, person, "pool")
    assert judge("packet", TASK, "dora")[0] == 0
    address = (ready / "configs/packets/demo/dora.html").as_uri()
    page = open_page(address, offline=True, accept_downloads=True)
    begun(page)
    for i, ((kind, part), shows) in enumerate(PARTS.items()):
        assert page.inner_text("#doc-part") == f"{kind}: {part}"
        text = page.evaluate("document.querySelector('#doc-text').textContent")
        assert shows(page, text)
        page.keyboard.press(str(i % 2))
        until(page, "#progress-text", f"{i + 1} of")
        page.wait_for_selector("#document:not([aria-busy])")
    with page.expect_download() as download:
        page.click("#save-file")
    download.value.save_as(ready / "dora.json")
    for _ in range(2):
        assert judge("import", TASK, "dora.json")[0] == 0
    assert judge("export", TASK, "--to", "jsonl", "-o", "history.jsonl")[0] == 0
    lines = map(json.loads, (ready / "history.jsonl").read_text().splitlines())
    assert [(row["unit"], row["part"], row["grades"]) for row in lines] == [
        (*part, {"relevance": i % 2}) for i, part in enumerate(PARTS)
    ]
    # Parts are no documents: no release of documents has them.
    assert judge("export", TASK, "--to", "qrels_jg", "-o", "jg.txt")[0] == 0
    assert (ready / "jg.txt").read_text() == ""
