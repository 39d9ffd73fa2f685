"""How the page's modules become one script, and how a section comes into the page."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from harness.report.page import document, render_page

ROOT = Path(__file__).parents[3]
WEB = ROOT / "scripts" / "web"
SCRIPTS = ROOT / "harness" / "report" / "page" / "scripts"


def bundle(node: str, folder: Path, output: Path) -> str:
    """The one script made of the modules in a folder."""
    subprocess.run([node, WEB / "bundle.mjs", folder, output], check=True, timeout=60)
    return output.read_text(encoding="utf-8")


def test_the_bundle_is_that_of_the_modules(node, tmp_path):
    current = bundle(node, SCRIPTS, tmp_path / "bundle.js")
    assert current == document.read("bundle.js"), "run: node scripts/web/bundle.mjs"


def test_every_section_has_its_place(window):
    headings = window.locator("main h2").all_inner_texts()
    assert headings == [
        *("Leaderboard", "Precision and recall", "Topics and runs", "Two runs", "Topics"),
        *("One run", "Quality of the data", "How this was computed"),
    ]
    assert window.locator("nav a").all_inner_texts() == headings[:-1]


def test_a_new_module_is_a_new_section(opened, demo_report, node, tmp_path, monkeypatch):
    folder = shutil.copytree(SCRIPTS, tmp_path / "scripts")
    (folder / "a_new_one.js").write_text(
        """/* Two and two. */

import { section } from "./core.js";
import { html } from "./preact.js";

section({ id: "sum", title: "A sum", order: 15 }, () => html`<p>${2 + 2}</p>`);
"""
    )
    text = bundle(node, folder, tmp_path / "bundle.js")
    read = document.read
    monkeypatch.setattr(document, "read", lambda name: text if name == "bundle.js" else read(name))
    path = tmp_path / "page.html"
    path.write_text(render_page(demo_report), encoding="utf-8")
    page = opened(path)
    assert page.locator("#sum .content").inner_text() == "4"
    headings = page.locator("h2").all_inner_texts()
    assert headings[:3] == ["Leaderboard", "A sum", "Precision and recall"]
    assert page.locator("nav a[href='#sum']").inner_text() == "A sum"


@pytest.mark.parametrize(
    "command",
    [
        ("tsc", "--project", "scripts/web"),
        (
            *("eslint", "--config", "scripts/web/eslint.config.js"),
            *("harness/report/page/scripts", "harness/judging/server/static"),
        ),
    ],
    ids=lambda command: command[0],
)
def test_the_scripts_are_typed_and_without_lint(node, command):
    tool = WEB / "node_modules" / ".bin" / command[0]
    checked = subprocess.run(
        [tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
