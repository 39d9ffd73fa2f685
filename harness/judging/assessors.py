"""Assessors: people and groups, what they may and can judge, and what is wrong with that."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from harness.core.errors import Problem, check_whole, suggester
from harness.settings.judge import AssessorEntry

#: Names that Windows keeps for devices, whatever follows after a dot.
_DEVICES = {
    "CON",
    "PRN",
    "AUX",
    "NUL",
    *(f"{port}{n}" for port in ("COM", "LPT") for n in "123456789"),
}
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Assessor:
    """An assessor: a person, or a participating group as a whole.

    ``topics`` are the assessor's own, those that it proposed. Assessors of one ``group`` take one
    share of the topics together; without a group each takes a share. ``capacity`` is the most
    documents that it judges first (None: any number; what is judged a second time comes on top),
    ``conflicts`` are topics that it must not judge.
    """

    name: str
    topics: tuple[str, ...] = ()
    group: str | None = None
    capacity: int | None = None
    conflicts: tuple[str, ...] = ()

    @classmethod
    def of(cls, entry: AssessorEntry) -> Assessor:
        """The assessor whom an entry of a task file describes."""
        return cls(**dict(entry))

    @property
    def sharing(self) -> tuple[str, str]:
        """The group that takes a share of the topics, or the assessor where there is none."""
        return ("assessor", self.name) if self.group is None else ("group", self.group)


def wrong_assignment(
    assessors: Sequence[Assessor], known: Collection[str], overlap: float, repeats: float, seed: int
) -> Iterator[Problem]:
    """Everything that makes it impossible to give documents to these assessors."""
    if not assessors:
        yield Problem("there are no assessors")
    yield from _wrong_names([assessor.name for assessor in assessors])
    yield from _wrong_topics(assessors, known)
    for name, share in (("overlap", overlap), ("repeats", repeats)):
        if not _is_share(share):
            hint = "it must be a number from 0 to 1"
            yield Problem(f"{name} = {share!r} is not allowed", hint=hint)
    if _is_share(overlap) and overlap and len(assessors) < 2:
        hint = "name at least two, or set overlap to 0"
        yield Problem("overlap needs a second assessor", hint=hint)
    yield from check_whole(seed, 0, f"seed = {seed!r}")


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _wrong_names(names: Sequence[str]) -> Iterator[Problem]:
    """Names that no file can have, on some system, and those of which a file can have only one."""
    files: dict[str, list[str]] = {}
    for name in names:
        files.setdefault(unicodedata.normalize("NFC", name).casefold(), []).append(name)
        why = _unusable(name)
        if why:
            message = f"the assessor's name {name!r} cannot be the name of a file"
            yield Problem(message, hint=why)
    for same in files.values():
        if len(same) > 1 and len(set(same)) == 1:
            yield Problem(f"{len(same)} assessors are called {same[0]!r}")
        elif len(same) > 1:
            message = f"the assessors {', '.join(map(repr, dict.fromkeys(same)))} need other names"
            hint = "their files have one name where the case of letters does not count"
            yield Problem(message, hint=hint)


def _unusable(name: str) -> str | None:
    """Why a name cannot be that of a file; None when it can."""
    if not name or name != name.strip():
        return "it is empty, or has a blank at an end"
    if name.startswith("."):
        return "it begins with a dot"
    if set(name) & set('<>:"/\\|?*') or not name.isprintable():
        return 'none of < > : " / \\ | ? * and no control characters'
    if name.split(".", maxsplit=1)[0].rstrip().upper() in _DEVICES:
        return "Windows keeps it for a device"
    if len(name.encode()) > _LONGEST_NAME:
        return f"it must have at most {_LONGEST_NAME} bytes"
    return None


def _wrong_topics(assessors: Sequence[Assessor], known: Collection[str]) -> Iterator[Problem]:
    nearest_topic = suggester(sorted(known))
    for assessor in assessors:
        for topic in (*assessor.topics, *assessor.conflicts):
            if topic not in known:
                message = f"the assessor {assessor.name!r} has the unknown topic {topic!r}"
                yield Problem(message, hint=nearest_topic(topic))
        for topic in set(assessor.topics) & set(assessor.conflicts):
            yield Problem(f"the topic {topic!r} is proposed by {assessor.name!r} and in conflict")
