"""Calling the command line as a person does, without the cost of a new process each time."""

from __future__ import annotations

import csv
import io
import sys
from dataclasses import dataclass


@dataclass
class Outcome:
    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, str]]:
        """The rows of CSV that was printed."""
        assert self.status in (0, 1), self.err
        return list(csv.DictReader(io.StringIO(self.out)))


def call(capsys, monkeypatch, *args: object, stdin: bytes | None = None) -> Outcome:
    """Status, standard output and standard error of ``harness ARGS``."""
    from harness.cli.main import main

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
