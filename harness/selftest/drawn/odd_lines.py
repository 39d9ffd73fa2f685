"""Lines that files have beside their records, and records that are laid out otherwise."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from harness.selftest.cases import Case


def with_odd_lines(rng: Random, case: Case) -> Case:
    """Change the lines of one file of a case in one way."""
    part = rng.choice(["qrels", "run"])
    lines = (case.qrels if part == "qrels" else case.run).splitlines(keepends=True)
    return case.with_file(part, b"".join(rng.choice(_WAYS)(rng, lines)))


Lines = list[bytes]


def _put(rng: Random, lines: Lines, line: bytes) -> Lines:
    where = rng.choice([0, len(lines), rng.randint(0, len(lines))])
    if where == len(lines) and not lines[-1].endswith(b"\n"):
        lines = [*lines[:-1], lines[-1] + b"\n"]
    return [*lines[:where], line, *lines[where:]]


def _blank(rng: Random, lines: Lines) -> Lines:
    return _put(rng, lines, rng.choice([b"\n", b"  \n", b"\t\n", b"\r\n"]))


def _comment(rng: Random, lines: Lines) -> Lines:
    return _put(rng, lines, rng.choice([b"# comment\n", b"#\n", b"# two words more\n"]))


def _headed(_: Random, lines: Lines) -> Lines:
    names = [b"TOPIC", b"Q0", b"DOC", b"RANK", b"SCORE", b"TAG"]
    width = len(lines[0].split())
    return [b" ".join(names if width == 6 else [b"TOPIC", b"0", b"DOC", b"GRADE"]) + b"\n", *lines]


def _hashed(_: Random, lines: Lines) -> Lines:
    """The first topic begins with #, in all its lines."""
    first = lines[0].split()[0]
    return [b"#" + line.lstrip() if line.split()[0] == first else line for line in lines]


def _returned(_: Random, lines: Lines) -> Lines:
    """Lines end in a carriage return alone."""
    return [line.rstrip(b"\r\n") + b"\r" for line in lines]


def _short(rng: Random, lines: Lines) -> Lines:
    return _put(rng, lines, b" ".join(lines[0].split()[:-1]) + b"\n")


def _long(rng: Random, lines: Lines) -> Lines:
    where = rng.randrange(len(lines))
    return [
        line.rstrip() + b" more\n" if number == where else line for number, line in enumerate(lines)
    ]


def _tagged(rng: Random, lines: Lines) -> Lines:
    """Several tags in a run, or iterations in judgments."""
    column = -1 if len(lines[0].split()) == 6 else 1
    changed = []
    for line in lines:
        fields = line.split()
        fields[column] = rng.choice([b"one", b"two"])
        changed.append(b" ".join(fields) + b"\n")
    return changed


_WAYS: tuple[Callable[[Random, Lines], Lines], ...] = (
    *(_blank, _comment, _headed, _hashed, _returned, _short, _long, _tagged),
)
