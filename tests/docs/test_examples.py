"""What README, the pages of docs and the notebooks show is what is printed."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from pathlib import Path

import click
import pytest

from harness.cli.main import cli
from tests.each import each
from tests.nightly import now

ROOT = Path(__file__).resolve().parents[2]
UPDATE = "run: python scripts/examples.py"


def _examples():
    spec = importlib.util.spec_from_file_location("examples", ROOT / "scripts/examples.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


examples = _examples()
PAGES = {str(path.relative_to(ROOT)): path for path in examples.pages()}
#: Pages executed with every change: the first to be read, guides of extensions and short ones.
AT_ONCE = ("README.md", "docs/gate.md", "docs/how-to/score-a-run.md")
NOTEBOOKS = {path.name: path for path in examples.notebooks()}


def test_the_readme_is_short_and_executed():
    assert "README.md" in PAGES
    assert len(PAGES["README.md"].read_text(encoding="utf-8").splitlines()) <= 120


def test_the_readme_measures_what_the_benchmarks_did():
    """Each row beside other tools is one of the table that scripts/bench wrote."""
    measured = {}
    for line in (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().replace("**", "") for cell in line.split("|")[1:-1]]
        if len(cells) == 8 and cells[1].isdigit():
            tool, runs, measures, seconds, _, ratio, memory, equal = cells
            median, times = seconds.split(" / ")[1], ratio.partition(" ")[0]
            kept = [measures, median, times, memory, equal.partition(" (")[0]]
            measured[tool, runs] = kept
    readme = PAGES["README.md"].read_text(encoding="utf-8")
    table = readme.split("## Compared with other tools")[1].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in table.splitlines()
        if re.match(r"\| \w[^|]*\| \d", line)
    ]
    assert len(rows) >= 6
    assert [row for row in rows if measured[row[0], row[1]] != row[2:]] == []


#: What scripts write into pages, from declarations and measurements.
WRITTEN = re.compile(
    r"<!-- (keys|differences|examples|scripts/bench)[^>]*-->\n.*?<!-- end( of paths)? -->",
    re.DOTALL,
)


def test_what_people_wrote_can_be_read_in_an_afternoon():
    """At most 40,000 words, without what scripts write and what examples print."""
    words = 0
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if "generated" in path.parts or path.name == "calibration.md":
            continue
        if "<!-- session:" in text:
            text = re.sub(r"(?<=```console\n).*?(?=```)", typed, text, flags=re.DOTALL)
        words += len(WRITTEN.sub("", text).split())
    assert words <= 40_000


@each(("README.md", "CONTRIBUTING.md", "docs/*.md", "docs/extending/*.md", "docs/how-to/*.md"))
def test_an_item_of_a_list_begins_a_line(pages: str):
    for path in ROOT.glob(pages):
        text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.findall(r"[.,;:)] \* .*", text), path


def typed(block: re.Match[str]) -> str:
    """The commands of a session, without what they print."""
    return "\n".join(line for line in block[0].splitlines() if line.startswith("$ "))


def test_every_file_the_readme_links_to_is_there():
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(links) >= 4
    assert [link for link in links if not (ROOT / link).is_file()] == []


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="the examples are those of a POSIX shell")
@pytest.mark.parametrize("name", now(lambda it: it in AT_ONCE or "extending" in it, PAGES))
def test_the_examples_of_a_page_are_true(name):
    text = PAGES[name].read_text(encoding="utf-8")
    filled = examples.filled_page(text)
    assert examples.comparable(filled) == examples.comparable(text), UPDATE


def test_the_tutorial_and_the_recipes_are_executed():
    recipes = {str(path.relative_to(ROOT)) for path in (ROOT / "docs/how-to").glob("*.md")}
    recipes -= {"docs/how-to/their-line.md"}  # tests/docs/test_their_line.py
    assert recipes | {"docs/tutorial.md", "docs/gate.md"} <= PAGES.keys()


#: Pages of commands that are no sessions: what executes them, or why nothing can.
NO_SESSIONS = {
    "docs/how-to/their-line.md": "tests/docs/test_their_line.py",
    "docs/trec_eval.md": "tests/cli/test_trec_eval_page.py",
    "docs/judging-models.md": "tests/judging/test_models.py",
    "docs/installation.md": "makes an environment",
    "docs/scale.md": "installs packages and needs a cluster",
}
SHOWN = re.compile(r"```(?:console|shell|sh|bash)\n(.*?)```", re.DOTALL)


def _written():
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if "generated" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def test_every_page_that_shows_commands_is_executed():
    shown = {name for name, text in _written() if SHOWN.search(text)}
    assert shown - PAGES.keys() == NO_SESSIONS.keys()
    files = [reason for reason in NO_SESSIONS.values() if reason.startswith("tests/")]
    assert [name for name in files if not (ROOT / name).is_file()] == []


def test_commands_that_nothing_executes_are_at_least_in_the_grammar():
    lines = [
        (name, line.removeprefix("$ "))
        for name, text in _written()
        if name in {"docs/installation.md", "docs/judging-models.md", "docs/scale.md"}
        for block in SHOWN.findall(text)
        for line in block.splitlines()
        if line.removeprefix("$ ").startswith("harness ")
    ]
    assert len(lines) >= 8
    for name, line in lines:
        words = shlex.split(line.split(" | ")[0], comments=True)[1:]
        assert refused(words) is None, f"{name}: {line}"
    assert refused(["run", "--no-such-option"]) is not None
    assert refused(["judge", "no-such-command"]) is not None


def refused(words: list[str]) -> str | None:
    """Return why commands and options do not exist; values and files are not looked at."""
    command: click.Command = cli
    context = click.Context(cli)
    try:
        while isinstance(command, click.Group):
            opened = [word for word in words if not word.startswith("-")]
            if not opened or command.get_command(context, opened[0]) is None:
                break
            command = command.get_command(context, opened[0])
            words = words[words.index(opened[0]) + 1 :]
            context = click.Context(command, parent=context)
        if isinstance(command, click.Group) and not command.invoke_without_command:
            return f"no command in {words}"
        command.make_parser(context).parse_args(words)
    except click.UsageError as error:
        return str(error)
    return None


def test_a_page_is_one_session(tmp_path):
    page = """<!-- session: configs -->
