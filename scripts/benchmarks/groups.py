"""Tools measured on the same runs in the same rounds, and the rows that come of it."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scripts.benchmarks.agreement import Agreement, compare
from scripts.benchmarks.collection import Collection
from scripts.benchmarks.measuring import FailedError, Round, Spread, interleaved, launch, ratios
from scripts.benchmarks.tools import EVAL, HARNESS, TOOLS, Tool, harness_command


class Group:
    """Tools that are measured on the same runs, in the same rounds."""

    def __init__(
        self, data: Collection, runs: Sequence[Path], tools: Sequence[Tool], rounds: int, to: Path
    ) -> None:
        self.data, self.runs, self.rounds, self.folder = data, runs, rounds, to
        self.tools = {tool.name: tool for tool in tools}
        self.done: list[Round] = []
        to.mkdir()

    def measure(self, failures: dict[str, str]) -> None:
        """One start that does not count, for compiled modules on disk, and then the rounds."""
        cache = self.folder / "numba"
        tell(f"{len(self.runs)} runs: {', '.join(self.tools)}")
        for tool in self.tools.values():
            if tool.cache != "new":
                runs = self.runs if tool.cache else self.runs[:1]
                turn = tool.turn(self.data, runs, self._output(tool), cache)
                interleaved({tool.name: turn}, 1, failures)
        turns = {
            tool.name: tool.turn(self.data, self.runs, self._output(tool), cache)
            for tool in self.tools.values()
        }
        self.done = interleaved(turns, self.rounds, failures, tell)
        if HARNESS in failures:
            raise FailedError(failures[HARNESS])

    def rows(self) -> list[dict[str, Any]]:
        """One row of the table for each tool that did its work."""
        return [self._row(tool) for name, tool in self.tools.items() if name in self.done[0]]

    def record(self) -> dict[str, Any]:
        """Every measurement of every round, in the order in which they were made."""
        return {
            "runs": len(self.runs),
            "names": [path.name for path in self.runs],
            "rounds": [
                [{"tool": name, **asdict(each)} for name, each in current.items()]
                for current in self.done
            ],
        }

    def _output(self, tool: Tool) -> Path:
        return self.folder / f"{tool.name}.txt"

    def _row(self, tool: Tool) -> dict[str, Any]:
        measured = [current[tool.name] for current in self.done]
        checked, measures = self._checked(tool)
        return {
            "tool": tool.name,
            "title": tool.title,
            "note": tool.note,
            "runs": len(self.runs),
            "measures": measures,
            "seconds": asdict(Spread.of([each.seconds for each in measured])),
            "cpu": statistics.median(each.cpu for each in measured),
            "memory": max(each.memory for each in measured),
            "ratio": None
            if tool.name == HARNESS
            else asdict(ratios(self.done, tool.name, HARNESS)),
            "agreement": checked,
        }

    def _checked(self, tool: Tool) -> tuple[dict[str, Any] | None, int]:
        """How the values compare with harness's, and the number of measures."""
        if tool.name == HARNESS:
            own = self._output(tool)
            return None, len(compare(own, own).measures)
        if not tool.compared:
            return None, 0
        dialect = "trec_eval-10" if tool.version().startswith("10") else tool.compared
        agreement = compare(self._output(tool), self._expected(dialect))
        return _as_json(agreement), len(agreement.measures)

    def _expected(self, dialect: str) -> Path:
        output = self.folder / f"{dialect}.expected"
        if not output.exists():
            command = [*harness_command(), *EVAL, "--dialect", dialect]
            launch([*command, str(self.data.qrels), *map(str, self.runs)], output)
        return output


def _as_json(agreement: Agreement) -> dict[str, Any]:
    sets = ("measures", "shared_measures", "differing_measures")
    return asdict(agreement) | {name: sorted(getattr(agreement, name)) for name in sets}


def planned(
    options: argparse.Namespace, data: Collection, tools: Sequence[Tool], folder: Path
) -> list[Group]:
    """All the runs for most tools, and a sample for the slow ones and harness again."""
    slow = set() if options.all or options.sample >= len(data.runs) else set(options.slow)
    quick = [tool for tool in tools if tool.name not in slow]
    groups = [Group(data, data.runs, quick, options.rounds, folder / "all")]
    sampled = [tool for tool in tools if tool.name in slow]
    if sampled:
        runs = data.sample(options.sample)
        with_harness = [TOOLS[HARNESS], *sampled]
        groups.append(Group(data, runs, with_harness, options.slow_rounds, folder / "sample"))
    return groups


def further_runs(groups: Sequence[Group]) -> dict[str, float] | None:
    """Seconds of ranx for each run after its first, and of harness for a run, start included."""
    for group in groups:
        measured = [each["ranx-cached"] for each in group.done if "ranx-cached" in each]
        further = len(group.runs) - 1
        if measured and further:
            after = [float(each.said.rsplit("after first:", 1)[1]) for each in measured]
            own = statistics.median(each[HARNESS].seconds for each in group.done)
            runs = len(group.runs)
            return {"ranx": statistics.median(after) / further, "harness": own / runs, "runs": runs}
    return None


def tell(message: str) -> None:
    """Say on standard error what happens."""
    print(f"bench: {message}", file=sys.stderr, flush=True)
