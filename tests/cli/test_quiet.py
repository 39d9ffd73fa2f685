"""What a command loads before it works, and what it prints where only its output is wanted."""

from __future__ import annotations

import subprocess
import sys

import pytest

from harness.cli.main import COMMANDS
from tests.each import each
from tests.nightly import now


@each(COMMANDS)
def test_help_loads_no_library_but_that_of_settings(command):
    heavy = {"numpy", "polars", "scipy", "pandas", "yaml", "regex", "rich", "asyncio", "sqlite3"}
    code = (
        "import sys\nfrom harness.cli.main import cli\n"
        f"cli([{command!r}, '--help'], standalone_mode=False)\n"
        "sys.stderr.write(' '.join({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.startswith("Usage: ")
    assert not heavy & set(done.stderr.split())


@pytest.mark.parametrize("words", [["--help"], ["eval", "--help"], ["eval", "-q", "QRELS", "RUN"]])
def test_what_must_start_at_once_loads_no_models(demo, words):
    files = {"QRELS": demo / "qrels/demo/qrels.txt", "RUN": demo / "runs/demo/keeper-qld.run"}
    call = [str(files.get(word, word)) for word in words]
    code = (
        "import sys\nfrom harness.cli.main import main\n"
        f"main({call!r})\nsys.stderr.write(str('pydantic' in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.endswith("False")


QUIET = {
    "compare": ["compare", "TASK", "--format", "csv"],
    "diagnose": ["diagnose", "TASK", "--format", "csv"],
    "report": ["report", "TASK", "-o", "page.html"],
    "figures": ["report", "figures", "TASK", "-o", "figs"],
    "sheets": ["report", "sheets", "TASK", "-o", "sheets"],
    "eval": ["eval", "q.txt", "r.run", "s.run"],
    "convert": ["convert", "--to", "tsv", "TOPICS"],
}


@pytest.mark.long
@pytest.mark.parametrize("name", QUIET)
def test_quiet_leaves_the_output_as_it_is_and_nothing_beside_it(
    harness, demo, tmp_path, monkeypatch, name
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.txt").write_text("1 0 a 1\n2 0 b 1\n")
    for run in "rs":
        (tmp_path / f"{run}.run").write_text(f"1 Q0 a 1 2 {run}\n1 Q0 x 2 1 {run}\n")
    (tmp_path / "t.yaml").write_text("qrels: q.txt\nruns: '*.run'\n")
    files = {"TASK": "t.yaml", "TOPICS": str(demo / "qrels/demo/topics.txt")}
    call = [files.get(word, word) for word in QUIET[name]]
    loud = harness(*call)
    assert (loud.status, loud.err != "") == (0, True)
    for path in (tmp_path / "figs", tmp_path / "sheets"):
        if path.exists():
            path.rename(path.with_name(f"{path.name}-loud"))
    quiet = harness(*call, "--quiet")
    assert (quiet.status, quiet.out, quiet.err) == (0, loud.out, "")
    wrong = harness(*call, "nothing-of-this-name", "--quiet")
    assert (wrong.status, wrong.err != "") == (2, True)


@pytest.mark.long
@pytest.mark.parametrize(
    "form", now(["table", "json"], ["table", "markdown", "latex", "tsv", "json"])
)
@each(
    [["compare"], ["compare", "power"], ["pool", "cost"], ["diagnose"], ["report", "topics"]],
    "call",
)
def test_who_wants_quiet_gets_no_notes(harness, demo, call, form):
    loud = harness(*call, demo / "configs/demo.yaml", "--format", form)
    quiet = harness(*call, demo / "configs/demo.yaml", "--format", form, "--quiet")
    assert (quiet.status, quiet.err) == (0, "")
    gone = loud.out.splitlines()
    assert all(line in gone for line in quiet.out.splitlines())
    assert len(quiet.out + quiet.err) < len(loud.out + loud.err)
