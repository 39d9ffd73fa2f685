"""Calling the command line as a person does, without the cost of a new process each time."""

from __future__ import annotations

import csv
import io
import re
import sys
from dataclasses import dataclass

_NOUNS = (
    "assessor|candidate|column|document|entr(?:y|ie)|error|field|file|finding|group|item|judgment|"
    "label|line|measure|note|pair|participant|ranking|repair|row|run|score|table|topic|value|warning"
)
#: "1 runs", "1 of 9 runs do"
ONE_AS_MANY = re.compile(
    rf"(?<![\w.,:/@–-])(?<!of )1 (?:(?:retrieved|relevant|other|judged|different) )?(?:{_NOUNS})s\b"
    rf"|\b1 of [\d,]+ (?:{_NOUNS})s? (?:are|do|have|were|answer|differ)\b"
)


@dataclass
class Outcome:
    """What a command gave; one thing is never spoken of as many, whatever is printed."""

    status: int
    out: str
    err: str

    def __post_init__(self) -> None:
        for text in (self.out, self.err):
            wrong = ONE_AS_MANY.search(text)
            assert not wrong, f"{wrong[0]!r} in: {text[: wrong.end() + 80][-200:]}"

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
