"""`harness judge serve` as a process: killed, stopped, and beside other commands."""

from __future__ import annotations

import asyncio
import http.client
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from harness.cli.judge_pages import make_server
from harness.judging.access import new_link
from harness.judging.ledger import Ledger
from scripts.benchmarks.judging import LEDGER, Server, Visitor, assignments, kill, prepare

from .commands import TASK


@pytest.mark.processes
@pytest.mark.parametrize("times", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_a_server_that_is_killed_loses_and_doubles_nothing(tmp_path, times):
    tokens = prepare(tmp_path, ["ann"])
    done = kill(tmp_path, tokens["ann"], assignments(tmp_path, "ann"), times=times)
    assert done.pop("acknowledged") > times
    assert done == {"kills": times, "lost": 0, "doubled": 0, "altered": 0}


@pytest.mark.processes
def test_a_second_server_is_refused_and_others_write_beside_the_first(ready, judge):
    server = Server(ready)
    try:
        status, _, err = judge("serve", TASK, "--port", "0")
        assert (status, "another server uses this ledger" in err) == (2, True)
        # Links made as it says lead to it.
        assert f"NAME --address http://127.0.0.1:{server.port} makes links" in server.line
        (ready / "ben.csv").write_text("topic,doc,grade\nD01,LH-026,1\n")
        assert judge("import", TASK, "ben.csv")[0] == 0
        assert judge("backup", TASK, "copy.ledger")[0] == 0
    finally:
        status = server.stop(signal.SIGINT)
    assert status in (0, 130)
    with Ledger("configs/demo.ledger") as ledger:
        assert ledger.position == 1


def test_a_port_or_address_that_cannot_be_had_is_named(ready, judge):
    status, _, err = judge("serve", TASK, "--host", "no.such.host.invalid")
    assert (status, "nothing can listen on 'no.such.host.invalid'" in err) == (2, True)


@pytest.mark.processes
def test_a_server_that_is_stopped_answers_first_and_prints_no_traceback(ready):
    content = b'[{"key": "nothing"}]'
    with Server(ready) as server:
        with Ledger(ready / LEDGER) as ledger:
            visitor = Visitor(server, new_link(ledger, "ann"))
        with closing(visitor):
            visitor.connection.putrequest("POST", "/api/entries")
            for header in [*visitor.headers.items(), ("Content-Length", str(len(content)))]:
                visitor.connection.putheader(*header)
            visitor.connection.endheaders(content[:5])
            for _ in range(3):  # somebody impatient
                server.process.send_signal(signal.SIGINT)
                time.sleep(0.1)
            visitor.connection.send(content[5:])
            with visitor.connection.getresponse() as answer:
                assert (answer.status, b"answers" in answer.read()) == (200, True)
        assert (server.stop(signal.SIGINT), server.errors) == (130, "\nStopped.\n")


def test_a_request_that_arrived_and_was_not_read_yet_is_answered_before_the_end():
    """On a connection that was used before, and in the moment when the server ends."""

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"answered"})

    request = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"

    def ask(client):
        client.sendall(request)
        with http.client.HTTPResponse(client) as answer:
            answer.begin()
            return answer.read()

    async def end_with_a_request():
        server, listening = make_server(app), socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve([listening]))
        with socket.create_connection(listening.getsockname(), timeout=20) as client:
            first = await asyncio.to_thread(ask, client)
            client.sendall(request)
            await server.shutdown([listening])  # nothing is read between these two
            last = client.recv(10_000)
        server.should_exit = True
        await serving
        return first, last

    with ThreadPoolExecutor(1) as pool:  # a browser of other tests may have a loop in this thread
        first, last = pool.submit(lambda: asyncio.run(end_with_a_request())).result()
    assert first == b"answered"
    assert last.startswith(b"HTTP/1.1 200")
