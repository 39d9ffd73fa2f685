"""What is drawn when: a change redraws what is seen at once, and the rest before anybody sees it."""

from __future__ import annotations

import pytest

from tests.report.page.tasks import choose_measure

#: The figures of a measure by section, right after the measure was chosen.
CHOOSE = """(measure) => {
    const list = document.querySelector("#measure select");
    list.value = [...list.options].find((option) => option.textContent === measure).value;
    list.dispatchEvent(new Event("change"));
    return Object.fromEntries(["leaderboard", "heatmap", "pair"].map((id) =>
        [id, document.querySelector(`#${id} :is(svg[aria-label^="${measure}"], [aria-label="Leaderboard by ${measure}"])`) !== null]));
}"""


@pytest.fixture
def page(opened, demo_page):
    return opened(demo_page, fresh=False, viewport={"width": 1280, "height": 900})


def test_what_nobody_sees_is_drawn_later(page):
    assert page.evaluate(CHOOSE, "P@10") == {"leaderboard": True, "heatmap": False, "pair": False}
    for section in ("heatmap", "pair"):
        page.locator(f"#{section} svg[aria-label^='P@10']").first.wait_for(state="attached")


def test_what_comes_into_sight_is_drawn_before_it_is_seen(page):
    page.evaluate("window.setTimeout = () => 0")  # nobody rests
    assert not page.evaluate(CHOOSE, "P@10")["pair"]
    page.evaluate("document.querySelector('#pair').scrollIntoView({ behavior: 'instant' })")
    page.locator("#pair svg[aria-label^='P@10']").first.wait_for(state="attached")


def test_paper_has_what_is_chosen(page):
    page.evaluate("window.setTimeout = () => 0")
    assert not page.evaluate(CHOOSE, "P@10")["heatmap"]
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#heatmap svg[aria-label^='P@10']").count() == 1


def test_a_choice_that_changes_nothing_draws_nothing(page):
    before = page.locator("#heatmap svg").first.element_handle()
    page.evaluate("document.querySelector('#measure select').dispatchEvent(new Event('change'))")
    assert page.evaluate("(svg) => svg.isConnected", before)


def test_what_is_open_and_sorted_stays_so_when_something_is_chosen(opened, demo_page):
    page = opened(demo_page)
    page.locator("#pair summary").click()
    table = page.locator("#pair details table")
    table.get_by_role("button", name="topic", exact=True).press("Enter")
    choose_measure(page, "P@10")
    heads = table.locator("thead th").all_inner_texts()
    assert len(heads) > 2
    assert table.locator("th[aria-sort]").inner_text().split()[0] == "topic"
    names = table.locator("tbody th").all_inner_texts()
    assert names == sorted(names)
    assert page.evaluate("document.activeElement.textContent") == "topic"


#: How many elements a change of measure adds to each section that it changes, and how many the section has then.
WORK = """(measure) => {
    const observer = new MutationObserver(() => {});
    observer.observe(document.querySelector("main"), { attributes: true, characterData: true, childList: true, subtree: true });
    const list = document.querySelector("#measure select");
    list.value = [...list.options].find((option) => option.textContent === measure).value;
    list.dispatchEvent(new Event("change"));
    const work = {};
    for (const { target, addedNodes } of observer.takeRecords()) {
        const section = (target.closest ? target : target.parentElement)?.closest("section");
        if (!section) continue;
        work[section.id] ||= [0, section.querySelectorAll("*").length];
        for (const node of addedNodes) if (node instanceof Element) work[section.id][0] += 1 + node.querySelectorAll("*").length;
    }
    return work;
}"""


@pytest.mark.slow
@pytest.mark.parametrize(("height", "drawn"), [(900, {"leaderboard", "curves"}), (30_000, None)])
def test_a_change_draws_what_is_seen_and_nothing_twice(opened, demo_page, height, drawn):
    """The work, not the time: each element that comes into the page is there when all is drawn."""
    page = opened(demo_page, fresh=False, viewport={"width": 1280, "height": height})
    page.evaluate("window.setTimeout = () => 0")  # nobody rests
    work = page.evaluate(WORK, "P@10")
    if drawn:
        assert set(work) == drawn
    else:
        assert {"leaderboard", "heatmap", "pair", "topics"} <= set(work)
    for section, (added, there) in work.items():
        assert added <= there, section


def test_what_nobody_sees_is_not_laid_out(page):
    # What is near the window is known when a frame was drawn: until then it is waited for.
    is_laid_out = """([id, yes]) => document.querySelector(`#${id} svg`)
        .checkVisibility({ contentVisibilityAuto: true }) === yes"""
    page.wait_for_function(is_laid_out, arg=["leaderboard", True])
    page.wait_for_function(is_laid_out, arg=["pair", False])
    page.emulate_media(media="print")
    page.wait_for_function(is_laid_out, arg=["pair", True])
