"""What the times depend on besides the tools: the machine, its load, the state of the code."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scripts.benchmarks.collection import ROOT


def describe() -> dict[str, Any]:
    """The machine and the moment, for the head of the table and for JSON."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": _cpu_model(),
        "cpus": os.cpu_count(),
        "cpus_usable": _usable(),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "commit": _commit(),
        "load": os.getloadavg()[0],
        "peak_of_this_process": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _usable() -> int | None:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()


def _commit() -> str:
    git = ("git", "-C", str(ROOT), "describe", "--always", "--dirty")
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def line() -> str:
    """The machine and the moment in a line."""
    found = describe()
    return (
        f"{found['cpu']}, {found['cpus_usable']} CPUs, load {found['load']:.1f}. "
        f"{found['date'][:10]}, commit {found['commit']}."
    )
