"""Every command that takes a task sees its runs as checked: repaired, or refused.

What a command prints of a task whose runs need repairs is what it prints of the task whose files
are as if repaired; without the repairs it prints something else. A new command has to be listed.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import click
import pytest

from harness.cli.main import cli, main
from tests.formats.test_archives import zipped
from tests.nightly import one_in
from tests.syntax import nodes

pytestmark = pytest.mark.long

#: The commands that take a task (or read what a target names), and what they are called with.
TAKES_A_TASK = {
    "run": "run t.yaml",
    "check": "check t.yaml",
    "pool": "pool t.yaml --by-topic",
    "pool bias": "pool bias t.yaml --cutoffs 1,2",
    "pool cost": "pool cost t.yaml --depths 1,2",
    "pool replay": "pool replay t.yaml --at 1,2",
    "compare components": "compare components t.yaml --factor group",
    "compare leaderboards": "compare leaderboards t.yaml t.yaml",
    "compare measures": "compare measures t.yaml --samples 20",
    "compare power": "compare power t.yaml",
    "compare ranks": "compare ranks t.yaml",
    "compare reliability": "compare reliability t.yaml",
    "compare replicability": "compare replicability t.yaml t.yaml --baseline low",
    "compare risk": "compare risk t.yaml --baseline low",
    "compare": "compare t.yaml --samples 20",
    "compare swaps": "compare swaps t.yaml",
    "compare topics": "compare topics t.yaml",
    "compare unjudged": "compare unjudged t.yaml low high",
    "compare variants": "compare variants t.yaml low high",
    "gate": "gate t.yaml t.yaml --budget AP=0.1 --fail-on worse",
    "diagnose": "diagnose t.yaml --run low",
    "report figures": "report figures t.yaml -o out",
    "report leaderboard": "report leaderboard t.yaml",
    "report": "report t.yaml -o out.html",
    "report sheets": "report sheets t.yaml -o out",
    "report table": "report table t.yaml",
    "report topics": "report topics t.yaml",
    "compare ties": "compare ties t.yaml --cutoffs 1,2",
}
#: The others: they take single files, directories of results or of pools, labels, or nothing.
TAKES_NO_TASK = {
    "labels",
    "compare design",
    "pool rebuild",
    "pool strategies",
    "diff",
    "eval",
    "selftest",
    "measures",
    "convert",
    "demo",
    "explain",
    "info",
    "init",
    "completion",
    "schema",
    "receive",  # whose files are those of the command line, checked by the task's rules
}
#: They take a task for its ledger. Those that need runs too, `next` and `agreement`, get them from
#: `make_pool` and `run`, as the commands above do.
OF_A_LEDGER = {
    f"judge {name}"
    for name in (
        *("add", "agreement", "backup", "diff", "export", "import", "link", "model", "next"),
        *("packet", "pool", "release", "serve", "simulate", "status"),
    )
}
#: What knows how to open run files, apart from the formats themselves: the runs of a task come
#: from the first alone; the others look at single files, or at a run's tag for its name.
OPENS_RUNS = {
    "inputs/reading.py",
    "inputs/chosen_runs.py",
    "starting/folder.py",
    "starting/kinds.py",
    "config/run_files.py",
    "validation/advice.py",
    "validation/checking.py",
    "cli/info.py",
}
OPENING = {"read_run", "read_runs", "parse_run", "parse_block", "check_run", "first_tag"}
OPENING |= {"parse_submission", "topic_blocks"}

TASK = """\
qrels: qrels.txt
runs: runs
participants: groups.tsv
measures: [AP, P@2]
pool: {depth: 2}
"""
CHECK = "check: {repairs: [rescore-by-rank, drop-lower-duplicates]}\n"
TOPICS = range(1, 9)
DOCS = ("a", "b", "c")


def _lines(name, docs, scores):
    return "".join(
        f"{topic} Q0 {doc}{topic} {rank} {score} {name}\n"
        for topic in TOPICS
        for rank, (doc, score) in enumerate(zip(docs, scores, strict=True), start=1)
    )


def _task(folder: Path, *, clean: bool, check: bool) -> Path:
    """A task whose run "low" has its scores upside down, and "high" a document twice."""
    (folder / "runs").mkdir(parents=True)
    low, high = _lines("low", "abc", [-1, -2, -3]), _lines("high", "bca", [-1, -2, -3])
    upside_down = _lines("low", "abc", [1, 2, 3])
    (folder / "runs" / "low").write_text(low if clean else upside_down)
    (folder / "runs" / "high").write_text(high if clean else f"{high}1 Q0 b1 4 -4 high\n")
    (folder / "runs" / "third").write_text(_lines("third", "cba", [-1, -2, -3]))
    (folder / "groups.tsv").write_text("run\tgroup\nlow\tL\nhigh\tH\nthird\tT\n")
    grades = "".join(
        f"{t} 0 a{t} 1\n{t} 0 b{t} {t % 2}\n{t} 0 c{t} {int(t % 3 == 0)}\n" for t in TOPICS
    )
    (folder / "qrels.txt").write_text(grades)
    (folder / "t.yaml").write_text(TASK + (CHECK if check else ""))
    return folder


def _commands(command, steps=()):
    if not isinstance(command, click.Group):
        return {" ".join(steps)}
    context = click.Context(command)
    names = command.list_commands(context)
    own = {" ".join(steps)} if hasattr(command, "default") else set()
    return own.union(*(_commands(command.get_command(context, n), (*steps, n)) for n in names))


def test_every_command_is_known_to_take_a_task_or_not():
    assert _commands(cli) == TAKES_A_TASK.keys() | TAKES_NO_TASK | OF_A_LEDGER


def test_nothing_else_opens_runs():
    root = Path(main.__code__.co_filename).parent.parent
    opening = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom | ast.Import)
        and any(alias.name in OPENING for alias in node.names)
    }
    faces = {
        name for name in opening if name.startswith("formats/") or name.endswith("__init__.py")
    }
    assert opening - faces == OPENS_RUNS


def _printed(harness, monkeypatch, folder, arguments):
    """Exit status and output, without what is said of repairs and of how long it took."""
    monkeypatch.chdir(folder)
    outcome = harness(*arguments.split())
    lines = [line for line in outcome.out.splitlines() if line and "repair" not in line]
    return outcome.status, lines, outcome.err


@pytest.mark.parametrize("name", one_in(2, TAKES_A_TASK))
def test_a_command_sees_the_runs_of_a_task_as_repaired(harness, monkeypatch, tmp_path, name):
    arguments = TAKES_A_TASK[name]
    dirty = _task(tmp_path / "dirty", clean=False, check=True)
    clean = _task(tmp_path / "clean", clean=True, check=True)
    raw = _task(tmp_path / "raw", clean=False, check=False)
    status, lines, err = _printed(harness, monkeypatch, dirty, arguments)
    expected = _printed(harness, monkeypatch, clean, arguments)
    assert expected[0] == 0, expected[2]
    if name == "check":  # it is there to say what is repaired
        assert status == 0
        assert "runs/third: nothing found" in lines
        assert not re.search(r"\b(error|warning)\b", "\n".join(lines))
    else:
        assert (status, lines) == expected[:2], err
        assert _drawings(dirty) == _drawings(clean)
    status, lines, err = _printed(harness, monkeypatch, raw, arguments)
    assert (status, lines) != expected[:2]
    # Without repairs "high" is refused, and what goes on without it says so.
    assert status != 1 or name == "check" or "runs/high:25:6: document" in err


def _drawings(folder):
    """Figures that were written; pages hold hashes of the files that they rest on."""
    return {path.name: path.read_bytes() for path in (folder / "out").rglob("*.svg")}


def test_a_refused_run_has_the_cause_and_no_line_of_what_it_explains(harness, tmp_path):
    """Nor the repairs that would drop it all: those of the lines are not those of the cause."""
    lines = "".join(f"X{t} Q0 d{n} {n} {9 - n} t\n" for t in range(1, 13) for n in range(1, 4))
    (tmp_path / "a.run").write_text(lines)
    (tmp_path / "b.run").write_text(lines.replace("X", "").replace(" d3 ", " d1 "))
    (tmp_path / "topics.tsv").write_text("".join(f"{t}\tlight\n" for t in range(1, 13)))
    (tmp_path / "q").write_text("".join(f"{t} 0 d1 1\n" for t in range(1, 13)))
    task = tmp_path / "t.yaml"
    task.write_text(
        "topics: topics.tsv\nqrels: q\nruns: [a.run, {path: b.run, name: b}]\n"
        "measures: [AP]\ncheck: {}\n"
    )
    for command in (["run"], ["pool", "-o", tmp_path / "p"], ["compare", "ties"]):
        got = harness(*command, task)
        first, second, last = got.err.splitlines()
        assert got.status == 2
        assert "topics seem to have the prefix 'X'" in first
        assert first.endswith("(repair: match-topics)")
        assert "b.run: all 12 topics, lines 3, 6, 9, …: document 'd1' again in topic '1'" in second
        assert "check.repairs: match-topics, drop-lower-duplicates)" in last


#: Commands that are asked for the run `high`, which is refused.
ASKS_FOR_A_REFUSED_RUN = [
    "compare t.yaml low high",
    "compare t.yaml --baseline high",
    "compare risk t.yaml --baseline high",
    "compare unjudged t.yaml low high",
    "compare variants t.yaml low high",
    "diagnose t.yaml --run high",
    "gate t.yaml high --baseline low --budget AP=0.1",
    "report figures t.yaml --run high -o out",
    "report table t.yaml --baseline high",
    "report topics t.yaml --run high",
]


@pytest.mark.parametrize("line", ASKS_FOR_A_REFUSED_RUN)
def test_who_asks_for_a_refused_run_is_told_why_it_is_not_there(
    harness, monkeypatch, tmp_path, line
):
    (tmp_path / "q.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 c 1\n")
    (tmp_path / "low.run").write_text("1 Q0 b 1 2 low\n2 Q0 c 1 3 low\n")
    (tmp_path / "middle.run").write_text("1 Q0 a 1 2 middle\n2 Q0 a 1 3 middle\n")
    (tmp_path / "high.run").write_text("1 Q0 a 1 x high\n")
    (tmp_path / "t.yaml").write_text('qrels: q.txt\nruns: "*.run"\nmeasures: [AP]\n')
    status, _, err = _printed(harness, monkeypatch, tmp_path, line)
    assert status == 2
    assert err.count("high.run:1:10: the score 'x' is not a number") == 1


@pytest.mark.parametrize("name", sorted(TAKES_A_TASK.keys() - {"gate"}))
def test_a_command_says_once_what_of_an_archive_is_no_run(harness, monkeypatch, tmp_path, name):
    folder = _task(tmp_path / "packed", clean=True, check=False)
    runs = {path.name: path.read_bytes() for path in (folder / "runs").iterdir()}
    (folder / "runs.zip").write_bytes(zipped({**runs, "README.md": b"about"}))
    (folder / "t.yaml").write_text(TASK.replace("runs: runs\n", "runs: runs.zip\n"))
    monkeypatch.chdir(folder)
    outcome = harness(*TAKES_A_TASK[name].split())
    assert outcome.status == 0, outcome.err
    assert (outcome.out + outcome.err).count("README.md") == 1
