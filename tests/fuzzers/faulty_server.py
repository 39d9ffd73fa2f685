"""The pages' server of a task, which fails at a statement of its database when it is told to.

``python -m tests.fuzzers.faulty_server TASK PORT`` prints the port (0: any that is free) and reads
lines ``FAULT NUMBER`` from its input: the so-manieth statement from then on that records entries
fails, once. ``FAULT`` is one of `FAULTS`; ``none`` disarms.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
from contextvars import ContextVar

from harness.cli.judge_pages import _open_socket
from harness.judging import ledger as ledgers
from harness.judging.server.app import application
from harness.workflows.judge_site import make_site
from harness.workflows.ledgers import open_ledger, task_to_judge

#: What a statement may do instead of, or after, its work.
FAULTS = {
    "disk": sqlite3.OperationalError("database or disk is full"),
    "damage": sqlite3.OperationalError("disk I/O error"),
    "lock": sqlite3.OperationalError("database is locked"),
    "memory": MemoryError("no memory"),
    "thread": RuntimeError("can't start new thread"),
    "after": sqlite3.OperationalError("disk I/O error"),
    "kill": None,
    "kill-after": None,
}
#: Whether entries are being recorded, in the thread that does it.
recording: ContextVar[bool] = ContextVar("recording", default=False)


class Plan:
    """What fails next, and after how many statements."""

    def __init__(self) -> None:
        self.fault, self.left, self.lock = "none", 0, threading.Lock()

    def arm(self, fault: str, number: int) -> None:
        """Let the statement of that number fail."""
        with self.lock:
            self.fault, self.left = fault, number

    def is_due(self) -> str | None:
        """The fault of this statement."""
        with self.lock:
            self.left -= self.fault != "none" and recording.get()
            if self.fault == "none" or self.left != 0 or not recording.get():
                return None
            fault, self.fault = self.fault, "none"
            return fault


plan = Plan()


class FaultyConnection(sqlite3.Connection):
    """A connection whose statements fail as planned."""

    def _failing(self, act):
        fault = plan.is_due()
        result = act() if fault is None or "after" in fault else None
        if fault is not None and "kill" in fault:
            os.kill(os.getpid(), signal.SIGKILL)
        if fault is not None:
            # A new one each time: one that is kept keeps the statement open, and with it what the
            # connection may read.
            raise type(FAULTS[fault])(*FAULTS[fault].args)
        return result

    def execute(self, *given):
        return self._failing(lambda: super(FaultyConnection, self).execute(*given))

    def executemany(self, *given):
        return self._failing(lambda: super(FaultyConnection, self).executemany(*given))

    def commit(self):
        return self._failing(super().commit)


def main() -> None:
    """Serve until killed."""
    connect = sqlite3.connect
    ledgers.PATIENCE = 0.3
    ledgers.sqlite3.connect = lambda *given, **more: connect(
        *given, **{**more, "factory": FaultyConnection}
    )
    task = task_to_judge(sys.argv[1])
    listening = _open_socket("127.0.0.1", int(sys.argv[2]))
    with open_ledger(task) as ledger:
        pages = application(make_site(task, ledger))

        async def app(scope, receive, send):
            recording.set(scope.get("path") == "/api/entries")
            await pages(scope, receive, send)

        def read_plan():
            for line in sys.stdin:
                fault, number = line.split()
                plan.arm(fault, int(number))

        threading.Thread(target=read_plan, daemon=True).start()
        print(listening.getsockname()[1], flush=True)
        import uvicorn

        settings = uvicorn.Config(app, log_level="critical", lifespan="off")
        uvicorn.Server(settings).run(sockets=[listening])


if __name__ == "__main__":
    main()
