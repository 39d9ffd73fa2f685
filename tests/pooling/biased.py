"""Three runs of two groups, and judgments: a pool whose bias can be seen by hand."""

from __future__ import annotations

RUNS = {
    "a1": {"1": {"w": 4.0, "x": 3.0, "y": 2.0}},
    "a2": {"1": {"x": 4.0, "u": 3.0, "y": 2.0}},
    "b": {"1": {"y": 4.0, "z": 3.0, "v": 2.0}},
}
GROUPS = {"a1": "a", "a2": "a", "b": "b"}
QRELS = {"1": {"u": 0, "w": 1, "x": 1, "y": 1, "z": -1}}
