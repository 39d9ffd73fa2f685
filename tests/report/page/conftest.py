"""A real browser on the page of the demo task."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.report.page import render_page
from harness.report.report import Report
from harness.workflows.report import report_of

DEMO = Path(__file__).parents[3] / "configs" / "demo.yaml"

#: Where a browser may be, if its name is not on the path.
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

#: Nothing but the page: no updates, no looking for hosts.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def demo_report() -> Report:
    return report_of(DEMO, roc=True).value


@pytest.fixture(scope="session")
def demo_page(demo_report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("page") / "demo.html"
    place.write_text(render_page(demo_report), encoding="utf-8")
    return place


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Chromium; where there is none the tests are skipped, unless one is required."""
    found = next((shutil.which(name) for name in NAMES if shutil.which(name)), None)
    if found is None:
        if os.environ.get("HARNESS_REQUIRE_BROWSER"):
            pytest.fail("no Chromium, and HARNESS_REQUIRE_BROWSER is set")
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def opened(browser) -> Iterator[Callable[..., object]]:
    """Opens a file in a new window. Whatever the page complains about fails the test."""
    complaints: list[str] = []
    contexts = []

    def open_page(place: Path, *, ready: bool = True, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
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
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
