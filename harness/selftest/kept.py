"""Unexplained cases in a directory: the smallest of each subject, ready to be run by hand."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.results.atomic import Content, write_directory
from harness.results.existing import DirectoryKind
from harness.selftest.cases import Case
from harness.selftest.comparing import LineTally, OutputPair, SelftestVerdict, smallest
from harness.selftest.evaluators import Output

KIND = DirectoryKind("harness selftest 1", "cases of a self-test")
#: Of so many subjects a case is made smaller and kept.
MOST_KEPT = 10


@dataclass(frozen=True, slots=True)
class KeptCase:
    """The smallest case found for a subject, the name of its folder, and what came of it."""

    subject: str
    folder: str
    case: Case
    verdict: SelftestVerdict


def smallest_cases(pair: OutputPair, result: LineTally) -> Iterator[KeptCase]:
    """A small case for each of the first subjects that nothing explains."""
    for number, subject in enumerate(sorted(result.examples)[:MOST_KEPT], start=1):
        case, verdict = smallest(pair, result.examples[subject], subject)
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", subject).strip("-.")[:40]
        yield KeptCase(subject, f"{number:02}-{name}", case, verdict)


def write_cases(
    kept: list[KeptCase],
    pair: OutputPair,
    program: str,
    directory: Path,
    manifest: Mapping[str, Any],
) -> Path:
    """Write the cases: both files, both outputs and the two commands that made them.

    An older directory of the kind is replaced. Raises `InputError` when something else is there.
    """
    files: dict[str, Content] = {}
    for item in kept:
        named = {
            **item.case.files,
            "commands.txt": _commands(item.case, pair, program).encode(),
            f"{pair.tool.name}.txt": _shown(pair.theirs(item.case)).encode(),
            "harness.txt": _shown(pair.ours(item.case)).encode(),
        }
        files |= {f"{item.folder}/{name}": content for name, content in named.items()}
    return write_directory(files, directory, KIND, manifest=manifest)


def _commands(case: Case, pair: OutputPair, program: str) -> str:
    theirs = [program, *pair.tool.theirs(case)]
    ours = ["harness", "eval", *pair.tool.ours(case, pair.dialect)]
    return f"{shlex.join(theirs)}\n{shlex.join(ours)}\n"


def _shown(outcome: Output) -> str:
    if outcome.ended == "printed" and not outcome.message:
        return outcome.text
    return f"{outcome.text}[{outcome.ended}] {outcome.message}\n"
