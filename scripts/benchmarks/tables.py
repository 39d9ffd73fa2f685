"""The result of a benchmark as Markdown; everything in it is in the JSON too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Result = dict[str, Any]

SPEED_HEAD = (
    "tool",
    "runs",
    "measures",
    "seconds: min / median / max",
    "CPU seconds",
    "time ÷ harness: median (min–max)",
    "peak memory, MB",
    "values equal to harness's",
)
_RIGHT = ("runs", "measures", "peak memory, MB", "CPU seconds")


def markdown(result: Result) -> str:
    """The whole report: where and on what, speed, and what the numbers are."""
    return "\n\n".join((_head(result), _speed(result), _notes(result))) + "\n"


def _head(result: Result) -> str:
    machine, collection = result["machine"], result["collection"]
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    return (
        f"Collection: {collection['name']}: {collection['runs']} runs, {collection['topics']} "
        f"topics, {collection['lines']:,} lines of runs, {collection['judgments']:,} judgments, "
        f"{collection['bytes'] / 1e6:,.0f} MB of plain files.\n"
        f"Machine: {machine['cpu']}, {machine['cpus_usable']} CPUs; load "
        f"{machine['load']:.1f} at the start, {machine['load_at_end']:.1f} at the end. "
        f"{machine['date'][:10]}, commit {machine['commit']}, Python {machine['python']}; "
        f"{versions}."
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; cells hold no line ends, and bars in them are escaped."""
    lines = [head, ["--:" if name in _RIGHT else "---" for name in head], *rows]
    escaped = ([cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)


def _speed(result: Result) -> str:
    rows = [_speed_row(row) for row in result["rows"]]
    rows += [[each["title"], "–", "–", each["why"], *["–"] * 4] for each in result["skipped"]]
    return table(SPEED_HEAD, rows)


def _speed_row(row: Result) -> list[str]:
    seconds = row["seconds"]
    return [
        row["title"],
        str(row["runs"]),
        str(row["measures"]) if row["measures"] else "none",
        f"{seconds['low']:.2f} / {seconds['median']:.2f} / {seconds['high']:.2f}",
        f"{row['cpu']:.2f}",
        _ratio(row["ratio"]),
        f"{row['memory'] / 1e6:.0f}",
        _agreement(row),
    ]


def _ratio(ratio: Result | None) -> str:
    if ratio is None:
        return "1"
    return f"**{ratio['median']:.2f}** ({ratio['low']:.2f}–{ratio['high']:.2f})"


def _agreement(row: Result) -> str:
    found = row["agreement"]
    if found is None:
        return "–"
    share = f"{found['equal']:,} of {found['shared']:,}"
    different = found["differing_measures"]
    listed = ", ".join(different[:4]) + (", …" if len(different) > 4 else "")
    return f"{share} (not: {listed})" if different else share


def _notes(result: Result) -> str:
    method = (
        "Each tool is one process from cold, interpreter start and imports included, and writes "
        "every measure it has of `all_trec` for each topic as text into a file. In each round "
        "every tool of the same runs has one turn, in rotating order; a ratio is that of two "
        f"times of one round. Rounds: {_rounds(result)}. Peak memory is that of all its "
        "processes together, the largest of all rounds. Values are compared at four decimals, "
        "after the measurement, with those of "
        "`harness eval --dialect trec_eval-9` for the same runs; only what both print counts."
    )
    lines = [method]
    lines += [f"- {row['title']}: {row['note']}." for row in _first_of_each(result["rows"])]
    if result["further_runs"]:
        further = result["further_runs"]
        lines.append(
            f"- ranx without start-up, judgments and compilation took {further['ranx']:.3f} s for "
            f"each run after the first; harness with all of these took {further['harness']:.3f} s "
            f"a run (median times; {further['runs']} runs)."
        )
    return "\n".join(lines)


def _rounds(result: Result) -> str:
    groups = result["groups"]
    return ", ".join(f"{len(group['rounds'])} with {group['runs']} runs" for group in groups)


def _first_of_each(rows: Sequence[Result]) -> list[Result]:
    first: dict[str, Result] = {}
    for row in rows:
        first.setdefault(row["tool"], row)
    return list(first.values())
