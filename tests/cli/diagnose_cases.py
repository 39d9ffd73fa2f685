"""What tests of `harness diagnose` share: the demo, read by itself."""

from __future__ import annotations

import csv
import io
from collections import defaultdict

import harness as package
from tests.cli.conftest import Outcome

Rows = list[dict[str, str]]


def rows(got: Outcome) -> Rows:
    assert got.status == 0, got.err
    return list(csv.DictReader(io.StringIO(got.out)))


def made_diagnose(harness, demo):
    """``diagnose("--run", …)`` on the demo task."""
    return lambda *args: harness("diagnose", demo / "configs/demo.yaml", *args)


def made_table(diagnose):
    """One table of the demo task as rows of texts."""
    return lambda part, *args: rows(diagnose(*args, "--part", part, "--format", "csv"))


def made_scores(demo):
    return package.run(demo / "configs/demo.yaml").scores


def made_judged(demo) -> dict[str, dict[str, int]]:
    """The judgments of the demo, read by hand."""
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (demo / "qrels/demo/qrels.txt").read_text().splitlines():
        topic, _, doc, grade = line.split()
        grades[topic][doc] = int(grade)
    return grades


def made_rankings(demo) -> dict[str, dict[str, list[str]]]:
    """The documents of each run of the demo and topic, read and ordered by hand."""
    ranked: dict[str, dict[str, list[str]]] = {}
    for path in sorted((demo / "runs/demo").glob("*.run")):
        scored: dict[str, list[tuple[float, bytes, str]]] = defaultdict(list)
        for line in path.read_text().splitlines():
            topic, _, doc, _, score, _ = line.split()
            scored[topic].append((float(score), doc.encode(), doc))
        ranked[path.stem] = {
            topic: [doc for _, _, doc in sorted(found, reverse=True)]
            for topic, found in scored.items()
        }
    return ranked
