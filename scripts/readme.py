"""Fills the blocks of README.md that show real output; the tests check that they are true."""

from __future__ import annotations

import doctest
import io
import re
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Commands that write a directory.
_WRITING = ("run", "pool")
_BLOCK = re.compile(r"(<!-- (?P<name>.+?) -->\n)(?P<content>.*?)(<!-- end -->)", re.DOTALL)


def config() -> str:
    """The demo's configuration without its comments."""
    lines = (ROOT / "configs/demo.yaml").read_text().splitlines()
    kept = "\n".join(line for line in lines if not line.startswith("#"))
    return f"```yaml\n{kept.strip()}\n```\n"


def printed(command: str) -> str:
    """What a command of harness prints for the demo; results go where nobody looks."""
    from harness.cli.main import main

    arguments = command.split()[1:]
    out = io.StringIO()
    with chdir(ROOT), tempfile.TemporaryDirectory() as folder, redirect_stdout(out):
        main([*arguments, *(["-o", f"{folder}/demo"] if arguments[0] in _WRITING else [])])
    return f"```\n{out.getvalue()}```\n"


def python(content: str) -> str:
    """The Python session with the results that its statements have now."""
    lines = ["```python"]
    names: dict[str, object] = {}
    for example in doctest.DocTestParser().get_examples(content):
        out = io.StringIO()
        with chdir(ROOT), redirect_stdout(out):
            exec(compile(example.source, "README.md", "single"), names)
        shown = "\n".join(line.rstrip() for line in out.getvalue().splitlines())
        lines += [f">>> {example.source.rstrip()}", *([shown] if shown else [])]
    return "\n".join([*lines, "```\n"])


def filled(text: str) -> str:
    """The README with every block but the measured ones as it should be now."""

    def fill(block: re.Match[str]) -> str:
        name, content = block["name"], block["content"]
        if name == "configs/demo.yaml":
            content = config()
        elif name.startswith("harness "):
            content = printed(name)
        elif name == "python":
            content = python(content)
        return f"{block[1]}{content}{block[4]}"

    return _BLOCK.sub(fill, text)


if __name__ == "__main__":
    readme = ROOT / "README.md"
    readme.write_text(filled(readme.read_text()))
