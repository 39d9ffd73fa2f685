"""Checks of several runs with each other: their names and tags, and how many a group has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce

from harness.core.errors import some
from harness.validation.findings import Finding
from harness.validation.requirements import Requirements
from harness.validation.submission import Checked


def check_together(
    runs: Sequence[Checked], requirements: Requirements, groups: Sequence[str | None] = ()
) -> list[Checked]:
    """The runs, with what is found in them beside the others.

    No two runs of a task have one name, and no two one tag where that is asked for (equal names say
    it already). ``groups`` [N] are the runs' groups, None where that is not known; none at all for
    no groups. Every run of a group that has too many is found: which are too many, nobody knows.

    >>> same = [Checked(file, None, (), {}, name="bm25") for file in ("a.run", "b.run")]
    >>> [str(finding) for one in check_together(same, Requirements()) for finding in one.findings]
    ["a.run: error: the name 'bm25' is also that of b.run [name-twice]", \
"b.run: error: the name 'bm25' is also that of a.run [name-twice]"]
    """
    more: dict[int, list[Finding]] = defaultdict(list)
    for code, index, message in _all(runs, requirements, groups):
        severity = requirements.severity_of(code)
        if severity != "off":
            more[index].append(Finding(code, severity, message, runs[index].source))
    return [reduce(Checked.and_found, more[index], run) for index, run in enumerate(runs)]


_Fault = tuple[str, int, str]


def _all(
    runs: Sequence[Checked], requirements: Requirements, groups: Sequence[str | None]
) -> Iterator[_Fault]:
    named = _equal(run.name for run in runs)
    yield from _twice("name", named, runs)
    if requirements.unique_tags:
        named_alike = {index for indices in named.values() for index in indices}
        yield from _twice("tag", _equal(run.tag for run in runs), runs, named_alike)
    most = requirements.runs_per_group
    for group, indices in _equal(groups).items():
        if most is not None and len(indices) > most:
            for index in indices:
                yield (
                    "too-many-runs",
                    index,
                    f"group {group!r} has {len(indices)} runs; at most {most} are allowed",
                )


def _equal(values: Iterable[str | None]) -> dict[str, list[int]]:
    """Where values are that are there more than once."""
    indices: dict[str, list[int]] = defaultdict(list)
    for index, value in enumerate(values):
        if value:
            indices[value].append(index)
    return {value: where for value, where in indices.items() if len(where) > 1}


def _twice(
    what: str,
    equal: dict[str, list[int]],
    runs: Sequence[Checked],
    named_alike: Collection[int] = (),
) -> Iterator[_Fault]:
    for value, indices in equal.items():
        for index in indices:
            if index not in named_alike:
                others = some([runs[other].source for other in indices if other != index], 3)
                yield f"{what}-twice", index, f"the {what} {value!r} is also that of {others}"
