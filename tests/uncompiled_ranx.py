"""What ranx computes, in a process of its own where it is not compiled, which takes a minute."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

_START = """
import json, sys, ranx
given = json.load(sys.stdin)
qrels = ranx.Qrels(given["qrels"])
runs = [ranx.Run(run, name=name) for name, run in given["runs"].items()]
"""
_COMPARED = """
print(json.dumps(ranx.compare(qrels, runs, given["names"], stat_test="fisher").to_dict()))
"""
_BY_TOPIC = """
values = ranx.evaluate(
    qrels, runs[0], given["names"], return_mean=False, make_comparable=True
)
print(json.dumps({name: list(map(float, values[name])) for name in given["names"]}))
"""


def compared(qrels: Any, runs: Any, names: Any) -> Any:
    """The report of `ranx.compare`."""
    return _printed(_COMPARED, qrels, runs, names)


def values_by_topic(qrels: Any, run: Any, names: Any) -> dict[str, list[float]]:
    """The values of several measures in each topic of the judgments."""
    result: dict[str, list[float]] = _printed(_BY_TOPIC, qrels, {"run": run}, names)
    return result


def _printed(program: str, qrels: Any, runs: Any, names: Any) -> Any:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _START + program],
        input=json.dumps({"qrels": qrels, "runs": runs, "names": list(names)}),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
