"""Findings in submissions and their consequences, as text for people and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from harness._version import __version__
from harness.core.errors import some
from harness.core.faces import MOST_ROWS, Face, HasFace, HasFrame
from harness.core.harmless import harmless_json, visible
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.report.table import Table, complete_headings, render
from harness.validation import CHECKS, SEVERITIES, Check, CheckResult, Fold
from harness.validation.advice import Advice

#: Name and version of the JSON format.
FORMAT = "harness check 2"
_NAMES = {
    "error": ("error", "errors"),
    "warning": ("warning", "warnings"),
    "note": ("note", "notes"),
    "repaired": ("repaired", "repaired"),
}
#: The states of files, the worst first, and the words for their counts.
_STATES = {
    "unreadable": "unreadable",
    "errors": "with errors",
    "warnings": "with warnings",
    "repaired": "will be repaired",
    "clean": "clean",
}


@dataclass(frozen=True, slots=True, repr=False)
class Checks(HasFace, HasFrame):
    """Checked submissions, and the rules of the task that could not be checked.

    ``by_task`` is False if only general rules were checked, without a task. With ``strict`` only
    files pass that are clean and completely checked. ``rules`` are all possible findings. ``notes``
    are remarks on the topics of the task.
    """

    files: Sequence[CheckResult]
    not_checked: tuple[str, ...] = ()
    by_task: bool = True
    strict: bool = False
    rules: Mapping[str, Check] = field(default_factory=lambda: CHECKS)
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        return text(self)

    def face(self) -> Face:
        """Return a row per file, failing files first."""
        files = sorted(self.files, key=lambda checked: list(_STATES).index(state(checked)))
        numbers = ", ".join(f"{n} {_STATES[kind]}" for kind, n in self.numbers().items() if n)
        line = f"Checks: {count_noun(len(files), 'run')}" + (f"; {numbers}" if numbers else "")
        rows = [(checked.source, state(checked), _list_codes(checked)) for checked in files]
        return Face(line, ("run", "state", "findings"), rows[:MOST_ROWS], len(rows))

    def failing(self) -> str:
        """Return the failing runs on one line, with the codes of their findings."""
        failing = [each for each in self.files if not each.passes or not each.readable]
        listed = some([f"{each.source} ({_list_codes(each) or 'unreadable'})" for each in failing])
        return f"{len(failing)} of {count_noun(len(self.files), 'run')} do not pass: {listed}"

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return a row for each code and severity of a run."""
        folds = [(checked.source, fold) for checked in self.files for fold in checked.folds]
        names = ("severity", "code", "count", "message")
        columns = {name: [getattr(fold, name) for _, fold in folds] for name in names}
        return {"run": [source for source, _ in folds], **columns}, None

    @property
    def status(self) -> int:
        """0: all pass; 1: an error or a warning; 2: a file cannot be read."""
        if not all(checked.readable for checked in self.files):
            return 2
        if self.strict and (self.not_checked or not all(checked.clean for checked in self.files)):
            return 1
        return 0 if all(checked.passes for checked in self.files) else 1

    def numbers(self) -> dict[str, int]:
        """Return the number of files in each state."""
        counts = Counter(map(state, self.files))
        return {kind: counts[kind] for kind in _STATES}

    def codes(self) -> list[tuple[str, str, int, int]]:
        """Return severity, code, number of files and number of findings, the worst first."""
        runs: Counter[tuple[str, str]] = Counter()
        times: Counter[tuple[str, str]] = Counter()
        for fold in (fold for checked in self.files for fold in checked.folds):
            runs[fold.severity, fold.code] += 1
            times[fold.severity, fold.code] += fold.count
        codes = list(self.rules)
        order = sorted(
            runs, key=lambda key: (SEVERITIES.index(key[0]), -runs[key], codes.index(key[1]))
        )
        return [(*key, runs[key], times[key]) for key in order]

    def made(self) -> dict[str, tuple[int, int]]:
        """Return the repairs that were made: the number of files and of lines."""
        repairs = [item for checked in self.files for item in checked.repairs.items()]
        names = dict.fromkeys(name for name, _ in repairs)
        lines = {name: [count for own, count in repairs if own == name] for name in names}
        return {name: (len(counts), sum(counts)) for name, counts in lines.items()}

    def remedies(self) -> dict[str, int]:
        """Return the recommended repairs, and the number of files for each."""
        names = Counter(name for checked in self.advised() for name in checked.repairs)
        return dict(names.most_common())

    def repairable(self) -> int:
        """Return the number of files with errors that the recommended repairs would settle."""
        return sum(bool(checked.repairs) for checked in self.advised())

    def advised(self) -> list[Advice]:
        """Return the advice on files with errors."""
        return [checked.advice for checked in self.files if checked.advice is not None]


