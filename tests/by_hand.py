"""Files of judgments and runs, read line by line as their formats say, by none of the readers."""

from __future__ import annotations

import math
import struct
from collections import defaultdict
from pathlib import Path


def judgments(path: Path) -> dict[str, dict[str, int]]:
    """The grades by topic and document."""
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for line in path.read_text().splitlines():
        topic, _, doc, grade = line.split()
        judged[topic][doc] = int(grade)
    return dict(judged)


def rankings(path: Path) -> dict[str, list[str]]:
    """The documents by topic as trec_eval orders them: by score, then by name, both descending."""
    scored: dict[str, list[tuple[float, bytes, str]]] = defaultdict(list)
    for line in path.read_text().splitlines():
        topic, _, doc, _, score, _ = line.split()
        scored[topic].append((float(score), doc.encode(), doc))
    return {
        topic: [doc for *_, doc in sorted(docs, reverse=True)] for topic, docs in scored.items()
    }


def decimal(text: str) -> float | None:
    """The finite number that a text is, if any."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def single(value: float) -> float:
    """The number in single precision, by the C library's conversion and not by numpy's."""
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
