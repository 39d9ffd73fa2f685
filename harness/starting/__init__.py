"""``harness init``: recognise the files of a folder, and write a first task file; the demo."""

from __future__ import annotations

from pathlib import Path

from harness.core.errors import InputError, Problem
from harness.formats.unfinished import write_together

#: The task file of the demo, in the folder that it is written to.
TASK = "configs/demo.yaml"
_FOLDERS = ("qrels/demo", "runs/demo")


def demo_files() -> dict[str, bytes]:
    """Return the files of the demo by path, from the package or the source tree."""
    package = Path(__file__).parents[1]
    start = package / "demo" if (package / "demo").is_dir() else package.parent
    paths = [start / TASK, *(path for name in _FOLDERS for path in (start / name).iterdir())]
    if not (start / TASK).is_file():
        raise InputError(Problem("the demo did not come with this package", str(start)))
    return {path.relative_to(start).as_posix(): path.read_bytes() for path in sorted(paths)}


def write_demo(folder: Path) -> Path:
    """Write the demo task to a folder, and return its task file; existing files stay.

    Raises `InputError`, before anything is written, if another file is in the place of one.
    """
    files = demo_files()
    others = [
        path
        for name, content in files.items()
        if (path := folder / name).exists()
        and not (path.is_file() and path.read_bytes() == content)
    ]
    if others:
        hint = "name a folder that is not there yet: harness demo FOLDER"
        raise InputError(
            Problem("another file is in the place of one of the demo", str(path), hint=hint)
            for path in others
        )
    paths = {folder / name: content for name, content in files.items()}
    write_together({path: content for path, content in paths.items() if not path.exists()})
    return folder / TASK
