"""Commands that are killed while they put what they wrote in its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.results.existing import MANIFEST, hash_file, object_in

ROOT = Path(__file__).resolve().parent.parent.parent
DEMO = str(ROOT / "configs/demo.yaml")
KILLED = """
import os, sys
from harness.cli.main import main
left = int(sys.argv[1])

def hook(event, arguments):
    global left
    if event == "os.rename" and "out" in str(arguments):
        left -= 1
        if not left:
            os.kill(os.getpid(), 9)

sys.addaudithook(hook)
main(sys.argv[2:])
"""


def state(place: Path) -> dict[str, str]:
    """The hash of each file of a directory, which must be as its manifest says."""
    found = {
        path.relative_to(place).as_posix(): hash_file(path)
        for path in place.rglob("*")
        if path.is_file() and path.name not in ("manifest.json", "log.json")
    }
    assert found == object_in(place / MANIFEST)["files"]
    return found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    ("first", "then", "read"),
    [
        (["pool", DEMO], ["--depth", "3", "--force"], ["pool", "rebuild", "out"]),
        (["report", "sheets", DEMO], ["--force"], []),
    ],
)
def test_a_command_that_is_killed_leaves_the_old_or_the_new_whole(
    harness, tmp_path, monkeypatch, first, then, read
):
    monkeypatch.chdir(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert harness(*first, "-o", "out").status == 0
    for number in (1, 2, 3):
        command = [sys.executable, "-c", KILLED, str(number), *first, "-o", "out", *then]
        done = subprocess.run(command, check=False, env=environment, capture_output=True)
        assert done.returncode == -9
        assert Path("out").exists() == (number != 2)
        if read:
            assert harness(*read).status == 0
        else:
            assert harness(*first, "-o", "out").status == 0
        state(Path("out"))
        assert [path.name for path in tmp_path.iterdir()] == ["out"]
