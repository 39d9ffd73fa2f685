"""Receive submissions: check them by a task's rules, keep them by hash, and give receipts."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from harness.config.loading import select_shaped
from harness.config.sources import read_task
from harness.config.task import choose_directory
from harness.core.errors import EvaluationError, Problem, refuse, some
from harness.core.execution import Workers
from harness.core.harmless import ShownPath, shown_path, visible
from harness.core.identity import RunFile
from harness.core.limits import format_size
from harness.core.numbers import count_noun
from harness.formats.members import files_in
from harness.formats.remote import source
from harness.formats.unfinished import explain_unwritten, folders_for, whole_file
from harness.inputs.chosen_runs import name_apart
from harness.report.findings import Checks, Listing, as_json, list_causes, text
from harness.results.receipts import (
    Receipt,
    ReceivedFile,
    add_receipt,
    find_stored,
    keep_file,
    read_receipts,
    standings,
    write_text,
)
from harness.settings.task import TaskFile
from harness.validation import CheckResult
from harness.validation.findings import Finding, Fold
from harness.workflows.check import check_files, required


@dataclass(frozen=True, slots=True)
class Reception:
    """Receipt of a file: its standing, and its text, which is in ``path`` for a mail."""

    standing: ReceivedFile
    text: str
    path: Path


def locate_receipts(task: str | os.PathLike[str]) -> Path:
    """Return the folder of a task's receipts and received files.

    >>> locate_receipts("configs/demo.yaml").as_posix()
    'configs/receipts/demo'
    """
    return choose_directory("receipts", task)


def receive(
    task: str | os.PathLike[str],
    files: Sequence[str],
    group: str,
    *,
    workers: Workers = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Iterator[Reception]:
    """Check each file by the rules of a task, keep it, and yield its receipt.

    An archive is one submission with several runs. The time of receipt is when the whole file was
    read. A file with errors is kept and gets a receipt, but does not count. Raises `HarnessError`
    for a wrong task and for a file that cannot be had, before any is kept; a later fault leaves the
    receipts yielded so far.
    """
    keys = _keys(task)
    if not (group := shown_path(group)).strip():
        raise EvaluationError(Problem("no group is named", hint="--group NAME"))
    # Participants learn nothing from the judgments.
    requirements = replace(required(task), measured=None)
    with TemporaryDirectory(prefix="harness-") as scratch:
        copies = []
        for index, file in enumerate(files):
            copy = Path(scratch, str(index), PurePath(file).name)
            copy.parent.mkdir()
            copies.append((copy, _copy_and_hash(file, copy), now()))
        for copy, digest, moment in copies:
            runs = name_apart([RunFile(path, group=group) for path in files_in(str(copy))])
            checks = check_files(runs, requirements, by_task=True, workers=workers)
            lead = len(str(copy.parent)) + 1
            checks = replace(
                checks,
                files=[_rename_copy(each, lead) for each in checks.files],
                notes=tuple(note.about(copy, shown_path(copy.name)) for note in checks.notes),
            )
            folder = locate_receipts(task)
            keep_file(folder, copy, digest, "".join(copy.suffixes[-2:])[-40:])
            receipt = add_receipt(
                folder,
                group=group,
                received=moment.isoformat(timespec="seconds"),
                file=shown_path(copy.name),
                sha256=digest,
                bytes=copy.stat().st_size,
                runs=len(checks.files),
                errors=sum(each.worst == "error" for each in checks.files),
                warnings=sum(each.worst == "warning" for each in checks.files),
                findings=json.loads(as_json(checks))["summary"],
            )
            every = standings(read_receipts(folder), keys.receive.deadline)
            standing = next(each for each in every if each.receipt.number == receipt.number)
            words = _text(keys.name or Path(task).stem, standing, checks, keys.receive.deadline)
            path = write_text(folder, receipt, words)
            yield Reception(standing, words, path)


def withdraw(task: str | os.PathLike[str], number: int, group: str) -> Receipt:
    """Withdraw a receipt of a group; its file and both records stay.

    Raises `EvaluationError` for an unknown receipt of the group, and for one withdrawn already.
    """
    _keys(task)
    receipts = read_receipts(locate_receipts(task))
    group = shown_path(group)
    own = [str(each.number) for each in receipts if each.group == group and each.withdraws is None]
    if str(number) not in own:
        hint = f"the group has {some(own) or 'none'}"
        raise EvaluationError(Problem(f"group {group!r} has no receipt {number}", hint=hint))
    if any(each.withdraws == number for each in receipts):
        raise EvaluationError(Problem(f"receipt {number} is withdrawn already"))
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    return add_receipt(locate_receipts(task), group=group, received=moment, withdraws=number)


def list_received(task: str | os.PathLike[str]) -> list[ReceivedFile]:
    """Return all files received for a task, by number."""
    return standings(read_receipts(locate_receipts(task)), _keys(task).receive.deadline)


def copy_counting(task: str | os.PathLike[str], output: str | os.PathLike[str]) -> list[Path]:
    """Copy the files that count to ``output/GROUP/FILE``, for the key ``runs``.

    Raises `InputError`, before anything is written, if another file is in the place of one, or one
    that no longer counts lies there: it would be evaluated.
    """
    counting: dict[Path, Path] = {}
    others: dict[Path, str] = {}
    for standing in list_received(task):
        receipt = standing.receipt
        target = Path(output, _safe(receipt.group), _safe(receipt.file))
        if standing.reason:
            others[target] = f"it does not count: {standing.reason}"
        else:
            counting[target] = find_stored(locate_receipts(task), receipt)
    hint = "name a folder that is not there yet"
    refuse(
        Problem(others.get(target, "another file is in its place"), str(target), hint=hint)
        for target in {**others, **counting}
        if target.exists()
        and (target not in counting or target.read_bytes() != counting[target].read_bytes())
    )
    written = [target for target in counting if not target.exists()]
    for target in written:
        with folders_for(target), whole_file(target, replace=False) as partial:
            partial.write_bytes(counting[target].read_bytes())
    return written


def _keys(task: str | os.PathLike[str]) -> TaskFile:
    document = read_task(task)
    keys, _, problems = select_shaped(document, None)
    document.refuse(problems)
    return keys


def _safe(name: str) -> str:
    """Return a name as a safe file name, which leads out of no folder."""
    return visible(name).replace("/", "_").replace("\\", "_").lstrip(".") or "_"


def _copy_and_hash(file: str, copy: Path) -> str:
    """Copy a file and return the SHA-256 of the copy, so that later changes do not matter."""
    digest = hashlib.sha256()
    with source(file) as content, explain_unwritten(copy), copy.open("wb") as kept:
        while piece := content.read(1 << 20):
            digest.update(piece)
            kept.write(piece)
    return digest.hexdigest()


def _rename_copy(checked: CheckResult, lead: int) -> CheckResult:
    """Return a checked copy under the submitted file's name."""
    here, name = checked.source[:lead], ShownPath(checked.source[lead:])

    def message(finding: Finding | Fold) -> str:
        return finding.message.replace(here, "")

    findings = tuple(replace(each, file=name, message=message(each)) for each in checked.findings)
    folds = tuple(replace(each, message=message(each)) for each in checked.folds)
    return replace(checked, source=name, findings=findings, folds=folds)


def _text(task: str, standing: ReceivedFile, checks: Checks, deadline: str | None) -> str:
    receipt = standing.receipt
    counts = f"no: {standing.reason}" if standing.reason else "yes"
    if not standing.reason and standing.version > 1:
        counts += ", in the place of earlier versions"
    rows = {
        "group": receipt.group,
        "file": f"{receipt.file}, version {standing.version}",
        "size": f"{format_size(receipt.bytes)}, {count_noun(receipt.runs, 'run')}",
        "SHA-256": receipt.sha256,
        "received": receipt.received,
        "deadline": deadline or "none",
        "counts": counts,
    }
    lines = [f"Receipt {receipt.number}: {visible(task)}", ""]
    lines += [f"  {name:9} {visible(value)}" for name, value in rows.items()]
    lines += ["", *_findings(checks)]
    return "\n".join(lines) + "\n"


def _findings(checks: Checks) -> list[str]:
    if len(checks.files) == 1:
        return text(checks).splitlines()
    verdict = text(checks, Listing(statistics=True)).rpartition("\n\n")[2]
    return [*list_causes(checks), *verdict.splitlines()]
