"""docs/comparing.md shows what the command line prints, and names what there is."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from harness.comparison import ALL_CORRECTIONS, TESTS


def examples(text: str) -> list[tuple[str, str]]:
    """The commands that are shown with their output."""
    blocks = re.findall(r"```console\n\$ (harness [^\n]*)\n(.*?)```", text, re.DOTALL)
    return [(command, output) for command, output in blocks if "\n$ " not in f"\n{output}"]


@pytest.fixture(scope="module")
def text(demo) -> str:
    return (demo / "docs" / "comparing.md").read_text(encoding="utf-8")


def test_every_example_prints_what_is_shown(text, demo):
    shown = examples(text)
    assert len(shown) == 7
    for command, output in shown:
        done = subprocess.run(
            [sys.executable, "-m", *command.split()],
            capture_output=True,
            text=True,
            check=True,
            cwd=demo,
        )
        assert done.stdout == output, command


def test_every_test_and_correction_is_named(text):
    for name, test in TESTS.items():
        assert f"| `{name}` | {test.label}: {test.question} |" in text
    for name in ALL_CORRECTIONS:
        assert f"`{name}`" in text


def test_the_example_in_python_works(text, demo, tmp_path, monkeypatch):
    import harness
    from harness.results import write_results

    monkeypatch.chdir(tmp_path)
    (tmp_path / "results").mkdir()
    write_results(harness.run(demo / "configs/demo.yaml").results(), "results/demo")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    names: dict = {}
    exec(code, names)
    assert names["comparison"].against().family.size == 16
    assert names["board"].table.measure == "AP"