<!-- file a.txt -->
```text
one
two
```
```console
$ mkdir inner
$ cd inner; cat ../a.txt \\
> | head -1
stale
$ ls ../configs/demo.yaml; (exit 3) || echo "status $?"
```
```pycon
>>> from pathlib import Path
>>> for name in ["a"]:
...     print(Path.cwd().name, name)
stale
```
```shell
test -d ../configs
```
<!-- later -->
```console
$ exit 1
```
"""
    filled = examples.filled_page(page)
    assert "$ cd inner; cat ../a.txt \\\n> | head -1\none\n$ ls" in filled
    assert "demo.yaml\nstatus 3\n```" in filled
    assert "...     print(Path.cwd().name, name)\ninner a\n```" in filled
    assert "stale" not in filled
    assert filled.endswith("$ exit 1\n```\n")


@pytest.mark.processes
def test_a_command_that_fails_is_no_example():
    with pytest.raises(SystemExit, match="status 2"):
        examples.filled_page("<!-- session: configs -->\n```console\n$ harness no-such\n```\n")
    with pytest.raises(SystemExit, match="status 2"):
        examples.filled_page("<!-- session: configs -->\n```shell\nharness no-such\n```\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_prints_what_it_shows(name, monkeypatch):
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    shown = NOTEBOOKS[name].read_text(encoding="utf-8")
    assert examples.comparable(examples.executed(NOTEBOOKS[name])) == examples.comparable(shown), (
        UPDATE
    )
    assert '"image/png": "iVBOR' in shown, "a picture"


def test_there_is_a_notebook():
    assert "compare_systems.ipynb" in NOTEBOOKS
