"""What is chosen is in the address: links, and the way back."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.report.page.tasks import follow


def test_links_open_topics_and_runs(opened, demo_page, demo_report):
    page = opened(demo_page)
    follow(page, "#topic=D07")
    assert page.locator("#topic-panel").inner_text().startswith("Topic D07:")
    follow(page, "#run=wick-coord")
    assert page.locator("#participants h3").first.inner_text() == "wick-coord"
    said = page.locator("#unknown")
    for link, words in (
        ("#run=nobody", "There is no run nobody on this page."),
        ("#topic=%zz", "There is no topic %zz on this page."),
        ("#topic=", "There is no topic  on this page."),
        ("#run=__proto__", "There is no run __proto__ on this page."),
        ("#subset=lighthouse", "There is no subset lighthouse on this page."),
        ("#run", ""),
    ):
        follow(page, link)
        assert said.is_visible() == bool(words)
        if words:
            assert said.text_content() == words
            announced = page.locator("#status").text_content()
            assert announced.replace("\u2068", "").replace("\u2069", "") == words
        assert page.locator("#topic-panel").inner_text().startswith("Topic D01:")
        assert page.locator("#participants h3").first.inner_text() == "wick-coord"


def test_a_page_opens_at_its_link(browser, demo_page):
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{demo_page.as_uri()}#topic=D07")
    page.wait_for_selector("html[data-ready=yes]")
    assert page.locator("#topic-panel").inner_text().startswith("Topic D07:")
    assert page.locator("#topics").bounding_box()["y"] < 200
    page.close()


def state_of(page) -> dict[str, object]:
    """What the sections show of what is chosen."""
    return page.evaluate(
        """() => ({
            measure: document.querySelector("#measure select").value,
            order: [...document.querySelectorAll("#leaderboard .frozen tbody th a")].map((a) => a.title),
            shaded: [...document.querySelectorAll("#leaderboard tr.near a")].map((a) => a.title),
            pair: [...document.querySelectorAll("#pair select")].slice(0, 2).map((one) => one.value),
            topic: document.querySelector("#topic-panel").textContent,
            run: document.querySelector("#participants h3").textContent,
        })"""
    )


@pytest.mark.slow
def test_all_that_is_chosen_is_in_the_address_and_back_undoes_it(opened, demo_page):
    page = opened(demo_page)
    states = [state_of(page)]
    steps = [
        lambda: page.locator("#leaderboard thead").get_by_text("P@10").click(),
        lambda: page.locator("#leaderboard thead").get_by_text("group").click(),
        lambda: page.get_by_label("Shade runs that").select_option(
            "are not shown to differ from tern-char4"
        ),
        lambda: page.get_by_label("Compared with").select_option(label="wick-coord"),
        lambda: page.locator("#topics").get_by_role("link", name="D04").click(),
        lambda: page.locator("#leaderboard").get_by_role("link", name="fresnel-rm3").click(),
    ]
    for step in steps:
        step()
        states.append(state_of(page))
    page.get_by_label("Filter by run or group").fill("keeper")
    sent = page.evaluate("location.href")
    assert [n for n, (one, next_one) in enumerate(pairwise(states)) if one == next_one] == []
    other = opened(demo_page)
    other.goto(sent)
    other.wait_for_selector("html[data-ready=yes]")
    other.reload()
    other.wait_for_selector("html[data-ready=yes]")
    assert state_of(other) == state_of(page)
    for before in reversed(states[:-1]):
        page.evaluate(
            "new Promise((done) => { addEventListener('hashchange', () => setTimeout(done)); history.back(); })"
        )
        assert state_of(page) == before
    assert page.evaluate("location.hash") == ""
