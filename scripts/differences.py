"""Fills docs/trec_eval.md from the records of deliberate differences; the tests check it.

Tables and examples stand between ``<!-- differences from … -->`` or ``<!-- examples of
differences -->`` and ``<!-- end -->``. The examples are run: the page shows what they print.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.selftest.comparing import DIFFERENCES
from harness.selftest.other_differences import FROM_OTHERS, Difference
from harness.selftest.trec_eval_differences import FROM_TREC_EVAL

PAGE = Path(__file__).resolve().parent.parent / "docs/trec_eval.md"
_BLOCK = re.compile(r"(<!-- ((?:differences|examples) [\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_FILES = re.compile(r"<!-- files -->\n```console\n(.*?)```", re.DOTALL)

#: What ``harness`` prints when it is called with these words in a directory.
Call = Callable[[list[str], Path], str]


def rows_from_trec_eval() -> Iterator[str]:
    """The table of the differences from trec_eval."""
    yield "| difference | versions | trec_eval | harness | why |"
    yield "|---|---|---|---|---|"
    for one in FROM_TREC_EVAL:
        versions = ", ".join(one.versions or ("9", "10"))
        yield f"| `{one.code}` | {versions} | {one.theirs} | {one.ours} | {one.why} |"


def rows_from_others() -> Iterator[str]:
    """The table of the differences from other evaluators."""
    yield "| difference | evaluator | there | harness | why |"
    yield "|---|---|---|---|---|"
    for one in FROM_OTHERS:
        yield f"| `{one.code}` | {one.tool} | {one.theirs} | {one.ours} | {one.why} |"


def examples(files: Iterable[str], call: Call) -> Iterator[str]:
    """The example of each difference, with what its commands print."""
    for one in DIFFERENCES:
        yield from ["", f"{one.before}\n"] if one.before else [""]
        yield f"<!-- {one.code} -->\n```console"
        yield from _session(one, files, call)
        yield "```"


def _session(one: Difference, files: Iterable[str], call: Call) -> Iterator[str]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for command in files:
            _make(command, folder)
        for command in one.example:
            yield f"$ {command}"
            if command.startswith("printf "):
                _make(command, folder)
            elif printed := call(shlex.split(command)[1:], folder).rstrip("\n"):
                yield printed


def _make(command: str, folder: Path) -> None:
    subprocess.run(["bash", "-c", command], cwd=folder, check=True)


def filled(text: str, call: Call) -> str:
    """The page with tables and examples as they should be now."""
    found = _FILES.search(text)
    files = [line.removeprefix("$ ") for line in found[1].splitlines()] if found else []
    parts = {
        "differences from trec_eval": rows_from_trec_eval,
        "differences from others": rows_from_others,
        "examples of differences": lambda: examples(files, call),
    }
    return _BLOCK.sub(
        lambda block: block[1] + "\n".join(parts[block[2]]()).lstrip() + f"\n{block[3]}", text
    )


def printed(out: str, err: str) -> str:
    """What a reader is shown of both outputs: all but how a command is used."""
    told = [line for line in err.splitlines() if not line.startswith(("Usage", "Try"))]
    return out + "\n".join(told).lstrip("\n")


def _call(words: list[str], folder: Path) -> str:
    program = str(Path(sys.executable).with_name("harness"))
    done = subprocess.run(
        [program, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    return printed(done.stdout, done.stderr)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), _call), encoding="utf-8")
