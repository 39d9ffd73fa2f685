"""``scripts/bench judging``: the pages' server with many people at once, and killed many times.

The server is `harness judge serve` as a process, with the demo's pool in its ledger and requests
over loopback. 50 assessors think for two seconds (``--thinking``), which is faster than anybody
judges, fetch a document and send its grade; the time until each answer is told, and the processor
time that the server takes for a judgment with its document (on Linux). Then a list of 100,000
documents is fetched as pages do: the part that is shown first, and the whole. ``--kills 100`` kills
the server so often in the middle of a stream of judgments instead, and counts what was acknowledged
and is not there, or there twice. ``--keys 50`` judges so many documents by keys in Chromium: the
time from a key until the next document is drawn, on loopback and with 200 ms for each request.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import yaml

from harness.judging.access import new_link
from harness.judging.ledger import Ledger
from scripts.benchmarks import machine
from scripts.benchmarks.collection import ROOT
from scripts.benchmarks.groups import tell

TASK = "configs/demo.yaml"
LEDGER = "configs/demo.ledger"
Entry = dict[str, Any]


class Server:
    """`harness judge serve` as a process, in a folder with the demo."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "harness", "judge", "serve", TASK, "--port", "0"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.line = self.process.stdout.readline() if self.process.stdout else ""
        address = re.search(r"http://(\S+):(\d+)", self.line)
        self.host, self.port = (address[1], int(address[2])) if address else ("", 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill it where it runs still, whatever went wrong."""
        if self.process.returncode is None:
            self.stop()

    def stop(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Send a signal, and wait for the end; ``errors`` has what the server complained about."""
        self.process.send_signal(how)
        self.errors = self.process.communicate(timeout=30)[1]
        return self.process.returncode


class Visitor:
    """Somebody who followed a personal link, with one connection."""

    def __init__(self, server: Server, token: str) -> None:
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=30)
        self.headers: dict[str, str] = {}
        try:
            self.headers = self._signed_in(token)
        except BaseException:
            self.close()
            raise

    def _signed_in(self, token: str) -> dict[str, str]:
        """The cookie and the token of forms that every request must have."""
        self.connection.request("POST", f"/link/{token}")
        answer = self.connection.getresponse()
        answer.read()
        self.headers["Cookie"] = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        form = re.search(rb'data-form-token="([0-9a-f]+)"', self.ask("GET", "/judge"))
        return {**self.headers, "X-Form-Token": form[1].decode() if form else ""}

    def close(self) -> None:
        """End the connection."""
        self.connection.close()

    def ask(self, method: str, path: str, body: object = None) -> bytes:
        """The content of an answer; `HTTPException` for one that is not 200."""
        content = None if body is None else json.dumps(body)
        self.connection.request(method, path, content, self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != http.client.OK:
            raise http.client.HTTPException(f"{answer.status}: {text[:200]!r}")
        return text

    def json(self, path: str) -> Any:
        """What an address answers."""
        return json.loads(self.ask("GET", path))

    def send(self, entries: list[Entry]) -> list[dict[str, Any]]:
        """Send entries; what was answered to each."""
        answers: list[dict[str, Any]] = json.loads(self.ask("POST", "/api/entries", entries))
        return answers["answers"]  # type: ignore[call-overload,no-any-return]


def prepare(folder: Path, names: list[str]) -> dict[str, str]:
    """Copy the demo, put its pool on the lists of people, and give each of them a link."""
    for name in ("configs", "qrels", "runs"):
        shutil.copytree(ROOT / name, folder / name)
    task = yaml.safe_load((folder / TASK).read_text())
    # Everybody has a list: each document is also judged a second time.
    task["judge"] = {
        "assessors": names,
        "share": "documents",
        "overlap": 1.0 if len(names) > 1 else 0,
    }
    (folder / TASK).write_text(yaml.safe_dump(task))
    for words in (["pool", TASK, "-o", "pool"], ["judge", "add", "--anyway", TASK, "pool"]):
        command = [sys.executable, "-m", "harness", *words]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    with Ledger(folder / LEDGER) as ledger:
        return {name: new_link(ledger, name) for name in names}


def entry(assignment: int, key: str, grade: int) -> Entry:
    """A judgment as a page sends it."""
    return {"assignment": assignment, "key": key, "kind": "judged", "grades": {"relevance": grade}}


def assignments(folder: Path, name: str) -> list[int]:
    """The numbers of an assessor's list."""
    query = "SELECT a.id FROM assignment a JOIN assessor s ON s.id = a.assessor WHERE s.name = ?"
    with Ledger(folder / LEDGER) as ledger:
        return [number for (number,) in ledger.rows(query, (name,))]


def kill(folder: Path, token: str, numbers: list[int], times: int, seed: int = 1) -> dict[str, int]:
    """Kill the server in a stream of judgments; what was sent, acknowledged, lost and doubled.

    The moment is by chance, but after a few judgments, however slow the machine is. What was not
    acknowledged is sent again to the next server, as pages do. Every life of the server ends with a
    look into the ledger.
    """
    chance = random.Random(seed)
    acknowledged: dict[str, int] = {}
    counts = Counter(kills=0, lost=0, doubled=0, altered=0)
    sent = 0
    while counts["kills"] < times:
        server = Server(folder)
        timer = threading.Timer(chance.uniform(0.0, 0.25), server.process.kill)
        undisturbed = chance.randint(1, 9)
        try:
            with closing(Visitor(server, token)) as visitor:
                for number in itertools.count():
                    if number == undisturbed:
                        timer.start()
                    given = entry(numbers[sent % len(numbers)], f"killed-{sent:08}", sent % 2)
                    (answer,) = visitor.send([given])
                    acknowledged[given["key"]] = answer["event"]
                    sent += 1
        except (OSError, http.client.HTTPException):
            counts["kills"] += 1
        finally:
            timer.cancel()
            server.stop()
        with Ledger(folder / LEDGER) as ledger:
            kept = Counter(key for (key,) in ledger.rows("SELECT key FROM event"))
            same = dict(ledger.rows("SELECT key, id FROM event"))
        counts["lost"] += len(acknowledged.keys() - kept.keys())
        counts["doubled"] += sum(number > 1 for number in kept.values())
        counts["altered"] += sum(same[key] != number for key, number in acknowledged.items())
    return {"acknowledged": len(acknowledged), **counts}


def processor_seconds(process: int) -> float:
    """The processor time that a process has taken, as Linux counts it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def crowd(folder: Path, tokens: dict[str, str], seconds: float, thinking: float) -> dict[str, Any]:
    """Let all of these people judge at once for so long; the times until each answer.

    Each thinks for about ``thinking`` seconds before a judgment.
    """
    server = Server(folder)
    times: dict[str, list[float]] = {"document": [], "judgment": []}
    acknowledged: list[str] = []
    problems: list[str] = []
    ready = threading.Barrier(len(tokens) + 1)

    def judging(name: str, token: str) -> None:
        chance = random.Random(name)
        try:
            with closing(Visitor(server, token)) as visitor:
                work = visitor.json("/api/list")
                listed, since = work["items"], work["event"]
                ready.wait()
                end = time.monotonic() + seconds
                for i in range(10_000):
                    time.sleep(thinking * chance.uniform(0.5, 1.5))
                    if time.monotonic() > end:
                        return
                    number = listed[i % len(listed)][0]
                    given = entry(number, f"crowd-{name}-{i:06}", i % 2)
                    start = time.perf_counter()
                    visitor.ask("GET", f"/api/items/{number}")
                    middle = time.perf_counter()
                    told = json.loads(visitor.ask("POST", f"/api/entries?since={since}", [given]))
                    (answer,), since = told["answers"], told["elsewhere"]["event"]
                    times["document"].append(middle - start)
                    times["judgment"].append(time.perf_counter() - middle)
                    acknowledged.extend([given["key"]] * ("event" in answer))
        except (OSError, http.client.HTTPException) as error:
            problems.append(f"{name}: {error}")
            ready.abort()

    people = [threading.Thread(target=judging, args=pair) for pair in tokens.items()]
    for person in people:
        person.start()
    ready.wait()
    before = processor_seconds(server.process.pid)
    for person in people:
        person.join()
    taken_by_server = processor_seconds(server.process.pid) - before
    server.stop(signal.SIGINT)
    with Ledger(folder / LEDGER) as ledger:
        kept = {key for (key,) in ledger.rows("SELECT key FROM event")}
    made = {
        what: {
            "requests": len(taken),
            "median_ms": round(statistics.median(taken) * 1000, 1),
            "p99_ms": round(statistics.quantiles(taken, n=100)[98] * 1000, 1),
        }
        for what, taken in times.items()
    }
    return {
        **made,
        "processor_ms_a_judgment": round(1000 * taken_by_server / len(times["judgment"]), 1),
        "lost": len(set(acknowledged) - kept),
        "problems": problems,
    }


def long_list(folder: Path, token: str, name: str, size: int) -> dict[str, Any]:
    """How long the part of a long list that the page shows first takes, then the whole of it."""
    connection = sqlite3.connect(folder / LEDGER)
    with connection:
        (person,) = connection.execute("SELECT id FROM assessor WHERE name = ?", (name,)).fetchone()
        rows = ((f"far-{i}",) for i in range(size))
        connection.executemany("INSERT INTO unit (topic, doc) VALUES ('D01', ?)", rows)
        connection.execute(
            "INSERT INTO assignment (unit, assessor, reason, position, recorded_at)"
            " SELECT id, ?, 'pool', id, '' FROM unit WHERE doc LIKE 'far-%'",
            (person,),
        )
    connection.close()
    server = Server(folder)
    visitor = Visitor(server, token)
    start = time.perf_counter()
    visitor.ask("GET", "/api/list?most=200")
    first = time.perf_counter() - start
    start = time.perf_counter()
    listed = visitor.ask("GET", "/api/list")
    seconds = time.perf_counter() - start
    number = json.loads(listed)["items"][-1][0]
    start = time.perf_counter()
    visitor.ask("GET", f"/api/items/{number}")
    document = time.perf_counter() - start
    visitor.close()
    server.stop(signal.SIGINT)
    return {
        "documents": size,
        "first_list_seconds": round(first, 2),
        "list_seconds": round(seconds, 2),
        "list_mb": round(len(listed) / 1e6, 1),
        "document_ms": round(document * 1000, 1),
    }


#: The time of a key, and of the first frame with another document.
_CLOCK = """() => {
    window.times = [];
    let pressed = 0;
    addEventListener("keydown", () => { pressed = performance.now(); }, true);
    new MutationObserver(() => requestAnimationFrame(() => {
        if (pressed) { window.times.push(performance.now() - pressed); pressed = 0; }
    })).observe(document.querySelector("#doc-id"), { childList: true, subtree: true });
}"""


def press_keys(folder: Path, token: str, count: int, latency: float) -> dict[str, float]:
    """Judge documents by keys, at one a second; milliseconds from a key to the next document."""
    from playwright.sync_api import Route, sync_playwright

    from tests.conftest import FLAGS, NAMES

    def later(route: Route) -> None:
        page.wait_for_timeout(latency)
        route.continue_()

    server = Server(folder)
    with sync_playwright() as playwright:
        found = next(path for path in map(shutil.which, NAMES) if path)
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        page = browser.new_page()
        page.goto(f"http://{server.host}:{server.port}/link/{token}")
        page.get_by_role("button", name="Continue as").click()
        page.wait_for_selector("#doc-id:not(:empty)")
        if latency:
            page.route("**/api/**", later)
        page.wait_for_timeout(3000)
        page.evaluate(_CLOCK)
        for number in range(count):
            page.keyboard.press(str(number % 2))
            page.wait_for_timeout(1000)
        times: list[float] = page.evaluate("window.times")
        browser.close()
    server.stop(signal.SIGINT)
    return {
        "latency_ms": latency,
        "documents": len(times),
        "median_ms": round(statistics.median(times), 1),
        "longest_ms": round(max(times), 1),
    }


def main() -> None:
    """Measure, or kill, and print what was found as JSON."""
    parser = argparse.ArgumentParser(prog="scripts/bench judging", description=__doc__)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--thinking", type=float, default=2.0)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--keys", type=int, default=0)
    asked = parser.parse_args()
    alone = asked.kills or asked.keys
    names = [f"assessor{i:02}" for i in range(1 if alone else asked.people)]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        tokens = prepare(folder, names)
        made: dict[str, Any]
        if asked.keys:
            of = [press_keys(folder, tokens[names[0]], asked.keys, it) for it in (0, 200)]
            made = {"keys": of}
        elif asked.kills:
            numbers = assignments(folder, names[0])
            made = kill(folder, tokens[names[0]], numbers, asked.kills)
        else:
            made = {"crowd": crowd(folder, tokens, asked.seconds, asked.thinking)}
            made["list"] = long_list(folder, tokens[names[0]], names[0], asked.documents)
    tell(json.dumps({**made, "machine": machine.describe()}, indent=2))


if __name__ == "__main__":
    main()
