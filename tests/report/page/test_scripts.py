"""How the page's modules become one script, and how a section comes into the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from harness.report.page import document, render_page
from harness.report.page.modules import joined, modules, sections

ROOT = Path(__file__).parents[3]


def test_modules_stand_after_what_they_import_and_each_once():
    script = joined(modules())
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    for name, text in modules().items():
        for needed in re.findall(r'from "\./(\w+)\.js"', text):
            declared = re.search(
                r"^export (?:async )?(?:function|const|let) (\w+)", modules()[needed], re.MULTILINE
            )
            own = re.search(
                r"^(?:export )?(?:async )?(?:function|const|let) (\w+)", text, re.MULTILINE
            )
            if own is None:  # a section without functions
                continue
            assert script.count(f"function {own[1]}(") <= 1
            positions = [
                re.search(rf"(function|const|let) {m[1]}\b", script).start()
                for m in (declared, own)
            ]
            assert positions == sorted(positions), (name, needed)


@pytest.mark.parametrize(
    ("scripts", "message"),
    [
        ({"a": "const x = 1;\n", "b": "function x() {\n}\n"}, "two scripts declare x"),
        ({"a": 'import b from "./b.js";\n', "b": "export const b = 1;\n"}, "a.js: imports are"),
        ({"a": "export default 1;\n"}, "a.js: imports are"),
        ({"a": 'import { b } from "./b.js";\n', "b": 'import { a } from "./a.js";\n'}, "cycle"),
    ],
)
def test_what_cannot_be_joined_is_refused(scripts, message):
    with pytest.raises(ValueError, match=message):
        joined(scripts)


def test_every_section_is_declared_once_and_has_its_place():
    declared = sections(modules())
    calls = sum(len(re.findall(r"^section\(", text, re.MULTILINE)) for text in modules().values())
    assert len(declared) == calls == 7
    for part in ("id", "title", "order"):
        assert len({getattr(section, part) for section in declared}) == calls
    assert all(section.title for section in declared)


def test_a_new_script_is_a_new_section(opened, demo_report, tmp_path, monkeypatch):
    new = """/* Two and two. */

import { section } from "./core.js";
import { html } from "./preact.js";

section({ id: "sum", title: "A sum", order: 15, lead: "Of two." }, () => html`<p>${2 + 2}</p>`);
"""
    scripts = {**modules(), "a_new_one": new}
    monkeypatch.setattr(document, "modules", lambda: scripts)
    document._script.cache_clear()
    try:
        path = tmp_path / "page.html"
        path.write_text(render_page(demo_report), encoding="utf-8")
    finally:
        document._script.cache_clear()
    page = opened(path)
    assert page.locator("#sum .content").inner_text() == "4"
    headings = page.locator("h2").all_inner_texts()
    assert headings[:3] == ["Leaderboard", "A sum", "Precision and recall"]
    assert page.locator("nav a[href='#sum']").inner_text() == "A sum"


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("preact", "preact/dist/preact.min.umd.js"),
        ("hooks", "preact/hooks/dist/hooks.umd.js"),
        ("htm", "htm/dist/htm.umd.js"),
    ],
)
def test_libraries_are_as_published(name, published):
    original = ROOT / "scripts" / "web" / "node_modules" / published
    if not original.exists():
        if os.environ.get("HARNESS_REQUIRE_NODE"):
            pytest.fail("no node_modules in scripts/web, and HARNESS_REQUIRE_NODE is set")
        pytest.skip("the libraries are not installed: npm ci --prefix scripts/web")
    lines = original.read_text(encoding="utf-8").splitlines(keepends=True)
    own = (ROOT / "harness/report/page/libraries" / f"{name}.js").read_text(encoding="utf-8")
    assert own == "".join(line for line in lines if not line.startswith("//# sourceMappingURL"))


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
def test_the_scripts_are_typed_and_without_lint(command):
    """As `npm ci` in scripts/web installs the tools."""
    tool = ROOT / "scripts" / "web" / "node_modules" / ".bin" / command[0]
    if not tool.exists() or shutil.which("node") is None:
        if os.environ.get("HARNESS_REQUIRE_NODE"):
            pytest.fail("no node_modules in scripts/web, and HARNESS_REQUIRE_NODE is set")
        pytest.skip("the tools are not installed: npm ci --prefix scripts/web")
    checked = subprocess.run(
        [tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
