"""Documents in LaTeX for tests: compiled where there is TeX, and what their PDF holds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest


def engine() -> list[str]:
    """The command of a LaTeX engine; the test is skipped visibly where there is none."""
    for name in ("pdflatex", "lualatex", "xelatex"):
        if shutil.which(name):
            return [name, "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape"]
    if shutil.which("tectonic"):
        return ["tectonic"]
    lacking("no LaTeX engine is installed")
    raise AssertionError


def lacking(what: str) -> None:
    """Skip a test, or fail it where all of TeX is to be there."""
    if os.environ.get("HARNESS_REQUIRE_TEX"):
        pytest.fail(f"{what}, and HARNESS_REQUIRE_TEX is set")
    pytest.skip(what)


def has_class(name: str) -> bool:
    """Whether TeX finds a document class."""
    command = ["kpsewhich", f"{name}.cls"]
    return shutil.which("kpsewhich") is not None and (
        subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


def compiled(document: Sequence[str], directory: Path) -> str:
    """The log of a document that compiles; its PDF is ``paper.pdf`` there."""
    (directory / "paper.tex").write_text("\n".join(document), encoding="utf-8")
    command = [*engine(), "paper.tex"]
    ran = subprocess.run(command, cwd=directory, capture_output=True, check=False, timeout=600)
    log = ran.stdout.decode(errors="replace")
    assert ran.returncode == 0, log[-3000:]
    return log


def overfull(log: str) -> list[str]:
    """The lines of a log that say what is too wide or too high."""
    return [line for line in log.splitlines() if line.startswith("Overfull")]


def text_of_pdf(content: bytes) -> bytes:
    """Everything in a PDF, the packed parts unpacked."""
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    unpacked = []
    for part in packed:
        try:
            unpacked.append(zlib.decompressobj().decompress(part))  # may lack a last "\r"
        except zlib.error:
            unpacked.append(part)
    return b"\n".join([content, *unpacked])


def sizes_of_letters(content: bytes) -> set[float]:
    """The sizes of the letters in a PDF, in points."""
    return {float(size) for size in re.findall(rb"/\S+ ([\d.]+) Tf", text_of_pdf(content))}
