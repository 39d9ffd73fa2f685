"""Runs of a folder in a task file: patterns of their files, and a ``run_pattern`` of names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from harness.config.sources import find_paths
from harness.core.errors import some
from harness.core.harmless import real_path
from harness.core.identity import as_folders, common_start, file_names, find_suffix
from harness.core.locations import MEMBER
from harness.core.numbers import find_repeated
from harness.formats.files import TABLE_SUFFIXES
from harness.formats.members import files_in

#: The borders of parts of names that all runs share.
_BORDERS = "._-"


@dataclass(frozen=True, slots=True)
class RunNames:
    """A ``run_pattern`` and its effect in one line."""

    pattern: str
    why: str

    @property
    def renames(self) -> bool:
        """Whether it gives names to runs, beside groups."""
        return "(?P<name>" in self.pattern


def run_names(paths: Sequence[str], names: Sequence[str]) -> RunNames | None:
    r"""Return the pattern that gives runs groups by folder, and distinct names if needed.

    ``paths`` are as in the task; ``names`` are tags, or names of files without tags. None if one
    folder has runs with different tags.

    >>> run_names(["runs/a/1.txt", "runs/b/1.txt"], ["x", "y"]).pattern
    '^runs/(?P<group>[^/]+)/'
    >>> run_names(["runs/a/1.txt", "runs/b/2.txt"], ["x", "x"]).pattern
    '^runs/(?P<group>[^/]+)/(?:.*/)?(?P<name>[^/]+?)\\.txt$'
    >>> run_names(["ql.dev.tsv", "bm25.dev.tsv"], ["ql.dev.tsv", "bm25.dev.tsv"]).pattern
    '^(?P<name>[^/]+?)\\.dev\\.tsv$'
    """
    shown = [as_folders(path) for path in paths]
    lead, grouped = _lead(shown)
    twice = find_repeated(names)
    if twice:
        why = f"Several runs have one tag ({some(twice, 3)})"
    elif len(names) > 1 and all(find_suffix(name) in TABLE_SUFFIXES for name in names):
        why = "No run has a tag"
    elif grouped:
        return RunNames(f"^{lead}(?P<group>[^/]+)/", "Each group has its folder.")
    else:
        return None
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
    if len(set(names)) == 1:  # a tool with a folder for each run
        yield "folders", f"^{lead}(?P<name>[^/]+)/[^/]+$"
    yield "files", f"^{lead}{group}{deeper}{before}(?P<name>[^/]+?){end}$"
    if not grouped:
        yield "folders", f"^{lead}(?:.*/)?(?P<name>[^/]+)/[^/]+$"
    yield "paths", f"^{lead}{group}(?P<name>.+?){end}$"
    if grouped:
        yield "groups and files", f"^{lead}(?P<name>{group}.+?){end}$"


def _tells_apart(pattern: str, paths: Sequence[str]) -> bool:
    """Return whether a pattern gives each run a distinct name."""
    matches = [re.search(pattern, path) for path in paths]
    return len({match["name"] for match in matches if match}) == len(paths)


def _lead(paths: Sequence[str]) -> tuple[str, bool]:
    """Return the common folders of all paths, as a pattern, and whether those below are groups."""
    folders = [path.split("/")[:-1] for path in paths]
    common = common_start(folders)
    lead = "".join(f"{re.escape(part)}/" for part in common)
    below = {tuple(parts[len(common) : len(common) + 1]) for parts in folders}
    return lead, len(below) > 1 and () not in below


def _shared(names: Sequence[str]) -> tuple[str, str]:
    """Return the common beginning and end of all names, as patterns, without file suffixes."""
    stems = [_without_table_suffix(file_names(name)[0]) for name in names]
    ends = sorted({name[len(stem) :] for name, stem in zip(names, stems, strict=True)})
    different = list(dict.fromkeys(stems))
    before = after = ""
    if len(different) > 1:
        before = _up_to_border(common_start(different))
        rest = [stem[len(before) :][::-1] for stem in different]
        after = _up_to_border(common_start(rest))[::-1]
        if any(len(before) + len(after) >= len(stem) for stem in different):
            before = after = ""
    suffix = "|".join(map(re.escape, ends))
    return re.escape(before), re.escape(after) + (f"(?:{suffix})" if len(ends) > 1 else suffix)


def _without_table_suffix(name: str) -> str:
    suffix = find_suffix(name)
    return name[: -len(suffix)] if suffix in TABLE_SUFFIXES else name


def _up_to_border(text: str) -> str:
    return text[: max(text.rfind(border) for border in _BORDERS) + 1]


# --- patterns for their files ------------------------------------------------------------------


def run_patterns(folder: Path, runs: Sequence[str]) -> list[str]:
    """Return files, archives and patterns of a folder that match its runs and nothing else.

    >>> run_patterns(Path("/nowhere"), ["runs/a.run", "runs/b.run"])
    ['runs/*.run']
    """
    wanted = set(runs)
    archives = {run.partition(MEMBER)[0] for run in wanted if MEMBER in run}
    archives = {archive for archive in archives if _has_only_runs(folder, archive, wanted)}
    units = list(dict.fromkeys(_unit(run, archives) for run in sorted(wanted)))
    patterns: list[str] = []
    while units:
        remaining = set(units)
        left = {run for run in wanted if _unit(run, archives) in remaining}
        pattern, fitted = _widest(folder, units[0], units, left)
        patterns.append(pattern)
        units = [unit for unit in units if unit not in fitted]
    return patterns


def _has_only_runs(folder: Path, archive: str, wanted: set[str]) -> bool:
    """Return whether all data in an archive are runs."""
    lead = len(str(folder)) + 1
    inside = {file[lead:] for file in files_in(str(folder / real_path(archive)))}
    return inside <= set(map(real_path, wanted))


def _unit(run: str, archives: set[str]) -> str:
    """Return the archive of a run if it is one of these, else the run."""
    archive = run.partition(MEMBER)[0]
    return archive if archive in archives else run


def _widest(
    folder: Path, first: str, units: Sequence[str], wanted: set[str]
) -> tuple[str, set[str]]:
    """Return the pattern that matches the first file and most others, and the files it matches.

    It matches no file of an earlier pattern: a run is listed once.
    """
    for pattern in _patterns(first, units):
        # Other files will be beside runs in the task's own folder, the task file first.
        if pattern in ("*", "*/*"):
            continue
        fitted = {unit for unit in units if _fits(pattern, unit)}
        there = set(find_paths(pattern, folder) or fitted)
        several = len(fitted) > 1 or ("/" in pattern and not pattern.endswith("*"))
        if several and there <= {*wanted, *fitted}:
            return pattern, fitted
    return first, {first}


def _patterns(path: str, units: Sequence[str]) -> Iterator[str]:
    """Yield patterns for a file and others, from wide to narrow: sibling folders, own folder."""
    if any(sign in path for sign in "*?["):
        return
    parent, _, name = path.rpartition("/")
    above, _, own = parent.rpartition("/")
    siblings = any(
        _fits(f"{above}/*/*".lstrip("/"), unit) and not unit.startswith(f"{parent}/")
        for unit in units
    )
    for end in dict.fromkeys((name[len(file_names(name)[0]) :], PurePosixPath(name).suffix, "")):
        if own and siblings and MEMBER not in path:
            yield f"{above}/*/*{end}".lstrip("/")
        yield f"{parent}/*{end}".lstrip("/")


def _fits(pattern: str, path: str) -> bool:
    """Return whether a pattern with only ``*`` matches a path; hidden names do not count."""
    return pattern.count("/") == path.count("/") and PurePosixPath(path).match(pattern)
