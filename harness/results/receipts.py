"""Receipts of a task: received files stored by hash, and numbered records of each act.

Records are added and never changed, each after its file is on disk. A writer takes the next free
number, so that two concurrent ones get two. The files that count follow from the records.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from harness.core.errors import InputError, Problem
from harness.core.numbers import collect
from harness.formats.unfinished import ExistingFileError, atomic_write, folders_for, whole_file

_FILES, _RECORDS = "files", "records"


@dataclass(frozen=True, slots=True)
class Receipt:
    """Record of one act: a file of a group was received, or an earlier receipt withdrawn.

    ``file`` is its submitted name, ``received`` the time (ISO 8601, with offset), ``errors`` and
    ``warnings`` count findings. ``withdraws`` is the number of the withdrawn receipt.
    """

    number: int
    group: str
    received: str
    file: str = ""
    sha256: str = ""
    bytes: int = 0
    runs: int = 0
    errors: int = 0
    warnings: int = 0
    withdraws: int | None = None
    findings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """Received file among the versions of its group and name.

    ``version`` counts them from 1; ``reason`` says why it does not count, "" if it does.
    """

    receipt: Receipt
    version: int
    reason: str = ""


def standings(receipts: Sequence[Receipt], deadline: str | None) -> list[ReceivedFile]:
    """Return each received file with its standing: the newest valid version counts.

    A file with errors, after the deadline, or withdrawn is not valid.

    >>> day = "2026-11-{}T12:00:00+00:00".format
    >>> receipts = [Receipt(n, "A", day(10 + n), "a.run") for n in (1, 2, 3)]
    >>> [each.reason for each in standings(receipts, day(12))]
    ['version 2 counts', '', 'it came after the deadline']
    """
    withdrawn = {each.withdraws for each in receipts}
    versions = collect(((it.group, it.file), it) for it in receipts if it.withdraws is None)
    result = []
    for same in versions.values():
        reasons = [_reason(receipt, withdrawn, deadline) for receipt in same]
        counting = max((n for n, reason in enumerate(reasons) if not reason), default=None)
        for index, (receipt, reason) in enumerate(zip(same, reasons, strict=True)):
            if not reason and counting is not None and index != counting:
                reason = f"version {counting + 1} counts"  # noqa: PLW2901
            result.append(ReceivedFile(receipt, index + 1, reason))
    return sorted(result, key=lambda standing: standing.receipt.number)


def _reason(receipt: Receipt, withdrawn: set[int | None], deadline: str | None) -> str:
    if receipt.number in withdrawn:
        return "it was withdrawn"
    if is_late(receipt.received, deadline):
        return "it came after the deadline"
    return "it has errors" if receipt.errors else ""


def is_late(moment: str, deadline: str | None) -> bool:
    """Return whether a time is after the deadline, whatever their time zones.

    >>> is_late("2026-11-30T23:30:00+00:00", "2026-11-30T23:59:00-12:00")
    False
    """
    return deadline is not None and (
        datetime.fromisoformat(moment) > datetime.fromisoformat(deadline)
    )


def read_receipts(folder: Path) -> list[Receipt]:
    """Read all records of a folder, by number; none without a folder.

    Raises `InputError` for a damaged record.
    """
    return [_read(path) for path in sorted(_records(folder))]


def _records(folder: Path) -> Iterator[Path]:
    yield from (folder / _RECORDS).glob("[0-9]*.json")


def _read(path: Path) -> Receipt:
    try:
        return Receipt(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise InputError(Problem(f"this is no receipt: {error}", str(path))) from None


def keep_file(folder: Path, content: Path, sha256: str, suffix: str) -> Path:
    """Store a file under its hash; the same content is stored once."""
    target = folder / _FILES / f"{sha256}{suffix}"
    if not target.exists():
        with (
            folders_for(target),
            whole_file(target) as partial,
            content.open("rb") as source,
            partial.open("wb") as kept,
        ):
            shutil.copyfileobj(source, kept)
    return target


def add_receipt(folder: Path, **known: Any) -> Receipt:
    """Add a record under the next free number."""
    records = folder / _RECORDS
    number = max((int(path.stem) for path in _records(folder)), default=0)
    while True:
        number += 1
        receipt = Receipt(number, **known)
        text = json.dumps(asdict(receipt), ensure_ascii=False, indent=1) + "\n"
        try:
            path = records / f"{number:06d}.json"
            with folders_for(path), whole_file(path, replace=False) as partial:
                partial.write_text(text, encoding="utf-8")
        except ExistingFileError:
            continue  # somebody else has just taken it
        return receipt


def write_text(folder: Path, receipt: Receipt, text: str) -> Path:
    """Write the text of a receipt, for a mail, next to its record."""
    path = folder / _RECORDS / f"{receipt.number:06d}.txt"
    atomic_write(path, text)
    return path


def find_stored(folder: Path, receipt: Receipt) -> Path:
    """Return the path of a receipt's stored file."""
    kept = sorted((folder / _FILES).glob(f"{receipt.sha256}*"), key=os.fspath)
    if not kept:
        raise InputError(Problem(f"the file of receipt {receipt.number} is gone", str(folder)))
    return kept[0]
