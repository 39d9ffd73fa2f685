"""The one writer of names that have too little room, and the participants who own runs."""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.harmless import ShownPath
from harness.core.identity import run_name

if TYPE_CHECKING:
    from harness.report.report import Report


#: The shares of a shortened name that its beginning takes, in the order in which they are tried.
_SHARES = (0.5, 0.25, 0.75, 0.0, 1.0)


def short_names(
    names: Sequence[str],
    room: float,
    width: Callable[[str], float] = len,
    *,
    sign: str = "…",
    taken: Sequence[str] = (),
) -> list[str]:
    """Names that are shown together, each so that it fits; different names are shown differently.

    What fits stays as it is. Of a longer name the beginning and the end are shown; where that makes
    two alike, more of one of them, or the place at which they differ; and where there is no room
    for that, they are numbered, whatever the room is.

    >>> short_names(["bm25", "a-very-long-name-of-run-2", "a-very-long-name-of-run-3"], 9)
    ['bm25', 'a-ve…un-2', 'a-ve…un-3']
    >>> short_names(["results-catb-filtered-ql", "results-cata-filtered-ql"], 12)
    ['…b-filtered…', '…a-filtered…']
    """
    different = list(dict.fromkeys(names))
    shown = {name: name for name in different if width(name) <= room}
    used = {*shown.values(), *taken}
    left = [name for name in different if name not in shown]
    for cut in _cuts(left, sign):
        made = {name: _longest(partial(cut, name), room, width) for name in left}
        alike = Counter(made.values())
        fine = {n: text for n, text in made.items() if alike[text] == 1 and text not in used}
        shown |= fine
        used |= set(fine.values())
        left = [name for name in left if name not in fine]
        if not left:
            break
    for name in left:
        head = _longest(partial(middle_out, name, share=1, sign=sign), 0.6 * room, width)
        numbers = (f"{head}{number}" for number in range(1, len(names) + len(used) + 2))
        shown[name] = next(text for text in numbers if text not in used)
        used.add(shown[name])
    return [shown[name] for name in names]


def _cuts(names: Sequence[str], sign: str) -> Iterator[Callable[[str, int], str]]:
    """Ways to show so many characters of a name."""
    for share in _SHARES:
        yield partial(middle_out, share=share, sign=sign)
    alike = takewhile(lambda chars: len(set(chars)) == 1, zip(*names, strict=False))
    start = sum(1 for _ in alike)
    yield lambda name, count: f"{sign}{name[start : start + count]}{sign}"


def middle_out(name: str, count: int, share: float = 0.5, sign: str = "…") -> str:
    """So many characters of a name, a share of them from its beginning, the others from its end.

    >>> middle_out("bm25.tuned.v2", 8), middle_out("bm25.tuned.v2", 8, share=1)
    ('bm25…d.v2', 'bm25.tun…')
    """
    head = math.ceil(count * share)
    return f"{name[:head]}{sign}{name[len(name) - count + head :]}"


def _longest(cut: Callable[[int], str], room: float, width: Callable[[str], float]) -> str:
    """The cut that shows most and fits."""
    low, high = 0, 1
    while width(cut(high)) <= room and high < 1 << 12:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if width(cut(middle)) <= room else (low, middle)
    return cut(low)


def stems(names: Sequence[str]) -> list[str]:
    """Names that files may have everywhere, a different one for each, also if case is ignored.

    >>> stems(["runs-nDCG@10", "runs-0.8*AP + 0.2*RR", "runs-ndcg 10"])
    ['runs-nDCG-10', 'runs-0.8-AP-0.2-RR', 'runs-ndcg-10-2']
    """
    taken: set[str] = set()
    chosen = []
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9.]+", "-", name)[:80].strip("-.") or "figure"
        stem, number = plain, 2
        while stem.lower() in taken:
            stem, number = f"{plain}-{number}", number + 1
        taken.add(stem.lower())
        chosen.append(stem)
    return chosen


#: A name that is a file's as it is: not hidden, no option, and not ending as names with a hash do.
_PLAIN = re.compile(r"(?!.*-[0-9a-f]{8}$)[A-Za-z0-9_][A-Za-z0-9._-]{0,79}")


def participants(report: Report) -> tuple[str, ...]:
    """Everybody a sheet can be made for, in bytewise order: groups, and runs that have none.

    Raises `EvaluationError` where two are called the same: one would get the other's sheet.
    """
    owners: dict[str, dict[str, None]] = {}
    for run in report.runs:
        group = report.groups.get(run)
        owners.setdefault(group or run, {})[_called(group, f"the run {run!r}")] = None
    for name, refused in refused_by_owner(report).items():
        for refused_run in refused:
            notes = _called(refused_run.get("group"), f"the file {refused_run['path']!r}")
            owners.setdefault(name, {})[notes] = None
    refuse(_shared(owners), EvaluationError)
    return tuple(sorted(owners, key=str.encode))


def _called(group: str | None, alone: str) -> str:
    return f"the group {group!r}" if group else f"{alone}, which has no group"


def _shared(owners: Mapping[str, Mapping[str, None]]) -> Iterator[Problem]:
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


def owner_of(report: Report, run: str) -> str:
    """Whose run this is: its group, or itself where it has none."""
    return report.groups.get(run) or run


def runs_of(report: Report, participant: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The runs of a participant, or the run of that name, and why others were not evaluated.

    Raises `EvaluationError`, with the nearest name, for a participant that is not there, and as
    `participants` does.
    """
    known = participants(report)
    runs = tuple(run for run in report.runs if owner_of(report, run) == participant)
    if not runs and participant not in known:
        runs = tuple(run for run in report.runs if run == participant)
    refused = refused_by_owner(report).get(participant, [])
    if not runs and not refused:
        raise EvaluationError(unknown("participant", participant, (*known, *report.runs)))
    return runs, tuple(problem for entry in refused for problem in entry["problems"])


def refused_by_owner(report: Report) -> dict[str, list[Mapping[str, Any]]]:
    """The runs that were not evaluated, by whose they are."""
    by_owner: dict[str, list[Mapping[str, Any]]] = {}
    for refused_run in report.refused:
        name = refused_run.get("name") or run_name(ShownPath(refused_run["path"]))
        by_owner.setdefault(refused_run.get("group") or name, []).append(refused_run)
    return by_owner
