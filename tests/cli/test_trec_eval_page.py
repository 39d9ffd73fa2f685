"""The page of deliberate differences is what the records say, and what their examples print."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from harness.selftest.comparing import DIFFERENCES
from harness.selftest.tools import TOOLS
from tests.each import each

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script():
    """The script that makes the page."""
    path = ROOT / "scripts/differences.py"
    spec = importlib.util.spec_from_file_location("differences", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_made_of_the_records_and_of_what_their_examples_print(
    script, harness, monkeypatch
):
    def call(words, folder):
        monkeypatch.chdir(folder)
        done = harness(*words)
        assert done.status == (2 if "Error" in done.err else 0)
        return script.printed(done.out, done.err)

    text = script.PAGE.read_text(encoding="utf-8")
    made = script.filled(text, call)
    monkeypatch.chdir(ROOT)
    # Line by line: a difference in a page of some hundred lines is found at once.
    assert made.splitlines() == text.splitlines(), "run: python scripts/differences.py"


@each(DIFFERENCES)
def test_a_difference_is_told_in_full(one):
    assert one.theirs.strip()
    assert one.ours.strip()
    assert one.why.strip()
    assert any(command.startswith("harness ") for command in one.example)
    assert set(one.versions) <= {"9", "10"}
    assert one.tool == "trec_eval" or not one.versions
    assert any(one.tool in name for name in TOOLS)


def test_every_row_has_an_example(script):
    text = script.PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE)
    assert rows == [one.code for one in DIFFERENCES]
    assert set(re.findall(r"<!-- ([\w-]+) -->\n```console", text)) == {"files", *rows}


def test_the_help_of_eval_and_the_readme_lead_to_the_page(harness, demo):
    assert "docs/trec_eval.md" in " ".join(harness("eval", "--help").out.split())
    assert "docs/trec_eval.md" in (demo / "README.md").read_text()
