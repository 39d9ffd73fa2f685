"""The tools that are measured: how each is started, what it needs, what it cannot do."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from scripts.benchmarks.collection import Collection
from scripts.benchmarks.measuring import Measurement, launch

_WORKERS = Path(__file__).with_name("workers")
HARNESS = "harness"


def harness_command() -> list[str]:
    """The console script beside this interpreter, else the package started as a module."""
    script = Path(sys.executable).with_name("harness")
    return [str(script)] if script.exists() else [sys.executable, "-m", "harness"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its start, what has to be there (module or program), its limits.

    ``compared`` is the dialect whose values it should print, empty when it prints none. ``cache``
    says what becomes of numba's compiled functions: kept from one start to the next or, by
    ``new``, none there at the start.
    """

    name: str
    title: str
    start: tuple[str, ...]
    note: str
    module: str = ""
    distribution: str = ""
    program: str = ""
    compared: str = "trec_eval-9"
    cache: str = ""

    def missing(self) -> str:
        """Why the tool cannot run here; empty when it can."""
        if self.program and shutil.which(self.program) is None:
            return f"{self.program} is not on PATH"
        if self.module and importlib.util.find_spec(self.module) is None:
            return f"{self.distribution} is not installed"
        return ""

    def version(self) -> str:
        """The version of what is installed, as it says itself."""
        if self.program:
            said = subprocess.run(
                [self.program, "--version"], capture_output=True, text=True, check=False
            )
            return ((said.stdout + said.stderr).split() or ["unknown"])[-1]
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return "unknown"

    def turn(
        self, collection: Collection, runs: Sequence[Path], output: Path, cache: Path
    ) -> Callable[[], Measurement]:
        """A function that starts the tool once on these runs, from cold, and measures it."""
        command = [*self.start, str(collection.qrels), *map(str, runs)]

        def once() -> Measurement:
            if self.cache != "new":
                return launch(command, output, {"NUMBA_CACHE_DIR": str(cache)})
            with tempfile.TemporaryDirectory() as empty:
                return launch(command, output, {"NUMBA_CACHE_DIR": empty})

        return once


def _worker(name: str) -> tuple[str, ...]:
    return (sys.executable, str(_WORKERS / f"{name}_worker.py"))


EVAL = ("eval", "-q", "-m", "all_trec", "--format", "trec_eval", "--quiet")

TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            HARNESS,
            "harness",
            (*harness_command(), *EVAL),
            "all_trec of trec_eval 10, and the summary of each run",
            distribution="ir-harness",
            compared="",
        ),
        Tool(
            "pytrec_eval",
            "pytrec_eval",
            _worker("pytrec_eval"),
            "all that it supports (trec_eval 9's all_trec); no summary",
            module="pytrec_eval",
            distribution="pytrec_eval-terrier",
        ),
        Tool(
            "ir_measures",
            "ir_measures",
            _worker("ir_measures"),
            "it lacks 11pt_avg, G, Rndcg, Rprec_mult, binG, ndcg_rel, num_nonrel_judged_ret, "
            "relative_P, relstring, utility, unj and rbp; no summary",
            module="ir_measures",
            distribution="ir_measures",
        ),
        Tool(
            "ranx",
            "ranx, first time",
            _worker("ranx"),
            "numba compiles it during this time; it has half of the measures and no summary; the "
            "values that differ are those of topics with ties, which it orders in another way",
            module="ranx",
            distribution="ranx",
            cache="new",
        ),
        Tool(
            "ranx-cached",
            "ranx, compiled before",
            _worker("ranx"),
            "the same with the compiled functions that numba keeps on disk",
            module="ranx",
            distribution="ranx",
            cache="kept",
        ),
        Tool(
            "trec_eval",
            "trec_eval, a shell loop",
            ("sh", str(_WORKERS / "trec_eval_loop.sh")),
            "one process a run, which reads the judgments again",
            program="trec_eval",
        ),
        Tool(
            "polars",
            "polars, reading and joining only",
            _worker("polars"),
            "the floor: no order, no measure, no text",
            module="polars",
            distribution="polars",
            compared="",
        ),
    )
}

#: Those that take a sample of the runs only, unless --all is given.
SAMPLED = ("ranx", "ranx-cached")
