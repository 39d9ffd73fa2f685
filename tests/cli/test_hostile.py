"""Names and texts that try to act on whoever looks at them, through every command."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import click
import pytest
import yaml

from harness.cli.main import cli, main
from tests.nightly import now, one_in

#: A title, a cleared screen, a faked line, a faked end of a line, turned writing, and a C1 code.
ACTS = "\x1b]0;owned\x07\x1b[2J\n# faked: note\r\u202eturned\u2028\x9b31m\x85\x7f"
#: Of these, what the field's own formats, as pools have them, can hold.
IN_A_FIELD = "\u202eturned"
RAW = re.compile(
    "\x1b(?!\\[[0-9;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u061c\u2028-\u202e\u2066-\u2069]"
)
FAKED = re.compile(r"^# faked", re.MULTILINE)
LONG = 100_000
#: A program that prints a value as trec_eval does, and then what acts.
PROGRAM = """#!/bin/bash
case " $* " in *" -v "*) echo version; cat "$0.txt";; esac
printf 'map\\tall\\t0.5000\\n'
case " $* " in *" -q "*) cat "$0.txt";; esac
cat "$0.txt" >&2
case " $* " in *" -c "*) exit 3;; esac
"""

#: What each command is given; it is called in the directory of the files below.
CALLS = {
    "run": ["task.yaml", "-o", "again"],
    "init": [".", "-o", "-"],
    "completion": ["bash"],
    "check": ["task.yaml"],
    "judge add": ["judge.yaml", "pool", "--anyway"],
    "judge agreement": ["judge.yaml"],
    "judge backup": ["judge.yaml", "copy.ledger"],
    "judge diff": ["judge.yaml", "first", "second"],
    "judge export": ["judge.yaml", "--to", "jsonl"],
    "judge import": ["judge.yaml", "back.jsonl"],
    "judge link": ["judge.yaml", f"olga{ACTS}"],
    "judge model": ["judge.yaml", f"no{ACTS}"],
    "judge next": ["judge.yaml", "-o", "next-pool"],
    "judge pool": ["judge.yaml", "-o", "live-pool"],
    "judge packet": ["judge.yaml", "--to", "csv", f"ann{ACTS}"],
    "judge release": ["judge.yaml"],
    "judge serve": ["judge.yaml", "--host", f"no{ACTS}"],
    "judge simulate": ["judge.yaml"],
    "judge status": ["judge.yaml"],
    "pool": ["pool.yaml", "-o", "other-pool", "--by-topic"],
    "pool cost": ["pool.yaml"],
    "pool bias": ["pool.yaml"],
    "pool rebuild": ["pool"],
    "pool replay": ["pool.yaml"],
    "pool strategies": [],
    "compare components": ["results", "--factor", f"no{ACTS}"],
    "compare design": ["--variance", f"no{ACTS}"],
    "compare leaderboards": ["results", "results"],
    "compare measures": ["results"],
    "compare power": ["results"],
    "compare ranks": ["results"],
    "compare unjudged": ["task.yaml", f"no{ACTS}", "x"],
    "compare reliability": ["results"],
    "compare replicability": ["results", "changed"],
    "compare risk": ["results", "--baseline", f"no{ACTS}"],
    "compare": ["results"],
    "compare swaps": ["results"],
    "compare topics": ["results"],
    "compare variants": ["results"],
    "diff": ["results", "changed"],
    "gate": ["results", "changed", "--budget", f"no{ACTS}=2%"],
    "diagnose": ["task.yaml"],
    "report figures": ["results", "-o", "figures"],
    "report leaderboard": ["results"],
    "report": ["task.yaml", "-o", "page.html", "--force"],
    "report sheets": ["task.yaml", "-o", "sheets", "--force"],
    "report table": ["results"],
    "report topics": ["results"],
    "eval": ["-q", "-m", "runid", "-m", "map", "q.jsonl", "r.jsonl"],
    "selftest": ["--against", "./acts", "--cases", "3", "-m", "map", "-o", "kept"],
    "labels": ["task.yaml"],
    "measures": [f"nDCG@{ACTS}"],
    "convert": ["a.jsonl", "--to", "csv"],
    "info": ["r.jsonl", "b.jsonl"],
    "schema": [],
    "demo": [f"demo{ACTS}".replace("/", ""), "--no-open"],
    "explain": [f"no{ACTS}"],
    "receive": ["task.yaml", f"no{ACTS}", "--group", f"group{ACTS}"],
    "compare ties": ["r.jsonl", "--qrels", "q.jsonl"],
}
_MORE = {
    "gate two evaluations": ["results", "results", "--budget", "AP=0.9"],
    "diff --all": ["results", "changed", "--all"],
    "diagnose --run": ["task.yaml", "--run", f"b{ACTS}"],
    "diagnose --topic": ["task.yaml", "--run", f"b{ACTS}", "--topic", "t0"],
    "info topics": ["topics.jsonl"],
    "info judgments by topic": ["q.jsonl", "--by-topic"],
    "info runs by topic": ["r.jsonl", "--by-topic"],
    "info all kinds": ["topics.jsonl", "q.jsonl", "r.jsonl"],
}
#: More ways of commands that print for programs, and errors that say names.
FURTHER = {
    **{
        f"{command} --format {style}": [*{**CALLS, **_MORE}[command], "--format", style]
        for command in (
            *("eval", "info", "compare", "info topics", "info judgments by topic"),
            *("gate two evaluations", "diff --all", "diagnose --run", "diagnose --topic"),
        )
        for style in ("table", "csv", "tsv", "json", "jsonl", "markdown", "latex")
    },
    "convert topics": ["topics.jsonl", "--to", "tsv"],
    "convert judgments": ["qrels.jsonl", "--to", "csv"],
    "eval several": ["qrels.jsonl", "a.jsonl", "b.jsonl"],
    "eval runs without answers": ["qrels.jsonl", "r.jsonl"],
    "info identifiers": ["ids.jsonl"],
    "gate --format junit": [
        *("results", "results", "--budget", "P@1=0.5", "--format", "junit", "--fail-on", "worse")
    ],
    "check --format json": ["task.yaml", "--format", "json"],
    "check --format sarif": ["task.yaml", "--format", "sarif"],
    "run no such task": [f"no{ACTS}.yaml"],
    "run to a name that acts": ["task.yaml", "-o", f"new{ACTS}".replace("/", "")],
    "eval no such file": ["qrels.jsonl", f"no{ACTS}"],
    "eval a wrong option": [f"--no{ACTS}", "qrels.jsonl", "a.jsonl"],
    "check a bad score": ["bad.run"],
    "eval a bad score": ["qrels.jsonl", "bad.run"],
    "info a long grade": ["bad.qrels"],
    "receive a run": ["task.yaml", "a.jsonl", "--group", f"group{ACTS}"],
    "receive --list": ["task.yaml", "--list"],
}
#: Converted files are the files themselves: a pipe gets every byte of them.
EXACT = ("convert", "convert topics", "convert judgments", "judge export", "judge release")


def leaves(command, path=()):
    if not isinstance(command, click.Group):
        return [" ".join(path)]
    context = click.Context(command)
    own = [" ".join(path)] if hasattr(command, "default") else []
    names = command.list_commands(context)
    below = [leaf for n in names for leaf in leaves(command.get_command(context, n), (*path, n))]
    return own + below


class Stream(io.TextIOWrapper):
    """Standard output or standard error, a terminal or not."""

    def __init__(self, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def text(self) -> str:
        return self.buffer.getvalue().decode()


def called(arguments, folder: Path, monkeypatch, *, terminal=False):
    monkeypatch.chdir(folder)
    out, err = Stream(terminal), Stream(False)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        status = 0
        try:
            main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
    return status, out.text(), err.text()


def lines(*records) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("hostile")
    topics = [f"t{number}" for number in range(4)]
    docs = [f"d{number}{IN_A_FIELD}" for number in range(8)]
    (place / "topics.jsonl").write_text(
        lines(*({"id": topic, "title": f"title{ACTS}", "description": ACTS} for topic in topics))
    )
    (place / "qrels.jsonl").write_text(
        lines(
            *(
                {"topic": topic, "doc": doc, "grade": (at * place_of + at) % 3}
                for at, topic in enumerate(topics)
                for place_of, doc in enumerate(docs)
            )
        )
    )
    tags = {"a": f"=cmd|'/C calc'!A0{ACTS}", "b": f"b{ACTS}", "c": "c" * LONG + ACTS}
    for shift, (name, tag) in enumerate(tags.items()):
        (place / f"{name}.jsonl").write_text(
            lines(
                *(
                    {"topic": topic, "doc": doc, "score": (at * (shift + 2)) % 7, "tag": tag}
                    for topic in topics[: 4 - shift % 2]
                    for at, doc in enumerate(docs)
                )
            )
        )
    # Files with topics say what is wrong with such identifiers; judgments and runs may have them.
    docs = [f"d{number}{ACTS}" for number in range(8)]
    (place / "q.jsonl").write_text(
        lines(*({"topic": f"t{ACTS}", "doc": doc, "grade": 1} for doc in docs))
    )
    (place / "r.jsonl").write_text(
        lines(*({"topic": f"t{ACTS}", "doc": doc, "score": 1, "tag": ACTS} for doc in docs))
    )
    (place / "ids.jsonl").write_text(lines({"id": f"t{ACTS}", "title": "title"}))
    (place / "acts").write_text(PROGRAM)
    (place / "acts").chmod(0o755)
    (place / "acts.txt").write_text(f"map\t{ACTS}\t{ACTS}{ACTS}\n")
    (place / "bad.run").write_text(f"1 Q0 d 1 {'9' * LONG}x t\n1 Q0 d\x1b[2J 1 y t\n")
    (place / "bad.qrels").write_text(f"1 0 d {'x' * LONG}\n1 0 d {'9' * LONG}\n")
    task = {
        "name": f"task{ACTS}",
        "description": f"what{ACTS}",
        "topics": {"path": "topics.jsonl"},
        "qrels": {"path": "qrels.jsonl"},
        "runs": [{"path": f"{name}.jsonl", "group": f"group {name}{ACTS}"} for name in tags],
        "measures": ["AP", "nDCG@5"],
    }
    (place / "task.yaml").write_text(yaml.safe_dump(task))
    (place / "pool.yaml").write_text(yaml.safe_dump(task | {"pool": {"depth": 3}}))
    judge = {"assessors": [{"name": "ann", "group": f"group{ACTS}"}, "ben"], "overlap": 0.5}
    judge["kinds"] = ["human", "import", "simulated"]
    (place / "judge.yaml").write_text(
        yaml.safe_dump(task | {"name": "judge", "pool": {"depth": 3}, "judge": judge})
    )
    (place / "back.jsonl").write_text(
        lines({"topic": "t0", "doc": f"d0{IN_A_FIELD}", "grade": 1, "assessor": f"x{ACTS}"})
    )
    changed = task | {"measures": ["AP"], "depth": 2}
    (place / "changed.yaml").write_text(yaml.safe_dump(changed))
    with pytest.MonkeyPatch.context() as patched:
        for made in (
            ["run", "task.yaml", "-o", "results"],
            ["run", "changed.yaml", "-o", "changed"],
            ["pool", "pool.yaml", "-o", "pool"],
            ["judge", "add", "judge.yaml", "pool", "--anyway", "--organiser", f"olga{ACTS}"],
            ["judge", "simulate", "judge.yaml"],
            ["judge", "release", "judge.yaml", "--name", "first", "--policy", "last"],
            ["judge", "release", "judge.yaml", "--name", "second", "--policy", "max"],
        ):
            status, _, err = called(made, place, patched)
            assert status == 0, err
    return place


def test_every_command_is_tried():
    assert sorted(CALLS) == sorted(leaves(cli))


#: In a pipe and at a terminal: every command in a pipe with every change, a third of the others.
CASES = (
    *((name, False) for name in CALLS),
    *one_in(3, ((name, True) for name in CALLS)),
    *one_in(3, ((name, False) for name in FURTHER)),
    *now([], ((name, True) for name in FURTHER)),
)


@pytest.mark.long
@pytest.mark.parametrize(("name", "terminal"), CASES)
def test_nothing_acts_on_who_looks_at_it(name, terminal, folder, monkeypatch):
    arguments = CALLS.get(name) or FURTHER.get(name, [])
    known = [leaf for leaf in leaves(cli) if name == leaf or name.startswith(f"{leaf} ")]
    command = max(known, key=len)
    status, out, err = called(
        [*command.split(), *arguments], folder, monkeypatch, terminal=terminal
    )
    assert status in (0, 1, 2), err
    if terminal or name not in EXACT:
        assert not RAW.search(out), RAW.search(out)
        assert terminal or not FAKED.search(out)  # a terminal's cells are broken anywhere
    assert not RAW.search(err), RAW.search(err)
    assert not FAKED.search(err)
    assert max(map(len, err.splitlines()), default=0) < 5000


def test_a_converted_file_keeps_every_character_in_a_pipe(folder, monkeypatch):
    _, out, _ = called(["convert", "r.jsonl", "--to", "json"], folder, monkeypatch)
    assert ACTS in next(iter(json.loads(out)))


def test_names_of_results_come_back_as_they_are(folder):
    import polars as pl

    names = pl.read_csv(folder / "results/scores.csv")["run"].unique().to_list()
    assert f"=cmd|'/C calc'!A0{ACTS}" in names
    assert f"b{ACTS}" in names


def test_json_holds_names_as_they_are(folder, monkeypatch):
    call = ["eval", "--format", "json", "-m", "AP", "qrels.jsonl", "a.jsonl"]
    _, out, _ = called(call, folder, monkeypatch)
    assert {row["run"] for row in json.loads(out)} == {f"=cmd|'/C calc'!A0{ACTS}"}
