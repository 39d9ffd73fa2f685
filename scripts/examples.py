"""Executes the examples of README, docs and notebooks, and fills in what they print.

The tests do the same and fail where a page shows anything else. A page with
``<!-- session: PATH … -->`` is one session in a new folder, into which those paths of the
repository are copied:

* ``console`` blocks: each line after ``$`` is a command of the shell, in the folder that the last
  one went to (``cd``), and what follows is what it printed;
* ``shell`` blocks: commands, one a line, which must succeed; what they print is not shown;
* ``pycon`` blocks: statements of Python, which share their names;
* a block after ``<!-- file NAME -->`` is written to that file;
* a block after ``<!-- later -->`` is left alone: what it shows is not there yet.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SESSION = re.compile(r"<!-- session:(?P<paths>.*?)-->")
_FENCE = re.compile(
    r"(?:<!-- (?:file (?P<file>\S+)|(?P<later>later)) -->\n)?"
    r"```(?P<kind>\w+)\n(?P<content>.*?)(?<=\n)```$",
    re.DOTALL | re.MULTILINE,
)


def python(content: str, names: dict[str, object]) -> str:
    """A Python session with the results that its statements have now."""
    lines = []
    for example in doctest.DocTestParser().get_examples(content):
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(example.source, "example", "single"), names)
        first, *further = example.source.rstrip().splitlines()
        shown = "\n".join(line.rstrip() for line in out.getvalue().splitlines())
        lines += [f">>> {first}", *(f"... {line}" for line in further), *([shown] if shown else [])]
    return "\n".join([*lines, ""])


# Pages


class Session:
    """A folder in which the examples of a page follow one another."""

    def __init__(self, folder: Path) -> None:
        self.start = self.folder = folder
        self.names: dict[str, object] = {}

    def fill(self, fence: re.Match[str]) -> str:
        """The block with what it prints now."""
        kind, content = fence["kind"], fence["content"]
        if fence["later"]:
            return fence[0]
        if fence["file"]:
            path = self.folder / fence["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
            return fence[0]
        if kind == "console":
            content = "".join(self.shown(command) for command in commands(content))
        elif kind == "shell":
            for command in content.splitlines():
                self.shown(command)
        elif kind == "pycon":
            with chdir(self.folder):
                content = python(content, self.names)
        return f"```{kind}\n{content}```"

    def shown(self, command: str) -> str:
        """The command and what it prints; whoever expects a status other than 0 shows it."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        end = f'\nstatus=$?; pwd > "{self.start}/.folder"; exit $status'
        done = subprocess.run(
            ["bash", "-c", command.replace("\n> ", "\n") + end],
            cwd=self.folder,
            env={
                **os.environ,
                "PATH": path,
                "LC_ALL": "C.UTF-8",
                "NO_COLOR": "1",
                "PYTHONUNBUFFERED": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"$ {command}\n{done.stdout}status {done.returncode}")
        self.folder = Path((self.start / ".folder").read_text().strip())
        output = "\n".join(line.rstrip() for line in done.stdout.splitlines())
        return f"$ {command}\n" + (f"{output}\n" if output else "")


def commands(content: str) -> Iterator[str]:
    """The commands of a console block, each with its lines of continuation."""
    for match in re.finditer(r"^\$ (.*(?:\n> .*)*)", content, re.MULTILINE):
        yield match[1]


def filled_page(text: str) -> str:
    """A page with what its examples print now."""
    paths = _SESSION.search(text)["paths"].split()
    with tempfile.TemporaryDirectory() as folder:
        for name in paths:
            source, target = ROOT / name, Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        return _FENCE.sub(Session(Path(folder).resolve()).fill, text)


def pages() -> list[Path]:
    """README and the pages of docs that are sessions."""
    of_docs = sorted((ROOT / "docs").rglob("*.md"))
    found = [ROOT / "README.md", *(path for path in of_docs if "generated" not in path.parts)]
    return [path for path in found if _SESSION.search(path.read_text(encoding="utf-8"))]


# Notebooks


def notebooks() -> list[Path]:
    """The notebooks of docs."""
    return sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def executed(path: Path) -> str:
    """The notebook, executed now, as the text of its file."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", record_timing=False, resources={}
    )
    client.execute(cwd=str(ROOT))
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    # Warnings name the file of a cell, which is another one each time.
    return re.sub(r"[^\s\"]*ipykernel_\d+/\d+\.py", "cell", nbformat.writes(notebook)) + "\n"


def comparable(text: str) -> str:
    """A page without the sizes of files and the bytes of pictures: these differ by versions."""
    text = re.sub(r'"image/png": "[^"]*"', '"image/png": ""', text)
    return re.sub(r"\(\d+ kB\)", "(… kB)", text)


def update(path: Path, text: str) -> None:
    """Write what has changed, and say so."""
    if comparable(path.read_text(encoding="utf-8")) != comparable(text):
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    chosen = [Path(name).resolve() for name in sys.argv[1:]]

    def asked(paths: list[Path]) -> list[Path]:
        return [path for path in paths if not chosen or path in chosen]

    for page in asked(pages()):
        update(page, filled_page(page.read_text(encoding="utf-8")))
    for notebook in asked(notebooks()):
        update(notebook, executed(notebook))
