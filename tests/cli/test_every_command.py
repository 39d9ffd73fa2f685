"""Every command, and every command of a group, is documented."""

import re
from pathlib import Path

import click
import pytest

from harness.cli.main import COMMANDS, cli
from tests.each import each

ROOT = Path(__file__).resolve().parents[2]


def commands():
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        yield name
        if isinstance(command, click.Group):
            yield from (f"{name} {part}" for part in command.commands)


@pytest.fixture(scope="module")
def written():
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return re.sub(r"\s+", " ", " ".join(page.read_text(encoding="utf-8") for page in pages))


@each(commands())
def test_every_command_is_documented(command, written):
    """By its name after ``harness``."""
    assert re.search(rf"harness {command}\b", written), f"say in docs what `harness {command}` does"
