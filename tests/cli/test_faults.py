"""How the program ends when something happens that nobody foresaw."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.test_execution import needs_fork

HARNESS = [sys.executable, "-m", "harness"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "q").write_text("1 0 a 1\n2 0 b 1\n")
    for number in range(9):
        (tmp_path / f"r{number}").write_text(f"1 Q0 a 1 1 t{number}\n2 Q0 b 1 1 t{number}\n")
    return tmp_path


def module(folder, body):
    path = folder / "mine.py"
    path.write_text(
        "from harness.measures import measure\n"
        "class OddError(Exception):\n"
        "    def __init__(self, one, other):\n"
        "        super().__init__('odd')\n"
        "@measure('Mine', bounds=(0, 1))\n"
        f"def mine(run):\n    {body}\n"
    )
    return path


def run(*arguments, cwd):
    call = [*HARNESS, *map(str, arguments)]
    return subprocess.run(call, cwd=cwd, capture_output=True, text=True, check=False, timeout=600)


RAISED = {
    "raise SystemExit(0)": "SystemExit: 0",
    "raise BaseException('panic')": "BaseException: panic",
}


@pytest.mark.parametrize("runs", [1, pytest.param(9, marks=needs_fork)])
@pytest.mark.parametrize("body", RAISED)
def test_a_module_that_fails_is_named_with_status_70(body, runs, files):
    path = module(files, body)
    names = [f"r{number}" for number in range(runs)]
    options = ["--module", path, "-m", "Mine", "--format", "trec_eval", "--workers", "2"]
    done = run("eval", *options, "q", *names, cwd=files)
    assert (done.returncode, done.stdout) == (70, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Fault: {path}:7: the module with measures failed: {RAISED[body]}")


@pytest.mark.parametrize("runs", [1, pytest.param(9, marks=needs_fork)])
def test_a_measure_that_raises_is_an_error_of_its_module(runs, files):
    path = module(files, "raise OddError(1, 2)")
    names = [f"r{number}" for number in range(runs)]
    options = ["--module", path, "-m", "Mine", "--format", "trec_eval", "--workers", "2"]
    done = run("eval", *options, "q", *names, cwd=files)
    assert (done.returncode, done.stdout) == (2, "")
    said = done.stderr.splitlines()
    assert len(said) == runs
    assert said[0].startswith("Error: t0: Mine failed: OddError: odd")


@pytest.mark.parametrize("where", ["before", "after", "environment"])
def test_a_fault_of_ours_says_so(where, harness, files, monkeypatch):
    def fails(*_args, **_more):
        raise KeyError("bm25")

    monkeypatch.setattr("harness.workflows.eval.read_qrels", fails)
    call = ["eval", files / "q", files / "r0"]
    got = harness(*call)
    assert got.status == 70
    (line,) = got.err.splitlines()
    assert line.startswith("Fault: KeyError: 'bm25' (harness/workflows/eval.py:")
    assert "fault of the program, not of its input: please report it" in line
    if where == "environment":
        monkeypatch.setenv("HARNESS_DEBUG", "1")
    got = harness(
        *(["--debug"] if where == "before" else []),
        *call,
        *(["--debug"] if where == "after" else []),
    )
    assert got.status == 70
    assert "Traceback (most recent call last)" in got.err


@pytest.mark.slow  # in short: test_little_memory in tests/environments
@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_lack_of_memory_is_explained(files):
    with (files / "large.run").open("w") as file:
        for number in range(2_500_000):
            file.write(f"1 Q0 document-number-{number:030d} 1 {number} tag\n")
    # With two blanks in a line, too.
    with (files / "large.run").open("a") as file:
        file.write("1  Q0 a 1 1 tag\n")
    done = subprocess.run(
        ["bash", "-c", 'ulimit -v 500000; exec "$0" "$@"', *HARNESS, "eval", "q", "large.run"],
        cwd=files,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "POLARS_MAX_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("Error: large.run: there is not enough memory to read this")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closing", ["2>&-", "2>/dev/full", "0<&- 2>&-"])
def test_a_closed_standard_error_changes_nothing(closing, files):
    command = " ".join([*HARNESS, "eval", "-m", "map", "q", "r0", closing])
    done = subprocess.run(
        command, shell=True, cwd=files, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout == "map                   \tall\t1.0000\n"


def test_modules_can_be_refused(files):
    path = module(files, "raise RuntimeError('executed')")
    done = run("eval", "--module", path, "-m", "Mine", "q", "r0", "--no-modules", cwd=files)
    assert done.returncode == 2
    assert done.stderr == (
        f"Error: {path}: this module is not executed (--no-modules or HARNESS_NO_MODULES forbids it)\n"
    )


@pytest.mark.parametrize("place", ["before", "after"])
def test_the_largest_size_is_an_option_of_every_command(place, files):
    option = ["--max-size", "10"]
    call = ["eval", "q", "r0"]
    done = run(*(option + call if place == "before" else call + option), cwd=files)
    assert done.returncode == 2
    assert "q: the file is larger than 10 bytes" in done.stderr


def test_the_largest_size_needs_a_size(files):
    done = run("eval", "q", "r0", "--max-size", cwd=files)
    assert done.returncode == 2
    assert done.stderr == "Error: Option '--max-size' requires an argument.\n"