def _list_codes(checked: CheckResult) -> str:
    """Return the codes of errors and warnings of a file, or of notes if there are only notes."""
    severe = [fold for fold in checked.folds if fold.severity in ("error", "warning")]
    return ", ".join(dict.fromkeys(fold.code for fold in severe or checked.folds))


def state(checked: CheckResult) -> str:
    """Return the state of a file: ``unreadable``, ``errors``, ``warnings``, ``repaired``,
    ``clean``.
    """
    if not checked.readable:
        return "unreadable"
    if not checked.passes:
        return f"{checked.worst}s"
    return "clean" if checked.clean else "repaired"


# --- text ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listing:
    """Options for what the text lists.

    The default is a line for each code of a file. ``every`` lists a line for each finding,
    ``quiet`` lists errors only, ``statistics`` lists no files. ``short`` lists a file that has only
    notes on one line.
    """

    every: bool = False
    quiet: bool = False
    statistics: bool = False
    short: bool = False


_FOLDED = Listing()
#: The most lines that people read; longer lists are grouped by cause.
MOST_LINES = 40


def text(checks: Checks, listing: Listing = _FOLDED) -> str:
    """Render findings by file, those with errors first, then counts by code, and the verdict."""
    lines: list[str] = []
    if not (listing.statistics or listing.every) and _is_long(checks, listing):
        lines += list_causes(checks, quiet=listing.quiet)
        return "".join(f"{visible(line)}\n" for line in (*lines, "", *_state_verdict(checks)))
    if not listing.statistics:
        states = list(_STATES)
        for checked in sorted(checks.files, key=lambda submission: states.index(state(submission))):
            short = len(checks.files) > 1 and state(checked) == "clean"
            lines += _list_findings(checked, replace(listing, short=short))
    if listing.statistics or (len(checks.files) > 1 and not listing.quiet):
        lines += _list_by_code(checks, apart=bool(lines))
    return "".join(f"{visible(line)}\n" for line in (*lines, *_state_verdict(checks)))


def _is_long(checks: Checks, listing: Listing) -> bool:
    """Return whether a line for each code of each file would be too long to read."""
    lines = sum(len(checked.folds) + 1 for checked in checks.files if not checked.clean)
    lines += sum(checked.clean for checked in checks.files) * (not listing.quiet)
    return len(checks.files) > 1 and lines + len(checks.codes()) > MOST_LINES


def list_causes(checks: Checks, *, quiet: bool = False, of: int | None = None) -> list[str]:
    """List each cause once, briefly: its count, the runs that have it, and the remedy.

    ``quiet`` lists errors only. ``of`` counts all runs, if not all were checked.
    """
    lines: list[str] = []
    total = len(checks.files) if of is None else of
    rows = [row for row in checks.codes() if not quiet or row[0] == "error"]
    for index, (severity, code, runs, count) in enumerate(rows):
        if len(lines) > MOST_LINES - 12:
            others = ", ".join(f"{other} {often:,}" for _, other, _, often in rows[index:])
            return [*lines, f"{len(rows) - index} more codes: {others}"]
        folds = [
            (checked.source, fold)
            for checked in checks.files
            for fold in checked.folds
            if (fold.severity, fold.code) == (severity, code)
        ]
        often = "" if count == runs else f", {count:,} findings"
        lines.append(f"{severity} {code}: {runs} of {count_noun(total, 'run')}{often}")
        (source, fold), *more = folds
        if severity != "note":
            lines.append(f"  {fold.cite(source)}")
            lines += [f"  also in {some([source for source, _ in more], 3)}"] * bool(more)
    return lines


def _list_findings(checked: CheckResult, listing: Listing) -> Iterator[str]:
    folds = checked.folds
    if listing.quiet:
        folds = tuple(fold for fold in folds if fold.severity == "error")
        if not folds:
            return
    if listing.every:
        findings = [
            finding
            for finding in checked.findings
            if not listing.quiet or finding.severity == "error"
        ]
        yield from map(str, findings)
        listed = Counter(finding.code for finding in findings)
        yield _describe_counts(checked, None if listing.quiet else Counter(checked.counts) - listed)
        return
    if listing.short:
        codes = ", ".join(f"{fold.code} {fold.count:,}" for fold in folds)
        yield f"{_describe_counts(checked)}{f': {codes}' if codes else ''}"
        return
    yield _describe_counts(checked)
    widths = [max(map(len, column)) for column in zip(*map(_key, folds), strict=True)]
    for fold in folds:
        key = " ".join(part.ljust(width) for part, width in zip(_key(fold), widths, strict=True))
        yield f"  {key}  {fold}"
    if checked.advice is not None and not listing.quiet:
        yield f"  advice: {checked.advice}"


