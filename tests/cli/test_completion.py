"""Completion, by the protocol that shells speak, and in a real bash; help, and what comes next."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from harness.cli.completion import PROPOSED, choose_word
from harness.cli.main import COMMANDS, cli
from tests.each import each

#: Words of the help whose values only people know.
_FREE = {
    "ADDRESS",
    "TEXT",
    "AFTER",
    "BEFORE",
    "DIRECTORY",
    "DOCUMENTS",
    "FILE",
    "FILE|irds:ID",
    "irds:ID",
    "KIND",
    "N",
    "NAME=RATE",
    "NAME=VALUE",
    "NUMBER",
    "OTHER",
    "PATH",
    "PERSON",
    "POINTS",
    "QRELS",
    "SECONDS",
    "SIZE",
    "TABLE",
    "WIDTH",
    "X",
}


@pytest.fixture
def proposed(harness, monkeypatch):
    """``proposed(*words, cwd=…)``: what a shell is told where the last word is being typed."""

    def ask(*words: str, cwd: Path, shell: str = "bash") -> list[str]:
        monkeypatch.chdir(cwd)
        monkeypatch.setenv("_HARNESS_COMPLETE", f"{shell}_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(("harness", *words)))
        monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words)))
        done = harness()
        assert (done.status, done.err) == (0, "")
        lines = [line.partition(",") for line in done.out.splitlines()]
        return [value if kind == "plain" else f"<{kind}>" for kind, _, value in lines]

    return ask


@each(
    [
        (["ini"], {"init"}),
        (["eval", "-m", "nDC"], {"nDCG"}),
        (["eval", "-m", "nDCG@1"], {"nDCG@10", "nDCG@100"}),
        (["eval", "-m", "ndcg_"], {"ndcg_cut"}),
        (["measures", "Bp"], {"Bpref"}),
        (["compare", "configs/demo.yaml", "-m", "rb"], {"RBP"}),
        (["compare", "configs/demo.yaml", "keep"], {"keeper-qld", "keeper-rrf"}),
        (["compare", "configs/demo.yaml", "--baseline", "wick"], {"wick-coord"}),
        (["run", "configs/demo.yaml", "tern"], {"tern-char4"}),
        (["diagnose", "configs/demo.yaml", "--run", "fres"], {"fresnel-lsa", "fresnel-rm3"}),
        (["diagnose", "configs/demo.yaml", "--topic", "D1"], {"D10", "D15"}),
        (["pool", "configs/demo.yaml", "--strategy", "move"], {"move-to-front"}),
        (["pool", "cost", "--strategies", "depth,move"], {"depth,move-to-front"}),
        (["info", "--from", "in"], {"inex"}),
        (["info", "--from", "trec-s"], {"trec-sgml"}),
        (["check", "--repair", "match"], {"match-topics", "match-documents"}),
        (["check", "--severity", "rank-order=w"], {"rank-order=warning"}),
        (["report", "conf"], {"<file>"}),
        (["run", "conf"], {"<file>"}),
    ],
    "words",
    "expected",
)
def test_what_is_proposed(proposed, demo, words, expected):
    found = proposed(*words, cwd=demo)
    assert expected <= set(found)
    last = words[-1].rpartition(",")[2].lower()
    assert all(name.rpartition(",")[2].lower().startswith(last) for name in found if name[0] != "<")


def test_a_task_that_cannot_be_read_is_no_error(proposed, tmp_path):
    (tmp_path / "t.yaml").write_text("runs: [nowhere.run]\n")
    assert proposed("run", "t.yaml", "x", cwd=tmp_path) == ["<file>"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell(harness, shell):
    got = harness("completion", shell)
    assert got.status == 0
    assert "_HARNESS_COMPLETE" in got.out
    assert f"completion {shell}" in got.out.splitlines()[0]  # how it is installed
    if program := shutil.which(shell):
        done = subprocess.run(
            [program, "-n"], input=got.out, text=True, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_bash_completes_measures_whole(demo):
    """@ ends no word, so that what is typed is replaced by what is meant."""
    script = f"""
PATH="{Path(sys.executable).parent}:$PATH"
eval "$(harness completion bash)"
[[ $COMP_WORDBREAKS != *@* ]] || exit 3
COMP_WORDS=(harness eval -m nDCG@1); COMP_CWORD=3; COMPREPLY=()
_harness_completion harness 2>/dev/null
echo "${{COMPREPLY[*]}}"
"""
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    done = subprocess.run(
        ["bash", "-c", script], cwd=demo, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "nDCG@10 nDCG@100" in done.stdout


def _params(command, path=()):
    if isinstance(command, click.Group):
        context = click.Context(command)
        if hasattr(command, "default"):
            yield from _params(command.default, path)
        for name in command.list_commands(context):
            yield from _params(command.get_command(context, name), (*path, name))
    for param in command.params:
        yield command, " ".join(path), param


def test_every_value_is_completed_or_known_to_be_free():
    """An option with a new word needs a line in `PROPOSED`, or in the list above."""
    unknown = {
        f"{path}: {word}"
        for command, path, param in _params(cli)
        if (word := choose_word(command, param)) and word not in PROPOSED and word not in _FREE
    }
    assert not unknown


def test_plain_harness_says_what_comes_next(harness, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    got = harness()
    assert (got.status, got.err) == (0, "")
    assert "  harness init " in got.out
    (tmp_path / "my task.yaml").write_text("")
    got = harness()
    assert "  harness run 'my task.yaml' " in got.out
    assert "harness init" not in got.out


def test_help_of_every_command_and_no_list_is_cut(harness):
    assert harness("help").out == harness("--help").out
    for name in COMMANDS:
        got = harness("help", name)
        assert got.status == 0
        assert got.out == harness(name, "--help").out
        assert "..." not in got.out.partition("Commands:")[2]
    assert "did you mean report?" in harness("help", "reprot").err
