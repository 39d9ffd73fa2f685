"""The page of deliberate differences from trec_eval: every example prints what it shows."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/trec_eval.md"
BLOCKS = dict(re.findall(r"<!-- ([\w-]+) -->\n```console\n(.*?)```", PAGE.read_text(), re.DOTALL))
ROWS = re.findall(r"^\| `([\w-]+)` \|", PAGE.read_text(), re.MULTILINE)


def commands_of(block: str) -> list[tuple[str, str]]:
    """Each command of a block, and what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    assert parts[0] == ""
    return list(zip(parts[1::2], parts[2::2], strict=True))


def test_every_difference_has_an_example_and_every_example_a_difference():
    assert len(ROWS) == len(set(ROWS)) >= 17
    assert set(BLOCKS) == {"files", *ROWS}


def test_every_difference_is_told_in_full():
    for line in PAGE.read_text().splitlines():
        if line.startswith("| `"):
            assert all(cell.strip() for cell in line.strip("|").split("|")), line


@pytest.mark.parametrize("name", ROWS)
def test_an_example_prints_what_the_page_shows(harness, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    measured = 0
    for command, shown in commands_of(BLOCKS["files"]) + commands_of(BLOCKS[name]):
        if command.startswith("printf "):
            subprocess.run(["bash", "-c", command], check=True)
            assert shown == ""
            continue
        done = harness(*shlex.split(command)[1:])
        printed = done.out + "".join(
            line + "\n" for line in done.err.splitlines() if not line.startswith(("Usage", "Try"))
        ).lstrip("\n")
        assert printed == shown
        assert done.status == (2 if "Error" in shown else 0)
        measured += 1
    assert measured >= 1


def test_the_help_of_eval_and_the_readme_lead_to_the_page(harness, demo):
    assert "docs/trec_eval.md" in " ".join(harness("eval", "--help").out.split())
    assert "docs/trec_eval.md" in (demo / "README.md").read_text()
