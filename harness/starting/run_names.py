"""What the runs of a folder are called, and whose they are: a ``run_pattern`` that tells it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import PurePosixPath

from harness.core.errors import some
from harness.core.identity import as_folders, file_names

#: Where a part of a name that all runs share may end, or begin.
_BORDERS = "._-"


@dataclass(frozen=True, slots=True)
class RunNames:
    """A ``run_pattern``, and what it does in one line."""

    pattern: str
    why: str


def run_names(paths: Sequence[str], tags: Sequence[str]) -> RunNames | None:
    r"""How runs get groups from their folders, and names of their own where tags are shared.

    ``paths`` are as the task names them. None where one folder holds runs of different tags.

    >>> run_names(["runs/a/1.txt", "runs/b/1.txt"], ["x", "y"]).pattern
    '^runs/(?P<group>[^/]+)/'
    >>> run_names(["runs/a/1.txt", "runs/b/2.txt"], ["x", "x"]).pattern
    '^runs/(?P<group>[^/]+)/(?:.*/)?(?P<name>[^/]+?)\\.txt$'
    """
    shown = [as_folders(path) for path in paths]
    lead, grouped = _lead(shown)
    twice = [tag for tag, count in Counter(tags).items() if count > 1]
    if not twice:
        if not grouped:
            return None
        return RunNames(f"^{lead}(?P<group>[^/]+)/", "Each group has its folder.")
    why = f"Several runs have one tag ({some(twice, 3)})"
    for what, pattern in _candidates(shown, lead, grouped=grouped):
        if _tells_apart(pattern, shown):
            groups = (
                ", and each group has its folder"
                if "group" in re.compile(pattern).groupindex
                else ""
            )
            return RunNames(pattern, f"{why}: they are called as their {what}{groups}.")
    return RunNames("(?P<name>.+)$", f"{why}: they are called as their paths.")


def _candidates(paths: Sequence[str], lead: str, *, grouped: bool) -> Iterator[tuple[str, str]]:
    names = [PurePosixPath(path).name for path in paths]
    before, end = _shared(names)
    group = "(?P<group>[^/]+)/" if grouped else ""
    deeper = "" if len({PurePosixPath(path).parent for path in paths}) == 1 else "(?:.*/)?"
    if len(set(names)) == 1:  # a tool that has a folder for each run
        yield "folders", f"^{lead}(?P<name>[^/]+)/[^/]+$"
    yield "files", f"^{lead}{group}{deeper}{before}(?P<name>[^/]+?){end}$"
    if not grouped:
        yield "folders", f"^{lead}(?:.*/)?(?P<name>[^/]+)/[^/]+$"
    yield "paths", f"^{lead}{group}(?P<name>.+?){end}$"
    if grouped:
        yield "groups and files", f"^{lead}(?P<name>{group}.+?){end}$"


def _tells_apart(pattern: str, paths: Sequence[str]) -> bool:
    """Whether a pattern gives each run a name of its own."""
    matches = [re.search(pattern, path) for path in paths]
    return len({match["name"] for match in matches if match}) == len(paths)


def _lead(paths: Sequence[str]) -> tuple[str, bool]:
    """The folders that all paths have in common, as a pattern; whether those below are groups."""
    folders = [path.split("/")[:-1] for path in paths]
    common = _common(folders)
    lead = "".join(f"{re.escape(part)}/" for part in common)
    below = {tuple(parts[len(common) : len(common) + 1]) for parts in folders}
    return lead, len(below) > 1 and () not in below


def _shared(names: Sequence[str]) -> tuple[str, str]:
    """Beginning and end of all names, as patterns; the suffixes of files are no part of names."""
    stems = [file_names(name)[0] for name in names]
    ends = sorted({name[len(stem) :] for name, stem in zip(names, stems, strict=True)})
    different = list(dict.fromkeys(stems))
    before = after = ""
    if len(different) > 1:
        before = _up_to_border("".join(_common(different)))
        rest = [stem[len(before) :][::-1] for stem in different]
        after = _up_to_border("".join(_common(rest)))[::-1]
        if any(len(before) + len(after) >= len(stem) for stem in different):
            before = after = ""
    suffix = "|".join(map(re.escape, ends))
    return re.escape(before), re.escape(after) + (f"(?:{suffix})" if len(ends) > 1 else suffix)


def _common(sequences: Sequence[Sequence[str]]) -> list[str]:
    """The items with which all sequences begin."""
    same = takewhile(lambda items: len(set(items)) == 1, zip(*sequences, strict=False))
    return [items[0] for items in same]


def _up_to_border(text: str) -> str:
    return text[: max(text.rfind(border) for border in _BORDERS) + 1]
