"""What was found in submissions: as text for people, as JSON, and as SARIF 2.1.0 for editors."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from harness._version import __version__
from harness.harmless import harmless_json, visible
from harness.validation import CHECKS, Checked, Finding
from harness.validation.findings import repairs_of

#: What the JSON says that it is.
FORMAT = "harness check 1"
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
#: Of these the text lists the first of each code and file; they are for information.
_SHORT = ("note", "repaired")
_NAMES = {
    "error": ("error", "errors"),
    "warning": ("warning", "warnings"),
    "note": ("note", "notes"),
    "repaired": ("repaired", "repaired"),
}


@dataclass(frozen=True, slots=True)
class Checks:
    """Checked submissions, and what of the task could not be checked."""

    files: Sequence[Checked]
    not_checked: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """0: all clean; 1: an error or a warning; 2: a file cannot be read at all."""
        if not all(one.readable for one in self.files):
            return 2
        return 0 if all(one.clean for one in self.files) else 1

    def numbers(self) -> dict[str, int]:
        """How many files there are of each kind."""
        worst = Counter(one.worst if one.readable else "unreadable" for one in self.files)
        return {
            "clean": sum(one.clean for one in self.files),
            "warnings": worst["warning"],
            "errors": worst["error"],
            "unreadable": worst["unreadable"],
        }

    def remedies(self) -> dict[str, int]:
        """The repairs that would settle errors, and in how many files they would."""
        needed: Counter[str | None] = Counter()
        for one in self.files:
            needed.update(list(dict.fromkeys(map(repairs_of, _errors(one)))))
        return {repair: count for repair, count in needed.most_common() if repair is not None}

    def repairable(self) -> int:
        """How many files with errors would have none after repairs."""
        with_errors = [codes for one in self.files if (codes := _errors(one))]
        return sum(all(CHECKS[code].repairs for code in codes) for codes in with_errors)


def _errors(checked: Checked) -> list[str]:
    tallies = checked.tallies.items()
    return [code for code, one in tallies if one.severity == "error" and one.standing]


# --- text ------------------------------------------------------------------------------------


def text(checks: Checks) -> str:
    """A line for each finding, a line for each file, and what there is in total.

    Of notes and repaired findings the first of each code and file is shown; the line of the file
    counts everything.
    """
    lines = [f"not checked: {said}" for said in checks.not_checked]
    for checked in checks.files:
        shown = list(_shown(checked))
        lines += map(str, shown)
        lines.append(_of_file(checked, shown))
    lines += _in_total(checks)
    return "".join(f"{visible(line)}\n" for line in lines)


def _shown(checked: Checked) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for finding in checked.findings:
        key = finding.code, finding.severity
        if finding.severity not in _SHORT or key not in seen:
            yield finding
        seen.add(key)


def _of_file(checked: Checked, shown: Sequence[Finding]) -> str:
    counts = [
        f"{count:,} {_NAMES[severity][count != 1]}"
        for severity in _NAMES
        if (count := checked.number(severity))
    ]
    parts = [", ".join(counts) or "nothing found"]
    if hidden := Counter(checked.counts) - Counter(finding.code for finding in shown):
        listed = ", ".join(f"{code} {count:,}" for code, count in hidden.items())
        parts.append(f"not listed: {listed}")
    if checked.repairs:
        made = ", ".join(f"{name} {_lines(count)}" for name, count in checked.repairs.items())
        parts.append(f"repairs: {made}")
    return f"{checked.source}: {'; '.join(parts)}"


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count:,} lines"


def _in_total(checks: Checks) -> Iterator[str]:
    if not checks.files:
        return
    numbers, count = checks.numbers(), len(checks.files)
    said = [f"{numbers['clean']} clean"]
    said += [f"{numbers[kind]} with {kind}" for kind in ("warnings", "errors") if numbers[kind]]
    if numbers["unreadable"]:
        said.append(f"{numbers['unreadable']} unreadable")
    yield f"{count} {'run' if count == 1 else 'runs'}: {', '.join(said)}"
    if remedies := checks.remedies():
        listed = ", ".join(f"{name} ({runs})" for name, runs in remedies.items())
        of = f"{checks.repairable()} of {numbers['errors']}"
        yield f"repairs would settle all errors of {of} runs with errors: {listed}"


# --- JSON ------------------------------------------------------------------------------------


def as_json(checks: Checks) -> str:
    """Everything as one object: ``files`` with their findings and counts, and a ``summary``."""
    document = {
        "format": FORMAT,
        "version": __version__,
        "not_checked": list(checks.not_checked),
        "files": [_file(checked) for checked in checks.files],
        "summary": {
            "files": len(checks.files),
            **checks.numbers(),
            "repairable": checks.repairable(),
            "repairs": checks.remedies(),
        },
    }
    return _dumped(document)


def _file(checked: Checked) -> dict[str, Any]:
    return {
        "file": checked.source,
        "run": checked.name,
        "format": checked.format,
        "readable": checked.readable,
        "worst": checked.worst,
        "counts": {code: asdict(tally) for code, tally in checked.tallies.items()},
        "repairs": dict(checked.repairs),
        "findings": [asdict(finding) for finding in checked.findings],
    }


def _dumped(document: Mapping[str, Any]) -> str:
    return harmless_json(json.dumps(document, ensure_ascii=False, indent=1)) + "\n"


# --- SARIF -----------------------------------------------------------------------------------


def sarif(checks: Checks) -> str:
    """SARIF 2.1.0 (OASIS, 2020): a rule for each check, a result for each listed finding.

    A repaired finding is a note with the property ``repaired``. The properties of the run count
    what was found in each file, listed or not.
    """
    rules = list(CHECKS)
    run = {
        "tool": {
            "driver": {
                "name": "harness check",
                "version": __version__,
                "rules": [_rule(code) for code in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": checks.status != 2,
                "exitCode": checks.status,
                "toolExecutionNotifications": [
                    {"level": "note", "message": {"text": f"not checked: {said}"}}
                    for said in checks.not_checked
                ],
            }
        ],
        "results": [
            _result(finding, rules.index(finding.code))
            for checked in checks.files
            for finding in checked.findings
        ],
        "properties": {"counts": {one.source: one.counts for one in checks.files}},
    }
    return _dumped({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> dict[str, Any]:
    check = CHECKS[code]
    return {
        "id": code,
        "shortDescription": {"text": check.summary},
        "defaultConfiguration": {"level": check.severity},
        "properties": {"repairs": list(check.repairs)},
    }


def _result(finding: Finding, rule: int) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(finding.file)}}
    if finding.line is not None:
        column = {} if finding.column is None else {"startColumn": finding.column}
        place["region"] = {"startLine": finding.line, **column}
    repaired = finding.severity == "repaired"
    properties: dict[str, Any] = {"repaired": True} if repaired else {}
    if finding.repair is not None:
        properties |= {"repair": finding.repair}
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": "note" if repaired else finding.severity,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
        **({"properties": properties} if properties else {}),
    }


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


#: Every way of showing what was found, by the name under which it is asked for.
FINDING_RENDERERS: dict[str, Callable[[Checks], str]] = {
    "text": text,
    "json": as_json,
    "sarif": sarif,
}
