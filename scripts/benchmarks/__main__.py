"""``scripts/bench``: measures harness against the other tools and prints a Markdown table."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.benchmarks import collection as collections
from scripts.benchmarks import machine, tables
from scripts.benchmarks.collection import Collection
from scripts.benchmarks.groups import further_runs, planned, tell
from scripts.benchmarks.measuring import FailedError
from scripts.benchmarks.tools import HARNESS, SAMPLED, TOOLS


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, write the JSON."""
    options = parse(arguments)
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as folder:
        try:
            result = measure(options, Path(folder))
        except FailedError as error:
            print(f"bench: harness failed: {error}", file=sys.stderr)
            return 1
    result["command"] = shlex.join(["scripts/bench", *(arguments or sys.argv[1:])])
    sys.stdout.write(tables.markdown(result))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    return 0


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    add = parser.add_argument
    add("--qrels", type=Path, metavar="FILE", help="judgments, with --runs [TREC-8, else made]")
    add("--runs", nargs="+", metavar="GLOB", help="files of runs, plain or .gz")
    add("--synthetic", type=_shape, metavar="RUNSxTOPICSxDEPTH", help="make a collection")
    add("--tools", type=_tools, default=list(TOOLS), help=f"of {','.join(TOOLS)} [all]")
    add("--rounds", type=_positive, default=5, help="with all the runs [5]")
    add("--slow-rounds", type=_positive, default=3, help="with the sample [3]")
    add("--sample", type=_positive, default=20, metavar="N", help="runs for slow tools [20]")
    add("--slow", type=_tools, default=list(SAMPLED), help=f"slow tools [{','.join(SAMPLED)}]")
    add("--all", action="store_true", help="all the runs for slow tools too")
    add("--json", type=Path, metavar="FILE", help="everything measured")
    options = parser.parse_args(arguments)
    if bool(options.qrels) != bool(options.runs):
        parser.error("--qrels and --runs belong together")
    if options.qrels and options.synthetic:
        parser.error("give either --qrels and --runs or --synthetic")
    if options.qrels and not options.qrels.is_file():
        parser.error(f"{options.qrels} is not a file")
    if options.json and not options.json.resolve().parent.is_dir():
        parser.error(f"{options.json.parent} is not a directory")
    return options


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _shape(text: str) -> list[int]:
    shape = [_positive(part) for part in text.split("x")]
    if len(shape) != len(collections.SHAPE):
        raise argparse.ArgumentTypeError("as in 129x50x1000")
    return shape


def _tools(text: str) -> list[str]:
    names = [name for name in text.split(",") if name]
    unknown = set(names) - TOOLS.keys()
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}; known: {','.join(TOOLS)}")
    return names


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Everything in order: data, tools, rounds, and the comparison last.

    The comparison reads large texts; until then this process stays small (see the package).
    """
    data = collect(options, folder)
    found = machine.describe()
    wanted = [TOOLS[name] for name in TOOLS if name in options.tools or name == HARNESS]
    absent = {tool.name: tool.missing() for tool in wanted if tool.missing()}
    present = [tool for tool in wanted if tool.name not in absent]
    groups = planned(options, data, present, folder)
    failures: dict[str, str] = {}
    for group in groups:
        group.measure(failures)
    found["load_at_end"] = machine.describe()["load"]
    rows = [row for group in groups for row in group.rows()]
    return {
        "machine": found,
        "versions": {tool.name: tool.version() for tool in present if tool.cache != "kept"},
        "collection": {
            "name": data.name,
            "runs": len(data.runs),
            "topics": data.topics,
            "lines": data.lines,
            "judgments": data.judgments,
            "bytes": data.size,
        },
        "groups": [group.record() for group in groups],
        "rows": rows,
        "skipped": [
            {"tool": name, "title": TOOLS[name].title, "why": f"{word}: {why}"}
            for word, reasons in (("skipped", absent), ("failed", failures))
            for name, why in reasons.items()
        ],
        "further_runs": further_runs(groups),
    }


def collect(options: argparse.Namespace, folder: Path) -> Collection:
    """The collection that the options ask for, else TREC-8 where it is, else a made one."""
    if options.qrels:
        runs = collections.matching(options.runs)
        if not runs:
            raise SystemExit(f"bench: no file matches {' '.join(options.runs)}")
        return collections.of_files(options.qrels.name, options.qrels, runs, folder)
    if options.synthetic or not collections.TREC8.is_dir():
        tell("making a synthetic collection")
        return collections.synthetic(options.synthetic or collections.SHAPE, folder)
    tell("decompressing TREC-8")
    return collections.trec8(folder)


if __name__ == "__main__":
    raise SystemExit(main())
