"""What could not be had is not what is wrong: a busy server, a missing file, a disk that fails."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import resource
import subprocess
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

import harness as package
from harness.core.errors import InputError, UnavailableError
from harness.formats import downloads
from tests.each import each
from tests.nightly import one_in

pytest.importorskip("fsspec")

QRELS = "".join(f"{t} 0 d{d} {(t + d) % 3 % 2}\n" for t in range(1, 5) for d in range(9))


def run_text(tag, seed=1):
    return "".join(
        f"{t} Q0 d{(seed * d + t) % 9} {d + 1} {9 - d} {tag}\n"
        for t in range(1, 5)
        for d in range(6)
    )


class Unreliable(BaseHTTPRequestHandler):
    """Answers ``/KIND/N/NAME`` badly N times, then well; N is ``ever`` for never well."""

    asked: ClassVar[Counter] = Counter()

    def do_GET(self):
        _, kind, times, _ = self.path.split("/")
        self.asked[self.path] += 1
        bad = times == "ever" or self.asked[self.path] <= int(times)
        content = run_text("far").encode()
        if bad and kind == "cut":
            self.send(200, content, most=39)
        elif bad:
            self.send(int(kind), b"", later="9999" if times == "ever" else "0")
        else:
            self.send(200, content)

    def do_HEAD(self):
        self.send(200, run_text("far").encode(), most=0)

    def send(self, status, content, most=None, later=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        if later is not None:
            self.send_header("Retry-After", later)
        self.end_headers()
        self.wfile.write(content[:most])

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    with ThreadingHTTPServer(("127.0.0.1", 0), Unreliable) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def server(address, monkeypatch):
    Unreliable.asked.clear()
    monkeypatch.setattr(downloads, "PAUSES", (0, 0, 0))
    return address


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "topics.tsv").write_text("1\tone\n2\ttwo\n3\tthree\n4\tfour\n")
    for number, name in enumerate(("a", "b"), start=1):
        (tmp_path / f"{name}.run").write_text(run_text(name, number))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def task_of(folder, *runs):
    (folder / "task.yaml").write_text(
        f"qrels: qrels.txt\nruns: {json.dumps(runs)}\nmeasures: [AP]\npool: {{depth: 3}}\n"
    )


# --- asked again -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["503", "429", "500", "cut"])
@pytest.mark.parametrize("times", [1, len(downloads.PAUSES)])
def test_a_server_that_is_busy_or_breaks_off_is_asked_again(server, folder, kind, times):
    frame = package.read_run(f"{server}/{kind}/{times}/a").frame
    (folder / "far.run").write_text(run_text("far"))
    assert frame.equals(package.read_run("far.run").frame)
    assert Unreliable.asked[f"/{kind}/{times}/a"] == times + 1


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("503/9", "cannot be read: HTTP status 503 (asked 4 times)"),
        ("cut/9", "the download broke off (asked 4 times)"),
        ("503/ever", "cannot be read: HTTP status 503 (the server asks to wait for 9,999 seconds)"),
        ("410/9", "cannot be read: HTTP status 410"),
        ("404/9", "there is nothing at this URL"),
    ],
)
def test_it_is_given_up_after_a_few_times_and_never_waited_for_long(server, kind, message):
    url = f"{server}/{kind}/a"
    with pytest.raises(UnavailableError) as caught:
        package.read_run(url)
    assert str(caught.value) == f"{url}: {message}"
    assert Unreliable.asked[f"/{kind}/a"] == (4 if "4 times" in message else 1)


@pytest.mark.parametrize("second", [[b"1 Q0 ", b"x"], [b"1", b" Q"], []])
def test_a_file_that_changes_while_it_is_fetched_is_not_pieced_together(second):
    first = b"1 Q0 d"
    digest = hashlib.blake2b(first).digest()
    assert b"".join(downloads._after(6, digest, iter([b"1 Q", b"0 d1", b" 1"]), "u")) == b"1 1"
    with pytest.raises(UnavailableError, match="it broke off, and the file had changed"):
        list(downloads._after(6, digest, iter(second), "u"))


# --- nothing is written ------------------------------------------------------------------------

COMMANDS = [
    "run task.yaml -o out",
    "pool task.yaml -o out",
    "compare task.yaml",
    "diagnose task.yaml",
    "report task.yaml -o out",
    "report sheets task.yaml -o out",
    "report table task.yaml -o out",
    "compare ties task.yaml",
    "gate task.yaml BAD --baseline a --budget AP=2%",
    "eval qrels.txt a.run BAD",
    "eval BAD a.run",
    "info a.run BAD",
    "convert BAD --to msmarco -o out",
    "convert BAD --to csv -o out",
    "check a.run BAD --quiet",
]


@each(["SERVER/503/ever/r", "/proc/self/mem"], "bad")
@each(COMMANDS, "command")
def test_every_command_ends_with_2_and_writes_nothing(server, folder, harness, command, bad):
    bad = bad.replace("SERVER", server)
    if not bad.startswith("http") and not Path(bad).exists():
        pytest.skip("there is no /proc/self/mem")
    task_of(folder, "a.run", "b.run", bad)
    before = sorted(folder.iterdir())
    done = harness(*command.replace("BAD", bad).split())
    assert done.status == 2
    assert done.out == "" or command.startswith("check")
    assert bad in done.out + done.err
    assert "cannot be read" in done.out + done.err
    assert "cannot be written" not in done.err
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("bad", ["SERVER/503/ever/r", "absent.run"])
def test_going_on_without_it_is_asked_for_and_marked(server, folder, harness, bad):
    bad = bad.replace("SERVER", server)
    task_of(folder, "a.run", "b.run", bad)
    done = harness("run", "task.yaml", "-o", "out", "--keep-going")
    assert done.status == 1
    manifest = json.loads((folder / "out/manifest.json").read_text())
    (refused,) = manifest["refused"]
    assert (refused["path"], refused["unavailable"]) == (bad, True)
    (note,) = [note for note in manifest["notes"] if note["code"] == "unavailable"]
    assert note["severity"] == "alarm"
    assert "not evaluated, because it could not be read" in done.out
    assert bad in done.err
    assert harness("report", "out", "-o", "page.html").status == 1
    assert "could not be read" in (folder / "page.html").read_text()
    for command in ("compare", "diagnose"):
        done = harness(command, "task.yaml", "--keep-going")
        assert (done.status, bad in done.err) == (1, True), command


def test_a_wrong_content_is_still_that_of_one_run(folder, harness):
    (folder / "bad.run").write_text("1 Q0 d1 1 high bad\n")
    task_of(folder, "a.run", "bad.run")
    done = harness("run", "task.yaml", "-o", "out")
    assert done.status == 1
    manifest = json.loads((folder / "out/manifest.json").read_text())
    assert [run.get("unavailable") for run in manifest["refused"]] == [None]
    with pytest.raises(InputError):
        package.read_run("bad.run")


# --- read once ---------------------------------------------------------------------------------

TWICE = run_text("a").replace("Q0 d3 2 ", "Q0 d2 2 ", 1)
PIPED = [
    ("eval qrels.txt PIPE", "a.run"),
    ("eval -q PIPE a.run", "qrels.txt"),
    ("eval qrels.txt PIPE b.run", "a.run"),
    ("eval qrels.txt PIPE", "twice.run"),
    ("check PIPE", "a.run"),
    ("check PIPE", "twice.run"),
    ("check task.yaml PIPE", "a.run"),
    ("info PIPE", "a.run"),
    ("convert PIPE --to msmarco", "a.run"),
    ("compare ties PIPE --qrels qrels.txt", "a.run"),
    ("info PIPE", "qrels.txt"),
    ("convert PIPE --to csv", "qrels.txt"),
    ("info PIPE", "topics.tsv"),
    ("convert PIPE --to json", "topics.tsv"),
    ("run task.yaml PIPE -o out", "a.run"),
    ("run piped.yaml -o out", "a.run"),
    ("compare piped.yaml", "a.run"),
    ("pool piped.yaml -o out --force", "a.run"),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize(("command", "name"), PIPED)
def test_a_pipe_is_read_once_and_says_what_a_file_says(folder, harness, command, name):
    (folder / "twice.run").write_text(TWICE)
    task_of(folder, "a.run", "b.run")
    content = (folder / name).read_bytes()
    place = folder / ("PIPE" + Path(name).suffix)
    text = (folder / "task.yaml").read_text()
    (folder / "piped.yaml").write_text(text.replace('"a.run"', f'"{place.name}"'))
    command = command.replace("PIPE", place.name)
    place.write_bytes(content)
    expected = harness(*command.split())
    results = read_results(folder)
    place.unlink()
    os.mkfifo(place)
    writer = threading.Thread(target=place.write_bytes, args=(content,), daemon=True)
    writer.start()
    got = harness(*command.split())
    writer.join(10)
    assert not writer.is_alive()
    assert (got.status, got.out, got.err) == (expected.status, expected.out, expected.err)
    assert read_results(folder) == results
    if name == "twice.run":
        assert got.status
        assert "8:6: " in got.out + got.err


def read_results(folder):
    names = ("out/manifest.json", "out/scores.csv", "out/pool.csv")
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


# --- reading is not writing --------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    ("command", "message"),
    one_in(
        3,
        [
            (
                "eval qrels.txt a.run > /dev/full",
                "Error: the output cannot be written: No space left",
            ),
            ("convert a.run --to msmarco > /dev/full", "Error: the output cannot be written: No "),
            ("eval --help > /dev/full", "Error: the system refuses it: No space left"),
            (
                "eval qrels.txt /proc/self/mem",
                "Error: /proc/self/mem: cannot be read: Input/output er",
            ),
            (
                "eval -q qrels.txt <(cat twice.run)",
                ":8:6: document 'd2' is retrieved twice in topic",
            ),
            ("eval qrels.txt <(cat a.run) <(cat b.run) -m map", "map"),
            (
                "eval qrels.txt a.run b.run - -m map < twice.run",
                "-:8:6: document 'd2' is retrieved tw",
            ),
            ("info <(cat a.run) /dev/fd/3 3< b.run", "\nb "),
        ],
    ),
)
def test_the_side_that_failed_is_named(folder, command, message):
    (folder / "twice.run").write_text(TWICE)
    line = f"{sys.executable} -m harness {command}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert message in done.stdout + done.stderr
    failed = "Error" in done.stderr
    assert done.returncode == (2 if failed else 0), done.stderr


def test_what_nobody_says_is_said_of_neither(folder, harness, monkeypatch):
    """Such as a call that nobody foresaw; the message blames neither side."""

    def refused(*_, **__):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr("harness.report.inspection.runs_table", refused)
    done = harness("info", "a.run")
    assert (done.status, done.out) == (2, "")
    assert done.err == "Error: the system refuses it: Too many open files\n"


def test_too_many_open_files_are_said_of_what_was_read(folder, harness):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    harness("eval", "qrels.txt", "a.run")  # what is loaded meanwhile is open already
    lowest = os.dup(0)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        done = harness("eval", "qrels.txt", "a.run")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert (done.status, done.out) == (2, "")
    assert "qrels.txt: cannot be read: Too many open files" in done.err