def _key(fold: Fold) -> tuple[str, str]:
    return fold.severity, fold.code


def _describe_counts(checked: CheckResult, hidden: Mapping[str, int] | None = None) -> str:
    """Count the findings in a file; ``hidden`` ones are not listed."""
    counts = [
        f"{count:,} {_NAMES[severity][count != 1]}"
        for severity in _NAMES
        if (count := checked.number(severity))
    ]
    parts = [", ".join(counts) or "nothing found"]
    if hidden:
        listed = ", ".join(f"{code} {count:,}" for code, count in hidden.items())
        parts.append(f"not listed: {listed}")
    if checked.repairs:
        made = ", ".join(
            f"{name} {count_noun(count, 'line')}" for name, count in checked.repairs.items()
        )
        parts.append(f"will be repaired: {made}")
    return f"{checked.source}: {'; '.join(parts)}"


def _list_by_code(checks: Checks, *, apart: bool) -> Iterator[str]:
    rows = checks.codes()
    if rows:
        table = Table(complete_headings("severity", "code", "runs", "findings"), rows)
        yield from ([""] if apart else [])
        yield from render(table, "table").splitlines()
        yield ""


def _state_verdict(checks: Checks) -> Iterator[str]:
    yield from (note.line for note in checks.notes)
    yield from (f"not checked: {what}" for what in checks.not_checked)
    if not checks.files:
        return
    for name, (runs, lines) in checks.made().items():
        yield f"will be repaired: {name}: {count_noun(lines, 'line')} of {count_noun(runs, 'run')}"
    numbers = checks.numbers()
    parts = [f"{count} {_STATES[kind]}" for kind, count in numbers.items() if count]
    if not numbers["clean"]:
        parts.append("0 clean")
    elif checks.not_checked:
        parts[-1] += " of what was checked"
    elif not checks.by_task:
        parts[-1] += " by the rules that hold everywhere"
    yield f"{count_noun(len(checks.files), 'run')}: {', '.join(parts)}"
    yield from _name_bad_files(checks)
    if remedies := checks.remedies():
        listed = ", ".join(f"{name} ({runs})" for name, runs in remedies.items())
        of = count_noun(checks.repairable(), "run", of=numbers["errors"])
        yield f"repairs settle all errors of {of} with errors, tried out: {listed}"


def _name_bad_files(checks: Checks) -> Iterator[str]:
    """Yield which files have errors, for long lists; by path if names are ambiguous."""
    if len(checks.files) > 1:
        alike = Counter(Path(checked.source).name for checked in checks.files)
        for kind in ("unreadable", "errors"):
            sources = [checked.source for checked in checks.files if state(checked) == kind]
            names = [name if alike[name := Path(it).name] == 1 else it for it in sources]
            if names:
                yield f"{_STATES[kind]}: {some(names)}"


# --- JSON ------------------------------------------------------------------------------------


def as_json(checks: Checks) -> str:
    """Return everything as one object: ``files`` with findings and counts, and a ``summary``."""
    document = {
        "format": FORMAT,
        "version": __version__,
        "not_checked": list(checks.not_checked),
        "notes": [note.record() for note in checks.notes],
        "status": checks.status,
        "files": [
            {
                "file": checked.source,
                "run": checked.name,
                "format": checked.format,
                "readable": checked.readable,
                "worst": checked.worst,
                "state": state(checked),
                "counts": {code: asdict(tally) for code, tally in checked.tallies.items()},
                "repairs": dict(checked.repairs),
                "advice": None if checked.advice is None else asdict(checked.advice),
                "folded": [asdict(fold) for fold in checked.folds],
                "findings": [asdict(finding) for finding in checked.findings],
            }
            for checked in checks.files
        ],
        "summary": {
            "files": len(checks.files),
            **checks.numbers(),
            "repairable": checks.repairable(),
            "repairs": checks.remedies(),
            "codes": [
                {"severity": severity, "code": code, "runs": runs, "findings": count}
                for severity, code, runs, count in checks.codes()
            ],
        },
    }
    return dump_json(document)


def dump_json(document: Mapping[str, Any]) -> str:
    """Return the text of a JSON document.

    >>> print(dump_json({"AP": 0.5, "P@5": 0.25}), end="")
    {
     "AP": 0.5,
     "P@5": 0.25
    }
    """
    return harmless_json(json.dumps(document, ensure_ascii=False, indent=1)) + "\n"
