"""What tests of the commands of judging share: the demo task, its rows and its sheets."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import yaml

from harness.judging.incoming import record_sheets
from harness.judging.ledger import Ledger

ROOT = Path(__file__).parents[2]
TASK = "configs/demo.yaml"
#: The kinds of assessors that count where simulated ones are tried.
KINDS = ["human", "import", "simulated"]


def change(folder, **keys):
    """Set keys of the task."""
    path = folder / TASK
    task = yaml.safe_load(path.read_text()) | keys
    path.write_text(yaml.safe_dump(task))


def position(folder):
    with Ledger(folder / "configs/demo.ledger") as ledger:
        return ledger.position


def import_sheets(ledger, sheets, *, keep=True):
    """Record what sheets say, all of them or none."""
    with ledger.transaction(keep=keep) as writing:
        return record_sheets(writing, sheets)


def rows_of(judge, *words):
    status, out, err = judge(*words, "--format", "json")
    assert status == 0, err
    return json.loads(out)


def fill(path, grade, share=1.0):
    """Type grades into the first rows of a sheet."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows[: round(share * len(rows))]:
        row["grade"] = grade(row)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return len(rows)
