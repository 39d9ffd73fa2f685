"""What tests of checks share."""

from __future__ import annotations

CLEAN = """\
1 Q0 a 1 4.5 me
1 Q0 b 2 4.25 me
2 Q0 a 1 1e1 me
2 q0 c 2 -3 me
"""


def line(topic="1", iteration="Q0", doc="a", rank="1", score="4.5", tag="me") -> str:
    return f"{topic} {iteration} {doc} {rank} {score} {tag}\n"
