"""What a large run costs in each form that Python holds it in, beside polars: CPU seconds.

Each form has a process of its own in each round, which builds it, evaluates it once and compares
the mean with that of polars; the processor's time of the evaluation alone is counted.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

import harness

#: Topics × documents: those of MS MARCO's small development set.
TOPICS, DOCS = 6980, 1000


def _pandas(frame: pl.DataFrame, kind: str) -> pd.DataFrame:
    columns = {name: pd.Series(frame[name].to_list(), dtype=kind) for name in ("topic", "doc")}
    return pd.DataFrame({**columns, "score": frame["score"].to_numpy()})


def _arrow_backed(frame: pl.DataFrame) -> pd.DataFrame:
    return frame.to_arrow().to_pandas(types_mapper=pd.ArrowDtype)


def _nested(frame: pl.DataFrame) -> dict[str, dict[str, float]]:
    nested: dict[str, dict[str, float]] = {}
    for topic, doc, score in frame.iter_rows():
        nested.setdefault(topic, {})[doc] = score
    return nested


#: How each form is made.
FORMS: dict[str, Callable[[pl.DataFrame], Any]] = {
    "polars": lambda frame: frame,
    "polars, lazy": lambda frame: frame.lazy(),
    "polars, categorical": lambda frame: frame.with_columns(pl.col("topic").cast(pl.Categorical)),
    "pandas, str": lambda frame: _pandas(frame, "str"),
    "pandas, object": lambda frame: _pandas(frame, "object"),
    "pandas, category": lambda frame: _pandas(frame, "category"),
    "pandas, Arrow-backed": _arrow_backed,
    "pyarrow": lambda frame: frame.to_arrow(),
    "dictionary": _nested,
}


def collection(topics: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Judgments of a document a topic, or two, and a run; the same each time."""
    draw = np.random.default_rng(1)
    number = np.repeat(np.arange(topics), DOCS)
    docs = draw.integers(0, 8_800_000, (topics, DOCS)) + np.arange(DOCS) * 8_800_000
    frame = pl.DataFrame(
        {
            "topic": pl.Series(number).cast(pl.String),
            "doc": pl.Series(docs.ravel()).cast(pl.String),
            "score": -np.sort(-draw.random((topics, DOCS)), axis=1).ravel(),
        }
    )
    ranks = draw.integers(0, DOCS, topics)
    judged = frame.select("topic", "doc")[np.arange(topics) * DOCS + ranks]
    return judged.with_columns(grade=pl.lit(1)), frame


def timed(form: str, topics: int) -> dict[str, float]:
    """CPU seconds of one evaluation in this form, and its mean."""
    qrels, frame = collection(topics)
    evaluator = harness.Evaluator(qrels, ["RR@10", "nDCG@10"])
    evaluator(FORMS["polars"](frame[: 2 * DOCS]))  # what is loaded once is loaded
    run = FORMS[form](frame)
    del frame
    start = time.process_time()
    mean = evaluator({"run": run}).summarise()[0, 0]
    return {"seconds": time.process_time() - start, "mean": float(mean)}


def measure(rounds: int, topics: int = TOPICS) -> list[dict[str, Any]]:
    """The median of each form, and of its ratio to polars in the same round."""
    taken: dict[str, list[float]] = {}
    for _ in range(rounds):
        means = set()
        for form in FORMS:
            command = [sys.executable, "-m", __spec__.name, form, str(topics)]
            made = subprocess.run(command, capture_output=True, text=True, check=False)
            if made.returncode:
                missing = made.stderr.strip().rpartition("\n")[2]
                print(f"{form}: left out ({missing})", file=sys.stderr)
                continue
            record = json.loads(made.stdout)
            taken.setdefault(form, []).append(record["seconds"])
            means.add(round(record["mean"], 12))
        assert len(means) == 1, means
    base = taken["polars"]
    return [
        {
            "form": form,
            "seconds": statistics.median(own),
            "ratio": statistics.median(a / b for a, b in zip(own, base, strict=True)),
        }
        for form, own in taken.items()
    ]


if __name__ == "__main__":
    print(json.dumps(timed(sys.argv[1], int(sys.argv[2]))))
