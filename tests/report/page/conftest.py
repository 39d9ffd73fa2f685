"""A real browser on the page of the demo task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.report.report import Report
from harness.workflows.report import gather_report
from tests.report.page.tasks import LAY_OUT, written

DEMO = Path(__file__).parents[3] / "configs" / "demo.yaml"


@pytest.fixture(scope="session")
def demo_report() -> Report:
    return gather_report(DEMO, roc=True).value


@pytest.fixture(scope="session")
def demo_page(demo_report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(demo_report, tmp_path_factory.mktemp("page") / "demo.html")


#: Tests read sections that nobody sees: after each event they are brought up to date, as for paper.
KEEP_FRESH = """() => {
    const refresh = () => ["beforeprint", "afterprint"].forEach((name) => window.dispatchEvent(new Event(name)));
    for (const event of ["change", "input", "click", "keydown", "hashchange"]) window.addEventListener(event, refresh);
}"""


@pytest.fixture
def opened(browser) -> Iterator[Callable[..., object]]:
    """Opens a file in a new window. Whatever the page complains about fails the test."""
    complaints: list[str] = []
    contexts = []

    def open_page(place: Path, *, ready: bool = True, fresh: bool = True, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        if fresh:
            context.add_init_script(LAY_OUT)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda m: complaints.append(m.text) if m.type != "log" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda request: (
                complaints.append(f"asked for {request.url}")
                if not request.url.startswith(("file:", "data:", "blob:"))
                else None
            ),
        )
        page.goto(place.as_uri())
        if ready:
            page.wait_for_selector("html[data-ready=yes]")
            if fresh:
                page.evaluate(KEEP_FRESH)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def window(browser, demo_page):
    """The page of the demo task, for tests that only look at it."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(LAY_OUT)
    page.goto(demo_page.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    yield page
    page.close()
