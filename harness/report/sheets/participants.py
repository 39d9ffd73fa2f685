"""Who gets a sheet, and what its file is called."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.harmless import ShownPath
from harness.core.identity import run_name
from harness.core.numbers import collect
from harness.report.names import stems

if TYPE_CHECKING:
    from harness.report.report import Report

#: A name that is a file's as it is: not hidden, no option, and not ending as names with a hash do.
_PLAIN = re.compile(r"(?!.*-[0-9a-f]{8}$)[A-Za-z0-9_][A-Za-z0-9._-]{0,79}")


def participants(report: Report) -> tuple[str, ...]:
    """Everybody a sheet can be made for, in bytewise order: groups, and runs that have none.

    Raises `EvaluationError` where two are called the same: one would get the other's sheet.
    """
    owners: dict[str, dict[str, None]] = {}
    for run in report.runs:
        group = report.groups.get(run)
        owners.setdefault(group or run, {})[_name_owner(group, f"the run {run!r}")] = None
    for name, refused in group_refused(report).items():
        for refused_run in refused:
            notes = _name_owner(refused_run.get("group"), f"the file {refused_run['path']!r}")
            owners.setdefault(name, {})[notes] = None
    refuse(_find_shared(owners), EvaluationError)
    return tuple(sorted(owners, key=str.encode))


def _name_owner(group: str | None, alone: str) -> str:
    return f"the group {group!r}" if group else f"{alone}, which has no group"


def _find_shared(owners: Mapping[str, Mapping[str, None]]) -> Iterator[Problem]:
    for name, owned in owners.items():
        if len(owned) > 1:
            message = f"the participant {name!r} is not one: {'; '.join(owned)}"
            yield Problem(message, hint="rename one, or give each run without a group its own")


def sheet_stem(name: str, everybody: Sequence[str]) -> str:
    """Return the name of a participant's sheet without its suffix.

    It is the name itself, where that can be a file's and nobody else has it when case is ignored;
    otherwise it ends with the beginning of the name's SHA-256. Who else is there changes nothing.

    >>> sheet_stem("NII_1.b", ["NII_1.b", "nii"]), sheet_stem("a b", ["a b", "a-b"])
    ('NII_1.b', 'a-b-c8687a08')
    """
    same = [other for other in everybody if other != name and other.lower() == name.lower()]
    if _PLAIN.fullmatch(name) and not same:
        return name
    digest = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()
    return f"{stems([name])[0]}-{digest[:8]}"


def find_owner(report: Report, run: str) -> str:
    """Whose run this is: its group, or itself where it has none."""
    return report.groups.get(run) or run


def list_runs(report: Report, participant: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the runs of a participant, or the run of that name, and why others were not evaluated.

    Raises `EvaluationError`, with the nearest name, for a participant that is not there, and as
    `participants` does.
    """
    known = participants(report)
    runs = tuple(run for run in report.runs if find_owner(report, run) == participant)
    if not runs and participant not in known:
        runs = tuple(run for run in report.runs if run == participant)
    refused = group_refused(report).get(participant, [])
    if not runs and not refused:
        raise EvaluationError(unknown("participant", participant, (*known, *report.runs)))
    return runs, tuple(problem for entry in refused for problem in entry["problems"])


def group_refused(report: Report) -> dict[str, list[Mapping[str, Any]]]:
    """Return the refused runs by participant."""
    return collect(
        (run.get("group") or run.get("name") or run_name(ShownPath(run["path"])), run)
        for run in report.refused
    )
