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
    for code, place, message in _all(runs, requirements, groups):
        severity = requirements.severity_of(code)
        if severity != "off":
            more[place].append(Finding(code, severity, message, runs[place].source))
    return [reduce(Checked.and_found, more[place], one) for place, one in enumerate(runs)]


_Said = tuple[str, int, str]


def _all(
    runs: Sequence[Checked], requirements: Requirements, groups: Sequence[str | None]
) -> Iterator[_Said]:
    named = _equal(one.name for one in runs)
    yield from _twice("name", named, runs)
    if requirements.unique_tags:
        told = {place for places in named.values() for place in places}
        yield from _twice("tag", _equal(one.tag for one in runs), runs, told)
    most = requirements.runs_per_group
    for group, places in _equal(groups).items():
        if most is not None and len(places) > most:
            for place in places:
                yield (
                    "too-many-runs",
                    place,
                    f"group {group!r} has {len(places)} runs; at most {most} are allowed",
                )


def _equal(values: Iterable[str | None]) -> dict[str, list[int]]:
    """Where values are that are there more than once."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, value in enumerate(values):
        if value:
            places[value].append(place)
    return {value: where for value, where in places.items() if len(where) > 1}


def _twice(
    what: str,
    equal: dict[str, list[int]],
    runs: Sequence[Checked],
    told: Collection[int] = (),
) -> Iterator[_Said]:
    for value, places in equal.items():
        for place in places:
            if place not in told:
                others = some([runs[other].source for other in places if other != place], 3)
                yield f"{what}-twice", place, f"the {what} {value!r} is also that of {others}"
