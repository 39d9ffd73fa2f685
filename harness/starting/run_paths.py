"""How the key ``runs`` names the runs that were found: patterns that fit them and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from harness.config.sources import paths_of
from harness.core.file_names import real_path
from harness.core.identity import file_names
from harness.core.locations import MEMBER
from harness.formats.members import files_in


def run_patterns(folder: Path, runs: Sequence[str]) -> list[str]:
    """The files, archives and patterns of a folder that stand for its runs and for nothing else.

    >>> run_patterns(Path("/nowhere"), ["runs/a.run", "runs/b.run"])
    ['runs/*.run']
    """
    wanted = set(runs)
    units = list(dict.fromkeys(_unit(folder, run, wanted) for run in sorted(wanted)))
    patterns: list[str] = []
    while units:
        pattern, fitted = _widest(folder, units[0], units, wanted)
        patterns.append(pattern)
        units = [unit for unit in units if unit not in fitted]
    return patterns


def _unit(folder: Path, run: str, wanted: set[str]) -> str:
    """The archive of a run where all that is in it are runs, else the run."""
    archive, mark, _ = run.partition(MEMBER)
    if not mark:
        return run
    lead = len(str(folder)) + 1
    inside = {file[lead:] for file in files_in(str(folder / real_path(archive)))}
    return archive if inside <= set(map(real_path, wanted)) else run


def _widest(
    folder: Path, first: str, units: Sequence[str], wanted: set[str]
) -> tuple[str, set[str]]:
    """The pattern that fits the first of the files and most others, and the files that it fits."""
    for pattern in _patterns(first, units):
        # Beside the runs of the task's own folder other files will lie, the task file first.
        if pattern in ("*", "*/*"):
            continue
        fitted = {unit for unit in units if _fits(pattern, unit)}
        there = set(paths_of(pattern, folder) or fitted)
        several = len(fitted) > 1 or ("/" in pattern and not pattern.endswith("*"))
        if several and there <= {*wanted, *fitted}:
            return pattern, fitted
    return first, {first}


def _patterns(path: str, units: Sequence[str]) -> Iterator[str]:
    """Patterns for a file and others, from wide to narrow: sibling folders, its own folder."""
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
    """Whether a pattern whose only sign is ``*`` fits a path; hidden names do not count."""
    parts, given = pattern.split("/"), path.split("/")
    return len(parts) == len(given) and all(
        _part_fits(part, name) for part, name in zip(parts, given, strict=True)
    )


def _part_fits(part: str, name: str) -> bool:
    before, sign, after = part.partition("*")
    if not sign:
        return part == name
    return (
        len(name) >= len(before) + len(after) and name.startswith(before) and name.endswith(after)
    )
