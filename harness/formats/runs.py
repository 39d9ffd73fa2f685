"""Reading ranked runs in TREC's six columns."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import polars as pl

from harness.errors import InputError, Problem
from harness.formats.fields import Layout, read_fields
from harness.formats.files import read_bytes
from harness.model import Run

TREC_RUN = Layout(
    fields=("topic", "iter", "doc", "rank", "score", "tag"),
    keep=("topic", "doc", "score"),
    decimals=frozenset({"score"}),
    extra=True,
)


def read_run(path: str | os.PathLike[str], *, name: str | None = None) -> Run:
    """A run file in TREC's layout ``topic Q0 doc rank score tag``.

    Fields are separated by blanks or tabs; what follows the tag is ignored, and so are the second
    column and the rank. The file may be plain, .gz, .bz2, .xz, .zst or ``-`` (standard input).
    ``name`` replaces the tag of the first line as the run's name. Raises `InputError` with file,
    line and column of every problem.
    """
    where = os.fspath(path)
    return parse_run(read_bytes(where), where, name=name)


def parse_run(content: bytes, where: str, *, name: str | None = None) -> Run:
    """A run from the content of a TREC run file; ``where`` names it in messages."""
    frame, warnings = read_fields(content, where, TREC_RUN)
    if frame.is_empty():
        raise InputError(
            Problem("there is no line with results", where, hint=f"layout: {TREC_RUN}")
        )
    return Run(name or _first_tag(content), frame, source=where, warnings=warnings)


def _first_tag(content: bytes) -> str:
    for line in content.split(b"\n", 100):
        fields = line.split()
        if fields and not line.startswith(b"#"):
            return fields[len(TREC_RUN.fields) - 1].decode("utf-8", "replace")
    return ""
