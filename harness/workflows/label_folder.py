"""A task file of labels, numbers or clusters, from a folder with a gold standard and runs."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from harness.core.errors import InputError
from harness.core.identity import file_names, suffix_of
from harness.core.labelling import Labelling
from harness.core.numbers import decimal, is_read
from harness.formats.labels import read_labels
from harness.formats.tablefiles import TABLE_SUFFIXES

#: What a gold standard is called.
_GOLD = re.compile(r"(?i)(^|[^a-z])(gold|truth|true|reference|key|labels?)([^a-z]|$)")
_SUFFIXES = ("", ".txt", *TABLE_SUFFIXES)
#: Files of more bytes are not looked into, nor folders of more files.
_SMALL, _MOST_FILES = 50_000_000, 1000
#: Numbers of more different values than this are no labels.
_MOST_LABELS = 20


def label_task_text(folder: str | os.PathLike[str], name: str) -> str | None:
    """The task file of a folder of labels; None where there is no gold standard with runs.

    The gold standard is the file that is called so (gold, truth, key, labels …) with which most
    others share at least half of its items. These are the runs.
    """
    files = _readable(Path(folder))
    runs: dict[str, dict[str, Labelling]] = {
        gold: {
            path: run
            for path, run in files.items()
            if path != gold and 2 * len(run.position.keys() & own.position.keys()) >= len(own.items)
        }
        for gold, own in files.items()
        if _GOLD.search(file_names(gold)[0])
    }
    gold = max(runs, key=lambda path: len(runs[path]), default="")
    return _text(name, gold, files[gold], runs[gold]) if gold and runs[gold] else None


def _readable(folder: Path) -> dict[str, Labelling]:
    """The files that can be ones of labels, by their paths in the folder."""
    paths = [path for path in sorted(folder.rglob("*")) if suffix_of(path.name) in _SUFFIXES]
    read: dict[str, Labelling] = {}
    for path in paths[:_MOST_FILES]:
        try:
            if path.is_file() and path.stat().st_size <= _SMALL:
                read[path.relative_to(folder).as_posix()] = read_labels(path)
        except (InputError, OSError):
            continue
    return read


def _text(name: str, gold: str, truth: Labelling, runs: Mapping[str, Labelling]) -> str:
    labels = sorted(set(truth.values))
    given = {label for run in runs.values() for label in run.values}
    kind = "classification"
    if all(is_read(decimal, label) for label in {*labels, *given}) and len(labels) > _MOST_LABELS:
        kind = "regression"
    elif not given & set(labels):
        kind = "clustering"
    lines = [
        f"# Written by harness init, from what is in {name}. Paths are relative to this file;",
        "# docs/how-to/labels.md explains what can be done.",
        f"kind: {kind}  # classification, regression, clustering",
        f"gold: {json.dumps(gold)}  # {len(truth.items):,} items",
        f"runs: [{', '.join(map(json.dumps, runs))}]",
    ]
    if kind == "classification" and len(labels) == 2:
        rare = min(labels, key=list(truth.values).count)
        lines += [f"positive: {json.dumps(rare)}  # the label that is looked for"]
    lines += ["# The first sorts the leaderboard; harness measures lists all.", "# measures: []"]
    if kind == "classification":
        lines += [
            "# Items that a run lacks: refuse the run, or count them as wrong.",
            "# missing: refuse",
        ]
    return "\n".join(lines) + "\n"
