"""Inputs that are URLs: of a web server and of fsspec's memory, read by whoever works."""

from __future__ import annotations

import hashlib
import json
import tempfile
import threading
from collections import Counter
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import fsspec
import pytest

import harness as package
from harness.core.errors import HarnessError, InputError, UnavailableError
from harness.core.limits import Limits, limited
from harness.core.packages import MissingPackageError
from harness.formats.remote import expand_urls
from harness.workflows.pool import make_pool
from tests.clusters import FILES, large_task, started, written


class Handler(SimpleHTTPRequestHandler):
    """Files of a directory; counts what is asked for, and refuses some."""

    asked: ClassVar[Counter] = Counter()

    def do_GET(self):
        self.asked[self.path] += 1
        if "secret" in self.path or "broken" in self.path:
            self.send_error(403 if "secret" in self.path else 500)
            return
        super().do_GET()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    large_task(folder, runs=6)
    return folder


@pytest.fixture(scope="module")
def server(folder):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def memory(folder):
    store = fsspec.filesystem("memory")
    for path in (folder / "qrels.txt", *(folder / "runs").iterdir()):
        store.pipe(f"/archive/{path.relative_to(folder)}", path.read_bytes())
    store.pipe("/archive/runs/README", b"about")
    yield "memory://archive"
    store.rm("/archive", recursive=True)


def task_of(folder, start, runs):
    task = folder / "task.yaml"
    task.write_text(
        f"qrels: {start}/qrels.txt\nruns: {runs}\nmeasures: [AP, nDCG@10, P@10, RR, official]\n"
    )
    return task


def without_paths(files):
    return {name: content for name, content in files.items() if name != "manifest.json"}


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A folder for temporary files that nobody else uses at the same time."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.processes
def test_a_task_of_urls_gives_the_same_bytes_wherever_it_is_read(
    folder, server, memory, temporary, tmp_path
):
    expected = written(folder / "task.yaml", tmp_path / "out")
    names = sorted(path.name for path in (folder / "runs").iterdir())
    listed = [f"{server}/runs/{name}" for name in names]
    web = written(task_of(tmp_path, server, listed), tmp_path / "web", workers=2)
    kept = written(task_of(tmp_path, memory, f"{memory}/runs/"), tmp_path / "memory")
    Handler.asked.clear()
    with started() as client:
        task = task_of(tmp_path, server, listed)
        far = written(task, tmp_path / "far", scheduler=client.scheduler.address)
    assert (
        without_paths(web) == without_paths(kept) == without_paths(far) == without_paths(expected)
    )
    assert web == far
    assert not list(temporary.glob("harness-*"))
    # Once for its tag, once by the worker; the judgments once for both reading and hashing.
    assert {Handler.asked[f"/runs/{name}"] for name in names} == {2}
    assert Handler.asked["/qrels.txt"] == 1
    manifest = json.loads(web["manifest.json"])
    for described in (manifest["inputs"]["qrels"], *manifest["runs"]):
        content = (folder / described["path"].removeprefix(f"{server}/")).read_bytes()
        assert described["sha256"] == hashlib.sha256(content).hexdigest()
        assert described["bytes"] == len(content)
    assert len(FILES) == len(web)


def test_whatever_reads_runs_takes_urls(folder, server, memory, harness, tmp_path):
    path, url = folder / "runs/run03.gz", f"{server}/runs/run03.gz"
    qrels = folder / "qrels.txt"
    local = package.score(qrels, path, "AP").summary()
    for given in (url, f"{memory}/runs/run03.gz"):
        assert package.score(f"{memory}/qrels.txt", given, "AP").summary().equals(local)
    assert len(package.score(qrels, f"{memory}/runs/*.gz", "AP").runs) == 6
    assert package.read_run(url).frame.equals(package.read_run(path).frame)
    ours, theirs = harness("eval", f"{server}/qrels.txt", url), harness("eval", qrels, path)
    assert (ours.out, ours.status) == (theirs.out, 0)
    ours, theirs = harness("check", url), harness("check", path)
    assert ours.out.replace(url, "RUN") == theirs.out.replace(str(path), "RUN")
    assert ours.status == theirs.status
    task = task_of(tmp_path, server, [url])
    assert harness("run", task, f"{server}/runs/run04.gz", "-o", tmp_path / "out").status == 0
    assert make_pool(package.load_task(task)).manifest["runs"][0]["path"] == url


