"""Findings in submissions as SARIF 2.1.0 (OASIS, 2020), for editors and CI."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from harness import _version
from harness.core.harmless import real_path
from harness.report.findings import Checks, dump_json
from harness.validation import CHECKS, REPAIRS, Check, CheckResult, Finding

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_FINGERPRINT = "harnessCheck/v1"
#: The code whose findings have only topics as location.
_OF_TOPICS = "topic-unanswered"


def sarif(checks: Checks) -> str:
    """Return a rule for each check and a result for each listed finding; topics left out share one.

    A repaired finding is a note with the property ``repaired``. If the repair drops the line and
    the file is plain text, the result has it as one of its ``fixes``. Fingerprints stay the same
    when other lines are added or dropped. The properties of the SARIF run count all findings in
    each file, listed or not.
    """
    codes = list(checks.rules)
    results = [
        _build_result(finding, list(_list_fixes(finding, checked.newlines)))
        | {"ruleIndex": codes.index(finding.code)}
        | {"partialFingerprints": {_FINGERPRINT: digest}}
        for checked in checks.files
        for finding, digest in _add_fingerprints(_merge_findings(checked))
    ]
    notes = [
        {"level": "note", "message": {"text": f"not checked: {text}"}}
        for text in checks.not_checked
    ]
    notes += [{"level": "note", "message": {"text": str(note)}} for note in checks.notes]
    rules = [_build_rule(check) for check in checks.rules.values()]
    driver = {"name": "harness check", "version": _version.__version__, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": checks.status != 2,
                "exitCode": checks.status,
                "toolExecutionNotifications": notes,
            }
        ],
        "results": results,
        "properties": {"counts": {file.source: file.counts for file in checks.files}},
    }
    return dump_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _build_rule(check: Check) -> dict[str, Any]:
    page = f"{_version.DOCUMENTATION}generated/codes/{check.code}.html"
    return {
        "id": check.code,
        "shortDescription": {"text": check.summary},
        "help": {"text": f"harness explain {check.code} says what it is, and what repairs it."},
        **({"helpUri": page} if _version.DOCUMENTATION else {}),
        "defaultConfiguration": {"level": check.severity},
        "properties": {"repairs": list(check.repairs)},
    }


def _add_fingerprints(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield findings with fingerprints that do not change when lines are added elsewhere."""
    seen: Counter[str] = Counter()
    for finding in findings:
        lineless = re.sub(r"\bline \d+", "", finding.message)
        known = "\0".join((finding.code, _to_uri(finding.file), lineless))
        seen[known] += 1
        yield finding, hashlib.sha256(f"{known}\0{seen[known]}".encode()).hexdigest()


def _merge_findings(checked: CheckResult) -> Iterator[Finding]:
    """Yield the listed findings, with unanswered topics merged into one that lists them."""
    for finding in checked.findings:
        if finding.code != _OF_TOPICS:
            yield finding
    for fold in checked.folds:
        if fold.code == _OF_TOPICS:
            message = f"{fold.message}: topics {', '.join(fold.topics)}"
            yield Finding(fold.code, fold.severity, message, checked.source)


def _build_result(finding: Finding, fixes: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": _to_uri(finding.file)}}
    if finding.line is not None:
        column = {} if finding.column is None else {"startColumn": finding.column}
        location["region"] = {"startLine": finding.line, **column}
    repaired = finding.severity == "repaired"
    properties: dict[str, Any] = {"repaired": True} if repaired else {}
    if finding.repair is not None:
        properties |= {"repair": finding.repair}
    return {
        "ruleId": finding.code,
        "level": "note" if repaired else finding.severity,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": location}],
        **({"fixes": list(fixes)} if fixes else {}),
        **({"properties": properties} if properties else {}),
    }


def _list_fixes(finding: Finding, newlines: int | None) -> Iterator[dict[str, Any]]:
    """Yield the repair of a finding as an edit of the file that deletes the line with its line end.

    A line without an end is the last one; deleting it leaves an empty last line, which is none.
    """
    check, line = CHECKS.get(finding.code), finding.line
    if not (check and check.drops and line and newlines) or line > newlines + 1:
        return
    region = {"startLine": line, "startColumn": 1, "endLine": line + 1, "endColumn": 1}
    if line > newlines:
        region = {"startLine": line}
    for name in check.repairs:
        yield {
            "description": {"text": f"{name}: {REPAIRS[name].summary}"},
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": _to_uri(finding.file)},
                    "replacements": [{"deletedRegion": region}],
                }
            ],
        }


def _to_uri(file: str) -> str:
    path = Path(real_path(file))
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
