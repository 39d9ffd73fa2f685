"""Both halves of each block of docs/how-to/their-line.md give the same numbers."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/how-to/their-line.md").read_text(encoding="utf-8")
PAIRS = re.findall(r"<!-- pair (\w+) -->\n```(\w+)\n(.*?)```\n", PAGE, re.DOTALL)
#: Prints what both halves of Python gave, as numbers.
SHOWN = """
def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return sorted(number for part in value for number in numbers(part))
    return [float(value)]
print(*map(repr, numbers(theirs)))
print(*map(repr, numbers(ours)))
"""


@pytest.fixture
def folder(tmp_path):
    shutil.copy(ROOT / "qrels/demo/qrels.txt", tmp_path)
    for name, source in {"bm25": "skerry-tfidf", "dense": "fresnel-lsa"}.items():
        shutil.copy(ROOT / f"runs/demo/{source}.run", tmp_path / f"{name}.run")
    return tmp_path


def printed(command: list[str], folder: Path) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_there(tool: str, language: str) -> bool:
    if language == "python":
        return importlib.util.find_spec(tool) is not None
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return shutil.which(tool, path=path) is not None


def values(text: str) -> list[float]:
    """All values of an output, by size: means and topics, not counts."""
    return sorted(float(number) for number in re.findall(r"(?<![\w.])\d+\.\d{4}\b", text))


def test_there_are_pairs_of_every_tool():
    tools = {tool for tool, _, _ in PAIRS}
    assert tools == {"trec_eval", "ir_measures", "pytrec_eval", "ranx", "pyterrier"}


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(
    ("tool", "language", "block"),
    [pytest.param(*pair, id=f"{pair[0]}-{number}") for number, pair in enumerate(PAIRS)],
)
def test_their_line_and_ours_give_the_same_numbers(folder, tool, language, block):
    if not is_there(tool, language):
        pytest.skip(f"{tool} is not installed")
    if language == "shell":
        theirs, ours = (printed(line.split(), folder) for line in block.strip().splitlines())
        assert values(theirs), theirs
        assert values(ours) == values(theirs)
        return
    theirs, ours = printed([sys.executable, "-c", block + SHOWN], folder).splitlines()[-2:]
    expected = [float(number) for number in theirs.split()]
    assert expected
    assert [float(number) for number in ours.split()] == pytest.approx(expected, abs=1e-9)
