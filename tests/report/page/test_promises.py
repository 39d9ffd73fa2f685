"""What the page shows once it is drawn promises what records do, and nothing else."""

from __future__ import annotations

from tests.comparison.test_statements import unrecorded

#: Every text that a reader can come to: what is drawn, what is folded away, and what is said beside
#: pictures.
SHOWN = """() => {
  for (const part of document.querySelectorAll("details")) part.open = true;
  const texts = document.body.innerText.split(/\\n|\\t/);
  for (const each of document.querySelectorAll("[aria-label], [title], svg text"))
    texts.push(...[each.ariaLabel, each.getAttribute("title"), each.closest("svg") ? each.textContent : ""]);
  return [...new Set(texts.filter(Boolean).map((text) => text.trim()))].filter((text) => text.includes(" "));
}"""


def test_all_that_the_page_shows_promises_what_records_do(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    of_documents = " ".join(" ".join(str(text).split()) for text in demo_report.texts.values())
    texts = [t for t in page.evaluate(SHOWN) if t.rstrip("…")[:40] not in of_documents]
    assert len(texts) > 200
    found = {text: clauses for text in texts if (clauses := unrecorded(text))}
    assert found == {}, "\n".join(found)
