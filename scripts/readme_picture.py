"""Takes the README's picture: the top of the demo's report in a real Chromium."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from harness.report.page import render_page
from harness.workflows.report import gather_report

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Evaluate the demo task, open its page and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs/report.png")
    arguments = parser.parse_args()
    page_text = render_page(gather_report(ROOT / "configs/demo.yaml").value)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        place = Path(folder, "demo.html")
        place.write_text(page_text, encoding="utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 880})
        page.goto(place.as_uri())
        page.wait_for_selector("html[data-ready=yes]")
        page.screenshot(path=arguments.out)
        browser.close()


if __name__ == "__main__":
    main()
