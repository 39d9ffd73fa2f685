"""Names and texts that try to break out of the page."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.report.page.tasks import follow, page_of, write_task

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