@pytest.mark.slow
@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("SERVER/absent.txt", "SERVER/absent.txt: there is nothing at this URL"),
        ("SERVER/secret.txt", "SERVER/secret.txt: access is refused .credentials come from"),
        ("SERVER/broken.txt", "SERVER/broken.txt: cannot be read: HTTP status 500"),
        ("http://127.0.0.1:1/q", "http://127.0.0.1:1/q: cannot be read: ConnectionRefusedError"),
        ("memory://nothing/q.txt", "memory://nothing/q.txt: there is nothing at this URL"),
        ("ftq://host/q.txt", "ftq://host/q.txt: unknown protocol 'ftq'"),
        ("s3://bucket/q.txt", "s3://bucket/q.txt: s3:// needs another package .*s3fs"),
        ("https://me:pw@host/q.txt", "https://…@host/q.txt: no password in a URL"),
    ],
)
def test_what_cannot_be_read_is_an_error_of_ours(server, folder, harness, url, message):
    url, message = url.replace("SERVER", server), message.replace("SERVER", server)
    with pytest.raises(HarnessError, match=f"^{message}") as caught:
        package.read_qrels(url)
    assert type(caught.value) is (InputError if "password" in message else UnavailableError)
    done = harness("eval", url, folder / "runs/run00.gz")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1


def test_patterns_are_for_stores_that_list(memory):
    assert expand_urls(f"{memory}/runs/")[0].endswith("/archive/runs/run00.gz")
    assert len(expand_urls(f"{memory}/runs/")) == len(expand_urls(f"{memory}/runs/*0?.gz")) == 6
    assert expand_urls("https://host/a?b=*") == ["https://host/a?b=*"]
    with pytest.raises(UnavailableError, match=r"memory://archive/\*\.zip: no object matches this"):
        expand_urls(f"{memory}/*.zip")


def test_a_run_that_cannot_be_had_is_no_fault_of_its_participant(server, tmp_path):
    absent = f"{server}/runs/absent.gz"
    task = task_of(tmp_path, server, [f"{server}/runs/run00.gz", absent])
    why = f"{absent}: there is nothing at this URL"
    with pytest.raises(UnavailableError, match=f"^{why}$"):
        package.run(task)
    with package.keep_going():
        result = package.run(task)
    assert result.scores.runs == ("run00",)
    assert [str(p) for run in result.refused for p in run.problems] == [why]
    assert [run.get("unavailable") for run in result.manifest["refused"]] == [True]
    (note,) = [note for note in result.notes if note.code == "unavailable"]
    assert (note.severity, note.text.endswith(why)) == ("alarm", True)
    task.write_text(f"qrels: {server}/qrels.txt\nruns: memory://nothing/*.run\n")
    with pytest.raises(HarnessError, match=r"task\.yaml:2:7: runs: no object matches"):
        package.load_task(task)


def test_limits_hold_and_urls_can_be_forbidden(server, harness, folder):
    with limited(Limits(plain=100)), pytest.raises(InputError, match="larger than 100 bytes"):
        package.read_qrels(f"{server}/qrels.txt")
    done = harness("eval", f"{server}/qrels.txt", folder / "runs/run00.gz", "--no-urls")
    assert done.err == (
        f"Error: {server}/qrels.txt: this URL is not read (--no-urls or HARNESS_NO_URLS forbids it)\n"
    )


def test_without_fsspec_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(
        MissingPackageError, match=r"URLs need the package fsspec, .*pip install 'ir-harness\["
    ):
        package.read_qrels("https://host/q.txt")
