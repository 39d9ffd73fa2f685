"""Checks of the fields that say nothing about documents: the second one, and the run tag."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from harness.core.identity import file_names
from harness.core.locations import is_here_only
from harness.core.patterns import Pattern
from harness.settings.names import TAG
from harness.validation.findings import FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import ITERATIONS, Requirements


def check_iterations(sheet: GroupedRun, _requirements: Requirements) -> Iterator[FindingSet]:
    """The second field is ``Q0``, ``q0`` or NTCIR's ``0``."""
    if not sheet.has("iter"):
        return
    field = sheet.frame["iter"]
    other = field != ITERATIONS[0]
    if other.any():
        positions = (other & ~field.is_in(ITERATIONS)).arg_true().to_numpy()
        if len(positions):
            yield sheet.findings(
                "iter-not-q0",
                positions,
                "iter",
                lambda position: f"the second field {sheet.value(position, 'iter')!r} is not Q0",
            )


def check_tags(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """One tag, made of allowed characters, which is the file's name where that is asked for."""
    if not sheet.has("tag") or (first := first_tag(sheet)) is None:
        return
    tags = sheet.frame["tag"]
    differs = tags != first
    if differs.any():
        yield sheet.findings(
            "tags-differ",
            differs.arg_true().to_numpy(),
            "tag",
            lambda position: f"the tag is {tags[position]!r} here and {first!r} in the first line",
        )
    yield from _characters(sheet, requirements.tag, several=bool(tags[0] is None or differs.any()))
    source = sheet.submission.source
    names = file_names(source)
    if requirements.tag_is_file_name and not is_here_only(source) and first not in names:
        known = " or ".join(map(repr, names))
        positions = _tagged(sheet)["place"].head(1).cast(pl.Int64).to_numpy()
        words = f"the tag {first!r} is not the file's name {known}"
        yield sheet.findings("tag-not-file-name", positions, "tag", lambda _: words)


def first_tag(sheet: GroupedRun) -> str | None:
    """The first tag of the file; None where it has none."""
    # Topics come in the order of their first lines, so the first line of all is the first here.
    first = sheet.frame["tag"][0]
    return first if first is not None else next(iter(_tagged(sheet)["tag"]), None)


def _tagged(sheet: GroupedRun) -> pl.DataFrame:
    """The lines with a tag, in file order, and their places in the sheet."""
    lines = sheet.frame.select("row", "tag").with_row_index("place").drop_nulls()
    return lines.sort("row").select("place", "tag")


def _characters(sheet: GroupedRun, pattern: str, *, several: bool) -> Iterator[FindingSet]:
    tags = sheet.frame["tag"]
    # Nearly every file has one tag, in its first line already.
    lines = _tagged(sheet).unique("tag", keep="first", maintain_order=True) if several else None
    once = [(0, tags[0])] if lines is None else lines.rows()
    fits = Pattern(pattern, "check.tag").fits(tag for _, tag in once)
    wrong = [position for (position, _), fit in zip(once, fits, strict=True) if not fit]
    if wrong:
        expected = (
            "1 to 24 letters, digits, dots, underscores and hyphens" if pattern == TAG else pattern
        )
        yield sheet.findings(
            "tag-characters",
            np.array(wrong),
            "tag",
            lambda position: f"the tag {tags[position]!r:.60} is not what is asked for: {expected}",
        )
