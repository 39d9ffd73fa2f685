"""Calling the command line as a person does, without the cost of a new process each time."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from harness.cli.main import main


@dataclass
class Outcome:
    status: int
    out: str
    err: str


@pytest.fixture
def harness(capsys, monkeypatch):
    """``harness("eval", …, stdin=b"…")`` → status, standard output, standard error."""

    def call(*args: object, stdin: bytes | None = None) -> Outcome:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = 0
        try:
            main([str(arg) for arg in args])
        except SystemExit as stop:
            status = int(stop.code or 0)
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return call
